"""Patterns of a few cells that are neither locked sets nor chains: wings with three digits and rectangles.

Digits are bits here: digit d is bit d - 1.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product

from quandary.kinds.sudoku.board import DIGITS, EMPTY, Put, board
from quandary.kinds.sudoku.count import is_unique
from quandary.kinds.sudoku.finders.marks import shape
from quandary.kinds.sudoku.rules import Sudoku
from quandary.parts.masks import bits
from quandary.rules import Finding, Moves

Digits = int


def xyz_wing(sudoku: Sudoku, state: str, moves: Moves) -> Iterator[Finding]:
    """Yield the hinges with at most two digits besides z, each of which forces z into a cell that they see."""
    left, sees = _left(sudoku, moves), _sees(sudoku.box_rows, sudoku.box_columns)
    few = [cell for cell in sorted(left) if left[cell].bit_count() <= 2]
    for hinge in sorted(left):
        if left[hinge].bit_count() > 3:
            continue
        around = [cell for cell in few if cell in sees[hinge]]
        for z in range(sudoku.size):
            others = left[hinge] & ~(1 << z)
            if others.bit_count() > 2:
                continue
            ends = [[cell for cell in around if not left[cell] & ~(1 << z | 1 << x)] for x in bits(others)]
            for chosen in product(*ends):
                if finding := _wing(sudoku, left, hinge, chosen, z):
                    yield finding


def _wing(
    sudoku: Sudoku, left: dict[int, Digits], hinge: int, ends: tuple[int, ...], z: int
) -> Finding | None:
    sees = _sees(sudoku.box_rows, sudoku.box_columns)
    seen_by = [*ends, *([hinge] if left[hinge] >> z & 1 else [])]
    out = [cell for cell in sorted(left) if left[cell] >> z & 1 and all(cell in sees[by] for by in seen_by)]
    if not seen_by or not out:
        return None
    where = " and ".join(str(sudoku.all_slots[cell]) for cell in ends)
    return Finding(
        f"{sudoku.all_slots[hinge]}{' with ' * bool(where)}{where}",
        cannot=tuple(_put(sudoku, cell, z) for cell in out),
        why=f"one of them is {DIGITS[z]}",
    )


def unique_rectangle(sudoku: Sudoku, state: str, moves: Moves) -> Iterator[Finding]:
    """Yield what follows if two digits could swap places in four cells unless one takes another digit.

    The cells lie in two rows, two columns and two boxes, and at least two of them have only the two digits.
    Nothing is found in a Sudoku with several solutions.
    """
    if not is_unique(sudoku):
        return
    left = _left(sudoku, moves)
    for corners in _rectangles(sudoku.box_rows, sudoku.box_columns):
        if all(state[cell] == EMPTY for cell in corners):
            for pair in _pairs([left[cell] for cell in corners], sudoku.size):
                yield from _one_more(sudoku, left, corners, pair)


def _pairs(corners: Iterable[Digits], size: int) -> list[Digits]:
    """Return the pairs of digits to which at least two corners are confined."""
    small = [digits for digits in corners if digits.bit_count() <= 2]
    if len(small) < 2:
        return []
    pairs = [1 << a | 1 << b for a, b in combinations(range(size), 2)]
    return [pair for pair in pairs if sum(not digits & ~pair for digits in small) >= 2]


def _one_more(
    sudoku: Sudoku, left: dict[int, Digits], corners: tuple[int, ...], pair: Digits
) -> Iterator[Finding]:
    """Yield the digits that exclude every other digit at the corners."""
    extra = [(cell, digit) for cell in corners for digit in bits(left[cell] & ~pair)]
    if not extra:
        out = [(cell, digit) for cell in corners for digit in bits(left[cell])]
    else:
        out = [
            (cell, digit)
            for cell in sorted(left)
            for digit in bits(left[cell])
            if all(_excludes(sudoku, (cell, digit), each) for each in extra)
        ]
    if out:
        digits = " and ".join(DIGITS[digit] for digit in bits(pair))
        where = " ".join(str(sudoku.all_slots[cell]) for cell in corners)
        cannot = tuple(_put(sudoku, cell, digit) for cell, digit in out)
        yield Finding(where, cannot=cannot, why=f"{digits} could change places")


def _excludes(sudoku: Sudoku, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether two digits cannot both be in their cells."""
    (cell, digit), (beside, another) = one, other
    if cell == beside:
        return digit != another
    return digit == another and beside in _sees(sudoku.box_rows, sudoku.box_columns)[cell]


def _put(sudoku: Sudoku, cell: int, digit: int) -> Put:
    return sudoku.all_moves[cell * sudoku.size + digit]


def _left(sudoku: Sudoku, moves: Moves) -> dict[int, Digits]:
    """Return the digits left for each cell that has any."""
    left = defaultdict[int, Digits](int)
    for move in moves:
        left[move.row * sudoku.size + move.column] |= 1 << move.digit - 1
    return left


@cache
def _sees(box_rows: int, box_columns: int) -> tuple[frozenset[int], ...]:
    """Return the cells that share a unit with each cell."""
    return tuple(frozenset(bits(cells)) for cells in shape(box_rows, box_columns).seen)


@cache
def _rectangles(box_rows: int, box_columns: int) -> tuple[tuple[int, ...], ...]:
    """Return the corners of rectangles in two boxes, row by row."""
    grid = board(box_rows, box_columns)
    lines = list(combinations(range(grid.size), 2))
    corners = [
        tuple(row * grid.size + column for row in rows for column in columns)
        for rows, columns in product(lines, lines)
    ]
    return tuple(each for each in corners if len({grid.box_of[cell] for cell in each}) == 2)
