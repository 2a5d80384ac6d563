"""Commands that serve, contexts that watch for errors, and pictures of pages (in build/screenshots)."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
ROOT = Path(__file__).parent.parent.parent
SHOTS = ROOT / "build" / "screenshots"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESK: dict[str, Any] = {"viewport": {"width": 1100, "height": 900}}


class Watched:
    """A context that notes errors of scripts and requests to other hosts."""

    def __init__(self, context: BrowserContext, host: str) -> None:
        self.context, self.host = context, host
        self.errors: list[str] = []
        self.foreign: list[str] = []
        context.on("request", self._request)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.host, "data:", "blob:")):
            self.foreign.append(request.url)

    def page(self) -> Page:
        made = self.context.new_page()
        made.set_default_timeout(90_000)
        made.on("pageerror", lambda error: self.errors.append(str(error)))
        made.on("console", lambda told: self.errors.append(told.text) if told.type == "error" else None)
        return made


@contextmanager
def running(*arguments: str, script: str = "") -> Iterator[str]:
    """Run a command of quandary that serves, and yield the link that it prints. A script may run it instead."""
    paths = os.pathsep.join(
        filter(
            None,
            [str(ROOT / "src") if os.environ.get("PYTHONPATH") else "", os.environ.get("PYTHONPATH", "")],
        )
    )
    environment = {**os.environ, **({"PYTHONPATH": paths} if paths else {})}
    process = subprocess.Popen(
        [sys.executable, *(["-c", script] if script else ["-m", "quandary"]), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout and process.stderr
    link = process.stdout.readline().strip()
    try:
        assert link.startswith("http"), f"{link} {process.stderr.read()}"
        yield link
    finally:
        process.terminate()
        process.communicate(timeout=20)


def shot(page: Page, name: str) -> None:
    """Keep a picture of a page to be looked at."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SHOTS / f"{name}.png"), full_page=True)
