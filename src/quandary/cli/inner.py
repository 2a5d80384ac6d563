"""Verbs within a verb that also works alone: `learn TABLE`, `learn moves WALKS`, `learn players TABLE`."""

from collections.abc import Sequence

INNER = {"learn": ("join", "moves", "players")}
"""The names of such verbs. Each is a function of this name, listed in `VERBS` of the outer verb's module."""


def joined(arguments: Sequence[str]) -> list[str]:
    """Return arguments in which the name of an inner verb is one word.

    >>> joined(["learn", "moves", "walks.jsonl"])
    ['learn moves', 'walks.jsonl']
    """
    outer, *rest = arguments or [""]
    if rest and rest[0] in INNER.get(outer, ()):
        return [f"{outer} {rest[0]}", *rest[1:]]
    return list(arguments)
