"""Make the pictures of docs/studio.md: run the studio on examples of every kind, and photograph its pages.

make tour
"""

import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.browsing import ROOT, running
from tests.browser.conftest import chromium

from quandary.library import registry
from quandary.library.files import Entry, examples, write

TARGET = ROOT / "docs" / "studio"
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
PANEL = "+-+-+-E/|b|.|2|/+*+-+-+/|.|w|.|/+-+x+-+/|1|w|b|/S-+-+-+"


def garden(folder: Path) -> None:
    """Write a panel and two examples of every kind."""
    witness = registry.find_kind("witness")
    entries = [Entry(witness, witness.parse(PANEL), "mixed", "A little of everything")]
    for name in registry.find_kinds():
        for number, entry in enumerate(examples(registry.find_kind(name))[1:3], start=1):
            entries.append(replace(entry, id=f"{name}-{number}", facts={}))
    write(folder / "garden.jsonl", entries)


def shelf(page: Page) -> None:
    """Wait until everything is measured."""
    page.get_by_text("all measured").wait_for()
    page.locator(".puzzle .thumb svg").nth(7).wait_for()


def edit(page: Page) -> None:
    """Open the panel, with what-if and the changes at a cell."""
    shelf(page)
    page.locator(".puzzle a").first.click()
    page.locator("#ways li").first.wait_for()
    page.locator("#what-if").click()
    page.locator("#tried", has_text="of").wait_for()
    page.wait_for_timeout(4_000)
    box = page.locator(".canvas svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.74, box["y"] + box["height"] * 0.5)
    page.locator(".opt .change").first.wait_for()
    page.wait_for_timeout(1_500)


def course(page: Page) -> None:
    """Make a course of levels, with its booklet."""
    shelf(page)
    page.locator("#kind").select_option("tilt")
    page.locator("#new").click()
    page.locator(".new-kinds .row", has_text="Tilt").get_by_role("button", name="Generate").click()
    page.get_by_role("button", name="Make six").click()
    page.locator("#made .card").nth(5).wait_for()
    for _ in range(6):
        page.locator("#made").get_by_role("button", name="Keep").first.click()
        page.wait_for_timeout(400)
    page.get_by_text("all measured").wait_for()
    for box in page.locator(".pick").all():
        box.check()
    page.locator("#to-course").click()
    page.locator("#title").fill("Rolling, from one wall to many")
    page.locator(".course-card svg").nth(6).wait_for()
    page.wait_for_timeout(1_500)
    page.locator("#order").click()
    page.locator("#show").click()
    page.locator("#preview img").wait_for()
    page.locator("#after").click()
    page.wait_for_timeout(1_000)


PICTURES = (
    ("shelf", shelf, WIDE, "light"),
    ("edit", edit, WIDE, "light"),
    ("edit-phone", edit, NARROW, "dark"),
    ("course", course, WIDE, "light"),
)


def photograph(browser: Browser, names: list[str]) -> None:
    """Write the pictures with these names, or all of them."""
    TARGET.mkdir(exist_ok=True)
    for name, arrange, size, scheme in PICTURES:
        if names and name not in names:
            continue
        with TemporaryDirectory() as temporary:
            folder = Path(temporary) / "garden"
            folder.mkdir()
            garden(folder)
            with running("studio", str(folder), "--no-browser") as link:
                context = browser.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
                page = context.new_page()
                page.goto(link)
                arrange(page)
                page.evaluate("document.getElementById('toasts').replaceChildren()")
                page.evaluate("scrollTo(0, 0)")
                page.screenshot(path=str(TARGET / f"{name}.png"))
                context.close()


if __name__ == "__main__":
    with sync_playwright() as playwright:
        photograph(chromium(playwright), sys.argv[1:])
