"""Rules that follow links: if this move is wrong, that one is right, so a third one is wrong.

A *strong* link joins the last two moves of a slot: one of them is made. A *weak* link joins two moves into
the same slot: not both are made. A chain alternates strong and weak links. If it begins and ends with a
strong link, at least one of its two ends is made, so a move that is incompatible with both is ruled out.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeAlias

from quandary.parts.masks import bits
from quandary.puzzle import AnyFillPuzzle, by_slot
from quandary.rules import Finding, Moves, Rule

Follow: TypeAlias = Callable[[int], int]
"""From a move to those that are made if it is not, as bits, or IMPOSSIBLE if it must be made."""
IMPOSSIBLE = -1


def chain(
    name: str,
    *links: Collection[str],
    repeats: bool = False,
    narrow: bool = False,
    cost: float = 1.0,
    says: str = "",
) -> Rule:
    """Make a rule about chains whose links lie in slots of these families, alternately strong and weak.

    There is an odd number of links, and chains may be read from either end. With `repeats`, there are two
    links, and chains of any length alternate them. `narrow` then requires weak links, too, to join the only
    two moves of a slot. A slot in which one move is left is a strong link to nothing: that move must be made.

    >>> chain("kite", {"row"}, {"box"}, {"column"}, cost=4.1).name
    'kite'
    """
    there = tuple(map(frozenset, links))
    patterns = (there,) if repeats or there == there[::-1] else (there, there[::-1])

    def find(puzzle: AnyFillPuzzle, state: Any, moves: Moves) -> Iterator[Finding]:
        marks, met = ChainMarks(puzzle, state, moves), set[int]()
        for pattern in patterns:
            follow = _without_end(marks, *pattern, narrow=narrow) if repeats else _along(marks, pattern)
            for first in range(len(moves)):
                for last, out in _ends(marks, first, follow(first)):
                    if out not in met:
                        met.add(out)
                        yield _finding(moves, first, last, out)

    return Rule(name, find, cost, says)


class ChainMarks:
    """The moves left as bits, numbered in their order, and which of them share a slot."""

    def __init__(self, puzzle: AnyFillPuzzle, state: Any, moves: Moves) -> None:
        room = Counter(puzzle.slots(state))
        number = {move: at for at, move in enumerate(moves)}
        self._homes: list[list[tuple[str, int]]] = [[] for _ in moves]
        for slot, options in by_slot(puzzle, state, moves).items():
            if room[slot] == 1:
                numbers = [number[move] for move in options]
                mask = sum(1 << at for at in numbers)
                for at in numbers:
                    self._homes[at].append((slot.family, mask ^ 1 << at))
        self.rivals = self.weak({family for homes in self._homes for family, _ in homes})
        """The moves that are incompatible with each move."""

    def weak(self, families: Collection[str], most: int | None = None) -> list[int]:
        """Return, for each move, the others in its slots of these families that have at most `most` moves."""
        found = []
        for homes in self._homes:
            mask = 0
            for family, others in homes:
                if family in families and (most is None or others.bit_count() <= most):
                    mask |= others
            found.append(mask)
        return found

    def strong(self, families: Collection[str]) -> list[int]:
        """Return, for each move, those made if it is not, or IMPOSSIBLE if a slot would stay empty."""
        found = self.weak(families, most=1)
        for at, homes in enumerate(self._homes):
            if any(family in families and not others for family, others in homes):
                found[at] = IMPOSSIBLE
        return found


def _along(marks: ChainMarks, pattern: tuple[frozenset[str], ...]) -> Follow:
    """Return a function to the moves made at the end of a chain of exactly these links."""
    links = [marks.weak(link) if at % 2 else marks.strong(link) for at, link in enumerate(pattern)]

    def follow(first: int) -> int:
        here = 1 << first
        for link in links:
            there = 0
            for at in bits(here):
                if link[at] == IMPOSSIBLE:
                    return IMPOSSIBLE
                there |= link[at]
            here = there
        return here

    return follow


def _without_end(
    marks: ChainMarks, strong_in: frozenset[str], weak_in: frozenset[str], *, narrow: bool
) -> Follow:
    """Return a function to the moves made at the end of chains of any length.

    The result is IMPOSSIBLE if two of them contradict each other.
    """
    strong, weak = marks.strong(strong_in), marks.weak(weak_in, most=1 if narrow else None)
    forced = sum(1 << at for at, partners in enumerate(strong) if partners == IMPOSSIBLE)
    linked = sum(1 << at for at, partners in enumerate(strong) if partners)

    def follow(first: int) -> int:
        made, wrong, newly_made, newly_wrong = 0, 0, forced, 1 << first
        while newly_made or newly_wrong:
            wrong |= newly_wrong
            for at in bits(newly_wrong & linked):
                if strong[at] == IMPOSSIBLE:
                    return IMPOSSIBLE
                newly_made |= strong[at]
            newly_made &= ~made
            made |= newly_made
            newly_wrong = 0
            for at in bits(newly_made):
                if marks.rivals[at] & made:
                    return IMPOSSIBLE
                newly_wrong |= weak[at]
            newly_wrong &= ~wrong
            newly_made = 0
        return made

    return follow


def _ends(marks: ChainMarks, first: int, made: int) -> Iterator[tuple[int | None, int]]:
    """Yield the far ends of chains, None if the near end must be made, and the moves ruled out."""
    rivals = marks.rivals[first]
    if made == IMPOSSIBLE:
        yield from [(None, rivals)] if rivals else []
        return
    for last in bits(made):
        if out := rivals & marks.rivals[last]:
            yield last, out


def _finding(moves: Moves, first: int, last: int | None, out: int) -> Finding:
    cannot = tuple(moves[at] for at in bits(out))
    if last is None or last == first:
        return Finding(str(moves[first]), cannot=cannot, why="nothing works without it")
    return Finding(f"{moves[first]} or {moves[last]}", cannot=cannot, why="one of the two is right")
