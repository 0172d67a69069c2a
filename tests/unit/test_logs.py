from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from pydantic import BaseModel, ValidationError

from agent import logs
from agent.errors import ModelMissingError, SettingsError
from agent.settings import Settings, load_settings

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "the tenant shall pay the rent on the third day " * 5


@pytest.fixture
def log(settings: Settings) -> Path:
    logs.configure(settings)
    return logs.log_file(settings)


def test_log_takes_our_messages_and_no_others(log: Path) -> None:
    logging.getLogger("agent.nodes").info("routed to %s in %.1f s", "chat", 0.5)
    logging.getLogger("store.library").warning("two rows")
    logging.getLogger("agent").debug("too fine")
    logging.getLogger("httpx").warning("not ours")
    text = log.read_text("utf-8")
    assert "routed to chat in 0.5 s" in text
    assert "two rows" in text
    assert "too fine" not in text
    assert "not ours" not in text


def test_long_argument_is_replaced_by_its_length(log: Path) -> None:
    logging.getLogger("agent").info("read %s", TEXT)
    logging.getLogger("agent").info("read %(passage)s", {"passage": TEXT})
    text = log.read_text("utf-8")
    assert "tenant" not in text
    assert text.count(f"<{len(TEXT)} characters>") == 2


def test_foreign_exception_is_logged_without_its_message(log: Path) -> None:
    class Reply(BaseModel):
        n: int

    try:
        try:
            Reply.model_validate({"n": TEXT})
        except ValidationError as error:
            message = "The model 'x' is missing: pull it."
            raise ModelMissingError(message) from error
    except ModelMissingError:
        logging.getLogger("agent").exception("turn failed")
    text = log.read_text("utf-8")
    assert "tenant" not in text
    assert "ValidationError" in text
    assert "test_logs.py" in text
    assert "The model 'x' is missing" in text


def test_keys_are_blotted_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "sk-very-secret")
    settings = load_settings()
    logs.configure(settings)
    logging.getLogger("agent").error("called with %s", "key=sk-very-secret")
    text = logs.log_file(settings).read_text("utf-8")
    assert "key=***" in text
    assert "very-secret" not in text


def test_configure_twice_writes_each_line_once(settings: Settings) -> None:
    logs.configure(settings)
    logs.configure(settings)
    logging.getLogger("agent").info("once")
    assert logs.log_file(settings).read_text("utf-8").count("once") == 1


def test_log_that_grows_is_rotated(settings: Settings, log: Path) -> None:
    logger = logging.getLogger("agent")
    long_line = "a line of the code's own words " * 100
    for _ in range(logs.FILE_BYTES // len(long_line) + 10):
        logger.info(long_line)
    assert log.stat().st_size <= logs.FILE_BYTES
    assert log.with_name("guidepost.log.1").exists()


def test_log_folder_that_is_a_file_gives_a_sentence(settings: Settings) -> None:
    settings.home.mkdir()
    settings.logs_path.write_text("")
    with pytest.raises(SettingsError, match="cannot be written"):
        logs.configure(settings)
