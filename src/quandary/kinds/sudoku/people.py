"""What people notice in a Sudoku, from the easiest to the hardest, and which player knows what.

The rules are those of the table of techniques. Nearly all of them come from three patterns: a slot with only one
option, slots that lock others, and chains of slots with two options.
"""

from quandary.kind import People
from quandary.kinds.sudoku.rule_forms import CELL
from quandary.kinds.sudoku.techniques import TABLE, technique
from quandary.player import Player
from quandary.rules import Rule
from quandary.theory import Theory

RULES = tuple(sorted((rule for row in TABLE for rule in row.rules), key=lambda rule: rule.cost))


def _rules(*names: str) -> tuple[Rule, ...]:
    """Return the rules of some techniques."""
    return tuple(rule for name in names for rule in technique(name).rules)


SINGLES = _rules("last-cell", "hidden-single-box", "hidden-single-line", "naked-single")
LOCKED = _rules("pointing", "claiming")
PAIRS = _rules("naked-pair", "hidden-pair")
LARGER_SETS = _rules("naked-triple", "hidden-triple", "naked-quad", "hidden-quad")
ALL_FISH = _rules("x-wing", "swordfish", "jellyfish")
WINGS = _rules("skyscraper", "two-string-kite", "xy-wing", "xyz-wing", "w-wing", "simple-colouring")

SCANNER = Player(name="scanner")
"""A player who looks at cells and at digits in rows, columns and boxes, sees every single and else guesses."""
CELLS = Player(name="cells", families=frozenset(CELL))
"""A player who looks at one cell after another and sees only naked singles."""
PENCIL = Player(LOCKED, name="pencil")
"""A scanner who also sees digits confined to the intersection of a box and a line."""
PAIRER = Player(LOCKED + PAIRS, name="pairs")
"""A player who also sees naked and hidden pairs."""
COUNTER = Player(LOCKED + PAIRS + LARGER_SETS + ALL_FISH, name="sets")
"""A player who also sees sets of up to four cells, digits or lines."""
WINGER = Player(COUNTER.rules + WINGS, name="wings")
"""A player who also sees short chains, but neither long chains nor consequences of uniqueness."""
PLAYERS = (CELLS, PENCIL, PAIRER, COUNTER, WINGER)


def theory() -> Theory:
    """Return the laws of slots, with names for cells and for digits in rows, columns and boxes."""
    from quandary.kinds.sudoku.theory import THEORY

    return THEORY


PEOPLE = People(
    rules=RULES,
    players=(SCANNER, *PLAYERS),
    policy="greedy",
    said=(lambda rating: f"rating {rating:.1f} on the scale of Sudoku Explainer", "have a lower rating"),
    columns=("se_rating", "se_effort", "hard_steps", "empties"),
    one_solution=True,
    theory=theory,
)
