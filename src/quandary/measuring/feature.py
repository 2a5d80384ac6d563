"""Features of a kind as measures: what they ask for is found out on the bench."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from quandary.feature import Feature, Found, Tally
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.measuring.bench import Bench
from quandary.score import NotComputed, Score, Status
from quandary.trace import Estimate, Runs

if TYPE_CHECKING:
    from quandary.graph import StateGraph


@dataclass(frozen=True)
class BenchWork:
    """What features may ask (`feature.Work`), answered by the bench within limits."""

    bench: Bench
    budget: Budget

    def tally(self) -> Tally:
        """All solutions, counted."""
        count = self.bench.count(self.budget.rest())
        if not count.complete:
            raise OutOfBudget(count.reason)
        return Tally(count.solutions, count.total_length, count.shortest, count.longest)

    def runs(self) -> Runs:
        """Runs of the deduction solver, all of them to the end."""
        runs = self.bench.runs(self.budget.rest())
        if runs is None:
            raise NotComputed("solvers of this kind mark nothing")
        if any(run.status == "gave up" for run in runs.rows):
            raise OutOfBudget("a run of the solver did not come to an end")
        return runs

    def graph(self) -> "StateGraph":
        """All states that play can reach."""
        graph = self.bench.shape(self.budget.rest()).graph
        if not graph.complete:
            raise OutOfBudget(f"exploring stopped after {len(graph):,} states")
        return graph

    @property
    def fast(self) -> bool:
        """Whether to skip what no solution can need."""
        return self.bench.fast

    def once(self, name: str, look: Callable[[Limits], Found]) -> Found:
        """What a look of the kind's own found, taken once."""
        if name not in self.bench.found:
            self.bench.found[name] = look(self.budget.rest())
        return cast(Found, self.bench.found[name])


def read(feature: Feature, bench: Bench, limits: Limits) -> Score:
    """The score that a feature gives the puzzle on the bench."""
    try:
        value = feature.read(bench.puzzle, BenchWork(bench, limits.start()))
    except OutOfBudget as out:
        return Score("", None, Status.GAVE_UP, reason=str(out))
    except NotComputed as why:
        return Score("", None, Status.NOT_COMPUTED, reason=str(why))
    if value is None:
        return Score("", None, Status.UNSOLVABLE)
    if isinstance(value, Score):
        return value
    if isinstance(value, Estimate):
        return Score("", value.mean, Status.ESTIMATE, spread=value.spread, runs=value.runs, seed=value.seed)
    return Score("", value, Status.EXACT)
