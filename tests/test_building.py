"""The live line of the build: native/progress.py."""

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "native" / "progress.py"
NINJA = "  [{}/8] Building CXX object CMakeFiles/_core.dir/{}.o\n"


@pytest.fixture(scope="module")
def progress() -> ModuleType:
    spec = importlib.util.spec_from_file_location("progress", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fake_python(folder: Path, body: str) -> str:
    """Write a program that stands for Python with pip. It is called as `python -m pip ... --wheel-dir FOLDER .`"""
    path = folder / "python"
    path.write_text(
        f'#!/bin/sh\nfor each in "$@"; do folder=$last; last=$each; done\n{body}\n', encoding="utf-8"
    )
    path.chmod(0o755)
    return str(path)


def build(folder: Path, body: str, *more: str) -> "subprocess.CompletedProcess[str]":
    command = [
        sys.executable,
        str(SCRIPT),
        str(folder / "wheel"),
        "--python",
        fake_python(folder, body),
        *more,
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def wheel_with(name: str) -> str:
    return f"""{sys.executable} -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w").writestr("{name}", "")' $folder/q.whl"""


def test_the_longest_units_are_there(progress: ModuleType) -> None:
    assert progress.longest()
    for path in progress.longest():
        assert (ROOT / path).is_file(), f"native/longest.txt names {path}"


def test_ninja_and_make_are_understood(progress: ModuleType) -> None:
    told = progress.Progress()
    assert told.line().startswith("Preparing to build the core")
    assert not told.read("Collecting nanobind")
    assert told.read(NINJA.format(3, "module.cpp"))
    assert told.line() == "Building the core 3/8"
    assert told.read("[ 42%] Building CXX object CMakeFiles/_core.dir/native/src/luck.cpp.o")
    assert told.line().startswith("Building the core 42 %")


def test_what_is_left_goes_by_the_seconds_of_the_units(progress: ModuleType) -> None:
    now = 0.0
    told = progress.Progress(clock=lambda: now)
    long = list(progress.longest())
    told.read(NINJA.format(1, "module.cpp"))
    assert told.left() is None
    now = 10.0
    for number, path in enumerate(long[:-1], 2):
        told.read(f"[{number}/{len(long) + 1}] Building CXX object CMakeFiles/_core.dir/{path}.o")
    last = progress.longest()[long[-1]]
    spent = sum(progress.longest().values()) - last + progress.OTHER_SECONDS
    assert told.left() == pytest.approx(10.0 / spent * (last + progress.OTHER_SECONDS))


def test_a_build_tells_how_far_it_is_and_keeps_what_was_said(tmp_path: Path) -> None:
    lines = "".join(f"echo '{NINJA.format(number, 'a.cpp').strip()}'; sleep 0.3\n" for number in range(1, 9))
    done = build(tmp_path, f"{lines}{wheel_with('quandary/_core.abi3.so')}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Building the core" in done.stdout and "Built the core in" in done.stdout
    assert "\033" not in done.stdout
    assert "[8/8]" in (tmp_path / "wheel.log").read_text(encoding="utf-8")


def test_without_a_core_one_line_says_so(tmp_path: Path) -> None:
    done = build(tmp_path, wheel_with("quandary/__init__.py"))
    assert done.returncode == 0
    [line] = done.stdout.splitlines()
    assert "pure Python" in line and "wheel.log" in line


def test_a_build_that_fails_shows_what_was_said_last(tmp_path: Path) -> None:
    done = build(tmp_path, "echo no such compiler; exit 3")
    assert done.returncode == 3
    assert "no such compiler" in done.stdout and "wheel.log" in done.stdout


def test_a_command_runs_meanwhile_and_may_fail(tmp_path: Path) -> None:
    body = f"sleep 2; {wheel_with('quandary/_core.so')}"
    done = build(tmp_path, body, "--meanwhile", "echo a puzzle; exit 1")
    assert done.returncode == 0
    assert done.stdout.index("a puzzle") < done.stdout.index("Built the core")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_all_of_it(tmp_path: Path, number: int) -> None:
    body = f"sleep 60 & echo $! > {tmp_path}/child; wait"
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), str(tmp_path / "wheel"), "--python", fake_python(tmp_path, body)]
    )
    child = tmp_path / "child"
    while not child.is_file() or not child.read_text(encoding="utf-8").strip():
        time.sleep(0.05)
    process.send_signal(number)
    assert process.wait(timeout=30) == 130
    number_of_child = int(child.read_text(encoding="utf-8"))
    for _ in range(100):
        if not is_running(number_of_child):
            return
        time.sleep(0.05)
    pytest.fail("a child is still running")


def test_an_interrupt_right_after_a_start_ends_what_was_started(
    progress: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = subprocess.Popen

    def start_and_interrupt(*arguments: Any, **options: Any) -> "subprocess.Popen[str]":
        process: subprocess.Popen[str] = start(*arguments, **options)
        signal.raise_signal(signal.SIGINT)
        return process

    monkeypatch.setattr(subprocess, "Popen", start_and_interrupt)
    started: list[subprocess.Popen[str]] = []
    with pytest.raises(KeyboardInterrupt):
        progress._start(["sleep", "60"], started)
    [process] = started
    process.kill()
    process.communicate()


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.is_file() or state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
