"""The page's style sheet, on top of the theme in ``.streamlit/config.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from agent.ui.words import Words

INK, MUTED, LINE = "#24302f", "#6b7370", "#e2dfd6"
WASH, ACCENT, TINT, MARK = "#f4f2ec", "#2f5d62", "#e3eceb", "#fdeec6"

_CSS = f"""
[data-testid="stMainBlockContainer"] {{ max-width: 58rem; padding: 2.2rem 2rem 7rem; }}
[data-testid="stBottomBlockContainer"] {{ max-width: 58rem; padding: 0.75rem 2rem 1.25rem; }}
[data-testid="stStatusWidget"] {{ display: none; }}
[data-stale="true"] {{ opacity: 1 !important; transition: none !important; }}
[data-testid="stHeader"] {{ background: transparent; }}
[data-testid="stSidebar"] [data-testid="stSidebarUserContent"] {{ padding: .4rem 1.1rem 1.5rem; }}
[data-testid="stSidebarUserContent"] [data-testid="stVerticalBlock"] {{ gap: .5rem; }}
[data-testid="stSidebarContent"] {{ padding: 0; }}
[data-testid="stBottomBlockContainer"] [data-testid="stChatInput"] > div {{ background: #fff; }}
[data-testid="stSidebarHeader"] {{ height: 2.6rem; padding: 0.3rem 0.6rem; margin-bottom: 0; }}
[data-testid="stMarkdownContainer"] p, [data-testid="stMarkdownContainer"] li {{
  line-height: 1.68; word-break: keep-all; overflow-wrap: anywhere; }}
.gp-brand {{ font-weight: 700; font-size: 1.22rem; letter-spacing: -0.02em; color: {ACCENT}; }}
.gp-brand small {{ display: block; font-weight: 400; font-size: .78rem; letter-spacing: 0;
  color: {MUTED}; margin-top: .1rem; }}
.gp-section {{ font-size: .76rem; font-weight: 600; letter-spacing: .04em; color: {MUTED};
  margin: .9rem 0 .1rem; }}

/* the conversation */
[data-testid="stChatMessage"]:has([data-testid="stChatMessageAvatarUser"]) {{
  justify-content: flex-end; }}
[data-testid="stChatMessage"] {{ background: transparent; padding: .2rem 0; gap: 0; }}
[data-testid="stChatMessageAvatarUser"], [data-testid="stChatMessageAvatarAssistant"] {{
  display: none; }}
[data-testid="stChatMessage"]:has([data-testid="stChatMessageAvatarUser"])
  [data-testid="stChatMessageContent"] {{
  background: {WASH}; border: 1px solid {LINE}; border-radius: .9rem .9rem .2rem .9rem;
  padding: .55rem .95rem; margin: 0 0 0 auto; width: fit-content; max-width: 82%;
  flex: 0 1 auto; }}
[data-testid="stChatMessage"] h1 {{ font-size: 1.3rem; padding: .6rem 0 .2rem; }}
[data-testid="stChatMessage"] h2 {{ font-size: 1.15rem; padding: .5rem 0 .2rem; }}
[data-testid="stChatMessage"] h3, [data-testid="stChatMessage"] h4 {{
  font-size: 1.03rem; padding: .4rem 0 .1rem; }}
a[href^="#cite-"] {{ font-size: .74em; font-weight: 600; vertical-align: .22em; line-height: 1;
  text-decoration: none !important; color: {ACCENT} !important; background: {TINT};
  border-radius: .55em; padding: .12em .5em; margin: 0 .1em; }}
a[href^="#cite-"]:hover, a[href^="#cite-"]:focus-visible {{ background: #cddedd; }}
a[href^="#copy-"] {{ font-size: .84rem; color: {MUTED} !important;
  text-decoration: none !important; }}
a[href^="#copy-"]:hover {{ color: {ACCENT} !important; }}
.stMarkdownColoredBackground {{ border-radius: .2rem; padding: .05rem .15rem; }}

[class*="st-key-said_"] {{ max-height: 15rem; overflow: auto; }}

/* what a run does */
ul.gp-lines, ol.gp-steps, ol.gp-plan {{ list-style: none; margin: 0; padding: 0; }}
ul.gp-lines li {{ position: relative; padding: .12rem 0 .12rem 1.35rem; font-size: .86rem;
  color: {MUTED}; overflow-wrap: anywhere; }}
ul.gp-lines li::before {{ content: "✓"; position: absolute; left: .1rem; color: {ACCENT}; }}
ul.gp-lines li.failed::before {{ content: "–"; color: #a3552f; }}
ul.gp-lines li.working {{ color: {INK}; }}
ul.gp-lines li.working::before {{ content: ""; width: .5rem; height: .5rem; border-radius: 50%;
  background: {ACCENT}; top: .52rem; animation: gp-pulse 1.2s ease-in-out infinite; }}
@keyframes gp-pulse {{ 50% {{ opacity: .25; }} }}
@media (prefers-reduced-motion: reduce) {{ ul.gp-lines li.working::before {{ animation: none; }} }}
ol.gp-steps {{ counter-reset: step; border: 1px solid {LINE}; border-radius: .6rem;
  overflow: hidden; }}
ol.gp-steps li {{ counter-increment: step; display: flex; gap: .8rem; padding: .5rem .9rem;
  font-size: .92rem; border-top: 1px solid {LINE}; margin: 0; }}
ol.gp-steps li:first-child {{ border-top: 0; }}
ol.gp-steps li::before {{ content: counter(step); color: {MUTED}; min-width: 1.1rem; }}
ol.gp-steps span {{ flex: 1; }}
ol.gp-steps em {{ font-style: normal; font-size: .8rem; color: {MUTED}; white-space: nowrap; }}
ol.gp-steps li.succeeded em {{ color: {ACCENT}; }}
ol.gp-steps li.working {{ background: {WASH}; font-weight: 600; }}
ol.gp-steps li.waiting span {{ color: {MUTED}; }}
ol.gp-steps li.failed em, ol.gp-steps li.stopped em {{ color: #a3552f; }}

/* approval cards */
[class*="st-key-card_"] {{ background: #fff; border-color: #cfd8d4; border-radius: .8rem;
  padding: 1.15rem 1.3rem;
  box-shadow: 0 1px 2px rgba(20,40,35,.05), 0 8px 24px rgba(20,40,35,.06); }}
[class*="st-key-card_"] h4 {{ font-size: 1.1rem; padding: 0; }}
ol.gp-plan {{ counter-reset: plan; }}
ol.gp-plan li {{ counter-increment: plan; position: relative; padding: .42rem 0 .42rem 2.1rem;
  margin: 0; line-height: 1.5; }}
ol.gp-plan li::before {{ content: counter(plan); position: absolute; left: 0; top: .48rem;
  width: 1.4rem; height: 1.4rem; border-radius: 50%; background: {TINT}; color: {ACCENT};
  font-size: .76rem; font-weight: 700; text-align: center; line-height: 1.4rem; }}
ol.gp-plan span {{ font-weight: 600; }}
ol.gp-plan small {{ display: block; color: {MUTED}; font-size: .87rem; }}
ol.gp-plan em {{ display: inline-block;
  font-style: normal; font-weight: 500; font-size: .72rem; margin-left: .5rem;
  padding: .06rem .42rem; border-radius: .5rem; background: {MARK}; }}
ol.gp-plan li.removed {{ counter-increment: none; opacity: .55; }}
ol.gp-plan li.removed span {{ text-decoration: line-through; }}
ol.gp-plan li.removed::before {{ content: "–"; background: #f0f0ec; color: {MUTED}; }}

/* sources */
[class*="st-key-source_"] {{ padding: .1rem 0 .35rem; }}
[class*="st-key-source_"] button {{ text-align: left; justify-content: flex-start; padding: 0;
  min-height: 1.6rem; }}
[class*="st-key-source_"] [data-testid="stCaptionContainer"] {{ padding-left: 1.15rem; }}
blockquote.gp-quote {{ margin: 0; padding: .55rem .9rem; border-left: 3px solid {ACCENT};
  background: {WASH}; font-size: .93rem; line-height: 1.65; }}
.gp-page-text {{ border: 1px solid {LINE}; border-radius: .5rem; padding: 1.1rem 1.3rem;
  font-size: .93rem; line-height: 1.7; max-height: 60vh; overflow: auto; }}
.gp-page-text mark {{ background: {MARK}; padding: .08rem .1rem; }}
[data-testid="stDialog"] [data-testid="stImage"] img {{ border: 1px solid {LINE}; }}

/* the sidebar's rows */
[data-testid="stSidebar"] [class*="st-key-thread_"] button,
[data-testid="stSidebar"] [class*="st-key-document_"] button {{
  justify-content: flex-start; text-align: left; border: 0; background: transparent;
  padding: .25rem .5rem; min-height: 2rem; font-weight: 400; }}
[data-testid="stSidebar"] [class*="st-key-thread_"] button > div,
[data-testid="stSidebar"] [class*="st-key-document_"] button > div,
[class*="st-key-source_"] button > div, .st-key-examples button > div {{
  justify-content: flex-start; text-align: left; }}
[data-testid="stSidebar"] .st-key-thread_rows, [data-testid="stSidebar"] .st-key-document_rows {{
  gap: 0 !important; }}
[data-testid="stSidebar"] [class*="st-key-thread_"] button:hover,
[data-testid="stSidebar"] [class*="st-key-document_"] button:hover {{ background: #e9e6de; }}
/* a title gives way to its chip */
[data-testid="stSidebar"] .st-key-thread_rows button p:has(.stMarkdownBadge) {{
  display: flex; align-items: center; gap: .35rem; }}
[data-testid="stSidebar"] .st-key-thread_rows button p strong {{ font-weight: inherit;
  overflow: hidden; text-overflow: ellipsis; }}
[data-testid="stSidebar"] .st-key-thread_rows .stMarkdownBadge {{ flex: none; }}
[data-testid="stSidebar"] .st-key-thread_here button {{ background: #e2e4dc; font-weight: 600; }}
[data-testid="stSidebar"] [data-testid="stFileUploaderDropzone"] {{ background: #fff;
  border: 1px dashed #c9cdc8; padding: .8rem; flex-direction: column; align-items: stretch;
  gap: .45rem; }}
[data-testid="stSidebar"] [data-testid="stFileUploaderDropzoneInstructions"] > * {{
  display: none; }}
[data-testid="stSidebar"] [data-testid="stFileUploaderDropzoneInstructions"]::after {{
  font-size: .8rem; color: {MUTED}; content: var(--gp-drop-hint); }}
[data-testid="stSidebar"] [data-testid="stFileUploaderDropzone"] button p {{ font-size: 0; }}
[data-testid="stSidebar"] [data-testid="stFileUploaderDropzone"] button p::after {{
  font-size: .9rem; content: var(--gp-drop); }}
[data-testid="stSidebar"] .stMarkdownBadge {{ font-size: .72rem; }}
[data-testid="stSidebar"] [class*="st-key-job_"]:not([class*="head"]):not([class*="ways"]) {{
  background: #fff; border-radius: .6rem; padding: .55rem .75rem; }}
[data-testid="stSidebar"] [class*="st-key-job_head_"] button {{ min-height: 1.4rem; padding: 0; }}
.st-key-edit_question {{ margin-top: -.9rem; }}
.st-key-edit_question button {{ font-size: .84rem; color: {MUTED}; }}
[class*="st-key-badges_"] {{ padding: 0 .5rem; margin-top: -.35rem; }}
[data-testid="stSidebar"] [class*="st-key-document_"] button {{ min-height: 1.7rem;
  padding-bottom: 0; }}
[class*="st-key-badges_"] p {{ line-height: 1.3 !important; }}
.gp-note {{ font-size: .8rem; line-height: 1.55; color: {MUTED}; }}

/* an empty desk */
.gp-empty {{ padding: 13vh 0 1.2rem; }}
.gp-empty h1 {{ font-size: 1.9rem; font-weight: 700; letter-spacing: -.025em; margin: 0 0 .6rem;
  padding: 0; }}
.gp-empty p {{ color: {MUTED}; max-width: 38rem; line-height: 1.7; margin: 0;
  word-break: keep-all; }}
.st-key-examples {{ gap: .55rem !important; }}
.st-key-examples button {{ background: #fff; border: 1px solid {LINE}; border-radius: .7rem;
  padding: .6rem 1rem; color: {INK}; }}
.st-key-examples button:hover {{ border-color: {ACCENT}; color: {ACCENT}; }}
"""


def draw_style(words: Words) -> None:
    """Add the style sheet to the page, with the few words that only a style sheet can place."""
    drop, hint = words("documents.drop"), words("documents.drop_hint")
    names = f':root {{ --gp-drop: "{drop}"; --gp-drop-hint: "{hint}"; }}'
    st.html(f"<style>{names}{_CSS}</style>")
