"""A run that is followed on the page while it works."""

from __future__ import annotations

import json

from streamlit.testing.v1 import local_script_runner

from agent.approval_switches import Switches
from tests.graph.task_script import TaskScript
from tests.scripted import Pause
from tests.ui.conftest import drawn, rest, show

REQUEST = "I want to make a YouTube short about my cafe. Plan it from script to upload."


def lists(page):
    return "\n".join(element.proto.body for element in page.get("html"))


def tick(page, monkeypatch):
    """Draw what follows the run anew, as a browser asks for it, and nothing else of the page."""
    asked, fragments = local_script_runner.RerunData, list(page._fragment_storage._fragments)
    with monkeypatch.context() as patched:
        patched.setattr(
            local_script_runner,
            "RerunData",
            lambda **values: asked(**values, fragment_id_queue=fragments[:1]),
        )
        return drawn(page.run())


class Held(TaskScript):
    """Waits before it says that this is a task, and in the text of the first step."""

    def __call__(self, messages, kwargs):
        said = super().__call__(messages, kwargs)
        if self.prompts[-1][0] == "route":
            if "standalone_question" in kwargs["format"]["properties"]:
                said |= {"needs_previous_context": False, "standalone_question": ""}
            self.routing.after = json.dumps(said)
            return self.routing
        return self.writing if said is self.prose else said


def test_steps_to_do_are_listed_while_the_run_is_followed_for_each_task_its_own(
    open_with, monkeypatch
):
    script = Held()
    app = open_with(script, forever=True)
    app.approvals.write(Switches(master=False))
    thread = app.create_thread()
    party = "Plan a wedding party for my sister step by step, from the hall to dinner."
    for request, first, second in (
        (REQUEST, "Write the script", "Edit the video"),
        (party, "Book the hall", "Invite the guests"),
    ):
        script.steps = ((first, "A first goal"), (second, "A second goal"))
        script.routing, script.writing = Pause(), Pause("A text")
        app.ask(thread, request)
        assert script.routing.reached.wait(30)
        page = show(app, thread)
        script.routing.release()
        assert script.writing.reached.wait(30)
        tick(page, monkeypatch)
        assert f'<li class="working"><span>{first}<' in lists(page)
        assert f'<li class="waiting"><span>{second}<' in lists(page)
        script.writing.release()
        rest(app, thread)
