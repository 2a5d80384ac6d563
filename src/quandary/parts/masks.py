"""Sets of small numbers as the bits of an integer."""

from collections.abc import Iterable, Iterator, Sequence


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, ascending.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(numbers: Iterable[int]) -> int:
    """Return a set of numbers as an integer.

    >>> mask_of([0, 1, 3])
    11
    """
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def union(sets: Sequence[int], mask: int) -> int:
    """Return the union of the sets with the numbers in a set.

    >>> bin(union((0b1, 0b10, 0b100), 0b101))
    '0b101'
    """
    found = 0
    for number in bits(mask):
        found |= sets[number]
    return found
