"""Score the puzzles with some numbers of a space."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from time import thread_time
from typing import TYPE_CHECKING, Any

from quandary.errors import NotationError, SpaceError, UnknownNameError
from quandary.generating.evaluator import Evaluator
from quandary.generating.found import (
    FILTERED,
    INVALID,
    SOLVABLE,
    UNKNOWN,
    UNSOLVABLE,
    Kept,
    PartFound,
    Wanted,
    gather,
    plain,
)
from quandary.kind import Kind, kind_of
from quandary.library import registry
from quandary.library.own import is_own, read_own_space
from quandary.limits import DEFAULT, Limits
from quandary.measuring.many import TOGETHER, rate_many
from quandary.measuring.table import PLAYED, measures
from quandary.parts.space import Space, SweptSpace
from quandary.score import Score, Status
from quandary.solving.choose import engine_for

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

USABLE = (Status.EXACT, Status.ESTIMATE)
SILENT = ("start_bits", "time", "solve_rate", "hesitation", "hesitation_mean")
"""The generic measures that have a value, or none, whether or not the puzzle can be solved."""


@dataclass(frozen=True)
class SpaceName:
    """The name of a space: a kind, one of its spaces and its options, or a space in a Python file."""

    kind: str
    space: str
    options: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the name with its size and the options that are not the usual ones."""
        usual = {} if is_own(self.space) else find_space(registry.find_kind(self.kind), self.space).options
        told = {n: v for n, v in self.options.items() if n == "size" or v != usual.get(n)}
        return " ".join([self.kind, self.space, *(f"{name}={value}" for name, value in told.items())])

    def build(self) -> Space[Any]:
        """Return the space. Raises SpaceError or UnknownNameError."""
        if is_own(self.space):
            space: Space[Any] = read_own_space(self.space, self.options)
            return space
        named = find_space(registry.find_kind(self.kind), self.space)
        built: Space[Any] = named.build(self.options)
        return built


def find_space(kind: Kind, name: str) -> Any:
    """Return the space that a kind publishes under a name."""
    if name not in kind.maker.spaces:
        raise UnknownNameError(f"space of {kind.name}", name, kind.maker.spaces)
    return kind.maker.spaces[name]


def name_space(kind: str, space: str, options: Mapping[str, str]) -> SpaceName:
    """Return the name of a space with all its options. Raises UnknownNameError for one that it does not have.

    >>> print(name_space("witness", "squares", {"size": "2x2", "colours": "3"}))
    witness squares size=2x2 colours=3
    """
    if is_own(space):
        registry.find_kind(kind)
        return SpaceName(kind, space, dict(sorted(options.items())))
    named = find_space(registry.find_kind(kind), space)
    for option in options:
        if option not in named.options:
            raise UnknownNameError(f"option of {kind} {space}", option, named.options)
    return SpaceName(kind, space, {**named.options, **options})


def read_space(text: str) -> SpaceName:
    """Return the space that a text names: its kind, its name and its options.

    >>> read_space("witness squares size=2x2").options["size"]
    '2x2'
    """
    kind, *rest = text.split() or [""]
    if not rest or any("=" not in word for word in rest[1:]):
        raise SpaceError(f"{text[:80]!r} does not name a space. Write KIND SPACE NAME=VALUE ...")
    pairs = [word.partition("=") for word in rest[1:]]
    return name_space(kind, rest[0], {name: value for name, _, value in pairs})


@dataclass(frozen=True)
class Task:
    """How to score the puzzles of a space, in values that can be sent to other processes and machines."""

    space: SpaceName | Any
    """A space, or its name."""
    evaluator: Evaluator
    wanted: Wanted = field(default_factory=Wanted)
    player: str = ""
    """A player's name, as `Kind.player` takes it, or "" for the kind's default."""
    limits: Limits = DEFAULT
    """For each puzzle."""

    def build(self) -> Space[Any]:
        """Return the space, which is built once in each process if it has a name."""
        if isinstance(self.space, SpaceName):
            return _built(self.space.kind, self.space.space, tuple(self.space.options.items()))
        space: Space[Any] = self.space
        return space


@lru_cache(maxsize=4)
def _built(kind: str, space: str, options: tuple[tuple[str, str], ...]) -> Space[Any]:
    return SpaceName(kind, space, dict(options)).build()


def score(task: Task, ranks: Sequence[int]) -> PartFound:
    """Score the puzzles with some numbers and return what to keep of them.

    >>> from quandary.generating.found import Wanted
    >>> task = Task(name_space("witness", "squares", {"size": "2x2"}), Evaluator("solutions"), Wanted(best=1))
    >>> found = score(task, range(81))
    >>> found.seen, found.unsolvable, [(kept.number, kept.values) for kept in found.kept]
    (81, 2, [(0, (12,))])
    """
    import numpy as np

    begin, space = thread_time(), task.build()
    swept = _sweep(task, space, ranks)
    if swept is not None:
        columns, status, scores = swept, None, None
    else:
        columns, status, scores = _one_by_one(task, space, ranks)
    values = task.evaluator.values(columns)
    if status is None:
        without = np.zeros(len(ranks), dtype=bool)
        for column in columns.values():
            without |= np.isnan(column)
        status = np.where(without, UNSOLVABLE, SOLVABLE).astype(np.int8)
    status[(status == SOLVABLE) & np.isnan(values[0])] = UNKNOWN
    passing = task.evaluator.passes(columns)
    if passing is not None:
        status[np.isin(status, (SOLVABLE, UNKNOWN)) & ~passing] = FILTERED
    solvable = status == SOLVABLE
    values = [np.where(solvable, column, np.nan) for column in values]  # others have no value to speak of
    found = gather(ranks, status, values, values[0][solvable])
    for place in task.wanted.choose(values, solvable).tolist():
        exact = {name: {"value": plain(column[place]), "status": "exact"} for name, column in columns.items()}
        found.kept.append(
            Kept(
                ranks[place],
                tuple(plain(column[place]) for column in values),
                exact if scores is None else scores[place],
            )
        )
    found.seconds = thread_time() - begin
    return found


def _sweep(
    task: Task, space: Space[Any], ranks: Sequence[int]
) -> "dict[str, npt.NDArray[np.float64]] | None":
    """Return the columns of a space that measures many puzzles together, or None if it does not."""
    import numpy as np

    names = task.evaluator.measures
    if (
        task.player
        or task.evaluator.function
        or not isinstance(ranks, range)
        or not isinstance(space, SweptSpace)
    ):
        return None
    found = space.sweep(ranks, names)
    return None if found is None else {name: np.asarray(found[name], dtype=np.float64) for name in names}


def _one_by_one(
    task: Task, space: Space[Any], ranks: Sequence[int]
) -> "tuple[dict[str, npt.NDArray[np.float64]], npt.NDArray[np.int8], dict[int, dict[str, Any]]]":
    """Measure every puzzle, those with a native engine in one call."""
    import numpy as np

    names = task.evaluator.measures
    columns = {name: np.full(len(ranks), np.nan) for name in names}
    status = np.full(len(ranks), INVALID, dtype=np.int8)
    places, puzzles = [], []
    for place, rank in enumerate(ranks):
        try:
            puzzle = space.unrank(rank)
        except (NotationError, SpaceError):  # the space counts a code that is no puzzle
            continue
        if puzzle is not None:
            places.append(place)
            puzzles.append(puzzle)
    told: dict[int, dict[str, Any]] = {}
    for place, puzzle, scores in zip(places, puzzles, _scores(task, puzzles), strict=True):
        status[place] = _status(puzzle, scores, task)
        for name, each in scores.items():
            if each.status in USABLE and each.value is not None:
                columns[name][place] = each.value
        told[place] = {
            name: {"value": each.value, "status": str(each.status)} for name, each in scores.items()
        }
    return columns, status, told


def _scores(task: Task, puzzles: Sequence[Any]) -> list[dict[str, Score]]:
    """Return the scores of each puzzle, measured together for each player that the measures name."""
    if not puzzles:
        return []
    kind, own = kind_of(puzzles[0]), task.evaluator.function
    groups: dict[str, dict[str, str]] = {}
    for name in task.evaluator.measures[1:] if own else task.evaluator.measures:
        plain, _, player = name.partition(PLAYED)
        if plain not in TOGETHER:
            plain, player = name, ""
        groups.setdefault(player or task.player, {})[plain] = name
    by = task.evaluator.by
    scores = [{by: _by_function(by, own(each))} if own else dict[str, Score]() for each in puzzles]
    for player, names in groups.items():
        who = kind.player(player) if kind else None
        for found, each in zip(
            scores, rate_many(puzzles, list(names), player=who, limits=task.limits), strict=True
        ):
            found |= {names[plain]: value for plain, value in each.items()}
    return scores


def _by_function(name: str, value: float | None) -> Score:
    return Score(name, value, Status.UNSOLVABLE if value is None else Status.EXACT)


def _status(puzzle: Any, scores: Mapping[str, Score], task: Task) -> int:
    """Return whether a puzzle can be solved and has all its scores."""
    if any(each.status is Status.UNSOLVABLE for each in scores.values()):
        return UNSOLVABLE
    usable = all(each.status in USABLE and each.value is not None for each in scores.values())
    if task.evaluator.function:
        return SOLVABLE if usable else UNKNOWN
    kind = kind_of(puzzle)
    own = {feature.name for feature in kind.own_features} if kind else set()
    known = any(
        each.value is not None and name.partition(PLAYED)[0] in measures() and name not in (*own, *SILENT)
        for name, each in scores.items()
    )
    count = scores.get("solutions")
    if count is not None and count.value is not None:
        known, solvable = True, count.value > 0
    else:
        solvable = True
    if not known:
        solvable = engine_for(puzzle).solutions(1, task.limits).status != "none"
    if not solvable:
        return UNSOLVABLE
    return SOLVABLE if usable else UNKNOWN
