"""The laws of Fillomino in a window around a number that is written, from which rules are learned.

Numbers are told apart only as far as it matters: the number that is written is class 0, up to three others are classes
1 to 3, and all further ones are merely different. That a number is `more` than k, or at `most` k, are facts of their
own. So a rule about a 3 without room is the same rule for every larger number. Cells are counted from the one written.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from math import log2

from quandary.draw.shapes import Drawing, Shape, Text, rectangle
from quandary.kinds.fillomino.board import EMPTY, Numbers, Put
from quandary.kinds.fillomino.rules import Fillomino
from quandary.theory import MOVE, Fact, Facts
from quandary.theory.windows import WindowTheory

CLASSES = 3
"""The number of further classes of numbers."""
OTHER = 9
"""The class of all other numbers."""
LARGEST = 12
"""The largest k of "more than k" and "at most k"."""
IN, RIM, MORE, MOST = "in", "off", "more", "most"
Cell = tuple[int, int]
NEAR = ((0, -1), (1, 0), (0, 1), (-1, 0))


class FillominoTheory(WindowTheory):
    """Numbers around a cell, the rim of the board, and how far regions can still grow."""

    def facts(self, puzzle: Fillomino, state: Numbers, move: Put, radius: int) -> Facts:
        """Return the numbers and the rim around the cell, as they are once the number is written."""
        return frozenset([Fact(MOVE, (0, 0)), *_around(puzzle, state, move, radius)])

    def refutes(self, facts: Facts) -> Facts | None:
        """Return the facts that keep some region too small, or None."""
        return _starved(facts)

    def reach(self, fact: Fact) -> int:
        """Return the larger of the distances along both axes."""
        return max(1, *map(abs, fact.at))

    def turns(self, facts: Facts) -> Iterable[Facts]:
        """Yield the facts turned and mirrored, with their classes in every order."""
        used = sorted({_class(fact) for fact in facts if fact.sort == IN} - {0, OTHER})
        for images in permutations(range(1, CLASSES + 1), len(used)):
            into = dict(zip(used, images, strict=True))
            named = frozenset(
                fact._replace(value=into[_class(fact)]) if fact.sort == IN and _class(fact) in into else fact
                for fact in facts
            )
            yield from super().turns(named)

    def price(self, fact: Fact) -> float:
        """Return the bits for a sort and a place, few for the size of a number that is named already."""
        return 0.0 if fact.sort == MOVE else 2.0 if fact.sort in (MORE, MOST) else log2(3 * 25)

    def say(self, facts: Facts) -> str:
        """Return which number has too little room."""
        least = 1 + max((_class(fact) for fact in facts if fact.sort == MORE), default=0)
        own = any(fact.sort == MORE and fact.at == (0, 0) for fact in facts)
        walls = sum(fact.sort in (IN, RIM) for fact in facts)
        who = f"A number of {least} or more in this cell" if own else f"A number of {least} or more nearby"
        return f"{who} would be left with room for only {least - 1}: {walls} numbers and rims shut it in."

    def shape(self, facts: Facts) -> str:
        """Return whether the written number itself has no room, or starves another region."""
        own = any(fact.sort == MORE and fact.at == (0, 0) for fact in facts)
        return "no room" if own else "starved neighbour"

    def prove(self, facts: Facts) -> list[str]:
        """Return how far the region can grow."""
        least = 1 + max((_class(fact) for fact in facts if fact.sort == MORE), default=0)
        return [
            "Take the region together with all cells that it could still grow into, as far as nothing shuts it in.",
            f"These are at most {least - 1} cells, but its number is at least {least}.",
        ]

    def draw(self, facts: Facts) -> Drawing:
        """Draw the cells that matter, with a letter for each class of numbers."""
        return _drawn(facts)


def _class(fact: Fact) -> int:
    return fact.value if isinstance(fact.value, int) else 0


def _around(puzzle: Fillomino, state: Numbers, move: Put, radius: int) -> Iterator[Fact]:
    seen: dict[Cell, int] = {(0, 0): move.number}
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            row, column = move.row + dy, move.column + dx
            if not (0 <= row < puzzle.rows and 0 <= column < puzzle.columns):
                yield Fact(RIM, (dx, dy))
            elif (dx, dy) != (0, 0) and state[row * puzzle.columns + column] != EMPTY:
                seen[dx, dy] = state[row * puzzle.columns + column]
    others = sorted(set(seen.values()) - {move.number})[:CLASSES]
    classes = {move.number: 0, **{number: at for at, number in enumerate(others, start=1)}}
    for at, number in seen.items():
        if at != (0, 0):
            yield Fact(IN, at, classes.get(number, OTHER))
        if number in classes:
            yield from (Fact(MORE, at, k) for k in range(1, min(number, LARGEST + 1)))
            yield from (Fact(MOST, at, k) for k in range(number, LARGEST + 1))


@lru_cache(maxsize=1 << 16)
def _starved(facts: Facts) -> Facts | None:
    """Return the facts that keep a region smaller than its number, the fewest that are found, or None."""
    held: dict[tuple[int, ...], Fact] = {fact.at: fact for fact in facts if fact.sort == IN}
    if (made := Fact(MOVE, (0, 0))) in facts:
        held[0, 0] = made
    rim = {fact.at: fact for fact in facts if fact.sort == RIM}
    best: Facts | None = None
    for each in {_class(fact) for fact in held.values()} - {OTHER}:
        own = {(at[0], at[1]) for at, fact in held.items() if _class(fact) == each}
        more = max((f for f in facts if f.sort == MORE and f.at in own), key=_class, default=None)
        most = min((f for f in facts if f.sort == MOST and f.at in own), key=_class, default=None)
        if more is None:
            continue
        for part in _parts(own):
            used = _shut_in(part, own, held, rim, _class(more), most)
            if used is not None:
                core = used | {held[at] for at in part} | {more, held[more.at]}
                if best is None or len(core) < len(best):
                    best = frozenset(core)
    return best


def _parts(cells: set[Cell]) -> Iterator[frozenset[Cell]]:
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
    own: set[Cell],
    held: dict[tuple[int, ...], Fact],
    rim: dict[tuple[int, ...], Fact],
    room: int,
    most: Fact | None,
) -> set[Fact] | None:
    """Return the facts that keep a part of a region from growing beyond `room` cells, or None if it can."""
    used, grown, todo = set[Fact](), set(part), list(part)
    if len(part) > room:
        return None
    for x, y in todo:  # grows during the loop
        for dx, dy in NEAR:
            cell = (x + dx, y + dy)
            if cell in grown:
                continue
            if cell in rim:
                used.add(rim[cell])
            elif cell in held and cell not in own:
                used.add(held[cell])
            elif most is not None and cell not in own and _joined(cell, part, own) > _class(most):
                used |= {most, held[most.at]}
                used |= {held[other] for other in _met(cell, own)}
            else:
                grown.add(cell)
                todo.append(cell)
                if len(grown) > room:
                    return None
    return used


def _met(cell: Cell, own: set[Cell]) -> set[Cell]:
    """Return the cells of all parts of a class that a cell touches."""
    x, y = cell
    near = {(x + dx, y + dy) for dx, dy in NEAR}
    return {each for part in _parts(own) if not near.isdisjoint(part) for each in part}


def _joined(cell: Cell, part: frozenset[Cell], own: set[Cell]) -> int:
    """Return how large the region would be if it took a cell, with the parts that it would join."""
    return 1 + len(part | _met(cell, own))


def _drawn(facts: Facts) -> Drawing:
    xs, ys = [fact.at[0] for fact in facts], [fact.at[1] for fact in facts]
    left, top = min(xs), min(ys)
    shapes: list[Shape] = []
    sizes = {fact.at: _class(fact) for fact in facts if fact.sort == MORE}
    for fact in sorted(facts, key=repr):
        x, y = fact.at[0] - left + 0.2, fact.at[1] - top + 0.2
        if fact.sort == RIM:
            shapes.append(rectangle(x, y, 1, 1, fill="wall"))
        elif fact.sort in (IN, MOVE):
            role = "struck-area" if fact.sort == MOVE else "floor"
            letter = "?" if _class(fact) == OTHER else "nabc"[_class(fact)]
            size = f">{sizes[fact.at]}" if fact.at in sizes else ""
            shapes.append(rectangle(x, y, 1, 1, fill=role, stroke="line", width=0.03))
            shapes.append(
                Text((x + 0.5, y + 0.62), letter + size, 0.42, "struck" if fact.sort == MOVE else "given")
            )
    return Drawing(
        max(xs) - left + 1.4, max(ys) - top + 1.4, tuple(shapes), "A number that cannot be written"
    )


THEORY = FillominoTheory()
