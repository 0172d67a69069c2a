"""A list of every sentence of a kind: dates and amounts by code, other matters by the model."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from agent.citations.marking import Proof
from agent.citations.matching import Support
from agent.citations.numbers import quantities
from agent.citations.orders import trusted_sentences
from agent.prompts.whole import render_picking, words
from agent.whole.reading import evidence_of, parts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agent.citations.sentences import Sentence
    from agent.evidence import Evidence
    from agent.whole.reading import Reading

_MAX_PICKED = 12
_TOKENS = 60
_ENTRY = 400

_DEADLINES = re.compile(
    r"기한|마감|날짜|일정|기일|데드라인|언제|\b(?:deadlines?|dates?|due|time limits?|terms?)\b",
    re.IGNORECASE,
)
_AMOUNTS = re.compile(
    r"금액|요금|비용|가격|돈|액수|수수료|벌금|위약금|퍼센트|비율|숫자|"
    r"\b(?:amounts?|prices?|fees?|costs?|sums?|money|payments?|percentages?|numbers?|figures?)\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"까지|안에|이내|전에|동안|마다|부터|"
    r"\b(?:within|before|by|until|no later|at least|after|every|from)\b",
    re.IGNORECASE,
)
_SPANS = frozenset({"day", "workday", "week", "month", "year", "hour", "oclock"})
_MONEY = frozenset({"krw", "usd", "eur", "gbp", "percent", "fraction"})


class Picked(BaseModel):
    """Numbers of the sentences that were asked for."""

    sentences: list[int] = Field(max_length=_MAX_PICKED)


def list_sentences(what: str, document_id: str, reading: Reading) -> None:
    """Write the list that ``what`` asks for, grouped by heading, every entry with its place."""
    context, language = reading.context, reading.language
    parts = list(parts_of(evidence_of(context, document_id), context))
    by_code = rule_for(what)
    reading.say(words("list", language).format(context.library.document(document_id).name))
    heading = ""
    for done, part in enumerate(parts):
        reading.at(done, len(parts))
        rows = [(one, s) for one in part for s in trusted_sentences(one.text)]
        rows = [(one, s) for one, s in rows if s.text not in one.heading]
        chosen = (
            [row for row in rows if by_code(row[1].text)] if by_code else _ask(what, rows, reading)
        )
        for one, sentence in chosen:
            heading = _entry(one, sentence, heading, reading)
    reading.at(len(parts), len(parts))
    if not reading.proofs:
        reading.say("\n\n" + words("nothing", language))


def _entry(one: Evidence, sentence: Sentence, heading: str, reading: Reading) -> str:
    here = one.title
    if here and here != heading:
        reading.say(f"\n\n**{here}**")
    reading.say(f"\n- {sentence.text[:_ENTRY]} [{one.n}]")
    reading.proofs.append(Proof(one, Support(1.0, sentence.start, sentence.end)))
    return here


def rule_for(what: str) -> Callable[[str], bool] | None:
    """Return the test for what is listed, None where only a model can tell."""
    dates, amounts = bool(_DEADLINES.search(what)), bool(_AMOUNTS.search(what))
    if not dates and not amounts:
        return None

    def wanted(text: str) -> bool:
        units = {q.unit for q in quantities(text)}
        is_date = "date" in units or bool(units & _SPANS and _LIMIT.search(text))
        is_amount = bool(units & _MONEY)
        return (dates and is_date) or (amounts and is_amount)

    return wanted


def _ask(
    what: str, rows: Sequence[tuple[Evidence, Sentence]], reading: Reading
) -> list[tuple[Evidence, Sentence]]:
    """Let the model pick the sentences of a part by their numbers."""
    lines = [f"{n}. {sentence.text}" for n, (_, sentence) in enumerate(rows, 1)]
    parsed = reading.context.door.parse(
        "writer",
        render_picking(what, lines, reading.language),
        Picked,
        default=Picked(sentences=[]),
        stop=reading.context.stop,
        max_tokens=_TOKENS,
    )
    reading.calls += parsed.calls
    return [rows[n - 1] for n in sorted(set(parsed.value.sentences)) if 0 < n <= len(rows)]
