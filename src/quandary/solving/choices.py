"""The choices of a player in a state, shared by both entropy measures."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum
from typing import Any, NamedTuple

from quandary.engine import Solutions
from quandary.kind import Policy
from quandary.limits import Budget, Limits
from quandary.player import Perception, Player
from quandary.puzzle import AnyPuzzle, Slot, is_fill

KNOWN_SOLUTIONS = 64


class OpenSlot(NamedTuple):
    """A slot that a player may fill next, its possible moves, and how often it must still be filled."""

    slot: Slot
    moves: list[Any]
    room: int = 1

    def size(self) -> Fraction:
        """Return the moves for each time that the slot must be filled."""
        return Fraction(len(self.moves), self.room)

    @property
    def is_free(self) -> bool:
        """Whether every move must be made sooner or later, so that any of them is right."""
        return len(self.moves) <= self.room


def choices(table: dict[Slot, list[Any]], policy: Policy, rooms: Mapping[Slot, int]) -> list[OpenSlot]:
    """Return the slots a player may fill next: the first of the smallest (greedy), or any (best).

    Returns none if the player sees that the state is lost. A free slot is taken at once: nothing is lost as
    long as knowing more never means ruling out less.
    """
    if not table or not all(table.values()):
        return []
    every = [OpenSlot(slot, moves, rooms.get(slot, 1)) for slot, moves in table.items()]
    if free := next((choice for choice in every if choice.is_free), None):
        return [free]
    return [min(every, key=OpenSlot.size)] if policy == "greedy" else every


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

    def choices(self, state: Any) -> list[OpenSlot]:
        """Return the slots the player may fill next, with the moves thought possible for each."""
        rooms = Counter(self.puzzle.slots(state)) if is_fill(self.puzzle) else {}
        return choices(self._sees.options(state), self._policy, rooms)

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
