"""Hand the ladder to the compiled core, which climbs the same steps."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

from quandary._native import core, native_limits
from quandary.limits import Limits, OutOfBudget
from quandary.pencil.native import MOST_VALUES, core_word, is_known
from quandary.pencil.rungs import Hit
from quandary.pencil.search import RuleBoard
from quandary.pencil.together import families_of


def core_steps(board: RuleBoard, rungs: Collection[str]) -> Iterator[tuple[str, Hit]] | None:
    """Return the steps up the ladder with the names of their rungs, or None without the core or with words of one's own."""
    domains = board.puzzle.grid.domains
    if core() is None or max(domains).bit_length() > MOST_VALUES or not all(map(is_known, board.words)):
        return None
    return _steps(board, [*rungs])


def _steps(board: RuleBoard, rungs: list[str]) -> Iterator[tuple[str, Hit]]:
    """Yield the steps. Where the core wants to count for the first time, it is told what, and goes on from there."""
    ladder, may = _ladder(board), board.puzzle.may(board.puzzle.start)
    while True:
        answer = ladder.climb(may, rungs, native_limits(Limits()))
        if answer.stop:
            raise OutOfBudget(answer.stop)
        for step in answer.value:
            if step.name == "counting" and step.forced == []:
                _tell_families(ladder, board)
                break
            found = _found(board, step)
            yield step.name, found
            for spot, mask in (found.forced or {}).items():
                may[spot] = mask
        else:
            return


@lru_cache(64)
def _ladder(board: RuleBoard) -> Any:
    compiled = core()
    assert compiled is not None  # noqa: S101 - core_steps looked
    moves = [[move.value for move in some] for some in board.puzzle.grid.moves]
    return compiled.pencil.Ladder([core_word(word) for word in board.words], moves)


def _tell_families(ladder: Any, board: RuleBoard) -> None:
    pairs = families_of(board)
    numbers = {
        family: at for at, family in enumerate(dict.fromkeys(family for pair in pairs for family in pair))
    }
    ladder.count_by([*numbers], [(numbers[one], numbers[other]) for one, other in pairs])


def _found(board: RuleBoard, step: Any) -> Hit:
    forced = None if step.forced is None else dict(step.forced)
    if step.pair < 0:
        return Hit(tuple(step.words), forced, step.spot, step.value)
    lines, others = families_of(board)[step.pair]
    counters = (*(lines[at] for at in step.lines), *(others[at] for at in step.inside))
    return Hit((), forced, counters=counters, split=len(step.lines))
