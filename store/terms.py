"""The terms that the text index holds: one function for passages and questions.

Korean is written without blanks between a word and its particles, and the index's own tokenizer
finds no word inside another. So every run of Hangul gives its bigrams beside the whole word; Latin
words give their stem; words that share a concept with the other language give the concept's term
(``glossary``). Codes such as ``REQ-1042`` and article numbers such as ``제7조의2`` are kept as one
term beside their parts.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from store.glossary import concepts, stem

_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_HANGUL = re.compile(r"[가-힣]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
_CODE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]{1,40}(?:[-_./][A-Za-z0-9]{1,40})+")
_ARTICLE_KO = re.compile(r"제\s?(\d+)\s?조(?:\s?의\s?(\d+))?")
_ARTICLE_EN = re.compile(r"\b(?:article|section|clause)\s+(\d+(?:\.\d+)*)", re.IGNORECASE)
STOP_WORDS = frozenset(
    """
    a about again all also am an and any are as at be been being both by can could did do
    does each for from get got had has have he her him how i if in into is it its just ll
    long many may me more most much must my no not of off on one only or other our out over
    own re s same shall she should so some such t than that the their them then there these
    they this those to too under up us ve very was we were what when where which who whom
    whose why will with would you your
    """.split()  # noqa: SIM905 - a list of words reads as words
)
# pairs of syllables that questions and sentences are held together with
STOP_PAIRS = frozenset(
    """
    가요 거나 거야 건가 것을 것이 경우 그것 그리 까요 까지 나와 나요 누구 는가 는다 는데
    니다 다고 다면 대한 대해 동안 되나 되는 되어 된다 될까 됩니 떻게 또는 또한 라고 라면
    란무 려고 려면 려줘 며칠 면서 무슨 무엇 뭐야 방법 법은 부터 세요 수있 습니 아요 알려
    았다 야하 어디 어떤 어떻 어야 어요 언제 얼마 었다 에게 에는 에도 에서 에요 여기 였다
    예요 우리 위해 으로 으면 은가 은다 은데 을까 을때 이것 이고 이나 이다 이란 이며 이상
    이야 인가 인데 입니 있나 있는 있다 있어 저기 주세 줘요 지만 지요 하고 하기 하나 하는
    하려 하며 하면 하여 하지 한가 한다 할까 할때 합니 해야 해요 해주 했다
    """.split()  # noqa: SIM905 - a list of words reads as words
)


def normalise(text: str) -> str:
    """Return the text in NFC, as everything in the library is stored."""
    return unicodedata.normalize("NFC", text)


def bigrams(run: str) -> list[str]:
    """Return the overlapping pairs of a run; a single character is its own term."""
    return [run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)]


def article_terms(text: str) -> list[str]:
    """Return one term per article number named in the text, the same for both languages."""
    return ["art" + number.replace("-", "x").replace(".", "d") for number in article_numbers(text)]


def article_numbers(text: str) -> list[str]:
    """Return the article numbers that a text names, as they are stored: ``7``, ``7-2``, ``3.2``."""
    korean = (m[1] + (f"-{m[2]}" if m[2] else "") for m in _ARTICLE_KO.finditer(text))
    return [*korean, *(m[1] for m in _ARTICLE_EN.finditer(text))]


def code_terms(text: str) -> list[str]:
    """Return codes such as ``REQ-1042`` or ``v2.1`` as one term each."""
    return [re.sub(r"[-_./]", "", m.group()).lower() for m in _CODE.finditer(text)]


def word_terms(word: str) -> list[str]:
    """Return the terms of one word: nothing for a stop word."""
    word = word.lower()
    if word in STOP_WORDS:
        return []
    runs = _HANGUL.findall(word) or _CJK.findall(word)
    if not runs:
        return [stem(word) if word.isalpha() else word]
    found = [pair for run in runs for pair in bigrams(run)]
    if len(word) > 2:  # noqa: PLR2004 - a word of two is its own pair
        found.append(word)
    if not word.isalpha():
        found.extend(re.findall(r"[a-z0-9]+", word))
    return found


def words(text: str) -> list[str]:
    """Return the words of a text, case kept."""
    return _WORD.findall(normalise(text))


def terms(text: str) -> list[str]:
    """Return the terms of a text, duplicates kept."""
    text = normalise(text)
    found = [term for word in _WORD.findall(text) for term in word_terms(word)]
    return [*found, *article_terms(text), *code_terms(text), *concepts(text)]


@lru_cache(maxsize=256)
def question_terms(text: str) -> tuple[str, ...]:
    """Return the terms of a text that is looked at more than once, such as a question."""
    return tuple(terms(text))


def words_column(*texts: str) -> str:
    """Return what the index's ``words`` column holds for a passage."""
    return " ".join(term for text in texts if text for term in terms(text))


def language_of(text: str) -> str:
    """Return ``ko`` where Hangul makes up at least a fifth of the letters, else ``en``."""
    hangul = len(re.findall(r"[가-힣]", text))
    latin = len(re.findall(r"[A-Za-z]", text))
    return "ko" if hangul and hangul * 4 >= latin else "en"
