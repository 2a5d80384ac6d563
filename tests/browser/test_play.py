"""Every kind is played to its solution in a real browser, with a mouse, with keys alone and by touch on a phone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.browser.browsing import DESK, PHONE, ROOT, Watched, running, shot
from tests.browser.conftest import Served
from tests.browser.gestures import Board, play

from quandary.library import registry

KINDS = list(registry.find_kinds())
DEVICES = {"mouse": DESK, "keyboard": DESK, "touch": PHONE}


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_is_solved_by_mouse_by_keyboard_and_by_touch(
    kind: str, every_kind: Served, opened: Callable[..., Watched]
) -> None:
    for by, screen in DEVICES.items():
        watched, page = every_kind.page(
            opened, kind, **screen, color_scheme="dark" if by == "touch" else "light"
        )
        board = Board(page, by)
        refused = play(kind, "mouse" if by != "keyboard" else "keyboard", "refused")
        board.make(refused["gestures"]) if by != "touch" else None
        assert page.locator("[data-does=undo]").is_disabled(), "a refused gesture changed something"
        board.make(play(kind, by)["gestures"])
        page.locator("#notice.done").wait_for()
        assert "Solved" in page.locator("#notice").inner_text()
        assert page.locator(".board.is-solved").count() == 1
        page.locator("#verdict:not([hidden]) h2").wait_for()
        assert page.locator("#verdict h2").inner_text() and page.locator("#verdict dd").count()
        shot(page, f"play-{kind}-{by}")
        page.locator("[data-does=undo]").click()
        assert page.locator(".board.is-solved").count() == 0
        page.locator("[data-does=redo]").click()
        page.locator(".board.is-solved").wait_for()
        assert (watched.errors, watched.foreign) == ([], [])


FARMER = """
from quandary.draw.shapes import Circle, Drawing, Text, rectangle

ALL = frozenset({"farmer", "wolf", "goat", "cabbage"})


class Crossing:
    def starts(self):
        return [ALL]

    def moves(self, here):
        alone, side = (ALL - here, here) if "farmer" in here else (here, ALL - here)
        if {"wolf", "goat"} <= alone or {"goat", "cabbage"} <= alone:
            return []
        return ["nobody", *sorted(side - {"farmer"})]

    def apply(self, here, move):
        return here ^ ({"farmer", move} & ALL)

    def is_solved(self, here):
        return not here

    def draw(self, here):
        river = rectangle(2, 0, 2, 4, fill="pale-blue")
        places = [(1 if who in here else 5, 0.5 + row, who) for row, who in enumerate(sorted(ALL))]
        letters = [Text((x, y), who[0].upper(), size=0.5) for x, y, who in places]
        return Drawing(6, 4, (river, *(Circle((x, y), 0.4, stroke="ink", width=0.05) for x, y, _ in places), *letters), "The crossing")

    def anchor(self, here, move):
        who = move if move in ALL else "farmer"
        return (1 if who in here else 5), 0.5 + sorted(ALL).index(who)
"""
WAY = ["goat", "nobody", "wolf", "goat", "cabbage", "nobody", "goat"]


def test_a_puzzle_of_your_own_is_played_without_a_line_of_javascript(
    opened: Callable[..., Watched], tmp_path: Path
) -> None:
    (tmp_path / "farmer.py").write_text(FARMER, encoding="utf-8")
    with running("play", f"{tmp_path / 'farmer.py'}:Crossing", "--no-browser") as link:
        watched = opened(link.partition("/?")[0], **DESK)
        page = watched.page()
        page.goto(link)
        for move in WAY:
            page.locator(".board-moves button", has_text=move).click()
        page.locator("#notice.done").wait_for()
        shot(page, "play-farmer-list")
        page.locator("[data-does=restart]").click()
        board = Board(page, "mouse")
        rows = {"cabbage": 0.5, "farmer": 1.5, "goat": 2.5, "nobody": 1.5, "wolf": 3.5}
        side = dict.fromkeys(("farmer", "wolf", "goat", "cabbage"), 1)
        for move in WAY:
            who = "farmer" if move == "nobody" else move
            board.make([f"tap {side[who]},{rows[move]}"])
            side |= {each: 6 - side[each] for each in {"farmer", who}}
        page.locator("#notice.done").wait_for()
        page.locator("[data-does=restart]").click()
        board = Board(page, "keyboard")
        for move in WAY:
            for _ in range(4):
                page.keyboard.press("ArrowRight")
                if page.locator(".board-keys button").inner_text() == move:
                    break
            page.keyboard.press("Enter")
        page.locator("#notice.done").wait_for()
        assert (watched.errors, watched.foreign) == ([], [])


def test_hints_are_marked_and_shown_and_the_answer_plays(opened: Callable[..., Watched]) -> None:
    with running("play", str(ROOT / "src/quandary/kinds/sudoku/examples.jsonl"), "--no-browser") as link:
        watched = opened(link.partition("/?")[0], **DESK)
        page = watched.page()
        page.goto(link)
        page.locator("#hint").click()
        page.locator("#hints li.told").wait_for()
        assert page.locator("#show").is_hidden(), "the first degree gives no move away"
        assert page.locator(".board-picture circle").count() == 0
        page.locator("#hint").click()
        page.locator("#hints", has_text="Look at").wait_for()
        page.locator("#hint").click()
        page.locator("#show").wait_for()
        assert page.locator(".board-picture circle").count() > 0, "the place of the hint is marked"
        page.locator("#show").click()
        assert page.locator("[data-does=undo]").is_enabled()
        page.locator("#answer").click()
        page.locator("#notice.done").wait_for(timeout=60_000)
        page.locator("#next").click()
        page.wait_for_url("**/puzzle/2")
        assert "done" in (page.locator(".strip a").first.get_attribute("class") or "")
        assert watched.errors == []


def test_a_loaded_puzzle_is_played_without_the_server(
    every_kind: Served, opened: Callable[..., Watched]
) -> None:
    watched, page = every_kind.page(opened, "maze", **DESK)
    board = Board(page, "keyboard")
    watched.context.set_offline(True)
    board.make(play("maze", "keyboard")["gestures"])
    page.locator("#notice.done").wait_for()
