"""Show what learned rules are worth:  python benchmarks/prove_discover.py [WORD] [--states N] [--held N] [--count N].

For each kind: learn from generated puzzles, then, on puzzles of other seeds and of sizes never trained on,

    sound      live states that lose a live move to a learned rule, of N (there must be none)
    implied    hand-written local rules that the learned ones imply (by SAT over all that may be seen)
    bits       mean MUSE without rules, for the hand-written default, the learned rules alone, and in place of its
               local rules; the same for the expert
    list       the number of rules that reach 90 % of what all of them save
"""

import argparse
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from time import monotonic, process_time
from typing import Any

import numpy as np
from pysat.solvers import Minisat22
from verdict import FAILED, report

from quandary._native import Native
from quandary.discovering import Discovery, discover
from quandary.generating.band import generated
from quandary.kind import Kind, kind_of
from quandary.library.registry import kind
from quandary.limits import Limits
from quandary.measuring.entropy import muse
from quandary.player import Player
from quandary.puzzle import is_fill
from quandary.rules import Rule
from quandary.solving.choose import QuickestEngine
from quandary.solving.explore import explore
from quandary.solving.search import solutions
from quandary.theory import MOVE, Fact, Facts
from quandary.theory.learned import as_rules
from quandary.theory.slots import Signature, signature

EACH = Limits(seconds=20)
REACHED = 0.9
SOLUTIONS = 400
"""The ways to solutions of a puzzle whose states are tried."""
STATES, LONGEST = 60_000, 200
"""The most states of a puzzle without several solutions, and the most moves of a walk through the live ones."""
LOCAL = ("squares", "must-cross", "checkpoint-edge", "corners", "one-way-out")
"""Hand-written rules that fit into a window. Learned ones take their place."""


@dataclass(frozen=True)
class Case:
    """What to learn from, and what to try the rules on."""

    kind: str
    size: str
    count: int
    wishes: Mapping[str, str] = field(default_factory=dict)
    radius: int = 2
    larger: tuple[str, ...] = ()
    """Sizes never trained on."""
    held: str = ""
    """The size of the held-out puzzles, if not that of the training. A 4x4 Fillomino has nothing left to gain."""

    @property
    def title(self) -> str:
        """The case in a few words."""
        return " ".join([self.kind, *self.wishes.values(), self.size])


CASES = (
    Case("witness", "3x3", 120, {"elements": "triangles"}, larger=("2x3", "4x4")),
    Case("witness", "3x3", 80, {"elements": "squares"}, larger=("2x3", "4x4")),
    Case("witness", "3x3", 80, {"elements": "hexagons"}, larger=("2x3", "4x4")),
    Case("witness", "3x3", 60, {"elements": "stars"}, larger=("2x3", "4x4")),
    Case("witness", "3x3", 60, {"elements": "polyominoes"}, larger=("2x3", "4x4")),
    Case("maze", "4x4", 80, larger=("3x3", "5x5")),
    Case("sokoban", "6x6-2", 60, radius=3, larger=("5x5-1", "7x7-2")),
    Case("sudoku", "9x9", 6, larger=("4x4", "6x6")),
    Case("fillomino", "4x4", 20, larger=("3x3", "5x5"), held="5x5"),
)


def puzzles_of(case: Case, size: str, seed: int) -> Iterator[Any]:
    """Yield puzzles of a case without end."""
    return generated(kind(case.kind), size, seed, wishes=case.wishes)


# Sound


Way = tuple[int, Sequence[Any], Sequence[Hashable]]
"""The number of a start, the moves of a solution, and for each what tells the state before it from others."""


def ways(puzzle: Any, twin: Native, random: Random) -> Iterator[Way]:
    """Yield ways to solutions. Every state on them is live, and so is the move made there."""
    if is_fill(puzzle):
        return _orders(puzzle, random)
    if kind_of(puzzle) is kind("sokoban"):
        return _walks(puzzle, twin, random)
    return _listed(puzzle)


def _orders(puzzle: Any, random: Random) -> Iterator[Way]:
    """Yield the moves of one solution in many orders."""
    for solution in solutions(puzzle, most=1, limits=EACH).found:
        number = {move: at for at, move in enumerate(solution.moves)}
        for _ in range(SOLUTIONS):
            moves, keys, made = random.sample(solution.moves, len(solution.moves)), list[Hashable](), 0
            for move in moves:
                keys.append(made)
                made |= 1 << number[move]
            yield 0, moves, keys


def _listed(puzzle: Any) -> Iterator[Way]:
    """Yield the first solutions. A state is a path, so it is told by the moves that lead there."""
    starts = list(puzzle.starts())
    for each in solutions(puzzle, most=SOLUTIONS, limits=EACH).found:
        start, keys = starts.index(each.start), list[Hashable]()
        for at in range(len(each.moves)):
            keys.append(hash((start, each.moves[:at])))
        yield start, each.moves, keys


def _walks(puzzle: Any, twin: Native, random: Random) -> Iterator[Way]:
    """Yield random ways through the live states, which have one start."""
    graph = explore(puzzle, limits=Limits(states=STATES))
    live = np.isfinite(graph.steps_left)
    for _ in range(SOLUTIONS if graph.complete and live[graph.starts[0]] else 0):
        path, keys, here = list[int](), list[Hashable](), int(graph.starts[0])
        while not graph.solved[here] and len(path) < LONGEST:
            keys.append(here)
            [options] = twin.handle.options(path, [], None, 0)
            children = graph.children(here)
            step = random.choice(np.flatnonzero(live[children]).tolist())
            path.append(options.moves[step])
            here = int(children[step])
        yield 0, [twin.moves[move] for move in path], keys


def variants(puzzle: Any, random: Random) -> Iterator[Any]:
    """Yield a puzzle, and the same with fewer elements, so that it has more solutions."""
    yield puzzle
    for part in ("cells", "hexagons", "checkpoints"):
        if some := getattr(puzzle, part, ()):
            kept = random.sample(sorted(some, key=repr), (len(some) + 1) // 2)
            yield replace(puzzle, **{part: type(some)(kept)})


def wrong_strikes(case: Case, found: Discovery, most: int, seconds: float) -> tuple[int, int]:
    """Return how many live states lose a live move, and in how many different ones that was tried, in C++."""
    of = kind(case.kind)
    player, random = Player(as_rules(found.rules, of.theory()), name="learned"), Random(1)
    wrong = tried = 0
    for at, size in enumerate(case.larger, start=1):
        over = monotonic() + seconds / len(case.larger)
        for puzzle in (each for one in puzzles_of(case, size, 901) for each in variants(one, random)):
            if tried >= most * at // len(case.larger) or monotonic() > over:
                break
            engine = QuickestEngine(puzzle).native
            assert engine and not engine.lacks(player), "there is no twin for this"
            twin = engine.twin.knowing(player)
            handle: Any = twin.handle
            number, seen = {move: at for at, move in enumerate(twin.moves)}, set[Hashable]()
            for start, moves, keys in ways(puzzle, twin, random):
                wrong += handle.wrong_strikes(start, [number[move] for move in moves])
                seen.update(keys)
            tried += len(seen)
    return wrong, tried


# Implied


def is_implied(of: Kind, patterns: Sequence[Facts], hand: Facts, some: Sequence[Sequence[Fact]] = ()) -> bool:
    """Return whether a learned pattern holds wherever a hand-written one does, whatever else is seen.

    `some` are facts of which at least one is always seen, such as where the path came from.
    """
    numbers: dict[Fact, int] = {}
    with Minisat22() as solver:
        for fact in hand:
            solver.add_clause([numbers.setdefault(fact, len(numbers) + 1)])
        for group in some:
            solver.add_clause([numbers.setdefault(fact, len(numbers) + 1) for fact in group])
        for pattern in patterns:
            for turned in of.theory().turns(pattern):
                solver.add_clause([-numbers.setdefault(fact, len(numbers) + 1) for fact in turned])
        return not solver.solve()


def is_covered(known: Signature, met: Signature) -> bool:
    """Return whether each slot that a technique needs can be given its own slot of a learned rule, no smaller."""
    fits = {
        (a, b): 1 + a * len(known) + b
        for a, needed in enumerate(met)
        for b, slot in enumerate(known)
        if slot[0] == needed[0] and slot[1] >= needed[1] and slot[2] >= needed[2]
    }
    with Minisat22() as solver:
        for a in range(len(met)):
            solver.add_clause([number for (at, _), number in fits.items() if at == a])
        for (a, b), one in fits.items():
            for (other, same), two in fits.items():
                if b == same and a < other:
                    solver.add_clause([-one, -two])
        return bool(solver.solve())


UP = Fact(MOVE, (0, 1))
CAME = [Fact("line", (0, -1)), Fact("line", (-1, 0)), Fact("start", (0, 0))]
HAND: Mapping[str, tuple[tuple[str, Facts, tuple[Sequence[Fact], ...]], ...]] = {
    "hexagons": (("must-cross", frozenset({UP, Fact("must", (1, 0))}), (CAME,)),),
    "squares": (
        (
            "squares",
            frozenset(
                {
                    UP,
                    Fact("square", (1, 1), 0),
                    Fact("square", (1, -1), 1),
                    Fact("cell", (1, 1)),
                    Fact("cell", (1, -1)),
                }
            ),
            (CAME,),
        ),
    ),
    "triangles": (
        (
            "triangles: no more lines than triangles",
            frozenset({UP, Fact("triangles", (1, 1), 1), Fact("line", (1, 0)), Fact("cell", (1, 1))}),
            (),
        ),
    ),
    "maze": (("checkpoint-edge", frozenset({UP, Fact("must", (1, 0))}), (CAME,)),),
    "sokoban": (
        (
            "corners",
            frozenset(
                {Fact(MOVE, (0, 0)), Fact("plain", (0, 0)), Fact("wall", (1, 0)), Fact("wall", (0, 1))}
            ),
            (),
        ),
    ),
    "fillomino": (
        (
            "one-way-out of a single cell",
            frozenset(
                {
                    Fact(MOVE, (0, 0)),
                    Fact("in", (1, 0), 1),
                    Fact("more", (1, 0), 1),
                    Fact("off", (2, 0)),
                    Fact("off", (1, 1)),
                    Fact("in", (1, -1), 2),
                }
            ),
            (),
        ),
    ),
}
TECHNIQUES = {
    "naked single": (("cell", 1, 0),),
    "hidden single in a row": (("row", 1, 0),),
    "hidden single in a column": (("column", 1, 0),),
    "hidden single in a box": (("box", 1, 0),),
    "pointing": (("box", 2, 0),),
    "claiming in a row": (("row", 2, 0),),
    "naked pair": (("cell", 2, 1), ("cell", 2, 1)),
    "hidden pair in a box": (("box", 2, 1), ("box", 2, 1)),
    "x-wing in rows": (("row", 2, 1), ("row", 2, 1)),
}


def implied(case: Case, found: Discovery) -> Iterator[str]:
    """Yield which hand-written local rules follow from the learned ones."""
    of = kind(case.kind)
    if case.kind == "sudoku":
        known = [signature(rule.facts) for rule in found.rules]
        for name, slots in TECHNIQUES.items():
            holds = any(is_covered(each, slots) for each in known)
            yield f"{'' if holds else FAILED + ' '}   implied: {name}: {'yes' if holds else 'no'}"
        return
    patterns = [pattern for rule in found.rules for pattern in rule.patterns]
    for name, facts, some in HAND.get(case.wishes.get("elements", case.kind), ()):
        holds = is_implied(of, patterns, facts, some)
        yield f"{'' if holds else FAILED + ' '}   implied: {name}: {'yes' if holds else 'no'}"


# Bits


def mean_muse(puzzles: Sequence[Any], player: Player) -> tuple[float, int]:
    """Return the mean MUSE of the puzzles that can be measured in time, and how many cannot."""
    values = [muse(each, player, limits=EACH).value for each in puzzles]
    known = [value for value in values if value is not None]
    return sum(known) / max(1, len(known)), len(values) - len(known)


def bits(case: Case, found: Discovery, held: int) -> Iterator[str]:
    """Yield the mean MUSE of held-out puzzles for several players."""
    of = kind(case.kind)
    rules = as_rules(found.rules, of.theory())
    puzzles = list(islice(puzzles_of(case, case.held or case.size, 777), held))
    default, expert = of.people.default, of.player("expert")
    players = {
        "none": replace(default, rules=()),
        f"default ({default.name})": default,
        f"learned alone ({len(rules)})": replace(default, rules=rules),
        "learned and the default's global rules": replace(default, rules=(*_beyond(default), *rules)),
        "expert": expert,
        "learned and the expert's global rules": replace(expert, rules=(*_beyond(expert), *rules)),
    }
    means = {}
    for name, player in players.items():
        began = process_time()
        means[name], lost = mean_muse(puzzles, replace(player, name=name))
        yield f"   held out {len(puzzles)} of {case.held or case.size}: {means[name]:.3f} bits {name}{f', {lost} gave up' if lost else ''} ({process_time() - began:.1f} s)"
    values = list(means.values())
    yield f"{'' if values[3] <= values[1] + 1e-9 else FAILED + ' '}   learned default ≤ default: {values[3]:.3f} and {values[1]:.3f}"


def _beyond(player: Player) -> tuple[Rule, ...]:
    """Return the rules of a player that no window holds."""
    return tuple(rule for rule in player.rules if rule.name not in LOCAL)


def list_size(found: Discovery) -> str:
    """Return how many rules reach 90 % of the saving of all."""
    if found.none is None or found.all is None:
        return "   list: the ranking was cut short"
    saving = found.none - found.all
    for number, rule in enumerate(found.rules, start=1):
        if rule.left is not None and found.none - rule.left >= REACHED * saving:
            return f"   list: {number} rules reach {REACHED:.0%} of {saving:.2f} bits, of {len(found.rules)}"
    return "   list: the ranking was cut short"


def lines(word: str, states: int, held: int, share: float, seconds: float) -> Iterator[str]:
    """Yield the lines of every case with the word in its title."""
    for case in CASES:
        if word not in case.title:
            continue
        began = process_time()
        puzzles = islice(puzzles_of(case, case.size, 1), max(2, int(case.count * share)))
        found = discover(puzzles, kind(case.kind).theory(), radius=case.radius, limits=Limits(seconds=1200))
        yield (
            f"== {case.title}: {found.puzzles} puzzles, {found.dead_moves} dead moves,"
            f" {found.explained / max(1, found.dead_moves):.0%} explained, {len(found.rules)} rules,"
            f" {process_time() - began:.1f} s"
        )
        yield f"   training: {found.none} bits without rules, {found.all} with all"
        yield list_size(found)
        alike = sum(other.kind == case.kind for other in CASES)
        wrong, tried = wrong_strikes(case, found, states // alike, seconds)
        yield f"{FAILED + ' ' if wrong else ''}   sound: {wrong} wrong strikes in {tried:,} states of {', '.join(case.larger)}"
        yield from implied(case, found)
        yield from bits(case, found, held) if held else ()


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("word", nargs="?", default="", help="only cases with this in their title")
    parser.add_argument("--states", type=int, default=20_000, help="states to try rules on, for each kind")
    parser.add_argument(
        "--seconds", type=float, default=600, help="most seconds to try states, for each case"
    )
    parser.add_argument("--held", type=int, default=30, help="held-out puzzles")
    parser.add_argument("--share", type=float, default=1.0, help="learn from this share of the puzzles")
    options = parser.parse_args()
    return report(
        lines(options.word, options.states, options.held, options.share, options.seconds), (FAILED,)
    )


if __name__ == "__main__":
    sys.exit(main())
