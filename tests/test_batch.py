"""Rating many puzzles: in order, in several processes, and in spite of a kind that fails."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from quandary.batch import AHEAD, Rating, Setting, rate_all
from quandary.errors import UnknownNameError
from quandary.files import Entry, examples
from quandary.limits import Limits
from quandary.registry import kind, kinds
from quandary.score import Status


def every_example() -> list[Entry]:
    return [entry for name in kinds() for entry in examples(kind(name))]


def values(ratings: list[Rating]) -> list[dict[str, float | None]]:
    return [{name: score.value for name, score in rating.scores.items()} for rating in ratings]


def test_several_processes_give_the_same_scores_in_the_same_order_as_one() -> None:
    entries, setting = every_example(), Setting(measures=("muse", "solutions"))
    alone, together = list(rate_all(entries, setting)), list(rate_all(entries, setting, jobs=2))
    assert [rating.entry for rating in together] == entries
    assert values(together) == values(alone)
    assert len(values(alone)) > 5


def test_the_player_and_the_policy_cross_to_other_processes() -> None:
    entries = examples(kind("witness"))[:1]
    setting = Setting(("muse",), player="none", lookahead=1, policy="greedy")
    (rating,) = rate_all(entries, setting, jobs=2)
    assert rating.scores["muse"].player == "none, looking 1 ahead"
    assert rating.scores["muse"].policy == "greedy"


def test_only_a_few_puzzles_are_read_ahead() -> None:
    read = 0

    def endless() -> Iterator[Entry]:
        nonlocal read
        while True:
            read += 1
            yield examples(kind("witness"))[1]

    for jobs in (1, 2):
        read = 0
        ratings = rate_all(endless(), Setting(("muse",)), jobs=jobs)
        next(ratings)
        assert read <= jobs * AHEAD + 1
        ratings.close()


class Broken:
    """A puzzle whose kind has a bug."""

    def starts(self) -> list[str]:
        raise ZeroDivisionError("oops")


def test_a_kind_that_fails_on_a_puzzle_spoils_that_rating_only() -> None:
    good = examples(kind("witness"))[0]
    bad = replace(good, puzzle=Broken(), where="levels.jsonl, line 2")
    first, second, third = rate_all([good, bad, good], Setting(("muse",)))
    assert first.scores["muse"].value == third.scores["muse"].value == 1
    assert second.scores == {}
    why = "the kind witness failed on this puzzle, a bug in the kind (ZeroDivisionError: oops)"
    assert second.failure == f"levels.jsonl, line 2: {why}"


def test_an_unknown_measure_or_player_is_said_at_once() -> None:
    entries = examples(kind("witness"))
    with pytest.raises(UnknownNameError, match=r"No measure 'muze'\. Did you mean 'muse'"):
        rate_all(entries, Setting(("muze",)))
    with pytest.raises(UnknownNameError, match=r"No player of witness 'papper'\. Did you mean 'paper'"):
        list(rate_all(entries, Setting(player="papper"), jobs=2))


def test_the_limits_are_for_each_puzzle() -> None:
    entries = examples(kind("witness"))[:3]
    ratings = list(rate_all(entries, Setting(("states",), limits=Limits(states=20))))
    assert [rating.scores["states"].status for rating in ratings] == [
        Status.GAVE_UP,  # 77 states
        Status.EXACT,  # 5
        Status.GAVE_UP,  # 51
    ]


def test_the_headline_is_there_if_it_was_asked_for() -> None:
    entries = examples(kind("witness"))[:1]
    (with_it,), (without_it,) = (list(rate_all(entries, Setting((m,)))) for m in ("remuse", "muse"))
    assert with_it.headline is with_it.scores["remuse"]
    assert without_it.headline is None and without_it.standing is None
