"""Puzzles in a range of difficulty: as many as wanted, all distinct, or a clear error."""

import json
from collections.abc import Mapping
from math import inf
from pathlib import Path
from random import Random

import pytest

from quandary import find_kind
from quandary._native import core
from quandary.cli.main import main
from quandary.errors import NoneFoundError, QuandaryError, UnknownNameError
from quandary.generating.band import generate_band
from quandary.generating.vary import vary_once
from quandary.kind import DifficultyLevel
from quandary.kinds.maze import KIND as MAZE
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.sudoku.count import count_solutions
from quandary.kinds.witness import KIND as WITNESS
from quandary.library.files import Entry, read
from quandary.limits import Limits
from quandary.measuring.rate import rate


@pytest.mark.parametrize(
    ("by", "low", "high"), [("B2", 10, 12), ("B1", 1, 1), ("rating", 2, 2.5), ("muse", 2, 3), ("A6", 3, 4)]
)
def test_every_puzzle_is_inside_the_band_and_new(by: str, low: float, high: float) -> None:
    band = generate_band(MAZE, "4x4", by, low, high, count=8)
    assert band.is_complete and len(band.found) == 8
    texts = {MAZE.canonical(made.puzzle) for made in band.found}
    assert len(texts) == 8
    for made in band.found:
        assert low <= (rate(made.puzzle, [by])[by].value or inf) <= high


def test_the_same_seed_gives_the_same_puzzles_however_many() -> None:
    few, many = (generate_band(MAZE, "3x3", count=count, seed=4).found for count in (3, 6))
    assert [made.puzzle for made in few] == [made.puzzle for made in many[:3]]
    other = generate_band(MAZE, "3x3", count=3, seed=5).found
    assert [made.puzzle for made in other] != [made.puzzle for made in few]


def test_an_empty_band_is_said_to_be_empty_and_what_was_seen_instead() -> None:
    band = generate_band(MAZE, "3x3", "B2", 9, 20, count=2, tries=50)
    assert not band.found and not band.is_complete
    assert (band.tried, band.values[0], band.values[-1]) == (100, 4, 8)
    assert str(band).startswith("found 0 of 2 puzzles with B2 from 9 to 20: tried 100 ")


def test_duplicates_are_counted_not_kept() -> None:
    band = generate_band(MAZE, "3x3", "B2", 4, 4, count=300, tries=2)
    assert band.duplicates > 0
    assert len({MAZE.canonical(made.puzzle) for made in band.found}) == len(band.found)


def test_the_time_runs_out() -> None:
    band = generate_band(MAZE, "5x5", "B2", 1000, 2000, count=5, limits=Limits(seconds=0.2))
    assert 0 < band.tried < 5000


def test_it_works_for_every_kind_that_generates() -> None:
    band = generate_band(SUDOKU, "4x4", "muse", 0, 0, count=2)
    assert band.is_complete


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"low": 5, "high": 4}, "Give the smaller number first"),
        ({"count": 0}, "at least one"),
        ({"by": "B2", "kind": SUDOKU}, "B2 is a measure of another kind, not of a Sudoku"),
        ({"kind": MAZE.but(generate=None)}, "has no generator"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments: dict[str, object], message: str) -> None:
    options = {"kind": MAZE} | arguments
    with pytest.raises(QuandaryError, match=message):
        generate_band(**options)  # type: ignore[arg-type]


def test_an_unknown_size_or_measure_suggests_what_there_is() -> None:
    with pytest.raises(UnknownNameError, match="3x3"):
        generate_band(MAZE, "11")
    with pytest.raises(UnknownNameError, match="Did you mean"):
        generate_band(MAZE, "3x3", "shortst")


# The command line


def test_puzzles_go_to_a_file_with_their_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mazes.jsonl"
    asked = ["generate", "maze", "--size", "4", "--between", "10", "14", "--by", "B2", "--count", "4"]
    assert main([*asked, "-o", str(out)]) == 0
    entries = list(read(str(out)))
    assert len(entries) == 4
    for entry in entries:
        assert isinstance(entry, Entry)
        assert 10 <= float(str(entry.facts["B2"])) <= 14
    assert "4 puzzles" in capsys.readouterr().err


def test_without_a_file_they_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "maze", "--count", "2", "--seed", "3"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["id"].rpartition("-")[0] for line in lines] == ["maze-6x6-3"] * 2


def test_too_few_is_a_no_and_the_file_holds_what_there_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "none.jsonl"
    asked = ["generate", "maze", "--between", "50", "60", "--count", "1", "--within", "0.5", "-o", str(out)]
    assert main(asked) == 1
    assert not out.exists()
    assert "found 0 of 1 puzzles with shortest from 50 to 60" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["mase"], ["maze", "--size", "11"], ["maze", "--by", "B9"], ["maze", "--between", "5", "4"]]
)
def test_bad_usage_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith("quandary: ") and err.count("\n") == 1


@pytest.mark.skipif(core() is None, reason="levels are told by the native technique solver")
def test_a_level_makes_puzzles_of_that_level() -> None:
    band = generate_band(SUDOKU, "9x9", "empties", level="easy", count=2)
    assert band.is_complete and band.tried == 2


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(QuandaryError, match=r"No level of sudoku 'devil'\. Did you mean 'evil'"):
        generate_band(SUDOKU, "9x9", level="devil")


# Wishes


def test_a_wish_is_granted() -> None:
    band = generate_band(SUDOKU, "4x4", wishes={"symmetry": "half-turn", "minimal": "no"}, count=3)
    for made in band.found:
        places = [symbol == "." for symbol in made.puzzle.givens]
        assert places == places[::-1]
        assert any(count_solutions(less) == 1 for _, less in SUDOKU.reductions(made.puzzle))


@pytest.mark.skipif(core() is None, reason="in Python this takes long")
def test_a_technique_can_be_wished_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sudoku", "--with", "technique=pointing", "--count", "2"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["facts"] for line in lines] == [{"asked": "technique=pointing", "se_rating": 2.6}] * 2


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        (
            {"techniques": "x-wing"},
            r"No generator option of sudoku 'techniques'\. Did you mean 'technique'\?",
        ),
        ({"symmetry": "half"}, r"No symmetry of sudoku 'half'\."),
    ],
)
def test_an_unknown_wish_suggests_what_there_is(wishes: dict[str, str], message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        generate_band(SUDOKU, "4x4", wishes=wishes)


def test_half_a_wish_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "hex", "--with", "more=N"]) == 2
    assert "more=N is not a number below 10,000. Write a whole number" in capsys.readouterr().err
    assert main(["generate", "sudoku", "--with", "symmetry"]) == 2
    assert "Write --with NAME=CHOICE" in capsys.readouterr().err


def test_what_was_found_is_kept_when_no_more_is_found() -> None:
    def make(random: Random, size: str, wishes: Mapping[str, str]) -> object:
        assert wishes == {"level": "rare"}
        if len(made) == 2:
            raise NoneFoundError("There is no third one.")
        made.append(MAZE.generate(random, size))
        return made[-1]

    made: list[object] = []
    band = generate_band(
        MAZE.but(levels={"rare": DifficultyLevel(0, 9)}, generate=make), "4x4", level="rare", count=5
    )
    assert [each.puzzle for each in band.found] == made and not band.is_complete


def test_a_puzzle_that_nobody_asked_to_measure_is_kept_without_a_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("quandary.generating.sieve.IN_PASSING", Limits(states=1))
    band = generate_band(WITNESS, "3x3", count=2)
    assert band.is_complete and [made.score.value for made in band.found] == [None, None]
    monkeypatch.setattr("quandary.generating.sieve.FOR_ONE", Limits(states=1))
    assert not generate_band(SUDOKU, "6x6", "muse", count=1, tries=2).found


def test_every_puzzle_met_while_digging_is_filed_under_its_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "fillomino", "--size", "3", "--file-by-level", "--count", "2"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len({line["puzzle"] for line in lines}) == len(lines) > 16
    kind = find_kind("fillomino")
    assert kind.maker.level and {line["facts"]["level"] for line in lines} <= set(kind.maker.levels)
    for line in lines[::7]:
        assert kind.maker.level(kind.parse(line["puzzle"])) == line["facts"]["level"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["maze", "--file-by-level"], "The kind 'maze' has no levels to sort its puzzles by."),
        (["fillomino", "--file-by-level", "--level", "easy"], "--file-by-level excludes --level"),
    ],
)
def test_what_cannot_be_filed_by_level_is_said(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err and err.count("\n") == 1


def test_a_kind_that_knows_no_changes_says_so() -> None:
    maze = MAZE.parse("o-@/x.|/@-o")
    with pytest.raises(QuandaryError, match="'maze' does not list changes to its puzzles"):
        vary_once(MAZE.but(neighbours=None), maze)


def test_changes_of_a_sudoku_keep_its_solution() -> None:
    puzzle = SUDOKU.parse(".3....3....41...")
    assert SUDOKU.maker.neighbours
    changed = dict(SUDOKU.maker.neighbours(puzzle))
    assert len(changed) > 12 and all(count_solutions(other) == 1 for other in changed.values())
    assert changed["with the 2 at r1c1"].givens == "23....3....41..."
    assert not list(SUDOKU.maker.neighbours(SUDOKU.parse("................")))


def test_what_is_made_as_asked_is_not_looked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("sudoku", "fillomino"):
        assert main(["generate", kind, "--between", "20", "22", "--by", "empties"]) == 2
        assert "--with empties=20" in capsys.readouterr().err
    assert main(["generate", "sudoku", "--size", "4x4", "--with", "empties=8"]) == 0
