"""How much of the difficulty another sample of people would repeat, and how many people it takes."""

import numpy as np

from quandary.web.study.analysis.data import Data, FloatArray
from quandary.web.study.analysis.sheets import DataSheet, Figure, ReportSection, scatter

SPLITS, DRAWS = 200, 100
NUMBERS = (5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500)


def split_half(rating: FloatArray, *, splits: int = SPLITS, seed: int = 1) -> tuple[float, float]:
    """Return the mean correlation of two halves of the people, and what it means for all of them (Spearman-Brown).

    >>> half, whole = split_half(np.array([[1.0, 2, 3], [1, 3, 4], [2, 3, 5], [1, 2, 4]]))
    >>> 0.9 < half < whole < 1
    True
    """
    rng, found = np.random.default_rng(seed), []
    for _ in range(splits):
        order = rng.permutation(len(rating))
        halves = [
            np.nanmean(_full(rating[part]), axis=0)
            for part in (order[: len(order) // 2], order[len(order) // 2 :])
        ]
        both = np.isfinite(halves[0]) & np.isfinite(halves[1])
        if both.sum() > 2 and np.ptp(halves[0][both]) and np.ptp(halves[1][both]):
            found.append(np.corrcoef(halves[0][both], halves[1][both])[0, 1])
    half = float(np.mean(found)) if found else float("nan")
    return half, 2 * half / (1 + half)


def _full(part: FloatArray) -> FloatArray:
    """Return rows of which none has a column of nothing, so that means are quiet."""
    empty = np.asarray(~np.isfinite(part).any(axis=0))
    return np.where(empty[None, :], 0.0, part) if empty.any() else part


def icc(rating: FloatArray) -> tuple[float, float]:
    """Return the intraclass correlations of one rating and of the mean of all (two-way, consistency).

    People who answered every puzzle count.

    >>> one, mean = icc(np.array([[1.0, 2, 3], [2, 3, 4], [1, 2, 3]]))
    >>> round(one, 3), round(mean, 3)
    (1.0, 1.0)
    """
    whole = rating[np.isfinite(rating).all(axis=1)]
    people, puzzles = whole.shape
    if people < 2 or puzzles < 2:
        return float("nan"), float("nan")
    grand = whole.mean()
    between = people * ((whole.mean(axis=0) - grand) ** 2).sum() / (puzzles - 1)
    rest = whole - whole.mean(axis=0)[None, :] - whole.mean(axis=1)[:, None] + grand
    error = (rest**2).sum() / ((puzzles - 1) * (people - 1))
    return float((between - error) / (between + (people - 1) * error)), float((between - error) / between)


def people_needed(data: Data, *, seed: int = 1) -> list[list[float]]:
    """Estimate by simulated people how well the mean rating of n people gives the difficulty.

    A simulated person rates a puzzle as the people of the study do: its mean, the person's own bias, and noise, on the
    same scale. The result is the correlation with the difficulty that was put in: mean, and 5 % of the draws below.
    """
    rng, (least, most) = np.random.default_rng(seed), data.scale
    truth = np.nanmean(_full(data.rating), axis=0)
    bias = np.array([np.nanmean(row - truth) for row in data.rating])
    noise = float(np.nanstd(data.rating - truth[None, :] - bias[:, None]))
    rows = []
    for number in NUMBERS:
        found = []
        for _ in range(DRAWS):
            felt = (
                truth[None, :]
                + rng.normal(0, float(np.std(bias)), (number, 1))
                + rng.normal(0, noise, (number, len(truth)))
            )
            means = np.clip(np.round(felt), least, most).mean(axis=0)
            if np.ptp(means) and np.ptp(truth):
                found.append(np.corrcoef(means, truth)[0, 1])
        if found:
            rows.append([number, float(np.mean(found)), float(np.quantile(found, 0.05))])
    return rows


def section(data: Data) -> ReportSection:
    """Return the reliability as a part of the report."""
    half, whole = split_half(data.rating)
    one, mean = icc(data.rating)
    needed = people_needed(data)
    enough = next((int(row[0]) for row in needed if row[2] >= 0.9), None)
    says = f"{enough} people are enough" if enough else f"more than {NUMBERS[-1]} people are needed"
    return ReportSection(
        "How reliable is it?",
        (
            f"In simulations of people who rate as these did, {says} for a correlation of at least .9 with the difficulty, 19 times in 20.",
        ),
        (
            DataSheet(
                "reliability",
                "Reliability of ratings",
                ("measure", "value"),
                [
                    ["split-half", half],
                    ["split-half, all people", whole],
                    ["ICC, one person", one],
                    ["ICC, mean of all", mean],
                ],
            ),
            DataSheet("people_needed", "People needed", ("people", "correlation", "low"), needed),
        ),
        (
            Figure(
                scatter([(row[0], row[1]) for row in needed], "people", "correlation", "People needed"),
                "Correlation of the mean rating of n simulated people with the difficulty.",
            ),
        ),
    )
