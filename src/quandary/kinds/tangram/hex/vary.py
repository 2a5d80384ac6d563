"""Puzzles one step away: with one thing more, one thing less, or one thing changed."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.kind.change import Change, Verb
from quandary.kinds.tangram.generate import given
from quandary.kinds.tangram.hex.constraints import SELECTED, ordered
from quandary.kinds.tangram.hex.draw import PAGE, PAINTER
from quandary.kinds.tangram.hex.generate import asks_something, reductions
from quandary.kinds.tangram.hex.pieces import LOCATIONS, TRAPEZOID, location
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.kinds.tangram.hex.spaces import RELATIONS
from quandary.kinds.tangram.hex.starts import starts
from quandary.parts.laying import Place
from quandary.parts.spots import moved, told_apart


def neighbours(puzzle: Hex) -> Iterator[Change]:
    """Yield each change of one thing, in words, with the changed puzzle.

    >>> from quandary.kinds.tangram.hex.notation import parse
    >>> changes = dict(neighbours(parse(
    ...     "......./........./..MMM....../...MMM...LL/.......LL/.....LL -H"
    ... )))
    >>> [place.piece for place in changes["with the Hook at the left"].placed]
    ['Line', 'Mountains', 'Hook']

    Pieces are laid only where some solution has them, because elsewhere the puzzle would have none.
    """
    return told_apart(change for change in _changes(puzzle) if asks_something(change.puzzle))


def _changes(puzzle: Hex) -> Iterator[Change]:
    for less in reductions(puzzle):
        yield less.but(f"without {less.words}")
    yield from _additions(puzzle)
    yield from _moves(puzzle)
    yield from _relations(puzzle)
    if puzzle.pattern is None:
        yield Change("with the bumps and holes of the thesis", replace(puzzle, pattern=SELECTED), "add")
    yield from _left_out(puzzle)


def _additions(puzzle: Hex) -> Iterator[Change]:
    for place in _possible(puzzle):
        words = f"with {_named(place)} {PAINTER.place_in_words(puzzle, place)}"
        yield Change(words, given(puzzle, place), "add", PAGE.middle(place.mask))


def _moves(puzzle: Hex) -> Iterator[Change]:
    for placed in puzzle.placed:
        rest = replace(puzzle, placed=tuple(other for other in puzzle.placed if other != placed))
        for place in _possible(rest):
            if place.piece == placed.piece and place != placed:
                way = moved(PAINTER.place_in_words(puzzle, placed), PAINTER.place_in_words(puzzle, place))
                here, there = PAGE.middle(placed.mask), PAGE.middle(place.mask)
                verb: Verb = "turn" if here == there else "move"
                yield Change(f"{_named(placed)} {way}", given(rest, place), verb, here, there)


def _relations(puzzle: Hex) -> Iterator[Change]:
    """Yield the puzzles with one relation more, or with one that asks something else of its colours."""
    for relation in RELATIONS.values:
        if relation in puzzle.relations:
            continue
        asked = replace(puzzle, relations=ordered([*puzzle.relations, relation]))
        if asked.bonds != puzzle.bonds:
            yield Change(f"with {relation}", asked, "add")
        for other in puzzle.relations:
            if (other.one, other.other) == (relation.one, relation.other):
                kept = [each for each in puzzle.relations if each != other]
                changed = replace(puzzle, relations=ordered([*kept, relation]))
                yield Change(f"{relation} for {other}", changed, "replace")


def _left_out(puzzle: Hex) -> Iterator[Change]:
    placed = {place.piece for place in puzzle.placed}
    for piece in dict.fromkeys(solution.forbidden for solution in all_solutions()):
        if piece != puzzle.forbidden and piece not in placed:
            words = f"the {piece} left out instead of the {puzzle.forbidden}"
            yield Change(words, replace(puzzle, forbidden=piece), "replace")


def _possible(puzzle: Hex) -> list[Place]:
    """Return the places of the missing pieces in the solutions of the puzzle."""
    given = {location(place).number for place in puzzle.placed}
    family = starts(puzzle.forbidden, puzzle.pattern, puzzle.relations, puzzle.blue)
    numbers = {number for tiling in family.tilings if given <= set(tiling) for number in tiling}
    return [LOCATIONS[number].place for number in sorted(numbers - given)]


def _named(place: Place) -> str:
    return f"{'a' if place.piece == TRAPEZOID else 'the'} {place.piece}"
