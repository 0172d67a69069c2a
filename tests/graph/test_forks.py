"""A branch and its origin, and threads with ids alike, leave each other's files and records."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.approval_switches import Switches
from agent.events import Ended
from agent.work import run_folder
from tests.graph.decisions import REQUEST, THREAD, decide
from tests.graph.task_script import STEPS, TaskScript


@pytest.fixture
def app(task_app):
    """Return an app on the whole graph that asks about plans."""
    return task_app(TaskScript(), Switches())


def work(app, thread: str) -> Ended:
    """Ask for a task, accept its plan and return its end."""
    list(app.ask(thread, REQUEST))
    end = decide(app, {"action": "accept"}, thread)[-1]
    assert isinstance(end, Ended)
    return end


def point(app, node: str, step: int = 0) -> str:
    return next(
        p.id for p in app.checkpoints(THREAD) if p.next_nodes == (node,) and p.step_index == step
    )


def files(app, thread: str) -> set[str]:
    """Return the names of the files that the thread's one run left."""
    folder = run_folder(app.settings.runs_path, thread, app.history(thread)[0].run_id)
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("other", ["a b", "a/b", "a.b"])
def test_delete_thread_with_a_name_like_anothers_leaves_the_others_guide(app, other):
    kept, gone = work(app, "a_b").guide_path, work(app, other).guide_path
    app.delete(other)
    assert Path(kept).is_file()
    assert not Path(gone).exists()


def test_run_folder_of_long_names_with_one_beginning_differs(tmp_path):
    names = ["x" * 80, "x" * 81, "x" * 80 + "y"]
    assert len({run_folder(tmp_path, name, "r") for name in names}) == 3


@pytest.mark.parametrize("name", ["t1", "대화_1-a", "x" * 80])
def test_run_folder_of_a_plain_name_is_the_name(tmp_path, name):
    assert run_folder(tmp_path, name, "r1") == tmp_path / name / "r1"


def test_fork_at_plan_that_is_rejected_tells_no_guide(app):
    work(app, THREAD)
    branch = app.fork(THREAD, point(app, "review_plan"))
    list(app.events(branch))
    end = decide(app, {"action": "reject"}, branch)[-1]
    assert isinstance(end, Ended)
    assert end.guide_path == ""
    assert files(app, branch) == {"plan.json"}


def test_fork_after_a_step_takes_that_steps_files_along_and_no_later_ones(app):
    work(app, THREAD)
    branch = app.fork(THREAD, point(app, "prepare_step", 1))
    assert files(app, branch) == {"plan.json", "steps/step_01.json", "steps/step_01.md"}
    end = list(app.retry(branch))[-1]
    assert end.guide_path.startswith(str(app.settings.runs_path / branch))
    assert files(app, branch) == files(app, THREAD)


def test_fork_before_delivery_takes_all_steps_and_no_guide_along(app):
    end = work(app, THREAD)
    assert Path(end.guide_path).is_file()
    branch = app.fork(THREAD, point(app, "deliver", len(STEPS)))
    assert {name for name in files(app, branch) if name.startswith("guide")} == set()
    assert {name for name in files(app, branch) if name.endswith(".md")} == {
        "steps/step_01.md", "steps/step_02.md",
    }  # fmt: skip


def edited(title: str) -> dict[str, object]:
    """Return the decision that puts one step in the plan's place."""
    return {"action": "edit_plan", "rows": [{"id": "s1", "title": title}]}


def finals(app) -> list[list[str]]:
    """Return the titles of every plan that is remembered."""
    kept = app.library.memories().of_kind("plan")
    return sorted([row["title"] for row in memory.payload["final"]] for memory in kept)


def test_fork_worked_by_another_plan_is_remembered_beside_its_origin(app):
    work(app, THREAD)
    branch = app.fork(THREAD, point(app, "review_plan"))
    list(app.events(branch))
    decide(app, edited("Only this"), branch)
    assert finals(app) == sorted([["Only this"], [title for title, _ in STEPS]])


def test_run_whose_delivery_is_done_again_is_remembered_once(app):
    work(app, THREAD)
    config = app.config(THREAD)
    app.graph.update_state(config, {}, as_node="review_plan")
    app.graph.invoke(None, config)
    assert finals(app) == [[title for title, _ in STEPS]]


def test_fork_whose_call_goes_otherwise_leaves_the_origins_record(task_app):
    calls = ({"tool": "get_time", "args": {"time_zone": "Asia/Seoul"}},)
    script = TaskScript(calls=calls)
    app = task_app(script, Switches())
    work(app, THREAD)
    branch = app.fork(THREAD, point(app, "prepare_step", 1))
    script.calls = ({"tool": "get_time", "args": {"time_zone": "Asia/Tokyo"}},)
    list(app.retry(branch))
    kept = app.library.memories().of_kind("tool")
    zones = sorted(memory.payload["arguments"]["time_zone"] for memory in kept)
    assert zones == ["Asia/Seoul", "Asia/Seoul", "Asia/Tokyo"]


def test_fork_after_a_decided_step_counts_that_decision_once(task_app):
    calls = ({"tool": "get_time", "args": {"time_zone": "Asia/Seoul"}},)
    app = task_app(TaskScript(calls=calls), Switches(plan=False, step=True))
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    decide(app, {"action": "accept"})
    branch = app.fork(THREAD, point(app, "prepare_step", 1))
    list(app.retry(branch))
    decide(app, {"action": "skip"}, branch)
    kept = app.library.memories().of_kind("behaviour")
    assert sorted(memory.payload["action"] for memory in kept) == ["accept", "accept", "skip"]


def test_fork_of_a_fork_keeps_the_wishes_that_were_said_before_its_point(task_app):
    app = task_app(TaskScript(), Switches(plan=False))
    list(app.ask(THREAD, REQUEST))
    thread, wishes = THREAD, ["Film it by phone", "Post it instead"]
    for step, wish in enumerate(wishes):
        points = app.checkpoints(thread)
        before = [p for p in points if p.next_nodes == ("prepare_step",) and p.step_index == step]
        thread = app.fork(thread, before[0].id)
        config = app.config(thread)
        app.graph.update_state(config, {"user_feedback": wish}, as_node="review_plan")
        list(app.retry(thread, wish))
    people = [message.text for message in app.history(thread) if message.role == "person"]
    assert people == [REQUEST, *wishes]
