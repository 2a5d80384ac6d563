"""Names of cells and slots for people."""

from quandary.puzzle import Slot


class NamedSlot(Slot):
    """A slot whose text is its name.

    >>> print(NamedSlot("row", "5 in row 3"))
    5 in row 3
    """

    __slots__ = ()

    def __str__(self) -> str:
        return str(self.name)


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell for people.

    >>> cell_name(0, 8)
    'r1c9'
    """
    return f"r{row + 1}c{column + 1}"
