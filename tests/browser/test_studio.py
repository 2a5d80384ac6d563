"""People at the studio in a real browser, by mouse, by keyboard and by touch: a designer, a teacher, a publisher."""

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.browsing import PHONE, ROOT, Watched, running, shot
from tests.browser.test_accessible import complaints

from quandary.library import registry
from quandary.library.files import Entry, examples, read, write
from quandary.publishing.course import read_course

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SIZES = [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")]
HOSTILE = "<img src=x onerror=alert(1)>\u202e'\"</script>"


class Studio(NamedTuple):
    """A studio that is running: its address, the cookies that it wants, and its folder."""

    host: str
    cookies: list[Any]
    folder: Path

    def page(self, opened: Callable[..., Watched], path: str = "/", **options: Any) -> tuple[Watched, Page]:
        watched = opened(self.host, **options)
        watched.context.add_cookies(self.cookies)
        page = watched.page()
        page.goto(f"{self.host}{path}")
        return watched, page

    def edit(self, opened: Callable[..., Watched], title: str, **options: Any) -> tuple[Watched, Page]:
        watched, page = self.page(opened, **options)
        page.locator(".puzzle", has_text=title).first.locator("a").click()
        ready(page)
        return watched, page

    def text(self, ident: str) -> str:
        """Return the notation of a puzzle as it is on disk."""
        found = [
            each
            for file in self.folder.glob("*.jsonl")
            for each in read(str(file))
            if isinstance(each, Entry)
        ]
        return next(each.kind.format(each.puzzle) for each in found if each.id == ident)


@pytest.fixture(scope="module")
def studio(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """Serve a folder with one puzzle of every kind and a few for each person."""
    folder = tmp_path_factory.mktemp("garden")
    entries = []
    for name in registry.find_kinds():
        kind = registry.find_kind(name)
        small = min(examples(kind), key=lambda entry: len(entry.kind.format(entry.puzzle)))
        entries.append(replace(small, id=name, title=f"A {name}", facts={}, intended="", forbid=()))
    tilt = registry.find_kind("tilt")
    maze = tilt.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    entries += [
        Entry(tilt, maze, f"maze-{who}", f"Maze of the {who}")
        for who in ("mouse", "keyboard", "phone", "brush", "disk", "meant")
    ]
    entries.append(Entry(tilt, maze, "hostile", HOSTILE))
    write(folder / "garden.jsonl", entries)
    with running("studio", str(folder), "--no-browser") as link:
        host = link.partition("/?")[0]
        first = browser.new_context(**DESK)
        first.new_page().goto(link)
        cookies = first.cookies()
        first.close()
        yield Studio(host, cookies, folder)


def ready(page: Page) -> None:
    """Wait until the board shows its spots and the verdict is there."""
    page.locator(".canvas .spot-dot, .canvas .frame").first.wait_for()
    page.locator("#line[aria-busy=false]").wait_for()


def click_spot(page: Page, number: int = 0) -> None:
    """Click a spot of the board."""
    page.locator(".spot-dot").nth(number).wait_for()
    box = page.locator(".spot-dot").nth(number).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_logic_of_the_pages_holds_without_a_page() -> None:
    done = subprocess.run(
        ["node", "--test", str(ROOT / "tests" / "browser" / "studio.mjs")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]


# The designer


@pytest.mark.parametrize("size", SIZES)
def test_a_designer_changes_a_puzzle_by_mouse_undoes_and_saves(
    studio: Studio, opened: Callable[..., Watched], size: dict[str, Any]
) -> None:
    who = "phone" if size is PHONE else "mouse"
    watched, page = studio.edit(opened, f"Maze of the {who}", **size)
    before = studio.text(f"maze-{who}")
    click_spot(page, 3)
    page.locator(".opt").first.click()
    expect(page.locator("body")).to_have_attribute("data-version", "2")
    expect(page.locator("#text")).not_to_have_value(before)
    changed = page.locator("#text").input_value()
    page.locator("#undo").click()
    expect(page.locator("#text")).to_have_value(before)
    page.locator("#redo").click()
    expect(page.locator("#text")).to_have_value(changed)
    page.locator("#line[aria-busy=false]").wait_for()
    page.locator("#save").click()
    page.get_by_text("Saved in garden.jsonl").wait_for()
    assert studio.text(f"maze-{who}") == changed
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    shot(page, f"studio-edit-{who}")
    assert (watched.errors, watched.foreign) == ([], [])


def test_a_designer_does_the_same_by_keyboard_alone(studio: Studio, opened: Callable[..., Watched]) -> None:
    watched, page = studio.edit(opened, "Maze of the keyboard", **DESK)
    before = studio.text("maze-keyboard")
    page.locator(".canvas svg").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    page.locator(".opt").first.wait_for()
    expect(page.locator(".opt").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-version", "2")
    expect(page.locator(".canvas svg")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.locator("#text")).to_have_value(before)
    page.keyboard.press("Control+y")
    expect(page.locator("#text")).not_to_have_value(before)
    for _ in range(20):
        page.keyboard.press("Control+z")
    expect(page.locator("#text")).to_have_value(before)
    page.keyboard.press("Control+y")
    page.locator("#line[aria-busy=false]").wait_for()
    page.keyboard.press("Control+s")
    page.get_by_text("Saved in garden.jsonl").wait_for()
    assert studio.text("maze-keyboard") == page.locator("#text").input_value() != before
    assert watched.errors == []


def test_what_if_tints_the_board_and_tells_what_each_change_does(
    studio: Studio, opened: Callable[..., Watched]
) -> None:
    watched, page = studio.edit(opened, "A witness", **DESK)
    page.locator(".canvas svg").focus()
    page.keyboard.down("w")
    page.locator(".tint").first.wait_for()
    page.keyboard.up("w")
    expect(page.locator(".tint")).to_have_count(0)
    page.locator("#what-if").click()
    page.get_by_text(re.compile(r"(\d+) of \1 tried")).wait_for()
    page.keyboard.press("Tab")
    page.locator(".canvas svg").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".opt .change", has_text=re.compile("no change|bit|no solution")).first.wait_for()
    shot(page, "studio-what-if")
    assert watched.errors == []


def test_a_brush_paints_what_repeats(studio: Studio, opened: Callable[..., Watched]) -> None:
    _, page = studio.edit(opened, "Maze of the brush", **DESK)
    page.locator(".canvas svg").focus()
    page.keyboard.press("ArrowRight")
    for _ in range(30):
        page.keyboard.press("Enter")
        page.locator(".opt").first.wait_for()
        if page.get_by_label("Paint: add a checkpoint").count():
            break
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowRight" if _ % 2 else "ArrowDown")
    page.get_by_label(re.compile("Paint: add a checkpoint")).first.click()
    expect(page.locator("#brush")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-version", "2")
    assert page.locator("#text").input_value().count("*") == 2


def test_the_notation_is_typed_and_its_mistakes_are_named(
    studio: Studio, opened: Callable[..., Watched]
) -> None:
    watched, page = studio.edit(opened, "A sudoku", **DESK)
    before = page.locator("#text").input_value()
    page.locator("#text").fill(before + "x")
    expect(page.locator("#wrong")).to_be_visible()
    assert page.locator("#wrong").inner_text().strip()
    page.locator("#text").fill(before.replace(".", "1", 1) if before[1] != "1" else before)
    page.locator("#text").fill(before)
    expect(page.locator("#wrong")).to_be_hidden()
    assert [each for each in watched.errors if "400" not in each] == []


def test_a_file_that_changed_on_disk_is_asked_about(studio: Studio, opened: Callable[..., Watched]) -> None:
    _, page = studio.edit(opened, "Maze of the disk", **DESK)
    click_spot(page, 2)
    page.locator(".opt").first.click()
    expect(page.locator("body")).to_have_attribute("data-version", "2")
    file = studio.folder / "garden.jsonl"
    file.write_text(file.read_text().replace("Maze of the disk", "Changed elsewhere"))
    page.locator("#save").click()
    page.get_by_role("dialog").wait_for()
    assert "Changed elsewhere" in file.read_text(), "nothing is written before the answer"
    page.get_by_role("button", name="Keep mine").click()
    page.get_by_text("Saved in").wait_for()
    assert studio.text("maze-disk") == page.locator("#text").input_value()


def test_a_draft_is_there_after_the_page_was_closed(studio: Studio, opened: Callable[..., Watched]) -> None:
    _, page = studio.edit(opened, "A fling", **DESK)
    saved = page.locator("#text").input_value()
    click_spot(page, 1)
    page.locator(".opt").first.click()
    expect(page.locator("#file")).to_contain_text("draft kept")
    changed, address = page.locator("#text").input_value(), page.url
    page.close()
    _, page = studio.page(opened, address.removeprefix(studio.host), **DESK)
    expect(page.locator("#text")).to_have_value(changed)
    page.get_by_role("button", name="Back to the file").click()
    expect(page.locator("#text")).to_have_value(saved)


def test_the_solution_that_is_meant_is_played_and_kept(
    studio: Studio, opened: Callable[..., Watched]
) -> None:
    _, page = studio.edit(opened, "Maze of the meant", **DESK)
    page.get_by_role("button", name="Play the one you mean").click()
    page.locator(".ring-play svg").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.locator("#ways li", has_text="Yours").wait_for()
    page.locator("#save").click()
    page.get_by_text("Saved in").wait_for()
    line = next(
        line for line in (studio.folder / "garden.jsonl").read_text().splitlines() if "maze-meant" in line
    )
    assert json.loads(line)["intended"] == "right down"


@pytest.mark.parametrize("kind", list(registry.find_kinds()))
def test_every_kind_is_edited_by_a_click(kind: str, studio: Studio, opened: Callable[..., Watched]) -> None:
    watched, page = studio.edit(opened, f"A {kind}", **DESK)
    before = page.locator("#text").input_value()
    click_spot(page)
    page.locator(".opt").first.click()
    expect(page.locator("#text")).not_to_have_value(before)
    page.locator("#undo").click()
    expect(page.locator("#text")).to_have_value(before)
    assert watched.errors == []


# The teacher


@pytest.mark.parametrize("size", SIZES)
def test_a_teacher_makes_a_lesson_prints_it_and_publishes_it(
    studio: Studio, opened: Callable[..., Watched], size: dict[str, Any]
) -> None:
    watched, page = studio.page(opened, **size)
    page.get_by_text("all measured").wait_for()
    for kind in ("tilt", "rushhour", "snakebird"):
        page.get_by_label(f"Choose A {kind}", exact=True).check()
    page.locator("#to-course").click()
    page.locator(".course-card svg").nth(2).wait_for()
    title = f"Lesson {'two' if size is PHONE else 'one'}"
    page.locator("#title").fill(title)
    page.locator("#order").click()
    page.locator(".course-card").nth(0).focus()
    page.keyboard.press("Alt+ArrowRight")
    page.locator("#worksheet").check()
    page.locator("#show").click()
    page.locator("#preview img").wait_for()
    page.locator("#pdf").click()
    page.get_by_text(".pdf into the folder").wait_for()
    page.locator("#publish").click()
    page.get_by_text("needs no server").wait_for()
    page.locator("#save").click()
    page.get_by_text("Saved as").wait_for()
    name = title.lower().replace(" ", "-")
    assert len(read_course(studio.folder / f"{name}.json").puzzles) >= 3
    assert (studio.folder / f"{name}.pdf").read_bytes().startswith(b"%PDF")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    shot(page, f"studio-course-{'phone' if size is PHONE else 'desk'}")
    assert (watched.errors, watched.foreign) == ([], [])


def test_a_teacher_lets_people_try(studio: Studio, opened: Callable[..., Watched]) -> None:
    _, page = studio.page(opened, **DESK)
    page.get_by_label("Choose A tilt", exact=True).check()
    page.locator("#to-course").click()
    page.locator("#title").fill("Tried")
    page.locator("#try").click()
    link = page.get_by_role("link", name="Take part")
    link.wait_for()
    address = link.get_attribute("href")
    assert address and (studio.folder / "tried-study" / "study.toml").is_file()
    page.get_by_role("button", name="Show what people did").click()
    page.get_by_text("Nobody has answered yet").wait_for()
    page.goto(address)
    expect(page.locator("main")).to_contain_text(re.compile("take part|consent|study", re.IGNORECASE))


# The publisher


def test_a_publisher_lets_six_be_made_keeps_two_and_sees_duplicates(
    studio: Studio, opened: Callable[..., Watched]
) -> None:
    watched, page = studio.page(opened, **DESK)
    page.get_by_role("button", name="New puzzle").click()
    row = page.locator(".new-kinds > .row").filter(has=page.get_by_text("Sudoku", exact=True))
    row.get_by_role("button", name="Generate").click()
    page.get_by_label("Size").select_option("4x4")
    page.get_by_role("button", name="Make six").click()
    page.locator("#made .card").first.wait_for()
    page.locator("#made").get_by_role("button", name="Keep").first.click()
    page.locator(".puzzle[data-key]", has_text="sudoku").first.wait_for()
    twice = studio.text("sudoku")
    page.get_by_role("button", name="Paste or open").click()
    page.get_by_label("Links, notation or the text of a file").fill(f"sudoku:{twice}")
    page.get_by_role("button", name="Put on the shelf").click()
    page.get_by_text("1 puzzle put on the shelf").wait_for()
    page.get_by_text("there twice").wait_for()
    page.locator("#search").fill("A sudoku")
    expect(page.locator(".puzzle")).to_have_count(1)
    assert watched.errors == []


def test_a_dropped_file_of_300_levels_is_on_the_page_and_rated_while_it_is_used(
    browser: Browser, tmp_path: Path, opened: Callable[..., Watched]
) -> None:
    from quandary.generating.request import generate

    made = generate("tilt", 30, size="4x4")
    lines = [f"tilt:{entry.kind.format(entry.puzzle)}".replace("\n", "/") for entry in made] * 10
    with running("studio", str(tmp_path), "--no-browser") as link:
        watched = opened(link.partition("/?")[0], **DESK)
        page = watched.page()
        page.goto(link)
        page.get_by_role("heading", name="Begin with a puzzle").wait_for()
        page.locator("#empty-paste").click()
        page.get_by_label("Links, notation or the text of a file").fill("\n".join(lines))
        page.get_by_role("button", name="Put on the shelf").click()
        page.locator(".puzzle").nth(299).wait_for(state="attached")
        page.locator("#search").fill("tilt-1")
        page.get_by_text("all measured").wait_for()
        assert watched.errors == []


# Everybody


@pytest.mark.parametrize("size", SIZES)
def test_pages_are_accessible_in_light_and_dark(
    studio: Studio, opened: Callable[..., Watched], size: dict[str, Any]
) -> None:
    for scheme in ("light", "dark"):
        _, page = studio.page(opened, **size, color_scheme=scheme, bypass_csp=True)
        page.get_by_text("all measured").wait_for()
        assert complaints(page) == []
        page.locator(".puzzle a").first.click()
        ready(page)
        page.locator("#ways li").first.wait_for()
        assert complaints(page) == []
        page.locator("nav a", has_text="Course").click()
        page.locator("#title").wait_for()
        assert complaints(page) == []


def test_hostile_titles_are_only_text(studio: Studio, opened: Callable[..., Watched]) -> None:
    watched, page = studio.page(opened, **DESK)
    page.on("dialog", lambda dialog: watched.errors.append(dialog.message))
    page.get_by_text("all measured").wait_for()
    page.locator(".puzzle", has_text="onerror").locator("a").click()
    ready(page)
    assert page.locator("#title").input_value().startswith("<img")
    assert watched.errors == []


def test_a_closed_tab_ends_its_work(studio: Studio, opened: Callable[..., Watched]) -> None:
    if not Path("/proc").is_dir():
        pytest.skip("the time of other processes is read from /proc")
    _, page = studio.edit(opened, "A rushhour", **DESK)
    page.locator("#what-if").click()
    page.locator(".tint").first.wait_for()
    page.close()
    end = monotonic() + 20
    while monotonic() < end:
        before = worker_ticks()
        sleep(0.5)
        if worker_ticks() - before <= 5:
            return
    pytest.fail("the workers are still busy")


def worker_ticks() -> int:
    """Return the CPU time of the worker processes of this test's studio, in ticks."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text, command = stat.read_text(), (stat.parent / "cmdline").read_text()
        except OSError:
            continue
        if "multiprocessing" in command and "spawn_main" in command and _is_ours(int(stat.parent.name)):
            fields = text.rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks


def _is_ours(process: int) -> bool:
    """Return whether a process descends from this one."""
    while process > 1:
        if process == os.getpid():
            return True
        try:
            process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return False
    return False
