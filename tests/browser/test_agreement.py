"""What play.js does is what the Python rules say: the same states, the same moves, the same verdict, the same picture."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route
from tests.browser.browsing import ROOT, Watched
from tests.browser.gestures import PENCIL, plays

from quandary.board.data import drawing_data
from quandary.library import registry
from quandary.library.files import Entry, examples
from quandary.pencil.grid import OPEN
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.search import completions
from quandary.pencil.words.word import values_of
from quandary.showing.playable import Playable
from quandary.solving.follow import follow
from quandary.web.play.judge import judge, states, text_of
from quandary.web.play.judge import lines as log_lines

KINDS = list(registry.find_kinds())
PLAYS, WILD = 1_000, 150
FEWER_PLAYS, BOARDS = 100, 60
"""For declared kinds, which share one module: plays, and boards on which broken rules are compared."""
FULL = 8
"""Of every so many plays, one is compared with all its moves and its picture, the others by numbers of moves."""
LONGEST = 40
"""The most moves of a random play."""


@pytest.fixture
def page(opened: Callable[..., Watched]) -> Iterator[Page]:
    """A page that can import the modules of the checkout."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix("http://checkout.test/")
        kind, _, name = path.removeprefix("src/quandary/kinds/").partition("/")
        file = registry.find_kind(kind).folder / name if kind in KINDS else ROOT / path
        if file.name == "blank":
            route.fulfill(body="<!DOCTYPE html><title>blank</title>", content_type="text/html")
        else:
            route.fulfill(body=file.read_text("utf-8"), content_type="text/javascript")

    made = opened("http://checkout.test").page()
    made.route("http://checkout.test/**", answer)
    made.goto("http://checkout.test/blank")
    yield made


def some_puzzles(kind: str) -> list[Playable]:
    """Return the examples of a kind and some generated puzzles."""
    found = registry.find_kind(kind)
    made = [Playable.of(entry) for entry in examples(found)]
    if found.maker.generate:
        for seed in range(12):
            size = found.maker.sizes[seed % min(3, len(found.maker.sizes))]
            made.append(Playable.of(Entry(found, found.maker.generate(Random(seed), size), f"made-{seed}")))
    return made


def random_play(playable: Playable, random: Random) -> tuple[dict[str, Any], list[Any], Any]:
    """Make random legal moves: the play, what is true of each state, and the last state."""
    name = random.choice(list(playable.starts))
    state, moves, told = playable.starts[name], list[str](), list[Any]()
    for _ in range(random.randrange(LONGEST)):
        solved = playable.steps.is_solved(state)
        legal = [] if solved else list(playable.steps.moves(state))
        told.append([[str(move) for move in legal], solved])
        if not legal:
            break
        move = random.choice(legal)
        moves.append(str(move))
        state = playable.steps.apply(state, move)
    else:
        solved = playable.steps.is_solved(state)
        told.append([[] if solved else [str(move) for move in playable.steps.moves(state)], solved])
    start = name if len(playable.starts) > 1 else None
    return {"does": "follow", "start": start, "moves": moves}, told, state


def ask(page: Page, jobs: list[dict[str, Any]], puzzles: list[Playable]) -> list[Any]:
    """Run jobs of agree.mjs in the browser."""
    data = [{"puzzle": each.data["puzzle"], "drawing": each.data["drawing"]} for each in puzzles]
    script = """async ([module, jobs, data]) => {
        const { follow, wild, scripted, wrong } = await import('http://checkout.test/tests/browser/agree.mjs')
        const play = await import(`http://checkout.test/src/quandary/${module}`)
        return JSON.stringify(jobs.map((job) => { const { puzzle, drawing } = data[job.on]
            return job.does === 'follow' ? follow(play, puzzle, job) : job.does === 'wrong' ? wrong(puzzle, job) : job.does === 'wild' ? wild(play, puzzle, drawing, job.seed, job.count)
                : scripted(play, puzzle, job.gestures) }))
    }"""
    told: list[Any] = json.loads(page.evaluate(script, [puzzles[0].module, jobs, data]))
    return told


def rounded(value: Any) -> Any:
    """Return shapes with their numbers rounded, since JavaScript adds in another order."""
    match value:
        case bool() | None | str():
            return value
        case int() | float():
            return round(value, 5) + 0.0
        case list():
            return [rounded(each) for each in value]
    return {name: rounded(each) for name, each in value.items()}


def assert_drawn(playable: Playable, state: Any, theirs: list[Any]) -> None:
    """Assert that the board draws a state as Python does."""
    assert rounded(theirs) == rounded(drawing_data(playable.draw(state))["shapes"])


@pytest.mark.parametrize("kind", KINDS)
def test_random_plays_agree_in_states_moves_verdicts_and_pictures(kind: str, page: Page) -> None:
    puzzles, random = some_puzzles(kind), Random(kind)
    jobs, truths = list[dict[str, Any]](), list[tuple[Playable, list[Any], Any]]()
    for number in range(FEWER_PLAYS if kind in PENCIL else PLAYS):
        on = number % len(puzzles)
        job, told, state = random_play(puzzles[on], random)
        jobs.append(job | {"on": on, "full": number % FULL == 0})
        truths.append((puzzles[on], told, state))
    for job, (playable, told, state), got in zip(jobs, truths, ask(page, jobs, puzzles), strict=True):
        for (moves, solved), (their_moves, their_verdict) in zip(told, got["told"], strict=True):
            assert their_moves == (moves if job["full"] else len(moves))
            assert their_verdict in (solved, None), "None leaves it to the server"
        if job["full"]:
            assert_drawn(playable, state, got["shapes"])
    solved = any(told[-1][1] for _, told, _ in truths)
    assert solved or kind in PENCIL, (
        "some random play should solve its puzzle, unless what is wrong is allowed"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_the_hands_do_the_rules_accept_it(kind: str, page: Page) -> None:
    puzzles = some_puzzles(kind)
    jobs = [{"does": "wild", "on": seed % len(puzzles), "seed": seed, "count": 60} for seed in range(WILD)]
    made = 0
    for job, got in zip(jobs, ask(page, jobs, puzzles), strict=True):
        playable = puzzles[job["on"]]  # type: ignore[call-overload]
        log = [tuple(entry) for entry in got["log"]]
        reached = states(playable, log)  # raises if an entry is not possible
        last = log_lines(playable, log)[-1]
        assert text_of(playable, last.start, last.moves) == got["text"]
        if got["chosen"]:
            way = follow(playable.steps, got["text"])
            made += len(way.states) - 1
            assert got["solved"] in (way.is_solved, None)
            assert_drawn(playable, reached[-1], got["shapes"])
    assert made, "some gestures should make a move"


@pytest.mark.parametrize("kind", KINDS)
def test_listed_plays_give_their_moves_and_verdicts(kind: str, page: Page) -> None:
    found, listed = registry.find_kind(kind), plays(kind)
    puzzles = [Playable.of(Entry(found, found.parse(each["puzzle"]), "play")) for each in listed]
    jobs = [{"does": "scripted", "on": on, "gestures": each["gestures"]} for on, each in enumerate(listed)]
    for line, playable, got in zip(listed, puzzles, ask(page, jobs, puzzles), strict=True):
        assert got["text"] == line["moves"]
        if line["verdict"] == "refused":
            assert got["changed"] == [False] * len(line["gestures"])
        else:
            assert judge(playable, got["text"]).reason == line["verdict"]
            assert got["solved"] is (line["verdict"] == "solved")
    for verdict, devices in (("solved", {"mouse", "keyboard", "touch"}), ("refused", {"mouse", "keyboard"})):
        assert {each["by"] for each in listed if each["verdict"] == verdict} == devices


@pytest.mark.parametrize("kind", PENCIL)
def test_rules_are_shown_as_broken_only_if_they_are_and_all_of_them_on_a_full_board(
    kind: str, page: Page
) -> None:
    puzzles, random = some_puzzles(kind), Random(kind)
    jobs, truths = list[dict[str, Any]](), list[tuple[set[int], set[int]]]()
    for number in range(BOARDS):
        puzzle = puzzles[number % len(puzzles)].puzzle
        solved = next(completions(puzzle))
        state = random_board(puzzle, solved, random, full=number % 2 == 0)
        wrong = {puzzle.words.index(each.word) for each in puzzle.broken(state)}
        jobs.append({"does": "wrong", "on": number % len(puzzles), "state": state})
        truths.append((wrong, wrong if OPEN not in state else set()))
    for (most, least), got in zip(truths, ask(page, jobs, puzzles), strict=True):
        assert least <= {*got} <= most
    assert any(most for most, _ in truths), "some board should break a rule"


def random_board(puzzle: Pencil, solved: State, random: Random, *, full: bool) -> State:
    """Return a solution with some wrong marks, and some left out unless it is to be full."""
    values = [values_of(mask) for mask in puzzle.grid.domains]
    wrong, gaps = random.choice((0.02, 0.1, 0.5)), 0 if full else random.random()
    return tuple(
        start if start != OPEN else OPEN if random.random() < gaps
        else random.choice(values[spot]) if random.random() < wrong else solved[spot]
        for spot, start in enumerate(puzzle.start)
    )  # fmt: skip
