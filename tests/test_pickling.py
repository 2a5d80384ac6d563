"""What the library hands out can be sent to other processes and kept in caches: it pickles."""

import io
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from typing import Any

import pytest
from tests.test_public_names import NAMES

import quandary
from quandary import Entry, Limits, errors
from quandary.kind import Kind
from quandary.library.given import given
from quandary.library.own import own_kind
from quandary.library.registry import find_kind, find_kinds
from quandary.limits import Stop
from quandary.runs.batch import Setting, rate_all

LIMITS = Limits(seconds=5, states=2_000)
KINDS = [find_kind(name) for name in find_kinds()]


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - made here


@cache
def handed_out(kind: Kind) -> dict[str, Any]:
    """Return what functions of the library return about an example, after it was rated with every measure."""
    entry = quandary.examples(kind)[0]
    puzzle = entry.puzzle
    every = [
        name
        for name in quandary.measures()
        if name not in ("time", "solve_rate", "hesitation", "hesitation_mean")
    ]
    quandary.rate(puzzle, every, limits=LIMITS)
    (rating,) = rate_all([entry], Setting(limits=LIMITS))
    player = kind.player("")
    return {
        "scores": quandary.rate(entry, limits=LIMITS),
        "ratings": quandary.rate([entry], limits=LIMITS),
        "rating": rating,
        "verdict": rating.verdict,
        "explanation": quandary.explain(puzzle, limits=LIMITS),
        "hint": quandary.hint(puzzle, limits=LIMITS),
        "checked": list(quandary.check(entry, limits=LIMITS)),
        "generated": quandary.generate(kind.name, count=1, seed=1) if kind.maker.generate else None,
        "solution": quandary.solve(puzzle, limits=LIMITS),
        "solutions": quandary.solutions(puzzle, most=3, limits=LIMITS),
        "graph": quandary.explore(puzzle, limits=LIMITS),
        "trace": quandary.deduce(puzzle, player, limits=LIMITS),
        "drawing": quandary.show(puzzle),
        "player": player,
        "players": kind.people.players,
        "rules": kind.people.rules,
        "kind": kind,
        "entry": entry,
        "puzzle": puzzle,
    }


@pytest.fixture(scope="module", params=KINDS, ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    """Return each kind in turn, so that what is handed out about one serves all tests of it."""
    found: Kind = request.param
    return found


def test_everything_about_a_puzzle_survives_pickling(kind: Kind) -> None:
    for name, thing in handed_out(kind).items():
        back = again(thing)
        assert type(again(back)) is type(thing), name
    things = handed_out(kind)
    assert again(kind) is kind
    assert again(things["entry"]) == things["entry"] and again(things["puzzle"]) == things["puzzle"]
    assert again(things["scores"]) == things["scores"] and again(things["rules"]) == things["rules"]
    assert again(things["solution"]) == things["solution"]


def test_a_puzzle_that_was_pickled_after_rating_is_rated_as_before(kind: Kind) -> None:
    puzzle = handed_out(kind)["puzzle"]
    few, limits = kind.people.columns[:2], Limits(states=1_000)

    def told(one: Any) -> dict[str, Any]:
        return {
            name: replace(score, seconds=0) for name, score in quandary.rate(one, few, limits=limits).items()
        }

    assert told(again(puzzle)) == told(puzzle)


PUBLIC_TYPES = [name for name in NAMES if isinstance(getattr(quandary, name), type)]


def test_every_public_type_is_among_what_is_pickled() -> None:
    """A type that is made public later must be handed out in one of these tests, too."""
    seen = set[str]()

    class Noting(pickle.Pickler):
        def persistent_id(self, thing: Any) -> None:
            seen.update(each.__name__ for each in type(thing).__mro__)

    others = {"QuandaryError": quandary.QuandaryError("no"), "Limits": LIMITS}
    for thing in others.values():
        assert type(again(thing)) is type(thing)
    wanted = set(PUBLIC_TYPES) - {"Puzzle", "FillPuzzle", "Status"} - others.keys()
    for kind in KINDS:
        Noting(io.BytesIO()).dump(handed_out(kind))
        if wanted <= seen:
            break
    assert wanted <= seen


ERRORS = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, Exception)]


@pytest.mark.parametrize("error", ERRORS)
def test_an_error_of_a_worker_process_arrives_as_it_was(error: type[Exception]) -> None:
    given = ("kind", "sudoko", ["sudoku", "tilt"]) if error is errors.UnknownNameError else ("It broke.",)
    one = error(*given)
    back = again(one)
    assert (type(back), str(back), vars(back)) == (error, str(one), vars(one))


def test_measures_and_other_small_things_survive_pickling() -> None:
    for measure in quandary.measures().values():
        assert again(measure) is measure
    for thing in (Stop("seconds", 2), Setting(), quandary.Status.EXACT, quandary.Slot("cell", 3)):
        assert again(thing) == thing


def test_a_changed_kind_stays_changed() -> None:
    changed = find_kind("tilt").but(columns=("muse",), title="other")
    back = again(changed)
    assert (back.people.columns, back.title, back.pictures) == (
        ("muse",),
        "other",
        find_kind("tilt").pictures,
    )


class Stairs:
    """A puzzle without a kind."""

    def starts(self) -> list[int]:
        return [0]

    def moves(self, state: int) -> list[int]:
        return [1, 2]

    def apply(self, state: int, move: int) -> int:
        return state + move

    def is_solved(self, state: int) -> bool:
        return state >= 5

    def write(self, state: int) -> str:
        return str(state)


def test_puzzles_of_ones_own_pickle_with_the_kind_that_was_made_for_them() -> None:
    (entry,) = given(Stairs())
    back = again(entry)
    assert back.kind.name == "stairs" and back.kind.pictures.write(Stairs(), 3) == "3"
    assert again(own_kind(Stairs)).title == "Stairs"
    assert str(again(quandary.explain(Stairs()))) == str(quandary.explain(Stairs()))


def rated(entry: Entry) -> float | None:
    score: quandary.Score = quandary.rate(entry, ["muse"])["muse"]
    return score.value


def test_entries_can_be_sent_to_other_processes() -> None:
    entries = quandary.examples(find_kind("sudoku"))[:2]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(rated, entries)) == [rated(each) for each in entries]
