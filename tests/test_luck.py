"""Luck: how likely blind play among the moves a player considers is to succeed."""

import re
from dataclasses import replace
from itertools import pairwise
from math import log2

import pytest

from quandary.engine import EngineName
from quandary.errors import PlayerError
from quandary.kind import Policy
from quandary.kinds.sokoban import KIND as SOKOBAN
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.witness import KIND as WITNESS
from quandary.limits import Limits
from quandary.measuring.entropy import luck, muse, odds, remuse
from quandary.player import MoveWeights, Player
from quandary.score import Status

ENGINES: tuple[EngineName, ...] = ("python", "native")
POLICIES: tuple[Policy, ...] = ("best", "greedy")
PANEL = WITNESS.parse("+-+-+-E/|b|.|2|/+*+-+-+/|.|w|.|/+-+x+-+/|1|w|b|/S-+-+-+")
LEVEL = SOKOBAN.parse("#######/#.   .#/# $ $ #/#  @  #/#######")


class Corridor:
    """Walk from 0 to the last room; in each room one may also go back."""

    def __init__(self, rooms: int) -> None:
        self.rooms = rooms

    def starts(self) -> list[int]:
        return [0]

    def moves(self, room: int) -> list[str]:
        return ["on"] if room == 0 else ["on", "back"]

    def apply(self, room: int, move: str) -> int:
        return room + (1 if move == "on" else -1)

    def is_solved(self, room: int) -> bool:
        return room == self.rooms


class Tree:
    """Answer some yes-or-no questions. One wrong answer ends it."""

    def __init__(self, questions: int) -> None:
        self.questions = questions

    def starts(self) -> list[str]:
        return [""]

    def moves(self, answers: str) -> list[str]:
        return [] if len(answers) == self.questions or "n" in answers else ["y", "n"]

    def apply(self, answers: str, move: str) -> str:
        return answers + move

    def is_solved(self, answers: str) -> bool:
        return answers == "y" * self.questions


def within(rooms: int, steps: int, first: int = 0) -> float:
    """Return the chance to walk from a room through a corridor in some steps, by brute force over all walks."""
    places = {first: 1.0}
    for _ in range(steps):
        after: dict[int, float] = {}
        for room, chance in places.items():
            ways = [room] if room == rooms else [1] if room == 0 else [room + 1, room - 1]
            for way in ways:
                after[way] = after.get(way, 0) + chance / len(ways)
        places = after
    return places.get(rooms, 0.0)


def test_a_tree_of_even_choices_needs_a_bit_for_each() -> None:
    assert luck(Tree(7)).value == pytest.approx(7)
    assert [step.bits for step in luck(Tree(3)).steps] == pytest.approx([1, 1, 1])


@pytest.mark.parametrize("rooms", [1, 2, 4, 5])
def test_where_play_goes_in_circles_it_has_three_times_the_fewest_moves(rooms: int) -> None:
    assert luck(Corridor(rooms)).value == pytest.approx(-log2(within(rooms, 3 * rooms)), abs=1e-12)


@pytest.mark.parametrize("rooms", [2, 4, 5])
def test_a_step_of_luck_is_how_much_better_the_chances_are_in_the_moves_that_are_left(rooms: int) -> None:
    chances = [log2(within(rooms, 3 * rooms - room, room)) for room in range(rooms + 1)]
    steps = luck(Corridor(rooms), engine="python").steps
    assert [step.bits for step in steps] == pytest.approx([b - a for a, b in pairwise(chances)], abs=1e-12)
    assert [step.move for step in steps] == ["on"] * rooms


def test_a_thousand_questions_are_not_too_many() -> None:
    assert luck(Tree(1500)).value == pytest.approx(1500)


def test_blind_play_that_hardly_ever_succeeds_says_at_least_how_much_luck_it_needs() -> None:
    class Crowd(Corridor):
        """A corridor with a thousand ways back."""

        def moves(self, room: int) -> list[str]:
            return ["on", *(f"back {n}" for n in range(1000 if room else 1))]

        def apply(self, room: int, move: str) -> int:
            return room + 1 if move == "on" else max(0, room - 1)

    found = luck(Crowd(120))
    assert found.status is Status.GAVE_UP
    assert found.at_least is not None and found.at_least > 1000


def test_a_puzzle_without_solution_has_no_luck() -> None:
    assert luck(Tree(0), Player()).value == 0

    class Wall(Corridor):
        """A corridor without an end."""

        def is_solved(self, room: int) -> bool:
            return False

        def apply(self, room: int, move: str) -> int:
            return min(3, super().apply(room, move))

    assert luck(Wall(3)).status is Status.UNSOLVABLE
    assert luck(Corridor(-1), limits=Limits(states=50)).status is Status.GAVE_UP


@pytest.mark.parametrize("puzzle", [PANEL, LEVEL], ids=["panel", "level"])
def test_both_engines_give_the_same_luck(puzzle: object) -> None:
    for leak in (0.0, 0.2):
        who = replace(WITNESS.people.default if puzzle is PANEL else SOKOBAN.people.default, leak=leak)
        ours, theirs = (luck(puzzle, who, engine=engine) for engine in ENGINES)  # type: ignore[arg-type]
        assert ours.value == pytest.approx(theirs.value, abs=1e-9)
        for each in (ours, theirs):
            assert sum(step.bits for step in each.steps) == pytest.approx(each.value, abs=1e-9)


def test_luck_is_no_less_than_what_matters_least() -> None:
    """Where nothing can go wrong, no luck is needed."""
    assert luck(WITNESS.parse("+-E/|.|/S-+")).value == 0


def test_a_leak_makes_every_measure_larger_and_none_changes_nothing() -> None:
    who = WITNESS.people.default
    for measure in (muse, remuse, luck):
        plain, leaking = measure(PANEL, who).value, measure(PANEL, replace(who, leak=0.25)).value
        assert plain is not None and leaking is not None and leaking > plain
        assert measure(PANEL, replace(who, leak=0.0)).value == plain


def test_a_full_leak_is_a_player_without_the_rule() -> None:
    """Sound rules only rule out what cannot succeed, so leaking everything is like knowing nothing."""
    nobody, forgetful = WITNESS.player("none"), replace(WITNESS.people.default, leak=1.0)
    assert luck(PANEL, forgetful).value == pytest.approx(luck(PANEL, nobody).value, abs=1e-9)


def test_a_leak_must_be_a_share() -> None:
    with pytest.raises(PlayerError, match="must be from 0 to 1"):
        Player(leak=1.5)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_prior_of_weights_is_the_same_in_both_engines(engine: EngineName) -> None:
    prior = MoveWeights("upwards", {"up": 1.0, "left": -0.5})
    who = replace(WITNESS.player("none"), prior=prior)
    even = replace(WITNESS.player("none"), prior=MoveWeights("even", {}))
    found, plain = luck(PANEL, who, engine=engine).value, luck(PANEL, even, engine=engine).value
    assert plain == pytest.approx(luck(PANEL, WITNESS.player("none")).value, abs=1e-9)
    assert found == pytest.approx(luck(PANEL, who, engine="python").value, abs=1e-9)
    assert found != pytest.approx(plain, abs=1e-3)


SUDOKU_4 = SUDOKU.parse("1... .4.. 2... ..2.")
HABITS = {
    "panel": (PANEL, WITNESS.people.default, {"up": 1.0, "left": -0.5}),
    "level": (LEVEL, SOKOBAN.people.default, {"2L": 0.6, "2U": -0.3}),
    "grid": (SUDOKU_4, SUDOKU.player("none"), {"3": 0.7}),
}


@pytest.mark.parametrize("name", HABITS)
@pytest.mark.parametrize("leak", [0.0, 0.3])
@pytest.mark.parametrize("policy", POLICIES)
def test_habits_count_the_same_in_both_engines_for_every_measure(
    name: str, leak: float, policy: Policy
) -> None:
    puzzle, plain, weights = HABITS[name]
    who = replace(plain, leak=leak, prior=MoveWeights("odd", weights, lambda _, move: _cues(move)))
    changed = []
    for measure in (muse, remuse, luck):
        ours, theirs = (measure(puzzle, who, policy=policy, engine=each) for each in ENGINES)
        assert ours.engine == "python" and theirs.engine.startswith("native")
        assert ours.value == pytest.approx(theirs.value, abs=1e-9), measure.__name__
        assert sum(step.bits for step in theirs.steps) == pytest.approx(theirs.value, abs=1e-9)
        changed.append(theirs.value != pytest.approx(measure(puzzle, plain, policy=policy).value, abs=1e-4))
    assert any(changed)


def _cues(move: object) -> dict[str, float]:
    """Return every word of a move as a cue."""
    return dict.fromkeys(re.findall(r"\w+", str(move)), 1.0)


def test_filling_takes_the_slot_with_the_best_chance() -> None:
    puzzle = SUDOKU.parse("1... .... .... ...2")
    best, greedy = (luck(puzzle, SUDOKU.player("none"), policy=each).value for each in POLICIES)
    assert best is not None and greedy is not None and best <= greedy + 1e-12


def test_luck_in_words_counts_tries() -> None:
    assert odds(log2(60)) == "random play succeeds 1 time in 60"
    assert odds(0.0) == "random play always succeeds"
    assert odds(1.0) == "random play succeeds 1 time in 2"
    assert odds(1.5) == "random play succeeds 1 time in 3"
    assert odds(200) == "random play succeeds 1 time in 2^200"
    assert odds(60) == "random play succeeds 1 time in 2^60"
    assert odds(log2(1e9 + 0.5)) == "random play succeeds 1 time in 1 billion"
    assert odds(log2(1e9 - 0.5e7)) == "random play succeeds 1 time in 1000 million"
