"""A summary: a line per part, each with its proof, then the whole in a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.citations.marking import MARK, Verifier
from agent.citations.numbers import holds, is_ordinal, quantities
from agent.citations.orders import harmless, trusted_sentences
from agent.citations.sentences import in_one_line
from agent.models.budget import cut
from agent.prompts.whole import render_overview, render_part, words
from agent.whole.reading import evidence_of, parts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.citations.marking import Verified
    from agent.evidence import Evidence
    from agent.whole.reading import Reading

_LINE = 110
_OVERVIEW = 220
_LINES_SHOWN = 700
_LOST_SHOWN = 4
_TOLD = frozenset({"date", "krw", "usd", "eur", "gbp", "percent", "fraction"})


def summarise_document(document_id: str, reading: Reading) -> None:
    """Write the summary of a document."""
    context, language = reading.context, reading.language
    parts = list(parts_of(evidence_of(context, document_id), context))
    reading.say(words("summary", language).format(context.library.document(document_id).name))
    lines = []
    for done, part in enumerate(parts):
        reading.at(done, len(parts))
        line = _line(part, reading)
        lines.append(MARK.sub("", line.text))
        reading.proofs += line.proofs
        reading.say(f"\n- {line.text}")
    reading.at(len(parts), len(parts))
    if len(parts) > 1:
        _overview(lines, parts, reading)


def _line(part: Sequence[Evidence], reading: Reading) -> Verified:
    """Return a part's line; where it has no proof, the part's own fullest sentence."""
    text = harmless("\n".join(s.text for one in part for s in trusted_sentences(one.text)))
    reply = reading.ask(render_part(text, reading.language), _LINE)
    verifier = Verifier(part)
    line = verifier.verify(in_one_line(reply.text))
    if not line.supported or line.marks:
        line = verifier.verify(fullest_sentence(part))
    lost = lost_values(text, line.text)
    if lost:
        line.text += f" ({', '.join(lost)})"
    return line


def fullest_sentence(part: Sequence[Evidence]) -> str:
    """Return the sentence of a part that holds the most values, the first of several."""
    sentences = [s.text for one in part for s in trusted_sentences(one.text)]
    return max(sentences, key=lambda s: (min(len(quantities(s)), 3), len(s) > 30), default="")  # noqa: PLR2004


def lost_values(text: str, line: str) -> list[str]:
    """Return dates, amounts and percentages of ``text`` that ``line`` lost, the first few."""
    said = quantities(line)
    lost = [
        in_one_line(text[q.start : q.end])
        for q in quantities(text)
        if q.unit in _TOLD and not is_ordinal(text, q) and not holds(said, q)
    ]
    return list(dict.fromkeys(lost))[:_LOST_SHOWN]


def _overview(lines: Sequence[str], parts: Sequence[Sequence[Evidence]], reading: Reading) -> None:
    shown = cut("\n".join(lines), _LINES_SHOWN, reading.context.door.count_tokens)
    reading.say(f"\n\n**{words('overview', reading.language)}** ")
    reply = reading.ask(render_overview(shown, reading.language), _OVERVIEW, shown=True)
    verified = Verifier([one for part in parts for one in part]).verify(reply.text.strip())
    start = len(reading.text)
    reading.say(verified.text, shown=True)
    reading.marks += [
        {**mark, "start": mark["start"] + start, "end": mark["end"] + start}
        for mark in verified.marks
    ]
    reading.proofs += verified.proofs
