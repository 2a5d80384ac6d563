"""Model files: JSON for linear models, skops for the others. Reading one never runs code from it.

A skops file is a zip of JSON and arrays. It is built only if every type in it is one that quandary's pipelines
are made of (`TRUSTED`, a constant: never the file's own list). Every file has some rows with their predictions,
which must come out again.
"""

import json
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from quandary.errors import FileError, QuandaryError
from quandary.models.fit import Model
from quandary.parts.atomic import write_atomically

FORMAT = "quandary model"
VERSION = 1
LARGEST_FILE = 500_000_000
LARGEST_CONTENT = 2_000_000_000
"""The most bytes that a zip may unpack to."""
MOST_MEMBERS = 200_000
LARGEST_JSON = 50_000_000
ENDINGS = (".json", ".skops")
LINEAR = ("linear", "ridge", "ridge-cv", "lasso", "lasso-lars", "elastic-net", "linear-svr")
TOLERANCE = 1e-6
DEEPEST = 60

TRUSTED = (
    "numpy.dtype",
    "quandary.models.steps.Clip",
    "quandary.models.steps.GroupMean",
    "quandary.models.steps.Likeness",
    "quandary.models.steps.LogWhereItHelps",
    "quandary.models.steps.Mean",
    "quandary.models.steps.MeanOfClasses",
    "quandary.models.steps.Ordinal",
    "quandary.models.steps.SpearmanPruning",
    "quandary.models.steps.WithoutOutliers",
    "sklearn._loss.link.IdentityLink",
    "sklearn._loss.link.Interval",
    "sklearn._loss.link.LogitLink",
    "sklearn._loss.link.MultinomialLogit",
    "sklearn._loss.loss.HalfBinomialLoss",
    "sklearn._loss.loss.HalfMultinomialLoss",
    "sklearn._loss.loss.HalfSquaredError",
    "sklearn.ensemble._hist_gradient_boosting.binning._BinMapper",
    "sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor",
    "sklearn.neural_network._stochastic_optimizers.AdamOptimizer",
    "sklearn.tree._tree.Tree",
)
"""The types beyond those of skops itself that a model may be built from."""


class LinearEstimator:
    """A linear model as its file has it: fill in medians, take logarithms, weigh, add up."""

    def __init__(self, medians: Any, logs: Any, weights: Any, constant: float) -> None:
        self.medians, self.logs = np.asarray(medians, dtype=float), np.asarray(logs, dtype=bool)
        self.weights, self.constant = np.asarray(weights, dtype=float), float(constant)

    def predict(self, rows: Any) -> Any:
        """Predict rows of features."""
        filled = np.where(np.isnan(rows), self.medians, rows)
        filled = np.where(self.logs, np.log1p(np.maximum(filled, 0)), filled)
        return self.constant + filled @ self.weights


def save_model(model: Model, path: Path) -> None:
    """Write a model to a .json file if it is linear, else to a .skops file."""
    check_model_name(path, model.name)
    about = _about(model)
    if path.suffix.lower() == ".json":
        body = {**about, **_linear_parts(model)}
        body["digest"] = _digest(body)
        write_atomically(
            path, json.dumps(body, ensure_ascii=False, allow_nan=False, indent=1).encode() + b"\n"
        )
    else:
        about["digest"] = _digest(about)
        made = _skops().dumps({"about": json.dumps(about, allow_nan=False), "estimator": model.estimator})
        write_atomically(path, made)


def check_model_name(path: Path, model: str) -> None:
    """Refuse a file name that does not suit a model, before hours of fitting."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise FileError(f"Cannot write a model to {path}. End its name in {' or '.join(ENDINGS)}.")
    if ending == ".json" and model not in LINEAR:
        raise FileError(
            f"The model {model!r} is not linear, so it needs a file that ends in .skops, not {path}."
        )
    if ending == ".skops":
        _skops()


def is_model(path: Path) -> bool:
    """Return whether a file is a model that `save_model` made."""
    try:
        load_model(path)
    except QuandaryError:
        return False
    return True


def load_model(path: Path) -> Model:
    """Read a model. A file that is damaged, foreign or hostile is refused with one line, and runs nothing."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FileError(f"{path} is larger than a model may be ({LARGEST_FILE:,} bytes).")
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"There is no model {path}.") from error
    try:
        model = _from_json(data) if data.lstrip()[:1] == b"{" else _from_skops(data, path)
        _check(model)
    except FileError:
        raise
    except Exception as error:  # whatever a broken file makes scikit-learn do
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise FileError(f"{path} is not a quandary model, or is damaged: {reason}") from error
    return model


def versions() -> dict[str, str]:
    """Return the versions of what a model depends on."""
    found = {}
    for name in ("quandary", "scikit-learn", "skops", "numpy"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _about(model: Model) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "model": model.name,
        "task": model.task,
        "target": model.target,
        "transform": model.transform,
        "trend": dict(model.trend),
        "features": list(model.features),
        "low": model.ranges[0].tolist(),
        "high": model.ranges[1].tolist(),
        "reach": dict(model.reach),
        "summary": dict(model.summary),
        "checks": [[list(row), value] for row, value in model.checks],
    }


def _digest(body: Mapping[str, Any]) -> str:
    return sha256(
        json.dumps({k: v for k, v in body.items() if k != "digest"}, sort_keys=True).encode()
    ).hexdigest()


def _linear_parts(model: Model) -> dict[str, Any]:
    """Return a fitted linear pipeline as weights of the features themselves."""
    if isinstance(model.estimator, LinearEstimator):
        it = model.estimator
        return {
            "medians": it.medians.tolist(),
            "logs": it.logs.tolist(),
            "weights": it.weights.tolist(),
            "constant": it.constant,
        }
    steps = dict(model.estimator.named_steps)
    count = len(model.features)
    logs, kept = np.zeros(count, dtype=bool), np.arange(count)
    if "logwhereithelps" in steps:
        logs = steps["logwhereithelps"].chosen_
    if "spearmanpruning" in steps:
        kept = steps["spearmanpruning"].kept_
    scaler, last = steps["standardscaler"], model.estimator.steps[-1][1]
    last = getattr(last, "estimator_", last)
    own = np.ravel(last.coef_) / scaler.scale_
    weights = np.zeros(count)
    weights[kept] = own
    constant = float(np.ravel(last.intercept_)[0]) - float(own @ scaler.mean_)
    medians = steps["simpleimputer"].statistics_
    return {
        "medians": np.nan_to_num(medians).tolist(),
        "logs": logs.tolist(),
        "weights": weights.tolist(),
        "constant": constant,
    }


def _from_json(data: bytes) -> Model:
    if len(data) > LARGEST_JSON:
        raise FileError(f"The model has {len(data):,} bytes, but the limit is {LARGEST_JSON:,}.")
    body = json.loads(data)
    _check_about(body)
    if body.get("digest") != _digest(body):
        raise ValueError("its content does not match its digest")
    count = len(body["features"])
    parts = [body["medians"], body["logs"], body["weights"]]
    if any(len(part) != count for part in parts) or not all(isfinite(x) for x in (*parts[0], *parts[2])):
        raise ValueError("its weights do not match its features")
    medians, logs, weights = parts
    return _model(body, LinearEstimator(medians, logs, weights, float(body["constant"])))


def _from_skops(data: bytes, path: Path) -> Model:
    skops = _skops()
    with zipfile.ZipFile(BytesIO(data)) as content:
        members = content.infolist()
        if len(members) > MOST_MEMBERS or sum(each.file_size for each in members) > LARGEST_CONTENT:
            raise ValueError("it unpacks to more than a model may have")
    foreign = sorted(set(skops.get_untrusted_types(data=data)) - set(TRUSTED))
    if foreign:
        raise FileError(
            f"{path} is refused: it asks for {foreign[0]}{f' and {len(foreign) - 1} more' * (len(foreign) > 1)},"
            " which no quandary model uses."
        )
    found = skops.loads(data, trusted=list(TRUSTED))
    if (
        not isinstance(found, dict)
        or set(found) != {"about", "estimator"}
        or not isinstance(found["about"], str)
    ):
        raise ValueError("it does not hold a model")
    about = json.loads(found["about"])
    _check_about(about)
    if about.get("digest") != _digest(about):
        raise ValueError("its content does not match its digest")
    _check_trees(found["estimator"], len(about["features"]))
    return _model(about, found["estimator"])


def _check_trees(part: Any, features: int, depth: int = 0) -> None:
    """Refuse trees whose branches lead outside of them, which compiled code would follow without looking."""
    if depth > DEEPEST:
        raise ValueError("it is nested too deeply")
    name = type(part).__name__
    if name == "Tree":
        _check_branches(
            part.children_left, part.children_right, part.feature, features, part.children_left < 0
        )
    elif name == "TreePredictor":
        nodes = part.nodes
        leaf = nodes["is_leaf"].astype(bool)
        if nodes["is_categorical"].any():
            raise ValueError("its trees split by category, which no model of quandary does")
        _check_branches(nodes["left"], nodes["right"], nodes["feature_idx"], features, leaf)
    elif isinstance(part, list | tuple | set):
        for each in part:
            _check_trees(each, features, depth + 1)
    elif isinstance(part, np.ndarray) and part.dtype == object:
        for each in part.ravel():
            _check_trees(each, features, depth + 1)
    elif isinstance(part, dict):
        for each in part.values():
            _check_trees(each, features, depth + 1)
    elif hasattr(part, "__dict__") and type(part).__module__.startswith(("sklearn.", "quandary.")):
        _check_trees(vars(part), features, depth + 1)
        if hasattr(part, "tree_"):
            _check_trees(part.tree_, features, depth + 1)


def _check_branches(left: Any, right: Any, feature: Any, features: int, leaf: Any) -> None:
    count, inner = len(left), ~np.asarray(leaf)
    here = np.arange(count)[inner]
    for side in (np.asarray(left)[inner].astype(np.int64), np.asarray(right)[inner].astype(np.int64)):
        if ((side <= here) | (side >= count)).any():
            raise ValueError("a tree in it leads outside of itself")
    split = np.asarray(feature)[inner].astype(np.int64)
    if ((split < 0) | (split >= features)).any():
        raise ValueError("a tree in it asks for a feature that is not there")


def _check_about(body: Any) -> None:
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise ValueError("it is not marked as one")
    if body.get("version") != VERSION:
        raise ValueError(f"it has version {body.get('version')}, but this quandary reads {VERSION}")
    features = body.get("features")
    if not isinstance(features, list) or not features or not all(isinstance(each, str) for each in features):
        raise ValueError("it has no features")


def _model(body: Mapping[str, Any], estimator: Any) -> Model:
    ranges = np.array([body["low"], body["high"]], dtype=np.float64)
    if ranges.shape != (2, len(body["features"])):
        raise ValueError("its ranges do not match its features")
    return Model(
        str(body["model"]),
        "class" if body["task"] == "class" else "number",
        str(body["target"]),
        str(body["transform"]),
        tuple(body["features"]),
        ranges,
        estimator,
        dict(body["trend"]),
        {str(k): float(v) for k, v in body["reach"].items()},
        dict(body["summary"]),
        tuple((tuple(row), value) for row, value in body["checks"]),
    )


def _check(model: Model) -> None:
    """Check that the rows kept in the file get the predictions that are kept there as well."""
    rows = np.array([[np.nan if x is None else float(x) for x in row] for row, _ in model.checks])
    if not len(rows):
        raise ValueError("it has no rows to check its predictions")
    for found, (_, kept) in zip(model.estimator.predict(rows), model.checks, strict=True):
        same = (
            str(found) == kept
            if model.task == "class"
            else abs(float(found) - float(kept)) <= TOLERANCE * (1 + abs(float(kept)))
        )
        if not same:
            made = model.summary.get("versions", {})
            raise ValueError(f"its predictions differ from those when it was made (with {made})")


def _skops() -> Any:
    try:
        return import_module("skops.io")
    except ImportError as error:
        raise QuandaryError(
            'Models that are not linear need skops. Run: pip install "quandary[learn]"'
        ) from error
