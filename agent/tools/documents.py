"""Tools that read the person's documents and never write; ``run_one`` tells the store's errors."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from agent.places import short_place
from agent.tools.catalogue import Tool, ToolResult, ToolSurroundings
from store.errors import DocumentMissingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.state import JsonObject
    from store.records import Article, Document, Passage, SearchResult

_HITS = 6
_TOLD = 12


class SearchArgs(BaseModel):
    """Arguments of the search tools."""

    query: str = Field(min_length=1, max_length=300, description="What to look for, in few words")


class ArticleNumberArgs(BaseModel):
    """Arguments of ``get_article_by_index``."""

    number: str = Field(min_length=1, max_length=20, description="Article number such as 7 or 7-2")
    document: str = Field(default="", max_length=200, description="Document name; empty for any")


class ArticleTitleArgs(BaseModel):
    """Arguments of ``get_article_by_title``."""

    title: str = Field(min_length=1, max_length=120, description="Title of the article")
    document: str = Field(default="", max_length=200, description="Document name; empty for any")


class ReadFileArgs(BaseModel):
    """Arguments of ``read_file``."""

    name: str = Field(min_length=1, max_length=200, description="Name of a document in the library")
    page: int = Field(default=1, ge=1, description="Page to begin at")


def as_plain(passage: Passage, score: float = 1.0, why: str = "") -> JsonObject:
    """Return a passage as the plain object that state and events carry, its text included."""
    return {
        "passage_id": passage.id,
        "document_id": passage.document_id,
        "document": passage.document,
        "page": passage.page,
        "label": passage.label,
        "start": passage.start,
        "end": passage.end,
        "article": passage.article,
        "heading": passage.heading,
        "kind": passage.kind,
        "dated": passage.dated,
        "score": round(score, 4),
        "why": why,
        "text": passage.text,
    }


def _found(result: SearchResult, around: ToolSurroundings) -> ToolResult:
    passages = [as_plain(hit.passage, hit.score, hit.why) for hit in result.hits]
    data: JsonObject = {
        "passages": passages,
        "verdict": result.verdict,
        "hopeless": result.hopeless,
        "confidence": round(result.confidence, 3),
        "notices": list(result.notices),
    }
    if result.verdict == "none":
        return ToolResult(ok=True, text="nothing in the documents fits", data=data)
    whole = around.library.merge_neighbours(result.hits)
    lines = [f"{short_place(one.document, one.page, one.heading)}: {one.text}" for one in whole]
    return ToolResult(ok=True, text="\n".join(lines), data=data)


def _load_embedder(around: ToolSurroundings) -> None:
    if around.library.documents():
        around.library.load_embedder()


def _hybrid_search(args: BaseModel, around: ToolSurroundings) -> ToolResult:
    assert isinstance(args, SearchArgs)  # noqa: S101 - the catalogue pairs model and function
    return _found(around.library.search(args.query, k=_HITS, documents=around.documents), around)


def _lookup_standard(args: BaseModel, around: ToolSurroundings) -> ToolResult:
    assert isinstance(args, SearchArgs)  # noqa: S101 - the catalogue pairs model and function
    standards = [d.id for d in around.library.documents() if d.kind == "standard"]
    if not standards:
        error = "no document is marked as a standard contract; mark one in the sidebar"
        return ToolResult(ok=False, text="", error=error)
    return _found(around.library.search(args.query, k=3, documents=standards), around)


def in_reach(around: ToolSurroundings) -> list[Document]:
    """Return the documents a thread may read."""
    reach, documents = around.documents, around.library.documents()
    return [d for d in documents if reach is None or d.id in reach]


def named(documents: Sequence[Document], name: str) -> list[Document]:
    """Return the documents of a name: so called, else with that stem, else with it in the name.

    Raises:
        DocumentMissingError: None is called so; the message tells the names there are.
    """
    wanted = name.strip().casefold()
    for fits in (
        lambda called: called == wanted,
        lambda called: called.rpartition(".")[0] == wanted,
        lambda called: bool(wanted) and wanted in called,
    ):
        if fitting := [d for d in documents if fits(d.name.casefold())]:
            return fitting
    there = ", ".join(d.name for d in documents[:_TOLD]) or "none"
    message = f"no document is named {name!r}; the documents are: {there}"
    raise DocumentMissingError(message)


def _asked(around: ToolSurroundings, name: str) -> list[Document]:
    return named(in_reach(around), name) if name.strip() else in_reach(around)


def _article_result(articles: Sequence[Article], asked: str) -> ToolResult:
    if not articles:
        return ToolResult(
            ok=True, text=f"no article {asked} in the documents",
            data={"passages": [], "articles": [], "verdict": "none"},
        )  # fmt: skip
    passages = [as_plain(p, why="article") for a in articles for p in a.passages]
    names = [{"document": a.document, "number": a.number, "title": a.title} for a in articles]
    text = "\n\n".join(f"{a.document} {a.number} {a.title}\n{a.text}" for a in articles)
    data: JsonObject = {"passages": passages, "articles": names, "verdict": "found"}
    return ToolResult(ok=True, text=text, data=data)


def normal_number(number: str) -> str:
    """Return an article number as the store keeps it: ``제7조의2`` is ``7-2``."""
    found = re.search(r"(\d+)\s*조\s*의\s*(\d+)", number)
    if found:
        return f"{int(found[1])}-{int(found[2])}"
    found = re.search(r"\d+(?:[-.]\d+)*", number)
    return found.group() if found else number.strip()


def _by_number(args: BaseModel, around: ToolSurroundings) -> ToolResult:
    assert isinstance(args, ArticleNumberArgs)  # noqa: S101 - the catalogue pairs them
    number = normal_number(args.number)
    found = [
        article
        for document in _asked(around, args.document)
        if (article := around.library.article(document.id, number)) is not None
    ]
    return _article_result(found, args.number)


def _by_title(args: BaseModel, around: ToolSurroundings) -> ToolResult:
    assert isinstance(args, ArticleTitleArgs)  # noqa: S101 - the catalogue pairs them
    titled = [
        article
        for document in _asked(around, args.document)
        for article in around.library.articles_by_title(document.id, args.title)
    ]
    found = [
        whole
        for article in titled[:4]
        if (whole := around.library.article(article.document_id, article.number)) is not None
    ]
    return _article_result(found, args.title)


def _read_file(args: BaseModel, around: ToolSurroundings) -> ToolResult:
    assert isinstance(args, ReadFileArgs)  # noqa: S101 - the catalogue pairs model and function
    document = named(in_reach(around), args.name)[0]
    if args.page > document.pages:
        error = f"{document.name!r} has {document.pages} pages; page {args.page} does not exist"
        return ToolResult(ok=False, text="", error=error)
    passages = [p for p in around.library.passages(document.id) if p.page >= args.page][:_HITS]
    text = around.library.page_text(document.id, args.page)[:4000]
    return ToolResult(ok=True, text=text, data={"passages": [as_plain(p) for p in passages]})


_PASSAGES: JsonObject = {
    "required": ["passages"],
    "properties": {
        "passages": {
            "type": "array",
            "items": {"type": "object", "required": ["passage_id", "document", "page", "text"]},
        }
    },
}
HYBRID_SEARCH = Tool(
    name="hybrid_search",
    description="Search the person's own documents: policies, contracts, manuals, reports.",
    description_ko="문서에서 관련 내용을 찾습니다.",
    args=SearchArgs,
    run=_hybrid_search,
    prepare=_load_embedder,
    gives=_PASSAGES,
)
RETRIEVE_DOCS = replace(
    HYBRID_SEARCH,
    name="retrieve_docs",
    description="Find services, tools, software and prices in the catalogues and trend reports.",
    description_ko="카탈로그와 보고서에서 서비스와 가격을 찾습니다.",
)
GET_ARTICLE_BY_INDEX = Tool(
    name="get_article_by_index",
    description="Fetch one article of a contract or rule by its number.",
    description_ko="조 번호로 조항을 가져옵니다.",
    args=ArticleNumberArgs,
    run=_by_number,
    gives=_PASSAGES,
)
GET_ARTICLE_BY_TITLE = Tool(
    name="get_article_by_title",
    description="Fetch the article of a contract or rule that has a given title.",
    description_ko="제목으로 조항을 가져옵니다.",
    args=ArticleTitleArgs,
    run=_by_title,
    gives=_PASSAGES,
)
LOOKUP_STANDARD_CONTRACT = replace(
    HYBRID_SEARCH,
    name="lookup_standard_contract",
    description="Search only the standard contract, to compare a clause with it.",
    description_ko="표준계약서에서만 찾습니다.",
    run=_lookup_standard,
)
READ_FILE = Tool(
    name="read_file",
    description="Open a file of the library, a PDF or another one, by its name and read it.",
    description_ko="라이브러리의 파일을 열어 읽습니다.",
    args=ReadFileArgs,
    run=_read_file,
    gives=_PASSAGES,
)
