"""Who deduces a puzzle, on which sheet, and how they guess."""

from typing import NamedTuple

from quandary.engine import Guess
from quandary.kind import Kind, kind_of
from quandary.player import Player
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle, is_fill
from quandary.rules import sound
from quandary.solving.deduce import guess_named


class Expert(NamedTuple):
    """What `deduce` needs to be told about a puzzle."""

    sheet: AnyFillPuzzle
    player: Player
    guess: Guess


def expert(puzzle: AnyPuzzle, *, unique: bool = False) -> Expert | None:
    """Somebody who knows all that the puzzle's kind knows, or None where solvers mark nothing.

    >>> from quandary.kinds.sudoku import KIND
    >>> expert(KIND.parse(".3....3....41...")).guess.name
    'fewest'

    Rules that are sound only where there is exactly one solution are left out unless it is `unique`.
    """
    kind = kind_of(puzzle)
    sheet = _sheet(puzzle, kind) if kind else None
    if kind is None or sheet is None:
        return None
    known = kind.people.marking if kind.people.sheet else kind.people.rules
    rules = sound(known, unique=unique)
    families = kind.people.default.families if is_fill(puzzle) else None
    return (
        Expert(sheet, Player(rules, families, name="expert"), guess_named(kind.people.guess))
        if rules
        else None
    )


def _sheet(puzzle: AnyPuzzle, kind: Kind) -> AnyFillPuzzle | None:
    if is_fill(puzzle):
        return puzzle
    return kind.people.sheet(puzzle) if kind.people.sheet else None
