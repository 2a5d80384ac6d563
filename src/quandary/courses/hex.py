"""The HEX course of Mahmoud's thesis, corrected: twelve chapters of twelve puzzles, each with one solution.

Six chapters are played on the clear side of the board and six over bumps: no further constraint, the four
ways in which pieces of a colour touch or do not, and two colours. The holes of the pieces are the pattern
whose poorest chapter is richest. Chapter 1 has three starters, and lessons on R3, R4 and R5.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from quandary.kinds.tangram.hex import KIND
from quandary.kinds.tangram.hex.constraints import ADJACENCY, COLOURS, Pattern, Relation, Touch, groups
from quandary.kinds.tangram.hex.pieces import LETTERS, SYMMETRIES
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.kinds.tangram.hex.spaces import PATTERNS
from quandary.kinds.tangram.hex.starts import Tiling, starts
from quandary.library.files import Entry
from quandary.measuring.many import rate_many
from quandary.player import Player
from quandary.publishing.course import Course, Pool
from quandary.publishing.curriculum.build import Builder
from quandary.publishing.curriculum.choose import Candidate, Chosen
from quandary.publishing.curriculum.pool import Gathering, Means
from quandary.publishing.curriculum.spec import ChapterSpec, CourseSpec
from quandary.replicate.hex import search
from quandary.solving.search import solutions

LENGTH = 12
STARTERS, LEFT = 3, 5
"""The number of starters, and of pieces that they leave to be placed."""
EASIEST = 24
"""The number of puzzles that are made easier to find the starters."""
TAUGHT = ("region-sizes", "piece-gone", "two-trapezoids")
"""R3, R4 and R5 of the thesis."""
EASY = 3.0
"""The most bits of a puzzle that teaches a rule."""
GIVENS = 4

ASKED: tuple[tuple[str, Touch | None], ...] = (
    ("Edges must touch", Touch.EDGE),
    ("Edges must not touch", Touch.NO_EDGE),
    ("Corners must touch", Touch.CORNER),
    ("Corners must not touch", Touch.NO_CORNER),
    ("Two colours", None),
)
INTRODUCES = {
    Touch.EDGE: "edges must touch",
    Touch.NO_EDGE: "edges must not touch",
    Touch.CORNER: "corners must touch",
    Touch.NO_CORNER: "corners must not touch",
    None: "two colours",
}
ABOUT = {
    Touch.EDGE: "All pieces of the colour shown share an edge with each other.",
    Touch.NO_EDGE: "No two pieces of the colour shown share an edge. Corners may touch.",
    Touch.CORNER: "All pieces of the colour shown meet at corners, and share no edge.",
    Touch.NO_CORNER: "No two pieces of the colour shown touch, not even at a corner.",
    None: "Now the rule holds between the pieces of two colours.",
}


class Exercise(NamedTuple):
    """A puzzle to be made: a solution, what it asks, and the image of the solution that fits."""

    solution: int
    relations: tuple[Relation, ...]
    tiling: Tiling


def build_course(means: Means = Means()) -> Course:
    """Build the course from nothing: all solutions, the best pattern, all chapters."""
    rank, _ = search.max_min(search.counts())
    blue, pattern = PATTERNS.unrank(rank)
    spec = CourseSpec(
        "HEX: 144 puzzles",
        (),
        name="hex",
        about="Fill the hexagon with all pieces but one. Every puzzle has exactly one solution.",
        by="muse",
        rules=TAUGHT,
    )
    builder = Builder(spec, means)
    for holes in (None, pattern):
        found = _pool([()], holes, blue, means)
        if holes is None:
            builder.add_from(introduction(), found, starters(found.candidates))
        else:
            builder.add_from(over_bumps(), found)
        for title, touch in ASKED:
            relations = [(relation,) for relation in relations_of(touch)]
            chapter = _chapter(
                f"Over bumps: {title.lower()}" if holes else title, ABOUT[touch], (INTRODUCES[touch],)
            )
            builder.add_from(chapter, _pool(relations, holes, blue, means))
    return builder.course()


def introduction() -> ChapterSpec:
    """Return the first chapter: after the starters, three lessons for each of three rules."""
    return replace(
        _chapter("First steps", "On the clear side of the board. Three starters, then three puzzles for each of three insights."),
        teaches=TAUGHT,
        easy=EASY,
        givens=GIVENS,
    )  # fmt: skip


def over_bumps() -> ChapterSpec:
    """Return the first chapter on the other side of the board."""
    about = "Turn the board over. A piece fits only where each bump under it meets a hole."
    return _chapter("Over bumps", about, ("bumps",))


def _chapter(title: str, about: str, introduces: tuple[str, ...] = ()) -> ChapterSpec:
    return ChapterSpec(title, about, length=LENGTH, by="muse", introduces=introduces)


def relations_of(touch: Touch | None) -> list[Relation]:
    """Return the relations of a chapter: one touch within each colour, or any between two colours.

    >>> len(relations_of(Touch.EDGE)), len(relations_of(None))
    (5, 40)
    """
    if touch is not None:
        return [Relation(colour, colour, touch) for colour in COLOURS]
    pairs = [(one, other) for at, one in enumerate(COLOURS) for other in COLOURS[at + 1 :]]
    return [Relation(one, other, each) for each in ADJACENCY for one, other in pairs]


def _pool(
    asked: Sequence[tuple[Relation, ...]], pattern: Pattern | None, blue: tuple[str, str], means: Means
) -> Gathering:
    """Return all puzzles of a chapter, measured."""
    tasks = list(_tasks(asked, pattern, blue))
    puzzles = [_puzzle(task, pattern, blue) for task in tasks]
    scores = bits(puzzles)
    candidates = [
        Candidate(Entry(KIND, puzzle, name_of(task.solution, puzzle)), score)
        for task, puzzle, score in zip(tasks, puzzles, scores, strict=True)
    ]
    for _ in candidates:
        means.tick()
    pool = Pool(considered=len(tasks), usable=len(tasks), low=min(scores), high=max(scores))
    return Gathering("muse", candidates=candidates, pool=pool)


def _tasks(
    asked: Sequence[tuple[Relation, ...]], pattern: Pattern | None, blue: tuple[str, str]
) -> Iterator[Exercise]:
    fitting = _fitting(pattern)
    lies, colours = search.touching(), groups(blue)
    for relations in asked:
        holds = np.ones(len(all_solutions()), dtype=bool)
        for one, other, touch in relations:
            holds &= search.satisfying(colours[one], colours[other], lies[touch])
        for index, tiling in fitting.items():
            if holds[index]:
                yield Exercise(index, relations, tiling)


def _fitting(pattern: Pattern | None) -> dict[int, Tiling]:
    """Return the first image of each solution that fits over the bumps, by index."""
    found = {}
    for index, solution in enumerate(all_solutions()):
        for symmetry in range(len(SYMMETRIES)):
            tiling = solution.image(symmetry)
            if pattern is None or pattern.fit(tiling):
                found[index] = tiling
                break
    return found


def _puzzle(task: Exercise, pattern: Pattern | None, blue: tuple[str, str]) -> Hex:
    solution = all_solutions()[task.solution]
    family = starts(solution.forbidden, pattern, task.relations, blue)
    return family.puzzle(family.find(task.tiling))


def name_of(index: int, puzzle: Hex) -> str:
    """Return the id of a puzzle: the number of its solution and what it asks."""
    words = [f"hex-{index:04d}-without-{LETTERS[puzzle.forbidden]}"]
    words += [str(relation).replace(":", "-") for relation in puzzle.relations]
    return "-".join([*words, *(["bumps"] if puzzle.pattern is not None else [])])


def bits(puzzles: Sequence[Hex], player: Player | None = None) -> list[float]:
    """Return the bits of each puzzle, by default for the kind's own player."""
    rated = rate_many(puzzles, ["muse"], player=player, threads=os.cpu_count() or 1)
    return [scores["muse"].value or 0.0 for scores in rated]


def starters(
    candidates: Sequence[Candidate], score: Callable[[Sequence[Hex]], Sequence[float]] = bits
) -> list[Chosen]:
    """Return the three easiest puzzles with more pieces on the board, still with something to think about.

    Pieces are added one by one, each time the one that lowers the score most, or else the bits of a player
    without rules, until five are left. Of those that need no guess then, the three easiest for that player are taken, if possible
    with different pieces left out.
    """
    easiest = [_eased(each, score) for each in sorted(candidates, key=lambda each: each.score)[:EASIEST]]
    scores = score([each.entry.puzzle for each in easiest])
    eased = [replace(one, score=now) for one, now in zip(easiest, scores, strict=True) if now == 0]
    novice = bits([each.entry.puzzle for each in eased], KIND.player("none"))
    ranked = sorted(
        (each for each in zip(novice, eased, strict=True) if each[0] > 0), key=lambda each: each[0]
    )
    first_of_piece = {each.entry.puzzle.forbidden: each for _, each in reversed(ranked)}
    news = [each for _, each in ranked if first_of_piece[each.entry.puzzle.forbidden] is each]
    others = [each for _, each in ranked if each not in news]
    return [Chosen(each, each.score) for each in [*news, *others][:STARTERS]]


def _eased(candidate: Candidate, score: Callable[[Sequence[Hex]], Sequence[float]]) -> Candidate:
    puzzle: Hex = candidate.entry.puzzle
    left = list(candidate.moves or solutions(puzzle, most=1).found[0].moves)
    added = 0
    give = KIND.maker.given
    while len(left) > LEFT and give is not None:
        richer = [give(puzzle, move) for move in left]
        values = list(zip(score(richer), bits(richer, KIND.player("none")), strict=True))
        at = min(range(len(values)), key=values.__getitem__)
        puzzle = richer[at]
        del left[at]
        added += 1
    entry = replace(candidate.entry, puzzle=puzzle, id=f"{candidate.entry.id}-with-{added}-more")
    return Candidate(entry, candidate.score, moves=tuple(left))
