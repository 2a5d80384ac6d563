"""Make the gestures of plays.jsonl on a real board, with a mouse, a finger or the keyboard."""

import json
from functools import cache
from typing import Any

from playwright.sync_api import CDPSession, Page
from tests.browser.pencil_plays import pencil_plays

from quandary.library import registry
from quandary.pencil.puzzle import Pencil

Line = dict[str, Any]


PENCIL = [name for name in registry.find_kinds() if issubclass(registry.find_kind(name).puzzle, Pencil)]
"""The kinds that are declared, and played by one module of the board."""


def _marks(name: str) -> str:
    return " ".join(type(mark).__name__ for mark in registry.find_kind(name).puzzle.marks)


ONE_OF_EACH = [
    name
    for name in registry.find_kinds()
    if name not in PENCIL or _marks(name) not in map(_marks, PENCIL[: PENCIL.index(name)])
]
"""Every kind with a board of its own, and one declared kind for each sort of marks, for tests that take long."""


@cache
def plays(kind: str) -> list[Line]:
    """Return the plays that a kind lists, or those that are made for a declared one."""
    found = registry.find_kind(kind)
    if kind in PENCIL:
        return pencil_plays(found)
    return [json.loads(line) for line in (found.folder / "plays.jsonl").read_text("utf-8").splitlines()]


def play(kind: str, by: str, verdict: str = "solved") -> Line:
    """Return the first play of a kind by a device with a verdict."""
    return next(each for each in plays(kind) if each["by"] == by and each["verdict"] == verdict)


class Board:
    """The board of a page, under one device."""

    def __init__(self, page: Page, by: str) -> None:
        self.page, self.by = page, by
        self.svg = page.locator(".board-picture")
        self.svg.wait_for()
        self.svg.scroll_into_view_if_needed()
        self.touch: CDPSession | None = page.context.new_cdp_session(page) if by == "touch" else None

    def make(self, gestures: list[str]) -> None:
        """Make gestures one after the other."""
        for each in gestures:
            word, _, rest = each.partition(" ")
            getattr(self, f"_{word}")(rest)

    def _key(self, key: str) -> None:
        if self.by == "keyboard":
            if not self.page.evaluate("document.activeElement.closest('.board') !== null"):
                self.svg.focus()
            self.page.keyboard.press("Space" if key == " " else key)
        else:  # those without a keyboard press the button
            button = self.page.locator(f'.board-keys button[data-key="{key}"]')
            button.tap() if self.by == "touch" else button.click()

    def _tap(self, point: str) -> None:
        x, y = self._place(point)
        self.page.touchscreen.tap(x, y) if self.by == "touch" else self.page.mouse.click(x, y)

    def _drag(self, ends: str) -> None:
        start, end = (self._place(each) for each in ends.split())
        self._path(start, end)

    def _swipe(self, way: str) -> None:
        box = self._box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        dx, dy = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}[way]
        self._path((x, y), (x + 80 * dx, y + 80 * dy))

    def _path(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        if self.touch is None:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            self.page.mouse.move(*end, steps=5)
            self.page.mouse.up()
            return
        points = [tuple(a + (b - a) * part / 5 for a, b in zip(start, end, strict=True)) for part in range(6)]
        for kind, (x, y) in zip(["touchStart", *["touchMove"] * 5], points, strict=True):
            self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        self.touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _box(self) -> Any:
        self.svg.scroll_into_view_if_needed()
        box = self.svg.bounding_box()
        assert box
        return box

    def _place(self, point: str) -> tuple[float, float]:
        """Return the place on the screen of a point of the drawing."""
        self.svg.scroll_into_view_if_needed()
        x, y = map(float, point.split(","))
        found = self.svg.evaluate(
            "(svg, [x, y]) => { const b = svg.getBoundingClientRect(), v = svg.viewBox.baseVal;"
            " return [b.left + x / v.width * b.width, b.top + y / v.height * b.height] }",
            [x, y],
        )
        return found[0], found[1]
