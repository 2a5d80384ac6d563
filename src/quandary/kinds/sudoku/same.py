"""Symmetries of Sudokus: renamed digits, reordered lines and bands, mirrored grids.

A *band* is a row of boxes, a *stack* a column of boxes. Bands, stacks, the rows of a band and the columns of
a stack may swap places. If boxes are square, rows and columns may swap, too.
"""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from quandary.kind import Sameness
from quandary.kinds.sudoku.board import DIGITS, EMPTY
from quandary.kinds.sudoku.refine import least_text
from quandary.kinds.sudoku.rules import Sudoku

Lines: TypeAlias = tuple[str, ...]
TRIED = 9
"""The largest size at which every order of the columns is tried."""
Thing = TypeVar("Thing")


def symmetries(sudoku: Sudoku) -> Iterator[Sudoku]:
    """Yield the Sudoku and up to 15 of its images, from all parts of its group of 10¹² elements.

    >>> [image.givens for image in symmetries(Sudoku("12..34..........", 2, 2))][:2]
    ['12..34..........', '23..41..........']
    """
    digits = DIGITS[: sudoku.size]
    renamings = [str.maketrans(digits, others) for others in (digits, digits[1:] + digits[:1])]
    row_orders = _kept_and_rolled(sudoku.box_columns, sudoku.box_rows)
    column_orders = _kept_and_rolled(sudoku.box_rows, sudoku.box_columns)
    for grid, rows, columns, names in product(_views(sudoku), row_orders, column_orders, renamings):
        text = "".join(grid[row][column] for row in rows for column in columns)
        yield Sudoku(text.translate(names), sudoku.box_rows, sudoku.box_columns)


def random_image(rng: Random, sudoku: Sudoku) -> Sudoku:
    """Return the same Sudoku with lines in random order, digits renamed at random, mirrored or not.

    >>> random_image(Random(1), Sudoku("12..34..........", 2, 2)).givens
    '........34..21..'
    """
    size, high, wide = sudoku.size, sudoku.box_rows, sudoku.box_columns
    grid = rng.choice(list(_views(sudoku)))
    rows, columns = random_order(rng, wide, high), random_order(rng, high, wide)
    names = str.maketrans(DIGITS[:size], "".join(rng.sample(DIGITS[:size], size)))
    return Sudoku(
        "".join(grid[row][column] for row in rows for column in columns).translate(names), high, wide
    )


def random_order(rng: Random, groups: int, each: int) -> list[int]:
    """Return lines in a random order of groups (bands or stacks) and a random order within each group."""
    lines = [[group * each + line for line in rng.sample(range(each), each)] for group in range(groups)]
    return [line for group in rng.sample(lines, groups) for line in group]


def canonical(sudoku: Sudoku) -> str:
    """Return the least notation among all Sudokus that are the same, which is equal exactly for those.

    >>> one, other = Sudoku("12..34..........", 2, 2), Sudoku("..........31..42", 2, 2)
    >>> canonical(one) == canonical(other)
    True

    Rows are chosen one after another. All beginnings that are least so far are kept, so the answer is exact.
    Of beginnings that leave the same lines only one is kept, so it is fast even for grids with few givens,
    which have many symmetries. Beyond 9x9 the text is not the least, but it distinguishes puzzles just as well.
    """
    if sudoku.size > TRIED:
        return fingerprint(sudoku)
    text, beginnings = "", set(_nothing_chosen(sudoku))
    for _ in range(sudoku.size):
        least, found = "", set[_Beginning]()
        for beginning in beginnings:
            for line, longer in beginning.with_a_row():
                if not found or line < least:
                    least, found = line, {longer}
                elif line == least:
                    found.add(longer)
        text, beginnings = text + least, found
    return text


def fingerprint(sudoku: Sudoku) -> str:
    """Return a text that is equal exactly for puzzles that are the same, faster than `canonical`.

    >>> fingerprint(Sudoku("12..34..........", 2, 2)) == fingerprint(Sudoku("..........31..42", 2, 2))
    True
    """
    return min(least_text(grid, sudoku.box_rows, sudoku.box_columns) for grid in _views(sudoku))


class _Beginning(NamedTuple):
    """The rows left to choose after some have been chosen, with columns in their final order."""

    renamed: str
    """The digits met so far: the first is renamed to 1, the second to 2, and so on."""
    band: Lines
    """The remaining rows of the current band, sorted."""
    bands: tuple[Lines, ...]
    """The bands not yet begun, sorted."""

    def with_a_row(self) -> Iterator[tuple[str, "_Beginning"]]:
        """Yield each row that can come next, as it will be written, and what is then left."""
        for band, bands in [(self.band, self.bands)] if self.band else _each_and_others(self.bands):
            for row, rows in _each_and_others(band):
                line, renamed = _rename(row, self.renamed)
                yield line, _Beginning(renamed, rows, bands)


def _nothing_chosen(sudoku: Sudoku) -> Iterator[_Beginning]:
    """Yield the beginnings before the first row, one for each order of the columns."""
    for grid in _views(sudoku):
        for order in _orders(sudoku.box_rows, sudoku.box_columns):
            lines = ["".join([row[column] for column in order]) for row in grid]
            bands = (
                lines[first : first + sudoku.box_rows] for first in range(0, sudoku.size, sudoku.box_rows)
            )
            yield _Beginning("", (), tuple(sorted(tuple(sorted(band)) for band in bands)))


def _rename(row: str, renamed: str) -> tuple[str, str]:
    """Return a row with digits renamed in order of appearance, and the digits met by then."""
    line = ""
    for symbol in row:
        if symbol == EMPTY:
            line += EMPTY
            continue
        index = renamed.find(symbol)
        if index < 0:
            index = len(renamed)
            renamed += symbol
        line += DIGITS[index]
    return line, renamed


def _views(sudoku: Sudoku) -> list[Lines]:
    """Return the grid as rows, and also mirrored at its diagonal if boxes are square."""
    size = sudoku.size
    rows = tuple(sudoku.givens[first : first + size] for first in range(0, size * size, size))
    if sudoku.box_rows != sudoku.box_columns:
        return [rows]
    return [rows, tuple(map("".join, zip(*rows, strict=True)))]


@cache
def _orders(groups: int, each: int) -> tuple[tuple[int, ...], ...]:
    """Return every order of the groups of lines, with the lines of each group in every order.

    >>> _orders(2, 2)[:3]
    ((0, 1, 2, 3), (0, 1, 3, 2), (1, 0, 2, 3))
    """
    inside = list(permutations(range(each)))
    return tuple(
        tuple(group * each + line for group, lines in zip(outer, inner, strict=True) for line in lines)
        for outer in permutations(range(groups))
        for inner in product(inside, repeat=groups)
    )


def _kept_and_rolled(groups: int, each: int) -> tuple[list[int], list[int]]:
    """Return two orders of lines: unchanged, and with groups and the lines in each group shifted by one."""
    rolled = [
        (group + 1) % groups * each + (line + 1) % each for group in range(groups) for line in range(each)
    ]
    return list(range(groups * each)), rolled


def _each_and_others(things: tuple[Thing, ...]) -> Iterator[tuple[Thing, tuple[Thing, ...]]]:
    for index, thing in enumerate(things):
        yield thing, things[:index] + things[index + 1 :]


SAMENESS = Sameness(symmetries=symmetries, canonical=fingerprint)
