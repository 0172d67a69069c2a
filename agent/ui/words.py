"""The words of the page in Korean and English: looked up by key, filled by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.ui.phrases_page import PAGE
from agent.ui.phrases_trouble import TROUBLE
from agent.ui.phrases_work import WORK

if TYPE_CHECKING:
    from agent.state import Language

TABLE: dict[str, tuple[str, str]] = {**PAGE, **WORK, **TROUBLE}
"""Key to (Korean, English)."""


@dataclass(frozen=True, slots=True)
class Words:
    """Phrases in one language."""

    language: Language

    def __call__(self, key: str, **values: object) -> str:
        """Return the phrase of ``key`` with ``values`` filled in.

        Raises:
            KeyError: no such phrase, or a value it names is missing.
        """
        phrase = TABLE[key][0 if self.language == "ko" else 1]
        return phrase.format(**values) if values else phrase

    def known(self, key: str, fallback: str) -> str:
        """Return the phrase of ``key`` where there is one, else ``fallback``."""
        return self(key) if key in TABLE else fallback

    def trouble(self, code: str, message: str = "") -> str:
        """Return the sentence for an error's code; an unknown code gives the error's own words."""
        fallback = message or self("error.internal")
        return self.known(f"error.{code}", fallback)


def pick(setting: str, chosen: str, locale: str) -> Language:
    """Return the language of the page: what the person chose, the setting, or the browser's."""
    for wish in (chosen, setting):
        if wish == "ko":
            return "ko"
        if wish == "en":
            return "en"
    return "ko" if locale.lower().startswith("ko") else "en"
