"""The words table: both languages whole, every key used, every code with its sentence."""

from __future__ import annotations

import ast
import string
from pathlib import Path
from typing import get_args

import pytest

import agent.errors
import store.errors
from agent.approvals import ALLOWED, Point
from agent.events import Ending
from agent.ui.words import TABLE, Words, pick
from store.records import DocumentKind, Stage

UI = Path(agent.errors.__file__).parent / "ui"
FAMILIES = (
    "error.", "tool.", "notice.", "point.", "ending.", "step.", "documents.kind.",
    "documents.stage.", "documents.stage_help.", "intake.stage.", "live.route.", "switches.",
    "language.", "progress.", "plan.diff_", "act.", "model.", "argument.",
)  # fmt: skip
"""Beginnings of keys that the page puts together from a value."""


def codes(module):
    return {
        cls.code for cls in vars(module).values() if isinstance(cls, type) and hasattr(cls, "code")
    }


def notices():
    """The codes that the nodes write out, and those that a search hands to them."""
    found = {"text_only", "meaning_only", "embedder_changed"}
    for path in UI.parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Notice":
                values = [named.value for named in node.keywords if named.arg == "code"]
                found |= {value.value for value in values if isinstance(value, ast.Constant)}
    return found


def fields(phrase):
    return sorted(name for _, name, _, _ in string.Formatter().parse(phrase) if name)


def constants():
    found = set()
    for path in UI.glob("*.py"):
        if path.name.startswith("phrases_"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


@pytest.mark.parametrize("key", sorted(TABLE))
def test_table_phrase_is_whole_in_both_languages(key):
    korean, english = TABLE[key]
    assert korean.strip()
    assert english.strip()
    assert fields(korean) == fields(english)


def test_table_every_key_is_used_or_of_a_family():
    used = constants()
    stray = [key for key in TABLE if key not in used and not key.startswith(FAMILIES)]
    assert stray == []


def test_table_every_key_the_page_names_is_there():
    groups = {key.partition(".")[0] for key in TABLE}
    named = {
        text
        for text in constants()
        if text.partition(".")[0] in groups
        and text.partition(".")[2].replace("_", "").replace(".", "").isalpha()
        and not text.endswith((".", "_"))
    }
    assert sorted(name for name in named if name not in TABLE) == []


@pytest.mark.parametrize("code", sorted(codes(agent.errors) | codes(store.errors)))
def test_table_every_error_code_has_a_sentence(code):
    assert f"error.{code}" in TABLE


@pytest.mark.parametrize("code", sorted(notices()))
def test_table_every_notice_has_a_sentence_in_the_language_of_the_page(code):
    assert f"notice.{code}" in TABLE


def test_table_every_value_of_a_family_has_a_phrase():
    wanted = [f"documents.kind.{kind}" for kind in get_args(DocumentKind)]
    wanted += [f"documents.stage.{stage}" for stage in get_args(Stage)]
    wanted += [f"point.{point}" for point in get_args(Point)]
    wanted += [f"card.{point}" for point in ALLOWED]
    wanted += [f"act.{action}" for actions in ALLOWED.values() for action in actions
               if action not in ("edit_plan", "edit_args", "reuse")]  # fmt: skip
    wanted += [f"ending.{ending}" for ending in get_args(Ending)
               if ending not in ("answered", "done")]  # fmt: skip
    assert [key for key in wanted if key not in TABLE] == []


def test_words_value_is_filled_in():
    assert Words("ko")("documents.pages", count=3) == "3쪽"
    assert Words("en")("documents.pages", count=3) == "3 pages"


def test_words_unknown_error_code_gives_the_errors_own_words():
    assert Words("ko").trouble("never_heard", "the disk melted") == "the disk melted"
    assert Words("en").trouble("never_heard") == TABLE["error.internal"][1]


@pytest.mark.parametrize(
    ("setting", "chosen", "locale", "language"),
    [
        ("auto", "", "ko-KR", "ko"),
        ("auto", "", "en-US", "en"),
        ("auto", "", "", "en"),
        ("ko", "", "en-US", "ko"),
        ("ko", "en", "ko-KR", "en"),
    ],
)
def test_pick_language_chosen_comes_before_setting_and_browser(setting, chosen, locale, language):
    assert pick(setting, chosen, locale) == language
