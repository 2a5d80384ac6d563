"""The races of benchmarks/ are fair: contenders that disagree are detected."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quandary._native import core
from quandary.library.registry import find_kind
from quandary.limits import Limits
from quandary.solving.native import NativeEngine
from quandary.testing.twins import compare

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.long
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
    pytest.importorskip("pysat", reason="python-sat comes with quandary[test]; CI installs it")
    run = subprocess.run(
        [sys.executable, FOLDER / "agree_grids.py", "--cases", "100", "--first", "100000"],
        capture_output=True,
        text=True,
    )
    told = run.stdout.splitlines()
    assert run.returncode == 0, run.stdout
    assert [line.partition(" boards")[0] for line in told] == ["fillomino: 100", "sudoku: 100"]
    assert all("with 0" in line and "with 1" in line and "with 10+" in line for line in told)


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the modules of benchmarks/ be imported, and forget them afterwards."""
    monkeypatch.syspath_prepend(FOLDER)
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "").parent == FOLDER:
            del sys.modules[name]


def test_mutants_change_one_thing_each_and_neither_texts_nor_types(scripts: None) -> None:
    from mutants import compiles, mutants

    source = (
        b"def f(x: int = 1) -> bool:\n"
        b'    """Return 1 + 1."""\n'
        b"    if x < 2 and not x:\n"
        b"        return True\n"
        b'    raise ValueError(f"{x + 1}")\n'
    )
    found = [each for each in mutants(Path("f.py"), source) if compiles(each, source)]
    assert [(each.before, each.after) for each in found] == [
        ("1", "(1 + 1)"),
        ("x < 2 and not x", "not (x < 2 and (not x))"),
        ("x < 2 and not x", "(x < 2 or not x)"),
        ("x < 2", "(x <= 2)"),
        ("2", "(2 + 1)"),
        ("not x", "(x)"),
        ("return True", "return None"),
        ("True", "False"),
        ('raise ValueError(f"{x + 1}")', "pass"),
    ]
    assert {each.function for each in found} == {"", "f"}
    assert found[3].source(source) == source.replace(b"x < 2", b"(x <= 2)")


def test_every_mutant_that_nobody_could_see_is_one_of_those_that_are_made(scripts: None) -> None:
    import mutate

    unseen = mutate.equivalent()
    assert len(unseen) > 10 and unseen <= mutate.by_name().keys()


def test_the_tests_that_mutants_are_tried_with_are_there(scripts: None) -> None:
    import mutate

    rooms = {pattern: sorted(mutate.SOURCE.glob(pattern)) for pattern in mutate.ROOMS}
    assert all(rooms.values())
    tests = {test for files in rooms.values() for file in files for test in mutate.tests_of(file)}
    assert [test for test in sorted(tests) if not (mutate.ROOT / test).is_file()] == []


def test_the_fuzzer_tells_a_crash_and_a_hang_from_a_refusal(
    scripts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fuzz

    (target,) = fuzz.targets("hex parse")
    tally = Counter[str]()
    assert list(fuzz.fuzz(target, 1, 50, tally)) == [] and tally.total() == 50
    assert tally["read"] and tally["refused"]

    def crash(text: str) -> str:
        raise ZeroDivisionError("oops")

    said = list(fuzz.fuzz(target._replace(read=crash), 1, 2, tally))
    assert len(said) == 2 and all("ZeroDivisionError: oops" in line for line in said)
    monkeypatch.setattr(fuzz, "LONGEST", -1)
    assert all("characters" in line for line in fuzz.fuzz(target, 1, 2, tally)) and tally["hung"] == 2


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it and runs this")
def test_engines_that_disagree_are_found_out_and_counted(
    scripts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import agree

    tilt, options = find_kind("tilt"), agree.options_of(["--cases", "40"])
    line, table = agree.report(tilt, options)
    assert "tilt: 40 puzzles" in line and "0 differences" in line and " traits " in table
    right = NativeEngine.count

    def miscount(engine: NativeEngine, most: int | None, limits: Limits) -> Any:
        found = right(engine, most, limits)
        return replace(found, solutions=found.solutions + 1)

    monkeypatch.setattr(NativeEngine, "count", miscount)
    *failed, line, table = agree.report(tilt, options)
    assert failed and all(each.startswith("FAILED tilt, seed ") for each in failed)
    assert f"{len(failed)} differences" in line


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it and runs this")
def test_engines_can_be_compared_on_puzzles_with_a_trait_only() -> None:
    asked = list(compare(find_kind("witness"), range(60), having="pillar"))
    assert asked and all(each.puzzle.pillar and not each.difference for each in asked)
