"""A theory: the laws of a kind inside a small window, from which rules are proved.

`quandary discover` explains moves that lead nowhere. A theory says which facts can be seen around a move, and
whether some of them alone refute it. It knows the laws of the kind and nothing about the rest of the puzzle, so
what it refutes is refuted in every puzzle of every size that has these facts.

    windows.py   theories of path puzzles: facts at places around the move
    slots.py     the theory that every fill puzzle has
    lines.py     the laws of a path along the lines of a grid
    telling.py   what is seen around a path in words
    runs.py      patterns that hold however long a run in them is
    laws.py      laws as clauses, what they refute, and a proof in words
    lore.py      rules as the compiled core takes them: bit masks, turned every way
    learned.py   rules that were learned: read from a file, proved again, and used like any other rule
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from quandary.draw.shapes import Drawing


class Fact(NamedTuple):
    """Something that can be seen near a move: what sort of thing, where, and its value if it has one.

    >>> Fact("triangles", (1, -1), 2)
    Fact(sort='triangles', at=(1, -1), value=2)
    """

    sort: str
    at: tuple[int, ...]
    value: Hashable = None


Facts: TypeAlias = frozenset[Fact]
MOVE = "move"
"""The sort of the fact that the move is made. A proof that does not need it refutes the state itself."""

Matcher: TypeAlias = Callable[[Any, Any, Sequence[Any]], list[int]]
"""(puzzle, state, moves) → for each move the patterns that refute it, as a bit mask."""


class Theory(Protocol):
    """The laws of a kind. One per kind, in `kinds/NAME/theory.py`."""

    version: int
    """Increased when the same facts mean something else."""
    by_marks: bool
    """Whether the facts depend on which other moves are left, as in a fill puzzle."""
    has_history: bool
    """Whether a state tells how it was reached, as a path does. Then the solutions tell every state that leads to one."""

    is_steady: bool
    """Whether `refutes` returns the same facts whatever it was asked before, which a solver that learns does not."""

    def facts(self, puzzle: Any, state: Any, move: Any, radius: int) -> Facts:
        """Return everything that can be seen within a radius of a move, and the move itself.

        What is absent is a fact too: "no exit here", "this cell is on the board". Where the theory does not
        hold, there are no facts.
        """

    def refutes(self, facts: Facts) -> Facts | None:
        """Return some of the facts that are impossible together, or None. More facts never refute less."""

    def weaker(self, fact: Fact) -> Facts:
        """Return other facts that always come with a fact, and say less. A rule needs no more than it must."""

    def turns(self, facts: Facts) -> Iterable[Facts]:
        """Yield the same facts turned, mirrored and recoloured, the given ones included."""

    def price(self, fact: Fact) -> float:
        """Return the bits that it takes to write a fact down."""

    def say(self, facts: Facts) -> str:
        """Return the facts as a sentence: what is seen, and what follows."""

    def draw(self, facts: Facts) -> Drawing:
        """Draw the facts."""

    def prove(self, facts: Facts) -> list[str]:
        """Return why the facts are impossible together, step by step in words."""

    def shape(self, facts: Facts) -> str:
        """Return the family that the facts belong to, in a word or two: "corner", "pair"."""

    def level(self, facts: Facts) -> int:
        """Return how much there is to take in at once: rules of a lower level are learned first."""

    def is_local(self, facts: Facts) -> bool:
        """Return whether what can happen at a place depends on its neighbours only, as a proof by induction needs."""

    def forms(self, facts: Facts) -> list[Any]:
        """Return a pattern in every form that the compiled core looks for (`theory.lore`)."""

    def radius(self, patterns: Sequence[Facts]) -> int:
        """Return how far around a move must be looked for some patterns."""

    def match(self, patterns: Sequence[Facts]) -> Matcher:
        """Return a function that finds which of these patterns refute which moves."""


def canonical(theory: Theory, facts: Facts) -> tuple[Fact, ...]:
    """Return the facts in the one order and orientation that all their turns share."""
    return min(tuple(sorted(each, key=_order)) for each in _least(theory.turns(facts)))


def _least(turns: Iterable[Facts]) -> list[Facts]:
    """Return the turns whose facts, written in order, come first."""
    ranked = [(sorted(map(_order, each)), each) for each in turns]
    least = min(key for key, _ in ranked)
    return [each for key, each in ranked if key == least]


def _order(fact: Fact) -> tuple[str, tuple[int, ...], str]:
    return fact.sort, fact.at, repr(fact.value)
