# Delete the tests of files that you delete. The contract suite checks what all kinds have in common.
"""Test what is special to this kind."""

import pytest

from quandary.errors import NotationError
from quandary.kinds._template import KIND
from quandary.kinds._template.rules import Field, Template


def test_the_moves_are_listed_row_by_row() -> None:
    puzzle = Template(("111", "110", "111"))
    assert [str(move) for move in puzzle.moves(Field(1, 1))] == ["r1c2", "r2c1", "r2c3", "r3c2"]


def test_a_board_can_be_without_a_move() -> None:
    assert Template(("222", "220", "222")).moves(Field(1, 1)) == []


def test_a_careful_player_does_not_make_the_last_move_of_all() -> None:
    puzzle = Template(("111", "121", "110"))
    [options] = KIND.player("careful").options(puzzle, Field(0, 1)).values()
    assert [str(move) for move in options] == ["r1c1", "r1c3"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "give 1 to 20 rows and columns"),
        ("1" * 21, "The board is 21x1"),
        ("11/1", "Row 2 has 1 fields and row 1 has 2"),
        ("11/1?", "Row 2 has the character '\\?'"),
    ],
)
def test_a_text_that_makes_no_sense_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        KIND.parse(text)
