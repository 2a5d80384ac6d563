"""More puzzles: random ones, the same with something left out, and the same turned or mirrored."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from quandary.kinds.hex.board import SYMMETRIES
from quandary.kinds.hex.constraints import COLOURS, Hole, Holes, Relation, Touch, pattern
from quandary.kinds.hex.pieces import TRAPEZOID
from quandary.kinds.hex.rules import Hex
from quandary.kinds.hex.solutions import all_solutions
from quandary.kinds.hex.starts import starts

SIZES = ("3-piece", "5-piece", "7-piece", "8-piece")
"""By how many pieces are left to place. With more, few boards have only one solution."""
SELECTED = pattern(
    {
        "Mountains": Holes(Hole.NONE, Hole.EVEN),
        "Wrench": Holes(Hole.NONE, Hole.EVEN),
        "Triangle": Holes(Hole.EVEN, Hole.EVEN),
        "Hook": Holes(Hole.ODD, Hole.EVEN),
    }
)
"""The holes that the thesis chose for its pieces."""
KEEPING_BUMPS = (0, 2, 4, 7, 9, 11)
"""The symmetries that put bumps on bumps; those from 6 on turn the pieces over."""


def size(puzzle: Hex) -> str:
    """How many pieces are left to place.

    >>> size(Hex("Hexagon"))
    '10-piece'
    """
    return f"{len(puzzle.starts()[0].left)}-piece"


def generate(rng: Random, size: str) -> Hex:
    """A random puzzle with one solution and so many pieces to place; half of them ask something of bumps or colours.

    >>> puzzle = generate(Random(1), "8-piece")
    >>> puzzle.forbidden, [place.piece for place in puzzle.placed]
    ('Hexagon', ['Mountains', 'Triangle'])
    """
    left = int(size.removesuffix("-piece"))
    while True:
        solution = rng.choice(all_solutions())
        holes = SELECTED if rng.random() < 0.25 else None
        relations = tuple(_relation(rng) for _ in range(rng.random() < 0.4))
        family = starts(solution.forbidden, holes, relations)
        turns = [solution.image(symmetry) for symmetry in range(len(SYMMETRIES))]
        possible = [tiling for tiling in turns if tiling in set(family.tilings)]
        if not possible or not asks_something(family.empty):
            continue
        tiling = rng.choice(possible)
        start = family.find(tiling)
        spare = [number for number in tiling if number not in start]
        if len(spare) >= left:
            return family.puzzle((*start, *rng.sample(spare, len(spare) - left)))


def reductions(puzzle: Hex) -> Iterator[tuple[str, Hex]]:
    """Each thing that is given or asked, in words, and the puzzle without it."""
    trapezoids = iter(("the first", "the second"))
    for place in puzzle.placed:
        article = next(trapezoids) if place.piece == TRAPEZOID else "the"
        rest = tuple(other for other in puzzle.placed if other != place)
        yield f"{article} {place.piece}", replace(puzzle, placed=rest)
    for relation in puzzle.relations:
        yield (
            str(relation),
            replace(puzzle, relations=tuple(each for each in puzzle.relations if each != relation)),
        )
    if puzzle.pattern is not None:
        yield "the bumps", replace(puzzle, pattern=None)


def asks_something(puzzle: Hex) -> bool:
    """Whether every relation is about two pieces at least, and there is something to place."""
    pieces_left = puzzle.starts()[0].left
    return bool(pieces_left) and all(
        replace(puzzle, relations=(relation,)).bonds for relation in puzzle.relations
    )


def _relation(rng: Random) -> Relation:
    one, other = sorted((rng.choice(COLOURS), rng.choice(COLOURS)), key=COLOURS.index)
    return Relation(one, other, rng.choice(list(Touch)))
