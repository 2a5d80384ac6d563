"""The demo: one screen about puzzles that are hard, the same everywhere, and a page that keeps to itself."""

import os
import re
import shlex
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from itertools import count
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.commands import Run, is_one_clear_line

from quandary.courses import shipped
from quandary.draw.look import FOLDER, style
from quandary.explaining import words
from quandary.explaining.signs import doubt, ruler
from quandary.library import registry
from quandary.library.files import Entry
from quandary.publishing.demo.content import LIMITS, Demo, command, demo, place, shown
from quandary.publishing.demo.page import demo_page
from quandary.publishing.demo.poster import poster
from quandary.publishing.demo.text import steps, story
from quandary.verdict import WORDS

LINES, COLUMNS = 60, 80


@pytest.fixture(scope="module")
def whole() -> Demo:
    return demo(shipped())


@pytest.fixture(scope="module")
def page(whole: Demo) -> str:
    return demo_page(whole)


def test_the_demo_fits_on_one_screen_and_names_every_kind(run: Run) -> None:
    done = run("demo")
    assert done.code == 0 and done.err == ""
    lines = done.out.splitlines()
    assert len(lines) <= LINES and max(map(len, lines)) <= COLUMNS
    words = done.out.partition("A puzzle of every kind")[2].split()
    assert all(name in words for name in registry.find_kinds())
    for said in ("The hardest moment: step", "would help most", "A variant that is easier:", "Next:"):
        assert said in done.out


def test_the_first_words_are_few_and_say_that_more_follows(run: Run) -> None:
    done = run("demo", "--while-building")
    lines = done.out.splitlines()
    assert done.code == 0 and done.err == "" and 10 <= len(lines) <= 15
    assert lines[-1] == "The compiled core is being built; the rest follows."
    assert "The hardest moment" in done.out and max(map(len, lines)) <= COLUMNS
    assert "--while-building" not in run("demo", "--help").out


def test_no_puzzle_of_the_demo_is_trivial(whole: Demo) -> None:
    for rating in whole.ratings:
        found = rating.verdict.place
        if rating.entry.kind.maker.generate:  # others have no norms
            assert found is not None and found.share > WORDS["easy"], rating.entry
        else:
            assert rating.verdict.headline is not None and (rating.verdict.headline.value or 0) > 5, (
                rating.entry
            )
    assert whole.story.profile is not None and len(whole.story.profile.decisions) > 3
    assert whole.story.best_new_rule is not None
    assert whole.easier is not None and whole.easier.score.value


def test_the_hardest_moment_of_the_story_is_one_and_not_many(whole: Demo) -> None:
    assert "as hard" not in words.hardest(whole.story)


def test_a_kind_that_names_no_example_is_shown_by_its_last(monkeypatch: pytest.MonkeyPatch) -> None:
    sudoku = registry.find_kind("sudoku")
    entries = [Entry(sudoku, sudoku.parse("." * 16), f"{number}") for number in range(3)]
    monkeypatch.setattr("quandary.publishing.demo.content.examples", lambda kind: entries)
    assert shown(sudoku).id == "2"


def test_the_first_words_are_the_same_without_the_core(run: Run) -> None:
    without = "import sys; sys.modules['quandary._core'] = None; import quandary.cli.main as it; it.main(['demo', '--while-building'])"
    done = subprocess.run(
        [sys.executable, "-c", without],
        env={
            **os.environ,
            "QUANDARY_REQUIRE_NATIVE": "",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "PYTHONIOENCODING": "utf-8",
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert (done.stdout, done.stderr) == (run("demo", "--while-building").out, "")


def test_a_busy_machine_tells_the_same_story(whole: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    hours = count(step=3600)
    monkeypatch.setattr("quandary.limits.monotonic", lambda: float(next(hours)))
    assert LIMITS.seconds is None
    assert [*story(demo({})), *steps(demo({}))] == [*story(whole), *steps(whole)]


def test_the_page_is_one_file_that_asks_for_nothing(page: str) -> None:
    ElementTree.fromstring(page.partition("\n")[2])  # noqa: S314 - our own page
    [sheet] = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    digest = b64encode(sha256(sheet.encode()).digest()).decode()
    assert f"content=\"default-src 'none'; style-src 'sha256-{digest}'\"" in page
    outside = re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')]+)""", page)
    assert outside == [] and " style=" not in page and "<script" not in page


def test_the_page_shows_every_kind_and_every_command(page: str, whole: Demo) -> None:
    for rating in whole.ratings:
        assert place(rating) in page
    verbs = re.findall(r'<code class="command">quandary (\w+)', page)
    assert {*verbs} == {"explain", "rate", "hint", "vary", "curriculum", "booklet", "check"}
    assert verbs.count("rate") == len(whole.kinds)


def test_the_commands_of_the_page_can_be_pasted(run: Run, whole: Demo) -> None:
    for rating in whole.ratings:
        words_ = shlex.split(command("rate", rating.entry))
        done = run(*words_[1:], "--json")
        assert done.code == 0 and done.rows[0]["scores"] is not None
        assert done.rows[0]["kind"] == rating.entry.kind.name


def test_only_the_tokens_name_colours() -> None:
    parts = (FOLDER / "parts.css").read_text("utf-8")
    page_style = Path(sys.modules[demo_page.__module__].__file__ or "").read_text("utf-8")
    for text in (parts, page_style):
        assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgb|hsl", text)
    known = {*re.findall(r"(--[\w-]+):", style())}
    assert {*re.findall(r"var\((--[\w-]+)\)", style() + page_style)} <= known


def test_a_disc_lies_at_every_decision_and_a_dot_on_the_ruler(whole: Demo) -> None:
    drawn, profile = doubt(whole.story), whole.story.profile
    assert drawn is not None and profile is not None and whole.story.verdict.place is not None
    discs = [shape for shape in drawn.shapes if getattr(shape, "fill", "") == "doubt"]
    assert len(discs) == len(profile.decisions)
    [dot] = [
        shape for shape in ruler(whole.story.verdict.place).shapes if getattr(shape, "fill", "") == "doubt"
    ]
    assert dot.centre[0] > 190  # type: ignore[union-attr]


def test_the_picture_names_every_kind(whole: Demo) -> None:
    texts = {getattr(shape, "text", "") for shape in poster(whole).shapes}
    assert {"Witness panels", "Sudokus", "Very hard", "Hard"} <= texts


def test_a_file_that_the_demo_did_not_make_is_left_alone(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "demo.html"
    mine.write_text("mine")
    done = run("demo", "-o", mine)
    assert done.code == 2 and is_one_clear_line(done.err) and mine.read_text() == "mine"
    done = run("demo", "-o", tmp_path / "demo.gif")
    assert done.code == 2 and ".html or .svg" in done.err


def test_the_demo_writes_over_its_own_page(run: Run, tmp_path: Path) -> None:
    for _ in range(2):
        assert run("demo", "-o", tmp_path / "demo.html").code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["demo.html"]


def test_in_a_terminal_it_offers_to_open_the_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("quandary.cli.demo.webbrowser.open", opened.append)
    monkeypatch.setattr("quandary.cli.demo._at_terminal", lambda: True)
    monkeypatch.setattr("quandary.cli.demo.typer.confirm", lambda *_, **__: True)
    assert run("demo").code == 0
    assert opened == [(tmp_path / "demo.html").as_uri()]
    (tmp_path / "demo.html").write_text("mine")
    assert run("demo").code == 0 and len(opened) == 1
