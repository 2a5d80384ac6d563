"""A page for a class: the puzzles of a file or a course with chapters, hints and answers, for a page without a server."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from quandary.board.data import drawing_data
from quandary.errors import QuandaryError
from quandary.limits import Limits
from quandary.publishing.booklet.content import grouped
from quandary.publishing.course import Course, verdict_on
from quandary.puzzle import is_fill
from quandary.showing.hint import hint_at
from quandary.showing.playable import Playable
from quandary.showing.stretches import stretches
from quandary.solving.follow import Followed, follow, follow_solution, solution_text
from quandary.solving.onward import played
from quandary.solving.search import solutions

ONE_PUZZLE = Limits(seconds=3)
"""What is spent on the hints and on the answer of a puzzle. Without them it can be played all the same."""


@dataclass(frozen=True)
class ClassNote:
    """What a course says about one of its puzzles."""

    chapter: str = ""
    """The heading of the chapter that begins here."""
    about: str = ""
    verdict: str = ""
    answer: str = ""


def class_notes(course: Course) -> list[ClassNote]:
    """Return what a course says about each of its puzzles, in order."""
    return [
        ClassNote(
            f"{number} {chapter.title}" if not place else "",
            chapter.about if not place else "",
            verdict_on(chapter, puzzle).short,
            puzzle.answer,
        )
        for number, chapter in enumerate(course.chapters, start=1)
        for place, puzzle in enumerate(chapter.puzzles)
    ]


def class_data(served: Sequence[Playable], told: Sequence[ClassNote]) -> Iterator[dict[str, Any] | None]:
    """Yield what a page without a server shows of each puzzle, None for one with too many states to carry."""
    for at, each in enumerate(served):
        note = told[at] if at < len(told) else ClassNote()
        if each.page_data is None:
            yield None
            continue
        yield each.page_data | {
            "number": at + 1,
            "chapter": note.chapter,
            "about": note.about,
            "difficulty": note.verdict,
            "hints": _hints(each),
            "answer": _answer(each, note.answer),
        }


def _hints(each: Playable) -> list[str]:
    """Return hints for the beginning, in degrees."""
    start = next(iter(played(each.puzzle).starts()))
    try:
        return list(hint_at(each.puzzle, [start], limits=ONE_PUZZLE).degrees)
    except QuandaryError:
        return []


def _answer(each: Playable, text: str) -> dict[str, Any] | None:
    """Return pictures of an answer with its moves, or None if none was found in time."""
    way: Followed
    if text:
        way = follow(each.puzzle, text)
    else:
        found = solutions(each.puzzle, most=1, limits=ONE_PUZZLE)
        if not found.found:
            return None
        text, way = solution_text(each.puzzle, found.found[0]), follow_solution(each.puzzle, found.found[0])
    is_filled = is_fill(each.puzzle)
    drawings = [each.draw(way.states[-1])] if is_filled else stretches(each.puzzle, way)
    return {
        "drawings": [drawing_data(drawn) for drawn in drawings],
        "text": "" if is_filled else grouped(text),
    }
