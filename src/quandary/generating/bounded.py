"""Find the best puzzles of a space without scoring all of them, where the space can bound the rest."""

from dataclasses import dataclass
from typing import Any

from quandary.errors import SpaceError
from quandary.generating.found import plain
from quandary.generating.scoring import SpaceName, Task
from quandary.library import registry
from quandary.parts.space import BoundedSpace


@dataclass(frozen=True)
class BestBounded:
    """The best puzzles of a space, and what they speak for."""

    space: str
    size: int
    expressions: tuple[str, ...]
    seen: int
    """The number of puzzles that were looked at."""
    is_complete: bool
    """Whether going through the whole space would give the same list."""
    said: str
    best: list[tuple[int, tuple[float, ...], str]]
    """Number, values and notation of each, best first."""

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "space": self.space,
            "size": self.size,
            "seen": self.seen,
            "share": self.seen / self.size,
            "by": self.expressions[0],
            "then": self.expressions[1],
            "complete": self.is_complete,
            "said": self.said,
            "best": [
                {"place": place, "number": number, "puzzle": text, "scores": self._scores(values)}
                for place, (number, values, text) in enumerate(self.best, start=1)
            ],
        }

    def _scores(self, values: tuple[float, ...]) -> dict[str, Any]:
        names = zip(self.expressions, values, strict=True)
        return {name: {"value": plain(value), "status": "exact"} for name, value in names}


def best_bounded(task: Task) -> BestBounded:
    """Return the best puzzles of a task's space. Raises SpaceError if nothing bounds them.

    >>> from quandary.generating.evaluator import Evaluator
    >>> from quandary.generating.found import Wanted
    >>> from quandary.generating.scoring import name_space
    >>> panels = name_space("witness", "squares", {"size": "3x3"})
    >>> found = best_bounded(Task(panels, Evaluator("-solutions", "shortest"), Wanted(2)))
    >>> [(number, values) for number, values, text in found.best], found.is_complete
    ([(319, (-1.0, 14.0)), (397, (-1.0, 14.0))], True)
    """
    space = task.build()
    if not isinstance(space, BoundedSpace):
        raise SpaceError(f"The space {task.space} has no bounds. Leave out --bounded.")
    if task.evaluator.expressions != space.bounded_by:
        by, then = space.bounded_by
        raise SpaceError(f"The bounds of {task.space} hold only for --by {by} --then {then}.")
    found = space.bounded(task.wanted.best)
    kind = registry.find_kind(task.space.kind) if isinstance(task.space, SpaceName) else None
    rows = [
        (number, values, kind.format(space.unrank(number)) if kind else "") for number, values in found.best
    ]
    size, expressions = space.size, task.evaluator.expressions
    return BestBounded(str(task.space), size, expressions, found.seen, found.is_complete, found.said, rows)
