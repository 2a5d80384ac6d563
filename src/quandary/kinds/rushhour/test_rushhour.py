"""Rush Hour: what is specific to this kind. The contract suite checks the rest."""

from collections import deque
from random import Random

import pytest

from quandary.errors import NotationError
from quandary.generating.band import generate_band
from quandary.kinds.rushhour import KIND
from quandary.kinds.rushhour.anything import drawn
from quandary.kinds.rushhour.engine import estimate, onward
from quandary.kinds.rushhour.generate import aim_at_slides, generate
from quandary.kinds.rushhour.notation import format, parse, recognise  # noqa: A004
from quandary.kinds.rushhour.same import canonical, flipped
from quandary.measuring.rate import rate
from quandary.solving.explore import explore
from quandary.solving.search import solutions

Rows = tuple[str, ...]


def slides(rows: Rows) -> list[Rows]:
    """Return what one slide makes of a grid of letters: another way to write the rules."""
    found = []
    cells = {(x, y): each for y, row in enumerate(rows) for x, each in enumerate(row)}
    for letter in sorted(set(cells.values()) - set(".x")):
        mine = [cell for cell, each in cells.items() if each == letter]
        dx, dy = (1, 0) if mine[0][1] == mine[-1][1] else (0, 1)
        for sign in (-1, 1):
            shifted = mine
            while True:
                shifted = [(x + sign * dx, y + sign * dy) for x, y in shifted]
                if any(cells.get(cell, "x") not in (".", letter) for cell in shifted):
                    break
                board = {**cells, **dict.fromkeys(mine, "."), **dict.fromkeys(shifted, letter)}
                found.append(
                    tuple("".join(board[x, y] for x in range(len(rows[0]))) for y in range(len(rows)))
                )
    return found


def fewest_slides(start: Rows) -> tuple[int | None, int]:
    """Return the fewest slides, and the number of grids that play can reach."""
    steps, todo, best = {start: 0}, deque([start]), None
    while todo:
        rows = todo.popleft()
        if any(row.endswith("A") for row in rows):
            best = steps[rows] if best is None else best
            continue
        for after in slides(rows):
            if after not in steps:
                steps[after] = steps[rows] + 1
                todo.append(after)
    return best, len(steps)


@pytest.mark.parametrize("seed", range(60))
def test_states_and_fewest_slides_are_those_of_a_grid_of_letters(seed: int) -> None:
    board = parse(drawn(Random(seed)))
    best, states = fewest_slides(tuple(format(board).split("\n")))
    assert len(explore(board)) == states
    assert rate(board, ["shortest"])["shortest"].value == best


def test_the_estimate_is_never_more_than_the_slides_left() -> None:
    board = parse("..DKKK/.CDGG./.CDII./AAH.EF/J.H.EF/J.BB.F")
    (solution,) = solutions(board, most=1).found
    (state,) = board.starts()
    for left, move in zip(range(len(solution.moves), 0, -1), solution.moves, strict=True):
        assert 1 <= estimate(board, state) <= left
        state = board.apply(state, move)
    assert estimate(board, state) == 0


def test_a_board_in_one_line_is_the_same_as_in_six() -> None:
    rows = "..DKKK/.CDGG./.CDII./AAH.EF/J.H.EF/J.BB.F"
    line = rows.replace("/", "").replace(".", "o")
    assert parse(line) == parse(rows)
    assert KIND.notation.forms["line"](parse(rows)) == line


def test_lines_of_a_public_collection_are_read() -> None:
    line = "ooooBoAAooBooooooooooooooooooooooooo"
    assert recognise(f"{line}\n\n14 {line} 2708\n") == [(1, line), (3, line)]
    assert recognise("..B.\nAAB.\n....\n\n...\nAA.\n...\n") == [(1, "..B.\nAAB.\n...."), (5, "...\nAA.\n...")]
    assert recognise("o..o\n....\n") is None  # a Fling! board


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("...B/AA.B/..B.", "Line 3, column 3: the cells of B are not a car"),
        ("..../..BB/....", "no car A"),
        (".A../.A../....", "Column 2: car A stands upright"),
        ("..?./AA../....", "Line 1, column 3: '?' cannot stand for a cell"),
        ("AA../...", "Line 2 has 3 cells but line 1 has 4"),
        ("AA", "The board has 2 columns; it can have 3 to 8"),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint.replace("?", r"\?")):
        parse(text)


def test_the_same_lot_with_other_letters_or_upside_down_is_the_same() -> None:
    board = parse("CF../CFD./AADB/.EEB")
    other = parse("XY../XYZ./AAZW/.VVW")
    assert canonical(board) == canonical(other) == canonical(flipped(board))
    assert canonical(board) != canonical(
        onward(board, board.apply(board.starts()[0], board.moves(board.starts()[0])[0]))
    )


@pytest.mark.parametrize("size", ["4x4", "5x4", "6x6"])
def test_generated_boards_take_at_least_two_slides(size: str) -> None:
    for seed in range(5):
        board = generate(Random(seed), size)
        shortest = rate(board, ["shortest"])["shortest"].value
        assert shortest is not None and shortest >= 2


def test_boards_are_the_same_with_and_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [generate(Random(seed), "5x5") for seed in range(3)]
    monkeypatch.setattr("quandary.kinds.rushhour.engine.core", lambda: None)
    assert [generate(Random(seed), "5x5") for seed in range(3)] == made


def test_a_number_of_slides_can_be_aimed_at() -> None:
    board = aim_at_slides(Random(2), "6x6", 9, 11)
    assert board is not None
    assert 9 <= (rate(board, ["shortest"])["shortest"].value or 0) <= 11
    band = generate_band(KIND, "5x5", "shortest", 4, 5, count=2)
    assert band.is_complete and all(4 <= (made.score.value or 0) <= 5 for made in band.found)
