"""What people notice in a Sudoku, from the easiest to the hardest, and who notices what.

All of it comes from two patterns: a slot with only one option, and slots that lock others. The costs
follow the scale of Nicolas Juillerat's Sudoku Explainer.
"""

from quandary.player import Player, Rule, locked, only_option

LINES = ("row", "column")
UNITS = ("box", *LINES)


def _hidden_single(unit: str, cost: float) -> Rule:
    says = f"A digit fits only one cell of a {unit}, so it goes there."
    return only_option(f"hidden-single-{unit}", unit, cost=cost, says=says)


def _pointing(line: str) -> Rule:
    says = f"All places for a digit in a box lie in one {line}, so it is nowhere else in that {line}."
    return locked(f"pointing-{line}", "box", line, 1, cost=2.6, says=says)


def _claiming(line: str) -> Rule:
    says = f"All places for a digit in a {line} lie in one box, so it is nowhere else in that box."
    return locked(f"claiming-{line}", line, "box", 1, cost=2.8, says=says)


def _naked_pair(unit: str) -> Rule:
    says = f"Two cells of a {unit} have only the same two digits left, so no other cell there takes them."
    return locked(f"naked-pair-{unit}", "cell", unit, 2, cost=3.0, says=says)


def _x_wing(line: str, across: str) -> Rule:
    says = (
        f"A digit fits only the same two {across}s in each of two {line}s,"
        f" so it is nowhere else in those {across}s."
    )
    return locked(f"x-wing-{line}s", line, across, 2, cost=3.2, says=says)


def _hidden_pair(unit: str) -> Rule:
    says = f"Two digits fit only the same two cells of a {unit}, so nothing else goes into these cells."
    return locked(f"hidden-pair-{unit}", unit, "cell", 2, cost=3.4, says=says)


NAKED_SINGLE = only_option("naked-single", "cell", cost=2.3, says="Only one digit is left for a cell.")
POINTING = tuple(map(_pointing, LINES))
CLAIMING = tuple(map(_claiming, LINES))
RULES = (
    _hidden_single("box", 1.2),
    *(_hidden_single(line, 1.5) for line in LINES),
    NAKED_SINGLE,
    *POINTING,
    *CLAIMING,
    *map(_naked_pair, UNITS),
    _x_wing("row", "column"),
    _x_wing("column", "row"),
    *map(_hidden_pair, UNITS),
)

SCANNER = Player(name="scanner")
"""Looks at cells and at digits in rows, columns and boxes: sees every single, guesses otherwise."""
CELLS = Player(name="cells", families=frozenset({"cell"}))
"""Looks at one cell after the other: sees naked singles only."""
PENCIL = Player(POINTING + CLAIMING, name="pencil")
"""A scanner who also sees digits confined to where a box and a line meet."""
