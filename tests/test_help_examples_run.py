"""The examples of every --help: bash reads each as it is meant, every option exists, and most of them run here."""

import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quandary.cli.main import command_line, main
from quandary.cli.options import paired
from quandary.library.convert import convert
from quandary.library.files import Entry
from quandary.library.registry import find_kind

RUN = ("show", "solve", "hint", "check", "rate", "explain", "vary", "convert", "kinds", "order")
"""The verbs whose examples run here. Others need people, servers, minutes, or files that only they make."""
NEEDS = ("scale.json", "course.json", "rules.json")
"""Files that other commands make, in examples that are not run here."""


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    inner = dict(getattr(command, "commands", {}))
    if not inner:
        yield path, command
    for name, each in inner.items():
        yield from commands(each, (*path, name))


def examples() -> list[tuple[str, str]]:
    found = []
    for path, command in commands(command_line()):
        for line in (command.epilog or "").splitlines():
            if "quandary " in line:
                found.append((" ".join(path), line))
    return found


EXAMPLES, COMMAND = examples(), command_line()


@pytest.mark.parametrize("verb", dict.fromkeys(verb for verb, _ in EXAMPLES))
def test_bash_reads_the_examples_as_they_are_meant(verb: str, tmp_path: Path) -> None:
    for _, line in [each for each in EXAMPLES if each[0] == verb]:
        for part in re.split(r"\s\|\s(?=quandary)", line):
            if not part.startswith("quandary ") or "source" in part:
                continue  # it is about the shell itself
            words = shlex.split(part)[1:]
            script = f"set -o noglob -u; printf '%s\\n' {part.removeprefix('quandary ')}"
            seen = subprocess.run(
                ["bash", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path
            )
            assert seen.stdout.split("\n")[:-1] == "\n".join(words).split("\n"), line
            with COMMAND.make_context("quandary", [words[0], "--help"], resilient_parsing=True) as context:
                name, command, rest = COMMAND.resolve_command(context, paired(words))
                asked = {word.partition("=")[0] for word in rest if re.match(r"--[a-z]", word)}
                command.make_context(name, rest, parent=context, resilient_parsing=True)
                known = {option for each in command.params for option in each.opts}
            if not hasattr(command, "commands"):
                assert asked <= {*known, "--help"}, line


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    maze, sokoban = find_kind("maze"), find_kind("sokoban")
    mazes = [Entry(maze, maze.generate(Random(n), "3x3"), f"maze-3x3-1-{n}") for n in range(3)]
    convert(mazes, ".jsonl", "mazes.jsonl")
    convert(mazes, ".jsonl", "more.jsonl")
    levels = [Entry(sokoban, sokoban.generate(Random(n), "5x5-1"), f"level {n}") for n in range(2)]
    convert(levels, ".xsb", "levels.xsb")
    return tmp_path


@pytest.mark.parametrize("verb", RUN)
def test_the_examples_run_when_pasted(
    verb: str, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line for name, line in EXAMPLES if name == verb and not any(need in line for need in NEEDS)]
    assert lines
    for line in lines:
        if "source" in line:
            continue
        shown = ""
        for part in re.split(r"\s\|\s", line):
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(shown.encode())))
            assert main(shlex.split(part)[1:]) in (0, 1), f"{line}: {capsys.readouterr().err}"
            shown = capsys.readouterr().out
