"""Every setting, read from the environment and from ``settings.json`` in the data folder.

Names of variables are ``GUIDEPOST_`` and the field's name in capitals; a few are accepted bare.
The environment wins over the file. The switches that the sidebar shows are defaults here; what the
person chose lives in the data folder (``approval_switches``) and is read live.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path  # noqa: TC003 - pydantic reads the annotations
from typing import Any, Literal

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from agent import settings_file
from agent.errors import SettingsError
from agent.settings_file import SettingsFile

PREFIX = "GUIDEPOST_"


class Settings(BaseSettings):
    """The settings of one start. Frozen; a changed one needs a new start."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        frozen=True,
        populate_by_name=True,
        extra="ignore",
        hide_input_in_errors=True,
    )

    home: Path = Field(
        default_factory=settings_file.default_home,
        description="Data folder: library, conversations, models, logs.",
    )
    models_dir: Path | None = Field(
        default=None, description="Folder of model files; `models` in the data folder if not set."
    )
    ollama_host: str = Field(
        default="",
        validation_alias=AliasChoices("ollama_host", "GUIDEPOST_OLLAMA_HOST", "OLLAMA_HOST"),
        description="Address of an Ollama server; empty tries 127.0.0.1:11434, then built-in.",
    )
    engine: Literal["auto", "ollama", "builtin"] = Field(
        default="auto", description="Which model server to use."
    )
    chat_model: str = Field(default="", description="Model for all roles; empty picks one.")
    router_model: str = Field(default="", description="Model for routing; empty is chat_model.")
    planner_model: str = Field(default="", description="Model for planning; empty is chat_model.")
    writer_model: str = Field(default="", description="Model for prose; empty is chat_model.")
    num_ctx: int = Field(default=4096, ge=1024, description="Context window asked for, tokens.")
    embedder: Literal["auto", "pair", "use", "e5", "none"] = Field(
        default="auto", description="Embedder; `pair` is both, `none` searches by words only."
    )
    enable_hitl: bool = Field(default=True, description="Ask at the approval points (master).")
    enable_clarification_approval: bool = Field(
        default=True, description="Ask when a large request is unclear."
    )
    enable_plan_approval: bool = Field(default=True, description="Show the plan before working.")
    enable_step_approval: bool = Field(default=False, description="Ask before each step.")
    enable_memory_approval: bool = Field(
        default=True, description="Ask before remembering; nothing is remembered yet that asks."
    )
    max_messages: int = Field(
        default=10, ge=2, description="Messages before the oldest are summarised."
    )
    keep_recent: int = Field(default=5, ge=1, description="Messages that stay word for word.")
    max_summaries: int = Field(default=3, ge=1, description="Summaries kept in the prompt.")
    max_search_rounds: int = Field(
        default=4,
        ge=1,
        validation_alias=AliasChoices(
            "max_search_rounds",
            "max_iterations",
            "GUIDEPOST_MAX_SEARCH_ROUNDS",
            "GUIDEPOST_MAX_ITERATIONS",
        ),
        description="Searches per question at most (also `max_iterations`).",
    )
    max_tool_rounds: int = Field(
        default=5, ge=1, description="Tool rounds at most per turn, in a task per step."
    )
    enable_cache: bool = Field(default=True, description="Keep replies of repeatable calls.")
    persistence_mode: Literal["file", "memory"] = Field(
        default="file",
        description="`memory`: conversations and open questions end with the app.",
    )
    checkpoint_db_path: Path | None = Field(
        default=None, description="Checkpoint file; in the data folder if not set."
    )
    auto_tool_detection: bool = Field(default=True, description="Notice tools that come and go.")
    tool_check_interval: int = Field(default=300, ge=1, description="Seconds between looks.")
    enable_memory: bool = Field(default=True, description="Learn from work that was done.")
    allow_internet: bool = Field(
        default=False, description="Offer tools that go online; no built-in one does."
    )
    port: int = Field(default=8501, ge=0, le=65535, description="Port of the page.")
    ui_language: Literal["auto", "ko", "en"] = Field(
        default="auto", description="Language of the page."
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="Detail of the log file."
    )
    openweather_api_key: SecretStr | None = Field(
        default=None,
        repr=False,
        validation_alias=AliasChoices(
            "openweather_api_key", "GUIDEPOST_OPENWEATHER_API_KEY", "OPENWEATHER_API_KEY"
        ),
        description="Key for a weather tool; used only with internet allowed.",
    )
    tavily_api_key: SecretStr | None = Field(
        default=None,
        repr=False,
        validation_alias=AliasChoices(
            "tavily_api_key", "GUIDEPOST_TAVILY_API_KEY", "TAVILY_API_KEY"
        ),
        description="Key for a web search tool; used only with internet allowed.",
    )

    @field_validator("home", "models_dir", "checkpoint_db_path")
    @classmethod
    def _absolute(cls, path: Path | None) -> Path | None:
        return path.expanduser().absolute() if path else None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the base class names it
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - likewise
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read arguments first, then the environment, then ``settings.json``."""
        return (
            init_settings,
            env_settings,
            SettingsFile(settings_cls, init_settings, PREFIX + "HOME"),
        )

    @cached_property
    def models_path(self) -> Path:
        """Folder that holds the model files."""
        return self.models_dir or self.home / "models"

    @cached_property
    def checkpoint_path(self) -> Path:
        """SQLite file of the checkpoints."""
        return self.checkpoint_db_path or self.home / "checkpoints.sqlite"

    @cached_property
    def state_path(self) -> Path:
        """SQLite file of threads, run logs, leases and the outbox."""
        return self.home / "state.sqlite"

    @cached_property
    def library_path(self) -> Path:
        """Folder of the library: LanceDB tables and the original files."""
        return self.home / "library"

    @cached_property
    def runs_path(self) -> Path:
        """Folder with one folder per run that made files."""
        return self.home / "runs"

    @cached_property
    def logs_path(self) -> Path:
        """Folder of the rotating log."""
        return self.home / "logs"


def load_settings(**given: Any) -> Settings:  # noqa: ANN401 - any field, checked by Settings
    """Return the settings of this start.

    Raises:
        SettingsError: a value cannot be used; the sentence names it and what is allowed.
    """
    try:
        return Settings(**given)
    except ValidationError as error:
        raise SettingsError(_sentence(error)) from None


def store_settings(home: Path, changes: dict[str, Any]) -> None:
    """Write ``changes`` into the settings file; they hold from the next start. None removes one.

    Raises:
        SettingsError: a name or value cannot be used, or the file cannot be written.
    """
    for name in changes:
        if name not in Settings.model_fields or not settings_file.may_hold(name):
            message = f"{name!r} cannot be kept in the settings file."
            raise SettingsError(message)
    path = settings_file.path_in(home)
    stored = {**settings_file.read(path), **changes}
    stored = {name: value for name, value in stored.items() if value is not None}
    load_settings(**{**stored, "home": home})
    settings_file.write(path, stored)


def _sentence(error: ValidationError) -> str:
    """Name the first bad value and what is allowed, without the value: it may be a key."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    name = str(first["loc"][0]) if first["loc"] else "a setting"
    name = name.upper() if name.lower() in Settings.model_fields else name
    shown = name if name.startswith(PREFIX) else PREFIX + name
    bare = name in {"OLLAMA_HOST", "OPENWEATHER_API_KEY", "TAVILY_API_KEY"}
    reason = first["msg"][:1].lower() + first["msg"][1:]
    return f"The setting {name if bare else shown} cannot be used: {reason}. See docs/settings.md."
