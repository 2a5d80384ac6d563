"""What people notice in a Sudoku, from the easiest to the hardest, and who notices what.

Nearly all of it comes from three patterns: a slot with only one option, slots that lock others, and chains of
slots with two options. The costs follow the scale of Nicolas Juillerat's Sudoku Explainer; what that has no
number for (W-wings, simple colouring, alternating chains) is put between its neighbours.
"""

from quandary.kind import People
from quandary.kinds.sudoku.explainer import trace
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.shapes import last_cell, unique_rectangle, xyz_wing
from quandary.parts.chains import chain
from quandary.player import Player
from quandary.puzzle import Slot
from quandary.rules import Rule, locked, only_option

LINES = ("row", "column")
UNITS = ("box", *LINES)
CELL = ("cell",)
NUMBERS = {2: "Two", 3: "Three", 4: "Four"}
SETS = {2: "pair", 3: "triple", 4: "quad"}
FISH = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}


def _within(sudoku: Sudoku, slot: Slot, covers: str) -> Slot:
    """What tells a slot from those with which it can never share a slot of the family `covers`."""
    return sudoku.board.first[slot][covers]


def _locked(name: str, bases: str, covers: str, size: int, cost: float, says: str) -> Rule:
    return locked(name, bases, covers, size, within=_within, cost=cost, says=says)


def _hidden_single(unit: str, cost: float) -> Rule:
    says = f"A digit fits only one cell of a {unit}, so it goes there."
    return only_option(f"hidden-single-{unit}", unit, cost=cost, says=says)


def _pointing(line: str) -> Rule:
    says = f"All places for a digit in a box lie in one {line}, so it is nowhere else in that {line}."
    return _locked(f"pointing-{line}", "box", line, 1, 2.6, says)


def _claiming(line: str) -> Rule:
    says = f"All places for a digit in a {line} lie in one box, so it is nowhere else in that box."
    return _locked(f"claiming-{line}", line, "box", 1, 2.8, says)


def _naked(size: int, cost: float) -> tuple[Rule, ...]:
    many = NUMBERS[size]

    def rule(unit: str) -> Rule:
        says = (
            f"{many} cells of a {unit} have only the same {many.lower()} digits left,"
            " so no other cell there takes them."
        )
        return _locked(f"naked-{SETS[size]}-{unit}", "cell", unit, size, cost, says)

    return tuple(map(rule, UNITS))


def _hidden(size: int, cost: float) -> tuple[Rule, ...]:
    many = NUMBERS[size]

    def rule(unit: str) -> Rule:
        says = (
            f"{many} digits fit only the same {many.lower()} cells of a {unit},"
            " so nothing else goes into these cells."
        )
        return _locked(f"hidden-{SETS[size]}-{unit}", unit, "cell", size, cost, says)

    return tuple(map(rule, UNITS))


def _fish(size: int, cost: float) -> tuple[Rule, ...]:
    many = NUMBERS[size].lower()

    def rule(line: str, across: str) -> Rule:
        says = (
            f"A digit fits only the same {many} {across}s in each of {many} {line}s,"
            f" so it is nowhere else in those {across}s."
        )
        return _locked(f"{FISH[size]}-{line}s", line, across, size, cost, says)

    return rule(*LINES), rule(*reversed(LINES))


def _skyscraper(line: str, across: str) -> Rule:
    says = (
        f"A digit has two places in each of two {line}s, one of each in the same {across}:"
        " one of the other two has it."
    )
    return chain(f"skyscraper-{line}s", (line,), (across,), (line,), cost=4.0, says=says)


LAST_CELL = Rule("last-cell", last_cell, 1.0, "Only one cell of a unit is empty.")
NAKED_SINGLE = only_option("naked-single", "cell", cost=2.3, says="Only one digit is left for a cell.")
SINGLES = (
    LAST_CELL,
    _hidden_single("box", 1.2),
    *(_hidden_single(line, 1.5) for line in LINES),
    NAKED_SINGLE,
)
LOCKED = (*map(_pointing, LINES), *map(_claiming, LINES))
PAIRS = _naked(2, 3.0) + _hidden(2, 3.4)
LARGER_SETS = _naked(3, 3.6) + _hidden(3, 4.0) + _naked(4, 5.0) + _hidden(4, 5.4)
ALL_FISH = _fish(2, 3.2) + _fish(3, 3.8) + _fish(4, 5.2)
WINGS = (
    _skyscraper(*LINES),
    _skyscraper(*reversed(LINES)),
    chain(
        "two-string-kite",
        ("row",),
        ("box",),
        ("column",),
        cost=4.1,
        says="A digit has two places in a row and two in a column, one of each in the same box:"
        " one of the other two has it.",
    ),
    chain(
        "xy-wing",
        CELL,
        UNITS,
        CELL,
        UNITS,
        CELL,
        cost=4.2,
        says="A cell has two digits left, and either makes one of two cells that it sees take the same third digit.",
    ),
    Rule(
        "xyz-wing",
        xyz_wing,
        4.4,
        "A cell has three digits left: it takes one of them, or makes one of two cells that it sees take that digit.",
    ),
    chain(
        "w-wing",
        CELL,
        UNITS,
        UNITS,
        UNITS,
        CELL,
        cost=4.4,
        says="Two cells have the same two digits left, and the only two places of one digit in a unit see one of them"
        " each: one of the two cells has the other digit.",
    ),
    chain(
        "simple-colouring",
        UNITS,
        UNITS,
        repeats=True,
        narrow=True,
        cost=4.6,
        says="The only two places of a digit in a unit, and in the next unit, and so on: every second has it.",
    ),
)
UNIQUE_RECTANGLE = Rule(
    "unique-rectangle",
    unique_rectangle,
    4.5,
    "Four cells in two boxes could exchange two digits, and there would be two solutions, unless one of them takes"
    " another digit.",
    needs_unique=True,
)
CHAINS = (
    chain(
        "xy-chain",
        CELL,
        UNITS,
        repeats=True,
        cost=6.5,
        says="Cells with two digits left that see each other in turn: one of the two ends has a digit.",
    ),
    chain(
        "x-chain",
        UNITS,
        UNITS,
        repeats=True,
        cost=6.6,
        says="Units with two places left for a digit, each seen from the last: one of the two ends has it.",
    ),
    chain(
        "alternating-chain",
        CELL + UNITS,
        CELL + UNITS,
        repeats=True,
        cost=7.0,
        says="If one digit is wrong, then step by step another one is right: one of the two ends holds.",
    ),
)
RULES = tuple(
    sorted(
        SINGLES + LOCKED + PAIRS + LARGER_SETS + ALL_FISH + WINGS + (UNIQUE_RECTANGLE,) + CHAINS,
        key=lambda rule: rule.cost,
    )
)

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
