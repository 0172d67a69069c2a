"""Sentences of a document that speak to the model instead of the reader.

They are left out of prompts and prove nothing, but stay in view where a passage is shown. The
forms below are of attacks that are known; what they miss still meets code that gives a document
no power: it chooses no tool, writes no memory, and what it makes a model say has no proof.
"""

from __future__ import annotations

import re

from agent.citations.sentences import Sentence, sentences_of_page

_INVISIBLE = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u202a-\u202e]")
_KOREAN = (
    r"(?:이전|위|앞|모든|다음\s?쪽)의?\s?[^.]{0,8}지시(?:를|들|사항)",
    r"시스템\s?프롬프트|\[\s?/?시스템\s?\]|모델(?:에게|은\s?이제)|(?:인공지능|AI|챗봇|비서)에게",
    r"이제부터\s?너는|너에게\s?주어진",
    r"라고만?\s?(?:답|말|대답|출력|알리|알려)(?:하라|해라|라|한다)",
    r"(?:모든\s?답|답변)(?:을|에는|에|\s?끝에)\s?.{0,80}(?:시작하|넣어|적어라|붙여라|쓰라)",
    r"(?:장기\s?)?기억에\s?(?:저장|남|기록)|도구를?\s?(?:부르|호출|실행|사용하)|인용\s?번호|질문과\s?상관없이",
    r"(?:출력|실행|저장|인용|무시|분류|기억|답|대답|말)(?:하라|해라)(?![가-힣])",
)
_ENGLISH = (
    r"(?:ignore|disregard|forget|override)\s(?:all|any|the|every|your|previous|above|prior|these)\b",
    r"system prompt|\bsystem\s?:|(?:^|\W)assistant\s?[:,]|to the assistant|language model",
    r"from now on,? you|you are (?:now |(?-i:[A-Z]{3,})|an AI)",
    r"tell the user|about the user|the user's other",
    r"(?:answer|reply|respond)\s(?:only|with|always|every)\b|begin every answer|before answering",
    r"when you (?:cite|answer|reply)|in your (?:answer|reply|response)|put the link",
    r"(?:save|store|write|commit) (?:this |it )?(?:to|in|into) (?:long-term )?memory",
    r"future conversations|(?:^|[.\s])say\s?:|(?:^|\s)say never",
    r"\b(?:call|run|use|invoke|execute) (?:the )?(?:tool|python_repl|read_file|web_search)",
    r"route (?:every|the|this) question|approve the plan|triple quotes",
)
_MARKUP = (
    r"<\|[^|>]{2,30}\|>|</?(?:tool_call|system|instructions?|assistant)>|<!--|-->|^\s*\[//\]:\s?#",
)
_ORDER = re.compile("|".join((*_KOREAN, *_ENGLISH, *_MARKUP)), re.IGNORECASE | re.MULTILINE)


_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(tool_call|system|instructions?)>.*?</\1>|^\[//\]:\s?#[^\n]*",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)


def visible(text: str) -> str:
    """Return ``text`` without characters that show nothing."""
    return _INVISIBLE.sub("", text)


def is_order(text: str) -> bool:
    """Tell whether a sentence speaks to the model."""
    return bool(_ORDER.search(visible(text)))


def trusted_sentences(text: str) -> list[Sentence]:
    """Return the sentences of page text that speak to a reader, with their spans.

    An order that clings to an ordinary sentence without a blank is cut off it.
    """
    text = _HIDDEN.sub(lambda m: re.sub(r"\S", " ", m.group()), text)
    kept = []
    for sentence in sentences_of_page(text):
        if not is_order(sentence.text):
            kept.append(sentence)
        elif head := _head(text[sentence.start : sentence.end]):
            kept.append(
                Sentence(sentence.start, sentence.start + len(head), " ".join(head.split()))
            )
    return kept


def _head(written: str) -> str:
    """Return the finished sentence before an order that follows without a blank."""
    for match in re.finditer(r"[.!?](?=\S)", written):
        head = written[: match.end()]
        if "://" in head.rpartition(" ")[2]:
            continue
        if not is_order(head) and is_order(written[match.end() :]):
            return head
    return ""


def harmless(text: str) -> str:
    """Return document text for a prompt: marks of a chat template lose their power."""
    return visible(text).replace("<|", "< |").replace("|>", "| >")
