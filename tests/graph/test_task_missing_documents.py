"""Documents that a request speaks of and that are not there are asked for, before it is planned."""

from __future__ import annotations

import pytest

from agent.answers import joined
from agent.approval_switches import Switches
from agent.memory.experience import Experience
from tests.graph.papers import MINE, STANDARD
from tests.graph.task_script import TaskScript

ASKING = Switches(clarification=True, plan=False, step=False, memory=False)
COMPARE = "Compare these two contracts and draft my position."


def test_clarify_asks_for_documents_that_are_not_there_until_they_are(task, library):
    script = TaskScript()
    talk = task(script, ASKING)
    talk.say(COMPARE)
    [question] = talk.open_questions()[0]["payload"]["questions"]
    assert "contracts" in question
    talk.decide({"action": "answer", "answers": {question: "added"}})
    assert "still" in talk.open_questions()[0]["payload"]["reason"]
    library.add(MINE.encode(), name="my contract.txt")
    library.add(STANDARD.encode(), name="standard contract.txt")
    state = talk.decide({"action": "answer", "answers": {question: "added"}})
    assert state["final_guide"]
    assert state["clarification"]["merged"] == COMPARE
    assert script.asked["plan"] == 1


def test_clarify_words_instead_of_a_document_go_into_the_request(task):
    talk = task(TaskScript(), ASKING)
    talk.say(COMPARE)
    [question] = talk.open_questions()[0]["payload"]["questions"]
    state = talk.decide({"action": "answer", "answers": {question: "One pays 900, one 800."}})
    assert "One pays 900" in state["clarification"]["merged"]
    assert state["final_guide"]


def test_clarify_past_answer_gives_no_document(task):
    experience = Experience()
    for run in range(6):
        given = {"reused": past[0].id} if (past := experience.clarifications(COMPARE)) else {}
        experience.keep_clarification(
            f"old{run}", COMPARE, given or {"answers": {"Whose?": "Mine"}}, success=True, at=1.0
        )
    assert experience.clarifications(COMPARE)[0].at_once
    talk = task(TaskScript(), ASKING, experience=experience)
    talk.say(COMPARE)
    assert "contracts" in talk.open_questions()[0]["payload"]["questions"][0]


def test_clarify_switched_off_tells_of_documents_that_are_not_there(task):
    talk = task(TaskScript())
    assert talk.say(COMPARE)["final_guide"]
    codes = [event.code for event in talk.events if event.kind == "notice"]
    assert "documents_missing" in codes


def test_clarify_document_that_is_there_is_not_asked_for(task, library):
    library.add(MINE.encode(), name="my contract.txt")
    talk = task(TaskScript(), ASKING)
    assert talk.say("Review my contract and draft a letter.")["final_guide"]


def test_clarify_switched_off_while_documents_are_missing_goes_on(task):
    talk = task(TaskScript(), ASKING)
    talk.say(COMPARE)
    [question] = talk.open_questions()[0]["payload"]["questions"]
    talk.decide({"action": "answer", "answers": {question: "added"}})
    talk.switches = Switches(master=False)
    state = talk.decide({"action": "proceed"})
    assert state["final_guide"]
    assert len(state["approval_history"]) < 6


@pytest.mark.parametrize("there", [False, True])
def test_clarify_added_that_answers_two_questions_is_looked_at(task, library, there):
    if there:
        library.add(MINE.encode(), name="my contract.txt")
    script = TaskScript(verdict="unclear", questions=["Which side are you on?"])
    talk = task(script, ASKING)
    talk.say(COMPARE)
    questions = talk.open_questions()[0]["payload"]["questions"]
    library.add(STANDARD.encode(), name="standard contract.txt")
    state = talk.decide({"action": "answer", "answers": {joined(questions): "I added both"}})
    if there:
        assert state["clarification"]["merged"] == COMPARE
        assert state["final_guide"]
    else:
        assert "still" in talk.open_questions()[0]["payload"]["reason"]
