"""What a request says of its plan: the kinds of task it names, its topic, the things to be made.

Nothing here asks a model.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from agent.citations.terms import stem
from agent.prompts.plan_acts import ACT_WORDS
from agent.prompts.plan_kinds import KINDS, WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

_PART = _TOPIC = 14
_WORDS_BEFORE = 3
_SPAN = re.compile(r"(?:\S+ )?\S+부터 [^.!?]{1,30}?까지")
_OBJECT = re.compile(r"(?<!\S)(?!(?:마|가|노|고)을 )([가-힣A-Za-z0-9]+)[을를](?= )")
_NO_NOUN = re.compile(
    r"(?:[을를은는가의에로며고게던한할된아여라]|(?<![아양])이|(?<![국영본언])어|(?<![문약내고명지각사])서|우리|저희|모두|직접"
    r"|매[달주일]|^[내제그새첫각난헌])$"
)
_ANY_THING = re.compile(
    r"^(?:일|것|제도|방법|절차|문제|원인|대책|준비|계획|순서|단계|내용|마음|책|장|치|표)$"
)
_THINGS = re.compile(
    r"(?:^|[.!?] ?)(?P<things>[^.!?]{4,60}?)[을를] ?"
    r"(?:모두 |다 |함께 |같이 )?(?:준비|만들|만드|제작|마련)"
)
_AND = re.compile(r"(?<=[가-힣])(?:와|과|하고|이랑|랑) |, ?| 및 | 그리고 ")
_ENDS_IN_GWA = re.compile(
    r"(?:(?:^|\s)[결성학경통공문약안]|(?:설문|조사|분석|실험|검사|연구)결|영업성|부인|공학)$"
)
_SYLLABLES, _WITH_ONE_FINAL = 0xAC00, 28


def kinds_named(request: str) -> list[str]:
    """Return the kinds of task whose words stand in the request, the earliest word first.

    A verb names one where no noun does. What a request goes from and to (공고부터 계약까지) is
    part of a task, and names no kind where something else does.
    """
    rest = _SPAN.sub(" ", request)
    found = (_kinds_in(text, words) for text in (rest, request) for words in (WORDS, ACT_WORDS))
    return next(filter(None, found), [])


def _kinds_in(text: str, words: Mapping[str, str]) -> list[str]:
    places = {
        kind: found.start()
        for kind, pattern in words.items()
        if (found := re.search(pattern, text, re.IGNORECASE))
    }
    return sorted(places, key=lambda kind: (places[kind], list(KINDS).index(kind)))


def quoted_from(request: str, words: str, limit: int = 24) -> str:
    """Return ``words`` if they stand in the request, else nothing: a topic is never invented."""
    cleaned = " ".join(words.split()).strip(" .,'\"")
    squeezed = re.sub(r"\s", "", cleaned).casefold()
    inside = squeezed in re.sub(r"\s", "", request).casefold()
    return cleaned if cleaned and inside and len(cleaned) <= limit else ""


def topic_named(request: str, kind: str, words: str) -> str:
    """Return the topic of a kind of task, nothing where it does not stand in the request.

    Of the nouns right before the word that names the kind, all are the topic where one is. Where
    a verb names it, the topic is what the verb is done to.

    Args:
        request: Where the words are looked for.
        kind: Of task.
        words: What a model takes for the topic.
    """
    topic = quoted_from(request, words, _TOPIC)
    if kind not in WORDS:
        acted_on = _object_of(request, ACT_WORDS.get(kind, "$"))
        return topic or acted_on if kind == "other" else acted_on or topic
    named = re.search(WORDS[kind], request, re.IGNORECASE)
    before = request[: named.start()].split() if named else []
    nouns = list(takewhile(lambda word: stem(word) == word and word.isalpha(), reversed(before)))
    phrase = " ".join(reversed(nouns))
    return phrase if topic and topic in phrase and len(phrase) <= _TOPIC else topic


def _object_of(request: str, verb: str) -> str:
    """Return what a Korean request does something with: the object of its verb, or nothing."""
    named = re.search(verb, request, re.IGNORECASE)
    objects = [one for one in _OBJECT.finditer(request) if named and one.start() <= named.end()]
    phrases = (_with_nouns_before(one[1], request[: one.start()]) for one in reversed(objects))
    return next((p for p in phrases if not _ANY_THING.search(p) and len(p) <= _TOPIC), "")


def _with_nouns_before(noun: str, before: str) -> str:
    phrase = noun
    for word in before.split()[: -_WORDS_BEFORE - 1 : -1]:
        longer = f"{word} {phrase}"
        if _NO_NOUN.search(word) or not word.isalpha() or len(longer) > _TOPIC:
            break
        phrase = longer
    return phrase


def _split_at_and(text: str) -> list[str]:
    """Return what stands between the words for *and*; 과 may be a noun's own end, as in 치과."""
    parts, start = [], 0
    for found in _AND.finditer(text):
        before = text[start : found.start()]
        if found[0].startswith("과") and not _takes_gwa(before):
            continue
        parts.append(before.strip())
        start = found.end()
    return [*parts, text[start:].strip()]


def _takes_gwa(noun: str) -> bool:
    """Say whether *and* after a noun is 과: its last syllable has a final consonant."""
    final = (ord(noun[-1]) - _SYLLABLES) % _WITH_ONE_FINAL if noun else 0
    return bool(final) and _ENDS_IN_GWA.search(noun) is None


def things_named(request: str) -> list[str]:
    """Return the separate things that a Korean request wants made: ``A와 B, C를 만들어``."""
    found = _THINGS.search(request)
    parts = _split_at_and(found["things"]) if found else []
    whole = len(parts) > 1 and all(0 < len(p) <= _PART for p in parts)
    return parts if whole else []
