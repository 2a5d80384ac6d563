"""Moves as text: what is written can be followed, from any start."""

from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from quandary.errors import NotationError
from quandary.explaining.explanation import explain
from quandary.explaining.record import explanation_as_json
from quandary.kind import Kind, Notation, kind_of
from quandary.kinds.sokoban import KIND as SOKOBAN
from quandary.kinds.witness import KIND as WITNESS
from quandary.kinds.witness.lattice import Junction, Symmetry
from quandary.kinds.witness.rules import Panel
from quandary.library.files import examples
from quandary.library.registry import find_kind, find_kinds
from quandary.limits import Limits
from quandary.puzzle import AnyPuzzle
from quandary.solving.follow import follow, solution_text, spell, starts_by_name
from quandary.solving.search import Solution, solutions

KINDS = sorted(find_kinds())
TWO_STARTS = "S-+-E/|b|w|/S-+-+"
SYMMETRIC = ["S-+-+-S/|.|.|.|/E-+-+-E/|.|.|.|/S-+-+-S/symmetry horizontal"]
SYMMETRIC += [
    "S-+-+-S/u.|.|.|/E-+-+-E/symmetry horizontal",
    "S-+-E/|.|.|/+-+-+/|.|.|/E-+-S/symmetry rotational",
]
SYMMETRIC += ["S-+-E/|.y.|/+-+-+/|.|.|/E-+-S/symmetry rotational"]
QUICK = Limits(seconds=10)


def require_round_trip(puzzle: AnyPuzzle, solution: Solution) -> None:
    text = solution_text(puzzle, solution)
    assert text == spell(puzzle, solution.start, solution.moves) and text.isprintable()
    way = follow(puzzle, text)
    assert way.is_solved, text


@pytest.mark.parametrize("name", KINDS)
def test_solutions_of_the_examples_can_be_followed(name: str) -> None:
    followed = 0
    for entry in islice(examples(find_kind(name)), 12):
        names = starts_by_name(entry.puzzle)
        assert list(names.values()) == list(dict.fromkeys(entry.puzzle.starts()))
        assert not any(":" in each for each in names)
        for solution in solutions(entry.puzzle, most=2, limits=QUICK).found:
            require_round_trip(entry.puzzle, solution)
            followed += 1
    assert followed


def random_panel(random: Random, symmetry: Symmetry) -> Panel:
    """Make an empty panel with two to four starts. Symmetric ones come in pairs."""
    pillar = symmetry is Symmetry.PARALLEL
    empty = Panel(4 if pillar else 3, 2, frozenset(), frozenset(), symmetry=symmetry, pillar=pillar)
    corners = [here for here in empty.junctions() if not empty.is_on_axis(here)]
    random.shuffle(corners)

    def partner(here: Junction) -> Junction:
        x, y = empty.wrapped(empty.mirror(here))
        return int(x), int(y)

    entrances, exits = set(corners[:2]), {next(c for c in corners[2:] if partner(c) not in corners[:2])}
    if symmetry is not Symmetry.NONE:
        entrances, exits = entrances | set(map(partner, entrances)), exits | set(map(partner, exits))
    panel = replace(empty, entrances=frozenset(entrances), exits=frozenset(exits))
    read: Panel = WITNESS.parse(WITNESS.format(panel))
    return read


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("seed", range(8))
def test_every_solution_of_a_panel_with_several_starts_can_be_followed(symmetry: Symmetry, seed: int) -> None:
    panel = random_panel(Random(seed), symmetry)
    found = solutions(panel, limits=QUICK).found
    for solution in found[:40]:
        way = follow(panel, solution_text(panel, solution))
        assert way.is_solved and way.states[0] == solution.start and way.states[-1] == solution.end(panel)


@pytest.mark.parametrize("text", SYMMETRIC)
def test_the_starts_of_symmetric_panels_are_told_apart(text: str) -> None:
    panel = WITNESS.parse(text)
    names = starts_by_name(panel)
    assert list(names.values()) == list(panel.starts())
    for solution in solutions(panel, limits=QUICK).found[:20]:
        assert follow(panel, solution_text(panel, solution)).states[-1] == solution.end(panel)


def test_a_start_is_named_only_where_there_is_a_choice() -> None:
    one, two = WITNESS.parse("+-E/|.|/S-+"), WITNESS.parse("S-E/|.|/S-+")
    assert spell(one, ((0, 0),), ["up", "right"]) == "up right"
    assert spell(two, ((0, 0),), ["up", "right"]) == "from (0, 0): up right"
    assert spell(two, ((0, 0),), []) == "from (0, 0):"
    assert follow(two, "from (0, 0):").states == [((0, 0),)]
    assert follow(one, "from (0, 0): up right") == follow(one, "up right")


def test_what_a_kind_writes_is_read_as_moves() -> None:
    panel = WITNESS.parse(TWO_STARTS)
    for solution in solutions(panel).found:
        end = solution.end(panel)
        assert WITNESS.pictures.write is not None
        assert follow(panel, WITNESS.pictures.write(panel, end)).states[-1] == end


def test_spaces_in_a_start_do_not_count() -> None:
    panel = WITNESS.parse(TWO_STARTS)
    assert follow(panel, " from  (0,0) :right up\nright") == follow(panel, "from (0, 0): right up right")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "right up right",
            "2 starts, (0, 0), (0, 1). Name one first, as in 'from (0, 0): right",
        ),
        ("", "2 starts, (0, 0), (0, 1)"),
        ("from (1, 1): right", "no start '(1, 1)'. Its starts: (0, 0), (0, 1)"),
        ("from (0, 0): up", "Move 1, 'up', is not legal. Legal moves:"),
    ],
)
def test_a_start_that_is_missing_or_wrong_is_named(text: str, says: str) -> None:
    panel = WITNESS.parse("S-+-E/x.|.|/S-+-+")
    with pytest.raises(NotationError) as caught:
        follow(panel, text)
    assert says in str(caught.value) and str(caught.value).isprintable()


@dataclass(frozen=True)
class Doors:
    """A puzzle of three rooms with a way out, and moves with spaces in their texts."""

    def starts(self) -> list[str]:
        return ["attic", "cellar", "hall"]

    def moves(self, state: str) -> list[str]:
        return ["go", "go out"] if state == "hall" else ["go", "go up and out", "go up"]

    def apply(self, state: str, move: str) -> str:
        return "garden" if move.endswith("out") else "hall"

    def is_solved(self, state: str) -> bool:
        return state == "garden"


def test_a_puzzle_without_a_kind_numbers_its_starts() -> None:
    doors = Doors()
    assert list(starts_by_name(doors)) == ["1", "2", "3"]
    for solution in solutions(doors).found:
        assert follow(doors, solution_text(doors, solution)).is_solved
    assert spell(doors, "cellar", ["go up"]) == "from 2: go up"


def test_moves_may_have_spaces_in_their_texts() -> None:
    doors = Doors()
    assert follow(doors, "from 2: go up and out").states == ["cellar", "garden"]
    assert follow(doors, "from 2: go up go out").states == ["cellar", "hall", "garden"]
    with pytest.raises(NotationError, match=r"Move 2, 'gone', is not legal\. Legal moves: go, go out"):
        follow(doors, "from 2: go up gone")


class Rooms(Doors):
    """The same puzzle with names for its starts, and a kind that has its own notation for moves."""

    def start_name(self, start: str) -> str:
        return f"the {start}"


ROOMS = Kind(
    name="rooms",
    title="room",
    summary="Get out.",
    puzzle=Rooms,
    folder=Path(__file__).parent,
    notation=Notation(moves=SimpleNamespace(spell=lambda *_: "?", replay=lambda *_: [])),
)


def test_a_kind_names_its_starts_and_is_not_asked_to_spell_where_there_are_several() -> None:
    assert kind_of(Rooms()) is ROOMS
    assert spell(Rooms(), "cellar", ["go up"]) == "from the cellar: go up"
    assert follow(Rooms(), "from the cellar: go up").states == ["cellar", "hall"]


def test_lurd_stays_as_players_write_it() -> None:
    level = SOKOBAN.parse("######|#@$ .#|######")
    [solution] = solutions(level, limits=QUICK).found
    assert solution_text(level, solution) == "RR"
    assert follow(level, "RR") == follow(level, "2r") == follow(level, "from 1: RR")


def test_an_explanation_carries_its_start() -> None:
    panel = WITNESS.parse(TWO_STARTS)
    told = explain(panel)
    record = explanation_as_json(told)["profile"]
    assert told.profile is not None
    assert starts_by_name(panel)[record["start"]] == told.profile.states[0]
    assert follow(panel, record["text"]).states == list(told.profile.states)
    assert "start" not in explanation_as_json(explain(WITNESS.parse("+-E/|.|/S-+")))["profile"]
