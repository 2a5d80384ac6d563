"""Find kinds: the folders of `quandary.kinds`, presets in the folder of their kind, and plug-ins in other packages.

A package adds kinds by entry points in the group "quandary.kinds". No kind is mentioned here by name:

    [project.entry-points."quandary.kinds"]
    domino = "my_package.domino"          # the module that holds KIND, or "module:NAME"
"""

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType
from typing import Any

import quandary.kinds
from quandary.errors import QuandaryError, UnknownNameError
from quandary.kind import Kind, kind_for, register

GROUP = "quandary.kinds"


def find_kinds() -> Mapping[str, Kind]:
    """Return every kind by name, in alphabetical order.

    >>> find_kinds()["sudoku"].title
    'Sudoku'

    A kind is imported on access, and iterating over the names imports nothing. A plug-in that cannot be used
    is listed too, and raises a QuandaryError on access.
    """
    return _Kinds()


def find_kind(name: str) -> Kind:
    """Return the kind with a name, importing it if necessary.

    >>> find_kind("no-such-kind")
    Traceback (most recent call last):
    ...
    quandary.errors.UnknownNameError: No puzzle kind 'no-such-kind'. ...

    A plug-in that cannot be used raises a QuandaryError that says why. Other plug-ins are not affected.
    """
    known = places()
    if name not in known:
        raise UnknownNameError("puzzle kind", name, known)
    found = _load(name, known[name])
    if found.pictures.draw and not hasattr(found.puzzle, "_repr_mimebundle_"):
        found.puzzle._repr_mimebundle_ = _shown  # so that notebooks draw its puzzles
    beside = kind_for(found.puzzle)
    if beside is None or beside.puzzle is not found.puzzle:
        register(found)
    return found


def _shown(puzzle: Any, **_: Any) -> dict[str, str]:
    """Return a puzzle as a notebook shows it: its picture, and its notation as text."""
    kind = kind_for(type(puzzle))
    if kind is None or kind.pictures.draw is None:
        return {"text/plain": repr(puzzle)}
    text = kind.format(puzzle) if kind.notation.format else repr(puzzle)
    return {"text/plain": text, "image/svg+xml": kind.draw(puzzle)._repr_svg_()}


def is_imported(name: str) -> bool:
    """Return whether the module of a kind is imported already.

    >>> find_kind("maze").name, is_imported("maze")
    ('maze', True)
    """
    return places()[name].partition(":")[0].strip() in sys.modules


@cache
def places() -> Mapping[str, str]:
    """Return where each kind is found, as "module" or "module:NAME", without importing any of them.

    >>> "_template" in places()
    False

    A built-in kind takes precedence over a plug-in of the same name. The result is cached:
    `places.cache_clear()` looks again.
    """
    # Reversed, so that of two plug-ins with the same name, the same one wins on every machine.
    plug_ins = sorted(((each.name, each.value) for each in entry_points(group=GROUP)), reverse=True)
    folders = [
        (each.name, f"{quandary.kinds.__name__}.{each.name}")
        for each in pkgutil.iter_modules(quandary.kinds.__path__)
        if each.ispkg and not each.name.startswith("_")
    ]
    presets = [(name, f"{place}.{name}") for _, place in folders for name in _presets(place)]
    return MappingProxyType(dict(sorted(dict(plug_ins + folders + presets).items())))


def _presets(place: str) -> Iterator[str]:
    """Yield the packages in the folder of a kind that are kinds themselves: they have examples of their own."""
    kind = place.rpartition(".")[2]
    for path in quandary.kinds.__path__:
        yield from (each.parent.name for each in Path(path, kind).glob("*/examples.jsonl"))


def _load(name: str, place: str) -> Kind:
    module, _, attribute = place.partition(":")
    attribute = attribute.strip() or "KIND"
    try:
        found = getattr(importlib.import_module(module.strip()), attribute, None)
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise QuandaryError(f"The kind {name!r} cannot be imported from {place}: {why}") from error
    if not isinstance(found, Kind):
        raise QuandaryError(
            f"The kind {name!r} is missing: {place} has no {attribute} that is a quandary Kind."
        )
    if found.name != name:
        raise QuandaryError(
            f"The kind {name!r}, from {place}, calls itself {found.name!r}. Give both the same name."
        )
    return found


class _Kinds(Mapping[str, Kind]):
    """Kinds by name, imported on access."""

    def __getitem__(self, name: str) -> Kind:
        return find_kind(name)

    def __iter__(self) -> Iterator[str]:
        return iter(places())

    def __len__(self) -> int:
        return len(places())

    def __contains__(self, name: object) -> bool:
        return name in places()

    def __repr__(self) -> str:
        return f"<kinds: {', '.join(self)}>"

    def get(self, name: str, default: Any = None) -> Any:
        """Return the kind with a name, or the default if there is none."""
        return find_kind(name) if name in places() else default
