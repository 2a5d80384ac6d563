"""Things to hold: closed meshes, true volumes, and cut sheets without overlaps."""

import struct
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quandary.cli.main import main
from quandary.draw.shapes import Polygon, Text
from quandary.errors import QuandaryError
from quandary.kinds.tangram.hex.solid import tangram
from quandary.kinds.tangram.notation import parse
from quandary.kinds.tangram.solid import tangram as solid
from quandary.publishing.booklet.sheets import _sheet
from quandary.publishing.booklet.style import Style
from quandary.publishing.physical.files import LAYERS, cutting_svg, to_dxf
from quandary.publishing.physical.make import Sizes, board_mesh, check_closed, meshes, piece_mesh
from quandary.publishing.physical.mesh import Mesh, round_area
from quandary.publishing.physical.outline import Outline
from quandary.publishing.physical.sheet import cut_sheet, piece_part
from quandary.solid import BoardCell, PieceCell, SolidPiece, Tangram

HEX = tangram([])
TRIANGLE = 3**0.5 / 4
PLAIN = Sizes(clearance=0.0)


GARDEN = """tangram: square
board:
  ..
  ..
piece V, red:
  xx
  x
piece M, blue:
  x
"""


def square(x: int, y: int, **holes: bool) -> PieceCell:
    return PieceCell(((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)), **holes)


@pytest.mark.parametrize(
    "sizes", [Sizes(), PLAIN, Sizes(side=12, bump=1.5, play=0.1, clearance=0.3)], ids=str
)
def test_every_mesh_is_watertight(sizes: Sizes) -> None:
    made = meshes(HEX, sizes)
    assert len(made) == 11
    check_closed(made)
    assert all(mesh.open_edges() == 0 for mesh in made.values())


@pytest.mark.parametrize("piece", HEX.pieces, ids=lambda piece: piece.name)
def test_a_volume_is_area_times_thickness_without_the_holes(piece: SolidPiece) -> None:
    holes = sum(cell.first + cell.second for cell in piece.cells)
    pocket = round_area(PLAIN.hole.radius) * PLAIN.hole.depth
    area = len(piece.cells) * TRIANGLE * PLAIN.side**2
    assert piece_mesh(piece, PLAIN).volume == pytest.approx(area * PLAIN.thickness - holes * pocket)
    smaller = Outline(tuple(tuple((x * 20, y * 20) for x, y in cell.corners) for cell in piece.cells), 0.15)
    volume = smaller.area * PLAIN.thickness - holes * pocket
    assert piece_mesh(piece, Sizes()).volume == pytest.approx(volume)
    assert smaller.area < area


def test_the_board_has_a_bump_on_every_triangle_that_points_down() -> None:
    sizes = PLAIN
    flat = Tangram("flat", HEX.pieces, tuple(BoardCell(cell.corners) for cell in HEX.board))
    difference = board_mesh(HEX, sizes).volume - board_mesh(flat, sizes).volume
    assert difference == pytest.approx(27 * round_area(sizes.bump) * sizes.height)


def test_parts_that_touch_in_a_point_come_apart() -> None:
    corners = SolidPiece("corners", (square(0, 0), square(1, 1)))
    assert piece_mesh(corners, Sizes()).open_edges() == 0
    assert piece_mesh(corners, PLAIN).open_edges() > 0
    assert len(piece_part(corners, Sizes()).loops) == 2


def test_a_declared_piece_of_squares_works_the_same() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    piece = SolidPiece("ring", tuple(square(x, y, first=True) for x, y in ring))
    mesh = piece_mesh(piece, PLAIN)
    assert mesh.open_edges() == 0
    pockets = 8 * round_area(PLAIN.hole.radius) * PLAIN.hole.depth
    assert mesh.volume == pytest.approx(8 * PLAIN.side**2 * PLAIN.thickness - pockets)
    assert len(piece_part(piece, PLAIN).loops) == 2


@pytest.mark.parametrize(
    ("text", "area"),
    [("pentominoes 6x10", 1.0), ("hexiamonds", TRIANGLE), ("tetrahexes", 6 * TRIANGLE), ("hex -H", TRIANGLE)],
)
def test_every_declared_tangram_can_be_made(text: str, area: float) -> None:
    puzzle = parse(text)
    declared = solid([puzzle])
    made = meshes(declared, PLAIN)
    check_closed(made)
    check_closed(meshes(declared, Sizes()))
    assert len(made) == len(puzzle.pieces) + 1
    for piece in declared.pieces:
        volume = len(piece.cells) * area * PLAIN.side**2 * PLAIN.thickness
        assert made[piece.name.lower()].volume == pytest.approx(volume)
    sheet = cut_sheet(declared, Sizes())
    pieces = sum(piece.copies for piece in declared.pieces)
    assert to_dxf(sheet).splitlines().count("POLYLINE") >= pieces + 1


def test_an_open_mesh_is_refused() -> None:
    mesh = piece_mesh(HEX.pieces[0])
    with pytest.raises(QuandaryError, match="not closed"):
        check_closed({"broken": Mesh(mesh.triangles[1:])})


def test_stl_files_hold_what_the_mesh_has() -> None:
    mesh = piece_mesh(HEX.pieces[4])
    data = mesh.to_stl()
    (number,) = struct.unpack_from("<I", data, 80)
    assert number == len(mesh.triangles)
    assert len(data) == 84 + 50 * number
    read = [struct.unpack_from("<12f", data, 84 + 50 * at) for at in range(number)]
    volume = 0.0
    for _, _, _, *points in read:
        a, b, c = points[0:3], points[3:6], points[6:9]
        volume += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        volume += a[2] * (b[0] * c[1] - b[1] * c[0])
    assert volume / 6 == pytest.approx(mesh.volume, rel=1e-4)


def test_parts_on_a_sheet_do_not_overlap() -> None:
    sheet = cut_sheet(HEX)
    assert len(sheet.parts) == 11 + 3
    for one, other in combinations(sheet.parts, 2):
        a, b = one.box, other.box
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    for part in sheet.parts:
        left, low, right, high = part.box
        assert 0 < left < right < sheet.width and 0 < low < high < sheet.height


def test_the_cut_sheet_is_in_millimetres() -> None:
    sheet = cut_sheet(HEX, PLAIN)
    root = ElementTree.fromstring(cutting_svg(sheet))  # noqa: S314 - our own text
    assert root.attrib["width"] == f"{sheet.width:.4f}".rstrip("0").rstrip(".") + "mm"
    groups = {group.attrib["id"]: len(group) for group in root if "id" in group.attrib}
    assert groups["CUT"] == 11 + 1 + 2 * 2
    assert groups["BUMPS"] == 27


def test_dxf_is_pairs_of_codes_with_closed_lines() -> None:
    lines = to_dxf(cut_sheet(HEX)).splitlines()
    assert lines[lines.index("$INSUNITS") + 1 : lines.index("$INSUNITS") + 3] == [" 70", "4"]  # millimetres
    assert len(lines) % 2 == 0
    assert lines[2:16:2] == ["  0", "  2", "  9", "  1", "  9", " 70", "  9"]
    assert lines[lines.index("LAYER") - 1 : lines.index("LAYER") + 3] == [
        "  2",
        "LAYER",
        " 70",
        str(len(LAYERS)),
    ]
    codes = [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]
    entities = [value for code, value in codes if code == 0]
    assert entities.count("POLYLINE") == entities.count("SEQEND") == 16
    assert entities.count("SECTION") == entities.count("ENDSEC") == 3
    assert entities[-1] == "EOF"
    at = [number for number, code in enumerate(codes) if code == (0, "POLYLINE")]
    assert all((70, "1") in codes[number : number + 7] for number in at)


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ({"side": 0}, "side must be above 0"),
        ({"clearance": 5}, "clearance of 5 mm"),
        ({"thickness": 3}, "do not fit into 3 mm"),
        ({"bump": 9, "thickness": 60}, "Bumps of radius 9 mm"),
    ],
)
def test_impossible_measures_are_refused(sizes: dict[str, float], says: str) -> None:
    with pytest.raises(QuandaryError, match=says):
        Sizes(**sizes)


def test_the_command_writes_all_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pieces", "hex", "-o", str(tmp_path / "made")]) == 0
    names = {path.name for path in (tmp_path / "made").iterdir()}
    assert {"board.stl", "hexagon.stl", "trapezoid.stl", "cut.svg", "cut.dxf"} <= names
    before = {path: path.read_bytes() for path in (tmp_path / "made").iterdir()}
    assert main(["pieces", "hex", "-o", str(tmp_path / "made")]) == 0
    assert {path: path.read_bytes() for path in (tmp_path / "made").iterdir()} == before
    (tmp_path / "made" / "cut.svg").write_text("<svg>mine</svg>")
    assert main(["pieces", "hex", "-o", str(tmp_path / "made")]) == 2
    assert "was not made by this command" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sudoku"], "has no pieces to make"),
        (["hex", "--set", "sied=3"], "No measure of pieces 'sied'. Did you mean 'side'?"),
        (["hex", "--set", "side=much"], "Write --set side=MM"),
    ],
)
def test_a_bad_wish_gets_one_line(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pieces", *arguments, "-o", str(tmp_path / "made")]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


def test_a_piece_of_one_cell_has_its_letter_inside() -> None:
    pages = _sheet(solid([parse(GARDEN)]), Style()).pictures
    shapes = [shape for drawing, _, _ in pages for shape in drawing.shapes]
    (letter,) = (shape for shape in shapes if isinstance(shape, Text) and shape.text == "M")
    (cell,) = (shape.points for shape in shapes if isinstance(shape, Polygon) and shape.fill == "pale-blue")
    assert min(x for x, _ in cell) < letter.at[0] < max(x for x, _ in cell)
    assert min(y for _, y in cell) < letter.at[1] < max(y for _, y in cell)
