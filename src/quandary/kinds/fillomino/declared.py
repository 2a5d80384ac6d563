"""Fillomino as claims about its cells, so that any SAT solver can give a second opinion."""

from collections.abc import Iterator

from quandary.kinds.fillomino.board import Board, BoardNumbers, board
from quandary.parts.claims import AnyOf, Claim, Claims


def claims(rows: int, columns: int) -> Claims:
    """Return the rules of Fillomino: clauses for single cells, and those that a full board breaks.

    >>> from quandary.limits import Budget
    >>> from quandary.parts.claims import ClaimSolver
    >>> sum(1 for _ in ClaimSolver(claims(2, 2)).boards((0, 0, 0, 0), Budget()))
    5
    """
    shape = board(rows, columns)
    return Claims(
        shape.cells,
        shape.cells,
        clauses=tuple(_near_clauses(shape)),
        cuts=lambda numbers: _cuts(shape, numbers),
    )


def _near_clauses(shape: Board) -> Iterator[AnyOf]:
    """Yield the clauses that forbid a 1 beside a 1 and give any other number its like beside it."""
    for cell, near in enumerate(shape.beside):
        yield from (
            (Claim(cell, 1, holds=False), Claim(other, 1, holds=False)) for other in near if other > cell
        )
        for number in range(2, shape.cells + 1):
            yield Claim(cell, number, holds=False), *(Claim(other, number) for other in near)


def _cuts(shape: Board, numbers: BoardNumbers) -> Iterator[AnyOf]:
    """Yield a clause for each region of the wrong size: too many cells, or one around it must join."""
    seen = set[int]()
    for cell, number in enumerate(numbers):
        if cell in seen:
            continue
        region, edge = [cell], dict[int, None]()
        for here in region:  # grows during the loop
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
