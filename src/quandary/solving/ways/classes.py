"""Classes of solutions in a corridor, in plain Python: the reference for native/src/ways.cpp.

A class is a set of sequences of deeds that are one (see the package). Classes are built by the number of their deeds:
every class of n deeds is extended by each deed that may follow, and the results are united where two runs of deeds
before them can be exchanged.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import TypeAlias, TypeVar

from quandary.limits import check_limits
from quandary.solving.ways.corridor import FAR, SILENT, Corridor

MOST_CLASSES = 20_000
"""The number of classes with the same number of deeds that are kept. If there are more, the answer is a bound."""
_Key = TypeVar("_Key", int, tuple[int, int])
_Run: TypeAlias = tuple[int, ...]
"""The labels of deeds that go on with each other."""
_Back: TypeAlias = "tuple[_Class, int, int] | None"
"""The class, the node and the edge that a node was reached by."""


@dataclass(frozen=True)
class FoundPath:
    """A way: its first shortest solution, as edges of the corridor from one of its starts."""

    start: int
    edges: tuple[int, ...]


@dataclass(frozen=True)
class WaysFound:
    """The ways of a corridor, shortest first. If it is not `complete`, there are `at_least` so many."""

    found: list[FoundPath]
    complete: bool
    at_least: int
    asked: int = -1
    """The number of the way that the deeds asked about belong to, or −1 if they are a detour or were not found."""


@dataclass(eq=False)
class _Class:
    reached: dict[int, tuple[int, _Back]] = field(default_factory=dict)
    """The nodes that its deeds may lead to, with the fewest moves."""
    fresh: dict[tuple[int, int], int] = field(default_factory=dict)
    """(node, another that is reached from it without a deed) → moves, while a return to the first is possible."""
    waiting: dict[tuple[int, int], int] = field(default_factory=dict)
    """The same after a deed."""
    returned: dict[int, int] = field(default_factory=dict)
    """The nodes on walks that have returned to a visited one."""
    after: "dict[int, _Class]" = field(default_factory=dict)
    deeds: frozenset[tuple[int, int]] = frozenset()
    """How often each deed is done."""

    def absorb(self, other: "_Class") -> None:
        for node, (moves, back) in other.reached.items():
            self.meet(node, moves, back)
        for pair, moves in other.waiting.items():
            _least(self.waiting, pair, moves)
        for node, moves in other.returned.items():
            _least(self.returned, node, moves)

    def meet(self, node: int, moves: int, back: _Back) -> bool:
        if self.reached.get(node, (FAR, None))[0] <= moves:
            return False
        self.reached[node] = moves, back
        return True


def _least(table: dict[_Key, int], key: _Key, moves: int) -> bool:
    """Keep the fewer moves, and return whether they are fewer than before."""
    if table.get(key, FAR) <= moves:
        return False
    table[key] = moves
    return True


def _spread(table: dict[_Key, int], beyond: Callable[[_Key, int], Iterable[_Key]]) -> None:
    """Add what is one move beyond the keys of a table, and so on, each with its fewest moves."""
    todo = [(moves, key) for key, moves in table.items()]
    heapify(todo)
    while todo:
        moves, key = heappop(todo)
        for there in beyond(key, moves) if table[key] == moves else ():
            if _least(table, there, moves + 1):
                heappush(todo, (moves + 1, there))


def classes(corridor: Corridor, most_classes: int = MOST_CLASSES, asked: Sequence[int] = ()) -> WaysFound:
    """Return the ways of a corridor, and to which of them the deeds with some labels belong."""
    return _Builder(corridor, most_classes).run(asked)


class _Builder:
    def __init__(self, corridor: Corridor, most_classes: int) -> None:
        self.corridor, self.most_classes = corridor, most_classes
        self.most, self.left = corridor.most, corridor.left
        self.slack = self.most - min((self.left[node] for node in corridor.starts), default=FAR)
        self.exchanges = Exchanges(corridor)
        self.pending: dict[int, dict[tuple[int, _Run, _Run], _Class]] = defaultdict(dict)
        self.is_cut = False

    def run(self, asked: Sequence[int]) -> WaysFound:
        first = _Class()
        for node in self.corridor.starts:
            first.meet(node, 0, None)
        level, number, ends = [first], 0, list[tuple[int, _Class, int]]()
        while level:
            for each in level:
                check_limits()
                self._close(each)
                ends += self._ends(each)
                self._note_exchanges(each, number)
            number += 1
            level = self._next(level, number)
        ends.sort(key=lambda end: end[0])
        bound = len({each.deeds for _, each, _ in ends}) if self.is_cut else len(ends)
        wanted = _follow(first, asked)
        number = next((at for at, (_, each, _) in enumerate(ends) if each is wanted), -1)
        return WaysFound([_path(each, node) for _, each, node in ends], not self.is_cut, bound, number)

    def _edges(self, node: int) -> range:
        return range(self.corridor.first[node], self.corridor.first[node + 1])

    def _fits(self, node: int, moves: int) -> bool:
        return moves + self.left[node] <= self.most

    def _close(self, one: _Class) -> None:
        """Add what is reached without a deed."""
        todo = [(moves, node) for node, (moves, _) in one.reached.items()]
        heapify(todo)
        while todo:
            moves, node = heappop(todo)
            for edge, there in self._by(SILENT, node, moves) if one.reached[node][0] == moves else ():
                if one.meet(there, moves + 1, (one, node, edge)):
                    heappush(todo, (moves + 1, there))
        if self.slack:
            self._close_returns(one)

    def _close_returns(self, one: _Class) -> None:
        def pairs(pair: tuple[int, int], moves: int) -> Iterator[tuple[int, int]]:
            for _, there in self._by(SILENT, pair[1], moves):
                if self._may_return(pair[0], there, moves + 1):
                    yield pair[0], there

        one.fresh = {
            (node, node): moves
            for node, (moves, _) in one.reached.items()
            if self._may_return(node, node, moves + 1)
        }
        _spread(one.fresh, pairs)
        _spread(one.waiting, pairs)
        for (origin, node), moves in one.waiting.items():
            if origin == node:
                _least(one.returned, node, moves)
        _spread(one.returned, lambda node, moves: (there for _, there in self._by(SILENT, node, moves)))

    def _may_return(self, origin: int, node: int, moves: int) -> bool:
        return self._fits(origin, moves + (node != origin))

    def _ends(self, one: _Class) -> Iterator[tuple[int, _Class, int]]:
        """Yield the class with its fewest moves and its solved node, if it is a way."""
        solved = [(moves, node) for node, (moves, _) in one.reached.items() if self.left[node] == 0]
        if not solved:
            return
        moves, node = min(solved)
        if moves < min((each for there, each in one.returned.items() if self.left[there] == 0), default=FAR):
            yield moves, one, node

    def _note_exchanges(self, one: _Class, number: int) -> None:
        for node, (moves, _) in one.reached.items():
            for before, after, end in self.exchanges.at(node):
                together = len(before) + len(after)
                if self._fits(end, moves + together):
                    self.pending[number + together][id(one), before, after] = one

    def _next(self, level: list[_Class], number: int) -> list[_Class]:
        raw = [self._extend(each, label) for each in level for label in self._labels(each)]
        leader = {id(each): each for each in raw}

        def lead(one: _Class) -> _Class:
            while leader[id(one)] is not one:
                one = leader[id(one)]
            return one

        for (_, before, after), origin in self.pending.pop(number, {}).items():
            one, other = _follow(origin, before + after), _follow(origin, after + before)
            if one and other and lead(one) is not lead(other):
                leader[id(lead(other))] = lead(one)
        for each in raw:
            if lead(each) is not each:
                lead(each).absorb(each)
        for each in level:
            each.after = {label: lead(there) for label, there in each.after.items()}
        return self._kept([each for each in raw if lead(each) is each])

    def _kept(self, level: list[_Class]) -> list[_Class]:
        if len(level) <= self.most_classes:
            return level
        self.is_cut = True
        return sorted(level, key=lambda one: min(m + self.left[n] for n, (m, _) in one.reached.items()))[
            : self.most_classes
        ]

    def _labels(self, one: _Class) -> list[int]:
        found = {
            self.corridor.label[edge]
            for node, (moves, _) in one.reached.items()
            for edge in self._edges(node)
            if self._fits(self.corridor.target[edge], moves + 1)
        }
        return sorted(found - {SILENT})

    def _extend(self, one: _Class, label: int) -> _Class:
        made = one.after[label] = _Class()
        counts = dict(one.deeds)
        counts[label] = counts.get(label, 0) + 1
        made.deeds = frozenset(counts.items())
        for node, (moves, _) in one.reached.items():
            for edge, there in self._by(label, node, moves):
                made.meet(there, moves + 1, (one, node, edge))
        for (origin, node), moves in (*one.fresh.items(), *one.waiting.items()):
            for _, there in self._by(label, node, moves):
                if self._may_return(origin, there, moves + 1):
                    _least(made.waiting, (origin, there), moves + 1)
        for node, moves in one.returned.items():
            for _, there in self._by(label, node, moves):
                _least(made.returned, there, moves + 1)
        return made

    def _by(self, label: int, node: int, moves: int) -> Iterator[tuple[int, int]]:
        for edge in self._edges(node):
            there = self.corridor.target[edge]
            if self.corridor.label[edge] == label and self._fits(there, moves + 1):
                yield edge, there


def _follow(one: "_Class | None", labels: Iterable[int]) -> "_Class | None":
    for label in labels:
        one = one.after.get(label) if one else None
    return one


def _path(one: _Class, node: int) -> FoundPath:
    edges = list[int]()
    back = one.reached[node][1]
    while back:
        one, node, edge = back
        edges.append(edge)
        back = one.reached[node][1]
    return FoundPath(node, tuple(reversed(edges)))


class Exchanges:
    """The pairs of runs that can be exchanged, by the node where they begin."""

    def __init__(self, corridor: Corridor) -> None:
        self.corridor, self.follows = corridor, corridor.follows()
        self._known: dict[int, list[tuple[_Run, _Run, int]]] = {}

    def at(self, node: int) -> list[tuple[_Run, _Run, int]]:
        """Return the runs, and the nearest node that both orders lead to."""
        if node not in self._known:
            self._known[node] = list(self._found(node))
        return self._known[node]

    def _found(self, node: int) -> Iterator[tuple[_Run, _Run, int]]:
        for (one, via), (other, past) in combinations(self._runs(node), 2):
            if one[0] != other[0]:
                ends = self._after(via, other) & self._after(past, one)
                if ends:
                    yield one, other, min(ends, key=lambda end: (self.corridor.left[end], end))

    def _runs(self, node: int) -> list[tuple[_Run, set[int]]]:
        """Return the runs that begin at a node, each with the nodes that it leads to."""
        found: list[tuple[_Run, set[int]]] = [
            ((label,), self._after({node}, (label,))) for label in sorted(self._labels({node}))
        ]
        for run, ends in found:  # grows during the walk
            found += [
                ((*run, label), self._after(ends, (label,)))
                for label in sorted(self._labels(ends))
                if self.follows[label] == run[-1]
            ]
        return found

    def _labels(self, nodes: set[int]) -> set[int]:
        return {self.corridor.label[edge] for node in nodes for edge in self._edges(node)} - {SILENT}

    def _edges(self, node: int) -> range:
        return range(self.corridor.first[node], self.corridor.first[node + 1])

    def _after(self, nodes: set[int], run: _Run) -> set[int]:
        for label in run:
            nodes = {
                self.corridor.target[edge]
                for node in nodes
                for edge in self._edges(node)
                if self.corridor.label[edge] == label
            }
        return nodes
