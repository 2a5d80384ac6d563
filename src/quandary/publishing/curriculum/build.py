"""Build a course: gather a pool for each chapter, choose from it, and explain every choice."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from quandary._version import __version__
from quandary.library.files import Entry
from quandary.measuring.table import measure
from quandary.publishing.course import FORMAT, Chapter, Course, CoursePuzzle, Pool
from quandary.publishing.curriculum import words
from quandary.publishing.curriculum.choose import Candidate, Chosen, choose
from quandary.publishing.curriculum.pool import Gathering, Means, canonical, gather
from quandary.publishing.curriculum.review import review
from quandary.publishing.curriculum.spec import ChapterSpec, CourseSpec, SpecError
from quandary.publishing.curriculum.teach import Lesson, Scorer, lessons
from quandary.puzzle import elements_of, is_fill
from quandary.solving.follow import spell
from quandary.solving.search import count

MOST_TOLD = 5
"""The number of problems that are reported one by one. The others are counted."""


def build(spec: CourseSpec, means: Means = Means()) -> Course:
    """Build a course from its description.

    >>> from quandary.publishing.curriculum.spec import Generation
    >>> chapter = ChapterSpec("Small", generate=(Generation("maze", "3x3", 20),), length=3)
    >>> course = build(CourseSpec("Mazes", [chapter]))
    >>> [puzzle.score for puzzle in course.puzzles]
    [4.0, 6.0, 8.0]
    """
    builder = Builder(spec, means)
    for chapter in spec.chapters:
        builder.add(chapter)
    return builder.course()


@dataclass
class Builder:
    """A course in the making. Chapters are added one by one and know what came before."""

    spec: CourseSpec
    means: Means = field(default_factory=Means)
    chapters: list[Chapter] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    """The canonical texts of the puzzles used so far."""
    met: set[str] = field(default_factory=set)
    """The elements met so far."""
    alike: bool = False
    """Whether puzzles that look alike may follow each other."""
    finish: Callable[[Candidate], Candidate] = lambda candidate: candidate
    """Adds what is known only about chosen puzzles."""
    scorer: Scorer | None = None
    """Scores puzzles that are made easier, by default with the chapter's measure."""

    def add(self, asked: ChapterSpec) -> None:
        """Add a chapter, chosen from its pool."""
        spec = replace(asked, by=asked.by or self.spec.by, player=asked.player or self.spec.player)
        found = gather(spec, self.means, self.used)
        self._tell(spec, found)
        self.add_from(spec, found)

    def add_from(self, spec: ChapterSpec, found: Gathering, starters: Sequence[Chosen] = ()) -> None:
        """Add a chapter from a pool that is already measured, after some puzzles to start with."""
        taught = self._taught(spec, found, [each.candidate for each in starters])
        before = [*(each.candidate for each in starters), *(each.candidate for each in taught)]
        taken_ids = {each.entry.id.partition("-with-")[0] for each in before}
        rest = [each for each in found.candidates if each.entry.id not in taken_ids]
        chosen = choose(
            rest, spec.length - len(starters) - len(taught), step=self.spec.step, alike=self.alike
        )
        unit, fresh = measure(found.by).unit, tuple(each for each in spec.needs if each not in self.met)
        told = woven(self._lessons(taught), self._choices(chosen, unit))
        puzzles = [*self._starters(starters), *told]
        if not puzzles:
            raise SpecError(f"{spec.name}: no puzzle in its pool can be used. {_why(found.pool)}")
        kind = [*before, *(each.candidate for each in chosen)][0].entry.kind
        by = measure(found.by, kind)
        self.chapters.append(
            Chapter(
                title=spec.title,
                about=spec.about,
                introduces=spec.introduces or fresh,
                teaches=spec.teaches,
                by=found.by,
                unit=by.unit,
                version=by.version,
                player=found.player or str(kind.player(spec.player)),
                policy=kind.people.policy,
                wanted=spec.length,
                pool=found.pool,
                puzzles=tuple(puzzles),
            )
        )

    def _taught(self, spec: ChapterSpec, found: Gathering, taken: Sequence[Candidate]) -> list[Lesson]:
        """Return the lessons of a chapter, rule by rule."""
        taught, unaided = list[Lesson](), dict[Any, float | None]()
        for rule in spec.teaches:
            others = [*taken, *(each.candidate for each in taught)]
            limits = self.means.limits
            more = lessons(found.candidates, spec, rule, found.by, limits, others, unaided, self.scorer)
            taught += [each for each in more if canonical(each.candidate.entry) not in self.used]
        return taught

    def course(self) -> Course:
        """Return the course, checked for weaknesses."""
        made = Course(
            course=FORMAT,
            quandary=__version__,
            name=self.spec.name,
            title=self.spec.title,
            about=self.spec.about,
            step=self.spec.step,
            chapters=tuple(self.chapters),
        )
        return reviewed(made, self.spec.rules)

    def _starters(self, chosen: Iterable[Chosen]) -> list[CoursePuzzle]:
        return [
            self._puzzle(each.candidate, "to start with: made easier by more givens", target=each.target)
            for each in chosen
        ]

    def _lessons(self, taught: Iterable[Lesson]) -> list[CoursePuzzle]:
        return [
            self._puzzle(
                each.candidate, words.lesson(each), teaches=each.rule, saves=each.saves, without=each.without
            )
            for each in taught
        ]

    def _choices(self, chosen: Sequence[Chosen], unit: str) -> list[CoursePuzzle]:
        return [
            self._puzzle(each.candidate, words.chosen(each, unit, place, len(chosen)), target=each.target)
            for place, each in enumerate(chosen, start=1)
        ]

    def _puzzle(
        self,
        candidate: Candidate,
        why: str,
        *,
        target: float | None = None,
        teaches: str = "",
        saves: float | None = None,
        without: float | None = None,
    ) -> CoursePuzzle:
        """Return a chosen puzzle, and remember it and its elements."""
        candidate = self.finish(candidate)
        entry = candidate.entry
        self.used.add(canonical(entry))
        meets = tuple(each for each in elements_of(entry.puzzle) or () if each not in self.met)
        self.met.update(meets)
        return CoursePuzzle(
            entry.kind.name,
            entry.kind.format(entry.puzzle),
            entry.id,
            entry.kind.version,
            title=entry.title,
            source=entry.source,
            score=rounded(candidate.score),
            target=rounded(target),
            why=words.joined(why, words.first_meeting(meets) if meets else ""),
            teaches=teaches,
            saves=rounded(saves),
            without=rounded(without),
            meets=meets,
            unique=candidate.unique if candidate.unique is not None else self._is_unique(entry),
            answer=spell(entry.puzzle, next(iter(entry.puzzle.starts())), candidate.moves)
            if candidate.moves
            else "",
            note=candidate.note,
        )

    def _is_unique(self, entry: Entry) -> bool | None:
        """Return whether a fill puzzle has one solution. For path puzzles the question is not asked."""
        if not is_fill(entry.puzzle):
            return None
        found = count(entry.puzzle, most=2, limits=self.means.limits)
        return found.solutions == 1 if found.complete or found.solutions > 1 else None

    def _tell(self, spec: ChapterSpec, found: Gathering) -> None:
        for problem in found.problems[:MOST_TOLD]:
            self.means.say(f"{spec.title}: {problem}")
        if (rest := len(found.problems) - MOST_TOLD) > 0:
            self.means.say(f"{spec.title}: {rest:,} more puzzles cannot be used: {_why(found.pool)}")


def woven(lessons: Sequence[CoursePuzzle], others: Sequence[CoursePuzzle]) -> list[CoursePuzzle]:
    """Return the puzzles of a chapter with its lessons where their scores belong.

    So no lesson is a steep beginning. A chapter of lessons only keeps them rule by rule.
    """
    return sorted([*lessons, *others], key=lambda each: each.score or 0.0) if others else list(lessons)


def reviewed(course: Course, rules: Sequence[str] = ()) -> Course:
    """Return a course with what is weak about it."""
    return msgspec.structs.replace(course, weak=tuple(review(course, rules)))


def rounded(value: float | None) -> float | None:
    """Return a number as course files have it, with six decimals."""
    return None if value is None else round(float(value), 6)


def _why(pool: Pool) -> str:
    """Say what became of the puzzles of a pool."""
    counts = {
        "unreadable": pool.unreadable,
        "filtered out": pool.filtered,
        "duplicates": pool.duplicates,
        "unsolvable": pool.unsolvable,
        "not measured in time": pool.unmeasured,
    }
    parts = [f"{number:,} {what}" for what, number in counts.items() if number]
    return f"Of {pool.considered:,}: {', '.join(parts) or 'none left'}."
