"""The plain values that cross the store's border. No behaviour, no storage identity of tables."""

from dataclasses import dataclass, field
from typing import Literal

DocumentKind = Literal["contract", "standard", "policy", "catalogue", "report", "other"]
Stage = Literal["text", "ready"]
Verdict = Literal["found", "none"]
SearchMode = Literal["hybrid", "vector", "text"]
_HOPELESS = 0.05
"""Below it lie 1 in 70 questions of ``tests/eval`` that have an answer, 2 in 5 of the others."""
IngestStage = Literal["queued", "read", "split", "embed", "index", "done", "failed", "cancelled"]


@dataclass(frozen=True, slots=True)
class Document:
    """One document of the library.

    Attributes:
        id: SHA-256 of the file's bytes, hexadecimal.
        name: File name as given, unique unless both versions were kept on purpose.
        kind: Guessed, correctable by the person.
        stage: ``text`` is searchable by words; ``ready`` has vectors too.
        pages: Number of physical pages (1 for formats without pages).
        passages: Number of indexed passages.
        size_bytes: Size of the original file.
        language: ``ko`` or ``en``, the more frequent script.
        added_at: Seconds since the epoch, UTC.
        dated: ISO date of the content where one was found, else an empty string.
        warnings: Sentences for the person, such as the numbers of image-only pages.
    """

    id: str
    name: str
    kind: DocumentKind
    stage: Stage
    pages: int
    passages: int
    size_bytes: int
    language: str
    added_at: float
    dated: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageHealth:
    """What reading one page gave. ``engine`` is the reader that won; shares are 0 to 1."""

    page: int
    label: str
    characters: int
    script_share: float
    image_only: bool
    engine: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of one page.

    ``start`` and ``end`` are half-open code-point offsets in the page's stored text.
    """

    id: str
    document_id: str
    document: str
    page: int
    label: str
    start: int
    end: int
    text: str
    heading: str = ""
    article: str = ""
    kind: DocumentKind = "other"
    dated: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage found. Scores are 0 to 1; ``why`` names what matched."""

    passage: Passage
    score: float
    vector_score: float
    text_score: float
    rank: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits, best first, and whether the best clears the floor.

    Attributes:
        hits: What was found.
        verdict: Whether the documents answer.
        mode: How it was searched.
        notices: Codes such as ``text_only``.
        confidence: How sure it is that the documents answer, 0 to 1; the floor is a half.
    """

    hits: tuple[Hit, ...]
    verdict: Verdict
    mode: SearchMode
    notices: tuple[str, ...] = ()
    confidence: float = 0.0

    @property
    def hopeless(self) -> bool:
        """Whether words and meaning both say that no other search would find more."""
        return self.confidence < _HOPELESS and "text_only" not in self.notices


@dataclass(frozen=True, slots=True)
class Article:
    """One article of a contract or rule, whole.

    ``number`` is normalised: ``7``, ``7-2``, ``3.2``.
    """

    document_id: str
    document: str
    number: str
    title: str
    text: str
    page: int
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """Progress of one file. ``left_s`` is the estimated time left in seconds, None while unknown.

    Attributes:
        id: Number in the queue, 0 for a file that is added without it.
        code: Code of the error where the stage is ``failed``; ``encrypted`` wants a password,
            ``name_taken`` a choice.
        message: The error in words.
        document_id: Set where the stage is ``done``; for ``name_taken`` the document in the way.
        existing: Whether the same bytes were already there.
    """

    name: str
    stage: IngestStage
    done: int
    total: int
    left_s: float | None = None
    id: int = 0
    code: str = ""
    message: str = ""
    document_id: str = ""
    existing: bool = False


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding a file. ``existing`` says that the same bytes were already there."""

    document: Document
    existing: bool = False
    replaced: str = ""


@dataclass(frozen=True, slots=True)
class Removed:
    """What a removal took away, counted."""

    document_id: str
    name: str
    passages: int
    files: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Summary:
    """One stored summary of a stretch of conversation."""

    id: str
    thread_id: str
    text: str
    created_at: float
    first_message_id: str = ""
    last_message_id: str = ""
    score: float = field(default=0.0, compare=False)
