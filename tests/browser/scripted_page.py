"""The page of the browser tests: the real pages over a real app whose model follows a script."""

import os

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")

import streamlit as st

from agent.app import App, open_app
from agent.ui import ICON
from agent.ui.pages import main
from tests.browser.desk_model import reply
from tests.scripted import scripted_door

st.set_page_config(page_title="Guidepost", page_icon=ICON, layout="wide")


@st.cache_resource(show_spinner=False)
def app() -> App:
    return open_app(door=scripted_door([reply], forever=True))


main(app())
