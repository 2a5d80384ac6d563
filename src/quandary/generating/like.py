"""Puzzles like another one, but easier or harder: a few changes away, distinct up to symmetry."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import inf, nextafter
from typing import Any

from quandary.errors import QuandaryError
from quandary.generating.band import generate_band
from quandary.generating.vary import Direction, Variant, vary_once
from quandary.kind import Kind
from quandary.limits import DEFAULT, Budget, Limits
from quandary.score import Score

MOST_CHANGES = 4
"""The most changes, one after the other."""
NEW = "a new puzzle of this size"
TRIES = 50
"""The number of new puzzles that are made for each one wanted."""
FRONT = 3
"""The number of puzzles that are changed once more in each round."""


@dataclass(frozen=True)
class Alike:
    """Puzzles like another one."""

    score: Score
    """The score of the puzzle itself."""
    found: tuple[Variant, ...]
    """Each with all its changes in words, from the least to the most different score."""


def like(
    kind: Kind,
    puzzle: Any,
    direction: Direction,
    count: int = 6,
    by: str = "",
    *,
    limits: Limits = DEFAULT,
    tick: Callable[[], None] = lambda: None,
) -> Alike:
    """Return up to `count` puzzles that are a few changes away and easier, or harder, by a measure.

    >>> from quandary.kinds.witness import KIND
    >>> found = like(KIND, KIND.parse("+-+-E/|b|.|/+-+-+/|.|w|/S-+-+"), "harder", 3)
    >>> len(found.found), all(each.difference > 0 for each in found.found)
    (3, True)

    Puzzles with one change come before those with two, and so on, and new ones of the same size come last. If there
    are more than wanted, they are spread evenly over the scores. The measure is the kind's headline unless named. The limits are for everything together.
    """
    seen, sign = {kind.canonical(puzzle)}, 1 if direction == "harder" else -1
    pool = list[Variant]()
    with limits.start() as budget:
        first = vary_once(kind, puzzle, by, limits=budget.share(2), tick=tick)
        origin, found = first.score, first.found
        for number in range(MOST_CHANGES):
            new = list[Variant]()
            for each in found:
                text = kind.canonical(each.puzzle)
                if text not in seen and not any(map(each.puzzle.is_solved, each.puzzle.starts())):
                    seen.add(text)
                    new.append(each)
            pool += [each for each in new if each.difference * sign > 0]
            if len(pool) >= count or number + 1 == MOST_CHANGES:
                break
            front = sorted(new, key=lambda each: -each.difference * sign)[:FRONT]
            found = [
                replace(
                    other,
                    change=f"{each.change}; {other.change}",
                    difference=other.difference + each.difference,
                )
                for at, each in enumerate(front)
                for other in vary_once(
                    kind,
                    each.puzzle,
                    by,
                    known=each.score,
                    limits=budget.share(len(front) - at + 1),
                    tick=tick,
                ).found
            ]
        if len(pool) < count:
            pool += _made(kind, puzzle, direction, origin, count - len(pool), seen, budget)
    return Alike(origin, tuple(_spread(sorted(pool, key=lambda each: abs(each.difference)), count)))


def _made(
    kind: Kind, puzzle: Any, direction: Direction, origin: Score, count: int, seen: set[str], budget: Budget
) -> Iterator[Variant]:
    """Yield new puzzles of the same size, where changes do not lead far enough."""
    if kind.maker.generate is None or kind.maker.size is None or origin.value is None:
        return
    low, high = (
        (nextafter(origin.value, inf), inf)
        if direction == "harder"
        else (-inf, nextafter(origin.value, -inf))
    )
    try:
        size = kind.maker.size(puzzle)
        band = generate_band(
            kind, size, origin.measure, low, high, count=2 * count, tries=TRIES, limits=budget.rest()
        )
    except QuandaryError:  # the generator does not make this size
        return
    new = (
        made
        for made in band.found
        if made.score.value is not None and kind.canonical(made.puzzle) not in seen
    )
    for made in islice(new, count):
        yield Variant(NEW, made.puzzle, made.score, (made.score.value or 0) - origin.value)


def _spread(pool: list[Variant], count: int) -> list[Variant]:
    """Return some of a list, evenly spaced."""
    if len(pool) <= count:
        return pool
    last = len(pool) - 1
    return [pool[round(number * last / max(1, count - 1))] for number in range(count)]
