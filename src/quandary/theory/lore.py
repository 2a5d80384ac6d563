"""Learned rules as the compiled core takes them: patterns of facts as bit masks, and groups of slots.

The patterns are turned every way here, once, so that C++ compares masks and knows nothing about symmetry.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol

from quandary._native import core
from quandary.theory import Fact, Facts
from quandary.theory.slots import SlotTheory


class HasForms(Protocol):
    """The part of a theory that a rule is compiled with."""

    def forms(self, facts: Facts) -> list[Any]:
        """Return a pattern in every form that is looked for."""

    def radius(self, patterns: Sequence[Facts]) -> int:
        """Return how far around a move must be looked for some patterns."""


class PatternLore:
    """What one learned rule looks for: patterns of facts, or groups of slots."""

    def __init__(self, theory: HasForms, patterns: Sequence[Facts]) -> None:
        self.theory, self.patterns = theory, patterns

    @cached_property
    def forms(self) -> list[Any]:
        """The patterns, turned every way, or the signatures of groups of slots."""
        return list(dict.fromkeys(each for facts in self.patterns for each in self.theory.forms(facts)))

    def joined(self, lore: "tuple[PatternLore, ...]") -> Any:
        """Return what some rules of one theory look for as one object of the core, which must be there."""
        return _compiled(lore)


@lru_cache(maxsize=16)
def _compiled(lore: tuple[PatternLore, ...]) -> Any:
    engine: Any = core()
    forms = list(dict.fromkeys(each for one in lore for each in one.forms))
    if isinstance(lore[0].theory, SlotTheory):
        return engine.lore.Groups([list(each) for each in forms])
    number: dict[Fact, int] = {}
    patterns = [[number.setdefault(fact, len(number)) for fact in sorted(each, key=repr)] for each in forms]
    radius = lore[0].theory.radius([facts for one in lore for facts in one.patterns])
    facts = [(fact.sort, *fact.at, fact.value) for fact in number]
    return engine.lore.Patterns(facts, patterns, radius)
