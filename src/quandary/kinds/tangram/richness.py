"""How many different solutions a board and its pieces have under constraints, over all solutions at once.

Each solution up to the symmetries of the board is a bit. Bumps, holes and colours only take solutions away, so
all solutions are found once, without constraints, and each constraint is a set of bits: chapter 4 of Mahmoud's
thesis on exhaustive design, for any declaration. Where pieces have more cells than the board, the solutions are
those of every way to leave pieces out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from quandary.kinds.tangram.declare import Piece, PieceLayout
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.tilings import all_images, symmetries, up_to_symmetry
from quandary.limits import check_limits
from quandary.parts.touch import ADJACENCY, Touch

Flags: TypeAlias = npt.NDArray[np.bool_]
Counts: TypeAlias = npt.NDArray[np.int64]
Bits: TypeAlias = npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class LaidSolutions:
    """All solutions of a board and its pieces without constraints, up to the symmetries of the board."""

    bare: Tangram
    """The board and the pieces, without bumps, holes, relations and pieces on the board."""

    @cached_property
    def layout(self) -> PieceLayout:
        """The board and its pieces."""
        return self.bare.layout

    @cached_property
    def images(self) -> npt.NDArray[np.int64]:
        """The image of each location under each symmetry that keeps all pieces.

        The last location stands for a piece left out.
        """
        pieces = [each.piece for each in self.layout.locations]
        keeping = [to for to in symmetries(self.bare) if [pieces[at] for at in to] == pieces]
        return np.array([[*to, len(pieces)] for to in keeping])

    @cached_property
    def table(self) -> npt.NDArray[np.int64]:
        """The locations of the pieces in each solution, filled up with the one for a piece left out."""
        found = set[tuple[int, ...]]()
        groups = self.images[:, :-1].tolist()
        for letters in ways_to_leave_out(self.bare.pieces, len(self.bare.board)):
            puzzle = replace(self.bare, left_out=letters)
            for tiling in all_images(puzzle, up_to_symmetry(puzzle)):
                check_limits()
                found.add(min(tuple(sorted(to[number] for number in tiling)) for to in groups))
        wide, absent = max(map(len, found), default=0), len(self.layout.locations)
        rows = [[*each, *[absent] * (wide - len(each))] for each in sorted(found)]
        return np.array(rows, dtype=np.int64).reshape(len(rows), wide)

    @property
    def size(self) -> int:
        """The number of solutions."""
        return len(self.table)

    @cached_property
    def letters(self) -> npt.NDArray[np.str_]:
        """The letters of the pieces in each solution, or nothing for one left out."""
        return np.array([*(each.piece for each in self.layout.locations), ""])[self.table]

    def fitting(self, piece: Piece, bumps: tuple[tuple[int, int], ...]) -> Flags:
        """Return in which image of which solution a piece with holes fits over bumps, or is left out."""
        own = PieceLayout(self.layout.lattice, self.layout.board, (piece,), bumps).at
        fits = [each.piece != piece.letter or own[each.place].fits for each in self.layout.locations]
        return np.asarray(np.array([*fits, True])[self.images[:, self.table]].all(axis=2))

    @cached_property
    def lies(self) -> dict[Touch, Flags]:
        """Whether two pieces lie in each way in each solution, by their places in the table."""
        wide = self.table.shape[1]
        found = {touch: np.zeros((self.size, wide, wide), dtype=bool) for touch in Touch}
        for number, row in enumerate(self.table.tolist()):
            check_limits()
            lying = [self.layout.locations[at] for at in row if at < len(self.layout.locations)]
            for one, other in combinations(range(len(lying)), 2):
                for touch, flags in found.items():
                    holds = touch.holds(lying[one], lying[other])
                    flags[number, one, other] = flags[number, other, one] = holds
        return found

    def satisfying(self, one: Iterable[str], other: Iterable[str], touch: Touch) -> Flags:
        """Return the solutions in which all pieces of two sets lie so, where there are two such pieces."""
        first, second = np.isin(self.letters, list(one)), np.isin(self.letters, list(other))
        pairs = first[:, :, None] & second[:, None, :] & ~np.eye(self.table.shape[1], dtype=bool)
        return np.asarray((self.lies[touch] | ~pairs).all(axis=(1, 2)) & pairs.any(axis=(1, 2)))

    def allowed(self, puzzle: Tangram) -> Flags:
        """Return the solutions that respect the relations between the colours of a puzzle."""
        groups = by_colour(puzzle.pieces)
        holds = np.ones(self.size, dtype=bool)
        for one, other, touch in puzzle.relations:
            mine, theirs = groups.get(one, []), groups.get(other, [])
            asked = self.satisfying(mine, theirs, touch)
            holds &= asked | ~self._has_pair(mine, theirs)
        return holds

    def _has_pair(self, one: Sequence[str], other: Sequence[str]) -> Flags:
        both = np.isin(self.letters, list(one)).sum(axis=1), np.isin(self.letters, list(other)).sum(axis=1)
        shared = np.isin(self.letters, [*{*one} & {*other}]).sum(axis=1)
        found: Flags = both[0] * both[1] > shared
        return found

    def weights(self, colours: Mapping[str, Sequence[str]]) -> Counts:
        """Return how many puzzles of each sort a solution gives: without relations, with each, with two colours."""
        found = np.zeros((self.size, 2 + len(ADJACENCY)), dtype=np.int64)
        found[:, 0] = 1
        for at, touch in enumerate(ADJACENCY, start=1):
            for letters in colours.values():
                found[:, at] += self.satisfying(letters, letters, touch)
            for one, other in combinations(colours.values(), 2):
                found[:, -1] += self.satisfying(one, other, touch)
        return found

    def fitting_in_some_image(self, puzzle: Tangram) -> Flags:
        """Return the solutions of which some image fits over the bumps of a puzzle."""
        flags = np.ones((len(self.images), self.size), dtype=bool)
        for piece in puzzle.pieces:
            if puzzle.bumps:
                flags &= self.fitting(piece, puzzle.bumps)
        return np.asarray(flags.any(axis=0))


def by_colour(pieces: Iterable[Piece]) -> dict[str, list[str]]:
    """Return the letters of the pieces of each colour."""
    found: dict[str, list[str]] = {}
    for piece in pieces:
        if piece.colour:
            found.setdefault(piece.colour, []).append(piece.letter)
    return found


def ways_to_leave_out(pieces: Sequence[Piece], cells: int) -> list[tuple[str, ...]]:
    """Return every set of pieces, with all copies, without which the others have as many cells as the board.

    >>> pieces = [Piece("A", ((0, 0),)), Piece("B", ((0, 0),)), Piece("C", ((0, 0), (0, 1)))]
    >>> ways_to_leave_out(pieces, 3), ways_to_leave_out(pieces, 4)
    ([('A',), ('B',)], [()])
    """
    ways: dict[int, list[tuple[str, ...]]] = {0: [()]}
    excess = sum(len(piece.cells) * piece.copies for piece in pieces) - cells
    for piece in pieces:
        more = len(piece.cells) * piece.copies
        longer = {
            n + more: [(*each, piece.letter) for each in some]
            for n, some in ways.items()
            if n + more <= excess
        }
        for number, some in longer.items():
            ways[number] = [*ways.get(number, []), *some]
    return ways.get(excess, [])


def solutions_of(puzzle: Tangram) -> LaidSolutions:
    """Return the solutions of a puzzle's board and pieces. Puzzles that have the same share the work."""
    return _solutions(
        puzzle.lattice, puzzle.board, tuple(replace(each, holes="", colour="") for each in puzzle.pieces)
    )


@lru_cache(maxsize=8)
def _solutions(lattice: str, board: tuple[tuple[int, int], ...], pieces: tuple[Piece, ...]) -> LaidSolutions:
    return LaidSolutions(Tangram(lattice, board, pieces))


def richness(puzzle: Tangram) -> int:
    """Count the different solutions of a board and its pieces under the bumps, holes and relations of a puzzle.

    Solutions that are images of each other under a symmetry of the board count once.
    """
    found = solutions_of(puzzle)
    return int((found.fitting_in_some_image(puzzle) & found.allowed(puzzle)).sum())


def poorest(puzzle: Tangram) -> int:
    """Count the puzzles of the poorest chapter: without relations, with each way to touch, with two colours."""
    found = solutions_of(puzzle)
    counts = found.fitting_in_some_image(puzzle) @ found.weights(by_colour(puzzle.pieces))
    return int(counts.min())
