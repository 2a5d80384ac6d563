"""Rate many puzzles in order, in one process or several."""

import json
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, islice
from time import monotonic
from typing import Any, TypeAlias

from quandary._native import PurePythonWarning, core
from quandary.errors import QuandaryError
from quandary.kind import Kind, Policy
from quandary.library import registry
from quandary.library.files import Entry
from quandary.library.given import own_entries
from quandary.library.own import is_own
from quandary.limits import DEFAULT, Limits
from quandary.measuring.many import TOGETHER, rate_many
from quandary.measuring.proper import improper
from quandary.measuring.rate import default_measures, rate
from quandary.measuring.subject import SAMPLING, Sampling
from quandary.measuring.table import measure
from quandary.measuring.verdicts import judge
from quandary.player import MoveWeights, Player, cues_of
from quandary.runs.processes import Death, in_processes
from quandary.score import Score, Status
from quandary.verdict import Verdict

CHUNK_SECONDS = 0.5
"""How long puzzles that are rated in one call may take together."""
LARGEST_CHUNK = 4096


@dataclass(frozen=True)
class Setting:
    """What to measure, for whom, and at what cost, in plain values that can be sent to other processes."""

    measures: tuple[str, ...] = ()
    """Empty for each kind's default."""
    player: str = ""
    """A player's name, as `Kind.player` takes it, or "" for each kind's default."""
    lookahead: int = 0
    policy: Policy | None = None
    """None for each kind's default."""
    limits: Limits = DEFAULT
    """For each puzzle."""
    sampling: Sampling = SAMPLING
    """For features that are estimated from runs of a guessing solver."""
    fast: bool = False
    """Whether features may skip positions that no solution can pass through."""
    leak: float = 0.0
    """The weight of moves that a rule rules out (`Player.leak`)."""
    prior: str = ""
    """A prior as JSON text (`models.priors`), or "" for none."""

    def player_of(self, kind: Kind) -> Player:
        """Return the player whom puzzles of a kind are rated for."""
        player = kind.player(self.player, self.lookahead)
        if self.prior:
            told = json.loads(self.prior)
            player = replace(player, prior=MoveWeights(told["name"], told["weights"], cues_of(kind.puzzle)))
        return replace(player, leak=self.leak) if self.leak else player


@dataclass(frozen=True)
class Rating:
    """A puzzle and its scores, or how its kind failed on it."""

    entry: Entry
    scores: dict[str, Score] = field(default_factory=dict)
    failure: str = ""
    lost: str = ""
    """What ended the measuring early, if anything. The scores say it too."""

    @property
    def headline(self) -> Score | None:
        """The score of the kind's headline measure, if it was asked for."""
        return self.scores.get(self.entry.kind.people.headline)

    @cached_property
    def verdict(self) -> Verdict:
        """How hard the puzzle is, as far as the scores tell."""
        return judge(self.entry.kind, self.entry.puzzle, self.scores, warning=self.warning)

    @cached_property
    def warning(self) -> str:
        """What makes the puzzle improper, in words, as far as the scores tell.

        A puzzle of which nothing could be computed is not looked at, since it may have killed its worker.
        """
        was_measured = any(score.status is not Status.NOT_COMPUTED for score in self.scores.values())
        return improper(self.entry.puzzle, self.scores) if was_measured else ""


@dataclass(frozen=True)
class _Lost:
    """The reason why there are no scores."""

    reason: str


_Scores: TypeAlias = dict[str, Score] | _Lost | str
"""Scores, or what went wrong as text, since not every exception can be sent between processes."""


def rate_all(
    entries: Iterable[Entry],
    setting: Setting = Setting(),
    *,
    jobs: int = 1,
    scheduler: str = "",
    finish: Callable[[Rating], Rating] | None = None,
) -> Generator[Rating, None, None]:
    """Yield the rating of each puzzle, in order, as soon as it is ready. `finish` may add to each.

    >>> from quandary.kinds.witness import KIND
    >>> from quandary.library.files import examples
    >>> for rating in rate_all(examples(KIND)[:2], Setting(measures=("muse",))):
    ...     print(rating.entry.id, rating.scores["muse"])
    figure-4 1
    empty-1x1 1

    Entries are read only a little ahead, so there may be any number of them. An unknown measure or player
    raises UnknownNameError. A kind that fails on a puzzle spoils only that rating. With several jobs, a
    killed process also spoils only the rating of its puzzle, whose scores are not computed and give the
    reason. The kinds must then be registered, and a script must guard its main code, as
    `multiprocessing` asks. Closing the generator early ends the other processes at once. `scheduler` is the
    address of a dask scheduler whose workers do the work instead.
    """
    for name in setting.measures:
        measure(name)
    checked = _check_players(entries, setting)
    if finish is not None:
        return _finished(rate_all(checked, setting, jobs=jobs, scheduler=scheduler), finish)
    if jobs > 1 or scheduler:
        return _rate_elsewhere(checked, setting, jobs, scheduler)
    if setting.measures and set(setting.measures) <= set(TOGETHER):
        return _rate_in_chunks(checked, setting)
    return (_rating(entry, _rate(entry.kind, entry.puzzle, setting), setting) for entry in checked)


def _finished(
    ratings: Generator[Rating, None, None], finish: Callable[[Rating], Rating]
) -> Generator[Rating, None, None]:
    with closing(ratings):
        yield from map(finish, ratings)


def _check_players(entries: Iterable[Entry], setting: Setting) -> Iterator[Entry]:
    for entry in entries:
        entry.kind.player(setting.player)  # raises if it has none of that name
        yield entry


def _rating(entry: Entry, scores: _Scores, setting: Setting) -> Rating:
    place = entry.where or entry.id
    if isinstance(scores, str):
        return Rating(entry, failure=scores if scores.startswith(f"{place}: ") else f"{place}: {scores}")
    if isinstance(scores, _Lost):
        names, reason = chosen(setting.measures, entry.kind), scores.reason
        none = {name: Score(name, None, Status.NOT_COMPUTED, reason=reason) for name in names}
        return Rating(entry, none, lost=f"{place}: not computed: {reason}")
    return Rating(entry, scores)


def _rate(kind: Kind, puzzle: Any, setting: Setting) -> _Scores:
    try:
        return rate(
            puzzle,
            setting.measures,
            player=setting.player_of(kind),
            policy=setting.policy,
            limits=setting.limits,
            sampling=setting.sampling,
            fast=setting.fast,
        )
    except QuandaryError as error:
        return str(error)
    except MemoryError:
        return _Lost("not enough memory")
    except Exception as error:
        return (
            f"the kind {kind.name} failed on this puzzle, a bug in the kind ({type(error).__name__}: {error})"
        )


def _rate_in_chunks(entries: Iterator[Entry], setting: Setting) -> Generator[Rating, None, None]:
    """Rate puzzles that lie together in one call, as many as take half a second."""
    size = 1
    while chunk := list(islice(entries, size)):
        begin = monotonic()
        for kind, same in groupby(chunk, key=lambda entry: entry.kind):
            yield from _rate_together(kind, list(same), setting)
        size = min(2 * size, LARGEST_CHUNK) if monotonic() - begin < CHUNK_SECONDS / 2 else max(1, size // 2)


def _rate_together(kind: Kind, entries: Sequence[Entry], setting: Setting) -> Iterator[Rating]:
    puzzles = [entry.puzzle for entry in entries]
    try:
        player = setting.player_of(kind)
        scores: Sequence[_Scores] = rate_many(
            puzzles, setting.measures, player=player, policy=setting.policy, limits=setting.limits
        )
    except Exception:  # one of them is to blame, and one by one it is found out which
        scores = [_rate(kind, puzzle, setting) for puzzle in puzzles]
    return (_rating(entry, each, setting) for entry, each in zip(entries, scores, strict=True))


def chosen(measures: tuple[str, ...], kind: Kind) -> tuple[str, ...]:
    """Return the measures asked for, by default those of the kind."""
    return measures or default_measures(kind)


def _rate_elsewhere(
    entries: Iterator[Entry], setting: Setting, jobs: int, scheduler: str
) -> Generator[Rating, None, None]:
    """Rate puzzles in other processes, or on the workers of a dask scheduler."""
    core()  # if it is missing, warn here once and not in each process
    sent: deque[Entry] = deque()

    def pieces() -> Iterator[tuple[str, str, Setting]]:
        for entry in entries:
            sent.append(entry)
            yield entry.kind.name, entry.kind.format(entry.puzzle), setting

    with closing(_answers(pieces(), jobs, scheduler)) as answers:
        for answer in answers:
            scores = _Lost(str(answer)) if isinstance(answer, Death) else answer
            yield _rating(sent.popleft(), scores, setting)


def _answers(pieces: Iterator[Any], jobs: int, scheduler: str) -> Generator[Any, None, None]:
    if scheduler:
        from quandary.runs.cluster import in_order

        return in_order(scheduler, _work, pieces)
    return in_processes(_work, pieces, jobs, prepare=keep_quiet)


def keep_quiet() -> None:
    """Do not warn again that the compiled core is missing."""
    warnings.simplefilter("ignore", PurePythonWarning)


def _understood(name: str, notation: str) -> tuple[Kind, Any]:
    """Return the puzzle that was sent as text: its notation, or FILE.py:NAME for one of one's own."""
    if is_own(notation):
        [entry] = own_entries(notation)
        return entry.kind, entry.puzzle
    kind = registry.find_kind(name)
    return kind, kind.parse(notation)


def _work(piece: tuple[str, str, Setting]) -> _Scores:
    name, notation, setting = piece
    try:
        kind, puzzle = _understood(name, notation)
    except QuandaryError as error:  # a kind that only the other process knows
        return str(error)
    scores = _rate(kind, puzzle, setting)
    # Moves and slots are a kind's own objects, which perhaps cannot be sent to another process.
    return (
        {name: replace(score, steps=()) for name, score in scores.items()}
        if isinstance(scores, dict)
        else scores
    )
