"""From rows of the tables to plain values."""

from __future__ import annotations

from typing import Any

from store.records import Article, Document, PageHealth, Passage

Row = dict[str, Any]
PASSAGE_COLUMNS = (
    "id", "document_id", "ordinal", "page", "label", "start", "end", "text", "heading", "article",
    "dated",
)  # fmt: skip


def document_of(row: Row) -> Document:
    """Return the plain value of a row of ``documents``."""
    return Document(
        id=row["id"],
        name=row["name"],
        kind=row["kind"],
        stage=row["stage"],
        pages=row["pages"],
        passages=row["passages"],
        size_bytes=row["size_bytes"],
        language=row["language"],
        added_at=row["added_at"],
        dated=row["dated"],
        warnings=tuple(row["warnings"] or ()),
    )


def passage_of(row: Row, document: Document) -> Passage:
    """Return the plain value of a row of ``passages``."""
    return Passage(
        id=row["id"],
        document_id=row["document_id"],
        document=document.name,
        page=row["page"],
        label=row["label"],
        start=row["start"],
        end=row["end"],
        text=row["text"],
        heading=row["heading"],
        article=row["article"],
        kind=document.kind,
        dated=row["dated"] or document.dated,
    )


def health_of(row: Row) -> PageHealth:
    """Return the health record of a row of ``pages``."""
    return PageHealth(
        page=row["page"],
        label=row["label"],
        characters=len(row["text"]),
        script_share=round(row["script_share"], 4),
        image_only=row["image_only"],
        engine=row["engine"],
        warnings=tuple(row["warnings"] or ()),
    )


def article_of(row: Row, document: Document) -> Article:
    """Return the plain value of a row of ``articles``, without its passages."""
    return Article(
        document_id=document.id,
        document=document.name,
        number=row["number"],
        title=row["title"],
        text=row["text"],
        page=row["page"],
    )
