"""The races of benchmarks/ are fair: contenders that disagree are detected."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quandary._native import core

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it and runs this")
def test_native_and_python_give_the_same_answer_in_a_race() -> None:
    run = subprocess.run(
        [sys.executable, FOLDER / "run.py", "explore the empty 3x3", "--json", "--rounds", "1"],
        capture_output=True,
        text=True,
        check=True,
    )
    results = [json.loads(line) for line in run.stdout.splitlines()]
    assert [result["contender"] for result in results] == ["native", "python", "networkx, plain loop"]
    assert {result["states"] for result in results} == {1271}


def test_contenders_that_disagree_are_found_out() -> None:
    script = (
        "from harness import *\n"
        "a, b = Contender('a', lambda: Work(1, 1)), Contender('b', lambda: Work(2, 1))\n"
        "hold(Race('odd', (a, b)))\n"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=FOLDER, capture_output=True, text=True)
    assert run.returncode == 1 and "odd: the contenders disagree" in run.stderr


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it and runs this")
def test_native_solvers_and_python_sat_count_the_same() -> None:
    pytest.importorskip("pysat", reason="python-sat comes with quandary[sat]; CI installs it")
    run = subprocess.run(
        [sys.executable, FOLDER / "agree_grids.py", "--cases", "100", "--first", "100000"],
        capture_output=True,
        text=True,
    )
    told = run.stdout.splitlines()
    assert run.returncode == 0, run.stdout
    assert [line.partition(" boards")[0] for line in told] == ["fillomino: 100", "sudoku: 100"]
    assert all("with 0" in line and "with 1" in line and "with 10+" in line for line in told)
