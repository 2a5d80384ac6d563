"""Many puzzles in one call get the scores that each of them gets alone."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from quandary._native import core
from quandary.kind import Kind, Policy
from quandary.library.files import examples
from quandary.library.registry import find_kind
from quandary.limits import Limits
from quandary.measuring.many import rate_many
from quandary.measuring.rate import rate
from quandary.rules import Rule
from quandary.score import Score, Status

WITNESS, SUDOKU, TILT, FLING = (
    find_kind("witness"),
    find_kind("sudoku"),
    find_kind("tilt"),
    find_kind("fling"),
)
SMALL = Limits(seconds=20, states=200_000)


def generated(of: Kind, size: str, count: int) -> list[Any]:
    return [of.generate(Random(f"many-{number}"), size) for number in range(count)]


class Doors:
    """A puzzle of no kind: one door leads out, the other does not."""

    def starts(self) -> list[str]:
        return ["hall"]

    def moves(self, state: str) -> list[str]:
        return ["left", "right"]

    def apply(self, state: str, move: str) -> str:
        return {"left": "garden", "right": "cellar"}[move]

    def is_solved(self, state: str) -> bool:
        return state == "garden"


def alike(one: Score, other: Score) -> bool:
    """Whether two scores say the same, but for the steps and the time they took."""
    return replace(one, steps=(), seconds=0.0) == replace(other, steps=(), seconds=0.0)


def test_the_policy_is_that_of_the_call() -> None:
    puzzle = SUDOKU.parse("1... .... .... ...2")
    player = SUDOKU.player("none")
    policies: tuple[Policy, ...] = ("best", "greedy")
    together = [rate_many([puzzle], ["muse"], player=player, policy=each)[0]["muse"] for each in policies]
    alone = [rate(puzzle, ["muse"], player=player, policy=each)["muse"] for each in policies]
    assert all(map(alike, together, alone))
    assert together[0].value != together[1].value


@pytest.mark.parametrize("threads", [1, 3])
def test_scores_are_those_of_single_calls(threads: int) -> None:
    mixed = [*generated(WITNESS, "3x3", 30), *generated(SUDOKU, "4x4", 10), *generated(TILT, "4x4", 10)]
    Random(1).shuffle(mixed)
    names = ("remuse", "muse", "solutions")
    together = rate_many(mixed, names, limits=SMALL, threads=threads)
    assert len(together) == 50
    for puzzle, scores in zip(mixed, together, strict=True):
        alone = rate(puzzle, names, limits=SMALL)
        assert list(scores) == list(names)
        assert all(alike(scores[name], alone[name]) for name in names)


def test_panels_with_the_same_lines_score_as_they_do_alone() -> None:
    lines = ["+-+-+-E", "|{}|{}|{}|", "+-+-+-+", "|{}|{}|{}|", "+-+-+-+", "|{}|{}|{}|", "S-+-+-+"]
    drawn = Random(7)
    panels = [
        WITNESS.parse("/".join(lines).format(*drawn.choices(".wbWB123e", [9, 3, 3, 2, 2, 1, 1, 1, 0.3], k=9)))
        for _ in range(60)
    ]
    for name in WITNESS.named_players():
        player = WITNESS.player(name)
        together = rate_many(panels, ["remuse"], player=player, limits=SMALL)
        for panel, scores in zip(panels, together, strict=True):
            assert alike(scores["remuse"], rate(panel, ["remuse"], player=player, limits=SMALL)["remuse"])


def test_panels_with_the_same_lines_may_differ_in_what_can_be_laid_on_them() -> None:
    shapes = ("#", "##", "#,#", "##,#.", "###", "##,##")

    def panel(random: Random) -> Any:
        rows = [["+-"[x % 2] if y % 2 == 0 else "|."[x % 2] for x in range(7)] for y in range(7)]
        for y in (1, 3, 5):
            for x in (1, 3, 5):
                rows[y][x] = random.choice("ADADe......")
        rows[0][2], rows[4][6], rows[6][0] = "E", "E", "S"
        text = "\n".join(map("".join, rows))
        legend = [f"{each} = polyomino {random.choice(shapes)}" for each in "AD" if each in text]
        return WITNESS.parse("\n".join([text, *legend]))

    random = Random(1)
    panels, player = [panel(random) for _ in range(150)], WITNESS.player("none")
    together = rate_many(panels, ["remuse"], player=player, limits=SMALL)
    alone = [rate(each, ["remuse"], player=player, limits=SMALL) for each in panels]
    assert all(alike(one["remuse"], other["remuse"]) for one, other in zip(together, alone, strict=True))


def test_every_example_scores_the_same_for_every_player() -> None:
    for entry in examples(WITNESS):
        for name in WITNESS.named_players():
            player = WITNESS.player(name)
            [scores] = rate_many([entry.puzzle], ["remuse"], player=player, limits=SMALL)
            alone = rate(entry.puzzle, ["remuse"], player=player, limits=SMALL)
            assert alike(scores["remuse"], alone["remuse"])


def test_a_player_without_a_twin_is_asked_in_python() -> None:
    stare = Rule("stare", lambda puzzle, state, moves: (), native=False)
    player = WITNESS.player("none").knowing(stare)
    panels = generated(WITNESS, "2x2", 3)
    for scores, panel in zip(rate_many(panels, ["muse"], player=player), panels, strict=True):
        assert scores["muse"].engine == "python"
        assert scores["muse"].value == rate(panel, ["muse"], player=WITNESS.player("none"))["muse"].value


@pytest.mark.parametrize("name", ["muse", "remuse"])
def test_a_limit_is_kept_for_each_puzzle(name: str) -> None:
    easy, hard = WITNESS.parse("+-E/|.|/S-+"), WITNESS.parse(empty(7))
    quick, slow = rate_many([easy, hard], [name], player=WITNESS.player("none"), limits=Limits(states=50))
    assert quick[name].status is Status.EXACT
    alone = rate(hard, [name], player=WITNESS.player("none"), limits=Limits(states=50))[name]
    assert (slow[name].status, slow[name].stop) == (Status.GAVE_UP, "states")
    assert alike(slow[name], alone)
    assert (slow[name].at_least is None) == (name == "remuse")  # what is seen so far bounds only MUSE


def empty(side: int) -> str:
    top, row = "+" + "-+" * (side - 1) + "-E", "|" + ".|" * side
    rest = "/".join(f"{row}/+" + "-+" * side for _ in range(side - 1))
    return f"{top}/{rest}/{row}/S" + "-+" * side


def test_puzzles_with_a_twin_are_asked_together_whatever_stands_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = FLING.parse("/".join(["o.o" + "." * 7, *["." * 10] * 6]))
    assert FLING.engines.native is not None and FLING.engines.native(large) is None
    puzzles = [WITNESS.parse("+-E/|.|/S-+"), Doors(), large, *generated(TILT, "4x4", 2)]
    alone = list[Any]()

    def noted(puzzle: Any, *rest: Any, **options: Any) -> dict[str, Score]:
        alone.append(puzzle)
        return rate(puzzle, *rest, **options)

    monkeypatch.setattr("quandary.measuring.many.rate", noted)
    rate_many(puzzles, ["muse"], limits=Limits(states=10))
    assert alone == ([puzzles[1], large] if core() else puzzles)


def test_no_puzzles_have_no_scores() -> None:
    assert rate_many([]) == []


def test_puzzles_of_no_kind_are_rated_too() -> None:
    [scores] = rate_many([Doors()], ["muse"], limits=Limits(states=10))
    assert scores["muse"].value == 1
