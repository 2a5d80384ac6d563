"""`quandary vary`: show what one change would do to a puzzle."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from quandary.cli.console import put, put_json, put_table, say, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    Force,
    Json,
    Lookahead,
    MemoryInAll,
    PlayerName,
    PuzzleArgument,
    RuleSetName,
    SecondsInAll,
)
from quandary.cli.reading import pick
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.generating.vary import Direction, Variant, Variants
    from quandary.library.files import Entry
    from quandary.score import Score

BEST = 20


_By: TypeAlias = Annotated[
    str,
    typer.Option("--by", metavar="M", help="Compare by this measure [default: the kind's headline]."),
]
_Harder: TypeAlias = Annotated[
    bool, typer.Option("--harder", help="Show only changes that raise the measure.")
]
_Easier: TypeAlias = Annotated[
    bool, typer.Option("--easier", help="Show only changes that lower the measure.")
]
_To: TypeAlias = Annotated[
    float | None,
    typer.Option("--to", metavar="X", help="Show first what brings the measure nearest to X."),
]
_Changes: TypeAlias = Annotated[
    int, typer.Option("--changes", metavar="N", min=1, max=9, help="With --to, make up to N changes.")
]
_Best: TypeAlias = Annotated[int, typer.Option("--best", metavar="K", min=1, help="Show the first K.")]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help='Write the puzzles to this file, "-" for standard output.'
    ),
]
_Index: TypeAlias = Annotated[
    int, typer.Option("--index", "-n", metavar="N", min=1, help="Vary the N-th puzzle of a file.")
]


def vary(
    puzzle: PuzzleArgument,
    by: _By = "",
    harder: _Harder = False,
    easier: _Easier = False,
    to: _To = None,
    changes: _Changes = 1,
    best: _Best = BEST,
    output: _Output = None,
    index: _Index = 1,
    player: PlayerName = "",
    lookahead: Lookahead = 0,
    ruleset: RuleSetName = "",
    seconds: SecondsInAll = DEFAULT_SECONDS,
    memory: MemoryInAll = DEFAULT_MEMORY,
    json: Json = False,
    force: Force = False,
) -> None:
    """Try every change of one element and rank the puzzles by the effect on a measure.

    The largest effect comes first or, with --to, what is nearest to X with the fewest changes. The table ends
    with the first puzzle, ready to be pasted. With -o the puzzles are written to a file, in any form of
    `convert`, with the change and the score as facts. "-o -" prints them for other commands. Changes that
    make the puzzle unsolvable are not listed. The exit code is 1 if no change has the wanted effect. The
    time is for all puzzles together: each gets an equal share of what is left. Places are columns and rows,
    (0, 0) first: at the upper left, in Witness panels and mazes at the lower left.

        quandary vary 'witness:S-+-E/|b|w|/+-+-+' --by remuse --harder
        quandary vary mazes.jsonl -n 3 --harder --best 5
        quandary vary mazes.jsonl -n 1 --to 12 --changes 2 -o variants.jsonl
        quandary vary 'witness:S-+-E/|b|w|/+-+-+' --by solutions -o - | quandary rate -
    """
    from quandary.generating.request import vary as try_changes
    from quandary.limits import Limits, Meter

    if harder + easier + (to is not None) > 1:
        raise typer.BadParameter("--harder, --easier and --to exclude each other.")
    if changes > 1 and to is None:
        raise typer.BadParameter("--changes needs --to.")
    is_stream = output is not None and str(output) == "-"
    if output and not is_stream:
        check_output(output, [puzzle], force=force)
    entry = pick(puzzle, index, ruleset=ruleset)
    direction: Direction | None = "harder" if harder else "easier" if easier else None
    with counting("varying", meter := Meter()) as tick:
        variants = try_changes(
            entry.puzzle,
            by,
            to=to,
            direction=direction,
            changes=changes,
            player=entry.kind.player(player, lookahead),
            limits=Limits(seconds, memory, meter=meter),
            tick=tick,
        )
    for number, what in (
        (variants.unsolvable, "cannot be solved"),
        (variants.unknown, f"took too long or {'has' if variants.unknown == 1 else 'have'} no such score"),
    ):
        if number:
            say(f"{number:,} of the changed puzzles {what}.")
    if variants.stop:
        say(f"Not every change was tried: {variants.stop.text}.")
    found = variants.found[:best]
    if to is not None and found and not _is_nearer(found[0].score, variants.score, to):
        say(f"No change brings {variants.score.measure} nearer to {to:g}. Try --changes {changes + 1}.")
    if output:
        _write(entry, found, output)
    if json:
        for each in found:
            put_json(_as_json(entry, each))
    elif not is_stream:
        _put_table(entry, variants, best)
    if not found:
        raise typer.Exit(1)


def _is_nearer(found: "Score", now: "Score", wanted: float) -> bool:
    """Return whether a variant is nearer to what is wanted than the puzzle itself, as far as that is known."""
    if found.value is None or now.value is None or now.value == wanted:
        return True
    return abs(found.value - wanted) < abs(now.value - wanted)


def check_output(output: Path, inputs: Sequence[str], *, force: bool) -> None:
    """Refuse to write over what this command did not make."""
    from quandary.generating.naming import is_varied
    from quandary.parts.atomic import check_target

    check_target(output, inputs=inputs, is_ours=is_varied, force=force)


def _write(entry: "Entry", found: "Sequence[Variant]", output: Path) -> None:
    """Write the variants as puzzles of their own."""
    from quandary.library.convert import form_for, write_form
    from quandary.library.files import Entry as Made
    from quandary.library.files import format_line
    from quandary.parts.atomic import write_atomically

    made = [
        Made(
            entry.kind,
            each.puzzle,
            f"{entry.id}-variant-{number}",
            facts={
                "change": each.change,
                each.score.measure: each.score.value,
                "difference": round(each.difference, 10),
            },
        )
        for number, each in enumerate(found, start=1)
    ]
    if str(output) == "-":
        for one in made:
            put(format_line(one))
    elif made:
        write_atomically(output, write_form(made, form_for(output)).encode())
        say(f"wrote {output}: {len(made):,} puzzle{'s' * (len(made) != 1)}")


def _put_table(entry: "Entry", variants: "Variants", best: int) -> None:
    view = table("change", f">{variants.score.measure}", ">difference")
    view.add_row(f"{entry.id} as it is", str(variants.score), "")
    for each in variants.found[:best]:
        view.add_row(each.change, str(each.score), f"{each.difference:+.4g}")
    put_table(view)
    if variants.found:
        text = entry.kind.format(variants.found[0].puzzle).replace("\n", "/")
        put(f"the first: {quote(f'{entry.kind.name}:{text}')}")


def _as_json(entry: "Entry", variant: "Variant") -> dict[str, Any]:
    return {
        "id": entry.id,
        "kind": entry.kind.name,
        "change": variant.change,
        "puzzle": entry.kind.format(variant.puzzle),
        "difference": variant.difference,
        "scores": {variant.score.measure: variant.score.as_json()},
    }
