"""Questions that lean on the one before: how they are known, and how they are made whole by rule.

A small model asked to rewrite one often says the earlier question again, or copies what was typed.
What the words alone tell is done here; the model is asked for the rest, and held to the words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from langchain_core.messages import AIMessage, HumanMessage

from agent.citations.asking import ASKED_FOR
from agent.citations.marking import MARK
from agent.citations.terms import Words, content_stems, stem
from agent.language import language_of
from agent.parts import ASKING_WORD, KOREAN_POINTERS, VALUE_KO, fitting_particle
from agent.prompts.endings import without_note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

_SHOWN = 240
_SHORT = 14
_KEPT = 0.5
_REFERRING = re.compile(
    r"^(그럼|그러면|그리고|그렇다면|그래서|또|근데|그런데)|"
    rf"{KOREAN_POINTERS}|(?:^|\s)그\s|아까|방금|위에서|앞에서|앞서|말한|말씀하신|"
    r"\b(that|this|those|these|it|its|they|them|he|she|the same|earlier|before|above|previous)\b|"
    r"^(and|but|so|what about|how about|then|why|also|ok)\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    rf"{KOREAN_POINTERS}|"
    r"\b(?:that one|this one|those|them|the same)\b|^(?:and|what about|how about)\b",
    re.IGNORECASE,
)
"""What no message says that stands alone."""
_POINTS = re.compile(
    rf"{KOREAN_POINTERS}|(?:^|\s)(?:그|이|저|해당|위|앞|다음)\s|거기|여기|아까|방금|앞서|말한|말씀하신|"
    r"\b(?:that|this|those|these|it|its|they|them|their|he|she|his|her|there|same|one|ones|"
    r"earlier|before|above|previous|next|other|another|else)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:그럼|그러면|그리고|그렇다면|그래서|또한|또|근데|그런데)[\s,]+|"
    r"(?:and|but|so|then|also|ok|okay)\b[\s,]*)+",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"(?:what|how) about\b", re.IGNORECASE)
_ONLY_KO = re.compile(
    r"^(?P<new>[^\s?]+(?:\s[^\s?]+)?)(?:은|는|의\s경우(?:는|에는)?)"
    r"(?:요|\s?(?:어때|어떤가|어떻게)\S*(?:\s(?:되|돼)\S*)?)?[.?!\s]*$"
)
_ONLY_EN = re.compile(
    r"^(?:and |but |so |then )?(?:what about |how about )?"
    r"(?P<by>for|on|in|at|from|with|to|by|of|under|during|after) (?P<new>[\w' -]{2,40}?)[.?!\s]*$",
    re.IGNORECASE,
)
_PHRASE = r"(?:(?!(?:for|on|in|at|from|with|to|by|of|under|during|after|and|or)\b)[\w'-]+\s?)+"
_KINDS = "비료금권직세율증실팀급가기차원자식"
"""Last syllables of Korean nouns that say what kind of thing it is: 숙박비 and 식비."""
_FACING = (("국내", "해외"), ("평일", "주말"), ("남성", "여성"), ("상반기", "하반기"))
_OWNED = re.compile(r"[가-힣A-Za-z]{2,}의 .*[은는]\W*$")
"""A question without a word that asks, but with whose value it means: 가게의 휴무일은?"""
_TOPIC = re.compile(r"(?<![하되있없])[은는]$")
_PARTICLE = re.compile(r"(?:에서|에게|으로|까지|부터|은|는|이|가|을|를|에|의|로)$")
_GENERAL = frozenset(
    """신청 지급 승인 청구 취소 제출 환불 보증 보관 교체 사용 이용 가능 필요 적용 절차 방법 서류
    대상 자격 조건 담당 담당자 직원 사원 신입 임원 팀장 정규직 계약직 인턴 관리자 고객 나오 받 내
    하루 사람 경우 예외 최대 최소 총액 처음 다시 얼마 기한 시간 보고 서명 통보 연락 처리
    apply request approv pay paid sign submit cancel refund claim return send form employe staff
    manag custom person peopl day hour week month year time exception happen start end last take
    work go goe use order report old new left cost""".split()  # noqa: SIM905 - a list of words
)
"""Stems that say what is done with a subject, or by whom, and name none."""
_NAMED = 2


def refers_back(question: str) -> bool:
    """Say whether a message has the marks of one that leans on what was said before."""
    return bool(_REFERRING.search(question.strip())) or len(question.strip()) <= _SHORT


def points_back(question: str) -> bool:
    """Say whether a message has a word that nothing stands for but what was said before."""
    return bool(_POINTING.search(question.strip()))


def last_exchange(messages: Sequence[BaseMessage]) -> str:
    """Return the last question and answer before the newest message, or an empty string."""
    answer = ""
    for message in reversed(messages[:-1]):
        if isinstance(message, AIMessage) and not answer and str(message.text).strip():
            answer = " ".join(without_note(str(message.text)).split())[:_SHOWN]
        elif isinstance(message, HumanMessage) and answer:
            return f"{' '.join(str(message.text).split())[:_SHOWN]}\n{answer}"
    return ""


def without_lead(question: str) -> str:
    """Return a message without the word that joins it to what was said before."""
    bare = _LEAD.sub("", question.strip()) or question.strip()
    return bare[0].upper() + bare[1:] if bare else bare


def names_its_subject(question: str, exchange: str) -> bool:
    """Say whether a question names what it is about, and that is not what the earlier one was.

    Two words of matter are wanted, one of them more than what is done with any subject, and none
    that the earlier question has; in Korean the topic must be there too.
    """
    bare = without_lead(question)
    asked = ASKING_WORD.search(bare) or _OWNED.search(bare)
    if _POINTS.search(bare) or _ABOUT.match(bare) or not asked:
        return False
    joined = bare.casefold() != question.strip().casefold()
    stems = [s for s in content_stems(bare) if not ASKING_WORD.search(s)]
    topic = bare
    if language_of(bare) == "ko":
        topic = " ".join(_up_to_the_topic(bare.split()))
    counted = [s for s in stems if s not in ASKED_FOR] if joined else stems
    earlier = Words(exchange.splitlines()[0]) if exchange else Words("")
    shared = any(earlier.share(s) >= _KEPT for s in stems)
    named = any(s not in ASKED_FOR and s not in _GENERAL for s in content_stems(topic))
    return len(counted) >= _NAMED and named and not shared


def _new_word(question: str) -> str:
    """Return all that a message brings in where it is no more than that: 그럼 식비는요?"""
    only = _ONLY_KO.match(without_lead(question))
    return only["new"] if only and not ASKING_WORD.search(only["new"]) else ""


def made_whole(question: str, exchange: str) -> str:
    """Return the earlier question with the new word in the place of its like.

    Empty where the words do not tell which that is.
    """
    earlier = exchange.splitlines()[0] if exchange else ""
    if new := _new_word(question):
        return _with_korean(earlier, new)
    only = _ONLY_EN.match(question.strip())
    return _with_english(earlier, only["by"].lower(), only["new"]) if only else ""


def _with_korean(earlier: str, new: str) -> str:
    words = earlier.split()
    bare = [_PARTICLE.sub("", word.rstrip("?.!,")) or word for word in words]
    like = [n for n, word in enumerate(bare) if _alike(word, new) and word not in new.split()]
    if len(like) != 1:
        return ""
    old, word = bare[like[0]], words[like[0]]
    tail = word[len(old) :]
    if tail and tail[0] in "은는을를이가":
        tail = fitting_particle(new, tail[0]) + tail[1:]
    return " ".join([*words[: like[0]], f"{new}{tail}", *words[like[0] + 1 :]])


def _alike(old: str, new: str) -> bool:
    """Tell whether two Korean words stand for things of one kind, as far as they show it."""
    same = min(len(old), len(new)) > 1 and old[-1] == new[-1] and old[-1] in _KINDS
    return same or any({old, new} == set(pair) for pair in _FACING)


def _with_english(earlier: str, by: str, new: str) -> str:
    bare = earlier.rstrip("?.! ")
    place = re.compile(rf"\b{by} {_PHRASE}", re.IGNORECASE)
    found = place.findall(bare)
    if len(found) > 1 or not bare or not re.fullmatch(_PHRASE, new):
        return ""
    if not found:
        return f"{bare} {by} {new}?"
    return f"{place.sub(f'{by} {new} ', bare, count=1).strip()}?"


def stands_alone(question: str, rewritten: str, exchange: str) -> bool:
    """Say whether a rewriting keeps the question's matter and adds what it leans on.

    A small model may rewrite into something else, say the earlier question again, or leave what
    points back as it is; or it hangs the question behind the answer.
    """
    known = set(re.findall(r"\w+", f"{question} {exchange}".casefold()))
    words = re.findall(r"\w+", rewritten.casefold())
    strange = [w for w in words if not any(w.startswith(k[:2]) for k in known if k)]
    held, typed = Words(rewritten), Words(question)
    lost = any(held.share(s) < _KEPT for s in content_stems(question))
    added = any(typed.share(s) < _KEPT for s in content_stems(rewritten))
    fits = added and not lost and len(strange) * 3 <= len(words)
    return fits and not _POINTING.search(rewritten.strip()) and not MARK.search(rewritten)


def together(question: str, exchange: str) -> str:
    """Return the new question under the earlier one's topic, or behind the earlier question.

    Both search well enough; two questions in a row would be answered as two.
    """
    earlier = exchange.splitlines()[0] if exchange else ""
    bare, topic, new = without_lead(question), _topic_of(earlier), _new_word(question)
    if topic and not _POINTS.search(bare) and (not new or re.search(rf"{VALUE_KO}$", new)):
        return f"{topic} {bare}"
    return f"{earlier} {question}".strip()


def _topic_of(earlier: str) -> str:
    """Return what a Korean question is about: its words up to the topic, the value left out."""
    asked = ASKING_WORD.search(earlier)
    words = (earlier[: asked.start()] if asked else "").split()
    words = _up_to_the_topic(words) or words
    if not words or not "가" <= words[-1][-1] <= "힣":
        return ""
    words[-1] = _PARTICLE.sub("", words[-1]) or words[-1]
    if len(words) > 1 and stem(words[-1]) in ASKED_FOR:
        words.pop()
    return " ".join(words)


def _up_to_the_topic(words: list[str]) -> list[str]:
    """Return Korean words up to the last one that is marked as a topic, none where none is."""
    bare = [word.rstrip("?.!,") for word in words]
    marked = [n for n, word in enumerate(bare) if len(word) > 2 and _TOPIC.search(word)]  # noqa: PLR2004 - 는 of a verb
    return words[: marked[-1] + 1] if marked else []
