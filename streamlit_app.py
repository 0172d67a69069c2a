"""The page: ``streamlit run streamlit_app.py``."""

import os

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")  # read when langgraph is imported
os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # torch spins on cores that others need

import streamlit as st

from agent.ui import ICON
from agent.ui.entry import open_page

st.set_page_config(page_title="Guidepost", page_icon=ICON, layout="wide")
open_page()
