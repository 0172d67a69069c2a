import json

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from agent.errors import ModelBrokenOffError
from agent.memory.window import SEPARATOR
from agent.settings import Settings
from tests.graph.papers import CHAT, searches
from tests.scripted import Break


def test_greeting_takes_two_model_calls_and_streams(converse_with):
    talk = converse_with(CHAT, "안녕하세요! 무엇을 도와드릴까요?")
    state = talk.say("안녕하세요")
    assert state["final_response"] == "안녕하세요! 무엇을 도와드릴까요?"
    assert state["model_calls"] == 2
    assert state["language"] == "ko"
    assert talk.kinds()[0] == "routed"
    streamed = "".join(e.text for e in talk.events if e.kind == "token")
    assert streamed == state["final_response"]
    assert isinstance(state["messages"][-1], AIMessage)


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "empty_question"), ("  \u200b ", "empty_question"), ("가" * 20_000, "question_too_long")],
)
def test_unusable_question_is_explained_without_a_model_call(converse_with, text, code):
    talk = converse_with()
    state = talk.say(text)
    assert state["error"]["code"] == code
    assert talk.model.calls == []


def test_fact_of_the_house_is_never_taken_from_the_models_memory(converse_with, library):
    library.add(b"Article 1. The canteen opens at eleven.", name="canteen.txt")
    talk = converse_with(CHAT, {"found": False}, searches(("finish", {})), "unused")
    state = talk.say("Since when does our company have a choir?")
    assert (state["route"], state["ending"]) == ("documents", "not_found")


def test_question_about_somebody_in_the_documents_is_searched_for(converse_with, library):
    library.add(b"Rules\nHarbour Light Ltd. | Edition 1\nDoors open at 8.", name="rules.txt")
    talk = converse_with(CHAT, {"found": False}, searches(("finish", {})), "unused")
    state = talk.say("How long is the lunch break at Harbour Light?")
    assert (state["route"], state["ending"]) == ("documents", "not_found")


HANDBOOK = (
    b"# Staff handbook\n\n## 2 Dress code\nThe dress code is business casual from Monday to "
    b"Thursday.\n\n## 3 Leave\nThere are 26 days of annual leave."
)
NOTES = {
    "en": "(From general knowledge, not from your documents.)",
    "ko": "(문서에서 찾은 내용이 아니라 일반 지식으로 쓴 답입니다.)",
}


def test_question_taken_for_chat_is_answered_from_the_documents_that_hold_it(
    converse_with, library
):
    library.add(HANDBOOK, name="handbook.md")
    talk = converse_with(CHAT, "The dress code is business casual from Monday to Thursday [1].")
    state = talk.say("What is the dress code?")
    assert (state["route"], state["ending"]) == ("documents", "answered")
    assert state["sources"][0]["document"] == "handbook.md"
    assert state["model_calls"] == 2


@pytest.mark.parametrize(
    ("question", "told", "language"),
    [
        ("What is the weight of a penguin egg?", "About 450 grams.", "en"),
        ("펭귄은 어디에 살아?", "남극에 삽니다.", "ko"),
    ],
)
def test_fact_beside_documents_that_do_not_hold_it_is_said_to_be_none_of_theirs(
    converse_with, library, question, told, language
):
    library.add(HANDBOOK, name="handbook.md")
    talk = converse_with(CHAT, told, CHAT, "You are welcome.")
    state = talk.say(question)
    assert state["final_response"] == f"{told}\n\n{NOTES[language]}"
    assert (state["ending"], state["model_calls"]) == ("answered", 2)
    talk.say("Tell me a joke please, whichever comes to your mind")
    assert NOTES[language] not in talk.model.calls[-1].prompt


@pytest.mark.parametrize(
    "message",
    ["Hello, how are you?", "고마워", "Who are you?", "Write a poem about autumn",
     "이 문장을 영어로 번역해줘: 회의는 9시에 시작합니다."],
)  # fmt: skip
def test_talk_beside_documents_stays_as_it_is(converse_with, library, message):
    library.add(HANDBOOK, name="handbook.md")
    talk = converse_with(CHAT, "As you wish.")
    state = talk.say(message)
    assert (state["route"], state["final_response"]) == ("chat", "As you wish.")
    assert state["model_calls"] == 2


def test_fact_without_documents_or_told_by_the_person_has_no_note(converse_with, library):
    talk = converse_with(CHAT, "About 450 grams.", CHAT, "Noted.", CHAT, "Pingu.")
    state = talk.say("What is the weight of a penguin egg?")
    assert state["final_response"] == "About 450 grams."
    library.add(HANDBOOK, name="handbook.md")
    talk.say("The name of the penguin in the zoo nearby is Pingu")
    state = talk.say("What is the name of the penguin in the zoo?")
    assert state["final_response"] == "Pingu."


def test_route_says_why(converse_with):
    talk = converse_with({**CHAT, "reason": "small talk"}, "Hello!")
    talk.say("Hi there, how are you doing today?")
    (routed,) = [event for event in talk.events if event.kind == "routed"]
    assert routed.reason == "small talk"


def test_question_after_a_failed_one_starts_clean(converse_with):
    talk = converse_with(CHAT, "Hello!")
    talk.say("")
    state = talk.say("Hello there")
    assert state["error"] is None
    assert state["final_response"] == "Hello!"


def test_out_of_scope_question_in_a_bound_thread_is_declined_at_once(converse_with, library):
    added = library.add(b"Article 1. The lease ends in May 2027.", name="lease.txt")
    talk = converse_with({"route": "chat", "tool_needed": False, "in_scope": False})
    state = talk.say(
        "What shall I cook tonight?", bound_documents=[added.document.id], only_documents=True
    )
    assert state["ending"] == "declined"
    assert "lease.txt" in state["final_response"]
    assert state["model_calls"] == 1


def test_unbound_thread_has_nothing_out_of_scope(converse_with):
    talk = converse_with({"route": "chat", "tool_needed": False, "in_scope": False}, "Soup.")
    assert talk.say("What shall I cook tonight?")["final_response"] == "Soup."


def test_follow_up_is_rewritten_before_it_is_worked(converse_with):
    follow = {
        "needs_previous_context": True,
        "standalone_question": "What is the capital of Spain?",
        "route": "chat",
        "tool_needed": False,
        "in_scope": True,
    }
    talk = converse_with(CHAT, "Paris.", follow, "Madrid.")
    talk.say("What is the capital of France?")
    state = talk.say("And of Spain?")
    assert state["needs_previous_context"]
    assert state["standalone_question"] == "What is the capital of Spain?"


def test_follow_up_rewritten_into_something_else_falls_back_to_both_questions(converse_with):
    follow = {
        "needs_previous_context": True,
        "standalone_question": "Where do penguins live nowadays then",
        "route": "chat",
        "tool_needed": False,
        "in_scope": True,
    }
    talk = converse_with(CHAT, "Paris.", follow, "Madrid.")
    talk.say("What is the capital of France?")
    state = talk.say("And Spain?")
    assert state["standalone_question"] == "What is the capital of France? And Spain?"


def test_first_message_never_needs_previous_context(converse_with):
    talk = converse_with(CHAT, "Which one?")
    state = talk.say("What about that one?")
    assert not state["needs_previous_context"]
    assert "needs_previous_context" not in json.dumps(talk.model.calls[0].format)


def test_long_chat_is_summarised_with_one_more_call(converse_with, library):
    script = []
    for n in range(5):
        script += [CHAT, f"Noted, number {n}."]
    script += [CHAT, "The user is planning a launch.", "15 March."]
    talk = converse_with(*script)
    for n in range(5):
        talk.say(f"Point {n}: the project costs {n + 1},000 dollars and ends on March 1{n}")
    state = talk.say("Tell me about the project please, when does the whole project end?")
    assert state["model_calls"] == 3
    assert state["summarised_until"]
    assert "The user is planning a launch." in state["summary"]
    assert "March 10" in state["summary"], "a date that the summary lost is added by code"
    assert "Conversation record 1" in talk.model.calls[-1].prompt
    stored = library.summaries().for_thread("t1")
    assert [s.text for s in stored] == [state["summary"]]
    assert len([m for m in state["messages"] if isinstance(m, HumanMessage)]) == 6


def test_summary_window_keeps_three_and_the_store_keeps_all(converse_with, library):
    settings = Settings(max_messages=2, keep_recent=1)
    script = [CHAT, "a0"]
    for n in range(1, 7):
        script += [CHAT, f"summary {n}", f"a{n}"]
    talk = converse_with(*script, settings=settings)
    for n in range(7):
        state = talk.say(f"Please note a message with the running number {n}")
    assert len(state["summary"].split(SEPARATOR)) == 3
    assert len(library.summaries().for_thread("t1")) > 3


def test_model_that_breaks_off_raises_with_the_partial_text(converse_with):
    talk = converse_with(CHAT, Break("Half an ans", ConnectionError("gone")))
    with pytest.raises(ModelBrokenOffError) as caught:
        talk.say("Tell me a story about a lighthouse")
    assert caught.value.partial == "Half an ans"
