"""The compiled engines agree with the Python engines: a thousand random path and fill puzzles each."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from quandary._native import core
from quandary.engine import EngineName
from quandary.kind import Kind
from quandary.kinds.hex.solutions import all_solutions
from quandary.kinds.hex.starts import starts
from quandary.kinds.sudoku.generate import scatter
from quandary.library.registry import kind
from quandary.limits import Limits
from quandary.measuring.entropy import muse, remuse
from quandary.measuring.reach import Walk
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.score import Status
from quandary.solving.choose import engine_for
from quandary.solving.explore import explore
from quandary.solving.search import count, solutions
from quandary.solving.states import count_states

SHARDS, EACH = 20, 50
ENGINES: tuple[EngineName, ...] = ("python", "unmerged", "native")
LOOKAHEADS = (0, 1, 2)

pytestmark = pytest.mark.skipif(
    core() is None, reason="the compiled core is not installed; CI requires it and runs this"
)


def seeds(shard: int) -> Iterator[Random]:
    return (Random(f"agree-{shard * EACH + i}") for i in range(EACH))


@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_thousand_panels_up_to_3x3(shard: int) -> None:
    witness = kind("witness")
    for rng in seeds(shard):
        size = f"{rng.randrange(1, 4)}x{rng.randrange(1, 4)}"
        panel = witness.generate(rng, size)
        assert_same_solutions(witness, panel)
        players = [witness.player(name, n) for name in ("none", "paper", "expert") for n in LOOKAHEADS]
        assert_same_entropy(witness, panel, rng.sample(players, 3))


@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_thousand_4x4_sudokus(shard: int) -> None:
    sudoku = kind("sudoku")
    for number, rng in enumerate(seeds(shard)):
        puzzle = scatter(rng, "4x4", givens=rng.randrange(9, 14))
        assert_same_solutions(sudoku, puzzle)
        players = [sudoku.player(name, n) for name in ("none", "pencil") for n in LOOKAHEADS]
        if number % 2 == 0:  # knows forty rules, which takes Python long
            players += [sudoku.player("expert", n) for n in (LOOKAHEADS if number == 0 else (0,))]
        assert_same_entropy(sudoku, puzzle, players)


def assert_same_solutions(of: Kind, puzzle: AnyPuzzle) -> None:
    python, unmerged, native = (solutions(puzzle, engine=engine) for engine in ENGINES)
    assert python.found == unmerged.found == native.found and python.found, of.format(puzzle)
    assert python.complete and unmerged.complete and native.complete
    assert python.states == unmerged.states >= native.states
    assert solutions(puzzle, most=1, engine="native").found == python.found[:1], of.format(puzzle)
    for facts in ("solutions", "total_length", "shortest", "longest"):
        assert len({getattr(count(puzzle, engine=engine), facts) for engine in ENGINES}) == 1, facts
    assert len({count_states(puzzle, engine=engine).states_represented for engine in ENGINES}) == 1
    assert_same_graph(puzzle)


def assert_same_graph(puzzle: AnyPuzzle) -> None:
    python, native = (
        explore(puzzle, limits=Limits(states=2_000), engine=engine) for engine in ("python", "native")
    )
    assert python.complete == native.complete
    for array in ("first", "target", "solved", "starts"):
        assert np.array_equal(getattr(python, array), getattr(native, array)), array


def assert_same_entropy(of: Kind, puzzle: AnyPuzzle, players: list[Player]) -> None:
    for player in players:
        for measure in (muse, remuse):
            python, unmerged, native = (measure(puzzle, player, engine=engine) for engine in ENGINES)
            text = f"{measure.__name__} for {player} of {of.format(puzzle)}"
            assert python.status == unmerged.status == native.status == Status.EXACT, text
            assert python.states == unmerged.states >= native.states, text
            for other in (unmerged, native):
                assert python.value == pytest.approx(other.value, abs=1e-9), text
                assert [step.move for step in python.steps] == [step.move for step in other.steps], text


@pytest.mark.parametrize("seed", range(12))
def test_what_a_player_may_reach_in_hex(seed: int) -> None:
    hexes, rng = kind("hex"), Random(f"seen-{seed}")
    solution = rng.choice(all_solutions())
    placed = sorted(rng.sample(solution.numbers, len(solution.numbers) - rng.randrange(2, 5)))
    puzzle = starts(solution.forbidden).puzzle(placed)
    native = engine_for(puzzle, "native")
    for name in ("none", "expert"):
        player = hexes.player(name, rng.choice((0, 1)))
        walk = Walk(puzzle, player, Limits().start())
        python, compiled = explore(walk, engine="python"), native.explore_seen(player, Limits())
        assert compiled is not None and compiled.complete
        for array in ("first", "target", "solved", "starts"):
            assert np.array_equal(getattr(python, array), getattr(compiled, array)), (
                array,
                hexes.format(puzzle),
            )
