"""Symmetries of levels: mirrored left to right. Letters do not matter."""

from dataclasses import replace

from quandary.kind import Sameness
from quandary.kinds.snakebird.board import Cell, Cells, reading_order
from quandary.kinds.snakebird.build import HEADS
from quandary.kinds.snakebird.notation import format  # noqa: A004
from quandary.kinds.snakebird.rules import Level


def symmetries(level: Level) -> list[Level]:
    r"""Return the level and its mirror image, without duplicates.

    >>> from quandary.kinds.snakebird.notation import parse
    >>> [format(each) for each in symmetries(parse("..X/>R./###"))]
    ['..X\n>R.\n###', 'X..\n.R<\n###']
    """
    return list(dict.fromkeys((level, _mirrored(level))))


def canonical(level: Level) -> str:
    """Return the lesser notation of both images, with the usual letters."""
    return min(format(replace(each, names=HEADS[: len(each.names)])) for each in symmetries(level))


def _mirrored(level: Level) -> Level:
    def cell(at: Cell) -> Cell:
        return level.width - 1 - at[0], at[1]

    def cells(some: Cells) -> Cells:
        return tuple(map(cell, some))

    flock = sorted(
        ((cells(body), name) for body, name in zip(level.birds, level.names, strict=True)),
        key=lambda bird: reading_order(bird[0][0]),
    )
    return replace(
        level,
        ground=frozenset(map(cell, level.ground)),
        spikes=frozenset(map(cell, level.spikes)),
        exit=cell(level.exit),
        birds=tuple(body for body, _ in flock),
        names="".join(name for _, name in flock),
        fruit=frozenset(map(cell, level.fruit)),
        blocks=tuple(sorted(tuple(sorted(cells(block))) for block in level.blocks)),
        portals=tuple(sorted(cells(level.portals))),
    )


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
