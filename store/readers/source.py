"""What every reader gives: pages of NFC text, and records where the format has them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

Format = Literal["pdf", "json", "markdown", "text"]
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_SOFT = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff]")
_LIGATURE = re.compile("[" + "".join(_LIGATURES) + "]")
_ACCENTED_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One page as read. ``script_share`` is the share of readable characters, 0 to 1."""

    page: int
    text: str
    label: str = ""
    engine: str = "text"
    script_share: float = 1.0
    image_only: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """One record of a catalogue: where it stands on its page, and its scalar fields."""

    start: int
    end: int
    heading: str
    fields: tuple[tuple[str, str], ...]
    dated: str = ""


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A whole file as read.

    Attributes:
        running: The heads and feet that its pages repeat, taken off them.
        seconds: The time that pypdf took, for the ingestion bench.
    """

    format: Format
    pages: tuple[ReadPage, ...]
    records: tuple[ReadRecord, ...] = ()
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0
    running: str = ""


def clean(text: str) -> str:
    """Return the text in NFC, ligatures taken apart, control and zero-width characters dropped."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0c", "\n")
    text = text.replace("\u00a0", " ").replace("\u2028", "\n").replace("\u2029", "\n")
    text = text.replace("\x85", "\n").replace("\x0b", "\n")
    text = _LIGATURE.sub(lambda m: _LIGATURES[m.group()], text)
    return unicodedata.normalize("NFC", _SOFT.sub("", _CONTROL.sub("", text)))


def script_share(text: str) -> float:
    """Return the share of visible characters that make sense in a script people read here.

    What a font without a character map leaves counts against it: private-use and replacement
    characters, Hangul syllables that no Korean word has, accented letters in a row of nothing
    else. 1.0 for an empty text.
    """
    visible = [c for c in text if not c.isspace()]
    if not visible:
        return 1.0
    accented = sum("\u00a1" <= c < "\u0250" for c in visible)
    good = sum(_readable(c) for c in visible)
    if accented > len(visible) * _ACCENTED_SHARE:
        good -= accented
    return max(0.0, good / len(visible))


def _readable(c: str) -> bool:
    if c < "\u0250":
        return c >= " "
    if "가" <= c <= "힣":
        return _common_syllable(c)
    if "\u3400" <= c <= "\u9fff" or "\u3040" <= c <= "\u318f":
        return True
    if c == "\ufffd" or "\ue000" <= c <= "\uf8ff":
        return False
    return unicodedata.category(c)[0] in "LNPSM"


def _common_syllable(c: str) -> bool:
    """Return whether the syllable is one of the 2,350 of KS X 1001, which all but cover Korean."""
    try:
        c.encode("euc_kr")
    except UnicodeEncodeError:
        return False
    return True
