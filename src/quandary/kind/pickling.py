"""Pickles of kinds and rules: where to find them again, since much of them may be closures."""

import copyreg
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from quandary.kind.facets import FACETS
from quandary.kind.kind import MADE, Kind
from quandary.kind.known import kind_for
from quandary.rules import Rule

PROTOCOL = 2
"""The first protocol that can make any object again."""


def _pickled(kind: Kind) -> Any:
    """Pickle the class of the puzzles, and what is not as in the kind that was made for them."""
    if (usual := kind_for(kind.puzzle)) is None:
        return object.__reduce_ex__(kind, PROTOCOL)
    rooms = [(kind, usual), *((getattr(kind, facet), getattr(usual, facet)) for facet in FACETS)]
    changes = {
        each.name: getattr(mine, each.name)
        for mine, theirs in rooms
        for each in fields(mine)
        if each.name not in FACETS and getattr(mine, each.name) is not getattr(theirs, each.name)
    }
    return _found_again, (kind.puzzle, changes)


def _found_again(puzzle: type[Any], changes: Mapping[str, Any]) -> Kind:
    kind = kind_for(puzzle)
    assert kind is not None  # noqa: S101 - it was there when it was pickled
    return kind.but(**changes) if changes else kind


def _pickled_rule(rule: Rule) -> Any:
    """Pickle the name of a rule of a kind, and other rules as they are."""
    for made in MADE:
        kind = made()
        usual = kind_for(kind.puzzle) if kind and rule in kind.people.rules else None
        if usual and any(each is rule for each in usual.people.rules):
            return _rule_of, (usual.puzzle, rule.name)
    return object.__reduce_ex__(rule, PROTOCOL)


def _rule_of(puzzle: type[Any], name: str) -> Rule:
    kind = kind_for(puzzle)
    return next(each for each in (kind.people.rules if kind else ()) if each.name == name)


copyreg.pickle(Kind, _pickled)
copyreg.pickle(Rule, _pickled_rule)
