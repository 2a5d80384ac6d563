"""The generic measures, compared with results by hand and with plain definitions on random graphs."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import inf, log2
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.puzzles import Endless, Jugs, Row, Walk, row_kind

from quandary._native import core
from quandary.errors import UnknownNameError
from quandary.feature import SEVERAL
from quandary.graph import StateGraph
from quandary.kinds.witness import KIND as WITNESS
from quandary.library import registry
from quandary.limits import Budget, Limits, Meter, Stop
from quandary.measuring import effort, reach, shape, subject, table
from quandary.measuring.entropy import luck, muse, remuse
from quandary.measuring.proper import improper
from quandary.measuring.rate import DEFAULT_MEASURES, rate
from quandary.measuring.shape import GraphShape
from quandary.measuring.subject import Subject
from quandary.measuring.table import TEMPTING, Measure, measure, measures
from quandary.measuring.verdicts import level_of
from quandary.parts import directed
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.rules import Finding, Rule
from quandary.score import NotComputed, Score, Status
from quandary.solving.bits import cost
from quandary.solving.choices import KnownSolutions, View
from quandary.solving.choose import QuickestEngine, engine_for
from quandary.solving.explore import explore

ON_THE_GRAPH = ("states", "viable_states", "dead_states", "branching", "dfs", "iddfs", "random_loss")


FORK = Walk({"a": ["b", "c"], "b": ["S", "dead"], "c": ["T"]}, frozenset("ST"))
CIRCLE = Walk({"a": ["garden", "cellar"], "cellar": ["a", "pit"]}, frozenset({"garden"}))
WAITING = Walk({"a": ["a", "garden"]}, frozenset({"garden"}))
NO_WAY = Walk({"a": ["b"], "b": ["a"]}, frozenset("z"))


def take(name: str, puzzle: AnyPuzzle, limits: Limits = Limits()) -> Score:
    return measure(name).take(Subject(puzzle), limits)


# ── worked out by hand ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("muse", 1.0),  # c has one move only
        ("remuse", pytest.approx(0.1601, abs=1e-4)),
        ("solutions", 2),
        ("shortest", 2),
        ("average_length", 2),
        ("longest", 2),
        ("states", 6),
        ("viable_states", 5),
        ("dead_states", 1),
        ("branching", 5 / 4),  # a 2, b 2, c 1, dead 0
        ("random_loss", 1 / 4),
        ("dfs", 3),  # a b S
        ("iddfs", 1 + 3 + 3),  # a | a b c | a b S
        ("astar", 4),  # a b c S
    ],
)
def test_a_fork_without_cycles_has_the_scores_worked_out_by_hand(name: str, value: float) -> None:
    score = take(name, FORK)
    assert (score.value, score.status, score.measure) == (value, Status.EXACT, name)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("solutions", 1),
        ("shortest", 1),
        ("states", 4),
        ("viable_states", 3),
        ("dead_states", 1),
        ("branching", 4 / 3),
        ("random_loss", pytest.approx(1 / 3)),  # x = y/2, y = x/2 + 1/2
        ("dfs", 2),
        ("iddfs", 1 + 2),
        ("astar", 2),
    ],
)
def test_a_circle_has_the_scores_worked_out_by_hand(name: str, value: float) -> None:
    assert take(name, CIRCLE).value == value


@pytest.mark.parametrize(
    ("name", "value"),
    [("muse", 1.0), ("remuse", 1.0), ("luck", pytest.approx(-log2(1 - 1 / 2**3))), ("states", 2), ("dfs", 2)],
)
def test_a_move_that_changes_nothing_is_a_wrong_move(name: str, value: float) -> None:
    assert take(name, WAITING).value == value


def test_measuring_four_litres_with_three_and_five_takes_six_moves_and_cannot_fail() -> None:
    scores = rate(Jugs((3, 5), 4), ["shortest", "dead_states", "random_loss", "states"])
    assert [score.value for score in scores.values()] == [6, 0, 0, 16]


def test_lengths_are_those_of_the_shortest_way_to_each_solved_state() -> None:
    walk = Walk({"a": ["b", "S"], "b": ["S", "c", "a"], "c": ["T"]}, frozenset("ST"))
    scores = rate(walk, ["shortest", "average_length", "longest"])
    assert [score.value for score in scores.values()] == [1, 2, 3]


def test_two_moves_to_the_same_state_are_two_moves() -> None:
    walk = Walk({"a": ["S", "dead", "dead", "dead"]}, frozenset("S"))
    assert take("random_loss", walk).value == 3 / 4
    assert take("branching", walk).value == 4 / 2


def test_random_play_chooses_its_start_at_random() -> None:
    walk = Walk({"a": ["S"], "b": ["b"]}, frozenset("S"), ("a", "b"))
    assert take("random_loss", walk).value == 1 / 2


def test_iterative_deepening_searches_earlier_starts_in_vain_first() -> None:
    walk = Walk({"a": ["x", "y"], "b": ["S"]}, frozenset("S"), ("a", "b"))
    assert take("iddfs", walk).value == 2 + (3 + 2)  # a b | a x y b S


def test_a_fill_puzzle_is_measured_like_any_other() -> None:
    scores = rate(Row(3), [*GENERAL, *ALWAYS_KNOWN])
    assert {
        name: scores[name].value for name in ("solutions", "shortest", "longest", "states", "dead_states")
    } == {
        "solutions": 6,
        "shortest": 3,
        "longest": 3,
        "states": 1 + 9 + 18 + 6,
        "dead_states": 0,
    }
    assert all(score.status is Status.EXACT for score in scores.values())


def test_random_filling_fails_where_a_wrong_digit_leaves_none() -> None:
    row = Row(2, banned=frozenset({(0, 2)}))  # 1 must go into cell 0, and half the first moves do not do that
    assert take("random_loss", row).value == pytest.approx(1 / 3)  # (0,1) (1,1) (1,2); only (1,1) is wrong


# ── against plain definitions, on random graphs ─────────────────────────────────────────────────


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    places = st.integers(0, draw(st.integers(0, 9)))
    ways = draw(st.dictionaries(places, st.lists(places, max_size=3)))
    goals = draw(st.frozensets(places, min_size=1, max_size=3))
    return Walk(ways, goals, tuple(draw(st.lists(places, min_size=1, max_size=2, unique=True))))


def children(walk: Walk, state: Any) -> list[Any]:
    return [] if walk.is_solved(state) else [walk.apply(state, move) for move in walk.moves(state)]


def as_networkx(walk: Walk) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(walk.starts())
    todo = list(walk.starts())
    while todo:
        state = todo.pop()
        fresh = [child for child in children(walk, state) if child not in graph]
        todo += fresh
        graph.add_edges_from((state, child) for child in children(walk, state))
    return graph


def steps_left(walk: Walk) -> dict[Any, float]:
    graph = as_networkx(walk)
    solved = {state for state in graph if walk.is_solved(state)}
    near = nx.multi_source_dijkstra_path_length(graph.reverse(), solved) if solved else {}
    return {state: near.get(state, inf) for state in graph}


def exact_random_loss(walk: Walk) -> Fraction:
    """Solve x = (mean of x over the children) by Gauss-Jordan elimination with fractions."""
    near = steps_left(walk)
    unknown = [state for state in near if 0 < near[state] < inf]
    rows = []
    for state in unknown:
        ahead = children(walk, state)
        row = [Fraction(state == other) - Fraction(ahead.count(other), len(ahead)) for other in unknown]
        rows.append([*row, Fraction(sum(near[child] == inf for child in ahead), len(ahead))])
    for i in range(len(rows)):
        pivot = next(j for j in range(i, len(rows)) if rows[j][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [entry / rows[i][i] for entry in rows[i]]
        for j, row in enumerate(rows):
            if j != i:
                rows[j] = [a - row[i] * b for a, b in zip(row, rows[i], strict=True)]
    loss = {state: Fraction(near[state] == inf) for state in near}
    loss.update({state: row[-1] for state, row in zip(unknown, rows, strict=True)})
    return sum((loss[start] for start in walk.starts()), Fraction(0)) / len(walk.starts())


def run_dfs(walk: Walk) -> int:
    seen: list[Any] = []

    def visit(state: Any) -> bool:
        seen.append(state)
        return walk.is_solved(state) or any(
            visit(child) for child in children(walk, state) if child not in seen
        )

    assert any(visit(start) for start in walk.starts() if start not in seen)
    return len(seen)


def run_iddfs(walk: Walk) -> int:
    expansions = 0

    def visit(state: Any, left: int) -> bool:
        nonlocal expansions
        expansions += 1
        return walk.is_solved(state) or (left > 0 and any(visit(c, left - 1) for c in children(walk, state)))

    for limit in count():
        if any(visit(start, limit) for start in walk.starts()):
            return expansions
    raise AssertionError


def run_astar(walk: Walk, estimate: Callable[[Any], float]) -> int:
    """Run A* over a plain list that is searched for the best entry each time."""
    order, best = count(), dict.fromkeys(walk.starts(), 0)
    waiting = [(estimate(s), estimate(s), next(order), 0, s) for s in walk.starts()]
    for expansions in count(1):
        entry = min(waiting)
        waiting.remove(entry)
        *_, made, state = entry
        if walk.is_solved(state):
            return expansions
        for child in children(walk, state):
            if made + 1 < best.get(child, inf):
                best[child] = made + 1
                waiting = [each for each in waiting if each[-1] != child]
                guess = estimate(child)
                waiting.append((made + 1 + guess, guess, next(order), made + 1, child))
    raise AssertionError


@given(walks())
def test_states_are_viable_if_networkx_finds_a_way_from_them(walk: Walk) -> None:
    near = steps_left(walk)
    explored = explore(walk)
    assert explored.states is not None
    assert list(GraphShape(explored).steps_left) == [near[state] for state in explored.states]
    viable = sum(steps < inf for steps in near.values())
    if viable:
        scores = rate(walk, ["states", "viable_states", "dead_states"])
        assert [score.value for score in scores.values()] == [len(near), viable, len(near) - viable]


@given(walks())
def test_solutions_are_the_solved_states_and_lengths_the_distances_to_them(walk: Walk) -> None:
    graph = as_networkx(walk)
    near = nx.multi_source_dijkstra_path_length(graph, set(walk.starts()))
    lengths = [steps for state, steps in near.items() if walk.is_solved(state)]
    scores = rate(walk, ["solutions", "shortest", "average_length", "longest"])
    assert scores["solutions"].value == len(lengths)
    rest = [scores[name].value for name in ("shortest", "average_length", "longest")]
    assert rest == ([min(lengths), sum(lengths) / len(lengths), max(lengths)] if lengths else [None] * 3)


@given(walks())
def test_random_loss_is_the_fraction_that_exact_linear_algebra_gives(walk: Walk) -> None:
    score = take("random_loss", walk)
    if score.status is not Status.UNSOLVABLE:
        assert score.value == pytest.approx(float(exact_random_loss(walk)), abs=1e-12)


@given(walks())
def test_counted_efforts_are_those_of_real_searches(walk: Walk) -> None:
    scores = rate(walk, ["dfs", "iddfs", "astar"])
    if any(walk.is_solved(state) for state in as_networkx(walk)):
        found = [score.value for score in scores.values()]
        assert found == [run_dfs(walk), run_iddfs(walk), run_astar(walk, lambda _: 0)]
    else:
        assert {score.status for score in scores.values()} == {Status.UNSOLVABLE}


@given(walks(), st.randoms(use_true_random=False))
def test_astar_with_an_estimate_that_never_exceeds_the_truth(walk: Walk, rng: Random) -> None:
    near = steps_left(walk)
    guesses = {state: rng.randint(0, int(min(steps, 9))) for state, steps in near.items()}
    expansions = effort.astar(walk, lambda _, state: guesses[state], Budget())
    if any(walk.is_solved(state) for state in near):
        assert expansions == run_astar(walk, guesses.__getitem__)
    else:
        assert expansions is None


def test_a_perfect_estimate_expands_only_the_way_itself() -> None:
    jugs = Jugs((3, 5), 4)
    graph = explore(jugs)
    assert graph.states is not None
    left = dict(zip(graph.states, GraphShape(graph).steps_left, strict=True))
    assert effort.astar(jugs, lambda _, state: left[state], Budget()) == 7
    assert take("astar", jugs).value == 14


def test_the_kinds_estimate_is_used_for_astar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = take("astar", Row(4)).value
    kind = row_kind(tmp_path, estimate=lambda row, state: row.size - len(state))
    monkeypatch.setattr(Subject, "kind", kind)
    assert plain == 1 + 16 + 72 + 96 + 1  # every position with 0, 1, 2, 3 digits, and the first full one
    assert take("astar", Row(4)).value == 5
    assert take("astar", Row(1, frozenset({(0, 1)}))).status is Status.UNSOLVABLE
    late = take("astar", Row(4), Limits(states=3))
    assert (late.status, late.at_least, late.reason) == (
        Status.GAVE_UP,
        3,
        "stopped at the limit of 3 states",
    )


NEED_MORE = {"time", "solve_rate", "hesitation", "hesitation_mean", *TEMPTING}
"""Measures that need a scale, or an estimate of the moves that are left, which these puzzles do not have."""
ALWAYS_KNOWN = {"start_bits"}
"""Measures of what can be seen without solving."""
GENERAL = [name for name in measures() if name not in NEED_MORE | ALWAYS_KNOWN]


# ── what cannot be had is a status ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", sorted(NEED_MORE))
def test_a_measure_that_needs_more_than_a_puzzle_says_so(name: str) -> None:
    score = take(name, FORK)
    assert score.status is Status.NOT_COMPUTED and score.reason


@pytest.mark.parametrize("name", GENERAL)
def test_a_puzzle_without_solution_has_none_and_is_otherwise_unsolvable(name: str) -> None:
    score = take(name, NO_WAY)
    expected = (0, Status.EXACT) if name == "solutions" else (None, Status.UNSOLVABLE)
    assert (score.value, score.status) == expected


@pytest.mark.parametrize("name", GENERAL)
def test_a_limit_that_comes_too_early_is_giving_up_and_never_unsolvable(name: str) -> None:
    score = take(name, Endless(), Limits(states=100))
    assert (score.value, score.status) == (None, Status.GAVE_UP)
    assert score.reason


def test_a_bound_is_told_in_json() -> None:
    assert take("states", Endless(), Limits(states=100)).as_json()["at_least"] == 100
    assert "at_least" not in take("dead_states", Endless(), Limits(states=100)).as_json()


def test_the_states_of_a_player_seen_before_giving_up_are_a_lower_bound() -> None:
    player = WITNESS.player("none")
    score = reach.read(Subject(Endless()), player, Limits(states=100))
    assert (score.status, score.value, score.at_least) == (Status.GAVE_UP, None, 100)


def test_the_states_seen_before_giving_up_are_a_lower_bound() -> None:
    assert take("states", Endless(), Limits(states=100)).at_least == 100
    assert take("astar", Endless(), Limits(states=100)).at_least == 100
    assert take("dead_states", Endless(), Limits(states=100)).at_least is None


def test_what_a_part_of_an_endless_graph_settles_is_exact() -> None:
    limits = Limits(states=100)
    assert str(take("shortest", Endless(goal=5), limits)) == "2"
    assert str(take("astar", Endless(goal=5), limits)) == "5"
    assert str(take("solutions", Endless(goal=5), limits)) == "≥ 1"
    assert str(take("longest", Endless(goal=5), limits)) == "≥ 2"
    assert take("average_length", Endless(goal=5), limits).status is Status.GAVE_UP
    assert take("dfs", Endless(goal=5), limits).status is Status.GAVE_UP


def test_counting_stops_at_the_cap_and_says_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "MOST_SOLUTIONS", 5)
    score = take("solutions", Row(3))
    assert (score.value, score.status, score.reason) == (5, Status.LOWER_BOUND, "there are more than 5")
    assert take("shortest", Row(3)).status is Status.GAVE_UP  # a later one could be shorter


def test_a_puzzle_that_starts_solved_has_no_branching() -> None:
    score = take("branching", Walk({}, frozenset("a")))
    assert (score.value, score.status) == (None, Status.NOT_COMPUTED)
    assert "before the first move" in score.reason
    assert take("dfs", Walk({}, frozenset("a"))).value == 1


def test_random_loss_is_not_computed_where_too_many_states_depend_on_each_other() -> None:
    size = directed.MOST_UNKNOWNS + 1
    ring: dict[Any, list[Any]] = {i: [(i + 1) % size, (i - 1) % size] for i in range(size)}
    ring[0] = [1, "S", "dead"]
    score = take("random_loss", Walk(ring, frozenset("S"), (0,)))
    assert (score.value, score.status) == (None, Status.NOT_COMPUTED)
    assert f"{size:,}" in score.reason


def test_a_long_walk_in_circles_is_solved_for_exactly() -> None:
    size = 1_000
    line: dict[Any, list[Any]] = {i: [i - 1, i + 1] for i in range(1, size)}
    gambler = Walk(line, frozenset({size}), (300,))  # state 0 has no moves: ruin
    assert take("random_loss", gambler).value == pytest.approx(1 - 300 / size, abs=1e-9)


def test_a_count_of_expansions_beyond_floats_is_not_computed() -> None:
    chain: dict[Any, list[Any]] = {i: [i + 1, i + 1] for i in range(1_100)}
    assert take("iddfs", Walk(chain, frozenset({1_100}), (0,))).status is Status.NOT_COMPUTED


def test_a_measure_without_time_gives_up_even_when_the_states_are_known() -> None:
    known = Subject(CIRCLE)
    assert measure("random_loss").take(known, Limits()).status is Status.EXACT
    late = measure("iddfs").take(known, Limits(seconds=0))
    assert (late.status, late.reason) == (Status.GAVE_UP, "stopped at the 0 s limit")


# ── the table and rate ──────────────────────────────────────────────────────────────────────────


def test_an_unknown_measure_is_met_with_the_nearest_one() -> None:
    with pytest.raises(UnknownNameError, match=r"No measure 'remus'\. Did you mean 'remuse'\?"):
        measure("remus")
    with pytest.raises(UnknownNameError):
        rate(FORK, ["muse", "nonsense"])


def test_every_measure_says_what_it_counts_and_signs_its_scores() -> None:
    scores = rate(FORK, list(measures()))
    for name, each in measures().items():
        assert each.name == name
        assert each.unit and each.says
        assert (scores[name].measure, scores[name].version) == (name, each.version)


def test_scores_come_in_the_order_asked_for() -> None:
    assert list(rate(FORK)) == list(DEFAULT_MEASURES)
    assert list(rate(FORK, ["states", "muse", "solutions", "muse"])) == ["states", "muse", "solutions"]


def test_the_states_are_explored_once_for_all_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    explored, real = [], QuickestEngine.explore

    def spy(engine: QuickestEngine, limits: Limits) -> StateGraph:
        explored.append(engine)
        return real(engine, limits)

    monkeypatch.setattr(QuickestEngine, "explore", spy)
    rate(FORK, ON_THE_GRAPH)
    assert len(explored) == 1


SUMMED = tuple(name for name in ON_THE_GRAPH if name != "iddfs")
"""The measures that need every future once, where states with the same future are merged."""


@pytest.mark.skipif(core() is None, reason="only the compiled core merges states")
@pytest.mark.parametrize(
    ("name", "sizes"), [("maze", ("3x3", "4x4", "5x5")), ("witness", ("1x2", "2x2", "3x2"))]
)
@pytest.mark.parametrize("seed", range(40))
def test_sums_over_merged_states_are_those_over_all_states(
    name: str, sizes: tuple[str, ...], seed: int
) -> None:
    kind = registry.find_kind(name)
    puzzle = kind.generate(Random(f"sums-{seed}"), sizes[seed % len(sizes)])
    merged = rate(puzzle, SUMMED)
    for engine in ("python", "native"):
        graph = GraphShape(explore(puzzle, engine=engine))
        of_paths = getattr(puzzle, "states_are_paths", False)
        assert merged["states"].value == shape.states(graph)
        assert merged["viable_states"].value == shape.viable_states(graph)
        assert merged["dead_states"].value == shape.dead_states(graph)
        mean = shape.branching_of_paths(graph) if of_paths else shape.branching(graph)
        assert merged["branching"].value == pytest.approx(mean, rel=1e-12)
        assert merged["dfs"].value == effort.dfs(graph)
        assert merged["random_loss"].value == pytest.approx(shape.random_loss(graph, Budget()), rel=1e-12)
    assert {score.engine for score in merged.values()} == {"native, merged"}
    assert all(score.states <= (merged["states"].value or 0) for score in merged.values())


@pytest.mark.skipif(core() is None, reason="only the compiled core merges states")
def test_sums_reach_where_no_graph_does() -> None:
    open_maze = registry.find_kind("maze").parse(
        "/".join(["o-o-o-o-o-@", *["|.|.|.|.|.|", "o-o-o-o-o-o"] * 4, "|.|.|.|.|.|", "@-o-o-o-o-o"])
    )
    scores = rate(open_maze, SUMMED, limits=Limits(states=300_000))
    assert all(score.status is Status.EXACT for score in scores.values())
    assert (scores["states"].value or 0) > 10_000_000
    few = rate(open_maze, SUMMED, limits=Limits(states=1_000))
    assert {score.status for score in few.values()} == {Status.GAVE_UP}
    assert (few["states"].at_least or 0) > 1_000


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("witness", "+-+-E/|b|w|/+-+-+/|.|.|/S-+-+"),
        ("fling", "...o.o./......./......./......./....o../......o/.....o./.o...oo"),
        ("sokoban", "#######|#@ $. #|#  #  #|# $. ##|#######"),
    ],
)
def test_a_search_for_a_player_follows_only_what_the_player_sees(name: str, text: str) -> None:
    kind = registry.find_kind(name)
    names = [f"{each}{player}" for each in ("dfs", "iddfs") for player in ("", "@none", "@expert")]
    scores = rate(kind.parse(text), names)
    effort_of = {each: score.value or 0 for each, score in scores.items()}
    for each in ("dfs", "iddfs"):
        assert effort_of[f"{each}@none"] == effort_of[each] > effort_of[f"{each}@expert"] > 0
        assert scores[f"{each}@expert"].player == "expert"


def test_a_search_for_a_player_keeps_the_limits() -> None:
    kind = registry.find_kind("witness")
    panel = kind.parse("+-+-+-E/|b|w|b|/+-+-+-+/|.|.|w|/+-+-+-+/|b|.|.|/S-+-+-+")
    score = rate(panel, ["iddfs@none"], limits=Limits(states=5))["iddfs@none"]
    assert score.status is Status.GAVE_UP and score.stop == "states"


def test_the_player_and_the_policy_are_passed_on() -> None:
    far = Player(lookahead=2, name="far")
    scores = rate(FORK, ["muse", "remuse", "states"], player=far, policy="greedy")
    assert scores["muse"].value == muse(FORK, far).value == 0
    assert [(score.player, score.policy) for score in scores.values()] == [
        ("far, looking 2 ahead", "greedy"),
        ("far, looking 2 ahead", "greedy"),
        ("", ""),
    ]


def test_a_state_limit_is_for_each_piece_of_work() -> None:
    scores = rate(FORK, [*GENERAL, *ALWAYS_KNOWN], limits=Limits(states=7))
    assert {score.status for score in scores.values()} == {Status.EXACT}


def test_quick_measures_go_first_and_leave_their_time_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    given_to: dict[str, float] = {}

    def spy(self: Measure, subject: Subject, limits: Limits) -> Score:
        assert limits.seconds is not None
        given_to[self.name] = limits.seconds
        return Score(self.name, 0, Status.EXACT)

    monkeypatch.setattr(Measure, "take", spy)
    rate(FORK, ["states", "remuse", "dfs", "muse"], limits=Limits(seconds=900))
    assert list(given_to) == ["muse", "remuse", "states", "dfs"]
    assert list(given_to.values()) == pytest.approx(
        [300, 450, 900, 900], rel=0.1
    )  # dfs needs the states, too


def test_no_seconds_means_no_limit_for_any_measure() -> None:
    assert rate(FORK, ["iddfs"], limits=Limits())["iddfs"].status is Status.EXACT


def test_an_endless_puzzle_takes_no_more_time_than_it_is_given() -> None:
    begin = monotonic()
    scores = rate(Endless(), GENERAL, limits=Limits(seconds=0.5))
    assert monotonic() - begin < 3  # generous: the machine may be busy
    assert {score.status for score in scores.values()} == {Status.GAVE_UP}
    assert sum(score.seconds for score in scores.values()) < 3


def test_an_error_in_a_puzzle_of_ones_own_is_not_hidden() -> None:
    class Broken(Endless):
        def apply(self, state: int, move: int) -> int:
            raise ZeroDivisionError("my mistake")

    with pytest.raises(ZeroDivisionError, match="my mistake"):
        rate(Broken())


# ── the table of measures ─────────────────────────────────────────────────────────────────────────


def test_a_version_rises_only_on_purpose() -> None:
    assert {name: each.version for name, each in measures().items() if each.version != 1} == {
        "muse": 2,
        "branching": 2,
        "toil": 2,
    }


def test_the_choice_among_starts_is_no_part_of_what_is_counted_along_a_solution() -> None:
    names = ("largest_choice", "first_third", "two_way_choices", "remuse_states", "does_not_matter")
    found = rate(WITNESS.parse("S-E/|.|/S-+"), ["remuse", *names])
    assert found["remuse"].start_bits == 1
    assert [found[name].start_bits for name in names] == [0.0] * len(names)


@pytest.mark.parametrize("limits", [Limits(), Limits(states=2)])
def test_a_difference_of_scores_of_which_one_is_missing_is_missing_too(limits: Limits) -> None:
    panel = WITNESS.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
    known = muse(panel)
    missing = muse(WITNESS.parse("+-E/|3|/S-+") if limits == Limits() else panel, limits=limits)
    for pair in ((known, missing), (missing, known)):
        assert table._less(*pair) == replace(missing, at_least=None)
    assert table._less(known, known).value == 0


def test_a_kind_without_features_has_general_ones(tmp_path: Path) -> None:
    assert tuple(table.feature_names(row_kind(tmp_path))) == table.GENERAL_FEATURES
    own = [feature.name for feature in WITNESS.own_features]
    assert table.feature_names(WITNESS)[: len(own)] == own


@pytest.mark.parametrize("name", ["states", "dfs", "remuse"])
def test_a_player_in_the_name_of_a_measure_must_be_one_of_the_kind(name: str) -> None:
    for known in (measure(f"{name}@expert"), measure(f"{name}@expert", WITNESS)):
        assert known.name == f"{name}@expert"
    with pytest.raises(UnknownNameError, match="expret"):
        measure(f"{name}@expret", WITNESS)


def test_the_steps_of_the_least_uncertain_way_are_told() -> None:
    walk = Walk({"a": ["c", "b"], "b": ["d"], "d": ["e", "c", "c"]}, frozenset({"e"}))
    steps = remuse(walk, Player(), engine="python").steps
    assert [(step.move, step.options) for step in steps] == [(1, 2), (0, 1), (0, 3)]
    assert [step.bits for step in steps] == pytest.approx([1, 0, log2(3)])


def test_the_worth_of_a_rule_names_the_player_and_the_policy_it_is_for() -> None:
    panel = WITNESS.parse("+-E/|.|/S*+")
    score = rate(panel, ["worth:must-cross"])["worth:must-cross"]
    assert (score.value, score.status, score.player, score.policy) == (1, Status.EXACT, "paper", "best")
    late = rate(panel, ["worth:must-cross"], limits=Limits(seconds=0))["worth:must-cross"]
    assert (late.value, late.status, late.player, late.policy) == (None, Status.GAVE_UP, "paper", "best")


def test_a_feature_of_another_kind_is_not_computed_and_says_of_what() -> None:
    score = rate(WITNESS.parse("+-E/|.|/S-+"), ["box_count"])["box_count"]
    assert (score.status, score.reason) == (
        Status.NOT_COMPUTED,
        "box_count does not apply to a Witness panel",
    )


def test_states_of_a_player_are_exact_or_there_is_no_solution() -> None:
    names = ["states@paper", "states@none"]
    scores = rate(WITNESS.parse("+-E/|b|/+-+/|w|/S-+"), names).values()
    assert [(score.value, score.status) for score in scores] == [(9, "exact"), (17, "exact")]
    scores = rate(WITNESS.parse("+xE/|.x/S-+"), names).values()
    assert [(score.value, score.status) for score in scores] == [(None, "unsolvable")] * 2


def test_a_tempting_measure_has_a_score() -> None:
    level = registry.find_kind("sokoban").parse("######|#@$ .#|######")
    scores = rate(level, ["surprise", "toil"])
    assert [(score.value, score.status) for score in scores.values()] == [(0, "exact"), (1, "exact")]


def test_paths_without_any_move_have_no_branching() -> None:
    panel = WITNESS.parse("+xE/x.|/Sx+")
    with pytest.raises(NotComputed, match="no move can be made"):
        shape.branching_of_paths(GraphShape(explore(panel)))
    assert rate(panel, ["branching"])["branching"].status is not Status.EXACT


def test_costs_add_up_over_the_factors_of_a_choice() -> None:
    assert all(cost(a * b) == cost(a) + cost(b) for a in range(1, 40) for b in range(1, 40))


def test_an_exact_headline_without_norms_is_told_by_its_level() -> None:
    sudoku = registry.find_kind("sudoku")
    words = [level_of(sudoku, Score("se_rating", value, Status.EXACT)) for value in (1.2, 2.6, 7.0)]
    assert words == ["easy", "hard", "evil"]


def test_a_rule_of_another_kind_is_worth_nothing_that_could_be_computed() -> None:
    score = rate(registry.find_kind("maze").parse("o-@/|.x/@xo"), ["worth:squares"])["worth:squares"]
    assert (score.status, score.reason) == (Status.NOT_COMPUTED, "squares is not a rule of a logic maze")


def test_work_that_was_stopped_ends_in_the_middle_of_a_state() -> None:
    meter = Meter()

    class Wide(Walk):
        def moves(self, state: Any) -> range:
            meter.stop()
            return super().moves(state)

    wide = Wide({"a": ["b"] * 9, "b": ["a"]}, frozenset({"c"}))
    assert explore(wide, limits=Limits(meter=meter)).stop == Stop("stopped")
    assert luck(wide, Player(), limits=Limits(meter=meter)).stop == "stopped"


def test_a_rule_that_rules_out_every_solution_is_blamed() -> None:
    walk = Walk({"a": ["b", "c"], "c": ["b"]}, frozenset({"b"}))
    hasty = Rule("never-first", lambda puzzle, state, moves: [Finding("here", cannot=(0,))])
    silent = Rule("silent", lambda puzzle, state, moves: [])
    said = "there are solutions, but the rule 'never-first' rules them all out, so it is probably not sound"
    for rules in ((hasty,), (silent, hasty)):
        score = muse(walk, Player(name="hasty", rules=rules))
        assert (score.status, score.reason) == (Status.UNSOLVABLE, said)
    assert muse(walk, Player(rules=(silent,))).status is Status.EXACT
    lost = Walk({"a": ["c"]}, frozenset({"b"}))
    assert muse(lost, Player(rules=(hasty,))).reason == ""  # nobody can solve it


def test_going_back_is_lost_and_going_on_is_progress_where_play_goes_in_circles() -> None:
    circle = Walk({"a": ["b"], "b": ["a", "c"], "c": ["b", "d"]}, frozenset({"d"}))
    assert remuse(circle, Player(), engine="python").value == 2  # one bit at b, and one at c
    far = Walk({"a": ["b", "c", "d"], "b": ["a"], "c": ["a", "e"], "d": ["c"]}, frozenset({"e"}))
    assert remuse(far, Player(), engine="python").value == pytest.approx(
        1 + log2(3 / 2)
    )  # c and d are nearer


def test_a_move_without_an_alternative_is_free_for_a_player_with_habits_too() -> None:
    corridor = Walk({"a": ["b"], "b": ["c"]}, frozenset({"c"}))
    habits = Player(prior=lambda puzzle, state, moves: [1 / len(moves)] * len(moves))
    assert muse(corridor, habits, engine="python").value == 0.0


def test_listing_what_fills_a_row_keeps_to_the_states_that_are_allowed() -> None:
    asked = engine_for(Row(4), "python")
    cut = asked.solutions(None, Limits(states=7))
    assert (cut.complete, cut.stop, cut.states) == (False, Stop("states", 7), 7)
    assert len(asked.solutions(None, Limits()).found) == 24


def test_only_a_fill_puzzle_with_one_start_is_solved_before_it_is_measured() -> None:
    class Begun(Row):
        def starts(self) -> list[frozenset[tuple[int, int]]]:
            return [frozenset(), frozenset({(0, 3)})]

    def known(puzzle: AnyPuzzle) -> KnownSolutions:
        solve = engine_for(puzzle, "python").solutions
        return View(puzzle, Player(), "best", Limits().start(), solve).known_solutions()

    row = known(Row(3))
    assert row.live == 0b111111 and row.having is not None and len(row.having) == 9
    assert row.after(row.live, (0, 1)).bit_count() == 2
    for other in (Begun(3), Walk({"a": ["b"]}, frozenset({"b"}))):
        assert known(other) == KnownSolutions()


@pytest.mark.parametrize("engine", ["auto", "python", "own"])
def test_a_player_who_remembers_is_measured_on_what_is_remembered(engine: Any) -> None:
    walk = Walk({"a": ["b", "c"]}, frozenset({"b"}))
    longer = Walk({"a": ["b", "c", "d", "e"]}, frozenset({"b"}))
    rule = Rule("look back", lambda puzzle, state, moves: [], remembering=lambda puzzle: longer)
    asked = engine_for(walk) if engine == "own" else engine
    assert muse(walk, Player(rules=(rule,)), engine=asked).value == 2
    assert muse(walk, Player(), engine=asked).value == 1


def test_several_solutions_are_improper_where_one_is_wanted() -> None:
    sudoku = registry.find_kind("sudoku")
    puzzle = sudoku.parse("1.3. .... .... .2.4")

    def said(name: str, **facts: Any) -> str:
        return improper(puzzle, {name: Score(name, **({"value": None, "status": Status.EXACT} | facts))})

    assert said("rating", reason=SEVERAL) == f"{SEVERAL}, but a Sudoku should have one"
    assert said("rating", value=2.0) == said("solutions", value=1) == said("solutions", value=0) == ""
    assert said("solutions", value=2) == "it has 2 solutions, but a Sudoku should have one"
    assert said("solutions", at_least=3) == "it has at least 3 solutions, but a Sudoku should have one"
