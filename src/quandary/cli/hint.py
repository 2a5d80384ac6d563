"""`quandary hint`: show the easiest next step, or the move that went wrong."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from quandary.cli.console import only_ascii, put, put_json, put_text, say
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    After,
    Force,
    Index,
    Json,
    Memory,
    PaletteName,
    PlayerName,
    PuzzleArgument,
    RuleSetName,
    Seconds,
)
from quandary.cli.reading import pick
from quandary.runs.progress import counting

_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write the picture to this .svg, .png or .pdf file."),
]


_More: TypeAlias = Annotated[
    int,
    typer.Option(
        "--more", count=True, show_default=False, help="Say where to look. Given twice, say the move."
    ),
]


def hint(
    puzzle: PuzzleArgument,
    after: After = None,
    more: _More = 0,
    output: _Output = None,
    index: Index = None,
    player: PlayerName = "",
    palette: PaletteName = "auto",
    ruleset: RuleSetName = "",
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
    force: Force = False,
) -> None:
    """Show what kind of step comes next, where it is with --more, and the move with --more twice.

    The hint is the easiest step that a person could see. Where no rule of the kind helps, it is a region to look at,
    then a dead end to avoid, then the next move of a solution. If the moves so far leave no solution, it names the
    move that went wrong, and the exit code is 1. --json has all degrees.

        quandary hint sudoku:.3....3....41...
        quandary hint sudoku:.3....3....41... --more
        quandary hint sudoku:.3....3....41... --after 'r2c2=1 r1c1=4'
        quandary hint 'sokoban:######/#@$ .#/######' --after R
        quandary hint 'witness:S-+-E/|b|w|/+-+-+' -o hint.svg
        quandary hint 'witness:S-+-E/|b|w|/+-+-+' --player rules=rules.json
    """
    from quandary.cli.show import on_terminal
    from quandary.draw.palette import palette as find_palette
    from quandary.draw.render import is_picture
    from quandary.limits import Limits, Meter
    from quandary.parts.atomic import check_target
    from quandary.showing.hint import hint as find
    from quandary.showing.picture import draw, written
    from quandary.showing.saving import save

    if output:
        check_target(output, inputs=[puzzle], is_ours=is_picture, force=force)
    entry, colours = pick(puzzle, index, ruleset=ruleset), find_palette(palette)
    with counting("looking", meter := Meter()):
        who = entry.kind.player(player) if player else None
        found = find(entry.puzzle, after or "", player=who, limits=Limits(seconds, memory, meter=meter))
    drawing = found.drawing if more or len(found.degrees) == 1 else draw(entry.puzzle, found.state)
    if output:
        save(drawing, output, palette=colours)
        say(f"wrote {output}")
    if json:
        put_json(
            {"id": entry.id, "kind": entry.kind.name, "says": found.says, "rule": found.rule}
            | {"degrees": found.degrees}
            | {"where": found.where, "must": [*map(str, found.must)], "cannot": [*map(str, found.cannot)]}
            | {"move": found.move if found.move is None else str(found.move), "since": found.since}
        )
    else:
        if only_ascii():
            put(written(entry.puzzle, found.state))
        else:
            put(on_terminal(drawing, colours))
        put_text(found.at(more))
    if found.since is not None:
        raise typer.Exit(1)
