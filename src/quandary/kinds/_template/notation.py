"""The notation of the water jugs: sizes, the full one first, then what is wanted: "8 5 3 -> 4"."""

import re

from quandary.errors import NotationError
from quandary.kind import Notation
from quandary.kinds._template.rules import Jugs

MOST_JUGS, LARGEST = 6, 99


def parse(text: str) -> Jugs:
    """The puzzle that a text describes.

    >>> parse("8 5 3 -> 4")
    Jugs(sizes=(8, 5, 3), wanted=4)
    """
    match = re.fullmatch(r"([0-9\s]+)->\s*([0-9]{1,9})\s*", text)
    if not match:
        raise NotationError(f"{text[:40]!r} is not a jugs puzzle: write sizes -> amount, as in '8 5 3 -> 4'.")
    numbers = match[1].split()
    if not 2 <= len(numbers) <= MOST_JUGS:
        raise NotationError(f"There are {len(numbers)} jugs; give the sizes of 2 to {MOST_JUGS}.")
    for number in numbers:
        if len(number) > len(str(LARGEST)) or not 1 <= int(number) <= LARGEST:
            raise NotationError(f"A jug has size {number[:20]}; sizes go from 1 to {LARGEST}.")
    sizes, wanted = tuple(map(int, numbers)), int(match[2])
    if not 1 <= wanted <= max(sizes):
        raise NotationError(f"{wanted} is wanted, but the jugs hold between 1 and {max(sizes)}.")
    return Jugs(sizes, wanted)


def format(puzzle: Jugs) -> str:  # noqa: A001 - the counterpart of parse
    """The text that describes a puzzle.

    >>> format(Jugs(sizes=(8, 5, 3), wanted=4))
    '8 5 3 -> 4'
    """
    return f"{' '.join(map(str, puzzle.sizes))} -> {puzzle.wanted}"


NOTATION = Notation(parse=parse, format=format)
