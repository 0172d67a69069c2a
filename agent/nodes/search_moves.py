"""The first move of a search, by rule: what the question names is fetched, else it is searched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.parts import parts_of
from agent.tools.running import Call, new_call
from store.articles import normal_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.context import AgentContext
    from agent.state import AgentState, JsonObject
    from store.records import Document

_ARTICLE_KO = re.compile(r"제?\s?(\d{1,4})\s?조(?!\s?(?:원|달러|명|개))(?:\s?의\s?(\d{1,3}))?")
_ARTICLE_EN = re.compile(
    r"\b(?:articles?|sections?|clauses?|art\.|sec\.)\s*(\d+(?:\.\d+)*(?:-\d+)?)"
    r"(?:\s*(?:and|,|&)\s*(\d+(?:\.\d+)*))?|§\s?(\d+(?:\.\d+)*)",
    re.IGNORECASE,
)
_TITLE = re.compile(r"[\"“‘'「『]([^\"”’'」』]{2,60})[\"”’'」』]")
_TITLE_WANTED = re.compile(r"조항|조문|\b(?:article|clause|section)\b", re.IGNORECASE)
_STANDARD = re.compile(
    r"표준\s?(?:용역|임대차|근로|도급)?\s?계약|표준\s?(?:안|양식|약관)|\bstandard\b", re.IGNORECASE
)
_STANDARD_NAMED = re.compile(
    r"표준\s?\S*\s?계약|standard (?:\w+ )?(?:contract|agreement)", re.IGNORECASE
)
_COMPARING = re.compile(
    r"비교|견주|견줘|대조|차이|다른|다르|달라|같은지|같은가|보다|불리|유리|각각|"
    r"compare|compari|differ|versus|\bvs\b|\bthan\b|against|match",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"아까|방금\s?(?:말|얘기|이야기)|(?:이전에|앞서|전에)\s?(?:말|얘기|이야기|나눈)|"
    r"\b(?:you|we|i) (?:said|told|mentioned|talked|discussed)\b|earlier in (?:this|our)",
    re.IGNORECASE,
)
_REPHRASE = re.compile(
    r"^(?:(?:그럼|그걸|그거|그것을|방금\s?(?:답|것|거)[을를]?|위\s?답[을를]?|앞의\s?답[을를]?)\s?)*"
    r"(?:다시\s?(?:한번\s?)?(?:설명|말|정리|써)|더\s?(?:짧게|쉽게|간단히|길게)|"
    r"짧게|쉽게|간단히|한\s?줄로|영어로|한국어로|한글로).{0,14}$|"
    r"^(?:please )?(?:(?:say|explain|put|write|translate) (?:that|it|this)|"
    r"(?:make it )?(?:shorter|simpler)|in (?:short|simpler words|korean|english)).{0,30}$",
    re.IGNORECASE,
)
_LINKING = frozenset(
    """the of in to on at by for from with between and or how what when which who is are was were
    does do did can may must has have it its one my 에서 에 대해 대해서 어떻게 되어 되어있어
    되어있나요 되나 되나요 있어 있나 있나요 각각 서로 가요 가 지""".split()  # noqa: SIM905 - a list of words
)
_GIVE = r"(?:알려|찾아|설명해|말해|비교해)\s?(?:줘|주세요)"
_ASKING = re.compile(rf"(?:을|를|에\s?대해|은|는)?\s*(?:좀\s)?{_GIVE}[.?!\s]*$")
_LANGUAGE_MARK = re.compile(r"[\s_\-.](?:en|eng|ko|kor|kr)$", re.IGNORECASE)
_QUERY = 300


def articles_in(question: str) -> list[str]:
    """Return the article numbers that a question names, as the store keeps them."""
    found = [normal_number(m.group()) for m in _ARTICLE_KO.finditer(question)]
    for match in _ARTICLE_EN.finditer(question):
        found += [number.rstrip(".") for number in match.groups() if number]
    return list(dict.fromkeys(found))[:4]


def title_in(question: str) -> str:
    """Return the quoted title of an article that a question names, or an empty string."""
    match = _TITLE.search(question)
    return match.group(1).strip() if match and _TITLE_WANTED.search(question) else ""


def compares_with_standard(question: str) -> bool:
    """Tell whether the question sets the person's contract against the standard one."""
    return bool(_STANDARD.search(question) and _COMPARING.search(question))


def names_standard(text: str) -> bool:
    """Tell whether a text speaks of the standard contract."""
    return bool(_STANDARD_NAMED.search(text))


def only_rephrases(question: str) -> bool:
    """Tell whether the last answer is only to be said again in another way."""
    return bool(_REPHRASE.match(question.strip()))


def search_query(question: str) -> str:
    """Return the question as a search is asked: without the request around it."""
    return (_ASKING.sub("", question.strip()) or question.strip())[:_QUERY]


def topic_of(question: str) -> str:
    """Return what a comparison is about: the question without the words of comparing."""
    bare = _STANDARD.sub(" ", question)
    bare = re.sub(
        r"(?:내|우리|나의|제)\s?계약서?(?:의|와|과|는|은|이|가)?|my contract(?:'s)?", " ", bare
    )
    bare = re.sub(
        r"\bstandard\b|계약서|\bcontracts?\b|(?:서|안|양식)(?:와|과|의|랑|하고)\s", " ", bare
    )
    bare = _COMPARING.sub(" ", _ASKING.sub("", bare))
    words = [word for word in bare.split() if len(word) > 1]
    telling = [n for n, word in enumerate(words) if word.strip("?.,!").casefold() not in _LINKING]
    bare = " ".join(words[telling[0] : telling[-1] + 1]) if telling else ""
    return bare[:_QUERY] or search_query(question)


def documents_named(question: str, documents: Iterable[Document]) -> list[Document]:
    """Return the documents whose name the question says, without its ending.

    The mark of a language at the end of a file's name, ``handbook_en.pdf``, need not be said.
    """
    asked = re.sub(r"[\s_\-]+", "", question).casefold()
    named = []
    for document in documents:
        bare = _LANGUAGE_MARK.sub("", document.name.rsplit(".", 1)[0])
        stem = re.sub(r"[\s_\-]+", "", bare).casefold()
        if document.name.casefold() in question.casefold() or (len(stem) > 3 and stem in asked):  # noqa: PLR2004
            named.append(document)
    return named


def reachable(state: AgentState, context: AgentContext) -> list[Document]:
    """Return the documents that the thread may read."""
    bound = state.get("bound_documents") or []
    return [d for d in context.library.documents() if not bound or d.id in bound]


def first_moves(question: str, documents: Sequence[Document]) -> list[Call]:
    """Return the first calls for a question, without asking a model.

    Args:
        question: It stands alone.
        documents: Those that the thread may read.
    """
    standards = [d for d in documents if d.kind == "standard"]
    calls: list[Call] = []
    numbers, title = articles_in(question), title_in(question)
    named = documents_named(question, documents)
    where: JsonObject = {"document": named[0].name} if len(named) == 1 else {}
    calls += [new_call("get_article_by_index", {"number": n, **where}) for n in numbers]
    if title:
        calls.append(new_call("get_article_by_title", {"title": title, **where}))
    if compares_with_standard(question) and standards:
        topic = topic_of(question)
        calls.append(new_call("hybrid_search", {"query": topic}))
        calls.append(new_call("lookup_standard_contract", {"query": topic}))
    elif not numbers and not title:
        calls += [
            new_call("hybrid_search", {"query": search_query(part)}) for part in parts_of(question)
        ]
        if names_standard(question) and standards and len(documents) > len(standards):
            calls.append(new_call("lookup_standard_contract", {"query": topic_of(question)}))
    if _EARLIER.search(question) and not numbers:
        calls.append(new_call("recall_conversation", {"query": search_query(question)}))
    return calls
