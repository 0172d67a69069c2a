"""The Stop signal."""

from agent.models.stop import StopSignal


def test_set_twice_runs_callbacks_once():
    stop, calls = StopSignal(), []
    stop.on_set(lambda: calls.append("a"))
    stop.set()
    stop.set()
    assert calls == ["a"]
    assert stop.is_set()


def test_on_set_after_stop_runs_at_once():
    stop, calls = StopSignal(), []
    stop.set()
    stop.on_set(lambda: calls.append("late"))
    assert calls == ["late"]


def test_removed_callback_is_not_run():
    stop, calls = StopSignal(), []
    remove = stop.on_set(lambda: calls.append("a"))
    remove()
    stop.set()
    assert calls == []


def test_wait_without_stop_says_no_and_with_it_yes():
    stop = StopSignal()
    assert not stop.wait(0)
    stop.set()
    assert stop.wait(0)
