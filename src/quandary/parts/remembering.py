"""Puzzles that remember what they have worked out."""

from dataclasses import fields
from typing import Any


class Remembering:
    """A frozen dataclass whose cached properties are left out of its pickles: another process works them out itself.

    >>> from dataclasses import dataclass
    >>> from functools import cached_property
    >>> @dataclass(frozen=True)
    ... class Sum(Remembering):
    ...     parts: tuple[int, ...]
    ...     whole = cached_property(lambda self: sum(self.parts))
    >>> one = Sum((1, 2))
    >>> one.whole, one.__getstate__()
    (3, {'parts': (1, 2)})
    """

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
