"""Long validations: in several processes, with progress, and resumed from a ledger."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any

import numpy as np

from quandary.errors import QuandaryError
from quandary.models.folds import Folds
from quandary.models.question import Prepared
from quandary.models.validate import Answered, Piece, answer
from quandary.runs.ledger import Ledger
from quandary.runs.plan import Plan
from quandary.runs.processes import Death, in_processes


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
