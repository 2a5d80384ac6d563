"""The figures of what was learnt, for the report and for papers."""

from quandary.draw.charts import Bar, bars, boxes, curve, scatter
from quandary.draw.shapes import Drawing
from quandary.models.learn import Findings

MOST_BARS = 15


def figures(findings: Findings) -> dict[str, tuple[Drawing, str]]:
    """Return the drawings by name, each with its caption. What the findings do not hold is left out."""
    made = {
        "models": _models(findings),
        "predictions": _predictions(findings),
        "errors": _errors(findings),
        "curve": _curve(findings),
        "importance": _importance(findings),
    }
    return {name: each for name, each in made.items() if each is not None}


def _models(findings: Findings) -> tuple[Drawing, str]:
    scores = {name: each.scores[findings.score] for name, each in findings.validations.items()}
    chart = [Bar(name, each.value, each.low, each.high) for name, each in scores.items()]
    drawn = bars(chart, f"{findings.score} by model", findings.score)
    return drawn, f"{findings.score} with 95 % intervals"


def _predictions(findings: Findings) -> tuple[Drawing, str] | None:
    best = findings.validations[findings.best]
    if best.task == "class":
        return None
    points = list(zip(best.predicted.mean(axis=0).tolist(), best.truth.mean(axis=0).tolist(), strict=True))
    line = [(each.predicted, each.truth) for each in findings.calibration]
    drawn = scatter(points, "Predicted and true", "predicted", "true", diagonal=True, line=line)
    return (
        drawn,
        "Each point is a puzzle. The line joins the means of deciles; on the diagonal the model is calibrated.",
    )


def _errors(findings: Findings) -> tuple[Drawing, str] | None:
    if findings.validations[findings.best].task == "class":
        return None
    errors = {
        name: (each.predicted - each.truth).mean(axis=0).tolist()
        for name, each in findings.validations.items()
    }
    return boxes(errors, "Errors", "predicted − true"), "Errors of each model: range, quartiles, median"


def _curve(findings: Findings) -> tuple[Drawing, str] | None:
    if not findings.curve:
        return None
    points = [(float(rows), score) for rows, score in findings.curve]
    drawn = curve({findings.best: points}, "Learning curve", "training rows", findings.score)
    return drawn, "If it is still rising, more data would help."


def _importance(findings: Findings) -> tuple[Drawing, str] | None:
    if not findings.importances:
        return None
    chart = [Bar(each.feature, each.loss) for each in findings.importances[:MOST_BARS]]
    return bars(chart, "Importance", "loss when shuffled"), "The fifteen most important features"
