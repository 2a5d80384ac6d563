"""Make puzzles: a random solution, everything that clues can tell about it, and clues taken away while it stays unique."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from quandary.errors import NoneFoundError, QuandaryError
from quandary.limits import Limits
from quandary.pencil.climb import climb
from quandary.pencil.clues import Givens
from quandary.pencil.grid import OPEN, grid_of
from quandary.pencil.notation import FEWEST
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.rating import LEVEL_OF, LEVELS, level_number
from quandary.pencil.search import completions, up_to_two

SIZE = r"(\d{1,2})x(\d{1,2})"
MOST_SIDE = 20
"""The most rows and columns of a puzzle that is made."""
MOST_MENDS, MOST_SEEN = 40, 1
"""The most changes of clues to make a puzzle unique, and the most solutions that are kept in mind meanwhile."""
MOST_FILLED, MOST_TRIES = 5, 200
"""The most boards to try in search of one that is unique and of the level, and how many more in search of one that can be
filled at all, which takes little time."""


def full(puzzle: type[Pencil], rng: Random, size: str) -> Pencil:
    """Return a puzzle that tells all it can about a solution."""
    return solved_and_told(puzzle, rng, size)[0]


def solved_and_told(puzzle: type[Pencil], rng: Random, size: str) -> tuple[Pencil, State]:
    """Return a puzzle that tells all it can about a solution, and that solution.

    A declaration whose clues cannot be told one by one has a method `setting(rng, solved)`, which returns a puzzle for a
    solution of itself, the board without clues, with its solution.
    """
    rows, columns = sides(size)
    for _ in range(MOST_FILLED * MOST_TRIES):
        blank, solved = setting(puzzle, rng, rows, columns)
        if solved is not None:
            found, solved = (
                blank.setting(rng, solved) if hasattr(puzzle, "setting") else (told(blank, solved), solved)
            )
            if OPEN in found.start or puzzle.marks[0].layer == "cells":
                return found, solved
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
    tried = set[Pencil]()
    for _ in range(MOST_TRIES):
        told_all, solved = solved_and_told(puzzle, rng, size)
        if told_all in tried:
            continue
        tried.add(told_all)
        found = told_all if OPEN not in told_all.start else _mended(told_all, solved, rng)
        if found and (OPEN not in found.start or keeps(found)):
            return _emptied(found, rng, keeps)
    raise NoneFoundError(f"None of {MOST_TRIES} boards of {size} had one solution; ask for another size.")


def _mended(puzzle: Pencil, solved: State, rng: Random) -> Pencil | None:
    """Change clues until no other solution is left, if a few changes are enough.

    A declaration may have a method `nudged(rng, solved, other)` that changes the solution itself, where another one is
    beside it.
    """
    seen = list[State]()
    for _ in range(MOST_MENDS):
        others = [found for found in up_to_two(puzzle, Limits()) if found != solved]
        if not others:
            return puzzle
        if hasattr(puzzle, "nudged"):
            solved = puzzle.nudged(rng, solved, others[0])
            puzzle = told(puzzle, solved)
            continue
        seen = [*seen[-MOST_SEEN:], others[0]]
        mended = _changed(puzzle, solved, seen, rng)
        if mended is None:
            return None
        puzzle = mended
    return None


def _changed(puzzle: Pencil, solved: State, others: Sequence[State], rng: Random) -> Pencil | None:
    """Return the puzzle with another clue that keeps a solution and rules out as many others as possible."""
    options = [
        (at, value)
        for at, clue in enumerate(puzzle.clues)
        for _, value in clue.mends(puzzle.given[at], puzzle.grid)
    ]
    best, most = None, -1
    wrong = [{word for word in puzzle.words if word.check(other)} for other in others]
    for at, value in rng.sample(options, len(options)):
        changed = _with(puzzle, at, value)
        fresh = [word for word in changed.words if word not in puzzle.word_set]
        if any(word.check(solved) for word in fresh):
            continue
        out = sum(
            not known.isdisjoint(changed.words) or any(word.check(other) for word in fresh)
            for known, other in zip(wrong, others, strict=True)
        )
        if out > most:
            best, most = changed, out
        if most == len(others):
            break
    return best


def _emptied(puzzle: Pencil, rng: Random, keeps: Callable[[Pencil], bool]) -> Pencil:
    """Take clues away in random order, digits that are given first, as long as the puzzle keeps what it should."""
    last_first = reversed(list(enumerate(puzzle.clues)))
    for at, clue in sorted(last_first, key=lambda each: not isinstance(each[1], Givens)):
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
