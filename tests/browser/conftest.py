"""A real browser for the tests of pages."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.browser.browsing import Watched


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "Install chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
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
