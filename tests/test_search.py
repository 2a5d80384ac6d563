"""Solutions are counted without listing them, and found by the fastest solver of a kind."""

import pytest

from quandary._native import core
from quandary.kinds.fillomino import KIND as FILLOMINO
from quandary.kinds.witness import KIND as WITNESS
from quandary.solving import search
from quandary.solving.search import count, solutions

EMPTY = "+-+-+-E/|.|.|.|/+-+-+-+/|.|.|.|/+-+-+-+/|.|.|.|/S-+-+-+"

needs_core = pytest.mark.skipif(
    core() is None, reason="the compiled core is not installed; CI requires it and runs this"
)


@needs_core
def test_counting_in_the_core_lists_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(search, "solutions")
    assert count(WITNESS.parse(EMPTY)).solutions == 184


@needs_core
def test_the_first_solution_of_a_kind_with_a_native_solver_is_found_by_it() -> None:
    puzzle = FILLOMINO.parse("4.2./3.../..1./6...")
    found = solutions(puzzle, most=1)
    assert (found.engine, len(found.found)) == ("native", 1)
    assert puzzle.is_solved(found.found[0].end(puzzle))
