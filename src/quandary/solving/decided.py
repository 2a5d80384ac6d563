"""Which rule first decides a move on a board, if each rule looks once, easiest first.

What a rule strikes out stays out for the next, as in pencil marks. A move is decided if a rule requires it, or if
nothing else is left at its place. That is what a person could write next, and by which rule.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from quandary.limits import check_limits
from quandary.player import Player
from quandary.puzzle import AnyFillPuzzle
from quandary.rules import Rule
from quandary.solving.choose import QuickestEngine
from quandary.solving.native import NativeEngine


def decided(
    puzzle: AnyFillPuzzle, paths: Sequence[Sequence[Any]], rules: Sequence[Rule]
) -> list[dict[Any, str]]:
    """Return the moves that some rule decides after each path, with the name of the easiest such rule.

    >>> from quandary.kinds.sudoku import KIND
    >>> [found] = decided(KIND.parse(".3....3....41..."), [()], KIND.people.rules)
    >>> sorted((str(move), rule) for move, rule in found.items())[:2]
    [('r1c1=2', 'pointing-row'), ('r1c3=4', 'hidden-single-box')]
    """
    rules = sorted(rules, key=lambda rule: rule.cost)
    native = QuickestEngine(puzzle).native
    if native is not None and can_decide(native, rules):
        return decided_natively(native, paths, rules)
    return [decided_in_python(puzzle, path, rules) for path in paths]


def can_decide(native: NativeEngine, rules: Sequence[Rule]) -> bool:
    """Return whether the engine in C++ can tell, for rules that it knows."""
    learned = any(rule.lore is not None for rule in rules)
    return hasattr(native.twin.handle, "decided") and not learned and not native.lacks(Player(tuple(rules)))


def decided_natively(
    native: NativeEngine, paths: Sequence[Sequence[Any]], rules: Sequence[Rule]
) -> list[dict[Any, str]]:
    """Ask the engine in C++. The rules are in order, easiest first."""
    moves, names = native.twin.moves, [rule.name for rule in rules]
    number = {move: at for at, move in enumerate(moves)}
    handle: Any = native.twin.handle
    found = handle.decided(
        [[number[move] for move in path] for path in paths], [r.native_name for r in rules]
    )
    return [{moves[move]: names[rule] for move, rule in enumerate(by) if rule >= 0} for by in found]


def decided_in_python(puzzle: AnyFillPuzzle, path: Iterable[Any], rules: Sequence[Rule]) -> dict[Any, str]:
    """Look with one rule after another. The rules are in order, easiest first."""
    state = next(iter(puzzle.starts()))
    for move in path:
        state = puzzle.apply(state, move)
    moves, found = list(puzzle.moves(state)), dict[Any, str]()
    for rule in rules:
        check_limits()
        struck = set[Any]()
        for finding in rule.find(puzzle, state, tuple(moves)):
            for move in finding.must:
                found.setdefault(move, rule.name)
            struck.update(finding.cannot)
        if struck:
            moves = [move for move in moves if move not in struck]
            for move in _last_ones(puzzle, moves):
                found.setdefault(move, rule.name)
    return found


def _last_ones(puzzle: AnyFillPuzzle, moves: Iterable[Any]) -> Iterator[Any]:
    """Yield the moves that are the last ones left at their places."""
    there = dict[Any, list[Any]]()
    for move in moves:
        there.setdefault(next(iter(puzzle.fills(move))), []).append(move)
    yield from (some[0] for some in there.values() if len(some) == 1)
