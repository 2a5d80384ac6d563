"""All tilings of a board, and how many there are up to the symmetries of the puzzle.

A search covers the first free cell in every way, going along the longer side of the board. To find each tiling in few of
its images, it tries a piece that exists once in only one of the places that are images of each other.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from quandary.kinds.tangram.declare import PieceLayout
from quandary.kinds.tangram.engine import native
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.search import Tiling, search
from quandary.limits import check_limits
from quandary.parts.laying import Place


def symmetries(puzzle: Tangram) -> tuple[tuple[int, ...], ...]:
    """Return the image of each location under each symmetry of the declaration, the first changing nothing.

    A symmetry keeps the board and turns the places of each piece, with their bumps, into those of a piece
    with the same colour, of which there are as many. The pieces on the board at the start do not matter.
    """
    return _symmetries(puzzle.layout, puzzle.left_out)


@lru_cache(maxsize=64)
def _symmetries(layout: PieceLayout, left_out: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(found for to in layout.symmetries if (found := _image(layout, left_out, to)) is not None)


def _image(layout: PieceLayout, left_out: tuple[str, ...], to: Sequence[int]) -> tuple[int, ...] | None:
    """Return the image of each location under a symmetry of the board, if the pieces allow it."""

    def moved(mask: int) -> int:
        image = 0
        while mask:
            lowest = mask & -mask
            image |= 1 << to[lowest.bit_length() - 1]
            mask ^= lowest
        return image

    kinds = {piece.letter: (piece.copies, piece.colour, piece.letter in left_out) for piece in layout.pieces}
    sets = {
        letter: frozenset((each.mask, each.fits) for each in places)
        for letter, places in layout.by_piece.items()
    }
    images = {letter: frozenset((moved(mask), fits) for mask, fits in own) for letter, own in sets.items()}
    partner: dict[str, str] = {}
    for letter, own in images.items():
        alike = [letter, *(each for each in sets if each != letter)]
        found = next(
            (
                each
                for each in alike
                if sets[each] == own and kinds[each] == kinds[letter] and each not in partner.values()
            ),
            None,
        )
        if found is None:
            return None
        partner[letter] = found
    return tuple(layout.at[Place(partner[each.piece], moved(each.mask))].number for each in layout.locations)


def firsts(puzzle: Tangram) -> list[int]:
    """Return the places of one piece to begin with, so that every tiling has an image with one of them.

    The piece exists once and has the fewest places up to symmetry. Without such a piece there are none.
    """
    layout, images = puzzle.layout, symmetries(puzzle)
    best: list[int] = []
    for piece in puzzle.used:
        places = [each.number for each in layout.by_piece[piece.letter]]
        if piece.copies > 1 or any(
            layout.locations[to[at]].piece != piece.letter for to in images for at in places
        ):
            continue
        least = [at for at in places if at == min(to[at] for to in images)]
        if least and (not best or len(least) < len(best)):
            best = least
    return best if len(images) > 1 else []


def find_tilings(puzzle: Tangram, begin: Sequence[int] = ()) -> list[Tiling]:
    """Return every tiling from the start on that respects the constraints and has one of these moves, if any."""
    if twin := native(puzzle):
        handle: Any = twin.handle
        given = [puzzle.layout.at[place].number for place in puzzle.placed]
        return [tuple(sorted((*given, *each))) for each in handle.tilings(list(begin))]
    return [tuple(sorted(each)) for each in search(puzzle, begin)]


def up_to_symmetry(puzzle: Tangram) -> list[Tiling]:
    """Return the solutions of a puzzle, the least of each set of images.

    >>> from quandary.kinds.tangram.notation import parse
    >>> len(up_to_symmetry(parse("square 2x3 A=xx,3")))
    2

    The symmetries are those that keep the pieces placed at the start.
    """
    given = {puzzle.layout.at[place].number for place in puzzle.placed}
    images = [to for to in symmetries(puzzle) if {to[number] for number in given} == given]
    found = set()
    for tiling in find_tilings(puzzle, () if given else firsts(puzzle)):
        check_limits()
        found.add(min(tuple(sorted(to[number] for number in tiling)) for to in images))
    return sorted(found)


def all_images(puzzle: Tangram, tilings: Sequence[Tiling]) -> list[Tiling]:
    """Return tilings with all their images, the images of each side by side."""
    images = symmetries(puzzle)
    return list(
        dict.fromkeys(tuple(sorted(to[number] for number in tiling)) for tiling in tilings for to in images)
    )
