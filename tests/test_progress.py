"""Progress: work that takes longer than two seconds shows it, and Ctrl-C stops it."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from time import monotonic, sleep

import pytest

from quandary.limits import Limits, Meter
from quandary.runs import progress

ROOM = "12#|#@---------#|#--$----$--#|#----------#|#--$-..-$--#|#----..----#|#--$-..-$--#|#----------#|12#"
"""A puzzle that no engine can finish."""


def started(*arguments: str, stderr: int = subprocess.PIPE) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "quandary", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)


def waits_for(read: Callable[[], str], words: str, seconds: float = 60) -> bool:
    said, end = "", monotonic() + seconds
    while words not in said and monotonic() < end:
        said += read()
    return words in said


@pytest.mark.parametrize(
    "arguments",
    [
        ("rate", f"sokoban:{ROOM}", "--features", "--seconds", "100"),
        ("rate", f"sokoban:{ROOM}", "-m", "two_parts", "--seconds", "100"),
        ("explain", f"sokoban:{ROOM}", "--seconds", "100"),
    ],
    ids=["survey", "ways", "explanation"],
)
def test_ctrl_c_ends_one_long_call(arguments: tuple[str, ...]) -> None:
    with started(*arguments) as process:
        assert process.stderr is not None
        assert waits_for(process.stderr.readline, "this takes a while")
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "quandary: interrupted\n")


def test_a_terminal_sees_the_states_of_a_long_call() -> None:
    ours, theirs = pty.openpty()
    with started("rate", f"sokoban:{ROOM}", "--features", "--seconds", "100", stderr=theirs) as process:
        os.close(theirs)
        assert waits_for(lambda: os.read(ours, 4096).decode("utf-8", "replace"), "states of the next")
        os.kill(process.pid, signal.SIGINT)
        process.communicate(timeout=20)
    os.close(ours)


def test_a_log_is_told_now_and_then_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    monkeypatch.setattr(progress, "INTERVAL", 0.01)
    meter = Meter()
    budget = Limits(meter=meter).start()
    with progress.counting("testing", meter) as tick:
        tick()
        for _ in range(1234):
            budget.spend()
        said, end = "", monotonic() + 10
        while "1,234 states" not in said and monotonic() < end:
            sleep(0.01)
            said += capsys.readouterr().err
    assert said.startswith("quandary: testing: this takes a while\n")
    assert "quandary: testing: 1 done, 1,234 states of the next\n" in said


def test_the_pace_and_the_time_left_are_told_where_the_total_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, meter = 100.0, Meter()
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    count, unknown = progress.Ticker("rating", 1000, meter), progress.Ticker("rating", None, meter)
    for each in (count, unknown):
        for _ in range(500):
            each.skip()  # kept from an earlier run, so they say nothing about the pace
        for _ in range(100):
            each()
    now += 50
    meter.numbers[0] += 77
    assert str(count) == ("rating: 600 of 1,000 done, 2 per second, about 4 min left, 77 states of the next")
    assert str(unknown) == "rating: 600 done, 2 per second, 77 states of the next"
    assert count.seconds_left == 400 / 2


def test_nothing_is_guessed_from_the_first_two_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    count = progress.Ticker("rating", 10)
    now += 6
    for _ in range(2):
        count()
        assert (count.pace, count.seconds_left) == (None, None)
    count()
    assert (count.pace, count.seconds_left) == (0.5, 14)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "1 s"), (59.5, "60 s"), (60, "2 min"), (3599, "60 min"), (3600, "1.0 h"), (5400, "1.5 h")],
)
def test_the_time_left_is_told_in_the_unit_that_people_use(seconds: float, said: str) -> None:
    assert progress.in_units(seconds) == said


def test_a_total_that_is_known_is_told_from_the_first_line_on() -> None:
    with progress.counting("testing", total=42) as count:
        assert str(count) == "testing: 0 of 42 done"
    with progress.counting("testing") as count:
        assert str(count) == "testing: 0 done"


def test_the_total_is_found_out_only_if_it_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def total() -> int:
        asked.append(1)
        return 42

    with progress.counting("testing", total=total):
        pass
    assert asked == []
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    monkeypatch.setattr(progress, "INTERVAL", 0.01)
    said, end = "", monotonic() + 10
    with progress.counting("testing", total=total):
        while "0 of 42 done" not in said and monotonic() < end:
            sleep(0.01)
            said += capsys.readouterr().err
    assert "quandary: testing: 0 of 42 done, still working\n" in said
    assert asked == [1]


def test_what_is_quick_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.counting("testing"):
        pass
    assert capsys.readouterr().err == ""
