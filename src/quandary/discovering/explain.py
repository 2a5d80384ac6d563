"""From a dead move to the few facts that refute it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

from quandary.errors import QuandaryError
from quandary.limits import check_limits
from quandary.theory import MOVE, Fact, Facts, Theory, canonical

TRIES = 4
"""The number of orders in which facts are thrown away. The cheapest result counts."""
MOST_TOLD = 8
"""The most facts, not counting those that go without saying, that a person can take in."""


class UnsoundTheoryError(QuandaryError):
    """A theory refutes a state or a move that leads to a solution, so its laws are wrong."""


class Explainer:
    """Explains dead moves by a theory, and remembers what it has explained.

    An explanation depends on the facts and the seed alone: not on what was explained before, and not on which of
    several possible answers the theory gives. So an interrupted run finds the same ones when it goes on.
    """

    def __init__(self, theory: Theory, seed: int = 1) -> None:
        self.theory, self.seed = theory, seed
        self._known: dict[Facts, Facts | None] = {}

    def explain(self, rings: Iterable[Facts]) -> Facts | None:
        """Return a least set of facts that refutes a move, in its usual orientation, or None.

        `rings` are the facts within larger and larger radii. The smallest that is refuted counts.
        """
        for facts in rings:
            check_limits()
            if facts not in self._known:
                core = self.theory.refutes(facts) if facts else None
                self._known[facts] = None if core is None else self._shrunk(facts, core)
            found = self._known[facts]
            if found is not None:
                return found if self._told(found) <= MOST_TOLD else None
        return None

    def _told(self, facts: Facts) -> int:
        return sum(self.theory.price(fact) > 0 for fact in facts)

    def _shrunk(self, facts: Facts, core: Facts) -> Facts:
        """Return the cheapest of several least sets of facts."""
        listed = sorted(facts, key=_written)  # a set has another order in each process
        random = Random(f"explain/{self.seed}/{listed}")
        results = dict[Facts, tuple[float, int]]()
        for attempt in range(TRIES):
            first = core if attempt == 0 and self.theory.is_steady else facts
            least = self._weakened(self._minimal(first, core, random), random)
            if not any(fact.sort == MOVE for fact in least):
                raise UnsoundTheoryError(
                    f"{type(self.theory).__name__} refutes a state that has a solution: {sorted(least, key=repr)}."
                )
            results[least] = sum(map(self.theory.price, least)), len(least)
        cheapest = min(results.values())
        alike = (canonical(self.theory, least) for least, cost in results.items() if cost == cheapest)
        return frozenset(min(alike, key=repr))

    def _minimal(self, facts: Facts, core: Facts, random: Random) -> Facts:
        """Return facts none of which can be left out, trying those far away and costly first.

        `core` are some of them that are refuted, so the others can be left out without asking. Unless a theory always
        finds the same core, that is done only when it is their turn: then the order alone decides what is left.
        """
        listed = sorted(facts, key=_written)
        order = sorted(listed, key=lambda fact: (self._weight(fact), random.random()), reverse=True)
        keep = facts
        for fact in order:
            if fact.sort == MOVE or fact not in keep:
                continue
            smaller = self.theory.refutes(keep - {fact}) if fact in core else core
            if smaller is not None:
                keep, core = smaller if self.theory.is_steady else keep - {fact}, smaller
        move = frozenset(fact for fact in keep if fact.sort == MOVE)
        return keep if not move or self.theory.refutes(keep - move) is None else keep - move

    def _weakened(self, facts: Facts, random: Random) -> Facts:
        """Return the facts with weaker ones in place of those that say more than is needed."""
        for fact in sorted(facts, key=repr):
            weaker = self.theory.weaker(fact) if fact in facts else None
            if weaker:
                others = facts - {fact} | weaker
                core = self.theory.refutes(others)
                facts = facts if core is None else self._minimal(others, core, random)
        return facts

    def _weight(self, fact: Fact) -> float:
        return sum(map(abs, fact.at)) + (0.3 if self.theory.price(fact) == 0 else 0.0)


_written = lru_cache(maxsize=1 << 14)(repr)
"""Facts as text, for an order that is always the same."""


def rings(
    theory: Theory, puzzle: object, state: object, move: object, radii: Sequence[int]
) -> Iterable[Facts]:
    """Yield what is seen of a move within larger and larger radii."""
    return (theory.facts(puzzle, state, move, radius) for radius in radii)
