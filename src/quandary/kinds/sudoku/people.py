"""What people notice in a Sudoku, from the easiest to the hardest, and who notices what.

The rules are those of the table of techniques. Nearly all of them come from three patterns: a slot with only one
option, slots that lock others, and chains of slots with two options.
"""

from quandary.kind import People
from quandary.kinds.sudoku.explainer import trace
from quandary.kinds.sudoku.rule_forms import CELL
from quandary.kinds.sudoku.techniques import TABLE, technique
from quandary.player import Player
from quandary.rules import Rule

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
"""Looks at cells and at digits in rows, columns and boxes: sees every single, guesses otherwise."""
CELLS = Player(name="cells", families=frozenset(CELL))
"""Looks at one cell after the other: sees naked singles only."""
PENCIL = Player(LOCKED, name="pencil")
"""A scanner who also sees digits confined to where a box and a line meet."""
PAIRER = Player(LOCKED + PAIRS, name="pairs")
"""One who sees pairs, too, naked and hidden."""
COUNTER = Player(LOCKED + PAIRS + LARGER_SETS + ALL_FISH, name="sets")
"""One who sees sets of up to four cells, digits or lines."""
WINGER = Player(COUNTER.rules + WINGS, name="wings")
"""One who sees short chains, too: all but long chains and what follows from there being one solution."""
PLAYERS = (CELLS, PENCIL, PAIRER, COUNTER, WINGER)


PEOPLE = People(rules=RULES, default=SCANNER, players=PLAYERS, policy="greedy", headline="muse", trace=trace)
