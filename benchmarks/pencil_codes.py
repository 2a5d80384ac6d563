"""Codes of puzz.link for genres that are no kinds, and the codes of every genre by its name there."""

from typing import Any

from quandary.pencil.codes import (
    NONE,
    BoardSize,
    Borders,
    Code,
    CrossSums,
    Everywhere,
    Hexadecimal,
    Plain,
    Pointing,
    Rooms,
    RunLengths,
    Scattered,
    Several,
    Ternary,
    UpToFour,
    cells,
    crossings,
    lines,
)
from quandary.pencil.codes.borders import bits, unbits
from quandary.pencil.codes.code import LETTERS, digit, skipped


def sides(size: BoardSize) -> int:
    """Return the number of ends of columns and rows."""
    return 2 * lines(size)


class Decimal:
    """Numbers of one digit, with letters from a for gaps."""

    def read(self, text: str, size: BoardSize) -> tuple[list[int], str]:
        """Read them."""
        found, at = list[int](), 0
        while at < len(text) and len(found) < cells(size):
            value = digit(text[at], 36)
            found += [value] if value < 10 else [NONE] * (value - 9)
            at += 1
        return found, text[at:]

    def write(self, value: list[int], size: BoardSize) -> str:
        """Write them."""
        return skipped(value, "a", str)


class Flags:
    """Which cells are marked, five to a character."""

    def read(self, text: str, size: BoardSize) -> tuple[list[int], str]:
        """Read them."""
        return unbits(text, cells(size), 2, 5)

    def write(self, value: list[int], size: BoardSize) -> str:
        """Write them."""
        return bits(value, 2, 5)


class Stars:
    """White and black stars on cells, edges and corners, each with the empty places after it."""

    def read(self, text: str, size: BoardSize) -> tuple[list[int], str]:
        """Read them, as numbers 0 to 2."""
        most = (2 * size.rows - 1) * (2 * size.columns - 1)
        found, at = list[int](), 0
        while at < len(text) and len(found) < most:
            value = digit(text[at], 36)
            found += [0] * (value - 15) if value > 15 else [value % 2 + 1, *[0] * (value // 2)]
            at += 1
        return found[:most], text[at:]

    def write(self, value: list[int], size: BoardSize) -> str:
        """Write them."""
        text, at = "", 0
        while at < len(value):
            here = at
            at += 1
            while at < len(value) and not value[at] and at - here < (8 if value[here] else 20):
                at += 1
            if value[here] and at == len(value):
                at = here + 8  # the empty places at the end go without saying
            text += LETTERS[2 * (at - here - 1) + value[here] - 1] if value[here] else LETTERS[15 + at - here]
        return text


class Mirrors:
    """Letters around the board, then the number of each."""

    def read(self, text: str, size: BoardSize) -> tuple[tuple[list[Any], list[int]], str]:
        """Read both."""
        found, at = list[Any](), 0
        while len(found) < sides(size):
            if text[at].islower():
                found += [NONE] * (LETTERS.index(text[at]) - 9)
            else:
                long = text[at].isdigit()
                found.append(text[at : at + 1 + long])
                at += long
            at += 1
        count = sum(each != NONE for each in found)
        numbers, rest = Hexadecimal(lambda _: count).read(text[at:], size)
        return (found, numbers), rest

    def write(self, value: tuple[list[Any], list[int]], size: BoardSize) -> str:
        """Write both."""
        return skipped(value[0], "a", str) + Hexadecimal().write(value[1], size)


class Rest:
    """Whatever comes at the end, as it is."""

    def read(self, text: str, size: BoardSize) -> tuple[str, str]:
        """Read it."""
        return text, ""

    def write(self, value: str, size: BoardSize) -> str:
        """Write it."""
        return value


GENRES: dict[str, tuple[Code, ...]] = {
    "aqre": (Rooms(),),
    "battleship": (Hexadecimal(lines), Hexadecimal(), Rest()),
    "chocona": (Rooms(),),
    "country": (Rooms(),),
    "creek": (UpToFour(crossings),),
    "fillomino": (Hexadecimal(),),
    "gokigen": (UpToFour(crossings),),
    "hakoiri": (Borders(), Decimal()),
    "hashikake": (Hexadecimal(),),
    "heyawake": (Rooms(),),
    "hitori": (Everywhere(),),
    "kakuro": (CrossSums(),),
    "kinkonkan": (Borders(), Mirrors()),
    "kurodoko": (Hexadecimal(),),
    "lightup": (UpToFour(),),
    "lits": (Borders(),),
    "mashu": (Ternary(),),
    "mines": (Hexadecimal(),),
    "nanro": (Borders(), Hexadecimal()),
    "nonogram": (RunLengths(),),
    "norinori": (Borders(),),
    "nurikabe": (Hexadecimal(),),
    "ripple": (Borders(), Hexadecimal()),
    "shakashaka": (UpToFour(),),
    "shikaku": (Hexadecimal(),),
    "simpleloop": (Flags(),),
    "skyscrapers": (Hexadecimal(sides),),
    "slither": (UpToFour(),),
    "snake": (Ternary(), Hexadecimal(lines)),
    "starbattle": (Plain(), Borders()),
    "sudoku": (Hexadecimal(),),
    "tapa": (Several(),),
    "tentaisho": (Stars(), Flags()),
    "tents": (Hexadecimal(lines), Scattered()),
    "yajilin": (Pointing(),),
    "yinyang": (Ternary(),),
}
"""The parts of an address by the name of its puzzle."""
