"""Rank rules by the bits of MUSE that they save, given those before them, less the bits to write them down."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Protocol

from quandary.discovering.explain import UnsoundTheoryError
from quandary.discovering.live import LivePart
from quandary.limits import check_limits
from quandary.theory import Matcher

BOOK = 1000
"""The number of puzzles that a rule is learned for: what it saves on them pays for writing it down."""
NOTHING = 1e-9


class Worth(Protocol):
    """How many bits the training puzzles cost a player who knows some of the rules, given as a bit mask."""

    @property
    def puzzles(self) -> int:
        """Return the number of training puzzles."""

    def bits(self, puzzle: int, known: int) -> float:
        """Return the MUSE of a puzzle."""

    def may_help(self, puzzle: int) -> int:
        """Return the rules that may make a difference on a puzzle."""


class PlayedWorth(ABC):
    """The bits of a player who is watched from the start to the solution, once for each set of rules."""

    def __init__(self, puzzles: int) -> None:
        self.puzzles = puzzles
        self._bits: dict[tuple[int, int], float] = {}

    def may_help(self, puzzle: int) -> int:
        """Return the rules that may make a difference: all of them."""
        return -1

    def bits(self, puzzle: int, known: int) -> float:
        """Return the bits that the player needs for a puzzle."""
        key = puzzle, known
        if key not in self._bits:
            self._bits[key] = self._play(puzzle, known)
        return self._bits[key]

    @abstractmethod
    def _play(self, puzzle: int, known: int) -> float:
        """Watch the player solve a puzzle, and add up the bits."""


class PathWorth:
    """The live parts of path puzzles, with the rules that strike each dead move."""

    def __init__(self, parts: Sequence[LivePart], match: Matcher) -> None:
        self.parts = parts
        self.masks = [[_struck(part, number, match) for number in range(len(part.states))] for part in parts]
        self._may = [self._union(rows) for rows in self.masks]

    @property
    def puzzles(self) -> int:
        """Return the number of training puzzles."""
        return len(self.parts)

    def bits(self, puzzle: int, known: int) -> float:
        """Return the MUSE of a puzzle."""
        left = [sum(not mask & known for mask in row) for row in self.masks[puzzle]]
        return self.parts[puzzle].muse(left)

    def may_help(self, puzzle: int) -> int:
        """Return the rules that strike a move somewhere in a puzzle."""
        return self._may[puzzle]

    @staticmethod
    def _union(rows: list[list[int]]) -> int:
        union = 0
        for row in rows:
            for mask in row:
                union |= mask
        return union


def _struck(part: LivePart, number: int, match: Matcher) -> list[int]:
    """Return the rules that strike each dead move of a state. None may strike a live one."""
    check_limits()
    here = part.states[number]
    masks = match(part.puzzle, here.state, (*here.live, *here.dead))
    if any(masks[: len(here.live)]):
        raise UnsoundTheoryError(
            f"A learned rule rules out a move of {part.puzzle!r} that leads to a solution."
        )
    return masks[len(here.live) :]


@dataclass(frozen=True)
class Ranked:
    """A rule's place in the ranking."""

    number: int
    bits: float
    """The bits that it saves per puzzle, given the rules before it."""
    left: float
    """The mean MUSE with it and all rules before it."""
    best: int
    """The puzzle on which it saves most: the one with the highest differential entropy of the rule."""
    most: float
    """The bits that it saves there."""


def rank(worth: Worth, prices: Sequence[float], levels: Sequence[int]) -> Iterator[Ranked]:
    """Yield the rules that save something, the most useful first. Raises OutOfBudget when time runs out.

    Rules of a lower level come first, since they take less to see.
    """
    ranking = _Ranking(worth, prices)
    for level in sorted(set(levels)):
        yield from ranking.run([number for number, each in enumerate(levels) if each == level])


class _Ranking:
    """A greedy choice. What a rule saves is worked out again only when it is next in line."""

    def __init__(self, worth: Worth, prices: Sequence[float]) -> None:
        self.worth, self.prices = worth, prices
        self.known = 0
        self.now = [worth.bits(each, 0) for each in range(worth.puzzles)]

    def run(self, numbers: Sequence[int]) -> Iterator[Ranked]:
        """Yield those of some rules that still save something."""
        line = [(-self._net(number), number, 0) for number in numbers]
        heapify(line)
        turn = 0
        while line:
            check_limits()
            _, number, asked = heappop(line)
            if asked < turn:
                heappush(line, (-self._net(number), number, turn))
                continue
            saved = self._saved(number)
            if sum(saved) <= NOTHING:
                continue
            self.known |= 1 << number
            self.now = [bits - less for bits, less in zip(self.now, saved, strict=True)]
            turn += 1
            best = max(range(len(saved)), key=saved.__getitem__)
            mean, left = sum(saved) / len(saved), sum(self.now) / len(self.now)
            yield Ranked(number, mean, left, best, saved[best])

    def _saved(self, number: int) -> list[float]:
        bit = 1 << number
        return [
            bits - self.worth.bits(each, self.known | bit)
            if bits > 0 and self.worth.may_help(each) & bit
            else 0.0
            for each, bits in enumerate(self.now)
        ]

    def _net(self, number: int) -> float:
        check_limits()
        saved = self._saved(number)
        return BOOK * sum(saved) / max(1, len(saved)) - self.prices[number]
