"""Skill of people and difficulty of puzzles from who solved what: Rasch, graded response, Elo and Glicko-2.

Rasch and graded response see all answers at once and give intervals. Elo and Glicko-2 see one answer after
another, as a site does. All of them put people and puzzles on one scale: equal values mean an even chance.

    Rasch             G. Rasch, Probabilistic models for some intelligence and attainment tests, 1960
    graded response   F. Samejima, Estimation of latent ability using a response pattern of graded scores, 1969
    Elo               A. Elo, The rating of chessplayers, past and present, 1978
    Glicko-2          M. Glickman, Example of the Glicko-2 system, 2013

The first two are fitted by marginal maximum likelihood: people are a sample of a normal population, whose mean
is 0 on the scale, and puzzles are as they are. A person's value is the mean of what their answers leave likely.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, pi, sqrt
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quandary.errors import QuandaryError
from quandary.models.threads import on_one_thread

FloatArray: TypeAlias = NDArray[np.float64]

NODES = 81
"""The abilities at which the likelihood of a person's answers is computed."""
FARTHEST = 5.0
MOST_GRADES = 20
STEADY = 0.25
"""The variance of the prior of a puzzle's log slope around the common one.

Without it, a puzzle that nearly everybody gets right has no finite slope.
"""


class Value(NamedTuple):
    """An estimate with its standard error and 95 % interval."""

    value: float
    error: float
    low: float
    high: float


@dataclass(frozen=True)
class Skills:
    """The difficulty of puzzles and the skill of people, on one scale.

    A person whose skill equals the difficulty of a puzzle has an even chance (Rasch: to solve it; graded
    response: on average over the grades).
    """

    model: str
    puzzles: tuple[Value, ...]
    people: tuple[Value, ...]
    spread: float
    """The standard deviation of skill in the population, in the same unit."""
    slopes: tuple[float, ...] = ()
    """How sharply each puzzle tells people apart. All equal for Rasch."""
    thresholds: tuple[tuple[float, ...], ...] = ()
    """The skill at which a person gets each grade or better with an even chance, by puzzle."""

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each puzzle and each person."""
        both = (("puzzle", self.puzzles), ("person", self.people))
        return [{"what": what, "number": n, **v._asdict()} for what, them in both for n, v in enumerate(them)]


def rasch(solved: ArrayLike) -> Skills:
    """Estimate difficulty and skill from a table of people × puzzles: 1 solved, 0 not, nan not tried.

    >>> found = rasch([[1, 1, 0], [1, 0, 0], [1, 1, 1], [1, 1, 0], [0, 1, 0], [1, 0, 1]])
    >>> [round(each.value, 1) for each in found.puzzles]
    [-1.6, -0.7, 0.7]
    """
    answers = _answers(solved)
    if answers.most != 1:
        raise QuandaryError("Rasch needs 1 for solved, 0 for not solved, and nothing for not tried.")
    return _fitted(answers, "rasch", common=True)


def graded(grades: ArrayLike, *, high: Literal["easy", "hard"] = "easy") -> Skills:
    """Estimate difficulty and skill from a table of people × puzzles of whole grades from 0, nan not tried.

    `high` says what a high grade means: that the puzzle was easy for the person (points for a solution), or
    that it was hard (ratings of difficulty). Then "skill" is how easy a person finds puzzles.
    """
    answers = _answers(grades)
    if high == "hard":
        answers = _Answers(
            np.where(answers.given, answers.most - answers.grade, 0), answers.given, answers.most
        )
    return _fitted(answers, "graded", common=False)


# Marginal maximum likelihood


@dataclass(frozen=True)
class _Answers:
    grade: NDArray[np.int64]
    """People × puzzles, 0 where there is no answer."""
    given: NDArray[np.bool_]
    most: int


def _answers(table: ArrayLike) -> _Answers:
    raw = np.asarray(table, dtype=np.float64)
    if raw.ndim != 2 or min(raw.shape) < 2:
        raise QuandaryError("Skill needs a table of at least two people and two puzzles.")
    given = ~np.isnan(raw)
    known = raw[given]
    if not len(known) or not np.isin(known, range(MOST_GRADES + 1)).all():
        raise QuandaryError(f"Grades must be whole numbers from 0 to {MOST_GRADES}, or nothing.")
    for what, axis in (("puzzle", 0), ("person", 1)):
        if not (any_ := given.any(axis=axis)).all():
            raise QuandaryError(
                f"The {what} with number {int(np.argmin(any_)) + 1} has no answers. Leave it out."
            )
    most = int(known.max())
    if most == 0:
        raise QuandaryError("All answers are 0, so nothing can be estimated.")
    return _Answers(np.where(given, raw, 0).astype(np.int64), given, most)


class _Likelihood:
    """−log likelihood of all answers and its gradient, by log slopes and intercepts.

    P(grade ≥ k) = σ(slope · θ − intercept_k), θ standard normal. A grade that nobody got at a puzzle is
    merged with the next lower one, since its intercept would be infinite.
    """

    def __init__(self, answers: _Answers, *, common: bool) -> None:
        self.common = common
        people, self.puzzles = answers.grade.shape
        self.theta = np.linspace(-FARTHEST, FARTHEST, NODES)
        weights = np.exp(-(self.theta**2) / 2)
        self.log_prior = np.log(weights / weights.sum())
        self.levels: list[NDArray[np.int64]] = []
        self.codes = np.zeros((people, self.puzzles), dtype=np.int64)
        for puzzle in range(self.puzzles):
            own = answers.given[:, puzzle]
            levels = np.unique(answers.grade[own, puzzle])
            self.levels.append(levels)
            self.codes[own, puzzle] = np.searchsorted(levels, answers.grade[own, puzzle])
        self.given = answers.given
        self.sizes = np.array([len(levels) - 1 for levels in self.levels])
        self.most = int(max(1, self.sizes.max()))
        self.first = np.concatenate([[0], np.cumsum(self.sizes)])
        self.slopes = 1 if common else self.puzzles
        grades = np.arange(self.most + 1)
        chosen = self.given[:, :, None] & (self.codes[:, :, None] == grades)
        self.chosen = chosen.reshape(people, -1).astype(np.float64)
        """1 where a person has a grade at a puzzle: people × (puzzles · grades)."""
        self.posterior = np.empty((people, NODES))
        self.places = np.concatenate([n * self.most + np.arange(size) for n, size in enumerate(self.sizes)])
        """Where each intercept is in a table of puzzles × grades."""

    def start(self) -> FloatArray:
        """Return starting values: slope 1, intercepts from the shares of the grades."""
        intercepts = []
        for puzzle, levels in enumerate(self.levels):
            code = self.codes[self.given[:, puzzle], puzzle]
            for k in range(1, len(levels)):
                share = (np.sum(code >= k) + 0.5) / (len(code) + 1)
                intercepts.append(-1.2 * log(share / (1 - share)))
        return np.concatenate([np.zeros(self.slopes), intercepts])

    def unpack(self, values: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return slopes by puzzle, and intercepts by puzzle and grade, padded with ±∞."""
        slopes = np.exp(values[: self.slopes])
        table = np.full((self.puzzles, self.most + 2), inf)
        table[:, 0] = -inf
        inner = np.full(self.puzzles * self.most, inf)
        inner[self.places] = values[self.slopes :]
        table[:, 1:-1] = inner.reshape(self.puzzles, self.most)
        return np.broadcast_to(slopes, (self.puzzles,)) if self.common else slopes, table

    def __call__(self, values: FloatArray) -> tuple[float, FloatArray]:
        slopes, table = self.unpack(values)
        inside = table[:, 1:-1]
        if (inside[:, 1:] <= inside[:, :-1])[np.isfinite(inside[:, 1:])].any():
            return 1e10, np.zeros_like(values)
        # Above[j, k, q] = P(grade ≥ k) at node q. Each grade's share is a difference of two of them.
        above = _logistic(slopes[:, None, None] * self.theta - table[:, :, None])
        share = np.maximum(above[:, :-1] - above[:, 1:], 1e-300)
        slope_of = above * (1 - above)
        joint = self.chosen @ np.log(share).reshape(-1, NODES) + self.log_prior
        top = joint.max(axis=1, keepdims=True)
        weights = np.exp(joint - top)
        total = weights.sum(axis=1, keepdims=True)
        self.posterior = weights / total
        value = -float(np.sum(top[:, 0] + np.log(total[:, 0])))
        # Expected number of people with grade k at node q, by puzzle.
        counts = (self.chosen.T @ self.posterior).reshape(share.shape)
        ratio = counts / share
        down = slope_of[:, :-1] - slope_of[:, 1:]  # d share / d(slope·θ)
        by_slope = -np.sum(ratio * down * self.theta, axis=(1, 2)) * slopes
        pull = np.sum(
            (ratio[:, 1:] - ratio[:, :-1]) * slope_of[:, 1:-1], axis=2
        )  # d / d intercept_k, k = 1..
        gradient = np.empty_like(values)
        gradient[: self.slopes] = by_slope.sum() if self.common else by_slope
        gradient[self.slopes :] = pull.reshape(-1)[self.places]
        if not self.common:
            apart = values[: self.slopes] - values[: self.slopes].mean()
            value += float(np.sum(apart**2)) / (2 * STEADY)
            gradient[: self.slopes] += apart / STEADY
        return value, gradient


def _logistic(x: FloatArray) -> FloatArray:
    from scipy.special import expit

    return np.asarray(expit(x), dtype=np.float64)


@on_one_thread
def _fitted(answers: _Answers, model: str, *, common: bool) -> Skills:
    from scipy.optimize import minimize

    likelihood = _Likelihood(answers, common=common)
    found = minimize(
        likelihood, likelihood.start(), jac=True, method="L-BFGS-B", options={"maxiter": 2000, "gtol": 1e-6}
    )
    covariance = _covariance(likelihood, found.x)
    likelihood(found.x)
    slopes, table = likelihood.unpack(found.x)
    spread = float(np.exp(np.mean(np.log(slopes))))  # of skill, in units of one logit
    ordinary = [
        _difficulty(likelihood, covariance, slopes, table, n, spread) if likelihood.sizes[n] else None
        for n in range(likelihood.puzzles)
    ]
    known = [each.value for each in ordinary if each is not None]
    puzzles = tuple(
        _bounded(likelihood, known, spread, n) if each is None else each for n, each in enumerate(ordinary)
    )
    people = tuple(_person(likelihood, row, spread) for row in likelihood.posterior)
    thresholds = tuple(
        tuple(float(x * spread / slopes[n]) for x in table[n, 1 : 1 + likelihood.sizes[n]])
        for n in range(likelihood.puzzles)
    )
    return Skills(model, puzzles, people, spread, tuple(float(s) / spread for s in slopes), thresholds)


def _covariance(likelihood: _Likelihood, values: FloatArray) -> FloatArray:
    """Return the inverse of the observed information, by differences of the gradient."""
    step, size = 1e-4, len(values)
    information, here = np.empty((size, size)), likelihood(values)[1]
    for at in range(size):
        shift = np.zeros(size)
        shift[at] = step
        information[at] = (likelihood(values + shift)[1] - here) / step
    try:
        return np.asarray(np.linalg.inv((information + information.T) / 2), dtype=np.float64)
    except np.linalg.LinAlgError as error:
        raise QuandaryError(
            "The answers do not determine the model: there are too few for each puzzle."
        ) from error


def _difficulty(
    likelihood: _Likelihood,
    covariance: FloatArray,
    slopes: FloatArray,
    table: FloatArray,
    n: int,
    spread: float,
) -> Value:
    """Return the mean threshold of a puzzle with its interval, in units of one logit."""
    size = int(likelihood.sizes[n])
    intercepts = table[n, 1 : 1 + size]
    scale = spread / slopes[n]
    value = float(np.mean(intercepts) * scale)
    gradient = np.zeros(len(covariance))
    begin = likelihood.slopes + int(likelihood.first[n])
    gradient[begin : begin + size] = scale / size
    if not likelihood.common:
        gradient[: likelihood.slopes] += value / likelihood.slopes  # the spread is the mean of all log slopes
        gradient[n] -= value
    error = sqrt(max(0.0, float(gradient @ covariance @ gradient)))
    return Value(value, error, value - 1.96 * error, value + 1.96 * error)


def _bounded(likelihood: _Likelihood, known: Sequence[float], spread: float, n: int) -> Value:
    """Return the difficulty of a puzzle at which everybody got the same grade.

    The answers alone say only that it is easier, or harder, than everybody's skill. So it is thought to come from
    the same normal population as the other puzzles, and what the answers leave likely of that is returned: its mean
    and its 95 % interval.
    """
    middle = float(np.mean(known)) if known else 0.0
    wide = max(1.0, float(np.std(known, ddof=1)) if len(known) > 1 else 0.0)
    places = np.linspace(middle - 6 * wide, middle + 6 * wide, 601)
    solved = _logistic(likelihood.theta[:, None] * spread - places[None, :])  # skill by difficulty
    share = solved if likelihood.levels[n][0] > 0 else 1 - solved
    chances = np.maximum(likelihood.posterior[likelihood.given[:, n]] @ share, 1e-300)
    log_ = np.log(chances).sum(axis=0) - ((places - middle) / wide) ** 2 / 2
    weights = np.exp(log_ - log_.max())
    weights /= weights.sum()
    value = float(weights @ places)
    error = sqrt(float(weights @ (places - value) ** 2))
    reached = np.cumsum(weights) - weights / 2
    low, high = (float(np.interp(p, reached, places)) for p in (0.025, 0.975))
    return Value(value, error, low, high)


def _person(likelihood: _Likelihood, posterior: FloatArray, spread: float) -> Value:
    theta = likelihood.theta * spread
    value = float(posterior @ theta)
    error = sqrt(max(0.0, float(posterior @ (theta - value) ** 2)))
    reached = np.cumsum(posterior) - posterior / 2
    low, high = (float(np.interp(p, reached, theta)) for p in (0.025, 0.975))
    return Value(value, error, low, high)


# Elo


ELO_START, ELO_SCALE = 1500.0, 400.0


class Match(NamedTuple):
    """One try: a person, a puzzle, and 1 if it was solved, 0 if not, or a share of the points."""

    person: Hashable
    puzzle: Hashable
    score: float


def expected_score(rating: float, other: float) -> float:
    """Return the score that Elo expects against another rating.

    >>> round(expected_score(1613, 1609), 3), round(expected_score(1613, 1477), 3)
    (0.506, 0.686)
    """
    return 1 / (1 + 10 ** ((other - rating) / ELO_SCALE))


@dataclass(frozen=True)
class SkillRatings:
    """Ratings with their 95 % intervals, of people and of puzzles."""

    people: Mapping[Hashable, Value]
    puzzles: Mapping[Hashable, Value]


def elo(
    matches: Iterable[Match], *, k: float = 32.0, settle: float = 0.05, resamples: int = 200, seed: int = 1
) -> SkillRatings:
    """Rate people and puzzles by Elo, one try after another.

    The step is k/(1 + settle · tries so far), so that ratings of puzzles that were tried often settle. The
    intervals come from `resamples` bootstrap samples of the tries.
    """
    tries = [_checked(match) for match in matches]
    people, puzzles = _elo(tries, k, settle)
    rng = np.random.default_rng(seed)
    drawn: list[tuple[dict[Hashable, float], dict[Hashable, float]]] = []
    for _ in range(resamples if tries else 0):
        order = rng.permutation(rng.integers(len(tries), size=len(tries)))
        drawn.append(_elo([tries[at] for at in order], k, settle))
    return SkillRatings(
        {who: _spread(value, [each[0].get(who) for each in drawn]) for who, value in people.items()},
        {what: _spread(value, [each[1].get(what) for each in drawn]) for what, value in puzzles.items()},
    )


def _checked(match: Match) -> Match:
    if not 0 <= match.score <= 1:
        raise QuandaryError(
            f"The score of {match.person!r} at {match.puzzle!r} is {match.score}, not from 0 to 1."
        )
    return match


def _elo(
    tries: Sequence[Match], k: float, settle: float
) -> tuple[dict[Hashable, float], dict[Hashable, float]]:
    people: dict[Hashable, float] = {}
    puzzles: dict[Hashable, float] = {}
    seen: dict[tuple[str, Hashable], int] = {}
    for person, puzzle, score in tries:
        mine, other = people.get(person, ELO_START), puzzles.get(puzzle, ELO_START)
        gain = score - expected_score(mine, other)
        people[person] = mine + k / (1 + settle * seen.get(("person", person), 0)) * gain
        puzzles[puzzle] = other - k / (1 + settle * seen.get(("puzzle", puzzle), 0)) * gain
        for key in (("person", person), ("puzzle", puzzle)):
            seen[key] = seen.get(key, 0) + 1
    return people, puzzles


def _spread(value: float, drawn: Sequence[float | None]) -> Value:
    known = [each for each in drawn if each is not None]
    if len(known) < 2:
        return Value(value, inf, -inf, inf)
    error = float(np.std(known))
    return Value(value, error, value - 1.96 * error, value + 1.96 * error)


# Glicko-2


GLICKO_SCALE = 173.7178


class Glicko(NamedTuple):
    """A Glicko-2 rating with its deviation and volatility."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.rating - 1.96 * self.deviation, self.rating + 1.96 * self.deviation


def glicko_update(player: Glicko, games: Sequence[tuple[Glicko, float]], *, tau: float = 0.5) -> Glicko:
    """Return a rating after one rating period of games (opponent, score).

    >>> new = glicko_update(Glicko(1500, 200), [(Glicko(1400, 30), 1), (Glicko(1550, 100), 0), (Glicko(1700, 300), 0)])
    >>> round(new.rating, 2), round(new.deviation, 2), round(new.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    phi = player.deviation / GLICKO_SCALE
    if not games:
        return player._replace(deviation=min(350.0, GLICKO_SCALE * sqrt(phi**2 + player.volatility**2)))
    mu = (player.rating - 1500) / GLICKO_SCALE
    information = gain = 0.0
    for other, score in games:
        far, weight = (other.rating - 1500) / GLICKO_SCALE, _weight(other.deviation / GLICKO_SCALE)
        expected = 1 / (1 + exp(-weight * (mu - far)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(player.volatility, phi, variance, variance * gain, tau)
    before = sqrt(phi**2 + volatility**2)
    after = 1 / sqrt(1 / before**2 + 1 / variance)
    return Glicko(1500 + GLICKO_SCALE * (mu + after**2 * gain), GLICKO_SCALE * after, volatility)


def _weight(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Solve for the new volatility by the Illinois method, step 5 of Glickman's description."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(start - k * tau) < 0:
            k += 1
        high = start - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def glicko2(periods: Iterable[Iterable[Match]], *, tau: float = 0.5) -> SkillRatings:
    """Rate people and puzzles by Glicko-2. The tries of one rating period count together.

    Puzzles do not change, so only people keep a volatility: that of a puzzle is small.
    """
    people: dict[Hashable, Glicko] = {}
    puzzles: dict[Hashable, Glicko] = {}
    still = Glicko(volatility=0.001)
    for period in periods:
        tries = [_checked(match) for match in period]
        mine: dict[Hashable, list[tuple[Glicko, float]]] = {who: [] for who in people}
        theirs: dict[Hashable, list[tuple[Glicko, float]]] = {what: [] for what in puzzles}
        for person, puzzle, score in tries:
            mine.setdefault(person, []).append((puzzles.get(puzzle, still), score))
            theirs.setdefault(puzzle, []).append((people.get(person, Glicko()), 1 - score))
        new_people = {
            who: glicko_update(people.get(who, Glicko()), games, tau=tau) for who, games in mine.items()
        }
        puzzles = {
            what: glicko_update(puzzles.get(what, still), games, tau=0.05) for what, games in theirs.items()
        }
        people = new_people
    return SkillRatings(
        {who: Value(each.rating, each.deviation, *each.interval) for who, each in people.items()},
        {what: Value(each.rating, each.deviation, *each.interval) for what, each in puzzles.items()},
    )
