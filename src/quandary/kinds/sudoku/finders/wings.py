"""Find wings, a few cells that see each other and settle the rest, and aligned pairs."""

from collections.abc import Iterator
from itertools import combinations

from quandary.kinds.sudoku.finders.hint import Easiest, Finder, Rows, Scene, TechniqueHint
from quandary.kinds.sudoku.finders.marks import PencilMarks, Set, is_single, lowest
from quandary.parts.masks import bits


def xy_wing(marks: PencilMarks, with_z: bool) -> Iterator[TechniqueHint]:
    """Yield the hinges with xy or xyz and two cells with xz and yz that they see, so that one of them is z."""
    pairs, seen = marks.with_count(2, 2), marks.shape.seen
    for hinge, left in enumerate(marks.left):
        if left.bit_count() != (3 if with_z else 2):
            continue
        ends = [
            cell
            for cell in bits(pairs & seen[hinge])
            if (not marks.left[cell] & ~left if with_z else is_single(marks.left[cell] & left))
        ]
        for one, other in combinations(ends, 2):
            z, digits = marks.left[one] & marks.left[other], marks.left[one] | marks.left[other] | left
            if not is_single(z) or digits.bit_count() != 3 or (not with_z and z & left):
                continue
            out = seen[one] & seen[other] & ~(1 << hinge) & (seen[hinge] if with_z else -1)
            hint = TechniqueHint(cells=1 << one | 1 << other | 1 << hinge, digits=digits)
            hint.strike(marks, out, lowest(z))
            if hint.strikes:
                yield hint


def big_wing(size: int) -> Finder:
    """Return a finder of `size` cells that see each other and have one extra digit, and a pair outside.

    The pair takes one of two digits from them.
    """

    def find(scene: Scene, rows: Rows, easiest: Easiest) -> None:
        marks, (row,) = scene.marks, rows.values()
        pairs = marks.with_count(2, 2)
        for cells, digits in _cliques(scene, marks.with_count(2, size + 1), size) if pairs else ():
            together = sum(1 << cell for cell in cells)
            widest = max(map(marks.count, cells))
            for pair in bits(pairs & ~together):
                if not marks.left[pair] & ~digits and (hint := _attach(marks, cells, digits, pair)):
                    hint.cells, hint.digits = together | 1 << pair, digits
                    easiest.offer(row, hint, widest=widest)

    return find


def _cliques(scene: Scene, usable: Set, size: int) -> Iterator[tuple[tuple[int, ...], Set]]:
    """Yield every `size` cells that see each other and have one more digit than cells, with these digits."""
    marks = scene.marks

    def grow(cells: tuple[int, ...], usable: Set, digits: Set) -> Iterator[tuple[tuple[int, ...], Set]]:
        if len(cells) == size:
            if digits.bit_count() == size + 1:
                yield cells, digits
            return
        for cell in bits(usable):
            usable &= ~(1 << cell)
            more = digits | marks.left[cell]
            if more.bit_count() <= size + 1:
                yield from grow((*cells, cell), usable & marks.shape.seen[cell], more)

    for cell in bits(usable):
        scene.budget.check()
        yield from grow((cell,), usable & marks.shape.seen[cell] & (-1 << cell), marks.left[cell])


def _attach(marks: PencilMarks, cells: tuple[int, ...], digits: Set, pair: int) -> TechniqueHint | None:
    """Return what is ruled out if every place of one of the pair's digits among the cells sees the pair."""
    together = sum(1 << cell for cell in cells)
    two = marks.left[pair]
    x, z = bits(two)

    def out(digit: int) -> Set:
        return marks.shape.seen_by_all(cell for cell in cells if marks.left[cell] >> digit & 1)

    x_links, z_links = out(x) >> pair & 1, out(z) >> pair & 1
    hint, beside = TechniqueHint(), marks.shape.seen[pair] & ~together
    if x_links:
        hint.strike(marks, out(z) & beside, z)
    if z_links:
        hint.strike(marks, out(x) & beside, x)
    if x_links and z_links:  # both directions hold, so every digit is used up
        for digit in bits(digits & ~two):
            hint.strike(marks, out(digit) & ~together & ~(1 << pair), digit)
    return hint if hint.strikes else None


def aligned_pair(marks: PencilMarks) -> Iterator[TechniqueHint]:
    """Yield pairs of cells with combinations that leave no digit for a pair that both see."""
    pairs, seen = marks.with_count(2, 2), marks.shape.seen
    for one, other in combinations(bits(marks.with_count(2, marks.shape.size)), 2):
        common = pairs & seen[one] & seen[other]
        if common.bit_count() < 2:
            continue
        taken = {marks.left[cell] for cell in bits(common)}
        fine_one = fine_other = 0
        for x in bits(marks.left[one]):
            for y in bits(marks.left[other]):
                if (x != y or not seen[one] >> other & 1) and all(
                    left & ~(1 << x | 1 << y) for left in taken
                ):
                    fine_one |= 1 << x
                    fine_other |= 1 << y
        hint = TechniqueHint(cells=1 << one | 1 << other, digits=marks.left[one] | marks.left[other])
        hint.strike_digits(marks, one, ~fine_one)
        hint.strike_digits(marks, other, ~fine_other)
        if hint.strikes:
            yield hint
