"""The strip of a course above its puzzles: how high each one is, and where a chapter begins."""

from collections.abc import Sequence
from dataclasses import dataclass

from quandary.publishing.course import Chapter, Course, verdict_on

TALLEST = 10


@dataclass(frozen=True)
class Mark:
    """The place of a puzzle in its course."""

    tall: int
    """The height of its bar, from 1 to TALLEST within its chapter."""
    says: str
    """How hard it is, in words."""
    chapter: str = ""
    """The title of the chapter that begins here."""


def marks(course: Course) -> list[Mark]:
    """Return a mark for each puzzle of a course, in playing order."""
    return [mark for chapter in course.chapters for mark in _marks(chapter)]


def _marks(chapter: Chapter) -> list[Mark]:
    known = [puzzle.score for puzzle in chapter.puzzles if puzzle.score is not None]
    unit = chapter.unit or chapter.by
    return [
        Mark(
            1 if (score := puzzle.score) is None else height(score, known),
            str(verdict_on(chapter, puzzle)) or _said(score, unit),
            chapter.title if not number else "",
        )
        for number, puzzle in enumerate(chapter.puzzles)
    ]


def _said(score: float | None, unit: str) -> str:
    return "not measured" if score is None else f"{score:.4g} {unit}"


def height(score: float, scores: Sequence[float]) -> int:
    """Return the height of a bar among others.

    >>> [height(score, [10, 14, 32]) for score in (10, 14, 32)]
    [1, 3, 10]
    """
    low, high = min(scores), max(scores)
    return 1 + round((TALLEST - 1) * (score - low) / (high - low)) if high > low else 1
