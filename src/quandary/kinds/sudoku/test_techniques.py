"""Tests of the technique solver, large boards, and generated levels."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quandary._native import core, native_limits
from quandary.draw.shapes import Line, Text
from quandary.errors import QuandaryError
from quandary.kind import FoundPuzzle
from quandary.kinds.sudoku import KIND
from quandary.kinds.sudoku.draw import candidates, draw_marks
from quandary.kinds.sudoku.explainer import digger, engine_for, habit_steps, profile, raw_steps, trace
from quandary.kinds.sudoku.features import FEATURES, steps, surface
from quandary.kinds.sudoku.filling import mixed_grid
from quandary.kinds.sudoku.generate import SYMMETRIES, Symmetry, full_grid, generate
from quandary.kinds.sudoku.generate import candidates as dug
from quandary.kinds.sudoku.levels import level_of, make, many_at_level, needing
from quandary.kinds.sudoku.notation import FORMS, parse, recognise
from quandary.kinds.sudoku.refine import least_text
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.same import canonical
from quandary.kinds.sudoku.techniques import BY_HABIT, LEVELS, TECHNIQUES, level
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.score import NotComputed, Status
from quandary.showing.hint import hint
from quandary.solving.search import Solution, solutions

RANDOMS = st.randoms(use_true_random=False)
SINGLES = "3..4.....419.....2....87.....8.54......3.2..9......5......19.2...5..391.6........"
POINTING = "3.....19.....5..7..8..3.....4........7.....5.6....23.85....62.44....8.....13.7..."
compiled = pytest.mark.skipif(core() is None, reason="in Python this takes long")


# Techniques


@compiled
@pytest.mark.parametrize("size", KIND.maker.sizes[:3])
@given(RANDOMS)
@settings(max_examples=15, deadline=None)
def test_no_step_contradicts_the_solution(size: str, rng: Random) -> None:
    sudoku = generate(rng, size)
    (only,) = solutions(sudoku, most=2, engine="python").found
    right = set(only.moves)
    found = trace(sudoku)
    assert found.status == "solved"
    assert set(found.made) == right
    for step in found.steps:
        assert right.issuperset(step.finding.must), step
        assert right.isdisjoint(step.finding.cannot), step


def test_each_step_strikes_or_fills_something_new() -> None:
    sudoku = parse(POINTING)
    done = trace(sudoku).steps
    for at, step in enumerate(done):
        _, before = candidates(sudoku, done[:at])
        for move in step.finding.must or step.finding.cannot:
            assert move.digit in before[move.row * 9 + move.column], step


def test_singles_are_enough_where_they_are_said_to_be() -> None:
    found = trace(parse(SINGLES))
    assert {step.rule for step in found.steps} <= {
        "last-cell",
        "hidden-single-box",
        "hidden-single-line",
        "naked-single",
    }
    assert found.hardest == 1.5


NAKED = "..562..3....79.1.89.....62...6...7.3....1...........4.8.2.......7...8......961..."


def test_experienced_solvers_see_naked_singles_before_hidden_ones() -> None:
    """One cell has one digit left. By published costs, hints went to hidden singles first."""
    sudoku = parse(POINTING)
    assert trace(sudoku).steps[0].rule == "hidden-single-box"
    found = hint(sudoku)
    assert (found.rule, str(found.move)) == ("naked-single", "r1c6=4")
    assert rate(sudoku, ["solver_rating"])["solver_rating"].value == trace(sudoku).hardest
    two_ways = rate(parse(NAKED), ["se_rating", "solver_rating"])
    assert [score.value for score in two_ways.values()] == [2.3, 1.5]


@pytest.mark.parametrize("text", [SINGLES, POINTING, NAKED])
def test_both_engines_make_the_same_steps_in_the_order_of_solvers(text: str) -> None:
    sudoku = parse(text)
    [only] = solutions(sudoku, most=1).found
    native, python = (
        [*raw_steps(sudoku, solved(sudoku, only), engine, Limits().start(), table=BY_HABIT)]
        for engine in (engine_for(sudoku), "python")
    )
    assert native == python
    assert habit_steps(sudoku) == [raw.tenths / 10 for raw in python]


def solved(sudoku: Sudoku, solution: Solution) -> str:
    """Return the full grid of a solution as text."""
    digits = dict(enumerate(sudoku.givens)) | {
        put.row * 9 + put.column: str(put.digit) for put in solution.moves
    }
    return "".join(digits[cell] for cell in range(81))


@compiled
def test_the_profile_is_the_trace_in_numbers() -> None:
    sudoku = generate(Random(8), "9x9")
    numbers, story = profile(sudoku), trace(sudoku)
    assert numbers is not None
    assert numbers.rating == story.hardest
    assert steps(numbers)["last-cell"] == story.count("last-cell")
    assert sum(numbers.uses) == len(story.steps)


@compiled
def test_the_rating_hardly_depends_on_the_order_of_lines() -> None:
    sudoku = generate(Random(12), "9x9")
    assert KIND.sameness.symmetries
    ratings = {found.rating for twin in KIND.sameness.symmetries(sudoku) if (found := profile(twin))}
    assert max(ratings) - min(ratings) <= 0.1


def test_costs_rise_along_the_table_except_where_chains_begin() -> None:
    costs = [technique.cost for technique in TECHNIQUES]
    falls = [TECHNIQUES[i].name for i in range(1, len(costs)) if costs[i] < costs[i - 1]]
    assert falls == ["x-cycle"]
    assert len({technique.name for technique in TECHNIQUES}) == len(TECHNIQUES)


def test_se_rating_is_a_measure_of_sudoku() -> None:
    scores = rate(parse(SINGLES), [feature.name for feature in FEATURES])
    assert scores["se_rating"].value == 1.5
    assert scores["hard_steps"].value == 0
    assert scores["empties"].value == SINGLES.count(".")


@compiled
def test_solvers_who_look_in_other_orders_agree_more_or_less() -> None:
    scores = rate(parse(POINTING), ["se_rating", "se_rating_orders", "se_effort", "se_effort_orders"])
    assert scores["se_rating_orders"].status is Status.ESTIMATE
    assert scores["se_rating_orders"].runs == 30
    for name in ("se_rating", "se_effort"):
        one, many = scores[name].value, scores[f"{name}_orders"]
        assert one and many.value and many.spread is not None
        assert abs(one - many.value) <= 0.1 * one
    assert scores["se_effort_orders"].spread


@compiled
@pytest.mark.parametrize(
    ("name", "givens", "rating"),
    [
        (
            "skyscraper",
            "...........2...8..9....8.5134............9....6.125....5..9.6.22....67.5.9...4...",
            4.0,
        ),
        (
            "two-string-kite",
            "3..1.4.5.98.....6.4..6...81.....5...749.....2....9.8...7....6..1....7.436.3.....5",
            4.1,
        ),
        (
            "turbot-fish",
            "6...7.....12....9......1..44..7........382..5..........6.4..3.7.89...4....4.3592.",
            4.3,
        ),
        (
            "unique-rectangle",
            ".12.....693...5..8..7.9....3.1..8.7..4....3.9....6........5......56.4....7...2.1.",
            4.5,
        ),
        (
            "unique-loop",
            "5.......2..8.........893.154..56..39..6.3......9...7.......8....4.9721.....1...27",
            4.6,
        ),
    ],
)
def test_patterns_that_have_names_are_called_by_them(name: str, givens: str, rating: float) -> None:
    found = trace(parse(givens))
    hardest = max(found.steps, key=lambda step: step.cost)
    assert (hardest.rule, hardest.cost) == (name, rating)
    assert hardest.finding.cannot


@compiled
@pytest.mark.parametrize("size", ["12x12", "16x16", "25x25"])
def test_large_boards_have_ratings_and_levels(size: str) -> None:
    sudoku = next(dug(Random(1), size, empties=40))
    score = rate(sudoku, ["se_rating"])["se_rating"]
    assert (score.status, score.engine) == (Status.EXACT, "python")
    assert score.value is not None and KIND.level_at(score.value) == level_of(sudoku) == "easy"


def test_without_a_unique_solution_there_is_no_rating() -> None:
    several, none = Sudoku("12..34..........", 2, 2), Sudoku("123....4........", 2, 2)
    assert rate(several, ["se_rating"])["se_rating"].status is Status.NOT_COMPUTED
    assert rate(none, ["se_rating"])["se_rating"].status is Status.UNSOLVABLE
    with pytest.raises(NotComputed, match="more than one solution"):
        trace(several)


def test_levels_share_the_scale() -> None:
    assert [level(rating) for rating in (1.2, 1.5, 2.3, 2.5, 3.4, 3.6, 4.9, 5.6, 5.8, 9.0)] == [
        "easy",
        "medium",
        "medium",
        "hard",
        "hard",
        "tough",
        "tough",
        "tough",
        "evil",
        "evil",
    ]
    assert list(LEVELS) == ["easy", "medium", "hard", "tough", "evil"]


def test_no_level_below_evil_needs_a_chain() -> None:
    by_level = {each.name: level(each.cost) for each in TECHNIQUES}
    chains = [name for name in by_level if "chain" in name or "cycle" in name]
    assert chains and {by_level[name] for name in chains} == {"evil"}
    assert {by_level[name] for name in ("naked-triple", "xy-wing", "unique-rectangle", "naked-quad")} == {
        "tough"
    }


@compiled
@pytest.mark.parametrize("wishes", [{}, {"symmetry": "half-turn"}, {"minimal": "no"}], ids=str)
def test_easy_sudokus_have_about_the_same_number_of_givens(wishes: dict[str, str]) -> None:
    made = [KIND.generate(Random(seed), "9x9", {"level": "easy", **wishes}) for seed in range(4)]
    assert all(33 <= 81 - each.givens.count(".") <= 39 for each in made)


def test_surface_features_are_counted_by_hand() -> None:
    found = surface(parse("1" * 1 + "." * 15))
    assert (found["empties"], found["blank_rows"], found["count_1"], found["count_2"]) == (15, 0, 1, 0)
    assert found["count_spread"] == pytest.approx(0.4330127)


def test_marks_are_small_and_struck_ones_red_and_crossed_out() -> None:
    sudoku = parse("12..34..........")
    state, left = candidates(sudoku, ())
    move = sudoku.moves(state)[0]
    shapes = draw_marks(sudoku, state, left, {move}).shapes
    texts = [shape for shape in shapes if isinstance(shape, Text)]
    assert [text.text for text in texts if text.fill == "struck"] == [str(move.digit)]
    assert len(texts) == 4 + len(sudoku.moves(state))
    assert [type(shape) for shape in shapes if getattr(shape, "stroke", None) == "struck"] == [Line]


# Large boards


@given(RANDOMS, st.sampled_from([(3, 3), (3, 4), (4, 4), (5, 5)]))
@settings(max_examples=10, deadline=None)
def test_a_mixed_grid_breaks_no_rule(rng: Random, shape: tuple[int, int]) -> None:
    rows, columns = shape
    size = rows * columns
    empty = Sudoku("." * size**2, rows, columns)
    grid = mixed_grid(rng, empty)
    for of in (empty.board.row_of, empty.board.column_of, empty.board.box_of):
        assert len({(of[cell], symbol) for cell, symbol in enumerate(grid)}) == size**2


@compiled
@pytest.mark.parametrize(("size", "empties"), [("12x12", 80), ("16x16", 130), ("25x25", 200)])
def test_large_sudokus_have_one_solution(size: str, empties: int) -> None:
    sudoku = next(dug(Random(4), size, empties=empties))
    assert sudoku.givens.count(".") >= empties
    limits = native_limits(Limits(seconds=60))
    solved = digger(sudoku.box_rows, sudoku.box_columns).solve(sudoku.givens, 2, limits)
    assert (solved.found, solved.complete) == (1, True)
    assert all(given in (".", digit) for given, digit in zip(sudoku.givens, solved.first, strict=True))
    assert parse(sudoku.givens) == sudoku


@compiled
def test_two_counters_agree_on_16x16() -> None:
    sudoku = next(dug(Random(5), "16x16", empties=90))
    (only,) = solutions(sudoku, most=2, engine="native").found
    solution = digger(4, 4).solve(sudoku.givens, 2, native_limits(Limits(seconds=60))).first
    assert only.end(sudoku) == solution


@given(RANDOMS)
@settings(max_examples=10, deadline=None)
def test_large_canonical_texts_do_not_change_when_lines_and_digits_do(rng: Random) -> None:
    empty = Sudoku("." * 144, 3, 4)
    kept = set(rng.sample(range(144), rng.randint(0, 60)))
    text = "".join(s if cell in kept else "." for cell, s in enumerate(mixed_grid(rng, empty)))
    sudoku = Sudoku(text, 3, 4)
    assert KIND.sameness.symmetries
    assert {canonical(twin) for twin in KIND.sameness.symmetries(sudoku)} == {canonical(sudoku)}


@given(RANDOMS)
@settings(max_examples=20, deadline=None)
def test_both_canonical_texts_tell_the_same_puzzles_apart(rng: Random) -> None:
    texts = [next(dug(rng, "4x4")).givens for _ in range(2)]
    grids = [[text[first : first + 4] for first in range(0, 16, 4)] for text in texts]
    mirrored = [["".join(line) for line in zip(*grid, strict=True)] for grid in grids]
    refined = [min(least_text(g, 2, 2), least_text(m, 2, 2)) for g, m in zip(grids, mirrored, strict=True)]
    exact = [canonical(Sudoku(text, 2, 2)) for text in texts]
    assert (refined[0] == refined[1]) == (exact[0] == exact[1])


# Making and writing


@pytest.mark.parametrize("symmetry", list(SYMMETRIES))
def test_givens_are_as_symmetric_as_asked(symmetry: Symmetry) -> None:
    sudoku = next(dug(Random(2), "6x6", symmetry=symmetry))
    given = [symbol != "." for symbol in sudoku.givens]
    for cell in range(36):
        twins = {given[r * 6 + c] for r, c in SYMMETRIES[symmetry](*divmod(cell, 6), 5)}
        assert len(twins) == 1
    assert len(solutions(sudoku, most=2).found) == 1


def test_digging_stops_when_enough_cells_are_empty() -> None:
    sudoku = next(dug(Random(2), "9x9", empties=30))
    assert sudoku.givens.count(".") == 30


def test_candidates_from_one_grid_have_one_solution_text() -> None:
    grids = {solutions(each, most=1).found[0].end(each) for each in islice(dug(Random(3), "4x4"), 8)}
    assert len(grids) == 1
    assert grids == {full_grid(Random(3), Sudoku("." * 16, 2, 2))}


@pytest.mark.parametrize("form", list(FORMS))
@pytest.mark.parametrize("size", KIND.maker.sizes[:5])
def test_every_form_is_read_back(form: str, size: str) -> None:
    rows = parse(SINGLES) if size == "9x9" else None
    sudoku = rows or _sparse(size)
    assert parse(FORMS[form](sudoku)) == sudoku


def _sparse(size: str) -> Sudoku:
    rows, columns = {"4x4": (2, 2), "6x6": (2, 3), "12x12": (3, 4), "16x16": (4, 4)}[size]
    grid = mixed_grid(Random(1), Sudoku("." * (rows * columns) ** 2, rows, columns))
    return Sudoku("".join(s if cell % 3 else "." for cell, s in enumerate(grid)), rows, columns)


def test_what_follows_a_puzzle_on_its_line_is_left_out() -> None:
    assert [
        (each.line, each.notation)
        for each in recognise(f"{SINGLES} 1.5\n{SINGLES},a name\n") or ()
        if isinstance(each, FoundPuzzle)
    ] == [(1, SINGLES), (2, SINGLES)]


def test_a_grid_of_numbers_is_recognised() -> None:
    sudoku = _sparse("16x16")
    assert recognise("# sixteen\n" + FORMS["numbers"](sudoku)) == [FoundPuzzle(2, sudoku.givens)]


@compiled
@pytest.mark.parametrize("name", list(LEVELS))
def test_what_is_made_at_a_level_is_rated_inside_it(name: str) -> None:
    made = list(islice(many_at_level(name, Random(6), "9x9"), 4))
    assert [level(found.rating) for each in made if (found := profile(each))] == [name] * 4
    assert all(len(solutions(each, most=2, engine="python").found) == 1 for each in made)
    assert len(set(map(canonical, made))) == 4


@compiled
def test_a_technique_can_be_asked_for() -> None:
    sudoku = make(Random(1), "9x9", needing("pointing"), symmetry="half-turn")
    found = trace(sudoku)
    assert max(found.steps, key=lambda step: step.cost).rule == "pointing"


@compiled
def test_a_level_that_a_size_does_not_have_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quandary.kinds.sudoku.levels.MOST", 50)
    with pytest.raises(QuandaryError, match="None of 50 Sudokus of 4x4 was as hard as asked"):
        KIND.generate(Random(1), "4x4", {"level": "evil"})


def test_unknown_levels_and_techniques_are_named() -> None:
    with pytest.raises(QuandaryError, match="level"):
        many_at_level("devilish", Random(1), "9x9")
    with pytest.raises(QuandaryError, match="technique"):
        needing("y-wing")
