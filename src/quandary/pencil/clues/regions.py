"""Clues that divide the board: regions, and cages with a number."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, product
from math import prod
from random import Random
from string import ascii_letters
from typing import Literal, TypeAlias

from quandary.draw.shapes import Line, Shape, Text
from quandary.errors import NotationError
from quandary.pencil.clues.cells import number_of
from quandary.pencil.clues.clue import BoardSize, Clue
from quandary.pencil.grid import Grid
from quandary.pencil.notation import EMPTY, read_cells, write_cells
from quandary.pencil.words.numbers import SIGNS, Operation
from quandary.pencil.words.word import Scope

Labels: TypeAlias = tuple[int | None, ...]
"""The number of the region of each cell, in the order in which they begin. None outside all regions."""
THICK = 0.09
_OPERATIONS = {sign: operation for operation, sign in SIGNS.items()}


def labels() -> Iterator[str]:
    """Yield names of regions: a to Z, then aa and so on.

    >>> from itertools import islice
    >>> list(islice(labels(), 51, 54))
    ['Z', 'aa', 'ab']
    """
    for length in count(1):
        yield from map("".join, product(ascii_letters, repeat=length))


def renumbered(names: Sequence[object]) -> Labels:
    """Return numbers for names in the order in which they come, with None for None.

    >>> renumbered(["b", None, "a", "b"])
    (0, None, 1, 0)
    """
    numbers = dict[object, int]()
    return tuple(None if name is None else numbers.setdefault(name, len(numbers)) for name in names)


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
                    and _is_whole(new, value[cell], grid)
                ):
                    beside = next(other for other in grid.near(cell) if value[other] == label)
                    yield f"{grid.name(cell)} in the region of {grid.name(beside)}", renumbered(new)

    def mends(self, value: Labels, grid: Grid) -> Iterator[tuple[str, Labels]]:
        """Yield the same changes."""
        return self.changes(value, grid)


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

    def draw(self, value: CageValue, grid: Grid) -> Iterator[Shape]:
        """Draw the borders, and the number in the first cell."""
        cages, numbers = value
        yield from borders(cages, grid)
        for cells, number in zip(cells_of(cages), numbers, strict=True):
            if number:
                x, y = grid.centre(cells[0])
                text = f"{number[0]}{number[1].replace('*', '×').replace('/', '÷').replace('-', '−')}"
                yield Text((x - 0.43, y - 0.28), text, 0.3, "given", anchor="start")

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

    def _number(self, text: str, title: str) -> tuple[int, str]:
        sign = text[-1:] if self.what == "operation" and text[-1:] in _OPERATIONS else ""
        try:
            return number_of(text.removesuffix(sign), 0, 9999), sign
        except ValueError as error:
            raise NotationError(
                f"A cage of a {title} cannot have the number {text[:20]!a}: {error}."
            ) from error


def partition(rng: Random, grid: Grid, regions: int, most: int = 0) -> Labels:
    """Divide a board into so many connected regions at random, or into more if none has more than `most` cells."""
    return grown(rng, grid, [(cell,) for cell in rng.sample(grid.cells, regions)], most)


def rectangles(rng: Random, grid: Grid, most: int = 6) -> Labels:
    """Divide a board into rectangles of up to `most` cells, and of two or more where they fit."""
    label = dict[int, int]()
    for cell in grid.cells:
        if cell in label:
            continue
        row, column = divmod(cell, grid.width)
        free = next((at for at in range(grid.width - column) if cell + at in label), grid.width - column)
        shapes = [
            (high, wide)
            for high in range(1, grid.height - row + 1)
            for wide in range(1, free + 1)
            if high * wide <= most
        ]
        high, wide = rng.choice([shape for shape in shapes if shape[0] * shape[1] > 1] or shapes)
        label |= {cell + grid.width * down + right: cell for down in range(high) for right in range(wide)}
    return renumbered([label[cell] for cell in grid.cells])


def equal_parts(rng: Random, grid: Grid) -> Labels:
    """Divide a board into regions as large as a row: rows that swap cells at their borders."""
    label: list[int | None] = [cell // grid.width for cell in grid.cells]
    for _ in range(4 * len(label)):
        one, other = rng.choice(grid.beside)
        a, b = label[one], label[other]
        back = [
            cell
            for cell in grid.cells
            if label[cell] == b and cell != other and any(label[near] == a for near in grid.near(cell))
        ]
        if a == b or not back:
            continue
        new = [*label]
        new[one], new[rng.choice(back)] = b, a
        if _is_whole(tuple(new), a, grid) and _is_whole(tuple(new), b, grid):
            label = new
    return renumbered(label)


def grown(rng: Random, grid: Grid, seeds: Sequence[Scope], most: int = 0) -> Labels:
    """Divide a board into connected regions that grow at random from some cells each.

    Regions that have `most` cells grow no more, and others begin in what is left.
    """
    label = {cell: at for at, seed in enumerate(seeds) for cell in seed}
    size, edge = [*map(len, seeds)], list(label)
    while len(label) < len(grid.cells):
        if not edge:
            edge = [cell for cell in grid.cells if cell not in label][:1]
            label[edge[0]] = len(size)
            size.append(1)
        cell = rng.choice(edge)
        free = [other for other in grid.near(cell) if other not in label]
        if not free or (most and size[label[cell]] >= most):
            edge.remove(cell)
            continue
        new = rng.choice(free)
        label[new] = label[cell]
        size[label[cell]] += 1
        edge.append(new)
    return renumbered([label[cell] for cell in grid.cells])


def _names(value: Labels) -> list[str]:
    return [name for name, _ in zip(labels(), cells_of(value), strict=False)]


def _is_whole(value: Labels, label: int | None, grid: Grid) -> bool:
    """Return whether a region is connected."""
    cells = [cell for cell in grid.cells if value[cell] == label]
    queue = cells[:1]
    for cell in queue:  # grows during the loop
        queue += [other for other in grid.near(cell) if value[other] == label and other not in queue]
    return len(queue) == len(cells)
