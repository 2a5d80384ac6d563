"""A paragraph on the methods, ready to paste, with the numbers of this study and the versions of what computed them."""

from importlib.metadata import version
from typing import Any

import numpy as np

from quandary._version import __version__
from quandary.web.study.analysis.data import Data
from quandary.web.study.analysis.sheets import DataSheet, ReportSection
from quandary.web.study.analysis.truths import Truths

ORDERS = {
    "random": "in a random order for each person",
    "fixed": "in the same order for everybody",
    "latin": "in orders of a Williams Latin square",
    "curriculum": "in the order of the curriculum",
    "adaptive": "in an order that adapts to each person's answers, with a share drawn by lot",
}
FEEDBACK = {
    "none": "The board accepted what people wrote and did not mark errors.",
    "conflicts": "The board accepted what people wrote and marked what broke a rule.",
    "strict": "The board refused what broke a rule, visibly.",
}


def section(data: Data, found: Truths) -> ReportSection:
    """Return the paragraph, and the numbers in it as a table."""
    numbers = counted(data, found)
    rows = [[name, value] for name, value in numbers.items()]
    return ReportSection(
        "Methods, ready to paste",
        (paragraph(data, found, numbers), *planned(data)),
        (DataSheet("methods", "The numbers in the paragraph", ("what", "value"), rows),),
    )


def counted(data: Data, found: Truths) -> dict[str, Any]:
    """Return the numbers that the paragraph names."""
    answers = np.isfinite(data.position)
    return {
        "people who began": data.begun,
        "people with an answer": len(data.people),
        "people who finished": int(data.finished.sum()),
        "puzzles": len(data.puzzles),
        "answers": int(answers.sum()),
        "median answers per person": float(np.median(answers.sum(axis=1))),
        "skipped": int(np.nansum(data.skipped)),
        "solved": int(np.nansum(data.solved)),
        "exclusions": len(data.exclusions),
        "quandary": data.about.get("quandary", __version__),
        "quandary that analysed": __version__,
        "numpy": version("numpy"),
        "scipy": version("scipy"),
        "scikit-learn": version("scikit-learn"),
    }


def paragraph(data: Data, found: Truths, numbers: dict[str, Any]) -> str:
    """Return the paragraph."""
    least, most = data.scale
    who = "simulated people" if data.about["bots"] else "people"
    kinds = sorted({each.kind.title for each in data.playables.values() if each.kind})
    order = ORDERS.get(str(data.about.get("order")), "")
    skip = data.about["rating"].get("skip")
    told = [
        f"{numbers['people who began']} {who} began and {numbers['people who finished']} finished."
        f" {numbers['people with an answer']} answered at least one of {numbers['puzzles']} puzzles"
        f" ({', '.join(kinds) or 'of one kind'}; median {numbers['median answers per person']:g} each,"
        f" {numbers['answers']} answers in all{', ' + order if order else ''}).",
        f"They rated difficulty from {least} to {most};"
        f" {numbers['skipped']} puzzles were skipped{'' if skip is None else f' and count as {skip}'}.",
        FEEDBACK.get(str(data.about.get("feedback")), ""),
        "Difficulty is the place of a puzzle in a Rasch model, since the order was adaptive."
        if found.is_adaptive
        else "Difficulty is the mean rating, with its standard error over people.",
        "Skill and difficulty were put on one scale by a Rasch model and a graded response model, fitted by marginal maximum"
        " likelihood; a puzzle that everybody or nobody solved has a posterior mean under the distribution of the others.",
        "Correlations have 95 % bootstrap intervals, and p-values are corrected by Holm's method.",
        f"All that was left out is listed ({numbers['exclusions']} entries).",
        f"Computed with quandary {numbers['quandary that analysed']} (numpy {numbers['numpy']}, scipy {numbers['scipy']},"
        f" scikit-learn {numbers['scikit-learn']}).",
    ]
    return " ".join(each for each in told if each)


def planned(data: Data) -> list[str]:
    """Return what was planned before, beside what was reached."""
    plan = data.about.get("plan")
    if not plan:
        return []
    return [
        f"Planned by simulation ({plan['samples']} samples) before the study: {plan['people']} people, {plan['puzzles']} puzzles,"
        f" {plan['per_person']} for each person, for {plan['aim']}: {plan['result']}."
        f" Reached: {len(data.people)} people with an answer, {len(data.puzzles)} puzzles."
    ]
