"""The HEX course as the thesis has it: its pools, its starts and its entropies, with every quirk.

Chapters 2 to 12 follow Equation 5.2 over the puzzles that the thesis's own program found. Its starts leave
some puzzles with several solutions, and its test for corners lets others break what they ask. These are marked.
The thesis does not print how its starters and lessons were made easier, so chapter 1 follows our own way,
with its starts and its scores.
"""

from collections.abc import Sequence
from dataclasses import replace

from quandary.courses.hex import (
    ABOUT,
    INTRODUCES,
    LENGTH,
    TAUGHT,
    introduction,
    name_of,
    over_bumps,
    starters,
)
from quandary.kinds.tangram.hex import KIND
from quandary.kinds.tangram.hex.constraints import COLOURS, SELECTED, Relation
from quandary.kinds.tangram.hex.pieces import LOCATIONS, location
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.kinds.tangram.hex.starts import HexStarts, starts
from quandary.library.files import Entry
from quandary.publishing.course import Course, Pool
from quandary.publishing.curriculum.build import Builder
from quandary.publishing.curriculum.choose import Candidate
from quandary.publishing.curriculum.pool import Gathering, Means
from quandary.publishing.curriculum.spec import ChapterSpec, CourseSpec
from quandary.replicate.hex.chapters import CHAPTERS, TYPES, ChapterPuzzle
from quandary.replicate.hex.entropy import entropies
from quandary.replicate.hex.quirks import PUBLISHED
from quandary.replicate.hex.statistics import published_entropies, published_starts

PRINTED = ("Edges must touch", "Edges must not touch", "Corners must touch", "Corners must not touch")
"""The titles of chapters 2 to 5 in the thesis, which are swapped pairwise."""


def build_course(means: Means = Means()) -> Course:
    """Build the course under the thesis's own reading."""
    spec = CourseSpec(
        "HEX as published: 144 puzzles",
        (),
        name="hex-as-published",
        about="The course of Mahmoud's thesis. Puzzles with several solutions, or with none, are marked.",
        by="muse",
        rules=TAUGHT,
    )
    builder = Builder(spec, means, alike=True, finish=marked, scorer=published_bits)
    for chapter in CHAPTERS:
        found = _pool(chapter, means)
        builder.add_from(
            _spec(chapter), found, starters(found.candidates, published_bits) if chapter == 1 else ()
        )
    return builder.course()


def _spec(chapter: int) -> ChapterSpec:
    over, kind = chapter > 6, (chapter - 1) % 6
    if kind == 0:
        return over_bumps() if over else introduction()
    touch = TYPES[kind - 1] if kind < 5 else None
    title = INTRODUCES[touch].capitalize()
    about = ABOUT[touch]
    if kind < 5 and PRINTED[kind - 1] != title:
        about += f" The thesis prints this chapter as {PRINTED[kind - 1]!r}."
    return ChapterSpec(
        f"Over bumps: {title.lower()}" if over else title,
        about,
        length=LENGTH,
        by="muse",
        introduces=(INTRODUCES[touch],),
    )


def _pool(chapter: int, means: Means) -> Gathering:
    """Return the puzzles of a chapter as the thesis measured them."""
    made = published_starts(chapter)
    scores = published_entropies(chapter)
    candidates = []
    for (task, slots), score in zip(made, scores, strict=True):
        candidates.append(_candidate(task, slots, score, bumps=chapter > 6))
        means.tick()
    pool = Pool(considered=len(made), usable=len(made), low=min(scores), high=max(scores))
    return Gathering("muse", "of the thesis, as published", candidates, pool)


def _candidate(task: ChapterPuzzle, slots: Sequence[int], score: float, *, bumps: bool) -> Candidate:
    """Return a puzzle of the thesis with its published answer."""
    solution = all_solutions()[task.solution]
    relations: tuple[Relation, ...] = ()
    if task.relation is not None:
        one, other, touch = task.relation
        relations = (Relation(COLOURS[one], COLOURS[other], touch),)
    start = {solution.numbers[slot] for slot in slots}
    puzzle = HexStarts(solution.forbidden, SELECTED if bumps else None, relations).puzzle(start)
    moves = tuple(LOCATIONS[number].place for number in solution.numbers if number not in start)
    return Candidate(Entry(KIND, puzzle, name_of(task.solution, puzzle)), score, moves=moves)


def marked(candidate: Candidate) -> Candidate:
    """Return a chosen puzzle with the number of its solutions."""
    number = completions(candidate.entry.puzzle)
    return replace(candidate, unique=number == 1, note=_note(number))


def published_bits(puzzles: Sequence[Hex]) -> list[float]:
    """Return the entropies of puzzles on the clear side as the thesis's program computes them."""
    given = [[location(place).number for place in puzzle.placed] for puzzle in puzzles]
    return [
        entropies(puzzle.forbidden, [start], PUBLISHED)[0]
        for puzzle, start in zip(puzzles, given, strict=True)
    ]


def _note(number: int) -> str:
    if number == 1:
        return ""
    if number:
        return f"ambiguous: {number} solutions"
    return "no solution: the published answer breaks the rule as the text states it"


def completions(puzzle: Hex) -> int:
    """Count the ways to complete a puzzle, by what its rules mean.

    >>> completions(Hex("Trapezoid"))
    108
    """
    family = starts(puzzle.forbidden, puzzle.pattern, puzzle.relations, puzzle.blue)
    given = {location(place).number for place in puzzle.placed}
    return sum(given <= set(tiling) for tiling in family.tilings)
