"""Three fill puzzles of your own, thirty lines each, and the rules that quandary discovers for them.

python examples/fill_puzzles.py
quandary discover examples/fill_puzzles.py:Latin -o latin.json
"""

from collections.abc import Iterable
from itertools import product
from typing import TypeAlias

from quandary.discovering import discover
from quandary.puzzle import Slot
from quandary.theory.slots import THEORY

Triple: TypeAlias = tuple[int, int, int]
Written: TypeAlias = frozenset[Triple]


class Latin:
    """A Latin square: every digit once in each row and column. A move is (row, column, digit)."""

    size = 5
    givens = frozenset(
        {(0, 0, 1), (0, 3, 4), (1, 1, 3), (1, 4, 1), (2, 2, 5), (3, 0, 4), (3, 3, 2), (4, 2, 2)}
    )

    def starts(self) -> list[Written]:
        """Return the givens."""
        return [self.givens]

    def moves(self, state: Written) -> list[Triple]:
        """Return the digits that no row, column or cell has yet."""
        taken = self._taken(state)
        every = product(range(self.size), range(self.size), range(1, self.size + 1))
        return [move for move in every if taken.isdisjoint(self.fills(move))]

    def apply(self, state: Written, move: Triple) -> Written:
        """Write a digit."""
        return state | {move}

    def is_solved(self, state: Written) -> bool:
        """Return whether every cell has its digit."""
        return len(state) == self.size**2

    def slots(self, state: Written) -> list[Slot]:
        """Return the empty cells, and the digits that rows and columns lack."""
        pairs = list(product(range(self.size), range(self.size)))
        every = [Slot("cell", pair) for pair in pairs]
        every += [Slot(unit, (n, d + 1)) for unit in ("row", "column") for n, d in pairs]
        taken = self._taken(state)
        return [slot for slot in every if slot not in taken]

    def fills(self, move: Triple) -> tuple[Slot, Slot, Slot]:
        """Return the cell, and the digit of its row and of its column."""
        row, column, digit = move
        return Slot("cell", (row, column)), Slot("row", (row, digit)), Slot("column", (column, digit))

    def _taken(self, state: Iterable[Triple]) -> set[Slot]:
        return {slot for move in state for slot in self.fills(move)}


Square: TypeAlias = tuple[int, int]
Board: TypeAlias = frozenset[Square]


class Queens:
    """Six queens, no two in one row, column or diagonal. A move is (row, column)."""

    size = 6

    def starts(self) -> list[Board]:
        """Return the board with one queen."""
        return [frozenset({(0, 1)})]

    def moves(self, state: Board) -> list[Square]:
        """Return the squares that no queen attacks."""
        every = product(range(self.size), range(self.size))
        return [queen for queen in every if not any(_attacks(queen, other) for other in state)]

    def apply(self, state: Board, move: Square) -> Board:
        """Place a queen."""
        return state | {move}

    def is_solved(self, state: Board) -> bool:
        """Return whether all queens stand."""
        return len(state) == self.size

    def slots(self, state: Board) -> list[Slot]:
        """Return the rows and columns without a queen."""
        taken = {slot for queen in state for slot in self.fills(queen)}
        every = [Slot(unit, n) for unit in ("row", "column") for n in range(self.size)]
        return [slot for slot in every if slot not in taken]

    def fills(self, move: Square) -> tuple[Slot, Slot]:
        """Return the row and the column of a queen."""
        return Slot("row", move[0]), Slot("column", move[1])


def _attacks(a: Square, b: Square) -> bool:
    return a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])


Line: TypeAlias = tuple[str, int, str]


class Nonogram:
    """A nonogram: black runs in each row and column. A move writes a whole line, such as ("row", 0, "##.#.")."""

    rows = ((3,), (1, 1), (5,), (1, 1), (1, 1))
    columns = ((4,), (1, 1), (1, 1), (1, 1), (4,))

    def starts(self) -> list[frozenset[Line]]:
        """Return the empty grid."""
        return [frozenset()]

    def moves(self, state: frozenset[Line]) -> list[Line]:
        """Return the lines that have the right runs and agree with all lines that cross them."""
        taken = {(unit, number) for unit, number, _ in state}
        every = [("row", n, runs) for n, runs in enumerate(self.rows)]
        every += [("column", n, runs) for n, runs in enumerate(self.columns)]
        return [
            (unit, n, text)
            for unit, n, runs in every
            if (unit, n) not in taken
            for text in map("".join, product("#.", repeat=len(self.rows)))
            if tuple(map(len, text.replace(".", " ").split())) == runs
            and all(other == unit or text[m] == line[n] for other, m, line in state)
        ]

    def apply(self, state: frozenset[Line], move: Line) -> frozenset[Line]:
        """Write a line."""
        return state | {move}

    def is_solved(self, state: frozenset[Line]) -> bool:
        """Return whether all lines are written."""
        return len(state) == len(self.rows) + len(self.columns)

    def slots(self, state: frozenset[Line]) -> list[Slot]:
        """Return the lines to be written."""
        every = [Slot("row", n) for n in range(len(self.rows))]
        every += [Slot("column", n) for n in range(len(self.columns))]
        taken = {slot for move in state for slot in self.fills(move)}
        return [slot for slot in every if slot not in taken]

    def fills(self, move: Line) -> tuple[Slot]:
        """Return the line."""
        return (Slot(move[0], move[1]),)


def main() -> None:
    """Print the rules of each puzzle, the most useful first."""
    for puzzle in (Latin(), Queens(), Nonogram()):
        found = discover([puzzle], THEORY)
        print(f"{type(puzzle).__name__}: {found.none:.1f} bits without rules, {found.all:.1f} with these")
        for rule in found.rules:
            print(f"  {rule.name}: {rule.says}")


if __name__ == "__main__":
    main()
