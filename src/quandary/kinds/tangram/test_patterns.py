"""Patterns, relations and colourings of a declaration, counted over all solutions at once."""

from dataclasses import replace

import numpy as np
import pytest

from quandary.errors import SpaceError
from quandary.kinds.tangram import patterns as module
from quandary.kinds.tangram.notation import parse
from quandary.kinds.tangram.patterns import Patterns
from quandary.kinds.tangram.richness import poorest, richness, solutions_of, ways_to_leave_out
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.spaces import colourings, relations
from quandary.kinds.tangram.tilings import find_tilings, symmetries
from quandary.measuring.rate import rate

GARDEN = "square .../.../.../.._ P=xxx/x,red L=xx/x,red S=xx,yellow D=x,2,yellow"
SMALL = (
    GARDEN,
    "triangle ...../_.... A=xxx,red B=xxx,blue C=xxx,blue",
    "hexagon .../.../... I=xxx,red L=xxx,blue V=xx/x",
)


def brute_force(puzzle: Tangram) -> int:
    """Count the different solutions of a puzzle by listing them."""
    bare = solutions_of(puzzle).bare
    pieces = [each.piece for each in bare.layout.locations]
    group = [to for to in symmetries(bare) if [pieces[at] for at in to] == pieces]
    found = set()
    for letters in ways_to_leave_out(puzzle.pieces, len(puzzle.board)):
        for tiling in find_tilings(replace(puzzle, left_out=letters)):
            places = [bare.layout.at[puzzle.layout.locations[at].place].number for at in tiling]
            found.add(min(tuple(sorted(to[at] for at in places)) for to in group))
    return len(found)


@pytest.mark.parametrize("text", SMALL)
def test_a_pattern_has_as_many_solutions_as_can_be_listed(text: str) -> None:
    space = Patterns(parse(text))
    numbers = range(0, space.size, max(1, space.size // 40))
    swept = space.sweep(range(space.size), ["richness", "poorest"])
    assert swept is not None
    for number in numbers:
        puzzle = space.unrank(number)
        assert space.rank(puzzle) == number
        listed = brute_force(puzzle)
        assert richness(puzzle) == listed
        assert np.nan_to_num(swept["richness"][number]) == listed
        if listed:
            assert swept["poorest"][number] == poorest(puzzle) == rate(puzzle, ["poorest"])["poorest"].value


@pytest.mark.parametrize("text", SMALL)
def test_the_compiled_core_counts_as_numpy_does(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    space = Patterns(parse(text))
    counted = space._count(3, space.size)
    monkeypatch.setattr(module, "core", lambda: None)
    monkeypatch.setattr(module, "HALF", 4)
    assert np.array_equal(Patterns(parse(text))._count(3, space.size), counted)


def test_relations_and_colourings_leave_what_can_be_listed() -> None:
    for space in relations({"of": GARDEN}), colourings({"of": GARDEN, "colours": "2"}):
        swept = space.sweep(range(space.size), ["richness"])
        assert swept is not None
        for number in range(space.size):
            puzzle = space.unrank(number)
            assert space.rank(puzzle) == number
            assert np.nan_to_num(swept["richness"][number]) == brute_force(puzzle)


def test_the_pieces_of_hex_have_the_solutions_and_the_fourth_step_of_the_thesis() -> None:
    space = Patterns(parse("hex -H"))
    assert solutions_of(space.puzzle).size == 2508
    assert sorted(len(each) for each in space.choices) == [1, 1, 3, 3, 3, 3, 15, 15, 15, 15]


def test_pieces_without_colours_have_no_relations() -> None:
    with pytest.raises(SpaceError, match="Give them colours"):
        relations({"of": "square 2x3 A=xx,3"})
