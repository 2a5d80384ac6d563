"""Real Witness panels: every link is read and written back, and solved or proved to have no solution."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.windmill import decode, encode
from quandary.limits import Limits
from quandary.solve import solutions

SECONDS = 2.0
"""The most that is spent on one panel, by each method."""


class Link(NamedTuple):
    """A published panel: its name, its link, and how many people have solved it."""

    name: str
    code: str
    solves: int


def checks(data: Path) -> Iterator[str]:
    """The links of every *.jsonl file under witness/ that holds some."""
    for path in sorted((data / "witness").glob("*.jsonl")):
        found = [_link(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
        yield from _round_trips(path.name, found)
        yield from _solutions(path.name, found)


def _link(row: dict[str, object]) -> Link:
    return Link(str(row["id"]), str(row["contents"]), int(str(row.get("solves", 0))))


def _round_trips(name: str, links: list[Link]) -> Iterator[str]:
    bad = [link.name for link in links if not _survives(decode(link.code))]
    yield f"{name}: {len(links) - len(bad):,} of {len(links):,} links survive the round trip as link and as text"
    if bad:
        yield f"FAILED: {', '.join(bad[:10])}"


def _survives(panel: Panel) -> bool:
    return bool(decode(encode(panel)) == panel == KIND.parse(KIND.format(panel)))


def _solutions(name: str, links: list[Link]) -> Iterator[str]:
    outcomes: Counter[str] = Counter()
    unsolvable: list[tuple[Link, str]] = []
    for link in links:
        panel = decode(link.code)
        status = solutions(panel, most=1, limits=Limits(seconds=SECONDS)).status
        outcomes[status] += 1
        if status == "none":
            unsolvable.append((link, _second_opinion(panel)))
    yield f"{name}: " + ", ".join(f"{number:,} {status}" for status, number in sorted(outcomes.items()))
    opinions = Counter(opinion for _, opinion in unsolvable)
    told = ", ".join(f"{number} {opinion}" for opinion, number in sorted(opinions.items()))
    yield f"{name}: {len(unsolvable)} have no solution by the rules; by the second method {told or 'none'}"
    for link, opinion in unsolvable:
        yield f"{'FAILED: ' * (opinion == 'solved')}{link.name}: {opinion}, solved by {link.solves:,} people"


def _second_opinion(panel: Panel) -> str:
    """What the rules in Python say, which share no code with the native ones."""
    status = solutions(panel, most=1, limits=Limits(seconds=10 * SECONDS), engine="python").status
    return {"none": "proved", "gave up": "given up on"}.get(status, status)
