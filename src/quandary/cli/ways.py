"""`quandary solve --ways`: the ways to solve a puzzle, and what is different."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from quandary.cli.console import put, put_json
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.cli.reading import Reading
    from quandary.library.files import Entry
    from quandary.limits import Limits
    from quandary.solving.ways.differ import Shown
    from quandary.solving.ways.find import Way, Ways

MOST_LONGER = 20
"""The moves beyond the shortest solution that may be asked for. The work grows fast with them."""


def solve_ways(reading: "Reading", most: int, longer: int | None, limits: "Limits", *, json: bool) -> None:
    """Print up to `most` ways for each puzzle. The exit code is 1 if one has no solution."""
    from quandary.limits import Meter
    from quandary.solving.ways.differ import shown
    from quandary.solving.ways.find import NEAR, ways

    solvable = True
    with counting("solving", meter := Meter()) as tick:
        for entry in reading:
            asked = NEAR if longer is None else longer
            found = ways(entry.puzzle, longer=asked, limits=replace(limits, meter=meter))
            solvable = solvable and found.status != "none"
            listed = shown(entry.puzzle, found.found, most)
            if json:
                put_json(_as_json(entry, found, listed))
            else:
                put("\n".join([_heading(entry, found), *_rows(entry, found, listed)]))
            tick()
    reading.finish(answer=solvable)


def _heading(entry: "Entry", found: "Ways") -> str:
    from quandary.runs.rows import by_rules

    by = by_rules(entry)
    if found.status == "none":
        return f"{entry.id}: no solution{by}, proved"
    if found.status == "gave up":
        return f"{entry.id}: gave up{by}: {found.stop.text}"
    return f"{entry.id}: {found.in_words}{by}"


def _rows(entry: "Entry", found: "Ways", listed: "list[Shown]") -> list[str]:
    rows = list[str]()
    for number, (way, words, alike) in enumerate(listed, start=1):
        like = f" ({alike:,} more like it)" if alike else ""
        told = f": {words}" if words else ""
        rows += [f"\n{number}. {way.length:,} moves{told}{like}", _text(entry, way)]
    unlisted = found.number - sum(1 + each.alike for each in listed)
    return [*rows, *([f"\n{unlisted:,} more were not compared"] if unlisted > 0 else []), ""]


def _text(entry: "Entry", way: "Way") -> str:
    from quandary.solving.follow import solution_text

    return f"   {solution_text(entry.puzzle, way.solution)}"


def _as_json(entry: "Entry", found: "Ways", listed: "list[Shown]") -> dict[str, Any]:
    from quandary.runs.rows import ruleset_of
    from quandary.solving.follow import solution_text

    return {
        "id": entry.id,
        "kind": entry.kind.name,
        **ruleset_of(entry),
        "status": "unsolvable" if found.status == "none" else found.status,
        "number": found.number,
        "complete": found.complete,
        "shortest": found.shortest,
        "most": found.most,
        "ways": [
            {
                "moves": [str(move) for move in way.solution.moves],
                "text": solution_text(entry.puzzle, way.solution),
                "deeds": [deed.name for deed in way.deeds],
                "facts": list(way.facts),
                "difference": words,
                "alike": alike,
            }
            for way, words, alike in listed
        ],
        "reason": found.stop.text,
        "engine": found.engine,
        "states": found.states,
    }
