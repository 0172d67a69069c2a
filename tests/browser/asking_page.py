"""The page over an app that asks at every step of a task, whose last step sends a note."""

import os
from pathlib import Path

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")

import streamlit as st

from agent.app import App, open_app
from agent.tools.catalogue import Catalogue
from agent.ui import ICON
from agent.ui.pages import main
from tests.browser import asking_model as model
from tests.graph.notes import note_sender
from tests.scripted import scripted_door

st.set_page_config(page_title="Guidepost", page_icon=ICON, layout="wide")


def _send(to: str) -> None:
    with Path(os.environ["GUIDEPOST_HOME"], "sent.txt").open("a", encoding="utf-8") as out:
        out.write(f"{to}\n")


@st.cache_resource(show_spinner=False)
def app() -> App:
    opened = open_app(door=scripted_door([model.script()], forever=True))
    opened.tools = Catalogue([*opened.tools.all(), note_sender(_send)])
    return opened


main(app())
