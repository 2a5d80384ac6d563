"""The rules of the water jugs, in plain Python: the reference for everything else."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

State: TypeAlias = tuple[int, ...]
"""What is in each jug."""

AWAY = -1


class Pour(NamedTuple):
    """From one jug into another, or away."""

    source: int
    target: int

    def __str__(self) -> str:
        return f"{self.source + 1}>" + ("away" if self.target == AWAY else str(self.target + 1))


@dataclass(frozen=True)
class Jugs:
    """Jugs of known sizes, the first one full: get `wanted` into one of them.

    A pour ends when the source is empty or the target is full, and water poured away is gone.

    >>> puzzle = Jugs(sizes=(8, 5, 3), wanted=4)
    >>> [str(move) for move in puzzle.moves((8, 0, 0))]
    ['1>away', '1>2', '1>3']
    >>> puzzle.apply((8, 0, 0), Pour(0, 1))
    (3, 5, 0)
    """

    sizes: tuple[int, ...]
    wanted: int

    def starts(self) -> list[State]:
        """The first jug full, the others empty."""
        return [(self.sizes[0], *(0 for _ in self.sizes[1:]))]

    def moves(self, state: State) -> list[Pour]:
        """From every jug that is not empty: away, then into every jug that is not full."""
        return [
            Pour(source, target)
            for source, amount in enumerate(state)
            if amount
            for target in (AWAY, *range(len(state)))
            if target == AWAY or (target != source and state[target] < self.sizes[target])
        ]

    def apply(self, state: State, move: Pour) -> State:
        """The jugs after a pour."""
        after = list(state)
        source, target = move
        if target == AWAY:
            after[source] = 0
        else:
            amount = min(state[source], self.sizes[target] - state[target])
            after[source] -= amount
            after[target] += amount
        return tuple(after)

    def is_solved(self, state: State) -> bool:
        """Whether some jug holds what is wanted."""
        return self.wanted in state
