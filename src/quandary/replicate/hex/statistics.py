"""Table 5.1: the entropies of the puzzles in each chapter."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from statistics import mean, median, stdev

from quandary.errors import QuandaryError
from quandary.kind import Policy
from quandary.kinds.tangram.hex import KIND
from quandary.kinds.tangram.hex.constraints import COLOURS, SELECTED, Relation, ordered
from quandary.kinds.tangram.hex.people import GAPS, THESIS, TILER
from quandary.kinds.tangram.hex.pieces import SYMMETRIES
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.kinds.tangram.hex.starts import HexStarts, starts
from quandary.limits import Limits
from quandary.measuring.many import rate_many
from quandary.parts.fitting import PIECEWISE
from quandary.player import Player
from quandary.replicate._table import TableRow
from quandary.replicate.hex.chapters import (
    CAP,
    CHAPTERS,
    ChapterPuzzle,
    fitting_locations,
    is_compatible,
    tasks,
)
from quandary.replicate.hex.constraints import CORRECTED
from quandary.replicate.hex.entropy import EVERYWHERE, entropies
from quandary.replicate.hex.quirks import FOUR_CHAPTERS, PUBLISHED, TEXT, Quirks
from quandary.replicate.hex.starts import Finder, Slots

COLUMNS = ("puzzles", "min", "max", "avg", "med", "std")
PRINTED = {
    1: (2508, 0.00, 16.61, 6.46, 6.17, 2.43),
    2: (3000, 0.00, 17.69, 6.75, 6.58, 2.32),
    3: (3000, 0.00, 16.27, 6.84, 6.58, 2.38),
    4: (3000, 0.00, 17.69, 6.87, 6.58, 2.34),
    5: (444, 1.00, 13.85, 7.93, 7.81, 2.16),
    6: (3000, 1.00, 16.15, 7.52, 7.39, 2.48),
    7: (101, 3.00, 18.25, 9.71, 9.39, 3.33),
    8: (213, 3.00, 19.20, 9.92, 9.58, 3.14),
    9: (136, 3.00, 20.05, 10.90, 11.28, 3.88),
    10: (174, 3.00, 19.89, 9.96, 9.58, 3.12),
    11: (27, 6.32, 18.34, 12.04, 11.70, 2.88),
    12: (292, 3.00, 20.05, 11.55, 11.57, 3.70),
}
"""Table 5.1 as printed."""
OURS = "ours: strict starts, the tiler's best policy"
FIRST_VERSION = {"text": (0, 9.6653, 4.3298, 4.3219, 1.6546), "greedy": (0, 15.2102, 4.8518, 4.5850, 2.7449)}
"""The same statistics with version 1 of MUSE."""
PLAIN = Player(GAPS, PIECEWISE, name="R3-R5")
DAY = Limits(seconds=86_400)


def rows() -> Iterator[TableRow]:
    """Yield Table 5.1, chapter by chapter, then other readings of chapter 1."""
    for chapter in CHAPTERS:
        theirs = summary(published_entropies(chapter))
        ours = summary(corrected_entropies(chapter))
        for column, printed, one, other in zip(COLUMNS, PRINTED[chapter], ours, theirs, strict=True):
            yield TableRow(f"ch{chapter}_{column}", printed, one, other, _note(chapter, column))
        if (everything := len(tasks(chapter, CORRECTED))) > CAP:
            note = f"all {everything:,} puzzles of the chapter"
            for column, value in zip(COLUMNS, summary(corrected_entropies(chapter, None)), strict=True):
                yield TableRow(f"ch{chapter}_{column}_all", None, value, note=note)
    yield from other_readings()


def other_readings() -> Iterator[TableRow]:
    """Yield chapter 1 with the starts that the text describes, some of which have two completions."""
    puzzles = text_puzzles()
    readings: tuple[tuple[str, Player, Policy, str], ...] = (
        ("text", PLAIN, "best", "best policy, R3-R5, starts as the text describes them"),
        ("greedy", THESIS, "greedy", "greedy policy, R1-R5 sound, starts as the text describes them"),
    )
    for name, player, policy, note in readings:
        values = bits(puzzles, player, policy)
        for column, value, before in zip(COLUMNS[1:], summary(values)[1:], FIRST_VERSION[name], strict=True):
            changed = f"; {before} when it cost a bit which of two trapezoids goes first"
            yield TableRow(f"ch1_{column}_{name}", None, value, note=note + changed)


def _note(chapter: int, column: str) -> str:
    if PRINTED[chapter][0] == CAP:
        capped = f"the first {CAP:,} puzzles"
        return f"{capped}; {FOUR_CHAPTERS}" if column == "puzzles" and chapter < 6 else f"{capped}; {OURS}"
    if chapter == 1 and column == "std":
        return f"printed 2.43; all other digits of the table agree; {OURS}"
    if column == "puzzles":
        return FOUR_CHAPTERS if chapter in (2, 3, 4, 5, 8, 9, 10, 11) else ""
    return OURS


def summary(values: Sequence[float]) -> tuple[float, ...]:
    """Return the count, minimum, maximum, average, median and sample standard deviation.

    >>> summary([1.0, 2.0, 6.0])[:5]
    (3, 1.0, 6.0, 3.0, 2.0)
    """
    return len(values), min(values), max(values), mean(values), median(values), stdev(values)


# As published


@cache
def finder(quirks: Quirks) -> Finder:
    """Return the finder of initial states under one reading. It caches its comparisons."""
    return Finder(quirks)


def published_starts(chapter: int, quirks: Quirks = PUBLISHED) -> list[tuple[ChapterPuzzle, Slots]]:
    """Return the puzzles of a chapter up to the cap, with the places of the pre-placed pieces."""
    everything = tasks(chapter, quirks)
    listed = _bits_of(task.solution for task in everything)
    rivals = {
        relation: listed
        if relation is None
        else _bits_of(
            index
            for index in range(len(all_solutions()))
            if listed >> index & 1 and is_compatible(index, relation, quirks)
        )
        for relation in {task.relation for task in everything}
    }
    found = finder(quirks)
    return [(task, found.find(task.solution, rivals[task.relation])) for task in everything[:CAP]]


def published_entropies(chapter: int, quirks: Quirks = PUBLISHED) -> list[float]:
    """Return the entropies of a chapter under the original's reading, in its order."""
    grouped: dict[str, list[tuple[int, list[int]]]] = defaultdict(list)
    for at, (task, slots) in enumerate(published_starts(chapter, quirks)):
        solution = all_solutions()[task.solution]
        grouped[solution.forbidden].append((at, [solution.numbers[slot] for slot in slots]))
    fitting = fitting_locations() if chapter > 6 else EVERYWHERE
    values: dict[int, float] = {}
    for forbidden, members in grouped.items():
        found = entropies(forbidden, [start for _, start in members], quirks, fitting)
        values.update(zip((at for at, _ in members), found, strict=True))
    return [values[at] for at in range(len(values))]


def _bits_of(indices: Iterable[int]) -> int:
    bits = 0
    for index in indices:
        bits |= 1 << index
    return bits


# Corrected


def text_puzzles() -> list[Hex]:
    """Return the puzzles of chapter 1 with starts as the text describes them."""
    everything = (1 << len(all_solutions())) - 1
    found = finder(TEXT)
    return [
        starts(solution.forbidden).puzzle(solution.numbers[slot] for slot in found.find(index, everything))
        for index, solution in enumerate(all_solutions())
    ]


def corrected_puzzles(chapter: int, most: int | None = CAP) -> Iterator[Hex]:
    """Yield the puzzles of a chapter up to the cap, each with a start that has exactly one completion."""
    for task in tasks(chapter, CORRECTED)[:most]:
        solution = all_solutions()[task.solution]
        images = (solution.image(symmetry) for symmetry in range(len(SYMMETRIES)))
        family = _family(chapter, task)
        tiling = next(each for each in images if family.pattern is None or family.pattern.fit(each))
        yield family.puzzle(family.find(tiling))


def _family(chapter: int, task: ChapterPuzzle) -> HexStarts:
    relations: list[Relation] = []
    if task.relation is not None:
        one, other, touch = task.relation
        relations.append(Relation(COLOURS[one], COLOURS[other], touch))
    forbidden = all_solutions()[task.solution].forbidden
    return starts(forbidden, SELECTED if chapter > 6 else None, ordered(relations))


@cache
def _all_entropies(chapter: int) -> tuple[float, ...]:
    return tuple(bits(list(corrected_puzzles(chapter, None)), TILER, "best"))


def corrected_entropies(chapter: int, most: int | None = CAP) -> list[float]:
    """Return the entropies of a chapter as the product measures them."""
    return list(_all_entropies(chapter)[:most])


def bits(puzzles: Sequence[Hex], player: Player, policy: Policy) -> list[float]:
    """Return the MUSE of each puzzle."""
    scores = [
        each["muse"] for each in rate_many(puzzles, ("muse",), player=player, policy=policy, limits=DAY)
    ]
    for puzzle, score in zip(puzzles, scores, strict=True):
        if score.value is None:
            raise QuandaryError(f"{KIND.format(puzzle)} cannot be measured: {score}")
    return [score.value for score in scores if score.value is not None]
