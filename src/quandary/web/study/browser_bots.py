"""Simulated people in a real browser: they read the pages, click, and press the keys of the board."""

import re
import shutil
import time
from typing import TYPE_CHECKING, Any

from quandary.errors import QuandaryError
from quandary.showing.playable import Playable
from quandary.web.study.folder import Study
from quandary.web.study.simulate import Given, Person, difficulties, respond

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from quandary.web.study.bot_report import Report

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
STEPS = {"u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown", "l": "ArrowLeft"}
_PUT = re.compile(r"r(\d+)c(\d+)=(\w+)")
_PIECE = re.compile(r"(\w+)@(\d+)-")


def run_in_browser(study: Study, port: int, number: int, seed: int) -> "Report":
    """Send bots through the pages in Debian's chromium, one after the other."""
    from quandary.web.study.bot_report import Report

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise QuandaryError("Bots in a browser need Playwright; install quandary[browser]") from error
    if path is None:
        raise QuandaryError("Bots in a browser need chromium; on Debian: apt-get install chromium")
    report, begun, hard = Report(people=number), time.monotonic(), difficulties(study.puzzles)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        for each in range(number):
            context = browser.new_context()
            page = context.new_page()
            _Visit(page, study, Person.draw(seed, each), hard, seed, report).run(f"http://127.0.0.1:{port}/")
            context.close()
        browser.close()
    report.seconds = time.monotonic() - begun
    return report


class _Visit:
    """One person's way through the pages."""

    def __init__(
        self, page: "Page", study: Study, person: Person, hard: dict[str, float], seed: int, report: "Report"
    ) -> None:
        self.page, self.study, self.person, self.hard, self.seed, self.report = (
            page,
            study,
            person,
            hard,
            seed,
            report,
        )
        page.on("response", self._heard)

    def _heard(self, response: Any) -> None:
        """Note every answer that the server says is saved, as it was sent: a page that is left takes replies with it."""
        if response.url.endswith("/answer") and response.ok:
            sent = response.request.post_data_json
            self.report.acknowledged.append((sent["key"], int(sent["position"])))

    def run(self, link: str) -> None:
        """Go from consent to debrief."""
        page, word = self.page, (self.study.data / "bots").read_text("utf-8").strip()
        page.goto(link)
        page.evaluate(
            "(word) => { const field = document.createElement('input'); field.type = 'hidden'; field.name = 'bot';"
            " field.value = word; document.querySelector('form[action=\"/consent\"]').append(field) }",
            word,
        )
        page.locator("button[value=yes]").click()
        while "/puzzle" not in page.url:
            if "/practice" in page.url:
                shown = page.locator("#board").get_attribute("data-puzzle")
                gates = [each.practice for each in self.study.lessons if each.practice]
                gate = next(each for each in gates if each.id == shown)
                self._play(gate, respond(Person(0, 99, 0), gate, -99, (1, 10), self.seed))
                page.locator("#begin:enabled").click()
            else:
                for options in page.locator("fieldset").all():
                    options.locator("input").nth(
                        self.person.number % options.locator("input").count()
                    ).check()
                page.locator("main button.main").click()
            page.wait_for_load_state()
        while "/puzzle" in page.url:
            self._answer()
        self.report.finished += "/debrief" in page.url

    def _answer(self) -> None:
        page, position = self.page, int(self.page.locator("#form [name=position]").input_value())
        name = page.evaluate(
            "(at) => JSON.parse(document.getElementById('study').textContent).items.find((each) => each.position === at).id",
            position,
        )
        playable, rating = self.study.puzzles[name], self.study.settings.rating
        given = respond(self.person, playable, self.hard[name], (rating.least, rating.most), self.seed)
        if given.skipped:
            page.locator("#skip").click()
        else:
            self._play(playable, given)
            page.locator(f"input[name=rating][value='{given.rating}']").check()
            page.locator("#save").click()
        page.wait_for_function(
            "(at) => location.pathname !== '/puzzle' || document.querySelector('#form [name=position]').value !== String(at)",
            arg=position,
        )
        page.wait_for_load_state()

    def _play(self, playable: Playable, given: Given) -> None:
        """Press the keys and buttons that make the moves."""
        page = self.page
        page.locator(".board-picture").wait_for()
        for _, verb, word in given.log:
            if verb in ("undo", "redo"):
                page.locator(f"[data-does={verb}]").click()
            elif verb == "start":
                page.locator(".board-moves button", has_text=word).click()
            else:
                self._move(playable, word)

    def _move(self, playable: Playable, move: str) -> None:
        page = self.page
        if playable.way:
            self._mark(playable, move)
        elif put := _PUT.fullmatch(move):
            self._tap(float(put[2]) - 0.5, float(put[1]) - 0.5)
            for digit in put[3]:
                page.locator(f'.board-keys button[data-key="{digit}"]').click()
        elif piece := _PIECE.match(move):
            data = playable.data["puzzle"]
            page.locator(
                f'.board-keys button[data-key="{data["pieces"][piece[1]]["letter"].lower()}"]'
            ).click()
            self._hover(data["cells"][int(piece[2])]["centre"])
            page.locator(".board-moves button", has_text=re.compile(f"^{re.escape(move)}$")).click()
        elif playable.module.startswith("kinds/") and move[0].lower() in STEPS:
            page.locator(f'.board-keys button[data-key="{STEPS[move[0].lower()]}"]').click()
        else:
            page.locator(".board-moves button", has_text=re.compile(f"^{re.escape(move)}$")).click()

    def _mark(self, playable: Playable, move: str) -> None:
        """Click the place of a move that can be made in any order."""
        empty = next(iter(playable.starts.values()))
        marks = {str(each): each for each in playable.steps.moves(empty)}
        if at := playable.anchor(empty, marks[move]):
            self._tap(*at)

    def _tap(self, x: float, y: float) -> None:
        """Click a point of the drawing."""
        picture = self.page.locator(".board-picture")
        left, top, wide = picture.evaluate(
            "(svg) => { const { x, y, width } = svg.viewBox.baseVal; return [x, y, width] }"
        )
        picture.scroll_into_view_if_needed()
        box = picture.bounding_box()
        assert box  # noqa: S101 - the picture is shown
        scale = box["width"] / wide
        self.page.mouse.click(box["x"] + (x - left) * scale, box["y"] + (y - top) * scale)

    def _hover(self, centre: list[float]) -> None:
        """Move the cursor of the board to a cell by its keys, which lays nothing down."""
        self.page.locator(".board-picture").focus()
        for _ in range(30):
            here = self.page.evaluate(
                "() => { const all = document.querySelectorAll('.board-picture circle'); const last = all[all.length - 1]; return last ? [Number(last.getAttribute('cx')), Number(last.getAttribute('cy'))] : null }"
            )
            if here and abs(here[0] - centre[0]) < 0.05 and abs(here[1] - centre[1]) < 0.05:
                return
            dx, dy = (centre[0] - here[0], centre[1] - here[1]) if here else (1.0, 0.0)
            across = "ArrowRight" if dx > 0 else "ArrowLeft"
            self.page.keyboard.press(
                across if abs(dx) >= 2 * abs(dy) else "ArrowDown" if dy > 0 else "ArrowUp"
            )
