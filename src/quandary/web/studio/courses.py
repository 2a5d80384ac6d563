"""Courses as the page edits them: plain values in, a `Course` out, and what can be made of one."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from quandary._version import __version__
from quandary.errors import QuandaryError
from quandary.library import registry
from quandary.measuring.table import measure
from quandary.publishing.course import FORMAT, Chapter, Course, CoursePuzzle
from quandary.web.limits import limit

MOST_CHAPTERS = 100


def course_from(told: Mapping[str, Any]) -> Course:
    """Return the course that a page describes: a title, and chapters of puzzles. Raises QuandaryError.

    >>> chapter = {"title": "First", "puzzles": [{"kind": "tilt", "text": "+-+-+/|o *|/+-+-+", "score": 1}]}
    >>> course_from({"title": "Rolling", "chapters": [chapter]}).chapters[0].puzzles[0].id
    'tilt-1'
    """
    chapters = told.get("chapters")
    if not isinstance(chapters, list) or not chapters or len(chapters) > MOST_CHAPTERS:
        raise QuandaryError("A course needs chapters.")
    taken = set[str]()
    made = tuple(
        _chapter(each, number, taken) for number, each in enumerate(chapters, start=1) if _puzzles(each)
    )
    if not made:
        raise QuandaryError("The course has no puzzles yet. Choose some on the shelf.")
    if len(taken) > limit("puzzles"):
        raise QuandaryError(f"A course has at most {limit('puzzles'):,} puzzles.")
    title = _text(told, "title") or "Course"
    return Course(
        course=FORMAT,
        quandary=__version__,
        name=slug(title),
        title=title,
        about=_text(told, "about"),
        chapters=made,
    )


def _puzzles(chapter: Any) -> list[Any]:
    found = chapter.get("puzzles") if isinstance(chapter, dict) else None
    return found if isinstance(found, list) else []


def _text(told: Any, name: str) -> str:
    value = told.get(name) if isinstance(told, Mapping) else None
    return value[:500] if isinstance(value, str) else ""


def _chapter(told: Any, number: int, taken: set[str]) -> Chapter:
    puzzles = [_puzzle(each, taken) for each in _puzzles(told)]
    if len({each.kind for each in puzzles}) > 1:  # the scores of kinds do not compare
        puzzles = [msgspec.structs.replace(each, score=None) for each in puzzles]
    kind = registry.find_kind(puzzles[0].kind)
    by = measure(kind.people.headline, kind)
    return Chapter(
        title=_text(told, "title") or f"Chapter {number}",
        about=_text(told, "about"),
        by=by.name,
        unit=by.unit,
        version=by.version,
        player=kind.people.default.name,
        wanted=len(puzzles),
        puzzles=tuple(puzzles),
    )


def _puzzle(told: Any, taken: set[str]) -> CoursePuzzle:
    from quandary.web.studio.files import free_id

    kind = registry.find_kind(_text(told, "kind"))
    text = told.get("text")
    if not isinstance(text, str):
        raise QuandaryError("A puzzle of the course has no notation.")
    ident = free_id(_text(told, "id") or f"{kind.name}-1", taken)
    taken.add(ident)
    score = told.get("score")
    return CoursePuzzle(
        kind=kind.name,
        puzzle=kind.format(kind.parse(text)),
        id=ident,
        rules=kind.version,
        title=_text(told, "title"),
        score=float(score) if isinstance(score, int | float) and not isinstance(score, bool) else None,
    )


def told_of(course: Course) -> dict[str, Any]:
    """Return a course as the page edits it."""
    return {
        "title": course.title,
        "about": course.about,
        "chapters": [
            {
                "title": chapter.title,
                "about": chapter.about,
                "puzzles": [
                    {
                        "kind": each.kind,
                        "text": each.puzzle,
                        "id": each.id,
                        "title": each.title,
                        "score": each.score,
                    }
                    for each in chapter.puzzles
                ],
            }
            for chapter in course.chapters
        ],
    }


def slug(title: str) -> str:
    """Return a title as the name of a file.

    >>> slug("From lines: to all together!"), slug("../..")
    ('from-lines-to-all-together', 'course')
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "course"


def weaknesses(course: Course) -> list[str]:
    """Return what a teacher would want to change, in words."""
    from quandary.publishing.curriculum.review import review

    return [str(each) for each in review(course)]


# Work for the workers


def print_booklet(
    told: Mapping[str, Any], options: Mapping[str, Any], folder: str, target: str, limits: Any
) -> Iterator[dict[str, Any]]:
    """Yield how far the booklet of a course is; its pages are in `folder`, and the PDF in `target` if it names one."""
    from quandary.parts.atomic import make_folder, write_atomically
    from quandary.publishing.booklet.content import Allowance, from_course
    from quandary.publishing.booklet.html import booklet_page
    from quandary.publishing.booklet.pdf import to_pdf, to_pngs
    from quandary.publishing.booklet.style import Style

    style = Style.named(
        str(options.get("answers", "back")),
        "none",
        paper=str(options.get("paper", "A4")),
        per_page=int(options["per_page"]) if options.get("per_page") else None,
        large_print=options.get("large") is True,
        ink_light=options.get("light") is True,
        hints=options.get("hints") is True,
        worksheet=options.get("worksheet") is True,
    )
    work = Allowance(limits=limits, hints=style.hints)
    book = from_course(course_from(told), work)
    if target.endswith(".html"):
        write_atomically(target, booklet_page(book, answers=style.answers != "none").encode())
        yield {"written": Path(target).name, "problems": work.problems[:5]}
        return
    if target:
        write_atomically(target, to_pdf(book, style))
        yield {"written": Path(target).name, "problems": work.problems[:5]}
        return
    pages = to_pngs(book, style, ppi=72)
    make_folder(Path(folder))
    for old in Path(folder).glob("page-*.png"):
        old.unlink(missing_ok=True)
    for number, page in enumerate(pages, start=1):
        write_atomically(Path(folder) / f"page-{number}.png", page)
    yield {"pages": len(pages), "problems": work.problems[:5]}


def publish_page(told: Mapping[str, Any], target: str) -> Iterator[dict[str, Any]]:
    """Yield the name of the page on which the puzzles of a course can be played without a server."""
    from quandary.board.page import playable_page
    from quandary.parts.atomic import write_atomically
    from quandary.publishing.classroom import class_data, class_notes
    from quandary.showing.playable import Playable, play_files
    from quandary.web.play.style import palette_css

    course = course_from(told)
    served = [Playable.of(entry) for entry in course.entries()]
    data, left = [], []
    for number, shown in enumerate(class_data(served, class_notes(course)), start=1):
        if shown is None:
            name = served[number - 1].name
            left.append(f"{name} has too many positions for a page without a server and is left out.")
        else:
            data.append(shown)
        yield {"done": number, "of": len(served)}
    page = playable_page(course.title, data, play_files(served), palette_css(), about=course.about)
    write_atomically(target, page.encode())
    yield {"written": Path(target).name, "problems": left[:5]}
