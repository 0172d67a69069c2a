"""The tools that come with the app, in the order they are offered."""

from agent.tools.calculator import CALCULATOR
from agent.tools.catalogue import Catalogue
from agent.tools.clock import GET_TIME
from agent.tools.documents import (
    GET_ARTICLE_BY_INDEX,
    GET_ARTICLE_BY_TITLE,
    HYBRID_SEARCH,
    LOOKUP_STANDARD_CONTRACT,
    READ_FILE,
    RETRIEVE_DOCS,
)
from agent.tools.recall import RECALL_CONVERSATION

EXACT = frozenset({CALCULATOR.name, GET_TIME.name})
"""Tools whose result stands as it is."""


def builtin_tools() -> Catalogue:
    """Return the catalogue of the built-in tools."""
    return Catalogue(
        [
            CALCULATOR,
            GET_TIME,
            HYBRID_SEARCH,
            RETRIEVE_DOCS,
            GET_ARTICLE_BY_INDEX,
            GET_ARTICLE_BY_TITLE,
            LOOKUP_STANDARD_CONTRACT,
            RECALL_CONVERSATION,
            READ_FILE,
        ],
        aliases={"get_current_datetime": "get_time"},
    )
