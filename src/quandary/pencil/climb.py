"""Climb the ladder: solve a puzzle as people do, one step at a time, by the lowest rung that leads on.

A step takes the rule with the fewest open spots among those of its rung, and costs more the more spots there are to look at.
"""

from collections.abc import Collection

from quandary.engine import Engine, Solver
from quandary.limits import check_limits
from quandary.pencil.grid import OPEN, Write
from quandary.pencil.ladder import LOOKS, board_of
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.words.word import is_decided, value_of
from quandary.rules import Finding
from quandary.trace import Ending, Step, Trace

LOOK, MOST_LOOK = 0.05, 0.9
"""What each open spot of a rule adds to the cost of a step, and the most that they add."""


def climb(puzzle: Pencil, rungs: Collection[str] = tuple(LOOKS)) -> Trace:
    """Return the steps up the ladder, to the solution or to where no rung leads on."""
    return _Climb(puzzle, rungs).trace()


class _Climb:
    """One climb: what may be in each spot, and the steps so far."""

    def __init__(self, puzzle: Pencil, rungs: Collection[str]) -> None:
        self.puzzle, self.rungs = puzzle, rungs
        self.may = puzzle.may(puzzle.start)
        self.steps: list[Step] = []
        self.made: list[Write] = []

    def trace(self) -> Trace:
        while (ending := self._ending()) is None:
            check_limits()
        return Trace(ending, tuple(self.steps), self._state(), tuple(self.made))

    def _ending(self) -> Ending | None:
        """Make a step, or return how it ends."""
        state = self._state()
        if OPEN not in state:
            return "solved" if self.puzzle.is_solved(state) else "unsolvable"
        step = self._easiest()
        if step is None:
            return "stuck"
        self.steps.append(step)
        return self._take(step.finding)

    def _easiest(self) -> Step | None:
        for rung in self.rungs:
            look, cost, _ = LOOKS[rung]
            if finding := next(look(board_of(self.puzzle), self.may), None):
                more = min(LOOK * max(len(finding.seen_at) - 1, 0), MOST_LOOK)
                return Step("rule", rung, finding, round(cost + more, 2), 0, 1)
        return None

    def _take(self, finding: Finding) -> Ending | None:
        for move in finding.must:
            if move.value == OPEN:
                return "unsolvable"
            self.may[move.spot] = 1 << move.value
        for move in finding.cannot:
            self.may[move.spot] &= ~(1 << move.value)
        self.made += finding.must
        return None

    def _state(self) -> State:
        return tuple(value_of(mask) if is_decided(mask) else OPEN for mask in self.may)


class Climber(Solver):
    """The steps of a person up the ladder, without a guess."""

    name = "ladder"

    def trace(self, asked: Engine) -> Trace:
        """Solve the puzzle step by step, as far as the ladder leads."""
        return climb(asked.puzzle)
