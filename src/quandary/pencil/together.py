"""Two rungs of the ladder on which rules work together: two or three that overlap, and counting over several lines.

Both find what one rule alone does not show. Each of them is the reference for its twin in the core.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, permutations
from operator import or_
from typing import NamedTuple, TypeAlias

from quandary.limits import check_limits
from quandary.pencil.grid import Write
from quandary.pencil.rungs import Hit, open_moves
from quandary.pencil.search import RuleBoard
from quandary.pencil.words import BrokenError, different, exactly
from quandary.pencil.words.word import Forced, SpotNumber, ValueSet, values_of

MOST_LINES = 4
"""How many lines people count over."""


def overlap(board: RuleBoard, may: list[ValueSet]) -> Iterator[Hit]:
    """Yield each mark that two rules refute together, then each that three do.

    Of three, two are about the spot itself, and the third cannot keep both of what they force. Rules about the whole board
    are not among them.
    """
    for look in (_two, _three):
        for spot, move in open_moves(board, may):
            check_limits()
            if words := look(board, may, move):
                yield Hit(words, {spot: may[spot] & ~(1 << move.value)}, spot, move.value)


def _two(board: RuleBoard, may: list[ValueSet], move: Write) -> tuple[int, ...]:
    """Return one or two rules that break if a move is made."""
    assumed = [*may[: move.spot], 1 << move.value, *may[move.spot + 1 :]]
    for one in _near(board, (move.spot,)):
        forced = _forced(board, one, assumed)
        if forced is None:
            return (one,)
        after = _narrowed(assumed, forced)
        for other in _near(board, sorted(forced)):
            if other != one and _forced(board, other, after) is None:
                return one, other
    return ()


def _three(board: RuleBoard, may: list[ValueSet], move: Write) -> tuple[int, ...]:
    """Return two rules about the spot of a move, and a third one that breaks by what they force."""
    assumed = [*may[: move.spot], 1 << move.value, *may[move.spot + 1 :]]
    known = {number: _forced(board, number, assumed) for number in _near(board, (move.spot,))}
    forcing = [(number, forced) for number, forced in known.items() if forced]
    for (one, first), (other, second) in combinations(forcing, 2):
        after = _narrowed(_narrowed(assumed, first), second)
        for third in _near(board, sorted(second)):
            if third not in (one, other) and _forced(board, third, after) is None:
                return one, other, third
    return ()


def _near(board: RuleBoard, spots: Iterable[SpotNumber]) -> Iterable[int]:
    """Return the rules about some spots, without those about the whole board."""
    return dict.fromkeys(number for number in board.about(spots) if not board.words[number].is_global)


def _forced(board: RuleBoard, number: int, may: Sequence[ValueSet]) -> Forced | None:
    """Return what a rule forces, or None if it breaks."""
    try:
        return board.words[number].forces(may) if all(may) else None
    except BrokenError:
        return None


def _narrowed(may: list[ValueSet], forced: Forced) -> list[ValueSet]:
    after = [*may]
    for spot, mask in forced.items():
        after[spot] &= mask
    return after


CountedMark: TypeAlias = tuple[SpotNumber, int]
"""A value in a spot."""


class Counter(NamedTuple):
    """A number of marks that must be among some items, exactly: by a rule, or since a spot has one value."""

    n: int
    items: tuple[CountedMark, ...]


Family: TypeAlias = tuple[Counter, ...]
"""Counters that share no item: the rows, the regions, the values of a line."""


@lru_cache(64)
def families_of(board: RuleBoard) -> list[tuple[Family, Family]]:
    """Return the families that can be counted against each other, both ways around."""
    found = list[tuple[Family, Family]]()
    for group in _families(board).values():
        found += permutations(group, 2)
    for number, word in enumerate(board.words):
        if values := _values_of_line(board, number):
            spots = tuple(Counter(1, tuple((spot, value) for value in values)) for spot in word.scope)
            places = tuple(_place(board, number, value) for value in values)
            found += (spots, places), (places, spots)
    return found


def _families(board: RuleBoard) -> dict[int, list[Family]]:
    """Return families of rules that count the same value, by that value. A family ends where rules overlap."""
    found = dict[int, list[list[Counter]]]()
    for number, word in enumerate(board.words):
        counters = dict[int, Counter]()
        if isinstance(word, exactly):
            items = tuple((spot, word.value) for spot in word.scope)
            counters = {word.value: Counter(word.n, items)}
        elif values := _values_of_line(board, number):
            counters = {value: _place(board, number, value) for value in values}
        for value, counter in counters.items():
            families = found.setdefault(value, [[]])
            if {*counter.items} & {item for other in families[-1] for item in other.items}:
                families.append([])
            families[-1].append(counter)
    return {value: [*map(tuple, families)] for value, families in found.items()}


def _values_of_line(board: RuleBoard, number: int) -> list[int]:
    """Return the values of a line that takes each of them once, or nothing."""
    word = board.words[number]
    if not isinstance(word, different):
        return []
    values = values_of(reduce(or_, (board.puzzle.grid.domains[spot] for spot in word.scope), 0))
    return values if len(values) == len(word.scope) else []


def _place(board: RuleBoard, number: int, value: int) -> Counter:
    return Counter(1, tuple((spot, value) for spot in board.words[number].scope))


def counting(board: RuleBoard, may: list[ValueSet]) -> Iterator[Hit]:
    """Yield what follows from counting: some lines hold all that others need, so the rest of them is known.

    The lines are up to MOST_LINES of one family, the others all those of another family that have no room outside them.
    """
    left = _Left(may)
    for one, another in families_of(board):
        lines, others = [*map(left, one)], [*map(left, another)]
        for size in range(1, MOST_LINES + 1):
            for chosen in combinations(lines, size):
                check_limits()
                if found := _counted(may, chosen, others):
                    yield found


class Left(NamedTuple):
    """What is left of a counter: how many are missing, and the items that are open."""

    missing: int
    open: frozenset[CountedMark]
    counter: Counter


class _Left:
    """Look at counters by what may be in each spot."""

    def __init__(self, may: list[ValueSet]) -> None:
        self.may = may

    def __call__(self, counter: Counter) -> Left:
        sure = sum(self.may[spot] == 1 << value for spot, value in counter.items)
        left = frozenset(
            (spot, value)
            for spot, value in counter.items
            if self.may[spot] >> value & 1 and self.may[spot] != 1 << value
        )
        return Left(counter.n - sure, left, counter)


def _counted(may: list[ValueSet], lines: Sequence[Left], others: Sequence[Left]) -> Hit | None:
    if not all(line.open for line in lines):
        return None
    room = frozenset[CountedMark]().union(*(line.open for line in lines))
    inside = [other for other in others if other.open and other.open <= room]
    rest = room.difference(*(other.open for other in inside))
    if not inside:
        return None
    missing = sum(line.missing for line in lines) - sum(other.missing for other in inside)
    counters = tuple(each.counter for each in (*lines, *inside))
    if not 0 <= missing <= len(rest):
        return Hit((), None, counters=counters, split=len(lines))
    if not rest or missing not in (0, len(rest)):
        return None
    forced = dict[SpotNumber, ValueSet]()
    for spot, value in sorted(rest):
        keeps = 1 << value if missing else ~(1 << value)
        forced[spot] = forced.get(spot, may[spot]) & keeps
    return Hit((), dict(sorted(forced.items())), counters=counters, split=len(lines))
