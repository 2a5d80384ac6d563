"""Which puzzles a person gets, and in which order: drawn from a seed, so that it can be drawn again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from quandary.web.study.settings import Arm, Order, Settings

PuzzleInPhase: TypeAlias = tuple[str, str]
"""A puzzle's id and its phase: pre, main or post."""


@dataclass(frozen=True)
class Drawn:
    """What was drawn for a person."""

    arm: str
    order: tuple[PuzzleInPhase, ...]
    planned: int
    """How many puzzles the person gets. An adaptive order begins with those before, and grows up to it."""


def choose_arm(settings: Settings, seed: int, taken: Mapping[str, int]) -> Arm:
    """Return the arm that lacks people most, given how many each has, so that arms stay within one of each other.

    Ties are broken by lot. A weight of two counts as two arms.

    >>> arms = [Arm("a"), Arm("b")]
    >>> choose_arm(Settings(title="", arms=arms), seed=1, taken={"a": 3, "b": 2}).name
    'b'
    """
    if not settings.arms:
        return Arm(name="", order=settings.order)
    lots = Random(f"{seed} arm")
    return min(settings.arms, key=lambda arm: ((taken.get(arm.name, 0) + 1) / arm.weight, lots.random()))


def draw_order(
    settings: Settings,
    puzzles: Sequence[str],
    seed: int,
    number: int = 0,
    given: Mapping[str, int] | None = None,
    arm: Arm | None = None,
) -> Drawn:
    """Draw the puzzles of a person from a seed.

    `number` counts the people of the arm before, for Latin squares. `given` counts how often each puzzle was given
    to others: if a person gets only some of the puzzles, those given least come first, ties broken at random.

    >>> drawn = draw_order(Settings(title="", per_person=2), ["a", "b", "c"], seed=1, given={"a": 1})
    >>> sorted(drawn.order), drawn == draw_order(Settings(title="", per_person=2), ["a", "b", "c"], 1, given={"a": 1})
    ([('b', 'main'), ('c', 'main')], True)
    """
    random, arm = Random(seed), arm or choose_arm(settings, seed, {})
    pool = main_pool(settings, puzzles, arm)
    count = min(len(pool), arm.per_person or settings.per_person)
    planned = len(settings.pre) + count + len(settings.post)
    if arm.order == "adaptive":
        return Drawn(arm.name, tuple((each, "pre") for each in settings.pre), planned)
    chosen = _subset(pool, count, arm.order, random, given or {})
    main = _ordered(chosen, arm.order, random, number)
    phases = (("pre", settings.pre), ("main", main), ("post", settings.post))
    return Drawn(arm.name, tuple((each, phase) for phase, listed in phases for each in listed), planned)


def main_pool(settings: Settings, puzzles: Sequence[str], arm: Arm) -> list[str]:
    """Return the puzzles from which those between the first and the last test are drawn."""
    frame = {*settings.pre, *settings.post}
    return [each for each in (arm.puzzles or puzzles) if each not in frame]


def _subset(pool: list[str], count: int, order: Order, random: Random, given: Mapping[str, int]) -> list[str]:
    if count >= len(pool) or order in ("fixed", "curriculum"):
        return pool[:count]
    lots = {each: (given.get(each, 0), random.random()) for each in pool}
    taken = set(sorted(pool, key=lots.__getitem__)[:count])
    return [each for each in pool if each in taken]


def _ordered(chosen: list[str], order: Order, random: Random, number: int) -> list[str]:
    match order:
        case "random":
            return random.sample(chosen, len(chosen))
        case "latin":
            return [chosen[each] for each in latin_row(len(chosen), number)]
    return chosen


def latin_row(size: int, number: int) -> list[int]:
    """Return a row of a Latin square in which, for even sizes, each follows each other equally often (Williams).

    >>> [latin_row(4, row) for row in range(4)]
    [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1]]
    """
    zigzag = [(place + 1) // 2 if place % 2 else -(place // 2) for place in range(size)]
    row = [(number + step) % size for step in zigzag] if size else []
    return row[::-1] if size % 2 and number // size % 2 else row
