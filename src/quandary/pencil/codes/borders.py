"""Codes for borders between cells, for rooms and for circles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from quandary.errors import NotationError
from quandary.pencil.codes.code import LETTERS, NONE, BoardSize, CodeNumbers, cells, digit
from quandary.pencil.codes.numbers import Hexadecimal


def bits(values: Sequence[int], base: int, each: int) -> str:
    """Return values below a base in groups, a character for each group.

    >>> bits([1, 0, 0, 0, 1, 1], 2, 5)
    'hg'
    """
    text = ""
    for start in range(0, len(values), each):
        some = [*values[start : start + each], *[0] * each][:each]
        total = 0
        for value in some:
            total = base * total + value
        text += LETTERS[total]
    return text


def unbits(text: str, count: int, base: int, each: int) -> tuple[CodeNumbers, str]:
    """Return values from groups, and the rest of the text."""
    length = -(-count // each)
    if len(text) < length:
        raise NotationError("This address is too short for its size; copy the whole link again.")
    found = CodeNumbers()
    for sign in text[:length]:
        value = digit(sign, base**each)
        found += [value // base ** (each - 1 - at) % base for at in range(each)]
    return found[:count], text[length:]


@dataclass(frozen=True)
class Borders:
    """The borders between cells: those at the right of cells, then those below, as numbers 0 and 1."""

    def read(self, text: str, size: BoardSize) -> tuple[CodeNumbers, str]:
        """Read them."""
        right, text = unbits(text, size.rows * (size.columns - 1), 2, 5)
        below, text = unbits(text, (size.rows - 1) * size.columns, 2, 5)
        return right + below, text

    def write(self, value: CodeNumbers, size: BoardSize) -> str:
        """Write them."""
        right = size.rows * (size.columns - 1)
        return bits(value[:right], 2, 5) + bits(value[right:], 2, 5)


@dataclass(frozen=True)
class Rooms:
    """Borders, then a number for each room in the order in which they begin."""

    def read(self, text: str, size: BoardSize) -> tuple[tuple[CodeNumbers, CodeNumbers], str]:
        """Read both."""
        borders, text = Borders().read(text, size)
        numbers, text = Hexadecimal(None).read(text, size)
        return (borders, numbers), text

    def write(self, value: tuple[CodeNumbers, CodeNumbers], size: BoardSize) -> str:
        """Write both."""
        return Borders().write(value[0], size) + Hexadecimal(None).write(value[1], size)


@dataclass(frozen=True)
class Ternary:
    """Nothing, a white or a black circle in each cell, as numbers 0 to 2."""

    def read(self, text: str, size: BoardSize) -> tuple[CodeNumbers, str]:
        """Read them."""
        return unbits(text, cells(size), 3, 3)

    def write(self, value: CodeNumbers, size: BoardSize) -> str:
        """Write them."""
        return bits(value, 3, 3)


def labels_of(borders: Sequence[int], size: BoardSize) -> list[int]:
    """Return the number of the region of each cell, in the order in which they begin.

    >>> labels_of([1, 0, 0, 1], BoardSize(2, 2))
    [0, 1, 0, 0]
    """
    rows, columns = size
    right = rows * (columns - 1)
    label = [NONE] * cells(size)

    def open_to(cell: int) -> Iterator[int]:
        row, column = divmod(cell, columns)
        for step, at in ((0, column), (-1, column - 1)):
            if 0 <= at < columns - 1 and not borders[row * (columns - 1) + at]:
                yield cell + (1 if step == 0 else -1)
        for step, at in ((columns, row), (-columns, row - 1)):
            if 0 <= at < rows - 1 and not borders[right + at * columns + column]:
                yield cell + step

    for start in range(cells(size)):
        if label[start] == NONE:
            label[start] = max(label) + 1
            for cell in (queue := [start]):  # grows during the loop
                for other in open_to(cell):
                    if label[other] == NONE:
                        label[other] = label[start]
                        queue.append(other)
    return label


def borders_of(label: Sequence[Any], size: BoardSize) -> CodeNumbers:
    """Return the borders between regions."""
    rows, columns = size
    right = [
        int(label[row * columns + at] != label[row * columns + at + 1])
        for row in range(rows)
        for at in range(columns - 1)
    ]
    below = [
        int(label[row * columns + at] != label[(row + 1) * columns + at])
        for row in range(rows - 1)
        for at in range(columns)
    ]
    return right + below
