"""What every passage of a document implies: its title, and whose it is.

A question that says whose rules it means finds those words on the first page, not in the passage;
and what another one's rules say is no answer to it.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from agent.citations.terms import content_stems
from agent.evidence import names_of_record
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from agent.context import AgentContext
    from agent.evidence import Evidence
    from store.library import Library
    from store.records import Passage

_TITLE = 90
_FRONT = 500
_NAME = re.compile(r"[가-힣]{3,}|\b[A-Z][\w&]{2,}")
_WORD = re.compile(r"\w+")
_NUMBERED = re.compile(
    r"^(?:제\s?\d+\s?[조장절](?:의\s?\d+)?|(?:article|section|clause)?\s*\d[\d.]*)\s*",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"제\s?\d+\s?[조장절편]|(?:article|section|clause)\s*\d", re.IGNORECASE)
_FORMS = ("주식회사", "유한회사")
_NAMES, _LOOKED_UP, _SHORTEST = 6, 4, 3
_PARTY = re.compile(
    r"[\w]+(?=\s?(?:주식회사|㈜|\(주\)|유한회사|재단|협회|조합|학교|병원))|"
    r"(?:주식회사|㈜|\(주\)|유한회사)\s?[\w]+|[\w]+(?=\s?\((?:아래에서|이하))|"
    r"(?:[A-Z][\w&]+ )+(?=(?:Ltd|Inc|LLC|LLP|Corp|Co|Company|GmbH|plc)\b)"
)


def titles(evidence: Sequence[Evidence], context: AgentContext) -> Mapping[str, str]:
    """Return, by document id, what opens the document: its title and whose it is."""
    ids = {one.document_id for one in evidence}
    return {id_: opening(context.library.page_text(id_, 1)) for id_ in ids}


def opening(text: str) -> str:
    """Return the first lines of a page, two at most, and its parties.

    A sentence and the heading of the first article are no title any more.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()][:2]
    kept = list(itertools.takewhile(_is_title, lines))
    return "\n".join(["\n".join(kept)[:_TITLE], *_parties(text)])


def _is_title(line: str) -> bool:
    return not line.endswith(".") and _ARTICLE.match(line) is None


def _parties(text: str | None) -> list[str]:
    found = (match.group().strip() for match in _PARTY.finditer((text or "")[:_FRONT]))
    return list(dict.fromkeys(found))


def without_owner(question: str, front: str) -> str:
    """Return a question without the words that only say whose document is meant.

    A small model looks for the name in the sentence, where no document repeats it.

    Args:
        question: It stands alone.
        front: What opens the document, see ``opening``.
    """
    words = set(_WORD.findall(front))
    korean = [name for name in _parties(front) if name in words and name not in _FORMS]
    latin = [name for name in _names(question) if name.isascii() and name in words]
    for name in map(re.escape, (*korean, *latin)):
        question = re.sub(rf"(?<=\S\s){name}['’]s\b", "the", question)
        question = re.sub(rf"\s(?:at|in) {name}\b|\b{name}(?:의|에서는?)\s", "", question)
    return question


def of_others(question: str, documents: Iterable[str], library: Library) -> set[str]:
    """Return those of the documents that are somebody else's than the one the question names.

    Args:
        question: It stands alone.
        documents: Ids of documents that something was found in.
        library: Where their first pages are read, and where a name is looked up.
    """
    found = set(documents)
    fronts = {id_: (library.page_text(id_, 1) or "")[:_FRONT] for id_ in found}
    asked = [name for name in _names(question) if _is_party(name, fronts, library)]
    if not asked:
        return set()
    return {
        id_
        for id_, front in fronts.items()
        if _parties(front) and not any(_held(name, front) for name in asked)
    }


def names_known(question: str, library: Library) -> bool:
    """Tell whether a question names what the documents are about.

    That is somebody whom a first page names, or the very thing of a section or a record.
    """
    for name in _names(question):
        found = _looked_up(name, library)
        named = (subject for passage in found for subject in _subjects(passage))
        if _on_a_first_page(name, found, {}, library) or any(_same_name(name, s) for s in named):
            return True
    return False


def _looked_up(name: str, library: Library) -> list[Passage]:
    """Return the passages that hold a word best, none where the search cannot be used."""
    try:
        return [hit.passage for hit in library.search(name, k=_LOOKED_UP, mode="text").hits]
    except StoreError:
        return []


def without_number(heading: str) -> str:
    """Return a heading without the number before it."""
    return _NUMBERED.sub("", heading)


def _subjects(passage: Passage) -> list[str]:
    """Return what a passage's own heading names, and the names of a record."""
    bare = without_number(passage.heading.rsplit(" > ", 1)[-1])
    names = names_of_record(passage.text) if passage.kind == "catalogue" else []
    return [part.strip() for part in (*re.split(r"[()]", bare), *names) if part.strip()]


def _same_name(name: str, subject: str) -> bool:
    """Tell whether a word of a question is a name, a Korean particle after it left aside."""
    if name.isascii():
        return name.casefold() == subject.casefold()
    return len(subject) >= _SHORTEST and name.startswith(subject) and len(name) <= len(subject) + 2


def _names(question: str) -> list[str]:
    words = dict.fromkeys(_NAME.findall(question))
    return [word for word in words if content_stems(word) and word not in _FORMS][:_NAMES]


def _is_party(name: str, fronts: Mapping[str, str], library: Library) -> bool:
    """Tell whether a word of a question is a party that some document names on its first page."""
    if any(_held(name, " ".join(_parties(front))) for front in fronts.values()):
        return True
    return _on_a_first_page(name, _looked_up(name, library), fronts, library)


def _on_a_first_page(
    name: str, found: Iterable[Passage], fronts: Mapping[str, str], library: Library
) -> bool:
    """Tell whether a first page other than ``fronts`` of what was found names a party so."""
    others = dict.fromkeys(passage.document_id for passage in found)
    openings = (library.page_text(id_, 1) for id_ in others if id_ not in fronts)
    return any(_held(name, " ".join(_parties(text))) for text in openings)


def _held(name: str, text: str) -> bool:
    """Tell whether a text holds a name; of a Korean word all but its last letters is enough."""
    if name.isascii():
        return re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None
    return any(name[:length] in text for length in range(len(name), _SHORTEST - 1, -1))
