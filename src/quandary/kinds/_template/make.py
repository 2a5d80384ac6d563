"""More water jugs."""

from random import Random

from quandary.kind import Maker
from quandary.kinds._template.rules import AWAY, Jugs

SIZES = ("3-jug", "4-jug")
LARGEST = 12
POURS = 12


def size(puzzle: Jugs) -> str:
    """The size of a puzzle in the words that `generate` takes."""
    return f"{len(puzzle.sizes)}-jug"


def generate(random: Random, size: str) -> Jugs:
    """A solvable puzzle: pour about at random, and want the amount that came up last."""
    sizes = sorted(random.sample(range(1, LARGEST + 1), int(size.removesuffix("-jug"))), reverse=True)
    puzzle = Jugs(tuple(sizes), wanted=sizes[0])
    state = puzzle.starts()[0]
    met = dict.fromkeys(amount for amount in state if amount)
    for _ in range(POURS):
        state = puzzle.apply(state, random.choice([m for m in puzzle.moves(state) if m.target != AWAY]))
        met.update(dict.fromkeys(amount for amount in state if amount))
    return Jugs(puzzle.sizes, wanted=list(met)[-1])


MAKER = Maker(sizes=SIZES, size=size, generate=generate)
