"""What is special about Fling!: pushes that are passed on, solutions as positions, moves that commute, all boards."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quandary._native import core
from quandary.errors import NoneFoundError, NotationError, SpaceError
from quandary.kinds.fling import KIND, Board
from quandary.kinds.fling.census import Row, best, census, unique_boards
from quandary.kinds.fling.counts import Survey
from quandary.kinds.fling.draw import MARGIN, moved
from quandary.kinds.fling.engine import search
from quandary.kinds.fling.features import COUNTS, has_one_solution, survey
from quandary.kinds.fling.generate import earlier, generate, make, predecessors
from quandary.kinds.fling.people import COMMUTE
from quandary.kinds.fling.rules import Fling, RememberedBoard, islands
from quandary.kinds.fling.same import least, symmetries
from quandary.kinds.fling.space import Boards, Classes
from quandary.library.files import Entry
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.measuring.entropy import muse, remuse
from quandary.measuring.many import rate_many
from quandary.measuring.rate import rate
from quandary.player import Player
from quandary.publishing.check import check
from quandary.solving.explore import explore
from quandary.solving.search import solutions

native = pytest.mark.skipif(core() is None, reason="the compiled core is not installed")


@st.composite
def boards(draw: st.DrawFn, most_balls: int = 5) -> Board:
    """Boards with some balls anywhere."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = draw(st.sets(st.integers(0, width * height - 1), min_size=1, max_size=most_balls))
    return Board(width, height, sum(1 << cell for cell in cells))


def rolled(board: Board, balls: int, move: Fling) -> int | None:
    """Fling a ball by rolling it cell by cell, and then every ball that is hit; None if the move is illegal."""
    (dx, dy) = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}[move.way]
    left, here, hits = set(board.cells(balls)), move.cell, 0
    if (here[0] + dx, here[1] + dy) in left:
        return None
    while True:
        left.discard(here)
        while (there := (here[0] + dx, here[1] + dy)) not in left:
            if not (0 <= there[0] < board.width and 0 <= there[1] < board.height):
                return Board.of(board.width, board.height, left).balls if hits else None
            here = there
        left.add(here)
        here, hits = there, hits + 1


def ways_down(board: Board) -> tuple[set[tuple[int, ...]], list[tuple[Fling, ...]]]:
    """Return all sequences of positions and of moves down to two balls that can be won, by plain recursion."""
    positions, moves = set[tuple[int, ...]](), list[tuple[Fling, ...]]()

    def walk(state: int, seen: tuple[int, ...], made: tuple[Fling, ...]) -> None:
        if state.bit_count() == 2 and board.moves(state):
            positions.add(seen)
            moves.append(made)
        elif state.bit_count() > 2:
            for move in board.moves(state):
                after = board.apply(state, move)
                walk(after, (*seen, after), (*made, move))

    walk(board.balls, (board.balls,), ())
    return positions, moves


@given(boards())
@settings(max_examples=60)
def test_a_move_does_what_rolling_balls_cell_by_cell_does(board: Board) -> None:
    every = {Fling(cell, way) for cell in board.cells(board.balls) for way in ("up", "right", "down", "left")}
    legal = {move: board.apply(board.balls, move) for move in board.moves(board.balls)}
    assert legal == {m: after for m in every if (after := rolled(board, board.balls, m)) is not None}


def test_a_touching_ball_passes_the_push_on() -> None:
    board = KIND.parse("o..oo.o")
    assert board.cells(board.apply(board.balls, Fling((0, 0), "right"))) == [(2, 0), (3, 0), (5, 0)]


def test_a_ball_is_never_flung_at_its_neighbour() -> None:
    board = KIND.parse("oo.o")
    assert Fling((0, 0), "right") not in board.moves(board.balls)


def test_a_flung_ball_is_drawn_to_roll_where_it_stops() -> None:
    board = KIND.parse("o..oo.o")
    for move in board.moves(board.balls):
        (start, end), after = moved(board, board.balls, move), board.apply(board.balls, move)
        cells = {(x + MARGIN + 0.5, y + MARGIN + 0.5): (x, y) for x, y in board.cells(board.balls | after)}
        assert cells[start] == move.cell
        assert after & board.bit(cells[end])


def test_every_way_to_a_solution_takes_one_move_less_than_there_are_balls() -> None:
    board = generate(Random(3), "6x6-6")
    scores = rate(board, ["shortest", "longest", "average_length"])
    assert {score.value for score in scores.values()} == {5}


@given(boards())
@settings(max_examples=40)
def test_solutions_are_sequences_of_positions_down_to_two_balls(board: Board) -> None:
    positions, moves = ways_down(board)
    seen = survey(board)
    if board.balls.bit_count() > 1:
        assert (seen.solutions, seen.solutions_by_moves) == (len(positions), len(moves))
        assert rate(board, ["solutions"])["solutions"].value == len(positions)
        assert len(solutions(board).found) == len(positions)


def test_a_solved_board_has_one_solution_without_a_move() -> None:
    assert list(search(KIND.parse("o"), Budget())) == [[]]
    assert survey(KIND.parse("o")).solutions == 1


@given(boards())
@settings(max_examples=40)
def test_listed_solutions_are_legal_and_differ_in_some_position(board: Board) -> None:
    seen = set()
    for moves in search(board, Budget()):
        states = [board.balls]
        for move in moves:
            assert move in board.moves(states[-1])
            states.append(board.apply(states[-1], move))
        assert board.is_solved(states[-1])
        seen.add(tuple(states[:-1]))
    assert len(seen) == survey(board).solutions or board.balls.bit_count() == 1


@given(boards())
@settings(max_examples=30)
def test_both_languages_count_the_same(board: Board) -> None:
    for sees in (False, True):
        one, other = (survey(board, engine=each, sees_islands=sees) for each in ("auto", "python"))
        assert [getattr(one, name) for name in COUNTS] == [getattr(other, name) for name in COUNTS]


@given(boards(most_balls=4))
@settings(max_examples=30)
def test_the_expert_tree_has_no_two_moves_that_commute(board: Board) -> None:
    def nodes(state: int, before: tuple[int, Fling] | None) -> tuple[int, set[int]]:
        total, seen = 1, {state}
        for move in [] if board.is_solved(state) else board.moves(state):
            after = board.apply(state, move)
            if before and move in board.moves(before[0]):
                first = board.apply(before[0], move)
                if before[1] in board.moves(first) and board.apply(first, before[1]) == after:
                    continue
            more, there = nodes(after, (state, move))
            total, seen = total + more, seen | there
        return total, seen

    tree, states = nodes(board.balls, None)
    seen = survey(board)
    assert (seen.expert_tree, seen.expert_states) == (tree, len(states))


def test_a_limit_is_a_status() -> None:
    with pytest.raises(OutOfBudget):
        survey(generate(Random(1), "7x8-8"), Limits(states=5))
    score = rate(generate(Random(1), "7x8-8"), ["full_tree"], limits=Limits(states=5))["full_tree"]
    assert score.value is None and "states" in score.reason


def test_islands_are_never_wrong_on_small_boards() -> None:
    for balls in (2, 3, 4):
        for cells in combinations(range(16), balls):
            board = Board(4, 4, sum(1 << cell for cell in cells))
            if len(islands(board, board.balls)) > 1:
                assert survey(board, as_expert=False).solutions == 0


def test_commute_never_rules_out_a_move_of_the_only_solution() -> None:
    for number in (n for balls in range(3, 8) for n in unique_boards(4, 4, balls)):
        board = Board(4, 4, number)
        [moves] = search(board, Budget())
        view = COMMUTE.remembering(board)  # type: ignore[misc]
        assert isinstance(view, RememberedBoard)
        [state] = view.starts()
        for move in moves:
            left = view.moves(state)
            out = {each for found in COMMUTE.find(view, state, left) for each in found.cannot}
            same = {each for each in left if view.apply(state, each).balls == view.apply(state, move).balls}
            assert not same <= out
            state = view.apply(state, move if move not in out else min(same - out))


def test_commute_is_silent_without_the_promise_of_one_solution() -> None:
    board = KIND.parse("o.o./..../..../o.o.")
    assert survey(board).solutions > 1
    assert COMMUTE.remembering(board) is board  # type: ignore[misc]
    others = [rule for rule in KIND.people.rules if rule is not COMMUTE]
    assert muse(board, KIND.player("expert")).value == muse(board, Player(tuple(others))).value


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_commute_makes_a_board_easier_for_those_who_know_it(engine: str) -> None:
    board = KIND.parse("7x8 2953314337")
    alone = muse(board, Player((COMMUTE,)), engine=engine).value  # type: ignore[arg-type]
    nobody = muse(board, Player(), engine=engine).value  # type: ignore[arg-type]
    assert alone is not None and nobody is not None and alone < nobody


def test_both_engines_measure_an_expert_the_same() -> None:
    for seed in range(4):
        board, expert = generate(Random(seed), "5x5"), KIND.player("expert")
        for measure in (muse, remuse):
            one, other = measure(board, expert), measure(board, expert, engine="python")
            assert one.value == pytest.approx(other.value)


def test_states_for_those_who_know_that_moves_commute_are_the_expert_states() -> None:
    for seed in range(4):
        board = generate(Random(seed), "6x6-6")
        scores = rate(board, ["states@none", "states@rules=commute"])
        seen = survey(board)
        assert [score.value for score in scores.values()] == [seen.full_states, seen.expert_states]


def test_a_state_of_the_graph_is_a_position() -> None:
    board = generate(Random(5), "6x6-6")
    assert rate(board, ["states"])["states"].value == survey(board).full_states
    assert sum(map(len, board.positions())) == survey(board).full_states
    assert len(explore(board.remembering())) >= survey(board).full_states


@given(boards())
@settings(max_examples=40)
def test_symmetric_boards_have_the_same_least_number(board: Board) -> None:
    assert {KIND.canonical(each) for each in symmetries(board)} == {KIND.canonical(board)}
    assert least(board).balls == min(each.balls for each in symmetries(board))


def test_a_wide_board_is_not_transposed() -> None:
    assert KIND.canonical(KIND.parse("o.o/...")) != KIND.canonical(KIND.parse("o../o.."))
    assert KIND.canonical(KIND.parse("o.o/.../...")) == KIND.canonical(
        KIND.parse(".../.o./.../.o.".removeprefix(".../"))
    )


@pytest.mark.parametrize("balls", [1, 2, 3, 4])
def test_ranks_are_in_the_order_of_the_numbers(balls: int) -> None:
    space = Boards(4, 3, balls)
    every = sorted(sum(1 << cell for cell in cells) for cells in combinations(range(12), balls))
    assert [space.unrank(number).balls for number in range(space.size)] == every
    assert [space.rank(Board(4, 3, number)) for number in every] == list(range(space.size))


def test_ranks_of_a_huge_space_are_inverse() -> None:
    space, rng = Boards(20, 20, 60), Random(1)
    assert space.size > 10**18
    for number in [0, space.size - 1, *(rng.randrange(space.size) for _ in range(300))]:
        assert space.rank(space.unrank(number)) == number


@pytest.mark.parametrize(("width", "height", "balls"), [(3, 3, 3), (4, 4, 3), (4, 3, 4)])
def test_a_reduced_space_has_one_board_of_each_class(width: int, height: int, balls: int) -> None:
    whole, reduced = Boards(width, height, balls), Classes(width, height, balls)
    found = {KIND.canonical(whole.unrank(number)) for number in range(whole.size)}
    assert reduced.size == len(found)
    assert {KIND.canonical(reduced.unrank(number)) for number in range(reduced.size)} == found
    assert [reduced.rank(reduced.unrank(number)) for number in range(reduced.size)] == list(
        range(reduced.size)
    )


@native
@pytest.mark.parametrize("symmetry", ["all", "reduced"])
def test_a_swept_space_has_the_scores_of_rate(symmetry: str) -> None:
    names = ["solutions", "full_tree", "tree_ratio"]
    space = KIND.maker.spaces["boards"].build({"size": "4x4", "balls": "4", "symmetry": symmetry})
    numbers = range(10, 40)
    values = space.sweep(numbers, names)
    for at, number in enumerate(numbers):
        scores = rate(space.unrank(number), names)
        assert not scores["solutions"].value or [values[name][at] for name in names] == [
            scores[name].value for name in names
        ]
        assert scores["solutions"].value or values["solutions"][at] != values["solutions"][at]
    assert space.sweep(numbers, ["remuse"]) is None


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("size", "7xmany", "size=7xmany is not a width and a height up to 20"),
        ("size", "99x8", "up to 20"),
        ("size", "0007x000100", "up to 20"),
        ("balls", "57", "from 1 to 56"),
        ("balls", "0001999999", "from 1 to 56"),
        ("balls", "some", "whole number"),
        ("symmetry", "some", "all, reduced"),
    ],
)
def test_a_wrong_option_of_the_space_is_named(option: str, value: str, says: str) -> None:
    boards = KIND.maker.spaces["boards"]
    with pytest.raises(SpaceError, match=says):
        boards.build({**boards.options, option: value})


@native
def test_all_small_boards_are_counted_the_same_in_both_languages() -> None:
    for width, height, balls in ((3, 3, 9), (4, 3, 5), (4, 4, 3)):
        assert census(width, height, balls) == census(width, height, balls, engine="python")


TABLED = {
    "solvable": (24, 64, 173, 412, 738, 1016, 957),
    "unique": (24, 64, 112, 136, 136, 72, 16),
    "unique_by_moves": (24, 40, 24, 0, 0, 0, 0),
    "apart_solvable": (0,) * 7,
}
"""4×4 boards with 2 to 8 balls, counted by two programs that share no code with this one."""


@native
def test_the_tables_of_small_boards_come_out() -> None:
    rows = census(4, 4, 8)
    for name, expected in TABLED.items():
        assert tuple(getattr(row, name) for row in rows) == expected
    small = census(3, 3, 9)
    assert [row.solvable for row in small] == [6, 4, 1, 0, 0, 0, 0, 0]
    assert [row.unique for row in small] == [6, 4, 0, 0, 0, 0, 0, 0]


SEVEN_BY_EIGHT = (
    (1_540, 267, 267, 267, 534, 55, 11, 11),
    (27_720, 2_720, 2_500, 2_110, 27_492, 906, 79, 69),
    (367_290, 35_518, 21_958, 15_724, 694_462, 18_663, 1_449, 846),
)
"""The game's boards with 2 to 4 balls, from the same source."""


@native
def test_the_tables_of_the_game_come_out() -> None:
    def counts(row: Row) -> tuple[int, ...]:
        return (
            row.boards,
            row.solvable,
            row.unique,
            row.unique_by_moves,
            row.legal_moves,
            row.classes,
            row.solvable_classes,
            row.unique_classes,
        )

    assert tuple(map(counts, census(7, 8, 4))) == SEVEN_BY_EIGHT


@native
def test_the_best_small_boards_are_found() -> None:
    found = best(4, 4, 7)
    assert (found.full_tree, found.expert_tree, found.boards) == (559, 55, [10905])


@pytest.mark.parametrize(
    ("number", "full", "expert"),
    [(2490377, 39, 15), (2953314337, 195, 23), (703688582696961, 1897, 65)],
)
def test_the_best_boards_of_the_game_have_their_trees(number: int, full: int, expert: int) -> None:
    board = Board(7, 8, number)
    seen: Survey = survey(board)
    assert (seen.full_tree, seen.expert_tree, seen.solutions) == (full, expert, 1)
    assert rate(board, ["tree_ratio"])["tree_ratio"].value == full / expert


@given(boards())
@settings(max_examples=30)
def test_what_is_taken_back_can_be_played_again(board: Board) -> None:
    for before in predecessors(board):
        again = Board(board.width, board.height, before)
        assert board.balls in {again.apply(before, move) for move in again.moves(before)}
        assert before.bit_count() == board.balls.bit_count() + 1


@native
def test_both_languages_take_moves_back_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    board = generate(Random(2), "6x6-5")
    compiled = {unique: earlier(board, unique=unique) for unique in (False, True)}
    monkeypatch.setattr("quandary.kinds.fling.generate.native", lambda board: None)
    assert {unique: earlier(board, unique=unique) for unique in (False, True)} == compiled


def test_generated_boards_have_one_solution_and_the_wanted_balls() -> None:
    for seed in range(5):
        board = make(Random(seed), "7x8", {"balls": "6"})
        assert board.balls.bit_count() == 6 and has_one_solution(board)


def test_any_number_of_solutions_can_be_asked_for() -> None:
    made = [survey(make(Random(seed), "5x5-6", {"solutions": "any"})).solutions for seed in range(8)]
    assert min(made) >= 1 and max(made) > 1


def test_a_wish_that_cannot_be_fulfilled_is_an_error() -> None:
    with pytest.raises(NoneFoundError, match="fewer balls"):
        make(Random(1), "3x3", {"balls": "7"})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("....", "no ball"),
        ("o.x.", "Line 1, column 3: 'x'"),
        ("o../o.", "Line 2 has 2 cells but line 1 has 3"),
        ("o" * 21, "21×1"),
        ("7x8 0", "no ball"),
        ("2x2 16", "beyond the 4 cells"),
        ("70x8 1", "70×8"),
    ],
)
def test_a_wrong_text_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says.replace("(", r"\(")):
        KIND.parse(text)


def test_numbers_and_rows_are_the_same_board() -> None:
    board = KIND.parse("7x8 703688582696961")
    assert KIND.parse(KIND.format(board)) == board
    assert KIND.form("number")(board) == "7x8 703688582696961"


def test_a_file_of_rows_or_numbers_is_recognised() -> None:
    recognise = KIND.notation.recognise
    assert recognise is not None
    assert recognise("o.o\n...\n\n..o\no..\n") == [(1, "o.o\n..."), (4, "..o\no..")]
    assert recognise("7x8 5\n\n7x8 9\n") == [(1, "7x8 5"), (3, "7x8 9")]
    assert recognise("...\n...\n") is None
    assert recognise("#####\n#o.#\n") is None


@native
def test_many_boards_are_measured_for_an_expert_as_each_alone() -> None:
    made, expert = [generate(Random(seed), "6x6-6") for seed in range(6)], KIND.player("expert")
    together = rate_many(made, ["muse"], player=expert)
    assert [each["muse"].value for each in together] == [muse(board, expert).value for board in made]
    surveyor = KIND.player("surveyor")
    assert [each["muse"].value for each in together] != [muse(board, surveyor).value for board in made]


def test_a_check_calls_a_board_unique_by_its_positions() -> None:
    unique, several = KIND.parse("7x8 2953314337"), KIND.parse("o.o./..../..../o.o.")
    verdicts = list(check([Entry(KIND, unique, "one"), Entry(KIND, several, "many")]))
    assert [verdict.unique for verdict in verdicts] == [True, False]
