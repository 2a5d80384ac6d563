"""When two Sudokus are the same: digits renamed, lines and bands reordered, the grid mirrored.

A *band* is a row of boxes, a *stack* a column of boxes. Bands, stacks, the rows of a band and the
columns of a stack may change places. Where boxes are square, rows and columns may too.
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
"""Up to this size every order of the columns is tried."""
Thing = TypeVar("Thing")


def symmetries(sudoku: Sudoku) -> Iterator[Sudoku]:
    """The Sudoku itself and up to 15 images of it, from all parts of its group (which has 10¹² elements).

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
    """The same Sudoku in a random order of lines, with random names for digits, mirrored or not.

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
    """Lines in a random order of groups (bands or stacks), and inside each group."""
    lines = [[group * each + line for line in rng.sample(range(each), each)] for group in range(groups)]
    return [line for group in rng.sample(lines, groups) for line in group]


def canonical(sudoku: Sudoku) -> str:
    """The least notation among all Sudokus that are the same: equal exactly for those.

    >>> one, other = Sudoku("12..34..........", 2, 2), Sudoku("..........31..42", 2, 2)
    >>> canonical(one) == canonical(other)
    True

    Rows are chosen one after the other. All beginnings that are least so far are carried along, so
    the answer is exact; beginnings that leave the same lines are carried once, so it is quick even
    for grids with few givens, which have many symmetries. Beyond 9x9 the text is not the least, but as good
    for telling puzzles apart.
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
    """A text that is the same for exactly the same puzzles, as `canonical` is; found faster, but not the least.

    >>> fingerprint(Sudoku("12..34..........", 2, 2)) == fingerprint(Sudoku("..........31..42", 2, 2))
    True
    """
    return min(least_text(grid, sudoku.box_rows, sudoku.box_columns) for grid in _views(sudoku))


class _Beginning(NamedTuple):
    """What is left to choose from when some rows have been chosen; columns are in their final order."""

    renamed: str
    """The digits met so far: the first is now called 1, the second 2, and so on."""
    band: Lines
    """The rows still to come in the band begun, sorted."""
    bands: tuple[Lines, ...]
    """The bands not begun, sorted."""

    def with_a_row(self) -> Iterator[tuple[str, "_Beginning"]]:
        """Each row that can come next, as it will be written, and what is left then."""
        for band, bands in [(self.band, self.bands)] if self.band else _each_and_others(self.bands):
            for row, rows in _each_and_others(band):
                line, renamed = _rename(row, self.renamed)
                yield line, _Beginning(renamed, rows, bands)


def _nothing_chosen(sudoku: Sudoku) -> Iterator[_Beginning]:
    """The beginnings before the first row, one for each order of the columns."""
    for grid in _views(sudoku):
        for order in _orders(sudoku.box_rows, sudoku.box_columns):
            lines = ["".join([row[column] for column in order]) for row in grid]
            bands = (
                lines[first : first + sudoku.box_rows] for first in range(0, sudoku.size, sudoku.box_rows)
            )
            yield _Beginning("", (), tuple(sorted(tuple(sorted(band)) for band in bands)))


def _rename(row: str, renamed: str) -> tuple[str, str]:
    """A row with digits named in order of appearance, and the digits met by then."""
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
    """The grid as rows; where boxes are square, mirrored at its diagonal too."""
    size = sudoku.size
    rows = tuple(sudoku.givens[first : first + size] for first in range(0, size * size, size))
    if sudoku.box_rows != sudoku.box_columns:
        return [rows]
    return [rows, tuple(map("".join, zip(*rows, strict=True)))]


@cache
def _orders(groups: int, each: int) -> tuple[tuple[int, ...], ...]:
    """Every order of so many groups of lines, with the lines of each group in every order.

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
    """Two orders of lines: as they are, and with groups, and lines in each group, moved on by one."""
    rolled = [
        (group + 1) % groups * each + (line + 1) % each for group in range(groups) for line in range(each)
    ]
    return list(range(groups * each)), rolled


def _each_and_others(things: tuple[Thing, ...]) -> Iterator[tuple[Thing, tuple[Thing, ...]]]:
    for index, thing in enumerate(things):
        yield thing, things[:index] + things[index + 1 :]


SAMENESS = Sameness(symmetries=symmetries, canonical=fingerprint)
