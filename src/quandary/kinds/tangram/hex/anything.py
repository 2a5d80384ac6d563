"""Draw boards that lack a few pieces by lot, with everything that the notation allows, solvable or not."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

from quandary.kinds.tangram.hex.constraints import ASYMMETRIC, BLUE, COLOURS, Hole, Relation, Touch
from quandary.kinds.tangram.hex.notation import rows
from quandary.kinds.tangram.hex.pieces import LETTERS, LOCATIONS, TRAPEZOID
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import StoredSolution, all_solutions

ELEMENTS = (
    *(f"piece {letter}" for letter in LETTERS.values()),
    "second trapezoid",
    *(f"holes {hole} in the {side} side" for side in ("first", "second") for hole in Hole),
    *Touch,
    *COLOURS,
    "two relations",
)
PAIRS = tuple(pair for pair in combinations(ASYMMETRIC, 2) if pair != BLUE)
ALONE = ("bumps", *(f"blue={LETTERS[one]}{LETTERS[other]}" for one, other in PAIRS))
CHOICES = {
    "left out": tuple(f"without {letter}" for letter in LETTERS.values()),
    "side": ("clear side", "bumpy side"),
}
APART = frozenset(
    {
        *(frozenset((f"without {letter}", f"piece {letter}")) for letter in LETTERS.values()),
        frozenset((f"without {LETTERS[TRAPEZOID]}", "second trapezoid")),
        *(frozenset((name, "clear side")) for name in ELEMENTS if name.startswith("holes")),
    }
)


def drawn(random: Random) -> str:
    """Return a full board without two or three of its pieces, perhaps with bumps and relations."""
    solution = random.choice(_by_forbidden()[random.choice(list(LETTERS))])
    kept = random.sample(solution.numbers, len(solution.numbers) - random.choice((2, 2, 3)))
    places = tuple(LOCATIONS[number].place for number in sorted(kept))
    words = ["/".join(rows(places)), f"-{LETTERS[solution.forbidden]}"]
    if random.random() < 0.4:
        holes = [
            f"{letter}{random.choice(list(Hole))}{random.choice(list(Hole))}"
            for letter in random.sample(list(LETTERS.values()), random.choice((0, 1, 2, 4)))
        ]
        words.append(f"bumps={','.join(holes)}" if holes else "bumps")
    if random.random() < 0.3:
        words.append(f"blue={''.join(LETTERS[piece] for piece in random.choice(PAIRS))}")
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        words.append(f"{random.choice(COLOURS)}-{random.choice(COLOURS)}:{random.choice(list(Touch))}")
    return " ".join(words)


@cache
def _by_forbidden() -> dict[str, list[StoredSolution]]:
    found: dict[str, list[StoredSolution]] = {piece: [] for piece in LETTERS}
    for solution in all_solutions():
        found[solution.forbidden].append(solution)
    return found


def traits(puzzle: Hex) -> Iterator[str]:
    """Yield what is on a board."""
    pieces = [place.piece for place in puzzle.placed]
    yield f"without {LETTERS[puzzle.forbidden]}"
    yield from (f"piece {LETTERS[piece]}" for piece in pieces)
    if pieces.count(TRAPEZOID) == 2:
        yield "second trapezoid"
    yield "clear side" if puzzle.pattern is None else "bumpy side"
    if puzzle.pattern is not None:
        yield "bumps"
        for _, (first, second) in puzzle.pattern.named:
            yield from (f"holes {first} in the first side", f"holes {second} in the second side")
    if puzzle.blue != BLUE:
        yield f"blue={''.join(LETTERS[piece] for piece in puzzle.blue)}"
    yield from _related(puzzle.relations)


def _related(relations: tuple[Relation, ...]) -> Iterator[str]:
    for relation in relations:
        yield from (relation.touch, relation.one, relation.other)
    if len(relations) > 1:
        yield "two relations"
