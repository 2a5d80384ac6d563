"""Check pencil kinds on published puzzles: each proved unique, compared with its stored solution, and climbed by the ladder.

Every step of the ladder must keep the solution that was proved to be the only one.

It reads FOLDER/pencil/NAME*.jsonl.xz, or the same in FOLDER itself, for each kind that there is. Puzzles with more than
MOST_SIDE rows or columns are left out, and so are variants that the kind does not know. Run alone, it takes a few
puzzles of some kinds:  python benchmarks/real_pencil.py nonogram killer --data FOLDER --most 200
"""

import argparse
import json
import lzma
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any, NamedTuple

from pencil_rows import EXPECTED, Row, Unknown
from verdict import pace, report, verdict

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.limits import Limits, OutOfBudget
from quandary.pencil.climb import climb
from quandary.pencil.grid import OPEN
from quandary.pencil.kind import of_row
from quandary.pencil.ladder import LOOKS
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.search import completions, up_to_two

SECONDS, GIVEN_UP = 10, 0.01
"""The time for a proof, and the share of puzzles that may be given up."""
LADDER_SECONDS, MOST_LADDER = 10, 50
"""The time for the ladder, and the milliseconds that a puzzle of 10x10 may take it."""
RUNGS = (*LOOKS, "stuck", "unsolvable", "given up")
MOST_SIDE, USUAL = 20, 100
"""The largest side of a puzzle that must be proved, and how many cells the speed is told for."""
SLOW_KINDS = ("nurikabe", "slitherlink", "heyawake")
TARGETS = {name: 0.005 if name in SLOW_KINDS else 0.002 for name in EXPECTED}
"""The CPU time for a proof of a puzzle of 10x10."""


class Proof(NamedTuple):
    """What came of a puzzle: equal, different, misprint, given up or unread, how long it took, and how large it is."""

    end: str
    seconds: float
    cells: int
    name: str
    climbed: "Climbed | None" = None


class Climbed(NamedTuple):
    """What came of the ladder: the highest rung that was needed, or stuck or given up; steps, wrong ones and the time."""

    end: str
    steps: int
    wrong: int
    seconds: float


def checks(data: Path, names: Sequence[str] = (), most: int | None = None) -> Iterator[str]:
    """Yield a line for each kind, and one for each puzzle that is not as stored."""
    folder = data / "pencil" if (data / "pencil").is_dir() else data
    for name in names or EXPECTED:
        rows, kind = _rows(folder, name), kind_named(name)
        if rows and kind:
            chosen = rows if most is None else Random(1).sample(rows, min(most, len(rows)))
            yield from check_kind(kind, chosen)


def kind_named(name: str) -> Kind | None:
    """Return a kind by name, also one that is kept back, or None if there is none."""
    for module in (name, f"_{name}"):
        try:
            return import_module(f"quandary.kinds.{module}").KIND  # type: ignore[no-any-return]
        except ModuleNotFoundError:
            continue
    return None


def _rows(folder: Path, name: str) -> list[dict[str, Any]]:
    found = list[dict[str, Any]]()
    for path in sorted(folder.glob(f"{name}*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            found += [json.loads(line) for line in file]
    return found


def check_kind(kind: Kind, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Prove every puzzle of a kind, and compare it with its solution."""
    proofs, left_out = list[Proof](), Counter[str]()
    for told in rows:
        try:
            row = Row(told)
            if max(row.rows, row.columns) > MOST_SIDE:
                left_out["large"] += 1
                continue
            proofs.append(prove(kind, row))
        except Unknown as why:
            left_out[str(why)] += 1
    ends = Counter(proof.end for proof in proofs)
    right = not ends["different"] and not ends["unread"] and ends["given up"] <= GIVEN_UP * len(proofs)
    told_ends = ", ".join(
        f"{ends[end]} {end}" for end in ("equal", "different", "misprint", "given up", "unread")
    )
    proved = [proof for proof in proofs if proof.end not in ("given up", "unread")]
    yield verdict(
        right, f"{kind.name}: {len(proofs)} read, {len(proved)} proved: {told_ends}; {_paces(proved)}"
    )
    usual = [proof.seconds for proof in proved if proof.cells == USUAL]
    if usual:
        middle = median(usual)
        yield pace(
            middle <= TARGETS[kind.name], f"  proof of 10x10: median {1000 * middle:.2f} ms of {len(usual)}"
        )
    yield from _ladder([proof for proof in proofs if proof.climbed])
    if left_out:
        yield f"  left out: {', '.join(f'{number} {why}' for why, number in left_out.most_common())}"
    yield from (f"  {proof.end}: {proof.name}" for proof in proofs if proof.end != "equal")


def _ladder(proofs: Sequence[Proof]) -> Iterator[str]:
    """Yield how far the ladder leads, and whether a step was wrong."""
    if not proofs:
        return
    climbs = [proof.climbed for proof in proofs if proof.climbed]
    times = [1000 * climb.seconds for climb in climbs]
    high = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    ends = Counter(climb.end for climb in climbs)
    shares = ", ".join(f"{end} {ends[end] / len(climbs):.0%}" for end in RUNGS if ends[end])
    wrong = sum(climb.wrong for climb in climbs)
    yield verdict(
        not wrong,
        f"  ladder: {len(climbs)} climbed, {sum(climb.steps for climb in climbs)} steps, {wrong} wrong; {shares}; "
        f"CPU median {median(times):.1f} ms, p95 {high:.1f} ms",
    )
    usual = [1000 * proof.climbed.seconds for proof in proofs if proof.climbed and proof.cells == USUAL]
    if usual:
        middle = median(usual)
        yield pace(middle <= MOST_LADDER, f"  ladder of 10x10: median {middle:.1f} ms of {len(usual)}")


def _paces(proofs: Sequence[Proof]) -> str:
    times = [1000 * proof.seconds for proof in proofs]
    high = quantiles(times, n=20)[-1] if len(times) > 1 else sum(times)
    return f"CPU median {median(times or [0]):.2f} ms, p95 {high:.2f} ms"


def prove(kind: Kind, row: Row) -> Proof:
    """Prove a puzzle unique, and compare its solution. Raises Unknown for a variant."""
    name, cells = f"{row.id}, {row.rows}x{row.columns}", row.rows * row.columns
    try:
        text = of_row(kind.puzzle, row)
    except QuandaryError as error:
        raise Unknown(str(error)) from error
    try:
        puzzle = kind.parse(text)
    except QuandaryError as error:
        return Proof("unread", 0, cells, f"{name}: {error}")
    begin = process_time()
    try:
        found = up_to_two(puzzle, Limits(seconds=SECONDS))
    except OutOfBudget as stop:
        return Proof("given up", process_time() - begin, cells, f"{name}: {stop}")
    spent = process_time() - begin
    wanted = EXPECTED[kind.name](row, puzzle)
    if len(found) == 1 and all(found[0][spot] == value for spot, value in wanted.items()):
        return Proof("equal", spent, cells, name, climbed(puzzle, found[0]))
    end, why = misprint(puzzle, found, wanted)
    return Proof(end, spent, cells, f"{name}: {why}")


def climbed(puzzle: Pencil, solution: State) -> Climbed:
    """Climb the ladder, and compare every step with the only solution."""
    begin = process_time()
    try:
        with Limits(seconds=LADDER_SECONDS).start():
            trace = climb(puzzle)
    except OutOfBudget:
        return Climbed("given up", 0, 0, process_time() - begin)
    spent = process_time() - begin
    wrong = sum(
        any(solution[move.spot] != move.value for move in step.finding.must)
        or any(solution[move.spot] == move.value for move in step.finding.cannot)
        for step in trace.steps
    )
    needed = max((step.rule for step in trace.steps), key=RUNGS.index, default=RUNGS[0])
    return Climbed(needed if trace.status == "solved" else trace.status, len(trace.steps), wrong, spent)


def misprint(puzzle: Pencil, found: Sequence[State], wanted: Mapping[int, int]) -> tuple[str, str]:
    """Return why what was found is not the one solution that is stored: by a misprint, which is named, or by our fault."""
    if not all(map(puzzle.is_solved, found)):
        return "different", "what was found breaks a rule"
    if len(found) > 1:
        return "misprint", "two solutions"
    stored = tuple(wanted.get(spot, OPEN) for spot in range(len(puzzle.start)))
    if other := [
        spot
        for spot, value in enumerate(puzzle.start)
        if OPEN not in (value, stored[spot]) and value != stored[spot]
    ]:
        return "misprint", f"the stored solution is not as given at {puzzle.grid.places[other[0]].name}"
    if broken := puzzle.broken(stored):
        return "misprint", f"the stored solution breaks a rule: {broken[0].word.says(puzzle.names)}"
    if not any(completions(puzzle, Limits(seconds=SECONDS).start(), state=stored)):
        return "misprint", "the stored solution leaves something open that cannot be filled"
    return "different", "the stored solution breaks no rule"


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these kinds")
    parser.add_argument("--data", type=Path, required=True, help="the folder with the data files")
    parser.add_argument("--most", type=int, help="so many puzzles of a kind, drawn by lot")
    options = parser.parse_args()
    return report(checks(options.data, options.names, options.most))


if __name__ == "__main__":
    sys.exit(main())
