"""Ways to solve a puzzle: their definition against brute force, and what was not intended."""

import json
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from quandary._native import core
from quandary.cli.main import main
from quandary.engine import Solution
from quandary.errors import QuandaryError
from quandary.library.files import Entry, format_line, read
from quandary.library.registry import find_kind
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.publishing.check import Problem, check
from quandary.publishing.intended import bits_of, intended, solution_of
from quandary.score import Status
from quandary.solving.ways.classes import classes
from quandary.solving.ways.corridor import Surroundings
from quandary.solving.ways.differ import shown
from quandary.solving.ways.find import deeds_of, ways

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
ROOM = "######/#    #/# $@.#/# $ .#/#    #/######"
"""Two boxes that need two pushes each, and a room around them."""
CROSSED = "ulldRRddlUluRurrDulldR"
"""A solution of it in which the boxes change places, six pushes."""


@pytest.fixture
def force(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Load benchmarks/ways.py."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    import ways as benchmark

    yield benchmark
    del sys.modules["ways"]


@pytest.mark.parametrize("name", ["fling", "maze", "rushhour", "snakebird", "sokoban", "tilt", "witness"])
def test_ways_are_those_of_brute_force_in_python_and_natively(name: str, force: Any) -> None:
    found = list(islice(force.compare(find_kind(name), count()), 80))
    assert [difference for _, difference in found if difference] == []
    assert sum("way" in fate for fate, _ in found) > 5


class Steps:
    """A player on a row of cells, with a lamp at either end. Walking does nothing else, and lamps commute with nothing."""

    def starts(self) -> list[tuple[int, frozenset[int]]]:
        return [(1, frozenset())]

    def moves(self, state: tuple[int, frozenset[int]]) -> list[str]:
        here, lit = state
        return [
            *(["left"] if here > 0 else []),
            *(["right"] if here < 2 else []),
            *(["light"] if here not in lit else []),
        ]

    def apply(self, state: tuple[int, frozenset[int]], move: str) -> tuple[int, frozenset[int]]:
        here, lit = state
        return (here, lit | {here}) if move == "light" else (here + {"left": -1, "right": 1}[move], lit)

    def is_solved(self, state: tuple[int, frozenset[int]]) -> bool:
        return state[1] >= {0, 2}


class Lamps(Steps):
    """The same where only lighting is a deed."""

    def deed(self, state: tuple[int, frozenset[int]], move: str) -> str:
        return f"lamp {state[0]}" if move == "light" else ""


def test_a_class_of_ones_own_says_what_its_deeds_are() -> None:
    every, told = ways(Steps(), longer=0), ways(Lamps(), longer=0)
    assert (every.number, told.number) == (2, 2)
    assert sorted(tuple(deed.name for deed in way.deeds) for way in told.found) == [
        ("lamp 0", "lamp 2"),
        ("lamp 2", "lamp 0"),
    ]
    assert all("light" in {deed.name for deed in way.deeds} for way in every.found)


def test_a_detour_is_no_way_of_its_own() -> None:
    corridor = find_kind("sokoban").parse("#######/#@$  .#/#     #/#######")
    assert ways(corridor, longer=0).number == 1
    there_and_back = [way for way in ways(corridor, longer=2).found if way.length > 3]
    assert not any("left" in deed.name for way in there_and_back for deed in way.deeds)


def test_boxes_that_are_pushed_in_any_order_are_one_way() -> None:
    room = find_kind("sokoban").parse(ROOM)
    found = ways(room, longer=0)
    assert (found.number, found.complete, found.shortest, found.most) == (1, True, 4, 4)
    assert ways(room, longer=2).in_words == "9 ways in up to 6 moves, the shortest in 4"


def test_too_many_beginnings_give_a_bound_that_is_marked() -> None:
    room = find_kind("sokoban").parse(ROOM)
    exact, cut = ways(room, longer=4), ways(room, longer=4, most_classes=3)
    assert exact.complete and not cut.complete and 0 < cut.number <= exact.number
    assert "beginnings" in cut.stop.text and cut.in_words.startswith("at least ")
    in_python = ways(room, longer=4, most_classes=3, engine="python")
    assert not in_python.complete and 0 < in_python.number <= exact.number


def test_a_limit_leaves_open_how_many_ways_there_are() -> None:
    kind = find_kind("sokoban")
    large = kind.parse("##########/#        #/# $@$  . #/# $   .. #/#  $  .  #/#        #/##########")
    found = ways(large, limits=Limits(states=50))
    assert found.status == "gave up" and not found.complete
    score = rate(large, ["ways"], limits=Limits(states=50))["ways"]
    assert score.status is Status.GAVE_UP and score.value is None


def test_shortest_solutions_are_known_although_not_every_state_was_explored() -> None:
    room = find_kind("sokoban").parse("##########/#        #/# $@.    #/# $ .    #/#        #/##########")
    some = ways(room, longer=0, limits=Limits(states=3000))
    assert some.number == ways(room, longer=0).number


def test_a_puzzle_without_a_solution_has_no_way() -> None:
    stuck = find_kind("sokoban").parse("#####/#$@.#/#####")
    assert ways(stuck).status == "none"
    assert rate(stuck, ["ways"])["ways"].status is Status.UNSOLVABLE


def test_every_solution_of_a_filling_is_a_way() -> None:
    sudoku = find_kind("sudoku").parse(".3....3....4....")
    found = ways(sudoku)
    assert found.number == rate(sudoku, ["solutions"])["solutions"].value
    assert "instead of" in shown(sudoku, found.found, 10)[1].words


def test_birds_that_eat_each_others_fruit_are_another_way() -> None:
    entry = next(each for each in read_examples("snakebird") if each.id == "two-birds")
    deeds = {tuple(deed.name for deed in way.deeds) for way in ways(entry.puzzle).found}
    assert len(deeds) > 1
    assert all("eats" in name or "leaves" in name or "pushes" in name for word in deeds for name in word)


def read_examples(name: str) -> list[Entry]:
    from quandary.library.files import examples

    return examples(find_kind(name))


def test_of_many_ways_the_most_different_are_shown_with_the_number_like_each() -> None:
    room = find_kind("sokoban").parse(ROOM)
    found = ways(room, longer=4)
    few = shown(room, found.found, 3)
    assert len(few) == 3 and sum(1 + each.alike for each in few) == found.number
    assert few[0].words == "" and "box A goes to r4c5" in few[1].words
    assert len(shown(room, found.found, 100)) == found.number


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it and runs this")
def test_python_and_the_core_say_which_way_a_solution_is() -> None:
    room = find_kind("sokoban").parse(ROOM)
    for way in ways(room).found:
        for engine in ("python", "auto"):
            again = ways(room, asked=way.solution, engine=engine)
            assert again.asked is not None
            assert sorted(again.found[again.asked].deeds) == sorted(way.deeds)


def test_classes_of_a_corridor_without_solutions_are_none() -> None:
    from quandary.solving.explore import explore

    room = find_kind("sokoban").parse(ROOM)
    deeds = deeds_of(room)
    assert deeds is not None
    assert classes(Surroundings(explore(room)).corridor(room, deeds, 3)).found == []


# What was not intended


def test_a_shorter_way_than_intended_is_found_and_forbidden() -> None:
    room = find_kind("sokoban").parse(ROOM)
    found = intended(room, CROSSED)
    assert (len(found.shorter), len(found.different), found.is_detour) == (1, 8, False)
    assert found.forbidden(["shorter"])[0].startswith("1 shorter way than intended, such as one of 4 moves")
    assert intended(room, "ulldRldRuRldR").forbidden(["shorter", "cheaper"]) == []
    with pytest.raises(QuandaryError, match="No word to forbid 'shortest'"):
        found.forbidden(["shortest"])


def test_cheaper_ways_have_fewer_bits_of_choice() -> None:
    kind = find_kind("sokoban")
    room = kind.parse(ROOM)
    found = intended(room, CROSSED)
    player = kind.people.default
    assert found.cheaper
    for way in found.cheaper:
        assert bits_of(room, way.solution, player) < bits_of(room, found.solution, player)


def test_intended_moves_that_solve_nothing_are_refused() -> None:
    room = find_kind("sokoban").parse(ROOM)
    with pytest.raises(QuandaryError, match="do not solve the puzzle"):
        intended(room, "ulldR")


@pytest.mark.parametrize("name", ["sokoban", "snakebird", "tilt", "fling", "witness", "maze", "sudoku"])
def test_what_solve_writes_may_be_intended(name: str) -> None:
    from quandary.solving.follow import solution_text

    puzzle = read_examples(name)[0].puzzle
    way = ways(puzzle).found[0]
    text = solution_text(puzzle, way.solution)
    again = solution_of(puzzle, text)
    assert isinstance(again, Solution) and puzzle.is_solved(again.end(puzzle))
    assert intended(puzzle, text).shorter == ()


def test_elements_that_no_way_needs_are_named() -> None:
    panel = find_kind("witness").parse("+-E/|b|/S-+")
    assert intended(panel, "up right").needless == ("squares",)
    assert intended(panel, "up right").forbidden(["without: squares"]) == ["it can be solved without squares"]
    needed = find_kind("witness").parse("+-+-E/|b|w|/S-+-+")
    assert intended(needed, "right up right").needless == ()


def test_check_names_ways_instead_of_calling_it_unique(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"sokoban:{ROOM}"]) == 0
    assert "one solved position, 9 ways in up to 6 moves, the shortest in 4" in capsys.readouterr().out
    assert main(["check", f"sokoban:{ROOM}", "--intended", CROSSED]) == 0
    assert "1 shorter way than intended" in capsys.readouterr().out
    assert main(["check", f"sokoban:{ROOM}", "--intended", CROSSED, "--forbid", "shorter", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["unique"] is False and told["intended"]["shorter"] == 1
    assert told["problems"][0]["problem"] == "unintended"
    assert main(["check", f"sokoban:{ROOM}", "--intended", "R"]) == 1


def test_what_is_intended_stands_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kind = find_kind("sokoban")
    entry = Entry(kind, kind.parse(ROOM), "room", intended=CROSSED, forbid=("shorter",))
    file = tmp_path / "room.jsonl"
    file.write_text(format_line(entry) + "\n")
    [again] = read(str(file))
    assert isinstance(again, Entry) and (again.intended, again.forbid) == (CROSSED, ("shorter",))
    assert main(["check", str(file)]) == 1
    assert "unintended: 1 shorter way" in capsys.readouterr().out
    [verdict] = check([again])
    assert [problem for problem, _ in verdict.problems] == [Problem.UNINTENDED]


def test_solve_ways_prints_what_is_different(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", f"sokoban:{ROOM}", "--ways", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("sokoban-1: 9 ways in up to 6 moves, the shortest in 4\n")
    assert "2. 6 moves: box A goes to r4c5 and box B goes to r3c5" in out
    assert main(["solve", f"sokoban:{ROOM}", "--ways", "1", "--longer", "0", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["number"], told["complete"], len(told["ways"])) == (1, True, 1)
    assert main(["solve", f"sokoban:{ROOM}", "--longer", "1"]) == 2
    assert main(["solve", f"sokoban:{ROOM}", "--ways", "1", "--all"]) == 2
    assert main(["solve", "sokoban:#####/#$@.#/#####", "--ways", "3"]) == 1
