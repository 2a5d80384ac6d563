"""Drawings on every surface, and errors when saving them."""

import errno
import os
import re
import stat
import struct
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quandary
from quandary.draw.charts import binned, distribution
from quandary.draw.colour import NAMES, parse_colour
from quandary.draw.hatch import hatch
from quandary.draw.raster import rasterise
from quandary.draw.render import to_pdf, to_png, to_terminal
from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text, rectangle
from quandary.draw.svg import to_svg
from quandary.errors import FileError, QuandaryError
from quandary.parts.atomic import write_atomically
from quandary.showing.saving import save

SOURCE = str(Path(quandary.__file__).parents[1])
HOSTILE = "</title><script>alert('1')</script> & \"quotes\" \x00\x1b[31m \ud800 \U0001f600"
TRIANGLE = Polygon(((0.2, 0.8), (0.8, 0.8), (0.5, 0.2)), fill="#c62828")
EVERY_SHAPE: tuple[Shape, ...] = (
    rectangle(0, 0, 1, 1, fill="lightblue", stroke="#345", width=0.05),
    Line(((0, 0), (2, 1), (2, 2)), stroke="green", width=0.1, dashed=True),
    TRIANGLE,
    Circle((1.5, 1.5), 0.4, fill="#ff000080", stroke="black", width=0.04),
    Text((1, 1), "8", bold=True),
)
PANEL = Drawing(3, 2, EVERY_SHAPE, title="Everything")


def grid(cells: int) -> Drawing:
    """Draw a square of cells, each with a digit, like a Sudoku."""
    lines = [
        Line(ends, width=0.04)
        for k in range(cells + 1)
        for ends in (((k + 0.5, 0.5), (k + 0.5, cells + 0.5)), ((0.5, k + 0.5), (cells + 0.5, k + 0.5)))
    ]
    digits = [Text((x + 1, y + 1), str((x + y) % 9 + 1)) for y in range(cells) for x in range(cells)]
    return Drawing(cells + 1, cells + 1, (*lines, *digits))


def parsed(svg: str) -> ElementTree.Element:
    """Parse the SVG as XML."""
    return ElementTree.fromstring(svg)  # noqa: S314 (we wrote it ourselves)


def plain(text: str) -> list[str]:
    """Return the lines without colours."""
    return re.sub("\x1b\\[[0-9;]*m", "", text).split("\n")


def columns(line: str) -> int:
    """Return the number of terminal columns that a line takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in line)
    return len(line) + wide - sum(unicodedata.category(character) == "Mn" for character in line)


# SVG


def test_svg_is_xml_with_one_element_per_shape() -> None:
    root = parsed(to_svg(PANEL))
    tags = [child.tag.removeprefix("{http://www.w3.org/2000/svg}") for child in root]
    assert tags == ["title", "rect", "polygon", "polyline", "polygon", "circle", "text"]
    assert root.get("viewBox") == "0 0 3 2"
    assert (root.get("width"), root.get("height"), root.get("role")) == ("144", "96", "img")


def test_hostile_text_and_colours_stay_text_and_colours() -> None:
    shapes = (
        Text((0, 0), HOSTILE, fill=HOSTILE),
        rectangle(0, 0, 1, 1, fill=HOSTILE, stroke=HOSTILE, width=1),
    )
    root = parsed(to_svg(Drawing(1, 1, shapes, title=HOSTILE, background=HOSTILE)))
    assert [child.tag.rpartition("}")[2] for child in root] == ["title", "rect", "text", "polygon"]
    shown = HOSTILE.translate({0: "\ufffd", 0x1B: "\ufffd", 0xD800: "\ufffd"})
    assert root[0].text == root[2].text == root[2].get("fill") == root[3].get("stroke") == shown


@given(st.text(), st.text())
def test_svg_is_xml_whatever_is_written_on_it(text: str, colour: str) -> None:
    root = parsed(to_svg(Drawing(1, 1, (Text((0, 0), text, fill=colour),), title=text)))
    shown = [child for child in root if not child.tag.endswith("style")]  # the colour may be a role by chance
    assert len(shown) == (3 if text else 2)


def test_no_rounding_error_reaches_the_svg() -> None:
    svg = to_svg(Drawing(0.1 + 0.2, 1, (Circle((1 / 3, -1e-12), 0.7 - 0.4),)))
    assert 'viewBox="0 0 0.3 1"' in svg
    assert 'cx="0.3333" cy="0" r="0.3"' in svg


def test_text_is_centred_without_help_of_the_viewer() -> None:
    svg = to_svg(Drawing(1, 1, (Text((0.5, 0.5), "8", size=0.5),)))
    assert "dominant-baseline" not in svg
    assert 'y="0.68"' in svg


def test_see_through_colours_are_written_as_opacity() -> None:
    assert 'fill="#ff0000" fill-opacity="0.502"' in to_svg(PANEL)


def test_a_title_is_only_there_if_it_says_something() -> None:
    assert "<title>" not in to_svg(Drawing(1, 1, ()))


def test_a_notebook_shows_the_svg() -> None:
    assert PANEL._repr_svg_() == to_svg(PANEL)


# The terminal


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("width", [1, 2, 7, 20, 40, 80, 200])
@pytest.mark.parametrize("drawing", [PANEL, grid(9), grid(4), Drawing(500, 3, EVERY_SHAPE)])
def test_the_terminal_picture_is_never_wider_than_allowed(drawing: Drawing, width: int, colour: bool) -> None:
    lines = plain(to_terminal(drawing, columns=width, colour=colour))
    assert max(map(columns, lines)) <= width


@pytest.mark.parametrize("colour", [True, False])
def test_every_digit_of_a_sudoku_can_be_read_in_the_terminal(colour: bool) -> None:
    lines = plain(to_terminal(grid(9), colour=colour))
    rows = ["".join(re.findall("[1-9]", line)) for line in lines]
    expected = [str((x + y) % 9 + 1) for y in range(9) for x in range(9)]
    assert "".join(rows) == "".join(expected)
    places = [
        [match.start() for match in re.finditer("[1-9]", line)] for line in lines if re.search("[1-9]", line)
    ]
    assert places == [list(range(places[0][0], places[0][0] + 36, 4))] * 9


@pytest.mark.parametrize("colour", [True, False])
def test_different_shapes_look_different_in_the_terminal(colour: bool) -> None:
    dark = rectangle(0.2, 0.2, 0.6, 0.6, fill="black")
    shapes: list[Shape | None] = [None, *EVERY_SHAPE, dark, Circle((0.5, 0.5), 0.4, fill="black")]
    pictures = {to_terminal(Drawing(3, 2, (shape,) if shape else ()), colour=colour) for shape in shapes}
    assert len(pictures) == len(shapes)


@pytest.mark.parametrize("paper", ["white", "#66808c", "#101418"])
def test_colours_are_told_apart_without_colour(paper: str) -> None:
    fills = ["black", "white", "#c62828", "#1565c0", "#2e7d32", "#f9a825", "#8e24aa"]
    shown = [fill for fill in fills if fill != paper]
    pictures = {
        to_terminal(Drawing(3, 3, (rectangle(1, 1, 1, 1, fill=fill),), background=paper), colour=False)
        for fill in shown
    }
    assert len(pictures) == len(shown)


def test_without_colour_there_are_no_escape_sequences() -> None:
    assert "\x1b" not in to_terminal(PANEL, colour=False)


def test_colour_is_switched_off_at_the_end_of_every_line() -> None:
    assert all(line.endswith("\x1b[0m") for line in to_terminal(PANEL).split("\n"))


@pytest.mark.parametrize("colour", [True, False])
def test_a_text_cannot_command_the_terminal(colour: bool) -> None:
    hostile = Drawing(9, 1, (Text((0, 0.5), "a\x1b[2J\x07\r\n\u202eb", anchor="start"),))
    text = "\n".join(plain(to_terminal(hostile, colour=colour)))
    assert "a\ufffd[2J\ufffd\ufffd\ufffdb" in text
    assert not set(text) & {"\x1b", "\x07", "\r", "\u202e"}


def test_wide_characters_and_accents_keep_the_columns() -> None:
    wide, accent = "数独", "x\u0301"
    shapes = (
        Text((0, 0.5), wide + accent, anchor="start"),
        Text((0, 1.5), wide, anchor="start"),
        Text((0.25, 1.5), "A", anchor="start"),  # on the right half of the first wide character
        Text((0, 2.5), wide, anchor="start"),
        Text((0.5, 2.5), "B", anchor="start"),  # on the left half of the second one
    )
    lines = plain(to_terminal(Drawing(10, 3, shapes), columns=41))
    texts = [line.strip() for line in lines if line.strip()]
    assert [wide + accent, "A独", "数B"] == texts
    assert {columns(line) for line in lines} == {41}


@pytest.mark.parametrize(("anchor", "start"), [("start", 8), ("middle", 7), ("end", 6)])
def test_texts_stand_where_they_are_anchored(anchor: Any, start: int) -> None:
    lines = plain(to_terminal(Drawing(4, 1, (Text((2, 0.5), "abc", anchor=anchor),)), columns=17))
    assert [line.find("abc") for line in lines if "abc" in line] == [start]


def test_text_off_the_page_is_cut_off() -> None:
    shapes = (Text((0, 0.5), "abc"), Text((2, 9), "below"), Text((2, -9), "above"))
    text = to_terminal(Drawing(4, 1, shapes), columns=17, colour=False)
    assert text.strip() == "bc"


def test_text_on_a_line_has_the_better_of_two_grounds() -> None:
    line, digit = Line(((0, 0), (1, 0)), stroke="black", width=1), Text((0.5, 0), "8", fill="black")
    text = to_terminal(Drawing(1, 2, (Line(((0, 0), (1, 0)), "black", 0.1), digit)), columns=5)
    assert "38;2;0;0;0;48;2;255;255;255m8" in text
    assert "38;2;0;0;0;48;2;0;0;0m8" in to_terminal(Drawing(1, 2, (line, digit)), columns=5)


def test_a_colour_the_terminal_does_not_know_is_named() -> None:
    with pytest.raises(QuandaryError, match="No colour 'goldish'"):
        to_terminal(Drawing(1, 1, (Circle((0, 0), 1, fill="goldish"),)))


# Pixels and dots


def ink(drawing: Drawing, scale: float) -> list[str]:
    """Return the pixels that are not paper."""
    return ["".join(".#"[int(pixel.min() < 128)] for pixel in row) for row in rasterise(drawing, scale)]


def test_hairlines_are_one_pixel_wide_and_the_thicker_is_the_darker() -> None:
    lines = Line(((0, 0), (0, 3)), width=0.01), Line(((2, 0), (2, 3)), width=0.1)
    row = rasterise(Drawing(4, 3, lines), 4)[6, :, 0]
    assert [column for column, value in enumerate(row) if value < 255] == [0, 8]
    assert row[8] < row[0]


def test_lines_off_the_grid_are_as_sharp_as_lines_on_it() -> None:
    line = Line(((0.3, 0), (0.3, 1)), width=0.25)
    assert ink(Drawing(1, 1, (line,)), 4) == [".#..."] * 5


def test_squares_side_by_side_leave_no_gap_and_do_not_overlap() -> None:
    squares = [rectangle(0.3 * k, 0, 0.3, 1, fill=("red", "blue")[k % 2]) for k in range(10)]
    row = rasterise(Drawing(3, 1, tuple(squares), background="white"), 7)[3]
    assert {tuple(pixel) for pixel in row.tolist()} == {(255, 0, 0), (0, 0, 255)}


def test_a_sliver_is_pale_but_not_lost() -> None:
    row = rasterise(Drawing(2, 1, (rectangle(1, 0, 0.1, 1, fill="black"),)), 4)[2, :, 0]
    assert [value < 255 for value in row].count(True) == 1


def test_the_inside_of_an_outline_is_that_of_svg() -> None:
    star = Polygon(((0, 0), (4, 0), (4, 4), (1, 4), (1, 1), (3, 1), (3, 3), (0, 3)), fill="black")
    assert ink(Drawing(4, 4, (star,)), 1) == ["#####", "#####", "#####", ".####", ".####"]


def test_half_of_a_see_through_square_is_what_lies_below() -> None:
    pixels = rasterise(Drawing(1, 1, (rectangle(0, 0, 1, 1, fill="#00000080"),)), 2)
    assert pixels.round().max() == pixels.round().min() == 127


def test_dashes_have_gaps() -> None:
    whole, dashed = (
        Drawing(4, 1, (Line(((0, 0.5), (4, 0.5)), width=0.25, dashed=dashed),)) for dashed in (False, True)
    )
    assert ink(whole, 4)[2] == "#" * 17
    assert re.fullmatch("(#+[.]+){3,}#*", ink(dashed, 4)[2])


def test_a_dashed_line_turns_corners() -> None:
    corner: tuple[Point, ...] = ((0, 0), (2, 0), (2, 0), (2, 2))
    rows = ink(Drawing(2, 2, (Line(corner, width=0.25, dashed=True),)), 4)
    assert "#" in rows[0]
    assert any(row.endswith("#") for row in rows[3:])


def test_pale_areas_are_outlined_and_dark_ones_solid() -> None:
    dark, pale = (hatch(Drawing(3, 3, (rectangle(1, 1, 1, 1, fill=fill),)), 6) for fill in ("#222", "#ccc"))
    assert dark[6:12, 6:12].all()
    assert pale[6:12, 6:12].any() and not pale[7:11, 7:11].any()


def test_light_areas_are_solid_on_dark_paper() -> None:
    square = Drawing(3, 3, (rectangle(1, 1, 1, 1, fill="white"),), background="black")
    assert hatch(square, 6).sum() == 36


# Colours


def test_every_colour_name_means_what_the_printer_thinks_it_means() -> None:
    def swatches(colours: list[str]) -> bytes:
        squares = [rectangle(k, 0, 1, 1, fill=colour) for k, colour in enumerate(colours)]
        return to_png(Drawing(len(colours), 1, tuple(squares)), width=2 * len(colours))

    assert len(NAMES) == 147
    assert swatches(list(NAMES)) == swatches(["#" + digits for digits in NAMES.values()])


@pytest.mark.parametrize(
    "css", ["", "#", "#12", "#12345", "#ggg", "123456", "url(#a)", "red;", "#1234567890"]
)
def test_what_is_not_a_colour_is_refused(css: str) -> None:
    with pytest.raises(QuandaryError, match="No colour"):
        parse_colour(css)


# PNG and PDF


@pytest.mark.parametrize(("width", "height"), [(800, 533), (1, 1), (301, 201)])
def test_a_png_is_as_wide_as_asked_for(width: int, height: int) -> None:
    png = to_png(PANEL, width=width)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (width, height)


def test_a_png_of_no_width_is_refused() -> None:
    with pytest.raises(QuandaryError, match="cannot be 0 pixels wide"):
        to_png(PANEL, width=0)


def test_a_pdf_has_one_page_of_the_size_of_the_picture() -> None:
    pdf = to_pdf(PANEL)
    assert pdf.startswith(b"%PDF-")
    assert re.findall(rb"/MediaBox\s*\[([^]]*)\]", pdf) == [b"0 0 108 72"]


def test_pictures_are_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    names = ["panel.svg", "panel.png", "panel.pdf"]
    (tmp_path / "here").mkdir()
    fields = {field: getattr(PANEL, field) for field in ("width", "height", "shapes", "title", "background")}
    script = f"""
from quandary.draw.shapes import *
from quandary.showing.saving import save
for name in {names}:
    save(Drawing(**{fields!r}), name)
"""
    subprocess.run(
        [sys.executable, "-c", script], check=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": SOURCE}
    )
    for name in names:
        save(PANEL, tmp_path / "here" / name)
        assert (tmp_path / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


def test_hostile_titles_and_texts_print() -> None:
    drawing = Drawing(2, 1, (Text((1, 0.5), HOSTILE),), title=HOSTILE + '#read("/etc/passwd")')
    assert to_pdf(drawing).startswith(b"%PDF-")


def test_without_typst_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(QuandaryError, match=re.escape("PNG and PDF need typst; install quandary[print]")):
        to_png(PANEL)


# Saving


@pytest.mark.parametrize(
    ("name", "start"),
    [("x.svg", b"<svg "), ("x.PNG", b"\x89PNG"), ("x.pdf", b"%PDF-"), ("a.b.svg", b"<svg ")],
)
def test_the_name_decides_the_format(tmp_path: Path, name: str, start: bytes) -> None:
    save(PANEL, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["x.gif", "x", ".svg", ""])
def test_other_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError, match=r"\.svg, \.png or \.pdf"):
        save(PANEL, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"there is no folder .*missing\. Create it first"):
        save(PANEL, tmp_path / "missing" / "x.svg")


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "x.svg").mkdir()
    with pytest.raises(FileError, match="it is a folder"):
        save(PANEL, tmp_path / "x.svg")


def test_a_file_is_not_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="file is not a folder"):
        save(PANEL, tmp_path / "file" / "x.svg")


@pytest.mark.parametrize("name", ["x" * 300 + ".svg", "x\0.svg"])
def test_impossible_names_are_refused_in_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError, match="Cannot write") as error:
        save(PANEL, tmp_path / name)
    assert "\n" not in str(error.value)


def test_a_protected_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # the administrator may write everywhere
    with pytest.raises(FileError, match="no permission"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failed_write_changes_nothing_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os if step == "fsync" else Path, step, full)
    with pytest.raises(FileError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_overwritten_file_keeps_its_permissions_and_its_links(tmp_path: Path) -> None:
    path, link = tmp_path / "x.txt", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(link, b"new")
    assert link.is_symlink() and path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    write_atomically(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_atomically("/dev/null", b"x")
    assert Path("/dev/null").is_char_device()


def test_output_that_is_a_pipe_is_written_to() -> None:
    script = "from quandary.parts.atomic import write_atomically; write_atomically('/dev/stdout', b'hello')"
    environment = os.environ | {"PYTHONPATH": SOURCE}
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, env=environment)
    assert done.stdout == b"hello"


# Histograms


def test_whole_values_have_a_bar_each_above_their_number() -> None:
    drawing = distribution([(1, 36), (2, 32)], "lengths", "shortest", bins=40)
    bars = sorted(
        (min(x for x, _ in shape.points), max(x for x, _ in shape.points))
        for shape in drawing.shapes
        if isinstance(shape, Polygon)
    )
    labels = {
        shape.text: shape.at[0]
        for shape in drawing.shapes
        if isinstance(shape, Text) and shape.anchor == "middle"
    }
    assert set(labels) == {"1", "2", "shortest"}
    assert [sum(bar) / 2 for bar in bars] == pytest.approx([labels["1"], labels["2"]])


@given(st.dictionaries(st.integers(-500, 500), st.integers(1, 9), min_size=1), st.integers(1, 60))
def test_ranges_of_whole_values_hold_all_of_them_and_are_as_wide_as_each_other(
    counted: dict[int, int], most: int
) -> None:
    found = binned(list(counted.items()), most)
    assert len(found.counts) <= most and found.step == int(found.step)
    for number, count in enumerate(found.counts):
        low, high = found.range(number)
        assert count == sum(each for value, each in counted.items() if low < value < high)
    assert sum(found.counts) == sum(counted.values())
