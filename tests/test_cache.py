"""Cached answers are kept whole, recomputed if damaged, and optional."""

from pathlib import Path

import pytest

from quandary.parts.cache import cached, folder


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "deep" / "cache"
    monkeypatch.setenv("QUANDARY_CACHE", str(place))
    return place


class Maker:
    """Compute an answer and count the calls."""

    def __init__(self, text: str = "two\nlines\n") -> None:
        self.text = text
        self.times = 0

    def __call__(self) -> str:
        self.times += 1
        return self.text


def test_an_answer_is_made_once_and_then_read(cache: Path) -> None:
    make = Maker()
    for _ in range(3):
        assert cached("answer", 1, make, accept=lambda text: True) == "two\nlines\n"
    assert make.times == 1
    assert [path.name for path in cache.iterdir()] == ["answer-1.txt"]


def test_another_version_is_made_anew_and_leaves_the_old_one_alone(cache: Path) -> None:
    cached("answer", 1, Maker("old"), accept=lambda text: True)
    assert cached("answer", 2, Maker("new"), accept=lambda text: True) == "new"
    assert cached("answer", 1, Maker("never"), accept=lambda text: True) == "old"


def test_an_answer_that_is_not_accepted_is_made_again(cache: Path) -> None:
    cached("answer", 1, Maker("wrong"), accept=lambda text: True)
    assert cached("answer", 1, Maker("right"), accept=lambda text: text == "right") == "right"


@pytest.mark.parametrize("content", [b"", b"\xff", b"quandary answer 1 0000\ntext", b"text"])
def test_a_file_that_is_not_whole_is_made_again(cache: Path, content: bytes) -> None:
    cached("answer", 1, Maker("good"), accept=lambda text: True)
    (cache / "answer-1.txt").write_bytes(content)
    assert cached("answer", 1, Maker("good"), accept=lambda text: True) == "good"
    assert (cache / "answer-1.txt").read_text().endswith("\ngood")


def test_where_nothing_can_be_kept_the_answer_is_made_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("QUANDARY_CACHE", str(tmp_path / "file" / "folder"))
    make = Maker()
    for times in (1, 2):
        assert cached("answer", 1, make, accept=lambda text: True) == make.text
        assert make.times == times


def test_the_folder_can_be_chosen() -> None:
    assert folder({"QUANDARY_CACHE": "here", "XDG_CACHE_HOME": "there"}) == Path("here")
    assert folder({"XDG_CACHE_HOME": "there"}) == Path("there/quandary")
    assert folder({}).name == "quandary"
