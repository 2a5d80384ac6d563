"""Inference rules: what people notice in a puzzle, and three functions that make common rules.

Rules are separate from legality. The entropy engine applies all findings at once, the deduction solver
takes them one at a time, easiest rule first. Both use the same rules.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from quandary.limits import check_limits
from quandary.puzzle import AnyPuzzle, Slot, by_slot, is_fill

Moves: TypeAlias = Sequence[Any]
PartOf: TypeAlias = Callable[[Any, Slot, str], Hashable]
"""Puzzle, base slot, family of the covers → the part of the puzzle in which the base lies."""


class Lore(Protocol):
    """What a learned rule looks for (`quandary.theory.lore`)."""

    theory: Any
    """The theory that has proved the rule."""

    def joined(self, lore: "tuple[Any, ...]") -> Any:
        """Return what some rules look for as one object of the compiled core."""


@dataclass(frozen=True)
class Finding:
    """One observation at one place: moves that must be made and moves that cannot.

    A required move need not be legal. That expresses "required but impossible".
    """

    where: str
    must: tuple[Any, ...] = ()
    cannot: tuple[Any, ...] = ()
    why: str = ""
    """The observation in a few words: "only two edges are left"."""
    seen_at: tuple[Any, ...] = ()
    """The slots to look at, for pictures."""


@dataclass(frozen=True)
class Rule:
    """Something a person may know about a kind of puzzle.

    `find(puzzle, state, moves)` yields findings; `moves` are those not yet ruled out. A rule must
    be sound (never rule out a move that leads to a solution). It must also not rule out less when
    given fewer moves, or more knowledge could make a puzzle look harder.
    """

    name: str
    find: Callable[[Any, Any, Moves], Iterable[Finding]]
    cost: float = 1.0
    says: str = ""
    """The rule in words, for explanations."""
    needs_unique: bool = False
    """Whether the rule is sound only for puzzles with exactly one solution."""
    native: bool | str = True
    """Whether the kind's engine in C++ has this rule too, or its name there if it has another. A player who knows a
    rule without a C++ version is measured in Python, and the scores say so."""
    lore: Lore | None = None
    """What a learned rule looks for, which an engine in C++ can look for itself."""
    remembering: Callable[[Any], Any] | None = None
    """Puzzle → the same puzzle with states that remember what the rule looks back at, for a rule about how a state
    was reached. It may return the puzzle itself. In other states the rule is silent."""
    habit: float | None = None
    """Its cost by when experienced solvers use it, if their recorded solves put it elsewhere. Hints go by it."""

    @property
    def turn(self) -> float:
        """Where the rule comes in the order of experienced solvers, as far as that is known.

        >>> Rule("naked-single", print, cost=2.3, habit=1.1).turn, Rule("x-wing", print, cost=3.2).turn
        (1.1, 3.2)
        """
        return self.cost if self.habit is None else self.habit

    @property
    def native_name(self) -> str:
        """The name of the rule in C++."""
        return self.native if isinstance(self.native, str) else self.name


_SPOKEN = {
    "global": "rule about the whole board",
    "assume-1": "trial of one round",
    "assume-2": "trial of two rounds",
    "assume-3": "trial of three rounds",
}
"""Rules whose names are not what people say."""
_UNITS = ("box", "line", "row", "column", "cell", "region", "cage")


def called(name: str) -> str:
    """Return the name of a rule as people say it.

    >>> called("hidden-single-box"), called("naked-pair"), called("x-wing"), called("assume-2")
    ('hidden single in a box', 'naked pair', 'X-wing', 'trial of two rounds')
    """
    if name in _SPOKEN:
        return _SPOKEN[name]
    *stem, unit = name.split("-")
    if stem and unit in _UNITS:
        return f"{' '.join(stem)} in a {unit}"
    if stem and len(stem[0]) == 1:
        return f"{stem[0].upper()}-{' '.join([*stem[1:], unit])}"
    return name.replace("-", " ")


def remembered(puzzle: Any, rules: Iterable[Rule]) -> Any:
    """Return the puzzle with states that remember what some rules look back at.

    >>> remembered("a puzzle", [Rule("plain", print)])
    'a puzzle'
    """
    for rule in rules:
        puzzle = rule.remembering(puzzle) if rule.remembering else puzzle
    return puzzle


def sound(rules: Iterable[Rule], *, unique: bool) -> tuple[Rule, ...]:
    """Return the rules that hold on a puzzle, given whether it has exactly one solution.

    >>> single, last = Rule("single", print), Rule("last", print, needs_unique=True)
    >>> [rule.name for rule in sound((single, last), unique=False)]
    ['single']
    """
    return tuple(rule for rule in rules if unique or not rule.needs_unique)


def believe(puzzle: AnyPuzzle, state: Any, rules: Iterable[Rule]) -> tuple[list[Any], list[Any]]:
    """Return the remaining and the required moves after applying the rules until nothing changes."""
    moves, musts = list(puzzle.moves(state)), dict[Any, None]()
    before: tuple[int, int] | None = None
    while before != (len(moves), len(musts)):
        before = len(moves), len(musts)
        for rule in rules:
            check_limits()
            for finding in list(rule.find(puzzle, state, tuple(moves))):
                check_limits()
                musts.update(dict.fromkeys(finding.must))
                moves = narrow(puzzle, state, moves, finding)
    return moves, list(musts)


def narrow(puzzle: AnyPuzzle, state: Any, moves: Moves, finding: Finding) -> list[Any]:
    """Return the moves that remain after applying a finding.

    For a path puzzle, a required move rules out all others. For a fill puzzle, it rules out only the moves
    that are illegal after it, so two compatible required moves do not conflict.
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
    """Return why the kind sees at a glance that these notes are hopeless, or None.

    A puzzle may offer `contradiction(state, moves_left)`, but most do not need it.
    """
    look = getattr(puzzle, "contradiction", None)
    return look(state, moves) if look else None


def dead_end(
    name: str,
    is_dead: Callable[[Any, Any], bool],
    *,
    cost: float = 1.0,
    says: str = "",
    native: bool | str = True,
) -> Rule:
    """Make a rule against moves that lead to a state for which `is_dead(puzzle, state)` is true."""
    return Rule(name, partial(_dead, name, is_dead), cost, says, native=native)


def _dead(
    name: str, is_dead: Callable[[Any, Any], bool], puzzle: AnyPuzzle, state: Any, moves: Moves
) -> Iterable[Finding]:
    bad = []
    for move in moves:
        check_limits()
        if is_dead(puzzle, puzzle.apply(state, move)):
            bad.append(move)
    if bad:
        yield Finding(name, cannot=tuple(bad))


def only_option(name: str, family: str, *, cost: float = 1.0, says: str = "") -> Rule:
    """Make a rule that fills a slot of `family` with the only move left for it (singles)."""
    return Rule(name, partial(_only, family), cost, says)


def _only(family: str, puzzle: AnyPuzzle, state: Any, moves: Moves) -> Iterable[Finding]:
    for slot, options in by_slot(puzzle, state, moves, {family}).items():
        if len(options) == 1:
            yield Finding(str(slot), must=tuple(options))


def locked(
    name: str,
    bases: str,
    covers: str,
    size: int,
    *,
    within: PartOf | None = None,
    cost: float = 1.0,
    says: str = "",
) -> Rule:
    """Make a rule about `size` base slots whose moves all go into the same `size` cover slots.

    They use up the covers, so every other move into the covers is ruled out: pointing, claiming, pairs,
    triples and fish, depending on the families. Bases that one move could fill together do not count.
    A cover that is listed twice has room for two. If the bases fall into parts that never share a cover,
    `within(puzzle, base, covers)` names the part of each base, and groups are searched for within parts.
    """
    return Rule(name, partial(_in_covers, bases, covers, size, within), cost, says)


def _in_covers(
    bases: str, covers: str, size: int, within: PartOf | None, puzzle: Any, state: Any, moves: Moves
) -> Iterable[Finding]:
    table = by_slot(puzzle, state, moves, {bases, covers})
    room = Counter(slot for slot in puzzle.slots(state) if slot.family in (bases, covers))
    into = _bits_for({slot: room[slot] for slot in table if slot.family == covers})
    number = {move: 1 << at for at, move in enumerate(moves)}
    covering = {move: _covering(puzzle, move, into) for move in moves}
    parts: dict[Hashable, list[_Base]] = {}
    for base, options in table.items():
        if base.family == bases and options and room[base] == 1:
            inside, cover = 0, 0
            for move in options:
                inside |= number[move]
                cover |= covering[move]
            if cover.bit_count() <= size:
                part = within(puzzle, base, covers) if within else None
                parts.setdefault(part, []).append(_Base((base,), inside, cover))
    for group, inside, cover in (g for part in parts.values() for g in _locked_groups(part, size)):
        out = tuple(move for move in moves if covering[move] & cover and not number[move] & inside)
        if out:
            yield Finding(" and ".join(map(str, group)), cannot=out)


def _bits_for(room: Mapping[Slot, int]) -> dict[Slot, int]:
    """Return one bit per unit of room in each slot, so that counting bits adds up the room."""
    bits, used = dict[Slot, int](), 0
    for slot, times in room.items():
        bits[slot] = ((1 << times) - 1) << used
        used += times
    return bits


def _covering(puzzle: Any, move: Any, into: Mapping[Slot, int]) -> int:
    """Return the bits of the slots that a move fills."""
    bits = 0
    for slot in puzzle.fills(move):
        bits |= into.get(slot, 0)
    return bits


class _Base(NamedTuple):
    """A base or a group of bases: its slots, and as bits its moves and the room in its covers."""

    slots: tuple[Slot, ...]
    moves: int
    covers: int


def _locked_groups(
    bases: Sequence[_Base], size: int, group: _Base = _Base((), 0, 0), start: int = 0
) -> Iterator[_Base]:
    """Yield groups of `size` bases that share no move and whose covers have room for at most `size`."""
    if len(group.slots) == size:
        yield group
        return
    for at in range(start, len(bases)):
        check_limits()
        base = bases[at]
        covers = group.covers | base.covers
        if not group.moves & base.moves and covers.bit_count() <= size:
            more = _Base(group.slots + base.slots, group.moves | base.moves, covers)
            yield from _locked_groups(bases, size, more, at + 1)
