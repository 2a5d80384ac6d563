"""Fillomino as a declared grid: a second opinion, by python-sat, that shares nothing with the native solver."""

from collections.abc import Iterator

from quandary.kinds.fillomino.board import Board, Numbers, board
from quandary.parts.grid.layout import Claim, Clause, Layout


def layout(rows: int, columns: int) -> Layout:
    """The rules of Fillomino: what a single cell can say, and what a full board breaks.

    >>> from quandary.parts.grid.solver import completions
    >>> sum(1 for _ in completions(layout(2, 2), (0, 0, 0, 0)))
    5
    """
    shape = board(rows, columns)
    return Layout(
        rows,
        columns,
        shape.cells,
        clauses=tuple(_near_clauses(shape)),
        cuts=lambda numbers: _cuts(shape, numbers),
    )


def _near_clauses(shape: Board) -> Iterator[Clause]:
    """No 1 beside a 1; any other number has its like beside it."""
    for cell, near in enumerate(shape.beside):
        yield from (
            (Claim(cell, 1, holds=False), Claim(other, 1, holds=False)) for other in near if other > cell
        )
        for number in range(2, shape.cells + 1):
            yield Claim(cell, number, holds=False), *(Claim(other, number) for other in near)


def _cuts(shape: Board, numbers: Numbers) -> Iterator[Clause]:
    """For each region that is not as large as it says: too many cells, or one around it must join."""
    seen = set[int]()
    for cell, number in enumerate(numbers):
        if cell in seen:
            continue
        region, edge = [cell], dict[int, None]()
        for here in region:  # grows while we walk it
            for near in shape.beside[here]:
                if numbers[near] != number:
                    edge[near] = None
                elif near not in region:
                    region.append(near)
        seen.update(region)
        if len(region) > number:
            yield tuple(Claim(each, number, holds=False) for each in region[: number + 1])
        elif len(region) < number:
            yield Claim(cell, number, holds=False), *(Claim(each, number) for each in edge)
