"""`quandary generate`: more puzzles, as hard as they are wanted."""

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quandary.cli.console import put, say
from quandary.cli.options import DEFAULT_SECONDS, positive
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.generating.band import Band
    from quandary.kind import Kind
    from quandary.library.files import Entry


def generate(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="A kind of puzzle; see `quandary kinds`.")],
    size: Annotated[
        str, typer.Option("--size", metavar="SIZE", help="One of the kind's sizes; by default its usual one.")
    ] = "",
    level: Annotated[
        str,
        typer.Option(
            "--level", metavar="L", help="Make puzzles of one of the kind's levels: easy, hard, ..."
        ),
    ] = "",
    file_by_level: Annotated[
        bool,
        typer.Option(
            "--file-by-level",
            help="Empty N full boards, and give every puzzle met on the way, in all its forms, with its level.",
        ),
    ] = False,
    wishes: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="NAME=CHOICE",
            help="Wish for something else that the kind offers: symmetry=half-turn; see `quandary kinds`.",
        ),
    ] = None,
    between: Annotated[
        tuple[float, float] | None,
        typer.Option("--between", metavar="A B", help="Keep only puzzles that score from A to B."),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="M",
            help="The measure for --between; by default the kind's headline, or what its levels are measured by.",
        ),
    ] = "",
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="Make N puzzles.")] = 10,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", help="The same seed gives the same puzzles.")
    ] = 1,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", callback=positive, help="Give up after S seconds.")
    ] = DEFAULT_SECONDS,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write them to this file: .jsonl")
    ] = None,
) -> None:
    """Make puzzles, all different, and if you like only such as score in a band.

    Each puzzle carries its score as a fact. Without -o they are printed, one JSON object per line. If
    fewer fit than were wanted, those that do are given, what was seen instead is said, and the exit code
    is 1.

        quandary generate maze --size 5x5 --count 20 -o mazes.jsonl
        quandary generate maze --size 6x6 --between 4 5 --by rating
        quandary generate sudoku --level hard --count 100
        quandary generate sudoku --with technique=x-wing --with symmetry=half-turn
        quandary generate fillomino --size 4x4 --file-by-level --count 5 -o book.jsonl
        quandary generate witness --size 3x3 --between 4 6 --by muse --seed 7
    """
    from quandary.generating.band import generate_band
    from quandary.library import registry
    from quandary.limits import Limits, Meter

    chosen = registry.kind(kind)
    if file_by_level:
        if level or between or by or wishes:
            raise typer.BadParameter("--file-by-level gives puzzles of all levels, without a band or wishes.")
        _give(_filed(chosen, size, count, seed), output)
        return
    low, high = between or (-inf, inf)
    with counting("generating", meter := Meter()) as tick:
        band = generate_band(
            chosen,
            size,
            by,
            low,
            high,
            level=level,
            wishes=_wishes(wishes or []),
            count=count,
            seed=seed,
            limits=Limits(seconds, meter=meter),
            progress=tick,
        )
    _give(_entries(chosen, band, seed), output)
    if not band.is_complete:
        say(str(band))
        raise typer.Exit(1)


def _give(entries: "list[Entry]", output: Path | None) -> None:
    """Write the puzzles to a file, or print them."""
    from quandary.library.files import format_line, write

    if output and entries:
        write(output, entries)
        say(f"wrote {output}: {len(entries):,} puzzles")
    elif not output:
        for entry in entries:
            put(format_line(entry))


def _filed(kind: "Kind", size: str, boards: int, seed: int) -> "list[Entry]":
    from quandary.generating.band import named_size
    from quandary.generating.dig import dig_by_level
    from quandary.library.files import Entry

    size = named_size(kind, size)
    filed = dig_by_level(kind, size, boards=boards, seed=seed)
    return [
        Entry(kind, puzzle, f"{kind.name}-{size}-{seed}-{level}-{number}", facts={"level": str(level)})
        for level, puzzles in filed.items()
        for number, puzzle in enumerate(puzzles)
    ]


def _wishes(words: list[str]) -> dict[str, str]:
    """Wishes by name, as in ["symmetry=diagonal"]."""
    parts = [word.partition("=") for word in words]
    for name, equals, choice in parts:
        if not (name and equals and choice):
            raise typer.BadParameter(f"{name + equals + choice!r} is no wish; write --with NAME=CHOICE.")
    return {name: choice for name, _, choice in parts}


def _entries(kind: "Kind", band: "Band", seed: int) -> "list[Entry]":
    from quandary.library.files import Entry

    return [
        Entry(
            kind,
            made.puzzle,
            f"{kind.name}-{kind.maker.size(made.puzzle) if kind.maker.size else 'any'}-{seed}-{made.number}",
            facts={} if made.score.value is None else {band.by: made.score.value},
        )
        for made in band.found
    ]
