"""Find consequences of uniqueness: unique rectangles and loops, and bivalue universal graves."""

from collections.abc import Iterator
from itertools import combinations

from quandary.kinds.sudoku.finders.hint import Easiest, Rows, Scene, TechniqueHint
from quandary.kinds.sudoku.finders.marks import PencilMarks, Set, is_single, lowest
from quandary.parts.masks import bits

LONGEST = 14
"""The most cells of a loop."""
LARGEST = 4
"""The most cells of a set that the extra digits of a loop complete."""
Loop = tuple[int, ...]


def unique_loops(scene: Scene, rows: Rows, easiest: Easiest) -> None:
    """Offer what follows from loops in which two digits could swap places if there were no extra digits."""
    marks = scene.marks
    for cell in bits(marks.with_count(2, 2)):
        scene.budget.check()
        for loop in _loops(marks, cell):
            row = rows.get("unique-rectangle" if len(loop) == 4 else "unique-loop")
            cells = sum(1 << each for each in loop)
            for hint, size in _conclusions(marks, loop, marks.left[cell]):
                hint.cells, hint.digits = cells, marks.left[cell]
                easiest.offer(row, hint, cells=len(loop), set=size)


def _loops(marks: PencilMarks, start: int) -> Iterator[Loop]:
    """Yield the loops through a cell on its two digits in which at most two cells have different extras."""
    shape, pair = marks.shape, marks.left[start]

    def walk(loop: Loop, spare: int, extra: Set, last_type: int) -> Iterator[Loop]:
        for type_, unit in enumerate(shape.units_of[loop[-1]]):
            if type_ == last_type:
                continue
            for cell in shape.units[unit]:
                if cell == start and len(loop) >= 4:
                    if len(loop) % 2 == 0 and _is_exchangeable(marks, loop):
                        yield loop
                    continue
                left = marks.left[cell]
                if cell in loop or left & pair != pair or len(loop) >= LONGEST:
                    continue
                more = (extra | left) & ~pair
                if left == pair or is_single(more) or spare > 0:
                    yield from walk((*loop, cell), spare - (left != pair), more, type_)

    return walk((start,), 2, 0, -1)


def _is_exchangeable(marks: PencilMarks, loop: Loop) -> bool:
    """Return whether the loop visits each of its units once at an even and once at an odd step."""
    even, odd = ([unit for cell in loop[at::2] for unit in marks.shape.units_of[cell]] for at in (0, 1))
    return len(set(even)) == len(even) and len(set(odd)) == len(odd) and set(even) == set(odd)


def _conclusions(marks: PencilMarks, loop: Loop, pair: Set) -> Iterator[tuple[TechniqueHint, int]]:
    """Yield what follows from a loop, and the size of the set that it completes, if any."""
    rich = [cell for cell in loop if marks.left[cell] != pair]
    extra = 0
    for cell in rich:
        extra |= marks.left[cell] & ~pair
    hint = TechniqueHint()
    if len(rich) == 1:
        hint.strike_digits(marks, rich[0], pair)
    elif len(rich) >= 2 and is_single(extra):
        hint.strike(marks, marks.shape.seen_by_all(rich), lowest(extra))
    yield hint, 0
    if len(rich) == 2:
        one, other = (marks.shape.units_of[cell] for cell in rich)
        for unit in (unit for unit, its in zip(one, other, strict=True) if unit == its):
            yield _lock_one(marks, unit, rich, pair), 0
            if extra.bit_count() >= 2:
                yield from _sets(marks, unit, rich, extra)


def _lock_one(marks: PencilMarks, unit: int, rich: list[int], pair: Set) -> TechniqueHint:
    """Return what follows if one of the two digits has no other place in a unit.

    The other one would then close the loop.
    """
    hint = TechniqueHint()
    a, b = bits(pair)
    for digit, other in ((a, b), (b, a)):
        if marks.places(unit, digit).bit_count() <= 2:
            for cell in rich:
                hint.strike_digits(marks, cell, 1 << other)
            break
    return hint


def _sets(marks: PencilMarks, unit: int, rich: list[int], extra: Set) -> Iterator[tuple[TechniqueHint, int]]:
    """Yield the naked sets in which the two rich cells count as one cell with the extra digits."""
    cells = [cell for cell in marks.shape.units[unit] if marks.left[cell] and cell not in rich]
    for size in range(extra.bit_count(), min(LARGEST, marks.open[unit] // 2) + 1):
        for chosen in combinations(cells, size - 1):
            digits = extra
            for cell in chosen:
                digits |= marks.left[cell]
            if digits.bit_count() == size:
                hint = TechniqueHint()
                rest = marks.shape.inside[unit] & ~sum(1 << cell for cell in (*chosen, *rich))
                for digit in bits(digits):
                    hint.strike(marks, rest, digit)
                yield hint, size


def grave(scene: Scene, rows: Rows, easiest: Easiest) -> None:
    """Offer what follows if every cell has two digits, each twice in its units, apart from a few extras."""
    marks, (row,) = scene.marks, rows.values()
    extras_of = _extras(marks)
    if not extras_of:
        return
    extras = 0
    for digits in extras_of.values():
        extras |= digits

    for hint in _without_grave(marks, extras_of, extras):
        hint.cells, hint.digits = sum(1 << cell for cell in extras_of), extras
        easiest.offer(row, hint, cells=len(extras_of))


def _without_grave(marks: PencilMarks, extras_of: dict[int, Set], extras: Set) -> Iterator[TechniqueHint]:
    """Yield what follows if one of these cells has one of its extra digits."""
    rich, hint = list(extras_of), TechniqueHint()
    if len(rich) == 1:
        hint.strike_digits(marks, rich[0], ~extras)
    elif is_single(extras):
        hint.strike(marks, marks.shape.seen_by_all(rich), lowest(extras))
    yield hint
    if len(rich) == 2 and marks.shape.seen[rich[0]] >> rich[1] & 1:
        shared, hint = marks.left[rich[0]] & marks.left[rich[1]] & ~extras, TechniqueHint()
        if is_single(shared):
            for cell in rich:
                hint.strike_digits(marks, cell, ~(extras_of[cell] | shared))
            yield hint


def _extras(marks: PencilMarks) -> dict[int, Set]:
    """Return the extra digits by cell without which the marks are a grave, empty if there are none."""
    units, digits = range(len(marks.shape.units)), range(marks.shape.size)
    if marks.with_count(1, 1):
        return {}
    wide, rest = marks.with_count(3, marks.shape.size), marks.copy()
    extras: dict[int, Set] = {}
    for unit in units:
        for digit in digits:
            places = marks.places(unit, digit)
            if places.bit_count() in (0, 2):
                continue
            if not places & wide:
                return {}
            if is_single(places & wide):
                cell = lowest(places & wide)
                extras[cell] = extras.get(cell, 0) | 1 << digit
                rest.strike(cell, digit)
    if any(left and rest.count(cell) != 2 for cell, left in enumerate(marks.left)):
        return {}
    if any(rest.places(unit, digit).bit_count() not in (0, 2) for unit in units for digit in digits):
        return {}
    return extras
