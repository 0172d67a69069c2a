"""Numbers, dates and amounts as values, so that they compare across notations and languages.

``30일``, ``thirty days`` and ``30 days`` are one value; so are ``5천만원`` and ``₩50,000,000``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from agent.citations.dates import dates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value in a text. ``unit`` is empty where none is written; ``date`` holds known parts."""

    value: float
    unit: str
    start: int
    end: int
    date: tuple[int, int, int] | None = None


_UNITS: tuple[tuple[str, str], ...] = (
    ("percentpoint", r"퍼센트\s?포인트|%p|percentage points?"),
    ("percent", r"퍼센트|프로(?![가-힣])|%|percent\b|per cent\b"),
    ("krw", r"원(?!본|칙|인|격|고|장|래|활|천|단|어)|won\b|KRW\b"),
    ("usd", r"달러|dollars?\b|USD\b"),
    ("eur", r"유로|euros?\b|EUR\b"),
    ("gbp", r"파운드|pounds?\b|GBP\b"),
    ("month", r"개월|달(?!러)|months?\b"),
    ("workday", r"영업일|근무일|(?:working|business)[ -]days?\b"),
    ("week", r"주(?:일|간)?(?![가-힣])|주(?=에|마다|일|간|의|를|동안)|weeks?\b"),
    ("hour", r"시간|hours?\b|hrs?\b"),
    ("oclock", r"시(?!간)|o'clock\b|a\.?m\b\.?|p\.?m\b\.?"),
    ("minute", r"분(?!의|기|할|야|류|쟁)|minutes?\b|mins?\b"),
    ("second", r"초(?!과)|seconds?\b"),
    ("year", r"년|years?\b"),
    ("day", r"일(?!부|반|정|체|치)|days?\b"),
    ("person", r"명|인(?![가-힣])|people\b|persons?\b"),
    ("age", r"세(?![가-힣])|살|years old\b"),
    ("times", r"회(?![사의원])|번(?!호)|times\b"),
)
_SAME = {"workday": "day", "age": "year"}
_SIGNS = {"₩": "krw", "￦": "krw", "$": "usd", "€": "eur", "£": "gbp"}
_KOREAN = {"십": 10, "백": 100, "천": 1000, "만": 10_000, "억": 10**8, "조": 10**12}
_BIG = r"(?:만|억|조(?!의|\s?\(|[가-힣]))"
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_NUMBER = re.compile(
    r"(?P<sign>[₩￦$€£])?\s?"
    rf"(?P<koreannumber>(?:(?:{_DIGITS})\s?[십백천]?\s?{_BIG}\s?)+"
    rf"(?:(?:{_DIGITS})\s?[십백천]?(?=\s?원))?|(?:{_DIGITS})\s?[십백천](?=\s?원|\s?달러|\s?명))"
    rf"|(?P<sign2>[₩￦$€£])?\s?(?P<plain>{_DIGITS})"
)
_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90, "hundred": 100, "thousand": 1000, "million": 10**6,
}  # fmt: skip
_WORD_NUMBER = re.compile(
    r"\b(?:" + "|".join(_WORDS) + r")(?:[ -](?:and )?(?:" + "|".join(_WORDS) + r"))*\b",
    re.IGNORECASE,
)
_KOREAN_COUNT = {
    "한": 1, "두": 2, "세": 3, "석": 3, "네": 4, "넉": 4, "다섯": 5, "여섯": 6, "일곱": 7,
    "여덟": 8, "아홉": 9, "열": 10, "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "열흘": 10,
    "일주일": 1, "스무": 20,
}  # fmt: skip
_KOREAN_COUNTED = re.compile(
    r"(?<![가-힣])(?P<word>한|두|세|석|네|넉|다섯|여섯|일곱|여덟|아홉|열|스무)\s?"
    r"(?P<unit>시간|달|주|번|명|사람|살|해|배|가지)"
    r"|(?<![가-힣])(?P<days>하루|이틀|사흘|나흘|열흘)|(?P<week>(?<![가-힣])일주일)"
)
_COUNTED_UNIT = {
    "시간": "hour", "달": "month", "주": "week", "번": "times", "명": "person", "사람": "person",
    "살": "age", "해": "year", "배": "", "가지": "",
}  # fmt: skip
_UNIT_AFTER = re.compile(
    r"\s?(?:(?:calendar|full|whole|complete|consecutive|clear|further|additional|extra|more)[ -])?"
    r"(?:" + "|".join(f"(?P<{name}>{form})" for name, form in _UNITS) + ")",
    re.IGNORECASE,
)
_IN_A_CODE = re.compile(r"[A-Za-z]")
_FRACTION = re.compile(
    rf"(?P<below>{_DIGITS})\s?분의\s?(?P<above>{_DIGITS})|(?P<a>\d+)/(?P<b>\d+)(?![\d/])"
)
_REFERENCE = re.compile(r"\[\d+(?:\.\d+)*(?:\s*,\s*\d+(?:\.\d+)*)*\]")
_ORDINAL_AFTER = re.compile(r"\s?(?:조|항|호|장|절|쪽|페이지|판|차|단계|종)(?![가-힣]{2})")
_SECTION = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s+[^\W\d]")
_ORDINAL_BEFORE = re.compile(
    r"(?:제|article|section|clause|chapter|table|page|p\.|no\.|표|step)\s?$", re.IGNORECASE
)


def quantities(text: str) -> list[Quantity]:
    """Return the quantities of ``text`` in order; citation marks are not numbers."""
    bare = _REFERENCE.sub(lambda m: " " * len(m.group()), text)
    found = [*_dates(bare), *_fractions(bare)]
    taken = [(q.start, q.end) for q in found]
    for quantity in (*_digits(bare), *_words(bare), *_korean_counts(bare)):
        if not any(a < quantity.end and quantity.start < b for a, b in taken):
            taken.append((quantity.start, quantity.end))
            found.append(quantity)
    return sorted(found, key=lambda q: q.start)


def is_ordinal(text: str, quantity: Quantity) -> bool:
    """Tell whether the number only names a place, such as an article, a page or a list item."""
    if quantity.unit or quantity.date:
        return False
    before, after = text[: quantity.start], text[quantity.end :]
    if _ORDINAL_AFTER.match(after) or _ORDINAL_BEFORE.search(before):
        return True
    if before.rpartition("\n")[2].strip(" *-•>#"):
        return False
    return after[:1] in {".", ")"} or bool(_SECTION.match(text[quantity.start :]))


def holds(source: Iterable[Quantity], wanted: Quantity) -> bool:
    """Tell whether ``wanted`` is among the quantities of a source, units and date parts fitting."""
    return any(_same(have, wanted) for have in source)


def _same(have: Quantity, wanted: Quantity) -> bool:
    if wanted.date or have.date:
        return _same_date(have, wanted)
    have, wanted = _as_share(have), _as_share(wanted)
    if abs(have.value - wanted.value) > 1e-9 * max(1.0, abs(have.value)):
        return False
    a, b = _SAME.get(have.unit, have.unit), _SAME.get(wanted.unit, wanted.unit)
    return not a or not b or a == b


def _as_share(quantity: Quantity) -> Quantity:
    """Return a percentage as the fraction that it is."""
    if quantity.unit != "percent":
        return quantity
    return replace(quantity, value=quantity.value / 100, unit="fraction")


def _fractions(text: str) -> Iterator[Quantity]:
    for match in _FRACTION.finditer(text):
        above = float((match["above"] or match["a"]).replace(",", ""))
        below = float((match["below"] or match["b"]).replace(",", ""))
        if below > above:
            yield Quantity(above / below, "fraction", *match.span())


def _same_date(have: Quantity, wanted: Quantity) -> bool:
    if have.date and wanted.date:
        pairs = list(zip(have.date, wanted.date, strict=True))
        known = [(a, b) for a, b in pairs if a and b]
        return bool(known) and all(a == b for a, b in known) and any(b for _, b in pairs[1:])
    if have.date and wanted.unit in {"year", "month", "day", ""}:
        part = {"year": 0, "month": 1, "day": 2}.get(wanted.unit, 0)
        return have.date[part] == wanted.value
    return False


def _dates(text: str) -> Iterator[Quantity]:
    return (Quantity(0.0, "date", *span, date=parts) for span, parts in dates(text))


def _digits(text: str) -> Iterator[Quantity]:
    for match in _NUMBER.finditer(text):
        sign = match["sign"] or match["sign2"]
        written = match["koreannumber"] or match["plain"]
        begin = match.start("koreannumber" if match["koreannumber"] else "plain")
        if _IN_A_CODE.search(text, max(0, begin - 1), begin):
            continue  # as in BW1068
        value = _korean_value(written) if match["koreannumber"] else float(written.replace(",", ""))
        unit, end = _unit_at(text, match.end())
        signed = match.start("sign" if match["sign"] else "sign2") if sign else begin
        yield Quantity(value, _SIGNS.get(sign or "", unit), signed, end)


def _unit_at(text: str, at: int) -> tuple[str, int]:
    found = _UNIT_AFTER.match(text, at)
    return (found.lastgroup or "", found.end()) if found else ("", at)


def _korean_value(written: str) -> float:
    total = small = current = 0.0
    for token in re.findall(rf"{_DIGITS}|[십백천만억조]", written):
        if token not in _KOREAN:
            current = float(token.replace(",", ""))
        elif _KOREAN[token] < 10_000:  # noqa: PLR2004 - ten thousand is where Korean groups
            small += (current or 1) * _KOREAN[token]
            current = 0.0
        else:
            total += ((small + current) or 1) * _KOREAN[token]
            small = current = 0.0
    return total + small + current


def _words(text: str) -> Iterator[Quantity]:
    for match in _WORD_NUMBER.finditer(text):
        unit, end = _unit_at(text, match.end())
        value = _word_value(match.group())
        if value == 1 and not unit:
            continue  # "one" is mostly a pronoun
        yield Quantity(value, unit, match.start(), end)


def _word_value(written: str) -> float:
    total = current = 0
    for word in re.findall(r"[a-z]+", written.lower()):
        if word == "and":
            continue
        value = _WORDS[word]
        if value == 100:  # noqa: PLR2004 - hundred multiplies within a group
            current = (current or 1) * value
        elif value > 100:  # noqa: PLR2004 - thousand and above close a group
            total += (current or 1) * value
            current = 0
        else:
            current += value
    return float(total + current)


def _korean_counts(text: str) -> Iterator[Quantity]:
    for match in _KOREAN_COUNTED.finditer(text):
        if match["days"]:
            yield Quantity(_KOREAN_COUNT[match["days"]], "day", *match.span())
        elif match["week"]:
            yield Quantity(1, "week", *match.span())
        else:
            unit = _COUNTED_UNIT[match["unit"]]
            yield Quantity(_KOREAN_COUNT[match["word"]], unit, *match.span())
