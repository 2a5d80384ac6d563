"""Find cycles and chains in which every step has one reason."""

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from quandary.kinds.sudoku.finders.marks import PencilMarks, Set
from quandary.kinds.sudoku.finders.nodes import (
    ASSUMED,
    Addition,
    Chain,
    Link,
    Node,
    Since,
    alternatives,
    rivals,
    struck,
)
from quandary.parts.masks import bits


class SimpleForm(NamedTuple):
    """A technique of simple chains."""

    name: str
    tenths: int
    """Its cost, without its length."""
    key: int
    """Of two chains of the same cost and length, that with the lower key comes first."""
    is_cycle: bool


X_CYCLE = SimpleForm("x-cycle", 65, 2, True)
Y_CYCLE = SimpleForm("y-cycle", 65, 3, True)
X_CHAIN = SimpleForm("x-chain", 66, 2, False)
XY_CYCLE = SimpleForm("xy-cycle", 70, 4, True)
XY_CHAIN = SimpleForm("forcing-chain", 70, 4, False)


@dataclass
class ChainWay:
    """The nodes of a chain from its end back to its beginning, and why each follows from the next."""

    nodes: list[Node] = field(default_factory=list)
    causes: list[int] = field(default_factory=list)

    def add(self, node: Node, cause: int) -> None:
        """Add a node before the others."""
        self.nodes.append(node)
        self.causes.append(cause)


class Sink(Protocol):
    """A taker of chains, which says which it wants."""

    def wants(self, form: SimpleForm, nodes: int) -> bool:
        """Return whether chains of this form and length are wanted."""

    def take(self, form: SimpleForm, way: ChainWay) -> None:
        """Take a chain from a source that is then not what it was, or a cycle back to a source that is on."""


Reached = dict[Node, tuple[Node | None, int]]
"""For each node that was reached, the node before it and the cause."""


class SimpleChains:
    """The shortest chains from every candidate."""

    def __init__(self, marks: PencilMarks) -> None:
        size = marks.shape.size
        self.moves = [cell * size + digit for cell, left in enumerate(marks.left) for digit in bits(left)]
        by_digit = {move: list(rivals(marks, move, by_cell=False)) for move in self.moves}
        by_all = {move: list(rivals(marks, move)) for move in self.moves}
        by_unit = {move: list(alternatives(marks, move, by_cell=False)) for move in self.moves}
        by_cell = {move: list(alternatives(marks, move, by_unit=False)) for move in self.moves}
        by_both = {move: list(alternatives(marks, move)) for move in self.moves}
        self._links = {
            X_CYCLE: (by_digit, by_unit, X_CHAIN),
            Y_CYCLE: (by_all, by_cell, None),
            XY_CYCLE: (by_all, by_both, XY_CHAIN),
        }

    def search(self, form: SimpleForm, sink: Sink) -> None:
        """Find the cycles of a form and the chains along the same links."""
        weak, strong, chain = self._links[form]
        for source in self.moves:
            if chain or strong[source]:
                self._from_on(source, form, sink, weak, strong, chain)
            if chain and strong[source]:
                self._from_off(source, chain, sink, weak, strong)

    def _from_on(
        self,
        source: int,
        form: SimpleForm,
        sink: Sink,
        weak: dict[int, list[Link]],
        strong: dict[int, list[Link]],
        chain: SimpleForm | None,
    ) -> None:
        """Find the cycles through a candidate that is on, and the chain that switches it off."""
        closing = {link.to for link in strong[source]}
        reached: Reached = {(source, True): (None, ASSUMED)}
        ends, nodes = [source], 1
        while ends:
            seeks_cycle = bool(closing) and sink.wants(form, nodes + 1)
            chain = chain if chain and sink.wants(chain, nodes + 1) else None
            if not seeks_cycle and not chain:
                return
            off_ends = list[int]()
            for end in ends:
                for rival, cause in weak[end]:
                    if rival == source and chain:
                        sink.take(chain, _back(reached, (end, True), (source, False), cause))
                        chain = None
                    if seeks_cycle and nodes >= 3 and rival in closing:
                        self._close(
                            source, form, sink, _back(reached, (end, True), (rival, False), cause), strong
                        )
                    if (rival, False) not in reached:
                        reached[rival, False] = (end, True), cause
                        off_ends.append(rival)
            ends = []
            for end in off_ends:
                for other, cause in strong[end]:
                    if (other, True) not in reached:
                        reached[other, True] = (end, False), cause
                        ends.append(other)
            nodes += 2

    def _close(
        self, source: int, form: SimpleForm, sink: Sink, way: ChainWay, strong: dict[int, list[Link]]
    ) -> None:
        """Make a way from the source to a candidate that is strongly linked to it a cycle."""
        last = way.nodes[0]
        if last not in way.nodes[1:]:
            way.causes[-1] = next(cause for to, cause in strong[last[0]] if to == source)
            sink.take(form, way)

    def _from_off(
        self,
        source: int,
        form: SimpleForm,
        sink: Sink,
        weak: dict[int, list[Link]],
        strong: dict[int, list[Link]],
    ) -> None:
        """Find the chain that switches a candidate on."""
        reached: Reached = {(source, False): (None, ASSUMED)}
        off_ends, nodes = [source], 1
        while off_ends and sink.wants(form, nodes + 1):
            ends = list[int]()
            for end in off_ends:
                for other, cause in strong[end]:
                    if other == source:
                        sink.take(form, _back(reached, (end, False), (source, True), cause))
                        return
                    if (other, True) not in reached:
                        reached[other, True] = (end, False), cause
                        ends.append(other)
            off_ends = []
            for end in ends:
                for rival, cause in weak[end]:
                    if (rival, False) not in reached:
                        reached[rival, False] = (end, True), cause
                        off_ends.append(rival)
            nodes += 2


def _back(reached: Reached, last: Node, end: Node, cause: int) -> ChainWay:
    """Return the way from an end back to the source, through the node that was reached last."""
    way, node = ChainWay(), last
    way.add(end, cause)
    while True:
        before, why = reached[node]
        way.add(node, why)
        if before is None:
            return way
        node = before


def cycle_strikes(marks: PencilMarks, way: ChainWay) -> tuple[int, ...]:
    """Return what a cycle rules out: all that sees one of its nodes in either sense."""
    size = marks.shape.size
    seen: dict[bool, list[Set]] = {on: [0] * size for on in (True, False)}
    cells = 0
    for move, on in way.nodes:
        cell, digit = divmod(move, size)
        seen[on][digit] |= marks.shape.seen[cell]
        cells |= 1 << cell
    return tuple(
        cell * size + digit
        for digit in range(size)
        for cell in bits(seen[True][digit] & seen[False][digit] & marks.where[digit] & ~cells)
    )


def strikes(marks: PencilMarks, form: SimpleForm, way: ChainWay) -> tuple[int, ...]:
    """Return what a chain or cycle rules out."""
    return cycle_strikes(marks, way) if form.is_cycle else struck(marks, way.nodes[0])


class _All:
    """A taker of all chains."""

    def __init__(self, marks: PencilMarks) -> None:
        self.marks = marks
        self.taken: list[tuple[SimpleForm, ChainWay, tuple[int, ...]]] = []

    def wants(self, form: SimpleForm, nodes: int) -> bool:
        return True

    def take(self, form: SimpleForm, way: ChainWay) -> None:
        if out := strikes(self.marks, form, way):
            self.taken.append((form, way, out))


def chains_inside(before: PencilMarks, now: PencilMarks, extra: dict[int, int]) -> list[Addition]:
    """Return what simple chains add inside another chain. `extra` is the extra cost of each length."""
    taker, chains = _All(now), SimpleChains(now)
    for form in (X_CYCLE, Y_CYCLE, XY_CYCLE):
        chains.search(form, taker)
    taker.taken.sort(
        key=lambda each: (each[0].tenths + extra[len(each[1].nodes)], len(each[1].nodes), each[0].key)
    )
    found, met = list[Addition](), set[frozenset[int]]()
    for form, way, out in taker.taken:
        if frozenset(out) in met:
            continue
        met.add(frozenset(out))
        since = Since(before, now)
        for (move, on), cause in zip(way.nodes, way.causes, strict=True):
            if on or form.is_cycle:
                since.reason(cause, move)
        if since.nodes:
            found.append(Addition(out, since.nodes, Chain(len(way.nodes), tuple(way.nodes))))
    return found
