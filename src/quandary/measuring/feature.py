"""Features of a kind as measures, with the work they need done on the subject."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from quandary.feature import Feature, Found, Tally
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.measuring.subject import Sampling, Subject
from quandary.score import NotComputed, Score, Status
from quandary.trace import Estimate, Runs

if TYPE_CHECKING:
    from quandary.graph import StateGraph

ONCE = Sampling(runs=1)


@dataclass(frozen=True)
class SubjectWork:
    """The work that features may ask for (`feature.Work`), done on the subject within limits."""

    subject: Subject
    budget: Budget

    def tally(self) -> Tally:
        """Return the tally of all solutions."""
        count = self.subject.count(self.budget.rest())
        if not count.complete:
            raise OutOfBudget(count.stop)
        return Tally(count.solutions, count.total_length, count.shortest, count.longest)

    def runs(self) -> Runs:
        """Return runs of the deduction solver, all of them finished."""
        return _finished(self.subject.runs(self.budget.rest()))

    def one_run(self) -> Runs:
        """Return a single run of the deduction solver, finished."""
        subject = self.subject
        once = Subject(subject.puzzle, sampling=ONCE, given=subject.engine)
        return _finished(once.runs(self.budget.rest()))

    def graph(self) -> "StateGraph":
        """Return the graph of all reachable states."""
        graph = self.subject.shape(self.budget.rest()).graph
        if not graph.complete:
            raise OutOfBudget(graph.stop)
        return graph

    @property
    def fast(self) -> bool:
        """Whether to skip work that no solution needs."""
        return self.subject.fast

    def once(self, name: str, look: Callable[[Limits], Found]) -> Found:
        """Return the result of `look`, called once per name."""
        if name not in self.subject.found:
            self.subject.found[name] = look(self.budget.rest())
        return cast(Found, self.subject.found[name])


def _finished(runs: Runs | None) -> Runs:
    """Return runs of the deduction solver if all of them came to an end."""
    if runs is None:
        raise NotComputed("puzzles of this kind are not solved by marking")
    if any(run.status == "gave up" for run in runs.rows):
        raise OutOfBudget("a run of the solver did not finish")
    return runs


def read_feature(feature: Feature, subject: Subject, limits: Limits) -> Score:
    """Return the score that a feature gives the subject's puzzle."""
    try:
        value = feature.read(subject.puzzle, SubjectWork(subject, limits.start()))
    except OutOfBudget as out:
        return Score("", None, Status.GAVE_UP, reason=out.stop.text, stop=out.stop.code)
    except NotComputed as why:
        return Score("", None, Status.NOT_COMPUTED, reason=str(why))
    if value is None:
        return Score("", None, Status.UNSOLVABLE)
    if isinstance(value, Score):
        return value
    if isinstance(value, Estimate):
        return Score("", value.mean, Status.ESTIMATE, spread=value.spread, runs=value.runs, seed=value.seed)
    return Score("", value, Status.EXACT)
