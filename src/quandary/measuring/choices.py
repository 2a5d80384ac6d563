"""What a player may turn to in a state; shared by both entropy measures."""

from dataclasses import dataclass
from typing import Any

from quandary.kind import Policy
from quandary.limits import Budget
from quandary.player import Eyes, Player
from quandary.puzzle import AnyPuzzle, Slot, is_fill
from quandary.solving.search import solutions

KNOWN_SOLUTIONS = 64


def choices(table: dict[Slot, list[Any]], policy: Policy) -> list[tuple[Slot, list[Any]]]:
    """The slots a player may fill next: the first of the smallest (greedy), or any (best).

    None if the player sees that the state is lost. `best` takes a slot with one move at once: that
    is free, and nothing is lost by it where knowing more never means ruling out less.
    """
    if not table or not all(table.values()):
        return []
    smallest = min(table.items(), key=lambda item: len(item[1]))
    return [smallest] if policy == "greedy" or len(smallest[1]) == 1 else list(table.items())


@dataclass(frozen=True)
class Compass:
    """Which moves can still lead to a solution, as far as that is known beforehand.

    A fill puzzle with few solutions is solved first. A state is then worth looking at only if some
    solution contains all its moves; `live` is the set of those solutions as a bit mask.
    """

    live: int = -1
    having: dict[Any, int] | None = None

    def after(self, live: int, move: Any) -> int:
        """The solutions still possible after `move`; 0 means that it leads to none."""
        return live if self.having is None else live & self.having.get(move, 0)


def compass(puzzle: AnyPuzzle, budget: Budget) -> Compass:
    """What is known of the puzzle's solutions: everything if it is a fill puzzle with few of them.

    They change no value, only what is looked at, so the quickest engine may find them.
    """
    if not is_fill(puzzle) or len(list(puzzle.starts())) != 1:
        return Compass()
    known = solutions(puzzle, most=KNOWN_SOLUTIONS, limits=budget.rest())
    budget.check()
    if not known.complete:
        return Compass()
    having: dict[Any, int] = {}
    for number, solution in enumerate(known.found):
        for move in solution.moves:
            having[move] = having.get(move, 0) | 1 << number
    return Compass((1 << len(known.found)) - 1, having)


class View:
    """A puzzle as a player with a policy sees it, within a budget."""

    def __init__(self, puzzle: AnyPuzzle, player: Player, policy: Policy, budget: Budget) -> None:
        self.puzzle = puzzle
        self.player = player
        self.budget = budget
        self._policy = policy
        self._eyes = Eyes(puzzle, player, budget)

    def is_done(self, state: Any) -> bool:
        """Whether the player sees a solution from here, so that nothing is uncertain any more."""
        return self._eyes.sees_solution(state)

    def groups(self, state: Any) -> list[tuple[Slot, list[Any]]]:
        """The slots the player may fill next, with the moves thought possible for each."""
        return choices(self._eyes.options(state), self._policy)
