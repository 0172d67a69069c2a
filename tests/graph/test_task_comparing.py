"""A step that compares documents: worked by reading them, and what is made of it."""

from __future__ import annotations

import pytest

from agent.approval_switches import Switches
from agent.nodes.reading_steps import WholeWork, whole_work
from agent.whole.pairing import is_same_title
from store.records import Document
from tests.graph.conversation import Conversation
from tests.graph.papers import HANDBOOK, add, add_contracts
from tests.graph.task_script import TaskScript

REQUEST = "Compare my contract with the standard contract and draft a request for changes."
STEPS = (
    ("Compare the differences", "A table of terms that differ"),
    ("Tell my partner", "A note that says what matters"),
)
AMENDS = ("Draft the position", "A text that can be sent")
PROSE = "Please pay within 14 days of acceptance, as the standard contract has it."


@pytest.fixture
def talk(library, tmp_path):
    add_contracts(library)
    add(library, handbook=HANDBOOK)
    return lambda script: Conversation(
        library, [script] * 100, tmp_path / "run", switches=Switches(master=False)
    )


def test_step_that_compares_contracts_quotes_where_they_differ(talk):
    script = TaskScript(steps=STEPS, prose=PROSE)
    state = talk(script).say(REQUEST)
    compared, drafted = state["step_results"]
    assert "45일 안에" in compared["result"]
    assert "14일 안에" in compared["result"]
    assert "1000분의 3" in compared["result"]
    assert "annual leave" not in compared["result"]
    assert "[1]" not in compared["result"]
    assert compared["sources"]
    assert script.asked["choose"] == len(STEPS) - 1
    assert drafted["result"] == PROSE
    assert set(drafted["sources"]) < set(compared["sources"])


def test_result_with_a_comparison_cites_what_it_quotes(talk):
    state = talk(TaskScript(steps=STEPS, prose=PROSE)).say(REQUEST)
    ending = state["final_response"].partition("## Guide")[0]
    quoted = [line for line in ending.splitlines() if "일 안에" in line]
    assert len(quoted) == 2
    assert all(line.rstrip().endswith("]") for line in quoted)
    assert not state["response_marks"]


def test_step_after_a_comparison_is_written_from_what_differs(talk):
    script = TaskScript(steps=STEPS, prose=PROSE)
    talk(script).say(REQUEST)
    writing = [text for place, text in script.prompts if place == "prose" and STEPS[1][0] in text]
    assert "45일 안에" in writing[0]
    assert "security desk" not in writing[0]


def test_request_for_changes_asks_for_the_standard_terms_in_their_words(talk):
    script = TaskScript(steps=(*STEPS[:1], AMENDS), prose=PROSE)
    state = talk(script).say(REQUEST)
    text = state["step_results"][1]["result"]
    assert script.asked["prose"] == 0
    pay = next(line for line in text.splitlines() if "대금의 지급" in line)
    assert pay.index("45일 안에") < pay.index("14일 안에")
    late = next(line for line in text.splitlines() if "지체상금" in line)
    assert all(share in late for share in ("1000분의 3", "30퍼센트", "1000분의 1을", "10퍼센트"))
    own = next(line for line in text.splitlines() if "재위탁" in line)
    assert "leave it out" in own
    assert "2026년" not in text, "the term is the parties' own, and no standard has it"
    assert "목적" not in text
    cited = {row["document"] for row in state["sources"]}
    assert {"mine.txt", "standard.txt"} <= cited
    assert state["final_response"].startswith(f"**{AMENDS[0]}**")
    assert state["final_response"].count("45일 안에 나머지") == 2, "in the draft and side by side"


def test_request_for_changes_where_nothing_differs_says_so(library, tmp_path):
    text = "Contract\n\nArticle 1. Payment\nThe fee is paid within 14 days of acceptance.\n"
    ids = add(library, mine=text, standard=f"Standard {text}")
    library.set_kind(ids["mine"], "contract")
    library.set_kind(ids["standard"], "standard")
    quiet = Switches(master=False)
    script = TaskScript(steps=(AMENDS, STEPS[1]), prose=PROSE)
    state = Conversation(library, [script] * 60, tmp_path / "run", switches=quiet).say(REQUEST)
    assert state["step_results"][0]["result"] == PROSE, "there is nothing to quote"


def document(name: str, kind: str) -> Document:
    return Document(
        id=name, name=f"{name}.pdf", kind=kind, stage="ready", pages=1, passages=1, size_bytes=1,
        language="en", added_at=0.0,
    )  # fmt: skip


OWN, OTHER, THIRD = (document(name, "contract") for name in ("lease_a", "lease_b", "lease_c"))
STANDARD, RULES = document("model_lease", "standard"), document("handbook", "policy")


@pytest.mark.parametrize(
    ("title", "request_", "reach", "compared"),
    [
        ("Compare the terms", "Compare these three contracts", (OWN, OTHER, THIRD, RULES),
         (OWN, OTHER, THIRD)),
        ("Compare the terms", "Set lease_b against lease_c", (OWN, OTHER, THIRD), (OTHER, THIRD)),
        ("Compare the terms", "Check my contract", (OWN, STANDARD), (OWN, STANDARD)),
        ("다른 점 비교하기", "내 계약서를 표준계약서와 비교해줘", (OWN, OTHER, STANDARD),
         (OTHER, STANDARD)),
        ("List the terms", "Compare these three contracts", (OWN, OTHER), ()),
        ("Compare the offers", "Choose a printer", (OWN, OTHER), ()),
        ("Compare the terms", "Compare these three contracts", (OWN, RULES), ()),
        ("비교할 대상과 기준 정하기", "계약서를 비교해줘", (OWN, OTHER), ()),
        ("Draft the position", "Compare these three contracts", (OWN, OTHER, THIRD), ()),
        ("Compare the candidates", "Hire a cook: from the posting to the contract",
         (OWN, STANDARD), ()),
        ("이사 업체 비교하기", "이사를 준비해 줘. 임대차 계약이 5월에 끝나", (OWN, OTHER), ()),
        ("Compare the leave rules", "Compare handbook with my contract", (OWN, RULES, STANDARD),
         (OWN, RULES)),
        ("Compare the texts", "Compare model_lease with lease_a", (STANDARD, OWN),
         (OWN, STANDARD)),
    ],
)  # fmt: skip
def test_compared_documents_are_those_that_the_request_speaks_of(title, request_, reach, compared):
    work = WholeWork("compare", compared) if compared else None
    assert whole_work({"title": title}, request_, reach) == work


@pytest.mark.parametrize(
    ("title", "reach", "listed"),
    [
        ("내 계약서의 주요 조항 정리하기", (OWN, STANDARD), OWN),
        ("표준계약서의 같은 조항 찾기", (OWN, STANDARD), STANDARD),
        ("List the main terms of my contract", (OWN, STANDARD, RULES), OWN),
        ("List the terms of my contract", (OWN, STANDARD), OWN),
        ("List the terms of the standard contract", (OWN, STANDARD), STANDARD),
        ("내 계약서의 조항 정리하기", (OWN, STANDARD), OWN),
        ("List the payment terms of my contract", (OWN, STANDARD), None),
        ("Find the matching clauses of the standard contract", (OWN, OTHER, STANDARD), STANDARD),
        ("Summarise the key provisions of lease_b", (OWN, OTHER, STANDARD), OTHER),
        ("List the main terms of my contract", (OWN, OTHER, STANDARD), None),
        ("내 계약서의 손해배상 조항 찾기", (OWN, STANDARD), None),
        ("Find a printer for my contract work", (OWN, STANDARD), None),
        ("주요 조항 정리하기", (OWN, STANDARD), None),
        ("Find the same terms in the other contract", (OWN, STANDARD), STANDARD),
    ],
)
def test_listed_document_is_the_one_whose_terms_a_step_collects(title, reach, listed):
    work = WholeWork("list", (listed,)) if listed else None
    assert whole_work({"title": title}, "Check my contract", reach) == work


def test_step_that_lists_the_terms_of_my_contract_quotes_that_contract_alone(talk):
    steps = (("List the main terms of my contract", "Payment, term, liability"), STEPS[1])
    state = talk(TaskScript(steps=steps, prose=PROSE)).say(REQUEST)
    listed = state["step_results"][0]
    assert "45일 안에" in listed["result"]
    assert "14일 안에" not in listed["result"]
    assert listed["sources"]
    assert listed["id"] not in state["tool_recommendations"]
    ending = state["final_response"].partition("## Guide")[0]
    assert all(line.rstrip().endswith("]") for line in ending.splitlines() if "“" in line)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("계약 기간과 자동 연장", "계약 기간", True),
        ("Late delivery", "Late delivery and penalty", True),
        ("대금의 지급", "지연이자", False),
        ("계약금액", "계약의 해지", False),
        ("", "", False),
    ],
)
def test_sections_of_one_title_inside_another_are_a_pair(one, other, same):
    assert is_same_title(one, other) is same


def test_sections_that_differ_in_words_alone_are_quoted(library, tmp_path):
    mine = "Contract A\n\nArticle 1. Costs\nThe contractor bears all costs of travel.\n"
    other = "Standard contract\n\nArticle 1. Costs\nExpenses are part of the contract price.\n"
    ids = add(library, mine=mine, standard=other)
    library.set_kind(ids["mine"], "contract")
    library.set_kind(ids["standard"], "standard")
    script = TaskScript(steps=STEPS, prose=PROSE)
    quiet = Switches(master=False)
    state = Conversation(library, [script] * 60, tmp_path / "run", switches=quiet).say(REQUEST)
    compared = state["step_results"][0]["result"]
    assert "bears all costs of travel" in compared
    assert "part of the contract price" in compared


MIRRORED = """용역계약서

제1조(재위탁)
을은 갑의 서면 동의 없이 업무의 일부를 제3자에게 재위탁할 수 {0}.

제2조(통지와 지급)
해지하려는 당사자는 {1}일 전에 서면으로 상대방에게 알린다.
갑은 검수를 마친 날부터 {2}일 안에 대금을 을에게 지급한다.

제3조(비용)
이 계약을 맺고 이행하는 데 드는 모든 비용은 {3}이 부담하는 것으로 한다.

제{4}조(준용)
제{4}조에서 정하지 않은 것은 민법을 따른다.
"""
CONTRARY = ("수 있다", "수 없다", "30일 전에", "14일 전에", "갑이 부담", "을이 부담")


def test_contrary_terms_and_exchanged_figures_are_quoted_and_clause_numbers_are_not(
    library, tmp_path
):
    mine = add(library, mine=MIRRORED.format("있다", 30, 14, "갑", 4))["mine"]
    standard = add(library, standard=MIRRORED.format("없다", 14, 30, "을", 5))["standard"]
    library.set_kind(mine, "contract")
    library.set_kind(standard, "standard")
    script, quiet = TaskScript(steps=STEPS), Switches(master=False)
    talk = Conversation(library, [script] * 100, tmp_path / "run", switches=quiet)
    compared = talk.say(REQUEST)["step_results"][0]["result"]
    assert [told for told in CONTRARY if told not in compared] == []
    assert "민법" not in compared
