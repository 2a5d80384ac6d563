"""`quandary replicate`: recompute published tables."""

from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from quandary.cli.console import put, put_json, put_table, say, table
from quandary.cli.options import MORE, Force, Json
from quandary.errors import QuandaryError

if TYPE_CHECKING:
    from quandary.replicate import PublishedTable, TableRow


_Name: TypeAlias = Annotated[str | None, typer.Argument(metavar="NAME", help="Table to recompute.")]
_Listing: TypeAlias = Annotated[bool, typer.Option("--list", help="List all tables and exit.")]
_Every: TypeAlias = Annotated[bool, typer.Option("--all", help="Recompute all tables.")]
_One: TypeAlias = Annotated[
    str | None,
    typer.Option("--table", metavar="TABLE", help="Recompute only this table of a source."),
]
_Data: TypeAlias = Annotated[
    Path | None,
    typer.Option("--data", metavar="FILE", help="Compute the table from this file."),
]
_Select: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--select", help="Select the puzzles of the table from a larger --data file.", rich_help_panel=MORE
    ),
]
_Exclude: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--exclude",
        metavar="FILE",
        help="With --select, leave out the puzzles of this file.",
        rich_help_panel=MORE,
    ),
]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Also draw the graph to this .svg, .png or .pdf file, or to an .html page on which its puzzles can be played. With several tables, the folder for a picture of each.",
    ),
]

AND = "; "
"""What stands between the parts of a note."""


def replicate(
    name: _Name = None,
    listing: _Listing = False,
    every: _Every = False,
    one: _One = None,
    data: _Data = None,
    select: _Select = False,
    exclude: _Exclude = None,
    output: _Output = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Recompute published tables and print them beside the published numbers.

    The column "ours" is the number that quandary computes. If the publication reads its rules differently,
    "as published" is the number under that reading. Without a NAME the command lists the tables.

        quandary replicate --list
        quandary replicate figure4
        quandary replicate hex --table 3.2
        quandary replicate --all -o pictures
        quandary replicate genpuzzles --data labelled.txt -o running-times.svg
        quandary replicate witness-order --data panels-in-order.txt -o order.svg
        quandary replicate witness-table1 --data dump.jsonl --select --exclude in-game.txt
    """
    from quandary.replicate import find, table_names

    if sum([name is not None, listing, every]) > 1:
        raise typer.BadParameter("NAME, --list and --all cannot be combined.")
    _check_data_options(name, one, data, exclude, select=select)
    tables = [find(each) for each in ([name] if name else table_names())]
    if name is None and not every:
        _list(tables, json=json)
        return
    if one is not None and not (select and tables[0].selected):
        tables = [tables[0].part(one)]
    if data is not None:
        tables = [_selected(each, data, exclude) if select else _on_data(each, data) for each in tables]
    if one is not None and select and tables[0].parts:
        tables = [tables[0].part(one)]
    named = [(_stem(whole, part), part) for whole in tables for part in whole.parts or (whole,)]
    if output is None or _is_one_picture(output):
        _check_picture(output, tables, data, force=force)
        _recompute(named, output, json=json)
    else:
        _recompute_all(named, output, json=json, force=force)


def _check_data_options(
    name: str | None, one: str | None, data: Path | None, exclude: Path | None, *, select: bool
) -> None:
    """Refuse options about one table or its data without what they are about."""
    if one is not None and name is None:
        raise typer.BadParameter("--table needs the NAME of its source.")
    if data is not None and name is None:
        raise typer.BadParameter("--data needs the NAME of a table.")
    if (select and data is None) or (exclude is not None and not select):
        raise typer.BadParameter("--select needs --data, and --exclude needs --select.")


def _is_one_picture(output: Path) -> bool:
    """Return whether a name is that of a picture, and not of a folder for several."""
    return bool(output.suffix) and not output.is_dir()


def _stem(whole: "PublishedTable", part: "PublishedTable") -> str:
    """Return the name of a table's picture in a folder, without its ending."""
    return whole.name if part is whole else f"{whole.name}-{part.name}"


def _check_picture(
    output: Path | None, tables: "list[PublishedTable]", data: Path | None, *, force: bool
) -> None:
    """Refuse to draw several tables into one file, or over a file that is not ours."""
    if output is None:
        return
    if len(tables) != 1 or (tables[0].parts and tables[0].graph is None):
        raise QuandaryError(
            "-o needs the NAME of one table. Choose one of several with --table, or name a folder for all pictures."
        )
    _check_target(output, data, force=force)


def _check_target(output: Path, data: Path | None, *, force: bool) -> None:
    from quandary.parts.atomic import check_target

    check_target(output, inputs=[str(data)] if data else [], is_ours=_is_ours, force=force)


def _recompute(named: "list[tuple[str, PublishedTable]]", output: Path | None, *, json: bool) -> None:
    """Print each table, and draw the one that has a graph."""
    parts = [part for _, part in named]
    drawn = next((part for part in parts if part.graph), parts[0])
    for each in parts:
        rows = _print_json(each) if json else _print(each)
        if output is not None and each == drawn:
            if missing := _missing(each, rows):
                raise QuandaryError(f"Nothing is drawn. {missing}")
            _draw(each, rows, output)
            say(f"wrote {output}")


def _recompute_all(
    named: "list[tuple[str, PublishedTable]]", folder: Path, *, json: bool, force: bool
) -> None:
    """Print each table, and draw each into a folder, except those of which nothing could be computed."""
    from quandary.parts.atomic import make_folder

    targets = [folder / f"{stem}.svg" for stem, _ in named]
    make_folder(folder)
    for target in targets:
        _check_target(target, None, force=force)
    for target, (_, part) in zip(targets, named, strict=True):
        rows = _print_json(part) if json else _print(part)
        if missing := _missing(part, rows):
            say(f"did not draw {target.name}: {missing}")
        else:
            _draw(part, rows, target)
            say(f"wrote {target}")


def _missing(published: "PublishedTable", rows: "list[TableRow]") -> str:
    """Say what a table lacks of which no number could be computed, or nothing."""
    if any(row.ours is not None or row.as_published is not None for row in rows):
        return ""
    notes = dict.fromkeys(row.note.partition(";")[0] for row in rows if row.note)
    return f"No number of {published.name} could be computed: {next(iter(notes), 'it has no rows')}."


def _is_ours(path: Path) -> bool:
    from quandary.draw.render import is_picture
    from quandary.publishing.html import is_page
    from quandary.publishing.scatter import MARK

    return is_page(path, MARK) if path.suffix.lower() == ".html" else is_picture(path)


def _draw(published: "PublishedTable", rows: "list[TableRow]", output: Path) -> None:
    from quandary.parts.atomic import write_atomically
    from quandary.publishing.scatter import scatter_page
    from quandary.replicate import bar_chart
    from quandary.showing.saving import save

    if output.suffix.lower() == ".html" and published.entries is None:
        raise QuandaryError(
            f"The table {published.name!r} has no puzzles to play. Write an .svg, .png or .pdf file."
        )
    drawing = published.graph(rows) if published.graph else bar_chart(published.title, rows)
    if published.entries and output.suffix.lower() == ".html":
        write_atomically(output, scatter_page(drawing, published.entries(rows)).encode())
    else:
        save(drawing, output)


def _on_data(published: "PublishedTable", data: Path) -> "PublishedTable":
    if published.with_data is None and published.selected:
        raise QuandaryError(f"The table {published.name!r} selects from its data. Add --select.")
    if published.with_data is None:
        raise QuandaryError(f"The table {published.name!r} takes no data. Leave out --data.")
    return published.with_data(data)


def _selected(published: "PublishedTable", data: Path, exclude: Path | None) -> "PublishedTable":
    if published.selected is None:
        raise QuandaryError(f"The table {published.name!r} uses all of its data. Leave out --select.")
    return published.selected(data, exclude)


def _list(tables: "list[PublishedTable]", *, json: bool) -> None:
    """Print the replications, then every table and figure of their sources by its number."""
    from quandary.replicate import contents

    view = table("name", "title", "source")
    for each in tables:
        if json:
            put_json({"table": each.name, "title": each.title, "source": each.source})
        view.add_row(each.name, each.title, each.source)
    if json:
        for content in contents():
            put_json(content._asdict())
        return
    put_table(view)
    for source, listed in groupby(contents(), key=lambda each: each.source):
        put(f"\n{source}")
        numbers = table("number", "what", "where")
        for content in listed:
            numbers.add_row(content.number, content.what, content.where)
        put_table(numbers)


def _print_json(published: "PublishedTable") -> "list[TableRow]":
    rows = []
    for row in published.rows():
        rows.append(row)
        values = asdict(row)
        keys = ("published", "as_published", "ours", "note")
        put_json({"table": published.name, "row": row.name} | {key: values[key] for key in keys})
    return rows


def _print(published: "PublishedTable") -> "list[TableRow]":
    put(published.title)
    put(published.source)
    view = table("row", ">published", ">as published", ">ours", "note")
    rows = list(published.rows())
    shared = _shared([row.note for row in rows])
    for row in rows:
        numbers = (_number(each) for each in (row.published, row.as_published, row.ours))
        own = [part for part in row.note.split(AND) if part not in shared]
        view.add_row(row.name, *numbers, AND.join(own))
    if told := AND.join(shared):
        put(f"{told[0].upper()}{told[1:]}.")
    put_table(view)
    return rows


def _shared(notes: list[str]) -> list[str]:
    """Return the parts that all notes have, which are told once, above the table.

    >>> _shared(["needs data; p 0.1", "needs data; p 0.2"]), _shared(["alone"])
    (['needs data'], [])
    """
    if len(notes) < 2:
        return []
    return [part for part in notes[0].split(AND) if all(part in note.split(AND) for note in notes)]


def _number(value: float | None) -> str:
    """Format a number with up to four decimals, or None as a dash."""
    if value is None:
        return "–"
    return f"{value:.0f}" if value == int(value) else f"{value:.4f}"
