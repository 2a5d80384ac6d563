"""Pages are accessible: axe finds nothing serious, in light and dark, at desk and phone size; zoomed text stays."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Page
from tests.browser.browsing import DESK, PHONE, ROOT, Watched, running, shot
from tests.browser.gestures import Board, play
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


@pytest.mark.parametrize("kind", list(registry.kinds()))
def test_the_board_of_every_kind_is_accessible(kind: str, opened: Callable[..., Watched]) -> None:
    with running("play", f"{kind}:{play(kind, 'mouse')['puzzle']}", "--no-browser") as link:
        for scheme, screen in (("light", DESK), ("dark", PHONE)):
            watched = opened(link.partition("/?")[0], **screen, color_scheme=scheme, bypass_csp=True)
            page = watched.page()
            if scheme == "light":
                page.goto(link)
                cookies = watched.context.cookies()
            else:
                watched.context.add_cookies(cookies)  # type: ignore[arg-type]
                page.goto(f"{link.partition('/?')[0]}/puzzle/1")
            page.locator(".board-picture").wait_for()
            assert complaints(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                "the page scrolls sideways"
            )


def test_a_screen_reader_hears_positions_and_moves(opened: Callable[..., Watched]) -> None:
    with running("play", f"maze:{play('maze', 'keyboard')['puzzle']}", "--no-browser") as link:
        page = opened(link.partition("/?")[0], **DESK).page()
        page.goto(link)
        heard = []
        for gesture in play("maze", "keyboard")["gestures"]:
            Board(page, "keyboard").make([gesture])
            heard.append(page.locator(".board [aria-live]").inner_text())
        moves = play("maze", "keyboard")["moves"].split()
        assert [each.split(".")[0] for each in heard] == moves
        assert (heard[-1].endswith("solved") and "0, 1" in heard[0]) or "1, 0" in heard[0]
        page.keyboard.press("q")
        first = page.locator(".board [aria-live]").inner_text()
        page.keyboard.press("q")
        assert page.locator(".board [aria-live]").inner_text() != "" and first != ""


def test_every_page_of_a_study_is_accessible(opened: Callable[..., Watched], tmp_path: Path) -> None:
    study = make_study(tmp_path, "maze")
    with running("study", "serve", str(study), "--port", "0") as link:
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
    import subprocess
    import sys

    puzzles = tmp_path / "some.jsonl"
    kinds = list(registry.kinds())
    import json

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
