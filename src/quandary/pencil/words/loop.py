"""The words for one closed loop, and for none."""

from collections.abc import Iterator
from dataclasses import dataclass

from quandary.pencil.words.counting import passes
from quandary.pencil.words.graph import bridges
from quandary.pencil.words.word import OFF, ON, BrokenError, Forced, May, Names, Scope, SpotNumber, Word


@dataclass(frozen=True, slots=True)
class one_loop(Word):  # noqa: N801 - a word of the language
    """Require that the edges with a line form one closed loop. `ends` are the two ends of each edge."""

    scope: Scope
    ends: tuple[tuple[int, int], ...]
    is_global = True

    def parts(self) -> Iterator[passes]:
        """Return the rule at each place where edges meet."""
        for edges in self._meeting().values():
            yield passes(tuple(edges))

    def forces(self, may: May) -> Forced:
        """Rule out what would close a loop too early, or lies on no loop that could be closed."""
        paths = _Paths(self, may)
        if paths.closed:
            return self._only(paths.closed, may)
        found = {spot: OFF for spot, (one, other) in self._edges() if paths.closes(spot, one, other, may)}
        left = {spot: ends for spot, ends in self._edges() if may[spot] & ON and spot not in found}
        dead = bridges(left)
        if wrong := [spot for spot in dead if may[spot] == ON]:
            raise BrokenError(self, wrong)
        if len(dead) == len(left):
            raise BrokenError(self, self.scope)
        found |= dict.fromkeys(sorted(dead), OFF)
        return found | self._apart(may, {spot: ends for spot, ends in left.items() if spot not in dead})

    def says(self, names: Names) -> str:
        """Say "the lines form one loop"."""
        return "all lines form one loop"

    def _edges(self) -> Iterator[tuple[SpotNumber, tuple[int, int]]]:
        return zip(self.scope, self.ends, strict=True)

    def _meeting(self) -> dict[int, list[SpotNumber]]:
        at = dict[int, list[SpotNumber]]()
        for spot, ends in self._edges():
            for end in ends:
                at.setdefault(end, []).append(spot)
        return dict(sorted(at.items()))

    def _only(self, loop: set[SpotNumber], may: May) -> Forced:
        """Rule out everything beside a loop that is closed."""
        if others := [spot for spot in self.scope if may[spot] == ON and spot not in loop]:
            raise BrokenError(self, others)
        return {spot: OFF for spot in self.scope if may[spot] == ON | OFF}

    def _apart(self, may: May, left: dict[SpotNumber, tuple[int, int]]) -> dict[SpotNumber, int]:
        """Rule out what is not connected with the lines that are drawn."""
        group = dict[int, int]()

        def root(end: int) -> int:
            while group.setdefault(end, end) != end:
                end = group[end]
            return end

        for one, other in left.values():
            group[root(one)] = root(other)
        drawn = {root(left[spot][0]) for spot in left if may[spot] == ON}
        if len(drawn) > 1:
            raise BrokenError(self, [spot for spot in left if may[spot] == ON])
        if not drawn:
            return {}
        return {spot: OFF for spot, ends in left.items() if root(ends[0]) not in drawn}


@dataclass(frozen=True, slots=True)
class no_loop(Word):  # noqa: N801 - a word of the language
    """Forbid that lines close a loop. A spot has a line with either value: `ends` are those of a mark, `others` without.

    >>> no_loop((0, 1), ((0, 1), (0, 1)), ((2, 3), (2, 4))).forces([2, 3])
    {1: 1}
    """

    scope: Scope
    ends: tuple[tuple[int, int], ...]
    others: tuple[tuple[int, int], ...]
    is_global = True

    def forces(self, may: May) -> Forced:
        """Turn a line the other way if it would close a loop."""
        group, found = dict[int, int](), dict[SpotNumber, int]()

        def root(end: int) -> int:
            while group.setdefault(end, end) != end:
                end = group[end]
            return end

        drawn = list[tuple[SpotNumber, int]]()
        for spot, (one, other) in self._lines(may, open_ones=False):
            if root(one) == root(other):
                raise BrokenError(self, (spot, *(each for each, end in drawn if root(end) == root(one))))
            group[root(one)] = root(other)
            drawn.append((spot, one))
        for spot, (one, other) in self._lines(may, open_ones=True):
            if root(one) == root(other):
                if spot in found:
                    raise BrokenError(self, (spot,))
                found[spot] = OFF if (one, other) == self.ends[self.scope.index(spot)] else ON
        return found

    def says(self, names: Names) -> str:
        """Say "the lines close no loop"."""
        return "the lines close no loop"

    def _lines(self, may: May, *, open_ones: bool) -> Iterator[tuple[SpotNumber, tuple[int, int]]]:
        """Yield the lines of the spots that are decided, or both of each that is open."""
        for spot, with_mark, without in zip(self.scope, self.ends, self.others, strict=True):
            if (may[spot] == ON | OFF) == open_ones:
                yield from [(spot, with_mark)] * bool(may[spot] & ON)
                yield from [(spot, without)] * bool(may[spot] & OFF)


class _Paths:
    """The paths of the lines that are drawn."""

    def __init__(self, word: one_loop, may: May) -> None:
        self._parent = dict[int, int]()
        self._degree = dict[int, int]()
        self.lines = [(spot, ends) for spot, ends in word._edges() if may[spot] == ON]
        closing = None
        for spot, (one, other) in self.lines:
            for end in (one, other):
                self._degree[end] = self._degree.get(end, 0) + 1
                if self._degree[end] > 2:
                    raise BrokenError(word, [each for each, ends in self.lines if end in ends])
            a, b = self._root(one), self._root(other)
            if a == b:
                closing = spot, a
            self._parent[a] = b
        self.closed = (
            {each for each, ends in self.lines if self._root(ends[0]) == closing[1]} if closing else set()
        )

    def closes(self, spot: SpotNumber, one: int, other: int, may: May) -> bool:
        """Return whether an edge would close a loop that leaves out other lines."""
        if may[spot] != ON | OFF or one not in self._degree or other not in self._degree:
            return False
        joined = self._root(one)
        return joined == self._root(other) and any(self._root(ends[0]) != joined for _, ends in self.lines)

    def _root(self, end: int) -> int:
        while self._parent.setdefault(end, end) != end:
            end = self._parent[end]
        return end
