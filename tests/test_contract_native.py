"""The comparison of engines notices every way in which a native twin can differ.

A twin written in Python stands in for the compiled one, so that it can be made wrong at will.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from types import ModuleType
from types import SimpleNamespace as Result
from typing import Any

import pytest

from quandary._native import Native
from quandary.kinds import _template as template
from quandary.kinds._template.rules import Field, Template
from quandary.limits import Limits, Stop
from quandary.player import Player
from quandary.solving import native as native_engine
from quandary.solving.explore import explore
from quandary.solving.python import PythonEngine
from quandary.solving.search import count, solutions
from quandary.testing import NotRun, twins
from quandary.testing.samples import Samples


class Twin:
    """Return the engines' answers about a puzzle in the form of the compiled core."""

    def __init__(self, puzzle: Template) -> None:
        self.puzzle = puzzle
        rows, columns = range(len(puzzle.rows)), range(len(puzzle.rows[0]))
        self.moves = [Field(row, column) for row in rows for column in columns]

    def rules(self) -> list[str]:
        return ["no-way-on"]

    def explore(self, limits: Limits) -> Any:
        return explore(self.puzzle, limits=limits, engine="python")

    def solutions(self, most: int, limits: Limits) -> Any:
        known = solutions(self.puzzle, most=most, limits=limits, engine="python")
        found = [Result(start=0, moves=self._numbers(solution.moves)) for solution in known.found]
        return Result(found=found, complete=known.complete, states=known.states, stop=known.stop)

    def count(self, most: int, limits: Limits) -> Any:
        return count(self.puzzle, most=most, limits=limits, engine="python")

    def count_states(self, limits: Limits) -> Any:
        found = PythonEngine(self.puzzle).count_states(limits)
        return Result(
            represented=found.states_represented,
            complete=found.complete,
            states=found.states,
            stop=found.stop,
        )

    def muse(self, *setting: Any, **more: Any) -> Any:
        return self._entropy("muse", *setting, **more)

    def remuse(self, *setting: Any, **more: Any) -> Any:
        return self._entropy("remuse", *setting, **more)

    def luck(self, *setting: Any, **more: Any) -> Any:
        return self._entropy("luck", *setting, **more)

    def options(self, path: Sequence[int], rules: Sequence[str], families: None, lookahead: int) -> list[Any]:
        state = self.puzzle.starts()[0]
        for move in path:
            state = self.puzzle.apply(state, self.moves[move])
        table = self._player(rules, lookahead).options(self.puzzle, state)
        return [Result(slot=0, moves=self._numbers(moves)) for moves in table.values()]

    def _entropy(
        self,
        measure: str,
        rules: Any,
        families: None,
        lookahead: int,
        greedy: bool,
        limits: Limits,
        leak: float = 0,
        weights: Sequence[float] = (),
    ) -> Any:
        assert not weights
        ask = getattr(PythonEngine(self.puzzle), measure)
        player = replace(self._player(rules, lookahead), leak=leak)
        found = ask(player, "greedy" if greedy else "best", limits)
        steps = [
            Result(slot=0, move=self.moves.index(step.move), options=step.options, bits=step.bits)
            for step in found.steps
        ]
        value = inf if found.bits is None else found.bits
        return Result(value=value, states=found.states, stop=found.stop, at_least=found.at_least, steps=steps)

    def _player(self, rules: Sequence[str], lookahead: int) -> Player:
        return Player(tuple(template.KIND.rule(name) for name in rules), lookahead=lookahead)

    def _numbers(self, moves: Sequence[Any]) -> list[int]:
        return [self.moves.index(move) for move in moves]


class LosesAState(Twin):
    def explore(self, limits: Limits) -> Any:
        graph = super().explore(limits)
        return replace(graph, solved=~graph.solved)


class SolvesBackwards(Twin):
    def solutions(self, most: int, limits: Limits) -> Any:
        known = super().solutions(most, limits)
        known.found.reverse()
        return known


class Miscounts(Twin):
    def count(self, most: int, limits: Limits) -> Any:
        known = super().count(most, limits)
        return replace(known, solutions=known.solutions + 1)


class CountsStatesTwice(Twin):
    def count_states(self, limits: Limits) -> Any:
        found = super().count_states(limits)
        found.represented *= 2
        return found


class FindsAnotherFirst(Twin):
    def solutions(self, most: int, limits: Limits) -> Any:
        known = super().solutions(most, limits)
        known.found = known.found if most > 1 else []
        return known


class ReachesNoSolution(Twin):
    def explore_seen(self, rules: Any, families: None, lookahead: int, limits: Limits) -> Any:
        graph = self.explore(limits)
        return replace(graph, solved=~graph.solved)


class IgnoresLookahead(Twin):
    def options(self, path: Sequence[int], rules: Sequence[str], families: None, lookahead: int) -> list[Any]:
        return super().options(path, rules, families, 0)


class IgnoresRules(Twin):
    def remuse(self, rules: Sequence[str], *setting: Any, **more: Any) -> Any:
        return super().remuse([], *setting, **more)


class LooksTooFar(Twin):
    def muse(self, *setting: Any, **more: Any) -> Any:
        found = super().muse(*setting, **more)
        found.states += 1
        return found


class GivesUpEarly(Twin):
    def muse(self, *setting: Any, **more: Any) -> Any:
        found = super().muse(*setting, **more)
        found.value, found.stop, found.steps = inf, Stop("other", words="tired"), []
        return found


class Overcharges(Twin):
    def muse(self, *setting: Any, **more: Any) -> Any:
        found = super().muse(*setting, **more)
        for step in found.steps:
            step.bits += 0.01
        return found


class StepsAside(Twin):
    """The bits are right, but the moves do not lead to a solution."""

    def muse(self, *setting: Any, **more: Any) -> Any:
        found = super().muse(*setting, **more)
        for step in found.steps:
            step.move = 0
        return found


def check(twin: type[Twin] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def native(puzzle: Template) -> Native | None:
        handle: Any = twin(puzzle) if twin else None
        return Native(handle, handle.moves) if handle else None

    kind = template.KIND.but(native=native)
    monkeypatch.setattr(template, "KIND", kind)
    monkeypatch.setattr(native_engine, "native_limits", lambda limits: limits)
    monkeypatch.setattr(twins, "core", lambda: ModuleType("core"))
    twins.check_native_equals_python(Samples(kind, 2))


def test_a_twin_that_agrees_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    check(Twin, monkeypatch)


@pytest.mark.parametrize(
    ("twin", "complaint"),
    [
        (LosesAState, "explore: solved"),
        (SolvesBackwards, "solutions: "),
        (Miscounts, "count: solutions"),
        (CountsStatesTwice, "states: "),
        (FindsAnotherFirst, "the first solution: "),
        (ReachesNoSolution, "may reach"),
        (IgnoresLookahead, "sees"),
        (IgnoresRules, "remuse for"),
        (LooksTooFar, "states in Python"),
        (GivesUpEarly, "exact in Python, gave up native"),
        (Overcharges, "the steps sum to"),
        (StepsAside, "do not lead to a solution"),
        (None, "no native twin"),
    ],
)
def test_a_twin_that_differs_is_found_out(
    twin: type[Twin] | None, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check(twin, monkeypatch)


def test_without_the_compiled_core_the_comparison_says_that_it_was_not_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native_engine, "native_limits", lambda limits: limits)
    monkeypatch.setattr(twins, "core", lambda: None)
    with pytest.raises(NotRun, match="not installed"):
        twins.check_native_equals_python(Samples(template.KIND, 2))
