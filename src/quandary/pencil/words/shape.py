"""Words about shapes on the whole board: connected, and areas of a size."""

from collections.abc import Iterator
from dataclasses import dataclass

from quandary.pencil.words.graph import Links, beside, groups, needed_between, spread
from quandary.pencil.words.word import YES, BrokenError, Forced, May, Names, Scope, SpotNumber, Word, spelled


@dataclass(frozen=True, slots=True)
class connected(Word):  # noqa: N801 - a word of the language
    """Require that all spots with a mark are connected.

    >>> connected((0, 1, 2), ((0, 1), (1, 2))).forces([2, 3, 2])
    {1: 2}
    """

    scope: Scope
    links: Links
    value: int = YES
    is_global = True

    def forces(self, may: May) -> Forced:
        """Fill what every way between two marks goes through, and rule out what is cut off."""
        bit, near = 1 << self.value, beside(self.links)
        sure = [spot for spot in self.scope if may[spot] == bit]
        if not sure:
            return {}
        inside = spread(sure[:1], near, lambda spot: may[spot] & bit)
        if apart := [spot for spot in sure if spot not in inside]:
            raise BrokenError(self, apart)
        found = dict.fromkeys(needed_between(dict.fromkeys(sure), inside, near), bit)
        for spot in self.scope:
            if may[spot] & bit and spot not in inside:
                found[spot] = may[spot] & ~bit
        return {spot: mask for spot, mask in found.items() if mask != may[spot]}

    def says(self, names: Names) -> str:
        """Say "all white cells are connected"."""
        return f"all {names.kind(self.value)} are connected"


@dataclass(frozen=True, slots=True)
class area(Word):  # noqa: N801 - a word of the language
    """Require that the area around a spot has n spots, and none of its rivals. 0 is any number."""

    n: int
    spot: SpotNumber
    links: Links
    rivals: frozenset[SpotNumber]
    value: int = YES
    is_global = True

    @property
    def scope(self) -> Scope:  # type: ignore[override]
        """The spots that the area could have."""
        near = beside(self.links)
        return tuple(spread([self.spot], near, lambda spot: True))

    @property
    def place(self) -> Scope:
        """The spot."""
        return (self.spot,)

    def forces(self, may: May) -> Forced:
        """Close an area that is full, and let one grow where it must."""
        bit, near = 1 << self.value, beside(self.links)
        if not may[self.spot] & bit:
            raise BrokenError(self, (self.spot,))
        own = spread([self.spot], near, lambda spot: may[spot] == bit)
        if merged := self.rivals & own.keys():
            raise BrokenError(self, (self.spot, *merged))
        found = {self.spot: bit} if may[self.spot] != bit else {}
        if not self.n:
            return found
        if len(own) > self.n:
            raise BrokenError(self, own)
        if len(own) == self.n:
            edge = {near_by for spot in own for near_by in near[spot] if near_by not in own}
            return found | {spot: may[spot] & ~bit for spot in edge if may[spot] & bit}
        return found | self._growth(may, bit, set(own))

    def says(self, names: Names) -> str:
        """Say "the area of r1c2 has five cells"."""
        size = f"{spelled(self.n)} cell{'s' * (self.n != 1)}" if self.n else "no other number"
        return f"the area of {names((self.spot,))} has {size}"

    def room(self, may: May, bit: int, own: set[SpotNumber], without: SpotNumber = -1) -> set[SpotNumber]:
        """Return what the area can reach within its size, leaving out a spot."""
        near = beside(self.links)
        steps = self.n - len(own) if self.n else len(may)
        rivals = self.rivals

        def enters(spot: SpotNumber) -> bool:
            return (
                spot != without
                and may[spot] & bit != 0
                and spot not in rivals
                and not any(other in rivals for other in near[spot])
            )

        reached = spread(own, near, enters)
        return {spot for spot, far in reached.items() if far <= steps}

    def _growth(self, may: May, bit: int, own: set[SpotNumber]) -> dict[SpotNumber, int]:
        room = self.room(may, bit, own)
        if len(room) < self.n:
            raise BrokenError(self, room)
        if len(room) == self.n:
            return {spot: bit for spot in room if may[spot] != bit}
        free = sorted(spot for spot in room if may[spot] != bit)
        return {spot: bit for spot in free if len(self.room(may, bit, own, spot)) < self.n}


@dataclass(frozen=True, slots=True)
class areas(Word):  # noqa: N801 - a word of the language
    """Require that each connected area of marks has exactly one of the numbered spots, and its size."""

    scope: Scope
    links: Links
    sizes: tuple[tuple[SpotNumber, int], ...]
    value: int = YES
    is_global = True

    def parts(self) -> Iterator[area]:
        """Return the area of each number."""
        numbered = frozenset(spot for spot, _ in self.sizes)
        for spot, n in self.sizes:
            yield area(n, spot, self.links, numbered - {spot}, self.value)

    def forces(self, may: May) -> Forced:
        """Rule out what no number reaches, and what would join two areas. Lead areas without a number to one."""
        bit, near = 1 << self.value, beside(self.links)
        owner, reached = dict[SpotNumber, SpotNumber](), set[SpotNumber]()
        for part in self.parts():
            own = spread([part.spot], near, lambda spot: may[spot] == bit)
            if not may[part.spot] & bit or (part.n and len(own) > part.n) or part.rivals & own.keys():
                raise BrokenError(self, own)
            owner |= dict.fromkeys(own, part.spot)
            reached |= part.room(may, bit, set(own))
        found = dict[SpotNumber, int]()
        for spot in self.scope:
            touched = {owner[other] for other in near.get(spot, ()) if other in owner}
            if may[spot] & bit and (spot not in reached or (spot not in owner and len(touched) > 1)):
                if may[spot] == bit:
                    raise BrokenError(self, (spot,))
                found[spot] = may[spot] & ~bit
        return found | self._led(may, bit, owner, found)

    def says(self, names: Names) -> str:
        """Say "each area has one number"."""
        return f"every group of {names.kind(self.value)} has one number"

    def _led(
        self, may: May, bit: int, owner: dict[SpotNumber, SpotNumber], out: dict[SpotNumber, int]
    ) -> dict[SpotNumber, int]:
        """Return the only ways out of groups that have no number yet."""
        near, found = beside(self.links), dict[SpotNumber, int]()
        lost = [spot for spot in self.scope if may[spot] == bit and spot not in owner]
        for group in groups(lost, near):
            exits = {
                other
                for spot in group
                for other in near[spot]
                if may[other] & bit and other not in group and other not in out
            }
            if not exits:
                raise BrokenError(self, group)
            if len(exits) == 1:
                found[exits.pop()] = bit
        return {spot: mask for spot, mask in found.items() if may[spot] != mask}
