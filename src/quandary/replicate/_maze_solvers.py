"""Table 5-1 and Figure 5-1 of Jones's report: how quickly two solvers find the shortest solution of a maze.

The report's mazes are pictures, so ours are generated: the same number of each size, from a fixed seed.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from time import process_time

from quandary.kinds.maze import KIND
from quandary.kinds.maze.features import ATTEMPTS
from quandary.kinds.maze.people import GUESS, MARKING
from quandary.kinds.maze.rules import Maze
from quandary.kinds.maze.sheet import MazeSheet
from quandary.kinds.maze.twin import count, walk
from quandary.kinds.maze.walk import MazeWalk
from quandary.limits import Budget
from quandary.measuring.rate import rate
from quandary.player import Player
from quandary.replicate._table import TableRow
from quandary.solving.deduce import guess_named
from quandary.solving.often import deduce_often

SEED = 1
NUMBERS = {3: 5, 4: 10, 5: 10, 6: 5}
"""How many mazes there are of each size."""
BRUTE_FORCE = {3: 0.083, 4: 1.014, 5: 62.379, 6: 452.801}
HUMAN = {3: 0.031, 4: 0.119, 5: 0.324, 6: 0.795}
"""Milliseconds for a maze, Table 5-1."""
SURE = {0.9: 29 / 30, 0.99: 25 / 30}
"""By chance to find a shortest solution within 20 attempts: the share of mazes above it, Figure 5-1."""
RUNS = 100
RATIOS = {5: 190.0, 6: 570.0}
"""How many times as long brute force took as one run of the other solver, section 5.1."""
MILLISECONDS = "milliseconds"
MERGED = "the same solutions, counted together where paths have the same future: not in the report"
OTHERS = "on generated mazes and another machine"


@cache
def mazes() -> dict[int, list[Maze]]:
    """Return generated mazes by size."""
    rng = Random(SEED)
    return {size: [KIND.generate(rng, str(size)) for _ in range(number)] for size, number in NUMBERS.items()}


def times() -> Iterator[TableRow]:
    """Yield the milliseconds of both solvers by size, and of merging, which finds the same as brute force."""
    brute = {size: _milliseconds(size, _walk) for size in BRUTE_FORCE}
    human = {size: _milliseconds(size, _solve_as_people_do) / RUNS for size in HUMAN}
    for size, published in BRUTE_FORCE.items():
        note = f"{_paths(size):,} paths on average, {OTHERS}"
        yield TableRow(f"brute_force_{size}", published, brute[size], note=note, unit=MILLISECONDS)
    for size, published in HUMAN.items():
        note = f"mean of {RUNS} runs {OTHERS}"
        yield TableRow(f"human_{size}", published, human[size], note=note, unit=MILLISECONDS)
    for size in BRUTE_FORCE:
        yield TableRow(f"merged_{size}", None, _milliseconds(size, _merge), note=MERGED, unit=MILLISECONDS)
    for size, ratio in RATIOS.items():
        ours = brute[size] / human[size]
        yield TableRow(f"ratio_{size}", ratio, ours, note="brute force / human", unit="times as long")


def _paths(size: int) -> int:
    """Return how many paths there are to walk on average."""
    these = mazes()[size]
    return round(sum(_walk(maze).states for maze in these) / len(these))


def _milliseconds(size: int, solve: Callable[[Maze], object]) -> float:
    these = mazes()[size]
    solve(these[0])  # what is made once is not counted
    begin = process_time()
    for maze in these:
        solve(maze)
    return 1000 * (process_time() - begin) / len(these)


def _walk(maze: Maze) -> MazeWalk:
    """Walk along every path, as the report's program does."""
    return walk(maze, Budget())


def _merge(maze: Maze) -> object:
    """Count the same solutions, taking paths with the same future for one."""
    return count(maze, Budget())


def _solve_as_people_do(maze: Maze) -> object:
    player = Player(rules=MARKING, name="marking")
    return deduce_often(MazeSheet(maze), player, guess=guess_named(GUESS), runs=RUNS, seed=SEED)


@cache
def all_chances() -> dict[int, list[float]]:
    """Return the chance of every maze to yield a shortest solution, by the number of attempts."""
    names = {attempts: f"shortest_in_{attempts}" for attempts in ATTEMPTS}
    found = [rate(maze, list(names.values())) for each in mazes().values() for maze in each]
    return {attempts: [scores[name].value or 0.0 for scores in found] for attempts, name in names.items()}


def chances() -> Iterator[TableRow]:
    """Yield the chance to find a shortest solution, and how many mazes are nearly sure to yield one."""
    for attempts, some in all_chances().items():
        values = sorted(some)
        note = f"median of {len(values)} generated mazes, {values[0]:.2f} to {values[-1]:.2f}"
        yield TableRow(f"shortest_in_{attempts}", None, values[len(values) // 2], note=note)
    most = all_chances()[ATTEMPTS[-1]]
    for chance, published in SURE.items():
        share = sum(value > chance for value in most) / len(most)
        note = f"share of the mazes that yield one within {ATTEMPTS[-1]} attempts with more than this chance"
        yield TableRow(f"above_{chance:g}", published, share, note=note)
