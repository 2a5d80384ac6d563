"""Tables of real puzzles with people's data, for real_learn.py: features computed once and kept beside the data.

python benchmarks/learn_tables.py DATA OUT [witness|sokoban|sudoku] [--jobs N]
"""

import argparse
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from quandary.kinds.sokoban import KIND as SOKOBAN
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.witness import KIND as WITNESS
from quandary.kinds.witness.windmill import decode
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.table import feature_names

SECONDS = {"witness": 0.5, "sokoban": 60.0, "sudoku": 5.0}
SOKOBAN_MEASURES = ("muse", "remuse", "luck", "astar")
SUDOKU_PUZZLES = 600


def witness(data: Path) -> Iterator[tuple[Any, Mapping[str, Any]]]:
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
            "contents": row["contents"],
        }
        yield decode(row["contents"]), facts


def sokoban(data: Path) -> Iterator[tuple[Any, Mapping[str, Any]]]:
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
        yield SOKOBAN.parse(row["puzzle"]), facts


def sudoku(data: Path) -> Iterator[tuple[Any, Mapping[str, Any]]]:
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
        yield SUDOKU.parse(grid), {"id": f"s{number:05}", "level": level, "rating": float(rating)}


SOURCES: Mapping[str, Callable[[Path], Iterable[tuple[Any, Mapping[str, Any]]]]] = {
    "witness": witness,
    "sokoban": sokoban,
    "sudoku": sudoku,
}


def measures(kind: str) -> list[str]:
    """Return the measures of a table."""
    if kind == "witness":
        return feature_names(WITNESS)
    if kind == "sokoban":
        return [*feature_names(SOKOBAN), *SOKOBAN_MEASURES]
    return [*(name for name in feature_names(SUDOKU) if "orders" not in name), "solutions"]


def row_of(kind: str, item: tuple[Any, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the features and facts of a puzzle."""
    puzzle, facts = item
    limits = Limits(seconds=SECONDS[kind], memory=2.0)
    scores = rate(puzzle, measures(kind), limits=limits)
    if kind == "sokoban":  # large levels: what needs only situations that can be won
        missing = [name for name, score in scores.items() if score.value is None]
        scores |= rate(puzzle, missing, limits=limits, fast=True) if missing else {}
    values = {
        name: score.value if score.value is not None else score.at_least for name, score in scores.items()
    }
    return {**facts, **values}


def write(kind: str, data: Path, out: Path, jobs: int) -> Path:
    """Write the table of a kind, unless it is there."""
    path = out / f"{kind}.jsonl"
    if path.exists():
        return path
    rows = SOURCES[kind](data)
    part = path.with_suffix(".part")
    with ProcessPoolExecutor(jobs) as pool, part.open("w", encoding="utf-8") as file:
        for row in pool.map(partial(row_of, kind), rows, chunksize=8):
            file.write(json.dumps(row) + "\n")
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
