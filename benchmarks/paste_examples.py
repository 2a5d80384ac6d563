"""Paste the examples of every --help into bash:  python benchmarks/paste_examples.py [VERB ...] [--seconds 60].

Those of one verb run in a scratch folder with files of the names that they use, but without those that they write.
An example passes if it answers yes or no, or if it still works, or serves a page, when the time is over. Examples on
data of other people, and for another shell, are only counted.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from time import monotonic
from typing import Any

from transcript import ANSWERS, DOCS, environment, files, last_words
from verdict import report, verdict

from quandary.cli.main import command_line

DATA = ("analyse data", "labelled.txt", "panels-in-order.txt", "dump.jsonl", "in-game.txt", "levels.skops")
"""Files that hold data of other people."""
FISH = "| source"
"""How an example for the shell fish ends."""
BEFORE = (
    "quandary generate maze --size 4x4 --count 12 -o mazes.jsonl",
    "quandary generate maze --size 4x4 --count 3 --seed 2 -o more.jsonl",
    "quandary generate sokoban --size 5x5-1 --count 40 -o boxes.jsonl && quandary convert boxes.jsonl -o levels.xsb",
    "quandary generate tilt --size 4x4 --count 12 -o levels.jsonl",
    "quandary generate witness --size 2x2 --count 4 -o panels.jsonl",
    "quandary generate sudoku --size 9x9 --count 4 -o sudokus.jsonl && quandary convert sudokus.jsonl -o sudokus.sdm",
    "quandary curriculum levels.jsonl --length 6 -o course.json",
    "quandary rate mazes.jsonl --features -o table.csv",
    "python prepare.py",
    "quandary calibrate maze anchors.jsonl -o scale.json",
    "quandary discover witness --size 2x2 --with elements=squares --learn-from 10 -o rules.json",
    "quandary learn table.csv --join ratings.csv --target difficulty --model linear -o model.json",
    "quandary study new mazes --puzzles mazes.jsonl --per-person 4",
)
"""What makes the files that examples take for granted."""
BEFORE_VERB = {
    "pieces": "quandary generate hex --count 6 -o hexes.jsonl && quandary curriculum hexes.jsonl -o course.json --force",
    "predict": "cp mazes.jsonl levels.jsonl && quandary learn table.csv --join ratings.csv --target difficulty"
    " --groups author -o model.skops",
}
"""What makes those that only one verb wants to be so."""
COURSE = """
title = "Boxes"

[[chapter]]
title = "One box"
files = ["levels.xsb"]
length = 5
"""
PREPARE = """
import csv, json

rows = list(csv.DictReader(open("table.csv")))
with open("ratings.csv", "w") as ratings, open("levels.csv", "w") as levels:
    print("id,difficulty,author", file=ratings)
    print("id,plays,solves,luck,shortest", file=levels)
    for number, row in enumerate(rows):
        print(f"{row['id']},{number % 5},{'ann' if number % 2 else 'bob'}", file=ratings)
        print(f"{row['id']},{40 + number},{20 + number},{number % 7},{4 + number % 3}", file=levels)
with open("anchors.jsonl", "w") as anchors:
    for number, line in enumerate(open("mazes.jsonl")):
        told = json.loads(line) | {"facts": {"seconds": 20 + 7 * number, "solve_rate": 0.9}}
        print(json.dumps(told), file=anchors)
"""


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield every verb with each of its examples."""
    for name, each in dict(getattr(command, "commands", {})).items():
        yield from commands(each, (*path, name))
    if not hasattr(command, "commands"):
        for line in (command.epilog or "").splitlines():
            if "quandary " in line:
                yield " ".join(path), line


def prepare(folder: Path) -> None:
    """Make the files that examples name."""
    page = (DOCS / "your-own-puzzle.md").read_text(encoding="utf-8")
    session = (DOCS / "discover.md").read_text(encoding="utf-8")
    lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", session[session.index(">>> class Latin") :], re.MULTILINE)
    end = next(number for number, line in enumerate(lines) if line.startswith("found = "))
    (folder / "my_puzzle.py").write_text(files(page)["farmer.py"], encoding="utf-8")
    (folder / "latin.py").write_text("\n".join(["from quandary.puzzle import Slot", *lines[:end]]))
    (folder / "my-course.toml").write_text(COURSE)
    (folder / "prepare.py").write_text(PREPARE)
    for line in BEFORE:
        code, output = paste(line, folder, 600)
        if code not in ANSWERS:
            raise SystemExit(f"$ {line}\n{output}")


def paste(line: str, folder: Path, seconds: float) -> tuple[int | None, str]:
    """Return the exit code of a line in bash, None if it was still at work, and what it printed."""
    try:
        done = subprocess.run(  # noqa: S603 - the commands of our own help
            ["timeout", "--signal=INT", str(seconds), "bash", "-c", line],  # noqa: S607
            cwd=folder,
            env=environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=seconds + 30,
        )
    except subprocess.TimeoutExpired as error:
        return None, (error.stdout or b"").decode() if isinstance(error.stdout, bytes) else ""
    return None if done.returncode == 124 else done.returncode, done.stdout


def clear(line: str, folder: Path) -> None:
    """Remove what stands where an example writes, unless it goes on with it."""
    for name in [] if "--resume" in line else re.findall(r"(?:-o|study new) ([\w.-]+)", line):
        for path in (folder / name, folder / f"{name}.ledger"):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def tried(line: str, folder: Path, seconds: float) -> tuple[bool, str]:
    """Return whether an example passes, and what happened."""
    begin = monotonic()
    clear(line, folder)
    code, output = paste(line, folder, seconds)
    said = "at work when the time was over" if code is None else last_words(output) or "done"
    told = json.dumps(line, ensure_ascii=False)[1:-1] + f"  [{monotonic() - begin:.0f} s] {said}"
    return (code is None or code in ANSWERS) and "Traceback" not in output, told


def checks(verbs: list[str], seconds: float) -> Iterator[str]:
    """Yield a line for each example."""
    examples = [each for each in commands(command_line()) if not verbs or each[0] in verbs]
    ours = [(verb, line) for verb, line in examples if not any(name in line for name in (*DATA, FISH))]
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        prepared = Path(scratch) / "prepared"
        prepared.mkdir()
        prepare(prepared)
        for verb, lines in groupby(ours, key=lambda each: each[0]):
            folder = Path(scratch) / verb.replace(" ", "-")
            shutil.copytree(prepared, folder)
            if verb in BEFORE_VERB:
                paste(BEFORE_VERB[verb], folder, 600)
            for _, line in lines:
                good, told = tried(line, folder, seconds)
                failed += not good
                yield verdict(good, told)
    yield verdict(
        not failed,
        f"{len(ours) - failed} examples run, {failed} fail, {len(examples) - len(ours)} need other people's data or another shell",
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":  ")[0])
    parser.add_argument("verbs", nargs="*", metavar="VERB")
    parser.add_argument("--seconds", type=float, default=60, help="the time for each (default: %(default)s)")
    asked = parser.parse_args()
    sys.exit(report(checks(asked.verbs, asked.seconds)))
