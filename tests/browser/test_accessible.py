"""Pages are accessible: axe finds nothing serious, in light and dark, at desk and phone size; zoomed text stays."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Page
from tests.browser.browsing import DESK, PHONE, ROOT, Watched, running, shot
from tests.browser.conftest import Served
from tests.browser.gestures import ONE_OF_EACH, Board, play
from tests.browser.test_participation import make_study

from quandary.library import registry

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
BAD = ("serious", "critical")


def complaints(page: Page) -> list[str]:
    """Return what axe finds that is serious."""
    page.add_script_tag(path=str(AXE))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]}"
        for each in found["violations"]
        if each["impact"] in BAD
    ]


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_the_board_of_every_kind_is_accessible(
    kind: str, every_kind: Served, opened: Callable[..., Watched]
) -> None:
    for scheme, screen in (("light", DESK), ("dark", PHONE)):
        _, page = every_kind.page(opened, kind, **screen, color_scheme=scheme, bypass_csp=True)
        page.locator(".board-picture").wait_for()
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_a_screen_reader_hears_positions_and_moves(
    kind: str, every_kind: Served, opened: Callable[..., Watched]
) -> None:
    _, page = every_kind.page(opened, kind, **DESK)
    heard = []
    board, live = Board(page, "keyboard"), page.locator(".board [aria-live]")
    for gesture in play(kind, "keyboard")["gestures"]:
        board.make([gesture])
        heard.append(live.inner_text())
    assert all(heard) and heard[-1].rstrip().endswith("solved"), heard
    first = (
        play(kind, "keyboard")["moves"].partition(":")[2].split() or play(kind, "keyboard")["moves"].split()
    )
    assert any(first[0] in each for each in heard), heard
    assert any(". " in each for each in heard), "a move is followed by the position"
    if kind == "maze":  # each key is a move, and the position is told as a point
        assert [each.split(".")[0] for each in heard] == play(kind, "keyboard")["moves"].split()
        assert "0, 1" in heard[0] or "1, 0" in heard[0]
    page.keyboard.press("q")
    refused = live.inner_text()
    page.keyboard.press("q")
    assert live.inner_text() != "" and refused != ""


def test_every_page_of_a_study_is_accessible(opened: Callable[..., Watched], tmp_path: Path) -> None:
    study = make_study(tmp_path, "maze")
    with running("study", "serve", str(study), "--listen", "127.0.0.1:0") as link:
        page = opened(link, **PHONE, color_scheme="dark", bypass_csp=True).page()
        page.goto(link)
        seen = []
        for _ in range(3):
            assert complaints(page) == [], page.url
            seen.append(page.url)
            page.locator("main button.main").first.click()
            page.wait_for_load_state()
        assert complaints(page) == [], page.url
        Board(page, "touch").make(play("maze", "touch")["gestures"])
        page.locator("#begin:enabled").click()
        page.wait_for_url("**/puzzle")
        page.locator(".board-picture").wait_for()
        assert complaints(page) == []
        shot(page, "study-accessible")
        page.goto(f"{link.rstrip('/')}/research/")
        assert complaints(page) == []


def test_a_page_without_a_server_plays_and_judges(opened: Callable[..., Watched], tmp_path: Path) -> None:
    puzzles = tmp_path / "some.jsonl"
    kinds = list(registry.find_kinds())
    puzzles.write_text(
        "".join(
            json.dumps({"kind": kind, "puzzle": play(kind, "keyboard")["puzzle"], "id": f"{kind}-</script>"})
            + "\n"
            for kind in kinds
        ),
        encoding="utf-8",
    )
    subprocess.run(
        [sys.executable, "-m", "quandary", "play", str(puzzles), "-o", str(tmp_path / "page.html")],
        check=True,
        cwd=ROOT,
        capture_output=True,
    )
    watched = opened("file://", **DESK)
    page = watched.page()
    page.goto(f"file://{tmp_path / 'page.html'}")
    for number, kind in enumerate(kinds):
        section = page.locator("section").nth(number)
        section.locator(".board-picture").focus()
        for gesture in play(kind, "keyboard")["gestures"]:
            page.keyboard.press("Space" if gesture == "key  " else gesture.removeprefix("key "))
        assert section.locator(".verdict").inner_text() == "Solved!", kind
    shot(page, "page-without-server")
    assert (watched.errors, watched.foreign) == ([], [])
