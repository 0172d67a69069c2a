from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from agent import settings_file
from agent.errors import SettingsError
from agent.settings import Settings, load_settings, store_settings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("GUIDEPOST_MAX_ITERATIONS", "7", "max_search_rounds"),
        ("GUIDEPOST_MAX_SEARCH_ROUNDS", "7", "max_search_rounds"),
        ("OLLAMA_HOST", "http://box:1", "ollama_host"),
        ("GUIDEPOST_OLLAMA_HOST", "http://box:1", "ollama_host"),
        ("GUIDEPOST_KEEP_RECENT", "2", "keep_recent"),
    ],
)
def test_settings_from_the_environment_are_read(
    name: str, value: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert str(getattr(load_settings(), field)) == value


@pytest.mark.parametrize("name", ["TAVILY_API_KEY", "OPENWEATHER_API_KEY"])
@pytest.mark.parametrize("prefix", ["", "GUIDEPOST_"])
def test_keys_never_show(name: str, prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(prefix + name, "sk-very-secret")
    settings = load_settings()
    key = getattr(settings, name.lower())
    assert key.get_secret_value() == "sk-very-secret"
    shown = f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"
    assert "very-secret" not in shown


def test_empty_variables_count_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUIDEPOST_PORT", "")
    monkeypatch.setenv("TAVILY_API_KEY", "")
    assert load_settings().port == Settings.model_fields["port"].default
    assert load_settings().tavily_api_key is None


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("GUIDEPOST_PORT", "abc", "GUIDEPOST_PORT cannot be used: input should be a valid integer"),
        ("GUIDEPOST_PORT", "70000", "less than or equal to 65535"),
        ("GUIDEPOST_ENGINE", "magic", "'auto', 'ollama' or 'builtin'"),
        ("GUIDEPOST_ENABLE_HITL", "perhaps", "GUIDEPOST_ENABLE_HITL cannot be used"),
    ],
)
def test_bad_value_gives_a_sentence_without_the_value(
    name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=sentence) as caught:
        load_settings()
    assert "docs/settings.md" in str(caught.value)
    assert value not in str(caught.value)


def test_relative_home_becomes_absolute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUIDEPOST_HOME", "some/where")
    settings = load_settings()
    assert settings.home.is_absolute()
    assert settings.state_path.parent == settings.home


def test_stored_settings_hold_and_the_environment_wins(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_settings(home, {"num_ctx": 2048, "chat_model": "mine"})
    assert load_settings().num_ctx == 2048
    monkeypatch.setenv("GUIDEPOST_NUM_CTX", "8192")
    assert load_settings().num_ctx == 8192
    assert load_settings(num_ctx=1024).num_ctx == 1024
    assert load_settings().chat_model == "mine"
    store_settings(home, {"chat_model": None})
    assert load_settings().chat_model == ""


@pytest.mark.parametrize(
    "changes", [{"num_ctx": "many"}, {"nonsense": 1}, {"home": "/x"}, {"tavily_api_key": "k"}]
)
def test_store_settings_refuses_what_cannot_hold(home: Path, changes: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        store_settings(home, changes)
    assert not settings_file.path_in(home).exists()


@pytest.mark.parametrize("content", ["{not json", "[1, 2]"])
def test_broken_settings_file_gives_a_sentence(home: Path, content: str) -> None:
    home.mkdir()
    settings_file.path_in(home).write_text(content)
    with pytest.raises(SettingsError, match=r"settings\.json.*mend it, or delete it"):
        load_settings()


def test_settings_file_cannot_move_the_data_folder(home: Path) -> None:
    home.mkdir()
    settings_file.path_in(home).write_text(json.dumps({"home": "/elsewhere"}))
    assert load_settings().home == home


@pytest.mark.parametrize("name", ["tavily_api_key", "OPENWEATHER_API_KEY"])
def test_settings_file_gives_no_key(home: Path, name: str) -> None:
    home.mkdir()
    settings_file.path_in(home).write_text(json.dumps({name: "sk-very-secret", "num_ctx": 2048}))
    settings = load_settings()
    assert (getattr(settings, name.lower()), settings.num_ctx) == (None, 2048)


def test_prepare_on_an_unusable_folder_names_it_and_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="GUIDEPOST_HOME") as caught:
        settings_file.prepare(tmp_path / "file" / "home")
    assert "file/home" in str(caught.value)


def test_prepare_makes_the_folder_and_leaves_nothing_in_it(home: Path) -> None:
    settings_file.prepare(home)
    assert list(home.iterdir()) == []


def test_checkpoint_file_can_lie_elsewhere_than_the_data_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert load_settings().checkpoint_path == home / "checkpoints.sqlite"
    monkeypatch.setenv("GUIDEPOST_CHECKPOINT_DB_PATH", str(tmp_path / "mine.sqlite"))
    assert load_settings().checkpoint_path == tmp_path / "mine.sqlite"
