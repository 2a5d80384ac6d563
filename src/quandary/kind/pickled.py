"""How kinds and their rules are pickled: by name, since what they hold may be closures."""

import copyreg
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from quandary.kind.facets import FACETS
from quandary.kind.kind import MADE, Kind
from quandary.kind.known import kind_for
from quandary.rules import Rule


def kind_with(rule: Rule) -> Kind | None:
    """Return the kind that has a rule, if the rule can be found again by the class of its puzzles and its name."""
    for made in MADE:
        kind = made()
        usual = kind_for(kind.puzzle) if kind and rule in kind.people.rules else None
        if usual and any(each is rule for each in usual.people.rules):
            return usual
    return None


def rule_of(puzzle: type[Any], name: str) -> Rule:
    """Return the rule with a name of the kind of a class of puzzles, as it was pickled."""
    kind = kind_for(puzzle)
    return next(each for each in (kind.people.rules if kind else ()) if each.name == name)


def _but(puzzle: type[Any], changes: Mapping[str, Any]) -> Kind:
    """Return the kind of a class of puzzles with some changes, as it was pickled."""
    kind = kind_for(puzzle)
    assert kind is not None  # noqa: S101 - it was there when it was pickled
    return kind.but(**changes) if changes else kind


def _rule_as_name(rule: Rule) -> Any:
    """Return how to find a rule again: by the class of its puzzles and its name, if a kind has it."""
    kind = kind_with(rule)
    return (rule_of, (kind.puzzle, rule.name)) if kind else object.__reduce_ex__(rule, 2)


def _kind_as_class(kind: Kind) -> Any:
    """Return how to make a kind again: the class of its puzzles, and what is not as in the kind made for them."""
    if (usual := kind_for(kind.puzzle)) is None:
        return object.__reduce_ex__(kind, 2)
    rooms = [(kind, usual), *((getattr(kind, facet), getattr(usual, facet)) for facet in FACETS)]
    return _but, (
        kind.puzzle,
        {
            each.name: value
            for mine, theirs in rooms
            for each in fields(mine)
            if each.name not in FACETS
            and (value := getattr(mine, each.name)) is not getattr(theirs, each.name)
        },
    )


copyreg.pickle(Rule, _rule_as_name)
copyreg.pickle(Kind, _kind_as_class)
