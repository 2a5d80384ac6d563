"""Pieces and boards as meshes, in millimetres."""

from collections.abc import Iterable
from dataclasses import dataclass

from quandary.errors import QuandaryError
from quandary.publishing.physical.mesh import Mesh, Round
from quandary.publishing.physical.outline import Outline
from quandary.solid import Corners, SolidPiece, Tangram


@dataclass(frozen=True)
class Sizes:
    """The measures of pieces and board in millimetres."""

    side: float = 20.0
    """The side of a cell."""
    thickness: float = 6.0
    """The height of a piece."""
    clearance: float = 0.15
    """How far the outline of a piece is moved inwards, so that pieces fit beside each other."""
    bump: float = 2.5
    """The radius of a bump."""
    height: float = 1.6
    """The height of a bump."""
    play: float = 0.3
    """How much wider and deeper a hole is than a bump."""
    base: float = 3.0
    """The thickness of the board below the pieces."""
    rim: float = 6.0
    """The width of the board's rim."""
    wall: float = 4.0
    """The height of the rim above the board, on both sides."""
    kerf: float = 0.0
    """The width of the cut of a laser, half of which outlines are moved outwards."""

    def __post_init__(self) -> None:
        for name in ("side", "thickness", "bump", "height", "base", "rim", "wall"):
            if not 0 < getattr(self, name) <= 1000:
                raise QuandaryError(
                    f"The {name} must be above 0 and at most 1000 mm, not {getattr(self, name):g}."
                )
        if not 0 <= self.clearance < self.side / 20:
            raise QuandaryError(
                f"A clearance of {self.clearance:g} mm does not fit sides of {self.side:g} mm."
            )
        if not 0 <= self.kerf < 1 or not 0 <= self.play < self.bump:
            raise QuandaryError("The kerf must be below 1 mm, and the play smaller than a bump. Both from 0.")
        if 2 * (self.height + self.play) >= self.thickness:
            raise QuandaryError(
                f"Holes of {self.height + self.play:g} mm on both sides do not fit into {self.thickness:g} mm."
                " Make the pieces thicker or the bumps lower."
            )
        if self.bump + self.play > self.side * 0.25:
            raise QuandaryError(f"Bumps of radius {self.bump:g} mm do not fit sides of {self.side:g} mm.")

    def outline(self, cells: Iterable[Corners], inset: float) -> Outline:
        """Return cells in millimetres with their border moved inwards."""
        return Outline(tuple(tuple((x * self.side, y * self.side) for x, y in cell) for cell in cells), inset)

    @property
    def hole(self) -> Round:
        """The pocket that takes a bump."""
        return Round(self.bump + self.play, self.height + self.play)

    @property
    def peg(self) -> Round:
        """The bump."""
        return Round(self.bump, -self.height)


def piece_mesh(piece: SolidPiece, sizes: Sizes = Sizes()) -> Mesh:
    """Return a piece as a closed mesh, its first side down at height 0."""
    outline = sizes.outline((cell.corners for cell in piece.cells), sizes.clearance)
    mesh = Mesh()
    mesh.side(outline, 0.0, [sizes.hole if cell.first else None for cell in piece.cells], up=False)
    mesh.side(
        outline, sizes.thickness, [sizes.hole if cell.second else None for cell in piece.cells], up=True
    )
    mesh.wall((outline.moved_edge(edge) for edge in outline.border), 0.0, sizes.thickness)
    return mesh


def board_mesh(tangram: Tangram, sizes: Sizes = Sizes()) -> Mesh:
    """Return the board as a closed mesh: bumps on the upper side, the lower side clear, a rim around both."""
    cells = [cell.corners for cell in tangram.board]
    inner = sizes.outline(cells, -sizes.clearance)
    outer = sizes.outline(cells, -sizes.clearance - sizes.rim)
    edges = [inner.moved_edge(edge) for edge in inner.border]
    rim = [outer.moved_edge(edge) for edge in outer.border]
    low, high = 0.0, sizes.base
    mesh = Mesh()
    mesh.side(inner, high, [sizes.peg if cell.bump else None for cell in tangram.board], up=True)
    mesh.side(inner, low, [None] * len(cells), up=False)
    turned = [(b, a) for a, b in edges]
    mesh.wall(turned, high, high + sizes.wall)
    mesh.wall(turned, low - sizes.wall, low)
    mesh.wall(rim, low - sizes.wall, high + sizes.wall)
    mesh.band(edges, rim, high + sizes.wall, up=True)
    mesh.band(edges, rim, low - sizes.wall, up=False)
    return mesh


def meshes(tangram: Tangram, sizes: Sizes = Sizes()) -> dict[str, Mesh]:
    """Return every piece and the board by name."""
    found = {piece.name.lower(): piece_mesh(piece, sizes) for piece in tangram.pieces}
    return {**found, "board": board_mesh(tangram, sizes)}


def check_closed(made: dict[str, Mesh]) -> None:
    """Raise QuandaryError if a mesh is not watertight."""
    for name, mesh in made.items():
        if (gaps := mesh.open_edges()) or mesh.volume <= 0:
            raise QuandaryError(f"The mesh of {name} is not closed ({gaps} open edges), a bug in quandary.")
