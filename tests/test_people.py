"""Scales of minutes, priors from people's moves, and measures of what tempts."""

import json
from math import exp, inf, log2
from pathlib import Path
from random import Random
from statistics import correlation
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from quandary._native import core
from quandary.cli.main import main
from quandary.errors import FileError, QuandaryError
from quandary.graph import SeenGraph
from quandary.kinds.sokoban import KIND as SOKOBAN
from quandary.kinds.sokoban.people import is_frozen, on_dead_square
from quandary.kinds.sokoban.rules import Level, cheapest_matching
from quandary.kinds.sokoban.seen import seen as seen_natively
from quandary.kinds.witness import KIND as WITNESS
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.subject import Subject
from quandary.measuring.table import TEMPTING, measure
from quandary.measuring.tempting import Tempting, seen_in_python
from quandary.models.priors import fit_prior, load_prior, read_plays, save_prior, where_rules_end
from quandary.models.scale import Anchor, calibrate, load_scale, save_scale
from quandary.score import Status

LEVEL = SOKOBAN.parse("#######/#.   .#/# $ $ #/#  @  #/#######")
PANEL = "+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"


def simulated(rng: np.random.Generator, count: int) -> list[Anchor]:
    bits = rng.uniform(1, 12, size=count)
    seconds = 2 ** (2 + 0.4 * bits + 0.8 * rng.normal(size=count))
    return [
        Anchor(float(b), 3, float(s), float(1 / (1 + np.exp(b / 3 - 3))))
        for b, s in zip(bits, seconds, strict=True)
    ]


def test_intervals_from_ten_anchors_hold_what_they_promise() -> None:
    rng, inside = np.random.default_rng(1), list[bool]()
    for _ in range(150):
        known = simulated(rng, 40)
        scale = calibrate("mine", known[:10])
        inside += [(e := scale.estimate(a.bits, 3)).low <= (a.seconds or 0) <= e.high for a in known[10:]]
    assert 0.76 <= np.mean(inside) <= 0.84


def test_a_scale_is_the_same_after_saving_and_a_damaged_one_is_refused(tmp_path: Path) -> None:
    scale = calibrate("mine", simulated(np.random.default_rng(2), 12))
    path = tmp_path / "scale.json"
    save_scale(scale, path)
    assert load_scale(path) == scale
    path.write_text('{"format": "quandary scale", "version": 1}')
    with pytest.raises(FileError, match="not a quandary scale"):
        load_scale(path)


def test_no_anchors_no_scale() -> None:
    with pytest.raises(QuandaryError, match="not computed: no anchors for this kind"):
        calibrate("mine", [Anchor(3, 3, None, 0.5)] * 9)


def test_impossible_anchors_are_named_with_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = [{"seconds": 10 + at} for at in range(10)]
    wrong = [{"solve_rate": 1.5}, {"seconds": -3}, {"seconds": "long"}, {"solved": 5, "tried": 4}]
    path = tmp_path / "anchors.jsonl"
    rows = ({"kind": "witness", "puzzle": PANEL, "facts": each} for each in (*facts, *wrong))
    path.write_text("\n".join(map(json.dumps, rows)))
    assert main(["calibrate", "witness", str(path)]) == 2
    told = capsys.readouterr()
    assert "10 anchors" in told.out
    assert [line.rpartition("line ")[2] for line in told.err.splitlines() if "line " in line] == [
        "11: a solve rate of 1.5 is impossible, it must be from 0 to 1",
        "12: a time of -3 seconds is impossible",
        '13: its facts have neither "seconds" nor "solve_rate"',
        "14: a solve rate of 1.25 is impossible, it must be from 0 to 1",
    ]


def test_minutes_are_told_only_for_the_kind_that_has_anchors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "scale.json"
    save_scale(calibrate("witness", simulated(np.random.default_rng(3), 12)), path)
    assert main(["rate", f"witness:{PANEL}", "sudoku:.3....3....41...", "--scale", str(path), "--json"]) == 0
    first, second = (json.loads(line)["scores"]["time"] for line in capsys.readouterr().out.splitlines())
    assert first["status"] == "estimate" and first["low"] < first["value"] < first["high"]
    assert second["status"] == "not computed" and "no anchors for this kind" in second["reason"]


def test_a_prior_learns_what_people_try_first(tmp_path: Path) -> None:
    plays = tmp_path / "plays.jsonl"
    panels = (PANEL, PANEL.replace("w|w", "w|."), PANEL.replace("b|b", ".|b"))
    rows = [{"kind": "witness", "puzzle": each, "moves": ["right", "right", "up", "up"]} for each in panels]
    plays.write_text("\n".join(map(json.dumps, rows * 7)))
    found = fit_prior(read_plays(plays))
    assert found.weights["right"] > found.weights["up"] and (found.bits_saved or 0) > 0
    save_prior(found, tmp_path / "prior.json")
    assert load_prior(tmp_path / "prior.json") == found


def test_plays_of_one_puzzle_leave_none_to_be_held_out(tmp_path: Path) -> None:
    line = json.dumps({"kind": "witness", "puzzle": PANEL, "moves": ["right", "right", "up", "up"]})
    (tmp_path / "plays.jsonl").write_text(f"{line}\n" * 9)
    found = fit_prior(read_plays(tmp_path / "plays.jsonl"))
    assert found.bits_saved is None and "only one puzzle, so none was held out" in str(found)
    save_prior(found, tmp_path / "prior.json")
    assert load_prior(tmp_path / "prior.json") == found


def test_people_who_move_at_random_teach_no_prior(tmp_path: Path) -> None:
    draw, rows = Random(1), list[str]()
    for number in range(40):
        panel = WITNESS.parse("+-+-+-E/|.|.|.|/+-+-+-+/|.|.|.|/+-+-+-+/|.|.|.|/S-+-+-+")
        [state] = panel.starts()
        moves = list[str]()
        while not panel.is_solved(state) and (options := list(panel.moves(state))):
            moves.append(str(draw.choice(options)))
            state = panel.apply(state, next(each for each in options if str(each) == moves[-1]))
        text = WITNESS.format(panel).replace(".", "." if number % 2 else "w", 1)
        rows.append(json.dumps({"kind": "witness", "puzzle": text, "moves": moves}))
    (tmp_path / "plays.jsonl").write_text("\n".join(rows))
    assert (fit_prior(read_plays(tmp_path / "plays.jsonl")).bits_saved or 0) < 0.02


def test_a_learned_prior_is_used_from_the_command_line_by_the_compiled_engine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plays, prior = tmp_path / "plays.jsonl", tmp_path / "prior.json"
    line = json.dumps({"kind": "witness", "puzzle": PANEL, "moves": ["right", "right", "up", "up"]})
    plays.write_text(f"{line}\n" * 20)
    assert main(["learn", "moves", str(plays), "-o", str(prior)]) == 0
    told = capsys.readouterr().out
    assert "the rules of the player 'none' end in 20 of 20 plays, after 0 moves" in told
    asked = ["rate", f"witness:{PANEL}", "--json", "-m", "muse", "-m", "remuse", "-m", "luck"]
    found = []
    for more in ([], ["--prior", str(prior)], ["--prior", str(prior), "--leak", "0.1"]):
        assert main([*asked, *more]) == 0
        found.append(json.loads(capsys.readouterr().out)["scores"])
    plain, people, forgetful = found
    if core() is not None:
        assert all(each["engine"].startswith("native") for scores in found for each in scores.values())
    assert people["luck"]["value"] < plain["luck"]["value"]  # they begin where the solution does
    assert all(forgetful[name]["value"] > people[name]["value"] for name in people)


def test_rules_end_where_a_player_has_to_guess(tmp_path: Path) -> None:
    plays = tmp_path / "plays.jsonl"
    panel = "+-+-E/|w|b|/+-+-+/|w|b|/S-+-+"  # once between the colours, the way is clear
    plays.write_text(
        json.dumps({"kind": "witness", "puzzle": panel, "moves": ["right", "up", "up", "right"]})
    )
    nobody, paper = (where_rules_end(read_plays(plays), WITNESS.player(name)) for name in ("none", "paper"))
    assert (nobody.plays, nobody.moves) == (1, (0,))
    assert (
        paper.moves == (0,)
        and str(paper) == "the rules of the player 'paper' end in 1 of 1 plays, after 0 moves"
    )
    forced = json.dumps({"kind": "witness", "puzzle": "+-E/x.|/S-+", "moves": ["right", "up"]})
    plays.write_text(forced)
    assert where_rules_end(read_plays(plays), WITNESS.player("none")).moves == ()


def test_a_play_that_breaks_the_rules_is_refused_with_its_line(tmp_path: Path) -> None:
    plays = tmp_path / "plays.jsonl"
    plays.write_text(json.dumps({"kind": "witness", "puzzle": PANEL, "moves": ["left"]}))
    with pytest.raises(FileError, match=r"line 1 of plays.jsonl is not a play: 'left' is not a legal move"):
        read_plays(plays)


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it and runs this")
def test_what_an_expert_sees_is_the_same_in_both_languages() -> None:
    quick, slow = seen_natively(LEVEL, Limits()), seen_in_python(Subject(LEVEL), Limits().start())
    assert quick is not None
    for name in ("first", "target", "solved", "estimate"):
        assert np.array_equal(getattr(quick, name), getattr(slow, name)), name
    ours, theirs = (Tempting(each).greedy_luck(Limits().start()) for each in (quick, slow))
    assert ours == pytest.approx(theirs, abs=1e-6)


def dragged(level: Level) -> float:
    """Return the luck of a player who drags boxes, by brute force over all situations that an expert sees."""
    [start] = level.starts()
    numbers, edges, todo = {start: 0}, list[dict[Any, list[Any]]](), [start]
    for state in todo:  # grows during the loop
        by_box: dict[Any, list[Any]] = {}
        for move in [] if level.is_solved(state) else level.moves(state):
            after = level.apply(state, move)
            if on_dead_square(level, after) or is_frozen(level, after):
                continue
            [box], [end] = state.boxes - after.boxes, after.boxes - state.boxes
            by_box.setdefault(box, []).append((after, end))
            if after not in numbers:
                numbers[after] = len(numbers)
                todo.append(after)
        edges.append(by_box)
    states = list(numbers)
    chance = {state: float(level.is_solved(state)) for state in states}
    estimate = {state: cheapest_matching(level, state.boxes) for state in states}
    options = {
        state: [after for box in state.boxes for after in _ends(state, box, numbers, edges)]
        for state in states
    }
    for _ in range(400):
        for state in reversed(states):
            if level.is_solved(state) or not options[state]:
                continue
            rises = [
                min(6, max(-6, estimate[each] - estimate[state])) if estimate[each] < inf else 3
                for each in options[state]
            ]
            weights = [exp(-rise / 2) for rise in rises]
            total = sum(w * chance[each] for w, each in zip(weights, options[state], strict=True))
            chance[state] = 0.97 * total / sum(weights)
    return -log2(chance[start])


def _ends(state: Any, box: Any, numbers: dict[Any, int], edges: list[dict[Any, list[Any]]]) -> list[Any]:
    met, todo = {state}, [(state, box)]
    for here, cell in todo:  # grows during the loop
        for after, end in edges[numbers[here]].get(cell, ()):
            if after not in met:
                met.add(after)
                todo.append((after, end))
    return [each for each in met if each != state]


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it and runs this")
@pytest.mark.parametrize(
    "text",
    [
        "#######/#.   .#/# $ $ #/#  @  #/#######",
        "#######/#@    #/# $#$ #/#  .  #/#.    #/#######",
        "######/#@$ .#/######",
    ],
)
def test_dragging_whole_boxes_takes_as_much_luck_as_brute_force_says(text: str) -> None:
    level = SOKOBAN.parse(text)
    assert rate(level, ["drag_luck"])["drag_luck"].value == pytest.approx(dragged(level), abs=1e-7)


def toiled(graph: SeenGraph) -> float:
    """Return log2 of the moves of a greedy player who takes back fatal ones, by brute force over pairs of states."""
    after = [
        [int(each) for each in graph.target[graph.first[at] : graph.first[at + 1]]]
        for at in range(len(graph.solved))
    ]
    viable = set(np.flatnonzero(graph.solved).tolist())
    for _ in after:
        viable |= {at for at, there in enumerate(after) if viable & set(there)}
    moves = {(here, before): 0.0 for here in viable for before in (*range(len(after)), -1)}
    for _ in range(3000):
        for here, before in moves:
            if graph.solved[here]:
                continue
            rises = [
                min(3.0, max(-3.0, float(graph.estimate[there] - graph.estimate[here])))
                for there in after[here]
            ]
            weights = [
                exp(-rise / 2 - (there == before)) for rise, there in zip(rises, after[here], strict=True)
            ]
            pairs = list(zip(weights, after[here], strict=True))
            kept = sum(weight for weight, there in pairs if there in viable)
            further = sum(weight * moves[there, here] for weight, there in pairs if there in viable)
            moves[here, before] = (sum(weights) + 20 * (sum(weights) - kept) + further) / kept
    return log2(moves[0, -1])


@pytest.mark.parametrize("text", ["#####/#@$.#/#   #/#####", "#######/#@    #/# $#$ #/#  .. #/#######"])
def test_toil_is_what_brute_force_says(text: str) -> None:
    level = SOKOBAN.parse(text)
    graph = seen_in_python(Subject(level), Limits().start())
    assert rate(level, ["toil"])["toil"].value == pytest.approx(toiled(graph), abs=1e-5)


def seen(*ways: list[int], estimate: list[float], solved: int = 5) -> SeenGraph:
    """Return the graph in which each state leads to those listed."""
    return SeenGraph(
        np.cumsum([0, *map(len, ways)]),
        np.array([each for way in ways for each in way], dtype=np.uint32),
        np.arange(len(ways)) == solved,
        np.array(estimate, dtype=np.float64),
    )


TRAP = seen([1, 2, 3], [4, 0], [], [4], [5], [], estimate=[3, 2, 1, 3, 1, 0])
"""Two shortest ways, from 0 by 1 or 3 over 4 to 5, a way back from 1, and a trap, 2, that looks best of all."""


@pytest.mark.parametrize("compiled", [True, False])
def test_what_tempts_is_what_a_calculation_by_hand_says(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not compiled:
        monkeypatch.setattr("quandary.measuring.tempting.core", lambda: None)
    found, budget = Tempting(TRAP), Limits().start()
    assert found.left.tolist() == [3, 2, inf, 2, 1, 0]
    assert found.fatal_share() == 1 / 7
    assert found.tempting_fatal() == 1 / 5  # the move from 0 to 3 does not look nearer
    assert found.trap_ratio() == 2 / 5
    assert found.estimate_error() == (8 + 1) / (9 + 1)
    assert found.estimate_correlation() == pytest.approx(correlation([3, 2, 2, 1, 0], [3, 2, 3, 1, 0]))
    stays = (exp(1) + 1) / (exp(1) + exp(2) + 1), exp(1) / (exp(1) + exp(-1))
    assert found.surprise() == pytest.approx(-log2(stays[0]) - log2(stays[1]) / 2)
    assert found.surprise_mean() == pytest.approx(found.surprise() / 3)
    right, either = exp(0.5) / (exp(0.5) + exp(1) + 1), 1 / (exp(0.5) + exp(1) + 1)
    on = exp(0.5) / (exp(0.5) + exp(-0.5))
    chance = (right * on + either) / (1 - right * (1 - on))
    assert found.greedy_luck(budget) == pytest.approx(-log2(chance), abs=1e-6)
    assert found.toil(budget) == pytest.approx(toiled(TRAP), abs=1e-6)


def test_an_estimate_that_never_changes_is_taken_as_right() -> None:
    assert Tempting(seen([1], [], estimate=[2, 2], solved=1)).estimate_correlation() == 1


def test_a_puzzle_of_no_kind_has_no_estimate_to_be_tempted_by() -> None:
    one_step = SimpleNamespace(
        starts=lambda: [0], moves=lambda _: [1], apply=lambda state, move: state + move, is_solved=bool
    )
    score = rate(one_step, ["toil"])["toil"]
    assert (score.status, score.reason) == (
        Status.NOT_COMPUTED,
        "the kind has no estimate of the remaining moves",
    )


def test_what_tempts_is_measured_for_every_move_puzzle_with_an_estimate() -> None:
    scores = rate(LEVEL, TEMPTING)
    assert all(score.value is not None for score in scores.values())
    assert 0 <= (scores["fatal_share"].value or 0) <= 1 <= (scores["estimate_error"].value or 0)


def test_a_measure_for_a_player_is_named_after_both() -> None:
    panel = WITNESS.parse(PANEL)
    scores = rate(panel, ["remuse@none", "remuse@expert", "remuse"], player=WITNESS.player("none"))
    assert scores["remuse@none"].value == scores["remuse"].value != scores["remuse@expert"].value
    with pytest.raises(QuandaryError, match="does not depend on a player"):
        measure("solutions@none")


def test_anchors_on_a_line_do_not_make_a_sharp_scale() -> None:
    known = [Anchor(bits, 4, 2 ** (1 + bits / 2)) for bits in range(2, 12)]
    few, many = calibrate("mine", known[::2]), calibrate("mine", known * 20)
    assert few.reach > calibrate("mine", known).reach > many.reach > 0


def test_the_slope_of_length_is_left_to_the_anchors() -> None:
    known = [Anchor(3, length, float(length) ** 2.5) for length in range(5, 25, 2)]
    assert calibrate("mine", known).c == pytest.approx(2.5, abs=0.4)
