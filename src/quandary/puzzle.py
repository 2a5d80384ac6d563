"""The puzzle protocol: four methods, and two more for fill puzzles. Start here.

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
    """A puzzle: its starts, its legal moves, their effect, and when it is solved.

    States are hashable and never changed in place. A move has a text form, `str(move)`, that is
    distinct among the moves of a state: logs, files and studies hold that text.
    """

    def starts(self) -> Iterable[State]:
        """Return the states play can begin in, usually one."""

    def moves(self, state: State) -> Iterable[Move]:
        """Return the legal moves, A(s), in a fixed order. Never called for solved states."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after `move`, which must be one of `moves(state)`."""

    def is_solved(self, state: State) -> bool:
        """Return whether a state is solved, Γ(s)."""


class Slot(NamedTuple):
    """Something that must be filled: a piece, a cell, "a 7 in row 3". Slots come in families."""

    family: str
    name: Hashable

    def __str__(self) -> str:
        return f"{self.family} {self.name}"


@runtime_checkable
class FillPuzzle(Puzzle[State, Move], Protocol):
    """A puzzle whose moves can be made in any order. It also says what is still to be filled.

    It guarantees that a move never makes new moves legal; that a move which becomes illegal cannot share a
    solution with the move made; that two moves which can both be made give the same state in either order;
    and that no move is implied by another.
    """

    def slots(self, state: State) -> Iterable[Slot]:
        """Return the open slots in a fixed order. A slot that must be filled twice is listed twice."""

    def fills(self, move: Move) -> Iterable[Slot]:
        """Return the slots that a move fills, in any state."""


AnyPuzzle: TypeAlias = Puzzle[Any, Any]
AnyFillPuzzle: TypeAlias = FillPuzzle[Any, Any]

NEXT = Slot("next", "step")
"""The one slot of a path puzzle. With it, one formula covers both path and fill puzzles."""


def is_fill(puzzle: AnyPuzzle) -> TypeGuard[AnyFillPuzzle]:
    """Return whether the puzzle has slots, so that its moves can be made in any order."""
    return hasattr(puzzle, "slots")


def elements_of(puzzle: AnyPuzzle) -> tuple[str, ...] | None:
    """Return the names of what is in a puzzle that a player must be told about, None if it does not name them.

    >>> from quandary.kinds.witness import KIND
    >>> elements_of(KIND.parse("+-E/|2|/S-+")), elements_of(object())
    (('triangles',), None)
    """
    name = getattr(puzzle, "elements", None)
    return tuple(name()) if callable(name) else None


def by_slot(
    puzzle: Puzzle[State, Move],
    state: State,
    moves: Iterable[Move],
    families: Collection[str] | None = None,
) -> dict[Slot, list[Move]]:
    """Return the moves that could fill each open slot, in slot order.

    `families` limits the slots. A slot that nothing fits is kept, with an empty list.
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
