"""How things move: a bird steps, pushes and eats, then birds leave, things jump and fall, until all is at rest.

A thing is a bird or a block. Nothing here depends on which bird is which.
"""

from collections.abc import Iterable, Iterator

from quandary.kinds.snakebird.board import STEPS, Board, Cell, Cells, shifted, step
from quandary.parts.spots import named

GONE: Cells = ()
"""The cells of a bird that has left, or of a block that has fallen off the board."""


class Scene:
    """The things of a board while a move is made.

    `things` has the birds first and then the blocks. `fallen` counts the rows that each of them has fallen. `pushed`
    and `jumped` are the things that the bird pushed, and those that went through a portal.
    """

    def __init__(
        self, board: Board, birds: Iterable[Cells], blocks: Iterable[Cells], fruit: frozenset[Cell]
    ) -> None:
        self.board = board
        self.fruit = fruit
        self.things = [*birds]
        self.bird_count = len(self.things)
        self.things += blocks
        self.fallen = [0] * len(self.things)
        self.pushed = list[int]()
        self.jumped = list[int]()

    @property
    def birds(self) -> tuple[Cells, ...]:
        """The cells of each bird, from head to tail."""
        return tuple(self.things[: self.bird_count])

    @property
    def blocks(self) -> tuple[Cells, ...]:
        """The cells of the blocks that are left, sorted."""
        return tuple(sorted(block for block in self.things[self.bird_count :] if block))

    def move(self, bird: int, direction: str) -> bool:
        """Make a move and let everything come to rest. Return whether that is legal and nobody dies."""
        before = self._on_portals()
        return self._step(bird, direction) and self._settle(before)

    def unrest(self) -> str:
        """Return what would happen if no move were made, in a few words, or nothing if all is at rest."""
        if list(self._at_exit()):
            return "a bird is on the exit, and there is no fruit left, so it would leave at once"
        for number in self._falling():
            x, y = self.things[number][0]
            what = "bird" if number < self.bird_count else "block"
            return f"the {what} at {named((x, y))} stands on nothing and would fall"
        return ""

    def may_hover(self) -> bool:
        """Return whether some bird stands, or has spikes below it, and none would leave at once."""
        falling = self._falling()
        stands = any(bird not in falling for bird in range(self.bird_count))
        spiked = any(step(cell, "down") in self.board.spikes for body in self.birds for cell in body)
        return (stands or spiked) and not list(self._at_exit())

    # The step of a bird

    def _step(self, bird: int, direction: str) -> bool:
        body = self.things[bird]
        there = step(body[0], direction)
        if not self.board.is_open(there):
            return False
        if there in self.fruit:
            self.fruit -= {there}
            self.things[bird] = (there, *body)
            return True
        pushed = self._pushed(bird, there, direction)
        if pushed is None:
            return False
        self.pushed = pushed
        self._shift(pushed, STEPS[direction])
        self.things[bird] = (there, *body[:-1])
        return True

    def _pushed(self, bird: int, there: Cell, direction: str) -> list[int] | None:
        """Return everything that moves out of the way of a bird, or None if something cannot."""
        if not any(there in cells for cells in self.things):
            return []
        at = self._at()
        pushed = [at[there]]
        if pushed[0] == bird:
            return None
        tail = self.things[bird][-1]
        for thing in pushed:  # grows while we walk it
            for cell in self.things[thing]:
                beyond = step(cell, direction)
                if not self.board.is_open(beyond) or beyond in self.fruit:
                    return None
                other = at.get(beyond, thing)
                if other == bird:
                    if beyond != tail:  # the tip of the tail moves away
                        return None
                elif other not in pushed:
                    pushed.append(other)
        return pushed

    # What follows

    def _settle(self, on_portals: frozenset[tuple[int, int]]) -> bool:
        """Let birds leave and things jump and fall until nothing changes. Return whether every bird lives."""
        seen = set[tuple[Cells, ...]]()
        while True:
            for bird in list(self._at_exit()):
                self.things[bird] = GONE
            jumped = self._jump(self._on_portals() - on_portals)
            on_portals = self._on_portals()
            if jumped:
                continue
            falling = self._falling()
            if not falling:
                return True
            if self.board.portals:
                if (here := tuple(self.things)) in seen:
                    return False  # it would fall for ever
                seen.add(here)
            if not self._fall(falling):
                return False

    def _at_exit(self) -> Iterator[int]:
        """Yield the birds that would leave."""
        for bird, body in enumerate(self.birds):
            if body and body[0] == self.board.exit and not self.fruit:
                yield bird

    def _on_portals(self) -> frozenset[tuple[int, int]]:
        """Return which things are on which portals."""
        at = self._at() if self.board.portals else {}
        return frozenset((at[cell], end) for end, cell in enumerate(self.board.portals) if cell in at)

    def _jump(self, arrived: frozenset[tuple[int, int]]) -> bool:
        """Move things that have come onto a portal to the other one, if they fit. Return whether any did.

        A thing that comes onto both portals at once and could go either way stays. Of two things that come onto
        a portal each, neither fits, as the other one is in its way.
        """
        jumped = False
        for thing in sorted({thing for thing, _ in arrived}):
            ways = [self._way(end) for end in (0, 1) if (thing, end) in arrived]
            fitting = [way for way in ways if self._fits(thing, way)]
            if len(fitting) == 1:
                self._shift([thing], fitting[0])
                self.jumped.append(thing)
                jumped = True
        return jumped

    def _way(self, end: int) -> Cell:
        (x, y), (to_x, to_y) = self.board.portals[end], self.board.portals[1 - end]
        return to_x - x, to_y - y

    def _fits(self, thing: int, way: Cell) -> bool:
        at = self._at()
        return all(
            self.board.is_open(cell) and cell not in self.fruit and at.get(cell, thing) == thing
            for cell in shifted(self.things[thing], way)
        )

    def _falling(self) -> list[int]:
        """Return everything that nothing holds. Things that only hold each other fall together."""
        loose = [thing for thing, cells in enumerate(self.things) if cells and not self._stands(thing)]
        at = self._at() if loose else {}
        while held := {
            thing
            for thing in loose
            if any(at.get((x, y + 1), thing) not in loose for x, y in self.things[thing])
        }:
            loose = [thing for thing in loose if thing not in held]
        return loose

    def _stands(self, thing: int) -> bool:
        """Return whether ground or fruit holds a thing. Spikes hold blocks only."""
        ground, fruit = self.board.ground, self.fruit
        spikes = self.board.spikes if thing >= self.bird_count else frozenset()
        return any(
            (x, y + 1) in ground or (x, y + 1) in fruit or (x, y + 1) in spikes for x, y in self.things[thing]
        )

    def _fall(self, falling: list[int]) -> bool:
        """Let things fall by one row. Return whether every bird lives."""
        self._shift(falling, STEPS["down"])
        for thing in falling:
            self.fallen[thing] += 1
            cells = self.things[thing]
            off = any(y >= self.board.height for _, y in cells)
            if thing >= self.bird_count:
                self.things[thing] = GONE if off else cells
            elif off or not self.board.spikes.isdisjoint(cells):
                return False
        return True

    def _shift(self, things: Iterable[int], by: Cell) -> None:
        for thing in things:
            self.things[thing] = shifted(self.things[thing], by)

    def _at(self) -> dict[Cell, int]:
        """Return the thing at each cell."""
        return {cell: thing for thing, cells in enumerate(self.things) for cell in cells}
