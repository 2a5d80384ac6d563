"""Read the options of a named space, given as text."""

import re
from collections.abc import Mapping, Sequence

from quandary.errors import SpaceError

SYMMETRY = {"symmetry": "all"}
"""The option that every space with a reduced form has: all, or reduced."""


def whole(options: Mapping[str, str], name: str, low: int, high: int) -> int:
    """Return an option that is a whole number in a range.

    >>> whole({"balls": "3"}, "balls", 1, 9)
    3
    >>> whole({"balls": "many"}, "balls", 1, 9)
    Traceback (most recent call last):
    ...
    quandary.errors.SpaceError: balls=many is not a whole number from 1 to 9.
    """
    text = options[name]
    if high < low:
        raise SpaceError(
            f"There is no room for {name}={text[:40]}. Ask for a larger size, or for less of the rest."
        )
    if not re.fullmatch(r"\d{1,9}", text) or not low <= int(text) <= high:
        raise SpaceError(f"{name}={text[:40]} is not a whole number from {low} to {high}.")
    return int(text)


def wholes(options: Mapping[str, str], name: str, low: int, high: int) -> tuple[int, ...]:
    """Return an option that is a list of whole numbers in a range.

    >>> wholes({"counts": "2,3"}, "counts", 0, 9)
    (2, 3)
    """
    parts = options[name].split(",")
    try:
        return tuple(whole({name: part.strip()}, name, low, high) for part in parts)
    except SpaceError:
        raise SpaceError(
            f"{name}={options[name][:40]} is not a list of whole numbers from {low} to {high}."
            f" Write {name}=1,2 or the like."
        ) from None


def width_and_height(options: Mapping[str, str], most: int, name: str = "size") -> tuple[int, int]:
    """Return an option that is a size, such as 4x3. One number is a square.

    >>> width_and_height({"size": "4x3"}, 10), width_and_height({"size": "5"}, 10)
    ((4, 3), (5, 5))
    """
    sides = re.fullmatch(r"(\d{1,4})(?:x(\d{1,4}))?", options[name])
    width, height = (int(sides[1]), int(sides[2] or sides[1])) if sides else (0, 0)
    if not (1 <= width <= most and 1 <= height <= most):
        raise SpaceError(
            f"{name}={options[name][:40]} is not a width and a height up to {most}. Write {name}=4x3."
        )
    return width, height


def one_of(options: Mapping[str, str], name: str, choices: Sequence[str]) -> str:
    """Return an option that is one of some words.

    >>> one_of({"symmetry": "half"}, "symmetry", ("all", "reduced"))
    Traceback (most recent call last):
    ...
    quandary.errors.SpaceError: symmetry=half is not one of all, reduced.
    """
    if options[name] not in choices:
        raise SpaceError(f"{name}={options[name][:40]} is not one of {', '.join(choices)}.")
    return options[name]


def is_reduced(options: Mapping[str, str]) -> bool:
    """Return whether things that are the same up to symmetry count once."""
    return one_of(options, "symmetry", ("all", "reduced")) == "reduced"
