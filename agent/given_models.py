"""Stands for the road to the models where a door was given, as tests and scripts do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.models.road import Description

if TYPE_CHECKING:
    from agent.models.door import Door


class GivenModels:
    """A door and what there is to say about it. There is no server to start or to ask."""

    def __init__(self, door: Door) -> None:
        """Keep the door."""
        self.door = door

    def describe(self) -> Description:
        """Return a description of models that are simply there."""
        names = self.door.model_names()
        return Description(
            kind="given",
            state="ready",
            address="",
            version="",
            models=names,
            available=tuple(sorted(set(names.values()))),
            missing=(),
            window=self.door.window,
            profile=self.door.profile,
            message="",
        )

    def close(self) -> None:
        """Leave the door to whoever gave it."""
