"""What is special to the water jugs; the contract suite checks the rest."""

import pytest

from quandary.errors import NotationError
from quandary.kinds._template import KIND
from quandary.kinds._template.rules import Jugs, Pour


def test_a_pour_stops_when_the_target_is_full() -> None:
    assert Jugs((8, 5, 3), 4).apply((3, 4, 1), Pour(0, 1)) == (2, 5, 1)


def test_a_pour_stops_when_the_source_is_empty() -> None:
    assert Jugs((8, 5, 3), 4).apply((1, 2, 3), Pour(0, 1)) == (0, 3, 3)


def test_water_poured_away_is_gone() -> None:
    assert Jugs((8, 5, 3), 4).apply((3, 5, 0), Pour(1, -1)) == (3, 0, 0)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("8 5 3", "write sizes -> amount"),
        ("8 -> 4", "There are 1 jugs"),
        ("8 0 -> 4", "size 0"),
        ("8 5 3 -> 9", "between 1 and 8"),
    ],
)
def test_a_text_that_makes_no_sense_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        KIND.parse(text)
