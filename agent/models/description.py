"""What the page, ``doctor`` and the health report say about the models."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agent.models.values import ModelProfile, Role


@dataclass(frozen=True, slots=True)
class Description:
    """What the page and ``doctor`` say about the models.

    ``state`` is ready, starting, missing (a model has to be fetched) or down.
    """

    kind: str
    state: str
    address: str
    version: str
    models: dict[Role, str]
    available: tuple[str, ...]
    missing: tuple[str, ...]
    window: int
    profile: ModelProfile
    message: str

    def to_json(self) -> dict[str, Any]:
        """Return it as a flat JSON object."""
        return asdict(self)
