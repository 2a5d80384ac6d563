"""Races on Fillominos: numbers taken out of full boards as long as the solution stays unique."""

from functools import cache
from random import Random

from harness import Contender, Race, Work

from quandary._native import core
from quandary.kinds.fillomino.board import BoardNumbers
from quandary.kinds.fillomino.complete import emptied, is_needed
from quandary.kinds.fillomino.generate import dig, full

BOARDS = 12


@cache
def boards(side: int) -> list[tuple[BoardNumbers, list[int]]]:
    """Make full square boards, and an order for each in which its cells are emptied."""
    made = []
    for seed in range(BOARDS):
        rng = Random(seed)
        numbers = full(rng, f"{side}x{side}").givens
        made.append((numbers, rng.sample(range(side**2), side**2)))
    return made


def digging(side: int, *, in_python: bool) -> Race:
    """Dig some boards. States are cells that were asked about."""

    def native() -> Work:
        if core() is None:
            raise LookupError("the compiled core is not installed")
        return Work([dig(side, side, *each) for each in boards(side)], BOARDS * side**2)

    def python() -> Work:
        dug = [emptied(board, order, is_needed(side, side, board)) for board, order in boards(side)]
        return Work(dug, BOARDS * side**2)

    def prepare() -> object:
        return boards(side)

    contenders = (Contender("native", native, prepare), Contender("python", python, prepare))
    return Race(f"dig {BOARDS} Fillominos of {side}x{side}", contenders if in_python else contenders[:1])


def races() -> list[Race]:
    """Return all races."""
    return [digging(5, in_python=True), digging(20, in_python=False)]
