"""Count and measure the solutions of every panel of a space, and find the best panels.

There is no search. The solutions of a panel are read off the paths of the empty one, in C++ if possible.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quandary._native import core
from quandary.errors import NativeError, SpaceError
from quandary.kinds.witness.engine import corners, describe, numbered, reader
from quandary.kinds.witness.numbering import NumberedPanels
from quandary.kinds.witness.paths import MOST_PATHS, Paths, too_many_paths
from quandary.kinds.witness.rules import Panel
from quandary.parts.space import each, numbers

if TYPE_CHECKING:
    import numpy as np

PIECE = 50_000
"""The number of panels to process at a time."""
MOST_CELLS_VALUED = 20
"""The largest panels whose ReMUSE is read off their solutions. On larger ones a search is quicker."""


@dataclass(frozen=True)
class SweepPiece:
    """The results for the panels from number `first` on."""

    first: int
    solutions: "np.ndarray"
    shortest: "np.ndarray"
    """The steps of a shortest solution, or 0 without one."""


class FoundPanel(NamedTuple):
    """A panel that was chosen."""

    number: int
    solutions: int
    shortest: int
    value: float | None
    """The measure it was chosen by, if that was not the number and length of its solutions."""
    panel: Panel


def sweep(
    space: NumberedPanels,
    first: int = 0,
    last: int | None = None,
    *,
    engine: Literal["auto", "python", "native"] = "auto",
) -> Iterator[SweepPiece]:
    """Yield the results for the panels from number `first` up to but not including `last`, piece by piece.

    >>> from quandary.kinds.witness.elements import Colour, Square
    >>> from quandary.kinds.witness.space import PanelSpace
    >>> squares = (Square(Colour.BLACK), Square(Colour.WHITE))
    >>> [(len(piece.solutions), int(piece.solutions.sum())) for piece in sweep(PanelSpace(2, 2, palette=squares))]
    [(54, 370)]
    """
    todo = numbers(space, first, last)
    run = _runner(space, engine)
    for begin in range(todo.start, todo.stop, PIECE):
        yield SweepPiece(begin, *run(begin, min(begin + PIECE, todo.stop)))


def columns(space: NumberedPanels) -> "Callable[[range, Sequence[str]], dict[str, Any] | None]":
    """Return a function from numbers of panels and names of measures to their values, nan for unsolvable panels.

    It knows the solutions, the length of a shortest one, and ReMUSE for the paper's player. It returns None where
    the panels are too large, and for ReMUSE also where there are gaps, which change what a player may do.
    """
    import numpy as np

    @cache
    def swept() -> Any:
        try:
            return compiled_sweep(space) if fits(space) else None
        except SpaceError:  # too many paths
            return None

    def found(numbers: range, measures: Sequence[str]) -> dict[str, Any] | None:
        with_remuse = "remuse" in measures
        if not numbers or (with_remuse and (space.gaps or space.width * space.height > MOST_CELLS_VALUED)):
            return None
        if swept() is None:
            return None
        columns = swept().run(_letters(space, numbers.start), len(numbers), with_remuse)
        solvable = columns.solutions > 0
        return {name: np.where(solvable, getattr(columns, name), np.nan) for name in measures}

    return found


def best(
    space: NumberedPanels,
    most: int = 10,
    first: int = 0,
    last: int | None = None,
    *,
    by: Callable[[Panel], float | None] | None = None,
) -> list[FoundPanel]:
    """Return the best solvable panels: those with the fewest solutions, and among them the longest.

    `by` gives another measure, whose largest values are best. Panels for which it returns None are left out.

    >>> from quandary.kinds.witness.elements import Colour, Square
    >>> from quandary.kinds.witness.space import PanelSpace
    >>> squares = (Square(Colour.BLACK), Square(Colour.WHITE))
    >>> for found in best(PanelSpace(2, 2, palette=squares), 2):
    ...     print(found.number, found.solutions, found.shortest)
    17 1 4
    22 1 4
    """
    chosen: list[FoundPanel] = []
    for piece in sweep(space, first, last):
        found = _fewest(space, piece, most) if by is None else _largest(space, piece, by)
        chosen = nlargest(most, [*chosen, *found], key=_merit)
    return chosen


def _merit(found: FoundPanel) -> tuple[float, int, int, int]:
    value = 0.0 if found.value is None else found.value
    return value, -found.solutions, found.shortest, -found.number


def _fewest(space: NumberedPanels, piece: SweepPiece, most: int) -> Iterator[FoundPanel]:
    """Yield the panels of a piece that may be among the best by their solutions."""
    import numpy as np

    solvable = np.flatnonzero(piece.solutions)
    order = np.lexsort((-piece.shortest[solvable].astype(np.int64), piece.solutions[solvable]))
    for at in solvable[order[:most]]:
        yield _found(piece, int(at), None, space.unrank(piece.first + int(at)))


def _largest(
    space: NumberedPanels, piece: SweepPiece, by: Callable[[Panel], float | None]
) -> Iterator[FoundPanel]:
    for at in piece.solutions.nonzero()[0]:
        panel = space.unrank(piece.first + int(at))
        if (value := by(panel)) is not None:
            yield _found(piece, int(at), value, panel)


def _found(piece: SweepPiece, at: int, value: float | None, panel: Panel) -> FoundPanel:
    return FoundPanel(piece.first + at, int(piece.solutions[at]), int(piece.shortest[at]), value, panel)


def _runner(space: NumberedPanels, engine: str) -> "Callable[[int, int], tuple[np.ndarray, np.ndarray]]":
    if engine == "native" and core() is None:
        raise NativeError("The compiled core is not installed; use engine='python'.")
    return _in_python(space) if engine == "python" or not fits(space) else _in_cpp(space)


def fits(space: NumberedPanels) -> bool:
    """Return whether the compiled core is there and can sweep panels of this size."""
    compiled = core()
    return compiled is not None and compiled.witness.Panel64.fits(space.width, space.height)


def _in_python(space: NumberedPanels) -> "Callable[[int, int], tuple[np.ndarray, np.ndarray]]":
    import numpy as np

    paths = Paths(space.empty)

    def run(first: int, last: int) -> "tuple[np.ndarray, np.ndarray]":
        solving = [paths.solutions(panel) for panel in each(space, first, last)]
        shortest = [len(found[0]) - 1 if found else 0 for found in solving]
        return np.array([len(found) for found in solving], np.uint32), np.array(shortest, np.uint16)

    return run


def compiled_sweep(space: NumberedPanels) -> Any:
    """Return the compiled module's sweep of a space. The core must be there."""
    compiled = core()
    assert compiled is not None  # noqa: S101 - callers have asked
    witness, empty = compiled.witness, space.empty
    description = describe(empty)
    for element in space.elements:
        reader().add(description, element)
    cells = corners(empty, ((x // 2, y // 2) for x, y in space.cells.all))
    places = (cells, numbered(empty, space.junctions.all), numbered(empty, space.edges.all))
    layers = [
        witness.Layer(where, layer.pairs, list(layer.counts or [layer.places] * layer.letters))
        for where, layer in zip(places, space.layouts.layers, strict=True)
    ]
    try:
        return witness.Sweep(description, layers, MOST_PATHS)
    except ValueError:
        raise too_many_paths(empty) from None


def _in_cpp(space: NumberedPanels) -> "Callable[[int, int], tuple[np.ndarray, np.ndarray]]":
    swept = compiled_sweep(space)

    def run(first: int, last: int) -> "tuple[np.ndarray, np.ndarray]":
        found = swept.run(_letters(space, first), last - first, False)
        return found.solutions, found.shortest

    return run


def _letters(space: NumberedPanels, number: int) -> list[int]:
    return [letter for layer in space.layouts.unrank(number) for letter in layer]
