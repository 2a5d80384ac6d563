"""`quandary map`: the states of a puzzle as a picture, or as a graph for other programs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quandary.cli.console import put_text, say
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    MORE,
    Force,
    Index,
    Memory,
    PaletteName,
    PuzzleArgument,
    RuleSetName,
    Seconds,
)
from quandary.cli.reading import pick
from quandary.errors import QuandaryError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.explaining.state_map import StateMap

MOST, MOST_STATES = 5_000, 1_000_000
"""The default number of states, and the largest that may be asked for."""


def map(  # noqa: A001 - it is the name of the verb
    puzzle: PuzzleArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write .svg, .png, .pdf, .graphml, .dot, .gv or .json."
        ),
    ] = None,
    index: Index = None,
    most: Annotated[
        int,
        typer.Option(
            "--most",
            metavar="N",
            min=1,
            max=MOST_STATES,
            help="Give up beyond N states.",
            rich_help_panel=MORE,
        ),
    ] = MOST,
    ruleset: RuleSetName = "",
    palette: PaletteName = "auto",
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    force: Force = False,
) -> None:
    """Map every state that play can reach: solved, live or dead.

    A picture shows up to 5,000 states, from left to right by how near they are to the goal, with dead ones
    below and a shortest solution drawn in. Graph files may have more states with --most.
    PUZZLE may be FILE.py:CLASS, a puzzle of your own with four methods.

        quandary map 'witness:+-+-E/|w|w|/+-+-+/|b|b|/S-+-+'
        quandary map 'witness:+-+-E/|w|w|/+-+-+/|b|b|/S-+-+' -o map.svg
        quandary map 'sokoban:######/#@ $.#/######' -o states.graphml
    """
    from quandary.explaining.map_files import FORMATS
    from quandary.explaining.state_map import state_map
    from quandary.limits import Limits, Meter
    from quandary.parts.atomic import check_target

    if output:
        _check_name(output)
        check_target(output, inputs=[puzzle], is_ours=_is_ours, force=force)
    if output and output.suffix.lower() not in FORMATS and most > MOST:
        raise QuandaryError(
            f"A picture shows at most {MOST:,} states. Leave out --most, or write a graph file."
        )
    limits = Limits(seconds, memory, meter=Meter())
    with counting("exploring", limits.meter):
        found = state_map(_puzzle(puzzle, index, ruleset), most=most, limits=limits)
    put_text(found.summary)
    put_text(_components(found))
    if output:
        _write(found, output, palette)
        say(f"wrote {output}")


def _puzzle(target: str, index: int | None, ruleset: str) -> Any:
    from quandary.library.own import is_own, read_own

    return read_own(target) if is_own(target) else pick(target, index, ruleset=ruleset).puzzle


def _components(found: "StateMap") -> str:
    from quandary.measuring.shape import GraphShape, scc, scc_crossed, scc_largest

    shape = GraphShape(found.graph)
    parts = f"{scc(shape):,} strongly connected component{'s' * (scc(shape) != 1)}"
    largest = scc_largest(shape)
    said = f"{parts}, the largest of {largest:,} state{'s' * (largest != 1)}"
    return (
        f"{said}; a solution crosses {scc_crossed(shape):,} of them at least."
        if found.solution
        else f"{said}."
    )


def _check_name(output: Path) -> None:
    from quandary.draw.render import SIGNATURES
    from quandary.explaining.map_files import FORMATS

    known = [*SIGNATURES, *FORMATS]
    if output.suffix.lower() not in known:
        raise QuandaryError(f"Cannot write {output}: end its name in {', '.join(known)}.")


def _is_ours(path: Path) -> bool:
    from quandary.draw.render import is_picture
    from quandary.explaining.map_files import FORMATS, MARK

    if path.suffix.lower() in FORMATS:
        return MARK.encode() in path.read_bytes()[:1000]
    return is_picture(path)


def _write(found: "StateMap", output: Path, palette: str) -> None:
    from quandary.draw.palette import palette as find_palette
    from quandary.explaining.map_files import FORMATS
    from quandary.explaining.map_picture import draw_map
    from quandary.parts.atomic import write_atomically
    from quandary.showing.saving import save

    if form := FORMATS.get(output.suffix.lower()):
        write_atomically(output, form(found).encode())
    else:
        save(draw_map(found.graph), output, palette=find_palette(palette))
