"""`quandary play` and puzzles of one's own: what is read, what is written, what is refused."""

import json
import tracemalloc
from pathlib import Path

import pytest

from quandary.board.data import fingerprint
from quandary.board.page import is_playable
from quandary.cli.main import main
from quandary.errors import FileError
from quandary.library.files import Entry, read
from quandary.library.own import read_own
from quandary.publishing.course import write_course
from quandary.publishing.curriculum.build import build
from quandary.publishing.curriculum.spec import ChapterSpec, CourseSpec, Generation
from quandary.showing.playable import GENERIC, Playable
from quandary.web.limits import limit
from quandary.web.play.judge import LogError, judge, lines, states

OWN = """
class Doors:
    def starts(self): return ["hall"]
    def moves(self, state): return {"hall": ["left", "right"], "cellar": ["back"]}[state]
    def apply(self, state, move): return {"left": "garden", "right": "cellar", "back": "hall"}[move]
    def is_solved(self, state): return state == "garden"

class Counting(Doors):
    def starts(self): return [0]
    def moves(self, state): return ["one more"]
    def apply(self, state, move): return state + 1
    def is_solved(self, state): return state == 10**6

class Half:
    def starts(self): return [0]

NOTHING = 1 / 1
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    return tmp_path / "own.py"


def test_four_methods_are_enough_to_be_played(own: Path) -> None:
    playable = Playable.own(read_own(f"{own}:Doors"), "Doors")
    assert playable.module == GENERIC
    assert len(playable.data["puzzle"]["states"]) == 3
    assert judge(playable, "right back left").is_solved
    assert playable.draw("hall").shapes, "a puzzle without a picture is shown as text"


def test_a_large_puzzle_is_sent_state_by_state(own: Path) -> None:
    playable = Playable.own(read_own(f"{own}:Counting"), "Counting")
    assert playable.data["puzzle"]["states"] == {}
    assert playable.look(3, path="1\none more")["moves"] == [
        ["one more", None, None, "1\none more\none more"]
    ]


@pytest.mark.parametrize(
    ("target", "complaint"),
    [
        (":Half", "it has no moves, apply, is_solved"),
        (":Nowhere", "has no Nowhere"),
        (":NOTHING", "is not a puzzle"),
    ],
)
def test_what_is_no_puzzle_is_named(own: Path, target: str, complaint: str) -> None:
    with pytest.raises(FileError, match=complaint):
        read_own(f"{own}{target}")


def test_an_error_in_the_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.py").write_text("raise ValueError('oh\\nno')", encoding="utf-8")
    assert main(["play", f"{tmp_path / 'broken.py'}:X"]) == 2
    assert "ValueError: oh no" in capsys.readouterr().err
    assert main(["play", str(tmp_path / "nowhere.py:X")]) == 2


def test_a_page_is_written_once_and_only_over_its_own(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    assert main(["play", f"{own}:Doors", "-o", str(page)]) == 0
    assert is_playable(page) and main(["play", f"{own}:Doors", "-o", str(page)]) == 0
    page.write_text("mine", encoding="utf-8")
    assert main(["play", f"{own}:Doors", "-o", str(page)]) == 2 and page.read_text("utf-8") == "mine"
    assert main(["play", f"{own}:Doors", "-o", str(tmp_path / "page.txt")]) == 2
    assert main(["play", f"{own}:Counting", "-o", str(tmp_path / "large.html")]) == 2
    assert "too many states" in capsys.readouterr().err


def test_titles_cannot_break_out_of_a_page(tmp_path: Path) -> None:
    line = {
        "kind": "tilt",
        "puzzle": "+-+-+/|o *|/+-+-+",
        "id": "x",
        "title": "</script><script>alert(1)</script>",
    }
    (tmp_path / "evil.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert main(["play", str(tmp_path / "evil.jsonl"), "-o", str(tmp_path / "evil.html")]) == 0
    assert "<script>alert" not in (tmp_path / "evil.html").read_text("utf-8")


def test_a_log_is_replayed_with_its_undos(own: Path) -> None:
    playable = Playable.own(read_own(f"{own}:Doors"), "Doors")
    log = [
        (0, "move", "right"),
        (1, "undo", ""),
        (2, "redo", ""),
        (3, "move", "back"),
        (4, "back", ""),
        (5, "restart", ""),
        (6, "move", "left"),
    ]
    assert states(playable, log) == ["hall", "cellar", "hall", "cellar", "hall", "cellar", "hall", "garden"]
    assert lines(playable, log)[-1].moves == ("left",)
    for wrong in (
        [(0, "undo", "")],
        [(0, "erase", "right")],
        [(0, "move", "up")],
        [(0, "start", "attic")],
        [(0, "dance", "")],
    ):
        with pytest.raises(LogError):
            states(playable, wrong)


def test_hashes_are_those_of_javascript() -> None:
    assert fingerprint("") == "cbf29ce484222325"
    assert fingerprint("a") == "af63dc4c8601ec8c"  # the published test vector of FNV-1a


def test_a_long_log_takes_little_time_and_memory(own: Path) -> None:
    there_and_back = [(at, "move", ("right", "back")[at % 2]) for at in range(limit("log_entries"))]
    playable = Playable.own(read_own(f"{own}:Doors"), "Doors")
    tracemalloc.start()
    assert len(states(playable, there_and_back)) == limit("log_entries") + 1
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50_000_000, "each entry of the log has all moves before it"


def test_more_moves_than_there_are_slots_are_no_log() -> None:
    [entry] = read("sudoku:.3....3....41...")
    assert isinstance(entry, Entry)
    playable = Playable.of(entry)
    with pytest.raises(LogError, match="not possible"):
        lines(playable, [(at, "move", f"r9c{at}=1") for at in range(200)])


def test_practice_goes_on_by_what_was_solved() -> None:
    from quandary.web.play.practice import Practice

    scores: dict[str, float | None] = {f"p{n}": float(n) for n in range(30)}
    able, unable = Practice(scores, seed=3), Practice(scores, seed=3)
    for _ in range(12):
        for player, solves in ((able, True), (unable, False)):
            shown = player.next()
            assert shown is not None
            if solves:
                player.solve(shown)
    assert able.skill.value > 1 > -1 > unable.skill.value
    harder = [int(each.puzzle[1:]) for each in able.tried[6:]]
    easier = [int(each.puzzle[1:]) for each in unable.tried[6:]]
    assert sum(harder) > sum(easier)
    assert len({each.puzzle for each in able.tried}) == len(able.tried)


def test_the_page_of_a_course_has_its_title_chapters_hints_and_answers(tmp_path: Path) -> None:
    spec = ChapterSpec("First <steps>", generate=(Generation("tilt", "3x3", 4),), length=2, about="Roll on.")
    course, page = tmp_path / "course.json", tmp_path / "class.html"
    write_course(course, build(CourseSpec("For Friday", [spec])))
    assert main(["play", str(course), "-o", str(page)]) == 0
    text = page.read_text("utf-8")
    data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    assert "<h1>For Friday</h1>" in text
    assert [each["chapter"] for each in data] == ["1 First <steps>", ""] and data[0]["about"] == "Roll on."
    assert all(each["hints"][0].startswith("Look ") and each["answer"]["text"] for each in data)
    assert all(each["answer"]["drawings"][0]["shapes"] for each in data)


def test_a_page_carries_an_own_puzzle_of_ten_thousand_states(tmp_path: Path) -> None:
    (tmp_path / "dials.py").write_text(
        "class Dials:\n"
        "    def starts(self): return [(0, 0)]\n"
        "    def moves(self, s): return [m for m in 'ab' if s['ab'.index(m)] < 99]\n"
        "    def apply(self, s, m): return (s[0] + 1, s[1]) if m == 'a' else (s[0], s[1] + 1)\n"
        "    def is_solved(self, s): return s == (99, 99)\n"
    )
    page = tmp_path / "dials.html"
    assert main(["play", f"{tmp_path / 'dials.py'}:Dials", "-o", str(page)]) == 0
    data = json.loads(page.read_text("utf-8").partition('id="data">')[2].partition("</script>")[0])
    assert len(data[0]["puzzle"]["states"]) == 10_000
    assert page.stat().st_size < 5_000_000
