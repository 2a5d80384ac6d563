"""Puzzles like another one, and classes of one's own in every command."""

import json
from pathlib import Path

import pytest

from quandary.cli.main import main
from quandary.generating.like import like
from quandary.library.files import examples
from quandary.library.registry import find_kind, find_kinds
from quandary.limits import Limits
from quandary.measuring.rate import rate

PANEL = "witness:+-+-E/|b|.|/+-+-+/|.|w|/S-+-+"
LOCK = """
from helper import STEP

class Lock:
    "Open the lock by turning its dial to zero."
    sizes = ("5", "8")
    def __init__(self, digits=5, turns=(1, 3)):
        self.digits, self.turns = digits, tuple(turns)
        self.facts = {"seconds": 4 * digits, "solve_rate": 0.9}
    def starts(self): return [1]
    def moves(self, state): return [f"+{turn}" for turn in self.turns]
    def apply(self, state, move): return (state + int(move) * STEP) % self.digits
    def is_solved(self, state): return state == 0
    def write(self, state): return f"dial {state} of {self.digits}, turns {self.turns}"
    def draw(self, state):
        from quandary.draw.shapes import Drawing, Text
        return Drawing(2, 2, (Text((1, 1), str(state), 1, "ink"),), "A lock")
    def neighbours(self):
        for turn in range(1, self.digits):
            if turn not in self.turns:
                yield f"with a turn of {turn}", Lock(self.digits, (*self.turns, turn))
    @staticmethod
    def generate(random, size):
        return Lock(int(size), random.sample(range(1, int(size)), 2))

SMALL, FIVE, ODD, EIGHT, LARGE = Lock(4), Lock(5), Lock(7, (2, 3)), Lock(8, (3, 5)), Lock(9, (4, 5))
"""


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "lock.py").write_text(LOCK)
    (tmp_path / "helper.py").write_text("STEP = 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(
        str(tmp_path / "nowhere")
    )  # what the file adds to the path is forgotten afterwards
    return "lock.py:Lock"


@pytest.mark.parametrize(
    "command",
    [
        ["rate"],
        ["check"],
        ["solve"],
        ["explain"],
        ["hint"],
        ["vary"],
        ["order"],
        ["show"],
        ["map"],
        ["solve", "--ways", "2"],
        ["generate", "--size", "8", "--count", "2"],
        ["booklet", "-o", "book.html"],
        ["curriculum", "-o", "course.json"],
        ["play", "-o", "page.html"],
    ],
    ids=" ".join,
)
def test_every_command_takes_a_class_of_ones_own_and_its_neighbours(
    command: list[str], lock: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command[0], lock, *command[1:]]) == 0, capsys.readouterr().err


def test_the_docstring_is_the_goal(lock: str) -> None:
    assert main(["booklet", lock, "-o", "book.html"]) == 0
    assert "Open the lock by turning its dial to zero." in Path("book.html").read_text()


def test_a_scale_is_made_of_puzzles_of_ones_own(lock: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["calibrate", lock, *(f"lock.py:{name}" for name in ("SMALL", "FIVE", "ODD", "EIGHT", "LARGE"))])
        == 0
    )
    assert "5 anchors" in capsys.readouterr().out


def test_generated_puzzles_without_a_notation_are_shown_but_not_written(
    lock: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", lock, "--size", "8", "--count", "2"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 2 and all(row["shown"].startswith("dial 1 of 8") for row in rows)
    assert main(["generate", lock, "--size", "8", "-o", "locks.jsonl"]) == 2
    assert "has no notation" in capsys.readouterr().err and not Path("locks.jsonl").exists()


@pytest.mark.parametrize("name", [name for name in find_kinds() if find_kind(name).maker.neighbours])
def test_puzzles_like_another_are_easier_or_harder_and_distinct(name: str) -> None:
    kind = find_kind(name)
    for entry in examples(kind)[1:]:
        puzzle = entry.puzzle
        found = {
            "easier": like(kind, puzzle, "easier", 3, limits=Limits(seconds=20)),
            "harder": like(kind, puzzle, "harder", 3, limits=Limits(seconds=20)),
        }
        if found["easier"].found or found["harder"].found:
            break
    assert found["easier"].found or found["harder"].found
    for way, sign in (("easier", -1), ("harder", 1)):
        assert all(each.difference * sign > 0 for each in found[way].found)
        texts = [kind.canonical(each.puzzle) for each in found[way].found]
        assert len(set(texts)) == len(texts) and kind.canonical(puzzle) not in texts
    for each in found["easier"].found:
        again = rate(each.puzzle, [kind.people.headline])[kind.people.headline]
        assert again.value is not None and found["easier"].score.value is not None
        assert again.value < found["easier"].score.value


def test_the_command_makes_puzzles_like_one_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "like.jsonl"
    assert main(["generate", "--like", PANEL, "--harder", "--count", "3", "-o", str(target)]) == 0
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert len(rows) == 3 and all(row["facts"]["difference"] > 0 for row in rows)
    assert (
        main(["generate", "--like", PANEL, "--harder", "--count", "3", "-o", str(target)]) == 0
    )  # it is ours
    assert main(["generate", "maze", "--like", PANEL, "--easier"]) == 2
    assert main(["generate", "--like", PANEL]) == 2
    assert main(["generate"]) == 2
    assert "Name a KIND" in capsys.readouterr().err
