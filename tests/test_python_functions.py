"""The verbs in Python: functions of `quandary`, for puzzles, texts, files and classes of one's own."""

import json
import subprocess
import sys
import warnings
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quandary
from quandary.cli.main import main
from quandary.errors import FileError, NoneFoundError, QuandaryError
from quandary.library.registry import find_kind
from quandary.limits import Limits
from quandary.score import Score, Status

VERBS = ("solve", "explain", "check", "vary", "generate", "show", "hint", "convert", "rate", "read", "write")
SUDOKU = "sudoku:.3....3....41..."
PANEL = "witness:+-+-E/|b|.|/+-+-+/|.|w|/S-+-+"


class Steps:
    """Climb to the top."""

    def __init__(self, height: int) -> None:
        self.height = height

    def __repr__(self) -> str:
        return f"Steps({self.height})"

    @staticmethod
    def generate(random: Random, size: str) -> "Steps":
        return Steps(random.randint(1, 9))

    def starts(self) -> list[int]:
        return [0]

    def moves(self, state: int) -> list[str]:
        return ["up", "fall"] if state >= 0 else []

    def apply(self, state: int, move: str) -> int:
        return state + 1 if move == "up" else -1

    def is_solved(self, state: int) -> bool:
        return state == self.height


@pytest.mark.parametrize(
    "first", ["quandary.cli.main", "quandary.solving", "quandary.generating", "quandary.explaining"]
)
def test_the_verbs_are_functions_whatever_was_imported_before(first: str) -> None:
    code = f"import {first}, quandary, types; print(*[isinstance(getattr(quandary, v), types.FunctionType) for v in {VERBS}])"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True"] * len(VERBS)


def test_no_room_has_the_name_of_a_verb() -> None:
    home = Path(quandary.__file__).parent
    assert not [verb for verb in VERBS if (home / verb).exists() or (home / f"{verb}.py").exists()]


def test_a_score_is_a_number_where_it_has_a_value() -> None:
    score = Score("muse", 4.5, Status.EXACT)
    assert f"{score:.2f}" == "4.50" and f"{score}" == "4.5000"
    assert score > 0.5 and score < 5 and score >= 4.5 and score > 3 and score == 4.5
    assert (score + 1, 1 + score, score - 1, 10 - score, 2 * score, score / 2, round(score)) == (
        5.5,
        5.5,
        3.5,
        5.5,
        9,
        2.25,
        4,
    )
    assert max(score, Score("muse", 2, Status.EXACT)) is score and sum([score, score]) == 9
    assert score != Score("muse", 4.5, Status.EXACT, player="other")


def test_a_score_without_a_value_says_so_instead_of_comparing() -> None:
    score = Score("muse", None, Status.GAVE_UP, reason="time")
    assert f"{score:.2f}" == "gave up"
    with pytest.raises(TypeError, match="muse has no value to calculate with: gave up"):
        _ = score > 1
    assert score != 1


def test_one_puzzle_gives_scores_and_several_a_table(tmp_path: Path) -> None:
    assert (
        quandary.rate(quandary.find_kind("sudoku").parse(".3....3....41..."), ["solutions"])["solutions"] == 1
    )
    path = tmp_path / "some.jsonl"
    quandary.convert([SUDOKU, "sudoku:.4....4....31..."], output=path)
    assert quandary.rate(path).measures[0] == "se_rating"  # the kind's own, as on the command line
    table = quandary.rate(path, ["solutions", "muse"])
    assert [row["solutions"] for row in table.rows()] == table.column("solutions") == [1, 1]
    frame = table.polars()
    assert frame.shape == (2, len(table.rows()[0])) and frame["solutions"].to_list() == [1, 1]
    assert "<table>" in table._repr_mimebundle_()["text/html"]
    table.save(tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_text("utf-8").startswith("id,kind,player")


def test_texts_entries_and_puzzles_are_all_taken() -> None:
    [entry] = list(quandary.read(SUDOKU))
    assert isinstance(entry, quandary.Entry)
    ways: list[Any] = [SUDOKU, entry, entry.puzzle]
    for what in ways:
        assert quandary.solve(what).status == "solved"
        assert quandary.hint(what).rule == "naked-single"
        assert quandary.explain(what).kind is entry.kind
        assert [verdict.unique for verdict in quandary.check(what)] == [True]
        assert quandary.show(what).shapes
        assert quandary.convert(what, "tatham") == "2x2:a3d3d4_1c\n"
    with pytest.raises(FileError, match="holds 2 puzzles"):
        quandary.solve([SUDOKU, SUDOKU])


def test_a_class_of_ones_own_is_generated_rated_drawn_and_explained() -> None:
    made = quandary.generate(Steps, 3, by="muse", between=(2, 5), seed=4)
    assert len({repr(entry.puzzle) for entry in made}) == 3
    assert {entry.puzzle.height for entry in made} <= {2, 3, 4, 5}
    assert [entry.puzzle.height for entry in made] == [entry.facts["muse"] for entry in made]
    assert len(quandary.rate([entry.puzzle for entry in made], ["muse"])) == 3
    assert quandary.show(made[0].puzzle).shapes
    assert quandary.explain(made[0].puzzle).profile is not None
    assert len(quandary.generate(lambda random: Steps(random.randint(1, 3)), 2)) == 2
    with pytest.raises(QuandaryError, match="Path has no method generate"):
        quandary.generate(Path)


def test_too_few_puzzles_are_returned_with_a_warning_and_none_is_an_error() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        few = quandary.generate(lambda random: Steps(random.randint(1, 2)), 3, limits=Limits(seconds=1))
    assert len(few) == 2 and "Found 2 of 3" in str(caught[-1].message)
    with pytest.raises(NoneFoundError, match="Found 0 of 1"):
        quandary.generate(lambda random: Steps(1), by="muse", between=(5, 6), limits=Limits(seconds=1))


def test_changes_come_nearest_to_the_wanted_value_first() -> None:
    found = quandary.vary(PANEL, "solutions", to=6)
    distances = [abs(each.score.value - 6) for each in found.found if each.score.value is not None]
    assert distances == sorted(distances) and distances[0] == 0
    further = quandary.vary("witness:S-+-E/|b|w|/+-+-+", "solutions", to=3, steps=2)
    assert [each for each in further.found if ";" in each.change]


def test_ids_say_what_was_asked_for_so_that_runs_never_share_one() -> None:
    requests: list[dict[str, Any]] = [{"level": "easy"}, {"level": "medium"}, {"seed": 2}, {}]
    requests += [{"wishes": {"empties": "7"}}, {"wishes": {"empties": "8"}}]
    ids = [quandary.generate("fillomino", size="4x4", **each)[0].id for each in requests]
    assert len(set(ids)) == len(ids)


def test_several_ranges_hold_together(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--between", "8", "12", "--by", "shortest", "--between", "1", "2", "--by", "solutions"]
    assert main(["generate", "maze", "--size", "4x4", "--count", "3", *asked]) == 0
    facts = [json.loads(line)["facts"] for line in capsys.readouterr().out.splitlines()]
    assert len(facts) == 3
    assert all(8 <= each["shortest"] <= 12 and 1 <= each["solutions"] <= 2 for each in facts)
    assert main(["generate", "maze", "--between", "1", "2", "--between", "1", "2"]) == 2
    assert "in pairs" in capsys.readouterr().err
    assert main(["generate", "maze", "--between", "1"]) == 2
    assert "'1' is not a range" in capsys.readouterr().err


def test_an_empty_range_names_the_size_where_it_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "maze", "--size", "3x3", "--between", "9", "12", "--within", "1"]) == 1
    assert "Try --size " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "size", "wishes"),
    [
        ("witness", "3x3", {"elements": "squares+hexagons", "colours": "2"}),
        ("witness", "3x3", {"symmetry": "horizontal"}),
        ("witness", "3x3", {"squares_count": "2..4"}),
        ("hex", "5-piece", {"bumps": "no", "relation": "no"}),
        ("tilt", "5x5", {"checkpoints": "3"}),
        ("maze", "4x4", {"unique": "yes"}),
        ("sudoku", "4x4", {"empties": "8"}),
        ("fillomino", "4x4", {"empties": "7"}),
        ("sudoku", "4x4", {"empties": "12", "solutions": "2"}),
    ],
)
def test_wishes_are_fulfilled(name: str, size: str, wishes: dict[str, str]) -> None:
    [entry] = quandary.generate(name, size=size, wishes=wishes)
    puzzle = entry.puzzle
    match wishes:
        case {"elements": _}:
            assert {type(element).__name__ for _, element in puzzle.cells} == {"Square"} and puzzle.hexagons
            assert len({element.colour for _, element in puzzle.cells}) == 2
        case {"symmetry": symmetry}:
            assert puzzle.symmetry == symmetry
        case {"squares_count": _}:
            assert 2 <= sum(type(each).__name__ == "Square" for _, each in puzzle.cells) <= 4
        case {"bumps": _}:
            assert puzzle.pattern is None and not puzzle.relations
        case {"checkpoints": number}:
            assert len(puzzle.checkpoints) == int(number)
        case {"unique": _}:
            assert len(quandary.solve(puzzle, 2).found) == 1
        case {"empties": number}:
            empty = [cell for cell in puzzle.givens if cell in (".", 0)]
            assert len(empty) == int(number)
            assert len(quandary.solve(puzzle, 3).found) == int(wishes.get("solutions", 1))


def test_a_wish_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(QuandaryError, match=r"No elements of witness 'sqares'\. Did you mean 'squares'"):
        quandary.generate("witness", wishes={"elements": "sqares"})
    with pytest.raises(QuandaryError, match="cannot be combined with symmetry"):
        quandary.generate("sudoku", wishes={"empties": "5", "symmetry": "diagonal"})


def test_generated_puzzles_are_written_in_the_form_of_the_file(tmp_path: Path) -> None:
    for name, end in (("sudoku", ".sdm"), ("sokoban", ".xsb"), ("maze", ".csv"), ("tilt", ".json")):
        path = tmp_path / f"out{end}"
        size = find_kind(name).maker.sizes[0]
        assert main(["generate", name, "--size", size, "--count", "2", "-o", str(path)]) == 0
        assert len([each for each in quandary.read(str(path)) if isinstance(each, quandary.Entry)]) == 2
    assert main(["generate", "maze", "-o", str(tmp_path / "out.xsb")]) == 2


def test_what_a_rule_is_worth_is_a_measure_with_a_player_of_its_own() -> None:
    panel = find_kind("witness").parse("+-+-+-E/|b|.|2|/+*+-+-+/|.|w|.|/+-+x+-+/|1|w|b|/S-+-+-+")
    rule = find_kind("witness").rule("must-cross")
    scores = quandary.rate(panel, ["worth:must-cross", "worth:must-cross@none"])
    worth = quandary.differential(panel, rule)
    assert scores["worth:must-cross"] == worth.missed
    assert scores["worth:must-cross@none"] == worth.alone
    other = quandary.rate(find_kind("sudoku").parse(".3....3....41..."), ["worth:squares"])["worth:squares"]
    assert (other.status, other.reason) == (Status.NOT_COMPUTED, "squares is not a rule of a Sudoku")
    with pytest.raises(QuandaryError, match="No rule 'sqares'"):
        quandary.rate(panel, ["worth:sqares"])


def test_rows_are_sorted_and_tables_fit_eighty_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mazes.jsonl"
    assert main(["generate", "maze", "--size", "4x4", "--count", "5", "-o", str(path)]) == 0
    capsys.readouterr()
    assert main(["rate", str(path), "-m", "shortest", "--sort=-shortest", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    values = [row["scores"]["shortest"]["value"] for row in rows]
    assert values == sorted(values, reverse=True) and len(set(values)) > 1
    assert main(["rate", str(path), "-m", "shortest", "--sort", "muse"]) == 2
    assert main(["kinds"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 88
    assert main(["kinds", "sudoku"]) == 0
    told = capsys.readouterr().out
    assert "9x9 (usual)" in told and "generate --with empties=N" in told and "scanner (usual)" in told
    assert all(len(line) <= 80 for line in told.splitlines() if "exhaust" not in line)
