"""Inference rules: things that people notice in a puzzle, and three makers of them.

A rule is apart from legality: it notices things. The entropy engine believes all findings at once, the
deduction solver takes them one at a time, easiest rule first: the same objects serve both.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from quandary.puzzle import AnyPuzzle, Slot, by_slot, is_fill

Moves: TypeAlias = Sequence[Any]


@dataclass(frozen=True)
class Finding:
    """One thing a rule noticed at one place: moves that must, and moves that cannot, be made.

    A required move need not be legal: that is how "required but impossible" is said.
    """

    where: str
    must: tuple[Any, ...] = ()
    cannot: tuple[Any, ...] = ()
    why: str = ""
    """What was seen there, in a few words: "only two edges are left"."""


@dataclass(frozen=True)
class Rule:
    """Something a person may know about a kind of puzzle.

    `find(puzzle, state, moves)` yields findings; `moves` are those not yet ruled out. A rule must
    be sound (it never rules out a move that leads to a solution) and must not rule out less when
    it is given fewer moves, or more knowledge could make a puzzle look harder.
    """

    name: str
    find: Callable[[Any, Any, Moves], Iterable[Finding]]
    cost: float = 1.0
    says: str = ""
    """The rule in words, for explanations."""
    needs_unique: bool = False
    """Sound only on puzzles that have exactly one solution."""
    native: bool = True
    """Whether the kind's engine in C++ has a twin of it. A player who knows a rule without one is asked in
    Python, and its scores say so."""


def sound(rules: Iterable[Rule], *, unique: bool) -> tuple[Rule, ...]:
    """Return the rules that hold on a puzzle, given whether it has exactly one solution.

    >>> single, last = Rule("single", print), Rule("last", print, needs_unique=True)
    >>> [rule.name for rule in sound((single, last), unique=False)]
    ['single']
    """
    return tuple(rule for rule in rules if unique or not rule.needs_unique)


def believe(puzzle: AnyPuzzle, state: Any, rules: Iterable[Rule]) -> tuple[list[Any], list[Any]]:
    """The moves left, and those required, once these rules have fed each other to the end."""
    moves, musts = list(puzzle.moves(state)), dict[Any, None]()
    before: tuple[int, int] | None = None
    while before != (len(moves), len(musts)):
        before = len(moves), len(musts)
        for rule in rules:
            for finding in list(rule.find(puzzle, state, tuple(moves))):
                musts.update(dict.fromkeys(finding.must))
                moves = narrow(puzzle, state, moves, finding)
    return moves, list(musts)


def narrow(puzzle: AnyPuzzle, state: Any, moves: Moves, finding: Finding) -> list[Any]:
    """The moves that remain once a finding is believed.

    What *must* means differs: on a path everything else is out; when filling, only what can no
    longer be made after the required move is out, so two compatible musts are no conflict.
    """
    out = set(finding.cannot)
    left = [move for move in moves if move not in out]
    for required in finding.must:
        after: set[Any] = set()
        if is_fill(puzzle) and required in left:
            after = set(puzzle.moves(puzzle.apply(state, required)))
        left = [move for move in left if move == required or move in after]
    return left


def contradiction(puzzle: AnyPuzzle, state: Any, moves: Moves) -> str | None:
    """Why the kind itself calls these notes hopeless at a glance, if it does.

    A puzzle may offer `contradiction(state, moves_left)`; most do not need it.
    """
    look = getattr(puzzle, "contradiction", None)
    return look(state, moves) if look else None


def dead_end(name: str, is_dead: Callable[[Any, Any], bool], *, cost: float = 1.0, says: str = "") -> Rule:
    """A rule against moves that lead to a state of which `is_dead(puzzle, state)` is true."""

    def find(puzzle: AnyPuzzle, state: Any, moves: Moves) -> Iterable[Finding]:
        bad = tuple(move for move in moves if is_dead(puzzle, puzzle.apply(state, move)))
        if bad:
            yield Finding(name, cannot=bad)

    return Rule(name, find, cost, says)


def only_option(name: str, family: str, *, cost: float = 1.0, says: str = "") -> Rule:
    """A rule that fills a slot of `family` with the one move left for it (singles)."""

    def find(puzzle: AnyPuzzle, state: Any, moves: Moves) -> Iterable[Finding]:
        for slot, options in by_slot(puzzle, state, moves, {family}).items():
            if len(options) == 1:
                yield Finding(str(slot), must=tuple(options))

    return Rule(name, find, cost, says)


def locked(
    name: str,
    bases: str,
    covers: str,
    size: int,
    *,
    within: Callable[[Any, Slot, str], Hashable] | None = None,
    cost: float = 1.0,
    says: str = "",
) -> Rule:
    """A rule about `size` base slots whose moves all go into the same `size` cover slots.

    They use those up, so every other move into the covers is out: pointing, claiming, pairs,
    triples and fish, by choice of families. Bases that one move could fill together do not count;
    a cover that is listed twice has room for two. Where bases come in parts that never share a cover,
    `within(puzzle, base, covers)` says which part each belongs to, and groups are sought there.
    """

    def find(puzzle: Any, state: Any, moves: Moves) -> Iterable[Finding]:
        table, room = by_slot(puzzle, state, moves, {bases, covers}), Counter(puzzle.slots(state))
        into = _bits_for({slot: room[slot] for slot in table if slot.family == covers})
        number = {move: 1 << at for at, move in enumerate(moves)}
        parts: dict[Hashable, list[_Base]] = {}
        for base, options in table.items():
            if base.family == bases and options and room[base] == 1:
                inside, cover = 0, 0
                for move in options:
                    inside |= number[move]
                    for slot in puzzle.fills(move):
                        cover |= into.get(slot, 0)
                if cover.bit_count() <= size:
                    part = within(puzzle, base, covers) if within else None
                    parts.setdefault(part, []).append(_Base((base,), inside, cover))
        for group, inside, cover in (g for part in parts.values() for g in _locked_groups(part, size)):
            out = tuple(
                move
                for move in moves
                if not number[move] & inside and any(into.get(slot, 0) & cover for slot in puzzle.fills(move))
            )
            if out:
                yield Finding(" and ".join(map(str, group)), cannot=out)

    return Rule(name, find, cost, says)


def _bits_for(room: Mapping[Slot, int]) -> dict[Slot, int]:
    """For each slot as many bits as it has room, so that counting bits adds up the room."""
    bits, used = dict[Slot, int](), 0
    for slot, times in room.items():
        bits[slot] = ((1 << times) - 1) << used
        used += times
    return bits


class _Base(NamedTuple):
    """A base, or a group of them: the slots, and as bits their moves and the room in their covers."""

    slots: tuple[Slot, ...]
    moves: int
    covers: int


def _locked_groups(
    bases: Sequence[_Base], size: int, group: _Base = _Base((), 0, 0), start: int = 0
) -> Iterator[_Base]:
    """Groups of `size` bases that share no move and have no more room around than that."""
    if len(group.slots) == size:
        yield group
        return
    for at in range(start, len(bases)):
        base = bases[at]
        covers = group.covers | base.covers
        if not group.moves & base.moves and covers.bit_count() <= size:
            more = _Base(group.slots + base.slots, group.moves | base.moves, covers)
            yield from _locked_groups(bases, size, more, at + 1)
