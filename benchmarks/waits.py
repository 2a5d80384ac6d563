"""Measure what people wait for: the commands, on usual and large puzzles, each in a process of its own.

    benchmarks/waits.py                          every wait
    benchmarks/waits.py --only maze explain      the waits whose name has all of these words
    benchmarks/waits.py --against DIR            alternate with another checkout, whose core is built too

A line has the median and the worst CPU seconds over `--puzzles` puzzles, and the peak memory in megabytes. A run
that takes more than `--most` seconds of CPU is stopped, and told as `>`. Both checkouts get the same puzzles.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import quandary
from quandary.library.files import Entry

HERE = Path(__file__).resolve().parent.parent
SIZES = {
    "fillomino": ("8x8", "10x10", "20x20"),
    "fling": ("7x8",),
    "hex": ("8-piece",),
    "maze": ("6x6", "8x8", "10x10"),
    "rushhour": ("6x6",),
    "snakebird": ("5x4", "7x6"),
    "sokoban": ("7x7-2", "8x8-3"),
    "sudoku": ("9x9", "16x16"),
    "tangram": ("6-piece",),
    "tilt": ("8x8", "15x15"),
    "witness": ("4x4", "7x7", "10x10"),
}
"""The usual size of each kind, then large ones."""
ONE = ("solve", "rate", "explain", "hint", "check", "show")
"""The commands that are asked for one puzzle."""
MANY = (
    ("sudoku", "9x9", 1_000),
    ("witness", "3x3", 1_000),
    ("maze", "6x6", 1_000),
    ("fillomino", "8x8", 100),
)
"""The files that are rated whole."""
MADE = (("sudoku", 200), ("fillomino", 20), ("maze", 20), ("witness", 20), ("sokoban", 20))
"""What is generated."""
START = "import sys; from quandary.cli.main import main; sys.exit(main())"


class Wait(NamedTuple):
    """A command that people wait for."""

    name: str
    words: tuple[str, ...]
    kind: str = ""
    size: str = ""
    puzzles: int = 0
    """The puzzles in the file that the command is given, none if it is given no file."""


class Cost(NamedTuple):
    """What a run took."""

    seconds: float
    megabytes: float
    stopped: bool


def waits() -> Iterator[Wait]:
    """Yield everything that is measured."""
    for kind, sizes in SIZES.items():
        for size in sizes:
            for command in ONE:
                yield Wait(f"{command} {kind} {size}", (command,), kind, size, 1)
    for kind, size, count in MANY:
        yield Wait(f"rate {count} {kind} {size}", ("rate",), kind, size, count)
    for kind, count in MADE:
        yield Wait(f"generate {count} {kind}", ("generate", kind, "--count", str(count)))


def words_of(wait: Wait, seed: int, folder: Path) -> list[str]:
    """Return the words of a command, with the file it reads or writes."""
    if not wait.puzzles:
        out = folder / "made.jsonl"
        out.unlink(missing_ok=True)
        return [*wait.words, "--seed", str(seed), "-o", str(out)]
    path = folder / f"{wait.kind}-{wait.size}-{wait.puzzles}-{seed}.jsonl"
    if not path.exists():
        kind, rng = quandary.find_kind(wait.kind), Random(seed)
        made = [Entry(kind, kind.generate(rng, wait.size), str(number)) for number in range(wait.puzzles)]
        quandary.write(path, made)
    return [*wait.words, str(path)]


def run(checkout: Path, words: Sequence[str], most: int) -> Cost:
    """Run a command of a checkout and return its CPU time and peak memory, its own processes included."""
    path = os.pathsep.join([str(checkout / "src"), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", START, *words],
        env={**os.environ, "PYTHONPATH": path, "QUANDARY_REQUIRE_NATIVE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode < 0)


def told(costs: Sequence[Cost]) -> str:
    """Return the columns of a checkout: median and worst CPU seconds, peak megabytes."""
    worst = max(costs, key=lambda cost: (cost.stopped, cost.seconds))
    longest = f"{'>' if worst.stopped else ''}{worst.seconds:.2f}"
    peak = max(cost.megabytes for cost in costs)
    return f"{median(cost.seconds for cost in costs):9.2f} {longest:>7} {peak:6.0f}"


def main() -> None:
    """Run as a script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="another checkout to alternate with")
    parser.add_argument("--only", nargs="+", default=[], help="words of the waits to measure")
    parser.add_argument("--puzzles", type=int, default=3, help="runs of each wait, on different puzzles")
    parser.add_argument("--most", type=int, default=30, help="CPU seconds after which a run is stopped")
    asked = parser.parse_args()
    checkouts = [*([asked.against.resolve()] if asked.against else []), HERE]
    names = ("before", "after")[-len(checkouts) :]
    print(f"{'':24}" + "".join(f"{name:>9} {'worst':>7} {'MB':>6}" for name in names))
    with tempfile.TemporaryDirectory() as folder:
        for wait in waits():
            if all(word in wait.name.split() for word in asked.only):
                costs: list[list[Cost]] = [[] for _ in checkouts]
                for seed in range(1, asked.puzzles + 1):
                    for checkout, seen in zip(checkouts, costs, strict=True):
                        seen.append(run(checkout, words_of(wait, seed, Path(folder)), asked.most))
                print(f"{wait.name:24}" + "".join(map(told, costs)), flush=True)


if __name__ == "__main__":
    main()
