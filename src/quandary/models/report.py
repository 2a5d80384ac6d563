"""A report of what was learnt as one self-contained HTML page: no scripts, no requests, ready to print.

The page prints numbers that `Findings` holds; it computes none. Everything from a table goes through `_text`.
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from quandary._version import __version__
from quandary.draw.palette import LIGHT
from quandary.draw.shapes import Drawing
from quandary.draw.svg import printable, to_svg
from quandary.models.figures import figures
from quandary.models.learn import Findings
from quandary.models.pipelines import PIPELINES
from quandary.models.statistics import Interval
from quandary.parts.atomic import write_atomically

MARK = " · quandary report</title>"


def write_report(path: Path, findings: Findings, pictures: Mapping[str, str] = {}) -> None:
    """Write the report, with pictures of misfits by id."""
    write_atomically(path, to_html(findings, pictures).encode())


def is_report(path: Path) -> bool:
    """Return whether a file is a report that `write_report` made."""
    return MARK.encode() in path.read_bytes()[:20_000]


def to_html(findings: Findings, pictures: Mapping[str, str] = {}) -> str:
    """Return the report as a page."""
    sections = (
        _overview(findings),
        _models(findings),
        _differences(findings),
        _linear(findings),
        _predictions(findings),
        _calibration(findings),
        _curve(findings),
        _importances(findings),
        _misfits(findings, pictures),
        _method(findings),
    )
    digest = b64encode(sha256(_STYLE.encode()).digest()).decode()
    title = f"What predicts {findings.prepared.question.target}"
    return _PAGE.format(
        title=_text(title),
        style=_STYLE,
        digest=digest,
        main="\n".join(filter(None, sections)),
        version=__version__,
    )


def _text(text: object) -> str:
    return escape(printable(str(text)))


def number(value: Any) -> str:
    """Write a number as the report prints it.

    >>> number(0.12345), number(12), number("a"), number(1234.5)
    ('0.123', '12', 'a', '1234.5')
    """
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < 100 else f"{value:.1f}"
    return str(value)


def _interval(each: Interval) -> str:
    return f"{number(each.value)} <span>[{number(each.low)}, {number(each.high)}]</span>"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{_text(each)}</th>" for each in columns)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _figure(findings: Findings, name: str) -> str:
    """Return a figure by name, or "" if there is none."""
    drawing, caption = figures(findings).get(name, (None, ""))
    return _drawn(drawing, caption) if drawing else ""


def _drawn(drawing: Drawing, caption: str) -> str:
    svg = to_svg(drawing, palette=LIGHT)
    return f"<figure>{svg}<figcaption>{_text(caption)}</figcaption></figure>"


def _overview(findings: Findings) -> str:
    prepared, question = findings.prepared, findings.prepared.question
    units = int(prepared.units.max()) + 1
    best = findings.validations[findings.best]
    grouped = f" in {units:,} groups by {question.groups}" if question.groups else ""
    detail = [f"{len(prepared):,} puzzles{grouped}, {len(prepared.predictors)} predictors."]
    if question.transform:
        detail.append(f"The target is transformed by {question.transform}.")
    if question.trend:
        detail.append(f"Its trend over {question.trend} is removed, fitted to training rows only.")
    if prepared.twins:
        detail.append(
            f"{prepared.twins:,} rows are the same puzzle as another, or equal it in every feature, and stay in its fold."
        )
    if prepared.facts:
        detail.append(
            f"Not predictors, since they are facts and do not follow from the puzzles: {', '.join(prepared.facts)}."
        )
    lead = f"{findings.best}: {findings.score} {_interval(best.scores[findings.score])} on unseen puzzles."
    return (
        f"<h1>What predicts {_text(question.target)}</h1><p class='lead'>{lead}</p>"
        f"<p>{_text(' '.join(detail))}</p>"
    ).replace("'", '"')


def _models(findings: Findings) -> str:
    names = list(next(iter(findings.validations.values())).scores)
    rows = []
    for name, each in findings.validations.items():
        settings = ", ".join(f"{key} {value}" for key, value in each.settings.items())
        own = [_interval(each.scores[score]) for score in names]
        rows.append([_text(name), _text(PIPELINES[name].says), *own, _text(settings)])
    return (
        "<h2>Models and baselines</h2>"
        + _table(["model", "what it is", *names, "settings"], rows)
        + _figure(findings, "models")
    )


def _differences(findings: Findings) -> str:
    if not findings.differences:
        return ""
    rows = [[_text(name), _interval(each)] for name, each in findings.differences.items()]
    note = "An interval that includes 0 means the data do not separate the two."
    if sum(not PIPELINES[name].is_baseline for name in findings.validations) > 1:
        note += (
            " The best of several models was chosen by these scores, so its own score is slightly optimistic."
        )
    return (
        f"<h2>Differences of {findings.score}</h2>"
        + _table(["models", "difference"], rows)
        + f"<p>{note}</p>"
    )


def _linear(findings: Findings) -> str:
    it = findings.linear
    if it is None:
        return ""
    rows = [
        [_text(each.name), number(each.value), number(each.error), number(each.t), f"{each.p:.2g}"]
        for each in (it.constant, *it.coefficients)
    ]
    return (
        f"<h2>Least squares on all rows</h2><p>R² {number(it.r2)}, adjusted {number(it.adjusted_r2)},"
        f" p {it.p:.2g}, {it.rows:,} rows without missing predictors. They describe the training rows.</p>"
        + _table(["predictor", "weight", "standard error", "t", "p"], rows)
    )


def _predictions(findings: Findings) -> str:
    best = findings.validations[findings.best]
    if best.task == "class":
        classes = findings.prepared.classes
        truth, predicted = best.truth[0], best.predicted[0]
        rows = [
            [_text(one), *(str(int(((truth == one) & (predicted == other)).sum())) for other in classes)]
            for one in classes
        ]
        return "<h2>Predicted classes</h2>" + _table(
            ["true class", *(f"said {each}" for each in classes)], rows
        )
    return (
        "<h2>Predictions for unseen puzzles</h2>"
        + _figure(findings, "predictions")
        + _figure(findings, "errors")
    )


def _calibration(findings: Findings) -> str:
    if not findings.calibration:
        return ""
    rows = [[str(each.rows), number(each.predicted), number(each.truth)] for each in findings.calibration]
    cover = [[f"{float(name):.0%}", f"{share:.1%}"] for name, share in findings.coverage.items()]
    return (
        "<h2>Calibration</h2>"
        + _table(["rows", "mean prediction", "mean truth"], rows)
        + _table(["nominal coverage", "actual coverage"], cover)
    )


def _curve(findings: Findings) -> str:
    if not findings.curve:
        return ""
    rows = [[str(count), number(score)] for count, score in findings.curve]
    return (
        "<h2>Learning curve</h2>"
        + _figure(findings, "curve")
        + _table(["training rows", findings.score], rows)
    )


def _importances(findings: Findings) -> str:
    if not findings.importances:
        return ""
    rows = [[_text(each.feature), number(each.loss), number(each.rho)] for each in findings.importances]
    return (
        "<h2>Importance</h2><p>The variance lost on unseen puzzles when a feature is shuffled."
        " Correlated features share their importance.</p>"
        + _figure(findings, "importance")
        + _table(["feature", "loss", "rank correlation"], rows)
    )


def _misfits(findings: Findings, pictures: Mapping[str, str]) -> str:
    if not findings.misfits:
        return ""
    rows = [
        [_thumbnail(pictures.get(each.id, "")), _text(each.id), number(each.truth), number(each.predicted)]
        for each in findings.misfits
    ]
    return "<h2>Worst misfits</h2>" + _table(["", "puzzle", "true", "predicted"], rows)


def _thumbnail(svg: str) -> str:
    return f'<div class="thumbnail">{svg}</div>' if svg.startswith("<svg") else ""


def _method(findings: Findings) -> str:
    best = findings.validations[findings.best]
    units = "groups" if findings.prepared.question.groups else "puzzles"
    return (
        f"<h2>Method</h2><p>{best.folds.number} folds, repeated {best.folds.repeats} times, seed {best.folds.seed}. All"
        " fitting, and every choice of settings, used only the training rows of each fold. Scores are"
        f" means over the repeats. Intervals are 95 %, by bootstrap over {units}.</p>"
        f"<p>Predictors: {_text(', '.join(findings.prepared.predictors))}.</p>"
    )


def every_number(findings: Findings) -> Iterator[str]:
    """Yield every score as the page prints it, for a test that finds them there."""
    for each in findings.validations.values():
        for score in each.scores.values():
            yield from (number(score.value), number(score.low), number(score.high))


_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff; max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.7rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
.lead { font-size: 1.1rem; } span { color: #595959; }
table { border-collapse: collapse; margin: .5rem 0 1rem; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .25rem .7rem .25rem 0; border-bottom: 1px solid #ddd; vertical-align: top; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; } figcaption { color: #595959; font-size: .9rem; }
.thumbnail svg { width: 7rem; height: auto; }
footer { margin-top: 2.5rem; border-top: 1px solid #ddd; padding-top: .5rem; color: #595959; font-size: .9rem; }
@media print { body { max-width: none; font-size: 10pt; } figure, tr { break-inside: avoid; } }
""".strip()

_PAGE = """<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-{digest}'"/>
<title>{title} · quandary report</title>
<style>{style}</style>
</head>
<body>
<main>
{main}
</main>
<footer>Made by quandary {version}. A model of what people rated, liked or failed is a model of that, not of difficulty as such.</footer>
</body>
</html>
"""
