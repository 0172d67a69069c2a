"""The documents are held to the code: settings, errors, commands, targets, files, links."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest
from langgraph.graph.state import CompiledStateGraph, StateGraph

import agent.errors
import store.errors
from agent.commands import line
from agent.graph import build_graph
from agent.guide_files import GuideMissingError
from agent.settings import PREFIX, Settings

ROOT = Path(__file__).resolve().parents[2]
READMES = ("README.md", "README.ko.md")
TEXTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "sample_docs").glob("*.md")]
)


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def rows(text: str, first: str) -> list[list[str]]:
    """Return the cells of the table whose first heading is ``first``."""
    lines = text.splitlines()
    start = next(n for n, row in enumerate(lines) if row.startswith(f"| {first} |"))
    found = []
    for row in lines[start + 2 :]:
        if not row.startswith("|"):
            break
        found.append([cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]])
    return found


def setting_row(name: str) -> list[str]:
    field = Settings.model_fields[name]
    choices = getattr(field.validation_alias, "choices", [PREFIX + name.upper()])
    variables = sorted(
        (str(choice) for choice in choices if str(choice).isupper()),
        key=lambda variable: (variable != PREFIX + name.upper(), variable),
    )
    kind = field.annotation
    values = get_args(kind) if get_origin(kind) is Literal else ()
    meaning = field.description or ""
    if values:
        meaning += " One of " + ", ".join(f"`{value}`" for value in values) + "."
    return [", ".join(f"`{variable}`" for variable in variables), default_text(name), meaning]


def default_text(name: str) -> str:
    if name == "home":
        return "the platform's user data folder"
    default = Settings.model_fields[name].default
    if default is None or default == "":
        return "not set"
    return f"`{str(default).lower()}`" if isinstance(default, bool) else f"`{default}`"


def test_settings_table_is_what_the_settings_are() -> None:
    expected = [setting_row(name) for name in Settings.model_fields]
    assert rows(read("docs/settings.md"), "Variable") == expected


def leaves(root: type[Exception]) -> list[type[Exception]]:
    below = root.__subclasses__()
    return [root] + [leaf for cls in below for leaf in leaves(cls)]


def test_errors_table_names_every_code() -> None:
    codes = {
        vars(cls)["code"]
        for root in (agent.errors.AgentError, store.errors.StoreError)
        for cls in leaves(root)
        if "code" in vars(cls) and cls.__module__ in {"agent.errors", "store.errors"}
    }
    listed = {row[0].strip("`") for row in rows(read("docs/errors.md"), "Code")}
    assert listed == codes | {"interrupted", "stopped", GuideMissingError.code}


@pytest.mark.parametrize("module", [agent.errors, store.errors])
def test_error_trees_in_docstrings_name_every_class_and_code(module) -> None:
    root = next(x for x in vars(module).values() if getattr(x, "__bases__", ()) == (Exception,))
    for cls in leaves(root):
        if cls.__module__ == module.__name__:
            assert cls.__name__ in module.__doc__
            assert cls is root or vars(cls).get("code", "") in module.__doc__


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*## ", read("Makefile"), re.MULTILINE))


def code_of(text: str) -> str:
    """Return what stands in code blocks and code spans, where commands are meant literally."""
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return "\n".join([*blocks, *re.findall(r"`([^`\n]+)`", text)])


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.name)
def test_make_targets_that_are_named_exist(text: Path) -> None:
    named = set(re.findall(r"\bmake ([a-z][a-z-]*)", code_of(text.read_text("utf-8"))))
    assert named <= targets()


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.name)
def test_commands_that_are_named_are_understood(text: Path) -> None:
    for command in re.findall(r"python -m agent ([^\n`#]+)", code_of(text.read_text("utf-8"))):
        words = shlex.split(command)
        if words[0].isupper():  # the placeholder in a form
            continue
        line.parser().parse_args(words)


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.name)
def test_variables_that_are_named_exist(text: Path) -> None:
    named = set(re.findall(r"GUIDEPOST_[A-Z_]+", text.read_text("utf-8")))
    known = set(
        re.findall(r"GUIDEPOST_[A-Z_]+", " ".join(str(setting_row(n)) for n in all_names()))
    )
    assert named <= known | {"GUIDEPOST_TEST_OLLAMA", "GUIDEPOST_SCREENSHOTS"}


def all_names() -> list[str]:
    return list(Settings.model_fields)


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.name)
def test_files_that_are_linked_exist(text: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text.read_text("utf-8")):
        if not target.startswith("http"):
            assert (text.parent / target).exists(), target


@pytest.mark.parametrize("readme", READMES)
def test_folders_that_the_layout_names_exist(readme: str) -> None:
    layout = re.findall(r"^    ([a-z_]+(?:/[a-z_]+)*)/ ", read(readme), re.MULTILINE)
    assert len(layout) >= 8
    for folder in layout:
        assert (ROOT / folder).is_dir(), folder


@pytest.mark.parametrize("readme", READMES)
def test_readme_draws_the_graph_as_the_code_does(readme: str) -> None:
    source = ast.get_docstring(ast.parse(read("agent/graph.py"))) or ""
    assert drawing(source) == drawing(read(readme))
    assert drawing(read(readme))


def test_readme_draws_every_node_and_no_other() -> None:
    steps = re.sub(r"[\w ]+:", "", "\n".join(drawing(read("README.md"))))
    named = {part.strip() for part in re.split(r"[^\w ]+", steps)}
    assert {name for name in named if re.fullmatch("[a-z_]+", name)} == nodes_of(build_graph())


def nodes_of(builder: StateGraph) -> set[str]:
    """Return the names of a graph's nodes and of those in its sub-graphs."""
    below = [spec.runnable for spec in builder.nodes.values()]
    inner = [nodes_of(one.builder) for one in below if isinstance(one, CompiledStateGraph)]
    return set(builder.nodes).union(*inner)


def drawing(text: str) -> list[str]:
    """Return the lines of the graph's drawing, from START to the first empty line."""
    lines = text.splitlines()
    start = next((n for n, row in enumerate(lines) if row.strip().startswith("START ->")), None)
    if start is None:
        return []
    found = []
    for row in lines[start:]:
        if not row.strip() or row.startswith("```"):
            break
        found.append(" ".join(row.split()))
    return found


@pytest.mark.parametrize("readme", READMES)
def test_readme_names_every_target(readme: str) -> None:
    missing = targets() - set(re.findall(r"make ([a-z-]+)", read(readme)))
    assert missing == set()


def test_make_help_lists_every_target() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(re.findall(r"make ([a-z-]+)", done.stdout)) == targets()


def test_makefile_targets_are_a_line_or_two() -> None:
    for recipe in re.findall(r"^[a-z-]+:.*##.*\n((?:\t.*\n)+)", read("Makefile"), re.MULTILINE):
        assert len(recipe.splitlines()) <= 2
