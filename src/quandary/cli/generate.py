"""`quandary generate`: more puzzles, as hard as they are wanted."""

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quandary.cli.console import put, say
from quandary.cli.options import DEFAULT_SECONDS, positive
from quandary.cli.progress import counting

if TYPE_CHECKING:
    from quandary.files import Entry
    from quandary.generate import Band
    from quandary.kind import Kind


def generate(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="A kind of puzzle; see `quandary kinds`.")],
    size: Annotated[
        str, typer.Option("--size", metavar="SIZE", help="One of the kind's sizes; by default the smallest.")
    ] = "",
    level: Annotated[
        str,
        typer.Option(
            "--level", metavar="L", help="Make puzzles of one of the kind's levels: easy, hard, ..."
        ),
    ] = "",
    between: Annotated[
        tuple[float, float] | None,
        typer.Option("--between", metavar="A B", help="Keep only puzzles that score from A to B."),
    ] = None,
    by: Annotated[
        str,
        typer.Option("--by", metavar="M", help="The measure for --between; by default the kind's headline."),
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
        quandary generate sudoku --size 9x9 --level hard --count 100
        quandary generate witness --size 3x3 --between 4 6 --by muse --seed 7
    """
    from quandary import registry
    from quandary.files import format_line, write
    from quandary.generate import generate_band
    from quandary.limits import Limits

    chosen = registry.kind(kind)
    low, high = between or (-inf, inf)
    with counting("generating") as tick:
        band = generate_band(
            chosen,
            size,
            by,
            low,
            high,
            level=level,
            count=count,
            seed=seed,
            limits=Limits(seconds),
            progress=tick,
        )
    entries = _entries(chosen, band, seed)
    if output and entries:
        write(output, entries)
        say(f"wrote {output}: {len(entries):,} puzzles")
    elif not output:
        for entry in entries:
            put(format_line(entry))
    if not band.is_complete:
        say(str(band))
        raise typer.Exit(1)


def _entries(kind: "Kind", band: "Band", seed: int) -> "list[Entry]":
    from quandary.files import Entry

    return [
        Entry(
            kind,
            made.puzzle,
            f"{kind.name}-{kind.size(made.puzzle) if kind.size else 'any'}-{seed}-{made.number}",
            facts={band.by: made.score.value},
        )
        for made in band.found
    ]
