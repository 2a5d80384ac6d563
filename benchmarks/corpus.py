"""What can be said of a panel among earlier ones, of its title and of its posting, for real_learn.py.

`novelty` compares what is placed on a panel with earlier panels of the same size by other authors. Titles, dates and
postings are not the puzzle: models with them are reported apart.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import log2
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from quandary.kinds.witness.elements import Polyomino, Triangles
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.windmill import decode

Columns: TypeAlias = dict[str, list[float]]
Item: TypeAlias = tuple[int, int, str, str]

NEAR = 0.6
"""Panels that share so much of what is placed on them count as alike."""
NEAREST = 5
DAY = 86_400_000.0
LONG_AGO = 25.0
NOVELTY = ("alike_most", "alike_five", "alike_count", "rarity_kinds", "rarity_ends")
POSTING = ("earlier_uploads", "since_last", "uploads_that_day", "alike_own")


def contents(data: Path) -> dict[str, Mapping[str, Any]]:
    """Return the rows of the part file by id."""
    lines = (data / "witness" / "windmill_2022_part.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def corpus_columns(rows: Mapping[str, Mapping[str, Any]], ids: Sequence[str]) -> Columns:
    """Return the columns of novelty and posting for some panels of a corpus."""
    order = sorted(rows, key=lambda name: (rows[name]["createUtc"], name))
    panels = {name: decode(rows[name]["contents"]) for name in order}
    found = {name: dict.fromkeys((*NOVELTY, *POSTING), 0.0) for name in order}
    _add_likeness(found, order, panels, rows)
    _add_rarity(found, order, panels)
    _add_posting(found, order, rows)
    return {column: [found[name][column] for name in ids] for column in (*NOVELTY, *POSTING)}


def placed(panel: Panel) -> frozenset[Item]:
    """Return everything that is placed on a panel, with its place."""
    found = {(2 * x + 1, 2 * y + 1, *_look(element)) for (x, y), element in panel.cells}
    for name, places in (
        ("hexagon", panel.hexagons),
        ("blue", panel.blue),
        ("yellow", panel.yellow),
        ("gap", panel.gaps),
        ("missing", panel.missing),
    ):
        found |= {(x, y, name, "") for x, y in places}
    found |= {(2 * x, 2 * y, "start", "") for x, y in panel.entrances}
    return frozenset(found | {(2 * x, 2 * y, "exit", "") for x, y in panel.exits})


def _look(element: Any) -> tuple[str, str]:
    count = element.count if isinstance(element, Triangles) else 0
    size = len(element.shape) if isinstance(element, Polyomino) else count
    return type(element).__name__, f"{size} {element.colour.name}"


def _add_likeness(
    found: dict[str, dict[str, float]],
    order: Sequence[str],
    panels: Mapping[str, Panel],
    rows: Mapping[str, Mapping[str, Any]],
) -> None:
    by_size: dict[tuple[int, int], list[str]] = defaultdict(list)
    for name in order:
        by_size[panels[name].width, panels[name].height].append(name)
    for names in by_size.values():
        likeness = _likeness([placed(panels[name]) for name in names])
        authors = np.array([rows[name]["author"] for name in names])
        for at, name in enumerate(names):
            own = authors[:at] == authors[at]
            others = np.sort(likeness[at, :at][~own])[::-1]
            if len(others):
                found[name] |= {
                    "alike_most": float(others[0]),
                    "alike_five": float(others[:NEAREST].mean()),
                    "alike_count": log2(1 + int((others > NEAR).sum())),
                }
            if own.any():
                found[name]["alike_own"] = float(likeness[at, :at][own].max())


def _likeness(items: Sequence[frozenset[Item]]) -> Any:
    """Return the Jaccard similarity of all pairs of sets."""
    numbers: dict[Item, int] = {}
    pairs = [(row, numbers.setdefault(each, len(numbers))) for row, some in enumerate(items) for each in some]
    at, of = np.array(pairs).T
    marks = csr_array((np.ones(len(at)), (at, of)), shape=(len(items), len(numbers)))
    common = (marks @ marks.T).toarray()
    sizes = common.diagonal()
    return common / (sizes[:, None] + sizes[None, :] - common)


def _add_rarity(
    found: dict[str, dict[str, float]], order: Sequence[str], panels: Mapping[str, Panel]
) -> None:
    """Add how rare the kinds of element, and the size with starts and exits, were among earlier panels."""
    met: Counter[Any] = Counter()
    for number, name in enumerate(order):
        panel = panels[name]
        kinds = frozenset(item[2] for item in placed(panel))
        ends = (panel.width, panel.height, panel.entrances, panel.exits)
        for column, key in (("rarity_kinds", kinds), ("rarity_ends", ends)):
            found[name][column] = -log2((met[key] + 1) / (number + 2))
            met[key] += 1


def _add_posting(
    found: dict[str, dict[str, float]], order: Sequence[str], rows: Mapping[str, Mapping[str, Any]]
) -> None:
    times: dict[str, list[float]] = defaultdict(list)
    for name in order:
        author, now = rows[name]["author"], rows[name]["createUtc"]
        earlier = times[author]
        found[name] |= {
            "earlier_uploads": log2(1 + len(earlier)),
            "since_last": log2(1 + (now - earlier[-1]) / 60_000) if earlier else LONG_AGO,
            "uploads_that_day": log2(1 + sum(now - each < DAY for each in earlier)),
        }
        earlier.append(now)


WORDS: Mapping[str, str] = {
    "easy": r"\beasy|simple|basic",
    "hard": r"hard|difficult|evil|insane|impossible",
    "tutorial": r"tutorial|practice|intro|learn|lesson",
    "test": r"\btest|untitled|try\b",
    "again": r"\bv\d|\b(part|pt|no|number)\b|again|redux|remix|ii+\b",
    "first": r"\bfirst\b|\b1\b|\bone\b",
    "maze": r"maze|labyrinth|path",
    "element": r"star|square|triangle|tetris|poly|hex|dot|symmetr|elimin|colou?r",
    "person": r"\bmy\b|\bi\b|\byou|\bme\b",
    "joke": r"lol|haha|meme|amogus|sus\b|why",
}


def title_columns(titles: Sequence[str | None]) -> Columns:
    """Return what titles look like, without knowing any of them.

    >>> title_columns(["My first panel 2"])["title_ends_in_number"]
    [1.0]
    """
    made: dict[str, list[float]] = defaultdict(list)
    for title in (each or "" for each in titles):
        words = title.split()
        letters = [each for each in title if each.isalpha()]
        made["title_missing"].append(float(not title.strip()))
        made["title_length"].append(float(len(title)))
        made["title_words"].append(float(len(words)))
        made["title_lower"].append(float(title == title.lower()))
        made["title_upper"].append(sum(each.isupper() for each in letters) / max(1, len(letters)))
        made["title_digits"].append(float(any(each.isdigit() for each in title)))
        made["title_ends_in_number"].append(float(bool(re.search(r"\d\)?$", title.strip()))))
        made["title_marks"].append(float(sum(each in "!?.…" for each in title)))
        made["title_foreign"].append(float(any(ord(each) > 127 for each in title)))
        made["title_longest"].append(float(max(map(len, words), default=0)))
        for name, pattern in WORDS.items():
            made[f"title_{name}"].append(float(bool(re.search(pattern, title.lower()))))
    return dict(made)
