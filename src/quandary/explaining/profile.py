"""The bits along the least-uncertain solution, step by step."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from math import fsum
from typing import Any, NamedTuple

from quandary.player import Player
from quandary.puzzle import NEXT, AnyPuzzle
from quandary.score import Decision, Score

FREE = 1e-9
"""A step with fewer bits than this leaves nothing to decide; what is left is rounding."""


class Stretch(NamedTuple):
    """A decision by itself, or all the free steps between two decisions."""

    first: int
    """The number of its first step, from 1."""
    steps: tuple[Decision, ...]

    @property
    def is_free(self) -> bool:
        """Whether nothing is uncertain here."""
        return self.steps[0].bits < FREE

    @property
    def is_forced(self) -> bool:
        """Whether the player never sees a second option; else any choice would be as good."""
        return all(step.options == 1 for step in self.steps)


@dataclass(frozen=True)
class Profile:
    """What a player decides on the way to a solution, and how uncertain each step is."""

    measure: str
    """The measure whose bits these are."""
    steps: tuple[Decision, ...]
    states: tuple[Any, ...]
    """Before each step, and at last the one in which the player is done."""
    is_solved: bool
    """Whether the last state is solved; otherwise the player sees from there how it ends."""

    @property
    def total(self) -> float:
        """The bits of all steps together: the score.

        >>> Profile("muse", (Decision(NEXT, "up", 2, 1.0), Decision(NEXT, "left", 1, 0.0)), (), True).total
        1.0
        """
        return fsum(step.bits for step in self.steps)

    @property
    def so_far(self) -> list[float]:
        """The bits of the steps up to and including each one."""
        return list(accumulate(step.bits for step in self.steps))

    @property
    def decisions(self) -> list[tuple[int, Decision]]:
        """The steps that leave something to decide, by their number from 1."""
        return [(number, step) for number, step in enumerate(self.steps, start=1) if step.bits >= FREE]

    @property
    def hardest(self) -> tuple[int, Decision] | None:
        """The first of the decisions with most bits, if there is a decision at all."""
        return max(self.decisions, key=lambda decision: decision[1].bits, default=None)

    @property
    def names_slots(self) -> bool:
        """Whether there is more than one place to look at, so that a step should name its own."""
        return any(step.slot != NEXT for step in self.steps)

    def stretches(self) -> Iterator[Stretch]:
        """The steps in order, free ones taken together."""
        numbered = enumerate(self.steps, start=1)
        # The number of a decision sets it apart from the next one; free steps share a key.
        for _, group in groupby(numbered, key=lambda pair: pair[0] if pair[1].bits >= FREE else 0):
            numbers, steps = zip(*group, strict=True)
            yield Stretch(numbers[0], steps)


def profile(puzzle: AnyPuzzle, player: Player, scores: Iterable[Score]) -> Profile | None:
    """The profile of the first of some scores that knows a solution, if one does."""
    for score in scores:
        states = _follow(puzzle, player, score.steps) if score.value is not None else None
        if states:
            return Profile(score.measure, score.steps, states, puzzle.is_solved(states[-1]))
    return None


def _follow(puzzle: AnyPuzzle, player: Player, steps: Sequence[Decision]) -> tuple[Any, ...] | None:
    """The states along a solution, or None if it leads to none from any start.

    A score does not name its start. Where the same moves solve the puzzle from several, it is the one
    where the player has as many options at each step as the score says.
    """
    ways = [states for start in puzzle.starts() if (states := _replay(puzzle, player, start, steps))]
    if len(ways) > 1:
        ways.sort(key=lambda states: _misfits(puzzle, player, states, steps))
    return ways[0] if ways else None


def _replay(
    puzzle: AnyPuzzle, player: Player, start: Any, steps: Sequence[Decision]
) -> tuple[Any, ...] | None:
    states = [start]
    for step in steps:
        here = states[-1]
        if puzzle.is_solved(here) or step.move not in list(puzzle.moves(here)):
            return None
        states.append(puzzle.apply(here, step.move))
    return tuple(states) if player.sees_solution(puzzle, states[-1]) else None


def _misfits(puzzle: AnyPuzzle, player: Player, states: Sequence[Any], steps: Sequence[Decision]) -> int:
    """At how many steps the player has not as many options as the score says."""
    return sum(
        len(player.options(puzzle, state).get(step.slot, ())) != step.options
        for state, step in zip(states, steps, strict=False)  # the last state has no step
    )
