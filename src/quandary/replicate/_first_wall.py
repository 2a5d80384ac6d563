"""The player that the authors of MUSE actually used, which differs from the text of their paper.

With this reading their published scores come out, panel by panel. It differs from the product's player in
four points, none of which the product has:

1. Exits are looked for in one situation only, when the path has just come to a wall: then the first of up,
   right, down, left from which the exit can be reached is required, although others may be just as good. So
   solutions are lost. (The product's player rules out whatever leads away from every exit, anywhere.)
2. An edge that has to be taken but cannot be is forgotten, and does not mean that the path is lost.
3. Looking ahead, a move into the exit is kept even if nothing is solved there, and moves after it are not
   tested.
4. A solution within the lookahead does not count as seen.
"""

from functools import cache
from math import exp, fsum, inf, log2
from typing import NamedTuple

from quandary.kinds.witness.lattice import STEPS, Path, Point, Symmetry, between, step
from quandary.kinds.witness.rules import Panel, Square


class Entropies(NamedTuple):
    """Both entropies of a state."""

    muse: float
    remuse: float


LOST = Entropies(inf, inf)


class Head(NamedTuple):
    """The end of a path and the junctions it has visited, which determine a player's choices."""

    here: Point
    before: Point | None
    taken: frozenset[Point]

    def then(self, there: Point) -> "Head":
        """Return the path, one step longer."""
        return Head(there, self.here, self.taken | {there})


def suits(panel: Panel) -> bool:
    """Return whether the authors' program could read a panel.

    It knew squares, hexagons, gaps, one start and one exit.
    """
    return (
        panel.symmetry is Symmetry.NONE
        and len(panel.entrances) == len(panel.exits) == 1
        and all(isinstance(element, Square) for _, element in panel.cells)
    )


class FirstWall:
    """A panel as the authors' player sees it.

    >>> from quandary.kinds.witness.notation import parse
    >>> found = FirstWall(parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")).bits(0)
    >>> round(found.muse, 4), round(found.remuse, 4)
    (1.0, 0.1601)
    """

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        (self.exit,) = panel.exits
        wanted = panel.dividers | panel.hexagons
        self.wanted: dict[Point, set[Point]] = {
            here: {there for move in STEPS if between(here, there := step(here, move)) in wanted}
            for here in panel.junctions()
        }
        self.walls: dict[Point, frozenset[str]] = {(x, y): _walls(panel, x, y) for x, y in panel.junctions()}
        self.choices = cache(self._choices)

    def bits(self, lookahead: int) -> Entropies:
        """Compute MUSE and ReMUSE for a player who looks `lookahead` steps ahead."""
        (start,) = self.panel.starts()
        return self._bits(start, self.after(start), lookahead)

    @staticmethod
    def after(path: Path) -> Head:
        """Return the end of a path."""
        return Head(path[-1], path[-2] if len(path) > 1 else None, frozenset(path))

    def _bits(self, path: Path, head: Head, lookahead: int) -> Entropies:
        if head.here == self.exit:
            return Entropies(0.0, 0.0) if self.panel.is_solved(path) else LOST
        ways = self.choices(head, lookahead)
        children = [self._bits((*path, there), head.then(there), lookahead) for there in ways]
        if not children or all(child == LOST for child in children):
            return LOST
        return Entropies(
            min(child.muse for child in children) + log2(len(children)),
            _relative([child.remuse for child in children]),
        )

    def _choices(self, head: Head, lookahead: int) -> list[Point]:
        """Return the junctions that the player thinks worth trying, in the order of the moves."""
        ways = self._seen(head) if lookahead == 0 else self.choices(head, 0)
        if lookahead == 0 or not ways:
            return ways
        tested = ways[: ways.index(self.exit)] if self.exit in ways else ways
        alive = [there for there in tested if self.choices(head.then(there), lookahead - 1)]
        return alive + ways[len(tested) :]

    def _seen(self, head: Head) -> list[Point]:
        ways = [there for there in self.panel.ways[head.here].values() if there not in head.taken]
        required = self.wanted[head.here].intersection(ways)
        if self._came_to_a_wall(head):
            first = next((there for there in ways if self._leads_out(head.then(there))), None)
            if first is None:
                return []
            required.add(first)
        if len(required) > 1:
            return []
        return [there for there in ways if there in required] if required else ways

    def _came_to_a_wall(self, head: Head) -> bool:
        walls = self.walls[head.here]
        return bool(walls) and head.before is not None and walls.isdisjoint(self.walls[head.before])

    def _leads_out(self, head: Head) -> bool:
        """Return whether the exit can be reached."""
        seen, todo = set(head.taken), [head.here]
        for here in todo:  # grows during the loop
            if here == self.exit:
                return True
            fresh = [there for there in self.panel.ways[here].values() if there not in seen]
            seen.update(fresh)
            todo += fresh
        return False


def _walls(panel: Panel, x: int, y: int) -> frozenset[str]:
    """Return the sides of the panel that a junction is on."""
    on = {"left": x == 0, "right": x == panel.width, "bottom": y == 0, "top": y == panel.height}
    return frozenset(side for side, is_on in on.items() if is_on)


def _relative(children: list[float]) -> float:
    """Return the smallest child plus the divergence of the softmin of all from equal shares."""
    least = min(children)
    weights = [exp(least - child) for child in children]
    shares = [weight / fsum(weights) for weight in weights if weight]
    return least + fsum(share * log2(share * len(children)) for share in shares)
