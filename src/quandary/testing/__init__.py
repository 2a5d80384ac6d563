"""The contract that every kind keeps, as a suite to run on a kind of your own.

    from quandary.testing import check_kind

    def test_my_kind_keeps_the_contract():
        check_kind(KIND)

Each promise is a check of its own, so that a test runner can show which one is broken. They come in groups: the
kind, the puzzle, and one group for each facet, which is there if the facet is.

>>> from quandary.kinds._template import KIND
>>> [check.name for check in checks(KIND) if check.facet == "people"]
['players', 'sound rules', 'monotone rules']
"""

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from quandary._native import PurePythonWarning
from quandary.kind import FACETS, Kind
from quandary.puzzle import AnyPuzzle
from quandary.testing.anything import check_anything
from quandary.testing.board import check_board
from quandary.testing.card import check_card
from quandary.testing.engines import check_estimate, check_fewest, check_solvers
from quandary.testing.examples import check_examples, check_facts
from quandary.testing.features import check_features
from quandary.testing.filling import check_filling
from quandary.testing.maker import (
    check_generator,
    check_levels,
    check_neighbours,
    check_reductions,
    check_sizes,
)
from quandary.testing.notation import check_customary_files, check_garbage, check_move_texts, check_notation
from quandary.testing.people import (
    check_deduction,
    check_players,
    check_rules_are_monotone,
    check_rules_are_sound,
    check_theory_is_sound,
)
from quandary.testing.pictures import check_drawn_steps, check_pictures
from quandary.testing.play import check_play
from quandary.testing.readable import check_readable
from quandary.testing.sameness import check_symmetries
from quandary.testing.samples import NotRun, Samples
from quandary.testing.states import check_states
from quandary.testing.twins import check_native_equals_python

__all__ = ["Check", "NotRun", "check_kind", "checks"]

_Promises: TypeAlias = Mapping[str, tuple[Callable[[Samples], None], object]]
"""By name: how a promise is checked, and whether it is given."""


@dataclass(frozen=True)
class Check:
    """One promise of one kind. `run` raises AssertionError if it is broken, or NotRun if it cannot run here."""

    name: str
    facet: str
    """The facet that the promise belongs to, or "kind", or "puzzle"."""
    run: Callable[[], None]


def checks(kind: Kind, *, examples: int = 20, puzzles: Iterable[AnyPuzzle] = ()) -> list[Check]:
    """Return the checks for everything that a kind offers.

    Each promise is tested on the kind's own examples and on `examples` generated puzzles. A kind without
    notation and generator is tested on the given `puzzles`.
    """
    samples = Samples(kind, examples, puzzles)
    return [
        Check(name, facet, partial(check, samples))
        for facet, promises in _promises(kind).items()
        if facet not in FACETS or getattr(kind, facet) != FACETS[facet]()
        for name, (check, is_given) in promises.items()
        if is_given
    ]


def check_kind(kind: Kind, *, examples: int = 20, puzzles: Iterable[AnyPuzzle] = ()) -> None:
    """Check that a kind keeps every promise, or raise AssertionError with the puzzle that breaks it.

    >>> from quandary.kinds._template import KIND
    >>> check_kind(KIND, examples=2)
    """
    for check in checks(kind, examples=examples, puzzles=puzzles):
        try:
            check.run()
        except NotRun as why:
            warnings.warn(f"{kind.name}, {check.name}: not checked, {why}", PurePythonWarning, stacklevel=2)


def _promises(kind: Kind) -> dict[str, _Promises]:
    """Return every promise by facet."""
    notation, pictures, people = kind.notation, kind.pictures, kind.people
    maker, engines, is_filled = kind.maker, kind.engines, hasattr(kind.puzzle, "slots")
    return {
        "kind": {
            "card": (check_card, True),
            "features": (check_features, kind.own_features),
        },
        "puzzle": {
            "play": (check_play, True),
            "states": (check_states, True),
            "filling": (check_filling, is_filled),
        },
        "notation": {
            "notation": (check_notation, True),
            "garbage": (check_garbage, True),
            "examples": (check_examples, True),
            "facts": (check_facts, True),
            "customary files": (check_customary_files, notation.recognise),
            "move texts": (check_move_texts, True),
            "anything": (check_anything, (kind.folder / "anything.py").is_file()),
        },
        "pictures": {
            "pictures": (check_pictures, pictures.draw),
            "readable": (check_readable, pictures.draw),
            "drawn steps": (check_drawn_steps, pictures.draw_step or people.sheet),
            "board": (check_board, kind.pictures.board is not None or (kind.folder / "play.js").is_file()),
        },
        "people": {
            "players": (check_players, True),
            "sound rules": (check_rules_are_sound, people.rules),
            "monotone rules": (check_rules_are_monotone, people.rules),
            "sound theory": (check_theory_is_sound, people.theory or is_filled),
            "deduction": (check_deduction, people.sheet or engines.own or (is_filled and people.rules)),
        },
        "maker": {
            "sizes": (check_sizes, True),
            "generator": (check_generator, maker.generate),
            "levels": (check_levels, maker.levels),
            "reductions": (check_reductions, maker.reductions),
            "neighbours": (check_neighbours, maker.neighbours),
        },
        "sameness": {
            "symmetries": (check_symmetries, kind.sameness.symmetries),
        },
        "engines": {
            "solvers": (check_solvers, engines.own),
            "estimate": (check_estimate, engines.estimate),
            "fewest": (check_fewest, engines.minimised),
            "native equals Python": (check_native_equals_python, engines.native),
        },
    }
