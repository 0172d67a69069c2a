"""What a step gives in words: shown to a small model with care, and asked for once more."""

from __future__ import annotations

import pytest

from agent.approval_switches import Switches
from agent.models.values import ModelProfile
from tests.graph.task_script import TaskScript
from tests.scripted import Pause

REQUEST = "I want to make a YouTube short about my cafe. Plan it from script to upload."
SMALL, LARGE = (ModelProfile(parameters=n) for n in (1_500_000_000, 8_000_000_000))
STEPS = [("Write the script", "A script"), ("Film the shots", "A film"), ("Post it", "A post")]
SCRIPT = "The owner opens her cafe at dawn and warms the first cup of the day for a guest."
LISTED = (
    "1. I want to make a YouTube short about my cafe.\n2. Plan it from script to upload.\n"
    "3. Write the script.\n4. Result:"
)
SHOTS = "Door, counter, oven. Sixty seconds in all, no more."


class Steps(TaskScript):
    """Writes ``own`` in place of its prose: a line per request of a step."""

    def __init__(self, *own: str | Pause) -> None:
        super().__init__(steps=STEPS)
        self.own = own

    def __call__(self, messages, kwargs):
        said = super().__call__(messages, kwargs)
        return self.own[self.asked["prose"] - 1] if said is self.prose else said

    def written(self) -> list[str]:
        return [text for place, text in self.prompts if place == "prose"]


def results(state):
    return [row["result"] for row in state["step_results"]]


def test_small_model_sees_the_step_before_alone(task):
    script = Steps(SCRIPT, SHOTS, "Posted on Monday.")
    task(script, profile=SMALL).say(REQUEST)
    third = script.written()[2]
    assert "Film the shots: Door, counter, oven." in third
    assert "The owner opens" not in third


def test_step_before_is_shown_in_whole_sentences(task):
    more = "Outside it is dark, and nobody walks along the street but the baker and his two dogs."
    script = Steps(f"{SCRIPT} {more}", SHOTS, "Posted on Monday.")
    task(script, profile=SMALL).say(REQUEST)
    assert f"Write the script: {SCRIPT}\n" in script.written()[1] + "\n"


def test_large_model_sees_more_of_the_steps_before(task):
    script = Steps(SCRIPT, SHOTS, "Posted on Monday.", "All in one.")
    task(script, profile=LARGE).say(REQUEST)
    assert "The owner opens" in script.written()[2]


def test_step_that_copies_the_one_before_is_written_again_without_it(task):
    script = Steps(SCRIPT, f"{SCRIPT} And a smile.", SHOTS, "Posted on Monday.")
    state = task(script, profile=SMALL).say(REQUEST)
    assert results(state) == [SCRIPT, SHOTS, "Posted on Monday."]
    assert "The owner opens" in script.written()[1]
    assert "The owner opens" not in script.written()[2]
    assert state["model_calls"] == script.total


def test_step_text_streams_and_a_second_one_takes_the_place_of_the_first(task):
    script = Steps(SCRIPT, "Result:", SHOTS, "Posted on Monday.")
    talk = task(script, profile=SMALL)
    talk.say(REQUEST)
    streamed: dict[str, str] = {}
    for event in talk.events:
        if event.kind == "token" and event.message_id.startswith("step-"):
            streamed[event.message_id] = streamed.get(event.message_id, "") + event.text
    assert streamed == {
        "step-s1": SCRIPT, "step-s2": "Result:", "step-s2-anew": SHOTS,
        "step-s3": "Posted on Monday.",
    }  # fmt: skip


def test_stop_in_a_step_shows_how_far_its_text_came_and_another_try_writes_it_anew(task_app):
    pause = Pause("Door, coun")
    script = Steps(SCRIPT, pause, SHOTS, "Posted on Monday.")
    app = task_app(script, Switches(master=False))
    events = app.ask("t", REQUEST)
    assert pause.reached.wait(20)
    app.stop("t")
    list(events)
    answer = app.history("t")[-1]
    assert answer.text == (
        f"**1. Write the script**\n\n{SCRIPT}\n\n**2. Film the shots**\n\nDoor, coun"
    )
    assert (answer.steps_done, answer.stopped) == (1, True)
    list(app.retry("t"))
    assert results(app.snapshot("t")) == [SCRIPT, SHOTS, "Posted on Monday."]
    answer = app.history("t")[-1]
    assert answer.text.startswith(f"**Write the script**\n\n{SCRIPT}")
    assert not answer.stopped


@pytest.mark.parametrize(
    "useless",
    ["Result:", "Write the script\nGoal: A script", "Do it. " * 40, f"So: {REQUEST}", LISTED],
)
def test_step_that_says_nothing_is_asked_for_what_to_do(task, useless):
    script = Steps(useless, SCRIPT, SHOTS, "Posted on Monday.")
    talk = task(script, profile=SMALL)
    assert results(talk.say(REQUEST)) == [SCRIPT, SHOTS, "Posted on Monday."]
    asked = [call.prompt for call in talk.model.calls if call.format is None]
    assert "You do one step of a larger request" in asked[0]
    assert "You say in English how one step of a larger request is done" in asked[1]


def test_step_keeps_the_first_text_where_the_second_is_of_no_use_either(task):
    script = Steps(SCRIPT, f"{SCRIPT} And a smile.", "Result:", "Posted on Monday.")
    state = task(script, profile=SMALL).say(REQUEST)
    assert results(state)[1] == f"{SCRIPT} And a smile."


@pytest.mark.parametrize("profile", [SMALL, LARGE])
def test_step_by_hand_gives_what_to_do_and_never_tells_that_it_was_done(task, profile):
    script = Steps(SCRIPT, SHOTS, "Posted on Monday.", "All in one.")
    talk = task(script, profile=profile)
    talk.say(REQUEST)
    asked = [call.prompt for call in talk.model.calls if call.format is None]
    does = ["how one step of a larger request is done" in prompt for prompt in asked[:3]]
    assert does == [False, True, True]


def test_large_model_is_not_asked_again(task):
    script = Steps(SCRIPT, f"{SCRIPT} And a smile.", "Posted on Monday.", "All in one.")
    state = task(script, profile=LARGE).say(REQUEST)
    assert results(state)[1] == f"{SCRIPT} And a smile."


def test_task_guide_numbers_actions_once_whatever_marks_the_model_puts_before_them(task):
    class Numbered(TaskScript):
        def _replies(self, kwargs):
            actions = ["1. Open the door.", "- Film it - twice.", "5. 1. is the last day."]
            return super()._replies(kwargs) | {"guide": {"actions": actions, "risk": "* Mind it."}}

    guide = task(Numbered()).say(REQUEST)["final_guide"]
    assert "1. Open the door.\n2. Film it - twice.\n3. 5. 1. is the last day." in guide
    assert "Watch out: Mind it." in guide
