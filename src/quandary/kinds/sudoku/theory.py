"""The laws of a Sudoku, from which rules are learned: those of its slots, in the words of solvers."""

from quandary.theory.slots import SlotTheory

THEORY = SlotTheory(
    {
        "cell": ("cell", "cells"),
        "row": ("digit in a row", "digits in rows"),
        "column": ("digit in a column", "digits in columns"),
        "box": ("digit in a box", "digits in boxes"),
    }
)
