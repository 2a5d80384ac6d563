"""Compare the order of some puzzles with other orders."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from quandary.errors import QuandaryError
from quandary.library.files import Entry
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.models.statistics import Correlation, correlate
from quandary.publishing.ordering.deepening import deepening
from quandary.publishing.ordering.learner import lessons, mastery

FILE = "file"
LEARNER = "learner"
DEEPENING = "deepening"


@dataclass(frozen=True)
class Order:
    """One order of the puzzles: a value for each, smallest first. None where there is none."""

    name: str
    values: tuple[float | None, ...]

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
        """Return the puzzles by place, those without a value last."""
        return sorted(
            range(len(self.values)), key=lambda at: (inf if self.values[at] is None else self.values[at], at)
        )


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


def scored(entries: Sequence[Entry], by: str, limits: Limits, tick: Callable[[], object] = tuple) -> Order:
    """Return the order of a measure."""
    values = []
    for entry in entries:
        values.append(rate(entry.puzzle, [by], limits=limits)[by].value)
        tick()
    return Order(by, tuple(values))


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
