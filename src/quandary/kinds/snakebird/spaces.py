"""Spaces of levels: every way to put tiles into the free cells of a level."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from quandary.errors import NotationError, SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.snakebird import text
from quandary.kinds.snakebird.board import Cell
from quandary.kinds.snakebird.build import HEADS, MOST_SIDE, assemble
from quandary.kinds.snakebird.rules import Level
from quandary.kinds.snakebird.same import symmetries
from quandary.parts.space import Space, within
from quandary.parts.spaces import reduced
from quandary.parts.spaces.options import SYMMETRY, is_reduced, width_and_height

FREE = "?"
SMALLEST = 2
"""The least width and height of a level with a bird, a fruit and an exit."""
TILES = (text.AIR, text.GROUND, text.SPIKES)


@dataclass(frozen=True)
class Tilings:
    """A level with free cells, which are filled in all ways row by row, the first one changing slowest.

    >>> space = Tilings.of("@??X/>R??/????", ".#|")
    >>> space.size, text.write(space.unrank(10)).splitlines(), space.rank(space.unrank(10))
    (6561, ['@..X', '>R..', '.#.#'], 10)

    A level that is not at rest has a number, too, but no start, and so no solution.
    """

    level: Level
    """The level with air in its free cells."""
    free: tuple[Cell, ...]
    tiles: str

    @classmethod
    def of(cls, template: str, tiles: str) -> "Tilings":
        """Return the space of a level that is written with `?` for each free cell."""
        if not tiles or set(tiles) - set(TILES) or len(set(tiles)) != len(tiles):
            raise SpaceError(
                f"The tiles {tiles[:20]!r} must be some of {' '.join(TILES)}, each once, as in .#|"
            )
        rows = template.replace("/", "\n").split()
        free = tuple((x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == FREE)
        try:
            level = assemble(**text.read("\n".join(rows).replace(FREE, text.AIR)))
        except NotationError as error:
            raise SpaceError(f"The template is not a level with {FREE} for free cells: {error}") from error
        return cls(level, free, tiles)

    @property
    def size(self) -> int:
        """The number of levels."""
        size: int = len(self.tiles) ** len(self.free)
        return size

    def unrank(self, number: int) -> Level:
        """Return the level with a number."""
        number = within(number, self.size)
        filled: dict[str, list[Cell]] = {tile: [] for tile in TILES}
        for cell in reversed(self.free):
            number, digit = divmod(number, len(self.tiles))
            filled[self.tiles[digit]].append(cell)
        return replace(
            self.level,
            ground=self.level.ground.union(filled[text.GROUND]),
            spikes=self.level.spikes.union(filled[text.SPIKES]),
        )

    def rank(self, level: Level) -> int:
        """Return the number of a level. Raises SpaceError if it is not in the space."""
        number = 0
        for cell in self.free:
            tile = text.GROUND if cell in level.ground else text.SPIKES if cell in level.spikes else text.AIR
            if tile not in self.tiles:
                raise SpaceError(
                    f"The space has no level with {tile} in column {cell[0] + 1}, row {cell[1] + 1}."
                )
            number = number * len(self.tiles) + self.tiles.index(tile)
        if self.unrank(number) != replace(level, hovering=False):
            raise SpaceError("The level differs from those of the space in a cell that is not free.")
        return number


def template_of(size: str) -> str:
    """Return a level of a size with all cells free but those of a bird, a fruit and an exit.

    >>> template_of("4x3")
    '@??X/>R??/????'
    """
    width, height = width_and_height({"size": size}, MOST_SIDE)
    if min(width, height) < SMALLEST:
        raise SpaceError(f"size={size} is too small for a bird, a fruit and an exit. Write size=4x3.")
    rows = [text.FRUIT + FREE * (width - 2) + text.EXIT, f">{HEADS[0]}" + FREE * (width - 2)]
    return "/".join(rows + [FREE * width] * (height - 2))


def _tiles(options: Mapping[str, str]) -> Space[Level]:
    space = Tilings.of(options["template"] or template_of(options["size"]), options["tiles"])
    return reduced(space, symmetries) if is_reduced(options) else space


SPACES = {
    "tiles": NamedSpace(
        "levels with air, ground and spikes in all ways: of a size with one bird and one fruit, or of a template"
        " with ? for free cells",
        {"size": "4x3", "template": "", "tiles": "".join(TILES), **SYMMETRY},
        _tiles,
    )
}
