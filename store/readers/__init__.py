"""Readers: bytes in, pages of plain text out."""
