"""A search for all tilings in Python: the first free cell is covered in every way."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

from quandary.kinds.tangram.declare import Location, PieceLayout
from quandary.kinds.tangram.rules import Tangram
from quandary.limits import Budget, check_limits
from quandary.parts.laying import Place
from quandary.parts.masks import bits

Tiling: TypeAlias = tuple[int, ...]
"""The numbers of the moves that fill a board, ascending."""


def search_order(layout: PieceLayout) -> list[int]:
    """Return the cells in the order in which a search fills them: line by line, across the shorter side."""
    spots = [layout.lattice.position(layout.lattice.corners(cell)[0]) for cell in layout.board]
    wide = max(x for x, _ in spots) - min(x for x, _ in spots)
    high = max(y for _, y in spots) - min(y for _, y in spots)
    numbers = range(len(layout.board))
    if wide <= high:
        return list(numbers)
    return sorted(numbers, key=lambda number: (layout.board[number][1], layout.board[number][0]))


def complete(puzzle: Tangram, budget: Budget) -> Iterator[Sequence[Place]]:
    """Yield the moves of every solution."""
    given = {puzzle.layout.at[place].number for place in puzzle.placed}
    locations = puzzle.layout.locations
    for tiling in search(puzzle, (), budget):
        yield tuple(locations[number].place for number in tiling if number not in given)


def search(
    puzzle: Tangram, begin: Sequence[int], budget: Budget | None = None, rng: Random | None = None
) -> Iterator[Tiling]:
    """Yield every tiling in the order of the search in C++, or in a random order.

    If the pieces have more cells than the board, some of them are not used.
    """
    layout = puzzle.layout
    order = search_order(layout)
    rank = {cell: at for at, cell in enumerate(order)}
    by_first: list[list[Location]] = [[] for _ in order]
    for each in layout.locations:
        if each.fits:
            by_first[min(rank[cell] for cell in bits(each.mask))].append(each)
    if rng:
        for places in by_first:
            rng.shuffle(places)
    start = puzzle.starts()[0]
    lying = [layout.locations[number] for number in start.made]
    left = {piece.letter: start.left.count(piece.letter) for piece in puzzle.pieces}
    if puzzle.is_broken(start):
        return

    def take(each: Location, vacant: int) -> Iterator[Tiling]:
        if (
            left[each.piece]
            and not each.mask & ~vacant
            and all(puzzle.allows(each, other) for other in lying)
        ):
            left[each.piece] -= 1
            lying.append(each)
            yield from descend(vacant & ~each.mask)
            lying.pop()
            left[each.piece] += 1

    def descend(vacant: int) -> Iterator[Tiling]:
        check_limits()
        if budget:
            budget.spend()
        if not vacant:
            yield tuple(each.number for each in lying)
            return
        first = next(at for at, cell in enumerate(order) if vacant >> cell & 1)
        for each in by_first[first]:
            yield from take(each, vacant)

    if not begin:
        yield from descend(start.vacant)
    for number in begin:
        if layout.locations[number].fits:
            yield from take(layout.locations[number], start.vacant)
