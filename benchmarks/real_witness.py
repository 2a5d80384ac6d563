"""Check real Witness panels and the paper's panels.

Every link is read and written back, and its panel is solved or proved unsolvable under the editor's rules. Panels of
the other editor must have as many solutions as its own solver finds.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any, NamedTuple

from race_engines import corner_to_corner
from verdict import pace, verdict

from quandary.engine import EngineName
from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.lattice import Symmetry
from quandary.kinds.witness.windmill import decode, encode
from quandary.limits import Limits
from quandary.measuring.entropy import remuse
from quandary.measuring.rate import rate
from quandary.replicate import find
from quandary.replicate._first_wall import FirstWall
from quandary.replicate._rated_panels import RatedPanel, read_rated
from quandary.replicate._selection import select
from quandary.solving.choose import engine_for
from quandary.solving.search import count, solutions

SECONDS = 2.0
"""The time limit for one panel at first. Other methods get more."""

STATES = {4: 90_111, 5: 18_470_411, 6: 10_966_485_141}
SOLUTIONS = {4: 8_512, 5: 1_262_816, 6: 575_780_564}
"""The numbers of solutions of empty panels from corner to corner."""

PAPER = "paper104"
TABLE_1 = {
    "muse_n0": 0.432,
    "muse_n1": 0.424,
    "muse_n2": 0.400,
    "remuse_n0": 0.600,
    "remuse_n1": 0.580,
    "remuse_n2": 0.567,
}
"""The results for the paper's panels, in the file of that name, with sound rules."""
NEAR = 0.005

SECOND_METHODS: tuple[tuple[str, EngineName, float], ...] = (
    ("by the rules in Python, which share no code", "python", 10),
    ("by native search that looks at every single path", "unmerged", 30),
)
"""The second proofs that there is no solution, and their time limits in seconds."""


class Link(NamedTuple):
    """A published panel: its name, its link, and the number of people who solved it."""

    name: str
    code: str
    solves: int


def checks(data: Path) -> Iterator[str]:
    """Check empty panels, and every file under witness/.

    They are rated panels (*.json), orders (*.txt), and links or panels of jbzdarkid's editor (*.jsonl).
    """
    yield from _empty_panels()
    for path in sorted((data / "witness").glob("*.json")):
        yield from _rated(path)
    for path in sorted((data / "witness").glob("*.txt")):
        yield from _order(path)
    for path in sorted((data / "witness").glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        if "puzzle" in rows[0]:
            yield from _editor(path.name, rows)
            continue
        found = [_link(row) for row in rows]
        yield from _selection(path)
        yield from _round_trips(path.name, found)
        yield from _speed(path.name, found)
        yield from _solutions(path.name, found)


# Empty panels


def _empty_panels() -> Iterator[str]:
    for size, expected in STATES.items():
        panel = corner_to_corner(size)
        states, paths = engine_for(panel).count_states(Limits()), count(panel)
        yield verdict(
            states.states_represented == expected and paths.solutions == SOLUTIONS[size],
            f"empty {size}x{size}: {states.states_represented:,} path states in {states.seconds:.2f} s "
            f"({states.states:,} nodes), {paths.solutions:,} solutions in {paths.seconds:.2f} s",
        )


# The paper's panels


def _rated(path: Path) -> Iterator[str]:
    rated = read_rated(path)
    yield from _agreement(path.name, rated)
    milliseconds = mean(_milliseconds(each.panel) for each in rated)
    yield pace(
        milliseconds <= 1, f"{path.name}: remuse of {len(rated)} panels, {milliseconds:.2f} ms on average"
    )
    table = find("witness-table1").with_data
    assert table
    for row in table(path).part("table1").rows():
        expected = TABLE_1.get(row.name) if path.stem == PAPER else None
        near = expected is None or (row.ours is not None and abs(row.ours - expected) <= NEAR)
        numbers = ", ".join(f"{name} {value:.4f}" for name, value in _numbers(row) if value is not None)
        yield verdict(near, f"{path.name}: {row.name}: {numbers}; {row.note}")


def _numbers(row: object) -> Iterable[tuple[str, float | None]]:
    return ((name.replace("_", " "), getattr(row, name)) for name in ("published", "as_published", "ours"))


def _agreement(name: str, rated: list[RatedPanel]) -> Iterator[str]:
    """Compare our scores with those that came with the panels."""
    counted = [rate(each.panel, ["solutions", "average_length"]) for each in rated]
    for measure in ("solutions", "average_length"):
        ours = [scores[measure].value for scores in counted]
        yield _same(f"{name}: {measure}", ours, [each.scores.get(measure) for each in rated])
    theirs = [FirstWall(each.panel).bits(0).remuse for each in rated]
    given = [each.scores.get("remuse_n0") for each in rated]
    yield _same(f"{name}: remuse without lookahead in the authors' variant", theirs, given)


def _same(what: str, ours: list[float | None] | list[float], given: list[float | None]) -> str:
    pairs = list(zip(ours, given, strict=True))
    same = sum(a is not None and b is not None and abs(a - b) < 1e-6 for a, b in pairs)
    return verdict(same == len(pairs), f"{what}: {same} of {len(pairs)} equal those of the file")


def _milliseconds(panel: Panel) -> float:
    """Measure the processor time of ReMUSE."""
    begin = process_time()
    remuse(panel, limits=Limits(seconds=SECONDS))
    return 1000 * (process_time() - begin)


# Orders, and panels of the other editor


def _order(path: Path) -> Iterator[str]:
    table = find("witness-order").with_data
    assert table
    for row in table(path).part("figure8").rows():
        if row.ours is not None:
            equal = row.published is None or row.published == row.ours
            yield verdict(equal, f"{path.name}: {row.name} {row.ours:.4f} {row.note}".rstrip())


def _selection(path: Path) -> Iterator[str]:
    """Show the road from a dump to the paper's panels, and which of them come through."""
    paper = path.with_name(f"{PAPER}.json")
    if not paper.exists():
        return  # a sample has nothing like the paper's panels in it
    known, chosen = {each.name for each in read_rated(paper)}, select(path)
    yield f"{path.name}: " + ", ".join(f"{name} {number:,}" for name, _, number in chosen.steps)
    present = {each.name for each in read_rated(path)} & known
    through = {each.name for each in chosen.panels}
    others = sorted(through - known)
    yield verdict(
        present <= through,
        f"{path.name}: {len(present & through)} of the {len(present)} panels of {paper.name} in it come"
        f" through, and {len(others)} others: {', '.join(others)}",
    )


def _editor(name: str, rows: list[dict[str, Any]]) -> Iterator[str]:
    """Compare numbers of solutions with the editor's solver.

    It counts a path that runs on through an exit where it could have ended, once for each exit, and both of
    two mirrored starts. So ours are counted exit by exit, and twice where mirrored starts make no difference.
    """
    equal, plainly, odd, seconds = 0, 0, list[str](), process_time()
    for row in rows:
        panel = KIND.parse(json.dumps(row["puzzle"]))
        twice = 2 if panel.symmetry is not Symmetry.NONE and not panel.blue | panel.yellow else 1
        ours = sum(count(one).solutions for one in _exit_by_exit(panel)) * twice
        equal += ours == row["solutions_js"]
        plainly += count(panel).solutions == row["solutions_js"]
        if ours != row["solutions_js"] or KIND.parse(KIND.format(panel)) != panel:
            odd.append(f"{row['id']}: {ours}, theirs {row['solutions_js']}")
    yield verdict(
        not odd,
        f"{name}: {equal} of {len(rows)} panels have as many solutions as the editor's solver finds"
        f" ({plainly} even if its ways of counting are left aside), {process_time() - seconds:.1f} s"
        f" {'; '.join(odd[:10])}".rstrip(),
    )


def _exit_by_exit(panel: Panel) -> Iterator[Panel]:
    """Yield the panel with each of its exits, together with its mirror image."""
    done: set[Any] = set()
    for end in sorted(panel.exits):
        if end not in done:
            both = {end, panel.mirror(end)} if panel.symmetry is not Symmetry.NONE else {end}
            done |= both
            yield replace(panel, exits=frozenset(both), pointing=frozenset())


# Links


def _link(row: dict[str, object]) -> Link:
    return Link(str(row["id"]), str(row["contents"]), int(str(row.get("solves", 0))))


def _round_trips(name: str, links: list[Link]) -> Iterator[str]:
    bad = [link.name for link in links if not _survives(decode(link.code))]
    survive = f"{len(links) - len(bad):,} of {len(links):,} links survive the round trip as link and as text"
    yield verdict(not bad, f"{name}: {survive} {', '.join(bad[:10])}".rstrip())


def _survives(panel: Panel) -> bool:
    return bool(decode(encode(panel)) == panel == KIND.parse(KIND.format(panel)))


def _speed(name: str, links: list[Link]) -> Iterator[str]:
    """Measure the time of ReMUSE on panels of 5x5 cells, including unsolvable and slow ones."""
    panels = (decode(link.code) for link in links)
    some = [panel for panel in panels if (panel.width, panel.height) == (5, 5)]
    if some:
        typical = median(map(_milliseconds, some))
        yield pace(
            typical < 5, f"{name}: remuse of {len(some):,} panels of 5x5, {typical:.2f} ms in the middle"
        )


def _solutions(name: str, links: list[Link]) -> Iterator[str]:
    outcomes: Counter[str] = Counter()
    unsolvable: list[tuple[Link, str]] = []
    for link in links:
        panel = decode(link.code)
        status = solutions(panel, most=1, limits=Limits(seconds=SECONDS)).status
        outcomes[status] += 1
        if status == "none":
            unsolvable.append((link, _second_opinion(panel)))
    yield f"{name}: " + ", ".join(f"{number:,} {status}" for status, number in sorted(outcomes.items()))
    yield f"{name}: {len(unsolvable)} have no solution by the rules"
    opinions = Counter(opinion for _, opinion in unsolvable)
    yield from (f"{name}: {number} of these {opinion}" for opinion, number in sorted(opinions.items()))
    for link, opinion in unsolvable:
        yield verdict("SOLVED" not in opinion, f"{link.name}: {opinion}; solved by {link.solves:,} people")


def _second_opinion(panel: Panel) -> str:
    for words, engine, seconds in SECOND_METHODS:
        status = solutions(panel, most=1, limits=Limits(seconds=seconds), engine=engine).status
        if status != "gave up":
            return f"{'proved' if status == 'none' else 'SOLVED'} {words}"
    return "given up on by every second method"
