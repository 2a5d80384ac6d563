"""Schemas: patterns that hold however long a run in them is, with a proof by induction.

A wall of three cells, of four, of five: to a person that is one rule. A schema is written as its pattern with one
column on each side of the middle that stands for a run, x = −1 and x = 1, and the ends of both runs at x = −2 and x = 2.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from quandary.theory import Fact, Facts, Theory

Column: TypeAlias = frozenset[Fact]
"""Facts at one x, as if that were 0."""

LONGEST_RUN = 5
"""The longest run on either side that is looked for."""
SHORT = range(3)
"""The lengths for which a schema is proved one by one. Longer runs look the same from every cell in them."""


class Schema(NamedTuple):
    """The columns of a run: its middle, the part that repeats on both sides, and both ends."""

    middle: Column
    part: Column
    end: Column

    def instance(self, left: int, right: int) -> Facts:
        """Return the pattern with runs of these lengths.

        >>> wall, plain = Fact("wall", (0, 0)), Fact("plain", (0, 0))
        >>> sorted(fact.at[0] for fact in Schema(frozenset(), frozenset({plain}), frozenset({wall})).instance(0, 2))
        [-1, 1, 2, 3]
        """
        columns = {0: self.middle, -left - 1: self.end, right + 1: self.end}
        columns |= {x: self.part for x in range(-left, right + 1) if x}
        return frozenset(
            fact._replace(at=(x, fact.at[1])) for x, column in columns.items() for fact in column
        )

    @property
    def facts(self) -> Facts:
        """The pattern that the schema is written as."""
        return self.instance(1, 1)

    def instances(self) -> Iterator[Facts]:
        """Yield the patterns with all runs that are looked for."""
        lengths = range(LONGEST_RUN + 1)
        return (self.instance(left, right) for left, right in product(lengths, lengths))


def schema_of(facts: Facts) -> Schema:
    """Return the schema that is written as a pattern. Raises ValueError if none is."""
    found = Schema(_column(facts, 0), _column(facts, 1), _column(facts, 2))
    if found.facts != facts or not found.part or not found.end:
        raise ValueError("these facts are not written as a run")
    return found


def folded(theory: Theory, facts: Facts) -> Facts | None:
    """Return the schema of a pattern, written as its facts, if it is proved for runs of every length."""
    for turned in sorted(set(theory.turns(facts)), key=lambda each: sorted(map(repr, each))):
        schema = _recognised(turned)
        if schema is not None and holds_for_runs(theory, schema):
            return schema.facts
    return None


def _recognised(facts: Facts) -> Schema | None:
    """Return the schema of which a pattern is an instance with at least one cell of a run."""
    xs = [fact.at[0] for fact in facts]
    left, right = -min(xs) - 1, max(xs) - 1
    if left < 0 or right < 1:
        return None
    schema = Schema(_column(facts, 0), _column(facts, 1), _column(facts, right + 1))
    return schema if schema.part and schema.end and schema.instance(left, right) == facts else None


def _column(facts: Facts, x: int) -> Column:
    return frozenset(fact._replace(at=(0, fact.at[1])) for fact in facts if fact.at[0] == x)


def holds_for_runs(theory: Theory, schema: Schema) -> bool:
    """Return whether a schema holds for runs of every length.

    The theory refutes the short ones. In longer ones each cell has the same neighbours as some cell of a short one, and
    a theory that `is_local` looks no further, so nothing can happen there that does not happen in a short one.
    """
    return theory.is_local(schema.facts) and all(
        theory.refutes(schema.instance(left, right)) is not None for left, right in product(SHORT, SHORT)
    )


def proof_of_runs(proof: Sequence[str]) -> list[str]:
    """Return a proof for a run of one cell, and how it carries over to all lengths."""
    return [
        "By induction over the length of the run.",
        *(f"  {step}" for step in proof),
        "Runs of none, one and two cells on either side are refuted one by one.",
        "Each cell of a longer run has the same neighbours as one of these, and a push depends on no others.",
    ]
