"""The labels of a puzzle agree: its level, its headline, its norm, and the words of rate and explain."""

from dataclasses import replace
from itertools import pairwise

import pytest

from quandary._native import core
from quandary.kind import Kind
from quandary.library import registry
from quandary.measuring.norms import load
from quandary.testing.labels import Labelled, contradictions, labelled

EACH = 4
SMALL = {"sudoku": "6x6", "fillomino": "4x4", "maze": "4x4", "tilt": "4x4", "hex": "5-piece"}
"""Sizes whose puzzles are made and rated quickly, also without the compiled core."""


def some(kind: Kind) -> list[Labelled]:
    levels = list(kind.maker.levels) or [""]
    return [labelled(kind, level, seed, SMALL.get(kind.name, "")) for level in levels for seed in range(EACH)]


@pytest.mark.parametrize(
    "name", [name for name in registry.find_kinds() if registry.find_kind(name).maker.generate]
)
def test_the_labels_of_generated_puzzles_never_contradict(name: str) -> None:
    if core() is None and name in {"sokoban", "hex"}:
        pytest.skip("this takes minutes without the compiled core; CI runs it with the core")
    kind = registry.find_kind(name)
    assert list(contradictions(kind, some(kind))) == []


@pytest.mark.parametrize("name", list(registry.find_kinds()))
def test_levels_are_bands_of_the_headline_without_gaps(name: str) -> None:
    kind = registry.find_kind(name)
    bands = list(kind.maker.levels.values())
    assert all(one.high == other.low for one, other in pairwise(bands))
    assert kind.people.headline in (kind.people.columns or (kind.people.headline,))


@pytest.mark.parametrize("name", list(registry.find_kinds()))
def test_norms_are_of_the_headline_and_have_puzzles_of_the_usual_size(name: str) -> None:
    kind = registry.find_kind(name)
    norms = load(kind)
    if kind.maker.generate is None:
        assert norms is None
        return
    assert norms is not None and norms.measure == kind.people.headline
    assert (kind.maker.usual_size or kind.maker.sizes[0]) in norms.sizes


def test_a_puzzle_that_is_labelled_twice_is_found_out() -> None:
    sudoku = registry.find_kind("sudoku")
    easy = labelled(sudoku, "easy", 1, "4x4")
    assert list(contradictions(sudoku, [easy])) == []
    assert "to rate, but 'hard' to explain" in next(
        contradictions(sudoku, [replace(easy, in_explain="hard")])
    )
    assert "was made as evil" in next(contradictions(sudoku, [replace(easy, made_as="evil")]))
