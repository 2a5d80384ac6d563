"""Puzzles one step away: with one thing more, one thing less, or one thing changed."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.draw.shapes import Point
from quandary.kind.change import Change, Verb
from quandary.kinds.tangram.draw import PAINTER
from quandary.kinds.tangram.generate import given, reductions
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.tilings import find_tilings
from quandary.parts.laying import Place
from quandary.parts.spots import moved, told_apart
from quandary.parts.touch import COLOURS, Relation, Touch, ordered


def neighbours(puzzle: Tangram) -> Iterator[Change]:
    """Yield each change of one thing, in words, with the changed puzzle.

    >>> from quandary.kinds.tangram.notation import format, parse
    >>> changes = dict(neighbours(parse("square A../A.. A=xx,3")))
    >>> format(changes["with the piece A in the middle"])
    'square aAA/a.. A=xx,3'

    Pieces are laid only where some solution has them, because elsewhere the puzzle would have none.
    """
    return told_apart(_changes(puzzle))


def _changes(puzzle: Tangram) -> Iterator[Change]:
    for less in reductions(puzzle):
        yield less.but(f"without {less.words}")
    if len(puzzle.starts()[0].left) > 1:
        for place in _possible(puzzle):
            at = PAINTER.page(puzzle).middle(place.mask)
            yield Change(f"with the piece {PAINTER.tell(puzzle, place)}", given(puzzle, place), "add", at)
    yield from _moves(puzzle)
    yield from _relations(puzzle)


def _moves(puzzle: Tangram) -> Iterator[Change]:
    for placed in puzzle.placed:
        rest = replace(puzzle, placed=tuple(other for other in puzzle.placed if other != placed))
        for place in _possible(rest):
            if place.piece == placed.piece and place != placed:
                way = moved(PAINTER.place_in_words(puzzle, placed), PAINTER.place_in_words(puzzle, place))
                here, there = (PAINTER.page(puzzle).middle(each.mask) for each in (placed, place))
                words, verb = (
                    f"the piece {puzzle.layout.piece[placed.piece].called} {way}",
                    _verb(here, there),
                )
                yield Change(words, given(rest, place), verb, here, there)


def _relations(puzzle: Tangram) -> Iterator[Change]:
    """Yield the puzzles with one relation more, or with one that asks something else of its colours."""
    colours = [colour for colour in COLOURS if any(piece.colour == colour for piece in puzzle.used)]
    pairs = [(one, other) for at, one in enumerate(colours) for other in colours[at:]]
    for relation in (Relation(*pair, touch) for touch in Touch for pair in pairs):
        if relation in puzzle.relations or not replace(puzzle, relations=(relation,)).bonds:
            continue
        asked = replace(puzzle, relations=ordered([*puzzle.relations, relation]))
        yield Change(f"with {relation}", asked, "add")
        for other in puzzle.relations:
            if (other.one, other.other) == (relation.one, relation.other):
                kept = [each for each in puzzle.relations if each != other]
                changed = replace(puzzle, relations=ordered([*kept, relation]))
                yield Change(f"{relation} for {other}", changed, "replace")


def _verb(here: Point, there: Point) -> Verb:
    return "turn" if here == there else "move"


def _possible(puzzle: Tangram) -> list[Place]:
    """Return the places of the missing pieces in the solutions of the puzzle."""
    layout = puzzle.layout
    given = {layout.at[place].number for place in puzzle.placed}
    numbers = {number for tiling in find_tilings(puzzle) for number in tiling}
    return [layout.locations[number].place for number in sorted(numbers - given)]
