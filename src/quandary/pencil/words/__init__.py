"""The words of the language: what must hold. Each is one frozen class.

To add a word, write the class beside these (`forces` and `says`), name it here, and give `tests/test_pencil_words.py` a
few small cases. `forces` is all that a solver, a ladder and a judge need.
"""

from quandary.pencil.words.counting import at_least, at_most, exactly, no_square, passes, touches
from quandary.pencil.words.lines import runs, sees, skyline
from quandary.pencil.words.loop import no_loop, one_loop
from quandary.pencil.words.numbers import different, less, straight, total
from quandary.pencil.words.options import one_of
from quandary.pencil.words.pairs import paired
from quandary.pencil.words.shape import area, areas, connected
from quandary.pencil.words.tables import rows_where, table
from quandary.pencil.words.word import NO, OFF, ON, YES, BrokenError, Names, Word

__all__ = [
    "NO",
    "OFF",
    "ON",
    "YES",
    "BrokenError",
    "Names",
    "Word",
    "area",
    "areas",
    "at_least",
    "at_most",
    "connected",
    "different",
    "exactly",
    "less",
    "no_loop",
    "no_square",
    "one_loop",
    "one_of",
    "paired",
    "passes",
    "rows_where",
    "runs",
    "sees",
    "skyline",
    "straight",
    "table",
    "total",
    "touches",
]
