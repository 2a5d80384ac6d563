"""A compiled game: what its rules look for and do, as bits.

A cell is a number with one bit for each object in it, and a movement a number with five bits for each layer. Cells
are numbered column by column.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

LAYER_BITS = 5
"""The bits of a layer in a movement: up, down, left, right, action."""


class Change(NamedTuple):
    """What a rule does to a cell: what it takes away and puts there."""

    clear: int
    put: int
    stop: int
    """The movements that it takes away."""
    move: int
    """The movements that it gives."""
    layers: int
    """All movements of the layers that it settles. A rigid rule answers for those."""
    one_of: int = 0
    """Objects of which one is put there at random."""
    any_way: int = 0
    """The lowest bits of layers that get a random direction."""


class Pattern(NamedTuple):
    """What a rule looks for in a cell, and what it does to it."""

    need: int
    """Objects that must all be there."""
    forbid: int
    any_of: tuple[int, ...]
    """Sets of objects, of each of which one must be there."""
    moving: int
    """Movements that must all be there."""
    still: int
    """Movements of which none may be there."""
    change: Change | None = None


Row: TypeAlias = tuple[Pattern | None, ...]
"""Cells in a line. None stands for any number of cells."""


class Rule(NamedTuple):
    """A rule in one direction."""

    line: int
    way: int
    """The direction in which its rows lie: a bit of a movement."""
    rows: tuple[Row, ...]
    changes: bool
    """Whether there is something on its right side, other than commands."""
    commands: tuple[str, ...]
    message: str = ""
    rigid: int = -1
    """The number of its group among those with a rigid rule, if it is rigid itself."""


class Group(NamedTuple):
    """Rules that are applied until none of them changes anything, or one of them at random."""

    rules: tuple[Rule, ...]
    random: bool = False
    back_to: int = -1
    """The number of the group to go back to if anything changed, as long as it does."""


class Win(NamedTuple):
    """A win condition: "no", "some" or "all" of one thing, on another."""

    how: str
    one: int
    one_is_whole: bool
    """Whether all of its objects are meant, not one of them."""
    other: int
    other_is_whole: bool


class Picture(NamedTuple):
    """The picture of an object: colours as #rrggbb or "transparent", and rows of digits and points."""

    colours: tuple[str, ...]
    rows: tuple[str, ...]


class Map(NamedTuple):
    """A level as it is written: its line and its cells, column by column."""

    line: int
    width: int
    height: int
    cells: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Game:
    """A compiled game."""

    objects: tuple[str, ...]
    """Their names by number."""
    layer_masks: tuple[int, ...]
    player: int
    player_is_whole: bool
    background: int
    """The layer of the background."""
    floor: int
    """The background of levels that name none, as a bit."""
    early: tuple[Group, ...]
    late: tuple[Group, ...]
    rigid_groups: tuple[int, ...]
    """The numbers of the groups with rigid rules."""
    wins: tuple[Win, ...]
    settings: Mapping[str, str]
    pictures: tuple[Picture, ...]
    background_colour: str
    glyphs: Mapping[str, int] = field(default_factory=dict)
    """What stands for a cell in a level, as it is written."""
    levels: tuple[Map | str, ...] = ()
    """The levels and the messages between them."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules in the order in which they are applied."""
        return tuple(rule for group in (*self.early, *self.late) for rule in group.rules)

    def lay(self, rows: Sequence[str], line: int = 0) -> Map:
        """Return the level that rows of signs stand for. A row that is too short goes on with its last sign."""
        width, height = len(rows[0]), len(rows)
        signs = (row[at] if at < len(row) else row[-1] for at in range(width) for row in rows)
        cells = [self.glyphs.get(sign, 0) for sign in signs]
        mask = self.layer_masks[self.background]
        usual = next((cell & mask for cell in cells if cell & mask), self.floor)
        return Map(line, width, height, tuple(cell if cell & mask else cell | usual for cell in cells))

    def names(self, cell: int) -> list[str]:
        """Return the names of the objects in a cell."""
        return [name for number, name in enumerate(self.objects) if cell >> number & 1]
