"""Running estimates of difficulty and skill, as games on the web keep them: Elo and Glicko-2."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from quandary.models.skill import Match, SkillRatings, elo, glicko2
from quandary.web.study.analysis.data import Data
from quandary.web.study.analysis.sheets import DataSheet, ReportSection


def periods(data: Data) -> list[list[Match]]:
    """Return the answers as tries, one list for each position in the order.

    A person who rates a puzzle as easiest has won, one who skips it or rates it hardest has lost.
    """
    least, most = data.scale
    points = 1 - (np.where(data.skipped == 1, most, data.rating) - least) / (most - least)
    found: dict[int, list[Match]] = {}
    for i, j in np.argwhere(np.isfinite(points) & np.isfinite(data.position)):
        score = float(np.clip(points[i, j], 0, 1))
        found.setdefault(int(data.position[i, j]), []).append(Match(data.people[i], data.puzzles[j], score))
    return [found[position] for position in sorted(found)]


def section(data: Data) -> ReportSection:
    """Return Elo and Glicko-2 ratings as a part of the report."""
    tries = periods(data)
    found = {"elo": elo(match for period in tries for match in period), "glicko": glicko2(tries)}
    return ReportSection(
        "Running ratings (Elo)",
        (
            "Each answer is a match between a person and a puzzle: the easiest rating wins it for the person, a skip or the"
            " hardest rating for the puzzle. These estimates can be updated while a study runs. They depend on the order of"
            " the answers, so the graded response model is the better one at the end.",
        ),
        tuple(sheet for name, ratings in found.items() for sheet in _sheets(name, ratings)),
    )


def _sheets(name: str, found: SkillRatings) -> tuple[DataSheet, DataSheet]:
    title = {"elo": "Elo", "glicko": "Glicko-2"}[name]
    columns = ("value", "error", "low", "high")
    return (
        DataSheet(
            f"{name}_puzzles",
            f"Difficulty by {title}, hardest first",
            ("puzzle", *columns),
            _rows(found.puzzles),
        ),
        DataSheet(
            f"{name}_people", f"Skill by {title}, best first", ("participant", *columns), _rows(found.people)
        ),
    )


def _rows(values: Mapping[Any, Any]) -> list[list[Any]]:
    return sorted(([name, *value] for name, value in values.items()), key=lambda row: -float(row[1]))
