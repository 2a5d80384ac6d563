# Delete this file, and its lines in __init__.py, if no two different boards are the same puzzle.
"""Which boards are the same puzzle, turned, mirrored or relabelled."""

from collections.abc import Iterator

from quandary.kind import Sameness
from quandary.kinds._template.rules import Template


def symmetries(puzzle: Template) -> Iterator[Template]:
    """Yield every board that is the same puzzle, itself included."""
    yield puzzle
    yield Template(tuple(map("".join, zip(*puzzle.rows, strict=True))))


def canonical(puzzle: Template) -> str:
    """Return a text that is the same for exactly those boards that are the same puzzle."""
    return "/".join(min(each.rows for each in symmetries(puzzle)))


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
