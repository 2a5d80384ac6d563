"""The expert of a kind: a player, the sheet to mark, and a guessing policy."""

from typing import NamedTuple

from quandary.engine import Guess
from quandary.kind import Kind, kind_of
from quandary.player import Player
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle, is_fill
from quandary.rules import sound
from quandary.solving.deduce import guess_named


class Expert(NamedTuple):
    """What `deduce` needs to know about a puzzle."""

    sheet: AnyFillPuzzle
    player: Player
    guess: Guess


def expert(puzzle: AnyPuzzle, *, unique: bool = False) -> Expert | None:
    """Return a player who knows all rules of the kind, or None if it is not solved by marking.

    >>> from quandary.kinds.sudoku import KIND
    >>> expert(KIND.parse(".3....3....41...")).guess.name
    'fewest'

    Rules that are sound only for puzzles with exactly one solution are left out unless it is `unique`.
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
