"""The rotating log in the data folder. It holds what happened, never what a document says.

Three guards stand between the code and the file: long arguments are replaced by their length,
secrets of the settings are blotted out, and a foreign exception is logged by type and place,
without its message, because such messages quote what was being read.
"""

from __future__ import annotations

import logging
import traceback
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING

from agent.errors import AgentError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType

    from agent.settings import Settings

OURS = ("agent", "store", "streamlit_app")
LONGEST_ARGUMENT = 160
FILE_BYTES = 1_000_000
FILES_KEPT = 3
FORMAT = "%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"


def log_file(settings: Settings) -> Path:
    """Return the file that is written now; older ones lie beside it with a number."""
    return settings.logs_path / "guidepost.log"


def configure(settings: Settings) -> None:
    """Send the logs of our own packages to the data folder. A second call changes nothing.

    Raises:
        SettingsError: the log cannot be written there.
    """
    file = log_file(settings)
    if any(_writes(handler, file) for handler in logging.getLogger(OURS[0]).handlers):
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(file, "a", FILE_BYTES, FILES_KEPT, encoding="utf-8")
    except OSError as error:
        message = (
            f"The log {str(file)!r} cannot be written: {error.strerror}. Make the data folder "
            "writable, or set GUIDEPOST_HOME to another folder."
        )
        raise SettingsError(message) from error
    handler.setFormatter(_Discreet(FORMAT, _secrets(settings)))
    for name in OURS:
        logger = logging.getLogger(name)
        for old in [x for x in logger.handlers if isinstance(x.formatter, _Discreet)]:
            logger.removeHandler(old)
            old.close()
        logger.addHandler(handler)
        logger.setLevel(settings.log_level)


def close() -> None:
    """Close the log's file and stop writing to it."""
    for name in OURS:
        logger = logging.getLogger(name)
        for handler in [x for x in logger.handlers if isinstance(x.formatter, _Discreet)]:
            logger.removeHandler(handler)
            handler.close()


class _Discreet(logging.Formatter):
    """Formats records without document text and without secrets."""

    def __init__(self, text: str, secrets: Sequence[str]) -> None:
        super().__init__(text)
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        args = record.args
        shy = logging.makeLogRecord(record.__dict__)
        shy.exc_text = None
        if isinstance(args, tuple):
            shy.args = tuple(_short(value) for value in args)
        elif args:
            shy.args = {key: _short(value) for key, value in args.items()}
        line = super().format(shy)
        for secret in self._secrets:
            line = line.replace(secret, "***")
        return line

    def formatException(  # noqa: N802 - the base class's name
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        lines = []
        error = ei[1]
        while error is not None:
            lines += traceback.format_tb(error.__traceback__)
            lines.append(
                f"{type(error).__module__}.{type(error).__qualname__}{_own_words(error)}\n"
            )
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "".join(lines).rstrip("\n")


def _own_words(error: BaseException) -> str:
    """Return an exception's message where it is ours, written for people; else nothing."""
    ours = isinstance(error, AgentError) or type(error).__module__.split(".")[0] in OURS
    return f": {_short(str(error))}" if ours else ""


def _short(value: object) -> object:
    if isinstance(value, bool | int | float | None):
        return value
    text = str(value)
    return text if len(text) <= LONGEST_ARGUMENT else f"<{len(text)} characters>"


def _secrets(settings: Settings) -> list[str]:
    keys = (settings.openweather_api_key, settings.tavily_api_key)
    return [key.get_secret_value() for key in keys if key and key.get_secret_value()]


def _writes(handler: logging.Handler, file: Path) -> bool:
    return isinstance(handler, logging.FileHandler) and handler.baseFilename == str(file.absolute())
