"""Generate random puzzles, and list what can be left out of one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from quandary.errors import NoneFoundError
from quandary.kind.change import Change
from quandary.kinds.tangram.hex.constraints import ADJACENCY, COLOURS, SELECTED, Relation
from quandary.kinds.tangram.hex.draw import PAGE
from quandary.kinds.tangram.hex.pieces import PIECES, SYMMETRIES, TRAPEZOID
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.kinds.tangram.hex.starts import starts
from quandary.limits import check_limits

SIZES = ("3-piece", "5-piece", "7-piece", "8-piece")
"""Sizes, by the number of pieces left to place. With more, few boards have a unique solution."""
CHOICES = 2_000
"""Tilings to draw for a puzzle with everything that is wished for."""


def generate(rng: Random, size: str) -> Hex:
    """Generate a random puzzle with a unique solution and the given number of pieces to place.

    >>> puzzle = generate(Random(1), "8-piece")
    >>> puzzle.forbidden, [place.piece for place in puzzle.placed]
    ('Hexagon', ['Mountains', 'Triangle'])

    About half of the puzzles have constraints on bumps or colours.
    """
    left = int(size.removesuffix("-piece"))
    while True:
        if (found := _puzzle(rng, left, {})) is not None:
            return found


def wished(rng: Random, size: str, wishes: Mapping[str, str]) -> Hex:
    """Generate a puzzle as for a chapter of a book, from the known tilings.

    >>> puzzle = wished(Random(1), "5-piece", {"bumps": "yes", "relation": "no", "piece": "Line"})
    >>> puzzle.pattern is not None, puzzle.relations, "Line" in {place.piece for place in puzzle.placed}
    (True, (), True)

    `piece` names a piece that lies on the board. `more` is how many pieces lie there beyond the fewest that settle
    the solution, whatever the size. With `placed=0` the board is empty, and one solution is left up to symmetry.
    Raises NoneFoundError if there is none among many.
    """
    for _ in range(CHOICES):
        if (found := _puzzle(rng, int(size.removesuffix("-piece")), wishes)) is not None:
            return found
    words = ", ".join(f"{name}={choice}" for name, choice in wishes.items())
    raise NoneFoundError(f"No {size} HEX puzzle with {words} among {CHOICES} tilings. Ask for less.")


def _puzzle(rng: Random, left: int, wishes: Mapping[str, str]) -> Hex | None:
    """Draw a tiling and constraints, and return a puzzle with them, or None if they do not suit."""
    check_limits()
    solution = rng.choice(all_solutions())
    holes = SELECTED if _yes(rng, wishes.get("bumps"), 0.25) else None
    relations = tuple(_relation(rng) for _ in range(_yes(rng, wishes.get("relation"), 0.4)))
    family = starts(solution.forbidden, holes, relations)
    if wishes.get("placed") == "0":
        return family.empty if asks_something(family.empty) and family.needs_nothing else None
    turns = [solution.image(symmetry) for symmetry in range(len(SYMMETRIES))]
    possible = [tiling for tiling in turns if tiling in set(family.tilings)]
    if not possible or not asks_something(family.empty) or wishes.get("piece") == solution.forbidden:
        return None
    tiling = rng.choice(possible)
    start = family.find(tiling, including=[wishes["piece"]] if "piece" in wishes else ())
    spare = [number for number in tiling if number not in start]
    more = int(wishes["more"]) if "more" in wishes else len(spare) - left
    return family.puzzle((*start, *rng.sample(spare, more))) if 0 <= more < len(spare) else None


def _yes(rng: Random, wish: str | None, usual: float) -> bool:
    """Return what is wished for, or else yes as often as is usual."""
    return rng.random() < usual if wish is None else wish == "yes"


WISHES = {
    "bumps": ("yes", "no"),
    "relation": ("yes", "no"),
    "piece": tuple(PIECES),
    "more": ("N",),
    "placed": ("0",),
}
"""What can be wished for."""


def reductions(puzzle: Hex) -> Iterator[Change]:
    """Yield each thing that is given or asked, in words, with the puzzle without it."""
    trapezoids = iter(("the first", "the second"))
    for place in puzzle.placed:
        article = next(trapezoids) if place.piece == TRAPEZOID else "the"
        rest = tuple(other for other in puzzle.placed if other != place)
        less = replace(puzzle, placed=rest)
        yield Change(f"{article} {place.piece}", less, "remove", PAGE.middle(place.mask))
    for relation in puzzle.relations:
        others = tuple(each for each in puzzle.relations if each != relation)
        yield Change(str(relation), replace(puzzle, relations=others), "remove")
    if puzzle.pattern is not None:
        yield Change("the bumps", replace(puzzle, pattern=None), "remove")


def asks_something(puzzle: Hex) -> bool:
    """Return whether every relation concerns at least two pieces and something is left to place."""
    pieces_left = puzzle.starts()[0].left
    return bool(pieces_left) and all(
        replace(puzzle, relations=(relation,)).bonds for relation in puzzle.relations
    )


def _relation(rng: Random) -> Relation:
    one, other = sorted((rng.choice(COLOURS), rng.choice(COLOURS)), key=COLOURS.index)
    return Relation(one, other, rng.choice(ADJACENCY))
