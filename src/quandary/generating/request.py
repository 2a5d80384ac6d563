"""Generate and vary puzzles on request, for a kind or for a class of one's own."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from math import inf
from random import Random
from typing import Any, TypeAlias

from quandary.errors import NoneFoundError, QuandaryError
from quandary.generating.band import FOR_ALL, Band, generate_band
from quandary.generating.naming import entries_of
from quandary.generating.vary import Direction, Variants, vary_once, vary_steps
from quandary.generating.wishes import NO_WISHES
from quandary.kind import Kind, kind_for, kind_of
from quandary.library import registry
from quandary.library.files import Entry
from quandary.library.given import puzzle_in
from quandary.library.own import own_kind
from quandary.limits import DEFAULT, Limits
from quandary.player import Player

Source: TypeAlias = str | Kind | type[Any] | Callable[[Random], Any]
"""The name of a kind, a kind, a class with a method `generate`, or a function that makes a puzzle."""


def generate(
    what: Source,
    count: int = 1,
    *,
    size: str = "",
    level: str = "",
    by: str = "",
    between: tuple[float, float] | None = None,
    ranges: Mapping[str, tuple[float, float]] = {},
    wishes: Mapping[str, str] = NO_WISHES,
    seed: int = 1,
    limits: Limits = FOR_ALL,
) -> list[Entry]:
    """Return generated puzzles, distinct up to symmetry, with their scores as facts.

    >>> [entry] = generate("maze", size="4x4", by="B2", between=(10, 12))
    >>> 10 <= entry.facts["B2"] <= 12
    True

    `between` keeps those that score in a range of `by`, the kind's headline unless named. `ranges` asks for
    several measures at once. `what` may also be your own class with a method `generate(random, size)`, or a
    function that makes a puzzle from a `random.Random`:

    >>> from quandary.kinds.tilt.generate import generate as make
    >>> len(generate(lambda random: make(random, "3x3"), 2, between=(1, 9)))
    2

    If too few are found, those are returned with a warning that says what was seen instead. If none is, that
    is a NoneFoundError.
    """
    kind = _kind(what)
    low, high = between or (-inf, inf)
    band = generate_band(
        kind,
        size,
        by,
        low,
        high,
        level=level,
        wishes=wishes,
        count=count,
        seed=seed,
        limits=limits,
        also=ranges,
    )
    if not band.found:
        raise NoneFoundError(f"{_sentence(band)}.")
    if not band.is_complete:
        warnings.warn(_sentence(band), stacklevel=2)
    return entries_of(kind, band, seed)


def _sentence(band: Band) -> str:
    text = str(band)
    return text[0].upper() + text[1:]


def _kind(what: Source) -> Kind:
    if isinstance(what, str):
        return registry.find_kind(what)
    if isinstance(what, Kind):
        return what
    if isinstance(what, type):
        kind = kind_for(what) or own_kind(what)
        if kind.maker.generate is None:
            raise QuandaryError(
                f"{what.__name__} has no method generate(random, size), so nothing can be generated."
            )
        return kind
    make = what
    example = type(make(Random(0)))
    return (kind_for(example) or own_kind(example)).but(
        generate=lambda random, size: make(random),
        sizes=("any",),
        usual_size="any",
        any_size=None,
        levels={},
        wishes={},
        aims={},
    )


def vary(
    what: Any,
    by: str = "",
    *,
    to: float | None = None,
    direction: Direction | None = None,
    steps: int | None = None,
    beam: int = 1,
    keep: Sequence[str] = (),
    player: Player | None = None,
    limits: Limits = DEFAULT,
    tick: Callable[[], None] = lambda: None,
) -> Variants:
    """Return puzzles that are one change away, ranked by their effect on a measure, or a way of several `steps`.

    >>> panel = "witness:+-+-E/|b|.|/+-+-+/|.|.|/S-+-+"
    >>> vary(panel, "remuse", direction="harder").found[0].change
    'with a hexagon at point r1c1'
    >>> [step.change for step in vary(panel, "remuse", steps=2).found]
    ['with a hexagon at point r1c1', 'with a white square at r2c2']

    With a `direction`, "harder" or "easier", only changes that raise or lower the measure are kept, the largest effect
    first. With `steps` the best change is made, then the best change of that puzzle, and so on. A `beam` follows
    several puzzles at once, and `keep` names what must stay: "unique", or measures. With `to`, whatever up to `steps`
    changes bring nearest to this value comes first, and fewer changes before more. The puzzle may be given as text or as an
    entry of a file, too.
    """
    puzzle = puzzle_in(what)
    kind = kind_of(puzzle) or own_kind(type(puzzle))
    if kind.maker.neighbours is None:
        raise QuandaryError(f"{type(puzzle).__name__} does not list changes to its puzzles.")
    if steps is None and to is None:
        return vary_once(kind, puzzle, by, direction=direction, player=player, limits=limits, tick=tick)
    return vary_steps(
        kind,
        puzzle,
        by,
        steps=steps or 1,
        beam=beam,
        to=to,
        direction=direction,
        keep=keep,
        player=player,
        limits=limits,
        tick=tick,
    )
