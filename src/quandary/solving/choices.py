"""The choices of a player in a state, shared by both entropy measures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from quandary.engine import Solutions
from quandary.kind import Policy
from quandary.limits import Budget, Limits
from quandary.player import Perception, Player
from quandary.puzzle import AnyPuzzle, Slot, is_fill

KNOWN_SOLUTIONS = 64


def choices(table: dict[Slot, list[Any]], policy: Policy) -> list[tuple[Slot, list[Any]]]:
    """Return the slots a player may fill next: the first of the smallest (greedy), or any (best).

    Returns none if the player sees that the state is lost. `best` takes a slot with one move at once: it is
    free, and nothing is lost as long as knowing more never means ruling out less.
    """
    if not table or not all(table.values()):
        return []
    smallest = min(table.items(), key=lambda item: len(item[1]))
    return [smallest] if policy == "greedy" or len(smallest[1]) == 1 else list(table.items())


@dataclass(frozen=True)
class KnownSolutions:
    """The moves that can still lead to a solution, as far as known beforehand.

    A fill puzzle with few solutions is solved first. Then only states whose moves are all part of some
    solution need a visit. `live` is the set of those solutions as a bit mask.
    """

    live: int = -1
    having: dict[Any, int] | None = None

    def after(self, live: int, move: Any) -> int:
        """Return the solutions still possible after `move`, 0 if there are none."""
        return live if self.having is None else live & self.having.get(move, 0)


class View:
    """A puzzle as a player with a policy sees it, within a budget."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        player: Player,
        policy: Policy,
        budget: Budget,
        solve: Callable[[int, Limits], Solutions],
    ) -> None:
        self.puzzle = puzzle
        self.player = player
        self.budget = budget
        self._solve = solve
        self._policy = policy
        self._sees = Perception(puzzle, player, budget)

    def is_done(self, state: Any) -> bool:
        """Return whether the player sees a solution from here, so that nothing is uncertain any more."""
        return self._sees.sees_solution(state)

    def groups(self, state: Any) -> list[tuple[Slot, list[Any]]]:
        """Return the slots the player may fill next, with the moves thought possible for each."""
        return choices(self._sees.options(state), self._policy)

    def shares(self, state: Any, slot: Slot, moves: list[Any]) -> Sequence[float]:
        """Return how likely the player is to try each move of a slot.

        The shares sum to 1, or to less if the player leaks: the rest goes to moves that a rule rules out.
        """
        player = self.player
        if not player.leak:
            return player.probabilities(self.puzzle, state, moves)
        others = self._sees.ruled_out(state, slot, moves)
        shares = player.probabilities(self.puzzle, state, [*moves, *others])
        total = fsum(shares[: len(moves)]) + player.leak * fsum(shares[len(moves) :])
        return [share / total for share in shares[: len(moves)]]

    def known_solutions(self) -> KnownSolutions:
        """Find the puzzle's solutions if it is a fill puzzle with few of them.

        They do not change any value, only which states are visited, so any engine may find them.
        """
        if not is_fill(self.puzzle) or len(list(self.puzzle.starts())) != 1:
            return KnownSolutions()
        known = self._solve(KNOWN_SOLUTIONS, self.budget.rest())
        self.budget.check()
        if not known.complete:
            return KnownSolutions()
        having: dict[Any, int] = {}
        for number, solution in enumerate(known.found):
            for move in solution.moves:
                having[move] = having.get(move, 0) | 1 << number
        return KnownSolutions((1 << len(known.found)) - 1, having)
