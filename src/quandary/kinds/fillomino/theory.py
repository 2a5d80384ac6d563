"""The laws of Fillomino in a window around a number that is written, from which rules are learned.

BoardNumbers are told apart only as far as it matters: the number that is written is class 0, and up to three others are
classes 1 to 3. Where a class cannot go, because there is another number or the rim, is a fact about the place and the
class. That a number is `more` than k, or at `most` k, are facts of their own. So a rule about a 3 without room is the
same rule for every larger number, whatever shuts it in. Cells are counted from the one written.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from math import log2
from typing import NamedTuple

from quandary.draw.shapes import Drawing, Shape, Text, rectangle
from quandary.kinds.fillomino.board import EMPTY, BoardNumbers, Put
from quandary.kinds.fillomino.rules import Fillomino
from quandary.parts.english import listed
from quandary.theory import MOVE, Fact, Facts
from quandary.theory.telling import aside
from quandary.theory.windows import WindowTheory

CLASSES = 3
"""The number of further classes of numbers."""
LARGEST = 12
"""The largest k of "more than k" and "at most k"."""
IN, BAR, MORE, MOST = "in", "bar", "more", "most"
Cell = tuple[int, int]
NEAR = ((0, -1), (1, 0), (0, 1), (-1, 0))


class FillominoTheory(WindowTheory):
    """BoardNumbers around a cell, where they cannot go, and how far regions can still grow."""

    version = 2

    def facts(self, puzzle: Fillomino, state: BoardNumbers, move: Put, radius: int) -> Facts:
        """Return the numbers around the cell and where they cannot go, as it is once the number is written."""
        return frozenset([Fact(MOVE, (0, 0)), *_around(puzzle, state, move, radius)])

    def refutes(self, facts: Facts) -> Facts | None:
        """Return the facts that keep some region too small, or None."""
        starved = _starved(facts)
        return starved.core if starved else None

    def reach(self, fact: Fact) -> int:
        """Return the larger of the distances along both axes."""
        return max(1, *map(abs, fact.at))

    def turns(self, facts: Facts) -> Iterable[Facts]:
        """Yield the facts turned and mirrored, with their classes in every order."""
        used = sorted({_value(fact) for fact in facts if fact.sort in (IN, BAR)} - {0})
        for images in permutations(range(1, CLASSES + 1), len(used)):
            into = dict(zip(used, images, strict=True))
            named = frozenset(
                fact._replace(value=into.get(_value(fact), 0)) if fact.sort in (IN, BAR) else fact
                for fact in facts
            )
            yield from super().turns(named)

    def price(self, fact: Fact) -> float:
        """Return the bits for a sort and a place, few for the size of a number that is named already."""
        return 0.0 if fact.sort == MOVE else 2.0 if fact.sort in (MORE, MOST) else log2(3 * 25)

    def say(self, facts: Facts) -> str:
        """Return which number has too little room, and where."""
        starved = _told(facts)
        cells = "1 cell"
        if (room := len(starved.grown)) > 1:
            cells = f"{room} cells, {listed([_at(each) for each in sorted(starved.grown, key=_near)])}"
        shut = "The rim and other numbers shut it in"
        if any(fact.sort == MOST for fact in facts):
            shut += ", and elsewhere it would join to a region that is too large"
        if (0, 0) in starved.part:
            return f"Do not write {starved.least} or more here: there is room for only {cells}. {shut}."
        written = "this" if Fact(MOVE, (0, 0)) in starved.own else "another"
        return (
            f"Do not write {written} number here: a number of {starved.least} or more"
            f" {_at(min(starved.part, key=_near))} would have room for only {cells}. {shut}."
        )

    def shape(self, facts: Facts) -> str:
        """Return whether the written number itself has no room, or starves another region."""
        return "no room" if (0, 0) in _told(facts).part else "starved neighbour"

    def prove(self, facts: Facts) -> list[str]:
        """Return how far the region can grow."""
        starved = _told(facts)
        return [
            "Take the region together with all cells that it could still grow into, as far as nothing shuts it in.",
            f"These are at most {len(starved.grown)} cells, but its number is at least {starved.least}.",
        ]

    def draw(self, facts: Facts) -> Drawing:
        """Draw the cells that matter, with a letter for each class of numbers."""
        return _drawn(facts)


def _value(fact: Fact) -> int:
    return fact.value if isinstance(fact.value, int) else 0


class Starved(NamedTuple):
    """A part of a region that cannot grow to its number."""

    core: Facts
    """The facts that keep it small."""
    part: frozenset[Cell]
    own: frozenset[Fact]
    """What is held by its class of numbers, in this part and in others."""
    grown: frozenset[Cell]
    """The part with all cells that it could still grow into."""
    least: int
    """The least that its number can be."""


def _told(facts: Facts) -> Starved:
    """Return what a pattern is about. Raises ValueError if it refutes nothing."""
    starved = _starved(facts)
    if starved is None:
        raise ValueError("no region is too small")
    return starved


def _near(at: Cell) -> tuple[int, Cell]:
    return abs(at[0]) + abs(at[1]), at


def _at(cell: Cell) -> str:
    return aside(cell) or "here"


def _around(puzzle: Fillomino, state: BoardNumbers, move: Put, radius: int) -> Iterator[Fact]:
    seen: dict[Cell, int | None] = {(0, 0): move.number}
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            row, column = move.row + dy, move.column + dx
            if not (0 <= row < puzzle.rows and 0 <= column < puzzle.columns):
                seen[dx, dy] = None
            elif (dx, dy) != (0, 0) and state[row * puzzle.columns + column] != EMPTY:
                seen[dx, dy] = state[row * puzzle.columns + column]
    others = sorted({number for number in seen.values() if number is not None} - {move.number})[:CLASSES]
    classes = {number: at for at, number in enumerate((move.number, *others))}
    for at, number in seen.items():
        if at != (0, 0):
            yield from (Fact(BAR, at, each) for held, each in classes.items() if held != number)
        if number is None or number not in classes:
            continue
        if at != (0, 0):
            yield Fact(IN, at, classes[number])
        yield from (Fact(MORE, at, k) for k in range(1, min(number, LARGEST + 1)))
        yield from (Fact(MOST, at, k) for k in range(number, LARGEST + 1))


@lru_cache(maxsize=1 << 16)
def _starved(facts: Facts) -> Starved | None:
    """Return a part of a region that stays smaller than its number by the fewest facts that are found, or None."""
    held = {(fact.at[0], fact.at[1]): fact for fact in facts if fact.sort == IN}
    if (made := Fact(MOVE, (0, 0))) in facts:
        held[0, 0] = made
    best: Starved | None = None
    for each in sorted({_value(fact) for fact in held.values()}):
        own = {at: fact for at, fact in held.items() if _value(fact) == each}
        bars = {(fact.at[0], fact.at[1]): fact for fact in facts if fact.sort == BAR and _value(fact) == each}
        if each and made in facts:
            bars[0, 0] = made
        sizes = [fact for fact in facts if fact.sort in (MORE, MOST) and fact.at in own]
        for part in sorted(_parts(own), key=sorted) if any(fact.sort == MORE for fact in sizes) else ():
            # the same number may be seen elsewhere, but a rule is about the part that is shut in
            sizes.sort(key=lambda fact: (_value(fact), fact.at not in part, fact.at))
            more, most = ([fact for fact in sizes if fact.sort == sort] for sort in (MORE, MOST))
            found = _shut_in(part, own, bars, more, most)
            if found is not None and (best is None or len(found.core) < len(best.core)):
                best = found
    return best


def _parts(cells: Iterable[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield the connected parts of some cells."""
    todo = set(cells)
    while todo:
        part = [todo.pop()]
        for x, y in part:  # grows during the loop
            for dx, dy in NEAR:
                if (x + dx, y + dy) in todo:
                    todo.remove((x + dx, y + dy))
                    part.append((x + dx, y + dy))
        yield frozenset(part)


def _shut_in(
    part: frozenset[Cell],
    own: Mapping[Cell, Fact],
    bars: Mapping[Cell, Fact],
    more: list[Fact],
    most: list[Fact],
) -> Starved | None:
    """Return what keeps a part of a region smaller than its number, or None if it can grow.

    `more` and `most` say how large the number is, smallest first. Of these the weakest that is enough is needed.
    """
    used, grown, todo = {own[at] for at in part}, set(part), list(part)
    largest, joined = _value(more[-1]), list[int]()
    for x, y in todo:  # grows during the loop
        for dx, dy in NEAR:
            cell = (x + dx, y + dy)
            if cell in grown:
                continue
            met = _met(cell, own)
            if cell in bars:
                used.add(bars[cell])
            elif most and cell not in own and 1 + len(part | met) > _value(most[0]):
                joined.append(1 + len(part | met))
                used |= {own[other] for other in met}
            else:
                grown.add(cell)
                todo.append(cell)
        if len(grown) > largest:
            return None
    enough = next(fact for fact in more if _value(fact) >= len(grown))
    needed = {enough} | ({_largest(most, min(joined))} if joined else set())
    core = frozenset(used | needed | {own[fact.at[0], fact.at[1]] for fact in needed})
    return Starved(core, part, frozenset(own.values()), frozenset(grown), _value(enough) + 1)


def _largest(most: list[Fact], bound: int) -> Fact:
    """Return the first of the facts with the largest value below a bound."""
    value = max(_value(fact) for fact in most if _value(fact) < bound)
    return next(fact for fact in most if _value(fact) == value)


def _met(cell: Cell, own: Iterable[Cell]) -> set[Cell]:
    """Return the cells of all parts of a class that a cell touches."""
    x, y = cell
    near = {(x + dx, y + dy) for dx, dy in NEAR}
    return {each for part in _parts(own) if not near.isdisjoint(part) for each in part}


def _drawn(facts: Facts) -> Drawing:
    xs, ys = [fact.at[0] for fact in facts], [fact.at[1] for fact in facts]
    left, top = min(xs), min(ys)
    shapes: list[Shape] = []
    sizes = {fact.at: _value(fact) for fact in facts if fact.sort == MORE}
    for fact in sorted(facts, key=lambda fact: (fact.sort != BAR, repr(fact))):
        x, y = fact.at[0] - left + 0.2, fact.at[1] - top + 0.2
        if fact.sort == BAR:
            shapes.append(rectangle(x, y, 1, 1, fill="wall"))
        elif fact.sort in (IN, MOVE):
            role = "struck-area" if fact.sort == MOVE else "floor"
            letter = "nabc"[_value(fact)]
            size = f">{sizes[fact.at]}" if fact.at in sizes else ""
            shapes.append(rectangle(x, y, 1, 1, fill=role, stroke="line", width=0.03))
            shapes.append(
                Text((x + 0.5, y + 0.62), letter + size, 0.42, "struck" if fact.sort == MOVE else "given")
            )
    return Drawing(
        max(xs) - left + 1.4, max(ys) - top + 1.4, tuple(shapes), "A number that cannot be written"
    )


THEORY = FillominoTheory()
