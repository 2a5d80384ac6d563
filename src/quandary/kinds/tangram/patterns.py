"""Every pattern of holes that pieces could have, counted over all solutions at once.

Bumps lie where the declaration says, or else on the odd cells: those with an odd sum of row and column, on hexagons
those of every other row. Each side of a piece has holes in all its cells, in the odd or the even ones, or in none. Holes that let a piece lie in the same
places count once, and holes that let it lie nowhere do not count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from quandary._native import core
from quandary.errors import SpaceError
from quandary.kinds.tangram.declare import BOTH, FIRST, NEITHER, SECOND, Piece, PieceLayout
from quandary.kinds.tangram.lattice import LATTICES, Cell
from quandary.kinds.tangram.richness import Bits, Counts, LaidSolutions, by_colour, solutions_of
from quandary.kinds.tangram.rules import Tangram
from quandary.limits import check_limits
from quandary.parts.space import within

SIDES = ("full", "odd", "even", "none")
"""The holes of one side of a piece."""
CHUNK = 256
HALF = 4096
"""The most combinations of holes that are kept ready at the same time."""
MEASURES = ("richness", "poorest")


def is_odd(lattice: str, cell: Cell) -> bool:
    """Return whether a cell is one of every other."""
    return bool((cell[0] if lattice == "hexagon" else sum(cell)) % 2)


def hole_choices(puzzle: Tangram, bumps: tuple[Cell, ...], piece: Piece, sides: Sequence[str]) -> list[Piece]:
    """Return a piece with all holes that differ in where it can lie, those with the most places first."""
    found: dict[tuple[bool, ...], Piece] = {}
    lattice = LATTICES[puzzle.lattice]
    for one in sides:
        for other in sides:
            holed = replace(piece, holes=_holes(puzzle.lattice, piece, one, other))
            fits = tuple(each.fits for each in PieceLayout(lattice, puzzle.board, (holed,), bumps).locations)
            if any(fits):
                found.setdefault(fits, holed)
    return [found[fits] for fits in sorted(found, key=lambda fits: -sum(fits))]


def _holes(lattice: str, piece: Piece, first: str, second: str) -> str:
    """Return what each cell has, with these holes in both sides, or nothing if all have holes in both."""
    codes = {(True, True): BOTH, (True, False): FIRST, (False, True): SECOND, (False, False): NEITHER}
    text = "".join(codes[_has(lattice, cell, first), _has(lattice, cell, second)] for cell in piece.cells)
    return "" if set(text) <= {BOTH} else text


def _has(lattice: str, cell: Cell, side: str) -> bool:
    return side == "full" or (side != "none" and is_odd(lattice, cell) == (side == "odd"))


@dataclass(frozen=True, eq=False)
class Patterns:
    """All patterns of holes for the pieces of a declaration. The holes of the first piece change fastest."""

    puzzle: Tangram
    sides: tuple[str, ...] = SIDES
    """The holes that a side of a piece may have."""

    @cached_property
    def bumps(self) -> tuple[Cell, ...]:
        """The cells with bumps."""
        odd = (cell for cell in self.puzzle.board if is_odd(self.puzzle.lattice, cell))
        return self.puzzle.bumps or tuple(odd)

    @cached_property
    def choices(self) -> list[list[Piece]]:
        """The holes of each piece."""
        found = [hole_choices(self.puzzle, self.bumps, piece, self.sides) for piece in self.puzzle.pieces]
        if not all(found):
            raise SpaceError("A piece fits nowhere over these bumps, whatever its holes. Choose other bumps.")
        return found

    @property
    def size(self) -> int:
        """The number of patterns."""
        return prod(len(each) for each in self.choices)

    def unrank(self, number: int) -> Tangram:
        """Return the puzzle with the pattern of a number: the empty board over bumps."""
        rest, pieces = within(number, self.size), list[Piece]()
        for some in self.choices:
            rest, at = divmod(rest, len(some))
            pieces.append(some[at])
        return replace(self.puzzle, pieces=tuple(pieces), bumps=self.bumps, placed=())

    def rank(self, thing: Tangram) -> int:
        """Return the number of a puzzle's pattern."""
        if thing != replace(self.puzzle, pieces=thing.pieces, bumps=self.bumps, placed=()):
            raise SpaceError("This tangram is not a pattern of holes of the declaration.")
        number = 0
        for some, piece in reversed(list(zip(self.choices, thing.pieces, strict=True))):
            if piece not in some:
                raise SpaceError(
                    f"The piece {piece.letter} has holes that are no pattern of the declaration."
                )
            number = number * len(some) + some.index(piece)
        return number

    def sweep(self, numbers: range, measures: Sequence[str]) -> Mapping[str, Any] | None:
        """Return the richness of patterns, and of their poorest chapter, over all solutions at once."""
        if not set(measures) <= {*MEASURES} or numbers.step != 1:
            return None
        counted = self._count(numbers.start, numbers.stop)
        values = {"richness": counted[:, -1], "poorest": counted[:, :-1].min(axis=1)}
        without = counted[:, 0] == 0
        return {name: np.where(without, np.nan, values[name].astype(float)) for name in measures}

    @cached_property
    def _solutions(self) -> LaidSolutions:
        return solutions_of(self.puzzle)

    @cached_property
    def _weights(self) -> Counts:
        """How many puzzles of each chapter a solution gives, and at last whether it respects the relations."""
        found = self._solutions
        chapters = found.weights(by_colour(self.puzzle.pieces))
        return np.hstack([chapters, found.allowed(self.puzzle)[:, None].astype(np.int64)])

    @cached_property
    def _fitting(self) -> list[Bits]:
        """The images of solutions that fit, as bits, for the holes of each piece."""
        return [
            np.stack([_packed(self._solutions.fitting(piece, self.bumps)) for piece in some])
            for some in self.choices
        ]

    @cached_property
    def _split(self) -> int:
        """The number of pieces whose holes are combined beforehand."""
        sizes = [len(each) for each in self.choices]
        return max((at for at in range(len(sizes) + 1) if prod(sizes[:at]) <= HALF), default=0)

    @cached_property
    def _low(self) -> Bits:
        number = prod(len(each) for each in self.choices[: self._split])
        return self._combined(self._fitting[: self._split], range(number))

    def _combined(self, fitting: Sequence[Bits], numbers: range) -> Bits:
        """Return the images that fit all of some pieces, for combinations of holes by number."""
        found: Bits = np.full((len(numbers), *self._fitting[0].shape[1:]), ~np.uint64(0), dtype=np.uint64)
        rest = np.arange(numbers.start, numbers.stop)
        for bits in fitting:
            rest, at = np.divmod(rest, len(bits))
            found &= bits[at]
        return found

    def _count(self, first: int, last: int) -> Counts:
        """Count the puzzles of each chapter for the patterns with some numbers."""
        low, parts = self._low, len(self._low)
        begin = first // parts
        high = self._combined(self._fitting[self._split :], range(begin, -(-last // parts)))
        if compiled := core():
            told = compiled.tangram.count_puzzles(
                low, high, self._weights, first - begin * parts, last - begin * parts
            )
            counted: Counts = told.all.reshape(-1, self._weights.shape[1])
            return counted
        pieces = []
        for at in range(first, last, CHUNK):
            check_limits()
            up, down = np.divmod(np.arange(at, min(at + CHUNK, last)) - begin * parts, parts)
            words = np.bitwise_or.reduce(low[down] & high[up], axis=1)
            flags = np.unpackbits(words.view(np.uint8), axis=-1, count=len(self._weights), bitorder="little")
            pieces.append(flags.astype(np.int64) @ self._weights)
        return np.concatenate(pieces)


def _packed(flags: Any) -> Bits:
    """Pack flags along the last axis into 64-bit words."""
    words = -(-flags.shape[-1] // 64)
    padded = np.zeros((*flags.shape[:-1], words * 64), dtype=bool)
    padded[..., : flags.shape[-1]] = flags
    return np.packbits(padded, axis=-1, bitorder="little").view(np.uint64)
