"""Sentences that code writes into answers from documents, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.places import has_pages, place_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language

_NAMES = 5


def no_documents(language: Language) -> str:
    """Return what is said when there is no document to search."""
    if language == "ko":
        return "아직 문서가 없어서 찾아볼 수 없었습니다. 왼쪽에 문서를 놓으면 그 내용으로 답해 드립니다."
    return "There are no documents to look in yet. Drop some on the left and ask again."


def not_found(searched: Sequence[str], nearest: str, language: Language) -> str:
    """Return what is said when the documents do not hold the answer.

    Args:
        searched: Names of the documents that were searched.
        nearest: Where something near it stands, or an empty string.
        language: Of the sentence.
    """
    names = ", ".join(searched[:_NAMES])
    more = len(searched) - _NAMES
    if language == "ko":
        names += f" 외 {more}개" if more > 0 else ""
        near = f" 가장 가까운 내용은 {nearest}에 있습니다." if nearest else ""
        return f"문서에서 이 질문의 답을 찾지 못했습니다. 찾아본 문서: {names}.{near}"
    names += f" and {more} more" if more > 0 else ""
    near = f" The nearest passage is in {nearest}." if nearest else ""
    return f"I could not find this in your documents. Searched: {names}.{near}"


def still_reading(names: Sequence[str], language: Language) -> str:
    """Return what is said with a refusal while files are on their way in."""
    listed = ", ".join(names[:_NAMES])
    if language == "ko":
        return f"아직 읽고 있는 문서: {listed}. 다 읽은 뒤 다시 물어보면 그 내용까지 찾습니다."
    return f"Still being read: {listed}. Ask again when that is done, and it is searched too."


def may_say(language: Language) -> str:
    """Return the line before the sentence that is shown with a refusal."""
    if language == "ko":
        return "확실하지 않지만, 이 문장이 질문과 가장 가깝습니다:"
    return "I am not sure that it answers, but this sentence comes nearest:"


def search_failed(error: str, language: Language) -> str:
    """Return what is said when no search could be run."""
    if language == "ko":
        return f"문서를 찾는 중에 문제가 생겨 답하지 못했습니다: {error}"
    return f"The documents could not be searched, so there is no answer: {error}"


def place(document: str, page: int, heading: str, language: Language) -> str:
    """Return where a passage stands, in words."""
    where = place_in(document, page, heading, language)
    return f"{where} ({heading})" if heading and has_pages(document) else where


def quoted(quote: str, n: int) -> str:
    """Return the quotation block under an answer."""
    return f"> “{quote}” [{n}]"


def verbatim(language: Language) -> str:
    """Return the line before a quotation that stands for the answer."""
    return "문서에는 이렇게 적혀 있습니다:" if language == "ko" else "The document says:"


def still_missing(missing: Sequence[str], language: Language) -> str:
    """Return what is said when part of the question stays open."""
    what = ", ".join(missing)
    if language == "ko":
        return f"문서에서 찾지 못한 부분: {what}."
    return f"Not found in your documents: {what}."


def side_missing(side: str, language: Language) -> str:
    """Return what is said when one side of a comparison has nothing on the matter."""
    if language == "ko":
        name = "표준계약서" if side == "standard" else "내 계약서"
        return f"{name}에서는 이 내용을 찾지 못했습니다."
    name = "standard contract" if side == "standard" else "your contract"
    return f"Nothing on this was found in the {name}."


def side_name(side: str, language: Language) -> str:
    """Return how a side of a comparison is named."""
    if language == "ko":
        return "표준계약서" if side == "standard" else "내 계약서"
    return "Standard contract" if side == "standard" else "My contract"


def older_source(
    newer: tuple[str, str], older: tuple[str, str, str, int], language: Language
) -> str:
    """Return what is said when an older source disagrees.

    Args:
        newer: Name and date of the source that was followed.
        older: Name, date, quotation and number of the other one.
        language: Of the sentence.
    """
    name, dated, quote, n = older
    if language == "ko":
        return (
            f"자료에 따라 다릅니다. 더 새로운 {newer[0]}({newer[1]})를 따랐고, "
            f"이전 자료 {name}({dated})에는 “{quote}”라고 되어 있습니다 [{n}]."
        )
    return (
        f"The sources differ. This follows the newer {newer[0]} ({newer[1]}); "
        f"the older {name} ({dated}) says “{quote}” [{n}]."
    )


def from_conversation(language: Language) -> str:
    """Return the note on an answer that was written without a search."""
    if language == "ko":
        return "(앞의 답을 바탕으로 썼으며, 문서를 새로 찾지 않았습니다.)"
    return "(Written from the answer above; the documents were not searched again.)"


def from_cache(language: Language) -> str:
    """Return the notice that the model was not asked again."""
    if language == "ko":
        return "같은 질문의 저장된 답을 다시 보여 드립니다."
    return "Shown again from the stored reply to the same question."


def from_general_knowledge(language: Language) -> str:
    """Return the note on a fact that was told from what the model knows, beside documents."""
    if language == "ko":
        return "(문서에서 찾은 내용이 아니라 일반 지식으로 쓴 답입니다.)"
    return "(From general knowledge, not from your documents.)"


def without_note(text: str) -> str:
    """Return an answer without the note on general knowledge, which a small model would copy."""
    notes = (from_general_knowledge("ko"), from_general_knowledge("en"))
    for note in notes:
        text = text.removesuffix(note)
    return text.rstrip()
