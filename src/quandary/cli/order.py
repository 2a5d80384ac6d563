"""`quandary order`: put puzzles into order, and compare orders."""

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quandary.cli.console import put, put_json, put_table, put_text, say, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    Force,
    Json,
    Memory,
    PuzzleArguments,
    Seconds,
)
from quandary.cli.reading import Reading
from quandary.errors import FileError, QuandaryError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.library.files import Entry
    from quandary.publishing.ordering.compare import Comparison, Order

BESIDE = "* beside generated puzzles of the nearest size that was measured"
WIDE = 2.5
"""A rise is a gap if it is this many times as large as an even one."""


def order(
    what: PuzzleArguments,
    by: Annotated[
        str, typer.Option("--by", metavar="M", help="Order by this measure [default: the kind's].")
    ] = "",
    then: Annotated[
        str,
        typer.Option(
            "--then",
            metavar="M",
            help="Order puzzles with equal scores by this [default: the bits of a player without rules].",
        ),
    ] = "",
    compare: Annotated[
        bool, typer.Option("--compare", help="Compare the file's order with ours, a search and a learner.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the puzzles (.jsonl), or with --compare a picture (.svg, .png, .pdf).",
        ),
    ] = None,
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
    force: Force = False,
) -> None:
    """Put puzzles into playing order, from easy to hard, or compare orders.

    The list shows how hard each puzzle is, its score as a number and as a bar, and names gaps between
    neighbours. Where scores are equal, a second measure decides, which is named. Puzzles without a score
    come last. A course file can be ordered, too.

    With --compare the order of the file, such as a game's own, is compared with three others: the
    measure, the expansions of a search by iterative deepening, and the order in which a simple learner
    masters the puzzles. The learner has a policy over local features of moves: which rules forbid a
    move, how few options there are, and how many moves remain. ρ is Spearman's rank correlation.

        quandary order levels.xsb --by shortest_boxes_path -o ordered.jsonl
        quandary order course.json --compare -o orders.svg
    """
    if output:
        _check_output(output, what, compare=compare, force=force)
    reading = Reading(what)
    entries = _entries(what, reading)
    if not entries:
        raise QuandaryError(f"There are no puzzles to order in {', '.join(what)}.")
    from quandary.publishing.ordering.compare import second_measure

    measure = by or entries[0].kind.people.headline
    with counting("measuring", meter := _meter(), total=len(entries) * (2 if compare else 1)) as tick:
        if compare:
            _compare(entries, measure, _limits(seconds, memory, meter), tick, output, json=json)
        else:
            second = then or second_measure(entries[0].kind, measure)
            order_by = measure, second
            _sort(entries, order_by, _limits(seconds, memory, meter), tick, output, json=json)
    if output:
        say(f"wrote {output}")
    reading.finish()


def _meter() -> Any:
    from quandary.limits import Meter

    return Meter()


def _limits(seconds: float, memory: float, meter: Any) -> Any:
    from quandary.limits import Limits

    return Limits(seconds, memory, meter=meter)


def _entries(what: list[str], reading: Reading) -> "list[Entry]":
    from quandary.publishing.course import is_course, read_course

    if len(what) == 1 and is_course(what[0]):
        return list(read_course(what[0]).entries())
    return list(reading)


def _check_output(output: Path, what: list[str], *, compare: bool, force: bool) -> None:
    from quandary.draw.render import is_picture
    from quandary.parts.atomic import check_target
    from quandary.publishing.curriculum.playlist import is_playlist

    pictures = (".svg", ".png", ".pdf")
    allowed = pictures if compare else (".jsonl",)
    if output.suffix.lower() not in allowed:
        raise FileError(f"Cannot write {output}. End its name in {' or '.join(allowed)}.")
    check_target(output, inputs=what, is_ours=is_picture if compare else is_playlist, force=force)


def _sort(
    entries: "list[Entry]",
    by: tuple[str, str],
    limits: Any,
    tick: Any,
    output: Path | None,
    *,
    json: bool,
) -> None:
    from quandary.publishing.curriculum.playlist import write_order
    from quandary.publishing.ordering.compare import scored

    found = scored(entries, by[0], limits, tick, then=by[1])
    sequence = found.sequence()
    if json:
        for place, at in enumerate(sequence, start=1):
            put_json({"place": place, **_row(entries[at], found, at)})
    else:
        _put_order(entries, found, sequence)
    if output:
        write_order(output, [(entries[at], found.values[at]) for at in sequence], by[0])


def _row(entry: "Entry", found: "Order", at: int) -> dict[str, Any]:
    then = {found.then: found.second[at]} if found.second and found.second[at] is not None else {}
    verdict = {"verdict": found.verdicts[at].as_json()} if found.verdicts[at].said else {}
    return {"id": entry.id, "kind": entry.kind.name, found.name: found.values[at], **then, **verdict}


def _put_order(entries: "list[Entry]", found: "Order", sequence: list[int]) -> None:
    """Print a row for each puzzle, which measure decided between equal ones, and the gaps."""
    from quandary.publishing.curriculum.words import amount

    def said(value: float | None) -> str:
        return "–" if value is None else amount(value)

    view = table(">", "puzzle", "difficulty", f">{found.name}", *[f">{found.then}"] * bool(found.second), "")
    most = max([value for value in found.values if value is not None] or [0]) or 1
    for place, at in enumerate(sequence, start=1):
        value, verdict = found.values[at], found.verdicts[at]
        bar = "" if value is None else "█" * round(20 * value / most)
        second = [said(found.second[at])] if found.second else []
        view.add_row(
            str(place), entries[at].id, verdict.word + "*" * verdict.is_beside, said(value), *second, bar
        )
    put_table(view)
    if any(verdict.is_beside for verdict in found.verdicts):
        put(BESIDE)
    if found.second:
        whose = " (a player who knows no rules)" if found.then.endswith("@none") else ""
        put_text(f"Puzzles with equal {found.name} are in the order of {found.then}{whose}.")
    for gap in _gaps(entries, found, sequence):
        put(gap)


def _gaps(entries: "list[Entry]", found: "Order", sequence: list[int]) -> list[str]:
    from quandary.publishing.curriculum.words import amount

    known = [(at, value) for at in sequence if (value := found.values[at]) is not None]
    if len(known) < 3:
        return []
    what = "nothing" if len(known) == len(sequence) else "no puzzle that could be measured"
    even = (known[-1][1] - known[0][1]) / (len(known) - 1)
    return [
        f"gap: {what} between {amount(one)} and {amount(two)}, before {entries[at].id}"
        for (_, one), (at, two) in pairwise(known)
        if two - one > WIDE * even > 0
    ]


def _compare(
    entries: "list[Entry]", by: str, limits: Any, tick: Any, output: Path | None, *, json: bool
) -> None:
    from quandary.publishing.ordering.compare import compare
    from quandary.publishing.ordering.slopes import slopes
    from quandary.showing.saving import save

    found = compare(entries, by, limits, tick)
    if json:
        for at, entry in enumerate(entries):
            put_json({"id": entry.id, **{order.name: order.values[at] for order in found.orders}})
    else:
        _print(found)
    if output:
        save(slopes(found), output)


def _print(found: "Comparison") -> None:
    from quandary.publishing.curriculum.words import amount

    view = table(">", "puzzle", *(f">{order.name}" for order in found.orders[1:]))
    for at, entry in enumerate(found.entries):
        values = [order.values[at] for order in found.orders[1:]]
        view.add_row(str(at + 1), entry.id, *("–" if value is None else amount(value) for value in values))
    put_table(view)
    file, measured = found.orders[:2]
    for one, other in [(file, order) for order in found.orders[1:]] + [
        (measured, order) for order in found.orders[2:]
    ]:
        agreed = found.agreement(one, other)
        said = "nothing to compare" if agreed is None else f"ρ = {agreed.r:.3f} over {agreed.count} puzzles"
        put(f"{one.name} and {other.name}: {said}")
    swaps = found.swaps(measured)
    if swaps:
        named = ", ".join(f"{one + 1} and {two + 1}" for one, two in swaps[:8])
        put(f"neighbours that {measured.name} would exchange: {named}{', ...' if len(swaps) > 8 else ''}")
