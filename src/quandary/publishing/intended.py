"""The solution that the designer of a puzzle means, and the ways that were not meant."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log2
from typing import Any

from quandary.engine import Solution
from quandary.errors import QuandaryError, UnknownNameError
from quandary.kind import Kind, kind_of
from quandary.library.given import puzzle_in
from quandary.limits import DEFAULT, Budget, Limits
from quandary.player import Player
from quandary.puzzle import NEXT, AnyPuzzle, elements_of, is_fill
from quandary.solving.follow import follow
from quandary.solving.onward import rest_of
from quandary.solving.ways.differ import difference
from quandary.solving.ways.find import NEAR, Way, Ways, way_of, ways

SHORTER, CHEAPER, DIFFERENT, WITHOUT = "shorter", "cheaper", "different", "without:"
FORBIDDABLE = (SHORTER, CHEAPER, DIFFERENT, f"{WITHOUT} NAME")
"""What may be forbidden: ways with fewer moves, with fewer bits of choice, any others, and ways that do without an
element or a mechanic."""
ALIKE = 1e-9
"""Bits that are closer than this are the same."""


@dataclass(frozen=True)
class Intent:
    """The solution that is meant, beside the other ways to solve the puzzle."""

    puzzle: Any
    solution: Solution
    ways: Ways
    shorter: tuple[Way, ...] = ()
    """Ways with fewer moves, shortest first."""
    cheaper: tuple[Way, ...] = ()
    """Ways with fewer bits of choice for the usual player, the fewest first."""
    different: tuple[Way, ...] = ()
    """All other ways."""
    needless: tuple[str, ...] = ()
    """Elements and mechanics that some way does without."""
    is_detour: bool = False
    """Whether the solution that is meant returns to a position, so that it is a shorter way with a detour."""

    def forbidden(self, forbid: Iterable[str]) -> list[str]:
        """Return what is there although it is forbidden, in words. Raises UnknownNameError for an unknown word."""
        return [said for each in forbid for said in self._forbidden(each)]

    def _forbidden(self, what: str) -> Iterator[str]:
        if what.startswith(WITHOUT):
            name = what.removeprefix(WITHOUT).strip()
            if name in self.needless:
                yield f"it can be solved without {name}"
            return
        found = {SHORTER: self.shorter, CHEAPER: self.cheaper, DIFFERENT: self.different}
        if what not in found:
            raise UnknownNameError("word to forbid", what, FORBIDDABLE)
        if found[what]:
            yield self.said(what, found[what])

    def said(self, what: str, found: Sequence[Way]) -> str:
        """Return some of the ways in words."""
        number = f"{len(found):,} {what} way{'s' * (len(found) != 1)} than intended"
        number = number.replace("different ways than", "ways other than").replace(
            "different way than", "way other than"
        )
        best = difference(self.puzzle, found[0], way_of(self.puzzle, self.solution))
        return f"{number}, such as one of {found[0].length:,} moves ({best})"

    @property
    def notes(self) -> list[str]:
        """Everything that is worth telling, in words."""
        told = [f"the intended solution has {len(self.solution.moves):,} moves; {self.ways.in_words}"]
        told += ["the intended solution returns to a position: a shorter way with a detour"] * self.is_detour
        listed = ((SHORTER, self.shorter), (CHEAPER, self.cheaper), (DIFFERENT, self.different))
        told += [self.said(what, found) for what, found in listed if found]
        return told + [f"it can be solved without {name}" for name in self.needless]


def intended(what: Any, moves: str, *, longer: int = NEAR, limits: Limits = DEFAULT) -> Intent:
    """Compare the solution that is meant with all other ways to solve a puzzle.

    >>> from quandary.kinds.sokoban import KIND
    >>> room = KIND.parse("######/#    #/# $@.#/# $ .#/#    #/######")
    >>> found = intended(room, "ulldRRddlUluRurrDulldR")
    >>> len(found.shorter), found.shorter[0].length, len(found.different)
    (1, 4, 8)

    The moves are written as `solve` writes them. Ways of up to `longer` moves more than a shortest solution are looked
    for, and those as long as the one that is meant. Raises QuandaryError if the moves do not solve the puzzle.
    """
    puzzle = puzzle_in(what)
    solution = solution_of(puzzle, moves)
    with limits.start() as budget:
        found = ways(puzzle, longer=longer, limits=budget.rest(), asked=solution)
        others = [way for at, way in enumerate(found.found) if at != found.asked]
        length = len(solution.moves)
        return Intent(
            puzzle,
            solution,
            found,
            tuple(way for way in others if way.length < length),
            tuple(_cheaper(puzzle, solution, others, budget)),
            tuple(others),
            tuple(_needless(puzzle, found, budget)),
            is_detour=found.asked is None and found.complete,
        )


def solution_of(puzzle: AnyPuzzle, text: str) -> Solution:
    """Return moves as text as a solution of the puzzle. Raises QuandaryError if they solve nothing.

    >>> from quandary.kinds.sokoban import KIND
    >>> [str(move) for move in solution_of(KIND.parse("######/#@$ .#/######"), "RR").moves]
    ['2,1R', '3,1R']
    """
    done = follow(puzzle, text)
    if not done.is_solved:
        number = len(done.states) - 1
        raise QuandaryError(
            f"The intended moves do not solve the puzzle: it is not solved after all {number:,} of them."
            " Write them as `quandary solve` does."
        )
    if done.moves is not None:
        return Solution(done.states[0], tuple(done.moves))
    start = next(iter(puzzle.starts()))
    reached = [start, *(next(iter(rest_of(puzzle, state).starts())) for state in done.states[1:-1])]
    moves, here = list[Any](), start
    for one, other in pairwise(reached):
        if one != other:
            moves.append(next(move for move in puzzle.moves(one) if puzzle.apply(one, move) == other))
            here = other
    moves.append(next(move for move in puzzle.moves(here) if puzzle.is_solved(puzzle.apply(here, move))))
    return Solution(start, tuple(moves))


def bits_of(puzzle: AnyPuzzle, solution: Solution, player: Player) -> float:
    """Return the bits of choice along a solution of a path puzzle, ∞ if the player never considers it.

    >>> from quandary.kinds.tilt import KIND
    >>> maze = KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    >>> bits_of(maze, solution_of(maze, "right down"), Player())
    2.0
    """
    state, bits = solution.start, 0.0
    for move in solution.moves:
        options = player.options(puzzle, state).get(NEXT, [])
        if move not in options:
            return inf
        bits += log2(len(options))
        state = puzzle.apply(state, move)
    return bits


def _cheaper(puzzle: AnyPuzzle, solution: Solution, others: Sequence[Way], budget: Budget) -> list[Way]:
    """Return the ways with fewer bits of choice than a solution, the fewest first. Fillings have no order of choices."""
    if is_fill(puzzle):
        return []
    kind = kind_of(puzzle)
    player = kind.people.default if kind else Player()
    most, found = bits_of(puzzle, solution, player), list[tuple[float, int, Way]]()
    for number, way in enumerate(others):
        budget.check()
        found.append((bits_of(puzzle, way.solution, player), number, way))
    return [way for bits, _, way in sorted(found, key=lambda each: each[:2]) if bits < most - ALIKE]


def _needless(puzzle: AnyPuzzle, found: Ways, budget: Budget) -> Iterator[str]:
    """Yield the mechanics that some way does without, and the elements without which the ways are the same."""
    used = [{part for deed in way.deeds for part in deed.mechanic.split("+")} for way in found.found]
    yield from sorted(
        {name for each in used for name in each if name and not all(name in way for way in used)}
    )
    kind = kind_of(puzzle)
    if kind and kind.maker.reductions and found.complete:
        for name in elements_of(puzzle) or ():
            less = _without(kind, puzzle, name)
            if less is not None and _lines(ways(less, limits=budget.rest())) == _lines(found):
                yield name


def _lines(found: Ways) -> tuple[bool, set[Any]]:
    return found.complete, {(way.solution.start, way.solution.moves) for way in found.found}


def _without(kind: Kind, puzzle: Any, element: str) -> Any | None:
    """Return the puzzle with every element of a name left out, or None if it has none that can be."""
    one = element.removesuffix("es") if element.endswith("oes") else element.removesuffix("s")
    less = None
    while True:
        here = puzzle if less is None else less
        after = next((other for words, other in kind.reductions(here) if f" {one}" in words), None)
        if after is None:
            return less
        less = after
