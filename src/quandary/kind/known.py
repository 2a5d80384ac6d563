"""The kind of a puzzle: the one that was registered for its class, or is defined beside it."""

import sys
from collections.abc import Mapping
from typing import Any

from quandary.kind.kind import Kind
from quandary.puzzle import AnyPuzzle

_registered: dict[type[Any], Kind] = {}
_found: dict[type[Any], tuple[Mapping[str, Any], str]] = {}
"""Where the kind of a class was found: a module's namespace and the kind's name in it."""


def register(kind: Kind) -> Kind:
    """Register a kind for the class of its puzzles. The last kind registered for a class counts.

    Built-in kinds and plug-ins are registered when they are found. A kind that is defined in the module of
    its class, or in a package above it, needs no registration.
    """
    _registered[kind.puzzle] = kind
    return kind


def kind_of(puzzle: AnyPuzzle) -> Kind | None:
    """Return the kind of a puzzle: the one made for its class, or else for a base class.

    A custom class without a kind returns None. Its puzzles can be measured all the same.
    """
    return kind_for(type(puzzle))


def kind_for(puzzle: type[Any]) -> Kind | None:
    """Return the kind of the puzzles of a class."""
    if puzzle in _registered:
        return _registered[puzzle]
    for each in puzzle.__mro__[:-1]:
        if each in _registered:
            return _registered[each]
        if kind := _beside(each):
            return kind
    return None


def _beside(puzzle: type[Any]) -> Kind | None:
    """Return the kind that is defined in the module of a class, or in a package above it."""
    if place := _found.get(puzzle):
        names, name = place
        kind = names.get(name)
        if isinstance(kind, Kind) and kind.puzzle is puzzle:  # it may have been redefined since
            return kind
    module = puzzle.__module__
    while module:
        names = vars(sys.modules[module]) if module in sys.modules else {}
        for name, kind in list(names.items()):
            if isinstance(kind, Kind) and kind.puzzle is puzzle:
                _found[puzzle] = names, name
                return kind
        module = module.rpartition(".")[0]
    return None
