"""Long validations: in several processes, with progress, and resumed from a ledger."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from time import process_time
from typing import Any

import numpy as np

from quandary.errors import QuandaryError
from quandary.models.folds import Folds
from quandary.models.pipelines import Pipeline, Switches
from quandary.models.question import Prepared
from quandary.models.search import fitted
from quandary.models.validate import Answered, Piece, answer
from quandary.runs.ledger import Ledger
from quandary.runs.plan import Plan
from quandary.runs.processes import Death, in_processes

TRIAL_ROWS = 200
"""The number of rows of a trial fit. Tables with no more are learnt in no time."""


@dataclass(frozen=True)
class Runner:
    """Works on pieces in order. Those that the ledger has are not worked on again."""

    jobs: int = 1
    ledger: Ledger | None = None
    tick: Callable[[], object] = tuple

    def __call__(self, pieces: Iterable[Piece]) -> Iterator[Answered]:
        """Yield the answer to each piece."""
        todo = list(pieces)
        known = {at: row for at, piece in enumerate(todo) if (row := self._kept(at, piece)) is not None}
        fresh = self._work([piece for at, piece in enumerate(todo) if at not in known])
        for at, piece in enumerate(todo):
            found = _answered(piece, known[at]) if at in known else self._kept_now(at, piece, next(fresh))
            self.tick()
            yield found

    def _kept_now(self, at: int, piece: Piece, found: Any) -> Answered:
        """Return a fresh answer after it is in the ledger."""
        if isinstance(found, Death | str):
            raise QuandaryError(f"Fitting {piece.pipeline} failed: {found}.")
        if self.ledger:
            self.ledger.add(at, _row(found), key_of(piece))
        answered: Answered = found
        return answered

    def _kept(self, at: int, piece: Piece) -> dict[str, Any] | None:
        return self.ledger.find(key_of(piece)) if self.ledger else None

    def _work(self, pieces: list[Piece]) -> Iterator[Any]:
        return in_processes(_safely, pieces, self.jobs) if self.jobs > 1 else map(answer, pieces)


def expected_seconds(
    prepared: Prepared, models: Iterable[Pipeline], folds: Folds, switches: Switches
) -> float:
    """Return about how long it takes to validate some models, from a trial fit of each to a few of the rows.

    Fits to few rows are quick, so there is no trial, and none is expected to take time.
    """
    if len(prepared) <= TRIAL_ROWS:
        return 0.0
    some = np.random.default_rng(folds.seed).permutation(len(prepared))[:TRIAL_ROWS]
    target, features, units = prepared.truth(some)[some], prepared.features[some], prepared.units[some]
    training = len(prepared) * (folds.number - 1) / folds.number
    spent = 0.0
    for model in models:
        if not model.uses_size:
            begin = process_time()
            fitted(model, switches, features, target, units)
            spent += process_time() - begin
    return spent * training / TRIAL_ROWS * folds.number * folds.repeats


def _safely(piece: Piece) -> Answered | str:
    try:
        return answer(piece)
    except Exception as error:  # not every exception can be sent between processes
        return f"{type(error).__name__}: {error}"


def key_of(piece: Piece) -> str:
    """Return a key that identifies a piece in its run."""
    return f"{piece.pipeline} {piece.repeat} {piece.fold} {asdict(piece.switches)}"


def _row(found: Answered) -> dict[str, Any]:
    settings = {
        name: value if isinstance(value, str) else float(value) for name, value in found.settings.items()
    }
    return {"predicted": np.asarray(found.predicted).tolist(), "settings": settings}


def _answered(piece: Piece, row: dict[str, Any]) -> Answered:
    predicted = np.array(
        row["predicted"], dtype=object if row["predicted"] and isinstance(row["predicted"][0], str) else float
    )
    return Answered(piece.repeat, piece.asked, predicted, row["settings"])


def plan_of(prepared: Prepared, folds: Folds) -> Plan:
    """Return the plan of a validation: its question, folds and rows."""
    question = {
        name: list(each) if isinstance(each, tuple) else each
        for name, each in asdict(prepared.question).items()
    }
    return Plan("learn", {**question, **asdict(folds), "rows": digest_of(prepared)})


def digest_of(prepared: Prepared) -> str:
    """Return a digest of the rows that a model learns from."""
    made = blake2b(digest_size=16)
    made.update("\n".join((*prepared.table.ids, *prepared.predictors)).encode())
    made.update(np.ascontiguousarray(np.nan_to_num(prepared.features, nan=1e300)).tobytes())
    made.update("\n".join(map(str, prepared.target.tolist())).encode())
    return made.hexdigest()
