"""What a clue owns: its notation, its picture, its neighbours, its part of an address, and how it is dug."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from quandary.draw.shapes import Shape
from quandary.errors import NotationError
from quandary.pencil.archive import ArchiveRow
from quandary.pencil.codes import BoardSize as BoardSize
from quandary.pencil.codes import LinkPart
from quandary.pencil.grid import Grid
from quandary.pencil.words.word import Scope, SpotNumber

ClueValue: TypeAlias = Any
"""What a puzzle keeps of a clue: tuples of plain values, so that it can be compared and hashed."""


class Margins(NamedTuple):
    """The room that clues need around the board, in cells."""

    top: float = 0
    left: float = 0
    bottom: float = 0
    right: float = 0


class Clue(ABC):
    """One sort of clue of a declared kind. The value of a clue is immutable and plain.

    `attribute` is the name by which rules ask for it: self.numbers.
    """

    attribute: str

    @abstractmethod
    def read(self, text: str, title: str, size: BoardSize | None) -> tuple[ClueValue, BoardSize | None]:
        """Read the value from its part of the notation. Tell the size, if the text does. Raises NotationError."""

    @abstractmethod
    def write(self, value: ClueValue, size: BoardSize) -> str:
        """Write the value, so that `read` gives it back."""

    @abstractmethod
    def blank(self, size: BoardSize) -> ClueValue:
        """Return the value that tells nothing."""

    @abstractmethod
    def view(self, value: ClueValue, grid: Grid) -> Any:
        """Return what rules see of the value."""

    @abstractmethod
    def draw(self, value: ClueValue, grid: Grid) -> Iterator[Shape]:
        """Draw it on a board with its upper left corner at (0, 0) and cells of size 1."""

    @abstractmethod
    def turned(self, value: ClueValue, grid: Grid, order: tuple[int, ...], *, swapped: bool) -> ClueValue:
        """Return the value on the turned board, of which `order` are the old numbers of the cells."""

    def margins(self, value: ClueValue) -> Margins:
        """Return the room around the board that the picture needs."""
        return Margins()

    def known(self, value: ClueValue, grid: Grid) -> Mapping[SpotNumber, int]:
        """Return the marks that are known from the start."""
        return {}

    def names(self, value: ClueValue, grid: Grid) -> Mapping[Scope, str]:
        """Return names of places for sentences."""
        return {}

    def tells(self, value: ClueValue, grid: Grid) -> Mapping[str, str]:
        """Return what is said of places on the board, by their names: "r1c1", "row 1"."""
        return {}

    def reductions(self, value: ClueValue, grid: Grid) -> Iterator[tuple[str, ClueValue]]:
        """Yield everything that can be left out, in words, with what is left."""
        return iter(())

    def changes(self, value: ClueValue, grid: Grid) -> Iterator[tuple[str, ClueValue]]:
        """Yield each change that an editor offers besides leaving out, in words, with the changed value."""
        return iter(())

    def mends(self, value: ClueValue, grid: Grid) -> Iterator[tuple[str, ClueValue]]:
        """Yield the changes by which generation makes a puzzle unique: those of clues that are not taken away."""
        return iter(())

    def random(self, rng: Random, grid: Grid) -> ClueValue:
        """Return what a new puzzle is set with, before it is solved: regions, cages, nothing."""
        return self.blank(BoardSize(grid.height, grid.width))

    def derived(
        self, value: ClueValue, grid: Grid, solved: Sequence[int], holds: Callable[[ClueValue], bool]
    ) -> ClueValue:
        """Return the value that tells all it can about a solution. `holds` asks whether the solution keeps a value."""
        return value

    def link(self) -> LinkPart | None:
        """Return its part of a puzz.link address, if it has one."""
        return None

    def of_row(self, row: ArchiveRow) -> str:
        """Return its part of the notation from a row of an archive. Raises NotationError if rows do not tell it."""
        raise NotationError(f"Rows of archives do not tell {self.attribute}.")

    def json(self, value: ClueValue) -> Any:
        """Return the value as JSON-compatible values."""
        return value
