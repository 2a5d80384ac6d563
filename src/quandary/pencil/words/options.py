"""The word for one of several ways to place something."""

from dataclasses import dataclass

from quandary.pencil.words.word import OFF, ON, BrokenError, Forced, May, Names, Scope, Word


@dataclass(frozen=True, slots=True)
class one_of(Word):  # noqa: N801 - a word of the language
    """Require that one of some ways is on the board: marks on all spots of `marked`, and none on those of `free`.

    >>> one_of((0, 1, 2), ((0, 1), (1, 2)), ((2,), (0,))).forces([3, 3, 3])
    {1: 2}
    """

    scope: Scope
    marked: tuple[Scope, ...]
    free: tuple[Scope, ...]
    text: str = ""
    """What it says about its place, with {} for the place."""

    def forces(self, may: May) -> Forced:
        """Write what all ways that are left have in common."""
        left = [
            ({*marked}, {*free})
            for marked, free in zip(self.marked, self.free, strict=True)
            if all(may[spot] & ON for spot in marked) and all(may[spot] & OFF for spot in free)
        ]
        if not left:
            raise BrokenError(self, self.scope)
        found = dict.fromkeys(set[int].intersection(*(marked for marked, _ in left)), ON)
        found |= dict.fromkeys(set[int].intersection(*(free for _, free in left)), OFF)
        return {spot: found[spot] for spot in sorted(found) if may[spot] != found[spot]}

    def says(self, names: Names) -> str:
        """Say what was said about it."""
        return (self.text or "one of the ways to fill {} is left").format(names(self.scope))
