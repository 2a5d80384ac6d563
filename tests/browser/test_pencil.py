"""The board of declared puzzles: drags, the other button, small targets, keys that read aloud, and what breaks a rule."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.browsing import DESK, PHONE, Watched, running, shot
from tests.browser.gestures import Board

OWN = {
    "loop": '''
from pathlib import Path
from quandary.pencil import *
from quandary.pencil.kind import pencil_kind

class Loop(Pencil):
    """Draw one loop along the dots. A number says how many of its sides the loop uses."""
    clues = Numbers(0, 3)
    marks = Edges("line", on="grid lines")
    def rules(self, grid):
        yield from (exactly(n, grid.sides(cell)) for cell, n in self.numbers)
        yield one_loop(grid.edges, grid.ends)

KIND = pencil_kind(Loop, name="loop", title="Loop", folder=Path("."))
SMALL = KIND.parse("3../.2./3.3")
WIDE = KIND.parse("/".join(["3" + "." * 15] * 4))
''',
    "stars": '''
from pathlib import Path
from quandary.pencil import *
from quandary.pencil.kind import pencil_kind

class Stars(Pencil):
    """Put a star into every row, column and region. Stars do not touch."""
    clues = Regions()
    marks = Shade("star", look="star")
    def rules(self, grid):
        yield from (exactly(1, line) for line in (*grid.lines, *self.regions))
        yield from (at_most(1, pair) for pair in grid.touching)

KIND = pencil_kind(Stars, name="stars", title="Stars", folder=Path("."))
SMALL = KIND.parse("aabb/aabb/ccdd/ccdd")
''',
}


@pytest.fixture
def board_of(tmp_path: Path, opened: Callable[..., Watched]) -> Iterator[Callable[..., Page]]:
    """Serve a puzzle of the file and open its page."""
    for name, text in OWN.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    servers = []

    def page_of(name: str, **screen: object) -> Page:
        server = running("play", str(tmp_path / name), "--no-browser")
        link = server.__enter__()
        servers.append(server)
        page = opened(link.partition("/?")[0], **(screen or DESK)).page()
        page.goto(link)
        return page

    yield page_of
    for server in servers:
        server.__exit__(None, None, None)


def heard(page: Page) -> str:
    return page.locator(".board [aria-live]").inner_text()


def moves(page: Page) -> int:
    """Return how many lines, stars and crosses are drawn by people: undo them all and count."""
    count = 0
    while page.locator("[data-does=undo]").is_enabled():
        page.locator("[data-does=undo]").click()
        count += 1
    return count


def test_a_drag_does_what_taps_do_and_the_other_button_writes_crosses(board_of: Callable[..., Page]) -> None:
    page = board_of("stars.py:SMALL")
    board = Board(page, "mouse")
    page.mouse.click(*board._place("0.75,0.75"), button="right")
    assert heard(page).startswith("r1c1=cross")
    page.mouse.click(*board._place("0.75,0.75"), button="right")
    assert heard(page).startswith("erase")
    assert moves(page) == 2
    board.make(["drag 0.75,0.75 0.75,3.75"])
    assert "column 1" in heard(page)
    assert moves(page) == 4
    board.make(["tap 1.75,1.75", "tap 1.75,1.75"])
    assert heard(page).startswith("r2c2=cross")


def test_what_breaks_a_rule_is_written_shown_and_said(board_of: Callable[..., Page]) -> None:
    page = board_of("stars.py:SMALL")
    Board(page, "mouse").make(["tap 0.75,0.75", "tap 1.75,0.75"])
    assert "breaks a rule: row 1 has one star" in heard(page)
    assert page.locator(".board-picture .fill-struck").count() == 2, "told by a shape, too"
    shot(page, "pencil-broken")
    page.locator("[data-does=undo]").click()
    assert page.locator(".board-picture .fill-struck").count() == 0


def test_a_line_is_dragged_along_dots_and_marked_with_alt(board_of: Callable[..., Page]) -> None:
    page = board_of("loop.py:SMALL")
    board = Board(page, "mouse")
    board.make(["drag 0.25,0.25 3.25,0.25"])
    assert moves(page) == 3
    keys = Board(page, "keyboard")
    keys.make(["key Escape", "key ArrowRight", "key Alt+ArrowUp"])
    assert heard(page).startswith("r1c1.top=line. row 1, column 1, line up, 3")
    keys.make(["key Alt+ArrowUp"])
    assert heard(page).startswith("r1c1.top=cross")
    before = page.url
    keys.make(["key Alt+ArrowLeft", "key Home", "key End"])
    assert page.url == before, "with Alt, an arrow does not leave the page"
    assert "row 1, column 3" in heard(page)


def test_keys_read_a_line_and_find_the_next_open_cell(board_of: Callable[..., Page]) -> None:
    page = board_of("stars.py:SMALL")
    page.locator("#keys dt").first.wait_for(state="attached")
    assert {"Enter", "x", "r, c", "Backspace"} <= {*page.locator("#keys dt").all_text_contents()}
    keys = Board(page, "keyboard")
    keys.make(["key ArrowRight", "key Enter", "key r"])
    assert heard(page) == "row 1, star, empty, empty, empty"
    keys.make(["key c"])
    assert heard(page) == "column 1, star, empty, empty, empty"
    keys.make(["key n"])
    assert heard(page).startswith("row 1, column 2, empty, region a")


def test_where_targets_are_small_a_tap_chooses_a_cell_and_buttons_its_sides(
    board_of: Callable[..., Page],
) -> None:
    page = board_of("loop.py:WIDE", **PHONE)
    board = Board(page, "touch")
    board.make(["tap 0.75,0.27"])
    assert page.locator("[data-does=undo]").is_disabled(), (
        "nothing is marked by a tap that could be meant otherwise"
    )
    board.make(["key Alt+ArrowUp", "key ArrowRight", "key Alt+ArrowDown"])
    assert heard(page).startswith("r2c2.top=line")
    small = page.locator(".board button").evaluate_all(
        "all => all.filter((each) => { const box = each.getBoundingClientRect(); return Math.min(box.width, box.height) < 24 }).length"
    )
    assert small == 0
    assert page.locator('.board [tabindex="0"]').count() == 1
    shot(page, "pencil-wide-phone")
