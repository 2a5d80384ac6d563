"""Clues that divide the board: regions, and cages with a number."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, product
from math import prod
from random import Random
from string import ascii_letters
from typing import Literal, TypeAlias

from quandary.draw.shapes import Line, Shape, Text
from quandary.errors import NotationError
from quandary.pencil.archive import ArchiveRow
from quandary.pencil.clues.cells import number_of
from quandary.pencil.clues.clue import BoardSize, Clue
from quandary.pencil.clues.dividing import Labels, equal_parts, is_whole, partition, rectangles, renumbered
from quandary.pencil.clues.outline import outlines
from quandary.pencil.codes import NONE, Borders, LinkPart, Rooms, borders_of, labels_of
from quandary.pencil.grid import Grid
from quandary.pencil.notation import EMPTY, read_cells, write_cells
from quandary.pencil.words.numbers import SIGNS, Operation
from quandary.pencil.words.word import Scope

THICK, INSET = 0.08, 0.08
_OPERATIONS = {sign: operation for operation, sign in SIGNS.items()}


def labels() -> Iterator[str]:
    """Yield names of regions: a to Z, then aa and so on.

    >>> from itertools import islice
    >>> list(islice(labels(), 51, 54))
    ['Z', 'aa', 'ab']
    """
    for length in count(1):
        yield from map("".join, product(ascii_letters, repeat=length))


def cells_of(labels_: Labels) -> list[Scope]:
    """Return the cells of each region."""
    found: list[list[int]] = [[] for _ in {label for label in labels_ if label is not None}]
    for cell, label in enumerate(labels_):
        if label is not None:
            found[label].append(cell)
    return [tuple(cells) for cells in found]


def read_labels(text: str, title: str) -> tuple[list[str], Labels, BoardSize]:
    """Read a board of names: the names in order, the regions and the size."""
    rows = read_cells(text, title)
    names = [None if token == EMPTY else token for row in rows for token in row]
    for name in names:
        if name is not None and not (name.isascii() and name.isalnum() and len(name) <= 4):
            raise NotationError(
                f"A region of a {title} cannot be called {name[:20]!a}: use letters, and '.' for none."
            )
    return list(dict.fromkeys(filter(None, names))), renumbered(names), BoardSize(len(rows), len(rows[0]))


def borders(value: Labels, grid: Grid) -> Iterator[Line]:
    """Draw a thick line between cells of different regions."""
    for cell, other in grid.beside:
        if value[cell] != value[other]:
            (x, y), is_below = grid.centre(other), other - cell == grid.width and grid.width > 1
            ends = ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5) if is_below else (x - 0.5, y + 0.5))
            yield Line(ends, "given", THICK)


class Regions(Clue):
    """Regions of cells, written as rows of letters.

    New ones are as large as a row (`equal`), of about a size, or are set later, when a solution is there (`later`).
    """

    def __init__(
        self, attribute: str = "regions", *, equal: bool = False, later: bool = False, size: int = 0
    ) -> None:
        self.attribute, self.equal, self.later, self.size = attribute, equal, later, size

    def read(self, text: str, title: str, size: BoardSize | None) -> tuple[Labels, BoardSize]:
        """Read rows of letters."""
        _, value, found = read_labels(text, title)
        return value, found

    def write(self, value: Labels, size: BoardSize) -> str:
        """Write rows of letters."""
        names = _names(value)
        return write_cells(["." if label is None else names[label] for label in value], size.columns)

    def blank(self, size: BoardSize) -> Labels:
        """Return a board without regions."""
        return (None,) * (size.rows * size.columns)

    def random(self, rng: Random, grid: Grid) -> Labels:
        """Return random regions, as many as there are columns, or of about a size."""
        if self.later:
            return self.blank(BoardSize(grid.height, grid.width))
        if self.equal:
            return equal_parts(rng, grid)
        return partition(rng, grid, len(grid.cells) // self.size if self.size else grid.width)

    def view(self, value: Labels, grid: Grid) -> list[Scope]:
        """Return the cells of each region."""
        return cells_of(value)

    def names(self, value: Labels, grid: Grid) -> Mapping[Scope, str]:
        """Return "the region at r1c1"."""
        return {cells: f"the region at {grid.name(cells[0])}" for cells in cells_of(value)}

    def tells(self, value: Labels, grid: Grid) -> Mapping[str, str]:
        """Return the name of the region of each cell, as it is written."""
        return _tells(value, grid, [f"region {name}" for name in _names(value)])

    def draw(self, value: Labels, grid: Grid) -> Iterator[Shape]:
        """Draw the borders."""
        yield from borders(value, grid)

    def turned(self, value: Labels, grid: Grid, order: tuple[int, ...], *, swapped: bool) -> Labels:
        """Return the regions of the turned board."""
        return renumbered([value[old] for old in order])

    def changes(self, value: Labels, grid: Grid) -> Iterator[tuple[str, Labels]]:
        """Yield each cell at a border, given to the region beside it, if both stay connected."""
        for cell in grid.cells:
            for label in dict.fromkeys(value[other] for other in grid.near(cell)):
                new = (*value[:cell], label, *value[cell + 1 :])
                if (
                    label not in (None, value[cell])
                    and value.count(value[cell]) > 1
                    and is_whole(new, value[cell], grid)
                ):
                    beside = next(other for other in grid.near(cell) if value[other] == label)
                    yield f"{grid.name(cell)} in the region of {grid.name(beside)}", renumbered(new)

    def mends(self, value: Labels, grid: Grid) -> Iterator[tuple[str, Labels]]:
        """Yield the same changes."""
        return self.changes(value, grid)

    def of_row(self, row: ArchiveRow) -> str:
        """Return the areas."""
        return row.areas()

    def link(self) -> LinkPart:
        """Return the borders between regions."""
        return LinkPart(
            Borders(),
            lambda told, size: tuple(labels_of(told, size)),
            lambda value, size: borders_of(value, size),
        )


class Cage(tuple[int, ...]):
    """The cells of a cage, with its number, which is None if it is not told, and what makes it."""

    number: int | None
    operation: Operation | None

    def __new__(cls, cells: Scope, number: int | None = None, operation: Operation | None = None) -> "Cage":
        """Make a cage."""
        cage = super().__new__(cls, cells)
        cage.number, cage.operation = number, operation
        return cage

    @property
    def sum(self) -> int | None:
        """The number."""
        return self.number


CageValue: TypeAlias = tuple[Labels, tuple[tuple[int, str] | None, ...]]
"""The cages, and the number and the sign of each."""


class Cages(Clue):
    """Cages with a number: rows of letters, then the numbers, "aab/cbb a=3 b=7 c=4". With operations: a=3+ b=2/.

    A number is the sum of the digits, what an operation makes of them, or a count of marks. New cages that count are
    rectangles.
    """

    def __init__(self, what: Literal["sum", "operation", "count"] = "sum", attribute: str = "cages") -> None:
        self.attribute, self.what = attribute, what

    def read(self, text: str, title: str, size: BoardSize | None) -> tuple[CageValue, BoardSize]:
        """Read rows of letters, then numbers."""
        tokens = text.split()
        at = next((at for at, token in enumerate(tokens) if "=" in token), len(tokens))
        names, value, found = read_labels(" ".join(tokens[:at]), title)
        numbers = dict[str, tuple[int, str]]()
        for token in tokens[at:]:
            name, _, number = token.partition("=")
            if name not in names or name in numbers:
                raise NotationError(
                    f"In this {title}, {token[:20]!a} names a cage that is not there, or comes twice."
                )
            numbers[name] = self._number(number, title)
        return (value, tuple(numbers.get(name) for name in names)), found

    def write(self, value: CageValue, size: BoardSize) -> str:
        """Write rows of letters, then numbers."""
        cages, numbers = value
        names = _names(cages)
        board = write_cells(["." if label is None else names[label] for label in cages], size.columns)
        told = [
            f"{name}={number[0]}{number[1]}" for name, number in zip(names, numbers, strict=True) if number
        ]
        return " ".join([board, *told])

    def blank(self, size: BoardSize) -> CageValue:
        """Return a board without cages."""
        return (None,) * (size.rows * size.columns), ()

    def random(self, rng: Random, grid: Grid) -> CageValue:
        """Return random cages of about three cells, or rooms, without numbers."""
        cages = (
            rectangles(rng, grid)
            if self.what == "count"
            else partition(rng, grid, len(grid.cells) // 3 + 1, most=5)
        )
        return cages, (None,) * len(cells_of(cages))

    def derived(
        self, value: CageValue, grid: Grid, solved: Sequence[int], holds: Callable[[CageValue], bool]
    ) -> CageValue:
        """Return the cages with their numbers."""
        cages, _ = value
        return cages, tuple(self._told([solved[cell] for cell in cells]) for cells in cells_of(cages))

    def view(self, value: CageValue, grid: Grid) -> list[Cage]:
        """Return the cages. An operation that is not told may be any."""
        cages, numbers = value
        usual: Operation = "any" if self.what == "operation" else "sum"
        return [
            Cage(cells, number[0], _OPERATIONS.get(number[1], usual)) if number else Cage(cells)
            for cells, number in zip(cells_of(cages), numbers, strict=True)
        ]

    def names(self, value: CageValue, grid: Grid) -> Mapping[Scope, str]:
        """Return "the cage at r1c1"."""
        return {cells: f"the cage at {grid.name(cells[0])}" for cells in cells_of(value[0])}

    def tells(self, value: CageValue, grid: Grid) -> Mapping[str, str]:
        """Return the cage of each cell: "cage of 14"."""
        cages, numbers = value
        names = _names(cages)
        said = [
            f"cage of {told[0]}{told[1]}" if told else f"cage {name}"
            for name, told in zip(names, numbers, strict=True)
        ]
        return _tells(cages, grid, said)

    def draw(self, value: CageValue, grid: Grid) -> Iterator[Shape]:
        """Draw the borders, dashed and a little inside where there are no signs, and the number in the first cell."""
        cages, numbers = value
        if self.what != "sum":
            yield from borders(cages, grid)
        else:
            for cells in cells_of(cages):
                yield from (Line(line, "given", 0.025, dashed=True) for line in outlines(cells, grid, INSET))
        for cells, number in zip(cells_of(cages), numbers, strict=True):
            if number:
                x, y = grid.centre(cells[0])
                text = f"{number[0]}{number[1].replace('*', '×').replace('/', '÷').replace('-', '−')}"
                yield Text((x - 0.4, y - 0.31), text, 0.24 if len(text) < 5 else 0.2, "given", anchor="start")

    def turned(self, value: CageValue, grid: Grid, order: tuple[int, ...], *, swapped: bool) -> CageValue:
        """Return the cages of the turned board."""
        cages, numbers = value
        moved = [cages[old] for old in order]
        first = list(dict.fromkeys(label for label in moved if label is not None))
        return renumbered(moved), tuple(numbers[label] for label in first)

    def reductions(self, value: CageValue, grid: Grid) -> Iterator[tuple[str, CageValue]]:
        """Yield each number, with the others."""
        cages, numbers = value
        for at, cells in enumerate(cells_of(cages)):
            if numbers[at]:
                yield (
                    f"the number of the cage at {grid.name(cells[0])}",
                    (cages, (*numbers[:at], None, *numbers[at + 1 :])),
                )

    def _told(self, digits: list[int]) -> tuple[int, str]:
        """Return the number of a cage: small ones get the less usual operations."""
        high, low = max(digits), min(digits)
        if self.what != "operation" or len(digits) == 1:
            return sum(digits), ""
        if len(digits) > 2:
            return (prod(digits), "*") if high < len(digits) + 2 else (sum(digits), "+")
        return (high // low, "/") if high % low == 0 else (high - low, "-")

    def of_row(self, row: ArchiveRow) -> str:
        """Return the areas with their numbers."""
        return row.numbered_areas()

    def link(self) -> LinkPart | None:
        """Return the borders, then the number of each room. Addresses have no signs."""
        return None if self.what == "operation" else LinkPart(Rooms(), _cages_of, _told_cages)

    def _number(self, text: str, title: str) -> tuple[int, str]:
        sign = text[-1:] if self.what == "operation" and text[-1:] in _OPERATIONS else ""
        try:
            return number_of(text.removesuffix(sign), 0, 9999), sign
        except ValueError as error:
            raise NotationError(
                f"A cage of a {title} cannot have the number {text[:20]!a}: {error}."
            ) from error


def _cages_of(told: tuple[list[int], list[int]], size: BoardSize) -> CageValue:
    borders, numbers = told
    cages = tuple(labels_of(borders, size))
    numbers = [*numbers, *[NONE] * len(cages)]
    return cages, tuple(None if numbers[at] < 0 else (numbers[at], "") for at in range(max(cages) + 1))


def _told_cages(value: CageValue, size: BoardSize) -> tuple[list[int], list[int]]:
    cages, numbers = value
    return borders_of(cages, size), [NONE if told is None else told[0] for told in numbers]


def _tells(value: Labels, grid: Grid, said: Sequence[str]) -> dict[str, str]:
    return {grid.name(cell): said[label] for cell, label in enumerate(value) if label is not None}


def _names(value: Labels) -> list[str]:
    return [name for name, _ in zip(labels(), cells_of(value), strict=False)]
