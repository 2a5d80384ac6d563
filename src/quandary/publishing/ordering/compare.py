"""Compare the order of some puzzles with other orders."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.library.files import Entry
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.table import BY_PLAYER, PLAYED
from quandary.models.statistics import Correlation, correlate
from quandary.publishing.ordering.deepening import deepening
from quandary.publishing.ordering.learner import lessons, mastery
from quandary.runs.batch import Rating
from quandary.verdict import Verdict, side_by_side

FILE = "file"
LEARNER = "learner"
DEEPENING = "deepening"


@dataclass(frozen=True)
class Order:
    """One order of the puzzles: a value for each, smallest first. None where there is none."""

    name: str
    values: tuple[float | None, ...]
    then: str = ""
    """The measure that puts puzzles with equal values into order, if there are any."""
    second: tuple[float | None, ...] = ()
    """Its values, None for puzzles that share their value with no other."""
    verdicts: tuple[Verdict, ...] = ()
    """How hard each puzzle is, if the measure says that."""

    @property
    def ranks(self) -> list[float | None]:
        """The place of each puzzle from 1, the mean place for equal values.

        >>> Order("x", (3.0, 1.0, None, 3.0)).ranks
        [2.5, 1.0, None, 2.5]
        """
        known = sorted(value for value in self.values if value is not None)
        return [
            None if value is None else known.index(value) + (known.count(value) + 1) / 2
            for value in self.values
        ]

    def sequence(self) -> list[int]:
        """Return the puzzles by place, those without a value last. Equal ones follow the second measure, then the file.

        >>> Order("x", (3.0, 1.0, None, 3.0), "y", (9.0, None, None, 4.0)).sequence()
        [1, 3, 0, 2]
        """

        def place(at: int) -> tuple[float, float, int]:
            value, second = self.values[at], self.second[at] if self.second else None
            return inf if value is None else value, inf if second is None else second, at

        return sorted(range(len(self.values)), key=place)


@dataclass(frozen=True)
class Comparison:
    """Several orders of the same puzzles, the file's own first."""

    entries: tuple[Entry, ...]
    orders: tuple[Order, ...]
    by: str
    unit: str = ""

    def agreement(self, one: Order, other: Order) -> Correlation | None:
        """Return Spearman's rank correlation over the puzzles that both know, or None if they are too few."""
        pairs = [
            (a, b) for a, b in zip(one.values, other.values, strict=True) if a is not None and b is not None
        ]
        if len(pairs) < 3 or len({a for a, _ in pairs}) < 2 or len({b for _, b in pairs}) < 2:
            return None
        return correlate([a for a, _ in pairs], [b for _, b in pairs], method="spearman")

    def swaps(self, other: Order) -> list[tuple[int, int]]:
        """Return the neighbours of the file's order that another order would exchange."""
        values = other.values
        found = []
        for at in range(len(values) - 1):
            one, two = values[at], values[at + 1]
            if one is not None and two is not None and one > two:
                found.append((at, at + 1))
        return found


def scored(
    entries: Sequence[Entry], by: str, limits: Limits, tick: Callable[[], object] = tuple, *, then: str = ""
) -> Order:
    """Return the order of a measure, and of a second one among puzzles that score the same."""
    values, verdicts = list[float | None](), list[Verdict]()
    for entry in entries:
        scores = rate(entry.puzzle, [by], limits=limits)
        values.append(scores[by].value)
        verdicts.append(Rating(entry, scores).verdict)
        tick()
    shared = {value for value, times in Counter(values).items() if times > 1 and value is not None}
    judged = tuple(side_by_side(verdicts))
    if not then or not shared:
        return Order(by, tuple(values), verdicts=judged)
    second = tuple(
        rate(entry.puzzle, [then], limits=limits)[then].value if value in shared else None
        for entry, value in zip(entries, values, strict=True)
    )
    return Order(by, tuple(values), then, second, judged)


def second_measure(kind: Kind, by: str) -> str:
    """Return the measure that decides between puzzles with equal scores: bits for somebody who knows less.

    >>> from quandary.kinds.witness import KIND
    >>> second_measure(KIND, "remuse"), second_measure(KIND, "shortest")
    ('remuse@none', 'remuse')
    """
    if by not in BY_PLAYER:
        return "remuse" if by.partition(PLAYED)[0] not in BY_PLAYER else "shortest"
    return f"{by}{PLAYED}none" if kind.people.default.rules else "shortest"


def compare(
    entries: Sequence[Entry], by: str, limits: Limits, tick: Callable[[], object] = tuple
) -> Comparison:
    """Compare the order of a file with that of a measure, of a plain search, and of a learner."""
    kinds = {entry.kind.name for entry in entries}
    if len(kinds) > 1:
        raise QuandaryError(
            f"Orders are compared within one kind, not {', '.join(sorted(kinds))}. Split the file."
        )
    file = Order(FILE, tuple(float(at) for at in range(1, len(entries) + 1)))
    measured = scored(entries, by, limits, tick)
    searched, studied = [], []
    for entry in entries:
        effort = deepening(entry.puzzle, limits)
        searched.append(effort.value if effort.value is not None else effort.at_least)
        studied.append(lessons(entry.puzzle, limits))
        tick()
    known = [each for each in studied if each is not None]
    places = iter(mastery(known))
    learned = tuple(None if each is None else float(next(places)) for each in studied)
    orders = (file, measured, Order(DEEPENING, tuple(searched)), Order(LEARNER, learned))
    return Comparison(tuple(entries), orders, by)
