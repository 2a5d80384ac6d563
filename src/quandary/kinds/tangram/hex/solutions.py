"""All solutions: the 2508 ways to fill the board with all pieces but one, up to symmetry.

One exact-cover search finds them. Mountains and Hook look different in each of the twelve symmetries,
wherever they lie. So the search tries the Mountains (or the Hook, if the Mountains are left out) in only one
of each twelve locations that are images of each other, and finds every solution once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from quandary.kinds.tangram.declare import Location
from quandary.kinds.tangram.hex.pieces import (
    AT,
    BY_PIECE,
    CELLS,
    COPIES,
    FIRST,
    FULL,
    LOCATIONS,
    ORDER,
    PIECES,
    SYMMETRIES,
    image,
)
from quandary.parts.cache import cached
from quandary.parts.exact_cover import ExactCover
from quandary.parts.laying import Place
from quandary.parts.masks import bits

VERSION = 1
"""Raised when the file of solutions changes its format or its order."""
COUNT = 2508
"""The number of solutions (Table 3.2 of the thesis)."""
GUIDES = "Mountains", "Hook"
"""Pieces without symmetry, whose location distinguishes the twelve images of a tiling."""
PIECE_OF = [each.piece for each in LOCATIONS]
INDEX_OF = [each.number - FIRST[each.piece] for each in LOCATIONS]
RANK_OF = [ORDER.index(each.piece) for each in LOCATIONS]
"""The place of the piece of each location in the order of listing."""


def listed(forbidden: str) -> tuple[str, ...]:
    """Return the pieces of a solution in listed order, trapezoids twice and last.

    >>> listed("Line")[:3], len(listed("Line")), len(listed("Trapezoid"))
    (('Mountains', 'Wrench', 'Triangle'), 10, 9)
    """
    return tuple(piece for piece in ORDER if piece != forbidden for _ in range(COPIES[piece]))


@dataclass(frozen=True)
class StoredSolution:
    """A full board: the piece left out, and the location of every other piece, in listed order.

    Locations are numbered within their piece. Of two trapezoids, the larger number comes first. Of the
    twelve images of a solution, the one with the largest list of numbers is stored.
    """

    forbidden: str
    indices: tuple[int, ...]

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The piece at each place of the list."""
        return listed(self.forbidden)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the moves that make the solution, in listed order."""
        return tuple(FIRST[piece] + index for piece, index in zip(self.pieces, self.indices, strict=True))

    @property
    def locations(self) -> tuple[Location, ...]:
        """The locations of the pieces, in listed order."""
        return tuple(LOCATIONS[number] for number in self.numbers)

    def image(self, symmetry: int) -> tuple[int, ...]:
        """Return the moves of a rotated or reflected image, each piece keeping its place in the list."""
        to = moved(symmetry)
        return tuple(to[number] for number in self.numbers)


@cache
def moved(symmetry: int) -> tuple[int, ...]:
    """Return the image of each location under a symmetry, by number."""
    return tuple(AT[Place(each.piece, image(each.mask, symmetry))].number for each in LOCATIONS)


@cache
def all_solutions() -> tuple[StoredSolution, ...]:
    """Return the 2508 solutions, sorted by the piece left out, then by descending locations.

    They are kept in the user's cache folder. If the file is missing or wrong, they are found again in a
    fraction of a second.
    """
    text = cached("hex-solutions", VERSION, lambda: _format(find_solutions()), accept=_is_sound)
    return tuple(_parse(text))


def find_solutions() -> list[StoredSolution]:
    """Search for the 2508 solutions."""
    found = [_stored(tiling) for guide in range(len(GUIDES)) for tiling in _tilings(guide)]
    place = {piece: at for at, piece in enumerate(ORDER)}
    return sorted(found, key=lambda each: (place[each.forbidden], [-index for index in each.indices]))


def _tilings(guide: int) -> Iterator[list[int]]:
    """Yield the moves of tilings without the earlier guides in which this guide is the first of its images."""
    wanted = GUIDES[guide]
    others = [piece for piece in PIECES if piece not in GUIDES[: guide + 1]]
    places = [*_first_of_images(wanted), *(each for piece in others for each in BY_PIECE[piece])]
    item = {wanted: len(CELLS)} | {piece: len(CELLS) + 1 + at for at, piece in enumerate(others)}
    options = [(*bits(each.mask), item[each.piece]) for each in places]
    cover = ExactCover(len(CELLS) + 1, options, [COPIES[piece] for piece in others])
    numbers = [each.number for each in places]
    for chosen in cover.covers():
        yield [numbers[option] for option in chosen]


def _first_of_images(piece: str) -> Iterator[Location]:
    for each in BY_PIECE[piece]:
        if each.number == min(moved(symmetry)[each.number] for symmetry in range(len(SYMMETRIES))):
            yield each


def _stored(tiling: Sequence[int]) -> StoredSolution:
    """Return the solution that the moves of a tiling are an image of."""
    (forbidden,) = set(PIECES).difference(map(PIECE_OF.__getitem__, tiling))
    inside = sorted(tiling, key=RANK_OF.__getitem__)
    best = max(_listed(inside, symmetry) for symmetry in _to_largest(inside[0]))
    return StoredSolution(forbidden, tuple(map(INDEX_OF.__getitem__, best)))


@cache
def _to_largest(number: int) -> tuple[int, ...]:
    """Return the symmetries that take a location to the largest of its images, by number."""
    images = [moved(symmetry)[number] for symmetry in range(len(SYMMETRIES))]
    return tuple(symmetry for symmetry, to in enumerate(images) if to == max(images))


def _listed(numbers: Sequence[int], symmetry: int) -> list[int]:
    """Return the image of some moves in listed order, the larger trapezoid first."""
    to = moved(symmetry)
    images = list(map(to.__getitem__, numbers))
    if PIECE_OF[images[-2]] == PIECE_OF[images[-1]] and images[-2] < images[-1]:
        images[-2:] = images[-1], images[-2]
    return images


def _format(solutions: Sequence[StoredSolution]) -> str:
    return "".join(f"{each.forbidden} {' '.join(map(str, each.indices))}\n" for each in solutions)


def _parse(text: str) -> Iterator[StoredSolution]:
    for line in text.splitlines():
        forbidden, *indices = line.split()
        yield StoredSolution(forbidden, tuple(map(int, indices)))


def _is_sound(text: str) -> bool:
    """Return whether every line is a tiling, the order is right and none is missing."""
    try:
        solutions = list(_parse(text))
        return len(solutions) == COUNT and all(map(_is_tiling, solutions))
    except (ValueError, IndexError, KeyError):
        return False


def _is_tiling(solution: StoredSolution) -> bool:
    covered = 0
    for place in solution.locations:
        if place.mask & covered:
            return False
        covered |= place.mask
    return covered == FULL
