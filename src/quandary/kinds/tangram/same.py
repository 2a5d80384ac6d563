"""Symmetries of declared tangrams: turned and mirrored boards, and pieces that are written differently."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from quandary.kind import Sameness
from quandary.kinds.tangram.declare import BOTH, FIRST, NEITHER, SECOND, Piece
from quandary.kinds.tangram.lattice import LATTICES, Cell
from quandary.kinds.tangram.notation import format as write_text
from quandary.kinds.tangram.rules import Tangram
from quandary.parts.laying import Place
from quandary.parts.masks import bits, mask_of

TURNED_OVER = str.maketrans({BOTH: BOTH, FIRST: SECOND, SECOND: FIRST, NEITHER: NEITHER})


def symmetries(puzzle: Tangram) -> Iterator[Tangram]:
    """Yield the puzzle turned and mirrored in every way that the lattice has.

    >>> from quandary.kinds.tangram.notation import format, parse
    >>> [format(each) for each in symmetries(parse("square A../... A=x B=xxx/xx"))][:2]
    ['square A../... A=x B=xxx/xx', 'square .A/../.. A=x B=xxx/xx']

    On a mirrored board, two-sided pieces are turned over and the others are mirrored.
    """
    for symmetry in LATTICES[puzzle.lattice].symmetries:
        yield _image(puzzle, symmetry)


def _image(puzzle: Tangram, symmetry: tuple[int, int]) -> Tangram:
    lattice = LATTICES[puzzle.lattice]
    moved = lattice.image(puzzle.board, symmetry)
    down, right = lattice.home(moved)
    to = {old: (row + down, column + right) for old, (row, column) in zip(puzzle.board, moved, strict=True)}
    flips, _ = symmetry
    turned = replace(
        puzzle,
        board=tuple(sorted(to.values())),
        bumps=tuple(sorted(to[cell] for cell in puzzle.bumps)),
        pieces=tuple(_mirrored(puzzle.lattice, piece) for piece in puzzle.pieces) if flips else puzzle.pieces,
        placed=(),
    )
    places = [
        Place(piece, mask_of(turned.layout.number[to[puzzle.board[cell]]] for cell in bits(mask)))
        for piece, mask in puzzle.placed
    ]
    return replace(turned, placed=_in_order(turned, places))


def _in_order(puzzle: Tangram, places: Sequence[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: puzzle.layout.at[place].number))


def _mirrored(lattice: str, piece: Piece) -> Piece:
    if piece.two_sided:
        return replace(piece, holes=piece.holes.translate(TURNED_OVER))
    return _turned(lattice, piece, (1, 0))


def _turned(lattice: str, piece: Piece, symmetry: tuple[int, int]) -> Piece:
    """Return a piece in another orientation. The sides keep their holes."""
    moved = LATTICES[lattice].image(piece.cells, symmetry)
    holes = dict(zip(moved, piece.holes or BOTH * len(moved), strict=True))
    cells: list[Cell] = sorted(moved)
    return replace(
        piece,
        cells=LATTICES[lattice].settled(cells),
        holes="".join(holes[cell] for cell in cells) if piece.holes else "",
    )


def canonical(puzzle: Tangram) -> str:
    """Return a text that is the same for all symmetric puzzles, whichever way their pieces are written."""
    return min(write_text(_plainly_written(each)) for each in symmetries(puzzle))


def _plainly_written(puzzle: Tangram) -> Tangram:
    """Return the puzzle with each piece in the first of its orientations."""
    plain = replace(
        puzzle, pieces=tuple(_first_orientation(puzzle.lattice, piece) for piece in puzzle.pieces), placed=()
    )
    return replace(plain, placed=_in_order(plain, puzzle.placed))


@lru_cache(maxsize=256)
def _first_orientation(lattice: str, piece: Piece) -> Piece:
    found = []
    for flips, turns in LATTICES[lattice].symmetries:
        if not flips or piece.two_sided:
            turned = _turned(lattice, piece, (flips, turns))
            over = replace(turned, holes=turned.holes.translate(TURNED_OVER)) if flips else turned
            found.append(over)
    return min(found, key=lambda each: (each.cells, each.holes))


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
