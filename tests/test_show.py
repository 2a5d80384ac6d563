"""Showing many puzzles on a sheet, and the order of play on one."""

from math import dist
from pathlib import Path
from random import Random

import pytest

from quandary.cli.main import main
from quandary.draw.shapes import Drawing, Polygon, Text
from quandary.errors import QuandaryError
from quandary.library.files import Entry, read, write
from quandary.library.registry import find_kind
from quandary.showing.order import in_order
from quandary.showing.sheet import MOST, sheet
from quandary.solving.follow import follow, follow_solution, solution_text
from quandary.solving.search import solutions


@pytest.fixture
def mazes(tmp_path: Path) -> Path:
    tilt = find_kind("tilt")
    path = tmp_path / "mazes.jsonl"
    write(path, [Entry(tilt, tilt.generate(Random(n), "4x4"), f"maze {n}") for n in range(3)])
    return path


def numbers(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text) and shape.text.isdigit()]


@pytest.mark.parametrize(("name", "size"), [("tilt", "5x5"), ("sokoban", "6x6-1")])
def test_moves_of_a_solution_are_numbered_from_one(name: str, size: str) -> None:
    puzzle = find_kind(name).generate(Random(2), size)
    solution = solutions(puzzle, most=1).found[0]
    way = follow(puzzle, solution_text(puzzle, solution))
    found = numbers(in_order(puzzle, way))
    assert found and found == [str(number) for number in range(1, len(found) + 1)]
    if name == "tilt":
        assert len(found) == len(way.states) - 1
    assert follow_solution(puzzle, solution) == way


def test_a_solution_is_drawn_without_asking_for_the_legal_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty board of 20x20 has 160,000 of them at each of 400 moves."""
    side = 4
    puzzle = find_kind("fillomino").parse("/".join(["." * side] * side))
    solution = solutions(puzzle, most=1).found[0]
    monkeypatch.setattr(type(puzzle), "moves", None)
    drawn = in_order(puzzle, follow_solution(puzzle, solution))
    assert len(drawn.shapes) > side * side


def test_the_way_of_a_bird_is_drawn_with_arrows() -> None:
    level = find_kind("snakebird").parse("X..R</#@@@#/||a|./..#.#")
    drawn = in_order(level, follow(level, "1:DLLUL"))
    assert numbers(drawn) == ["1", "2", "3", "4"]  # two steps to the left are one arrow
    assert sum(isinstance(shape, Polygon) and shape.fill == "path" for shape in drawn.shapes) == 4


@pytest.mark.parametrize("name", ["hex", "tangram"])
def test_no_number_of_a_step_covers_the_letter_of_a_piece(name: str) -> None:
    puzzle = find_kind(name).generate(Random(1), find_kind(name).maker.sizes[0])
    [solution] = solutions(puzzle, most=1).found
    way = follow_solution(puzzle, solution)
    drawn = [shape for shape in in_order(puzzle, way).shapes if isinstance(shape, Text)]
    letters = [shape for shape in drawn if shape.bold]
    steps = [shape for shape in drawn if shape.text.isdigit() and not shape.bold]
    assert len(steps) == len(solution.moves)
    assert all(dist(one.at, other.at) > 0.3 for one in letters for other in steps)


def test_a_sheet_has_every_name_and_a_limit() -> None:
    names = [f"p{n}" for n in range(7)]
    page = sheet([Drawing(1, 1, ())] * 7, names, columns=3)
    assert [shape.text for shape in page.shapes if isinstance(shape, Text)] == names
    assert page.width < page.height * 1.2
    with pytest.raises(QuandaryError, match="at most"):
        sheet([Drawing(1, 1, ())] * (MOST + 1))


def test_a_file_is_shown_as_a_sheet_or_one_file_each(mazes: Path, tmp_path: Path) -> None:
    assert (
        main(["show", str(mazes), "-o", str(tmp_path / "all.svg"), "--columns", "3", "--width", "600"]) == 0
    )
    text = (tmp_path / "all.svg").read_text("utf-8")
    assert all(f"maze {n}" in text for n in range(3)) and 'width="600"' in text
    assert main(["show", str(mazes), "--solution", "-o", str(tmp_path / "one-{n}.svg")]) == 0
    assert sorted(path.name for path in tmp_path.glob("one-*.svg")) == [f"one-{n}.svg" for n in (1, 2, 3)]
    (tmp_path / "one-2.svg").write_text("mine", "utf-8")
    assert main(["show", str(mazes), "-o", str(tmp_path / "one-{n}.svg")]) == 2
    assert (tmp_path / "one-2.svg").read_text("utf-8") == "mine"


def test_every_puzzle_of_a_file_is_printed_with_its_name(
    mazes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(mazes)]) == 0
    assert all(f"maze {n}" in capsys.readouterr().out for n in range(1))
    assert main(["show", str(mazes), "--ascii", "-n", "2"]) == 0
    shown = capsys.readouterr().out
    assert shown.isascii() and find_kind("tilt").format(next(e.puzzle for e in entries(mazes)[1:2])) in shown


def entries(path: Path) -> list[Entry]:
    return [each for each in read(str(path)) if isinstance(each, Entry)]
