"""The page over an app that asks at every step of a task, whose last step sends a note."""

import os
from pathlib import Path
from typing import Any

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")

import streamlit as st
from pydantic import BaseModel

from agent.app import App, open_app
from agent.tools.catalogue import Catalogue, Tool, ToolResult
from agent.ui import ICON
from agent.ui.pages import main
from tests.browser import asking_model as model
from tests.scripted import scripted_door

st.set_page_config(page_title="Guidepost", page_icon=ICON, layout="wide")


class SendArgs(BaseModel):
    to: str


def _send(args: BaseModel, _around: Any) -> ToolResult:
    assert isinstance(args, SendArgs)
    with Path(os.environ["GUIDEPOST_HOME"], "sent.txt").open("a", encoding="utf-8") as out:
        out.write(f"{args.to}\n")
    return ToolResult(ok=True, text=f"sent to {args.to}")


SEND = Tool(
    name="send_note",
    description="Send a note to a person.",
    description_ko="쪽지를 보냅니다.",
    args=SendArgs,
    run=_send,
    asks=True,
    read_only=False,
)


@st.cache_resource(show_spinner=False)
def app() -> App:
    opened = open_app(door=scripted_door([model.script()], forever=True))
    opened.tools = Catalogue([*opened.tools.all(), SEND])
    return opened


main(app())
