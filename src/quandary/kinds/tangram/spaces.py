"""Spaces of numbered puzzles: what could be made of a declaration.

Its starting positions, one for each solution, and the games that its pieces could make: every pattern of holes, every
relation between its colours, every way to colour its pieces.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Any

from quandary.errors import SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.tangram.notation import parse
from quandary.kinds.tangram.patterns import SIDES, Patterns
from quandary.kinds.tangram.richness import poorest, richness
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.starts import Starts, starts
from quandary.limits import check_limits
from quandary.parts.space import within
from quandary.parts.spaces import Choice, Made, Product
from quandary.parts.spaces.options import whole
from quandary.parts.touch import ADJACENCY, COLOURS, Relation


@dataclass(frozen=True)
class StartingPositions:
    """For each solution up to symmetry, the puzzle that starts with the fewest pieces that settle it.

    >>> space = StartingPositions(starts(parse("square 2x3 A=xx,3")))
    >>> space.size, space.rank(space.unrank(1))
    (2, 1)
    """

    family: Starts

    @property
    def size(self) -> int:
        """The number of solutions up to symmetry."""
        return len(self.family.solutions)

    def unrank(self, number: int) -> Tangram:
        """Return the starting position of the solution with a number."""
        return self.family.puzzle(self.family.find(self.family.solutions[within(number, self.size)]))

    def rank(self, thing: Tangram) -> int:
        """Return the number of the solution that a starting position leads to."""
        made = thing.starts()[0].made
        if starts(thing) != self.family or not self.family.is_settled(made):
            raise SpaceError("This tangram is not a starting position with one solution of the declaration.")
        return self.family.number(made)


class Games(Made):
    """Puzzles without pieces on the board that differ in relations or colours, counted over all solutions at once."""

    def sweep(self, numbers: range, measures: Sequence[str]) -> Mapping[str, Any] | None:
        """Return the richness of puzzles, and of their poorest chapter."""
        if not set(measures) <= {*COUNTED}:
            return None
        found: dict[str, list[float]] = {name: [] for name in measures}
        for number in numbers:
            check_limits()
            puzzle = self.unrank(number)
            is_rich = richness(puzzle) > 0
            for name in measures:
                found[name].append(COUNTED[name](puzzle) if is_rich else nan)
        return found


COUNTED = {"richness": richness, "poorest": poorest}


def patterns(options: Mapping[str, str]) -> Patterns:
    """Return the declaration with every pattern of holes, each side of a piece having one of some sorts.

    >>> patterns({"of": "square 2x3 A=xxx B=xx C=x", "holes": "full,odd,even,none"}).size
    6
    """
    sides = tuple(dict.fromkeys(options["holes"].split(",")))
    if unknown := [side for side in sides if side not in SIDES]:
        raise SpaceError(f"holes={unknown[0][:40]} is not one of {', '.join(SIDES)}.")
    return Patterns(_declared(options), sides)


def relations(options: Mapping[str, str]) -> Games:
    """Return the declaration with each relation within a colour or between two.

    >>> relations({"of": "square 2x3 A=xx,2,red B=xx,blue"}).size
    12
    """
    base = replace(_declared(options), relations=(), placed=())
    colours = [colour for colour in COLOURS if any(piece.colour == colour for piece in base.pieces)]
    if not colours:
        raise SpaceError(
            "The pieces have no colours, so there are no relations between them. Give them colours."
        )
    pairs = [(one, other) for at, one in enumerate(colours) for other in colours[at:]]
    choice = Choice([Relation(one, other, touch) for touch in ADJACENCY for one, other in pairs])
    return Games(
        choice, lambda relation: replace(base, relations=(relation,)), lambda thing: thing.relations[0]
    )


def colourings(options: Mapping[str, str]) -> Games:
    """Return the declaration with every way to give its pieces some colours.

    >>> colourings({"of": "square 2x3 A=xx,2 B=xx", "colours": "2"}).size
    4
    """
    base = replace(_declared(options), relations=(), placed=())
    some = COLOURS[: whole(options, "colours", 1, len(COLOURS))]

    def coloured(colours: Sequence[str]) -> Tangram:
        pairs = zip(base.pieces, colours, strict=True)
        return replace(base, pieces=tuple(replace(piece, colour=colour) for piece, colour in pairs))

    product = Product([Choice(some)] * len(base.pieces))
    return Games(product, coloured, lambda thing: [piece.colour for piece in thing.pieces])


def _declared(options: Mapping[str, str]) -> Tangram:
    return parse(options["of"])


OF = {"of": "tetrahexes"}
SPACES = {
    "starts": NamedSpace(
        "for each solution, the fewest pieces that settle it",
        OF,
        lambda options: StartingPositions(starts(_declared(options))),
    ),
    "patterns": NamedSpace(
        "every pattern of holes in the pieces, over bumps", {**OF, "holes": ",".join(SIDES)}, patterns
    ),
    "relations": NamedSpace("every relation within a colour or between two", {"of": "hex -H"}, relations),
    "colourings": NamedSpace("every way to colour the pieces", {**OF, "colours": "2"}, colourings),
}
