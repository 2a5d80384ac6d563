"""Show what learned rules are worth:  python benchmarks/prove_discover.py [WORD] [--states N] [--held N] [--keep DIR].

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
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any

import numpy as np
from discover_implied import local_rules, lost_before, techniques
from verdict import FAILED, report

from quandary._native import LEARNED, Native
from quandary.discovering import Discovery, discover
from quandary.generating.band import generated
from quandary.library.registry import find_kind
from quandary.limits import Limits
from quandary.measuring.entropy import muse
from quandary.player import Player
from quandary.puzzle import is_fill
from quandary.rules import Rule
from quandary.solving.choose import QuickestEngine
from quandary.solving.explore import explore
from quandary.solving.search import solutions
from quandary.theory.learned import as_rules, read_rule_file

EACH = Limits(seconds=20)
REACHED = 0.9
SOLUTIONS = 400
"""The ways to solutions of a puzzle whose states are tried."""
STATES = 60_000
"""The most states of a puzzle whose live states are all visited."""
RETARGETED = 30
"""How often the boxes of a level get other targets, since levels take longer to make than to visit."""
LOCAL = ("squares", "must-cross", "checkpoint-edge", "corners", "one-way-out")
"""Hand-written rules that fit into a window. Learned ones take their place."""


@dataclass(frozen=True)
class Case:
    """What to learn from, and what to try the rules on."""

    kind: str
    size: str
    count: int
    wishes: Mapping[str, str] = field(default_factory=dict)
    lessons: tuple[Mapping[str, str], ...] = ()
    """Further wishes, each for as many more of the training puzzles: what usual puzzles hardly ever need."""
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
    Case("sokoban", "6x6-2", 60, radius=3, larger=("5x5-1", "7x7-2", "8x8-3")),
    Case(
        "sudoku",
        "9x9",
        3,
        lessons=tuple({"technique": each} for each in ("naked-pair", "naked-triple", "hidden-triple")),
        radius=3,
        larger=("4x4", "6x6"),
    ),
    Case("fillomino", "4x4", 20, larger=("3x3", "5x5"), held="5x5"),
)


def puzzles_of(case: Case, size: str, seed: int) -> Iterator[Any]:
    """Yield puzzles of a case without end."""
    return generated(find_kind(case.kind), size, seed, wishes=case.wishes)


# Sound


Way = tuple[int, Sequence[Any], Sequence[Hashable]]
"""The number of a start, the moves of a solution, and for each what tells the state before it from others."""


def ways(puzzle: Any, random: Random) -> Iterator[Way]:
    """Yield ways to solutions. Every state on them is live, and so is the move made there."""
    return _orders(puzzle, random) if is_fill(puzzle) else _listed(puzzle)


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


def visited(puzzle: Any, twin: Native) -> tuple[int, int]:
    """Return how many live states of a puzzle with one start lose a live move, and how many there are."""
    graph, handle = explore(puzzle, limits=Limits(states=STATES)), twin.handle
    live = np.isfinite(graph.steps_left)
    if not graph.complete or not live[graph.starts[0]]:
        return 0, 0
    ways: dict[int, list[int]] = {int(graph.starts[0]): []}
    wrong = tried = 0
    for here in (todo := list(ways)):  # grows during the loop
        if graph.solved[here]:
            continue
        [legal], left = (
            handle.options(ways[here], [], None, 0),
            handle.options(ways[here], [LEARNED], None, 0),
        )
        kept = {move for each in left for move in each.moves}
        onward = [
            (move, int(there))
            for move, there in zip(legal.moves, graph.children(here), strict=True)
            if live[there]
        ]
        wrong += any(move not in kept for move, _ in onward)
        tried += 1
        for move, there in onward:
            if there not in ways:
                ways[there] = [*ways[here], move]
                todo.append(there)
    return wrong, tried


def variants(puzzle: Any, random: Random) -> Iterator[Any]:
    """Yield a puzzle, and the same with fewer elements, so that it has more solutions, or with other targets."""
    yield puzzle
    for _ in range(RETARGETED if hasattr(puzzle, "targets") else 0):
        free = sorted(puzzle.floor - puzzle.boxes)
        yield replace(puzzle, targets=frozenset(random.sample(free, len(puzzle.boxes))))
    for part in ("cells", "hexagons", "checkpoints"):
        if some := getattr(puzzle, part, ()):
            kept = random.sample(sorted(some, key=repr), (len(some) + 1) // 2)
            yield replace(puzzle, **{part: type(some)(kept)})


def wrong_strikes(case: Case, found: Discovery, most: int, seconds: float, seed: int) -> tuple[int, int]:
    """Return how many live states lose a live move, and in how many different ones that was tried, in C++."""
    of = find_kind(case.kind)
    player, random = Player(as_rules(found.rules, of.theory()), name="learned"), Random(1)
    wrong = tried = 0
    for at, size in enumerate(case.larger, start=1):
        over = monotonic() + seconds / len(case.larger)
        for puzzle in (each for one in puzzles_of(case, size, seed) for each in variants(one, random)):
            if tried >= most * at // len(case.larger) or monotonic() > over:
                break
            engine = QuickestEngine(puzzle).native
            assert engine and not engine.lacks(player), "there is no twin for this"
            twin = engine.twin.knowing(player)
            if not (is_fill(puzzle) or of.theory().has_history):
                struck, states = visited(puzzle, twin)
                wrong, tried = wrong + struck, tried + states
                continue
            handle: Any = twin.handle
            number, seen = {move: at for at, move in enumerate(twin.moves)}, set[Hashable]()
            for start, moves, keys in ways(puzzle, random):
                wrong += handle.wrong_strikes(start, [number[move] for move in moves])
                seen.update(keys)
            tried += len(seen)
    return wrong, tried


# Implied


def implied(case: Case, found: Discovery) -> Iterator[str]:
    """Yield which hand-written local rules follow from the learned ones."""
    of, about = find_kind(case.kind), case.wishes.get("elements", case.kind)
    for each in techniques(found.rules) if case.kind == "sudoku" else local_rules(of, about, found.rules):
        yield f"{FAILED + ' ' if each.holds < each.all else ''}   implied: {each.rule}: {each.holds} of {each.all} situations"
    for each in lost_before(of, about, found.rules):
        yield f"   {each.rule}: {each.all} more are lost before the move, {each.holds} of them ruled out on the way there"


# Bits


def mean_muse(puzzles: Sequence[Any], player: Player) -> tuple[float, int]:
    """Return the mean MUSE of the puzzles that can be measured in time, and how many cannot."""
    values = [muse(each, player, limits=EACH).value for each in puzzles]
    known = [value for value in values if value is not None]
    return sum(known) / max(1, len(known)), len(values) - len(known)


def bits(case: Case, found: Discovery, held: int) -> Iterator[str]:
    """Yield the mean MUSE of held-out puzzles for several players."""
    of = find_kind(case.kind)
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


def learned(case: Case, share: float, keep: Path | None) -> Discovery:
    """Learn the rules of a case, or read those that an earlier run has kept."""
    path = keep / f"{case.title.replace(' ', '-')}-{share:g}.json" if keep else None
    if path and path.exists():
        file = read_rule_file(path)
        told = {
            each.name: (file.training or {})[each.name] for each in fields(Discovery) if each.name != "rules"
        }
        return Discovery(rules=list(file.rules), **told)
    began = process_time()
    number = max(2, int(case.count * share))
    puzzles = [
        puzzle
        for wishes in (case.wishes, *case.lessons)
        for puzzle in islice(generated(find_kind(case.kind), case.size, 1, wishes=wishes), number)
    ]
    theory = find_kind(case.kind).theory()
    found = discover(puzzles, theory, radius=case.radius, limits=Limits(seconds=1200))
    found.seconds = round(process_time() - began, 1)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            found.file(case.kind, theory, {"title": case.title, "seconds": found.seconds}).to_json()
        )
    return found


def lines(
    word: str, states: int, held: int, share: float, seconds: float, seed: int, keep: Path | None
) -> Iterator[str]:
    """Yield the lines of every case with the word in its title."""
    for case in CASES:
        if word not in case.title:
            continue
        found = learned(case, share, keep)
        yield (
            f"== {case.title}: {found.puzzles} puzzles, {found.dead_moves} dead moves,"
            f" {found.explained / max(1, found.dead_moves):.0%} explained, {len(found.rules)} rules,"
            f" {found.seconds:.1f} s of CPU"
        )
        yield f"   training: {found.none} bits without rules, {found.all} with all"
        yield list_size(found)
        alike = sum(other.kind == case.kind for other in CASES)
        if states:
            wrong, tried = wrong_strikes(case, found, states // alike, seconds, seed)
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
    parser.add_argument("--seed", type=int, default=901, help="of the puzzles whose states are tried")
    parser.add_argument("--keep", type=Path, help="keep the learned rules in this folder, for another run")
    parser.add_argument("--share", type=float, default=1.0, help="learn from this share of the puzzles")
    options = parser.parse_args()
    return report(
        lines(
            options.word,
            options.states,
            options.held,
            options.share,
            options.seconds,
            options.seed,
            options.keep,
        ),
        (FAILED,),
    )


if __name__ == "__main__":
    sys.exit(main())
