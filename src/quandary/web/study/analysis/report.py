"""The analysis of a study as one page, and every number as CSV."""

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from quandary.library.files import Entry, format_line
from quandary.parts.atomic import check_target, write_atomically
from quandary.publishing.html import is_page, page, picture, text
from quandary.web.study.analysis import groups, predictors, ratings, reliability, truths
from quandary.web.study.analysis.data import Data, read_data
from quandary.web.study.analysis.sheets import DataSheet, Figure, ReportSection
from quandary.web.study.analysis.ways import ways
from quandary.web.study.export import safe

MARK = "study"
MOST_ROWS = 60
"""The most rows of a table on the page. The CSV has all."""
MAPS = 3
"""The puzzles whose ways are drawn: the hardest ones."""
STYLE = "figure { margin: 1rem 0; max-width: 48rem; } figcaption { color: var(--soft); } td.n { text-align: right; }"


@dataclass(frozen=True)
class Analysis:
    """Everything that was found, in the order of the report."""

    data: Data
    truths: truths.Truths
    sections: tuple[ReportSection, ...]

    @property
    def sheets(self) -> list[DataSheet]:
        """Every table."""
        return [sheet for section in self.sections for sheet in section.sheets]

    def sheet(self, name: str) -> DataSheet:
        """Return the table with a name."""
        return next(each for each in self.sheets if each.name == name)


def analyse(
    folder: Path, *, seconds: float = predictors.SECONDS, progress: Callable[[str], None] = lambda _: None
) -> Analysis:
    """Analyse an export."""
    data = read_data(folder)
    found = truths.truths(data)
    columns = predictors.measured(data, seconds=seconds, progress=progress)
    sections = (
        groups.section(data),
        truths.section(data, found),
        ratings.section(data),
        truths.learning(data),
        truths.times(data),
        reliability.section(data),
        predictors.section(data, found, columns),
        _ways(data, found),
        _exclusions(data, columns),
    )
    return Analysis(data, found, sections)


def _ways(data: Data, found: truths.Truths) -> ReportSection:
    hardest = [data.puzzles[n] for n in np.argsort(-found.default)]
    figures = []
    for name in hardest:
        playable, logs = data.playables.get(name), data.events.get(name, [])
        drawn = ways(playable, logs) if playable and logs else None
        if drawn:
            figures.append(
                Figure(
                    drawn, f"{name}: where people went. The start is on the left, solved states are filled."
                )
            )
        if len(figures) == MAPS:
            break
    return ReportSection("People's ways", (), (), tuple(figures))


def _exclusions(data: Data, columns: Mapping[str, Any]) -> ReportSection:
    rows = [[each.what, each.reason] for each in data.exclusions]
    left_out = [name for name in predictors.asked(data) if name not in columns]
    rows += [
        [f"measure {name}", "not known for every puzzle in the time given, or the same for all"]
        for name in left_out
    ]
    return ReportSection(
        "What is left out",
        ("Nothing else is.",),
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
    write_atomically(path, to_html(found).encode())
    return [*written, folder / "anchors.jsonl"]


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
    figures = "".join(
        f"<figure>{picture(each.drawing, min(760, 60 * each.drawing.width))}<figcaption>{text(each.caption)}</figcaption></figure>"
        for each in section.figures
    )
    return f"<h2>{text(section.title)}</h2>{says}{''.join(map(_sheet, section.sheets))}{figures}"


def _sheet(sheet: DataSheet) -> str:
    if not sheet.rows:
        return f"<h3>{text(sheet.title)}</h3><p class='soft'>None.</p>"
    head = "".join(f"<th>{text(each)}</th>" for each in sheet.columns)
    rows = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in sheet.rows[:MOST_ROWS])
    more = (
        f"<p class='soft'>{len(sheet.rows) - MOST_ROWS} more rows are in {text(sheet.name)}.csv.</p>"
        if len(sheet.rows) > MOST_ROWS
        else ""
    )
    return f"<h3>{text(sheet.title)}</h3><div class='wide'><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{more}"


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"<td class='n'>{'–' if not isfinite(value) else f'{value:.3g}' if abs(value) < 1000 else f'{value:.0f}'}</td>"
    if isinstance(value, bool):
        return f"<td>{'yes' if value else 'no'}</td>"
    return f"<td{' class=n' if isinstance(value, int) else ''}>{text('' if value is None else value)}</td>".replace(
        "class=n", "class='n'"
    )


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not isfinite(value) else value
