"""A numbered passage as the answer uses it, and its way in and out of the state.

The state keeps numbers, ids and scores; the text is read from the store when it is needed. A
document that was removed meanwhile drops out.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING

from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.state import JsonObject
    from store.library import Library

_NAMES = re.compile(
    r"^(?:name|title|이름|명칭|제목|서비스명|제품명)\w*: *(.+)$", re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One passage with the number it got when it was found. ``side`` is mine or standard."""

    n: int
    passage_id: str
    document_id: str
    document: str
    page: int
    label: str
    start: int
    end: int
    text: str
    article: str = ""
    heading: str = ""
    kind: str = "other"
    dated: str = ""
    score: float = 0.0

    @property
    def name_words(self) -> str:
        """Return the document's name as words, without its ending."""
        return self.document.rsplit(".", 1)[0].replace("_", " ")

    @property
    def title(self) -> str:
        """Return the innermost heading, empty where there is none."""
        return self.heading.rsplit(" > ", 1)[-1]

    @property
    def subject(self) -> str:
        """Return what all of it speaks of: the heading, and the names of a catalogue's record."""
        names = names_of_record(self.text) if self.kind == "catalogue" else []
        return " ".join(dict.fromkeys([self.heading, *names]))

    @property
    def side(self) -> str:
        """Say which side of a comparison with a standard contract it stands on."""
        return "standard" if self.kind == "standard" else "mine"

    def plain(self) -> JsonObject:
        """Return the passage as events carry it, its text included."""
        return asdict(self)

    def kept(self) -> JsonObject:
        """Return the passage as the state keeps it: without its text."""
        return {key: value for key, value in asdict(self).items() if key != "text"}


def names_of_record(text: str) -> list[str]:
    """Return the names that a catalogue's record gives itself, in every language."""
    return _NAMES.findall(text)


_FIELDS = frozenset(field.name for field in fields(Evidence))


def from_plain(row: JsonObject, text: str | None = None) -> Evidence:
    """Return the passage of a plain row; ``text`` is given where the row has none."""
    known = {key: value for key, value in row.items() if key in _FIELDS}
    if text is not None:
        known["text"] = text
    return Evidence(**known)


def numbered(
    found: Iterable[JsonObject], before: Sequence[JsonObject]
) -> tuple[list[Evidence], list[Evidence]]:
    """Number what was found after what was found before.

    Returns:
        The passages that are new, and all that ``found`` names, known ones with their old number.
    """
    numbers = {str(row["passage_id"]): int(row["n"]) for row in before}
    following = max(numbers.values(), default=0) + 1
    fresh: list[Evidence] = []
    named: dict[str, Evidence] = {}
    for row in found:
        key = str(row["passage_id"])
        if key in named or not str(row.get("text", "")).strip():
            continue
        if key in numbers:
            named[key] = from_plain({**row, "n": numbers[key]})
            continue
        numbers[key] = following
        named[key] = from_plain({**row, "n": following})
        fresh.append(named[key])
        following += 1
    return fresh, list(named.values())


def load(rows: Iterable[JsonObject], library: Library) -> list[Evidence]:
    """Return the state's passages with their text, those of removed documents left out."""
    loaded: list[Evidence] = []
    for row in rows:
        try:
            passage = library.passage(str(row["passage_id"]))
        except StoreError:
            passage = None
        if passage is not None:
            loaded.append(from_plain(row, passage.text))
    return loaded


def in_order(evidence: Sequence[Evidence], order: Sequence[int]) -> list[Evidence]:
    """Return the passages in the order of these numbers, the others behind."""
    place = {n: position for position, n in enumerate(order)}
    return sorted(evidence, key=lambda one: (place.get(one.n, len(place)), one.n))
