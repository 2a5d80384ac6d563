"""Find patterns inside a chain, once it has switched off what was in the way.

They are pointing and claiming, hidden and naked pairs, and X-wings. Those that were there before the chain do not
count.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from quandary.kinds.sudoku.finders.marks import BOX, COLUMN, ROW, PencilMarks
from quandary.kinds.sudoku.finders.nodes import Addition, Since
from quandary.parts.masks import bits

TYPES = (BOX, COLUMN, ROW)
Look = Callable[[PencilMarks, PencilMarks, list[int]], Iterator[Addition]]


def find_inside(before: PencilMarks, now: PencilMarks, filled: list[int]) -> list[Addition]:
    """Return the additions of the easiest technique that has any. `filled` counts the rows that have each digit."""
    for look in LOOKS:
        if found := [each for each in look(before, now, filled) if each.off and each.since]:
            return found
    return []


def filled_rows(marks: PencilMarks) -> list[int]:
    """Return for each digit the number of rows that have it already."""
    rows = range(marks.shape.size, 2 * marks.shape.size)
    return [sum(not marks.places(row, digit) for row in rows) for digit in range(marks.shape.size)]


def _units(marks: PencilMarks, of: int) -> range:
    return range(of * marks.shape.size, (of + 1) * marks.shape.size)


def _pairs(size: int) -> Iterator[tuple[int, int]]:
    """Yield all pairs of numbers below `size`, ordered by the larger one."""
    return ((one, other) for other in range(size) for one in range(other))


def _locked(before: PencilMarks, now: PencilMarks, _: list[int]) -> Iterator[Addition]:
    size, inside = now.shape.size, now.shape.inside
    for of, across in ((BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)):
        for unit in _units(now, of):
            for other in _units(now, across):
                for digit in range(size) if inside[unit] & inside[other] else ():
                    places = now.places(unit, digit)
                    if places.bit_count() > 1 and not places & ~inside[other]:
                        out = now.places(other, digit) & ~inside[unit]
                        since = Since(before, now)
                        since.unit(unit, digit, inside[other])
                        yield Addition(tuple(cell * size + digit for cell in bits(out)), since.nodes)


def _hidden_pairs(before: PencilMarks, now: PencilMarks, _: list[int]) -> Iterator[Addition]:
    size = now.shape.size
    for unit in chain.from_iterable(_units(now, of) for of in TYPES):
        for one, other in _pairs(size) if now.open[unit] > 4 else ():
            here, pair = now.places(unit, one), 1 << one | 1 << other
            if here.bit_count() == 2 and here == now.places(unit, other):
                since = Since(before, now)
                for cell in bits(now.shape.inside[unit] & ~here):
                    since.cell(cell, ~pair)
                out = (cell * size + digit for cell in bits(here) for digit in bits(now.left[cell] & ~pair))
                yield Addition(tuple(out), since.nodes)


def _naked_pairs(before: PencilMarks, now: PencilMarks, _: list[int]) -> Iterator[Addition]:
    size = now.shape.size
    for unit in chain.from_iterable(_units(now, of) for of in TYPES):
        cells = now.shape.units[unit]
        for one, other in _pairs(size) if now.open[unit] >= 4 else ():
            pair = now.left[cells[one]]
            if pair.bit_count() == 2 and pair == now.left[cells[other]]:
                since = Since(before, now)
                for at in (one, other):
                    since.cell(cells[at], pair)
                rest = [cell for at, cell in enumerate(cells) if at not in (one, other)]
                out = (cell * size + digit for cell in rest for digit in bits(now.left[cell] & pair))
                yield Addition(tuple(out), since.nodes)


def _x_wings(before: PencilMarks, now: PencilMarks, filled: list[int]) -> Iterator[Addition]:
    size, shape = now.shape.size, now.shape
    for of, across in ((COLUMN, ROW), (ROW, COLUMN)):
        for one, other in _pairs(size):
            for digit in range(size):
                lines = (of * size + one, of * size + other)
                here, there = (_across(now, line, across, digit) for line in lines)
                if here.bit_count() == 2 and here == there and filled[digit] + 4 <= size:
                    both = shape.inside[lines[0]] | shape.inside[lines[1]]
                    covers = [across * size + at for at in bits(here)]
                    covered = shape.inside[covers[0]] | shape.inside[covers[1]]
                    since = Since(before, now)
                    for line in lines:
                        since.unit(line, digit, covered)
                    out = (
                        cell * size + digit
                        for line in covers
                        for cell in bits(now.places(line, digit) & ~both)
                    )
                    yield Addition(tuple(out), since.nodes)


def _across(now: PencilMarks, line: int, across: int, digit: int) -> int:
    """Return which lines across have the places of a digit in a line, as a set of their numbers from 0."""
    units_of, size = now.shape.units_of, now.shape.size
    return sum(1 << units_of[cell][across] - across * size for cell in bits(now.places(line, digit)))


LOOKS: tuple[Look, ...] = (_locked, _hidden_pairs, _naked_pairs, _x_wings)
