"""Pictures of a solver's steps: the board before, what is written in, and what is ruled out."""

from collections.abc import Iterator, Sequence

from quandary.draw.shapes import Drawing, Shape, Text, rectangle
from quandary.kinds.fillomino.board import BoardNumbers, Put
from quandary.kinds.fillomino.page import SIZES, centre
from quandary.trace import Step, Trace

NOT = "\u2260"
"""Put before numbers that are ruled out, for people who cannot see colours."""
SMALL, MOST_RANGES = 0.24, 3
"""The size of ruled-out numbers, and the most numbers or ranges of them that fit into a cell."""


def state_before(givens: BoardNumbers, columns: int, trace: Trace, number: int) -> BoardNumbers:
    """Return the board before a step of a trace, counted from 0."""
    state, before = list(givens), list[list[int]]()
    for step in trace.steps[:number]:
        if step.action == "guess":
            before.append(list(state))
        elif step.action == "revert":
            state = before.pop()
        for move in step.finding.must:
            state[move.row * columns + move.column] = move.number
    return tuple(state)


def over_step(drawing: Drawing, step: Step) -> Drawing:
    """Draw what a step writes in, in green, and what it rules out, in red, over a board."""
    written = {(move.row, move.column): str(move.number) for move in step.finding.must}
    struck = _numbers_by_cell(step.finding.cannot)
    return drawing.over(
        (
            *(
                shape
                for cell, text in written.items()
                for shape in _mark(cell, text, SIZES[len(text)], "new")
            ),
            *(shape for cell, text in struck.items() for shape in _mark(cell, text, SMALL, "struck")),
        )
    )


def ranges(numbers: Sequence[int]) -> str:
    """Write the first few of some ascending numbers, with a dash for consecutive ones.

    >>> ranges([2, 4, 5, 6, 9]), ranges([1, 3, 5, 7, 9])
    ('2 4-6 9', '1 3 5 …')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs[:MOST_RANGES]]
    return " ".join(words + ["…"] * (len(runs) > MOST_RANGES))


def _numbers_by_cell(moves: Sequence[Put]) -> dict[tuple[int, int], str]:
    numbers: dict[tuple[int, int], list[int]] = {}
    for move in moves:
        numbers.setdefault((move.row, move.column), []).append(move.number)
    return {cell: f"{NOT}{ranges(sorted(some))}" for cell, some in numbers.items()}


def _mark(cell: tuple[int, int], text: str, size: float, role: str) -> Iterator[Shape]:
    x, y = centre(*cell)
    yield rectangle(x - 0.5, y - 0.5, 1, 1, fill=f"{role}-area")
    yield Text((x, y), text, min(size, 1.5 / len(text)), role, bold=True)
