"""Count the ways to complete a grid, up to a limit, fast enough for digging.

A set of moves is one large integer with a bit for each move's number. In this numbering the moves of a slot
lie at the same distances in every slot of its family. So a few shifts of the whole integer check all slots
of a family at once, for those without a move and those with exactly one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from random import Random
from typing import NamedTuple

from quandary._native import core
from quandary.kinds.sudoku.board import EMPTY, board
from quandary.kinds.sudoku.rules import Sudoku


def count_solutions(sudoku: Sudoku, most: int = 2) -> int:
    """Count the solutions, stopping at `most`.

    >>> count_solutions(Sudoku("." * 16, 2, 2), most=1000)
    288
    """
    givens = given_moves(sudoku)
    return sum(1 for _ in islice(completions(sudoku, start(sudoku, givens)), most))


MOST_CELLS = 81
"""The largest board on which proving that a solution is unique is fast enough."""


@lru_cache(maxsize=4096)
def is_unique(sudoku: Sudoku) -> bool:
    """Return whether there is exactly one solution, always False beyond 9x9.

    >>> is_unique(Sudoku(".3....3....41...", 2, 2)), is_unique(Sudoku("." * 16, 2, 2))
    (True, False)
    """
    if len(sudoku.givens) > MOST_CELLS:
        return False
    if (compiled := core()) is not None:
        digger = compiled.sudoku.Digger(sudoku.box_rows, sudoku.box_columns)
        return bool(digger.counts([sudoku.givens], 2) == [1])
    return count_solutions(sudoku) == 1


def given_moves(sudoku: Sudoku) -> list[int]:
    """Return the numbers of the moves that the givens stand for."""
    number = sudoku.board.number
    return [number(cell, symbol) for cell, symbol in enumerate(sudoku.givens) if symbol != EMPTY]


class CountNotes(NamedTuple):
    """The moves not yet ruled out, and those already made, which have ruled out their rivals."""

    left: int
    made: int


def start(sudoku: Sudoku, made: Iterable[int]) -> CountNotes:
    """Return the notes after some moves on the empty board, given by number."""
    sets = _move_sets(sudoku.box_rows, sudoku.box_columns)
    left, bits = sets.everything, 0
    for move in made:
        left &= sets.beside[move]
        bits |= 1 << move
    return CountNotes(left, bits)


def completions(sudoku: Sudoku, notes: CountNotes, rng: Random | None = None) -> Iterator[list[int]]:
    """Yield the moves of each full grid that the notes allow, in random order if `rng` is given."""
    sets = _move_sets(sudoku.box_rows, sudoku.box_columns)
    cells, stack = sudoku.size**2, [notes]
    while stack:
        settled = _fill_singles(sets, stack.pop())
        if settled is None:
            continue
        if settled.left.bit_count() == cells:
            yield _numbers(settled.left)
            continue
        choices = _numbers(_smallest(sets, settled.left))
        if rng:
            rng.shuffle(choices)
        stack += [CountNotes(settled.left & sets.beside[move], settled.made | 1 << move) for move in choices]


class _Family(NamedTuple):
    """Slots of the same shape: the first move of each, and the distances of the others from it."""

    firsts: int
    distances: tuple[int, ...]
    comb: int
    """A bit at each distance. Multiplying by it turns first moves into all moves of their slots."""


@dataclass(frozen=True, eq=False)
class _MoveSets:
    everything: int
    beside: tuple[int, ...]
    """For each move, itself and all moves that it does not rule out."""
    slots: tuple[int, ...]
    families: tuple[_Family, ...]


@cache
def _move_sets(box_rows: int, box_columns: int) -> _MoveSets:
    shape = board(box_rows, box_columns)
    size, slots = shape.size, [0] * len(shape.slots)
    for move, filled in enumerate(shape.slots_of):
        for slot in filled:
            slots[slot] |= 1 << move
    everything = (1 << size**3) - 1

    def beside(move: int) -> int:
        rivals = 0
        for slot in shape.slots_of[move]:
            rivals |= slots[slot]
        return everything & ~rivals | 1 << move

    families = [_family(slots[i * size**2 : (i + 1) * size**2]) for i in range(4)]
    return _MoveSets(everything, tuple(map(beside, range(size**3))), tuple(slots), tuple(families))


def _family(slots: list[int]) -> _Family:
    firsts = [slot & -slot for slot in slots]
    comb = slots[0] // firsts[0]
    return _Family(sum(firsts), tuple(_numbers(comb)), comb)


def _fill_singles(sets: _MoveSets, notes: CountNotes) -> CountNotes | None:
    """Fill slots with a single move until none is left, or return None if a slot has no move."""
    left, made = notes
    while True:
        singles = 0
        for firsts, distances, comb in sets.families:
            once = twice = 0
            for distance in distances:
                here = left >> distance & firsts
                twice |= once & here
                once |= here
            if once != firsts:
                return None
            singles |= left & (once & ~twice) * comb
        singles &= ~made
        if not singles:
            return CountNotes(left, made)
        made |= singles
        for move in _numbers(singles):
            left &= sets.beside[move]


def _smallest(sets: _MoveSets, left: int) -> int:
    """Return the moves of the first slot that has fewest, among those with a choice.

    The moves of all slots of a family are counted at once: `counts[i]` has bit i of the count of each slot.
    """
    best, fewest = 0, len(sets.slots)
    for firsts, distances, comb in sets.families:
        counts = [0] * len(distances).bit_length()
        for distance in distances:
            carry = left >> distance & firsts
            for place, bits in enumerate(counts):
                counts[place], carry = bits ^ carry, bits & carry
        slots, count = 0, 0
        for bits in counts[1:]:
            slots |= bits
        for place in reversed(range(len(counts))):
            if fewer := slots & ~counts[place]:
                slots = fewer
            else:
                count |= 1 << place
        if slots and count < fewest:
            best, fewest = left & (slots & -slots) * comb, count
    return best


def _numbers(moves: int) -> list[int]:
    """Return the numbers in a set of moves, ascending."""
    found = []
    while moves:
        lowest = moves & -moves
        found.append(lowest.bit_length() - 1)
        moves ^= lowest
    return found
