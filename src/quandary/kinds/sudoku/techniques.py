"""The techniques of a human-like solver, easiest first, with what each costs and says: one table.

The costs are the ratings of Nicolas Juillerat's Sudoku Explainer, version 1.2.1, as its successor Sukaku
Explainer (1.17) extends them: strong links, and wings of four cells and more. A technique with several
forms starts at its cost; longer loops, mixed or grouped links, and longer chains cost more by tenths.
The native solver has the same techniques in the same order.
"""

from typing import NamedTuple


class Technique(NamedTuple):
    """A way to make a step in a Sudoku."""

    name: str
    cost: float
    says: str
    needs_unique: bool = False
    """Sound only if there is exactly one solution."""


TECHNIQUES = (
    Technique("last-cell", 1.0, "Only one cell of a unit is empty."),
    Technique("hidden-single-box", 1.2, "A digit fits only one cell of a box."),
    Technique("hidden-single-line", 1.5, "A digit fits only one cell of a row or column."),
    Technique(
        "direct-pointing",
        1.7,
        "A digit of a box must be in one line, so only one cell of another box is left for it.",
    ),
    Technique(
        "direct-claiming",
        1.9,
        "A digit of a line must be in one box, so only one cell of another line is left for it.",
    ),
    Technique(
        "direct-hidden-pair",
        2.0,
        "Two digits take two cells of a unit, so only one cell is left for a third.",
    ),
    Technique("naked-single", 2.3, "Only one digit is left for a cell."),
    Technique(
        "direct-hidden-triple",
        2.5,
        "Three digits take three cells of a unit, so only one cell is left for a fourth.",
    ),
    Technique("pointing", 2.6, "A digit of a box must be in one line: it is nowhere else in that line."),
    Technique("claiming", 2.8, "A digit of a line must be in one box: it is nowhere else in that box."),
    Technique("naked-pair", 3.0, "Two cells of a unit share two digits: no other cell there takes them."),
    Technique("x-wing", 3.2, "A digit of two lines lies in two lines across: it is nowhere else in these."),
    Technique("hidden-pair", 3.4, "Two digits of a unit share two cells: nothing else goes there."),
    Technique(
        "naked-triple", 3.6, "Three cells of a unit share three digits: no other cell there takes them."
    ),
    Technique(
        "swordfish", 3.8, "A digit of three lines lies in three lines across: it is nowhere else in these."
    ),
    Technique("hidden-triple", 4.0, "Three digits of a unit share three cells: nothing else goes there."),
    Technique(
        "skyscraper",
        4.0,
        "A digit has two places in each of two parallel lines, one of each side by side: one of the others has it.",
    ),
    Technique(
        "two-string-kite",
        4.1,
        "A digit has two places in a row and two in a column, one of each in the same box: one of the others has it.",
    ),
    Technique(
        "turbot-fish", 4.1, "A digit has two places, or groups of places, in each of two units that meet."
    ),
    Technique(
        "xy-wing", 4.2, "Whichever of two digits a cell has, one of two cells that it sees has a third one."
    ),
    Technique(
        "xyz-wing", 4.4, "Whichever of three digits a cell has, it or one of two others has the third one."
    ),
    Technique(
        "unique-rectangle",
        4.5,
        "Two digits could change places in four cells, but the solution is unique.",
        True,
    ),
    Technique(
        "unique-loop", 4.6, "Two digits could change places around a loop, but the solution is unique.", True
    ),
    Technique("naked-quad", 5.0, "Four cells of a unit share four digits: no other cell there takes them."),
    Technique(
        "jellyfish", 5.2, "A digit of four lines lies in four lines across: it is nowhere else in these."
    ),
    Technique("hidden-quad", 5.4, "Four digits of a unit share four cells: nothing else goes there."),
    Technique("three-strong-links", 5.4, "One of two ends of three links has the digit."),
    Technique("wxyz-wing", 5.5, "Three cells with four digits, and a pair that takes one of two from them."),
    Technique(
        "bivalue-grave",
        5.6,
        "Every cell would have two digits, each twice in its units: two solutions.",
        True,
    ),
    Technique("four-strong-links", 5.8, "One of two ends of four links has the digit."),
    Technique("vwxyz-wing", 6.2, "Four cells with five digits, and a pair that takes one of two from them."),
    Technique(
        "aligned-pair",
        6.2,
        "A digit in one of two cells leaves nothing for the other, or for a pair both see.",
    ),
    Technique("five-strong-links", 6.2, "One of two ends of five links has the digit."),
    Technique("uvwxyz-wing", 6.6, "Five cells with six digits, and a pair that takes one of two from them."),
    Technique("six-strong-links", 6.6, "One of two ends of six links has the digit."),
    Technique("x-cycle", 6.5, "A ring of places for one digit, in which every second one has it."),
    Technique(
        "y-cycle", 6.5, "A ring of cells with two digits each, which have them in one sense or the other."
    ),
    Technique("x-chain", 6.6, "A digit in a place would follow its way back and not be there."),
    Technique("xy-cycle", 7.0, "A ring of cells and places that holds in one sense or the other."),
    Technique(
        "forcing-chain",
        7.0,
        "A digit in a cell would lead, step by step, to its not being there, or the reverse.",
    ),
    Technique(
        "tuvwxyz-wing", 7.5, "Six cells with seven digits, and a pair that takes one of two from them."
    ),
    Technique("nishio", 7.5, "A digit in a cell would leave no place for the same digit elsewhere."),
    Technique(
        "multiple-chains", 8.0, "Whichever digit a cell has, or wherever a digit is, the same follows."
    ),
    Technique("dynamic-chains", 8.5, "The same, remembering on the way what has been ruled out."),
    Technique("guess", 9.0, "Nothing known helps."),
)

GUESS = TECHNIQUES[-1]
TENTHS = [round(10 * technique.cost) for technique in TECHNIQUES]
EASY, MEDIUM, HARD = 1.5, 2.5, 5.0
"""Where the levels begin that lie above the easiest; four classes of about the same number of puzzles."""
LEVELS = {"easy": (0.0, EASY), "medium": (EASY, MEDIUM), "hard": (MEDIUM, HARD), "evil": (HARD, 100.0)}
"""The levels by name: from this rating on, up to but without that one."""


def level(rating: float) -> str:
    """The name of the level that a rating belongs to.

    >>> level(1.2), level(2.5), level(7.1)
    ('easy', 'hard', 'evil')
    """
    return next(name for name, (low, high) in LEVELS.items() if low <= rating < high)
