"""The spaces of HEX puzzles that have a name."""

from bisect import bisect_left
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from quandary.errors import SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.hex.constraints import ordered
from quandary.kinds.hex.notation import format, parse  # noqa: A004
from quandary.kinds.hex.pieces import LOCATIONS, PIECES, location
from quandary.kinds.hex.rules import Hex
from quandary.kinds.hex.solutions import all_solutions
from quandary.kinds.hex.spaces import PATTERNS, RELATIONS
from quandary.parts.space import Space, within
from quandary.parts.spaces import Made, Subset
from quandary.parts.spaces.options import one_of, whole

WITHOUT = {"without": "Hexagon"}
MOST_RELATIONS, MOST_PLACED = 4, 4


def patterns(options: Mapping[str, str]) -> Space[Hex]:
    """Return the empty boards over bumps, with each of the patterns of holes of the thesis.

    >>> patterns({"without": "Hexagon"}).size
    124416
    """
    piece = _without(options)

    def code(puzzle: Hex) -> Any:
        if puzzle.pattern is None or puzzle != Hex(piece, (), puzzle.pattern, (), puzzle.blue):
            raise SpaceError("The puzzle is not in this space: it has pieces, relations, or no pattern.")
        return puzzle.blue, puzzle.pattern

    return Made(PATTERNS, lambda coded: Hex(piece, (), coded[1], (), coded[0]), code)


def relations(options: Mapping[str, str]) -> Space[Hex]:
    """Return the empty boards with a given number of relations between colours.

    Numbers of puzzles with a relation that asks nothing raise NotationError.

    >>> relations({"without": "Hexagon", "relations": "2"}).size
    1770
    """
    piece, number = _without(options), whole(options, "relations", 1, MOST_RELATIONS)

    def make(taken: tuple[int, ...]) -> Hex:
        chosen = ordered([RELATIONS.unrank(at) for at in taken])
        return parse(format(Hex(piece, relations=chosen)))  # which refuses relations that ask nothing

    def code(puzzle: Hex) -> list[int]:
        if puzzle != Hex(piece, relations=puzzle.relations):
            raise SpaceError("The puzzle is not in this space: it has pieces, bumps, or other colours.")
        return [RELATIONS.rank(each) for each in puzzle.relations]

    return Made(Subset(RELATIONS.size, number), make, code)


class Positions:
    """The ways to start with some pieces of a solution, each once, in the order of the numbers of their places."""

    def __init__(self, forbidden: str, placed: int) -> None:
        self.forbidden, self.placed = forbidden, placed
        sets = {
            tuple(sorted(chosen))
            for solution in all_solutions()
            if solution.forbidden == forbidden
            for chosen in combinations(solution.numbers, placed)
        }
        self._listed = sorted(sets)

    @property
    def size(self) -> int:
        """The number of positions."""
        return len(self._listed)

    def unrank(self, number: int) -> Hex:
        """Return the puzzle with a number."""
        places = self._listed[within(number, self.size)]
        return Hex(self.forbidden, tuple(LOCATIONS[each].place for each in places))

    def rank(self, puzzle: Hex) -> int:
        """Return the number of a puzzle."""
        places = tuple(sorted(location(place).number for place in puzzle.placed))
        at = bisect_left(self._listed, places)
        if puzzle != Hex(self.forbidden, puzzle.placed) or self._listed[at : at + 1] != [places]:
            raise SpaceError("The puzzle is not in this space: no stored solution has its pieces.")
        return at


def starts(options: Mapping[str, str]) -> Space[Hex]:
    """Return the boards with a given number of pieces of a solution, on the clear side.

    Of the twelve images of a solution, the stored one is taken.
    """
    return Positions(_without(options), whole(options, "placed", 1, MOST_PLACED))


def _without(options: Mapping[str, str]) -> str:
    return one_of(options, "without", PIECES)


SPACES = {
    "patterns": NamedSpace("empty boards over bumps, with each pattern of holes", WITHOUT, patterns),
    "relations": NamedSpace(
        "empty boards with relations between colours", {**WITHOUT, "relations": "1"}, relations
    ),
    "starts": NamedSpace("boards with some pieces of a solution", {**WITHOUT, "placed": "2"}, starts),
}
