"""What every passage of a document implies: its title, and whose it is.

A question that says whose rules it means finds those words on the first page, not in the passage.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.context import AgentContext
    from agent.evidence import Evidence

_TITLE = 90
_FRONT = 500
_PARTY = re.compile(
    r"[\w]+(?=\s?(?:주식회사|㈜|\(주\)|유한회사|재단|협회|조합|학교|병원))|"
    r"(?:주식회사|㈜|\(주\)|유한회사)\s?[\w]+|[\w]+(?=\s?\((?:아래에서|이하))|"
    r"(?:[A-Z][\w&]+ )+(?=(?:Ltd|Inc|LLC|LLP|Corp|Co|Company|GmbH|plc)\b)"
)


def titles(evidence: Sequence[Evidence], context: AgentContext) -> Mapping[str, str]:
    """Return, by document id, what opens the document: its title and whose it is."""
    ids = {one.document_id for one in evidence}
    return {id_: opening(context.library.page_text(id_, 1)) for id_ in ids}


def opening(text: str) -> str:
    """Return the first lines of a page up to the first sentence, two at most, and its parties."""
    lines = [line.strip() for line in text.splitlines() if line.strip()][:2]
    kept = list(itertools.takewhile(lambda line: not line.endswith("."), lines))
    parties = dict.fromkeys(match.group().strip() for match in _PARTY.finditer(text[:_FRONT]))
    return "\n".join(["\n".join(kept)[:_TITLE], *parties])
