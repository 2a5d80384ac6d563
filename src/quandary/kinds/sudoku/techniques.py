"""One table of every technique that people use on a Sudoku, easiest first.

A row holds everything about its technique. The rating, the levels, traces, hints, the generator's wishes and the
features use the rows with a finder, and players use those with rules. The finders in C++ have the same names and get
their order and costs from here.

The costs are the ratings of Nicolas Juillerat's Sudoku Explainer, version 1.2.1, with the extensions of its
successor Sukaku Explainer (1.17) for strong links and for wings of four cells and more. If a technique has several
forms, `more` gives the extra cost of harder ones. Techniques without a rating there (W-wings, simple colouring,
XY-chains and alternating chains, which only players know) are placed between their neighbours.

`habit` is the cost by what experienced solvers do. In 137 recorded solves of the archive at janko.at, with 6,551 moves,
they chose a naked single 2.4 times as often as by chance [2.2, 2.6], but a hidden single in a box only 1.2 times
[1.1, 1.4]. So it comes before all hidden singles in hints and in `solver_rating`. The order of the rest is not
contradicted.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from quandary.kind import DifficultyLevel
from quandary.kinds.sudoku.finders import chains, links, patterns, unique, wings
from quandary.kinds.sudoku.finders.hint import Finder, first
from quandary.kinds.sudoku.finders.marks import PencilMarks
from quandary.kinds.sudoku.rule_forms import (
    CELL,
    UNITS,
    Maker,
    claiming,
    fish,
    hidden,
    naked,
    one_rule,
    pointing,
    same_finder,
    single,
    singles_in_lines,
    skyscraper,
)
from quandary.kinds.sudoku.rule_forms import links as linked
from quandary.kinds.sudoku.shapes import unique_rectangle, xyz_wing
from quandary.rules import Rule

WORDS = {"unit": "unit", "line": "line", "across": "lines across"}
"""The default names of units in the words of a technique."""


@dataclass(frozen=True, eq=False)
class Technique:
    """A way to make a step in a Sudoku.

    >>> technique("naked-pair").says
    'Two cells of a unit share two digits: no other cell there takes them.'
    """

    name: str
    cost: float
    """The cost of its simplest form, on the scale of Sudoku Explainer."""
    words: str
    find: Finder | None = None
    """The finder in Python, whose twin in C++ has the technique's name. Without one it is not rated."""
    players: Maker | None = None
    """The maker of the players' rules. Without one players do not know the technique."""
    apart: str = ""
    """The reason why players do not use the same finder."""
    more: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """The extra cost of harder forms, in tenths, by what is counted and from which number on."""
    others: Callable[[PencilMarks], int] | None = None
    """Counts the hints of this technique, if that number is used."""
    needs_unique: bool = False
    """Whether the technique is sound only if there is exactly one solution."""
    habit: float | None = None
    """Its cost by when experienced solvers use it, if their recorded solves put it elsewhere."""
    native: bool = True
    """Whether there is a twin in C++. If any technique has none, all rating is done in Python."""

    @property
    def says(self) -> str:
        """The technique in a sentence."""
        return self.says_of()

    def says_of(self, **form: str) -> str:
        """Describe a form of the technique in words.

        >>> technique("naked-pair").says_of(unit="row")
        'Two cells of a row share two digits: no other cell there takes them.'
        """
        return self.words.format(**WORDS | form)

    @property
    def level(self) -> str:
        """The level of puzzles whose hardest step is this technique."""
        return level(self.cost)

    @property
    def tenths(self) -> int:
        """The cost of its simplest form in tenths."""
        return round(10 * self.cost)

    def price(self, **counts: int) -> int:
        """Return the cost of a form of the technique in tenths.

        >>> technique("unique-loop").price(cells=8, set=3)
        49
        """
        return self.tenths + sum(
            tenths[bisect_right(numbers, counts[what])] for what, (numbers, tenths) in self._stairs.items()
        )

    @cached_property
    def _stairs(self) -> dict[str, tuple[list[int], list[int]]]:
        return {
            what: (sorted(steps), [0, *(steps[n] for n in sorted(steps))])
            for what, steps in self.more.items()
        }

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of players for this technique."""
        made = self.players(self) if self.players else ()
        return tuple(replace(rule, habit=self.habit) for rule in made)


AT_MOST = "Players also use sets with fewer members, so that a player who knows more never sees less."
MORE_LINKS = "Players follow a link to a place that is already out, too; ratings ask for two places left."
SLOTS = "Players see singles as slots with one option, as in every kind."
LENGTH = {
    "length": {
        7: 1, 9: 2, 11: 3, 15: 4, 19: 5, 27: 6, 35: 7, 51: 8, 67: 9, 99: 10, 131: 11, 195: 12, 259: 13, 387: 14,
        515: 15, 771: 16, 1027: 17, 1539: 18, 2051: 19, 3075: 20,
    }
}  # fmt: skip
"""The extra cost of long chains in tenths, from each of these numbers of steps on."""
LINKS = {"form": {links.MIXED: 1, links.ALL_MIXED: 2, links.GROUPED: 3}}
SET = {2: 1, 3: 2, 4: 3}
TWO_LINKS = links.strong_links(2)

TABLE = (
    Technique(
        "last-cell",
        1.0,
        "Only one cell of a unit is empty.",
        first(patterns.last_cell),
        same_finder(patterns.last_cell),
        others=patterns.hidden_singles,
    ),
    Technique(
        "hidden-single-box",
        1.2,
        "A digit fits only one cell of a box.",
        first(patterns.hidden_single, True),
        single("box"),
        SLOTS,
        others=patterns.hidden_singles,
    ),
    Technique(
        "hidden-single-line",
        1.5,
        "A digit fits only one cell of a {line}.",
        first(patterns.hidden_single, False),
        singles_in_lines,
        SLOTS,
        others=patterns.hidden_singles,
    ),
    Technique(
        "direct-pointing",
        1.7,
        "A digit of a box must be in one line, so only one cell of another box is left for it.",
        first(patterns.locked, True, True),
    ),
    Technique(
        "direct-claiming",
        1.9,
        "A digit of a line must be in one box, so only one cell of another line is left for it.",
        first(patterns.locked, False, True),
    ),
    Technique(
        "direct-hidden-pair",
        2.0,
        "Two digits take two cells of a unit, so only one cell is left for a third.",
        first(patterns.hidden_set, 2, True),
    ),
    Technique(
        "naked-single",
        2.3,
        "Only one digit is left for a cell.",
        first(patterns.naked_single),
        single("cell"),
        SLOTS,
        others=patterns.naked_singles,
        habit=1.1,
    ),
    Technique(
        "direct-hidden-triple",
        2.5,
        "Three digits take three cells of a unit, so only one cell is left for a fourth.",
        first(patterns.hidden_set, 3, True),
    ),
    Technique(
        "pointing",
        2.6,
        "A digit of a box must be in one {line}: it is nowhere else in that {line}.",
        first(patterns.locked, True, False),
        pointing,
        AT_MOST,
    ),
    Technique(
        "claiming",
        2.8,
        "A digit of a {line} must be in one box: it is nowhere else in that box.",
        first(patterns.locked, False, False),
        claiming,
        AT_MOST,
    ),
    Technique(
        "naked-pair",
        3.0,
        "Two cells of a {unit} share two digits: no other cell there takes them.",
        first(patterns.naked_set, 2),
        naked(2),
        AT_MOST,
    ),
    Technique(
        "x-wing",
        3.2,
        "A digit of two {line}s lies in two {across}: it is nowhere else in these.",
        first(patterns.fish, 2),
        fish(2),
        AT_MOST,
    ),
    Technique(
        "hidden-pair",
        3.4,
        "Two digits of a {unit} share two cells: nothing else goes there.",
        first(patterns.hidden_set, 2, False),
        hidden(2),
        AT_MOST,
    ),
    Technique(
        "naked-triple",
        3.6,
        "Three cells of a {unit} share three digits: no other cell there takes them.",
        first(patterns.naked_set, 3),
        naked(3),
        AT_MOST,
    ),
    Technique(
        "swordfish",
        3.8,
        "A digit of three {line}s lies in three {across}: it is nowhere else in these.",
        first(patterns.fish, 3),
        fish(3),
        AT_MOST,
    ),
    Technique(
        "hidden-triple",
        4.0,
        "Three digits of a {unit} share three cells: nothing else goes there.",
        first(patterns.hidden_set, 3, False),
        hidden(3),
        AT_MOST,
    ),
    Technique(
        "skyscraper",
        4.0,
        "A digit has two places in each of two parallel {line}s, one of each side by side: one of the others has it.",
        TWO_LINKS,
        skyscraper,
        MORE_LINKS,
    ),
    Technique(
        "two-string-kite",
        4.1,
        "A digit has two places in a row and two in a column, one of each in the same box: one of the others has it.",
        TWO_LINKS,
        linked(("row",), ("box",), ("column",)),
        MORE_LINKS,
    ),
    Technique(
        "turbot-fish",
        4.1,
        "A digit has two places, or groups of places, in each of two units that meet.",
        TWO_LINKS,
        more={"form": {links.GROUPED: 2}},
    ),
    Technique(
        "xy-wing",
        4.2,
        "Whichever of two digits a cell has, one of two cells that it sees has a third one.",
        first(wings.xy_wing, False),
        linked(CELL, UNITS, CELL, UNITS, CELL),
        AT_MOST,
    ),
    Technique(
        "xyz-wing",
        4.4,
        "Whichever of three digits a cell has, it or one of two others has the third one.",
        first(wings.xy_wing, True),
        one_rule(xyz_wing),
        AT_MOST,
    ),
    Technique(
        "w-wing",
        4.4,
        "Two cells have the same two digits left, and the only two places of one digit in a unit see one of them"
        " each: one of the two cells has the other digit.",
        players=linked(CELL, UNITS, UNITS, UNITS, CELL),
    ),
    Technique(
        "unique-rectangle",
        4.5,
        "Two digits could change places in four cells, but the solution is unique.",
        unique.unique_loops,
        one_rule(unique_rectangle),
        "Players see that a corner takes another digit, and strike what none of these allows; they ask first"
        " whether the solution is unique.",
        more={"set": SET},
        needs_unique=True,
    ),
    Technique(
        "unique-loop",
        4.6,
        "Two digits could change places around a loop, but the solution is unique.",
        unique.unique_loops,
        more={"cells": {8: 1, 10: 2}, "set": SET},
        needs_unique=True,
    ),
    Technique(
        "simple-colouring",
        4.6,
        "The only two places of a digit in a unit, and in the next unit, and so on: every second has it.",
        players=linked(UNITS, UNITS, repeats=True, narrow=True),
    ),
    Technique(
        "naked-quad",
        5.0,
        "Four cells of a {unit} share four digits: no other cell there takes them.",
        first(patterns.naked_set, 4),
        naked(4),
        AT_MOST,
    ),
    Technique(
        "jellyfish",
        5.2,
        "A digit of four {line}s lies in four {across}: it is nowhere else in these.",
        first(patterns.fish, 4),
        fish(4),
        AT_MOST,
    ),
    Technique(
        "hidden-quad",
        5.4,
        "Four digits of a {unit} share four cells: nothing else goes there.",
        first(patterns.hidden_set, 4, False),
        hidden(4),
        AT_MOST,
    ),
    Technique(
        "three-strong-links",
        5.4,
        "One of two ends of three links has the digit.",
        links.strong_links(3),
        more=LINKS,
    ),
    Technique(
        "wxyz-wing",
        5.5,
        "Three cells with four digits, and a pair that takes one of two from them.",
        wings.big_wing(3),
        more={"widest": {3: 1, 4: 0}},
    ),
    Technique(
        "bivalue-grave",
        5.6,
        "Every cell would have two digits, each twice in its units: two solutions.",
        unique.grave,
        more={"cells": {2: 1}},
        needs_unique=True,
    ),
    Technique(
        "four-strong-links",
        5.8,
        "One of two ends of four links has the digit.",
        links.strong_links(4),
        more=LINKS,
    ),
    Technique(
        "vwxyz-wing",
        6.2,
        "Four cells with five digits, and a pair that takes one of two from them.",
        wings.big_wing(4),
        more={"widest": {2: 1, 3: 2, 4: 1, 5: 0}},
    ),
    Technique(
        "aligned-pair",
        6.2,
        "A digit in one of two cells leaves nothing for the other, or for a pair both see.",
        first(wings.aligned_pair),
    ),
    Technique(
        "five-strong-links",
        6.2,
        "One of two ends of five links has the digit.",
        links.strong_links(5),
        more=LINKS,
    ),
    Technique(
        "uvwxyz-wing",
        6.6,
        "Five cells with six digits, and a pair that takes one of two from them.",
        wings.big_wing(5),
    ),
    Technique(
        "six-strong-links",
        6.6,
        "One of two ends of six links has the digit.",
        links.strong_links(6),
        more=LINKS,
    ),
    Technique(
        "xy-chain",
        6.5,
        "Cells with two digits left that see each other in turn: one of the two ends has a digit.",
        players=linked(CELL, UNITS, repeats=True),
    ),
    Technique(
        "x-cycle",
        6.5,
        "A ring of places for one digit, in which every second one has it.",
        chains.simple_chains,
        more=LENGTH,
    ),
    Technique(
        "y-cycle",
        6.5,
        "A ring of cells with two digits each, which have them in one sense or the other.",
        chains.simple_chains,
        more=LENGTH,
    ),
    Technique(
        "x-chain",
        6.6,
        "Places of one digit that follow from each other in turn: one of the two ends has it.",
        chains.simple_chains,
        linked(UNITS, UNITS, repeats=True),
        MORE_LINKS,
        more=LENGTH,
    ),
    Technique(
        "xy-cycle",
        7.0,
        "A ring of cells and places that holds in one sense or the other.",
        chains.simple_chains,
        more=LENGTH,
    ),
    Technique(
        "forcing-chain",
        7.0,
        "A digit in a cell would lead, step by step, to its not being there, or the reverse.",
        chains.simple_chains,
        more=LENGTH,
    ),
    Technique(
        "alternating-chain",
        7.0,
        "If one digit is wrong, then step by step another one is right: one of the two ends holds.",
        players=linked(CELL + UNITS, CELL + UNITS, repeats=True),
    ),
    Technique(
        "tuvwxyz-wing",
        7.5,
        "Six cells with seven digits, and a pair that takes one of two from them.",
        wings.big_wing(6),
    ),
    Technique(
        "nishio",
        7.5,
        "A digit in a cell would leave no place for the same digit elsewhere.",
        chains.nishio,
        more=LENGTH,
    ),
    Technique(
        "multiple-chains",
        8.0,
        "Whichever digit a cell has, or wherever a digit is, the same follows.",
        chains.multiple_chains,
        more=LENGTH,
    ),
    Technique(
        "dynamic-chains",
        8.5,
        "The same, remembering on the way what has been ruled out.",
        chains.dynamic_chains,
        more=LENGTH,
    ),
    Technique(
        "dynamic-plus",
        9.0,
        "The same, and on the way pointing, claiming, pairs and X-wings are seen, too.",
        chains.dynamic_plus,
        more=LENGTH,
    ),
    Technique(
        "nested-chains",
        9.5,
        "The same, and on the way cycles and forcing chains are seen, too.",
        chains.nested_chains,
        more=LENGTH,
    ),
    Technique(
        "nested-multiple",
        10.0,
        "The same, and on the way multiple chains are seen, too.",
        chains.nested_multiple,
        more=LENGTH,
    ),
    Technique(
        "nested-dynamic",
        10.5,
        "The same, and on the way dynamic chains are seen, too.",
        chains.nested_dynamic,
        more=LENGTH,
    ),
    Technique("guess", 11.0, "Nothing known helps.", patterns.guess),
)

TECHNIQUES = tuple(row for row in TABLE if row.find)
"""The techniques of the rating, in the order of search."""


def _by_habit() -> tuple[Technique, ...]:
    """Return the techniques of the rating in the order of experienced solvers, with their costs by it."""
    rows = [row for row in TECHNIQUES if row.habit is None]
    for row in TECHNIQUES:
        if row.habit is not None:
            at = next(at for at, other in enumerate(rows) if other.cost > row.habit)
            rows.insert(at, replace(row, cost=row.habit))
    return tuple(rows)


BY_HABIT = _by_habit()
BY_NAME = {row.name: row for row in TABLE}


def technique(name: str) -> Technique:
    """Return the technique with a name.

    >>> technique("x-wing").cost
    3.2
    """
    return BY_NAME[name]


GUESS = technique("guess")
EASY, MEDIUM, HARD, TOUGH = 1.5, 2.5, 3.5, 5.7
"""The ratings at which the levels above the easiest begin: each adds techniques that people learn together."""
LEVELS = {
    "easy": DifficultyLevel(0.0, EASY, "the only place for a digit in a box"),
    "medium": DifficultyLevel(
        EASY, MEDIUM, "also the only place in a row or column, and the only digit for a cell"
    ),
    "hard": DifficultyLevel(
        MEDIUM, HARD, "also pointing, claiming, pairs and X-wings, best with pencil marks"
    ),
    "tough": DifficultyLevel(
        HARD,
        TOUGH,
        "also triples, quads, larger fish, wings and unique rectangles: the hardest for paper",
    ),
    "evil": DifficultyLevel(TOUGH, 100.0, "chains of what-ifs, which few people follow on paper"),
}
"""The levels by name."""


def level(rating: float) -> str:
    """Return the name of the level that a rating belongs to.

    >>> level(1.2), level(2.5), level(7.1)
    ('easy', 'hard', 'evil')
    """
    return next(name for name, each in LEVELS.items() if each.holds(rating))
