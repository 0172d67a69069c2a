"""Unit tests open no network socket: an audit hook refuses it."""

from __future__ import annotations

import socket
import sys

import pytest

_watching = False


def _refuse(event: str, args: tuple[object, ...]) -> None:
    if not _watching:
        return
    opens = event == "socket.__new__" and args[1] in {socket.AF_INET, socket.AF_INET6}
    if opens or event == "socket.getaddrinfo":
        message = f"a unit test reached for the network ({event})"
        raise AssertionError(message)


sys.addaudithook(_refuse)


@pytest.fixture(autouse=True)
def _no_sockets():
    global _watching  # noqa: PLW0603 - an audit hook cannot be removed, only told to rest
    _watching = True
    yield
    _watching = False
