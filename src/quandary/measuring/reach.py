"""The states that a player may reach who never makes a move that a known rule rules out."""

from collections.abc import Iterable, Iterator
from typing import Any

from quandary.limits import Budget, Limits, OutOfBudget
from quandary.measuring.subject import Subject
from quandary.player import Perception, Player
from quandary.puzzle import AnyPuzzle
from quandary.rules import remembered
from quandary.score import Score, Status


class Walk:
    """A puzzle as a player walks it. Its states are those of the puzzle with what the player remembers.

    A state in which the player sees that it is lost has no moves.
    """

    def __init__(self, puzzle: AnyPuzzle, player: Player, budget: Budget) -> None:
        self.puzzle = puzzle
        self.view = remembered(puzzle, player.rules)
        self.sees = Perception(self.view, player, budget)

    def starts(self) -> Iterator[Any]:
        """Yield the states to start from."""
        return zip(self.puzzle.starts(), self.view.starts(), strict=True)

    def moves(self, state: Any) -> Iterable[Any]:
        """Return the moves that no rule rules out, if there are some for every open slot."""
        table = self.sees.options(state[1])
        if not all(table.values()):
            return ()
        return dict.fromkeys(move for moves in table.values() for move in moves)

    def apply(self, state: Any, move: Any) -> Any:
        """Return the state after a move."""
        there = self.view.apply(state[1], move)
        return there if self.view is self.puzzle else self.puzzle.apply(state[0], move), there

    def is_solved(self, state: Any) -> bool:
        """Return whether the player sees that the puzzle is solved."""
        return self.sees.sees_solution(state[1])


def states_of_player(puzzle: AnyPuzzle, player: Player, budget: Budget) -> int | None:
    """Count the states that the player may reach, or return None if none of them is solved.

    A state in which the player sees that it is lost is counted, but not gone on from, and so is a solved one.

    >>> from quandary.kinds.witness import KIND
    >>> panel = KIND.parse("+-+-E/|b|w|/+-+-+/|.|.|/S-+-+")
    >>> [states_of_player(panel, KIND.player(name), Budget()) for name in ("none", "expert")]
    [74, 24]
    """
    walk = Walk(puzzle, player, budget)
    todo = list(dict.fromkeys(walk.starts()))
    seen, solved = set(todo), False
    for state in todo:  # grows during the walk
        budget.spend()
        if walk.is_solved(state):
            solved = True
            continue
        for move in walk.moves(state):
            after = walk.apply(state, move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return len({state for state, _ in seen}) if solved else None


def read(subject: Subject, player: Player, limits: Limits) -> Score:
    """Return the number of states that a player may reach as a score."""
    with limits.start() as budget:
        try:
            value = states_of_player(subject.puzzle, player, budget)
        except OutOfBudget as out:
            return Score(
                "", None, Status.GAVE_UP, reason=out.stop.text, stop=out.stop.code, at_least=budget.states
            )
    return Score("", value, Status.UNSOLVABLE if value is None else Status.EXACT, states=budget.states)
