"""`quandary pieces`: make the pieces and the board of a puzzle for printers and cutters."""

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from quandary.cli.console import put, put_table, say, table
from quandary.cli.options import Force
from quandary.errors import FileError, QuandaryError

if TYPE_CHECKING:
    from quandary.publishing.physical.make import Sizes
    from quandary.solid import Tangram


_What: TypeAlias = Annotated[
    str, typer.Argument(metavar="WHAT", help="A kind, a course file, or a puzzle whose pieces are made.")
]
_Output: TypeAlias = Annotated[
    Path, typer.Option("--output", "-o", metavar="DIR", help="Write the files into this folder.")
]
_Size: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=MM", help="Set a measure in millimetres. Repeatable."),
]


def pieces(
    what: _What,
    output: _Output,
    size: _Size = None,
    force: Force = False,
) -> None:
    """Make pieces and board as STL for 3D printers, and as SVG and DXF for laser cutters.

    Every mesh is checked to be watertight. The board has one clear side and one with bumps, and
    pieces have the holes that the puzzle gives them. The cut sheet has a layer CUT for outlines,
    FIRST and SECOND for the holes in the two sides of pieces, and BUMPS for the board.

    Measures and their defaults: side=20 (of a cell), thickness=6 (of a piece), clearance=0.15 (by which
    a piece is smaller all around), bump=2.5 (radius), height=1.6 (of a bump), play=0.3 (of a bump in
    a hole), base=3, rim=6, wall=4 (of the board), kerf=0 (width of a laser's cut).

        quandary pieces hex -o hex-pieces
        quandary pieces course.json -o hex-pieces --set side=15 --set clearance=0.2
    """
    from quandary.parts.atomic import check_target, make_folder, write_atomically
    from quandary.publishing.physical.files import MARK, cutting_svg, to_dxf
    from quandary.publishing.physical.make import check_closed, meshes
    from quandary.publishing.physical.mesh import HEADER
    from quandary.publishing.physical.sheet import cut_sheet

    sizes, tangram = _sizes(size or []), _tangram(what)
    made = meshes(tangram, sizes)
    check_closed(made)
    sheet = cut_sheet(tangram, sizes)
    files = {f"{name}.stl": mesh.to_stl() for name, mesh in made.items()}
    files |= {"cut.svg": cutting_svg(sheet).encode(), "cut.dxf": to_dxf(sheet).encode()}
    marks = (HEADER, MARK.encode())
    if output.exists() and not output.is_dir():
        raise FileError(f"Cannot write into {output}: it is not a folder.")
    for name in files if output.is_dir() else ():
        check_target(
            output / name,
            inputs=[what],
            is_ours=lambda path: any(mark in path.read_bytes()[:400] for mark in marks),
            force=force,
        )
    make_folder(output)
    for name, data in files.items():
        write_atomically(output / name, data)
    view = table("file", ">copies", ">triangles", ">cm³")
    copies = {piece.name.lower(): piece.copies for piece in tangram.pieces}
    for name, mesh in made.items():
        view.add_row(
            f"{name}.stl", str(copies.get(name, 1)), f"{len(mesh.triangles):,}", f"{mesh.volume / 1000:.2f}"
        )
    put_table(view)
    put(f"cut sheet: {sheet.width:.0f} × {sheet.height:.0f} mm")
    say(f"wrote {len(files)} files into {output}")


def _sizes(words: list[str]) -> "Sizes":
    from quandary.errors import UnknownNameError
    from quandary.publishing.physical.make import Sizes

    names = [each.name for each in fields(Sizes)]
    found: dict[str, Any] = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in names:
            raise UnknownNameError("measure of pieces", name, names)
        try:
            found[name] = float(number)
        except ValueError as error:
            raise typer.BadParameter(f"{word!r} is not a measure. Write --set {name}=MM.") from error
    return Sizes(**found)


def _tangram(what: str) -> "Tangram":
    """Return the pieces of a kind, or of the puzzles that a course or a puzzle name."""
    from quandary.library import registry
    from quandary.library.files import Entry, read
    from quandary.publishing.course import is_course, read_course

    if what in registry.find_kinds() and not Path(what).exists():
        kind, puzzles = registry.find_kind(what), list[Any]()
    else:
        items = read_course(what).entries() if is_course(what) else read(what)
        entries = []
        for item in items:
            if not isinstance(item, Entry):
                raise item
            entries.append(item)
        kind = entries[0].kind
        puzzles = [entry.puzzle for entry in entries if entry.kind is kind]
    if kind.pictures.tangram is None:
        raise QuandaryError(f"The kind {kind.name!r} has no pieces to make.")
    return kind.pictures.tangram(puzzles)
