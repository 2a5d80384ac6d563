"""Generate puzzles whose score lies in a range: make them at random, measure them, keep those that fit.

It works for every kind with a generator and for every measure. The generator should vary enough to produce
both easy and hard puzzles; what it never makes cannot be found, and the result says so. For some measures
a kind can aim at the range. These puzzles are measured all the same.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count as numbers
from math import inf
from typing import TYPE_CHECKING, Any

from quandary.errors import NoneFoundError, QuandaryError
from quandary.generating.elsewhere import elsewhere, for_a_look
from quandary.generating.recipe import Recipe, named_size
from quandary.generating.sieve import MadePuzzle, Sieve
from quandary.generating.wishes import NO_RANGES, NO_WISHES, check_wishes, split_wishes
from quandary.kind import Kind
from quandary.limits import SECONDS, Budget, Limits, OutOfBudget
from quandary.measuring.table import PLAYED, WORTH, measure, measures
from quandary.score import Score, Status

if TYPE_CHECKING:
    from quandary.runs.ledger import Ledger

TRIES = 1_000
"""The number of puzzles tried per puzzle wanted before giving up."""
FOR_ALL = Limits(SECONDS)
"""The limits for making all puzzles together."""


@dataclass(frozen=True)
class Band:
    """The puzzles found and the work it took."""

    found: tuple[MadePuzzle, ...]
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
    asked: str = ""
    """What was asked for besides the size, in a few characters, for the ids of the puzzles."""
    wish: str = ""
    """The level and the wishes among that, as which the puzzles were made."""
    where: str = ""
    """Where such puzzles are found instead, if there are too few here."""

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
        where = f". {self.where}" if self.where else ""
        if not self.values:
            return f"{said}, and none could be measured{where}"
        return f"{said} and scores from {self.values[0]:g} to {self.values[-1]:g}{where}"


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
    progress: Callable[[MadePuzzle], None] | None = None,
    ledger: "Ledger | None" = None,
    also: Mapping[str, tuple[float, float]] = NO_RANGES,
) -> Band:
    """Generate `count` puzzles, distinct up to symmetry, that score from `low` to `high` in `by`.

    >>> from quandary.library.registry import find_kind
    >>> band = generate_band(find_kind("maze"), "4x4", "B2", 10, 12, count=3)
    >>> [made.score.value for made in band.found], band.is_complete
    ([12, 10, 12], True)

    The size defaults to the kind's usual one and the measure to its headline. The same seed gives the same
    puzzles, whatever the count. After `tries` attempts per wanted puzzle, or when time is up, the band has
    fewer puzzles and `print(band)` says what was seen instead; a puzzle that does not fit is never kept.
    Making and measuring keep within the limits, and their meter counts states and can stop both.
    `progress` is called with each puzzle that is found. With a `level`, puzzles come from the kind's generator
    for that level; with `wishes`, from the generator that knows these options. A `ledger` records
    attempts, so that a resumed run does not repeat them. `also` asks for ranges of further measures.

    >>> band = generate_band(find_kind("sudoku"), "4x4", wishes={"symmetry": "diagonal"})
    >>> band.found[0].puzzle.givens
    '41..2.....2....4'
    """
    asked = bool(by) or (low, high) != (-inf, inf)
    size, by = _checked(kind, size, measured_by(kind, by, level, wishes), low, high, count)
    check_wishes(kind, level, wishes)
    own, ranges = split_wishes(kind, wishes)
    also = {**ranges, **also}
    for name, (least, most) in also.items():
        _checked(kind, size, name, least, most, count)
    told = "-".join(map("=".join, sorted(wishes.items())))
    recipe = Recipe(kind, size, seed, level, own, by, low, high, told)
    sieve = Sieve(kind, by, low, high, asked=asked, also=also)
    with limits.start() as budget:
        for made in _made(recipe, sieve, count * tries, budget, ledger):
            if sieve.takes(made) and progress:
                progress(made)
            if len(sieve.found) == count:
                break
    band = Band(
        tuple(sieve.found),
        count,
        sieve.tried,
        sieve.duplicates,
        tuple(sorted(sieve.values)),
        by,
        low,
        high,
        budget.seconds,
        recipe.tag,
        wish=recipe.wish,
    )
    if band.is_complete:
        return band
    return replace(band, where=elsewhere(kind, size, level, own, by, low, high, also, for_a_look(budget)))


def _made(
    recipe: Recipe, sieve: Sieve, most: int, budget: Budget, ledger: "Ledger | None"
) -> Iterator[MadePuzzle]:
    """Yield up to `most` puzzles with their scores, those of an earlier run from its ledger, while time lasts."""
    for number in range(most):
        try:
            budget.check()
            yield _remembered(recipe.kind, sieve.by, tuple(sieve.also), ledger, number) or sieve.measured(
                number, recipe.make(number), budget, ledger
            )
        except OutOfBudget:
            return
        except NoneFoundError:
            if not sieve.found:
                raise
            return


def measured_by(kind: Kind, by: str = "", level: str = "", wishes: Mapping[str, str] = NO_WISHES) -> str:
    """Return the measure for a request: the given one, or the kind's own for the level or wishes.

    >>> from quandary.library.registry import find_kind
    >>> measured_by(find_kind("maze")), measured_by(find_kind("maze"), "B2")
    ('shortest', 'B2')
    """
    return by or kind.people.headline


def generated(
    kind: Kind, size: str, seed: int, *, level: str = "", wishes: Mapping[str, str] = NO_WISHES
) -> Iterator[Any]:
    """Yield the puzzles of a seed without end, as `generate_band` tries them."""
    check_wishes(kind, level, wishes)
    return map(Recipe(kind, size, seed, level, wishes).make, numbers())


def _remembered(
    kind: Kind, by: str, also: tuple[str, ...], ledger: "Ledger | None", number: int
) -> MadePuzzle | None:
    """Return the result of an earlier run for a number, without the puzzle if it did not fit."""
    row = ledger.get(number) if ledger is not None else None
    if row is None:
        return None
    puzzle = None if row["puzzle"] is None else kind.parse(row["puzzle"])
    more = {name: Score(name, value, Status(status)) for name, (value, status) in row.get("also", {}).items()}
    return MadePuzzle(
        puzzle,
        Score(by, row["value"], Status(row["status"])),
        number,
        {n: more[n] for n in also if n in more},
    )


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
    if by not in measures(kind) and not by.startswith(WORTH) and PLAYED not in by:
        raise QuandaryError(
            f"{by} is a measure of another kind, not of a {kind.title}. Choose one that applies."
        )
    return named_size(kind, size), by
