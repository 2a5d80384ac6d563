"""Repeated runs of a deduction solver that guesses."""

from quandary.engine import Engine, EngineName, Guess
from quandary.limits import Limits
from quandary.player import Player
from quandary.puzzle import AnyFillPuzzle
from quandary.solving.choose import engine_for
from quandary.solving.deduce import DEFAULT, fewest
from quandary.trace import Runs


def deduce_often(
    sheet: AnyFillPuzzle,
    player: Player,
    *,
    guess: Guess = fewest,
    runs: int = 100,
    seed: int = 0,
    limits: Limits = DEFAULT,
    engine: Engine | EngineName = "auto",
) -> Runs:
    """Return the key numbers of repeated runs of the solver.

    Run i is `deduce` with `seeds(seed, runs)[i]`. The steps of `limits` are for each run, its seconds for all
    of them together. A custom policy runs in Python.
    """
    return engine_for(sheet, engine).deduce_often(player, guess, runs, seed, limits)
