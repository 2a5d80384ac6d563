"""Learned rules in C++: the same strikes as in Python, in every state that is met."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from quandary._native import Native, core, known_rules
from quandary.discovering import discover
from quandary.generating.band import generated
from quandary.library.registry import find_kind
from quandary.limits import Limits
from quandary.measuring.entropy import luck, muse, remuse
from quandary.player import Player
from quandary.solving.choose import QuickestEngine, engine_for
from quandary.solving.search import solutions
from quandary.theory.learned import Learned, as_rules
from quandary.theory.slots import crowd

pytestmark = pytest.mark.skipif(core() is None, reason="the compiled core is not installed")

CASES = [
    ("witness", "2x2", "2x3", {"elements": "triangles"}, 12),
    ("witness", "2x2", "3x3", {"elements": "squares+stars", "colours": "2"}, 8),
    ("witness", "2x2", "3x3", {"elements": "hexagons"}, 8),
    ("maze", "3x3", "4x4", {}, 8),
    ("sokoban", "5x5-1", "6x6-2", {}, 8),
    ("sudoku", "4x4", "6x6", {}, 4),
    ("fillomino", "3x3", "3x3", {}, 2),
]


def player_of(name: str, size: str, wishes: dict[str, str], count: int) -> Player:
    """Return a player who has learned from a few small puzzles."""
    of = find_kind(name)
    found = discover(
        islice(generated(of, size, 1, wishes=wishes), count), of.theory(), limits=Limits(seconds=600)
    )
    return Player(as_rules(found.rules, of.theory()), name="learned")


def twin_of(puzzle: Any, player: Player) -> Native:
    engine = QuickestEngine(puzzle).native
    assert engine is not None
    assert engine.lacks(player) == ""
    return engine.twin.knowing(player)


def strikes(puzzle: Any, player: Player, random: Random) -> int:
    """Play at random, compare what the player sees in both engines, and count the moves that are struck."""
    twin, state, path, struck = twin_of(puzzle, player), next(iter(puzzle.starts())), list[int](), 0
    number = {move: at for at, move in enumerate(twin.moves)}
    while moves := list(puzzle.moves(state)):
        raw = twin.handle.options(path, known_rules(player), None, 0)
        ours = list(player.options(puzzle, state).values())
        assert [[twin.moves[move] for move in each.moves] for each in raw] == ours
        struck += len(moves) - len({move for options in ours for move in options})
        path.append(number[move := random.choice(moves)])
        state = puzzle.apply(state, move)
    return struck


@pytest.mark.parametrize(("name", "small", "large", "wishes", "count"), CASES)
def test_both_engines_strike_the_same_moves_in_every_state(
    name: str, small: str, large: str, wishes: dict[str, str], count: int
) -> None:
    player, random = player_of(name, small, wishes, count), Random(1)
    puzzles = [*islice(generated(find_kind(name), small, 2, wishes=wishes), 3)]
    puzzles += islice(generated(find_kind(name), large, 2, wishes=wishes), 2)
    assert sum(strikes(puzzle, player, random) for puzzle in puzzles for _ in range(2)) > 0


def test_both_engines_see_the_same_crowds() -> None:
    sudoku = find_kind("sudoku")
    learned = [Learned(each, crowd(each)) for each in ("cell", "row", "column", "box")]
    player, random = Player(as_rules(learned, sudoku.theory()), name="crowds"), Random(4)
    [puzzle] = islice(generated(sudoku, "9x9", 3, wishes={"technique": "naked-triple"}), 1)
    twin, [start] = twin_of(puzzle, player), puzzle.starts()
    number = {move: at for at, move in enumerate(twin.moves)}
    right = list(solutions(puzzle, most=1).found[0].moves)
    struck = 0
    for count in (0, 6, 12, 18, 24):
        state = start
        made = random.sample(right, min(count, len(right)))
        for move in made:
            state = puzzle.apply(state, move)
        raw = twin.handle.options([number[move] for move in made], known_rules(player), None, 0)
        ours = list(player.options(puzzle, state).values())
        assert [[twin.moves[move] for move in each.moves] for each in raw] == ours
        struck += len(puzzle.moves(state)) - len({move for options in ours for move in options})
    assert struck > 0


def test_both_engines_measure_the_same() -> None:
    name, small, _, wishes, count = CASES[0]
    player = player_of(name, small, wishes, count)
    for puzzle in islice(generated(find_kind(name), small, 2, wishes=wishes), 4):
        for measure in (muse, remuse, luck):
            quick, plain = measure(puzzle, player), measure(puzzle, player, engine="python")
            assert (quick.engine, quick.slow) == ("native", "")
            assert quick.value == pytest.approx(plain.value)


def test_no_live_state_loses_a_live_move() -> None:
    name, small, large, wishes, count = CASES[0]
    player, tried = player_of(name, small, wishes, count), 0
    for puzzle in islice(generated(find_kind(name), large, 2, wishes=wishes), 20):
        twin = twin_of(puzzle, player)
        number = {move: at for at, move in enumerate(twin.moves)}
        starts = list(puzzle.starts())
        for each in engine_for(puzzle).solutions(100, Limits(seconds=20)).found:
            moves = [number[move] for move in each.moves]
            handle: Any = twin.handle
            assert handle.wrong_strikes(starts.index(each.start), moves) == 0
            tried += len(moves)
    assert tried > 100


def test_rules_of_a_theory_that_the_core_does_not_know_are_declared_slow() -> None:
    name, small, _, wishes, count = CASES[0]
    of = find_kind(name)
    puzzles = list(islice(generated(of, small, 1, wishes=wishes), count))
    another = type(of.theory())()
    rules = as_rules(discover(puzzles, another, limits=Limits(seconds=600)).rules, another)
    engine = QuickestEngine(puzzles[0]).native
    assert engine is not None
    assert "no native twin of the rule" in engine.lacks(Player(rules))
