"""The built-in tools and the running of calls, on a real library."""

import dataclasses
import threading

import pytest

from agent.errors import StoppedByPerson
from agent.tools.catalogue import Catalogue, ToolResult
from store.records import Summary
from tests.graph.calling import run, tool

RULES = "제1조(목적) 이 규정은 휴가를 정한다.\n제7조(연차) 연차는 3영업일 전까지 신청한다.\n"
STANDARD = "제1조(목적) 표준이다.\n제9조(손해배상) 손해는 계약금액을 한도로 배상한다.\n"


def test_get_article_by_index_reads_korean_numbers(around):
    around.library.add(RULES.encode(), name="rules.txt")
    (found,) = run(around, ("get_article_by_index", {"number": "제7조", "document": "rules"}))
    assert found.ok
    assert "3영업일" in found.text
    assert found.data["passages"][0]["article"] == "7"


def test_hybrid_search_reads_touching_passages_as_one(around):
    text = "\n".join(f"제{n}조(제목{n}) 번역 용역의 {n}번째 조문이다." for n in range(1, 4))
    around.library.add(text.encode(), name="rules.txt")
    (found,) = run(around, ("hybrid_search", {"query": "번역 용역"}))
    assert len(found.data["passages"]) == 3
    assert found.text == f"rules.txt p.1: {text}"


def test_get_article_by_index_missing_number_says_none(around):
    around.library.add(RULES.encode(), name="rules.txt")
    (found,) = run(around, ("get_article_by_index", {"number": "99"}))
    assert found.ok
    assert found.data["verdict"] == "none"


def test_get_article_by_title_finds_it(around):
    around.library.add(RULES.encode(), name="rules.txt")
    (found,) = run(around, ("get_article_by_title", {"title": "연차"}))
    assert "3영업일" in found.text


def test_lookup_standard_contract_searches_it_alone(around):
    around.library.add(RULES.encode(), name="rules.txt")
    (refused,) = run(around, ("lookup_standard_contract", {"query": "손해배상"}))
    assert not refused.ok
    added = around.library.add(STANDARD.encode(), name="standard.txt")
    around.library.set_kind(added.document.id, "standard")
    (found,) = run(around, ("lookup_standard_contract", {"query": "손해배상 한도"}))
    assert {p["document"] for p in found.data["passages"]} == {"standard.txt"}


def test_retrieve_docs_finds_a_catalogue_record(around):
    around.library.add(
        b'[{"name": "VoiceBox", "category": "voice", "price": 9}, {"name": "ClipCut", "price": 5}]',
        name="tools.json",
    )
    (found,) = run(around, ("retrieve_docs", {"query": "VoiceBox price"}))
    assert "VoiceBox" in found.data["passages"][0]["text"]


def test_read_file_reads_a_page_and_names_what_is_missing(around):
    around.library.add(RULES.encode(), name="rules.txt")
    read, absent, beyond = run(
        around,
        ("read_file", {"name": "rules"}),
        ("read_file", {"name": "nothing.pdf"}),
        ("read_file", {"name": "rules", "page": 9}),
    )
    assert "3영업일" in read.text
    assert "nothing.pdf" in absent.error
    assert "page 9 does not exist" in beyond.error


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("lease.txt", "lease.txt"),
        ("Lease", "lease.txt"),
        ("my lease", "my lease.txt"),
        ("y lea", "my lease.txt"),
    ],
)
def test_document_is_found_by_its_name_then_its_stem_then_a_part(around, name, document):
    for called, rent in (("my lease.txt", 1000), ("lease.txt", 900)):
        text = f"{called}\n\nArticle 1. Rent\nThe rent is ${rent}.\n"
        around.library.add(text.encode(), name=called)
    calls = (
        ("read_file", {"name": name}),
        ("get_article_by_index", {"number": "1", "document": name}),
        ("get_article_by_title", {"title": "Rent", "document": name}),
    )
    for found in run(around, *calls):
        assert {row["document"] for row in found.data["passages"]} == {document}


def test_unknown_document_is_told_with_the_names_there_are(around):
    around.library.add(RULES.encode(), name="rules.txt")
    calls = (
        ("read_file", {"name": "lease"}),
        ("get_article_by_index", {"number": "7", "document": "lease"}),
        ("get_article_by_title", {"title": "연차", "document": "lease"}),
    )
    for refused in run(around, *calls):
        assert not refused.ok
        assert "'lease'" in refused.error
        assert "rules.txt" in refused.error


def test_recall_conversation_finds_a_summary_of_this_thread(around):
    around.summaries.add(Summary("s1", "t1", "The venue is the town hall.", 1.0))
    around.summaries.add(Summary("s2", "other", "The venue is a barn.", 1.0))
    (found,) = run(around, ("recall_conversation", {"query": "venue"}))
    assert "town hall" in found.text
    assert "barn" not in found.text


def test_get_current_datetime_is_another_name_of_get_time(around):
    (found,) = run(around, ("get_current_datetime", {"time_zone": "런던"}))
    assert "00:30" in found.text


def test_bound_thread_reads_its_documents_only(around):
    mine = around.library.add(RULES.encode(), name="rules.txt").document
    around.library.add(STANDARD.encode(), name="standard.txt")
    bound = dataclasses.replace(around, documents=[mine.id])
    (found,) = run(bound, ("get_article_by_index", {"number": "9"}))
    assert found.data["verdict"] == "none"


def test_run_calls_side_by_side_meet(around):
    barrier = threading.Barrier(2, timeout=10)

    def meet(_args, _around):
        barrier.wait()
        return ToolResult(ok=True, text="met")

    tools = Catalogue([tool("a", meet), tool("b", meet)])
    results = run(around, ("a", {}), ("b", {}), tools=tools)
    assert [r.text for r in results] == ["met", "met"]


def test_run_calls_time_of_loading_is_not_the_calls(around):
    loaded = threading.Event()

    def load(_around):
        threading.Timer(0.4, loaded.set).start()
        loaded.wait(20)

    def look(_args, _around):
        return ToolResult(ok=True, text=str(loaded.is_set()))

    tools = Catalogue([tool("look", look, timeout_s=0.2, prepare=load)])
    (result,) = run(around, ("look", {}), tools=tools)
    assert (result.ok, result.text) == (True, "True")


def test_run_calls_stopped_while_loading_begins_none(around):
    release, begun = threading.Event(), []

    def load(_around):
        around.stop.set()
        release.wait(20)

    tools = Catalogue([tool("look", lambda _a, _s: begun.append(1), prepare=load)])
    events = []
    with pytest.raises(StoppedByPerson):
        run(around, ("look", {}), tools=tools, events=events)
    release.set()
    assert not begun
    assert not events


def test_run_calls_stopped_raises(around):
    around.stop.set()
    release = threading.Event()
    tools = Catalogue([tool("wait", lambda _a, _s: ToolResult(ok=release.wait(20), text=""))])
    with pytest.raises(StoppedByPerson):
        run(around, ("wait", {}), tools=tools)
    release.set()
