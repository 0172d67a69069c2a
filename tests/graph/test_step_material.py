"""What of a search a step's writer is given: what speaks of the request, and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from agent.approval_switches import Switches
from agent.step_material import StepMaterial
from tests.graph.conversation import Conversation
from tests.graph.papers import STANDARD, add, add_contracts
from tests.graph.task_script import TaskScript

if TYPE_CHECKING:
    from store.library import Library

PARKING = "# Parking rules\n\nEvery visitor parks behind the house and writes the plate down.\n"
LEAVE = "# 휴가 규정\n\n연차 휴가는 3영업일 전까지 신청한다. 병가는 진단서를 낸다.\n"
SERVICES = {
    "title": "AI services",
    "services": [{"name": "ShortsPen", "description": "Writes scripts for shorts", "price": "9"}],
}


@pytest.fixture
def stocked(library: Library) -> Library:
    library.add(PARKING.encode(), name="parking.md")
    library.add(LEAVE.encode(), name="휴가 규정.md")
    library.add(json.dumps(SERVICES).encode(), name="tools.json")
    return library


def found(library: Library, query: str, tool: str = "hybrid_search") -> list[dict[str, Any]]:
    """Return a search's result as a step keeps it, every passage of the library found."""
    passages = [
        {"passage_id": p.id, "score": 0.3, "kind": p.kind}
        for document in library.documents()
        for p in library.passages(document.id)
    ]
    data = {"passages": passages, "verdict": "found"}
    return [{"call_id": "c", "tool": tool, "ok": True, "text": query, "data": data}]


def shown(library: Library, request: str, step: str, *, bound: bool = False) -> str:
    return "\n".join(StepMaterial(library, request, step, bound=bound).texts(found(library, step)))


def test_material_leaves_out_what_does_not_speak_of_the_request(stocked):
    assert shown(stocked, "Make a short about my tea shop", "Write the script. A script") == ""


def test_material_keeps_what_speaks_of_the_request(stocked):
    text = shown(stocked, "Write a parking note for visitors", "Collect the rules. A list")
    assert "parks behind the house" in text
    assert "연차" not in text


@pytest.mark.parametrize(
    ("request_", "step", "kept"),
    [
        ("Compare my contract with the standard contract", "Read my contract. Payment", "45일"),
        ("Compare my contract with the standard contract", "Read the standard contract", "14일"),
        ("Make a payment calendar from my contract", "Collect the payment terms", "45일"),
    ],
)
def test_material_of_one_contract_leaves_the_other_one_out(library, request_, step, kept):
    add_contracts(library)
    text = shown(library, request_, step, bound=True)
    assert kept in text
    assert {"45일": "14일", "14일": "45일"}[kept] not in text


def test_material_of_a_contract_that_is_not_there_is_the_other_one(library):
    add(library, standard=STANDARD)
    assert "14일" in shown(library, "Explain my contract", "Read my contract", bound=True)


@pytest.mark.parametrize(
    ("request_", "step", "kept"),
    [
        ("동네 카페를 알리는 쇼츠를 만들어줘", "카페 쇼츠 대본 쓰기. 첫 문장과 장면별 대사", False),
        ("카페 계약의 대금 일정표를 만들어줘", "대금 조항 모으기. 지급 기일의 목록", True),
        ("달빛 카페 포스터 납품 일정표를 만들어줘", "납품 날짜 모으기. 날짜 목록", True),
    ],
)
def test_material_is_of_a_contract_only_where_it_or_its_matter_is_asked_for(
    library, request_, step, kept
):
    matter = "제1조(목적)\n을은 갑의 달빛 카페 포스터를 만들어 납품한다.\n"
    mine = f"{matter}제2조(대금)\n45일 안에 준다.\n"
    added = library.add(mine.encode(), name="contract_ko.txt")
    library.set_kind(added.document.id, "contract")
    assert bool(shown(library, request_, step)) is kept


def test_material_needs_more_than_a_word_that_any_office_paper_has(stocked):
    rules = "# 복무 규정\n\n회사는 처음 시작하는 사람에게 연차 휴가를 준다.\n"
    stocked.add(rules.encode(), name="복무.md")
    step = "뉴스레터 글 쓰기. 첫 호 원고"
    assert shown(stocked, "회사 소개 뉴스레터를 처음 시작하려고 해", step) == ""


def test_material_leaves_out_what_only_shares_a_word_with_the_step(stocked):
    assert shown(stocked, "Cut a webinar into shorts", "Write the plate. Behind the house") == ""


def test_material_in_korean_keeps_its_own_document(stocked):
    text = shown(stocked, "휴가 규정으로 신입 안내문을 만들어줘", "안내문 쓰기. 한 쪽짜리 안내문")
    assert "3영업일" in text
    assert "parks" not in text


def test_material_holds_services_only_where_the_step_asks_for_them(stocked):
    request = "Make shorts with a good script"
    assert "ShortsPen" not in shown(stocked, request, "Write the script. Scripts for shorts")
    assert "ShortsPen" in shown(stocked, request, "Find a service for scripts. Scripts for shorts")


def test_material_holds_nothing_of_a_search_that_found_none(stocked):
    none = {"passages": [], "verdict": "none"}
    row = {"call_id": "c", "tool": "get_article_by_index", "ok": True, "text": "none", "data": none}
    told = {"call_id": "d", "tool": "get_time", "ok": True, "text": "Monday", "data": {}}
    assert StepMaterial(stocked, "Plan", "Plan", bound=False).texts([row, told]) == ["Monday"]


def test_material_of_a_bound_conversation_is_everything_found(stocked):
    text = shown(stocked, "Make a short about my tea shop", "Write the script", bound=True)
    assert "parks behind the house" in text


def test_material_of_other_tools_and_of_the_person_is_their_text(stocked):
    material = StepMaterial(stocked, "Make a short", "Add it up", bound=False)
    results = [
        {
            "call_id": "a",
            "tool": "calculator",
            "ok": True,
            "text": "1 + 1 = 2",
            "data": {"value": 2},
        },
        {"call_id": "b", "tool": "hybrid_search", "ok": True, "text": "it is on page 3"},
        {"call_id": "c", "tool": "calculator", "ok": False, "text": "", "error": "no sum"},
    ]
    assert material.texts(results) == ["1 + 1 = 2", "it is on page 3"]


def test_sources_are_the_passages_that_count_as_material(stocked):
    material = StepMaterial(
        stocked, "Write a parking note for visitors", "Collect the rules", bound=False
    )
    names = material.sources(found(stocked, "rules"))
    assert [stocked.passage(name).document for name in names] == ["parking.md"]


def test_step_whose_tools_found_nothing_reads_the_documents_that_speak_of_the_request(
    stocked, tmp_path
):
    script = TaskScript(steps=[("Collect the rules", "A list"), ("Write the note", "A note")])
    talk = Conversation(stocked, [script] * 60, tmp_path / "run", switches=Switches(master=False))
    state = talk.say("Write a parking note for visitors of the house. Plan it.")
    written = [text for place, text in script.prompts if place == "prose"]
    assert "parks behind the house" in written[0]
    cited = {row["document"] for row in state["sources"]}
    assert "parking.md" in cited
    assert "휴가 규정.md" not in cited


def test_step_of_another_subject_reads_no_document(stocked, tmp_path):
    script = TaskScript(steps=[("Write the script", "A script"), ("Film it", "A film")])
    talk = Conversation(stocked, [script] * 60, tmp_path / "run", switches=Switches(master=False))
    state = talk.say("Make a short about my tea shop. Plan it.")
    assert all(row["sources"] == [] for row in state["step_results"])
    assert not any("parks" in text for place, text in script.prompts if place == "prose")
