"""The bits along the least uncertain solution, step by step."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from math import fsum
from typing import Any, NamedTuple

from quandary.player import Player
from quandary.puzzle import NEXT, AnyPuzzle, is_fill
from quandary.score import Decision, Score

FREE = 1e-9
"""A step with fewer bits than this is free. The rest is rounding."""


class Stretch(NamedTuple):
    """A single decision, or all free steps between two decisions."""

    first: int
    """The number of its first step, from 1."""
    steps: tuple[Decision, ...]

    @property
    def is_free(self) -> bool:
        """Whether nothing is uncertain here."""
        return self.steps[0].bits < FREE

    @property
    def is_forced(self) -> bool:
        """Whether the player never sees a second option. Otherwise any option would do."""
        return all(step.options == 1 for step in self.steps)


@dataclass(frozen=True)
class Profile:
    """The decisions of a player on the way to a solution, and how uncertain each step is."""

    measure: str
    """The measure of the bits."""
    steps: tuple[Decision, ...]
    states: tuple[Any, ...]
    """The state before each step, then the state after the last one."""
    is_solved: bool
    """Whether the last state is solved. If not, the player sees the solution from there."""
    winning: frozenset[int] = frozenset()
    """The numbers of the steps before which some move would solve the puzzle, which anybody sees."""

    @property
    def total(self) -> float:
        """The bits of all steps together, which is the score.

        >>> Profile("muse", (Decision(NEXT, "up", 2, 1.0), Decision(NEXT, "left", 1, 0.0)), (), True).total
        1.0
        """
        return fsum(step.bits for step in self.steps)

    @property
    def so_far(self) -> list[float]:
        """The running total of bits, including each step."""
        return list(accumulate(step.bits for step in self.steps))

    @property
    def decisions(self) -> list[tuple[int, Decision]]:
        """The steps that leave something to decide, with their number from 1."""
        return [(number, step) for number, step in enumerate(self.steps, start=1) if step.bits >= FREE]

    @property
    def unseen(self) -> list[tuple[int, Decision]]:
        """The decisions in which no move wins at once.

        People take such a move without hesitation: at 602 positions of Rush Hour players a win was one move away, and
        they needed 0.72 of the time of their other moves although they had more moves to choose from.
        """
        return [(number, step) for number, step in self.decisions if number not in self.winning]

    @property
    def hardest(self) -> tuple[int, Decision] | None:
        """The first of the decisions with the most bits in which no move wins at once, or None if there is none.

        >>> steps = Decision(NEXT, "up", 2, 1.0), Decision(NEXT, "out", 4, 2.0)
        >>> Profile("muse", steps, (), True, frozenset({2})).hardest[1].move
        'up'
        """
        return max(self.unseen, key=lambda decision: decision[1].bits, default=None)

    @property
    def names_slots(self) -> bool:
        """Whether there are several places to look at, so that a step should name its place."""
        return any(step.slot != NEXT for step in self.steps)

    def stretches(self) -> Iterator[Stretch]:
        """Yield the steps in order, with consecutive free ones joined."""
        numbered = enumerate(self.steps, start=1)
        # The number of a decision separates it from the next one. Free steps share a key.
        for _, group in groupby(numbered, key=lambda pair: pair[0] if pair[1].bits >= FREE else 0):
            numbers, steps = zip(*group, strict=True)
            yield Stretch(numbers[0], steps)


def profile(puzzle: AnyPuzzle, player: Player, scores: Iterable[Score]) -> Profile | None:
    """Return the profile of the first score that comes with a solution, or None."""
    for score in scores:
        states = _follow(puzzle, player, score.steps) if score.value is not None else None
        if states:
            won = puzzle.is_solved(states[-1])
            return Profile(score.measure, score.steps, states, won, _winning(puzzle, score.steps, states))
    return None


def _winning(puzzle: AnyPuzzle, steps: Sequence[Decision], states: Sequence[Any]) -> frozenset[int]:
    """Return the numbers of the decisions before which some move would solve the puzzle."""
    return frozenset(
        number
        for number, (step, state) in enumerate(zip(steps, states, strict=False), start=1)
        if step.bits >= FREE
        and any(puzzle.is_solved(puzzle.apply(state, move)) for move in _last_moves(puzzle, state))
    )


def _last_moves(puzzle: AnyPuzzle, state: Any) -> Iterable[Any]:
    """Return the moves that may be the last: those that fill all open slots, if there are slots."""
    if not is_fill(puzzle):
        return puzzle.moves(state)
    left = len(list(puzzle.slots(state)))
    return [move for move in puzzle.moves(state) if len(tuple(puzzle.fills(move))) >= left]


def _follow(puzzle: AnyPuzzle, player: Player, steps: Sequence[Decision]) -> tuple[Any, ...] | None:
    """Return the states along a solution, or None if the moves solve the puzzle from no start.

    A score does not name its start. If the same moves solve the puzzle from several starts, the one is
    chosen where the player's number of options at each step agrees best with the score.
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
    """Count the steps at which the player's number of options differs from the score's."""
    return sum(
        len(player.options(puzzle, state).get(step.slot, ())) != step.options
        for state, step in zip(states, steps, strict=False)  # the last state has no step
    )
