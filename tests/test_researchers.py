"""What researchers are told: columns that are misspelt, too many predictors, figures, times that are missing."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.commands import Run

from quandary.models.learn import FEWEST_FOR_CURVE


def table(path: Path, rows: int, columns: int = 1, *, noise: float = 0.1, step: int = 1) -> Path:
    rng = np.random.default_rng(1)
    names = [f"x{at}" for at in range(columns)]
    lines = [",".join(["id", *names, "difficulty"])]
    for number in range(rows):
        values = [float(number // step), *rng.normal(size=columns - 1)]
        target = values[0] + noise * rng.normal()
        lines.append(",".join([f"p{number}", *(f"{value:.4f}" for value in values), f"{target:.4f}"]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


QUICK = ("--repeats", "2", "--model", "linear")


def test_different_puzzles_that_agree_in_a_few_features_are_not_the_same(run: Run, tmp_path: Path) -> None:
    few = run("learn", table(tmp_path / "few.csv", 24, step=2, noise=3), "--target", "difficulty", *QUICK)
    assert "24 rows, 24 groups" in few.out and "same puzzle" not in few.err


def test_more_predictors_than_rows_come_with_advice(run: Run, tmp_path: Path) -> None:
    many = run(
        "learn",
        table(tmp_path / "many.csv", 12, 14, noise=3),
        "--target",
        "difficulty",
        "--model",
        "ridge-cv",
        "--repeats",
        "1",
    )
    assert "14 predictors for 12 rows: what fits may be chance" in many.err
    few = run("learn", table(tmp_path / "few.csv", 12, noise=3), "--target", "difficulty", *QUICK)
    assert "may be chance" not in few.err


@pytest.mark.parametrize(
    "options",
    [
        ["--target", "dificulty"],
        ["--target", "difficulty", "--leave-out", "x00"],
        ["--target", "difficulty", "--groups", "autor"],
        ["--target", "difficulty", "--predictors", "x0,xx1"],
    ],
    ids=str,
)
def test_a_misspelt_column_is_told_before_any_work(run: Run, tmp_path: Path, options: list[str]) -> None:
    done = run("learn", table(tmp_path / "table.csv", 12, 2), *options)
    assert done.code == 2 and done.out == "" and len(done.err.splitlines()) == 1
    wrong = run("rate", "sudoku:.3....3....41...", "--sort", "se_ratin")
    assert wrong.code == 2 and "se_rating" in wrong.err


def test_figures_are_written_as_svg_and_pdf_and_never_over_other_files(run: Run, tmp_path: Path) -> None:
    rows, folder = table(tmp_path / "table.csv", FEWEST_FOR_CURVE + 8), tmp_path / "figures"
    done = run("learn", rows, "--target", "difficulty", "--figures", folder, *QUICK, "--leaky", "x0")
    assert done.code == 0, done.err
    names = {"models", "predictions", "errors", "curve", "importance"}
    assert {path.name for path in folder.iterdir()} == {
        f"{name}{end}" for name in names for end in (".svg", ".pdf")
    }
    (folder / "models.svg").write_text("mine", encoding="utf-8")
    again = run("learn", rows, "--target", "difficulty", "--figures", folder, *QUICK, "--leaky", "x0")
    assert again.code == 2 and (folder / "models.svg").read_text("utf-8") == "mine"


def test_a_learning_curve_is_drawn_only_where_it_says_something(run: Run, tmp_path: Path) -> None:
    few = table(tmp_path / "few.csv", FEWEST_FOR_CURVE - 4, noise=2)
    folder = tmp_path / "figures"
    assert run("learn", few, "--target", "difficulty", "--figures", folder, *QUICK).code == 0
    assert not (folder / "curve.svg").exists() and (folder / "models.svg").exists()


def test_anchors_without_times_are_one_line(run: Run, tmp_path: Path) -> None:
    lines = [json.dumps({"kind": "sudoku", "puzzle": ".3....3....41...", "id": f"p{at}"}) for at in range(30)]
    (tmp_path / "anchors.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = run("calibrate", "sudoku", tmp_path / "anchors.jsonl")
    assert done.code == 2 and len(done.err.splitlines()) == 1
    assert '30 of 30 puzzles have neither "seconds" nor "solve_rate"' in done.err
