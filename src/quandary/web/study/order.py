"""Which puzzles a person gets, and in which order: drawn from a seed, so that it can be drawn again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from quandary.web.study.folder import Arm, Order, Settings

PuzzleInPhase: TypeAlias = tuple[str, str]
"""A puzzle's id and its phase: pre, main or post."""


@dataclass(frozen=True)
class Drawn:
    """What was drawn for a person."""

    arm: str
    order: tuple[PuzzleInPhase, ...]


def draw_order(
    settings: Settings,
    puzzles: Sequence[str],
    seed: int,
    number: int = 0,
    given: Mapping[str, int] | None = None,
) -> Drawn:
    """Draw the puzzles of a person from a seed.

    `number` counts the people before, for Latin squares. `given` counts how often each puzzle was given to
    others: if a person gets only some of the puzzles, those given least come first, ties broken at random.

    >>> drawn = draw_order(Settings(title="", per_person=2), ["a", "b", "c"], seed=1, given={"a": 1})
    >>> sorted(drawn.order), drawn == draw_order(Settings(title="", per_person=2), ["a", "b", "c"], 1, given={"a": 1})
    ([('b', 'main'), ('c', 'main')], True)
    """
    random = Random(seed)
    arm = _arm(settings, random)
    frame = {*settings.pre, *settings.post}
    pool = [each for each in (arm.puzzles or puzzles) if each not in frame]
    chosen = _subset(pool, arm.per_person or settings.per_person, arm.order, random, given or {})
    main = _ordered(chosen, arm.order, random, number)
    phases = (("pre", settings.pre), ("main", main), ("post", settings.post))
    return Drawn(arm.name, tuple((each, phase) for phase, listed in phases for each in listed))


def _arm(settings: Settings, random: Random) -> Arm:
    if not settings.arms:
        return Arm(name="", order=settings.order)
    return random.choices(settings.arms, [arm.weight for arm in settings.arms])[0]


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
