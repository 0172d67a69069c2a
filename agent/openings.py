"""What is slow to open when the app starts: the library, its embedder and the models.

Each is opened once, in the background after ``begin`` or when it is first wanted. A library or a
door that was given stands for the one that would be opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.fixed_prompts import fixed_prompts
from agent.given_models import GivenModels
from agent.models.road import Road, open_road
from agent.opening import Opening
from store.library import Library

if TYPE_CHECKING:
    from agent.models.door import Door
    from agent.settings import Settings
    from agent.tools.catalogue import Catalogue


class Openings:
    """The openings of one start of the app. Thread-safe."""

    def __init__(
        self,
        settings: Settings,
        tools: Catalogue,
        door: Door | None = None,
        library: Library | None = None,
    ) -> None:
        """Open nothing yet.

        Args:
            settings: Of this start.
            tools: Their texts are part of the prompts that the models read beforehand.
            door: Makes the model calls instead of the models that are found.
            library: Is used instead of the data folder's; whoever gave it closes it.
        """
        self._settings = settings
        self._tools = tools
        self._door = door
        self._given_library = library
        self.library = Opening(self._open_library, "library")
        self.models = Opening(self._open_models, "models")
        self._embedder = Opening(self._load_embedder, "embedder")

    def begin(self) -> None:
        """Begin to open everything, without waiting for it."""
        self.library.begin()
        self.models.begin()
        self._embedder.begin()

    def close(self) -> None:
        """Close what was opened here, or will be once its opening ends."""
        self.models.close(lambda models: models.close())
        if self._given_library is None:
            self.library.close(lambda library: library.close())

    def _open_library(self) -> Library:
        if self._given_library is not None:
            return self._given_library
        library = Library.open(
            self._settings.library_path,
            embedder=self._settings.embedder,
            models_path=self._settings.models_path,
        )
        library.resume()
        return library

    def _load_embedder(self) -> None:
        if self._given_library is None and self.library.get().documents():
            self.library.get().load_embedder()

    def _open_models(self) -> Road | GivenModels:
        if self._door is not None:
            return GivenModels(self._door)
        road = open_road(self._settings)
        road.warm(fixed_prompts(self._tools, online=self._settings.allow_internet))
        return road
