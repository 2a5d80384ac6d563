"""The analysis of a study as one page, and every number as CSV."""

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10
from pathlib import Path
from typing import Any

import numpy as np

from quandary.draw.shapes import Drawing
from quandary.library.files import Entry, format_line
from quandary.parts.atomic import check_target, write_atomically
from quandary.publishing.html import is_page, page, picture, text
from quandary.web.study.analysis import groups, maps, methods, predictors, ratings, reliability, truths
from quandary.web.study.analysis.data import Data, read_data
from quandary.web.study.analysis.notebook import notebook
from quandary.web.study.analysis.sheets import DataSheet, Figure, ReportSection
from quandary.web.study.analysis.ways import ways
from quandary.web.study.export import safe
from quandary.web.study.hesitation import hesitations, overlay_chart

MARK = "study"
MOST_ROWS = 60
"""The most rows of a table on the page. The CSV has all."""
MAPS = 3
"""The puzzles whose ways are drawn: the hardest ones."""
LONG = 15
"""Tables with more rows are folded, unless they are what the section is about."""
CHART = 600
"""Pictures that are wider than this, in pixels, are charts."""
STYLE = """
.figures { display: flex; flex-wrap: wrap; gap: 0 2rem; align-items: end; }
figure { margin: 1rem 0; max-width: 100%; }
figcaption { color: var(--soft); max-width: 48rem; }
.plot svg { min-width: 34rem; }
th.n, td.n { text-align: right; white-space: nowrap; }
td:first-child { white-space: nowrap; }
.thumb svg { display: inline-block; vertical-align: middle; max-height: 48px; margin-right: .5rem; }
summary { cursor: pointer; color: var(--soft); margin: .3rem 0; }
"""
THUMBNAIL = 48
"""The width of small pictures in tables, in pixels."""
SURE = 0.001
"""Smaller probabilities are not told apart."""


@dataclass(frozen=True)
class Analysis:
    """Everything that was found, in the order of the report."""

    data: Data
    truths: truths.Truths
    sections: tuple[ReportSection, ...]
    folder: Path = Path()
    """The export."""
    seconds: float = predictors.SECONDS

    @property
    def sheets(self) -> list[DataSheet]:
        """Every table."""
        return [sheet for section in self.sections for sheet in section.sheets]

    @property
    def figures(self) -> dict[str, Drawing]:
        """Every figure, by a name made of its title."""
        drawn = [figure.drawing for section in self.sections for figure in section.figures]
        return {f"{at:02}-{_file_name(each.title)}": each for at, each in enumerate(drawn, start=1)}

    def sheet(self, name: str) -> DataSheet:
        """Return the table with a name."""
        return next(each for each in self.sheets if each.name == name)


def _file_name(title: str) -> str:
    """Return a title as part of a file name.

    >>> _file_name("Ratings of each puzzle")
    'ratings-of-each-puzzle'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "figure"


def analyse(
    folder: Path, *, seconds: float = predictors.SECONDS, progress: Callable[[str], None] = lambda _: None
) -> Analysis:
    """Analyse an export."""
    data = read_data(folder)
    found = truths.truths(data)
    columns = predictors.measured(data, seconds=seconds, progress=progress)
    sections = (
        methods.section(data, found),
        groups.section(data),
        truths.section(data, found),
        maps.section(data, found),
        ratings.section(data),
        truths.learning(data),
        truths.times(data),
        reliability.section(data),
        predictors.section(data, found, columns),
        _profiles(data, found),
        _ways(data, found),
        _exclusions(data, columns),
    )
    return Analysis(data, found, sections, folder, seconds)


def _profiles(data: Data, found: truths.Truths) -> ReportSection:
    """Return where difficulty was predicted and where people hesitated, for the hardest puzzles that have a prediction."""
    figures = []
    for number in np.argsort(-found.default):
        playable, logs = data.playables.get(data.puzzles[number]), data.events.get(data.puzzles[number], [])
        steps = hesitations(playable, logs) if playable and logs else []
        if steps and any(each.visits for each in steps):
            caption = f"{data.puzzles[number]}: bits predicted for each step, and where people hesitated and turned back."
            figures.append(Figure(overlay_chart(steps), caption))
        if len(figures) == MAPS:
            break
    return ReportSection("Predicted profile against people", (), (), tuple(figures))


def _ways(data: Data, found: truths.Truths) -> ReportSection:
    hardest = [data.puzzles[n] for n in np.argsort(-found.default)]
    figures = []
    for name in hardest:
        playable, logs = data.playables.get(name), data.events.get(name, [])
        drawn = ways(playable, logs) if playable and logs else None
        if drawn:
            figures.append(
                Figure(
                    drawn, f"{name}: where people went. The start is on the left; solved states are filled."
                )
            )
        if len(figures) == MAPS:
            break
    return ReportSection("People's ways", (), (), tuple(figures))


def _exclusions(data: Data, columns: Mapping[str, Any]) -> ReportSection:
    rows = [[each.what, each.reason] for each in data.exclusions]
    left_out = [name for name in predictors.asked(data) if name not in columns]
    rows += [
        [f"measure {name}", "not known for every puzzle within the time limit, or the same for all"]
        for name in left_out
    ]
    return ReportSection(
        "Left out",
        ("Only what this table lists is left out.",),
        (DataSheet("exclusions", "Exclusions", ("what", "reason"), rows),),
    )


def write_analysis(found: Analysis, path: Path, *, force: bool = False) -> list[Path]:
    """Write the page, and beside it a folder with every table as CSV and the anchors of a difficulty scale."""
    check_target(path, is_ours=lambda each: is_page(each, MARK), force=force)
    folder = path.with_name(f"{path.stem}-tables")
    folder.mkdir(exist_ok=True)
    written = [path]
    for sheet in found.sheets:
        write_atomically(folder / f"{sheet.name}.csv", to_csv(sheet))
        written.append(folder / f"{sheet.name}.csv")
    write_atomically(folder / "anchors.jsonl", anchors(found))
    again = notebook(found.sections, found.folder.absolute(), folder.absolute(), found.seconds)
    write_atomically(folder / "notebook.ipynb", again)
    write_atomically(path, to_html(found).encode())
    return [*written, folder / "notebook.ipynb", folder / "anchors.jsonl"]


def to_csv(sheet: DataSheet) -> bytes:
    """Return a table as CSV."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(sheet.columns)
    writer.writerows([[safe(_plain(cell)) for cell in row] for row in sheet.rows])
    return buffer.getvalue().encode()


def anchors(found: Analysis) -> bytes:
    """Return the puzzles with the difficulty that people gave them, for a scale of their kind."""
    data, lines = found.data, []
    for number, name in enumerate(data.puzzles):
        playable = data.playables.get(name)
        if playable and playable.kind:
            values = data.rating[:, number]
            count = int(np.isfinite(values).sum())
            facts = {
                "difficulty": round(float(found.truths.default[number]), 4),
                "error": round(float(np.nanstd(values)) / max(1, count) ** 0.5, 4),
                "people": count,
            }
            lines.append(format_line(Entry(playable.kind, playable.puzzle, name, facts=facts)))
    return "".join(f"{line}\n" for line in lines).encode()


def to_html(found: Analysis) -> str:
    """Return the report as a page."""
    title = found.data.about["title"]
    who = "bots" if found.data.about["bots"] else "people"
    head = f"<h1>{text(title)}</h1><p class='soft'>{len(found.data.people)} {who}, {len(found.data.puzzles)} puzzles</p>"
    return page(title, head + "".join(map(_section, found.sections)), STYLE, MARK)


def _section(section: ReportSection) -> str:
    says = "".join(f"<p>{text(each)}</p>" for each in section.says)
    figures = "".join(map(_figure, section.figures))
    return (
        f"<h2>{text(section.title)}</h2>{says}{''.join(map(_sheet, section.sheets))}"
        f"<div class='figures'>{figures}</div>"
    )


def _figure(figure: Figure) -> str:
    """Return a picture with its caption. On phones a wide one is scrolled, since its words would become too small."""
    width = min(760, 60 * figure.drawing.width)
    drawn = f"<div class='across{' plot' * (width > CHART)}'>{picture(figure.drawing, width)}</div>"
    return f"<figure>{drawn}<figcaption>{text(figure.caption)}</figcaption></figure>"


def _sheet(sheet: DataSheet) -> str:
    if not sheet.rows:
        return f"<h3>{text(sheet.title)}</h3><p class='soft'>None.</p>"
    shown = sheet.rows[:MOST_ROWS]
    columns = [
        _column(name, cells) for name, cells in zip(sheet.columns, zip(*shown, strict=True), strict=True)
    ]
    head = "".join(
        f"<th{kind}>{text(name)}</th>" for name, (kind, _) in zip(sheet.columns, columns, strict=True)
    )
    rows = "".join(
        f"<tr>{''.join(f'<td{kind}>{_thumbnail(sheet, row) * (not at)}{text(cells[row])}</td>' for at, (kind, cells) in enumerate(columns))}</tr>"
        for row in range(len(shown))
    )
    more = (
        f"<p class='soft'>{len(sheet.rows) - MOST_ROWS} more rows are in {text(sheet.name)}.csv.</p>"
        if len(sheet.rows) > MOST_ROWS
        else ""
    )
    table = (
        f"<div class='across'><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{more}"
    )
    if len(sheet.rows) > LONG and not sheet.is_main:
        table = f"<details><summary>{len(sheet.rows):,} rows</summary>{table}</details>"
    return f"<h3>{text(sheet.title)}</h3>{table}"


def _thumbnail(sheet: DataSheet, row: int) -> str:
    """Return the small picture beside the first cell of a row, if the table has pictures."""
    drawn = sheet.pictures.get(str(sheet.rows[row][0]))
    return f"<span class='thumb'>{picture(drawn, THUMBNAIL)}</span> " if drawn else ""


def _column(name: str, cells: Sequence[Any]) -> tuple[str, list[str]]:
    """Return how the cells of a column are marked, and their texts: numbers with as many decimals as the largest needs.

    >>> _column("error", [12.34, 0.5, None])
    (" class='n'", ['12.3', '0.5', '–'])
    >>> _column("p", [2e-9, 0.25]), _column("puzzle", ["maze-1"])
    ((" class='n'", ['<0.001', '0.250']), ('', ['maze-1']))
    """
    values = [_plain(cell) for cell in cells]
    if any(isinstance(each, bool | str) for each in values):
        words = {None: "–", True: "yes", False: "no"}
        return "", [words[each] if each is None or isinstance(each, bool) else str(each) for each in values]
    largest = max((abs(each) for each in values if each is not None), default=0)
    whole = all(each is None or each == int(each) for each in values)
    is_chance = name == "p" or name.startswith("p_")
    decimals = 3 if is_chance else 0 if whole else max(0, 2 - floor(log10(max(largest, 0.1))))

    def told(value: float | None) -> str:
        if value is None:
            return "–"
        if is_chance and value < SURE:
            return f"<{SURE:g}"
        return f"{round(value, decimals) + 0.0:.{decimals}f}"  # no -0.0

    return " class='n'", [told(each) for each in values]


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not isfinite(value) else value
