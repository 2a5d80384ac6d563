"""The researcher's whole way in a real browser, and a study of three kinds under each feedback, on desk and phone."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.browsing import DESK, PHONE, Watched, running, shot
from tests.browser.test_accessible import complaints

from quandary.library.files import Entry, write
from quandary.library.registry import find_kind
from quandary.showing.playable import Playable
from quandary.web.play.hint import answer
from quandary.web.study import new
from quandary.web.study.folder import read_study


def quandary(*arguments: str) -> str:
    """Run a command to its end and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "quandary", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def make_three(folder: Path, feedback: str = "none") -> Path:
    """Make a study of three kinds, two puzzles each."""
    entries = []
    for name, size in (("sudoku", "4x4"), ("tilt", "4x4"), ("maze", "3x3")):
        kind = find_kind(name)
        entries += [Entry(kind, kind.generate(Random(seed), size), f"{name}-{seed}") for seed in (1, 2)]
    write(folder / "three.jsonl", entries)
    new.create(folder / "study", puzzles=str(folder / "three.jsonl"))
    file = folder / "study" / "study.toml"
    file.write_text(file.read_text("utf-8").replace('feedback = "none"', f'feedback = "{feedback}"'), "utf-8")
    return folder / "study"


def log_in(page: Page, link: str, password: str) -> None:
    page.goto(f"{link}/research/login")
    page.fill("[name=name]", "researcher")
    page.fill("[name=password]", password)
    page.locator("main button.main").click()
    page.wait_for_url("**/research/")


def test_from_the_plan_to_the_notebook(tmp_path: Path, opened: Callable[..., Watched]) -> None:
    study = tmp_path / "mazes"
    made = quandary("study", "new", str(study), "--template", "maze-report", "--per-person", "4")
    quandary(
        "study",
        "plan",
        str(study),
        "--participants",
        "12",
        "--puzzle-count",
        "30",
        "--per-person",
        "4",
        "--samples",
        "40",
    )
    password = made.rpartition("password: ")[2].strip()
    with running("study", "serve", str(study), "--listen", "127.0.0.1:0") as link:
        link = link.rstrip("/")
        watched = opened(link, **DESK, bypass_csp=True)
        page = watched.page()
        log_in(page, link, password)
        page.goto(f"{link}/research/edit/consent.md")
        text = page.locator("#text")
        text.fill(text.input_value().replace("NAME at ADDRESS", "Ada at ada@example.org"))
        expect(page.locator("#preview")).to_contain_text("Ada at ada@example.org")
        page.locator("main button.main").click()
        expect(page.locator(".notice.done")).to_contain_text("Saved")
        page.goto(f"{link}/research/doctor")
        expect(page.locator("main")).to_contain_text("No problems")
    quandary("study", "bots", str(study), "--people", "12")
    with running("study", "serve", str(study), "--listen", "127.0.0.1:0") as link:
        link = link.rstrip("/")
        for scheme, screen, name in (("light", DESK, "desk"), ("dark", PHONE, "phone")):
            watched = opened(link, **screen, color_scheme=scheme, bypass_csp=True)
            page = watched.page()
            log_in(page, link, password)
            page.goto(f"{link}/research/?bots=1")
            expect(page.locator("#live h2").first).to_have_text("12 of 12 have finished")
            assert complaints(page) == [] == watched.errors + watched.foreign
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
            shot(page, f"dashboard-{name}")
            page.get_by_text("from the first puzzle").first.click()
            page.locator("#picture svg").wait_for()
            page.locator("#frame").fill(page.locator("#frame").get_attribute("max") or "0")
            assert complaints(page) == []
            page.goto(f"{link}/research/edit")
            assert complaints(page) == []
        page.goto(f"{link}/research/")
        page.locator("button[value=closed]").click()
        expect(page.locator(".live")).to_contain_text("closed")
        assert opened(link, **DESK).page().goto(link).status == 403  # type: ignore[union-attr]
    data, report = tmp_path / "data", tmp_path / "report.html"
    quandary("study", "export", str(study), "--bots", "-o", str(data))
    quandary("study", "analyse", str(data), "-o", str(report), "--seconds", "300")
    html = report.read_text("utf-8")
    assert (
        "12 simulated people began and 12 finished" in html and "Planned by simulation (40 samples)" in html
    )
    cells = json.loads((tmp_path / "report-tables" / "notebook.ipynb").read_text("utf-8"))["cells"]
    script = "\n".join(each["source"] for each in cells if each["cell_type"] == "code")
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert (
        told.count("as in the report") == sum("sheet(" in each["source"] for each in cells)
        and "differs" not in told
    )
    page.goto(report.as_uri())
    shot(page, "report")


@pytest.mark.parametrize(("feedback", "screen"), [("none", PHONE), ("conflicts", DESK), ("strict", PHONE)])
def test_three_kinds_are_explained_and_a_conflict_is_told_as_the_study_says(
    feedback: str, screen: dict[str, object], tmp_path: Path, opened: Callable[..., Watched]
) -> None:
    folder = make_three(tmp_path, feedback)
    study = read_study(folder)
    with running("study", "serve", str(folder), "--listen", "127.0.0.1:0") as link:
        watched = opened(link.rstrip("/"), **screen)
        page = watched.page()
        page.goto(link)
        page.locator("button[value=yes]").click()
        page.wait_for_url("**/questions")
        page.locator("main button.main").click()
        for lesson in study.lessons:
            page.wait_for_url("**/tutorial")
            expect(page.locator(".goal")).to_contain_text(find_kind(lesson.kind).summary)
            page.locator("main button.main").click()
            page.wait_for_url("**/practice")
            expect(page.locator(".goal")).to_contain_text(find_kind(lesson.kind).summary)
            assert lesson.practice is not None
            page.locator(".board-picture").wait_for()
            if lesson.kind == "sudoku":
                conflict(page, lesson.practice, feedback)
            finish(page, lesson.practice)
        page.wait_for_url("**/puzzle")
        shown = page.locator("#board").get_attribute("data-kind") or ""
        expect(page.locator("#goal")).to_have_text(find_kind(shown).summary)
        assert watched.errors == [] == watched.foreign


def conflict(page: Page, playable: Playable, feedback: str) -> None:
    """Type a digit beside the same digit, look at what the board does, and start anew."""
    grid, size = playable.puzzle.givens, playable.puzzle.size
    at, digit = next(
        (cell, other)
        for cell, symbol in enumerate(grid)
        if symbol == "."
        for other in grid[cell // size * size : cell // size * size + size]
        if other != "."
    )
    board = page.locator(".board-picture")
    board.focus()
    for key in ["ArrowRight", *["ArrowRight"] * (at % size), *["ArrowDown"] * (at // size), digit]:
        page.keyboard.press(key)
    refusal, marks = page.locator(".board-refusal"), board.locator(".stroke-struck")
    if feedback == "strict":
        expect(refusal).to_be_visible()
        return
    expect(refusal).to_be_hidden()
    assert (marks.count() > 0) == (feedback == "conflicts")
    page.locator("[data-does=restart]").click()
    assert marks.count() == 0


def finish(page: Page, playable: Playable) -> None:
    """Hand in a solution by the form, as a script would."""
    found = answer(playable)
    assert found
    page.evaluate(
        "(moves) => { const form = document.getElementById('form'); form.elements.moves.value = moves; form.submit() }",
        " ".join(found["moves"]),
    )
