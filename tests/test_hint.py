"""Hints: the easiest thing to see, a way on for every kind, and the move that spoiled a puzzle."""

from random import Random
from typing import Any

import pytest

from quandary.draw.shapes import Drawing
from quandary.errors import NotationError
from quandary.library.files import examples
from quandary.library.registry import find_kind, find_kinds
from quandary.limits import Limits, OutOfBudget, Stop
from quandary.showing.hint import FEW, MOST_RINGS, Hint, hint, hint_at
from quandary.showing.picture import anchor, tell
from quandary.solving.follow import follow, solution_text
from quandary.solving.onward import _among_listed, lost_since, outlook, played, rest_of, solve_on
from quandary.solving.search import solutions

WITH_GENERATOR = [
    name for name in find_kinds() if find_kind(name).maker.generate and find_kind(name).maker.sizes
]
SUDOKU = find_kind("sudoku").parse(".3....3....41...")
CORRIDOR = find_kind("sokoban").parse("#######/#     #/#@$ . #/#     #/#######")


def small(name: str) -> Any:
    maker = find_kind(name).maker
    assert maker.generate
    return maker.generate(Random(3), maker.sizes[0])


@pytest.mark.parametrize("name", WITH_GENERATOR)
def test_a_hint_for_a_solvable_puzzle_leaves_it_solvable(name: str) -> None:
    puzzle = small(name)
    found = (
        hint(puzzle) if len(list(puzzle.starts())) == 1 else hint_at(puzzle, [next(iter(puzzle.starts()))])
    )
    assert found.says.endswith(".") and found.since is None
    assert isinstance(found.drawing, Drawing)
    if found.move is not None:
        steps = played(puzzle)
        start = next(iter(steps.starts()))
        named = {str(move): move for move in steps.moves(start)}
        states = [start, steps.apply(start, named[str(found.move)])]
        assert outlook(puzzle, states) == "live"


@pytest.mark.parametrize("name", WITH_GENERATOR)
def test_a_solved_puzzle_needs_no_hint(name: str) -> None:
    puzzle = small(name)
    text = solution_text(puzzle, solutions(puzzle, most=1).found[0])
    assert hint(puzzle, text).says.startswith("It is solved")


@pytest.mark.parametrize("name", WITH_GENERATOR)
def test_a_puzzle_can_be_solved_on_from_the_middle_of_a_solution(name: str) -> None:
    puzzle = small(name)
    states = follow(puzzle, solution_text(puzzle, solutions(puzzle, most=1).found[0])).states
    half = states[: len(states) // 2 + 1]
    found = solve_on(puzzle, half)
    assert found.status == "solved"
    rest = rest_of(puzzle, half[-1])
    assert puzzle.is_solved(found.found[0].end(rest)) or rest.is_solved(found.found[0].end(rest))
    assert lost_since(puzzle, half) is None


def test_a_way_on_leaves_open_whether_there_are_others() -> None:
    tangram = find_kind("tangram").parse("square .../... A=xx B=xx C=xx")
    (start,) = tangram.starts()
    listed = solutions(tangram)
    assert listed.complete and len(listed.found) > 1
    found = solve_on(tangram, [start])
    assert found.found and not found.complete
    first = listed.found[0].moves[0]
    states = [start, tangram.apply(start, first)]
    on = solve_on(tangram, states)
    assert _among_listed(tangram, states, Limits()) == on  # nothing is searched again
    assert not on.complete and first not in on.found[0].moves and on.found[0].start == states[-1]
    assert tangram.is_solved(on.found[0].end(tangram))


def test_a_wrong_digit_is_named_with_its_number() -> None:
    found = hint(SUDOKU, "r2c2=1 r1c1=4 r1c4=1")
    assert (str(found.wrong), found.since) == ("r1c1=4", 2)
    assert str(found) == "No solution is left since move 2, r1c1=4. Take it back."


def test_a_push_into_a_corner_is_named_and_how_far_to_go_back() -> None:
    found = hint(CORRIDOR, "urDrrr")
    assert (found.wrong, found.since) == ("D", 3)
    assert "Take back 4 moves" in found.says
    assert hint(CORRIDOR, "R").since is None


def test_a_wrong_turn_of_a_line_is_named() -> None:
    panel = find_kind("witness").parse("+-+-E/|1|.|/S-+-+")
    right = solution_text(panel, solutions(panel, most=1).found[0]).split()
    wrong = next(move for move in ("up", "right") if outlook(panel, follow(panel, move).states) == "lost")
    assert wrong != right[0]
    assert hint(panel, wrong).since == 1


def test_a_large_fillomino_gets_the_hint_of_a_rule_and_not_an_answer() -> None:
    rows = "....1..5/.5.7..55/.7.37.55/..7.97../.3..1.6./.3...4.6/......../..4147.."
    found = hint(find_kind("fillomino").parse(rows))
    assert (found.rule, str(found.move)) == ("one-way-out", "r7c5=4")


def test_a_rule_that_rules_out_much_leads_to_where_little_is_left() -> None:
    puzzle = find_kind("hex").parse("LLLLLL./........./...TT....../....TTT..../....T..../....... -B")
    found = hint(puzzle)
    assert found.rule == "region-sizes" and "@" not in found.says
    assert len(found.cannot) > len(found.options) == 7 and "7 for piece Hexagon" in found.says
    assert 0 < len(found.marks) <= 7 and {mark.stroke for mark in found.marks} == {"new"}


def test_moves_are_said_as_people_say_them() -> None:
    found = hint(CORRIDOR)
    assert "push the box at r3c3 right" in found.says
    assert [mark.centre for mark in found.marks] == [(2.5, 2.5)]
    board = find_kind("fling").parse("..oo..o/..o..o./....o../...o.../.o...o./......./......o/.......")
    assert "the ball at r1c4 right" in hint(board).says
    tangram = find_kind("tangram").parse("hexiamonds _AAAAAA..../__...FFFF.../___...FF..... -BCGHJMN")
    assert hint(tangram).says == "A cell can be covered in only one way. So D at the upper right."


def test_a_puzzle_without_any_solution_says_so() -> None:
    found = hint(find_kind("sudoku").parse("12....3....3...."))
    assert found.since == 0 and "no solution" in found.says


def test_an_illegal_move_is_refused_by_name() -> None:
    with pytest.raises(NotationError, match="Move 1, 'r1c1=3'"):
        hint(SUDOKU, "r1c1=3")


def test_a_class_without_a_kind_gets_hints_too() -> None:
    class Doors:
        def starts(self) -> list[str]:
            return ["hall"]

        def moves(self, state: str) -> list[str]:
            return {"hall": ["left", "right"], "cellar": []}[state]

        def apply(self, state: str, move: str) -> str:
            return {"left": "garden", "right": "cellar"}[move]

        def is_solved(self, state: str) -> bool:
            return state == "garden"

    assert hint(Doors()).move == "left"
    assert hint(Doors(), "right").since == 1
    assert hint(Doors()).drawing.shapes


def test_rings_around_everything_mark_nothing() -> None:
    empty = find_kind("sudoku").parse("." * 81)
    start = next(iter(empty.starts()))
    everything = Hint(empty, start, "", cannot=tuple(empty.moves(start)))
    named = Hint(empty, start, "", cannot=everything.cannot[: FEW // 2])
    assert len({anchor(empty, start, move) for move in everything.cannot}) > MOST_RINGS
    assert everything.marks == named.marks != ()


def test_nothing_is_said_to_be_ruled_out_at_a_glance_only_if_every_rule_was_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    panel = find_kind("witness").parse("+-+-E/|b|.|/+-+-+/|.|w|/S-+-+")
    assert hint(panel).says.startswith("Nothing can be ruled out at a glance.")
    monkeypatch.setattr("quandary.showing.hint.check_limits", out_of_time)
    found = hint(panel, limits=Limits(seconds=9))
    assert found.says.startswith("Not all rules were tried: stopped at the 9 s limit. A solution continues:")
    monkeypatch.setattr("quandary.showing.hint.MOST_TRIED", 1)
    assert "Not all rules were tried: there are more than 1 moves." in hint(panel).says


def out_of_time() -> None:
    raise OutOfBudget(Stop("seconds", 4.5))


def test_a_position_that_turns_out_to_be_lost_is_called_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "quandary.showing.hint.lost_since", lambda *_: None
    )  # not decided in its half of the time
    monkeypatch.setattr("quandary.showing.hint._noticed", lambda *_: None)
    assert hint(CORRIDOR, "urDrrr").says.startswith("No solution is left from here.")


def test_a_digit_that_cannot_be_put_is_told_what_it_breaks() -> None:
    with pytest.raises(NotationError, match="'r2c2=3', cannot be made: 3 in row 2 is there already"):
        hint(SUDOKU, "r2c2=3")
    with pytest.raises(NotationError, match="'r1c2=1', cannot be made: r1c2 is filled already"):
        hint(SUDOKU, "r1c2=1")
    with pytest.raises(NotationError, match="'r9c9=1', is not legal"):
        hint(SUDOKU, "r9c9=1")


@pytest.mark.parametrize("name", ["sudoku", "sokoban", "snakebird", "tilt", "witness", "maze", "fling"])
def test_the_first_degrees_of_a_hint_do_not_tell_the_move(name: str) -> None:
    kind = find_kind(name)
    puzzle = examples(kind)[0].puzzle
    found = hint_at(puzzle, [next(iter(played(puzzle).starts()))])
    assert len(found.degrees) > 1 and found.degrees[-1] == found.says
    said = tell(puzzle, found.move)
    assert all(said not in degree for degree in found.degrees[:1])


def test_a_dead_end_is_named_before_the_move() -> None:
    room = find_kind("sokoban").parse("######/#    #/# $@.#/# $ .#/#    #/######")
    look, avoid, move = hint(room).degrees
    assert look == "Look at the left." and avoid.startswith("Avoid this dead end: push the box")
    wrong = avoid.partition(": ")[2].partition(".")[0]
    assert wrong not in move
    push = next(each for each in room.moves(room.starts()[0]) if tell(room, each) == wrong)
    from quandary.solving.onward import outlook

    assert outlook(room, [room.starts()[0], room.apply(room.starts()[0], push)]) == "lost"


def test_the_command_tells_more_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    from quandary.cli.main import main

    told = []
    for more in ([], ["--more"], ["--more", "--more"]):
        assert main(["hint", "sudoku:.3....3....41...", *more]) == 0
        told.append(capsys.readouterr().out.rstrip().splitlines()[-1])
    assert told[0] == "Naked single: only one digit is left for a cell."
    assert told[1] == "Look at r3c2." and told[2].endswith("r3c2=2.")
