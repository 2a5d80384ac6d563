"""Whole participations in a real browser: what is stored is what was done, whatever happens in between."""

import csv
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.browsing import DESK, PHONE, Watched, running, shot
from tests.browser.gestures import ONE_OF_EACH, Board, play
from tests.browser.test_play import FARMER, WAY

from quandary.library import registry
from quandary.library.files import Entry, write
from quandary.showing.playable import Playable
from quandary.web.play.hint import answer
from quandary.web.study import new
from quandary.web.study.folder import read_study

KINDS = ONE_OF_EACH
DEVICES = dict(
    zip(KINDS, ["touch", "mouse", "keyboard", "touch", "keyboard", "touch", "mouse"], strict=False)
)
OFFLINE_MS = 60_000


def make_study(folder: Path, *kinds: str, count: int = 2) -> Path:
    """Make a study of the puzzles that the kinds' plays solve, each several times under another id."""
    found = [registry.find_kind(kind) for kind in kinds]
    entries = [
        Entry(kind, kind.parse(play(kind.name, "mouse")["puzzle"]), f"{kind.name}-{number}")
        for kind in found
        for number in range(count)
    ]
    write(folder / "puzzles.jsonl", entries)
    made = folder / "study"
    new.create(made, puzzles=str(folder / "puzzles.jsonl"))
    write(made / "practice.jsonl", entries[:1])
    return made


def rows(study: Path) -> list[dict[str, Any]]:
    """Return the answers in the database."""
    connection = sqlite3.connect(study / "data" / "study.sqlite3")
    connection.row_factory = sqlite3.Row
    found = [dict(row) for row in connection.execute("SELECT * FROM study_answer ORDER BY position")]
    connection.close()
    return found


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[..., tuple[Path, str]]]:
    """Serve a study of some kinds and return its folder and its link."""
    stack: list[Any] = []

    def serve(*kinds: str, count: int = 2) -> tuple[Path, str]:
        study = make_study(tmp_path, *kinds, count=count)
        context = running("study", "serve", str(study), "--listen", "127.0.0.1:0")
        stack.append(context)
        return study, context.__enter__().rstrip("/")

    yield serve
    for each in reversed(stack):
        each.__exit__(None, None, None)


def agree(page: Page, link: str, kind: str, by: str) -> None:
    """Go from the first page to the first puzzle."""
    page.goto(link)
    page.locator("button[value=yes]").click()
    page.wait_for_url("**/questions")
    page.locator("input[type=radio]").first.check()
    page.locator("main button.main").click()
    page.wait_for_url("**/tutorial")
    page.locator("main button.main").click()
    page.wait_for_url("**/practice")
    assert page.locator("#begin").is_disabled()
    Board(page, by).make(play(kind, by)["gestures"])
    expect(page.locator("#begin")).to_be_enabled()
    page.locator("#begin").click()
    page.wait_for_url("**/puzzle")


def solve(page: Page, kind: str, by: str) -> None:
    """Solve the puzzle that is shown."""
    expect(page.locator("[data-does=undo]")).to_be_disabled()
    Board(page, by).make(play(kind, by)["gestures"])
    expect(page.locator("#rating")).to_be_enabled()


def rate(page: Page, value: int) -> None:
    """Rate it and go on."""
    place = page.locator("#place").inner_text()
    page.locator(f"input[name=rating][value='{value}']").check()
    page.locator("#save").click()
    page.wait_for_function("(before) => document.getElementById('place')?.textContent !== before", arg=place)


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_participation_is_stored_as_it_was_done(
    kind: str, served: Callable[..., tuple[Path, str]], opened: Callable[..., Watched]
) -> None:
    by = DEVICES.get(kind, "mouse")
    study, link = served(kind)
    watched = opened(link, **(PHONE if by == "touch" else DESK))
    page = watched.page()
    agree(page, link, kind, by)
    shot(page, f"study-{kind}-puzzle")
    solve(page, kind, by)
    rate(page, 3)
    expect(page.locator("#place")).to_contain_text("2")
    solve(page, kind, by)
    page.locator("input[name=rating][value='7']").check()
    page.locator("#save").click()
    page.wait_for_url("**/debrief")
    assert re.fullmatch(r"(\w{4}-){3}\w{4}", page.locator("#code").inner_text())
    shot(page, f"study-{kind}-debrief")
    stored = rows(study)
    assert [
        (row["position"], row["rating"], row["solved"], row["skipped"], row["device"]) for row in stored
    ] == [(1, 3, 1, 0, by), (2, 7, 1, 0, by)]
    assert {row["moves"] for row in stored} == {play(kind, by)["moves"]}
    assert all(row["ms"] > 0 and row["clicks"] >= 1 for row in stored)
    assert (watched.errors, watched.foreign) == ([], [])


SLOW_DRAFTS = """
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (...all) { return this.name === 'drafts' ? this.get('nothing') : put.apply(this, all) }
"""
"""A database that never gets round to keeping a draft."""


def test_a_reload_keeps_moves_that_the_database_does_not_have_yet(
    served: Callable[..., tuple[Path, str]], opened: Callable[..., Watched]
) -> None:
    study, link = served("maze", count=2)
    page = opened(link, **DESK).page()
    page.add_init_script(SLOW_DRAFTS)
    agree(page, link, "maze", "keyboard")
    gestures = play("maze", "keyboard")["gestures"]
    Board(page, "keyboard").make(gestures[:2])
    page.reload()
    Board(page, "keyboard").make(gestures[2:])
    rate(page, 4)
    expect(page.locator("#place")).to_contain_text("2")
    assert [verb for _, verb, _ in json.loads(rows(study)[0]["log"])] == ["move"] * 4


def test_reload_back_double_click_and_a_second_tab_change_nothing(
    served: Callable[..., tuple[Path, str]], opened: Callable[..., Watched]
) -> None:
    study, link = served("maze", count=4)
    watched = opened(link, **DESK)
    page = watched.page()
    agree(page, link, "maze", "keyboard")
    gestures = play("maze", "keyboard")["gestures"]
    Board(page, "keyboard").make(gestures[:2])
    page.reload()
    expect(page.locator("[data-does=undo]")).to_be_enabled()  # the moves are still there
    Board(page, "keyboard").make(gestures[2:])
    rate(page, 4)
    page.go_back()
    page.wait_for_url("**/puzzle")
    expect(page.locator("#place")).to_contain_text("2")
    solve(page, "maze", "keyboard")
    other = watched.page()
    other.goto(f"{link}/puzzle")
    expect(other.locator("#place")).to_contain_text("2")
    page.locator("input[name=rating][value='5']").check()
    page.locator("#save").dblclick()
    expect(page.locator("#place")).to_contain_text("3")
    Board(other, "keyboard").make(gestures)
    expect(other.locator("#rating")).to_be_enabled()
    other.locator("input[name=rating][value='9']").check()
    other.locator("#save").click()
    expect(other.locator("#place")).to_contain_text("3")
    other.close()
    assert [(row["position"], row["rating"]) for row in rows(study)] == [(1, 4), (2, 5)]
    log = json.loads(rows(study)[0]["log"])
    assert [verb for _, verb, _ in log] == ["move"] * 4
    assert [at for at, _, _ in log] == sorted(at for at, _, _ in log), "the clock goes on after a reload"


def test_a_minute_without_network_loses_nothing(
    served: Callable[..., tuple[Path, str]], opened: Callable[..., Watched]
) -> None:
    study, link = served("tilt", count=3)
    watched = opened(link, **DESK)
    page = watched.page()
    agree(page, link, "tilt", "keyboard")
    Board(page, "keyboard").make(play("tilt", "keyboard")["gestures"][:3])
    watched.context.set_offline(True)
    Board(page, "keyboard").make(play("tilt", "keyboard")["gestures"][3:])
    page.locator("input[name=rating][value='2']").check()
    page.locator("#save").click()
    expect(page.locator("#place")).to_contain_text("2")  # the next one is played while the first one waits
    solve(page, "tilt", "keyboard")
    page.wait_for_timeout(OFFLINE_MS)
    assert rows(study) == []
    watched.context.set_offline(False)
    rate(page, 6)
    page.locator("#skip").click()
    page.wait_for_url("**/debrief", timeout=60_000)
    stored = rows(study)
    assert [(row["position"], row["rating"], row["skipped"]) for row in stored] == [
        (1, 2, 0),
        (2, 6, 0),
        (3, 10, 1),
    ]
    assert watched.foreign == []


def test_leaving_deletes_everything_but_a_count(
    served: Callable[..., tuple[Path, str]], opened: Callable[..., Watched]
) -> None:
    study, link = served("maze")
    page = opened(link, **DESK).page()
    page.on("dialog", lambda dialog: dialog.accept())
    agree(page, link, "maze", "mouse")
    solve(page, "maze", "mouse")
    rate(page, 1)
    assert len(rows(study)) == 1
    page.locator("#leave button").click()
    page.wait_for_url("**/left")
    assert rows(study) == []
    connection = sqlite3.connect(study / "data" / "study.sqlite3")
    assert connection.execute("SELECT COUNT(*) FROM study_participant").fetchone() == (0,)
    assert connection.execute("SELECT name, count FROM study_occurrence").fetchall() == [("withdrawn", 1)]
    connection.close()


@contextmanager
def practising(
    opened: Callable[..., Watched], screen: dict[str, Any], study: Path, source: str, name: str
) -> Iterator[tuple[Watched, Page]]:
    """Study a puzzle of one's own, and go through the pages until its practice."""
    file = study.with_suffix(".py")
    file.write_text(source, encoding="utf-8")
    new.create(study, puzzles=f"{file}:{name}")
    with running("study", "serve", str(study), "--listen", "127.0.0.1:0") as link:
        watched = opened(link.rstrip("/"), **screen)
        page = watched.page()
        page.goto(link)
        for following in ("questions", "tutorial", "practice"):
            page.locator("main button.main").first.click()
            page.wait_for_url(f"**/{following}")
        yield watched, page


def test_a_puzzle_of_your_own_is_studied_without_a_line_of_javascript(
    opened: Callable[..., Watched], tmp_path: Path
) -> None:
    study = tmp_path / "farmer"
    with practising(opened, PHONE, study, FARMER, "Crossing") as (watched, page):
        for done, following in (("#begin", "puzzle"), ("#save", "debrief")):
            for move in WAY:
                page.locator(".board-moves button", has_text=move).tap()
            if following == "debrief":
                page.locator("input[name=rating][value='4']").check()
            page.locator(done).click()
            page.wait_for_url(f"**/{following}")
        assert [(row["moves"], row["rating"], row["solved"]) for row in rows(study)] == [
            (" ".join(WAY), 4, 1)
        ]
        assert (watched.errors, watched.foreign) == ([], [])


COUNTER = """
from quandary.draw.shapes import Drawing, Text


class Counter:
    def starts(self):
        return [0]

    def moves(self, here):
        return ["double", "one more"] if here < 1000 else []

    def apply(self, here, move):
        return 2 * here if move == "double" else here + 1

    def is_solved(self, here):
        return here == 11

    def draw(self, here):
        return Drawing(4, 2, (Text((2, 1), str(here or 0), size=0.8),), "A number")

    def anchor(self, here, move):
        return None
"""


def test_a_puzzle_with_too_many_states_for_a_page_goes_on_after_a_reload(
    opened: Callable[..., Watched], tmp_path: Path
) -> None:
    """It has over a thousand states, so each is fetched when it is reached, also those that were reached before."""
    study = tmp_path / "counter"
    with practising(opened, DESK, study, COUNTER, "Counter") as (watched, page):

        def make(moves: str, value: int) -> None:
            for move in moves.split(", "):
                page.locator(".board-moves button", has_text=move).click()
                expect(page.locator("#board")).not_to_have_attribute("aria-busy", "true")
            expect(page.locator(".board-picture text")).to_have_text(str(value))

        make("one more, double, double, one more, double, one more", 11)
        page.locator("#begin").click()
        page.wait_for_url("**/puzzle")
        make("one more, one more, double", 4)
        page.locator("[data-does=undo]").click()
        make("double, one more", 5)
        page.reload()
        expect(page.locator(".board-picture text")).to_have_text("5")
        page.locator("[data-does=undo]").click()
        expect(page.locator(".board-picture text")).to_have_text("4")
        page.locator("[data-does=redo]").click()
        make("double, one more", 11)
        page.reload()
        expect(page.locator("#notice.done")).to_be_visible()
        page.locator("input[name=rating][value='4']").check()
        page.locator("#save").click()
        page.wait_for_url("**/debrief")
        assert [(row["moves"], row["solved"]) for row in rows(study)] == [
            ("one more one more double one more double one more", 1)
        ]
        verbs = [verb for _, verb, _ in json.loads(rows(study)[0]["log"])]
        assert verbs == ["move"] * 3 + ["undo"] + ["move"] * 2 + ["undo", "redo"] + ["move"] * 2
        assert (watched.errors, watched.foreign) == ([], [])


def test_an_export_has_the_moves_that_were_made(
    served: Callable[..., tuple[Path, str]], opened: Callable[..., Watched], tmp_path: Path
) -> None:
    study, link = served("sokoban", count=1)
    page = opened(link, **DESK).page()
    agree(page, link, "sokoban", "keyboard")
    solve(page, "sokoban", "keyboard")
    page.locator("input[name=rating][value='8']").check()
    page.locator("#save").click()
    page.wait_for_url("**/debrief")
    subprocess.run(
        [sys.executable, "-m", "quandary", "study", "export", str(study), "-o", str(tmp_path / "data")],
        check=True,
        env={**os.environ},
    )
    with (tmp_path / "data" / "events.csv").open(encoding="utf-8") as file:
        moves = [row["move"] for row in csv.DictReader(file) if row["verb"] == "move"]
    assert " ".join(moves) == play("sokoban", "keyboard")["moves"]


def taps(playable: Playable, edges: Iterable[str]) -> list[str]:
    """Return the gestures that click on edges of a maze."""
    size, found = playable.puzzle.size, []
    for name in edges:
        x, y = int(name[0]) + 0.5 * (name[2] == "h"), int(name[1]) + 0.5 * (name[2] == "v")
        found.append(f"tap {0.5 + x},{0.5 + size - 1 - y}")
    return found


def test_a_maze_of_the_report_is_drawn_edge_by_edge_in_any_order(
    tmp_path: Path, opened: Callable[..., Watched]
) -> None:
    new.create(tmp_path / "study", like="maze-report", per_person=2, seed=5)
    study = read_study(tmp_path / "study")
    with running("study", "serve", str(study.path), "--listen", "127.0.0.1:0") as served_at:
        link = served_at.rstrip("/")
        watched = opened(link, **DESK)
        page = watched.page()
        page.goto(link)
        page.locator("button[value=yes]").click()
        page.wait_for_url("**/questions")
        page.locator("main button.main").click()
        page.wait_for_url("**/tutorial")
        shot(page, "study-maze-report-tutorial")
        page.locator("main button.main").click()
        page.wait_for_url("**/practice")
        assert study.practice is not None
        found = answer(study.practice)
        assert found
        Board(page, "mouse").make(taps(study.practice, reversed(found["moves"])))
        page.locator("#begin").click()
        page.wait_for_url("**/puzzle")
        drawn = []
        for number in (1, 2):
            items = json.loads(
                page.locator("#study").inner_text() or page.locator("#study").text_content() or ""
            )
            name = next(each["id"] for each in items["items"] if each["position"] == number)
            playable = study.puzzles[name]
            found = answer(playable)
            assert found
            edges = found["moves"]
            wrong = next(str(each) for each in playable.steps.moves(frozenset()) if str(each) not in edges)
            middle = len(edges) // 2
            order = [*edges[middle:][::-1], wrong, *edges[:middle], wrong]  # from the far end, with a branch
            Board(page, "mouse").make(taps(playable, order[:-2]))
            shot(page, f"study-maze-report-{number}")
            assert page.locator("#rating input").first.is_disabled()
            Board(page, "mouse").make(taps(playable, order[-2:]))
            expect(page.locator("#rating input").first).to_be_enabled()
            drawn.append((len(edges), " ".join(each for each in order if each != wrong)))
            page.locator(f"input[name=rating][value='{number}']").check()
            page.locator("#save").click()
            page.wait_for_function(
                "(at) => location.pathname !== '/puzzle' || !document.getElementById('place').textContent.includes(` ${at} `)",
                arg=number,
            )
        page.wait_for_url("**/debrief")
        stored = rows(study.path)
        assert [(row["length"], row["moves"]) for row in stored] == drawn
        assert [row["clicks"] for row in stored] == [length + 2 for length, _ in drawn]
        assert all(row["solved"] for row in stored)
        assert (watched.errors, watched.foreign) == ([], [])
