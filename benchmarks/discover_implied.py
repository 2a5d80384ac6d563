"""Which hand-written local rules follow from learned ones? By SAT over everything that may be seen.

A hand-written rule is put down as the situations in which it rules out a move: what is seen there for certain. Learned
rules imply it if one of their patterns holds in each, whatever else is seen. Where a state is lost already, no single
move is to blame: a player who knows the rules must not have got there. Sudoku's techniques are situations of candidates:
a solver goes through all that are as the technique says, or tighter, and can still be filled. Of quads and jellyfish, which
have tens of thousands, some are picked at random.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from random import Random
from typing import Any, NamedTuple

from pysat.solvers import Minisat22

from quandary.kind import Kind
from quandary.library.registry import find_kind
from quandary.theory import MOVE, Fact, Facts
from quandary.theory.learned import Learned
from quandary.theory.lines import FREE
from quandary.theory.notes import board_of
from quandary.theory.slots import Known, signature

UP = Fact(MOVE, (0, 1))
HERE = Fact(MOVE, (0, 0))
NEAR = ((1, 0), (-1, 0), (0, 1), (0, -1))
WAYS = (None, (0, -1), (-1, 0), (1, 0))
"""By which edge the path came, if the move goes up. By none if it starts here."""


def is_implied(of: Kind, patterns: Sequence[Facts], situation: Facts) -> bool:
    """Return whether a learned pattern holds wherever the situation does, whatever else is seen."""
    numbers: dict[Fact, int] = {}
    with Minisat22() as solver:
        for fact in situation:
            solver.add_clause([numbers.setdefault(fact, len(numbers) + 1)])
        for pattern in patterns:
            for turned in of.theory().turns(pattern):
                solver.add_clause([-numbers.setdefault(fact, len(numbers) + 1) for fact in turned])
        return not solver.solve()


# Paths


def _came(by: tuple[int, ...] | None) -> set[Fact]:
    """Return what is seen of the edges at the head of a path that came by one of them, or starts here."""
    return {Fact("line" if at == by else FREE, at) for at in NEAR}


def _now_or_never(*wanted: tuple[str, Any]) -> Iterator[Facts]:
    """Yield an edge that must be taken beside the head or behind it. `wanted` are facts on both sides of it, or on it."""
    for beside, came in product(((1, 0), (0, -1)), WAYS):
        if beside == came:
            continue
        dx, dy = beside
        places = [beside] if len(wanted) == 1 else [(dx + dy, dy + dx), (dx - dy, dy - dx)]
        seen = {Fact(sort, at, value) for (sort, value), at in zip(wanted, places, strict=True)}
        cells = {Fact("cell", at) for at in places} if len(wanted) > 1 else set[Fact]()
        yield frozenset({UP, *seen, *cells, *_came(came)})


def _triangles() -> Iterator[Facts]:
    """Yield cells beside the move whose lines, known or still possible, are not as many as their triangles."""
    for cell, came, count in product(((-1, 1), (-1, -1)), WAYS, (1, 2, 3)):
        x, y = cell
        sides = [(x + dx, y + dy) for dx, dy in NEAR]
        others = [side for side in sides if side not in NEAR]
        drawn = sum(side in sides for side in ((0, 1), came))
        for states in product(("open", "line", "shut"), repeat=len(others)):
            known = {Fact(state, side) for state, side in zip(states, others, strict=True) if state != "open"}
            if any(fact.sort == "line" and fact.at == (-1, 2) for fact in known):
                continue  # the path has been at the next point
            if came is None and "line" in states:
                continue  # nothing is drawn yet
            least, most = drawn + states.count("line"), drawn + states.count("line") + states.count("open")
            if not least <= count <= most:
                yield frozenset(
                    {UP, *_came(came), Fact("triangles", cell, count), Fact("cell", cell), *known}
                )


def is_lost(of: Kind, situation: Facts) -> bool:
    """Return whether a situation is refuted whichever move is made."""
    return of.theory().refutes(_still(situation)) is not None


def _still(situation: Facts) -> Facts:
    return frozenset(fact for fact in situation if fact.sort != MOVE)


def is_avoided(of: Kind, patterns: Sequence[Facts], lost: Facts) -> bool:
    """Return whether learned patterns rule out the step into a lost state, or one before it. No step leads to a start."""
    came = next((at for at in NEAR if Fact("line", at) in lost), None)
    if came is None:  # it starts here, or nothing is known of how it came
        return not any(fact.sort == "line" for fact in lost)
    before, step = _before(lost, came), Fact(MOVE, (-came[0], -came[1]))
    if of.theory().refutes(before) is None:
        return is_implied(of, patterns, before | {step})
    return is_avoided(of, patterns, before)


def _before(state: Facts, came: tuple[int, int]) -> Facts:
    """Return what is certain to have been seen before the last step. What is shut at its start may have been free."""
    moved = {fact._replace(at=(fact.at[0] - 2 * came[0], fact.at[1] - 2 * came[1])) for fact in state}
    known = {fact for fact in moved if fact.sort != FREE and fact.at not in NEAR}
    lines = {
        fact for fact in moved if fact.sort == "line" and fact.at in NEAR and fact.at != (-came[0], -came[1])
    }
    shut = {Fact(FREE, fact.at) for fact in moved if fact.sort == "shut" and fact.at in NEAR}
    return frozenset({*known, *(_came(lines.pop().at) if lines else shut)})


# Boxes and numbers


def _held(*facts: Fact) -> Facts:
    return frozenset({HERE, *facts})


CORNER = [Fact("plain", (0, 0)), Fact("wall", (1, 0)), Fact("wall", (0, 1))]
ALONG = [Fact("box", (1, 0)), Fact("wall", (0, 1)), Fact("wall", (1, 1))]


def _starved(region: Sequence[tuple[int, int]], own: int) -> Facts:
    """Return a region of a class with nowhere to go, and a number that is larger than its cells."""
    border = {(x + dx, y + dy) for x, y in region for dx, dy in NEAR} - {*region, (0, 0)}
    inside = {Fact("in", at, own) for at in region if at != (0, 0)}
    bars = {Fact("bar", at, own) for at in border}
    sizes = {Fact("more", at, k) for at in region for k in range(1, len(region) + 1)}
    return frozenset({HERE, *inside, *bars, *sizes})


LOCAL_RULES: Mapping[str, Mapping[str, Sequence[Facts]]] = {
    "hexagons": {"must-cross": list(_now_or_never(("must", None)))},
    "maze": {"checkpoint-edge": list(_now_or_never(("must", None)))},
    "squares": {"squares": list(_now_or_never(("square", 0), ("square", 1)))},
    "triangles": {"triangles, as far as they are seen from the cell": list(_triangles())},
    "sokoban": {
        "corners": [_held(*CORNER)],
        "frozen, two boxes along a wall": [
            _held(*ALONG, Fact("plain", (0, 0))),
            _held(*ALONG, Fact("plain", (1, 0))),
        ],
    },
    "fillomino": {
        "one-way-out of one cell": [_starved([(1, 0)], 1)],
        "one-way-out of two cells": [_starved([(1, 0), (1, 1)], 1)],
        "no-room for two": [_starved([(0, 0)], 0)],
        "no-room for three": [_starved([(0, 0), (1, 0)], 0)],
    },
}


class Count(NamedTuple):
    """Of how many situations of a hand-written rule something holds."""

    rule: str
    holds: int
    all: int


def local_rules(of: Kind, title: str, rules: Sequence[Learned]) -> Iterator[Count]:
    """Yield each hand-written local rule with the situations that learned rules imply, of those that are not lost before."""
    patterns = _patterns(rules)
    for name, situations in LOCAL_RULES.get(title, {}).items():
        implied = [is_implied(of, patterns, each) for each in situations]
        gaps = [
            each for each, holds in zip(situations, implied, strict=True) if not (holds or is_lost(of, each))
        ]
        yield Count(name, sum(implied), sum(implied) + len(gaps))


def lost_before(of: Kind, title: str, rules: Sequence[Learned]) -> Iterator[Count]:
    """Yield each hand-written local rule with its lost states that a player who knows the learned rules never gets to."""
    patterns = _patterns(rules)
    for name, situations in LOCAL_RULES.get(title, {}).items():
        lost = [
            _still(each) for each in situations if is_lost(of, each) and not is_implied(of, patterns, each)
        ]
        if lost:
            yield Count(name, sum(is_avoided(of, patterns, each) for each in lost), len(lost))


def _patterns(rules: Sequence[Learned]) -> list[Facts]:
    return [pattern for rule in rules for pattern in rule.patterns]


# Sudoku


class Technique(NamedTuple):
    """The candidates (row, column, digit) left for the slots of a family, and one that is struck elsewhere."""

    rule: str
    family: str
    left: frozenset[tuple[int, int, int]]
    struck: tuple[int, int, int]


def _technique(
    rule: str,
    family: str,
    rows: Sequence[int],
    columns: Sequence[int],
    digits: str,
    struck: tuple[int, int, int],
) -> Technique:
    """Return a technique whose candidates are in all cells where some rows and columns cross."""
    left = frozenset((row, column, int(digit)) for row in rows for column in columns for digit in digits)
    return Technique(rule, family, left, struck)


def _in_box(rule: str, family: str, struck: tuple[int, int, int], digits: str = "12") -> Technique:
    """Return a technique for digits and as many cells of a box that are not all in one line."""
    cells = ((0, 0), (1, 1), (2, 2), (0, 2))[: len(digits)]
    return Technique(
        rule, family, frozenset((*cell, int(digit)) for cell in cells for digit in digits), struck
    )


TECHNIQUES = (
    _technique("naked-single", "cell", [0], [0], "1", (0, 5, 1)),
    _technique("hidden-single-row", "row", [0], [0], "1", (5, 0, 1)),
    _technique("hidden-single-column", "column", [0], [0], "1", (0, 5, 1)),
    _technique("hidden-single-box", "box", [0], [0], "1", (0, 5, 1)),
    _technique("pointing-row", "box", [0], [0, 1, 2], "1", (0, 5, 1)),
    _technique("pointing-column", "box", [0, 1, 2], [0], "1", (5, 0, 1)),
    _technique("claiming-row", "row", [0], [0, 1, 2], "1", (1, 1, 1)),
    _technique("claiming-column", "column", [0, 1, 2], [0], "1", (1, 1, 1)),
    _technique("naked-pair-row", "cell", [0], [0, 4], "12", (0, 8, 1)),
    _technique("naked-pair-column", "cell", [0, 4], [0], "12", (8, 0, 1)),
    _in_box("naked-pair-box", "cell", (2, 2, 1)),
    _technique("hidden-pair-row", "row", [0], [0, 4], "12", (0, 0, 3)),
    _technique("hidden-pair-column", "column", [0, 4], [0], "12", (0, 0, 3)),
    _in_box("hidden-pair-box", "box", (0, 0, 3)),
    _technique("x-wing-rows", "row", [0, 4], [0, 4], "1", (8, 0, 1)),
    _technique("x-wing-columns", "column", [0, 4], [0, 4], "1", (0, 8, 1)),
    _technique("naked-triple-row", "cell", [0], [0, 4, 7], "123", (0, 8, 1)),
    _technique("naked-triple-column", "cell", [0, 4, 7], [0], "123", (8, 0, 1)),
    _in_box("naked-triple-box", "cell", (2, 1, 1), "123"),
    _technique("hidden-triple-row", "row", [0], [0, 4, 7], "123", (0, 0, 4)),
    _technique("hidden-triple-column", "column", [0, 4, 7], [0], "123", (0, 0, 4)),
    _in_box("hidden-triple-box", "box", (0, 0, 4), "123"),
    _technique("swordfish-rows", "row", [0, 4, 7], [0, 4, 7], "1", (8, 0, 1)),
    _technique("swordfish-columns", "column", [0, 4, 7], [0, 4, 7], "1", (0, 8, 1)),
    _technique("naked-quad-row", "cell", [0], [0, 3, 4, 7], "1234", (0, 8, 1)),
    _technique("naked-quad-column", "cell", [0, 3, 4, 7], [0], "1234", (8, 0, 1)),
    _in_box("naked-quad-box", "cell", (2, 1, 1), "1234"),
    _technique("hidden-quad-row", "row", [0], [0, 3, 4, 7], "1234", (0, 0, 5)),
    _technique("hidden-quad-column", "column", [0, 3, 4, 7], [0], "1234", (0, 0, 5)),
    _in_box("hidden-quad-box", "box", (0, 0, 5), "1234"),
    _technique("jellyfish-rows", "row", [0, 2, 4, 7], [0, 3, 4, 7], "1", (8, 0, 1)),
    _technique("jellyfish-columns", "column", [0, 2, 4, 7], [0, 3, 4, 7], "1", (0, 8, 1)),
)
SITUATIONS = 400
"""The most situations of one technique."""


def techniques(rules: Sequence[Learned]) -> Iterator[Count]:
    """Yield each technique, in how many situations of candidates learned rules strike what it does, and in how many it does."""
    sudoku = find_kind("sudoku")
    puzzle = sudoku.parse("." * 81)
    [start] = puzzle.starts()
    every = {(move.row, move.column, move.digit): move for move in puzzle.moves(start)}
    board, known = board_of(puzzle), Known([signature(each) for each in _patterns(rules)])
    for technique in TECHNIQUES:
        filled = {slot for at in technique.left for slot in puzzle.fills(every[at])}
        needed = {slot for slot in filled if slot.family == technique.family}
        struck, implied, met = every[technique.struck], 0, 0
        for left in _tighter(puzzle, every, technique, needed):
            if _strikes(puzzle, start, sudoku.rule(technique.rule), left, struck):
                met += 1
                notes = board.notes(start, left)
                implied += bool(known.refuting(notes, board.number[struck], known.sizes()))
        yield Count(technique.rule, implied, met)


def _tighter(
    puzzle: Any, every: Mapping[Any, Any], technique: Technique, needed: set[Any]
) -> Iterator[list[Any]]:
    """Yield the moves left in situations in which the slots keep some of the technique's candidates, and no others."""
    for kept in islice(_kept(puzzle, every, technique, needed), SITUATIONS):
        yield [
            move
            for at, move in every.items()
            if at in kept or (at not in technique.left and needed.isdisjoint(puzzle.fills(move)))
        ]


def _kept(
    puzzle: Any, every: Mapping[Any, Any], technique: Technique, needed: set[Any]
) -> Iterator[set[tuple[int, int, int]]]:
    """Yield the candidates in each situation that can still be filled, in an order without any meaning.

    There are two variables for each candidate: that it is kept, and that it is filled in.
    """
    random, slots = Random(1), {at: puzzle.fills(every[at]) for at in technique.left}
    order = random.sample(sorted(technique.left), len(technique.left))
    kept = {at: n for n, at in enumerate(order, start=1)}
    filled = {at: n + len(kept) for at, n in kept.items()}
    with Minisat22() as solver:
        for slot in needed:
            solver.add_clause([n for at, n in filled.items() if slot in slots[at]])
        for at, other in combinations(order, 2):
            if not set(slots[at]).isdisjoint(slots[other]):
                solver.add_clause([-filled[at], -filled[other]])
        for at in order:
            solver.add_clause([-filled[at], kept[at]])
        solver.set_phases(list(kept.values()))
        while solver.solve():
            model = solver.get_model()
            yield {at for at, n in kept.items() if n in model}
            solver.add_clause([-n if n in model else n for n in kept.values()])
            solver.set_phases([random.choice((n, -n)) for n in kept.values()])


def _strikes(puzzle: Any, state: Any, rule: Any, left: Sequence[Any], struck: Any) -> bool:
    """Return whether a hand-written rule rules a move out: itself, or by requiring one that fills a slot of it."""
    slots = set(puzzle.fills(struck))
    for finding in rule.find(puzzle, state, left):
        if struck in finding.cannot:
            return True
        if any(must != struck and not slots.isdisjoint(puzzle.fills(must)) for must in finding.must):
            return True
    return False
