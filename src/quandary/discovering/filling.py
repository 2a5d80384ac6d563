"""Learning from fill puzzles whose kind has a theory of windows, such as Fillomino."""

from collections import Counter
from collections.abc import Sequence
from math import log2
from random import Random
from typing import Any, NamedTuple

from quandary.discovering.explain import Explainer, UnsoundTheoryError, rings
from quandary.discovering.rank import PlayedWorth
from quandary.discovering.trainer import Trainer
from quandary.limits import Budget, Limits, check_limits
from quandary.puzzle import by_slot
from quandary.solving.choose import engine_for
from quandary.theory import Facts, Matcher, Theory
from quandary.theory.learned import Learned, match_rules

SOLVING = 10.0
"""The most seconds to solve a training puzzle."""
SAMPLED = 60
"""The most dead moves of one puzzle that are explained."""


class FillingWay(NamedTuple):
    """A puzzle with one solution, and the states of one way to it."""

    puzzle: Any
    right: frozenset[Any]
    states: tuple[Any, ...]


class Filling(Trainer):
    """Learns from fill puzzles with exactly one solution: every other move is dead."""

    def __init__(self, theory: Theory, radius: int, seed: int) -> None:
        super().__init__()
        self.theory, self.radii, self.seed = theory, range(1, radius + 1), seed
        self.explainer = Explainer(theory, seed)

    def keep(self, puzzle: Any, budget: Budget) -> bool:
        """Solve a puzzle, and fill it slot by slot, always one with the fewest legal moves."""
        right = self._right(puzzle, budget)
        if right is None:
            return False
        state, states = next(iter(puzzle.starts())), []
        while not puzzle.is_solved(state):
            check_limits()
            states.append(state)
            table = by_slot(puzzle, state, puzzle.moves(state))
            narrow = min(table.values(), key=len)
            state = puzzle.apply(state, next(move for move in narrow if move in right))
        self.kept.append(FillingWay(puzzle, right, tuple(states)))
        return True

    def _right(self, puzzle: Any, budget: Budget) -> "frozenset[Any] | None":
        """Return the moves of the only solution, or None. A sheet says itself what belongs to it."""
        if hasattr(puzzle, "only_solution"):
            parts: frozenset[Any] | None = puzzle.only_solution(budget)
            return parts
        rest = budget.rest()
        seconds = SOLVING if rest.seconds is None else min(SOLVING, rest.seconds)
        answer = engine_for(puzzle).solutions(2, Limits(seconds, rest.memory, meter=rest.meter))
        budget.check()
        return frozenset(answer.found[0].moves) if len(answer.found) == 1 and answer.complete else None

    def learn(self, puzzle: Any, number: int, budget: Budget) -> "Counter[Facts] | None":
        """Explain a sample of the dead moves on the way to the solution."""
        if not self.keep(puzzle, budget):
            return None
        way = self.kept[-1]
        dead = [
            (state, move) for state in way.states for move in puzzle.moves(state) if move not in way.right
        ]
        if len(dead) > SAMPLED:
            dead = Random(f"discover/{self.seed}/{number}").sample(dead, SAMPLED)
        self.dead_moves += len(dead)
        found = Counter[Facts]()
        for state, move in dead:
            why = self.explainer.explain(rings(self.theory, puzzle, state, move, self.radii))
            if why is not None:
                found[why] += 1
        return found

    def worth(self, rules: Sequence[Learned]) -> "GreedyWorth":
        """Match the rules in the states that a player meets who fills the narrowest slot."""
        return GreedyWorth(self.kept, match_rules(self.theory, rules))


class GreedyWorth(PlayedWorth):
    """The bits of a greedy player, who always fills the slot with the fewest moves that their rules leave."""

    def __init__(self, ways: Sequence[FillingWay], match: Matcher) -> None:
        super().__init__(len(ways))
        self.ways, self.match = ways, match
        self._seen: dict[tuple[int, Any], list[_Choice]] = {}

    def _play(self, puzzle: int, known: int) -> float:
        way, total = self.ways[puzzle], 0.0
        state = way.states[0] if way.states else None
        while state is not None and not way.puzzle.is_solved(state):
            left = [
                (sum(not mask & known for mask in each.wrong), each.right)
                for each in self._look(puzzle, state)
            ]
            wrong, move = min(left, key=lambda each: each[0])
            total += log2(1 + wrong)
            state = way.puzzle.apply(state, move)
        return total

    def _look(self, puzzle: int, state: Any) -> "list[_Choice]":
        """Return the choice in each open slot, worked out once for each state."""
        key = puzzle, state
        if key not in self._seen:
            check_limits()
            way = self.ways[puzzle]
            moves = list(way.puzzle.moves(state))
            masks = dict(zip(moves, self.match(way.puzzle, state, moves), strict=True))
            if any(masks[move] for move in way.right if move in masks):
                raise UnsoundTheoryError(
                    f"A learned rule rules out a move of {way.puzzle!r} that is part of the solution."
                )
            self._seen[key] = [
                _Choice(right[0], [masks[move] for move in options if move not in way.right])
                for options in by_slot(way.puzzle, state, moves).values()
                if (right := [move for move in options if move in way.right])
            ]
        return self._seen[key]


class _Choice(NamedTuple):
    """The right move of a slot, and the rules that strike each of its wrong ones."""

    right: Any
    wrong: list[int]
