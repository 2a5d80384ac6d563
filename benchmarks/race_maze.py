"""Races on logic mazes: listing paths against merged counting, and the human-inspired solver."""

from functools import cache
from random import Random

from harness import Contender, Race, Work

from quandary._native import NO_LIMIT, native_limits
from quandary.engine import EngineName
from quandary.kinds.maze import KIND, Maze
from quandary.limits import Limits
from quandary.solving.choose import QuickestEngine
from quandary.solving.expert import expert
from quandary.solving.often import deduce_often
from quandary.solving.search import count

MAZES = 10
LISTED = 6
"""The largest size at which all paths of a maze can be listed within seconds."""


@cache
def mazes(size: int, number: int = MAZES) -> list[Maze]:
    """Generate some mazes when a race needs them."""
    if KIND.maker.generate is None:
        raise LookupError("mazes cannot be generated")
    return [KIND.generate(Random(f"benchmark-{i}"), f"{size}x{size}") for i in range(number)]


def counting(size: int) -> Race:
    """Compute B1 and B2 of some mazes. Brute force follows every path without looking at the checkpoints."""
    number = MAZES if size <= LISTED else 1

    def merged(engine: EngineName) -> Work:
        counted = [count(maze, engine=engine) for maze in mazes(size, number)]
        return Work(
            [(each.solutions, each.shortest) for each in counted], sum(each.states for each in counted)
        )

    def listed() -> Work:
        answers, states = [], 0
        for maze in mazes(size, number):
            native = QuickestEngine(maze).native
            if native is None:
                raise LookupError("the compiled core is not installed")
            counted = native.twin.handle.count(NO_LIMIT, native_limits(Limits()))
            answers.append((counted.solutions, counted.shortest))
            states += counted.states
        return Work(answers, states)

    return Race(
        f"count the solutions of {number} {size}x{size} mazes, brute force as baseline",
        (
            Contender("merged, native", lambda: merged("native")),
            Contender("merged, python", lambda: merged("python")),
            Contender("brute force, native", listed),
        ),
    )


def largest(number: int) -> Race:
    """Compute B1 and B2 of 10x10 mazes, whose paths cannot be listed."""

    def by(engine: EngineName) -> Work:
        counted = [count(maze, engine=engine) for maze in mazes(10, number)]
        return Work(
            [(each.solutions, each.shortest) for each in counted], sum(each.states for each in counted)
        )

    return Race(
        f"count the solutions of {number} 10x10 mazes",
        (
            Contender("merged, native", lambda: by("native")),
            Contender("merged, python", lambda: by("python")),
        ),
    )


def solving(size: int, runs: int) -> Race:
    """Run the human-inspired solver. States are runs."""

    def by(engine: EngineName) -> Work:
        done = [
            deduce_often(who.sheet, who.player, guess=who.guess, runs=runs, seed=1, engine=engine).rows
            for maze in mazes(size)
            if (who := expert(maze))
        ]
        return Work(done, sum(map(len, done)))

    return Race(
        f"{runs} runs of the human-inspired solver on each of {MAZES} {size}x{size} mazes (states are runs)",
        (Contender("native", lambda: by("native")), Contender("python", lambda: by("python"))),
    )


def guessing(runs: int) -> Race:
    """Run the human-inspired solver on 10x10 mazes that take it from a few guesses to tens of thousands.

    States are steps: rules used, guesses made, and guesses taken back.
    """

    def native() -> Work:
        done = [
            deduce_often(who.sheet, who.player, guess=who.guess, runs=runs, seed=1, engine="native").rows
            for maze in mazes(10)
            if (who := expert(maze))
        ]
        steps = sum(sum(row.fired) + row.guesses + row.reverts for rows in done for row in rows)
        return Work(done, steps)

    return Race(
        f"{runs} runs of the human-inspired solver on each of {MAZES} 10x10 mazes (states are steps)",
        (Contender("native", native, prepare=lambda: mazes(10)),),
    )


def races() -> list[Race]:
    """Return all races, quickest first."""
    return [*(counting(size) for size in range(3, 8)), solving(5, 50), guessing(5), largest(3)]
