"""Which puzzles are improper: empty, solved from the start, or with several solutions where one is wanted."""

from collections.abc import Mapping

from quandary.feature import SEVERAL
from quandary.kind import Kind, kind_of
from quandary.measuring.table import is_filled
from quandary.puzzle import AnyPuzzle, elements_of
from quandary.score import Score


def improper(puzzle: AnyPuzzle, scores: Mapping[str, Score]) -> str:
    """Return what makes a puzzle improper in words, as far as its scores tell, or "" if nothing does.

    >>> from quandary.kinds.witness import KIND
    >>> improper(KIND.parse("+-E/|.|/S-+"), {})
    'it is empty'

    Nothing is solved here: solutions count only if `solutions` is among the scores.
    """
    kind = kind_of(puzzle)
    if kind is None:
        return ""
    if any(puzzle.is_solved(start) for start in puzzle.starts()):
        return "it is solved from the start"
    if _is_empty(kind, puzzle):
        return "it is empty"
    return _ambiguous(kind, scores)


def _is_empty(kind: Kind, puzzle: AnyPuzzle) -> bool:
    """Return whether a puzzle has nothing to obey: no givens to fill in from, or none of its kind's elements.

    A puzzle to fill in that may have several solutions may begin with nothing. A path is a puzzle without
    anything to leave out, too, unless its kind names elements.
    """
    if is_filled(kind):
        wanted = kind.people.one_solution and kind.maker.reductions is not None
        return wanted and next(iter(kind.reductions(puzzle)), None) is None
    elements = elements_of(puzzle)
    return elements is not None and not elements


def _ambiguous(kind: Kind, scores: Mapping[str, Score]) -> str:
    if not kind.people.one_solution:
        return ""
    if any(score.reason == SEVERAL for score in scores.values()):
        return f"{SEVERAL}, but a {kind.title} should have one"
    found = scores.get("solutions")
    number = max(found.value or 0, found.at_least or 0) if found else 0
    if number <= 1:
        return ""
    many = f"{number:,.0f}" if found and found.value is not None else f"at least {number:,.0f}"
    return f"it has {many} solutions, but a {kind.title} should have one"
