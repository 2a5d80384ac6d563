"""The word for marks that belong to places one to one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from quandary.pencil.words.word import OFF, ON, BrokenError, Forced, May, Names, Scope, SpotNumber, Word


@dataclass(frozen=True, slots=True)
class paired(Word):  # noqa: N801 - a word of the language
    """Require a mark for each place, in one of the spots near it, and no other mark. A mark belongs to one place.

    >>> paired((0, 1, 2), ((0, 1), (1,))).forces([3, 3, 3])
    {2: 1, 0: 2, 1: 2}
    """

    scope: Scope
    near: tuple[Scope, ...]
    is_global = True

    def forces(self, may: May) -> Forced:
        """Fill spots without which a place has no mark, and rule out marks that would have no place."""
        places = _places(self.near)
        found = {spot: OFF for spot in self.scope if may[spot] & ON and spot not in places}
        if any(may[spot] == ON for spot in found):
            raise BrokenError(self, found)
        sure = [spot for spot in self.scope if may[spot] == ON]
        free = {spot for spot in self.scope if may[spot] & ON and spot in places}
        options = {at: [spot for spot in near if spot in free] for at, near in enumerate(self.near)}
        if not _is_matched(options):
            raise BrokenError(self, self.scope)
        if not _is_matched({spot: places[spot] for spot in sure}):
            raise BrokenError(self, sure)
        for spot in sorted(free):
            if may[spot] == ON:
                continue
            without = {at: [other for other in near if other != spot] for at, near in options.items()}
            if not _is_matched(without):
                found[spot] = ON
            elif not _is_matched({other: places[other] for other in (*sure, spot)}):
                found[spot] = OFF
        return {spot: mask for spot, mask in found.items() if may[spot] != mask}

    def says(self, names: Names) -> str:
        """Say "each tent belongs to one tree"."""
        return f"there are as many {names.marks} as places for them, one beside each"


def _places(near: Sequence[Scope]) -> dict[SpotNumber, list[int]]:
    found = dict[SpotNumber, list[int]]()
    for at, spots in enumerate(near):
        for spot in spots:
            found.setdefault(spot, []).append(at)
    return found


def _is_matched(options: Mapping[int, Iterable[int]]) -> bool:
    """Return whether each can have one of its options for itself."""
    taken = dict[int, int]()

    def finds(one: int, seen: set[int]) -> bool:
        for option in options[one]:
            if option not in seen:
                seen.add(option)
                if option not in taken or finds(taken[option], seen):
                    taken[option] = one
                    return True
        return False

    return all(finds(one, set()) for one in options)
