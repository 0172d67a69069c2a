"""Documents that a request speaks of and that are not there: known by its words and the library."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language
    from store.records import Document

_GIVEN_TEXT = 300
"""A request from this length on, or with that much after a colon, brings its own text."""
_SHORT = 60
"""Characters of an answer that only says that files were added."""
_COLON = re.compile(r":\s*\S[\s\S]{60}")
_COUNTS = {"두": 2, "세": 3, "네": 4, "다섯": 5, "two": 2, "three": 3, "four": 4, "five": 5}
_COUNT_KO = r"(?P<n>두|세|네|다섯|\d)"
_UNIT_KO = r"(?:개|건|부|장|편|곳)"
_THING_KO = (
    r"(?P<thing>계약서?|문서|파일|서류|보고서|논문|견적서|제안서|약관|회의록|설명서|자료|원고|PDF)"
)
_READ_KO = r"[^.!?]{0,40}(?:비교|검토|요약|읽고|읽어|분석|살펴|대조|번역|교정|의견|수정)"
_OWN_KO = r"(?:(?:이|위|내|제) |(?:첨부한?|첨부된|올린|보낸|받은|우리) ?)"
_KO = (
    re.compile(rf"{_THING_KO} ?{_COUNT_KO} ?{_UNIT_KO}{_READ_KO}"),
    re.compile(rf"(?:^|\s){_COUNT_KO} ?(?:{_UNIT_KO}의 )?\S{{0,4}}{_THING_KO}{_READ_KO}"),
    re.compile(
        rf"(?:^|\s){_OWN_KO}(?:{_COUNT_KO} ?{_UNIT_KO}?의? ?)?(?:\S{{1,6}} )?\S{{0,6}}"
        rf"{_THING_KO}{_READ_KO}"
    ),
)  # fmt: skip
_COUNT_EN = r"(?P<n>two|three|four|five|\d)"
_READ_EN = (
    r"\b(?:compare|review|summari[sz]e|check|analy[sz]e|read|go through|translate|proofread|"
    r"look (?:at|through)|mark up|work through)\b[^.!?]{0,30}?"
)
_THING_EN = (
    r"(?P<thing>contracts?|agreements?|leases?|ndas?|documents?|files?|papers?|reports?|quotes?|"
    r"offers?|quotations?|minutes|manuscripts?|pdfs?|invoices?)\b"
    r"(?! (?:(?:that|which) )?(?:(?:is|are) )?(?:needed|required|necessary)\b| (?:i|we|you) need\b)"
)
_LETTER = r"(?:[A-Z]|\d)(?![\w'’])"
_MAKE_EN = re.compile(
    r"\b(?:write|make|draft|create|prepare|produce|compose|design)\b", re.IGNORECASE
)
_BARE_THE = re.compile(r"\bthe (?!attached)(?:\w+ ){0,3}$", re.IGNORECASE)
_EN = (
    re.compile(
        rf"{_READ_EN}\b(?:these|those|this|the attached|my|our|the)\s(?:{_COUNT_EN} )?"
        rf"(?:\w+ ){{0,2}}?{_THING_EN}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_READ_EN}\b{_COUNT_EN} (?:\w+ )?"
        r"(?P<thing>contracts|agreements|leases|documents|files|pdfs)\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_READ_EN}\b(?:the |my |our |this |these )?attached (?:{_COUNT_EN} )?(?P<thing>\w+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_READ_EN}\b{_THING_EN} (?P<pair>(?-i:{_LETTER})) (?:and|with|to|against) "
        rf"(?:(?P=thing) )?(?-i:{_LETTER})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:i|we)(?: have| got|['’]ve(?: got)?) (?:{_COUNT_EN} )?(?:\w+ ){{0,2}}?{_THING_EN}"
        rf"[^!?]{{0,60}}{_READ_EN}\b(?:them|it|both|these|those|all)\b",
        re.IGNORECASE,
    ),
)  # fmt: skip
_FILE = re.compile(
    r"(?<![\w/.@-])(?<!\bas )(?<!\binto )(?<!\bto )(?<!\bcalled )(?<!\bnamed )(?<!\bin )"
    r"(?P<name>[\w-][\w.-]*\.(?:pdf|docx?|xlsx?|pptx?|hwpx?|txt|md|json|csv))"
    r"(?![A-Za-z0-9/-]|[ ]?(?:으?로|이?라는 이름|파일로))",
    re.IGNORECASE,
)
_CONTRACT = re.compile(r"계약|contract|agreement|lease|(?<![a-z])ndas?(?![a-z])", re.IGNORECASE)
_FILES_KO = (
    r"(?:파일|문서|계약서|서류|자료|보고서|나머지|그거|그것)(?:들)?(?:을|를|도|은|는)?"
    rf"|(?:두|세|네|다섯|\d) ?{_UNIT_KO}(?:를|을)?"
)
_ADDED = re.compile(
    rf"(?:(?:네|예|응|넵|이제|이미|지금|방금|막|다|둘 다|모두|전부|{_FILES_KO}) ?)*"
    r"(?:(?:넣었|올렸|(?:추가|업로드|첨부|등록) ?(?:했|함|완료)|"
    r"(?:넣어|올려) ?(?:놨|놓았|뒀|두었|드렸))\S*|"
    r"네|예|응|넵|완료(?:했\S*|됐\S*)?|됐어요?|다 됐어요?)"
    r"(?: (?:고마워|감사)\S*| (?:계속|진행|이어서) ?\S*(?: (?:줘|주세요))?)?|"
    r"(?:(?:yes|ok|okay|now|i|i've|i have|have|just|already|they're|they are|it's|it is|all) )*"
    r"(?:(?:added|uploaded|dropped|attached|put|there)(?: (?:it|them|all|both|the|these|those|my|"
    r"two|three|others?|rest|files?|documents?|contracts?|leases?|agreements?|reports?|pdfs?|in|"
    r"now|just|there|here|already))*|done|yes|ok|okay)(?: (?:thanks|thank you))?",
    re.IGNORECASE,
)
_ASK: dict[Language, tuple[str, str]] = {
    "ko": (
        "말씀하신 문서({thing})가 아직 없습니다. 왼쪽에 파일을 추가한 뒤 '넣었어'라고 답하시거나, "
        "내용을 여기에 적어 주세요.",
        "말씀하신 문서({thing}) {wanted}개 가운데 {there}개만 있습니다. 왼쪽에 나머지를 추가한 뒤 "
        "'넣었어'라고 답하시거나, 내용을 여기에 적어 주세요.",
    ),
    "en": (
        "What you speak of ({thing}) is not among your documents. Add the files on the left and "
        "answer “added”, or write here what they say.",
        "You speak of {wanted} documents ({thing}) and {there} of them can be found. Add the "
        "others on the left and answer “added”, or write here what they say.",
    ),
}  # fmt: skip
_STILL: dict[Language, str] = {
    "ko": "아직 그 문서가 보이지 않습니다. 파일을 추가하거나 내용을 적어 주세요. "
    "없이 하시려면 '그대로 진행'을 골라 주세요.",
    "en": "They are still not there. Add the files, write what they say, or choose to go on "
    "anyway.",
}


@dataclass(frozen=True, slots=True)
class Spoken:
    """Documents that a request speaks of: the word for them, and how many."""

    thing: str
    count: int


def spoken_of(request: str, language: Language) -> Spoken | None:
    """Return the person's own documents that a request wants read, if it speaks of any."""
    if len(request) >= _GIVEN_TEXT or _COLON.search(request):
        return None
    for pattern in _KO if language == "ko" else _EN:
        found = pattern.search(request)
        if found and not _made_here(request, found):
            named = found.groupdict()
            told = str(named.get("n") or "").casefold()
            count = _COUNTS.get(told) or (int(told) if told.isdigit() else 0)
            return Spoken(found["thing"], max(2 if named.get("pair") else 1, count))
    return None


def _made_here(request: str, found: re.Match[str]) -> bool:
    """Say whether "the" document is one that the request itself wants written before."""
    at = found.start("thing")
    word = found["thing"].casefold().removesuffix("s")
    made = _MAKE_EN.search(request, 0, found.start())
    earlier = made and word in request[made.end() : found.start()].casefold()
    bare = _BARE_THE.search(request[:at])
    return bool(earlier and bare)


def missing_question(request: str, documents: Sequence[Document], language: Language) -> str:
    """Return what to ask where documents that a request speaks of are not there, else nothing.

    Of contracts, as many must be there as it counts; of other documents, any.

    Args:
        request: What is to be planned.
        documents: Those that it may be worked with.
        language: Of the question.
    """
    if absent := _absent_files(request, documents):
        return _ASK[language][0].format(thing=", ".join(absent))
    spoken = spoken_of(request, language)
    if spoken is None:
        return ""
    fitting = list(documents)
    if _CONTRACT.search(spoken.thing):
        contracts = ("contract", "standard")
        fitting = [
            d
            for d in documents
            if d.kind in contracts or _CONTRACT.search(d.name) or _is_named(d.name, request)
        ]
    elif fitting:
        return ""
    if len(fitting) >= spoken.count:
        return ""
    none, some = _ASK[language]
    ask = some if fitting else none
    return ask.format(thing=spoken.thing, wanted=spoken.count, there=len(fitting))


def _absent_files(request: str, documents: Sequence[Document]) -> list[str]:
    """Return the files that a request names to be read and that are not there.

    Those that it wants written, ``save it as report.docx``, are not meant.
    """
    there = {document.name.casefold() for document in documents}
    named = dict.fromkeys(found["name"] for found in _FILE.finditer(request))
    return [name for name in named if name.casefold() not in there]


def _is_named(name: str, request: str) -> bool:
    """Say whether a request calls a document by its name, or by most of its words."""
    words = re.findall(r"[^\W_]{2,}", name.rpartition(".")[0] or name)
    said = [word for word in words if word.casefold() in request.casefold()]
    return name.casefold() in request.casefold() or (len(said) > 1 and 2 * len(said) > len(words))


def says_added(answer: str) -> bool:
    """Say whether an answer is only that the documents have been added."""
    said = re.sub(r"[\s.,!~]+", " ", answer).strip()
    return len(said) <= _SHORT and bool(_ADDED.fullmatch(said))


def still_missing(language: Language) -> str:
    """Return why the question stays open after documents were said to have been added."""
    return _STILL[language]
