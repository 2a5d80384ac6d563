"""Find chains with several beginnings that meet, chains that remember, and chains inside such chains."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from quandary.kinds.sudoku.finders.hint import Easiest, HintRow, Scene, TechniqueHint
from quandary.kinds.sudoku.finders.inside import filled_rows, find_inside
from quandary.kinds.sudoku.finders.marks import PencilMarks, Set, lowest
from quandary.kinds.sudoku.finders.nodes import (
    ASSUMED,
    IN_CELL,
    SEEN_INSIDE,
    Addition,
    Chain,
    Node,
    Since,
    alternatives,
    rivals,
    struck,
)
from quandary.kinds.sudoku.finders.simple_chains import chains_inside
from quandary.limits import Budget
from quandary.parts.masks import bits

SHORT = 16
"""The length up to which chains with others inside are tried first, doubled with each level."""
BOTH_WAYS, FROM_CELL, FROM_UNIT, CONTRADICTION = 1, 5, 6, 7
"""How a hint was found. At the same length, the lower ones come first."""


class ForcingMode(NamedTuple):
    """What chains may do."""

    by_cell: bool
    """Whether a step may pass from one digit of a cell to another."""
    remembers: bool
    """Whether what was switched off makes others the last ones."""
    meets: bool
    """Whether the chains from all digits of a cell, or all places of a digit, are compared."""
    level: int = 0
    """What is seen inside: nothing, patterns, also simple chains, also multiple chains, or also dynamic chains."""


class ForcedStep(NamedTuple):
    """Why a node holds."""

    parents: tuple[Node, ...]
    cause: int
    before: Set
    """All nodes that lead to this one, itself included, by twice the candidate plus one if it is on."""
    chain: Chain | None
    """The chain seen inside that leads to it."""
    inside: int
    """At least the length of all chains seen inside on the way."""


@dataclass
class Trail:
    """What follows from one assumption, in the order in which it was found."""

    steps: dict[Node, ForcedStep] = field(default_factory=dict)
    clash: Node | None = None
    """A node that would follow although its opposite does."""
    clash_step: ForcedStep | None = None


class End(NamedTuple):
    """The end of a chain."""

    trail: Trail
    node: Node

    @property
    def step(self) -> ForcedStep:
        """Why the end would hold."""
        if self.node == self.trail.clash:
            assert self.trail.clash_step  # noqa: S101 - both are set together
            return self.trail.clash_step
        return self.trail.steps[self.node]

    def way(self) -> Iterator[tuple[Node, ForcedStep]]:
        """Yield the end and all that leads to it, the nearest first."""
        seen, todo = set[Node](), [(self.node, self.step)]
        for node, step in todo:
            yield node, step
            for parent in step.parents:
                if parent not in seen:
                    seen.add(parent)
                    todo.append((parent, self.trail.steps[parent]))


class Meeting(NamedTuple):
    """A node that several chains end at, or both senses of one that a chain leads to."""

    node: Node
    """What follows."""
    form: int
    length: int
    ends: tuple[End, ...]
    sources: tuple[int, ...]
    start: int
    """The unit or cell of the sources, of which one must hold, or ASSUMED."""


Take = Callable[[Meeting], None]


class ForcingChains:
    """The chains from every candidate of some marks."""

    def __init__(self, mode: ForcingMode, filled: list[int], row: HintRow, budget: Budget) -> None:
        self.mode, self.filled, self.row, self.budget = mode, filled, row, budget
        self.inner = (
            ForcingChains(ForcingMode(True, mode.level > 3, True), filled, row, budget)
            if mode.level >= 3
            else None
        )
        self.most: float = inf
        """The length beyond which no hints are wanted."""
        self.is_cut = False
        """Whether longer ones were left out."""

    def find(self, marks: PencilMarks, easiest: Easiest) -> None:
        """Offer the easiest hint, trying short chains first if there are chains inside."""
        self.most, self.is_cut = SHORT << self.mode.level if self.mode.level else inf, True

        def take(met: Meeting) -> None:
            hint = TechniqueHint(strikes=list(struck(marks, met.node)), length=met.length, form=met.form)
            for cell, digit in (divmod(source, marks.shape.size) for source in met.sources):
                hint.cells |= 1 << cell
                hint.digits |= 1 << digit
            if hint.strikes:
                easiest.offer(self.row, hint, length=met.length)
            if easiest.hint:
                self.most = easiest.hint.length

        while self.is_cut and not easiest.hint:
            self.is_cut = False
            self._explore(marks, take)
            self.most *= 2

    def additions(self, before: PencilMarks, now: PencilMarks) -> list[Addition]:
        """Return all that is seen inside a chain that has led from some marks to others."""
        self.most = inf
        bests: dict[tuple[int, ...], Meeting] = {}

        def take(met: Meeting) -> None:
            out = struck(now, met.node)
            if out and (out not in bests or (met.length, met.form) < (bests[out].length, bests[out].form)):
                bests.pop(out, None)
                bests[out] = met

        self._explore(now, take)
        found = list[Addition]()
        for out, met in sorted(bests.items(), key=lambda each: (each[1].length, each[1].form)):
            since, nodes = Since(before, now), list[Node | None]()
            for end in met.ends:
                for (move, on), step in end.way():
                    nodes.append((move, on))
                    if on:
                        since.reason(met.start if step.cause == ASSUMED else step.cause, move)
                nodes.append(None)
            if since.nodes:
                found.append(Addition(out, since.nodes, Chain(met.length, tuple(nodes))))
        return found

    def _explore(self, marks: PencilMarks, take: Take) -> None:
        self.marks, self.trails = marks, dict[Node, Trail]()
        size, mode = marks.shape.size, self.mode
        for cell in bits(marks.with_count(2 if mode.remembers else 3, size)):
            digits = list(bits(marks.left[cell]))
            for digit in digits:
                move = cell * size + digit
                if mode.remembers:
                    self._contradictions(move, take)
                if mode.remembers and mode.meets and len(digits) >= 3:
                    both = (self._trail((move, True)), self._trail((move, False)))
                    self._compare(both, BOTH_WAYS, (move,), ASSUMED, take)
                if mode.meets:
                    self._units(cell, digit, take)
            if mode.meets:
                self._meet([cell * size + digit for digit in digits], FROM_CELL, IN_CELL, take)

    def _trail(self, node: Node) -> Trail:
        if node not in self.trails:
            self.trails[node] = self._follow(node)
        return self.trails[node]

    def _contradictions(self, move: int, take: Take) -> None:
        for on in (True, False):
            trail = self._trail((move, on))
            if trail.clash:
                clashing, turned_on = trail.clash
                ends = (End(trail, (clashing, not turned_on)), End(trail, trail.clash))
                self._weigh((move, not on), CONTRADICTION, ends, (move,), ASSUMED, take)

    def _units(self, cell: int, digit: int, take: Take) -> None:
        """Compare what follows from every place of a digit in a unit whose first place for it is this cell."""
        for unit in self.marks.shape.units_of[cell]:
            places = self.marks.places(unit, digit)
            if places.bit_count() >= 2 and lowest(places) == cell:
                moves = [other * self.marks.shape.size + digit for other in bits(places)]
                self._meet(moves, FROM_UNIT, unit, take)

    def _meet(self, moves: list[int], form: int, start: int, take: Take) -> None:
        self._compare([self._trail((move, True)) for move in moves], form, tuple(moves), start, take)

    def _compare(
        self, trails: Sequence[Trail], form: int, sources: tuple[int, ...], start: int, take: Take
    ) -> None:
        """Find what follows from each of several assumptions, of which one is true."""
        common = [node for node in trails[0].steps if all(node in each.steps for each in trails[1:])]
        for node in sorted(common, key=lambda node: not node[1]):
            self._weigh(node, form, tuple(End(each, node) for each in trails), sources, start, take)

    def _weigh(
        self, node: Node, form: int, ends: tuple[End, ...], sources: tuple[int, ...], start: int, take: Take
    ) -> None:
        length = sum(end.step.before.bit_count() for end in ends)
        inside = max(end.step.inside for end in ends)
        if inside and length + inside <= self.most:
            chains = {step.chain for end in ends for _, step in end.way() if step.chain}
            inside = sum(chain.length for chain in chains)
        if length + inside <= self.most:
            take(Meeting(node, form, length + inside, ends, sources, start))
        else:
            self.is_cut = True

    def _follow(self, start: Node) -> Trail:
        """Follow an assumption to all that it leads to, or to a contradiction."""
        self.budget.check()
        trail, now = Trail(), self.marks.copy()
        pending: dict[bool, list[Node]] = {True: [], False: []}

        def turn(node: Node, cause: int, why: tuple[Node, ...]) -> None:
            if trail.clash is None and node not in trail.steps:
                step = _step(trail, node, cause, why)
                if (node[0], not node[1]) in trail.steps:
                    trail.clash, trail.clash_step = node, step
                else:
                    trail.steps[node] = step
                    pending[node[1]].append(node)

        turn(start, ASSUMED, ())
        while trail.clash is None:
            if pending[True]:
                node = pending[True].pop(0)
                for rival, cause in list(rivals(now, node[0], by_cell=self.mode.by_cell)):
                    turn((rival, False), cause, (node,))
            elif pending[False]:
                node = pending[False].pop(0)
                for other, cause in alternatives(now, node[0], by_cell=self.mode.by_cell):
                    turn((other, True), cause, (node, *self._gone(now, node[0], cause)))
                if self.mode.remembers:
                    now.strike(*divmod(node[0], self.marks.shape.size))
            elif not self._look_inside(trail, now, pending[False]):
                return trail
        return trail

    def _gone(self, now: PencilMarks, move: int, cause: int) -> Iterator[Node]:
        """Yield the nodes that were switched off before, so that two are left of a cell or unit."""
        size = self.marks.shape.size
        cell, digit = divmod(move, size)
        if cause == IN_CELL:
            for other in bits(self.marks.left[cell] & ~now.left[cell]):
                yield cell * size + other, False
        else:
            for other in bits(self.marks.places(cause, digit) & ~now.places(cause, digit)):
                yield other * size + digit, False

    def _look_inside(self, trail: Trail, now: PencilMarks, pending: list[Node]) -> bool:
        """Add what is seen only now, and return whether it leads further."""
        is_wanted, found = False, self._seen_inside(now)
        for each in found:
            for node in ((move, False) for move in each.off):
                if node not in trail.steps:
                    step = _step(trail, node, SEEN_INSIDE, each.since, each.chain)
                    trail.steps[node] = step
                    pending.append(node)
                    is_wanted = is_wanted or step.before.bit_count() + step.inside <= self.most
        self.is_cut = self.is_cut or (bool(found) and not is_wanted)
        return is_wanted

    def _seen_inside(self, now: PencilMarks) -> list[Addition]:
        level = self.mode.level
        found = find_inside(self.marks, now, self.filled) if level else []
        if not found and level in (2, 3):
            found = chains_inside(self.marks, now, _ExtraCost(self.row))
        if not found and self.inner:
            found = self.inner.additions(self.marks, now)
        return found


class _ExtraCost(dict[int, int]):
    """The extra cost of each length."""

    def __init__(self, row: HintRow) -> None:
        self._row = row

    def __missing__(self, length: int) -> int:
        self[length] = self._row.price(length=length) - self._row.price(length=0)
        return self[length]


def _step(
    trail: Trail, node: Node, cause: int, why: tuple[Node, ...], chain: Chain | None = None
) -> ForcedStep:
    before, inside = 1 << 2 * node[0] + node[1], 0
    for parent in why:
        step = trail.steps[parent]
        before |= step.before
        inside = max(inside, step.inside)
    return ForcedStep(why, cause, before, chain, inside + (chain.length if chain else 0))


def find_forcing(scene: Scene, row: HintRow, easiest: Easiest, mode: ForcingMode) -> None:
    """Offer the easiest hint of forcing chains."""
    ForcingChains(mode, filled_rows(scene.marks), row, scene.budget).find(scene.marks, easiest)
