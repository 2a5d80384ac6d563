"""Which engine answers: plain Python over the protocol, or the puzzle's twin in C++."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from quandary._native import Native
from quandary.errors import NativeError
from quandary.kind import kind_of
from quandary.player import Player
from quandary.puzzle import AnyPuzzle

Engine: TypeAlias = Literal["auto", "python", "native", "unmerged"]
"""auto: native where it can be; unmerged: native, but looking at every single state as Python does."""


def native_of(puzzle: AnyPuzzle, engine: Engine = "auto", player: Player | None = None) -> Native | None:
    """The puzzle's native twin if it is to be used, else None.

    A player with a prior, or with a rule that has no twin, is a matter for Python. A sheet, which is of
    no kind itself, may offer its twin by a method `native`.
    """
    if engine == "python":
        return None
    kind = kind_of(puzzle)
    twin = kind.engines.native(puzzle) if kind and kind.engines.native else _offered(puzzle)
    if twin and player and not _knows(twin, player):
        twin = None
    if engine != "auto" and twin is None:
        raise NativeError(f"{type(puzzle).__name__} has no native engine for this here; use engine='python'.")
    return twin.unmerged() if twin and engine == "unmerged" else twin


def _offered(puzzle: AnyPuzzle) -> Native | None:
    offer = getattr(puzzle, "native", None)
    return offer() if offer else None


def _knows(twin: Native, player: Player) -> bool:
    known: Iterable[str] = twin.handle.rules()
    return player.prior is None and {rule.name for rule in player.rules} <= set(known)
