"""What a run has found so far, in memory and in the ledger of its folder for checkpoints.

The numbers of puzzles by value are in only one of them: in the ledger if there is one.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from typing import Any

from quandary.errors import FileError
from quandary.generating.exhausting.request import Request, name_of, options_of
from quandary.generating.exhausting.values import Values, ValuesHere, ValuesInLedger
from quandary.generating.found import Found, Kept, PartFound, Wanted
from quandary.kind import Kind
from quandary.measuring.table import measure
from quandary.runs.chunks import Chunk, ChunkLedger
from quandary.runs.plan import Plan, PlanValue, plan_values


def hint(request: Request) -> str:
    """Return what to tell when a run with a checkpoint ends early."""
    return f"What is done so far is in {request.checkpoint}. Run the same command again to continue."


@contextmanager
def opened(request: Request, size: int, kind: Kind | None) -> Iterator[ChunkLedger | None]:
    """Open the ledger in the folder for checkpoints, which is made if it is not there, and taken away if it stays empty."""
    folder = request.checkpoint
    if folder is None:
        yield None
        return
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"Cannot make the folder {folder}: {error.strerror}.") from error
    try:
        with closing(ChunkLedger(folder, _plan(request, size, kind))) as ledger:
            yield ledger
    finally:
        if is_new:
            with suppress(OSError):  # there is something in it
                folder.rmdir()


def _plan(request: Request, size: int, kind: Kind | None) -> Plan:
    """Return everything that the results depend on."""
    task = request.task
    facts: dict[str, PlanValue] = {
        "space": name_of(task.space),
        "options": sorted(f"{name}={value}" for name, value in options_of(task.space).items()),
        "size": str(size),
        "rules": kind.version if kind else 0,
        "by": task.evaluator.by,
        "then": task.evaluator.then,
        **({"where": task.evaluator.where} if task.evaluator.where else {}),
        "best": None if task.wanted.between else task.wanted.best,
        "between": [str(each) for each in task.wanted.between or ()],
        "player": task.player,
        "sample": request.sample,
        "seed": request.seed if request.sample else None,
        "slice": "{}/{}".format(*request.part),
        **plan_values(task.limits),
    }
    names = task.evaluator.measures[1:] if task.evaluator.function else task.evaluator.measures
    versions = {f"version of {name}": measure(name, kind).version for name in names}
    return Plan("exhaust", {**facts, **versions})


class SoFar:
    """What is found so far, in memory and in the ledger."""

    def __init__(self, wanted: Wanted, ledger: ChunkLedger | None) -> None:
        self.wanted, self.ledger = wanted, ledger
        self.found, self.done = Found(), list[Chunk]()
        self._here = ValuesHere()
        if ledger is not None:
            self._load(ledger)

    @property
    def values(self) -> Values:
        """The values of the solvable puzzles with their numbers."""
        return (
            self._here if self.ledger is None else ValuesInLedger(self.ledger.path.parent, self.ledger.plan)
        )

    def _load(self, ledger: ChunkLedger) -> None:
        for first, last, told in ledger.chunks():
            self.done.append((first, last))
            self.found.add(_from_json(told), self.wanted)
        rows = (Kept(int(number), tuple(values), scores) for number, values, scores in ledger.kept())
        self.found.kept = self.wanted.merge(rows)

    def commit(self, chunk: Chunk, new: PartFound) -> None:
        """Add what a chunk found, first where it is safe."""
        kept = self.wanted.merge([*self.found.kept, *new.kept])
        if self.ledger is None:
            self._here.counter.update(new.histogram)
        else:
            before, after = ({each.number: each for each in some} for some in (self.found.kept, kept))
            self.ledger.commit(
                *chunk,
                _to_json(new),
                new.histogram,
                {number: (str(number), *each[1:]) for number, each in after.items() if number not in before},
                before.keys() - after.keys(),
            )
        self.done.append(chunk)
        self.found.add(new, self.wanted)


def _to_json(found: Found) -> dict[str, Any]:
    counts = {
        name: getattr(found, name)
        for name in ("seen", "unsolvable", "unknown", "invalid", "filtered", "seconds")
    }
    return {**counts, "sums": [f"{each:016x}" for each in found.sums]}


def _from_json(told: Mapping[str, Any]) -> Found:
    one, other = (int(each, 16) for each in told["sums"])
    return Found(**{name: value for name, value in told.items() if name != "sums"}, sums=(one, other))
