"""A canonical text for large Sudokus, which have too many orders of lines to try.

Rows, columns and digits with the same surroundings share a colour. Colours are refined until they no longer
change. Where a choice is left, every member of the smallest class is tried. Lines without givens need no
distinction.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from quandary.kinds.sudoku.board import DIGITS, EMPTY

Colours = tuple[int, ...]


class Givens(NamedTuple):
    """The givens of a grid as (row, column, digit), and the heights and widths of its boxes."""

    places: tuple[tuple[int, int, int], ...]
    size: int
    box_rows: int
    box_columns: int


class Painting(NamedTuple):
    """The colours of rows, columns and digits."""

    rows: Colours
    columns: Colours
    digits: Colours

    @property
    def classes(self) -> int:
        """The number of different colours."""
        return len(set(self.rows)) + len(set(self.columns)) + len(set(self.digits))


def least_text(grid: Sequence[str], box_rows: int, box_columns: int) -> str:
    """Return a text that is equal exactly for grids that differ in the order of lines and the names of digits.

    >>> least_text(["12..", "34..", "....", "...."], 2, 2) == least_text(["....", "....", "..31", "..42"], 2, 2)
    True
    """
    size = len(grid)
    places = tuple(
        (row, column, DIGITS.index(symbol))
        for row, line in enumerate(grid)
        for column, symbol in enumerate(line)
        if symbol != EMPTY
    )
    givens = Givens(places, size, box_rows, box_columns)
    same = (0,) * size
    return min(_texts(givens, _refine(givens, Painting(same, same, same))))


def _texts(givens: Givens, painting: Painting) -> Iterator[str]:
    choice = _choice(givens, painting)
    if choice is None:
        yield _text(givens, painting)
        return
    axis, members = choice
    for member in members:
        colours = tuple(2 * colour + (i == member) for i, colour in enumerate(painting[axis]))
        yield from _texts(givens, _refine(givens, painting._replace(**{Painting._fields[axis]: colours})))


def _choice(givens: Givens, painting: Painting) -> tuple[int, list[int]] | None:
    """Return a smallest class of several lines with givens, or of several digits among them."""
    classes: dict[tuple[int, int], set[int]] = {}
    for place in givens.places:
        for axis in (0, 1, 2):
            classes.setdefault((axis, painting[axis][place[axis]]), set()).add(place[axis])
    several = [(len(members), key, sorted(members)) for key, members in classes.items() if len(members) > 1]
    if not several:
        return None
    _, (axis, _), members = min(several)
    return axis, members


def _refine(givens: Givens, painting: Painting) -> Painting:
    while True:
        around: list[list[list[tuple[int, int]]]] = [[[] for _ in range(givens.size)] for _ in range(3)]
        for row, column, digit in givens.places:
            of_row, of_column, of_digit = (
                painting.rows[row],
                painting.columns[column],
                painting.digits[digit],
            )
            around[0][row].append((of_column, of_digit))
            around[1][column].append((of_row, of_digit))
            around[2][digit].append((of_row, of_column))
        bands = _groups(painting.rows, givens.box_rows)
        stacks = _groups(painting.columns, givens.box_columns)
        lists = [[tuple(sorted(each)) for each in axis] for axis in around]
        rows = [(c, bands[i // givens.box_rows], lists[0][i]) for i, c in enumerate(painting.rows)]
        columns = [(c, stacks[i // givens.box_columns], lists[1][i]) for i, c in enumerate(painting.columns)]
        digits = [(c, lists[2][i]) for i, c in enumerate(painting.digits)]
        finer = Painting(_rank(rows), _rank(columns), _rank(digits))
        if finer.classes == painting.classes:
            return finer
        painting = finer


def _groups(colours: Colours, each: int) -> list[Colours]:
    return [tuple(sorted(colours[first : first + each])) for first in range(0, len(colours), each)]


def _rank(signatures: Sequence[Any]) -> Colours:
    """Return the rank of each signature among the distinct ones."""
    ranks = {signature: rank for rank, signature in enumerate(sorted(set(signatures)))}
    return tuple(ranks[signature] for signature in signatures)


def _text(givens: Givens, painting: Painting) -> str:
    row_at = _places(painting.rows, givens.box_rows)
    column_at = _places(painting.columns, givens.box_columns)
    grid = [[-1] * givens.size for _ in range(givens.size)]
    for row, column, digit in givens.places:
        grid[row_at[row]][column_at[column]] = digit
    met = dict.fromkeys(digit for line in grid for digit in line if digit >= 0)
    names = {-1: EMPTY, **dict(zip(met, DIGITS, strict=False))}
    return "".join(names[digit] for line in grid for digit in line)


def _places(colours: Colours, each: int) -> dict[int, int]:
    """Return the new place of each line, with bands ordered by their lines' colours and lines by their own."""
    bands = [range(first, first + each) for first in range(0, len(colours), each)]
    bands.sort(key=lambda band: sorted(colours[line] for line in band))
    order = [line for band in bands for line in sorted(band, key=lambda line: colours[line])]
    return {line: place for place, line in enumerate(order)}
