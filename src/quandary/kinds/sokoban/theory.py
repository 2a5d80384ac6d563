"""The laws of Sokoban in a window around a box that was pushed, from which rules are learned.

Everything that is not known counts in favour of the player: an unknown cell is floor and a target, a box that is pushed
onto one is gone for good, and the man can stand wherever there is neither a wall nor a box. If even so some box that is
seen never stands well, then the push is refuted. Cells are counted from where the box is after the push.
"""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from math import log2

from quandary.draw.shapes import Circle, Drawing, Line, Shape, rectangle
from quandary.kinds.sokoban.rules import STEPS, Cell, Level, Push, Situation, step
from quandary.parts.english import listed
from quandary.theory import MOVE, Fact, Facts
from quandary.theory.telling import aside
from quandary.theory.windows import WindowTheory

MOST_POSITIONS = 4_000
"""The positions after which a search is given up, and the push counts as possible."""
MOST_BOXES = 5
"""The most boxes that are looked at together."""
WALL, BOX, PLAIN = "wall", "box", "plain"


class SokobanTheory(WindowTheory):
    """Walls, boxes and cells without a target around a box, and where pushes can bring them."""

    def facts(self, puzzle: Level, state: Situation, move: Push, radius: int) -> Facts:
        """Return the walls, the other boxes and the cells without a target around the pushed box."""
        box = step(move.box, move.direction)
        boxes = state.boxes - {move.box}
        return frozenset([Fact(MOVE, (0, 0)), *_around(puzzle, boxes, box, radius)])

    def refutes(self, facts: Facts) -> Facts | None:
        """Return the facts if no pushes bring all boxes that are seen to where they may stand, or else None."""
        return facts if _positions(facts) is not None else None

    def reach(self, fact: Fact) -> int:
        """Return the larger of the distances along both axes."""
        return max(map(abs, fact.at))

    def is_local(self, facts: Facts) -> bool:
        """Return whether there is only one box: where it can be pushed depends on the cells beside it."""
        return not _number(facts, BOX)

    def price(self, fact: Fact) -> float:
        """Return the bits for a sort and a place, fewer for a cell without a target, which is nothing special."""
        return 0.0 if fact.sort == MOVE else 1.0 if fact.sort == PLAIN else log2(3 * 25)

    def say(self, facts: Facts) -> str:
        """Return where walls and boxes hold the box, and what comes of it."""
        shape, boxes = self.shape(facts), _number(facts, BOX) + 1
        if shape == "corner":
            return "Do not push a box into a corner that is not a target: it stays there for ever."
        if shape == "wall line":
            return (
                "Do not push a box against a wall that ends in a corner on both sides, with no target along it:"
                " it never leaves the wall."
            )
        held = f"Do not push a box to where it has {listed([_some(facts, BOX), _some(facts, WALL)])}"
        if shape == "freeze":
            off = "the one pushed" if Fact(PLAIN, (0, 0)) in facts else "another one"
            return f"{held}: {boxes} boxes block each other for ever, and {off} is not on a target."
        if shape == "trap":
            return f"{held}: however they are pushed, the {boxes} boxes cannot all get to targets."
        return f"{held}: it never gets to a target from there."

    def shape(self, facts: Facts) -> str:
        """Return the name that players have for it: a corner, a wall line, a freeze or a trap."""
        found = _positions(facts) or 0
        if _number(facts, BOX):
            return "freeze" if found == 1 else "trap"
        if found == 1:
            return "corner"
        return "wall line" if _is_line(facts) else "dead square"

    def prove(self, facts: Facts) -> list[str]:
        """Return how many positions were searched, since a proof in words would be as long."""
        number = _positions(facts) or 0
        if number == 1:
            return [
                "No box that is seen can be pushed along either axis, and one of them is not on a target."
            ]
        return [
            "Suppose that all that is not shown is floor and a target, and that the man can walk everywhere.",
            f"Even so, pushes lead to only {number:,} positions, and in each of them a box is not on a target.",
        ]

    def draw(self, facts: Facts) -> Drawing:
        """Draw the window, with question marks left out where nothing is known."""
        return _drawn(facts)


def _number(facts: Facts, sort: str) -> int:
    return sum(fact.sort == sort for fact in facts)


def _some(facts: Facts, sort: str) -> str:
    """Return where the walls or boxes of a pattern are, nearest first, or "" if there are none."""
    cells = [(fact.at[0], fact.at[1]) for fact in facts if fact.sort == sort]
    places = [aside(cell) for cell in sorted(cells, key=lambda cell: (abs(cell[0]) + abs(cell[1]), cell))]
    plural = {BOX: "boxes", WALL: "walls"}[sort]
    return "" if not places else f"a {sort} {places[0]}" if len(places) == 1 else f"{plural} {listed(places)}"


def _is_line(facts: Facts) -> bool:
    """Return whether all cells that matter lie on one line, with the walls around them."""
    plain = {fact.at for fact in facts if fact.sort == PLAIN}
    return len({x for x, _ in plain}) == 1 or len({y for _, y in plain}) == 1


def _around(level: Level, boxes: frozenset[Cell], box: Cell, radius: int) -> Iterator[Fact]:
    for dx in range(-radius, radius + 1):
        for dy in range(-radius, radius + 1):
            cell, at = (box[0] + dx, box[1] + dy), (dx, dy)
            if cell not in level.floor:  # a box there never moves
                yield Fact(WALL, at)
                continue
            if cell in boxes:
                yield Fact(BOX, at)
            if cell not in level.targets:
                yield Fact(PLAIN, at)


@lru_cache(maxsize=1 << 16)
def _positions(facts: Facts) -> int | None:
    """Return the number of positions of the boxes if some box is off target in all of them, or None."""
    wall = {fact.at for fact in facts if fact.sort == WALL}
    plain = {fact.at for fact in facts if fact.sort == PLAIN}
    boxes = frozenset(fact.at for fact in facts if fact.sort in (BOX, MOVE))
    if len(boxes) > MOST_BOXES:
        return None
    known = wall | plain | boxes
    seen, todo = {boxes}, deque([boxes])
    while todo:
        here = todo.popleft()
        if plain.isdisjoint(here):
            return None
        for box in here:
            for dx, dy in STEPS.values():
                to, man = (box[0] + dx, box[1] + dy), (box[0] - dx, box[1] - dy)
                if to in wall or to in here or man in wall or man in here:
                    continue
                then = here - {box} | ({to} if to in known else set())
                if then not in seen:
                    if len(seen) >= MOST_POSITIONS:
                        return None
                    seen.add(then)
                    todo.append(then)
    return len(seen)


def _drawn(facts: Facts) -> Drawing:
    xs, ys = [fact.at[0] for fact in facts], [fact.at[1] for fact in facts]
    left, top = min(xs), min(ys)
    shapes: list[Shape] = []
    for fact in sorted(facts, key=lambda fact: (fact.sort != PLAIN, fact.sort, fact.at)):
        x, y = fact.at[0] - left + 0.2, fact.at[1] - top + 0.2
        if fact.sort == WALL:
            shapes.append(rectangle(x, y, 1, 1, fill="brick", stroke="joint", width=0.04))
        elif fact.sort == PLAIN:
            shapes.append(rectangle(x, y, 1, 1, fill="floor", stroke="faint", width=0.03))
        else:
            edge = "struck" if fact.sort == MOVE else "item-edge"
            shapes.append(rectangle(x + 0.12, y + 0.12, 0.76, 0.76, fill="item", stroke=edge, width=0.08))
            if fact.sort == MOVE:
                shapes.append(Line(((x + 0.3, y + 0.3), (x + 0.7, y + 0.7)), "struck", 0.07))
                shapes.append(Line(((x + 0.3, y + 0.7), (x + 0.7, y + 0.3)), "struck", 0.07))
    shapes += (
        Circle((fact.at[0] - left + 0.7, fact.at[1] - top + 0.7), 0.05, fill="soft")
        for fact in sorted(facts)
        if fact.sort == PLAIN and not any(other.at == fact.at and other.sort != PLAIN for other in facts)
    )
    return Drawing(max(xs) - left + 1.4, max(ys) - top + 1.4, tuple(shapes), "A push that is lost")


THEORY = SokobanTheory()
