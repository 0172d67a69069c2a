"""The door, on a scripted model."""

import threading
from pathlib import Path

import httpx
import ollama
import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from agent.errors import (
    ModelBrokenOffError,
    ModelMissingError,
    ModelUnreachableError,
    PromptTooLongError,
)
from agent.models.cache import ReplyCache
from agent.models.door import Door, ModelProfile, StopSignal
from tests.scripted import Break, Pause, ScriptedChatModel, scripted_door, scripted_model

ASK = [SystemMessage("Be brief."), HumanMessage("Hello?")]

REFUSED = httpx.ConnectError("refused")

DIED = httpx.RemoteProtocolError("incomplete chunked read")


def write(door: Door, *, stop: StopSignal | None = None, shown: list[str] | None = None, **more):
    return door.write(
        "writer",
        ASK,
        stop=stop or StopSignal(),
        on_token=(shown if shown is not None else []).append,
        **{"max_tokens": 100, **more},
    )


def test_write_streams_pieces_that_add_up_to_the_text():
    shown: list[str] = []
    reply = write(scripted_door(["A short answer."]), shown=shown)
    assert "".join(shown) == reply.text == "A short answer."
    assert len(shown) > 1
    assert (reply.calls, reply.cached, reply.stopped, reply.finish) == (1, False, False, "stop")
    assert reply.context_used == reply.prompt_tokens + reply.generated_tokens > 0


def test_write_sends_full_options_with_window_batch_and_bound():
    door = scripted_door(["x"], window=2048)
    write(door, max_tokens=50, temperature=0.3, options={"dry_multiplier": 0.5})
    assert scripted_model(door).calls[0].options == {
        "num_ctx": 2048,
        "num_batch": 64,
        "num_predict": 50,
        "temperature": 0.3,
        "dry_multiplier": 0.5,
    }


def test_write_bounds_the_reply_by_the_room_that_is_left():
    door = scripted_door(["x"], window=200)
    write(door, max_tokens=5000)
    predicted = scripted_model(door).calls[0].options["num_predict"]
    assert predicted == 200 - door.count_messages(ASK)


def test_write_of_a_prompt_over_the_window_is_refused_before_it_is_sent():
    door = scripted_door(["x"], window=1024)
    with pytest.raises(PromptTooLongError, match="GUIDEPOST_NUM_CTX"):
        door.write(
            "writer",
            [HumanMessage("word " * 5000)],
            stop=StopSignal(),
            on_token=print,
            max_tokens=10,
        )
    assert scripted_model(door).calls == []


def test_write_stopped_in_mid_answer_returns_what_was_shown():
    pause, stop, shown = Pause("Half of ", "the answer"), StopSignal(), []
    door = scripted_door([pause])
    threading.Thread(target=lambda: pause.reached.wait(20) and stop.set()).start()
    reply = write(door, stop=stop, shown=shown)
    assert (reply.stopped, reply.finish, reply.text) == (True, "stopped", "Half of ")
    assert "".join(shown) == "Half of "


def test_write_after_stop_sends_nothing():
    stop, door = StopSignal(), scripted_door([])
    stop.set()
    reply = write(door, stop=stop)
    assert (reply.stopped, reply.calls, reply.text) == (True, 0, "")


def test_write_whose_listener_raises_cancels_the_call():
    pause = Pause("Half", "more")
    door = scripted_door([pause, "next"])

    def listener(_: str) -> None:
        raise KeyError

    with pytest.raises(KeyError):
        door.write("writer", ASK, stop=StopSignal(), on_token=listener, max_tokens=9)
    assert write(door).text == "next"


def test_write_to_a_server_that_comes_back_is_retried_and_counts_what_was_sent():
    door = scripted_door([REFUSED, DIED, ConnectionError("refused"), "Here."])
    reply = write(door)
    assert reply.text == "Here."
    assert reply.calls == 2, "two requests never left"


def test_write_to_a_server_that_stays_away_gives_up_after_three_retries():
    door = scripted_door([REFUSED] * 4)
    with pytest.raises(ModelUnreachableError, match="Start Ollama"):
        write(door)
    assert scripted_model(door).left == 0


def test_write_to_a_missing_model_is_never_retried():
    door = scripted_door([ollama.ResponseError("model 'x' not found", 404), "never said"])
    with pytest.raises(ModelMissingError, match="ollama pull"):
        write(door)
    assert scripted_model(door).left == 1


def test_write_that_breaks_off_after_tokens_raises_with_the_partial_text():
    shown: list[str] = []
    door = scripted_door([Break("Half of ", DIED), "never said"])
    with pytest.raises(ModelBrokenOffError) as caught:
        write(door, shown=shown)
    assert caught.value.partial == "".join(shown) == "Half of "
    assert scripted_model(door).left == 1


def test_stop_during_the_wait_before_a_retry_ends_it():
    stop = StopSignal()

    def refuse_and_stop(_messages, _kwargs):
        stop.set()
        return REFUSED

    door = scripted_door([refuse_and_stop, "never said"], waits_s=(60.0,))
    assert write(door, stop=stop).stopped
    assert scripted_model(door).left == 1


def test_thoughts_are_neither_shown_nor_returned():
    shown: list[str] = []
    reply = write(scripted_door(["<think>Hm, well.</think>\n\nYes."]), shown=shown)
    assert reply.text == "".join(shown) == "Yes."


def test_thinking_model_is_told_not_to_and_others_are_told_nothing():
    thinking = scripted_door(["x"], profile=ModelProfile(thinking=True))
    cannot = scripted_door(["x"], profile=ModelProfile(thinking=True, thinking_off=False))
    plain = scripted_door(["x"])
    for door in (thinking, cannot, plain):
        write(door)
    assert scripted_model(thinking).calls[0].kwargs["reasoning"] is False
    assert "reasoning" not in scripted_model(cannot).calls[0].kwargs
    assert "reasoning" not in scripted_model(plain).calls[0].kwargs


def test_repeated_call_comes_from_the_cache_whole(tmp_path: Path):
    cache, shown = ReplyCache(tmp_path / "c.sqlite"), []
    door = scripted_door(["Once."], cache=cache)
    first, second = write(door), write(door, shown=shown)
    assert (second.text, second.cached, second.calls) == (first.text, True, 0)
    assert second.prompt_tokens == first.prompt_tokens
    assert shown == ["Once."]
    cache.close()


def test_call_that_may_come_out_otherwise_is_not_cached(tmp_path: Path):
    cache = ReplyCache(tmp_path / "c.sqlite")
    door = scripted_door(["One.", "Two."], cache=cache)
    assert [write(door, temperature=0.7).text for _ in range(2)] == ["One.", "Two."]
    cache.close()


def test_stopped_call_is_not_cached(tmp_path: Path):
    cache, stop, pause = ReplyCache(tmp_path / "c.sqlite"), StopSignal(), Pause("Half")
    door = scripted_door([pause, "Whole."], cache=cache)
    threading.Thread(target=lambda: pause.reached.wait(20) and stop.set()).start()
    assert write(door, stop=stop).stopped
    assert write(door).text == "Whole."
    cache.close()


def test_error_that_is_no_models_reaches_the_caller_as_it_is():
    with pytest.raises(AssertionError, match="ran dry"):
        write(scripted_door([]))


def test_models_given_by_a_function_are_asked_for_each_attempt():
    one, two = ScriptedChatModel(replies=[REFUSED]), ScriptedChatModel(replies=["Back."])
    given = iter([one, two])
    door = Door(lambda _role: next(given), waits_s=(0.0,))
    assert write(door).text == "Back."


def test_names_are_those_of_the_models():
    assert scripted_door([]).model_names() == dict.fromkeys(
        ("router", "planner", "writer"), "scripted"
    )


def test_counting_learns_from_what_the_server_counted():
    door = scripted_door(["x"])
    long = [HumanMessage("word " * 400)]
    before = door.count_messages(long)
    door.write("writer", long, stop=StopSignal(), on_token=lambda _: None, max_tokens=10)
    assert door.count_messages(long) != before
