"""A real browser for the tests of pages, and one server with a puzzle of every kind."""

import json
import shutil
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from tests.browser.browsing import DESK, Watched, running
from tests.browser.gestures import play

from quandary.library import registry


class Served(NamedTuple):
    """A server that is running: its address, the cookies that it wants, and the page of each kind."""

    host: str
    cookies: list[Any]
    pages: dict[str, str]

    def page(self, opened: Callable[..., Watched], kind: str, **options: Any) -> tuple[Watched, Page]:
        """Open the page of a kind in a new context."""
        watched = opened(self.host, **options)
        watched.context.add_cookies(self.cookies)
        page = watched.page()
        page.goto(self.pages[kind])
        return watched, page


def chromium(playwright: Playwright) -> Browser:
    """Return Debian's browser."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "Install chromium: apt-get install chromium"
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = chromium(playwright)
        yield opened
        opened.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Watched]]:
    made: list[Watched] = []

    def open_context(host: str, **options: Any) -> Watched:
        made.append(Watched(browser.new_context(**options), host))
        return made[-1]

    yield open_context
    for each in made:
        each.context.close()


@pytest.fixture(scope="session")
def every_kind(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve one puzzle of each kind, those that the listed plays solve, to all tests of this process."""
    kinds = list(registry.find_kinds())
    file = tmp_path_factory.mktemp("kinds") / "all.jsonl"
    lines = [{"kind": kind, "puzzle": play(kind, "mouse")["puzzle"], "id": kind} for kind in kinds]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with running("play", str(file), "--no-browser") as link:
        host = link.partition("/?")[0]
        first = browser.new_context(**DESK)
        first.new_page().goto(link)  # the link works once, and its cookie for every device here
        cookies = first.cookies()
        first.close()
        yield Served(host, cookies, {kind: f"{host}/puzzle/{at}" for at, kind in enumerate(kinds, start=1)})
