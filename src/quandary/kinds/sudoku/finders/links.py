"""Find strong links on one digit joined end to end: skyscraper, two-string kite, turbot fish and longer ones."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from quandary.kinds.sudoku.finders.hint import Easiest, Finder, HintRow, Rows, Scene, TechniqueHint
from quandary.kinds.sudoku.finders.marks import BOX, PencilMarks, Set, is_single
from quandary.parts.masks import bits

PLAIN, MIXED, ALL_MIXED, GROUPED = range(4)
"""The forms: lines in one direction, a mixture, boxes with lines in both directions, and groups."""
MOST_PLACES = 6
"""The most places of a digit in a unit that are split into two groups."""


class StrongLink(NamedTuple):
    """Two ends, one of which has the digit. An end is a cell or a group of cells that one line sees together."""

    number: int
    """The number of the link, the same for both directions."""
    unit: int
    is_grouped: bool
    cells: Set
    units_of_from: Set
    """The units that contain the whole end."""
    units_of_to: Set
    out_by_from: Set
    """The cells that cannot have the digit if that end has it."""
    out_by_to: Set


class Net(NamedTuple):
    """The links of a digit in both directions, each with its possible successors and the units where they meet."""

    links: list[StrongLink]
    nexts: list[list[tuple[int, int]]]


LinkPath = tuple[int, ...]
"""The places of links in the net."""


def strong_links(length: int) -> Finder:
    """Return a finder of ways along `length` strong links, both ends of which see a place of the digit."""

    def find(scene: Scene, rows: Rows, easiest: Easiest) -> None:
        nets = scene.once("links", _nets)
        for digit, net in enumerate(nets):
            for way, joints in _ways(scene, net, length):
                chosen = [net.links[at] for at in way]
                hint = _conclude(scene.marks, digit, chosen, joints)
                if hint:
                    row = _named(scene.marks, rows, chosen, joints) if length == 2 else _only(rows)
                    easiest.offer(row, hint, form=_form(scene.marks, chosen))

    return find


def _only(rows: Rows) -> HintRow:
    (row,) = rows.values()
    return row


def _nets(marks: PencilMarks) -> list[Net]:
    return [_net(marks, digit) for digit in range(marks.shape.size)]


def _net(marks: PencilMarks, digit: int) -> Net:
    links: list[StrongLink] = []
    for number, (unit, one, other, is_grouped) in enumerate(_partings(marks, digit)):
        ends = [(_units_around(marks, end), _out(marks, digit, end)) for end in (one, other)]
        for (from_units, from_out), (to_units, to_out) in (ends, ends[::-1]):
            cells = marks.places(unit, digit)
            links.append(StrongLink(number, unit, is_grouped, cells, from_units, to_units, from_out, to_out))
    nexts = [
        [
            (at, (link.units_of_to & after.units_of_from).bit_length() - 1)
            for at, after in enumerate(links)
            if link.units_of_to & after.units_of_from and not link.cells & after.cells
        ]
        for link in links
    ]
    return Net(links, nexts)


def _partings(marks: PencilMarks, digit: int) -> Iterator[tuple[int, Set, Set, bool]]:
    """Yield the ways to split the places of a digit in a unit into two ends, and whether these are groups."""
    shape = marks.shape
    for unit in range(len(shape.units)):
        places = marks.places(unit, digit)
        count = places.bit_count()
        if count == 2:
            in_a_line = _units_around(marks, places) >> shape.size
            if shape.type(unit) != BOX or not in_a_line:
                yield unit, places & -places, places & (places - 1), False
        elif 2 < count <= MOST_PLACES:
            for one, other in _groups(marks, unit, places):
                yield unit, one, other, True


def _groups(marks: PencilMarks, unit: int, places: Set) -> Iterator[tuple[Set, Set]]:
    """Yield the ways to split some places into two groups, each of which lies in one crossing unit."""
    shape = marks.shape
    others = shape.lines if shape.type(unit) == BOX else shape.boxes
    crossing = [shape.inside[other] & places for other in others if shape.inside[other] & places]
    for one, other in combinations(crossing, 2):
        if one | other == places and one & ~other and other & ~one:
            yield one & ~other, other
            if one & other:
                yield one, other & ~one


def _units_around(marks: PencilMarks, cells: Set) -> Set:
    """Return the units that contain all of these cells."""
    around = -1
    for cell in bits(cells):
        around &= sum(1 << unit for unit in marks.shape.units_of[cell])
    return around


def _out(marks: PencilMarks, digit: int, cells: Set) -> Set:
    return marks.where[digit] & marks.shape.seen_by_all(bits(cells))


def _ways(scene: Scene, net: Net, length: int) -> Iterator[tuple[LinkPath, LinkPath]]:
    """Yield the ways along `length` links that share no cell, and the units in which each meets the next.

    Each way is listed in one direction only.
    """

    def walk(way: LinkPath, joints: LinkPath, used: Set) -> Iterator[tuple[LinkPath, LinkPath]]:
        if len(way) == length:
            if net.links[way[0]].number <= net.links[way[-1]].number:
                yield way, joints
            return
        for after, unit in net.nexts[way[-1]]:
            if not net.links[after].cells & used:
                yield from walk((*way, after), (*joints, unit), used | net.links[after].cells)

    for at, link in enumerate(net.links):
        scene.budget.check()
        yield from walk((at,), (), link.cells)


def _conclude(
    marks: PencilMarks, digit: int, way: list[StrongLink], joints: LinkPath
) -> TechniqueHint | None:
    """Return the strikes that see both ends of a way or, if these meet, any two ends that meet."""
    inside = marks.shape.inside
    ends = way[0].out_by_from & way[-1].out_by_to
    is_ring = bool(way[0].units_of_from & way[-1].units_of_to)
    if not is_ring and not ends:
        return None
    keep = 0
    for unit in [link.unit for link in way] + ([] if is_ring else [*joints]):
        keep |= inside[unit]
    hint = TechniqueHint(digits=1 << digit)
    hint.strike(marks, ends & ~keep, digit)
    if is_ring:
        for one, after in pairwise(way):
            hint.strike(marks, one.out_by_to & after.out_by_from & ~keep, digit)
    for link in way:
        hint.cells |= link.cells
    return hint if hint.strikes else None


def _named(marks: PencilMarks, rows: Rows, way: list[StrongLink], joints: LinkPath) -> HintRow | None:
    """Return the technique of two links in parallel lines, in lines that cross in a box, or elsewhere."""
    one, other = (marks.shape.type(link.unit) for link in way)
    if any(link.is_grouped for link in way) or BOX in (one, other):
        return rows.get("turbot-fish")
    if one == other:
        return rows.get("skyscraper")
    return rows.get("two-string-kite" if marks.shape.type(joints[0]) == BOX else "turbot-fish")


def _form(marks: PencilMarks, way: list[StrongLink]) -> int:
    types = 0
    for link in way:
        types |= 1 << marks.shape.type(link.unit)
    if any(link.is_grouped for link in way):
        return GROUPED
    if types == 0b111:
        return ALL_MIXED
    return PLAIN if is_single(types) and types != 1 << BOX else MIXED
