"""The contract that every kind keeps, as a suite that anybody can run on their own kind.

    from quandary.testing import check_kind

    def test_my_kind_keeps_the_contract():
        check_kind(KIND)

Each promise is a check of its own, so that a test runner can show which one is broken:

>>> from quandary.kinds._template import KIND
>>> [check.name for check in checks(KIND)][:3]
['card', 'examples', 'facts']
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from quandary._native import PurePythonWarning
from quandary.kind import Kind
from quandary.testing.card import check_card
from quandary.testing.examples import check_examples, check_facts
from quandary.testing.filling import check_filling
from quandary.testing.making import check_generator, check_neighbours, check_reductions
from quandary.testing.notation import check_garbage, check_notation
from quandary.testing.offers import check_complete, check_features, check_tally
from quandary.testing.pictures import check_pictures
from quandary.testing.play import check_play
from quandary.testing.readable import check_readable
from quandary.testing.samples import NotRun, Samples
from quandary.testing.sight import check_rules_are_monotone, check_rules_are_sound
from quandary.testing.symmetry import check_symmetries
from quandary.testing.twins import check_native_equals_python

__all__ = ["Check", "NotRun", "check_kind", "checks"]


@dataclass(frozen=True)
class Check:
    """One promise of one kind. `run` raises AssertionError if it is broken, NotRun if that cannot be told here."""

    name: str
    run: Callable[[], None]


def checks(kind: Kind, *, examples: int = 20) -> list[Check]:
    """The promises that a kind makes by offering what it offers.

    `examples` is how many generated puzzles each promise is tried on, beside the kind's own examples.
    """
    samples = Samples(kind, examples)
    promises: dict[str, tuple[Callable[[Samples], None], object]] = {
        "card": (check_card, True),
        "examples": (check_examples, True),
        "facts": (check_facts, True),
        "play": (check_play, True),
        "filling": (check_filling, hasattr(kind.puzzle, "slots")),
        "notation": (check_notation, True),
        "garbage": (check_garbage, True),
        "pictures": (check_pictures, kind.pictures.draw),
        "readable": (check_readable, kind.pictures.draw),
        "generator": (check_generator, kind.maker.generate),
        "reductions": (check_reductions, kind.maker.reductions),
        "neighbours": (check_neighbours, kind.maker.neighbours),
        "symmetries": (check_symmetries, kind.sameness.symmetries),
        "tally": (check_tally, kind.engines.tally or kind.engines.search),
        "complete": (check_complete, kind.engines.complete),
        "features": (check_features, kind.features),
        "sound rules": (check_rules_are_sound, kind.people.rules),
        "monotone rules": (check_rules_are_monotone, kind.people.rules),
        "native equals Python": (check_native_equals_python, kind.engines.native),
    }
    return [Check(name, partial(check, samples)) for name, (check, offered) in promises.items() if offered]


def check_kind(kind: Kind, *, examples: int = 20) -> None:
    """Nothing if the kind keeps every promise; else AssertionError with the puzzle that breaks one.

    >>> from quandary.kinds._template import KIND
    >>> check_kind(KIND, examples=2)
    """
    for check in checks(kind, examples=examples):
        try:
            check.run()
        except NotRun as why:
            warnings.warn(f"{kind.name}, {check.name}: not checked, {why}", PurePythonWarning, stacklevel=2)
