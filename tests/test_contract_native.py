"""The comparison of engines notices every way in which a native twin can differ.

A twin written in Python stands in for the compiled one, so that it can be made wrong at will.
"""

from collections.abc import Sequence
from math import inf
from types import ModuleType
from typing import Any

import pytest

from quandary._native import Native
from quandary.kinds import _template as template
from quandary.kinds._template.rules import Field, Template
from quandary.limits import Limits
from quandary.measuring.entropy import muse, remuse
from quandary.player import Player
from quandary.solving.explore import explore
from quandary.solving.search import count, solutions
from quandary.testing import NotRun, twins
from quandary.testing.samples import Samples


class Twin:
    """The engines' answers about a puzzle, in the form in which the compiled core gives them."""

    def __init__(self, puzzle: Template) -> None:
        self.puzzle = puzzle
        rows, columns = range(len(puzzle.rows)), range(len(puzzle.rows[0]))
        self.moves = [Field(row, column) for row in rows for column in columns]

    def rules(self) -> list[str]:
        return ["no-way-on"]

    def explore(self, *limits: Any) -> tuple[Any, ...]:
        graph = explore(self.puzzle, limits=Limits(states=limits[-1]), engine="python")
        return graph.first, graph.target, graph.solved, graph.starts, graph.complete

    def solutions(self, most: int, *limits: Any) -> tuple[Any, ...]:
        known = solutions(self.puzzle, most=most, limits=Limits(states=limits[-1]), engine="python")
        lines = [(0, self._numbers(solution.moves)) for solution in known.found]
        return lines, known.complete, known.states, known.reason

    def count(self, most: int, *limits: Any) -> tuple[Any, ...]:
        known = count(self.puzzle, most=most, limits=Limits(states=limits[-1]), engine="python")
        lengths = known.total_length, known.shortest, known.longest
        return known.solutions, *lengths, known.complete, known.states, known.reason

    def muse(self, *setting: Any) -> tuple[Any, ...]:
        return self._entropy(muse, *setting)

    def remuse(self, *setting: Any) -> tuple[Any, ...]:
        return self._entropy(remuse, *setting)

    def options(self, path: Sequence[int], rules: Sequence[str], families: None, lookahead: int) -> list[Any]:
        state = self.puzzle.starts()[0]
        for move in path:
            state = self.puzzle.apply(state, self.moves[move])
        table = self._player(rules, lookahead).options(self.puzzle, state)
        return [(0, self._numbers(moves)) for moves in table.values()]

    def _entropy(
        self, measure: Any, rules: Any, families: None, lookahead: int, greedy: bool, *limits: Any
    ) -> tuple[Any, ...]:
        policy, most = "greedy" if greedy else "best", Limits(states=limits[-1])
        player = self._player(rules, lookahead)
        score = measure(self.puzzle, player, policy=policy, limits=most, engine="python")
        value = inf if score.value is None else score.value
        steps = [(0, self.moves.index(step.move), step.options, step.bits) for step in score.steps]
        return value, score.states, score.reason, score.at_least, steps

    def _player(self, rules: Sequence[str], lookahead: int) -> Player:
        return Player(tuple(template.KIND.rule(name) for name in rules), lookahead=lookahead)

    def _numbers(self, moves: Sequence[Any]) -> list[int]:
        return [self.moves.index(move) for move in moves]


class LosesAState(Twin):
    def explore(self, *limits: Any) -> tuple[Any, ...]:
        first, target, solved, starts, complete = super().explore(*limits)
        return first, target, ~solved, starts, complete


class SolvesBackwards(Twin):
    def solutions(self, most: int, *limits: Any) -> tuple[Any, ...]:
        found, *rest = super().solutions(most, *limits)
        return found[::-1], *rest


class Miscounts(Twin):
    def count(self, most: int, *limits: Any) -> tuple[Any, ...]:
        found, *rest = super().count(most, *limits)
        return found + 1, *rest


class IgnoresLookahead(Twin):
    def options(self, path: Sequence[int], rules: Sequence[str], families: None, lookahead: int) -> list[Any]:
        return super().options(path, rules, families, 0)


class IgnoresRules(Twin):
    def remuse(self, rules: Sequence[str], *setting: Any) -> tuple[Any, ...]:
        return super().remuse([], *setting)


class LooksTooFar(Twin):
    def muse(self, *setting: Any) -> tuple[Any, ...]:
        value, states, *rest = super().muse(*setting)
        return value, states + 1, *rest


class GivesUpEarly(Twin):
    def muse(self, *setting: Any) -> tuple[Any, ...]:
        _, states, _, at_least, _ = super().muse(*setting)
        return inf, states, "tired", at_least, []


class Overcharges(Twin):
    def muse(self, *setting: Any) -> tuple[Any, ...]:
        *rest, steps = super().muse(*setting)
        return *rest, [(slot, move, options, bits + 0.01) for slot, move, options, bits in steps]


class StepsAside(Twin):
    """The bits are right, but the moves do not lead home."""

    def muse(self, *setting: Any) -> tuple[Any, ...]:
        *rest, steps = super().muse(*setting)
        return *rest, [(slot, 0, options, bits) for slot, _, options, bits in steps]


def check(twin: type[Twin] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def native(puzzle: Template) -> Native | None:
        return Native(twin(puzzle), twin(puzzle).moves) if twin else None

    kind = template.KIND.but(native=native)
    monkeypatch.setattr(template, "KIND", kind)
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
    monkeypatch.setattr(twins, "core", lambda: None)
    with pytest.raises(NotRun, match="not installed"):
        twins.check_native_equals_python(Samples(template.KIND, 2))
