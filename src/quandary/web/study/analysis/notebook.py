"""A notebook that makes every number of a report again from the export."""

import json
from pathlib import Path
from typing import Any

from quandary.web.study.analysis.sheets import ReportSection

START = """\
from pathlib import Path
import csv
from quandary.web.study.analysis.report import analyse, to_csv

DATA, TABLES = Path({data!r}), Path({tables!r})
found = analyse(DATA, seconds={seconds!r})
print(len(found.data.people), "people,", len(found.data.puzzles), "puzzles")"""
TABLE = """\
sheet = found.sheet({name!r})
for row in [sheet.columns, *sheet.rows[:10]]:
    print(*row, sep="\\t")
same = to_csv(sheet) == (TABLES / "{name}.csv").read_bytes()
print("as in the report" if same else "differs from the report")"""


def notebook(sections: tuple[ReportSection, ...], data: Path, tables: Path, seconds: float) -> bytes:
    """Return a notebook with a cell for every table of a report. It needs only quandary and the export."""
    cells = [
        _text(
            "# The numbers of the report, made again\n\nEvery table is computed anew from the export and compared with its CSV."
        ),
        _code(START.format(data=str(data), tables=str(tables), seconds=seconds)),
    ]
    for section in sections:
        if section.sheets:
            cells.append(_text(f"## {section.title}"))
        for sheet in section.sheets:
            cells += [_text(f"### {sheet.title}"), _code(TABLE.format(name=sheet.name))]
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    whole = {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode()


def _text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": _name(source), "metadata": {}, "source": source}


def _code(source: str) -> dict[str, Any]:
    empty: dict[str, Any] = {"metadata": {}, "outputs": [], "execution_count": None}
    return {"cell_type": "code", "id": _name(source), "source": source} | empty


def _name(source: str) -> str:
    """Return a name for a cell, the same each time."""
    from hashlib import sha256

    return sha256(source.encode()).hexdigest()[:16]
