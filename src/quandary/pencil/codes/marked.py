"""Codes for cells with an arrow, with something in them, or with several numbers."""

from dataclasses import dataclass
from typing import Any

from quandary.errors import NotationError
from quandary.pencil.codes.code import LETTERS, NONE, UNKNOWN, BoardSize, CodeNumbers, cells, digit, skipped

HALF = 18
"""The letters below stand for a thing and so many empty cells, those from here on for empty cells alone."""
_FEW = {2: (0, 6), 3: (36, 4), 4: (100, 2)}
"""By how many numbers a cell has: the first value, and the base."""


@dataclass(frozen=True)
class Pointing:
    """Numbers with a direction: 0 for none, up, down, left, right. Pairs, with NONE for a cell with nothing in it."""

    def read(self, text: str, size: BoardSize) -> tuple[list[Any], str]:
        """Read them."""
        found, at = list[Any](), 0
        while at < len(text) and len(found) < cells(size):
            sign = text[at]
            if "a" <= sign <= "z":
                found += [NONE] * (LETTERS.index(sign) - 9)
                at += 1
                continue
            way, digits, skip = (
                (digit(text[at + 1 : at + 2], 10), 3, 2) if sign == "-" else (digit(sign, 10), 1, 1)
            )
            if sign != "-" and way > 4:
                way, digits = way - 5, 2
            number = text[at + skip : at + skip + digits]
            found.append((way, UNKNOWN if number == "." else digit(number, 16)))
            at += skip + digits
        if len(found) != cells(size):
            raise NotationError(f"This address has {len(found)} cells, but its size needs {cells(size)}.")
        return found, text[at:]

    def write(self, value: list[Any], size: BoardSize) -> str:
        """Write them."""
        return skipped(value, "a", _pointing)


def _pointing(clue: Any) -> str:
    way, number = clue
    if number == UNKNOWN:
        return f"{way}."
    return f"{way}{number:x}" if number < 16 else f"{way + 5}{number:02x}"


@dataclass(frozen=True)
class Scattered:
    """Which cells have something in them, each with the number of empty cells after it."""

    def read(self, text: str, size: BoardSize) -> tuple[CodeNumbers, str]:
        """Read them, as 0 and 1."""
        found, at = CodeNumbers(), 0
        while at < len(text) and len(found) < cells(size):
            value = digit(text[at], 36)
            found += [1, *[0] * value] if value < HALF else [0] * (value - HALF + 1)
            at += 1
        return (found + [0] * cells(size))[: cells(size)], text[at:]

    def write(self, value: CodeNumbers, size: BoardSize) -> str:
        """Write them."""
        text, gap, first = "", 0, True
        for part in "".join(map(str, value)).split("1"):
            gap = len(part)
            if not first:
                text += LETTERS[min(gap, HALF - 1)]
                gap -= min(gap, HALF - 1)
            while gap:
                text += LETTERS[HALF - 1 + min(gap, HALF)]
                gap -= min(gap, HALF)
            first = False
        return text


@dataclass(frozen=True)
class Several:
    """Up to four numbers in a cell, with 0 for one that is not told. Tuples, with NONE for a cell with nothing in it."""

    def read(self, text: str, size: BoardSize) -> tuple[list[Any], str]:
        """Read them."""
        found, at = list[Any](), 0
        while at < len(text) and len(found) < cells(size):
            sign = text[at]
            if "g" <= sign <= "z":
                found += [NONE] * (LETTERS.index(sign) - 15)
            elif sign in "abcdef":
                found.append(_unpacked(digit(text[at : at + 2], 36) - 360))
                at += 1
            else:
                found.append(
                    (UNKNOWN,) if sign == "." else (1, 1, 1, 1) if sign == "9" else (digit(sign, 10),)
                )
            at += 1
        if len(found) != cells(size):
            raise NotationError(f"This address has {len(found)} cells, but its size needs {cells(size)}.")
        return found, text[at:]

    def write(self, value: list[Any], size: BoardSize) -> str:
        """Write them."""
        return skipped(value, "g", _packed)


def _unpacked(value: int) -> tuple[int, ...]:
    many = next(many for many in (4, 3, 2) if value >= _FEW[many][0])
    first, base = _FEW[many]
    digits = [(value - first) // base ** (many - 1 - at) % base for at in range(many)]
    return tuple(each or UNKNOWN for each in digits)


def _packed(clue: Any) -> str:
    if len(clue) == 1:
        return "." if clue[0] == UNKNOWN else str(clue[0])
    if clue == (1, 1, 1, 1):
        return "9"
    first, base = _FEW[len(clue)]
    total = 0
    for each in clue:
        total = base * total + max(each, 0)
    total += first + 360
    return LETTERS[total // 36] + LETTERS[total % 36]
