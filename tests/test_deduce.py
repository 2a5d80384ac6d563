"""The deduction solver: easiest rule first, then a guess, the same in both languages from the same seed."""

from random import Random

import pytest

from quandary.engine import Guess
from quandary.errors import UnknownNameError
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.witness import KIND as WITNESS
from quandary.limits import Limits
from quandary.puzzle import Slot
from quandary.rules import Finding
from quandary.solving.chance import SplitMix64, seeds
from quandary.solving.choose import QuickestEngine
from quandary.solving.deduce import deduce, fewest, guess_named, replay
from quandary.solving.expert import expert
from quandary.solving.often import deduce_often
from quandary.trace import Run, Runs, Step, Trace

EASY, OPEN = SUDOKU.parse(".3....3....41..."), SUDOKU.parse("1..............4")
EXPERT, NOBODY = SUDOKU.player("expert"), SUDOKU.player("none")


# Chance


def test_the_random_numbers_are_those_of_splitmix64() -> None:
    chance = SplitMix64(1234567)
    assert [chance.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_numbers_below_a_bound_are_all_met_equally_often() -> None:
    chance, counts = SplitMix64(7), [0] * 5
    for _ in range(5000):
        counts[chance.below(5)] += 1
    assert all(900 < count < 1100 for count in counts)


def test_the_seeds_of_runs_do_not_depend_on_their_number() -> None:
    assert seeds(3, 10)[:4] == seeds(3, 4)
    assert len(set(seeds(3, 100) + seeds(4, 100))) == 200


# Deducing


def test_what_singles_solve_is_solved_without_a_guess() -> None:
    trace = deduce(EASY, EXPERT)
    assert (trace.status, trace.count("guess"), trace.guess) == ("solved", 0, "fewest")
    assert EASY.is_solved(trace.state) and len(trace.made) == 12


def test_easier_rules_fire_first() -> None:
    (start,) = EASY.starts()
    helpful = [rule for rule in EXPERT.rules if list(rule.find(EASY, start, tuple(EASY.moves(start))))]
    assert len({rule.cost for rule in helpful}) > 1
    assert deduce(EASY, EXPERT).steps[0].cost == min(rule.cost for rule in helpful)


def test_without_a_policy_of_guessing_it_may_get_stuck() -> None:
    assert deduce(OPEN, NOBODY, guess=None).status == "stuck"


def test_a_wrong_guess_is_taken_back_and_ruled_out() -> None:
    for seed in range(20):
        trace = deduce(OPEN, NOBODY, guess=guess_named("anywhere in cell"), seed=seed)
        assert trace.status == "solved"
        reverts = [step for step in trace.steps if step.action == "revert"]
        if reverts:
            assert reverts[0].finding.cannot and trace.count("revert") <= trace.count("guess")
            return
    pytest.fail("no run of twenty had to take a guess back")


def test_a_sheet_without_a_solution_is_found_out() -> None:
    hopeless = SUDOKU.parse("123. .... ...4 ....")
    for player in (EXPERT, NOBODY):
        assert deduce(hopeless, player).status == "unsolvable"
    assert deduce(hopeless, EXPERT, guess=None).status == "unsolvable"


def test_only_rules_cost_something() -> None:
    anywhere = guess_named("anywhere in cell")
    steps = [step for seed in range(20) for step in deduce(OPEN, NOBODY, guess=anywhere, seed=seed).steps]
    assert {step.action for step in steps} >= {"guess", "revert"}
    assert {step.cost for step in steps if step.action != "rule"} == {0}


def test_steps_run_out() -> None:
    assert deduce(OPEN, NOBODY, limits=Limits(states=3)).status == "gave up"


def test_a_replayed_trace_ends_where_the_trace_does() -> None:
    trace = deduce(OPEN, EXPERT, seed=2)
    notes = list(replay(OPEN, trace))
    assert len(notes) == len(trace.steps)
    assert notes[-1].state == trace.state and notes[-1].made == trace.made


def test_replaying_takes_back_what_followed_from_a_wrong_guess() -> None:
    sudoku = SUDOKU.parse("..1...6.35..5..6.......4.......1.3.6")
    trace = deduce(sudoku, SUDOKU.player("cells"), seed=1)
    assert trace.count("guess") > trace.count("revert") > 10
    *_, last = replay(sudoku, trace)
    assert (last.state, last.made) == (trace.state, trace.made)


def test_a_policy_of_ones_own_is_asked() -> None:
    asked = []

    def pick(options: dict[Slot, list[object]], chance: SplitMix64) -> object:
        asked.append(len(options))
        return next(iter(options.values()))[0]

    runs = deduce_often(OPEN, NOBODY, guess=Guess("first", pick), runs=2)
    assert asked and runs.engine == "python" and runs.guess == "first"


def test_policies_have_names() -> None:
    assert guess_named("fewest") is fewest
    assert guess_named("anywhere in cell").name == "anywhere in cell"
    with pytest.raises(UnknownNameError, match="guessing policy"):
        guess_named("fewst")


def test_players_guess_only_where_they_look() -> None:
    cells = SUDOKU.player("cells")
    trace = deduce(OPEN, cells, guess=guess_named("anywhere in cell"), seed=1)
    assert trace.status == "solved"


@pytest.mark.parametrize("player", ["none", "cells", "pencil", "expert"])
@pytest.mark.parametrize("guess", ["fewest", "anywhere in cell", "any in cell"])
def test_native_runs_are_those_of_python_for_every_fill_puzzle(player: str, guess: str) -> None:
    if QuickestEngine(EASY).native is None:
        pytest.skip("the compiled core is not installed; CI requires it and runs this")
    assert SUDOKU.maker.generate
    puzzles = [EASY, OPEN, SUDOKU.generate(Random(4), "6x6")]
    for puzzle in puzzles:
        python, native = (
            deduce_often(
                puzzle, SUDOKU.player(player), guess=guess_named(guess), runs=4, seed=9, engine=engine
            )
            for engine in ("python", "native")
        )
        assert (python.engine, native.engine) == ("python", "native")
        assert python.rows == native.rows


def test_a_run_is_a_trace_in_numbers() -> None:
    runs = deduce_often(OPEN, EXPERT, runs=3, seed=5)
    for seed, run in zip(seeds(5, 3), runs.rows, strict=True):
        trace = deduce(OPEN, EXPERT, seed=seed)
        assert run.fired == tuple(trace.count(name) for name in runs.rules)
        assert (run.guesses, run.reverts) == (trace.count("guess"), trace.count("revert"))
        assert (run.deepest, run.refutation) == (trace.deepest, trace.longest_refutation)
        assert run.length == 14  # the empty cells


def test_the_spread_is_the_standard_deviation_over_runs() -> None:
    rows = tuple(Run("solved", (), guesses, 0, 0, 0, 0) for guesses in (2, 4, 4, 6))
    estimate = Runs((), rows, 8, "fewest").estimate(lambda run: run.guesses)
    assert (estimate.mean, estimate.runs, estimate.seed) == (4, 4, 8)
    assert estimate.spread == pytest.approx((8 / 3) ** 0.5)


def test_a_refutation_counts_deductions_that_cost_something() -> None:
    def step(action: str, cost: float = 0) -> Step:
        return Step(action, "", Finding(""), cost, 1)  # type: ignore[arg-type]

    steps = (
        step("guess"),
        step("rule", 1),
        step("rule", 0),
        step("rule", 2),
        step("revert"),
        step("rule", 1),
    )
    assert Trace("solved", steps, None).longest_refutation == 2


# Who deduces


def test_an_expert_marks_a_fill_puzzle_or_a_sheet_and_nothing_else() -> None:
    who = expert(EASY)
    assert who is not None and who.sheet is EASY and who.guess is fewest
    assert expert(WITNESS.parse("+-E/|.|/S-+")) is None


def test_after_a_number_of_guesses_it_gives_up() -> None:
    whole = deduce(OPEN, NOBODY)
    most = whole.count("guess")
    assert most > 1
    assert deduce(OPEN, NOBODY, guesses=most) == whole
    stopped = deduce(OPEN, NOBODY, guesses=most - 1)
    assert stopped.status == "gave up" and stopped.count("guess") == most - 1
