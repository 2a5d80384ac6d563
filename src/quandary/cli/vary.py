"""`quandary vary`: show what one change would do to a puzzle."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quandary.cli.console import put_json, put_table, say, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
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

BEST = 20


def vary(
    puzzle: PuzzleArgument,
    by: Annotated[
        str,
        typer.Option("--by", metavar="M", help="Compare by this measure [default: the kind's headline]."),
    ] = "",
    harder: Annotated[
        bool, typer.Option("--harder", help="Show only changes that raise the measure.")
    ] = False,
    easier: Annotated[
        bool, typer.Option("--easier", help="Show only changes that lower the measure.")
    ] = False,
    best: Annotated[
        int, typer.Option("--best", metavar="K", min=1, help="Show the K largest changes.")
    ] = BEST,
    index: Annotated[
        int, typer.Option("--index", "-n", metavar="N", min=1, help="Vary the N-th puzzle of a file.")
    ] = 1,
    player: PlayerName = "",
    lookahead: Lookahead = 0,
    ruleset: RuleSetName = "",
    seconds: SecondsInAll = DEFAULT_SECONDS,
    memory: MemoryInAll = DEFAULT_MEMORY,
    json: Json = False,
) -> None:
    """Try every change of one element and rank the puzzles by the effect on a measure.

    Changes that make the puzzle unsolvable are not listed. The exit code is 1 if no change has the wanted
    effect. The time is for all puzzles together: each gets an equal share of what is left.

        quandary vary 'witness:S-+-E/|b|w|/+-+-+' --by remuse --harder
        quandary vary mazes.jsonl -n 3 --harder --best 5
        quandary vary mazes.jsonl -n 1 --by solutions --easier --json
    """
    from quandary.generating.vary import vary as try_changes
    from quandary.limits import Limits, Meter

    if harder and easier:
        raise typer.BadParameter("--harder and --easier exclude each other.")
    entry = pick(puzzle, index, ruleset=ruleset)
    direction: Direction | None = "harder" if harder else "easier" if easier else None
    with counting("varying", meter := Meter()) as tick:
        variants = try_changes(
            entry.kind,
            entry.puzzle,
            by,
            direction=direction,
            player=entry.kind.player(player, lookahead),
            limits=Limits(seconds, memory, meter=meter),
            tick=tick,
        )
    for number, what in (
        (variants.unsolvable, "cannot be solved"),
        (variants.unknown, "took too long or have no such score"),
    ):
        if number:
            say(f"{number:,} of the changed puzzles {what}.")
    if variants.stop:
        say(f"Not every change was tried: {variants.stop.text}.")
    if json:
        for each in variants.found[:best]:
            put_json(_as_json(entry, each))
    else:
        _put_table(entry, variants, best)
    if not variants.found:
        raise typer.Exit(1)


def _put_table(entry: "Entry", variants: "Variants", best: int) -> None:
    view = table("change", f">{variants.score.measure}", ">difference")
    view.add_row(f"{entry.id} as it is", str(variants.score), "")
    for each in variants.found[:best]:
        view.add_row(each.change, str(each.score), f"{each.difference:+.4g}")
    put_table(view)


def _as_json(entry: "Entry", variant: "Variant") -> dict[str, Any]:
    return {
        "id": entry.id,
        "kind": entry.kind.name,
        "change": variant.change,
        "puzzle": entry.kind.format(variant.puzzle),
        "difference": variant.difference,
        "scores": {variant.score.measure: variant.score.as_json()},
    }
