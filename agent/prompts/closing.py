"""Fixed sentences the agent says itself, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.language import Language

_FAILURES: dict[str, dict[str, str]] = {
    "empty_question": {
        "ko": "질문이 비어 있습니다. 알고 싶은 내용을 입력해 주세요.",
        "en": "The question is empty. Type what you would like to know.",
    },
    "question_too_long": {
        "ko": "질문이 너무 깁니다(최대 8,000자). 줄여 주시거나, 긴 글은 파일로 사이드바에 넣고 그 내용에 대해 물어보세요.",
        "en": "The question is too long (8,000 characters at most). Shorten it, or drop the text into the sidebar as a file and ask about it.",
    },
    "round_limit": {
        "ko": "요청이 너무 복잡합니다. 한 번에 한 가지씩 나누어 물어봐 주시거나, 큰 작업이라면 '계획을 세워 줘'라고 말씀해 주세요.",
        "en": "The request is too complex. Ask for one thing at a time, or, if it is a larger piece of work, ask me to plan it.",
    },
}

_DECLINED = {
    "ko": "이 대화는 다음 문서에 묶여 있어 문서와 관련 없는 질문에는 답하지 않습니다: {names}. 문서에 대해 물어보시거나 사이드바에서 묶음을 풀어 주세요.",
    "en": "This conversation is bound to {names}, and the question has nothing to do with it. Ask about the document, or unbind the conversation in the sidebar.",
}

_REJECTED = {
    "ko": "알겠습니다. 이 계획은 진행하지 않겠습니다. 다른 방식이 필요하면 말씀해 주세요.",
    "en": "Understood. I will not carry out this plan. Tell me if you would like a different approach.",
}

_NOT_DONE = {
    "ko": "알겠습니다. 하지 않겠습니다. 다른 방식이 필요하면 말씀해 주세요.",
    "en": "Understood. I will leave that. Tell me if you would like a different approach.",
}


def failure_sentence(code: str, message: str, language: Language) -> str:
    """Return what is said of a failure: the table's sentence, else the error's own message."""
    return _FAILURES.get(code, {}).get(language) or message


def declined_sentence(names: list[str], language: Language) -> str:
    """Return the polite refusal of a question outside the bound documents."""
    return _DECLINED[language].format(names=", ".join(names))


def rejected_sentence(language: Language, *, planned: bool = True) -> str:
    """Return the closing answer to a rejected plan, or to what was cancelled before one."""
    return (_REJECTED if planned else _NOT_DONE)[language]


_IN_DOUBT = {
    "ko": "이 호출을 하던 중에 앱이 꺼졌습니다. 이미 실행되었을 수 있습니다. 다시 할까요?",
    "en": "The app ended while this call was being made; it may have been done. Make it again?",
}


def in_doubt_sentence(language: Language) -> str:
    """Return why a call that a crash cut off is asked about again."""
    return _IN_DOUBT[language]


def still_reading(language: Language) -> str:
    """Return what is said beside an answer while dropped documents are not yet searchable."""
    if language == "ko":
        return "아직 읽고 있는 문서가 있어 이번에는 그 문서를 살펴보지 못합니다. 다 읽은 뒤에 다시 물어보세요."
    return "Some documents are still being read and are not looked at yet; ask again when they are."
