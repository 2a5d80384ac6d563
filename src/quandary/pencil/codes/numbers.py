"""Codes for numbers in cells, and for one number."""

from collections.abc import Callable
from dataclasses import dataclass

from quandary.errors import NotationError
from quandary.pencil.codes.code import LETTERS, NONE, UNKNOWN, BoardSize, CodeNumbers, cells, digit, skipped

_LONGER = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192)}
"""Signs before longer numbers: how many digits there are, and what is added."""


@dataclass(frozen=True)
class Hexadecimal:
    """Numbers of any size, with letters from g for gaps. Without a count they go on to the end."""

    count: Callable[[BoardSize], int] | None = cells

    def read(self, text: str, size: BoardSize) -> tuple[CodeNumbers, str]:
        """Read the numbers.

        >>> Hexadecimal().read("3h-10", BoardSize(2, 2))
        ([3, -1, -1, 16], '')
        """
        wanted, found, at = self.count(size) if self.count else None, CodeNumbers(), 0
        while at < len(text) and (wanted is None or len(found) < wanted):
            sign = text[at]
            at += 1
            if sign in _LONGER:
                digits, more = _LONGER[sign]
                found.append(digit(text[at : at + digits], 16) + more)
                at += digits
            elif sign == ".":
                found.append(UNKNOWN)
            elif "g" <= sign <= "z":
                found += [NONE] * (LETTERS.index(sign) - 15)
            else:
                found.append(digit(sign, 16))
        if wanted is not None and len(found) != wanted:
            raise NotationError(f"This address has {len(found)} cells, but its size needs {wanted}.")
        return found, text[at:]

    def write(self, value: CodeNumbers, size: BoardSize) -> str:
        """Write the numbers."""
        return skipped(value, "g", hexadecimal)


def hexadecimal(number: int) -> str:
    """Return a number as `Hexadecimal` writes it."""
    if number == UNKNOWN:
        return "."
    if number < 16:
        return f"{number:x}"
    if number < 256:
        return f"-{number:02x}"
    return f"+{number:03x}" if number < 4096 else f"={number - 4096:03x}"


@dataclass(frozen=True)
class UpToFour:
    """Numbers from 0 to 4, each with the one or two empty cells after it."""

    count: Callable[[BoardSize], int] = cells

    def read(self, text: str, size: BoardSize) -> tuple[CodeNumbers, str]:
        """Read the numbers.

        >>> UpToFour().read("3b", BoardSize(2, 2))
        ([3, 1, -1, -1], '')
        """
        wanted, found, at = self.count(size), CodeNumbers(), 0
        while at < len(text) and len(found) < wanted:
            sign = text[at]
            at += 1
            if sign == ".":
                found.append(UNKNOWN)
            elif "g" <= sign <= "z":
                found += [NONE] * (LETTERS.index(sign) - 15)
            else:
                after, number = divmod(digit(sign, 15), 5)
                found += [number, *[NONE] * after]
        if len(found) < wanted or any(value != NONE for value in found[wanted:]):
            raise NotationError(f"This address has {len(found)} places, but its size needs {wanted}.")
        return found[:wanted], text[at:]

    def write(self, value: CodeNumbers, size: BoardSize) -> str:
        """Write the numbers."""
        text, at = "", 0
        while at < len(value):
            here = at
            at += 1
            if value[here] == UNKNOWN:
                text += "."
            elif value[here] == NONE:
                while at < len(value) and value[at] == NONE and at - here < 20:
                    at += 1
                text += LETTERS[15 + at - here]
            else:
                after = next((n for n in (0, 1) if at + n < len(value) and value[at + n] != NONE), 2)
                text += f"{value[here] + 5 * after:x}"
                at += after
        return text


@dataclass(frozen=True)
class Everywhere:
    """A number in each cell, up to 35 as one character, else as two after a sign."""

    def read(self, text: str, size: BoardSize) -> tuple[CodeNumbers, str]:
        """Read them."""
        found, at = CodeNumbers(), 0
        while at < len(text) and len(found) < cells(size):
            long = text[at] == "-"
            found.append(NONE if text[at] == "." else digit(text[at + long : at + 1 + 2 * long], 36))
            at += 1 + 2 * long
        if len(found) != cells(size):
            raise NotationError(f"This address has {len(found)} cells, but its size needs {cells(size)}.")
        return found, text[at:]

    def write(self, value: CodeNumbers, size: BoardSize) -> str:
        """Write them."""
        return "".join(
            "."
            if number == NONE
            else LETTERS[number]
            if number < 36
            else f"-{LETTERS[number // 36]}{LETTERS[number % 36]}"
            for number in value
        )


@dataclass(frozen=True)
class Plain:
    """A decimal number with a slash after it."""

    def read(self, text: str, size: BoardSize) -> tuple[int, str]:
        """Read it."""
        number, slash, rest = text.partition("/")
        if not slash:
            raise NotationError(
                "This address lacks the number before its last part; copy the whole link again."
            )
        return digit(number, 10), rest

    def write(self, value: int, size: BoardSize) -> str:
        """Write it."""
        return f"{value}/"
