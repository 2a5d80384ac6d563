"""What the demo shows: one puzzle explained, one of every kind rated, a hint, a check, a course and its booklet.

The kinds name their puzzles in `examples.jsonl`. Work is limited by states and never by time, so that a busy
machine, or one without the compiled core, gives the same answers.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from quandary.errors import QuandaryError
from quandary.explaining.explained import Explanation
from quandary.explaining.explanation import explain
from quandary.generating.request import vary
from quandary.generating.vary import Variant
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.files import DEMO, Entry, examples
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.publishing.booklet.content import Allowance, Book, from_course
from quandary.publishing.check import Checked, check
from quandary.publishing.course import Course
from quandary.publishing.curriculum.pool import Means
from quandary.runs.batch import Rating
from quandary.runs.rows import in_words
from quandary.showing.hint import Hint, hint

LIMITS = Limits(states=1_000_000)
"""The limits of each answer, which no puzzle of the kinds that are included reaches."""
STORY, HINT, COURSE, KIND = "story", "hint", "course", "kind"
"""What an example is shown for. Each of the first three is shown for its kind, too, unless another one is."""


@dataclass(frozen=True)
class Demo:
    """The parts of the demo. Each is worked out when it is first asked for."""

    kinds: tuple[Kind, ...]
    problems: tuple[str, ...] = field(default=())
    """Sentences about kinds that cannot be shown."""
    courses: Mapping[str, Callable[[Means], Course]] = field(default_factory=dict)
    """How to build the course of each kind that has one."""

    @cached_property
    def entry(self) -> Entry:
        """The puzzle that the story is about."""
        return _cast(self.kinds, STORY)

    @cached_property
    def story(self) -> Explanation:
        """Where the difficulty of that puzzle sits."""
        return explain(self.entry.puzzle, limits=LIMITS, title=self.entry.title)

    @cached_property
    def easier(self) -> Variant | None:
        """The change that makes it easiest without making it trivial, if the kind lists changes."""
        if self.entry.kind.maker.neighbours is None:
            return None
        found = vary(self.entry.puzzle, direction="easier", limits=LIMITS).found
        return next((each for each in found if each.score.value), None)

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """One puzzle of every kind with its headline."""
        return tuple(_rated(shown(kind)) for kind in self.kinds)

    @cached_property
    def hint(self) -> Hint:
        """The easiest step of a puzzle."""
        return hint(self.hinted.puzzle, limits=LIMITS)

    @cached_property
    def hinted(self) -> Entry:
        """The puzzle that the hint is for."""
        return _cast(self.kinds, HINT)

    @cached_property
    def checked(self) -> Checked:
        """What is proved about the same puzzle before it is printed."""
        [found] = check([self.hinted], limits=LIMITS)
        return found

    @cached_property
    def course(self) -> Course | None:
        """A course that is shipped, if there is one for the kind that is to show it."""
        build = self.courses.get(_cast(self.kinds, COURSE).kind.name)
        return build(Means(limits=LIMITS)) if build else None

    @cached_property
    def book(self) -> Book | None:
        """The booklet of the course."""
        return from_course(self.course, Allowance(LIMITS)) if self.course else None


def demo(courses: Mapping[str, Callable[[Means], Course]]) -> Demo:
    """Return the demo of the kinds that can be used, and of one of the courses."""
    kinds, problems = [], []
    for name in registry.find_kinds():
        try:
            kind = registry.find_kind(name)
            shown(kind)
            kinds.append(kind)
        except QuandaryError as error:  # one broken plug-in must not stop the demo
            problems.append(str(error))
    return Demo(tuple(kinds), tuple(problems), courses)


def shown(kind: Kind) -> Entry:
    """Return the example that the demo shows for a kind: the one that it names, or else the last.

    >>> from quandary.kinds.sokoban import KIND
    >>> shown(KIND).title
    'Two boxes, fourteen pushes'
    """
    found = examples(kind)
    if not found:
        raise QuandaryError(f"The kind {kind.name!r} has no examples, so the demo leaves it out.")
    named = {each.facts[DEMO]: each for each in found if DEMO in each.facts}
    return named.get(KIND) or next(iter(named.values()), found[-1])


def command(verb: str, entry: Entry, *options: str) -> str:
    """Return the command that makes a part of the demo, ready to be pasted into a shell.

    >>> from quandary.kinds.sudoku import KIND
    >>> command("hint", Entry(KIND, KIND.parse(".3....3....41..."), "tiny"), "-o", "hint.svg")
    'quandary hint sudoku:.3....3....41... -o hint.svg'
    """
    puzzle = f"{entry.kind.name}:{entry.kind.format(entry.puzzle)}".replace("\n", "/")
    return shlex.join(["quandary", verb, puzzle, *options])


def difficulty(rating: Rating) -> str:
    """Return the difficulty of a puzzle in a word or two: the name of its level, or its rank."""
    return in_words(rating).removesuffix(" for its kind")


def place(rating: Rating) -> str:
    """Return how many generated puzzles of its size are easier, or "" if that is not known."""
    found = rating.verdict.place
    return f"{found.lower:,} of {found.count:,} {found.says}" if found else ""


def _cast(kinds: tuple[Kind, ...], part: str) -> Entry:
    """Return the example that is to play a part, or else the one shown for the first kind."""
    named = (each for kind in kinds for each in examples(kind) if each.facts.get(DEMO) == part)
    return next(named, None) or shown(kinds[0])


def _rated(entry: Entry) -> Rating:
    return Rating(entry, rate(entry.puzzle, [entry.kind.people.headline], limits=LIMITS))
