"""Learned levels make and file puzzles, players are told apart by people's data, and habits can be given by file."""

import json
from pathlib import Path

import numpy as np
import pytest

from quandary.cli.main import main
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.witness import KIND as WITNESS
from quandary.library.files import Entry, read
from quandary.measuring.entropy import luck
from quandary.models.files import save_model
from quandary.models.fit import fit_model
from quandary.models.folds import Folds
from quandary.models.levels import level_function
from quandary.models.pipelines import pipeline
from quandary.models.players import candidates, fit_players
from quandary.models.question import Question, prepare
from quandary.models.table import Table, read_table
from quandary.models.validate import validate

FEW = 5
"""Puzzles of 16 cells with at most so many clues are hard in these tests."""


def entries(path: Path) -> list[Entry]:
    return [each for each in read(str(path)) if isinstance(each, Entry)]


def clues(entry: Entry) -> int:
    return sum(each != "." for each in entry.puzzle.givens)


@pytest.fixture(scope="module")
def levels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a model that has learned levels from the number of empty cells."""
    empties = np.arange(60.0) % 17
    told = tuple("hard" if each >= 16 - FEW else "easy" for each in empties)
    rows = Table(
        tuple(f"p{n:02}" for n in range(60)),
        {"empties": empties, "count_1": np.arange(60.0) * 7 % 5},
        {"level": told},
    )
    prepared = prepare(rows, Question("level", ("empties", "count_1"), allow=("empties",)))
    model = pipeline("extra-trees", "class")
    found = validate(prepared, model, folds=Folds(3, 1), resamples=5)
    path = tmp_path_factory.mktemp("levels") / "levels.skops"
    save_model(fit_model(prepared, model, found), path)
    return path


def test_puzzles_are_generated_at_a_learned_level(levels: Path, tmp_path: Path) -> None:
    made = tmp_path / "hard.jsonl"
    asked = ["generate", "sudoku", "--size", "4x4", "--level-model", str(levels), "--level", "hard"]
    assert main([*asked, "--count", "3", "--seed", "2", "-o", str(made)]) == 0
    told, found = level_function(levels, SUDOKU), entries(made)
    assert len(found) == 3 and {told(each.puzzle) for each in found} == {"hard"}
    assert max(map(clues, found)) <= FEW


def test_a_learned_level_files_what_is_dug(levels: Path, tmp_path: Path) -> None:
    made = tmp_path / "filed.jsonl"
    asked = ["generate", "sudoku", "--size", "4x4", "--level-model", str(levels), "--file-by-level"]
    assert main([*asked, "--count", "1", "--seed", "1", "-o", str(made)]) == 0
    by_level = {"easy": set[int](), "hard": set[int]()}
    for entry in entries(made):
        by_level[str(entry.facts["level"])].add(clues(entry))
    assert by_level["easy"] and min(by_level["easy"]) > FEW >= max(by_level["hard"], default=0)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--level", "harder"], "Did you mean 'hard'?"),
        ([], "--level-model needs --level L or --file-by-level."),
        (["--level", "hard", "--between", "1", "2"], "--level-model excludes --between, --by and --with."),
    ],
)
def test_a_wrong_use_of_a_level_model_has_one_clear_line(
    levels: Path, more: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "sudoku", "--size", "4x4", "--level-model", str(levels), *more]) == 2
    said = capsys.readouterr().err.strip()
    assert says in said and "\n" not in said


def test_a_level_model_of_another_kind_is_refused(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "witness", "--level-model", str(levels), "--level", "hard"]) == 2
    assert "which cannot be computed for a Witness panel" in capsys.readouterr().err


# Players


@pytest.fixture(scope="module")
def panels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a file of panels, and ratings by people for whom a panel is as hard as for a player without rules."""
    folder = tmp_path_factory.mktemp("panels")
    file, ratings = folder / "panels.jsonl", folder / "ratings.csv"
    assert main(["generate", "witness", "--size", "3x3", "--count", "20", "-o", str(file)]) == 0
    nobody, noise = WITNESS.player("none"), np.random.default_rng(1)
    rows = [
        f"{entry.id},{(luck(entry.puzzle, nobody).value or 0) + noise.normal() / 3}"
        for entry in entries(file)
    ]
    ratings.write_text("\n".join(["id,difficulty", *rows]), encoding="utf-8")
    return file, ratings


def test_people_without_rules_are_recognised(panels: tuple[Path, Path]) -> None:
    file, ratings = panels
    found = fit_players(
        read_table(ratings), Question("difficulty"), entries(file), "expert;none", folds=Folds(4, 2)
    )
    assert list(found.fits) == ["none", "expert"] and found.fits["none"].r2.value > 0.9
    less = found.differences["expert"]
    assert less.low <= less.value <= less.high < 0
    assert found.verdict == "The player 'none' matches people best, and the data separate it from all others."
    assert not found.mixtures  # 20 puzzles are too few for mixtures


def test_players_are_compared_from_the_command_line(
    panels: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file, ratings = panels
    asked = ["learn", "players", str(ratings), "--target", "difficulty"]
    more = ["--player", "none", "--player", "expert", "--folds", "3", "--repeats", "1", "--json"]
    assert main([*asked, "--puzzles", str(file), *more]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["best"] == "none" and told["players"].keys() == {"none", "expert"}
    assert len(told["players"]["expert"]["less_than_best"]) == 3
    assert main(asked) == 2
    assert "Missing option '--puzzles'" in capsys.readouterr().err


def test_all_players_are_those_of_the_kind_with_leaks_and_lookahead() -> None:
    names = set(candidates(WITNESS))
    assert names >= {
        "none",
        "paper",
        "expert",
        "rules=squares",
        "paper, overlooking rules with weight 0.2",
        "paper, looking 1 ahead",
    }
