"""Test what is special to tilt mazes. The contract suite checks the rest."""

from collections import deque
from dataclasses import replace
from math import inf
from random import Random

import pytest

from quandary._native import core
from quandary.engine import EngineName
from quandary.errors import NotationError
from quandary.generating.band import generate_band
from quandary.generating.vary import vary_once
from quandary.kinds.tilt import KIND, Maze
from quandary.kinds.tilt.features import EXTRAS, FEATURES, survey
from quandary.kinds.tilt.generate import generate, grow
from quandary.kinds.tilt.rules import Position, Roll
from quandary.kinds.tilt.segments import SegmentGraph
from quandary.kinds.tilt.vary import neighbours
from quandary.limits import Limits, Meter, OutOfBudget
from quandary.measuring.rate import rate
from quandary.score import Score, Status
from quandary.solving.choose import engine_for
from quandary.solving.search import count, solutions

ENGINES: tuple[EngineName, ...] = ("python", "native") if core() else ("python",)
CORNER = KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")


def features(maze: Maze, limits: Limits = Limits()) -> dict[str, Score]:
    return rate(maze, [*FEATURES, *EXTRAS], limits=limits)


def scattered(seed: int) -> Maze:
    """Return a random maze with its checkpoints anywhere, so that it may have no solution."""
    rng = Random(seed)
    maze = generate(rng, rng.choice(("2x3", "3x3", "4x4", "5x5", "6x6")))
    cells = [cell for cell in maze.cells() if cell != maze.ball]
    chosen = rng.sample(cells, rng.randint(1, min(7, len(cells))))
    return replace(maze, checkpoints=tuple(sorted(chosen)))


def test_the_ball_rolls_until_a_wall_stops_it() -> None:
    assert CORNER.apply(Position((0, 0), 0), "right").ball == (2, 0)
    assert CORNER.apply(Position((0, 1), 0), "right").ball == (1, 1)


def test_a_checkpoint_is_collected_when_it_is_rolled_over() -> None:
    maze = KIND.parse("+-+-+-+/|o * .|/+-+-+-+")
    assert maze.apply(Position((0, 0), 0), "right") == Position((2, 0), 1)


@pytest.mark.parametrize("tiles", range(1, 20))
@pytest.mark.parametrize(("across", "move"), [(True, "right"), (False, "down")])
def test_a_roll_of_any_length_collects_everything_on_its_way(tiles: int, across: bool, move: str) -> None:
    cells = [(n, 0) if across else (0, n) for n in range(tiles + 1)]
    width, height = cells[-1][0] + 1, cells[-1][1] + 1
    maze = Maze(width, height, ball=cells[0], checkpoints=tuple(cells[1:]))
    assert maze.rolls[cells[0], move] == Roll(cells[-1], (1 << tiles) - 1, tiles)
    assert maze.is_solved(maze.apply(Position(cells[0], 0), move))
    for number, cell in enumerate(cells[1:]):
        one = replace(maze, checkpoints=(cell,))
        assert one.is_solved(one.apply(Position(cells[0], 0), move)), number
        for engine in ENGINES:
            assert engine_for(one, engine).count(None, Limits()).shortest == 1
    back = {"right": "left", "down": "up"}[move]
    empty = replace(maze, checkpoints=())  # it goes on over tiles with nothing on them
    assert empty.rolls[cells[0], move] == Roll(cells[-1], 0, tiles)
    assert empty.rolls[cells[-1], back] == Roll(cells[0], 0, tiles)


def rolls_until(maze: Maze, cell: tuple[int, int], number: int) -> float:
    """Return the fewest rolls from a cell over a checkpoint, by searching breadth first."""
    seen, queue = {cell}, deque([(cell, 0)])
    while queue:
        here, rolls = queue.popleft()
        for roll in (maze.rolls[here, move] for move in maze.moves(Position(here, 0))):
            if roll.collects >> number & 1:
                return rolls + 1
            if roll.end not in seen:
                seen.add(roll.end)
                queue.append((roll.end, rolls + 1))
    return inf


def test_the_rolls_needed_for_each_checkpoint_are_those_of_a_search() -> None:
    met = set[float]()
    for maze in map(scattered, range(12)):
        numbers = range(len(maze.checkpoints))
        found = {cell: tuple(rolls_until(maze, cell, number) for number in numbers) for cell in maze.cells()}
        assert maze.rolls_needed == found
        met.update(*found.values())
    assert {1, 2, inf} <= met


def test_a_roll_that_moves_nothing_is_no_move() -> None:
    assert CORNER.moves(Position((1, 1), 0)) == ["left"]


def test_the_last_roll_goes_to_the_wall() -> None:
    maze = KIND.parse("+-+-+-+-+/|o * . .|/+-+-+-+-+")
    assert survey(maze).tiles == 3


def test_the_features_of_a_maze_counted_by_hand() -> None:
    # Stops: the start, the three corners it rolls to and the cell beside the wall. Segments: the upper row,
    # the lower left row, two columns; all lead into each other once the ball has left its start.
    assert {name: score.value for name, score in features(CORNER).items()} == {
        "width": 3,
        "tile_count": 6,
        "checkpoint_count": 1,
        "shortest_path": 2,
        "shortest_path_tiles": 3,
        "reachable_tile_count": 5,
        "reachable_states_count": 5,
        "viable_states_count": 5,
        "scc_count": 2,
        "scc_checkpoint_count": 1,
        "viable_share": 1,
    }


@pytest.mark.parametrize("shard", range(4))
def test_the_native_survey_equals_the_python_one(shard: int) -> None:
    for seed in range(shard, 200, 4):
        maze = scattered(seed)
        ours = survey(maze, engine="python")
        assert replace(survey(maze), engine="python") == ours, KIND.format(maze)
        told = {name: score.value for name, score in features(maze).items()}
        assert (told["reachable_states_count"], told["shortest_path"]) == (ours.states, ours.shortest)
        assert (told["reachable_tile_count"], told["shortest_path_tiles"]) == (ours.stops, ours.tiles)


def test_the_formula_agrees_with_search() -> None:
    answers = []
    for seed in range(1_000):
        maze = scattered(seed)
        solvable = survey(maze).shortest is not None
        assert SegmentGraph(maze).is_solvable() == solvable, KIND.format(maze)
        answers.append(solvable)
    assert 200 < sum(answers) < 800  # both answers are well represented


def test_the_formula_gives_the_moves() -> None:
    for seed in range(1_000):
        maze = scattered(seed)
        moves = SegmentGraph(maze).solution()
        assert (moves is not None) == SegmentGraph(maze).is_solvable(), KIND.format(maze)
        state = maze.starts()[0]
        for move in moves or ():
            state = maze.apply(state, move)
        assert moves is None or maze.is_solved(state), KIND.format(maze)


def test_where_a_search_gives_up_the_formula_decides_for_every_measure() -> None:
    short = Limits(states=2)
    unsolvable = KIND.parse("+-+-+-+-+/|o . .|*|/+ + + +-+/|. . . .|/+-+-+-+-+")
    assert solutions(unsolvable, most=1, limits=short).status == "none"
    assert count(unsolvable, limits=short).complete and count(unsolvable, limits=short).solutions == 0
    found = rate(unsolvable, ["remuse", "muse", "shortest", "solutions"], limits=short)
    assert {found[name].status for name in ("remuse", "muse", "shortest")} == {Status.UNSOLVABLE}
    assert (found["solutions"].value, found["solutions"].status) == (0, Status.EXACT)


def test_a_solution_by_the_formula_is_not_called_the_shortest() -> None:
    maze = next(
        each for each in map(scattered, range(100)) if survey(each).shortest and survey(each).states > 20
    )
    answer = solutions(maze, most=1, limits=Limits(states=2))
    assert answer.status == "solved" and answer.any_length and not answer.complete
    assert maze.is_solved(answer.found[0].end(maze))
    assert rate(maze, ["shortest"], limits=Limits(states=2))["shortest"].status is Status.GAVE_UP


def test_a_checkpoint_that_is_walled_in_makes_a_maze_unsolvable() -> None:
    maze = KIND.parse("+-+-+-+/|o .|*|/+-+-+-+")
    assert not SegmentGraph(maze).is_solvable()
    scores = features(maze)
    assert scores["shortest_path"].status is Status.UNSOLVABLE
    assert scores["viable_states_count"].value == 0
    assert scores["reachable_states_count"].value == 2


def test_fewest_tiles_are_counted_among_shortest_ways_only() -> None:
    """Compare with a brute-force search over (rolls, tiles) pairs."""
    for seed in range(60):
        maze = scattered(seed)
        best: dict[Position, tuple[int, int]] = {maze.starts()[0]: (0, 0)}
        queue = deque(best)
        while queue:
            state = queue.popleft()
            for move in [] if maze.is_solved(state) else maze.moves(state):
                child = maze.apply(state, move)
                cost = best[state][0] + 1, best[state][1] + maze.rolls[state.ball, move].tiles
                if cost < best.get(child, (10**9, 0)):
                    best[child] = cost
                    queue.append(child)
        found = survey(maze)
        solved = [cost for state, cost in best.items() if maze.is_solved(state)]
        assert (found.shortest, found.tiles) == min(solved, default=(None, None))


def test_running_out_of_states_is_a_status() -> None:
    scores = features(CORNER, Limits(states=2))
    assert scores["shortest_path"].status is Status.GAVE_UP
    assert "2 states" in scores["shortest_path"].reason
    assert scores["scc_count"].status is Status.EXACT
    for engine in ("python", "native"):
        with pytest.raises(OutOfBudget, match="2 states"):
            survey(CORNER, Limits(states=2), engine=engine)


@pytest.mark.parametrize(("rolls", "checkpoints"), [(5, 1), (9, 2), (12, 4)])
def test_a_grown_maze_has_the_wanted_shortest_solution(rolls: int, checkpoints: int) -> None:
    maze = grow(Random(3), "7x7", rolls, checkpoints=checkpoints)
    assert maze is not None
    assert survey(maze).shortest == rolls
    assert len(maze.checkpoints) == checkpoints


def test_mazes_of_a_band_are_grown_and_different_up_to_symmetry() -> None:
    band = generate_band(KIND, "6x6", "shortest_path", 11, 13, count=3)
    assert band.is_complete, band
    assert len({KIND.canonical(made.puzzle) for made in band.found}) == 3
    assert all(11 <= (survey(made.puzzle).shortest or 0) <= 13 for made in band.found)
    nothing = generate_band(KIND, "3x3", "shortest_path", 40, 50, tries=2)
    assert "found 0 of 1" in str(nothing)


@pytest.mark.parametrize("seed", range(3))
def test_a_large_maze_with_twenty_checkpoints_is_made_and_solvable(seed: int) -> None:
    maze = generate(Random(seed), "15x15-20")
    assert (maze.width, maze.height, len(maze.checkpoints)) == (15, 15, 20)
    assert SegmentGraph(maze).is_solvable()


def test_a_size_that_makes_no_sense_is_refused() -> None:
    for size in ("1x1", "0x5", "51x3", "5x5-65", "5", "5x5x5"):
        with pytest.raises(NotationError, match="cannot have the size"):
            generate(Random(1), size)
    with pytest.raises(NotationError, match="too little room"):
        generate(Random(1), "2x2-9")


def test_a_length_that_cannot_be_reached_is_reported_as_none() -> None:
    assert grow(Random(1), "2x2", 40) is None


def test_neighbours_differ_in_one_thing_and_are_named_apart() -> None:
    found = dict(neighbours(CORNER))
    assert len(found) == 7 + 2 * 4
    assert CORNER not in found.values()
    assert all(KIND.parse(KIND.format(maze)) == maze for maze in found.values())


@pytest.mark.parametrize("by", ["shortest_path", "viable_share", "remuse"])
def test_changes_are_ranked_by_any_measure_and_what_cannot_be_solved_is_left_out(by: str) -> None:
    maze = KIND.parse("+-+-+-+/|* . .|/+-+ +-+/|. .|.|/+ + +-+/|o *|.|/+-+-+-+")
    found = vary_once(KIND, maze, by)
    differences = [abs(variant.difference) for variant in found.found]
    assert differences == sorted(differences, reverse=True)
    assert differences[0] > 0
    assert found.unsolvable > 0
    assert all(SegmentGraph(variant.puzzle).is_solvable() for variant in found.found)


def test_a_file_of_mazes_is_recognised_and_a_panel_is_not() -> None:
    text = "+-+-+\n|o *|\n+-+-+\n\n+-+-+\n|* o|\n+-+-+\n"
    assert KIND.notation.recognise is not None
    assert [each.line for each in KIND.notation.found_in(text) or ()] == [1, 5]
    assert KIND.notation.recognise("+-+-+\n|.|.|\nS-+-E\n") is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty"),
        ("+-+-+/|. *|/+-+-+", "no ball"),
        ("+-+-+/|o o|/+-+-+", "2 balls"),
        ("+-+-+/|o .|/+-+-+", "no checkpoint"),
        ("+-+-+/|o * /+-+-+", "equally long"),
        ("+ +-+/|o *|/+-+-+", "the maze is open here"),
        ("+-+-+/|o-*|/+-+-+", "cannot stand for a border"),
        ("+-+-+/|o *|", "2 lines"),
        ("/".join(["+" + "-+" * 51, "|" + "o *" + " ." * 49 + "|", "+" + "-+" * 51]), "51 cells"),
    ],
)
def test_a_text_that_makes_no_sense_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        KIND.parse(text)


def test_the_rolls_that_are_needed_are_not_counted_after_the_work_was_stopped() -> None:
    maze = KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    meter = Meter()
    meter.stop()
    with Limits(meter=meter).start(), pytest.raises(OutOfBudget):
        _ = maze.rolls_needed
