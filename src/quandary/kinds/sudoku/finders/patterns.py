"""Find singles, locked candidates, sets and fish, patterns inside one or two types of units."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from quandary.kinds.sudoku.board import VALUE
from quandary.kinds.sudoku.finders.hint import Easiest, Rows, Scene, TechniqueHint
from quandary.kinds.sudoku.finders.marks import COLUMN, ROW, PencilMarks, Set, is_single, lowest
from quandary.parts.masks import bits


def last_cell(marks: PencilMarks) -> Iterator[TechniqueHint]:
    """Yield the empty cells of units that have just one."""
    for unit, empty in enumerate(marks.open):
        if empty == 1:
            for digit in range(marks.shape.size):
                if places := marks.places(unit, digit):
                    yield _put(marks, unit, lowest(places), digit)


def hidden_single(marks: PencilMarks, in_box: bool) -> Iterator[TechniqueHint]:
    """Yield the digits that have one place in a box or in a line."""
    for unit in marks.shape.boxes if in_box else marks.shape.lines:
        for digit in range(marks.shape.size):
            if is_single(places := marks.places(unit, digit)):
                yield _put(marks, unit, lowest(places), digit)


def naked_single(marks: PencilMarks) -> Iterator[TechniqueHint]:
    """Yield the cells with one digit left."""
    for cell, left in enumerate(marks.left):
        if is_single(left):
            yield TechniqueHint(put=cell * marks.shape.size + lowest(left), cells=1 << cell, digits=left)


def hidden_singles(marks: PencilMarks) -> int:
    """Count the cells that are the only place for a digit in some unit."""
    found: Set = 0
    for unit in range(len(marks.shape.units)):
        for digit in range(marks.shape.size):
            if is_single(places := marks.places(unit, digit)):
                found |= places
    return found.bit_count()


def naked_singles(marks: PencilMarks) -> int:
    """Count the cells with one digit left."""
    return marks.with_count(1, 1).bit_count()


def locked(marks: PencilMarks, in_box: bool, direct: bool) -> Iterator[TechniqueHint]:
    """Yield the digits of a box that lie in one line, or of a line that lie in one box.

    If `direct`, yield only those that leave one place for the digit in another box, or line.
    """
    shape = marks.shape
    bases, covers = (shape.boxes, shape.lines) if in_box else (shape.lines, shape.boxes)
    for digit in range(shape.size):
        for base in bases:
            places = marks.places(base, digit)
            if places.bit_count() < 2:
                continue
            for cover in covers:
                out = shape.inside[cover] & ~shape.inside[base]
                if places & ~shape.inside[cover] or not out & marks.where[digit]:
                    continue
                hint = TechniqueHint(cells=places, digits=1 << digit)
                hint.strike(marks, out, digit)
                if direct:
                    hint.put = _single_across(marks, bases, base, cover, digit)
                if hint.put >= 0 or not direct:
                    yield hint


def _single_across(marks: PencilMarks, bases: Sequence[int], base: int, cover: int, digit: int) -> int:
    """Return the only move for the digit in another unit of the base's type that crosses the cover, or -1."""
    shape = marks.shape
    for unit in bases:
        crossing = shape.inside[unit] & shape.inside[cover]
        if unit == base or shape.type(unit) != shape.type(base) or not crossing:
            continue
        places = marks.places(unit, digit)
        if places.bit_count() > 1 and is_single(rest := places & ~crossing):
            return lowest(rest) * shape.size + digit
    return -1


def naked_set(marks: PencilMarks, size: int) -> Iterator[TechniqueHint]:
    """Yield the sets of `size` cells of a unit that share `size` digits."""
    for unit, cells in enumerate(marks.shape.units):
        if marks.open[unit] < 2 * size:
            continue
        few = [cell for cell in cells if 1 < marks.count(cell) <= size]
        for chosen, digits in _tight(few, marks.left.__getitem__, size):
            hint = TechniqueHint(cells=sum(1 << cell for cell in chosen), digits=digits)
            for digit in bits(digits):
                hint.strike(marks, marks.shape.inside[unit] & ~hint.cells, digit)
            if hint.strikes:
                yield hint


def hidden_set(marks: PencilMarks, size: int, direct: bool) -> Iterator[TechniqueHint]:
    """Yield the sets of `size` digits of a unit that share `size` cells.

    If `direct`, yield only those that leave one place for another digit of the unit.
    """
    for unit, empty in enumerate(marks.open):
        if empty <= (size if direct else 2 * size):
            continue
        places = [marks.places(unit, digit) for digit in range(marks.shape.size)]
        few = [digit for digit, cells in enumerate(places) if 1 < cells.bit_count() <= size]
        for chosen, cells in _tight(few, places.__getitem__, size):
            hint = TechniqueHint(cells=cells, digits=sum(1 << digit for digit in chosen))
            if direct:
                hint.put = _single_beside(marks, places, hint)
            for cell in bits(cells):
                hint.strike_digits(marks, cell, ~hint.digits)
            if hint.strikes and (hint.put >= 0 or not direct):
                yield hint


def _single_beside(marks: PencilMarks, places: Sequence[Set], taken: TechniqueHint) -> int:
    """Return the only move for another digit once some cells are taken, or -1."""
    for digit, cells in enumerate(places):
        rest = cells & ~taken.cells
        if not taken.digits >> digit & 1 and cells.bit_count() > 1 and is_single(rest):
            return lowest(rest) * marks.shape.size + digit
    return -1


def fish(marks: PencilMarks, size: int) -> Iterator[TechniqueHint]:
    """Yield the digits whose places in `size` lines lie in `size` lines across."""
    shape = marks.shape
    for digit in range(shape.size):
        for along, across in ((ROW, COLUMN), (COLUMN, ROW)):
            covers = {
                unit: sum(1 << shape.units_of[cell][across] for cell in bits(marks.places(unit, digit)))
                for unit in range(along * shape.size, (along + 1) * shape.size)
            }
            few = [unit for unit, crossed in covers.items() if 1 < crossed.bit_count() <= size]
            for chosen, crossed in _tight(few, covers.__getitem__, size):
                bases = sum(shape.inside[unit] for unit in chosen)
                hint = TechniqueHint(cells=bases & marks.where[digit], digits=1 << digit)
                hint.strike(marks, sum(shape.inside[unit] for unit in bits(crossed)) & ~bases, digit)
                if hint.strikes:
                    yield hint


def guess(scene: Scene, rows: Rows, easiest: Easiest) -> None:
    """Offer the solution's digit for a cell with fewest digits left."""
    marks, (row,) = scene.marks, rows.values()
    cell = min((cell for cell, left in enumerate(marks.left) if left), key=marks.count)
    put = cell * marks.shape.size + VALUE[scene.solution[cell]] - 1
    easiest.offer(row, TechniqueHint(put=put, cells=1 << cell, digits=marks.left[cell]))


def _put(marks: PencilMarks, unit: int, cell: int, digit: int) -> TechniqueHint:
    return TechniqueHint(
        put=cell * marks.shape.size + digit, cells=marks.shape.inside[unit], digits=1 << digit
    )


def _tight(
    items: Sequence[int], members: Callable[[int], Set], size: int
) -> Iterator[tuple[tuple[int, ...], Set]]:
    """Yield every `size` items whose sets have exactly `size` members together, and these members."""
    for chosen in combinations(items, size):
        together = 0
        for item in chosen:
            together |= members(item)
        if together.bit_count() == size:
            yield chosen, together
