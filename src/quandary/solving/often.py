"""A deduction solver that guesses, run again and again."""

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
    """Return what the solver does in each of some runs, in numbers.

    Run i is `deduce` with `seeds(seed, runs)[i]`. The steps of `limits` are for each run, its seconds for all
    of them together. A policy of one's own runs in Python.
    """
    return engine_for(sheet, engine).deduce_often(player, guess, runs, seed, limits)
