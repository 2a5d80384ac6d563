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
from quandary.kinds.maze.sheet import Sheet
from quandary.kinds.maze.twin import native
from quandary.measuring.rate import rate
from quandary.player import Player
from quandary.replicate._table import TableRow
from quandary.solving.choose import engine_for
from quandary.solving.deduce import guess_named
from quandary.solving.often import deduce_often
from quandary.solving.search import count

SEED = 1
NUMBERS = {3: 5, 4: 10, 5: 10, 6: 5}
"""How many mazes there are of each size."""
BRUTE_FORCE = {3: 0.083, 4: 1.014, 5: 62.379, 6: 452.801}
HUMAN = {3: 0.031, 4: 0.119, 5: 0.324, 6: 0.795}
"""Milliseconds for a maze, Table 5-1."""
SURE = {0.9: 29 / 30, 0.99: 25 / 30}
"""By chance to find a shortest solution within 20 attempts: the share of mazes above it, Figure 5-1."""
RUNS = 100
OTHERS = "on generated mazes and another machine"


@cache
def mazes() -> dict[int, list[Maze]]:
    """Return generated mazes by size."""
    rng = Random(SEED)
    return {size: [KIND.generate(rng, str(size)) for _ in range(number)] for size, number in NUMBERS.items()}


def times() -> Iterator[TableRow]:
    """Yield the milliseconds of both solvers by size."""
    for size, published in BRUTE_FORCE.items():
        yield TableRow(f"brute_force_{size}", published, _milliseconds(size, _list_all), note=OTHERS)
    for size, published in HUMAN.items():
        ours = _milliseconds(size, _solve_as_people_do) / RUNS
        yield TableRow(f"human_{size}", published, ours, note=f"mean of {RUNS} runs {OTHERS}")


def _milliseconds(size: int, solve: Callable[[Maze], object]) -> float:
    these = mazes()[size]
    solve(these[0])  # what is made once is not counted
    begin = process_time()
    for maze in these:
        solve(maze)
    return 1000 * (process_time() - begin) / len(these)


def _list_all(maze: Maze) -> object:
    """Walk along every path, without taking states with the same future for one."""
    return count(maze, engine=engine_for(maze, "unmerged" if native(maze) else "python"))


def _solve_as_people_do(maze: Maze) -> object:
    player = Player(rules=MARKING, name="marking")
    return deduce_often(Sheet(maze), player, guess=guess_named(GUESS), runs=RUNS, seed=SEED)


def chances() -> Iterator[TableRow]:
    """Yield the chance to find a shortest solution, and how many mazes are nearly sure to yield one."""
    names = [f"shortest_in_{attempts}" for attempts in ATTEMPTS]
    found = [rate(maze, names) for each in mazes().values() for maze in each]
    for name in names:
        values = sorted(scores[name].value or 0.0 for scores in found)
        note = f"median of {len(values)} generated mazes, {values[0]:.2f} to {values[-1]:.2f}"
        yield TableRow(name, None, values[len(values) // 2], note=note)
    for chance, published in SURE.items():
        share = sum((scores[names[-1]].value or 0.0) > chance for scores in found) / len(found)
        note = f"share of the mazes that yield one within {ATTEMPTS[-1]} attempts with more than this chance"
        yield TableRow(f"above_{chance:g}", published, share, note=note)
