"""Walks: recorded solves read and replayed, weights that find what solvers do, and nothing in noise."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from quandary.cli.main import main
from quandary.errors import FileError
from quandary.kind import Kind
from quandary.library.files import examples
from quandary.library.registry import find_kind
from quandary.models.logit import bits, fit_weights, stack
from quandary.models.walks.archive import FORMS, read_steps
from quandary.models.walks.fitted import FittedMoves, contradictions, fit_moves, load_moves, save_moves
from quandary.models.walks.hesitation import expect_walk
from quandary.models.walks.options import NO_RULE, choices, feature_names
from quandary.models.walks.reading import read_walks
from quandary.models.walks.walk import (
    RecordedWalk,
    WalkStep,
    boards,
    is_whole,
    place_of,
    solved_moves,
    value_of,
)
from quandary.showing.playable import Playable
from quandary.solving.choose import QuickestEngine
from quandary.solving.decided import can_decide, decided, decided_in_python
from quandary.web.study.simulate import Given, Person, respond

SUDOKU, FILLOMINO = find_kind("sudoku"), find_kind("fillomino")
SMALL = ".3....3....41..."


def walk_in_order(kind: Kind, text: str, places: list[str], *, solver: str = "s") -> RecordedWalk:
    puzzle = kind.parse(text)
    right = solved_moves(kind, puzzle)
    steps = tuple(WalkStep("write", place, value_of(right[place])) for place in places)
    return RecordedWalk(kind, puzzle, text, solver, steps)


def by_habit(kind: Kind, text: str, chance: Random, *, follows_rules: bool) -> RecordedWalk:
    """Return a walk of a solver who writes what the easiest rule decides, or anything."""
    puzzle = kind.parse(text)
    right, made = solved_moves(kind, puzzle), list[object]()
    cost = {rule.name: rule.cost for rule in kind.people.rules}
    places = list[str]()
    while len(places) < len(right):
        still = [place for place in right if place not in places]
        if follows_rules:
            [found] = decided(puzzle, [made], kind.people.rules)
            costs = {place: cost.get(found.get(right[place], ""), 99.0) for place in still}
            still = [place for place in still if costs[place] == min(costs.values())]
        places.append(chance.choice(still))
        made.append(right[places[-1]])
    return walk_in_order(kind, text, places)


@pytest.fixture(scope="module")
def puzzles() -> list[str]:
    return [SUDOKU.format(SUDOKU.generate(Random(seed), "4x4")) for seed in range(12)]


@pytest.fixture(scope="module")
def fitted(puzzles: list[str]) -> FittedMoves:
    """Weights of solvers who write what a rule decides, if there is such a cell."""
    return fit_moves([by_habit(SUDOKU, text, Random(2), follows_rules=True) for text in puzzles])


def test_the_codes_of_the_archive_are_read() -> None:
    steps = list(read_steps("Z2;L0;fd,1;fd,-;ab,,,A;ba;Hcc,1;2614,3;aa,2,,13;Q4;bb,1", FORMS["sudoku"]))
    assert steps == [
        WalkStep("write", "r4c6", "1"),
        WalkStep("erase", "r4c6"),
        WalkStep("mark", "r2c1", "A"),
        WalkStep("erase", "r1c2"),
        WalkStep("write", "r15c27", "3"),
        WalkStep("write", "r1c1", "2"),
    ]


def test_what_is_wrong_is_passed_over_and_what_is_erased_is_open_again() -> None:
    puzzle = SUDOKU.parse(SMALL)
    right = solved_moves(SUDOKU, puzzle)
    first, second = list(right)[:2]
    wrong = next(digit for digit in "1234" if digit != value_of(right[first]))
    steps = (
        WalkStep("write", first, wrong),
        WalkStep("write", second, value_of(right[second])),
        WalkStep("erase", second),
        WalkStep("write", second, value_of(right[second])),
        WalkStep("write", first, value_of(right[first])),
    )
    met = list(boards(RecordedWalk(SUDOKU, puzzle, "p", "s", steps)))
    assert [place_of(puzzle, board.move) for board in met] == [second, second, first]
    assert [len(board.made) for board in met] == [0, 0, 1]
    assert not is_whole(RecordedWalk(SUDOKU, puzzle, "p", "s", steps))
    assert is_whole(walk_in_order(SUDOKU, SMALL, list(right)))


@pytest.mark.parametrize("kind", [SUDOKU, FILLOMINO], ids=lambda kind: kind.name)
def test_both_engines_tell_the_same_rule_for_each_move(kind: Kind) -> None:
    rules = sorted(kind.people.rules, key=lambda rule: rule.cost)
    compared = 0
    for entry in examples(kind)[:6]:
        native = QuickestEngine(entry.puzzle).native
        if native is None or not can_decide(native, rules):
            continue
        right = list(solved_moves(kind, entry.puzzle).values())
        paths = [right[:length] for length in range(0, len(right), max(1, len(right) // 4))]
        for path, found in zip(paths, decided(entry.puzzle, paths, rules), strict=True):
            assert found == decided_in_python(entry.puzzle, path, rules)
            compared += len(found)
    assert compared > 50 or QuickestEngine(examples(kind)[0].puzzle).native is None


def test_a_choice_has_the_open_places_and_the_one_that_was_chosen() -> None:
    places = list(solved_moves(SUDOKU, SUDOKU.parse(SMALL)))
    met = list(choices(walk_in_order(SUDOKU, SMALL, places)))
    assert [len(choice.places) for choice in met] == list(range(len(places), 1, -1))
    assert [choice.places[choice.chosen] for choice in met] == places[:-1]
    assert all(choice.table.shape == (len(choice.places), len(feature_names(SUDOKU))) for choice in met)
    assert all(np.isfinite(choice.table).all() for choice in met)


def test_solvers_who_follow_rules_are_told_from_those_who_do_not(puzzles: list[str]) -> None:
    chance = Random(1)
    careful, careless = (
        fit_moves([by_habit(SUDOKU, text, chance, follows_rules=rules) for text in puzzles])
        for rules in (True, False)
    )
    assert careful.bits["rules"].high < careful.bits["even"].low
    assert careless.bits["all"].high > careless.bits["even"].low
    assert careless.saved.low < 0.2
    lifts = {lift.rule: lift.lift.value for lift in careful.lifts}
    assert lifts["last-cell"] > 1.5
    assert careful.with_rule > 0.9


def test_a_rule_that_costs_more_but_is_preferred_is_named(fitted: FittedMoves) -> None:
    assert all(
        one.cost < other.cost for one, other in contradictions(fitted.lifts) if one.cost and other.cost
    )
    assert all(one.lift.high < other.lift.low for one, other in contradictions(fitted.lifts))


def test_weights_are_found_that_choices_were_drawn_with() -> None:
    chance = np.random.default_rng(3)
    true = np.array([1.5, -1.0])
    drawn = []
    for _ in range(3000):
        table = chance.normal(size=(5, 2))
        odds = np.exp(table @ true)
        drawn.append((table, int(chance.choice(5, p=odds / odds.sum()))))
    found = fit_weights(stack(drawn))
    assert found == pytest.approx(true, abs=0.12)
    assert bits(stack(drawn), found).mean() < bits(stack(drawn), np.zeros(2)).mean() - 0.5


def test_the_expected_walk_ends_in_the_solution(puzzles: list[str], fitted: FittedMoves) -> None:
    puzzle = SUDOKU.parse(puzzles[0])
    walk = expect_walk(SUDOKU, puzzle, fitted)
    assert sorted(step.move for step in walk.steps) == sorted(map(str, solved_moves(SUDOKU, puzzle).values()))
    assert walk.steps[-1].bits == pytest.approx(0) and walk.steps[0].bits > 0
    assert all(step.rule != NO_RULE for step in walk.steps[-2:])


def test_bots_write_in_an_order_drawn_by_the_weights(puzzles: list[str], fitted: FittedMoves) -> None:
    """They solve what they solved before, each in an order of their own."""
    puzzle = Playable(SUDOKU.parse(puzzles[0]), "first", kind=SUDOKU)
    person, other = Person(1, 9.0, 0.0), Person(2, 9.0, 0.0)
    plain = made_by(respond(person, puzzle, -9.0, (1, 10), 1))
    drawn = made_by(respond(person, puzzle, -9.0, (1, 10), 1, fitted))
    assert sorted(drawn) == sorted(plain) and drawn != plain
    assert made_by(respond(other, puzzle, -9.0, (1, 10), 1, fitted)) != drawn
    assert made_by(respond(person, puzzle, -9.0, (1, 10), 1, fitted)) == drawn
    elsewhere = replace(fitted, kind="fillomino")
    assert made_by(respond(person, puzzle, -9.0, (1, 10), 1, elsewhere)) == plain


def made_by(given: Given) -> list[str]:
    """Return the moves of a simulated person in their order."""
    return [move for _, what, move in given.log if what == "move"]


def test_fitted_moves_are_saved_and_damaged_files_refused(tmp_path: Path, fitted: FittedMoves) -> None:
    save_moves(fitted, tmp_path / "moves.json")
    assert load_moves(tmp_path / "moves.json") == fitted
    (tmp_path / "moves.json").write_text('{"format": "quandary moves", "version": 1, "weights": {"a": 1e9}}')
    with pytest.raises(FileError, match="holds no fitted moves"):
        load_moves(tmp_path / "moves.json")
    with pytest.raises(FileError, match="learn moves WALKS"):
        load_moves(tmp_path / "nowhere.json")


def test_walks_are_learned_and_used_from_the_command_line(
    tmp_path: Path, puzzles: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = []
    for text in puzzles:
        walk = by_habit(SUDOKU, text, Random(6), follows_rules=True)
        rows.append({"kind": "sudoku", "puzzle": text, "moves": [f"{s.place}={s.value}" for s in walk.steps]})
    (tmp_path / "walks.jsonl").write_text(
        "\n".join(map(json.dumps, [*rows, {"kind": "sudoku", "puzzle": "x"}]))
    )
    moves = tmp_path / "moves.json"
    assert main(["learn", "moves", str(tmp_path / "walks.jsonl"), "-o", str(moves)]) == 0
    told = capsys.readouterr()
    assert "12 walks of 1 solver," in told.out and "of the moves have a rule" in told.out
    assert "1 of 13 walks could not be read" in told.err
    assert main(["rate", f"sudoku:{puzzles[0]}", "--moves", str(moves), "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)["scores"]
    assert scores["hesitation"]["value"] > scores["hesitation_mean"]["value"] > 0
    assert main(["rate", "fillomino:1./2.", "--moves", str(moves), "--json"]) == 0
    assert (
        "the weights are of sudoku" in json.loads(capsys.readouterr().out)["scores"]["hesitation"]["reason"]
    )


def test_events_of_a_study_are_walks_with_times(tmp_path: Path) -> None:
    (tmp_path / "puzzles.csv").write_text(f"puzzle,kind,notation\np1,sudoku,{SMALL}\n")
    right = [str(move) for move in solved_moves(SUDOKU, SUDOKU.parse(SMALL)).values()]
    rows = [(0, "start", ""), (1500, "move", right[0]), (2000, "undo", ""), (4000, "move", right[1])]
    lines = [f"7,1,p1,{number},{ms},{verb},{move}" for number, (ms, verb, move) in enumerate(rows, start=1)]
    (tmp_path / "events.csv").write_text(
        "participant,position,puzzle,number,ms,verb,move\n" + "\n".join(lines)
    )
    [walk] = read_walks(tmp_path / "events.csv").walks
    assert (walk.solver, walk.name) == ("7", "p1")
    assert [(step.verb, step.seconds) for step in walk.steps] == [
        ("write", 1.5),
        ("back", 0.5),
        ("write", 2.0),
    ]
    assert [str(board.move) for board in boards(walk)] == right[:2]


def test_explain_tells_where_solvers_look_around(
    tmp_path: Path, puzzles: list[str], capsys: pytest.CaptureFixture[str], fitted: FittedMoves
) -> None:
    save_moves(fitted, tmp_path / "moves.json")
    command = ["explain", f"sudoku:{puzzles[0]}", "--moves", str(tmp_path / "moves.json")]
    assert main([*command, "-o", str(tmp_path / "page.html")]) == 0
    assert "Experienced solvers choose the next cell" in capsys.readouterr().out
    assert "Where experienced solvers would look around" in (tmp_path / "page.html").read_text()
    assert main([*command, "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["hesitation"]
    assert len(steps) == puzzles[0].count(".")
    assert main(["explain", "fillomino:1./2.", "--moves", str(tmp_path / "moves.json")]) == 2
    assert "the weights are of sudoku" in capsys.readouterr().err
