"""Thoughts set apart from the reply for requests with ``think`` on."""

from __future__ import annotations

_OPEN, _CLOSE = "<think>", "</think>"


class ThoughtSplitter:
    """Splits streamed text into thought and reply; passes all on as reply when not ``apart``."""

    def __init__(self, *, apart: bool) -> None:
        """Expect a thought at the start when ``apart``."""
        self._state = "start" if apart else "reply"
        self._held = ""

    def feed(self, piece: str) -> tuple[str, str]:
        """Return the thought and the reply that ``piece`` makes certain."""
        if self._state == "reply":
            return "", piece
        self._held += piece
        if self._state == "start":
            bare = self._held.lstrip()
            if bare.startswith(_OPEN):
                self._state, self._held = "thought", bare[len(_OPEN) :].lstrip()
            elif _OPEN.startswith(bare):
                return "", ""
            else:
                return "", self._all_as_reply()
        thought, closed, rest = self._held.partition(_CLOSE)
        if closed:
            self._state, self._held = "reply", ""
            return thought, rest.lstrip()
        sure = len(self._held) - len(_CLOSE)
        if sure <= 0:
            return "", ""
        thought, self._held = self._held[:sure], self._held[sure:]
        return thought, ""

    def end(self) -> tuple[str, str]:
        """Return what was held back."""
        state, held = self._state, self._all_as_reply()
        return (held, "") if state == "thought" else ("", held)

    def _all_as_reply(self) -> str:
        held, self._held, self._state = self._held, "", "reply"
        return held
