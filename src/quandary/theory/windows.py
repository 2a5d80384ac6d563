"""Theories of path puzzles: facts at places around a move, the same wherever they are and however they are turned."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from quandary.draw.shapes import Drawing
from quandary.theory import MOVE, Fact, Facts, Matcher
from quandary.theory.laws import Laws

PlaneTurn: TypeAlias = Callable[[int, int], tuple[int, int]]
TURNS: tuple[PlaneTurn, ...] = (
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, -x),
)
"""The four turns of a square, each also mirrored."""


class WindowTheory(ABC):
    """A theory whose facts lie at places (x, y) around a move. A subclass says what there is to see and what it means."""

    version = 1
    by_marks = False
    has_history = False
    is_steady = True

    @abstractmethod
    def facts(self, puzzle: Any, state: Any, move: Any, radius: int) -> Facts:
        """Return everything that can be seen within a radius of a move, and the move itself."""

    @abstractmethod
    def refutes(self, facts: Facts) -> Facts | None:
        """Return some of the facts that are impossible together, or None."""

    @abstractmethod
    def reach(self, fact: Fact) -> int:
        """Return the smallest radius at which a fact is seen."""

    @abstractmethod
    def price(self, fact: Fact) -> float:
        """Return the bits that it takes to write a fact down."""

    @abstractmethod
    def say(self, facts: Facts) -> str:
        """Return the facts as a sentence."""

    @abstractmethod
    def draw(self, facts: Facts) -> Drawing:
        """Draw the facts."""

    @abstractmethod
    def prove(self, facts: Facts) -> list[str]:
        """Return why the facts are impossible together, step by step in words."""

    @abstractmethod
    def shape(self, facts: Facts) -> str:
        """Return the family that the facts belong to."""

    def is_local(self, facts: Facts) -> bool:
        """Return False unless a subclass knows better."""
        return False

    def weaker(self, fact: Fact) -> Facts:
        """Return nothing unless a subclass knows better."""
        return frozenset()

    def level(self, facts: Facts) -> int:
        """Return 0: what is seen in a window is seen at a glance."""
        return 0

    def turns(self, facts: Facts) -> Iterable[Facts]:
        """Yield the facts turned and mirrored."""
        for turn in TURNS:
            yield frozenset(fact._replace(at=turn(*fact.at)) for fact in facts)

    def forms(self, facts: Facts) -> list[Facts]:
        """Return the facts turned every way."""
        return list(dict.fromkeys(self.turns(facts)))

    def radius(self, patterns: Sequence[Facts]) -> int:
        """Return the radius at which all facts of some patterns are seen."""
        return max((self.reach(fact) for each in patterns for fact in each), default=0)

    def match(self, patterns: Sequence[Facts]) -> Matcher:
        """Return a function that finds which patterns refute which moves, by their rarest fact first."""
        radius = self.radius(patterns)
        table: _Table = defaultdict(lambda: defaultdict(list))
        for number, pattern in enumerate(patterns):
            for turned in set(self.turns(pattern)):
                rare = max(turned, key=lambda fact: (fact.sort != MOVE, self.price(fact), self.reach(fact)))
                made = next((fact for fact in turned if fact.sort == MOVE), rare)
                table[made][rare].append((turned, 1 << number))

        def find(puzzle: Any, state: Any, moves: Sequence[Any]) -> list[int]:
            return [_mask(sights, table) for sights in self.sights(puzzle, state, moves, radius)]

        return find

    def sights(self, puzzle: Any, state: Any, moves: Sequence[Any], radius: int) -> Iterator[list[Facts]]:
        """Yield what is seen of each move that is left, from each place that it can be looked at from."""
        return ([self.facts(puzzle, state, move, radius)] for move in moves)


_Table: TypeAlias = "defaultdict[Fact, defaultdict[Fact, list[tuple[Facts, int]]]]"
"""Patterns by the move that they refute, and by their rarest fact."""


def _mask(sights: Iterable[Facts], table: _Table) -> int:
    """Return the patterns that are seen from some place."""
    mask = 0
    for seen in sights:
        for made in seen & table.keys():
            rows = table[made]
            for fact in seen & rows.keys():
                for turned, bit in rows[fact]:
                    if not mask & bit and turned <= seen:
                        mask |= bit
    return mask


def core(laws: Laws, literals: dict[int, list[Fact]]) -> Facts | None:
    """Return the facts behind literals that the laws refute, one for each, or None."""
    refuted = laws.refuted(list(literals))
    return None if refuted is None else frozenset(literals[each][0] for each in refuted)
