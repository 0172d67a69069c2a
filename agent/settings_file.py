"""``settings.json`` in the data folder: field names and values, written by the Settings page."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from agent.errors import SettingsError


class SettingsFile(PydanticBaseSettingsSource):
    """Gives pydantic the file's values: those of settings that it ``may_hold``."""

    def __init__(
        self, cls: type[BaseSettings], given: PydanticBaseSettingsSource, home_variable: str
    ) -> None:
        """Find the file by the argument, the environment variable or the platform's folder."""
        super().__init__(cls)
        home = given().get("home") or os.environ.get(home_variable) or default_home()
        self._path = path_in(Path(home).expanduser())

    def get_field_value(self, field: Any, field_name: str) -> tuple[Any, str, bool]:  # noqa: ANN401, ARG002 - the base class's signature
        """Answer for one field: nothing, since ``__call__`` returns all at once."""
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        """Return what the file holds."""
        return {name: value for name, value in read(self._path).items() if may_hold(name)}


def default_home() -> Path:
    """Return the data folder where none is named: the platform's place for a user's data."""
    return user_data_path("guidepost", appauthor=False)


def may_hold(name: str) -> bool:
    """Say whether a setting may stand in the file: not the file's own place, and no key."""
    return name != "home" and not name.lower().endswith("_key")


def path_in(home: Path) -> Path:
    """Return where the settings file of a data folder lies."""
    return home / "settings.json"


def read(path: Path) -> dict[str, Any]:
    """Return the stored settings, none where there is no file.

    Raises:
        SettingsError: the file is not what it should be.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return {}  # a data folder that cannot be used is reported by ``prepare``
    except (OSError, ValueError) as error:
        message = f"The settings file {str(path)!r} cannot be read: mend it, or delete it."
        raise SettingsError(message) from error
    if not isinstance(data, dict):
        message = f"The settings file {str(path)!r} holds no settings: mend it, or delete it."
        raise SettingsError(message)
    return data


def write(path: Path, values: dict[str, Any]) -> None:
    """Store ``values`` whole, atomically.

    Raises:
        SettingsError: the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(json.dumps(values, indent=2, ensure_ascii=False, default=str), "utf-8")
        draft.replace(path)
    except OSError as error:
        message = f"The settings file {str(path)!r} cannot be written: {error.strerror}."
        raise SettingsError(message) from error


def prepare(home: Path) -> None:
    """Make the data folder and see that it can be read and written.

    Raises:
        SettingsError: it cannot be used; the sentence says why and what to do.
    """
    probe = home / f".write-{os.getpid()}"
    try:
        home.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
        next(home.iterdir(), None)
    except OSError as error:
        message = (
            f"The data folder {str(home)!r} cannot be used: {error.strerror or error}. Make it "
            "readable and writable, or set GUIDEPOST_HOME to another folder."
        )
        raise SettingsError(message) from error
