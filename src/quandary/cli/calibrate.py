"""`quandary calibrate`: minutes instead of bits, from puzzles whose times are known."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from quandary.cli.console import put, put_json, say
from quandary.cli.options import DEFAULT_SECONDS, MORE, Force, Json, Seconds
from quandary.cli.reading import Reading
from quandary.errors import FileError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.library.files import Entry

_Kind: TypeAlias = Annotated[
    str, typer.Argument(metavar="KIND", help="Kind of puzzle, as `quandary kinds` lists it.")
]
_Anchors: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="ANCHORS", help="Files of puzzles with people's times.")
]
_Bits: TypeAlias = Annotated[
    str, typer.Option("--bits", metavar="M", help="Use the bits of this measure.", rich_help_panel=MORE)
]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write the scale to this .json file."),
]

MOST_NAMED = 3
"""The number of puzzles without times that are named one by one."""


def calibrate(
    kind: _Kind,
    anchors: _Anchors,
    bits: _Bits = "luck",
    output: _Output = None,
    seconds: Seconds = DEFAULT_SECONDS,
    json: Json = False,
    force: Force = False,
) -> None:
    """Calibrate a scale of minutes for one kind on puzzles whose times or solve rates are known.

    An anchor is a puzzle with the fact "seconds" (the median over all people, those who gave up counting as
    slowest) and perhaps "solve_rate". With ten anchors, from easy to hard, the intervals
    are reliable. "rate --scale" then gives minutes.

        quandary calibrate maze anchors.jsonl -o scale.json
        quandary rate mazes.jsonl --scale scale.json
    """
    from quandary.library.given import kind_named
    from quandary.limits import Limits
    from quandary.measuring.table import measure
    from quandary.models.anchors import anchors_of
    from quandary.models.scale import Anchor, is_scale, save_scale
    from quandary.models.scale import calibrate as fit
    from quandary.parts.atomic import check_target

    chosen = kind_named(kind)
    measure(bits, chosen)
    if output:
        if output.suffix.lower() != ".json":
            raise FileError(f"Cannot write a scale to {output}. End its name in .json.")
        check_target(output, inputs=anchors, is_ours=is_scale, force=force)
    reading, known = Reading(anchors), list[Anchor]()
    timed = _with_times(reading)
    with counting("rating anchors", total=lambda: len(timed)) as tick:
        for found in anchors_of(chosen, timed, measure=bits, limits=Limits(seconds=seconds)):
            if isinstance(found, FileError):
                reading.report(found)
            else:
                known.append(found)
            tick()
    scale = fit(chosen.name, known, measure=bits)
    if output:
        save_scale(scale, output)
        say(f"wrote {output}")
    if json:
        put_json(vars(scale) | {"solve": list(scale.solve) if scale.solve else None})
    else:
        put(
            f"{scale.anchors} anchors: log2 seconds = {scale.a:.2f} + {scale.b:.2f} · {bits} + {scale.c:.2f} · log2 shortest"
        )
        put(
            f"80 % of puzzles are within a factor of {2**scale.reach:.1f}"
            f" ({2**scale.baseline_reach:.1f} if every puzzle is predicted as the median)"
        )
    reading.finish()


def _with_times(reading: Reading) -> "list[Entry]":
    """Return the puzzles to fit a scale to, and say in one line if many have no times."""
    from quandary.models.anchors import is_told

    entries = list(reading)
    timed = [entry for entry in entries if is_told(entry)]
    if not entries or (timed and len(entries) - len(timed) <= MOST_NAMED):
        return entries  # the few without times are named one by one
    lacking = (
        f'{len(entries) - len(timed):,} of {len(entries):,} puzzles have neither "seconds" nor "solve_rate"'
    )
    reading.report(FileError(f'{lacking}: write "facts": {{"seconds": 45}} beside each.'))
    if not timed:
        reading.finish()
    return timed
