"""Generate puzzles whose score lies in a range: make them at random, measure them, keep those that fit.

It works for every kind with a generator and for every measure. The generator should vary enough to produce
both easy and hard puzzles; what it never makes cannot be found, and the result says so. For some measures
a kind can aim at the range. These puzzles are measured all the same.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count as numbers
from itertools import islice
from math import inf
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from quandary.errors import NoneFoundError, QuandaryError, UnknownNameError
from quandary.generating.dig import digging, unique
from quandary.kind import Kind
from quandary.limits import MEMORY, SECONDS, Budget, Limits, OutOfBudget, check_limits
from quandary.measuring.rate import rate
from quandary.measuring.table import PLAYED, WORTH, measure, measures
from quandary.score import Score, Status
from quandary.solving.search import count as count_solutions

if TYPE_CHECKING:
    from quandary.runs.ledger import Ledger

TRIES = 1_000
"""The number of puzzles tried per puzzle wanted before giving up."""
FOR_ALL = Limits(SECONDS)
"""The limits for making all puzzles together."""
NO_WISHES: Mapping[str, str] = MappingProxyType({})
UNIQUE, EMPTIES, NUMBER = "unique", "empties", "N"
"""Wishes of every kind: one solution, and how many cells of a full board to empty. N stands for a number."""
NO_RANGES: Mapping[str, tuple[float, float]] = MappingProxyType({})
LOOK = Limits(seconds=6)
"""The limits of looking for another size or level."""
LOOKED_AT = 12
"""The number of puzzles that are tried at another size or level."""
BOARDS = 20
"""The number of full boards that are dug in search of a number of empties."""
FOR_ONE = Limits(seconds=10, memory=MEMORY)
"""The limits of measuring one puzzle. With a range, a puzzle that exceeds them is dropped."""
IN_PASSING = Limits(seconds=1, memory=MEMORY)
"""The limits if no score was asked for. A puzzle that exceeds them has no score."""


@dataclass(frozen=True)
class MadePuzzle:
    """A generated puzzle and its score in the requested measure, if any."""

    puzzle: Any
    score: Score
    number: int
    """Its number among the puzzles of the seed, which do not depend on each other."""
    also: Mapping[str, Score] = field(default_factory=dict)
    """Its scores in further measures that were asked for."""

    @property
    def facts(self) -> dict[str, float]:
        """The values of all scores that were asked for."""
        scores = {self.score.measure: self.score, **self.also}
        return {name: score.value for name, score in scores.items() if score.value is not None}


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
    attempts, so that a resumed run does not repeat them. `also` asks for ranges of further measures.

    >>> band = generate_band(kind("sudoku"), "4x4", wishes={"symmetry": "diagonal"})
    >>> band.found[0].puzzle.givens
    '41..2.....2....4'
    """
    asked = bool(by) or (low, high) != (-inf, inf)
    size, by = _checked(kind, size, measured_by(kind, by, level, wishes), low, high, count)
    _check_wishes(kind, level, wishes)
    own, ranges = _split(kind, wishes)
    also = {**ranges, **also}
    for name, (least, most) in also.items():
        _checked(kind, size, name, least, most, count)
    order = _Order(
        kind, size, seed, level, own, by, low, high, "-".join(map("=".join, sorted(wishes.items())))
    )
    search = _Search(kind, by, low, high, asked=asked, also=also)
    with limits.start() as budget:
        for number in range(count * tries):
            if len(search.found) == count:
                break
            try:
                budget.check()
                made = _remembered(kind, by, tuple(also), ledger, number)
                made = made or search.measured(number, order.make(number), budget, ledger)
            except OutOfBudget:
                break
            except NoneFoundError:
                if not search.found:
                    raise
                break
            if search.takes(made) and progress:
                progress(made)
    band = Band(
        tuple(search.found),
        count,
        search.tried,
        search.duplicates,
        tuple(sorted(search.values)),
        by,
        low,
        high,
        budget.seconds,
        order.tag,
    )
    return (
        band
        if band.is_complete
        else replace(band, where=elsewhere(kind, size, level, own, by, low, high, also))
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
        offered = wishes_of(kind)
        if name in offered:
            if not _is_offered(choice, offered[name]):
                raise UnknownNameError(f"{name} of {kind.name}", choice, offered[name])
        elif name in measures(kind):
            range_of(name, choice)
        else:
            raise UnknownNameError(f"wish for {kind.name}", name, {**offered, **measures(kind)})
    if EMPTIES in wishes and EMPTIES not in kind.maker.wishes and (level or {*wishes} & {*kind.maker.wishes}):
        others = [*({"a level"} if level else ()), *sorted({*wishes} & {*kind.maker.wishes})]
        raise QuandaryError(f"The wish {EMPTIES} excludes {' and '.join(others)}. Leave one of them out.")


def wishes_of(kind: Kind) -> dict[str, Sequence[str]]:
    """Return the wishes for a kind with their choices, where N is a number: its own, and those of every kind.

    >>> from quandary.library.registry import kind
    >>> wishes_of(kind("fillomino"))
    {'unique': ('yes', 'no'), 'empties': ('N',)}
    """
    dug = {EMPTIES: (NUMBER,)} if kind.maker.full and kind.maker.reductions else {}
    return {UNIQUE: ("yes", "no"), **dug, **kind.maker.wishes}


def _is_offered(choice: str, choices: Sequence[str]) -> bool:
    """Return whether a choice is among those offered: one of them, several joined by +, or a number."""
    if NUMBER in choices and choice.isascii() and choice.isdigit() and len(choice) < 5:
        return True
    return choice in choices or ("+" in choice and {*choice.split("+")} <= {*choices})


def range_of(name: str, text: str) -> tuple[float, float]:
    """Return the range of a measure that a wish names: "3" or "3..5".

    >>> range_of("solutions", "3..5"), range_of("solutions", "1")
    ((3.0, 5.0), (1.0, 1.0))
    """
    low, _, high = text.partition("..")
    try:
        return float(low), float(high or low)
    except ValueError:
        raise QuandaryError(f"{text!r} is no value of {name}. Write a number, or two as in 3..5.") from None


def _split(kind: Kind, wishes: Mapping[str, str]) -> tuple[dict[str, str], dict[str, tuple[float, float]]]:
    """Return the wishes that a maker fulfils, and the ranges of measures that the others ask for."""
    ranges = {
        name: range_of(name, text)
        for name, text in wishes.items()
        if name not in wishes_of(kind) and name in measures(kind)
    }
    if wishes.get(UNIQUE) == "yes" and UNIQUE not in kind.maker.wishes:
        ranges["solutions"] = (1, 1)
    own = {name: text for name, text in wishes.items() if name in kind.maker.wishes or name == EMPTIES}
    if EMPTIES in own and "solutions" in ranges:
        own["solutions"] = f"{ranges['solutions'][1]:g}"
    return own, ranges


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

    asked: str = ""
    """All wishes, also those that measures decide, for the ids."""

    @property
    def tag(self) -> str:
        """What was asked for besides the size, for ids: the level, the wishes and the range if it is aimed at."""
        aimed = [f"{self.by}{self.low:g}to{self.high:g}"] if self._aims else []
        words = [self.level, self.asked, *aimed]
        return "-".join(filter(None, words)).replace(" ", "")[:60]

    @property
    def _aims(self) -> bool:
        known = not self.level and not self.wishes and self.by in self.kind.maker.aims
        return known and -inf < self.low and self.high < inf

    def make(self, number: int) -> Any:
        """Make a puzzle with the wishes, of the level, in the range if the kind can aim, or else any."""
        rng = Random(f"generate/{self.kind.name}/{self.size}/{self.seed}/{number}")
        if EMPTIES in self.wishes and EMPTIES not in self.kind.maker.wishes:
            return _dug(
                self.kind, rng, self.size, int(self.wishes[EMPTIES]), int(self.wishes.get("solutions", 1))
            )
        if self.wishes and self.kind.maker.make:
            level = {"level": self.level} if self.level else {}
            return self.kind.maker.make(rng, self.size, {**self.wishes, **level})
        if self._aims:
            hit = self.kind.maker.aims[self.by](rng, self.size, self.low, self.high)
            if hit is not None:
                return hit
        maker = self.kind.maker.levels[self.level] if self.level else self.kind.maker.generate
        if maker is None:
            raise QuandaryError(f"The kind {self.kind.name!r} has no generator.")
        return maker(rng, self.size)


def _dug(kind: Kind, rng: Random, size: str, empties: int, solutions: int) -> Any:
    """Return a puzzle with so many cells emptied that still has at most so many solutions."""
    if kind.maker.full is None:
        raise QuandaryError(f"The kind {kind.name!r} has no full boards.")

    def accept(puzzle: Any) -> bool:
        if solutions == 1:
            return unique(puzzle)
        found = count_solutions(puzzle, most=solutions)
        check_limits()
        return found.solutions <= solutions and (found.complete or found.solutions < solutions)

    for _ in range(BOARDS):
        full = kind.maker.full(rng, size)
        found = next(islice(digging(kind, full, rng, accept), empties - 1, None), None)
        if found is not None:
            return found
    raise NoneFoundError(
        f"No {kind.title} of {size} with {empties} empties was found on {BOARDS} boards. Ask for fewer."
    )


class _Search:
    """The search so far."""

    def __init__(
        self,
        kind: Kind,
        by: str,
        low: float,
        high: float,
        *,
        asked: bool,
        also: Mapping[str, tuple[float, float]] = NO_RANGES,
    ) -> None:
        self.kind, self.by, self.low, self.high, self.asked = kind, by, low, high, asked
        self.also = also
        self.found: list[MadePuzzle] = []
        self.values: list[float] = []
        self.tried = self.duplicates = 0
        self._seen: set[str] = set()

    def measured(self, number: int, puzzle: Any, budget: Budget, ledger: "Ledger | None") -> MadePuzzle:
        """Measure a puzzle and record the result in the ledger, or raise OutOfBudget."""
        made = self.scored(number, puzzle, budget)
        budget.check()  # a puzzle that would have had a score with more time is not kept without
        if ledger is not None:
            row: dict[str, Any] = {"puzzle": self.kind.format(puzzle) if self._fits(made) else None}
            row |= {"value": made.score.value, "status": str(made.score.status)}
            further = {name: [score.value, str(score.status)] for name, score in made.also.items()}
            ledger.add(number, row | ({"also": further} if further else {}))
        return made

    def scored(self, number: int, puzzle: Any, budget: Budget) -> MadePuzzle:
        """Measure a puzzle, in further measures only if the first one fits."""
        limits = replace(FOR_ONE if self.asked else IN_PASSING, meter=budget.limits.meter)
        score = rate(puzzle, [self.by], limits=limits)[self.by]
        if not self.also or not self._in_range(score):
            return MadePuzzle(puzzle, score, number)
        return MadePuzzle(
            puzzle, score, number, rate(puzzle, list(self.also), limits=replace(FOR_ONE, meter=limits.meter))
        )

    def takes(self, made: MadePuzzle) -> bool:
        """Count a puzzle and keep it if it fits and is new."""
        self.tried += 1
        if made.score.value is not None:
            self.values.append(made.score.value)
        if not self._fits(made):
            return False
        text = same_text(self.kind, made.puzzle)
        if text in self._seen:
            self.duplicates += 1
            return False
        self._seen.add(text)
        self.found.append(made)
        return True

    def _fits(self, made: MadePuzzle) -> bool:
        """Return whether all scores are in their ranges."""
        for name, (low, high) in self.also.items():
            value = made.also[name].value if name in made.also else None
            if value is None or not low <= value <= high:
                return False
        return self._in_range(made.score)

    def _in_range(self, score: Score) -> bool:
        """Return whether a score is in the range.

        If no score was asked for, a puzzle that cannot be measured fits too.
        """
        if score.value is None:
            return score.status is not Status.UNSOLVABLE and not self.asked
        return self.low <= score.value <= self.high


def same_text(kind: Kind, puzzle: Any) -> str:
    """Return a text that is equal for puzzles that are the same, also for classes without a notation."""
    return kind.canonical(puzzle) if kind.notation.format or kind.sameness.canonical else repr(puzzle)


def elsewhere(
    kind: Kind,
    size: str,
    level: str,
    wishes: Mapping[str, str],
    by: str,
    low: float,
    high: float,
    also: Mapping[str, tuple[float, float]] = NO_RANGES,
) -> str:
    """Say at which size, or at which level, some puzzles fit, after a quick look at the others.

    >>> from quandary.library.registry import kind
    >>> elsewhere(kind("maze"), "3x3", "", {}, "shortest", 20, 30)
    'Try --size 6x6, where 5 of the first 12 fit.'
    """
    if (low, high) == (-inf, inf) and not also:
        return ""
    options = [
        ("--size", name, _Order(kind, name, 1, level, wishes)) for name in kind.maker.sizes if name != size
    ]
    if not wishes:
        options += [
            ("--level", name, _Order(kind, size, 1, name)) for name in kind.maker.levels if name != level
        ]
    best, place = 0, ""
    with LOOK.start() as budget:
        for option, name, order in options:
            hits = _hits(order, _Search(kind, by, low, high, asked=True, also=also), budget)
            if hits > best:
                best, place = hits, f"{option} {name}"
    return f"Try {place}, where {best} of the first {LOOKED_AT} fit." if best else ""


def _hits(order: "_Order", search: _Search, budget: Budget) -> int:
    """Return how many of the first puzzles of an order fit, as far as time allows."""
    hits = 0
    for number in range(LOOKED_AT):
        if budget.is_late:
            break
        try:
            made = search.scored(number, order.make(number), budget)
        except (OutOfBudget, QuandaryError):
            break
        hits += search._fits(made)
    return hits
