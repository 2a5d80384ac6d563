"""The last puzzle of the thesis's course, as players see it who know more and more.

A participant found it easier than its 20.05 bits: three pieces must touch by their colours, and the thesis's
rules look at two pieces at a time, and only at the end. The rules about bumps and colours show by how much.
"""

from collections.abc import Iterator

from quandary.kinds.tangram.hex.constraints import COLOURS, SELECTED, Relation, Touch
from quandary.kinds.tangram.hex.people import BUMPS, GAPS, TOUCHING, TOUCHING_CHAINS, TOUCHING_PAIRS
from quandary.kinds.tangram.hex.pieces import LOCATIONS
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.parts.fitting import PIECEWISE
from quandary.parts.laying import Place
from quandary.player import Player
from quandary.replicate._table import TableRow
from quandary.replicate.hex.statistics import bits, published_entropies, published_starts
from quandary.rules import Rule
from quandary.solving.search import count

CHAPTER = 12
PLAYERS: tuple[tuple[str, tuple[Rule, ...], str], ...] = (
    ("no_rules", (), "places pieces on free cells"),
    ("gaps", GAPS, "R3-R5, as the thesis's analyser"),
    ("bumps", (*GAPS, BUMPS), "and sees at once where a piece meets a bump"),
    ("touching", (*GAPS, BUMPS, TOUCHING), "and keeps the colours of the pieces placed: our usual player"),
    ("pairs", (*GAPS, BUMPS, TOUCHING, TOUCHING_PAIRS), "and leaves room for each piece that must touch"),
    (
        "chains",
        (*GAPS, BUMPS, TOUCHING, TOUCHING_PAIRS, TOUCHING_CHAINS),
        "and for all of them together: the rule that the thesis names as missing",
    ),
)


def rows() -> Iterator[TableRow]:
    """Yield the bits of the puzzle for players who know more and more."""
    value, puzzle = last_puzzle()
    yield TableRow("printed", 20.05, None, value, "the thesis's analyser, which ignores colours")
    note = "with the pieces placed as in the thesis"
    yield TableRow("solutions", 1, count(puzzle).solutions, note=note)
    for name, rules, says in PLAYERS:
        [seen] = bits([puzzle], Player(rules, PIECEWISE, name=name), "best")
        yield TableRow(name, None, seen, note=says)


def last_puzzle() -> tuple[float, Hex]:
    """Return the hardest puzzle of the last chapter in the thesis's reading, and its bits there."""
    values = published_entropies(CHAPTER)
    hardest = max(range(len(values)), key=values.__getitem__)
    task, slots = published_starts(CHAPTER)[hardest]
    solution = all_solutions()[task.solution]
    places = (LOCATIONS[solution.numbers[slot]] for slot in slots)
    placed = tuple(Place(each.piece, each.mask) for each in places)
    relations = () if task.relation is None else (_relation(*task.relation),)
    return values[hardest], Hex(solution.forbidden, placed, SELECTED, relations)


def _relation(one: int, other: int, touch: Touch) -> Relation:
    return Relation(COLOURS[one], COLOURS[other], touch)
