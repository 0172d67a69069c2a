"""The words of a text that carry its matter, Korean particles and English endings taken off."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(
    r"[A-Za-z]+-?\d[A-Za-z\d]*(?:-[A-Za-z\d]+)*|[A-Za-z][A-Za-z'’-]*|[가-힣]+|\d[\d,.]*\d|\d"
)
"""A code such as E27 or BW-550 is one word."""
_PARTICLES = (
    "으로부터|에서부터|에게서|이라도|이라고|이라는|에서는|에서의|으로는|으로써|으로서|"
    "에게는|까지는|까지의|부터는|입니까|인가요|인지요|이에요|입니다|합니다|됩니다|"
    "습니다|한다면|하려면|하려고|하는지|되는지|하나요|되나요|한가요|하였다|되었다|"
    "하여야|되어야|하려|하면|되면|하는|되는|하여|되어|하고|되고|하지|되지|한다|된다|"
    "해야|돼야|했다|됐다|에서|에게|으로|까지|부터|보다|처럼|마다|조차|밖에|이나|이란|"
    "라고|라는|이며|이고|이다|이면|인데|인가|인지|에는|에도|에의|와의|과의|로는|로써|"
    "로서|은|는|이|가|을|를|의|에|로|와|과|도|만|나|며|고|다|요|야|지|면|해|한|할|함|"
    "될|된|됨"
)
_ENDING = re.compile(rf"(?:{_PARTICLES})$")
_KO_STOP = frozenset(
    """것 수 등 및 또는 그리고 경우 때 대한 대해 대하여 관한 관하여 따라 따른 통해 위해 위한
    있다 없다 있는 없는 있 없 하다 되다 무엇 뭐 뭔 뭘 어떤 어떻게 어디 누구 누가 언제 얼마
    얼마나 며칠 몇 왜 어느 그 이 저 제 내 나 우리 저희 알려 알려줘 알려주세요 말해 말해줘
    설명 설명해 설명해줘 해줘 주세요 줘 인가 인가요 있나 있나요 있어 있어요 되나 되나요
    하나 하나요 해야 가능 가능한 가능한가 가능해 가능한가요 내용 무슨 문서 자료 질문 답
    다음 같 같은 같습니다 나와 나오 나와있 적혀 적힌 되어 돼 이야 야 받을 받나 받는 받 쓸
    쓰 쓰는 해 하 되 있습 없습 최대 최소 안 전 후 동안 이내 까지 부터 이상 이하 각 모두
    대략 주는 주나 주나요 준다 타는 넘을 따르 따르면 기준 뭐야 뭔가요 이름 필요 필요한
    건가 얼마까지 어떻 각각 쉬나 날은 날 며칠까지 며칠인가요 며칠이야 얼마예요 얼마야
    얼마인가요 언제까지 언제야 무엇을 무엇이 누구야 어디야 나요 까지야 나오나
    달 달에 한달 한달에 나타나면 나타나 뜨면""".split()  # noqa: SIM905 - a list of words
)
_EN_STOP = frozenset(
    """a an the of to in on at by for from with without and or but if then than as is are was
    were be been being do does did done have has had can could may might must shall should
    will would what which who whom whose when where why how that this these those it its i
    you he she we they my your our their his her me us them there here not no any some all
    each every both much many more most long about into over under up out so such same own
    just only also please tell get got need needs say says said according document
    documents per soon often appear appears appeared""".split()  # noqa: SIM905 - a list of words
)
_ASKED = re.compile(r"^.?(?:인가요|인가|이에요|예요|이야|입니까|인지|일까요|일까|인데)$")
_SUFFIX = re.compile(r"(?:ations?|ments?|ings?|ies|ied|ers?|ed|es|ly|s|e|y)$")
_SHORTEST = 3


def words(text: str) -> list[str]:
    """Return every word and number of ``text`` in NFC and lower case."""
    found = _WORD.findall(unicodedata.normalize("NFC", text))
    return [word.replace(",", "").casefold() for word in found]


def stem(word: str) -> str:
    """Return the word without its Korean particle or English ending."""
    if "가" <= word[0] <= "힣":
        return _korean_stem(word)
    if any(letter.isdigit() for letter in word):
        return word
    bare = word.replace("’", "'").removesuffix("'s")
    cut = _SUFFIX.sub("", bare)
    return cut if len(cut) >= _SHORTEST else bare


def _korean_stem(word: str) -> str:
    for _ in range(2):
        cut = _ENDING.sub("", word)
        if len(cut) < 2 or cut == word:  # noqa: PLR2004 - one syllable says too little
            break
        word = cut
    return word


def content_stems(text: str) -> list[str]:
    """Return the stems that say what ``text`` is about, in order, once each."""
    found: dict[str, None] = {}
    for word in words(text):
        if word in _KO_STOP or word in _EN_STOP:
            continue
        short = stem(word)
        if _ASKED.match(word):
            continue
        if short in _KO_STOP or short in _EN_STOP or (len(short) == 1 and not short.isdigit()):
            continue
        found[short] = None
    return list(found)


def spelled(stem_: str, text: str) -> str:
    """Return a stem as a person reads it: an English word whole, as ``text`` has it."""
    if "가" <= stem_[0] <= "힣":
        return stem_
    return next((word for word in _WORD.findall(text) if stem(word.casefold()) == stem_), stem_)


def squeezed(text: str) -> str:
    """Return ``text`` in NFC, lower case, without blanks, commas and quotation marks."""
    return re.sub(r"[\s,\"'“”‘’「」『』]+", "", unicodedata.normalize("NFC", text)).casefold()


class Words:
    """A text prepared for asking whether it holds a stem."""

    def __init__(self, text: str) -> None:
        """Prepare ``text``."""
        self.squeezed = squeezed(text)
        self.stems = {stem(word) for word in words(text)}
        self._pairs = {self.squeezed[i : i + 2] for i in range(len(self.squeezed) - 1)}

    def share(self, wanted: str) -> float:
        """Return how well the text holds the stem ``wanted``: 1 whole, less for part of it."""
        if wanted in self.stems:
            return 1.0
        if not "가" <= wanted[0] <= "힣":
            return self._latin_share(wanted)
        if wanted in self.squeezed:
            return 1.0
        if len(wanted) < _SHORTEST:
            return 0.0
        pairs = [wanted[i : i + 2] for i in range(len(wanted) - 1)]
        held = sum(pair in self._pairs for pair in pairs) / len(pairs)
        return held if held > 0.5 else 0.0  # noqa: PLR2004 - more than half of a word is a part of it

    def _latin_share(self, wanted: str) -> float:
        if wanted[0].isdigit() or len(wanted) < 5:  # noqa: PLR2004 - short words must be equal
            return 0.0
        same = [s for s in self.stems if s[:5] == wanted[:5]]
        return 0.8 if same else 0.0


def coverage(wanted: list[str], held: Words) -> float:
    """Return the weighted share of ``wanted`` that a text holds; longer words weigh more."""
    if not wanted:
        return 0.0
    weights = [weight(stem_) for stem_ in wanted]
    shares = [held.share(stem_) for stem_ in wanted]
    return sum(w * s for w, s in zip(weights, shares, strict=True)) / sum(weights)


def weight(wanted: str) -> float:
    """Return how much a stem says: numbers, codes and long words more than short ones."""
    if any(letter.isdigit() for letter in wanted):
        return 1.5
    if "가" <= wanted[0] <= "힣":
        return min(2.0, 0.5 * len(wanted))
    return min(2.0, 0.25 * len(wanted))
