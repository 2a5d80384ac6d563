"""Learning from fill puzzles whose kind has a theory of windows, such as Fillomino."""

from collections import Counter
from collections.abc import Sequence
from math import log2
from random import Random
from typing import Any, NamedTuple

from quandary.discovering.explain import Explainer, UnsoundTheoryError, rings
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
RANKED = 12
"""The most states of one way that rules are ranked by. They are spread evenly over it."""


class Way(NamedTuple):
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
            self.too_large += 1
            return False
        state, states = next(iter(puzzle.starts())), []
        while not puzzle.is_solved(state):
            check_limits()
            states.append(state)
            table = by_slot(puzzle, state, puzzle.moves(state))
            narrow = min(table.values(), key=len)
            state = puzzle.apply(state, next(move for move in narrow if move in right))
        self.kept.append(Way(puzzle, right, tuple(states)))
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

    def worth(self, rules: Sequence[Learned]) -> "WayWorth":
        """Match the rules in every state of the ways."""
        return WayWorth(self.kept, match_rules(self.theory, rules))


class WayWorth:
    """The bits of the narrowest slot in each state on the way to the solution."""

    def __init__(self, ways: Sequence[Way], match: Matcher) -> None:
        self.rows = [[self._slots(way, state, match) for state in _spread(way.states)] for way in ways]
        self.scale = [len(way.states) / max(1, len(rows)) for way, rows in zip(ways, self.rows, strict=True)]

    def _slots(self, way: Way, state: Any, match: Matcher) -> list[list[int]]:
        """Return, for each open slot, the rules that strike each of its dead moves."""
        check_limits()
        moves = list(way.puzzle.moves(state))
        masks = dict(zip(moves, match(way.puzzle, state, moves), strict=True))
        if any(masks[move] for move in way.right if move in masks):
            raise UnsoundTheoryError(
                f"A learned rule rules out a move of {way.puzzle!r} that is part of the solution."
            )
        table = by_slot(way.puzzle, state, moves)
        return [[masks[move] for move in options if move not in way.right] for options in table.values()]

    @property
    def puzzles(self) -> int:
        """Return the number of training puzzles."""
        return len(self.rows)

    def may_help(self, puzzle: int) -> int:
        """Return the rules that may make a difference: all of them."""
        return -1

    def bits(self, puzzle: int, known: int) -> float:
        """Return the bits of choice on the way, in the narrowest slot each time, from the states looked at."""
        return self.scale[puzzle] * sum(
            log2(1 + min(sum(not mask & known for mask in slot) for slot in slots))
            for slots in self.rows[puzzle]
        )


def _spread(states: Sequence[Any]) -> list[Any]:
    """Return some of the states, evenly spread.

    >>> _spread(range(24)) == list(range(0, 24, 2)), _spread(range(3))
    (True, [0, 1, 2])
    """
    number = min(RANKED, len(states))
    return [states[at * len(states) // number] for at in range(number)]
