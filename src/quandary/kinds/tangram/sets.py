"""The declarations that are known by name."""

from collections.abc import Mapping
from dataclasses import dataclass

from quandary.kinds.tangram.declare import BOTH, Piece
from quandary.kinds.tangram.lattice import LATTICES, Cell

NO_CELL, FREE = "_."
"""A place in a text without a cell, and a free cell of a board."""


def cells_in(lattice: str, rows: str) -> dict[Cell, str]:
    """Return the character of each cell in a text of rows.

    >>> cells_in("square", "_x/x")
    {(0, 1): 'x', (1, 0): 'x'}
    """
    place = LATTICES[lattice].cell
    return {
        place(line, at): character
        for line, row in enumerate(rows.split("/"))
        for at, character in enumerate(row)
        if character != NO_CELL
    }


def piece_from(lattice: str, letter: str, rows: str, **more: object) -> Piece:
    """Return the piece that rows of text show, slid to the top left.

    >>> piece_from("square", "L", "_/_x/_x/_xx").cells
    ((0, 0), (1, 0), (2, 0), (2, 1))
    """
    found = cells_in(lattice, rows)
    cells = sorted(found)
    holes = "".join(found[cell] for cell in cells)
    return Piece(letter, LATTICES[lattice].settled(cells), "" if set(holes) <= {BOTH} else holes, **more)  # type: ignore[arg-type]


def board_from(lattice: str, rows: str) -> tuple[Cell, ...]:
    """Return the cells of a board that rows of text show, slid to the top left."""
    return LATTICES[lattice].settled(list(cells_in(lattice, rows)))


def rectangle(rows: int, columns: int) -> str:
    """Return the text of a board of full rows.

    >>> rectangle(2, 3)
    '.../...'
    """
    return "/".join([FREE * columns] * rows)


@dataclass(frozen=True)
class NamedSet:
    """Pieces with a name, and the board that they are usually laid on."""

    name: str
    lattice: str
    pieces: tuple[Piece, ...]
    board: str
    says: str
    size: str = ""
    """The size of the board, if it is a rectangle that is written like this."""


def _set(
    name: str,
    lattice: str,
    pieces: Mapping[str, str],
    board: str,
    says: str,
    more: Mapping[str, Mapping[str, object]] | None = None,
    size: str = "",
) -> NamedSet:
    made = tuple(
        piece_from(lattice, letter, rows, **(more or {}).get(letter, {})) for letter, rows in pieces.items()
    )
    return NamedSet(name, lattice, made, board, says, size)


PENTOMINOES = _set(
    "pentominoes",
    "square",
    {
        "F": "_xx/xx/_x",
        "I": "xxxxx",
        "L": "xxxx/x",
        "N": "xxx/__xx",
        "P": "xxx/xx",
        "T": "xxx/_x/_x",
        "U": "xxx/x_x",
        "V": "xxx/x/x",
        "W": "x/xx/_xx",
        "X": "_x/xxx/_x",
        "Y": "xxxx/_x",
        "Z": "xx/_x/_xx",
    },
    rectangle(6, 10),
    "the 12 shapes of five squares, on any rectangle of 60 cells",
    size="6x10",
)
HEXIAMONDS = _set(
    "hexiamonds",
    "triangle",
    {
        "A": "_xxxxxx",
        "B": "____x/xxxxx",
        "C": "__x/xxxxx",
        "D": "___xx/_xxxx",
        "E": "__x_x/_xxxx",
        "F": "__xx/_xxxx",
        "G": "__xx/xxxx",
        "H": "xxx/xxx",
        "J": "__xxx/xxx",
        "K": "____x/_xxxxx",
        "M": "____xx/_xxxx",
        "N": "_xxx/_xxx",
    },
    "/".join(NO_CELL * (1 + row) + FREE * 12 for row in range(6)),
    "the 12 shapes of six triangles, on a rhombus of side 6",
)
TETRAHEXES = _set(
    "tetrahexes",
    "hexagon",
    {
        "I": "xxxx",
        "P": "__x/xxx",
        "W": "___x/xxx",
        "B": "_xx/xx",
        "S": "__xx/xx",
        "U": "_xx/x_x",
        "Y": "__x/xx/__x",
    },
    "/".join(NO_CELL * ((row + 1) // 2) + FREE * 7 for row in range(4)),
    "the 7 shapes of four hexagons, on a parallelogram of 4 by 7",
    {
        letter: {"name": name}
        for letter, name in zip(
            "IPWBSUY", ("Bar", "Pistol", "Worm", "Bee", "Wave", "Arch", "Propeller"), strict=True
        )
    },
)
HEX = _set(
    "hex",
    "triangle",
    {
        "H": "xxx/xxx",
        "B": "_xxx/_xxx",
        "E": "__xxxx/_xx",
        "L": "xxxxxx",
        "M": "__xxx/_xxx",
        "W": "xxxxx/x",
        "T": "_xxxxx/__x",
        "K": "xx/xxxx",
        "Z": "xxx",
        "S": "xxx/__xxx",
    },
    "__......./_........./.........../.........../_........./__.......",
    "the HEX tangram; leave out one big piece or the trapezoids",
    {
        "H": {"name": "Hexagon", "colour": "red"},
        "B": {"name": "Butterfly", "colour": "red"},
        "E": {"name": "Elbow", "colour": "green"},
        "L": {"name": "Line", "colour": "yellow"},
        "M": {"name": "Mountains", "colour": "blue"},
        "W": {"name": "Wrench", "colour": "blue"},
        "T": {"name": "Triangle", "colour": "purple"},
        "K": {"name": "Hook", "colour": "purple"},
        "Z": {"name": "Trapezoid", "colour": "green", "copies": 2},
        "S": {"name": "Snake", "colour": "yellow"},
    },
)
SETS = {each.name: each for each in (PENTOMINOES, HEXIAMONDS, TETRAHEXES, HEX)}
