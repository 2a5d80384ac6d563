"""People: rules never rule out a move that leads to a solution, and more knowledge never means less."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from quandary.engine import EngineName
from quandary.kind import Kind
from quandary.limits import Limits
from quandary.measuring.table import measures
from quandary.player import Player
from quandary.puzzle import AnyPuzzle, is_fill
from quandary.rules import Rule, narrow, remembered, sound
from quandary.score import NotComputed
from quandary.solving.choose import NoEngineError, QuickestEngine
from quandary.solving.deduce import deduce
from quandary.solving.expert import expert, marking_of
from quandary.solving.explore import explore
from quandary.solving.search import solutions
from quandary.testing.samples import SMALL, Moment, Samples, require, require_names, work
from quandary.trace import Trace

STATES = 60
STEPS = 8
LONG_LOOK = 15_000
RADII = (1, 2)
"""How far the theory that rules are learned from looks around a move."""
FEW = Limits(states=300)
"""Steps of a solver who deduces."""
MADE_UP = ("none", "expert")
"""Players that every kind has; one that spells them out is free to."""


@dataclass(frozen=True)
class Truth:
    """The moves of a situation that lead to a solution, and those that every solution makes."""

    live: frozenset[Any]
    needed: frozenset[Any]


def check_players(samples: Samples) -> None:
    """Check the names of rules and players, what players know, and the headline."""
    kind, people = samples.kind, samples.kind.people
    own = [player.name for player in people.players]
    require_names(kind, "rule", (rule.name for rule in people.rules))
    for marking in filter(None, [marking_of(puzzle, kind) for puzzle in samples.puzzles[:1]]):
        require_names(kind, "marking rule", (rule.name for rule in marking.rules))
    require_names(kind, "player", (name for name in own if name not in MADE_UP))
    for player in people.players:
        unknown = [rule.name for rule in player.rules if rule not in people.rules]
        require(
            not unknown,
            f"{kind.name}: player {player.name!r} knows rules that the kind does not list: {unknown}",
        )
    require(
        people.headline in measures(kind), f"{kind.name}: its headline {people.headline!r} is not a measure"
    )


def check_deduction(samples: Samples) -> None:
    """Check that the deduction solver never calls a solvable puzzle unsolvable."""

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        trace = trace_of(samples.kind, puzzle)
        solvable = bool(solutions(puzzle, most=1, limits=SMALL).found)
        wrong = trace and trace.status == "unsolvable" and solvable
        require(not wrong, "deducing calls it unsolvable, but it has a solution")

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)
    samples.try_on_drawn(promise, small=True)


def trace_of(kind: Kind, puzzle: AnyPuzzle) -> Trace | None:
    """Return how people solve a puzzle, by the kind's own trace or its rules, or None."""
    with suppress(NotComputed, NoEngineError):
        trace: Trace = QuickestEngine(puzzle).ask_kind("trace").answer
        return trace
    who = expert(puzzle)
    return deduce(who.sheet, who.player, guess=who.guess, limits=FEW) if who else None


def check_rules_are_sound(samples: Samples) -> None:
    """Check that rules, alone and together, rule out nothing that leads to a solution."""

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        rules = _applicable(samples, puzzle)
        puzzle = remembered(puzzle, rules)
        players = [Player((rule,)) for rule in rules] + [Player(rules)] * (len(rules) > 1)
        for situation, truth in _situations(puzzle, random):
            for player in players:
                if work(player, situation.moves) <= LONG_LOOK:
                    _check_sight(puzzle, player, situation, truth)

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)
    samples.try_on_drawn(promise, small=True)


def check_rules_are_monotone(samples: Samples) -> None:
    """Check that rules given fewer moves rule out every move that they ruled out before."""

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        rules = _applicable(samples, puzzle)
        puzzle = remembered(puzzle, rules)
        for situation, truth in _situations(puzzle, random):
            state, moves, _ = situation
            fewer = [move for move in moves if move in truth.live or random.random() < 0.5]
            for rule in rules:
                back = set(_left(puzzle, state, rule, fewer)).difference(_left(puzzle, state, rule, moves))
                require(
                    not back,
                    f"in {state!r} rule {rule.name} rules out {_text(back)} given {_text(moves)},"
                    f" but not given only {_text(fewer)}",
                )

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)
    samples.try_on_drawn(promise, small=True)


def check_theory_is_sound(samples: Samples) -> None:
    """Check that the theory that rules are learned from refutes no move that leads to a solution."""
    theory = samples.kind.theory()

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        for (state, _, _), truth in _situations(puzzle, random):
            for move in sorted(truth.live, key=str)[:STEPS]:
                for radius in RADII:
                    wrong = theory.refutes(theory.facts(puzzle, state, move, radius))
                    require(
                        wrong is None,
                        f"in {state!r} the theory refutes {move}, which leads to a solution: {sorted(wrong or (), key=repr)}",
                    )

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)
    samples.try_on_drawn(promise, small=True)


def _applicable(samples: Samples, puzzle: AnyPuzzle) -> tuple[Rule, ...]:
    """Return the kind's rules, without those that need a unique solution where there are several."""
    engine: EngineName = "auto" if samples.kind.engines.by_way else "python"
    unique = len(solutions(puzzle, most=2, limits=SMALL, engine=engine).found) == 1
    return sound(samples.kind.people.rules, unique=unique)


def _check_sight(puzzle: AnyPuzzle, player: Player, situation: Moment, truth: Truth) -> None:
    state, moves, _ = situation
    who = f"in {state!r} rule {player}"
    table = player.options(puzzle, state)
    left = {move for slot, options in table.items() if slot.family != "must" for move in options}
    gone = [move for move in moves if move in truth.live and move not in left]
    require(not gone, f"{who} rules out {_text(gone)}, which leads to a solution")
    for slot, options in table.items():
        require(options, f"{who} sees nothing for {slot}, but there is a solution")
        if slot.family == "must":
            require(
                truth.needed.issuperset(options), f"{who} requires {_text(options)}, but there is another way"
            )


def _left(puzzle: AnyPuzzle, state: Any, rule: Rule, moves: list[Any]) -> list[Any]:
    """Return the moves that remain after the first findings of a rule."""
    left = list(moves)
    for finding in rule.find(puzzle, state, tuple(moves)):
        left = narrow(puzzle, state, left, finding)
    return left


def _situations(puzzle: AnyPuzzle, random: Random) -> Iterator[tuple[Moment, Truth]]:
    """Yield states in which a solution can still be reached, with the truth about their moves."""
    if is_fill(puzzle):
        return _while_filling(puzzle, random)
    return _on_paths(puzzle, random)


def _while_filling(puzzle: AnyPuzzle, random: Random) -> Iterator[tuple[Moment, Truth]]:
    """Yield the situations along one way to a solution."""
    state = next(iter(puzzle.starts()))
    path: tuple[Any, ...] = ()
    while not puzzle.is_solved(state) and len(path) < STEPS:
        known = solutions(From(puzzle, state), limits=SMALL, engine="python")
        if not known.complete or not known.found:
            return
        solved = [frozenset(solution.moves) for solution in known.found]
        truth = Truth(frozenset.union(*solved), frozenset.intersection(*solved))
        moves = list(puzzle.moves(state))
        yield Moment(state, moves, path), truth
        move = random.choice([move for move in moves if move in truth.live])
        state, path = puzzle.apply(state, move), (*path, move)


def _on_paths(puzzle: AnyPuzzle, random: Random) -> Iterator[tuple[Moment, Truth]]:
    graph = explore(puzzle, limits=SMALL, engine="python")
    states = list(graph.states or ())
    parents: list[list[int]] = [[] for _ in states]
    for state in range(len(states)):
        for child in graph.children(state):
            parents[child].append(state)
    alive = [state for state in range(len(states)) if graph.solved[state]]
    reached = set(alive)
    for state in alive:  # grows while we walk it
        new = [parent for parent in parents[state] if parent not in reached]
        reached.update(new)
        alive += new
    hopeful = [state for state in alive if not graph.solved[state]]
    for at in random.sample(hopeful, min(STATES, len(hopeful))):
        moves = list(puzzle.moves(states[at]))
        live = [move for move, child in zip(moves, graph.children(at), strict=True) if child in reached]
        yield Moment(states[at], moves, ()), Truth(frozenset(live), frozenset())


@dataclass(frozen=True)
class From:
    """A fill puzzle that is partly filled."""

    puzzle: Any
    state: Any

    def starts(self) -> list[Any]:
        """Return the state that play has reached."""
        return [self.state]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return getattr(self.puzzle, name)  # type: ignore[no-any-return]


def _text(moves: object) -> str:
    return " ".join(map(str, moves)) if isinstance(moves, list | set | tuple) else str(moves)
