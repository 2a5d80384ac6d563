"""What the words of an explanation mean: the same sentences as in the glossary of the documentation."""

import re
from collections.abc import Iterable
from textwrap import fill

TERMS = {
    "Bit": "The information in one answer to a yes-or-no question.",
    "MUSE": "Minimum uniform solution entropy: the fewest bits of choice on a path to a solution.",
    "ReMUSE": "Relative MUSE: the same, without choices that do not matter.",
    "Player": "The rules a person knows, the families they look at, how far they look ahead, and optionally a prior.",
    "Rule": 'Something a player may know about a kind, beyond which moves are legal: "the line has to pass between two colours".',
    "Random play": "Somebody who chooses blindly among all moves that the player does not rule out.",
    "Forced step": "A step with a single option, which costs no bits.",
    "Generated": "Made by lot by a kind's generator. Generated puzzles of the same size are what others are compared with.",
}
"""Term → its meaning."""


def used(text: str) -> list[str]:
    """Return the terms that occur in a text, in the order of the list.

    >>> used("4.8 bits of ReMUSE for the player “paper”")
    ['Bit', 'ReMUSE', 'Player']
    """
    return [term for term in TERMS if re.search(rf"\b{term}s?\b", text, re.IGNORECASE)]


def meanings(text: str, columns: int) -> str:
    """Return a paragraph for each term that occurs in a text.

    >>> print(meanings("2 bits", 80))
    Bit: The information in one answer to a yes-or-no question.
    """
    return "\n".join(fill(f"{term}: {meaning}", columns) for term, meaning in told(used(text)))


def told(terms: Iterable[str]) -> list[tuple[str, str]]:
    """Return terms with their meanings."""
    return [(term, TERMS[term]) for term in terms]
