"""Codes for sums and runs at the edge of a board."""

from dataclasses import dataclass
from typing import Any

from quandary.errors import NotationError
from quandary.pencil.codes.code import LETTERS, NONE, BoardSize, CodeNumbers, cells, skipped
from quandary.pencil.codes.numbers import Hexadecimal, hexadecimal

_SUMS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class CrossSums:
    """Sums below and to the right: those of black cells, then those of the columns and rows that begin at the edge.

    Pairs for black cells, (0, 0) without sums, NONE for white cells. Then a number for each column and row, 0 for none.
    """

    def read(self, text: str, size: BoardSize) -> tuple[tuple[list[Any], CodeNumbers], str]:
        """Read them."""
        found, at = list[Any](), 0
        while at < len(text) and len(found) < cells(size):
            sign = text[at]
            if "k" <= sign <= "z":
                found += [NONE] * (LETTERS.index(sign) - 19)
            elif sign == ".":
                found.append((0, 0))
            else:
                found.append((_sum_of(sign), _sum_of(text[at + 1 : at + 2])))
                at += 1
            at += 1
        if len(found) != cells(size):
            raise NotationError(f"This address has {len(found)} cells, but its size needs {cells(size)}.")
        edge = CodeNumbers()
        for first in (*found[: size.columns], *found[:: size.columns]):
            edge.append(0 if first != NONE else _sum_of(text[at : at + 1]))
            at += first == NONE
        return (found, edge), text[at:]

    def write(self, value: tuple[list[Any], CodeNumbers], size: BoardSize) -> str:
        """Write them."""
        found, edge = value
        inner = skipped(found, "k", lambda pair: "".join(map(_sum_letter, pair)) if any(pair) else ".")
        firsts = (*found[: size.columns], *found[:: size.columns])
        outer = (_sum_letter(sum_) for first, sum_ in zip(firsts, edge, strict=True) if first == NONE)
        return inner + "".join(outer)


def _sum_of(sign: str) -> int:
    if len(sign) != 1 or sign not in _SUMS:
        raise NotationError(f"This address cannot contain {sign!a} as a sum; copy the whole link again.")
    return _SUMS.index(sign)


def _sum_letter(number: int) -> str:
    if number >= len(_SUMS):
        raise NotationError(f"An address of puzz.link has sums up to {len(_SUMS) - 1}, but here is {number}.")
    return _SUMS[number]


@dataclass(frozen=True)
class RunLengths:
    """The runs of each column, then of each row, from the last to the first, in as many places as a line can have runs."""

    def read(self, text: str, size: BoardSize) -> tuple[list[tuple[int, ...]], str]:
        """Read them. A line without numbers has no runs."""
        deep = self._deep(size)
        numbers, text = Hexadecimal(lambda _: sum(deep)).read(text, size)
        found, at = list[tuple[int, ...]](), 0
        for places in deep:
            told = numbers[at : at + places]
            found.append(tuple(number for number in reversed(told) if number > 0))
            at += places
        return found, text

    def write(self, value: list[tuple[int, ...]], size: BoardSize) -> str:
        """Write them."""
        numbers = CodeNumbers()
        for line, places in zip(value, self._deep(size), strict=True):
            numbers += [*reversed(line), *[NONE] * (places - len(line))]
        return skipped(numbers, "g", hexadecimal)

    def _deep(self, size: BoardSize) -> list[int]:
        return [-(-size.rows // 2)] * size.columns + [-(-size.columns // 2)] * size.rows
