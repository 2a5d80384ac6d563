"""Climb the ladder: solve a puzzle as people do, one step at a time, by the lowest rung that leads on.

A step takes the rule with the fewest open spots among those of its rung, and costs more the more spots there are to look at.
"""

from collections.abc import Collection, Iterator

from quandary.engine import Engine, Solver
from quandary.limits import check_limits
from quandary.pencil.findings import told
from quandary.pencil.grid import OPEN, Write
from quandary.pencil.ladder import LOOKS, board_of
from quandary.pencil.native_ladder import core_steps
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.rungs import Hit
from quandary.pencil.search import RuleBoard
from quandary.pencil.words.word import ValueSet, is_decided, value_of
from quandary.rules import Finding
from quandary.trace import Ending, Step, Trace

LOOK, MOST_LOOK = 0.05, 0.9
"""What each open spot of a rule adds to the cost of a step, and the most that they add."""


def climb(puzzle: Pencil, rungs: Collection[str] = tuple(LOOKS)) -> Trace:
    """Return the steps up the ladder, to the solution or to where no rung leads on."""
    board = board_of(puzzle)
    found = core_steps(board, rungs)
    return _trace(board, steps_of(board, rungs) if found is None else found)


def steps_of(board: RuleBoard, rungs: Collection[str]) -> Iterator[tuple[str, Hit]]:
    """Yield the steps by the lowest of some rungs that leads on, each with the name of its rung, to where none does."""
    may = board.puzzle.may(board.puzzle.start)
    while not all(map(is_decided, may)):
        check_limits()
        looked = ((rung, next(LOOKS[rung][0](board, may), None)) for rung in rungs)
        step = next(((rung, found) for rung, found in looked if found), None)
        if step is None:
            return
        yield step
        if step[1].forced is None:
            return
        for spot, mask in step[1].forced.items():
            may[spot] = mask


def _trace(board: RuleBoard, found: Iterator[tuple[str, Hit]]) -> Trace:
    may, steps, made = board.puzzle.may(board.puzzle.start), list[Step](), list[Write]()
    ending: Ending = "stuck"
    for rung, each in found:
        finding = told(board, may, each)
        steps.append(Step("rule", rung, finding, _cost(rung, finding), 0, 1))
        if each.forced is None:
            ending = "unsolvable"
            break
        made += finding.must
        for spot, mask in each.forced.items():
            may[spot] = mask
    state = _state(may)
    if OPEN not in state:
        ending = "solved" if board.puzzle.is_solved(state) else "unsolvable"
    return Trace(ending, tuple(steps), state, tuple(made))


def _cost(rung: str, finding: Finding) -> float:
    return round(LOOKS[rung][1] + min(LOOK * max(len(finding.seen_at) - 1, 0), MOST_LOOK), 2)


def _state(may: list[ValueSet]) -> State:
    return tuple(value_of(mask) if is_decided(mask) else OPEN for mask in may)


class Climber(Solver):
    """The steps of a person up the ladder, without a guess."""

    name = "ladder"

    def trace(self, asked: Engine) -> Trace:
        """Solve the puzzle step by step, as far as the ladder leads."""
        return climb(asked.puzzle)
