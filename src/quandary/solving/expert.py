"""The expert of a kind: a player, the sheet to mark, and a guessing policy."""

from typing import NamedTuple

from quandary.engine import Guess
from quandary.kind import Kind, MarkedSheet, kind_of
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
    marking = marking_of(puzzle, kind) if kind else None
    rules = sound(marking.rules, unique=unique) if marking else ()
    if kind is None or marking is None or not rules:
        return None
    families = kind.people.default.families if is_fill(puzzle) else None
    return Expert(marking.sheet, Player(rules, families, name="expert"), guess_named(marking.guess))


def marking_of(puzzle: AnyPuzzle, kind: Kind) -> MarkedSheet | None:
    """Return how people mark a puzzle, or None if they do not."""
    if is_fill(puzzle):
        return MarkedSheet(puzzle, kind.people.rules)
    return kind.people.sheet(puzzle) if kind.people.sheet else None
