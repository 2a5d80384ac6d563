"""What a puzzle is: four methods; a fill puzzle adds two. Start here.

There is no base class. Any object with these methods is a puzzle, and every measure works on it:

>>> class Doors:
...     def starts(self): return ["hall"]
...     def moves(self, state): return {"hall": ["left", "right"], "cellar": ["back"]}[state]
...     def apply(self, state, move): return {"left": "garden", "right": "cellar", "back": "hall"}[move]
...     def is_solved(self, state): return state == "garden"
>>> isinstance(Doors(), Puzzle)
True
"""

from collections.abc import Collection, Hashable, Iterable
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeGuard, TypeVar, runtime_checkable

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


@runtime_checkable
class Puzzle(Protocol[State, Move]):
    """Where play starts, what can be done, what follows from it, and when it is over.

    States are hashable and never changed in place. A move has a text form, `str(move)`, that is
    distinct among the moves of a state: logs, files and studies hold that text.
    """

    def starts(self) -> Iterable[State]:
        """The states play can begin in; usually one."""

    def moves(self, state: State) -> Iterable[Move]:
        """The legal moves, A(s), in a fixed order. Solved states end play and are never asked."""

    def apply(self, state: State, move: Move) -> State:
        """The state after `move`, which must be one of `moves(state)`."""

    def is_solved(self, state: State) -> bool:
        """Whether play has reached its goal, Γ(s)."""


class Slot(NamedTuple):
    """Something that must be filled: a piece, a cell, "a 7 in row 3". Slots come in families."""

    family: str
    name: Hashable

    def __str__(self) -> str:
        return f"{self.family} {self.name}"


@runtime_checkable
class FillPuzzle(Puzzle[State, Move], Protocol):
    """A puzzle in which the order is free: it also says what is still to be filled.

    It promises that after a move only moves that were legal before are legal; that what drops out
    cannot share a solution with the move; that moves which can both be made give the same state in
    either order; and that no move is implied by another.
    """

    def slots(self, state: State) -> Iterable[Slot]:
        """The open slots in a fixed order; one that must be filled twice is listed twice."""

    def fills(self, move: Move) -> Iterable[Slot]:
        """The slots that a move goes into, whatever the state."""


AnyPuzzle: TypeAlias = Puzzle[Any, Any]
AnyFillPuzzle: TypeAlias = FillPuzzle[Any, Any]

NEXT = Slot("next", "step")
"""The one slot of a path puzzle. With it, one formula serves both species."""


def is_fill(puzzle: AnyPuzzle) -> TypeGuard[AnyFillPuzzle]:
    """Whether the puzzle has slots, so that its moves can be made in any order."""
    return hasattr(puzzle, "slots")


def by_slot(
    puzzle: Puzzle[State, Move],
    state: State,
    moves: Iterable[Move],
    families: Collection[str] | None = None,
) -> dict[Slot, list[Move]]:
    """The moves that could fill each open slot, in slot order; `families` limits where to look.

    A slot without moves is kept, with an empty list: nothing fits there.
    """
    if not is_fill(puzzle):
        return {NEXT: list(moves)}
    table: dict[Slot, list[Move]] = {
        slot: [] for slot in puzzle.slots(state) if families is None or slot.family in families
    }
    for move in moves:
        for slot in puzzle.fills(move):
            if slot in table:
                table[slot].append(move)
    return table
