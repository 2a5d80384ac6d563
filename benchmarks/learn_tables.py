"""Tables of real puzzles with people's data, for real_learn.py: features computed once and kept beside the data.

Work is limited by states, not by seconds, so a busy machine gives the same numbers. A run that was stopped goes on
where it was.

python benchmarks/learn_tables.py DATA OUT [witness|sokoban|sudoku] [--jobs N]
"""

import argparse
import json
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import comb
from pathlib import Path
from typing import Any, TypeAlias

from quandary.kinds.sokoban import KIND as SOKOBAN
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.witness.features import SOLVED, static_features
from quandary.kinds.witness.windmill import decode
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.table import feature_names
from quandary.player import Player
from quandary.score import Score

SECONDS = 60.0
"""The time for a puzzle, beside the states: some measures are not counted in states."""
STATES = {"witness": 50_000, "sokoban": 600_000, "sudoku": 200_000}
LARGEST_PANEL, MOST_ELIMINATORS = 49, 4
"""Panels with more cells or eliminators are not searched."""
MOST_PLACEMENTS = 1_000_000
"""With more ways to place the boxes, features are not computed that need situations which cannot be won."""
STRUCTURE = ("box_changes", "bottlenecks", "two_parts", "wandering")
"""Costly features of Sokoban that did not help to predict failure."""
SOKOBAN_MEASURES = ("muse", "remuse", "luck")
SUDOKU_PUZZLES = 600
SUDOKU_PLAYERS = ("none", "cells", "pencil", "pairs", "wings")
"""Players whose bits tell a level without the steps of the solver that rated it."""
LINES = Player(name="lines", families=frozenset({"row", "column", "box"}))
"""A player of Sudoku who sees hidden singles, and never looks at a single cell."""


Source: TypeAlias = Iterator[tuple[str, Mapping[str, Any]]]
"""The text of each puzzle, with its facts."""


def witness(data: Path) -> Source:
    """Yield the panels of the site's part file, and of the paper, with their facts."""
    paper = json.loads((data / "witness" / "paper104.json").read_text())
    in_paper = {each["id"] for each in paper}
    lines = (data / "witness" / "windmill_2022_part.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    known = {row["id"] for row in rows}
    for row in rows + [each for each in paper if each["id"] not in known]:
        facts = {
            "id": row["id"],
            "title": row.get("title") or "",
            "author": row.get("author", f"paper-{row['id']}"),
            "upvotes": row["upvotes"],
            "solves": row["solves"],
            "created": row["createUtc"] / 1e10,
            "paper": float(row["id"] in in_paper),
            "in_part": float(row["id"] in known),
        }
        yield row["contents"], facts


def sokoban(data: Path) -> Source:
    """Yield the levels with plays and solves."""
    for line in (data / "sokoban" / "online.jsonl").read_text().splitlines():
        row = json.loads(line)
        number = "".join(each for each in row["level"] if each.isdigit())
        facts = {
            "id": row["id"],
            "collection": row["collection"],
            "level": float(number or 0),
            "plays": float(row["played"]),
            "solved": float(row["solved"]),
        }
        yield row["puzzle"], facts


def sudoku(data: Path) -> Source:
    """Yield puzzles with a level by their Sudoku Explainer rating, every n-th of the file."""
    lines = [line for line in (data / "sudoku" / "rated_se.txt").read_text().splitlines() if line[:1] != "#"]
    for number, line in enumerate(lines[:: max(1, len(lines) // SUDOKU_PUZZLES)]):
        grid, rating = line.split()
        level = (
            "1 easy"
            if float(rating) <= 1.5
            else "2 medium"
            if float(rating) <= 2.8
            else "3 hard"
            if float(rating) <= 4.5
            else "4 evil"
        )
        yield grid, {"id": f"s{number:05}", "level": level, "rating": float(rating)}


SOURCES: Mapping[str, Callable[[Path], Source]] = {"witness": witness, "sokoban": sokoban, "sudoku": sudoku}


def row_of(kind: str, item: tuple[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the features and facts of a puzzle."""
    text, facts = item
    return {**facts, **VALUES[kind](text, Limits(SECONDS, memory=2.0, states=STATES[kind]))}


def _witness(text: str, limits: Limits) -> dict[str, Any]:
    panel = decode(text)
    made: dict[str, Any] = {**static_features(panel), **dict.fromkeys(SOLVED)}
    if made["area"] > LARGEST_PANEL or made["eliminators_count"] > MOST_ELIMINATORS:
        return made  # a single state may take minutes
    scores = rate(panel, ["muse"], limits=limits)
    if scores["muse"].value is not None:  # or else the others would give up as well, each at some cost
        scores |= rate(panel, [each for each in SOLVED if each != "muse"], limits=limits)
    return {**made, **_values(scores)}


def _sokoban(text: str, limits: Limits) -> dict[str, Any]:
    level = SOKOBAN.parse(text)
    names = [each for each in feature_names(SOKOBAN) if each not in STRUCTURE] + [*SOKOBAN_MEASURES]
    placements = comb(len(level.floor), len(level.boxes & level.floor))
    return _values(rate(level, names, limits=limits, fast=placements > MOST_PLACEMENTS))


def _sudoku(text: str, limits: Limits) -> dict[str, Any]:
    names = [name for name in feature_names(SUDOKU) if "orders" not in name]
    bits, puzzle = [f"remuse@{player}" for player in SUDOKU_PLAYERS], SUDOKU.parse(text)
    lines = rate(puzzle, ["remuse"], player=LINES, limits=limits)
    known = rate(puzzle, [*names, *bits, "solutions"], limits=limits)
    return {**_values(known), "remuse@lines": _values(lines)["remuse"]}


VALUES: Mapping[str, Callable[[str, Limits], dict[str, Any]]] = {
    "witness": _witness,
    "sokoban": _sokoban,
    "sudoku": _sudoku,
}


def _values(scores: Mapping[str, Score]) -> dict[str, Any]:
    """Return the values by name, a lower bound where a search gave up."""
    return {name: each.at_least if each.value is None else each.value for name, each in scores.items()}


def write(kind: str, data: Path, out: Path, jobs: int) -> Path:
    """Write the table of a kind, unless it is there. Rows that an earlier run left are kept."""
    path = out / f"{kind}.jsonl"
    if path.exists():
        return path
    part = path.with_suffix(".part")
    lines = part.read_text(encoding="utf-8").splitlines(keepends=True) if part.exists() else []
    whole = [line for line in lines if line.endswith("}\n")]
    known = {json.loads(line)["id"] for line in whole}
    rows = [item for item in SOURCES[kind](data) if item[1]["id"] not in known]
    with ProcessPoolExecutor(jobs) as pool, part.open("w", encoding="utf-8") as file:
        file.writelines(whole)
        for row in pool.map(partial(row_of, kind), rows, chunksize=2):
            file.write(json.dumps(row) + "\n")
            file.flush()
    part.rename(path)
    return path


def main() -> None:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("kinds", nargs="*", default=list(SOURCES))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for kind in options.kinds:
        print(write(kind, options.data, options.out, options.jobs))


if __name__ == "__main__":
    main()
