"""Compare the scores of two versions:  python benchmarks/same_scores.py write before.jsonl, then compare A.jsonl B.jsonl.

`write` rates every example and `--count` generated puzzles of every kind, with limits on states and not on time, so that
a busy machine gives the same numbers. `compare` prints every difference, and ends with 1 if there is one.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import quandary
from quandary import Kind, Limits, Score

STATES = 2_000
GENERAL = ("muse", "remuse", "solutions", "shortest", "states", "viable_states", "random_loss")


def puzzles(kind: Kind, count: int) -> Iterator[tuple[str, Any]]:
    """Yield the examples of a kind, then generated puzzles of all its sizes in turn."""
    for entry in quandary.examples(kind):
        yield entry.id, entry.puzzle
    sizes = kind.maker.sizes[:3]
    for number in range(count if kind.maker.generate else 0):
        size = sizes[number % len(sizes)]
        yield f"{size}-{number}", kind.generate(Random(number), size)


def scored(kind: Kind, puzzle: Any) -> dict[str, Any]:
    """Return every score of a puzzle as value and status."""
    names = [*dict.fromkeys((*kind.people.columns, *GENERAL))]
    scores = quandary.rate(puzzle, names, limits=Limits(states=STATES, seconds=600, memory=8))
    return {name: _told(score) for name, score in sorted(scores.items())}


def _told(score: Score) -> list[Any]:
    value = score.value
    return [float(f"{value:.9g}") if isinstance(value, float) else value, str(score.status)]


def write(path: Path, count: int, only: list[str]) -> int:
    """Write one line a puzzle: its name, its notation and its scores."""
    with path.open("w", encoding="utf-8") as file:
        for name, kind in quandary.find_kinds().items():
            if only and name not in only:
                continue
            for id_, puzzle in puzzles(kind, count):
                row = {"kind": name, "id": id_, "puzzle": kind.format(puzzle), "scores": scored(kind, puzzle)}
                file.write(json.dumps(row) + "\n")
            print(name, "done", flush=True)
    return 0


def compare(before: Path, after: Path) -> int:
    """Print what differs between two files."""
    old, new = (
        {(row["kind"], row["id"]): row for row in map(json.loads, path.open())} for path in (before, after)
    )
    different = [key for key in old if old[key] != new.get(key)]
    for key in different[:50]:
        print(*key, f"\n  - {old[key]}\n  + {new.get(key)}")
    print(f"{len(old):,} puzzles before, {len(new):,} after, {len(different):,} differ")
    return int(bool(different))


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("do", choices=["write", "compare"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--kind", action="append", default=[])
    asked = parser.parse_args()
    return compare(*asked.files) if asked.do == "compare" else write(asked.files[0], asked.count, asked.kind)


if __name__ == "__main__":
    sys.exit(main())
