"""The puzzles that a chapter is chosen from: read or generated, filtered, and measured."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from quandary.errors import FileError, NotationError, QuandaryError, UnknownNameError
from quandary.generating.band import generated
from quandary.generating.naming import name, size_of
from quandary.generating.recipe import named_size
from quandary.generating.scoring import name_space
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.files import Entry
from quandary.library.given import read_or_own
from quandary.limits import DEFAULT, Limits
from quandary.measuring.table import measure, measures
from quandary.publishing.course import Pool
from quandary.publishing.curriculum.choose import Candidate
from quandary.publishing.curriculum.spec import ChapterSpec, Generation, SpecError
from quandary.puzzle import elements_of
from quandary.runs.batch import Setting, rate_all
from quandary.runs.plan import digest
from quandary.score import Status

if TYPE_CHECKING:
    from quandary.runs.ledger import Ledger

TRIES = 60
"""The number of puzzles generated per puzzle wanted, since filters may drop most of them."""


@dataclass(frozen=True)
class Means:
    """How much work may be done, and whom to tell about it."""

    limits: Limits = DEFAULT
    """For each puzzle."""
    jobs: int = 1
    tick: Callable[[], object] = tuple
    """Called for each puzzle that is measured."""
    say: Callable[[str], object] = tuple
    ledger: "Ledger | None" = None


@dataclass
class Gathering:
    """The usable puzzles of a chapter, and what became of the others."""

    by: str
    player: str = ""
    """The player of the scores, if it is not the one that the chapter names."""
    candidates: list[Candidate] = field(default_factory=list)
    pool: Pool = field(default_factory=Pool)
    problems: list[str] = field(default_factory=list)
    """Sentences about puzzles that cannot be used."""


def gather(spec: ChapterSpec, means: Means, seen: set[str]) -> Gathering:
    """Gather the puzzles that a chapter may choose from.

    `seen` has the canonical texts of puzzles that earlier chapters use. Duplicates up to symmetry are
    dropped.
    """
    counts = dict.fromkeys(
        ("considered", "unreadable", "filtered", "duplicates", "unsolvable", "unmeasured"), 0
    )
    problems: list[str] = []
    entries = list(_fresh(spec, counts, problems, set(seen)))
    found = Gathering(_measure_for(spec, entries), problems=problems)
    for entry, values, status in _measured(spec, entries, found.by, means):
        value = values[found.by]
        if status[found.by] is Status.UNSOLVABLE:
            counts["unsolvable"] += 1
            if entry.where:  # a space has puzzles without a solution, which is no problem of a file
                problems.append(f"{_named(entry)} has no solution")
        elif value is None:
            counts["unmeasured"] += 1
            problems.append(f"{_named(entry)} could not be measured ({status[found.by]})")
        elif not _fits(spec, values, value):
            counts["filtered"] += 1
        else:
            found.candidates.append(Candidate(entry, float(value)))
    scores = [each.score for each in found.candidates]
    found.pool = Pool(
        usable=len(scores), low=min(scores, default=None), high=max(scores, default=None), **counts
    )
    return found


def _named(entry: Entry) -> str:
    return f"{entry.id} ({entry.where})" if entry.where else entry.id


def _fits(spec: ChapterSpec, values: dict[str, float | None], value: float) -> bool:
    low, high = spec.between or (value, value)
    return low <= value <= high and all(each.holds(values) for each in spec.where)


def _fresh(spec: ChapterSpec, counts: dict[str, int], problems: list[str], seen: set[str]) -> Iterator[Entry]:
    """Yield the puzzles that pass the filters that need no measuring and are not duplicates."""
    names: dict[str, str] = {}
    for item in _from_files(spec):
        counts["considered"] += 1
        if isinstance(item, FileError):
            counts["unreadable"] += 1
            problems.append(str(item))
        elif not has_elements(spec, item.kind, item.puzzle):
            counts["filtered"] += 1
        elif (text := canonical(item)) in seen:
            counts["duplicates"] += 1
            if text in names:
                problems.append(f"{_named(item)} is the same puzzle as {names[text]}")
        else:
            seen.add(text)
            names[text] = item.id
            yield item
    for asked in spec.generate:
        for entry in _from_generator(asked, spec, counts):
            if (text := canonical(entry)) in seen:
                counts["duplicates"] += 1
            else:
                seen.add(text)
                yield entry


def canonical(entry: Entry) -> str:
    """Return a text that puzzles share if they are the same up to symmetry."""
    return f"{entry.kind.name}:{entry.kind.canonical(entry.puzzle)}"


def _from_files(spec: ChapterSpec) -> Iterator[Entry | FileError]:
    ids: dict[str, int] = {}
    for file in spec.files:
        for item in read_or_own(file):
            if isinstance(item, Entry):
                ids[item.id] = number = ids.get(item.id, 0) + 1
                item = replace(item, id=f"{item.id}-{number}") if number > 1 else item
            yield item


def _from_generator(asked: Generation, spec: ChapterSpec, counts: dict[str, int]) -> Iterator[Entry]:
    try:
        kind = registry.find_kind(asked.kind)
        if asked.space:
            yield from _from_space(asked, kind, spec, counts)
            return
        size = named_size(kind, asked.size)
        made = generated(kind, size, asked.seed, level=asked.level, wishes=asked.wishes)
        wanted = asked.count
        for number, puzzle in enumerate(islice(made, TRIES * asked.count)):
            counts["considered"] += 1
            if not has_elements(spec, kind, puzzle):
                counts["filtered"] += 1
                continue
            yield Entry(kind, puzzle, name(kind, size_of(kind, puzzle), asked.seed, _number(asked, number)))
            wanted -= 1
            if not wanted:
                return
    except QuandaryError as error:
        raise SpecError(f"{spec.name}: {error}") from error


def _from_space(asked: Generation, kind: Kind, spec: ChapterSpec, counts: dict[str, int]) -> Iterator[Entry]:
    """Yield random puzzles of a space, each once, or all if there are not more than wanted."""
    options = {**({"size": asked.size} if asked.size else {}), **asked.wishes}
    space = name_space(kind.name, asked.space, options).build()
    wanted = min(asked.count, space.size)
    for rank in _random_ranks(space.size, Random(f"space/{asked.seed}"), TRIES * asked.count):
        if not wanted:
            return
        counts["considered"] += 1
        try:
            puzzle = space.unrank(rank)
        except NotationError:  # a number that no puzzle has
            counts["filtered"] += 1
            continue
        if not has_elements(spec, kind, puzzle):
            counts["filtered"] += 1
            continue
        wanted -= 1
        yield Entry(kind, puzzle, f"{kind.name}-{asked.space}-{rank}")


def _random_ranks(size: int, rng: Random, most: int) -> Iterator[int]:
    """Yield different numbers below a size in random order, all of them or up to a given number."""
    if size <= most:
        yield from rng.sample(range(size), size)
        return
    seen = set[int]()
    while len(seen) < most:
        rank = rng.randrange(size)
        if rank not in seen:
            seen.add(rank)
            yield rank


def _number(asked: Generation, number: int) -> str:
    """Return a number that differs between generators of the same size and seed."""
    words = [asked.level, *asked.wishes.values()]
    return "-".join([*filter(None, words), str(number)])


def has_elements(spec: ChapterSpec, kind: Kind, puzzle: Any) -> bool:
    """Return whether a puzzle has the elements that a chapter needs and no others than it allows."""
    if spec.elements is None and not spec.needs:
        return True
    there = elements_of(puzzle)
    if there is None:
        raise SpecError(
            f"{spec.name}: the kind {kind.name!r} does not name its elements. Use `where` to filter."
        )
    allowed = there if spec.elements is None else (*spec.elements, *spec.needs)
    return set(spec.needs) <= set(there) <= set(allowed)


def _measure_for(spec: ChapterSpec, entries: Iterable[Entry]) -> str:
    """Return the measure of a chapter, after checking that all its puzzles have it."""
    kinds = {entry.kind.name: entry.kind for entry in entries}
    headlines = {kind.people.headline for kind in kinds.values()}
    if not spec.by and len(headlines) > 1:
        raise SpecError(
            f"{spec.name}: its kinds have different headline measures ({', '.join(sorted(headlines))})."
            ' Choose one with --by or by = "remuse" in its file, or give each kind a chapter.'
        )
    by = spec.by or next(iter(headlines), "muse")
    for name_ in (by, *(each.measure for each in spec.where)):
        try:
            measure(name_)
            for kind in kinds.values():
                if name_ not in measures(kind):
                    raise UnknownNameError(f"measure of {kind.name}", name_, measures(kind))
        except QuandaryError as error:
            raise SpecError(f"{spec.name}: {error}") from error
    return by


def _measured(
    spec: ChapterSpec, entries: list[Entry], by: str, means: Means
) -> Iterator[tuple[Entry, dict[str, float | None], dict[str, Status]]]:
    """Yield the values and the statuses of each puzzle, from the ledger if they are in it."""
    asked = tuple(dict.fromkeys((by, *(each.measure for each in spec.where))))
    setting = Setting(asked, spec.player, limits=means.limits)
    keys = [_key(entry, setting) for entry in entries]
    kept = {key: row for key in keys if means.ledger and (row := means.ledger.find(key))}
    missing = [entry for entry, key in zip(entries, keys, strict=True) if key not in kept]
    try:
        ratings = rate_all(missing, setting, jobs=means.jobs)
        for entry, key in zip(entries, keys, strict=True):
            row = kept.get(key)
            if row is None:
                rating = next(ratings)
                if rating.failure:
                    means.say(rating.failure)
                row = {each: (None, str(Status.NOT_COMPUTED)) for each in asked}
                row |= {each: (score.value, str(score.status)) for each, score in rating.scores.items()}
                if means.ledger:
                    means.ledger.add(means.ledger.count(), row, key, {"id": entry.id})
            means.tick()
            yield (
                entry,
                {each: value for each, (value, _) in row.items()},
                {each: Status(status) for each, (_, status) in row.items()},
            )
    except UnknownNameError as error:
        raise SpecError(f"{spec.name}: {error}") from error


def _key(entry: Entry, setting: Setting) -> str:
    text = entry.kind.format(entry.puzzle)
    return digest("\n".join([entry.kind.name, text, ",".join(setting.measures), setting.player]))
