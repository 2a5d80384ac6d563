"""What if: changes with a verb and a place, nearest first, those that break the puzzle included."""

import json
from math import inf

import pytest

import quandary
from quandary.cli.main import main
from quandary.kind.change import Change
from quandary.library.files import examples
from quandary.library.registry import find_kind, find_kinds
from quandary.limits import Limits
from quandary.score import Status

PANEL = "witness:+-+-E/|b|w|/+-+-+/|b|w|/S-+-+"
VARIED = [name for name in find_kinds() if find_kind(name).maker.neighbours]


@pytest.mark.parametrize("name", VARIED)
def test_changes_of_every_kind_have_a_verb_and_a_place_in_the_drawing(name: str) -> None:
    kind = find_kind(name)
    placed = 0
    for entry in examples(kind)[:4]:
        assert kind.maker.neighbours
        drawing = kind.draw(entry.puzzle)
        for change in kind.maker.neighbours(entry.puzzle):
            assert isinstance(change, Change) and change.verb in ("add", "remove", "turn", "move", "replace")
            spots = [spot for spot in (change.at, change.to) if spot is not None]
            placed += bool(spots)
            assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in spots), change.words
            assert (change.to is None) == (change.verb not in ("move", "turn"))
    assert placed


def test_the_nearest_change_comes_first_and_the_rest_by_distance() -> None:
    found = list(quandary.what_if(PANEL, (1, 1), ["solutions"]))
    distances = [each.distance for each in found]
    assert distances == sorted(distances) and distances[0] < 0.5
    assert {each.change.words for each in found} == {each.change.words for each in quandary.what_if(PANEL)}


def test_changes_that_break_the_puzzle_are_answers() -> None:
    found = list(quandary.what_if(PANEL, measures=["remuse", "solutions"]))
    broken = [each for each in found if each.is_solvable is False]
    assert broken and all(each.scores["solutions"].status is Status.UNSOLVABLE for each in broken)
    whole = quandary.vary(PANEL, "remuse")
    assert len(whole.found) + len(whole.others) == len(found) and whole.unsolvable == len(broken)


def test_vary_lists_broken_changes_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vary", PANEL, "--by", "remuse", "--json", "--best", "1000"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    statuses = {row["scores"]["remuse"]["status"] for row in rows}
    assert statuses >= {"exact", "unsolvable"} and all("verb" in row for row in rows)
    assert len(rows) == len(list(quandary.what_if(PANEL)))


def test_changes_that_come_too_late_are_not_known() -> None:
    found = list(quandary.what_if(PANEL, limits=Limits(seconds=0.0)))
    assert all(each.is_solvable is None for each in found)


def test_changes_about_the_whole_puzzle_come_last() -> None:
    kind = find_kind("hex")
    puzzle = examples(kind)[0].puzzle
    distances = [
        each.distance for each in quandary.what_if(puzzle, (1, 1), ["shortest"], limits=Limits(seconds=5))
    ]
    assert inf in distances and distances == sorted(distances)
