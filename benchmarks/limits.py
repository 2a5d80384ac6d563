"""Measure how well the limits are kept:  python benchmarks/limits.py [--kind K] [--command C] [--sample N].

Every command runs in a fresh process on the largest puzzles that each kind reads, with --seconds 1 and
--memory 0.3. With --examples, the commands that people try first run on every example of every kind. The table lists the processor time and the peak memory of the processes that took most, and the
worst overshoot is reported. The limits count as kept within 20 %, plus 0.3 s to start, or what a tiny puzzle
takes if that is more. Processor time is compared and not time on the wall, so that other programs on the
machine do not matter. With --forked each is a copy of this process instead, which saves the start.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from time import monotonic
from traceback import print_exc
from typing import TypeAlias

from quandary.kind import Kind
from quandary.library.files import examples
from quandary.library.registry import find_kinds
from quandary.measuring.table import measures

SECONDS, MEMORY = 1.0, 0.3
SLACK, STARTING = 1.2, 0.3
PATIENCE = 30
"""A process is killed after so many times its limit, in processor time."""
FELL = 3
"""The exit code of a forked process that ended with an exception."""
OK = {0, 1, 2}
"""Exit codes of a command that came to an end: done, the answer is no, or there is nothing to compare with."""


@dataclass(frozen=True)
class Case:
    """A command on a puzzle."""

    kind: str
    name: str
    """The puzzle in words."""
    words: tuple[str, ...]
    """The command and its options."""
    puzzle: str = ""


@dataclass(frozen=True)
class Taken:
    """What a process took."""

    case: Case
    seconds: float
    """Processor time."""
    wall: float
    gigabytes: float
    code: int

    def excess(self, allowed: "Allowed") -> float:
        """Return how many times too much it took, in time or memory: at most 1 if it kept within."""
        return max(
            self.seconds / (allowed.seconds * SLACK + allowed.starting),
            self.gigabytes / (allowed.memory * SLACK),
        )


@dataclass(frozen=True)
class Allowed:
    """What a process may take."""

    seconds: float
    memory: float
    starting: float
    """Processor time to start the program."""


Run: TypeAlias = Callable[[Case, float, float, Path], Taken]
"""Run a case with so many seconds and gigabytes in a folder."""


def largest() -> dict[str, dict[str, str]]:
    """Return the largest and most open puzzles that each kind reads, by name."""
    return {
        "fillomino": {
            "empty 20x20": "/".join(["." * 20] * 20),
            "sparse 20x20": _sparse(20, 20, "123456", 40),
            "empty 12x12": "/".join(["." * 12] * 12),
            "empty 2x20": "/".join(["." * 20] * 2),
        },
        "fling": {
            "20x20 with 80 balls": _balls(20, 80),
            "20x20 with 12 balls": _balls(20, 12),
            "8x8 with 16 balls": _balls(8, 16),
        },
        "hex": {
            "eight pieces": "......./........./.........../..ZZZ....../........./....... -H",
            "nearly empty, with constraints": "......./........./..MMM....../...MMM...../........./.......  -H "
            "bumps=Mne,Wne,Tee,Koe blue-blue:no-edge",
        },
        "maze": {"empty 10x10": _maze(10, 0), "10x10 with checkpoints": _maze(10, 12)},
        "rushhour": {"open 8x8": "......../BB....../..CC..../AA...D../.....D../EE....F./..GG..F./HHH....."},
        "snakebird": {"three birds 24x12": _birds(24, 12, 3), "one bird 40x20": _birds(40, 20, 1)},
        "sokoban": {
            "open 64x64": _warehouse(64, 20),
            "full of boxes 64x64": _warehouse(64, 400),
            "open 20x20": _warehouse(20, 8),
            "open 12x12": _warehouse(12, 4),
        },
        "sudoku": {
            "empty 25x25": "." * 625,
            "sparse 25x25": _sudoku(5, 200),
            "half full 25x25": _sudoku(5, 330),
            "empty 16x16": "." * 256,
            "sparse 16x16": _sudoku(4, 90),
            "16x16": _sudoku(4, 110),
            "empty 9x9": "." * 81,
        },
        "tangram": {
            "pentominoes 6x10": "pentominoes 6x10",
            "hexiamonds": "hexiamonds",
            "tetrahexes": "tetrahexes",
        },
        "tilt": {"50x50": _tilt(50, 64), "open 50x50": _tilt(50, 64, walls=0.0), "20x20": _tilt(20, 20)},
        "witness": {
            "empty 10x10": _panel(10, {}),
            "squares and stars 10x10": _panel(10, {}, "bwBWcm"),
            "hollow polyominoes 10x10": _panel(10, HOLLOW, "DAHAD.JA.F"),
            "hollow polyominoes 6x6": _panel(6, HOLLOW, "DAH.J.AF."),
            "hollow polyominoes 4x4": _panel(4, HOLLOW, "DAHJAF."),
            "rotating polyominoes 7x7": _panel(
                7, {"A": "rotating polyomino ##.,.##", "D": "polyomino #"}, "AD..A"
            ),
            "eliminators 5x5": _panel(5, {}, "e1b2w3eB"),
        },
    }


def large(kind: Kind) -> dict[str, str]:
    """Return the largest puzzles of a kind, or its last examples if none are listed."""
    return largest().get(kind.name) or {
        entry.id: kind.format(entry.puzzle) for entry in [*examples(kind)][-2:]
    }


HOLLOW = {
    "A": "rotating polyomino ###,#..",
    "D": "rotating hollow polyomino ##,##",
    "F": "hollow polyomino #",
    "H": "rotating polyomino ####",
    "J": "rotating hollow polyomino ##.,.##",
}


def _sparse(rows: int, columns: int, numbers: str, givens: int) -> str:
    rng, cells = Random(1), ["."] * (rows * columns)
    for cell in rng.sample(range(0, rows * columns, 3), givens):
        cells[cell] = rng.choice(numbers)
    return "/".join("".join(cells[row * columns : (row + 1) * columns]) for row in range(rows))


def _sudoku(box: int, givens: int) -> str:
    side, rng = box * box, Random(1)
    order = [place for band in range(box) for place in rng.sample(range(band * box, (band + 1) * box), box)]
    digits = rng.sample("123456789ABCDEFGHIJKLMNOP"[:side], side)
    full = [digits[(row * box + row // box + column) % side] for row in order for column in order]
    kept = set(rng.sample(range(side * side), givens))
    return "".join(digit if cell in kept else "." for cell, digit in enumerate(full))


def _maze(size: int, checkpoints: int) -> str:
    side, rng = 2 * size - 1, Random(1)
    rows = [["o-"[x % 2] if y % 2 == 0 else "|."[x % 2] for x in range(side)] for y in range(side)]
    rows[0][-1] = rows[-1][0] = "@"
    for _ in range(checkpoints):
        rows[2 * rng.randrange(1, size - 1)][2 * rng.randrange(1, size - 1)] = "x"
    return "/".join(map("".join, rows))


def _warehouse(side: int, boxes: int) -> str:
    rng = Random(1)
    room = [(x, y) for y in range(2, side - 2) for x in range(2, side - 2)]
    rows = [["#" if {x, y} & {0, side - 1} else " " for x in range(side)] for y in range(side)]
    for number, (x, y) in enumerate(rng.sample(room, 2 * boxes)):
        rows[y][x] = "$."[number % 2]
    rows[1][1] = "@"
    return "|".join(map("".join, rows))


def _balls(side: int, balls: int) -> str:
    """Return a square board with balls in random cells."""
    there = set(Random(balls).sample(range(side * side), balls))
    return "/".join("".join("o" if side * y + x in there else "." for x in range(side)) for y in range(side))


def _birds(width: int, height: int, birds: int) -> str:
    """Return an open level with birds on the ground, fruit in the air and the exit at the top."""
    rows = [["."] * width for _ in range(height - 1)] + [["#"] * width]
    rows[0][width - 2] = "X"
    for number in range(birds):
        rows[-2][2 + 5 * number : 5 + 5 * number] = [*">>", "RGB"[number]]
        rows[height // 2][4 + 5 * number] = "@"
    return "/".join(map("".join, rows))


def _tilt(side: int, checkpoints: int, walls: float = 0.12) -> str:
    rng, edge = Random(1), 2 * side
    rows = [[" "] * (edge + 1) for _ in range(edge + 1)]
    for y in range(edge + 1):
        for x in range(edge + 1):
            is_rim = x in (0, edge) or y in (0, edge)
            if x % 2 and y % 2:
                rows[y][x] = "."
            elif not x % 2 and not y % 2:
                rows[y][x] = "+"
            elif is_rim or rng.random() < walls:
                rows[y][x] = "-" if y % 2 == 0 else "|"
    x, y = 1, 1
    rows[y][x] = "o"
    for _ in range(20 * checkpoints):  # where a ball comes to rest, so that there is a solution
        dx, dy = rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        while rows[y + dy][x + dx] == " ":
            x, y = x + 2 * dx, y + 2 * dy
        if rows[y][x] == "." and sum(row.count("*") for row in rows) < checkpoints:
            rows[y][x] = "*"
    return "/".join(map("".join, rows))


def _panel(side: int, legend: dict[str, str], cells: str = ".") -> str:
    edge = 2 * side + 1
    rows = [["+-"[x % 2] if y % 2 == 0 else "|."[x % 2] for x in range(edge)] for y in range(edge)]
    for number, (x, y) in enumerate((x, y) for y in range(1, edge, 2) for x in range(1, edge, 2)):
        rows[y][x] = cells[number % len(cells)]
    rows[0][-1], rows[-1][0] = "E", "S"
    used = [f"{label} = {words}" for label, words in legend.items() if label in cells]
    return "\n".join([*map("".join, rows), *used])


def cases(kind: Kind) -> Iterator[Case]:
    """Yield every command on the largest puzzles of a kind."""
    for name, puzzle in large(kind).items():
        for words in _on_a_puzzle(kind):
            yield Case(kind.name, name, words, puzzle)
    yield from _generating(kind)
    for space in kind.maker.spaces:
        yield Case(kind.name, space, ("exhaust", kind.name, space, "--sample", "1"))
    yield Case(kind.name, "small puzzles", ("discover", kind.name))


FIRST = (("rate", "-m", "all"), ("map",), ("explain",), ("hint",), ("check",), ("vary",))
"""The commands that people try first on a puzzle."""


def on_examples(kind: Kind) -> Iterator[Case]:
    """Yield the commands that people try first, on every example of a kind."""
    for entry in examples(kind):
        for words in FIRST:
            yield Case(kind.name, entry.id, words, kind.format(entry.puzzle))


def _on_a_puzzle(kind: Kind) -> Iterator[tuple[str, ...]]:
    yield from (("rate",), ("rate", "-m", "all"))
    yield from (("rate", "--features"), ("rate", "--features", "--fast")) if kind.features else ()
    yield from (("rate", "-m", name) for name in measures())
    yield from (("rate", "--player", player) for player in kind.named_players())
    yield from (("rate", "--player", player, "--lookahead", "2") for player in kind.named_players())
    yield from (("solve",), ("solve", "--all"), ("check",), ("explain",), ("explain", "-o", "page.html"))
    yield from (("solve", "--fewest", what) for what in kind.engines.minimised)
    yield from (("show", "--solution"), ("vary",), ("vary", "--by", "muse"), ("vary", "--to", "3"))
    yield from (("hint",), ("hint", "-o", "hint.svg"), ("map",), ("map", "-o", "map.json"))
    yield from (("vary", "--steps", "10"), ("vary", "--by", "muse", "--steps", "10", "--beam", "3"))


def _generating(kind: Kind) -> Iterator[Case]:
    maker = kind.maker
    if not maker.sizes:
        return
    for size in maker.sizes:
        yield Case(kind.name, size, ("generate", kind.name, "--size", size, "--count", "1000"))
    size = maker.sizes[-1]
    asked: list[tuple[str, ...]] = [("--level", level) for level in maker.levels]
    asked += [("--with", f"{wish}={choice}") for wish, choices in maker.wishes.items() for choice in choices]
    asked += [("--by", by, "--between", "20", "30") for by in maker.aims]
    asked += [("--file-by-level",)] if maker.level and maker.full else []
    for words in asked:
        for chosen in dict.fromkeys((size, maker.usual_size or size)):
            yield Case(
                kind.name, chosen, ("generate", kind.name, "--size", chosen, "--count", "1000", *words)
            )


WATCHED = """
import atexit, re, runpy, sys
from pathlib import Path

told = Path(sys.argv.pop(1))
peak = lambda: re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]
atexit.register(lambda: told.write_text(peak()))
sys.argv[0] = "quandary"
runpy.run_module("quandary", run_name="__main__", alter_sys=True)
"""
"""Run the command and write down its peak memory, in kilobytes. What the kernel tells the parent includes the parent."""


def _words(case: Case, seconds: float, memory: float) -> list[str]:
    """Return the arguments of the command."""
    verb, *options = case.words
    puzzle = [f"{case.kind}:{case.puzzle}"] if case.puzzle else []
    time = "--within" if verb in ("generate", "vary", "discover") else "--seconds"
    return [verb, *puzzle, *options, time, f"{seconds:g}", "--memory", f"{memory:g}"]


def _patience(seconds: float) -> int:
    return int(seconds * PATIENCE) + 1


def take(case: Case, seconds: float, memory: float, folder: Path) -> Taken:
    """Run a case and return what it took."""
    peak = folder / "peak"
    peak.unlink(missing_ok=True)
    words = [sys.executable, "-c", WATCHED, str(peak), *_words(case, seconds, memory)]
    begin = monotonic()
    process = subprocess.Popen(  # noqa: S603 - our own command
        words,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=_environment(),
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (_patience(seconds),) * 2),
    )
    with process:
        said = process.stderr.read() if process.stderr else b""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in OK:
        print(f"# exit {process.returncode}: {describe(case)}: {said.decode().strip()[-300:]}", flush=True)
    return Taken(
        case,
        used.ru_utime + used.ru_stime,
        monotonic() - begin,
        int(peak.read_text()) * 1024 / 1e9 if peak.exists() else used.ru_maxrss * 1024 / 1e9,
        process.returncode,
    )


def take_forked(case: Case, seconds: float, memory: float, folder: Path) -> Taken:
    """Run a case in a copy of this process, which has everything loaded, and return what it took."""
    from quandary.cli.main import main as command

    begin, words = monotonic(), _words(case, seconds, memory)
    pid = os.fork()
    if pid == 0:
        code = FELL
        try:
            os.chdir(folder)
            _be_silent(folder / "said")
            resource.setrlimit(resource.RLIMIT_CPU, (_patience(seconds),) * 2)
            code = command(words)
        except BaseException:
            print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    _, status, used = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in OK:
        print(f"# exit {code}: {describe(case)}: {(folder / 'said').read_text()[-600:]}", flush=True)
    return Taken(case, used.ru_utime + used.ru_stime, monotonic() - begin, used.ru_maxrss * 1024 / 1e9, code)


ROOMS = ("cli", "solving", "measuring", "explaining", "generating", "discovering", "showing", "runs")


def load() -> None:
    """Import what the commands import when they run."""
    for room in ROOMS:
        package = import_module(f"quandary.{room}")
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def _be_silent(said: Path) -> None:
    """Send the output of this process to nowhere, and its messages to a file."""
    for number, target in ((1, Path(os.devnull)), (2, said)):
        with target.open("w") as file:
            os.dup2(file.fileno(), number)


def leanest(case: Case, allowed: Allowed, folder: Path, run: Run | None = None, tries: int = 3) -> Taken:
    """Return the first run of a case that kept within, else the leanest: a busy machine only ever adds."""
    runs = []
    for _ in range(tries):
        runs.append((run or take)(case, allowed.seconds, allowed.memory, folder))
        if runs[-1].code not in OK or runs[-1].excess(allowed) <= 1:
            return runs[-1]
    return min(runs, key=lambda run: run.excess(allowed))


def _environment() -> dict[str, str]:
    """Let the process find this quandary, compiled as an installed one is, and write over earlier pages."""
    import quandary

    return {
        **os.environ,
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPATH": str(Path(quandary.__file__).parents[1]),
        "COLUMNS": "120",
    }


def describe(case: Case) -> str:
    """Return a case in words."""
    return f"{' '.join(case.words)} ({case.kind} {case.name})"


def starting(folder: Path) -> float:
    """Return the processor time of a command on a tiny puzzle, on this machine and under its load."""
    tiny = Case("sudoku", "tiny", ("rate", "-m", "branching"), ".3....3....41...")
    return max(STARTING, min(take(tiny, SECONDS, MEMORY, folder).seconds for _ in range(3)))


def table(taken: list[Taken], allowed: Allowed, worst: int) -> str:
    """Return the processes that took most, first those that took too much."""
    ranked = sorted(taken, key=lambda each: -each.excess(allowed))
    lines = [f"{'excess':>7} {'s (cpu)':>8} {'s (wall)':>8} {'GB':>6}  case"]
    return "\n".join([*lines, *(line(each, allowed) for each in ranked[:worst])])


def line(taken: Taken, allowed: Allowed) -> str:
    """Return what a process took as a line of the table."""
    return (
        f"{taken.excess(allowed):7.2f} {taken.seconds:8.2f} {taken.wall:8.2f}"
        f" {taken.gigabytes:6.3f}  {describe(taken.case)}"
    )


def told(taken: Taken, allowed: Allowed) -> Taken:
    """Return what a process took, and print it at once if that was too much: a walk takes an hour."""
    if taken.excess(allowed) > 1:
        print(f"# too much: {line(taken, allowed)}", flush=True)
    return taken


def every_case() -> list[Case]:
    """Return all commands on the largest puzzles of all kinds."""
    return [case for each in find_kinds().values() for case in cases(each)]


def chosen(
    every: list[Case], kind: str, command: str, name: str, sample: int, seed: int, skip: int = 0
) -> list[Case]:
    """Return the cases asked for, or a random sample of them, without the first ones of the same order."""
    every = [
        case
        for case in every
        if kind in ("", case.kind) and command in ("", case.words[0]) and name in case.name
    ]
    return Random(seed).sample(every, len(every))[skip : skip + sample] if sample else every[skip:]


def main() -> int:
    """Run the cases, print the table, and return 1 if a limit was not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--examples", action="store_true", help="run on the examples of every kind")
    parser.add_argument("--kind", default="")
    parser.add_argument("--command", default="")
    parser.add_argument("--name", default="", help="only puzzles with this in their name")
    parser.add_argument("--sample", type=int, default=0, help="only so many cases, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="leave out the first N, to continue a walk")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--memory", type=float, default=MEMORY)
    parser.add_argument(
        "--forked", action="store_true", help="start from a copy with everything loaded: quicker"
    )
    parser.add_argument("--worst", type=int, default=25, help="how many cases to list")
    asked = parser.parse_args()
    every = (
        [case for kind in find_kinds().values() for case in on_examples(kind)]
        if asked.examples
        else every_case()
    )
    todo = chosen(every, asked.kind, asked.command, asked.name, asked.sample, asked.seed, asked.skip)
    with tempfile.TemporaryDirectory() as folder:
        if asked.forked:
            load()
        begun = STARTING if asked.forked else starting(Path(folder))
        allowed, run = Allowed(asked.seconds, asked.memory, begun), take_forked if asked.forked else take
        taken = [told(leanest(case, allowed, Path(folder), run), allowed) for case in todo]
    print(table(taken, allowed, asked.worst))
    excess = [each for each in taken if each.excess(allowed) > 1]
    failed = [each for each in taken if each.code not in OK]
    print(
        f"{len(taken):,} cases with {asked.seconds:g} s and {asked.memory:g} GB, {allowed.starting:.2f} s to start:"
        f" {len(excess):,} took too much,"
        f" {len(failed):,} failed; worst: {max(each.seconds for each in taken):.2f} s,"
        f" {max(each.gigabytes for each in taken):.3f} GB"
    )
    return bool(excess or failed)


if __name__ == "__main__":
    sys.exit(main())
