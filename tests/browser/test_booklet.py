"""A booklet is played in a real browser, from a file, without a server."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.browser.browsing import DESK, PHONE, Watched, shot
from tests.browser.gestures import ONE_OF_EACH, Board, play

from quandary.library import registry

KINDS = list(registry.find_kinds())


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A booklet with one puzzle of each kind."""
    folder = tmp_path_factory.mktemp("book")
    puzzles, path = folder / "all.jsonl", folder / "book.html"
    lines = [
        {"kind": kind, "puzzle": play(kind, "mouse")["puzzle"], "id": kind, "title": kind} for kind in KINDS
    ]
    puzzles.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    command = [sys.executable, "-m", "quandary", "booklet", str(puzzles), "-o", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert path.exists(), done.stderr
    return path


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_a_puzzle_of_a_booklet_is_played_on_its_page(
    kind: str, book: Path, opened: Callable[..., Watched]
) -> None:
    for by, screen in (("mouse", DESK), ("touch", PHONE)):
        watched = opened(book.as_uri(), **screen)
        page = watched.page()
        page.goto(book.as_uri())
        article = page.locator("article.puzzle", has=page.get_by_text(kind, exact=True))
        article.get_by_role("button", name="Play").click()
        Board(page, by).make(play(kind, by)["gestures"])
        article.locator(".board.is-solved").wait_for()
        assert article.locator(".verdict").inner_text() == "Solved!"
        shot(page, f"booklet-{kind}-{by}")
        assert not watched.errors and not watched.foreign
