"""The theory that every fill puzzle has: each open slot must be filled, and some moves are mutually exclusive.

If there are slots that cannot all be filled once a move is made, then that move cannot be made. What counts is only how
slots and moves hang together, so a pair, a hidden pair and a fish are one pattern in different families of slots.

Moves are numbered, and 0 is the move in question. `only` is the fact that a slot of a family has no other moves left
than these, and `clash` that two moves are mutually exclusive. A player who knows a rule recognises every group of slots
of the same families with at most as many moves, and each use is checked on the spot.

Slots that need room in fewer slots of another family are one concept, whatever their number: one of them gets nothing.
A naked triple, a hidden one and a swordfish are all of this sort. Its pattern is `crowd`, with as many slots as people see.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from math import log2
from typing import Any

from quandary.draw.shapes import Circle, Drawing, Line, Point, Shape, Text
from quandary.errors import QuandaryError
from quandary.parts.english import listed
from quandary.puzzle import is_fill
from quandary.theory import Fact, Facts, Matcher, Theory
from quandary.theory.notes import CLASH, CROWD, IN_QUESTION, ONLY, Notes, Signature, board_of
from quandary.theory.telling import NUMBERS

PIGEONHOLE = (
    "Each slot needs a place of its own. Once the move has taken one, fewer places than slots are left for them, so one gets"
    " nothing: that cannot be, since it must be filled. With one slot and one place more this is as true as before."
)


class SlotTheory:
    """The laws of slots: each must be filled, and moves that clash are mutually exclusive."""

    version = 1
    by_marks = True
    has_history = False
    is_steady = True

    def __init__(self, named: Mapping[str, tuple[str, str]] | None = None) -> None:
        self.named = named or {}
        """What one slot and several slots of a family are called, where that is not the name of the family."""

    def facts(self, puzzle: Any, state: Any, move: Any, radius: int) -> Facts:
        """Return the fewest slots, up to `radius`, that cannot all be filled once a move is made."""
        board = board_of(puzzle)
        notes = board.notes(state, puzzle.moves(state))
        number = board.number[move]
        groups = (
            group
            for size in range(1, radius + 1)
            for group in chain(notes.refuting(number, size), notes.crowds(number, size))
        )
        group = next(groups, None)
        return frozenset() if group is None else notes.facts(number, group)

    def refutes(self, facts: Facts) -> Facts | None:
        """Return the facts if no choice of moves for the slots avoids all clashes, or else None."""
        if IN_QUESTION not in facts:
            return None
        clash = {frozenset(fact.at) for fact in facts if fact.sort == CLASH}
        slots = sorted((fact.at for fact in facts if fact.sort == ONLY), key=len)
        return None if _can_fill(slots, clash, (0,)) else facts

    def weaker(self, fact: Fact) -> Facts:
        """Return nothing: a slot with fewer moves is looked for by its signature."""
        return frozenset()

    def turns(self, facts: Facts) -> Iterable[Facts]:
        """Yield the facts, which have no direction."""
        yield facts

    def price(self, fact: Fact) -> float:
        """Return the bits for a slot and the number of its moves. Clashes can be seen."""
        return 3 + 2 * log2(1 + len(fact.at)) if fact.sort == ONLY else 0.0

    def say(self, facts: Facts) -> str:
        """Return which slots leave no room for the move."""
        slots = Counter((str(fact.value), len(fact.at)) for fact in facts if fact.sort == ONLY)
        if is_crowd(signature(facts)):
            [(family, _)] = slots
            return (
                f"Rule this move out: it takes room from two, three or {NUMBERS[CROWD]} {self._called(family)[1]}, whose moves"
                " would then all go into one place less. This holds for any number."
            )
        parts = [self._some(many, *slot) for slot, many in sorted(slots.items())]
        if slots.total() > 1:
            return f"Rule this move out: after it, there is no way to fill {listed(parts)}."
        [(family, number)] = slots
        slot, _ = self._called(family)
        if number == 1:
            return f"Rule this move out: it would exclude the only move that is left for a {slot}."
        every = "both" if number == 2 else f"all {NUMBERS[number]}"
        return f"Rule this move out: it would exclude {every} moves that are left for a {slot}."

    def _some(self, many: int, family: str, moves: int) -> str:
        """Return some slots of a family in words."""
        one, several = self._called(family)
        left = f"with {NUMBERS[moves]} move{'s' * (moves != 1)} left"
        return f"a {one} {left}" if many == 1 else f"{NUMBERS[many]} {several} {left} each"

    def _called(self, family: str) -> tuple[str, str]:
        return self.named.get(family, (family, f"slots of the family {family}"))

    def shape(self, facts: Facts) -> str:
        """Return what solvers call the pattern, and the families of its slots."""
        families = sorted({str(fact.value) for fact in facts if fact.sort == ONLY})
        return f"{_shape(signature(facts))} in {' and '.join(families)}"

    def prove(self, facts: Facts) -> list[str]:
        """Return what happens to each slot once the move is made."""
        if is_crowd(signature(facts)):
            return [PIGEONHOLE]
        clash = {frozenset(fact.at) for fact in facts if fact.sort == CLASH}
        slots = sorted((fact for fact in facts if fact.sort == ONLY), key=repr)
        return list(_told(slots, clash, {0}, ""))

    def draw(self, facts: Facts) -> Drawing:
        """Draw each slot as a column of moves, with lines between moves that are mutually exclusive."""
        return _drawn(facts)

    def is_local(self, facts: Facts) -> bool:
        """Return False: slots have no neighbours."""
        return False

    def level(self, facts: Facts) -> int:
        """Return how many slots there are, and for as many how many moves the longest has."""
        moves = [len(fact.at) for fact in facts if fact.sort == ONLY]
        return 100 * len(moves) + max(moves, default=0)

    def forms(self, facts: Facts) -> list[Signature]:
        """Return the signature of a group of slots."""
        return [signature(facts)]

    def radius(self, patterns: Sequence[Facts]) -> int:
        """Return the most slots of a group."""
        return max((len(signature(each)) for each in patterns), default=0)

    def match(self, patterns: Sequence[Facts]) -> Matcher:
        """Return a function that finds the moves that the patterns refute among those left."""
        known = Known([signature(each) for each in patterns])

        def find(puzzle: Any, state: Any, moves: Sequence[Any]) -> list[int]:
            board = board_of(puzzle)
            notes = board.notes(state, moves)
            return [known.refuting(notes, board.number[move], known.sizes()) for move in moves]

        return find


THEORY: Theory = SlotTheory()


def theory_of(puzzle: Any) -> Theory:
    """Return the theory of a puzzle of one's own. Raises QuandaryError unless it is a fill puzzle."""
    if is_fill(puzzle):
        return THEORY
    raise QuandaryError(
        f"{type(puzzle).__name__} has no slots, so it needs a theory of its own. docs/discover.md says how to write one."
    )


def signature(facts: Facts) -> Signature:
    """Return what a player recognises a group of slots by."""
    spoilt = {max(fact.at) for fact in facts if fact.sort == CLASH and min(fact.at) == 0}
    return tuple(
        sorted(
            (str(fact.value), len(fact.at), len(set(fact.at) - spoilt)) for fact in facts if fact.sort == ONLY
        )
    )


def crowd(family: str) -> Facts:
    """Return slots of a family that all need room in the same places, one of which the move takes.

    >>> signature(crowd("cell"))
    (('cell', 4, 3), ('cell', 4, 3), ('cell', 4, 3), ('cell', 4, 3))
    """
    rows = range(CROWD)
    slots = {Fact(ONLY, tuple(1 + CROWD * row + at for at in rows), family) for row in rows}
    taken = {Fact(CLASH, (0, 1 + CROWD * row)) for row in rows}
    same = {
        Fact(CLASH, (1 + CROWD * one + at, 1 + CROWD * other + at))
        for at in rows
        for one, other in combinations(rows, 2)
    }
    return frozenset({IN_QUESTION, *slots, *taken, *same})


def is_crowd(slots: Signature) -> bool:
    """Return whether a signature is that of a `crowd`."""
    return len(slots) == CROWD and set(slots) == {(slots[0][0], CROWD, CROWD - 1)}


class Known:
    """The signatures that a player knows, as a bit mask for each group that is met."""

    def __init__(self, signatures: Sequence[Signature]) -> None:
        self.signatures = signatures
        followed = [each for each in signatures if not is_crowd(each)]
        self.most = max(map(len, followed), default=0)
        self.longest = max((slot[1] for each in followed for slot in each), default=0)
        self.crowded = len(followed) < len(signatures)
        self._masks: dict[Signature, int] = {}

    def sizes(self, rules: int = -1) -> range:
        """Return the sizes of groups to look for if some rules are known, as a bit mask."""
        known = (len(each) for at, each in enumerate(self.signatures) if rules >> at & 1)
        return range(1, 1 + max(known, default=0))

    def refuting(self, notes: Notes, move: int, sizes: Iterable[int]) -> int:
        """Return the rules that rule out a move by groups of some sizes, as a bit mask."""
        mask = 0
        for size in sizes:
            for group in notes.refuting(move, size, self.longest) if size <= self.most else ():
                mask |= self.mask(notes.signature(move, group))
            for group in notes.crowds(move, size) if self.crowded and size > 1 else ():
                mask |= self.mask(notes.signature(move, group))
        return mask

    def mask(self, met: Signature) -> int:
        """Return the rules that cover a group of slots."""
        if met not in self._masks:
            self._masks[met] = sum(1 << at for at, each in enumerate(self.signatures) if covers(each, met))
        return self._masks[met]


def covers(known: Signature, met: Signature) -> bool:
    """Return whether each slot of a group has its own slot in a signature, of its family and no smaller.

    >>> covers((("cell", 2, 1), ("cell", 2, 1)), (("cell", 1, 0),)), covers((("cell", 1, 0),), (("row", 1, 0),))
    (True, False)
    """
    if not met:
        return True
    family, moves, spared = met[-1]
    return any(
        slot[0] == family
        and slot[1] >= moves
        and slot[2] >= spared
        and covers(known[:at] + known[at + 1 :], met[:-1])
        for at, slot in enumerate(known)
    )


# Proofs, words and pictures


def _can_fill(slots: Sequence[tuple[int, ...]], clash: "set[frozenset[int]]", made: tuple[int, ...]) -> bool:
    """Return whether some choice of moves fills all slots without a clash."""
    if not slots:
        return True
    first, *rest = slots
    if any(move in first for move in made):
        return _can_fill(rest, clash, made)
    return any(
        _can_fill(rest, clash, (*made, move))
        for move in first
        if not any(frozenset((move, other)) in clash for other in made)
    )


def _told(
    slots: Sequence[Fact], clash: "set[frozenset[int]]", made: "set[int]", indent: str
) -> Iterator[str]:
    """Yield what is left for the slots after some moves, until one has nothing left."""
    open_ones = [slot for slot in slots if made.isdisjoint(slot.at)]
    if not open_ones:
        return

    def left(slot: Fact) -> list[int]:
        return [move for move in slot.at if not any(frozenset((move, other)) in clash for other in made)]

    slot = min(open_ones, key=lambda slot: len(left(slot)))
    rest, name = left(slot), f"the {slot.value} with {len(slot.at)} move{'s' * (len(slot.at) != 1)}"
    if not rest:
        yield f"{indent}Then nothing is left for {name}: that cannot be, since it must be filled."
    elif len(rest) == 1:
        yield f"{indent}Then one move is left for {name}, so it is made."
        yield from _told(slots, clash, {*made, *rest}, indent)
    else:
        for move in rest:
            yield f"{indent}Suppose that {name} gets its move {move}."
            yield from _told(slots, clash, {*made, move}, f"{indent}  ")


def _shape(slots: Signature) -> str:
    """Return what solvers call a group of slots.

    >>> _shape((("cell", 1, 0),)), _shape((("cell", 2, 1), ("cell", 2, 1))), _shape((("box", 3, 0),))
    ('single', 'pair', 'locked set')
    """
    moves = [number for _, number, _ in slots]
    if is_crowd(slots):
        return "crowd"
    if len(slots) == 1:
        return "single" if moves == [1] else "locked set"
    if len(slots) == 2:
        return "pair" if len({family for family, _, _ in slots}) == 1 and max(moves) == 2 else "link"
    if len(slots) == 3:
        return "wing" if max(moves) == 2 else "triple"
    return "chain"


def _drawn(facts: Facts) -> Drawing:
    """Return the graph of a pattern: the move in question on the left, each slot a column beside it."""
    slots = sorted((fact for fact in facts if fact.sort == ONLY), key=repr)
    tall = max((len(slot.at) for slot in slots), default=1)
    place: dict[int, Point] = {0: (0.8, 0.9 + tall / 2)}
    shapes: list[Shape] = []
    for column, slot in enumerate(slots):
        x = 2.4 + 1.6 * column
        shapes.append(Text((x, 0.5), str(slot.value), 0.34, "soft"))
        for row, move in enumerate(slot.at):
            place.setdefault(move, (x, 1.3 + row))
    lines = [
        Line((place[min(f.at)], place[max(f.at)]), "struck" if 0 in f.at else "line", 0.05)
        for f in sorted(facts, key=repr)
        if f.sort == CLASH and set(f.at) <= place.keys()
    ]
    dots = [
        Circle(at, 0.22, fill="struck" if move == 0 else "accent-1") for move, at in sorted(place.items())
    ]
    return Drawing(
        3.2 + 1.6 * max(0, len(slots) - 1), tall + 1.4, (*shapes, *lines, *dots), "Slots and moves"
    )
