"""State maps: fates, layout, files for other programs, and the command."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from quandary.cli.main import main
from quandary.draw.shapes import Circle, Line, Polygon
from quandary.errors import QuandaryError
from quandary.explaining.map_files import FORMATS, to_dot, to_graphml, to_json
from quandary.explaining.map_picture import HEIGHT, WIDTH, draw_map
from quandary.explaining.state_map import StateMap, state_map
from quandary.kinds.witness import KIND as WITNESS
from quandary.measuring.rate import rate

PANEL = "+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"


class Lifts:
    """A house of floors: up and down by one, out at the top, and a slide from floor 1 to a cellar without stairs."""

    def starts(self) -> list[int]:
        return [0]

    def moves(self, floor: int) -> list[str]:
        ways = {0: ["up"], 1: ["up", "down", "slide"], 2: ["up", "down"], -1: ["dig"], -2: ["dig"]}
        return ways.get(floor, [])

    def apply(self, floor: int, move: str) -> int:
        return {"up": floor + 1, "down": floor - 1, "slide": -1, "dig": -3 - floor}[move]

    def is_solved(self, floor: int) -> bool:
        return floor == 3


@pytest.fixture
def house() -> StateMap:
    return state_map(Lifts())


def test_every_state_is_solved_live_or_dead(house: StateMap) -> None:
    fates = {text: house.fate(number) for number, text in enumerate(house.texts)}
    assert fates == {"0": "live", "1": "live", "2": "live", "3": "solved", "-1": "dead", "-2": "dead"}


def test_the_solution_is_a_shortest_one(house: StateMap) -> None:
    assert [house.texts[number] for number in house.solution] == ["0", "1", "2", "3"]


def test_states_are_found_again_from_the_compiled_core() -> None:
    found = state_map(WITNESS.parse(PANEL))
    graph = found.graph
    panel = found.puzzle
    assert len(set(found.states)) == len(graph)
    for number, state in enumerate(found.states):
        assert panel.is_solved(state) == graph.solved[number]


def test_components_of_a_puzzle_of_ones_own() -> None:
    scores = rate(Lifts(), ["scc", "scc_largest", "scc_crossed"])
    # Floors 0 to 2, the top, and the two dead floors, which lead to each other.
    assert {name: score.value for name, score in scores.items()} == {
        "scc": 3,
        "scc_largest": 3,
        "scc_crossed": 1,
    }


def test_nearer_to_the_goal_is_further_right_and_dead_states_are_below(house: StateMap) -> None:
    drawn = draw_map(house.graph)
    live = [s.centre for s in drawn.shapes if isinstance(s, Circle) and s.fill == "path"][:3]
    dead = [s.centre for s in drawn.shapes if isinstance(s, Circle) and s.fill == "paper"][:2]
    (solved, *_) = [s for s in drawn.shapes if isinstance(s, Polygon)]
    assert live[0][0] < live[1][0] < live[2][0] < min(x for x, _ in solved.points)
    assert max(y for _, y in live) < min(y for _, y in dead)
    (way,) = [s for s in drawn.shapes if isinstance(s, Line) and len(s.points) == len(house.solution)]
    assert way.points[:3] == tuple(live)


def test_everything_is_on_the_page() -> None:
    for shape in draw_map(state_map(WITNESS.parse(PANEL)).graph).shapes:
        points = [shape.centre] if isinstance(shape, Circle) else getattr(shape, "points", ())
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)


def test_a_map_without_a_solution_is_drawn_as_well() -> None:
    class Stuck(Lifts):
        def is_solved(self, floor: int) -> bool:
            return False

    found = state_map(Stuck())
    assert found.solution == [] and found.summary.endswith("6 dead; no solution.")
    assert draw_map(found.graph).shapes


def test_too_many_states_are_refused_in_a_sentence() -> None:
    with pytest.raises(QuandaryError, match="more than 10 states"):
        state_map(WITNESS.parse(PANEL), most=10)


def test_every_format_has_all_states_and_moves(house: StateMap) -> None:
    told = json.loads(to_json(house))
    assert (len(told["states"]), len(told["moves"])) == (len(house), len(house.edges))
    assert told["states"][0] == {"text": "0", "fate": "live", "start": True, "steps_left": 3}
    assert next(state for state in told["states"] if state["fate"] == "dead")["steps_left"] is None
    graph = ET.fromstring(to_graphml(house))  # noqa: S314 - our own
    names = [each.tag.rpartition("}")[2] for each in graph.iter()]
    assert (names.count("node"), names.count("edge")) == (len(house), len(house.edges))
    assert to_dot(house).count(" -> ") == len(house.edges)


def test_hostile_texts_do_not_break_a_file() -> None:
    class Named(Lifts):
        def apply(self, floor: int, move: str) -> int:
            return super().apply(floor, move.removesuffix('"]<&>'))

        def moves(self, floor: int) -> list[str]:
            return [f'{move}"]<&>' for move in super().moves(floor)]

    found = state_map(Named())
    assert json.loads(to_json(found))["moves"][0]["move"] == 'up"]<&>'
    graph = ET.fromstring(to_graphml(found))  # noqa: S314 - our own
    assert any(each.text == 'up"]<&>' for each in graph.iter())
    assert '"up\\"]<&>"' in to_dot(found)


def test_the_command_writes_each_format_and_says_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending in (*FORMATS, ".svg"):
        file = tmp_path / f"map{ending}"
        for _ in range(2):  # its own file is replaced
            assert main(["map", f"witness:{PANEL}", "-o", str(file)]) == 0
        assert file.stat().st_size
    found = state_map(WITNESS.parse(PANEL))
    assert capsys.readouterr().out.startswith(found.summary)


def test_the_command_maps_a_class_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "lifts.py"
    own.write_text(
        "class Two:\n"
        "    def starts(self): return [0]\n"
        "    def moves(self, state): return ['on'] if state < 1 else []\n"
        "    def apply(self, state, move): return state + 1\n"
        "    def is_solved(self, state): return state == 1\n"
    )
    assert main(["map", f"{own}:Two"]) == 0
    assert "2 states: 1 solved, 1 live, 0 dead; the shortest solution has 1 move." in capsys.readouterr().out


def test_the_command_refuses_what_it_cannot_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", f"witness:{PANEL}", "-o", str(tmp_path / "map.txt")]) == 2
    assert main(["map", f"witness:{PANEL}", "-o", str(tmp_path / "map.svg"), "--most", "6000"]) == 2
    (tmp_path / "mine.json").write_text("{}")
    assert main(["map", f"witness:{PANEL}", "-o", str(tmp_path / "mine.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 3
