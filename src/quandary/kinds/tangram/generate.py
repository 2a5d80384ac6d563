"""Generate random puzzles, and list what can be left out of one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from quandary.kind.change import Change
from quandary.kinds.tangram.draw import PAINTER
from quandary.kinds.tangram.rules import Laying, Tangram
from quandary.kinds.tangram.search import Tiling, search
from quandary.kinds.tangram.sets import (
    FREE,
    HEXIAMONDS,
    NO_CELL,
    PENTOMINOES,
    TETRAHEXES,
    NamedSet,
    board_from,
    rectangle,
)
from quandary.kinds.tangram.tilings import find_tilings
from quandary.parts.laying import Place
from quandary.parts.spots import told_apart
from quandary.parts.touch import ADJACENCY, Relation

P = TypeVar("P", bound=Laying)
DRAWN = (PENTOMINOES, HEXIAMONDS, TETRAHEXES)
"""The sets whose pieces are laid on small boards."""
WISHES = {"set": tuple(each.name for each in DRAWN)}
"""What can be wished for."""
SIZES = ("3-piece", "4-piece", "5-piece", "6-piece")
"""Sizes, by the number of pieces left to place."""


def size(puzzle: Laying) -> str:
    """Return the number of pieces left to place.

    >>> from quandary.kinds.tangram.notation import parse
    >>> size(parse("pentominoes 6x10"))
    '12-piece'
    """
    return f"{len(puzzle.starts()[0].left)}-piece"


def generate(rng: Random, size: str) -> Tangram:
    """Generate a random puzzle with a unique solution and the given number of pieces to place.

    >>> from quandary.kinds.tangram.notation import format
    >>> format(generate(Random(1), "4-piece")).split()[0]
    'pentominoes'

    Some of the pieces of a set are laid on a small board. In some puzzles two are red and must or must not touch.
    """
    return wished(rng, size, {})


def wished(rng: Random, size: str, wishes: Mapping[str, str]) -> Tangram:
    """Generate a random puzzle with the pieces of a set, if one is wished for.

    >>> wished(Random(1), "3-piece", {"set": "tetrahexes"}).lattice
    'hexagon'
    """
    wanted = int(size.removesuffix("-piece"))
    bases = tuple(each for each in DRAWN if wishes.get("set", each.name) == each.name)
    while True:
        drawn = _drawn(rng, wanted + rng.randint(0, 2), bases)
        if drawn is None:
            continue
        puzzle, tiling = drawn
        if rng.random() < 0.3:
            puzzle = _coloured(rng, puzzle, tiling)
        start = _settling(rng, tiling, find_tilings(puzzle))
        spare = [number for number in tiling if number not in start]
        if len(spare) >= wanted:
            return puzzle.with_placed((*start, *rng.sample(spare, len(spare) - wanted)))


def _drawn(rng: Random, count: int, bases: Sequence[NamedSet]) -> tuple[Tangram, Tiling] | None:
    """Return an empty board for some pieces of a set, and a random tiling with them, if there is one."""
    large_enough = [each for each in bases if len(each.pieces) >= count]
    if not large_enough:
        return None
    base = rng.choice(large_enough)
    board = board_from(base.lattice, _small_board(base, count))
    puzzle = Tangram(base.lattice, board, base.pieces)
    tiling = tuple(sorted(next(search(puzzle, (), rng=rng), ())))
    if not tiling:
        return None
    used = {puzzle.layout.locations[number].piece for number in tiling}
    return replace(
        puzzle, left_out=tuple(each.letter for each in base.pieces if each.letter not in used)
    ), tiling


def _small_board(base: NamedSet, count: int) -> str:
    """Return a board for this many pieces of a set: a rectangle or a parallelogram."""
    if base is PENTOMINOES:
        return rectangle(5, count)
    if base is HEXIAMONDS:
        return "/".join(NO_CELL * (1 + row) + FREE * 2 * count for row in range(3))
    return "/".join(NO_CELL * ((row + 1) // 2) + FREE * count for row in range(4))


def _coloured(rng: Random, puzzle: Tangram, tiling: Tiling) -> Tangram:
    """Return the puzzle with two red pieces, and a relation between them that a tiling respects."""
    red = rng.sample([piece.letter for piece in puzzle.used], 2)
    pieces = tuple(replace(piece, colour="red") if piece.letter in red else piece for piece in puzzle.pieces)
    coloured = replace(puzzle, pieces=pieces)
    one, other = (each for number in tiling if (each := coloured.layout.locations[number]).piece in red)
    touch = rng.choice([touch for touch in ADJACENCY if touch.holds(one, other)])
    return replace(coloured, relations=(Relation("red", "red", touch),))


def _settling(rng: Random, tiling: Tiling, tilings: list[Tiling]) -> set[int]:
    """Return moves of a tiling that no other has together, none of them more than needed."""
    start, rivals = set[int](), [set(each) for each in tilings if each != tiling]
    for number in rng.sample(tiling, len(tiling)):
        if not any(start <= rival for rival in rivals):
            break
        start.add(number)
    for number in sorted(start):
        if not any(start - {number} <= rival for rival in rivals):
            start.discard(number)
    return start


def reductions(puzzle: Tangram) -> Iterator[Change]:
    """Yield each thing that is given or asked, in words, with the puzzle without it."""
    return told_apart(_reductions(puzzle))


def _reductions(puzzle: Tangram) -> Iterator[Change]:
    for place in puzzle.placed:
        rest = tuple(other for other in puzzle.placed if other != place)
        less, at = replace(puzzle, placed=rest), PAINTER.page(puzzle).middle(place.mask)
        yield Change(f"the piece {PAINTER.tell(puzzle, place)}", less, "remove", at)
    for relation in puzzle.relations:
        others = tuple(each for each in puzzle.relations if each != relation)
        yield Change(str(relation), replace(puzzle, relations=others), "remove")
    if puzzle.bumps:
        bare = replace(puzzle, bumps=(), placed=())
        yield Change("the bumps", replace(bare, placed=puzzle.placed), "remove")


def given(puzzle: P, move: Place) -> P:
    """Return the puzzle in which one more piece lies on the board."""
    at = puzzle.layout.at
    return puzzle.with_placed(at[place].number for place in (*puzzle.placed, move))
