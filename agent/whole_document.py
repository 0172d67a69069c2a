"""Requests about a whole document: recognised by rule, handed to the work that reads all of it.

The best passages are no answer to "summarise this" or "list every deadline": the whole text is
read, part by part, and put together. The modules of ``whole`` do the
reading; a second request finds the parts' replies in the cache of the door.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from agent.nodes.search_moves import articles_in, documents_named
from agent.whole.comparing import compare_documents
from agent.whole.listing import list_sentences
from agent.whole.reading import Reading
from agent.whole.summary import summarise_document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langgraph.runtime import Runtime

    from agent.answering import Finished
    from agent.context import AgentContext
    from agent.state import AgentState, JsonObject
    from store.records import Document

WholeKind = Literal["summarise", "list", "compare"]

_SUMMARISE = re.compile(
    r"요약|간추|정리해\s?(?:줘|주세요)|전체\s?내용|무슨\s?내용(?:이야|인가요|이에요)|훑어|"
    r"\b(?:summari[sz]e|summary|overview|outline|tl;?dr|gist|main points|key points)\b",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"(?:모든|모두|전부|빠짐없이|전체|각종)[^?.]{0,30}(?:나열|목록|뽑|추려|정리|찾아|알려|적어|보여|열거|리스트)|"
    r"(?:나열|열거|목록(?:으로|을))|"
    r"\b(?:list|find|extract|collect|give me|show me|what are)\b[^?.]{0,12}\b(?:all|every|each)\b",
    re.IGNORECASE,
)
_ONLY_SUMMARY = re.compile(r"요약|간추|\b(?:summari[sz]e|summary|overview|gist)\b", re.IGNORECASE)
_STANDARD_NAMED = re.compile(r"표준\s?\S*\s?계약|\bstandard (?:contract|agreement)", re.IGNORECASE)
_KINDS = (
    ("contract", r"계약서|\b(?:contract|agreement)\b"),
    ("report", r"보고서|\breport\b"),
    ("policy", r"규정|규칙|핸드북|\b(?:policy|handbook|rules)\b"),
    ("catalogue", r"카탈로그|서비스 목록|\bcatalogue\b"),
)
_WHOLE = re.compile(
    r"문서|계약서|파일|보고서|규정|안내서|설명서|매뉴얼|핸드북|논문|자료|이\s?글|전체|"
    r"\b(?:document|contract|file|report|policy|handbook|manual|paper|whole|entire|this|it|agreement)\b",
    re.IGNORECASE,
)
_COMPARE = re.compile(
    r"(?:두|2개의?|둘)\s?(?:문서|계약서|파일|보고서|개)?[^?.]{0,12}비교|서로\s?비교|"
    r"\bcompare (?:(?:these|the|both|my) )?(?:two |both )?(?:documents|contracts|files|reports)|"
    r"compare (?:these )?two\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WholeRequest:
    """A request about whole documents. ``what`` is the question; ``documents`` are ids."""

    kind: WholeKind
    what: str
    documents: tuple[str, ...]

    @classmethod
    def from_plain(cls, row: JsonObject) -> WholeRequest:
        """Return the request that ``plain`` wrote."""
        return cls(row["kind"], str(row["what"]), tuple(row["documents"]))

    def plain(self) -> JsonObject:
        """Return the request as the state keeps it."""
        return {**asdict(self), "documents": list(self.documents)}


def whole_request(question: str, documents: Sequence[Document]) -> WholeRequest | None:
    """Return the request about whole documents that ``question`` makes, None if it makes none."""
    if not documents or articles_in(question):
        return None
    named = documents_named(question, documents)
    chosen = named or (list(documents) if len(documents) == 1 else _of_kind(question, documents))
    if _COMPARE.search(question):
        pair = named if len(named) > 1 else list(documents)
        if len(pair) == 2:  # noqa: PLR2004 - two are compared
            return WholeRequest("compare", question, tuple(d.id for d in pair))
    if not chosen or not (named or _WHOLE.search(question)):
        return None
    ids = tuple(d.id for d in chosen[-1:])
    if _ONLY_SUMMARY.search(question):
        return WholeRequest("summarise", question, ids)
    if _LIST.search(question):
        return WholeRequest("list", question, ids)
    return WholeRequest("summarise", question, ids) if _SUMMARISE.search(question) else None


def _of_kind(question: str, documents: Sequence[Document]) -> list[Document]:
    """Return the documents of the kind that the question names, oldest first."""
    if _STANDARD_NAMED.search(question):
        return [d for d in documents if d.kind == "standard"]
    for kind, words in _KINDS:
        if re.search(words, question, re.IGNORECASE):
            return [d for d in documents if d.kind == kind]
    return []


def answer_whole(
    request: WholeRequest,
    state: AgentState,
    runtime: Runtime[AgentContext],
    message_id: str,
) -> tuple[Finished, int, int]:
    """Do the work; return the answer, the calls made and the tokens that the largest took.

    Raises:
        StoppedByPerson: Stop was pressed; what had come is in the error.
    """
    reading = Reading(runtime, message_id, state.get("language", "en"))
    if request.kind == "compare":
        compare_documents(request.documents, reading)
    elif request.kind == "list":
        list_sentences(request.what, request.documents[0], reading)
    else:
        summarise_document(request.documents[0], reading)
    return reading.finished(), reading.calls, reading.used
