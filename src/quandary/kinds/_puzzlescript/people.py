"""How people see a level: no rules are known that hold for all games."""

from collections.abc import Iterator

from quandary.kind import People
from quandary.kinds._puzzlescript.deeds import DEEDS, remarks
from quandary.kinds._puzzlescript.rules import Level


def elements(level: Level) -> Iterator[str]:
    """Yield the names of the objects in a level, in the order of the game."""
    there = 0
    for cell in level.map.cells:
        there |= cell
    yield from level.game.names(there & ~level.game.layer_masks[level.game.background])


PEOPLE = People(
    columns=("remuse", "shortest", "luck", "solutions"),
    deeds=DEEDS,
)

Level.elements = elements  # type: ignore[attr-defined]
Level.remarks = remarks  # type: ignore[attr-defined]
Level.in_order = True  # type: ignore[attr-defined]
