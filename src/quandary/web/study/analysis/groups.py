"""Who took part, and how groups of solvers differ."""

from collections import Counter
from typing import Any

import numpy as np
from scipy import stats

from quandary.web.study.analysis.data import Data
from quandary.web.study.analysis.predictors import holm
from quandary.web.study.analysis.sheets import DataSheet, ReportSection

FEWEST = 5
"""The fewest people of a group that is compared."""


def section(data: Data) -> ReportSection:
    """Return the answers to the questions, and the differences between those who gave them."""
    asked = {each["id"]: each for each in data.about["questions"]}
    rows = []
    for name, told in data.traits.items():
        counts = Counter(each for each in told if each)
        total = sum(counts.values())
        order = asked[name]["options"] if name in asked else sorted(counts)
        listed = [each for each in order if counts[each]] + sorted(set(counts) - set(order))
        rows += [[name, each, counts[each], 100 * counts[each] / total] for each in listed]
        if any(not each for each in told):
            rows.append([name, "(not answered)", sum(not each for each in told), None])
    people = [
        ["began", data.begun],
        ["answered at least one puzzle", len(data.people)],
        ["finished", int(data.finished.sum())],
        ["puzzles answered", int(np.isfinite(data.position).sum())],
        *([f"counted only: {name}", count] for name, count in data.about.get("counts", {}).items()),
    ]
    return ReportSection(
        "Who took part",
        (),
        (
            DataSheet("people", "Participation", ("what", "n"), people),
            DataSheet(
                "demographics",
                "Answers to the questions, for people with at least one answer",
                ("question", "answer", "n", "percent"),
                rows,
            ),
            differences(data),
        ),
    )


def differences(data: Data) -> DataSheet:
    """Compare the groups of each question in rating, time and share solved (Kruskal-Wallis, corrected by Holm)."""
    middle = np.nanmean(data.rating, axis=0)
    typical = (
        np.nanmean(np.where(np.isfinite(data.log_seconds), data.log_seconds, np.nan), axis=0)
        if np.isfinite(data.log_seconds).any()
        else None
    )
    own = {
        "rating": np.array([np.nanmean(row - middle) for row in data.rating]),
        "solved": np.array([np.nanmean(row) for row in data.solved]),
    }
    if typical is not None:
        gaps = data.log_seconds - typical[None, :]
        own["log_time"] = np.array([np.nanmean(row) if np.isfinite(row).any() else np.nan for row in gaps])
    rows: list[list[Any]] = []
    for name, told in data.traits.items():
        groups = [each for each, count in Counter(filter(None, told)).items() if count >= FEWEST]
        for what, values in own.items():
            samples = [
                [v for v, each in zip(values, told, strict=True) if each == group and np.isfinite(v)]
                for group in groups
            ]
            if (
                len(samples) < 2
                or min(map(len, samples)) < FEWEST
                or len({v for sample in samples for v in sample}) < 2
            ):
                continue
            test = stats.kruskal(*samples)
            rows.append([name, what, len(groups), float(test.statistic), float(test.pvalue)])
    corrected = holm([row[-1] for row in rows])
    rows = [[*row, p] for row, p in zip(rows, corrected, strict=True)]
    return DataSheet(
        "groups",
        "Do groups differ? (per person, relative to the mean of each puzzle)",
        ("question", "what", "groups", "h", "p", "p_holm"),
        rows,
    )
