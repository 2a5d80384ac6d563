"""A number about the whole puzzle."""

from collections.abc import Iterator

from quandary.draw.shapes import Shape
from quandary.errors import NotationError
from quandary.pencil.archive import ArchiveRow
from quandary.pencil.clues.cells import number_of
from quandary.pencil.clues.clue import BoardSize, Clue
from quandary.pencil.codes import LinkPart, Plain
from quandary.pencil.grid import Grid


class Number(Clue):
    """A number about the whole puzzle: how many stars each row has."""

    def __init__(self, attribute: str, default: int = 1, high: int = 9) -> None:
        self.attribute, self.default, self.high = attribute, default, high

    def read(self, text: str, title: str, size: BoardSize | None) -> tuple[int, None]:
        """Read the number, which may be left out."""
        try:
            return (number_of(text.strip(), 0, self.high) if text.strip() else self.default), None
        except ValueError as error:
            raise NotationError(
                f"The number of {self.attribute} of a {title} cannot be {text[:20]!a}: {error}."
            ) from error

    def write(self, value: int, size: BoardSize) -> str:
        """Write the number, unless it is the usual one."""
        return "" if value == self.default else str(value)

    def blank(self, size: BoardSize) -> int:
        """Return the usual number."""
        return self.default

    def view(self, value: int, grid: Grid) -> int:
        """Return the number."""
        return value

    def draw(self, value: int, grid: Grid) -> Iterator[Shape]:
        """Draw nothing: the title of the picture says it."""
        return iter(())

    def turned(self, value: int, grid: Grid, order: tuple[int, ...], *, swapped: bool) -> int:
        """Return the number."""
        return value

    def of_row(self, row: ArchiveRow) -> str:
        """Return the number that a row has for the whole puzzle."""
        return str(row.told.get("depth", ""))

    def link(self) -> LinkPart:
        """Return the number, before all other parts."""
        return LinkPart(Plain(), lambda told, size: told, lambda value, size: value, order=0)
