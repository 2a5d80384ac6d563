"""Prove the HEX courses:  python benchmarks/prove_courses.py [COURSE.json ...].

Without files, both courses are built from nothing. Each puzzle of the corrected course must have exactly one
solution that respects its chapter's constraints, found by counting, and scores must not fall within a chapter
after the first. The published course must hit the targets of Equation 5.2 over its own pools and end with the
puzzle of the thesis.
"""

import sys
from collections.abc import Iterator
from itertools import pairwise
from time import perf_counter

from verdict import pace, report, verdict

from quandary.kinds.tangram.hex import KIND
from quandary.publishing.course import Chapter, Course, read_course
from quandary.publishing.courses import shipped
from quandary.publishing.courses.hex import ASKED
from quandary.publishing.courses.hex_as_published import completions
from quandary.publishing.curriculum.choose import targets
from quandary.publishing.curriculum.pool import Means
from quandary.replicate.hex.statistics import published_entropies
from quandary.solving.search import count

CHAPTERS = LENGTH = 12
MINUTES = 2


def checks(courses: dict[str, Course]) -> Iterator[str]:
    """Yield a line for each check."""
    for name, course in courses.items():
        yield f"== {name}"
        sizes = [len(chapter.puzzles) for chapter in course.chapters]
        yield verdict(sizes == [LENGTH] * CHAPTERS, f"{sum(sizes)} puzzles in {len(sizes)} chapters")
        yield from _corrected(course) if name == "hex" else _published(course)


def _corrected(course: Course) -> Iterator[str]:
    counted = [count(KIND.parse(puzzle.puzzle), most=2).solutions for puzzle in course.puzzles]
    yield verdict(counted == [1] * len(counted), "each has exactly one solution, by counting")
    listed = [completions(KIND.parse(puzzle.puzzle)) for puzzle in course.puzzles]
    yield verdict(listed == counted, "and by the list of all tilings")
    distinct = {KIND.canonical(KIND.parse(puzzle.puzzle)) for puzzle in course.puzzles}
    yield verdict(len(distinct) == len(counted), "no two are the same up to symmetry")
    for number, chapter in enumerate(course.chapters):
        yield verdict(
            _asks_its_own(chapter, number), f"chapter {number + 1}: every puzzle asks what it should"
        )
        if number:
            yield verdict(_rises(chapter), f"chapter {number + 1}: scores rise, {_range(chapter)}")
    starters = [puzzle.score for puzzle in course.chapters[0].puzzles[:3]]
    yield verdict(starters == [0, 0, 0], "three starters of zero bits")
    taught = [puzzle.teaches for puzzle in course.chapters[0].puzzles[3:]]
    yield verdict(
        all(taught.count(rule) == 3 for rule in set(taught)), f"lessons: {', '.join(dict.fromkeys(taught))}"
    )


def _asks_its_own(chapter: Chapter, number: int) -> bool:
    touch = ASKED[number % 6 - 1][1] if number % 6 else None
    for puzzle in chapter.puzzles:
        made = KIND.parse(puzzle.puzzle)
        relations = made.relations
        if (made.pattern is not None) != (number >= 6) or len(relations) != (number % 6 > 0):
            return False
        if touch is not None and any(each.touch is not touch or each.one != each.other for each in relations):
            return False
        if number % 6 == 5 and any(each.one == each.other for each in relations):
            return False
    return True


def _published(course: Course) -> Iterator[str]:
    for number, chapter in enumerate(course.chapters[1:], start=2):
        scores = published_entropies(number)
        hit = all(
            abs((puzzle.score or 0) - target) <= min(abs(score - target) for score in scores) + 1e-5
            for puzzle, target in zip(chapter.puzzles, targets(min(scores), max(scores), LENGTH), strict=True)
        )
        far = max(abs((puzzle.score or 0) - (puzzle.target or 0)) for puzzle in chapter.puzzles)
        yield f"chapter {number}: {'the nearest to every target' if hit else 'nearest unused ones'}, at most {far:.2f} bits away"
        yield verdict(_rises(chapter), f"chapter {number}: scores rise, {_range(chapter)}")
    last = course.puzzles[-1]
    made = KIND.parse(last.puzzle)
    holds = made.forbidden == "Wrench" and [str(each) for each in made.relations] == ["red-blue:corner"]
    holds = holds and made.pattern is not None and round(last.score or 0, 2) == 20.05
    yield verdict(holds, f"the last puzzle is that of the thesis: {last.id}, {last.score:.2f} bits")
    marked = [puzzle for puzzle in course.puzzles if puzzle.note]
    right = all((completions(KIND.parse(each.puzzle)) == 1) is (not each.note) for each in course.puzzles)
    yield verdict(right, f"the {len(marked)} puzzles without exactly one solution are marked, no others")


def _rises(chapter: Chapter) -> bool:
    return all((one.score or 0) <= (two.score or 0) for one, two in pairwise(chapter.puzzles))


def _range(chapter: Chapter) -> str:
    return f"{chapter.puzzles[0].score:.2f} to {chapter.puzzles[-1].score:.2f} {chapter.unit}"


def lines(files: list[str]) -> Iterator[str]:
    """Read or build the courses, and check them."""
    courses = {course.name: course for course in map(read_course, files)}
    for name in () if files else ("hex", "hex-as-published"):
        begin = perf_counter()
        courses[name] = shipped()[name](Means())
        seconds = perf_counter() - begin
        yield pace(seconds < 60 * MINUTES, f"{name}: built in {seconds:.0f} s, under {MINUTES} minutes")
    yield from checks(courses)


if __name__ == "__main__":
    sys.exit(report(lines(sys.argv[1:])))
