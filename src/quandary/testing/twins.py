"""A kind's native twin gives the same answers as its Python rules, element for element.

This is the only place where the two are compared. The contract asks every question about the examples and one about
each of a few puzzles drawn by lot. `compare` asks about as many of these as you like.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property, partial
from math import fsum
from random import Random
from typing import Any, NamedTuple

import numpy as np

from quandary._native import Native, core
from quandary.engine import Count, Engine, Solutions
from quandary.graph import StateGraph
from quandary.kind import Kind, Policy
from quandary.limits import Limits
from quandary.measuring.entropy import luck, muse, remuse
from quandary.measuring.reach import Walk
from quandary.parts.solvers import FewSolutions
from quandary.player import Player
from quandary.puzzle import AnyPuzzle, Slot
from quandary.rules import Rule
from quandary.score import Score, Status
from quandary.solving.choose import QuickestEngine
from quandary.solving.native import NativeEngine
from quandary.solving.python import PythonEngine
from quandary.testing.lots import drawn, lot_of
from quandary.testing.samples import SMALL, NotRun, Samples, play, require, work

TOLERANCE = 1e-9
LOOKAHEADS = (0, 1, 2)
POLICIES: tuple[Policy, Policy] = ("best", "greedy")
MEASURES = {"muse": muse, "remuse": remuse, "luck": luck}
LEAK = 0.125
PLAYERS = 9
"""The number of players, drawn at random, that are compared on an example."""
DRAWN = 15
"""How many puzzles are drawn by lot for each generated one."""
TINY = Limits(states=300)
LONG_LOOK = 15_000
LONG_SEARCH = 150_000
LONG_EXPLORATION = 20_000
REQUIRED_MOVE = -1
"""The slot number of a required move's own slot."""


def check_native_equals_python(samples: Samples) -> None:
    """Compare the graph, the solutions, every player's options and the entropy from both engines."""
    if core() is None:
        raise NotRun("the compiled core is not installed")
    kind = samples.kind

    def answers(puzzle: AnyPuzzle, random: Random) -> None:
        if pair := pair_of(kind, puzzle, SMALL):
            pair.graphs(random)
            pair.solutions(random)

    def sight(puzzle: AnyPuzzle, random: Random, most: int) -> None:
        pair = pair_of(kind, puzzle, SMALL)
        if pair is None:
            raise AssertionError("it has no native twin, although it is small")
        for player in random.sample(pair.players, min(most, len(pair.players))):
            pair.compare_options(player, random)
            pair.compare_scores(player)

    samples.try_on_examples(partial(_check_declared, kind.people.rules))
    samples.try_on_examples(answers)
    samples.try_on_generated(answers)
    samples.try_on_examples(partial(sight, most=PLAYERS), small=True)
    samples.try_on_generated(partial(sight, most=1), small=True)
    for asked in compare(kind, range(DRAWN * samples.most)):
        require(not asked.difference, f"{kind.name}, drawn with seed {asked.seed}: {asked.difference}")


class Asked(NamedTuple):
    """What came of a question to both engines about a drawn puzzle."""

    seed: int
    puzzle: Any
    question: str
    """Empty if both engines gave up."""
    difference: str


def compare(kind: Kind, seeds: Iterable[int], limits: Limits = TINY, having: str = "") -> Iterator[Asked]:
    """Ask both engines one question by lot about each drawn puzzle that has a twin, and the trait if one is named."""
    lot = lot_of(kind)
    for seed in seeds:
        puzzle, random = drawn(kind, seed), Random(seed)
        if puzzle is None or (having and lot and having not in lot.traits(puzzle)):
            continue
        if pair := pair_of(kind, puzzle, limits):
            name, question = random.choice(QUESTIONS)
            try:
                yield Asked(seed, puzzle, name if question(pair, random) else "", "")
            except AssertionError as broken:
                yield Asked(seed, puzzle, name, f"{broken}: {kind.format(puzzle)!r}")


def pair_of(kind: Kind, puzzle: AnyPuzzle, limits: Limits) -> "Pair | None":
    """Return both engines of a puzzle, or None if it has no native twin."""
    native = QuickestEngine(puzzle).native
    return Pair(kind, puzzle, native, limits) if native else None


class Pair:
    """A puzzle's engine in Python, and its native one, which merges states or does not.

    Python and the unmerged engine look at the same states. The merging one has to give the same values. Questions
    raise AssertionError if two answers differ, and return whether the engines came to an end.
    """

    def __init__(self, kind: Kind, puzzle: AnyPuzzle, native: NativeEngine, limits: Limits) -> None:
        self.kind, self.puzzle, self.native, self.limits = kind, puzzle, native, limits
        self.unmerged = native.unmerged()
        self.python = QuickestEngine(puzzle).python

    @cached_property
    def _listed(self) -> Solutions:
        """The solutions that Python finds."""
        return PythonEngine(self.puzzle).solutions(None, self.limits)

    @cached_property
    def players(self) -> list[Player]:
        """Every named player that the native engine knows, looking none, one and two steps ahead."""
        named = self.kind.named_players().values()
        known = [player for player in named if not self.native.lacks(player)]
        return [replace(player, lookahead=lookahead) for player in known for lookahead in LOOKAHEADS]

    def _player(self, random: Random) -> Player:
        """Return a player by lot. Those who know many rules or look far ahead take long, and come up less often."""
        weights = [1 / (1 + len(player.rules)) / (1 + player.lookahead) for player in self.players]
        return random.choices(self.players, weights)[0]

    def graphs(self, random: Random) -> bool:
        """Compare the graphs of all states."""
        limits = replace(
            self.limits,
            states=min(self.limits.states or 0, LONG_EXPLORATION // max(1, len(self._first_moves))),
        )
        one, other = self.python.explore(limits), self.unmerged.explore(limits)
        _compare_graphs("explore", one, other)
        return one.complete and self._compare_counted_states()

    def _compare_counted_states(self) -> bool:
        counted = [engine.count_states(self.limits) for engine in (self.python, self.unmerged, self.native)]
        ours, *others = (each.states_represented for each in counted)
        for theirs, each in zip(others, counted[1:], strict=True):
            require(ours == theirs or not each.complete, f"states: {ours} in Python, {theirs} {each.engine}")
        return True

    @property
    def _lists_paths(self) -> bool:
        """Whether a few solutions are listed without walking, so that the native engine may look only at their ways."""
        solvers = self.kind.engines.solvers
        return any(isinstance(each, FewSolutions) and each.most is not None for each in solvers)

    @cached_property
    def _first_moves(self) -> list[Any]:
        start = next(iter(self.puzzle.starts()))
        return [] if self.puzzle.is_solved(start) else list(self.puzzle.moves(start))

    def solutions(self, random: Random) -> bool:
        """Compare the solutions, one by one, and how they are counted."""
        one, other = self._listed, self.unmerged.solutions(None, self.limits)
        require(one.complete == other.complete, f"solutions: {one.status} in Python, {other.status} natively")
        require(one.found == other.found, f"solutions: {one.found} in Python, {other.found} natively")
        count, other_count = self.python.count(None, self.limits), self.unmerged.count(None, self.limits)
        require(
            count.complete == other_count.complete,
            f"count: complete is {count.complete} in Python, {other_count.complete} natively",
        )
        if not (one.complete and count.complete):  # cut short, each has counted other ones
            return False
        _compare_counts(count, other_count)
        _compare_counts(count, self.native.count(None, Limits()))
        self._compare_merged(one)
        return True

    def _compare_merged(self, one: Solutions) -> None:
        """Compare with a search that merges states, all of it and its first solution, and with any other solution."""
        merged, first = self.native.solutions(None, Limits()), self.native.solutions(1, Limits())
        require(one.found == merged.found, f"solutions: {one.found} in Python, {merged.found} merged")
        require(
            one.found[:1] == first.found,
            f"the first solution: {one.found[:1]} in Python, {first.found} natively",
        )
        if self.native.can_attempt:
            found = self.native.attempt(Limits()).found
            require(
                bool(found) == bool(one.found), f"some solution: {one.found[:1]} in Python, {found} natively"
            )
            ends = [each.end(self.puzzle) for each in found]
            require(all(map(self.puzzle.is_solved, ends)), f"the solution {found} does not solve it")

    def options(self, random: Random) -> bool:
        """Compare what a player by lot sees along random play."""
        return bool(self.players) and self.compare_options(self._player(random), random)

    def compare_options(self, player: Player, random: Random) -> bool:
        """Compare the player's options, slot by slot, along random play."""
        twin, looked = self.native.twin, False
        number = {move: at for at, move in enumerate(twin.moves)}
        rules = [rule.native_name for rule in player.rules]
        families = None if player.families is None else sorted(player.families)
        for state, moves, path in play(self.puzzle, random):
            if work(player, moves) <= LONG_LOOK:
                raw = twin.handle.options([number[move] for move in path], rules, families, player.lookahead)
                theirs = [(_slot(twin, each.slot), [twin.moves[move] for move in each.moves]) for each in raw]
                table = player.options(self.puzzle, state)
                ours = [(_known(twin, slot), options) for slot, options in table.items()]
                require(ours == theirs, f"in {state!r} {player} sees {ours} in Python, {theirs} natively")
                looked = True
        return looked

    def scores(self, random: Random) -> bool:
        """Compare a measure for a player and a policy, all by lot."""
        if not self.players:
            return False
        measure = random.choice(list(MEASURES))
        who = self._player(random)
        who = replace(who, leak=LEAK) if measure == "luck" and random.random() < 0.5 else who
        return self._compare_score(measure, who, random.choice(POLICIES))

    def compare_scores(self, player: Player) -> None:
        """Compare every measure for a player, who also overlooks things."""
        for measure in MEASURES:
            for policy in POLICIES:
                self._compare_score(measure, player, policy)
                if measure == "luck":
                    self._compare_score(measure, replace(player, leak=LEAK), policy)

    def _compare_score(self, measure: str, who: Player, policy: Policy) -> bool:
        effort = max(1, work(who, self._first_moves))
        if effort > LONG_LOOK:
            return False
        limits = Limits(states=min(self.limits.states or LONG_SEARCH, LONG_SEARCH // effort))

        def score(engine: Engine) -> Score:
            return MEASURES[measure](self.puzzle, who, policy=policy, limits=limits, engine=engine)

        ours, theirs, merged = score(self.python), score(self.unmerged), score(self.native)
        what = f"{measure} for {who}, {policy}"
        if ours.status is not Status.GAVE_UP or not self._lists_paths:
            _compare_values(what, ours, theirs)
        require(
            ours.states == theirs.states or (self._lists_paths and ours.states > theirs.states),
            f"{what}: {ours.states} states in Python, {theirs.states} natively",
        )
        if ours.status is not Status.GAVE_UP:
            _compare_values(what, ours, merged)
        for each in (ours, theirs, merged):
            if each.value is not None:
                _check_steps(self.puzzle, who, each)
        return ours.status is not Status.GAVE_UP

    def seen(self, random: Random) -> bool:
        """Compare the graph of what a player by lot may reach."""
        if not self.players:
            return False
        player = self._player(random)
        if work(player, self._first_moves) > LONG_LOOK:
            return False
        theirs = self.native.explore_seen(player, self.limits)
        if theirs is None or not theirs.complete:
            return False
        walk = Walk(self.puzzle, player, Limits().start())
        _compare_graphs(f"what {player} may reach", PythonEngine(walk).explore(self.limits), theirs)
        return True


QUESTIONS = (
    ("solutions", Pair.solutions),
    ("states", Pair.graphs),
    ("options", Pair.options),
    ("bits", Pair.scores),
    ("reach", Pair.seen),
)


def _check_declared(rules: Iterable[Rule], puzzle: AnyPuzzle, random: Random) -> None:
    """Check that every rule has a native twin or declares that it has none."""
    if native := QuickestEngine(puzzle).native:
        known = set(native.twin.handle.rules())
        for rule in rules:
            has = rule.native_name in known
            require(
                has or not rule.native,
                f"the rule {rule.name!r} has no native twin: write it, or declare native=False",
            )
            require(
                rule.native or not has, f"the rule {rule.name!r} says native=False, but it has a native twin"
            )


def _compare_graphs(what: str, one: StateGraph, other: StateGraph) -> None:
    require(
        one.complete == other.complete,
        f"{what}: complete is {one.complete} in Python, {other.complete} natively",
    )
    for name in ("first", "target", "solved", "starts"):
        ours, theirs = getattr(one, name), getattr(other, name)
        require(np.array_equal(ours, theirs), f"{what}: {name} is {ours} in Python, {theirs} natively")


def _compare_counts(one: Count, other: Count) -> None:
    for fact in ("solutions", "total_length", "shortest", "longest", "complete"):
        ours, theirs = getattr(one, fact), getattr(other, fact)
        require(ours == theirs, f"count: {fact} is {ours} in Python, {theirs} {other.engine}")


def _slot(twin: Native, number: int) -> Slot | None:
    return None if number == REQUIRED_MOVE or not twin.slots else twin.slots[number]


def _known(twin: Native, slot: Slot) -> Slot | None:
    return slot if twin.slots and slot.family != "must" else None


def _compare_values(what: str, ours: Score, theirs: Score) -> None:
    require(ours.status == theirs.status, f"{what}: {ours.status} in Python, {theirs.status} {theirs.engine}")
    require(
        _near(ours.value, theirs.value), f"{what}: {ours.value} in Python, {theirs.value} {theirs.engine}"
    )


def _near(one: float | None, other: float | None) -> bool:
    return one is other is None or (one is not None and other is not None and abs(one - other) <= TOLERANCE)


def _check_steps(puzzle: AnyPuzzle, player: Player, score: Score) -> None:
    """Check that the steps sum to the value, can be made, and end where the player sees a solution."""
    what = f"{score.measure} for {player}, {score.policy}, {score.engine}"
    bits = fsum(step.bits for step in score.steps)
    require(_near(bits, score.value), f"{what}: the steps sum to {bits}, not to {score.value}")
    ends = [_end(puzzle, start, score) for start in puzzle.starts()]
    seen = any(end is not None and player.sees_solution(puzzle, end) for end in ends)
    line = " ".join(str(step.move) for step in score.steps)
    require(seen, f"{what}: the steps {line} do not lead to a solution")


def _end(puzzle: AnyPuzzle, state: Any, score: Score) -> Any:
    """Return the state after the steps from a start, or None if they cannot be made from it."""
    for step in score.steps:
        if puzzle.is_solved(state) or step.move not in puzzle.moves(state):
            return None
        state = puzzle.apply(state, step.move)
    return state
