"""Ways to fill a board: the fewest moves that leave one of them, in C++ and in Python."""

from random import Random

import pytest

from quandary.parts import laying
from quandary.parts.laying import Rivals


def in_python(ways: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch) -> Rivals:
    with monkeypatch.context() as without_core:
        without_core.setattr(laying, "core", lambda: None)
        return Rivals(ways)


@pytest.mark.parametrize("seed", range(20))
def test_both_engines_find_the_same_fewest_moves(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    moves = rng.choice((8, 20, 200))
    ways = sorted({tuple(rng.sample(range(moves), 6)) for _ in range(rng.choice((1, 63, 64, 65, 300)))})
    ways = [way for at, way in enumerate(ways) if all(set(way) != set(other) for other in ways[:at])]
    native, python = Rivals(ways), in_python(ways, monkeypatch)
    for way in rng.sample(ways, min(len(ways), 20)):
        for given in ((), way[2:4]):
            found = native.fewest(way, given)
            assert found == python.fewest(way, given)
            assert native.is_settled(found) and set(given) <= set(found)
        some = rng.sample(way, 3)
        assert native.is_settled(some) == python.is_settled(some)


def test_moves_that_no_way_has_are_refused_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    ways: list[tuple[int, ...]] = [(0, 3), (1, 3), (1, 4)]
    for rivals in (Rivals(ways), in_python(ways, monkeypatch)):
        assert not rivals.is_settled((0, 9))
        for way in ((0, 4), (0, 9), (3,)):
            with pytest.raises(ValueError, match="not one of the tilings"):
                rivals.fewest(way)
