"""Find chains: if this digit is in, that one is out, so another one is in, and so on back to the start.

A candidate is *on* if it belongs to the solution and otherwise *off*. A candidate that is on switches off all that
it sees (weak links). One that is off switches on the only alternative, if there is just one (strong links).
Candidates are moves.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple, TypeAlias

from quandary.kinds.sudoku.finders.hint import Easiest, Hint, HintRow, Rows, Scene
from quandary.kinds.sudoku.finders.marks import PencilMarks, Set, lowest
from quandary.parts.chains import bits

SHORT = 8
"""The length up to which all chains are tried first where there are many, since most are short."""


class Candidate(NamedTuple):
    """The links of a candidate."""

    same_digit: Set
    same_cell: Set
    strong_by_digit: Set
    strong_by_cell: Set


def _candidates(marks: PencilMarks) -> dict[int, Candidate]:
    size = marks.shape.size

    def link(cell: int, digit: int) -> Candidate:
        def moves(cells: Set) -> Set:
            return sum(1 << each * size + digit for each in bits(cells & ~(1 << cell)))

        places = [marks.places(unit, digit) for unit in marks.shape.units_of[cell]]
        strong = 0
        for cells in places:
            strong |= cells if cells.bit_count() == 2 else 0
        same_cell = sum(1 << cell * size + other for other in bits(marks.left[cell] & ~(1 << digit)))
        strong_by_cell = same_cell if marks.count(cell) == 2 else 0
        return Candidate(
            moves(marks.shape.seen[cell] & marks.where[digit]), same_cell, moves(strong), strong_by_cell
        )

    return {
        cell * size + digit: link(cell, digit) for cell, left in enumerate(marks.left) for digit in bits(left)
    }


def simple_chains(scene: Scene, rows: Rows, easiest: Easiest) -> None:
    """Offer cycles and forcing chains in which every step has one reason."""
    links = _candidates(scene.marks)
    by_digit = _Simple(
        scene,
        {at: each.same_digit for at, each in links.items()},
        {at: each.strong_by_digit for at, each in links.items()},
    )
    weak = {at: each.same_digit | each.same_cell for at, each in links.items()}
    by_cell = _Simple(scene, weak, {at: each.strong_by_cell for at, each in links.items()})
    by_any = _Simple(
        scene, weak, {at: each.strong_by_digit | each.strong_by_cell for at, each in links.items()}
    )
    by_digit.find(easiest, rows.get("x-cycle"), rows.get("x-chain"), inf)
    by_cell.find(easiest, rows.get("y-cycle"), None, inf)
    by_any.find(easiest, rows.get("xy-cycle"), rows.get("forcing-chain"), SHORT)


class _Simple:
    """The shortest cycles and chains from each candidate along some links."""

    def __init__(self, scene: Scene, weak: dict[int, Set], strong: dict[int, Set]) -> None:
        self.scene, self.weak, self.strong = scene, weak, strong
        self.most = inf
        self.is_cut = False
        """Whether some chain was longer than `most`."""

    def find(self, easiest: Easiest, cycle: HintRow | None, chain: HintRow | None, short: float) -> None:
        """Offer all up to a length, and double it as long as longer ones could be easier."""
        self.is_cut, self.most = True, short
        while self.is_cut:
            self.is_cut = False
            for source in self.weak:
                self.scene.budget.check()
                if cycle and self.strong[source]:
                    self._cycles(easiest, source, cycle)
                if chain:
                    self._chains(easiest, source, True, chain)
                if chain and self.strong[source]:
                    self._chains(easiest, source, False, chain)
            self.most *= 2

    def _wants(self, easiest: Easiest, row: HintRow, nodes: int) -> bool:
        """Return whether a chain of this many nodes is worth finding now."""
        if not easiest.wants(row.price(length=nodes), nodes):
            return False
        self.is_cut = self.is_cut or nodes > self.most
        return nodes <= self.most

    def _chains(self, easiest: Easiest, source: int, start_on: bool, row: HintRow) -> None:
        """Offer the shortest chains that switch the source off if it was on, or on if it was off."""
        ends, seen = [source], {start_on: 1 << source, not start_on: 0}
        before: dict[tuple[int, bool], int] = {}
        turn_on, nodes = not start_on, 1
        while ends and self._wants(easiest, row, nodes + 1):
            links, following = self.strong if turn_on else self.weak, list[int]()
            for end in ends:
                if turn_on != start_on and links[end] >> source & 1:
                    hint = _turned(self.scene.marks, source, not start_on)
                    self._note_back(hint, end, source, start_on, before)
                    hint.length = nodes + 1
                    easiest.offer(row, hint, length=nodes + 1)
                    return
                for new in bits(links[end] & ~seen[turn_on]):
                    before[new, turn_on] = end
                    following.append(new)
                seen[turn_on] |= links[end]
            ends, turn_on, nodes = following, not turn_on, nodes + 1

    def _note_back(
        self, hint: Hint, end: int, source: int, was_on: bool, before: dict[tuple[int, bool], int]
    ) -> None:
        """Note the way back from the last candidate, which is in the source's first state."""
        at, on = end, was_on
        while (at, on) != (source, was_on):
            self._note(hint, at)
            at, on = before[at, on], not on
        self._note(hint, source)

    def _note(self, hint: Hint, candidate: int) -> None:
        cell, digit = divmod(candidate, self.scene.marks.shape.size)
        hint.cells |= 1 << cell
        hint.digits |= 1 << digit

    def _cycles(self, easiest: Easiest, source: int, row: HintRow) -> None:
        """Offer the cycles from a candidate back to itself, whose links hold in both directions."""
        closing = self.strong[source]
        ends, on_seen, off_seen, nodes = [source], 1 << source, 0, 1
        before_on: dict[int, int] = {}
        before_off: dict[int, int] = {}
        while ends and self._wants(easiest, row, nodes + 1):
            off_ends, following = list[int](), list[int]()
            for end in ends:
                if nodes >= 3:
                    for last in bits(closing & self.weak[end]):
                        hint = self._go_round(source, end, last, before_on, before_off)
                        hint.length = nodes + 1
                        easiest.offer(row, hint, length=nodes + 1)
                for new in bits(self.weak[end] & ~off_seen):
                    before_off[new] = end
                    off_ends.append(new)
                off_seen |= self.weak[end]
            for end in off_ends:
                for new in bits(self.strong[end] & ~on_seen):
                    before_on[new] = end
                    following.append(new)
                on_seen |= self.strong[end]
            ends, nodes = following, nodes + 2

    def _go_round(
        self, source: int, last_on: int, last_off: int, before_on: dict[int, int], before_off: dict[int, int]
    ) -> Hint:
        """Return the strikes of a cycle, which see a candidate that is on in either direction."""
        marks, hint = self.scene.marks, Hint()
        true_ones, false_ones, at = [source], [last_off], last_on
        while at != source:
            true_ones.append(at)
            false_ones.append(before_on[at])
            if false_ones[-1] == last_off:
                return Hint()
            at = before_off[false_ones[-1]]
        from_on, from_off = [0] * marks.shape.size, [0] * marks.shape.size
        for members, seen in ((true_ones, from_on), (false_ones, from_off)):
            for candidate in members:
                cell, digit = divmod(candidate, marks.shape.size)
                seen[digit] |= marks.shape.seen[cell]
                self._note(hint, candidate)
        for digit in range(marks.shape.size):
            hint.strike(marks, from_on[digit] & from_off[digit] & ~hint.cells, digit)
        return hint


def _turned(marks: PencilMarks, candidate: int, on: bool) -> Hint:
    """Return the strikes that switch a candidate on or off."""
    cell, digit = divmod(candidate, marks.shape.size)
    hint = Hint()
    hint.strike_digits(marks, cell, ~(1 << digit) if on else 1 << digit)
    return hint


Node: TypeAlias = tuple[int, bool]
"""A candidate, and whether it is on."""
MOST_NODES = 2 * 9**3


def nishio(scene: Scene, rows: Rows, easiest: Easiest) -> None:
    """Offer digits that leave no place for the same digit elsewhere if they are in a cell, or are not."""
    _Forcing(scene, rows, easiest, by_cell=False, remembers=True).contradictions()


def multiple_chains(scene: Scene, rows: Rows, easiest: Easiest) -> None:
    """Offer what follows from every digit of a cell with at least three, or from every place of a digit."""
    _Forcing(scene, rows, easiest, by_cell=True, remembers=False).meetings()


def dynamic_chains(scene: Scene, rows: Rows, easiest: Easiest) -> None:
    """Offer the same for chains that remember what they have switched off, and their contradictions."""
    _Forcing(scene, rows, easiest, by_cell=True, remembers=True).everything()


@dataclass
class Consequences:
    """The consequences of one assumption, with the nodes that each of them follows from."""

    on: Set = 0
    off: Set = 0
    parents: dict[Node, tuple[Node, ...]] = field(default_factory=dict)
    clash: tuple[Node, tuple[Node, ...]] | None = None
    """A node that contradicts one of these, and the nodes that it would follow from."""


class _Forcing:
    """Chains from several starts that meet, and chains that remember what they have switched off."""

    def __init__(self, scene: Scene, rows: Rows, easiest: Easiest, *, by_cell: bool, remembers: bool) -> None:
        self.marks, self.budget, self.easiest = scene.marks, scene.budget, easiest
        (self.row,) = rows.values()
        self.by_cell, self.remembers = by_cell, remembers
        self.size = scene.marks.shape.size
        self.known: dict[Node, Consequences] = {}

    def contradictions(self) -> None:
        """Try every candidate of cells that have a choice."""
        for cell in bits(self.marks.with_count(2, self.size)):
            for move in self._moves(cell):
                self._contradiction(move)

    def meetings(self) -> None:
        """Try every cell with at least three digits, and the units that begin there."""
        for cell in bits(self.marks.with_count(3, self.size)):
            for digit in bits(self.marks.left[cell]):
                self._units(cell, digit)
            self._meet(self._moves(cell))

    def everything(self) -> None:
        """Try both, cell by cell."""
        for cell in bits(self.marks.with_count(2, self.size)):
            for digit, move in zip(bits(self.marks.left[cell]), self._moves(cell), strict=True):
                self._contradiction(move)
                if self.marks.count(cell) >= 3:
                    self._weigh([self._from((move, True)), self._from((move, False))], [move])
                self._units(cell, digit)
            self._meet(self._moves(cell))

    def _moves(self, cell: int) -> list[int]:
        return [cell * self.size + digit for digit in bits(self.marks.left[cell])]

    def _from(self, node: Node) -> Consequences:
        if node not in self.known:
            self.budget.check()
            self.known[node] = self._follow(node)
        return self.known[node]

    def _follow(self, start: Node) -> Consequences:
        """Return all consequences, first of what is on and then of what is off."""
        found, now = Consequences(), self.marks.copy()
        true_ones, false_ones = list[int](), list[int]()
        true_done = false_done = 0

        def turn(move: int, on: bool, why: tuple[Node, ...]) -> None:
            if found.clash is None:
                if (found.off if on else found.on) >> move & 1:
                    found.clash = (move, on), why
                elif not (found.on if on else found.off) >> move & 1:
                    found.parents[move, on] = why
                    if on:
                        found.on |= 1 << move
                        true_ones.append(move)
                    else:
                        found.off |= 1 << move
                        false_ones.append(move)

        turn(*start, ())
        while found.clash is None and (true_done < len(true_ones) or false_done < len(false_ones)):
            if true_done < len(true_ones):
                move = true_ones[true_done]
                true_done += 1
                for other in self._switched_off(now, move):
                    turn(other, False, ((move, True),))
            else:
                move = false_ones[false_done]
                false_done += 1
                forced = list(self._switched_on(now, move))
                if self.remembers:
                    now.strike(*divmod(move, self.size))
                for other, why in forced:
                    turn(other, True, why)
        return found

    def _switched_off(self, now: PencilMarks, move: int) -> Iterator[int]:
        cell, digit = divmod(move, self.size)
        if self.by_cell:
            for other in bits(now.left[cell] & ~(1 << digit)):
                yield cell * self.size + other
        for other in bits(self.marks.shape.seen[cell] & now.where[digit]):
            yield other * self.size + digit

    def _switched_on(self, now: PencilMarks, move: int) -> Iterator[tuple[int, tuple[Node, ...]]]:
        """Yield the only alternatives to a candidate that is off, each with the nodes that it follows from."""
        cell, digit = divmod(move, self.size)
        if not now.left[cell] >> digit & 1:
            return
        if self.by_cell and now.count(cell) == 2:
            gone = self.marks.left[cell] & ~now.left[cell]
            why = [(cell * self.size + other, False) for other in bits(gone)]
            yield cell * self.size + lowest(now.left[cell] & ~(1 << digit)), ((move, False), *why)
        for unit in self.marks.shape.units_of[cell]:
            places = now.places(unit, digit)
            if places.bit_count() == 2:
                gone = self.marks.places(unit, digit) & ~places
                why = [(other * self.size + digit, False) for other in bits(gone)]
                yield lowest(places & ~(1 << cell)) * self.size + digit, ((move, False), *why)

    def _contradiction(self, move: int) -> None:
        """Offer that a candidate is off or on because the opposite contradicts itself."""
        most = self._longest()
        for on in (True, False):
            found = self._from((move, on))
            if found.clash:
                (clashing, turned_on), why = found.clash
                one = _ancestors(found, [(clashing, not turned_on)], most)
                other = _ancestors(found, why, most)
                if one is not None and other is not None:
                    self._offer(move, not on, one + other + 1, [move])

    def _units(self, cell: int, digit: int) -> None:
        """Weigh what follows from every place of a digit in a unit whose first place for it is this cell."""
        for unit in self.marks.shape.units_of[cell]:
            places = self.marks.places(unit, digit)
            if places.bit_count() >= 2 and lowest(places) == cell:
                self._meet([other * self.size + digit for other in bits(places)])

    def _meet(self, moves: list[int]) -> None:
        """Weigh what follows from any of several candidates."""
        self._weigh([self._from((move, True)) for move in moves], moves)

    def _weigh(self, alternatives: list[Consequences], sources: list[int]) -> None:
        """Offer what follows from each of several assumptions, of which one is true."""
        on = off = -1
        for each in alternatives:
            on &= each.on
            off &= each.off
        for node in [(move, True) for move in bits(on)] + [(move, False) for move in bits(off)]:
            most, length = self._longest(), 0
            for each in alternatives:
                part = _ancestors(each, [node], most - length)
                if part is None:
                    break
                length += part
            else:
                self._offer(*node, length, sources)

    def _longest(self) -> int:
        """Return a length beyond which no chain is wanted."""
        most = 8
        while self.easiest.wants(self.row.price(length=most), most) and most < MOST_NODES:
            most *= 2
        return most

    def _offer(self, move: int, on: bool, length: int, sources: list[int]) -> None:
        if not self.easiest.wants(self.row.price(length=length), length):
            return
        hint = _turned(self.marks, move, on)
        hint.length = length
        for cell, digit in (divmod(source, self.size) for source in sources):
            hint.cells |= 1 << cell
            hint.digits |= 1 << digit
        self.easiest.offer(self.row, hint, length=length)


def _ancestors(found: Consequences, nodes: list[Node] | tuple[Node, ...], most: int) -> int | None:
    """Return how many nodes lead to these, themselves included, or None beyond `most`."""
    todo, seen = list(nodes), set[Node]()
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            if len(seen) > most:
                return None
            todo += found.parents[node]
    return len(seen)
