"""Make puzzles: a random solution, everything that clues can tell about it, and clues taken away while it stays unique."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from quandary.errors import NoneFoundError, QuandaryError
from quandary.limits import Limits
from quandary.pencil.climb import climb
from quandary.pencil.grid import OPEN, grid_of
from quandary.pencil.notation import FEWEST
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.rating import LEVEL_OF, LEVELS, level_number
from quandary.pencil.search import completions, up_to_two

SIZE = r"(\d{1,2})x(\d{1,2})"
MOST_SIDE = 20
"""The most rows and columns of a puzzle that is made."""
MOST_TRIES = 200
"""The most boards to try in search of one that can be solved, and is of the level."""


def full(puzzle: type[Pencil], rng: Random, size: str) -> Pencil:
    """Return a puzzle with one solution that tells all it can.

    A declaration that cannot be set by chance has a `setting(rng, rows, columns)` of its own, which returns a puzzle
    that is not told yet and its solution.
    """
    rows, columns = sides(size)
    for _ in range(MOST_TRIES):
        blank, solved = (getattr(puzzle, "setting", None) or partial(setting, puzzle))(rng, rows, columns)
        if solved is not None:
            found = told(blank, solved)
            if OPEN in found.start or puzzle.marks[0].layer == "cells":
                return found
    raise NoneFoundError(f"None of {MOST_TRIES} boards of {size} could be filled; ask for another size.")


def setting(puzzle: type[Pencil], rng: Random, rows: int, columns: int) -> tuple[Pencil, State | None]:
    """Return a puzzle as clues set it by chance, and one of its solutions, if there is one."""
    grid = grid_of(rows, columns, puzzle.marks)
    blank = puzzle(rows, columns, tuple(clue.random(rng, grid) for clue in puzzle.clues))
    return blank, next(completions(blank, rng=rng), None)


def told(puzzle: Pencil, solved: State) -> Pencil:
    """Return the puzzle with all that its clues can tell about a solution."""
    for at, clue in enumerate(puzzle.clues):
        holds = partial(_holds, puzzle, at, solved, frozenset(puzzle.words))
        puzzle = _with(puzzle, at, clue.derived(puzzle.given[at], puzzle.grid, solved, holds))
    return puzzle


def generate(puzzle: type[Pencil], rng: Random, size: str) -> Pencil:
    """Return a random puzzle with one solution and no spare clue."""
    return _dug(puzzle, rng, size, is_unique)


def at_level(puzzle: type[Pencil], rng: Random, size: str, wishes: Mapping[str, str]) -> Pencil:
    """Return a random puzzle of a level, from which nothing can be taken without making it harder."""
    level = 1 + LEVELS.index(wishes["level"])
    rungs = tuple(rung for rung, number in LEVEL_OF.items() if number <= level)
    for _ in range(MOST_TRIES):
        keeps = is_unique if level == len(LEVELS) else partial(_is_climbed, rungs)
        found = _dug(puzzle, rng, size, keeps)
        if level_number(climb(found)) == level:
            return found
    raise NoneFoundError(
        f"None of {MOST_TRIES} puzzles of {size} was {wishes['level']}; ask for another level or size."
    )


def is_unique(puzzle: Pencil) -> bool:
    """Return whether there is exactly one solution."""
    return len(up_to_two(puzzle, Limits())) == 1


def sides(size: str) -> tuple[int, int]:
    """Return the rows and columns of a size.

    >>> sides("4x5")
    (4, 5)
    """
    match = re.fullmatch(SIZE, size)
    if match is None:
        raise QuandaryError(f"{size!r} is not a size; write rows x columns, such as 4x4.")
    return int(match[1]), int(match[2])


def is_size(size: str) -> bool:
    """Return whether puzzles of a size can be made.

    >>> is_size("4x5"), is_size("large")
    (True, False)
    """
    match = re.fullmatch(SIZE, size)
    return match is not None and all(FEWEST <= int(side) <= MOST_SIDE for side in match.groups())


def _dug(puzzle: type[Pencil], rng: Random, size: str, keeps: Callable[[Pencil], bool]) -> Pencil:
    for _ in range(MOST_TRIES):
        found = full(puzzle, rng, size)
        if OPEN not in found.start or keeps(found):
            return _emptied(found, rng, keeps)
    raise NoneFoundError(f"None of {MOST_TRIES} boards of {size} had one solution; ask for another size.")


def _emptied(puzzle: Pencil, rng: Random, keeps: Callable[[Pencil], bool]) -> Pencil:
    """Take clues away in random order, as long as the puzzle keeps what it should."""
    for at, clue in reversed(list(enumerate(puzzle.clues))):
        words = [word for word, _ in clue.reductions(puzzle.given[at], puzzle.grid)]
        for word in rng.sample(words, len(words)):
            less = next(left for name, left in clue.reductions(puzzle.given[at], puzzle.grid) if name == word)
            if keeps(_with(puzzle, at, less)):
                puzzle = _with(puzzle, at, less)
    return puzzle


def _is_climbed(rungs: tuple[str, ...], puzzle: Pencil) -> bool:
    return climb(puzzle, rungs).status == "solved"


def _holds(puzzle: Pencil, at: int, solved: State, known: frozenset[Any], value: Any) -> bool:
    """Return whether a solution keeps the rules that a clue adds."""
    other = _with(puzzle, at, value)
    return (
        all(mark in (OPEN, solved[spot]) for spot, mark in enumerate(other.start))
        and (fresh := [word for word in other.words if word not in known]) != []
        and not any(word.check(solved) for word in fresh)
    )


def _with(puzzle: Pencil, at: int, value: Any) -> Pencil:
    return replace(puzzle, given=(*puzzle.given[:at], value, *puzzle.given[at + 1 :]))
