"""What a course should be: chapters with pools, filters, lengths, and the rules they teach."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quandary.errors import QuandaryError

COMPARISONS = ("<=", ">=", "==", "!=", "<", ">")
_CONDITION = re.compile(r"\s*([\w.@-]+)\s*(<=|>=|==|!=|<|>)\s*(-?\d+(?:\.\d+)?)\s*")


class SpecError(QuandaryError):
    """A course cannot be built as asked. The message names the place."""


@dataclass(frozen=True)
class Condition:
    """A condition on a measure of a puzzle.

    >>> Condition.parse("box_count <= 2").holds({"box_count": 3})
    False
    """

    measure: str
    comparison: str
    number: float

    @classmethod
    def parse(cls, text: str) -> "Condition":
        """Read a condition such as "box_count <= 2"."""
        found = _CONDITION.fullmatch(text)
        if not found:
            raise SpecError(
                f"cannot read the condition {text[:60]!r}; write a measure, one of"
                f" {' '.join(COMPARISONS)}, and a number"
            )
        return cls(found[1], found[2], float(found[3]))

    def holds(self, values: Mapping[str, float | None]) -> bool:
        """Return whether the value of the measure is known and meets the condition."""
        value = values.get(self.measure)
        if value is None:
            return False
        return {
            "<=": value <= self.number,
            ">=": value >= self.number,
            "==": value == self.number,
            "!=": value != self.number,
            "<": value < self.number,
            ">": value > self.number,
        }[self.comparison]

    def __str__(self) -> str:
        return f"{self.measure} {self.comparison} {self.number:g}"


@dataclass(frozen=True)
class Generation:
    """Puzzles to be generated for a pool, or to be drawn from a space."""

    kind: str
    size: str = ""
    count: int = 200
    seed: int = 1
    level: str = ""
    wishes: Mapping[str, str] = field(default_factory=dict)
    space: str = ""
    """The space to draw from, whose options are `size` and `wishes`, instead of the kind's generator."""


@dataclass(frozen=True)
class ChapterSpec:
    """A chapter to be built."""

    title: str = ""
    about: str = ""
    files: tuple[str, ...] = ()
    generate: tuple[Generation, ...] = ()
    length: int = 12
    by: str = ""
    """The measure that orders the chapter, by default the course's or else the kind's headline."""
    player: str = ""
    between: tuple[float, float] | None = None
    """The scores to choose from."""
    where: tuple[Condition, ...] = ()
    elements: tuple[str, ...] | None = None
    """The only elements that puzzles may have."""
    needs: tuple[str, ...] = ()
    """The elements that puzzles must have."""
    introduces: tuple[str, ...] = ()
    """What is new, in words."""
    teaches: tuple[str, ...] = ()
    """The rules to be taught, in this order, before the other puzzles."""
    each: int = 3
    """The number of puzzles for each of these rules."""
    easy: float | None = None
    """The highest score of a puzzle that teaches a rule."""
    givens: int = 6
    """The most givens that may be added to make such a puzzle easy."""
    place: str = ""
    """How messages call the chapter."""

    @property
    def name(self) -> str:
        """How messages call the chapter."""
        return self.place or self.title or "the chapter"


@dataclass(frozen=True)
class CourseSpec:
    """A course to be built."""

    title: str
    chapters: Sequence[ChapterSpec]
    name: str = "course"
    about: str = ""
    by: str = ""
    player: str = ""
    step: float | None = None
    """The largest rise in score from one puzzle to the next."""
    rules: tuple[str, ...] = ()
    """The rules that the course should teach. By default those that its chapters name."""
