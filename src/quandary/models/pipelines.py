"""Models by name. A pipeline is a name and a maker, and nothing is fitted outside it.

The baselines are pipelines as well: a constant, and the size of the puzzle alone. Seven are those of a thesis on
Sokoban and tilt mazes, with its grids. The others are what a practitioner uses today.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.ensemble import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.impute import SimpleImputer
from sklearn.linear_model import (
    ElasticNet,
    Lasso,
    LassoLars,
    LinearRegression,
    LogisticRegression,
    Ridge,
    RidgeCV,
)
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import QuantileTransformer, StandardScaler
from sklearn.svm import SVC, SVR, LinearSVR

from quandary.errors import UnknownNameError
from quandary.models.steps import (
    Clip,
    GroupMean,
    Likeness,
    LogWhereItHelps,
    Mean,
    MeanOfClasses,
    Ordinal,
    SpearmanPruning,
    WithoutOutliers,
)

TargetType: TypeAlias = Literal["number", "class"]


@dataclass(frozen=True)
class Switches:
    """The steps of the thesis's procedure that can be switched on and off."""

    log: Literal["never", "helps", "always"] = "never"
    prune: float | None = None
    """Leave out columns whose Spearman correlation with an earlier one is above this."""
    outliers: bool = False
    """Whether to leave out training rows outside the fences of the interquartile range."""
    seed: int = 1


@dataclass(frozen=True)
class Pipeline:
    """A model by name: how to make it, what it predicts, and the settings that are searched for."""

    name: str
    make: Callable[[Switches], Any]
    task: TargetType
    says: str
    grid: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Settings to search in the training rows of each fold, by the name of the last step's parameter."""
    of_thesis: bool = False
    uses_size: bool = False
    """Whether it sees only the size of the puzzle."""
    is_baseline: bool = False
    learns_from_all: bool = False
    """Whether it also learns from the rows that it predicts.

    Every fold has its share of each class, so the commonest class of the others would be one that the fold has
    fewer of, and a constant would score less than by chance.
    """
    among: tuple[str, ...] = ()
    """Pipelines of which the best is chosen, inside the training rows."""

    def estimator(self, switches: Switches = Switches()) -> Any:
        """Return a new estimator, not fitted."""
        return self.make(switches)


def _before(switches: Switches) -> list[Any]:
    """Return the steps that fill in what is missing, take logarithms and prune."""
    steps: list[Any] = [SimpleImputer(strategy="median", keep_empty_features=True)]
    if switches.log != "never":
        steps.append(LogWhereItHelps(always=switches.log == "always"))
    if switches.prune is not None:
        steps.append(SpearmanPruning(switches.prune))
    return steps


def _linear(model: Callable[[], Any]) -> Callable[[Switches], Any]:
    def make(switches: Switches) -> Any:
        last = WithoutOutliers(model()) if switches.outliers else model()
        return make_pipeline(*_before(switches), StandardScaler(), last)

    return make


def _forest(model: Callable[[int], Any]) -> Callable[[Switches], Any]:
    def make(switches: Switches) -> Any:
        last = WithoutOutliers(model(switches.seed)) if switches.outliers else model(switches.seed)
        return make_pipeline(*_before(switches), last)

    return make


def _normal(seed: int) -> list[Any]:
    """Return the steps that fill in what is missing and make every column about normal."""
    return [
        SimpleImputer(strategy="median", keep_empty_features=True),
        QuantileTransformer(
            output_distribution="normal", n_quantiles=200, subsample=10**6, random_state=seed
        ),
        Clip(2.5),
        StandardScaler(),
    ]


def _svr(seed: int) -> Any:
    return make_pipeline(*_normal(seed), SVR(kernel="rbf", C=2.0, gamma="scale", epsilon=0.2))


def _likeness(seed: int) -> Any:
    return make_pipeline(*_normal(seed), Likeness(seed=seed))


def _net(seed: int) -> Any:
    nets = [
        (
            f"net {each}",
            make_pipeline(
                *_normal(seed),
                MLPRegressor(
                    hidden_layer_sizes=(96, 64),
                    alpha=3.0,
                    learning_rate_init=2e-3,
                    batch_size=64,
                    max_iter=25,
                    early_stopping=False,
                    random_state=seed + each,
                ),
            ),
        )
        for each in range(3)
    ]
    return Mean(nets)


def _boosting(seed: int) -> Any:
    return HistGradientBoostingRegressor(
        max_iter=350,
        learning_rate=0.03,
        max_leaf_nodes=12,
        min_samples_leaf=20,
        l2_regularization=3.0,
        max_features=0.25,
        early_stopping=False,
        random_state=seed,
    )


def _extra_trees(seed: int) -> Any:
    return make_pipeline(
        SimpleImputer(strategy="constant", fill_value=-1, keep_empty_features=True),
        ExtraTreesRegressor(100, min_samples_leaf=3, max_features=0.4, random_state=seed),
    )


def _blend(switches: Switches) -> Any:
    seed = switches.seed
    return Mean(
        [
            ("gradient-boosting", Mean([(f"boosting {each}", _boosting(seed + each)) for each in range(2)])),
            ("svr", _svr(seed)),
            ("extra-trees", _extra_trees(seed)),
            ("net", _net(seed)),
            ("likeness", _likeness(seed)),
        ]
    )


def _class_trees(seed: int) -> Any:
    return make_pipeline(
        SimpleImputer(strategy="constant", fill_value=-1, keep_empty_features=True),
        ExtraTreesClassifier(100, min_samples_leaf=2, random_state=seed),
    )


def _class_boosting(seed: int) -> Any:
    return HistGradientBoostingClassifier(
        max_iter=150, learning_rate=0.05, max_leaf_nodes=12, early_stopping=False, random_state=seed
    )


def _logistic(seed: int) -> Any:
    return make_pipeline(
        SimpleImputer(strategy="median", keep_empty_features=True),
        StandardScaler(),
        LogisticRegression(max_iter=5000),
    )


_ALPHAS = tuple(float(each) for each in np.logspace(-3, 3, 49))
_CS = tuple(float(each) for each in np.logspace(-2, 3, 36))

_ALL: tuple[Pipeline, ...] = (
    Pipeline(
        "constant", lambda s: DummyRegressor(), "number", "the mean of the training rows", is_baseline=True
    ),
    Pipeline(
        "size",
        lambda s: make_pipeline(SimpleImputer(strategy="median", keep_empty_features=True), GroupMean()),
        "number",
        "the mean of the training rows of the same size",
        uses_size=True,
        is_baseline=True,
    ),
    Pipeline("linear", _linear(LinearRegression), "number", "least squares", of_thesis=True),
    Pipeline(
        "ridge",
        _linear(Ridge),
        "number",
        "ridge regression: least squares with an L2 penalty",
        {"alpha": _ALPHAS},
        True,
    ),
    Pipeline(
        "lasso",
        _linear(lambda: Lasso(max_iter=20_000)),
        "number",
        "lasso: least squares with an L1 penalty",
        {"alpha": _ALPHAS},
        True,
    ),
    Pipeline(
        "lasso-lars",
        _linear(LassoLars),
        "number",
        "the same by least-angle regression",
        {"alpha": _ALPHAS},
        True,
    ),
    Pipeline(
        "elastic-net",
        _linear(lambda: ElasticNet(max_iter=20_000)),
        "number",
        "elastic net: ridge and lasso combined",
        {"alpha": _ALPHAS},
        True,
    ),
    Pipeline(
        "linear-svr",
        _linear(lambda: LinearSVR(max_iter=20_000, random_state=1)),
        "number",
        "a linear support vector machine",
        {"C": _CS},
        True,
    ),
    Pipeline(
        "random-forest",
        _forest(lambda seed: RandomForestRegressor(random_state=seed)),
        "number",
        "a random forest",
        {"n_estimators": (1, 5, 10, 15)},
        True,
    ),
    Pipeline(
        "ridge-cv",
        _linear(lambda: RidgeCV(alphas=np.logspace(-1, 4, 26))),
        "number",
        "ridge with its penalty chosen by leave-one-out",
    ),
    Pipeline("gradient-boosting", lambda s: _boosting(s.seed), "number", "boosted trees"),
    Pipeline("extra-trees", lambda s: _extra_trees(s.seed), "number", "extremely randomised trees"),
    Pipeline("svr", lambda s: _svr(s.seed), "number", "a support vector machine with a radial kernel"),
    Pipeline("likeness", lambda s: _likeness(s.seed), "number", "kernel ridge regression"),
    Pipeline("net", lambda s: _net(s.seed), "number", "the mean of three small neural networks"),
    Pipeline("blend", _blend, "number", "the mean of boosting, svr, extra trees, nets and kernel ridge"),
    Pipeline(
        "best",
        lambda s: DummyRegressor(),
        "number",
        "the best of ridge, boosting, svr, extra trees and their blend, chosen inside each fold",
        among=("ridge-cv", "gradient-boosting", "svr", "extra-trees", "blend"),
    ),
    Pipeline(
        "majority",
        lambda s: DummyClassifier(),
        "class",
        "the most common class",
        is_baseline=True,
        learns_from_all=True,
    ),
    Pipeline(
        "logistic",
        lambda s: _logistic(s.seed),
        "class",
        "logistic regression",
        {"C": (0.01, 0.1, 1.0, 10.0, 100.0)},
    ),
    Pipeline(
        "ordinal",
        lambda s: make_pipeline(
            SimpleImputer(strategy="median", keep_empty_features=True), StandardScaler(), Ordinal()
        ),
        "class",
        "ordinal regression: one logistic regression per threshold",
        {"C": (0.01, 0.1, 1.0, 10.0)},
    ),
    Pipeline(
        "svm",
        lambda s: make_pipeline(
            SimpleImputer(strategy="median", keep_empty_features=True),
            StandardScaler(),
            SVC(kernel="rbf"),
        ),
        "class",
        "a support vector machine, as in the draft on generated puzzles",
        {"C": (0.1, 1.0, 10.0, 100.0)},
    ),
    Pipeline(
        "random-forest-classes",
        lambda s: make_pipeline(
            SimpleImputer(strategy="median", keep_empty_features=True),
            RandomForestClassifier(100, random_state=s.seed),
        ),
        "class",
        "a random forest classifier",
    ),
    Pipeline(
        "extra-trees-classes",
        lambda s: _class_trees(s.seed),
        "class",
        "an extremely randomised trees classifier",
    ),
    Pipeline(
        "gradient-boosting-classes", lambda s: _class_boosting(s.seed), "class", "a boosted trees classifier"
    ),
    Pipeline(
        "blend-classes",
        lambda s: MeanOfClasses(
            [
                ("boosting", _class_boosting(s.seed)),
                ("trees", _class_trees(s.seed)),
                ("logistic", _logistic(s.seed)),
            ]
        ),
        "class",
        "the mean of boosting, extra trees and logistic regression",
    ),
)

PIPELINES: Mapping[str, Pipeline] = {each.name: each for each in _ALL}
"""Every pipeline by name. Baselines come first."""


def pipeline(name: str, task: TargetType = "number") -> Pipeline:
    """Return the pipeline with a name. The ending "-classes" may be left out where the target is a class."""
    known = {each.name: each for each in PIPELINES.values() if each.task == task}
    if name not in known and f"{name}-classes" in known:
        return known[f"{name}-classes"]
    if name not in known:
        raise UnknownNameError("model", name, known)
    return known[name]
