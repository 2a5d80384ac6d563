"""How alike two puzzles look: the share of their characters that agree, in the best of their symmetries."""

from difflib import SequenceMatcher
from itertools import islice
from typing import Any

from quandary.kind import Kind

NEAR = 0.9
"""Puzzles that agree in more than this share are near-duplicates."""
MOST_SYMMETRIES = 16
"""The number of symmetries that are compared. Sudoku has millions."""
LONGEST = 2000
"""Texts beyond this length are compared only up to here."""


class Looks:
    """The texts of a puzzle's symmetries, compared with those of others."""

    def __init__(self, kind: Kind, puzzle: Any) -> None:
        self.kind = kind
        self.text = kind.format(puzzle)[:LONGEST]
        turn = kind.sameness.symmetries
        turned = islice(turn(puzzle), MOST_SYMMETRIES) if turn else ()
        self.texts = {self.text, *(kind.format(each)[:LONGEST] for each in turned)}

    def likeness(self, other: "Looks") -> float:
        """Return the share of characters that agree, from 0 to 1.

        >>> from quandary.library.registry import find_kind
        >>> sudoku = find_kind("sudoku")
        >>> one, two = (Looks(sudoku, sudoku.parse(text)) for text in (".3....3....41...", ".3....3....41..2"))
        >>> one.likeness(two)
        0.9375
        """
        if other.kind is not self.kind:
            return 0.0
        return max(_agreement(self.text, text) for text in other.texts)

    def is_near(self, other: "Looks") -> bool:
        """Return whether the two are near-duplicates."""
        return self.likeness(other) > NEAR


def _agreement(one: str, other: str) -> float:
    if len(one) == len(other):
        return sum(a == b for a, b in zip(one, other, strict=True)) / max(1, len(one))
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() > NEAR else matcher.quick_ratio()
