"""States: they are counted alike everywhere, solved ones included, as listing them with the four methods does."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from quandary.measuring.rate import rate
from quandary.puzzle import AnyPuzzle
from quandary.score import Status
from quandary.solving.onward import played
from quandary.testing.samples import Samples, require

MOST = 2_000
"""Puzzles with more states are left out."""
OF_ALL = ("states", "viable_states")
"""The measures of every puzzle, in the order of `Listed`."""
OF_SOME = ("reachable_states_count", "viable_states_count")
"""What kinds that have features of their own call them."""


class Listed(NamedTuple):
    """How many states play can reach, and from how many of them it can reach a solved one."""

    reachable: int
    viable: int


def check_states(samples: Samples) -> None:
    """Compare the numbers of states with listing them. A kind's own features may count steps of its moves."""
    _try(samples, partial(_promise, names=OF_ALL, in_steps=False))
    if {feature.name for feature in samples.kind.own_features}.intersection(OF_SOME):
        moves, steps = (partial(_promise, names=OF_SOME, in_steps=each) for each in (False, True))
        try:
            _try(samples, steps)
        except AssertionError:
            _try(samples, moves)


def _try(samples: Samples, promise: Any) -> None:
    samples.try_on_examples(promise)
    samples.try_on_generated(promise)
    samples.try_on_drawn(promise)


def _promise(puzzle: AnyPuzzle, random: Random, *, names: Sequence[str], in_steps: bool) -> None:
    if expected := listed(played(puzzle) if in_steps else puzzle):
        scores = rate(puzzle, names)
        for name, number in zip(names, expected, strict=True):
            score = scores[name]
            unsolvable = score.status is Status.UNSOLVABLE and not expected.viable
            require(
                score.value == number or unsolvable,
                f"its {name} is {score}, but listing the states gives {number}",
            )


def listed(puzzle: AnyPuzzle) -> Listed | None:
    """Return the numbers of states by listing them, or None if there are too many.

    >>> from quandary.kinds._template import KIND
    >>> listed(KIND.parse("11/10"))
    Listed(reachable=4, viable=4)
    """
    leads_to: dict[Any, set[Any]] = {}
    todo = list(puzzle.starts())
    while todo:
        state = todo.pop()
        if state not in leads_to:
            moves = [] if puzzle.is_solved(state) else puzzle.moves(state)
            leads_to[state] = {puzzle.apply(state, move) for move in moves}
            todo.extend(leads_to[state])
        if len(leads_to) > MOST:
            return None
    viable = {state for state in leads_to if puzzle.is_solved(state)}
    while more := {state for state, after in leads_to.items() if after & viable} - viable:
        viable |= more
    return Listed(len(leads_to), len(viable))
