"""Declared puzzles as people play them: what is wrong may be written, crosses may be left out, hints say where."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quandary.board.data import puzzle_data
from quandary.draw.shapes import Line
from quandary.errors import NotationError
from quandary.kind import Kind
from quandary.library.registry import find_kind
from quandary.pencil import (
    Cages,
    Circles,
    Digits,
    Edges,
    Givens,
    Pencil,
    Regions,
    Shade,
    at_most,
    different,
    exactly,
    one_loop,
    total,
)
from quandary.pencil.board import board_data
from quandary.pencil.grid import OPEN, Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.search import completions
from quandary.pencil.words import Word
from quandary.showing.hint import hint
from quandary.showing.playable import Playable
from quandary.web.play.hint import answer
from quandary.web.play.hint import hint as hint_for_board
from quandary.web.play.judge import judge


class Stars(Pencil):
    """Put a star into every row, column and region. Stars do not touch."""

    clues = Regions()
    marks = Shade("star", look="star")

    def rules(self, grid: Grid) -> Iterator[Word]:
        yield from (exactly(1, line) for line in (*grid.lines, *self.regions))
        yield from (at_most(1, pair) for pair in grid.touching)


class Boxed(Pencil):
    """Each digit once in every row, column and box. Digits of a cage add up to its number."""

    clues = Cages(), Givens()
    marks = Digits(1)

    def rules(self, grid: Grid) -> Iterator[Word]:
        yield from map(different, (*grid.lines, *grid.boxes(2, 2)))
        yield from (total(cage.sum, cage, different=True) for cage in self.cages if cage.sum)


class Ring(Pencil):
    """Draw one loop through all circles."""

    clues = Circles()
    marks = Edges("line", on="between")

    def rules(self, grid: Grid) -> Iterator[Word]:
        yield from (exactly(2, tuple(grid.out(cell).values())) for cell, _ in self.circles)
        yield one_loop(grid.edges, grid.ends)


def played(puzzle: type[Pencil], text: str) -> Playable:
    """Return a puzzle on a board."""
    return Playable(kind_of(puzzle).parse(text), "one", "", kind_of(puzzle))


def kind_of(puzzle: type[Pencil]) -> Kind:
    return pencil_kind(puzzle, name=puzzle.__name__.lower(), title=puzzle.__name__, folder=Path())


STARS = "aabb/aabb/ccdd/ccdd"
CAGES = "aabb/ccdd/eeff/gghh a=3 b=7;..../.4../..1./...."


def test_crosses_may_be_left_out_and_what_is_wrong_may_be_written() -> None:
    board = played(Stars, STARS)
    solved = next(completions(board.puzzle))
    stars = [str(move) for move in board.steps.spelled(solved)]
    assert len(stars) == 4
    assert judge(board, " ".join(stars)).reason == "solved"
    assert judge(board, " ".join(stars[:3])).reason == "not-a-solution"
    assert judge(board, "r1c1=star r1c2=star").reason == "not-a-solution"
    assert judge(board, "r1c1=star r1c1=cross").reason == "illegal-move"
    assert judge(played(Boxed, CAGES), "r2c1=4").reason == "not-a-solution"


@pytest.mark.parametrize(("puzzle", "text"), [(Stars, STARS), (Boxed, CAGES), (Ring, "w.../..../...b/....")])
def test_an_answer_has_the_marks_that_people_write_and_solves_the_puzzle(
    puzzle: type[Pencil], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = played(puzzle, text)
    monkeypatch.setitem(globals(), "KIND", board.kind)
    found = answer(board)
    assert found and not any(move.endswith("=cross") for move in found["moves"])
    assert judge(board, " ".join(found["moves"])).reason == "solved"


def test_a_hint_says_which_mark_was_wrong_even_if_it_breaks_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    board = played(Boxed, CAGES)
    monkeypatch.setitem(globals(), "KIND", board.kind)
    assert hint_for_board(board, "r1c1=1 r2c1=4")["says"] == (
        "No solution is left since move 2, r2c1=4. Take it back."
    )


def test_hints_come_in_three_degrees_with_places_that_people_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "KIND", kind_of(Boxed))
    kind, where, move = hint(kind_of(Boxed).parse(CAGES)).degrees
    assert kind.startswith("One rule") and where.startswith("Look at ") and where.rstrip(".") in move


def test_sentences_name_boxes_and_sides_and_agree_with_several_places() -> None:
    boxed = kind_of(Boxed).parse(CAGES)
    said = [word.says(boxed.names) for word in boxed.words]
    assert "the square at r1c1 has no value twice" in said
    assert "the cage at r1c1 has the sum 3" in said
    stars = kind_of(Stars).parse(STARS)
    assert "r1c1 and r2c2 have at most one star" in [word.says(stars.names) for word in stars.words]
    ring = kind_of(Ring).parse("w.../..../...b/....")
    assert [word.says(ring.names) for word in ring.words][:1] == ["r1c1 has two lines"]
    assert ring.names(ring.grid.edges) == "the board"
    assert ring.names(ring.grid.edges[:1]) == "the edge from r1c1 to r1c2"


def test_a_number_about_no_place_at_all_is_refused_in_words() -> None:
    with pytest.raises(NotationError, match="no place has one black cell"):
        find_kind("yajilin").parse("1^ . . / . . . / . . .")


def test_the_browser_is_told_all_it_needs_as_plain_data() -> None:
    told: dict[str, Any] = board_data(kind_of(Boxed).parse(CAGES))
    key = told.pop("solved")
    assert puzzle_data(told) and key((1, 2)) == "1,2"
    assert told["start"].count(OPEN) == 14 and told["tells"]["r1c1"] == "cage of 3"
    assert {rule["word"] for rule in told["rules"]} == {"different", "total"}


def test_boxes_are_drawn_even_where_a_cage_is_just_as_large() -> None:
    kind = kind_of(Boxed)
    lines = {(2.25, 0.25), (2.25, 1.25), (0.25, 2.25), (1.25, 2.25)}  # some of those in the middle
    for text in (CAGES, "aabb/aabb/ccdd/ccdd a=10;1.../..../..../...."):
        drawn = kind.draw(kind.parse(text), None).shapes
        thick = [
            shape
            for shape in drawn
            if isinstance(shape, Line) and shape.stroke == "given" and not shape.dashed
        ]
        assert lines <= {min(shape.points) for shape in thick}
