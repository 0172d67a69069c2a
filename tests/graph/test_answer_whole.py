import threading

import pytest

from agent.errors import StoppedByPerson
from agent.models.cache import ReplyCache
from agent.whole_document import whole_request
from store.records import Document
from tests.graph.papers import DOCUMENTS, HANDBOOK, MINE, STANDARD, add
from tests.scripted import Pause, scripted_door

LONG = "\n\n".join(
    f"Article {n}. Rule {n}\nRule number {n} applies to every visitor of hall {n}. "
    + " ".join(f"Remark {n}.{k} describes the use of hall {n} in plain words." for k in range(30))
    for n in range(1, 6)
)


def progress(talk):
    return [(e.done, e.total) for e in talk.events if e.kind == "progress"]


def test_list_of_deadlines_and_amounts_comes_from_code_whole_and_cited(converse_with, library):
    add(library, mine=MINE)
    talk = converse_with(DOCUMENTS)
    state = talk.say("이 계약서의 모든 기한과 금액을 나열해줘")
    response = state["final_response"]
    for words in ("2027년 1월 29일", "45일 안에", "1000분의 3", "30퍼센트"):
        assert words in response
    assert "재위탁할 수 없다" not in response
    assert state["model_calls"] == 1
    assert state["ending"] == "answered"
    assert {s["document"] for s in state["sources"]} == {"mine.txt"}


def test_list_of_other_matters_lets_the_model_pick_sentences_by_number(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, {"sentences": [2, 99]})
    state = talk.say("List all rules about carrying over in this document")
    assert state["final_response"].count("\n- ") == 1
    assert state["model_calls"] == 2


def test_summary_reads_every_part_with_progress(converse_with, library):
    add(library, long=LONG)
    talk = converse_with(DOCUMENTS, "Rule number 1 applies to every visitor of hall 1.")
    talk.model.forever = True
    state = talk.say("Summarise this document")
    total = progress(talk)[-1][1]
    assert total > 2
    assert progress(talk) == [(n, total) for n in range(total + 1)]
    assert state["model_calls"] == 1 + total + 1
    assert state["final_response"].count("\n- ") == total
    assert all(e.left_s is not None for e in talk.events if e.kind == "progress" and e.done)


def test_summary_line_without_proof_gives_way_to_the_parts_own_sentence(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, "The moon is made of cheese.")
    state = talk.say("Summarise this document")
    assert "cheese" not in state["final_response"]
    assert "27 days" in state["final_response"]


def test_summary_line_gets_back_the_dates_and_amounts_it_lost(converse_with, library):
    add(library, mine=MINE)
    talk = converse_with(DOCUMENTS, "을은 용역을 제3자에게 재위탁할 수 없다.")
    state = talk.say("이 계약서를 요약해줘")
    assert "2026년 9월 21일" in state["final_response"]
    assert "1000분의 3" in state["final_response"]


def test_summary_stopped_in_mid_work_keeps_what_was_written(converse_with, library):
    add(library, long=LONG)
    pause = Pause(before="Rule")
    talk = converse_with(DOCUMENTS, "Rule number 1 applies to every visitor of hall 1.", pause)

    def press() -> None:
        pause.reached.wait(30)
        talk.stop.set()

    threading.Thread(target=press, daemon=True).start()
    with pytest.raises(StoppedByPerson) as stopped:
        talk.say("Summarise this document")
    assert "Rule number 1 applies to every visitor of hall 1." in stopped.value.partial


def test_summary_of_the_same_document_again_asks_no_model(converse_with, library, tmp_path):
    add(library, handbook=HANDBOOK)
    cache = ReplyCache(tmp_path / "replies.sqlite")
    replies = [DOCUMENTS, "Full-time employees have 27 days of annual leave."]
    first = converse_with()
    first.door = scripted_door(replies, cache=cache)
    first.say("Summarise this document")
    second = converse_with()
    second.door = scripted_door([], cache=cache)
    state = second.say("Summarise this document")
    cache.close()
    assert state["model_calls"] == 0


def test_comparison_of_two_documents_quotes_both_where_values_differ(converse_with, library):
    add(library, mine=MINE, standard=STANDARD)
    talk = converse_with(DOCUMENTS)
    state = talk.say("두 계약서를 비교해줘")
    response = state["final_response"]
    assert "1000분의 3" in response
    assert "1000분의 1" in response
    assert "45일" in response
    assert "14일" in response
    assert "mine.txt에만 있습니다" in response
    assert {s["document"] for s in state["sources"]} == {"mine.txt", "standard.txt"}


@pytest.mark.parametrize(
    "question",
    ["연차는 며칠이야?", "How many days of leave are there?", "제4조를 요약하면 뭐야?"],
)
def test_ordinary_question_is_no_request_for_the_whole_document(question):
    document = Document("d", "a.txt", "policy", "ready", 1, 1, 1, "ko", 0.0)
    assert whole_request(question, [document, document]) is None


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("이 문서 요약해줘", "summarise"),
        ("Give me a summary of this report", "summarise"),
        ("계약서의 모든 날짜를 정리해줘", "list"),
        ("List every deadline and amount in the contract", "list"),
        ("policy.pdf 전체 내용을 간추려줘", "summarise"),
    ],
)
def test_request_for_the_whole_document_is_recognised(question, kind):
    document = Document("d", "policy.pdf", "policy", "ready", 1, 1, 1, "ko", 0.0)
    request = whole_request(question, [document])
    assert request is not None
    assert request.kind == kind
    assert request.documents == ("d",)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Summarise employee_handbook_en.pdf", "employee_handbook_en.pdf"),
        ("Summarise the employee handbook, with all deadlines", "employee_handbook_en.pdf"),
        ("휴가 규정을 요약해줘", "휴가_규정_ko.pdf"),
    ],
)
def test_whole_document_is_the_one_that_is_named_without_its_language(question, name):
    names = ("employee_handbook_en.pdf", "휴가_규정_ko.pdf")
    documents = [Document(n, n, "policy", "ready", 1, 1, 1, "ko", 0.0) for n in names]
    request = whole_request(question, documents)
    assert request is not None
    assert (request.kind, request.documents) == ("summarise", (name,))
