"""Races on Witness panels: merged against unmerged search, and whole spaces with and without search."""

from collections.abc import Iterable
from itertools import chain
from math import inf
from random import Random

from harness import Contender, Race, Work
from race_engines import corner_to_corner

from quandary._native import measure_many
from quandary.engine import EngineName
from quandary.kinds.witness.bounded import best as bounded_best
from quandary.kinds.witness.elements import Colour, Square
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.space import PanelSpace
from quandary.kinds.witness.sweep import SweepPiece, best, sweep
from quandary.library.registry import find_kind
from quandary.measuring.entropy import remuse
from quandary.measuring.many import rate_many
from quandary.parts.space import each
from quandary.score import Score
from quandary.solving.search import count

MOST_TO_GO_THROUGH = 30_000_000
SQUARES = (Square(Colour.BLACK), Square(Colour.WHITE))


def merging(size: int) -> Race:
    """Count the solutions of an empty panel path by path, or by merging paths with the same future."""
    panel = corner_to_corner(size)

    def by(engine: EngineName) -> Work:
        counted = count(panel, engine=engine)
        return Work(counted.solutions, counted.states)

    return Race(
        f"count the paths of the empty {size}x{size} panel",
        (Contender("merged", lambda: by("native")), Contender("unmerged", lambda: by("unmerged"))),
    )


def entropy(size: int) -> Race:
    """Compute ReMUSE of an empty panel for a player without rules, which takes every state."""
    panel, nobody = corner_to_corner(size), find_kind("witness").player("none")

    def by(engine: EngineName) -> Work:
        score = remuse(panel, nobody, engine=engine)
        return Work(round(score.value or 0, 9), score.states)

    return Race(
        f"remuse of the empty {size}x{size} panel",
        (Contender("merged", lambda: by("native")), Contender("unmerged", lambda: by("unmerged"))),
    )


def counting(size: int, first: int, number: int) -> Race:
    """Count the solutions of some panels with squares of two colours."""
    space = PanelSpace(size, size, palette=SQUARES)

    def without_search(engine: str) -> Work:
        pieces = sweep(space, first, first + number, engine=engine)  # type: ignore[arg-type]
        return Work(_solutions(pieces), number)

    def by_search() -> Work:
        counts = [count(panel) for panel in each(space, first, first + number)]
        return Work([counted.solutions for counted in counts], number)

    return Race(
        f"solutions of {number:,} of the {space.size:,} panels {size}x{size} with two colours",
        (
            Contender("path sets, native", lambda: without_search("native")),
            Contender("path sets, python", lambda: without_search("python")),
            Contender("native search, merged", by_search),
        ),
    )


def sweeping(number: int) -> Race:
    """Sweep a large part of a space of more than ten million panels. States are panels."""
    space = PanelSpace(4, 4, palette=SQUARES)
    first = (space.size - number) // 2

    def run() -> Work:
        return Work(sum(map(int, _totals(sweep(space, first, first + number)))), number)

    return Race(
        f"sweep {number:,} of the {space.size:,} panels 4x4 with two colours",
        (Contender("path sets, native", run),),
    )


def choosing(size: int, colours: int, most: int) -> Race:
    """Find the best panels of a space with bounds, or by going through all of it. States are panels looked at."""
    space = PanelSpace(size, size, palette=tuple(map(Square, list(Colour)[:colours])))

    def bounded() -> Work:
        found = bounded_best(space, most)
        return Work([panel.number for panel in found.best], found.seen)

    def thorough() -> Work:
        return Work([panel.number for panel in best(space, most)], space.size)

    contenders = [Contender("bounded", bounded)]
    if space.size < MOST_TO_GO_THROUGH:
        contenders.append(Contender("all panels", thorough))
    return Race(
        f"best {most} of {space.size:,} panels {size}x{size} with {colours} colours", tuple(contenders)
    )


def two_colours(number: int) -> list[Panel]:
    """Return panels that differ in their squares alone."""
    space = PanelSpace(3, 3, palette=SQUARES)
    return [space.unrank(Random(i).randrange(space.size)) for i in range(number)]


def rating(number: int) -> Race:
    """Compute ReMUSE of panels with the same lines through the public road, in one call or in one for each."""
    witness = find_kind("witness")
    panels = two_colours(number)

    def values(scores: Iterable[Score]) -> list[float | None]:
        return [None if score.value is None else round(score.value, 9) for score in scores]

    def together() -> Work:
        scores = [found["remuse"] for found in rate_many(panels, ["remuse"])]
        return Work(values(scores), sum(score.states for score in scores))

    def one_by_one() -> Work:
        scores = [remuse(panel, witness.people.default) for panel in panels]
        return Work(values(scores), sum(score.states for score in scores))

    return Race(
        f"rate {number:,} panels 3x3 with two colours by remuse",
        (Contender("rate_many", together), Contender("one by one", one_by_one)),
    )


def many(number: int) -> Race:
    """Compute ReMUSE of small generated panels in one call, or in one call for each."""
    witness = find_kind("witness")
    panels = [witness.generate(Random(f"many-{i}"), "3x3") for i in range(number)]
    native, player = witness.engines.native, witness.people.default

    def by_one_call(threads: int) -> Work:
        twins = [twin for panel in panels if native and (twin := native(panel))]
        told = measure_many("remuse", twins, player, threads=threads)
        return Work([None if value == inf else round(value, 9) for value in told.value.tolist()], number)

    def one_by_one() -> Work:
        values = [remuse(panel, player).value for panel in panels]
        return Work([None if value is None else round(value, 9) for value in values], number)

    return Race(
        f"remuse of {number:,} generated 3x3 panels",
        (
            Contender("one call", lambda: by_one_call(1)),
            Contender("one call, two threads", lambda: by_one_call(2)),
            Contender("one by one", one_by_one),
        ),
    )


def _solutions(pieces: Iterable[SweepPiece]) -> list[int]:
    return list(chain.from_iterable(piece.solutions.tolist() for piece in pieces))


def _totals(pieces: Iterable[SweepPiece]) -> Iterable[int]:
    return (int(piece.solutions.sum()) for piece in pieces)


def races() -> list[Race]:
    """Return all races, quickest first."""
    return [
        many(2000),
        rating(2000),
        choosing(3, 2, 20),
        choosing(4, 2, 20),
        choosing(4, 3, 20),
        entropy(4),
        merging(5),
        counting(3, 5000, 500),
        counting(4, 10_000_000, 200),
        sweeping(1_000_000),
    ]
