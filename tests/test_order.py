"""Orders of puzzles: by a measure, by a plain search, by a learner, and how they agree."""

import json
from pathlib import Path

import numpy as np
import pytest

from quandary.cli.main import main
from quandary.cli.order import _gaps
from quandary.draw.shapes import Circle, Text
from quandary.draw.svg import to_svg
from quandary.errors import QuandaryError
from quandary.generating.band import generated
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.tilt import KIND as TILT
from quandary.kinds.witness import KIND as WITNESS
from quandary.library.files import Entry, read, write
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.publishing.ordering.compare import DEEPENING, Comparison, Order, compare, scored
from quandary.publishing.ordering.deepening import deepening
from quandary.publishing.ordering.learner import LearnedStep, lessons, mastery
from quandary.publishing.ordering.slopes import slopes
from quandary.puzzle import AnyFillPuzzle, by_slot
from quandary.score import Score, Status

EASY = Limits(seconds=20)


@pytest.fixture
def mazes() -> list[Entry]:
    made = generated(TILT, "4x4", 3)
    return [Entry(TILT, next(made), f"maze-{at}") for at in range(6)]


def counted_in_rounds(puzzle: AnyFillPuzzle) -> int:
    """Count expansions by really searching, round after round."""
    count = 0

    def search(state: object, left: int) -> bool:
        nonlocal count
        count += 1
        if puzzle.is_solved(state):
            return True
        options = by_slot(puzzle, state, list(puzzle.moves(state)))
        moves = min(options.values(), key=len, default=())
        return left > 0 and any(search(puzzle.apply(state, move), left - 1) for move in moves)

    limit = 0
    while not any(search(start, limit) for start in puzzle.starts()):
        limit += 1
    return count


def test_deepening_counts_what_a_real_search_expands() -> None:
    for text in (".3....3....41...", "1...............", "4.21..........3."):
        puzzle = SUDOKU.parse(text)
        assert deepening(puzzle, EASY).value == counted_in_rounds(puzzle)


def test_deepening_is_the_measure_of_path_puzzles(mazes: list[Entry]) -> None:
    for entry in mazes:
        assert deepening(entry.puzzle, EASY).value == rate(entry.puzzle, ["iddfs"])["iddfs"].value


def test_deepening_gives_up_with_a_bound() -> None:
    score = deepening(SUDOKU.parse("." * 81), Limits(states=50))
    assert score.status is Status.GAVE_UP
    assert score.at_least == 50


def test_a_search_that_gives_up_has_its_bound_as_its_place(
    mazes: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = iter(
        [
            Score("d", 7.0, Status.EXACT),
            Score("d", None, Status.GAVE_UP, at_least=50),
            Score("d", 9.0, Status.EXACT),
        ]
    )
    monkeypatch.setattr("quandary.publishing.ordering.compare.deepening", lambda *_: next(scores))
    (searched,) = (each for each in compare(mazes[:3], "remuse", EASY).orders if each.name == DEEPENING)
    assert searched.values == (7, 50, 9)


def test_the_learner_masters_first_what_it_has_seen_before() -> None:
    """The right move has the feature in "usual" puzzles and lacks it in "odd" ones."""
    features = np.array([[1.0], [0.0], [0.0]])
    usual, odd = LearnedStep(features, 0), LearnedStep(features, 1)
    assert mastery([[usual], [odd, odd], [usual, usual], [odd]]) == [1, 4, 2, 3]
    assert mastery([[], [usual]]) == [0, 1]


def test_lessons_are_the_choices_of_a_solution(mazes: list[Entry]) -> None:
    for entry in mazes:
        steps = lessons(entry.puzzle, EASY)
        assert steps is not None
        assert all(len(step.features) > 1 and 0 <= step.right < len(step.features) for step in steps)
        assert len(steps) <= (rate(entry.puzzle, ["shortest"])["shortest"].value or 0)


def test_ranks_of_equal_values_are_shared() -> None:
    assert Order("x", (5.0, 5.0, 1.0)).ranks == [2.5, 2.5, 1.0]
    assert Order("x", (5.0, None, 1.0)).sequence() == [2, 0, 1]


def test_a_file_in_order_agrees_with_its_measure(mazes: list[Entry]) -> None:
    found = scored(mazes, "remuse", EASY)
    ordered = [mazes[at] for at in found.sequence()]
    compared = compare(ordered, "remuse", EASY)
    file, measured, *_ = compared.orders
    agreed = compared.agreement(file, measured)
    assert agreed is not None and agreed.r > 0.9
    assert compared.swaps(measured) == []
    backwards = compare(ordered[::-1], "remuse", EASY)
    agreed = backwards.agreement(*backwards.orders[:2])
    assert agreed is not None and agreed.r < -0.9
    text = to_svg(slopes(compared))
    assert all(entry.id in text for entry in mazes)
    assert "ρ = " in text


def test_the_picture_of_orders_has_every_puzzle_at_its_place_in_each(mazes: list[Entry]) -> None:
    named = [Entry(each.kind, each.puzzle, f"{'x' * 30}{at}") for at, each in enumerate(mazes[:3])]
    compared = Comparison(
        tuple(named), (Order("file", (1.0, 2.0, 3.0)), Order("bits", (3.0, 1.0, 2.0))), "bits"
    )
    drawn = slopes(compared)
    dots = [shape.centre for shape in drawn.shapes if isinstance(shape, Circle)]
    labels = [shape for shape in drawn.shapes if isinstance(shape, Text) and shape.anchor == "end"]
    columns = sorted({x for x, _ in dots})
    for x, places in zip(columns, ([1, 2, 3], [3, 1, 2]), strict=True):
        heights = [y for at, y in dots if at == x]
        assert np.argsort(np.argsort(heights)).tolist() == [place - 1 for place in places]
    assert [len(label.text) for label in labels] == [28] * 3
    assert [label.at[1] for label in labels] == sorted(y for x, y in dots if x == columns[0])
    heads = [shape.at[1] for shape in drawn.shapes if isinstance(shape, Text) and shape.anchor == "middle"]
    assert max(heads) < min(y for _, y in dots) and max(y for _, y in dots) < drawn.height - 0.5  # the margin


def test_kinds_are_not_compared_with_each_other(mazes: list[Entry]) -> None:
    with pytest.raises(QuandaryError, match="within one kind"):
        compare([mazes[0], Entry(SUDOKU, SUDOKU.parse(".3....3....41..."), "s")], "muse", EASY)


def test_the_command_orders_and_compares(
    mazes: list[Entry], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "mazes.jsonl", tmp_path / "ordered.jsonl"
    write(source, mazes)
    assert main(["order", str(source), "--by", "remuse", "--json", "-o", str(target)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["remuse"] for row in rows] == sorted(row["remuse"] for row in rows)
    assert [each.id for each in read(str(target)) if isinstance(each, Entry)] == [row["id"] for row in rows]
    assert (
        main(["order", str(source), "--by", "remuse", "--compare", "-o", str(tmp_path / "orders.svg")]) == 0
    )
    out = capsys.readouterr().out
    assert "file and learner: ρ = " in out
    assert "remuse and deepening: ρ = " in out
    assert (tmp_path / "orders.svg").exists()
    assert main(["order", str(source), "--compare", "-o", str(tmp_path / "orders.jsonl")]) == 2
    assert "End its name in .svg or .png or .pdf" in capsys.readouterr().err


def test_a_gap_is_not_said_to_be_empty_if_a_puzzle_could_not_be_measured(mazes: list[Entry]) -> None:
    full = Order("muse", (0.0, 1.0, 2.0, 20.0, 21.0, 22.0))
    assert _gaps(mazes, full, full.sequence())[0].startswith("gap: nothing between 2 and 20")
    late = Order("muse", (0.0, 1.0, 2.0, 20.0, 21.0, None))
    assert "no puzzle that could be measured between 2 and 20" in _gaps(mazes, late, late.sequence())[0]


def test_equal_scores_are_ordered_by_a_second_measure_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = ("+-+-+-E/|w|w|w|/+-+-+-+/|b|b|b|/S-+-+-+", "+-+-E/|w|w|/+-+-+/|b|b|/S-+-+", "+x+-E/|.|.|/S-+-+")
    panels = [Entry(WITNESS, WITNESS.parse(text), f"p{at}") for at, text in enumerate(texts)]
    write(tmp_path / "panels.jsonl", panels)
    assert main(["order", str(tmp_path / "panels.jsonl"), "--by", "muse", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    ties = [row for row in rows if "muse@none" in row]
    assert len(ties) > 1 and len({row["muse"] for row in ties}) == 1
    assert [row["muse@none"] for row in ties] == sorted(row["muse@none"] for row in ties)
    assert main(["order", str(tmp_path / "panels.jsonl"), "--by", "muse"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Puzzles with equal muse are in the order of muse@none (a player who knows no rules)." in printed
    assert main(["order", str(tmp_path / "panels.jsonl"), "--json"]) == 0
    assert all("verdict" in json.loads(line) for line in capsys.readouterr().out.splitlines())
