"""Generate puzzles whose score lies in a range: make them at random, measure them, keep those that fit.

It works for every kind with a generator and for every measure. The generator should vary enough to produce
both easy and hard puzzles; what it never makes cannot be found, and the result says so. For some measures
a kind can aim at the range. These puzzles are measured all the same.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count as numbers
from math import inf
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from quandary.errors import NoneFoundError, QuandaryError, UnknownNameError
from quandary.kind import Kind
from quandary.limits import MEMORY, SECONDS, Budget, Limits, OutOfBudget
from quandary.measuring.rate import rate
from quandary.measuring.table import measure, measures
from quandary.score import Score, Status

if TYPE_CHECKING:
    from quandary.runs.ledger import Ledger

TRIES = 1_000
"""The number of puzzles tried per puzzle wanted before giving up."""
FOR_ALL = Limits(SECONDS)
"""The limits for making all puzzles together."""
NO_WISHES: Mapping[str, str] = MappingProxyType({})
FOR_ONE = Limits(seconds=10, memory=MEMORY)
"""The limits of measuring one puzzle. With a range, a puzzle that exceeds them is dropped."""
IN_PASSING = Limits(seconds=1, memory=MEMORY)
"""The limits if no score was asked for. A puzzle that exceeds them has no score."""


@dataclass(frozen=True)
class Made:
    """A generated puzzle and its score in the requested measure, if any."""

    puzzle: Any
    score: Score
    number: int
    """Its number among the puzzles of the seed, which do not depend on each other."""


@dataclass(frozen=True)
class Band:
    """The puzzles found and the work it took."""

    found: tuple[Made, ...]
    wanted: int
    tried: int
    duplicates: int
    """The number of matching puzzles that were found before, possibly turned or mirrored."""
    values: tuple[float, ...]
    """The scores of all puzzles that could be measured, smallest first."""
    by: str
    low: float
    high: float
    seconds: float

    @property
    def is_complete(self) -> bool:
        """Whether all wanted puzzles were found."""
        return len(self.found) == self.wanted

    def __str__(self) -> str:
        """Return a sentence about the result and the work.

        >>> print(Band((), 5, 1000, 3, (4.0, 6.0, 8.0), "shortest", 9, 12, 2.5))
        found 0 of 5 puzzles with shortest from 9 to 12: tried 1,000 in 2.5 s, with 3 duplicates and scores from 4 to 8
        """
        said = f"found {len(self.found):,} of {self.wanted:,} puzzles"
        if (self.low, self.high) != (-inf, inf):
            said += f" with {self.by} from {self.low:g} to {self.high:g}"
        said += f": tried {self.tried:,} in {self.seconds:.1f} s, with {self.duplicates:,} duplicates"
        if not self.values:
            return f"{said}, and none could be measured"
        return f"{said} and scores from {self.values[0]:g} to {self.values[-1]:g}"


def generate_band(
    kind: Kind,
    size: str = "",
    by: str = "",
    low: float = -inf,
    high: float = inf,
    *,
    level: str = "",
    wishes: Mapping[str, str] = NO_WISHES,
    count: int = 1,
    seed: int = 1,
    tries: int = TRIES,
    limits: Limits = FOR_ALL,
    progress: Callable[[Made], None] | None = None,
    ledger: "Ledger | None" = None,
) -> Band:
    """Generate `count` puzzles, distinct up to symmetry, that score from `low` to `high` in `by`.

    >>> from quandary.library.registry import kind
    >>> band = generate_band(kind("maze"), "4x4", "B2", 10, 12, count=3)
    >>> [made.score.value for made in band.found], band.is_complete
    ([12, 10, 12], True)

    The size defaults to the kind's usual one and the measure to its headline. The same seed gives the same
    puzzles, whatever the count. After `tries` attempts per wanted puzzle, or when time is up, the band has
    fewer puzzles and `print(band)` says what was seen instead; a puzzle that does not fit is never kept.
    Making and measuring keep within the limits, and their meter counts states and can stop both.
    `progress` is called with each puzzle that is found. With a `level`, puzzles come from the kind's generator
    for that level; with `wishes`, from the generator that knows these options. A `ledger` records
    attempts, so that a resumed run does not repeat them.

    >>> band = generate_band(kind("sudoku"), "4x4", wishes={"symmetry": "diagonal"})
    >>> band.found[0].puzzle.givens
    '41..2.....2....4'
    """
    asked = bool(by) or (low, high) != (-inf, inf)
    size, by = _checked(kind, size, measured_by(kind, by, level, wishes), low, high, count)
    _check_wishes(kind, level, wishes)
    order = _Order(kind, size, seed, level, wishes, by, low, high)
    search = _Search(kind, by, low, high, asked=asked)
    with limits.start() as budget:
        for number in range(count * tries):
            if len(search.found) == count:
                break
            try:
                budget.check()
                made = _remembered(kind, by, ledger, number)
                made = made or search.measured(number, order.make(number), budget, ledger)
            except OutOfBudget:
                break
            except NoneFoundError:
                if not search.found:
                    raise
                break
            if search.takes(made) and progress:
                progress(made)
    return Band(
        tuple(search.found),
        count,
        search.tried,
        search.duplicates,
        tuple(sorted(search.values)),
        by,
        low,
        high,
        budget.seconds,
    )


def measured_by(kind: Kind, by: str = "", level: str = "", wishes: Mapping[str, str] = NO_WISHES) -> str:
    """Return the measure for a request: the given one, or the kind's own for the level or wishes.

    >>> from quandary.library.registry import kind
    >>> measured_by(kind("maze")), measured_by(kind("maze"), "B2")
    ('shortest', 'B2')
    """
    return by or (kind.maker.levels_by if level or wishes else "") or kind.people.headline


def generated(
    kind: Kind, size: str, seed: int, *, level: str = "", wishes: Mapping[str, str] = NO_WISHES
) -> Iterator[Any]:
    """Yield the puzzles of a seed without end, as `generate_band` tries them."""
    _check_wishes(kind, level, wishes)
    return map(_Order(kind, size, seed, level, wishes).make, numbers())


def _remembered(kind: Kind, by: str, ledger: "Ledger | None", number: int) -> Made | None:
    """Return the result of an earlier run for a number, without the puzzle if it did not fit."""
    row = ledger.get(number) if ledger is not None else None
    if row is None:
        return None
    puzzle = None if row["puzzle"] is None else kind.parse(row["puzzle"])
    return Made(puzzle, Score(by, row["value"], Status(row["status"])), number)


def _checked(kind: Kind, size: str, by: str, low: float, high: float, count: int) -> tuple[str, str]:
    if kind.maker.generate is None or not kind.maker.sizes:
        raise QuandaryError(
            f"The kind {kind.name!r} has no generator. `quandary kinds` lists those that have one."
        )
    if not low <= high:
        raise QuandaryError(f"The range from {low:g} to {high:g} is empty. Give the smaller number first.")
    if count < 1:
        raise QuandaryError(f"Cannot generate {count} puzzles. Ask for at least one.")
    measure(by, kind)  # raises if there is no such measure
    if by not in measures(kind):
        raise QuandaryError(
            f"{by} is a measure of another kind, not of a {kind.title}. Choose one that applies."
        )
    return named_size(kind, size), by


def named_size(kind: Kind, size: str) -> str:
    """Return the kind's name for a size. A bare number names a square."""
    if not size:
        return kind.maker.usual_size or kind.maker.sizes[0]
    for name in (size, f"{size}x{size}"):
        if name in kind.maker.sizes or (kind.maker.any_size and kind.maker.any_size(name)):
            return name
    raise UnknownNameError(f"size of {kind.name}", size, kind.maker.sizes)


def _check_wishes(kind: Kind, level: str, wishes: Mapping[str, str]) -> None:
    if level and level not in kind.maker.levels:
        raise UnknownNameError(f"level of {kind.name}", level, kind.maker.levels)
    for name, choice in wishes.items():
        if name not in kind.maker.wishes:
            raise UnknownNameError(f"wish for {kind.name}", name, kind.maker.wishes)
        if choice not in kind.maker.wishes[name]:
            raise UnknownNameError(f"{name} of {kind.name}", choice, kind.maker.wishes[name])


@dataclass(frozen=True)
class _Order:
    """The properties that every generated puzzle must have."""

    kind: Kind
    size: str
    seed: int
    level: str = ""
    wishes: Mapping[str, str] = field(default_factory=dict)
    by: str = ""
    low: float = -inf
    high: float = inf

    def make(self, number: int) -> Any:
        """Make a puzzle with the wishes, of the level, in the range if the kind can aim, or else any."""
        rng = Random(f"generate/{self.kind.name}/{self.size}/{self.seed}/{number}")
        if self.wishes and self.kind.maker.make:
            level = {"level": self.level} if self.level else {}
            return self.kind.maker.make(rng, self.size, {**self.wishes, **level})
        if not self.level and self.by in self.kind.maker.aims and -inf < self.low and self.high < inf:
            hit = self.kind.maker.aims[self.by](rng, self.size, self.low, self.high)
            if hit is not None:
                return hit
        maker = self.kind.maker.levels[self.level] if self.level else self.kind.maker.generate
        if maker is None:
            raise QuandaryError(f"The kind {self.kind.name!r} has no generator.")
        return maker(rng, self.size)


class _Search:
    """The search so far."""

    def __init__(self, kind: Kind, by: str, low: float, high: float, *, asked: bool) -> None:
        self.kind, self.by, self.low, self.high, self.asked = kind, by, low, high, asked
        self.found: list[Made] = []
        self.values: list[float] = []
        self.tried = self.duplicates = 0
        self._seen: set[str] = set()

    def measured(self, number: int, puzzle: Any, budget: Budget, ledger: "Ledger | None") -> Made:
        """Measure a puzzle and record the result in the ledger, or raise OutOfBudget."""
        limits = replace(FOR_ONE if self.asked else IN_PASSING, meter=budget.limits.meter)
        score = rate(puzzle, [self.by], limits=limits)[self.by]
        budget.check()  # a puzzle that would have had a score with more time is not kept without
        if ledger is not None:
            text = self.kind.format(puzzle) if self._fits(score) else None
            ledger.add(number, {"puzzle": text, "value": score.value, "status": str(score.status)})
        return Made(puzzle, score, number)

    def takes(self, made: Made) -> bool:
        """Count a puzzle and keep it if it fits and is new."""
        self.tried += 1
        if made.score.value is not None:
            self.values.append(made.score.value)
        if not self._fits(made.score):
            return False
        text = self.kind.canonical(made.puzzle)
        if text in self._seen:
            self.duplicates += 1
            return False
        self._seen.add(text)
        self.found.append(made)
        return True

    def _fits(self, score: Score) -> bool:
        """Return whether a score is in the range.

        If no score was asked for, a puzzle that cannot be measured fits too.
        """
        if score.value is None:
            return score.status is not Status.UNSOLVABLE and not self.asked
        return self.low <= score.value <= self.high
