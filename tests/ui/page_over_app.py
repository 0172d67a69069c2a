"""The page over the app that a test put into session state; run by AppTest."""

import streamlit as st

from agent.ui.pages import main

main(st.session_state["app_under_test"])
