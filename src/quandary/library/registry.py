"""Find kinds: the folders of `quandary.kinds`, and plug-ins of other packages.

A package adds kinds by entry points of the group "quandary.kinds"; nothing here mentions one by name:

    [project.entry-points."quandary.kinds"]
    domino = "my_package.domino"          # the module that holds KIND, or "module:KIND"
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType

import quandary.kinds
from quandary.errors import QuandaryError, UnknownNameError
from quandary.kind import Kind

GROUP = "quandary.kinds"


@cache
def kinds() -> Mapping[str, str]:
    """Where each kind is found, as "module" or "module:KIND", sorted by name; imports none of them.

    >>> "_template" in kinds()
    False

    A kind of quandary's own goes before a plug-in of the same name. The answer is kept:
    `kinds.cache_clear()` looks again.
    """
    # Reversed, so that of two plug-ins with one name the same one wins on every machine.
    plug_ins = sorted(((each.name, each.value) for each in entry_points(group=GROUP)), reverse=True)
    folders = [
        (each.name, f"{quandary.kinds.__name__}.{each.name}")
        for each in pkgutil.iter_modules(quandary.kinds.__path__)
        if each.ispkg and not each.name.startswith("_")
    ]
    return MappingProxyType(dict(sorted(dict(plug_ins + folders).items())))


def kind(name: str) -> Kind:
    """The kind of that name, imported now if it was not before.

    >>> kind("no-such-kind")
    Traceback (most recent call last):
    ...
    quandary.errors.UnknownNameError: No puzzle kind 'no-such-kind'. ...

    A plug-in that cannot be used raises a QuandaryError that says why; the others are not affected.
    """
    known = kinds()
    if name not in known:
        raise UnknownNameError("puzzle kind", name, known)
    place = known[name]
    module, _, attribute = place.partition(":")
    try:
        found = getattr(importlib.import_module(module.strip()), attribute.strip() or "KIND", None)
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise QuandaryError(f"The kind {name!r} cannot be imported from {place}: {why}") from error
    if not isinstance(found, Kind):
        raise QuandaryError(f"The kind {name!r} is missing: {place} has no KIND that is a quandary Kind.")
    if found.name != name:
        raise QuandaryError(
            f"The kind {name!r}, from {place}, calls itself {found.name!r}; give both one name."
        )
    return found
