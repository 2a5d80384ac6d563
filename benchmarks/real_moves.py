"""Check Sokoban and tilt mazes on real levels: published optima, players' best solutions, speed and memory.

It reads FOLDER/sokoban/microban1.xsb and microban1_push_optimal.csv, FOLDER/sokoban/online.jsonl and
FOLDER/tilt/*.json. Missing files are skipped.
"""

import csv
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import networkx as nx
from verdict import pace, verdict

from quandary.kinds.sokoban import KIND as SOKOBAN
from quandary.kinds.sokoban import Level
from quandary.kinds.sokoban.features import FEATURES, features
from quandary.kinds.sokoban.structure_features import STRUCTURE
from quandary.kinds.tilt import KIND as TILT
from quandary.kinds.tilt import Maze
from quandary.kinds.tilt.features import survey
from quandary.kinds.tilt.generate import generate
from quandary.kinds.tilt.rules import border
from quandary.kinds.tilt.segments import SegmentGraph
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.table import feature_names
from quandary.score import Status

EACH, A_FEW_SECONDS = Limits(seconds=60, memory=8), Limits(seconds=10, memory=8)
SMALL = 100_000
"""The largest number of states of a level that is also checked in Python."""
SPEED_LEVELS, MEMORY_LEVEL, WHOLE = (7, 151), 7, 155
"""The levels for measuring speed (most of the second is a search for the shortest solution) and memory, and the
number of levels in their collection."""
STATES_A_SECOND, BYTES_A_STATE, TIMES_NETWORKX = 16_000_000, 12, 50
MAZES, LARGE_MAZES, SECONDS_A_LARGE_MAZE = 10_000, 50, 5


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each check."""
    microban = data / "sokoban" / "microban1.xsb"
    if microban.exists():
        found = SOKOBAN.notation.found_in(microban.read_text("utf-8"))
        levels = [SOKOBAN.parse(each.notation) for each in found or ()]
        yield from check_optima(levels, data / "sokoban" / "microban1_push_optimal.csv")
        yield from check_views(levels[:20])
        if len(levels) == WHOLE:
            yield from (speed(number, levels[number - 1]) for number in SPEED_LEVELS)
            yield memory(levels[MEMORY_LEVEL - 1])
        yield times_networkx(levels[:4])
        yield from check_ways(levels)
    if (online := data / "sokoban" / "online.jsonl").exists():
        yield from check_players(online)
    for path in sorted((data / "tilt").glob("*.json")):
        yield from check_mazes(path)
    yield check_large_mazes()
    yield check_formula()


def check_optima(levels: list[Level], published: Path) -> Iterator[str]:
    """Compare fewest pushes with published ones."""
    with published.open(encoding="utf-8") as file:
        wanted = {int(row["level"]): int(row["pushes"]) for row in csv.DictReader(file)}
    equal, wrong, left = 0, list[int](), dict[int, str]()
    for number, pushes in wanted.items():
        score = features(levels[number - 1], EACH, fast=True)["shortest_boxes_path"]
        if score.value is None:
            left[number] = score.reason
        elif score.value == pushes:
            equal += 1
        else:
            wrong.append(number)
    yield verdict(
        not wrong,
        f"fewest pushes: {equal} of {len(wanted)} levels as published, {len(wrong)} differ {wrong or ''}",
    )
    for number, reason in left.items():
        yield f"  not computed: level {number}: {reason}"


def check_views(levels: list[Level]) -> Iterator[str]:
    """Compare the graph of pushes with that of steps, and with Python for small levels."""
    in_python = 0
    for number, level in enumerate(levels, start=1):
        by_pushes = {name: score.value for name, score in features(level).items()}
        by_steps = {name: score.value for name, score in features(level, view="steps").items()}
        if by_pushes != by_steps:
            yield verdict(False, f"level {number}: {by_pushes} by pushes, {by_steps} by steps")
        if (by_pushes["reachable_states_count"] or 0) <= SMALL:
            in_python += 1
            reference = {name: score.value for name, score in features(level, view="python").items()}
            if by_pushes != reference:
                yield verdict(False, f"level {number}: {by_pushes} by pushes, {reference} in Python")
    yield (
        f"levels 1-{len(levels)}: all {len(FEATURES)} features equal by pushes and by steps,"
        f" and on {in_python} of them in Python"
    )


def speed(number: int, level: Level) -> str:
    """Measure states per second of processor time, best of three."""
    best, states = float("inf"), 0.0
    for _ in range(3):
        begin = process_time()
        states = features(level)["reachable_states_count"].value or 0
        best = min(best, process_time() - begin)
    rate = states / best
    return pace(
        rate >= STATES_A_SECOND,
        f"level {number}: {states:,.0f} states, {best:.2f} s, {rate:,.0f} states a second",
    )


MEASURE_MEMORY = """
import pathlib, re, sys
from quandary.kinds.sokoban import KIND
from quandary.kinds.sokoban.features import features
def peak():
    return int(re.search(r"VmHWM:\\s*(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]) * 1024
features(KIND.parse("6#|#@$-.#|6#"))
before = peak()
states = features(KIND.parse(sys.argv[1]))["reachable_states_count"].value
print((peak() - before) / states)
"""


def memory(level: Level) -> str:
    """Measure the peak memory per state in a separate process.

    The memory held before is subtracted.
    """
    command = [sys.executable, "-c", MEASURE_MEMORY, SOKOBAN.format(level)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own
    bytes_each = float(done.stdout)
    return verdict(
        bytes_each <= BYTES_A_STATE, f"level {MEMORY_LEVEL}: {bytes_each:.1f} bytes a state at the peak"
    )


def times_networkx(levels: list[Level]) -> str:
    """Measure how many times faster than networkx it is, with the same answers."""
    ours = theirs = 0.0
    for level in levels:
        begin = perf_counter()
        mine = {name: score.value for name, score in features(level).items()}
        ours += perf_counter() - begin
        begin = perf_counter()
        other = by_networkx(level)
        theirs += perf_counter() - begin
        if any(mine[name] != value for name, value in other.items()):
            return verdict(False, f"networkx disagrees: {other} and {mine}")
    return pace(
        theirs / ours >= TIMES_NETWORKX,
        f"levels 1-{len(levels)}: {theirs / ours:,.0f} times faster than networkx ({ours:.3f} s, {theirs:.2f} s)",
    )


def by_networkx(level: Level) -> dict[str, int]:
    """Compute some of the features with networkx."""
    steps = level.in_steps()
    [start] = steps.starts()
    graph, todo = nx.DiGraph(), [start]
    for state in todo:
        for move in [] if steps.is_solved(state) else steps.moves(state):
            child = steps.apply(state, move)
            if child not in graph:
                todo.append(child)
            graph.add_edge(state, child, push=int(move.isupper()))
    graph.add_edges_from(((state, "end") for state in list(graph) if steps.is_solved(state)), push=0)
    condensed = nx.condensation(graph)
    component = condensed.graph["mapping"]
    return {
        "reachable_states_count": len(graph) - 1,
        "viable_states_count": len(nx.ancestors(graph, "end")),
        "shortest_path": nx.shortest_path_length(graph, start, "end") - 1,
        "shortest_boxes_path": nx.shortest_path_length(graph, start, "end", weight="push"),
        "scc_count": len(condensed) - 1,
        "scc_shortest": nx.shortest_path_length(condensed, component[start], component["end"]) - 1,
    }


def check_ways(levels: list[Level]) -> Iterator[str]:
    """Count the levels for which features beyond counting are known within a few seconds."""
    known, reasons = Counter[str](), Counter[str]()
    names = [feature.name for feature in STRUCTURE]
    for level in levels:
        for name, score in rate(level, names, limits=A_FEW_SECONDS).items():
            known[name] += score.status is Status.EXACT
            reasons[f"{score.status}: {score.reason}"] += score.status is not Status.EXACT
    said_of = ", ".join(f"{name} of {known[name]}" for name in names)
    yield f"within {A_FEW_SECONDS.seconds:g} s each, of {len(levels)} levels: {said_of}"
    yield from (f"  {number} × {reason}" for reason, number in reasons.items() if number)


def check_players(path: Path) -> Iterator[str]:
    """Compare fewest steps with the best solutions of many players."""
    equal, wrong, left = 0, list[str](), list[str]()
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        score = features(SOKOBAN.parse(record["puzzle"]), EACH, fast=True)["shortest_path"]
        if score.value is None:
            left.append(record["id"])
        elif score.value == int(record["shortest_solution"]):
            equal += 1
        else:
            wrong.append(f"{record['id']}: {score.value:g}, players {record['shortest_solution']}")
    yield verdict(not wrong, f"fewest steps: {equal} levels as players have them, {len(wrong)} differ")
    yield from (f"  {each}" for each in wrong)
    if left:
        yield f"  not computed: {', '.join(left)}"


def check_mazes(path: Path) -> Iterator[str]:
    """Compute all features of tilt mazes, each in under a second, with both solvers."""
    slowest, levels = 0.0, json.loads(path.read_text("utf-8"))["levels"]
    for record in levels:
        maze = read_maze(record)
        begin = perf_counter()
        scores = rate(maze, feature_names(TILT))
        slowest = max(slowest, perf_counter() - begin)
        solvable = scores["shortest_path"].status is Status.EXACT
        if SegmentGraph(maze).is_solvable() != solvable or TILT.parse(TILT.format(maze)) != maze:
            yield verdict(False, f"{record['name']}")
    yield pace(slowest < 1, f"{len(levels)} tilt mazes, all features, the slowest in {slowest:.3f} s")


def read_maze(record: dict[str, list[list[int]]]) -> Maze:
    """Read a maze whose cells list their own walls: 1 up, 2 right, 4 down, 8 left."""
    sides = ("up", "right", "down", "left")
    at = {(x, y): bits for y, row in enumerate(record["walls"]) for x, bits in enumerate(row)}
    goals = sorted((x, y) for y, row in enumerate(record["goals"]) for x, goal in enumerate(row) if goal)
    width, height = len(record["walls"][0]), len(record["walls"])
    x, y = record["ball"]
    places = {
        border(cell, side) for cell, bits in at.items() for i, side in enumerate(sides) if bits >> i & 1
    }
    inner = frozenset((a, b) for a, b in places if 0 < a < 2 * width and 0 < b < 2 * height)
    return Maze(width, height, (int(str(x)), int(str(y))), tuple(goals), inner)


def check_large_mazes() -> str:
    """Compute all features of generated mazes of 15 × 15 cells with 20 checkpoints, each in a few seconds."""
    slowest, states = 0.0, 0.0
    for seed in range(LARGE_MAZES):
        maze = generate(Random(seed), "15x15-20")
        begin = perf_counter()
        scores = rate(maze, feature_names(TILT))
        slowest = max(slowest, perf_counter() - begin)
        states = max(states, scores["reachable_states_count"].value or 0)
        if scores["shortest_path"].status is not Status.EXACT:
            return verdict(False, f"the maze of seed {seed} has no solution")
    return pace(
        slowest < SECONDS_A_LARGE_MAZE,
        f"{LARGE_MAZES} generated 15x15 mazes with 20 checkpoints: up to {states:,.0f} states,"
        f" the slowest in {slowest:.2f} s",
    )


def check_formula() -> str:
    """Compare solvability by segments and by search, on random mazes."""
    solvable = 0
    for seed in range(MAZES):
        rng = Random(seed)
        maze = generate(rng, rng.choice(("3x3", "4x4", "5x5", "6x6", "7x7")))
        cells = [cell for cell in maze.cells() if cell != maze.ball]
        chosen = rng.sample(cells, rng.randint(1, min(8, len(cells))))
        maze = replace(maze, checkpoints=tuple(sorted(chosen)))
        answer = survey(maze).shortest is not None
        if SegmentGraph(maze).is_solvable() != answer:
            return verdict(False, f"the formula and the search differ on {TILT.format(maze)!r}")
        solvable += answer
    return f"{MAZES:,} random mazes: formula and search agree, {solvable:,} can be solved"
