"""The best panels found with bounds are those of a run over the whole space."""

import pytest

from quandary.errors import SpaceError
from quandary.kinds.witness import bounded
from quandary.kinds.witness.elements import Colour, Eliminator, Square, Star, Triangles
from quandary.kinds.witness.paths import Paths
from quandary.kinds.witness.space import PanelSpace
from quandary.kinds.witness.sweep import best as best_of_all

BLACK, WHITE, RED = (Square(colour) for colour in (Colour.BLACK, Colour.WHITE, Colour.RED))
SPACES = {
    "two colours": PanelSpace(2, 2, palette=(BLACK, WHITE)),
    "three colours": PanelSpace(2, 2, palette=(BLACK, WHITE, RED)),
    "without a mirror": PanelSpace(3, 2, palette=(BLACK, WHITE)),
    "triangles": PanelSpace(2, 2, palette=(Triangles(1), Triangles(2), BLACK)),
    "stars": PanelSpace(2, 2, palette=(Star(Colour.BLACK), BLACK, WHITE)),
    "counts": PanelSpace(3, 2, counts={BLACK: 2, WHITE: 2}, exit=(1, 2)),
    "on lines": PanelSpace(2, 2, counts={BLACK: 1, WHITE: 1}, hexagons_on_edges=1, gaps=1),
}
LARGER = PanelSpace(3, 3, palette=(BLACK, WHITE))


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("name", SPACES)
@pytest.mark.parametrize("most", [1, 7])
def test_the_list_is_that_of_the_full_run(name: str, engine: str, most: int) -> None:
    space = SPACES[name]
    found = bounded.best(space, most, engine=engine)  # type: ignore[arg-type]
    assert found.best == best_of_all(space, most)
    assert found.is_complete and 0 < found.seen <= found.size == space.size


def test_most_of_a_larger_space_is_passed_over() -> None:
    found = bounded.best(LARGER, 20)
    assert found.best == best_of_all(LARGER, 20)
    assert found.share < 0.25
    assert f"{LARGER.size:,}" in found.said


def test_python_and_cpp_look_at_the_same_panels() -> None:
    for space in SPACES.values():
        python, native = (bounded.best(space, 5, engine=engine) for engine in ("python", "native"))
        assert python == native


def test_path_first_finds_panels_that_nothing_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "MOST_PATHS_IN_ORDER", 0)
    found = bounded.best(LARGER, 5)
    paths = Paths(LARGER.empty)
    assert len(found.best) == 5 and not found.is_complete
    assert "Others may be as good" in found.said
    for panel in found.best:
        [only] = paths.solutions(panel.panel)
        assert len(only) == max(map(len, paths.all)) == panel.shortest + 1
        assert LARGER.rank(panel.panel) == panel.number and panel.solutions == 1
    assert {panel.shortest for panel in found.best} == {best_of_all(LARGER, 1)[0].shortest}


def test_spaces_that_are_not_squares_alone_are_not_searched_path_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounded, "MOST_PATHS_IN_ORDER", 0)
    assert bounded.best(SPACES["triangles"], 3).is_complete


def test_eliminators_have_no_bound() -> None:
    space = PanelSpace(2, 2, palette=(BLACK, Eliminator(Colour.WHITE)))
    with pytest.raises(SpaceError, match="nothing bounds"):
        bounded.best(space)


def test_none_are_asked_for_and_none_are_found() -> None:
    assert bounded.best(LARGER, 0).best == []
