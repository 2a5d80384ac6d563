"""The C++ twin of a Fillomino."""

from collections.abc import Sequence
from dataclasses import dataclass

from quandary._native import Native, core
from quandary.kinds.fillomino.board import Board, Put
from quandary.kinds.fillomino.rules import Fillomino

CLASSES = {36: "Small", 100: "Medium", 256: "Large", 400: "Largest"}
"""The twins by the most cells they take. Smaller ones are faster."""


@dataclass(frozen=True)
class Moves(Sequence[Put]):
    """Every move by its number, made when it is asked for, since a large board has 160,000 of them."""

    board: Board

    def __len__(self) -> int:
        return self.board.cells**2

    def __getitem__(self, number: int) -> Put:  # type: ignore[override]  # nobody asks for slices
        cell, less = divmod(range(len(self))[number], self.board.cells)
        return Put(*divmod(cell, self.board.columns), less + 1)


def native(puzzle: Fillomino) -> Native | None:
    """Return the same puzzle in C++, or None without the compiled core or on a board that is too large for it."""
    compiled, cells = core(), len(puzzle.givens)
    name = next((name for most, name in CLASSES.items() if cells <= most), None)
    if compiled is None or name is None:
        return None
    handle = getattr(compiled.fillomino, name)(puzzle.rows, puzzle.columns, puzzle.givens)
    return Native(handle, Moves(puzzle.board), puzzle.board.slots)
