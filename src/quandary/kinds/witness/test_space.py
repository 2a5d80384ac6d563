"""Test panels by number, and their solutions without search."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, product
from math import isnan, prod
from typing import Literal

import pytest

from quandary._native import core
from quandary.errors import SpaceError
from quandary.kinds.witness import Panel
from quandary.kinds.witness.elements import Colour, Eliminator, Polyomino, Square, Star, Triangles
from quandary.kinds.witness.lattice import Path, between, covered_by
from quandary.kinds.witness.paths import MOST_PATHS, Paths
from quandary.kinds.witness.people import PAPER
from quandary.kinds.witness.same import symmetries
from quandary.kinds.witness.space import PanelSpace
from quandary.kinds.witness.sweep import SweepPiece, best, sweep
from quandary.measuring.entropy import remuse
from quandary.parts.space import each
from quandary.solving.search import count

BLACK, WHITE = Square(Colour.BLACK), Square(Colour.WHITE)
STAR = Star(Colour.BLACK)
BENT = Polyomino(frozenset({(0, 0), (1, 0), (0, 1)}), rotates=True)
STRAIGHT = Polyomino(frozenset({(0, 0), (1, 0)}))
LONE = Polyomino(frozenset({(0, 0)}), colour=Colour.BLACK)

SPACES = {
    "squares anywhere": PanelSpace(2, 2, palette=(BLACK, WHITE)),
    "squares, counted": PanelSpace(3, 2, {BLACK: 2, WHITE: 2}),
    "three colours from the middle": PanelSpace(
        3, 2, {BLACK: 1, WHITE: 1, Square(Colour.RED): 1}, start=(1, 1), exit=(3, 0)
    ),
    "triangles": PanelSpace(2, 2, palette=(Triangles(1), Triangles(2), Triangles(3))),
    "stars and squares": PanelSpace(2, 2, palette=(STAR, BLACK, Star(Colour.WHITE))),
    "rotating polyominoes": PanelSpace(2, 2, {BENT: 1, LONE: 1, STAR: 1}),
    "polyominoes that a mirror turns": PanelSpace(2, 2, {STRAIGHT: 2}),
    "eliminators": PanelSpace(2, 2, palette=(Eliminator(), WHITE, BLACK)),
    "eliminators and hexagons": PanelSpace(2, 1, {Eliminator(): 1, Triangles(2): 1}, hexagons_on_edges=1),
    "hexagons and gaps": PanelSpace(2, 2, hexagons_on_junctions=1, hexagons_on_edges=1, gaps=1),
    "everything on the lines": PanelSpace(
        1, 2, {BLACK: 1}, hexagons_on_junctions=2, hexagons_on_edges=1, gaps=1
    ),
    "side to side": PanelSpace(2, 2, {BLACK: 2, Triangles(1): 1}, start=(1, 0), exit=(1, 2)),
}

needs_core = pytest.mark.skipif(core() is None, reason="without the compiled core")
spaces = pytest.mark.parametrize("space", SPACES.values(), ids=SPACES.keys())


def known(space: PanelSpace, engine: Literal["python", "native"]) -> list[tuple[int, int]]:
    """Return the number of solutions of every panel of a space, with the length of a shortest one."""
    return [pair for piece in sweep(space, engine=engine) for pair in _pairs(piece)]


def _pairs(piece: SweepPiece) -> Iterator[tuple[int, int]]:
    return zip(piece.solutions.tolist(), piece.shortest.tolist(), strict=True)


def every_panel(space: PanelSpace) -> Iterator[Panel]:
    """Yield every way to put the elements of a space on its panel, images included."""
    cells = list(product(range(space.width), range(space.height)))
    letters = (None, *space.elements)
    junctions = [
        between(here, here) for here in space.empty.junctions() if here not in (space.start, space.end)
    ]
    edges = [between(*ends) for ends in space.empty.edges()]
    for held in product(letters, repeat=len(cells)):
        if space.palette or all(held.count(element) == number for element, number in space.counts.items()):
            panel = replace(
                space.empty, cells=frozenset((c, e) for c, e in zip(cells, held, strict=True) if e)
            )
            for on_junctions in combinations(junctions, space.hexagons_on_junctions):
                for on_edges in combinations(edges, space.hexagons_on_edges):
                    for gaps in combinations([edge for edge in edges if edge not in on_edges], space.gaps):
                        hexagons = frozenset({*on_junctions, *on_edges})
                        yield replace(panel, hexagons=hexagons, gaps=frozenset(gaps))


def orbit(panel: Panel) -> frozenset[Panel]:
    """Return the panel with its images that have the same start and exit."""
    images = map(_untwisted, symmetries(panel))
    ends = panel.entrances, panel.exits
    return frozenset(image for image in images if (image.entrances, image.exits) == ends)


def _untwisted(panel: Panel) -> Panel:
    """Return the panel with its rotating polyominoes in the orientation of the spaces here."""
    return replace(
        panel,
        cells=frozenset(
            (cell, BENT if isinstance(element, Polyomino) and element.rotates else element)
            for cell, element in panel.cells
        ),
    )


@spaces
def test_every_panel_is_there_once_up_to_mirror_images(space: PanelSpace) -> None:
    orbits = {orbit(panel) for panel in every_panel(space)}
    assert {orbit(panel) for panel in each(space)} == orbits
    assert space.size == len(orbits)


@spaces
def test_the_number_of_a_panel_leads_back_to_it(space: PanelSpace) -> None:
    assert [space.rank(panel) for panel in each(space)] == list(range(space.size))


def test_a_panel_and_its_mirror_image_have_one_number() -> None:
    space = SPACES["rotating polyominoes"]
    for panel in each(space):
        assert {space.rank(image) for image in orbit(panel)} == {space.rank(panel)}


@spaces
def test_solutions_without_search_are_those_of_the_rules(space: PanelSpace) -> None:
    paths = Paths(space.empty)
    for panel, (number, shortest) in zip(each(space), known(space, "python"), strict=True):
        solving = [len(path) - 1 for path in paths.all if _is_open(panel, path) and panel.is_solved(path)]
        assert (len(solving), min(solving, default=0)) == (number, shortest)


def _is_open(panel: Panel, path: Path) -> bool:
    return panel.gaps.isdisjoint(covered_by(path))


@needs_core
@spaces
def test_both_engines_know_the_same(space: PanelSpace) -> None:
    assert known(space, "native") == known(space, "python")


@needs_core
@spaces
def test_remuse_without_search_is_that_of_a_search(space: PanelSpace) -> None:
    swept = space.sweep(range(space.size), ["remuse"])
    if space.gaps:  # gaps change what a player may do
        assert swept is None
        return
    assert swept is not None
    searched = [remuse(panel, PAPER).value for panel in each(space)]
    assert [None if isnan(value) else value for value in swept["remuse"].tolist()] == searched


@needs_core
def test_paths_that_are_numbered_anew_stay_the_same() -> None:
    """Late in a sweep few paths are left, which then have numbers of their own."""
    space = PanelSpace(4, 4, palette=(BLACK, WHITE, STAR, Triangles(2)))
    first = space.size // 3
    swept = space.sweep(range(first, first + 2000), ("solutions", "remuse"))
    assert swept is not None
    for at in range(0, 2000, 97):
        panel = space.unrank(first + at)
        number, value = count(panel).solutions, remuse(panel, PAPER).value
        assert swept["solutions"][at] == number if number else isnan(swept["solutions"][at])
        assert swept["remuse"][at] == value if number else value is None


@needs_core
def test_a_sweep_may_begin_anywhere() -> None:
    space = SPACES["hexagons and gaps"]
    whole = known(space, "native")
    for first in range(0, space.size, 41):
        (piece,) = sweep(space, first, first + 7, engine="native")
        assert list(_pairs(piece)) == whole[first : first + 7]


def _mirrored_in_themselves(space: PanelSpace) -> Iterator[Panel]:
    cells = list(product(range(space.width), repeat=2))
    below = [(x, y) for x, y in cells if y <= x]
    for held in product((None, *space.palette), repeat=len(below)):
        half = {cell: element for cell, element in zip(below, held, strict=True) if element}
        other = {(y, x): element for (x, y), element in half.items()}
        yield replace(space.empty, cells=frozenset({*half.items(), *other.items()}))


@needs_core
def test_all_two_coloured_squares_on_a_3x3_panel_are_counted() -> None:
    """Count by paths: a region of n cells is black or empty, or white or empty: 2 ** (n + 1) - 1 ways."""
    space = PanelSpace(3, 3, palette=(BLACK, WHITE))
    assert space.size == (3**9 + 3**6) // 2  # those that are their own image, and half of the others
    paths = Paths(space.empty)
    expected = sum(
        prod(2 ** (len(region) + 1) - 1 for region in space.empty.regions(covered_by(path)))
        for path in paths.all
    )
    alone = sum(paths.solving(panel).bit_count() for panel in _mirrored_in_themselves(space))
    counted = sum(number for number, _ in known(space, "native"))
    assert 2 * counted - alone == expected


def test_the_best_panels_have_few_solutions_and_long_ones() -> None:
    space = SPACES["squares anywhere"]
    merits = sorted((number, -shortest) for number, shortest in known(space, "python") if number)
    found = best(space, 5)
    assert [(each.solutions, -each.shortest) for each in found] == merits[:5]
    assert [space.rank(each.panel) for each in found] == [each.number for each in found]


def test_any_measure_can_choose_the_best_panels() -> None:
    space = SPACES["triangles"]
    found = best(space, 3, by=lambda panel: float(len(panel.cells)) if len(panel.cells) < 4 else None)
    assert [each.value for each in found] == [3.0, 3.0, 3.0]
    assert [each.solutions for each in found] == [1, 1, 1]  # the fewest there are


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: PanelSpace(11, 1), "1 to 10 cells, not 11 × 1"),
        (lambda: PanelSpace(2, 2, {BLACK: 1}, palette=(WHITE,)), "`counts` or `palette`"),
        (lambda: PanelSpace(2, 2, exit=(3, 0)), r"exit \(3, 0\) is not on a panel of 2 × 2"),
        (lambda: PanelSpace(2, 2, exit=(0, 0)), r"both at \(0, 0\)"),
        (lambda: PanelSpace(2, 2, {BLACK: 5}).size, "5 things cannot be put on 4 cells"),
        (lambda: PanelSpace(2, 2, {BLACK: 1}).unrank(4), "no number 4 here: numbers run from 0 to 2"),
        (lambda: PanelSpace(2, 2, {BLACK: 1}).rank(PanelSpace(2, 1).empty), "its size, lines, start or exit"),
        (lambda: PanelSpace(2, 2, {BLACK: 1}).rank(PanelSpace(2, 2, {WHITE: 1}).unrank(0)), "a white square"),
        (
            lambda: PanelSpace(2, 2, {BLACK: 1}).rank(PanelSpace(2, 2, {BLACK: 2}).unrank(0)),
            "too many of something",
        ),
        (lambda: next(sweep(PanelSpace(2, 2), -1)), "no number -1"),
    ],
)
def test_an_impossible_space_is_refused(make: Callable[[], object], complaint: str) -> None:
    with pytest.raises(SpaceError, match=complaint):
        make()


@needs_core
def test_a_panel_with_too_many_paths_is_turned_down() -> None:
    with pytest.raises(SpaceError, match=f"6 × 6 cells has more than {MOST_PATHS:,} paths"):
        next(sweep(PanelSpace(6, 6, {BLACK: 1})))


def test_python_turns_it_down_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quandary.kinds.witness.paths.MOST_PATHS", 183)
    with pytest.raises(SpaceError, match="3 × 3 cells has more than 183 paths"):
        next(sweep(PanelSpace(3, 3), engine="python"))
