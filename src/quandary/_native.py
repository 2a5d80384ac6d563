"""Access to the compiled core, `quandary._core`. No other module imports it.

If the core was not built (no compiler at installation), everything runs in Python, only slower, and a
warning is issued once. With QUANDARY_REQUIRE_NATIVE=1 a missing core is an error.
"""

import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from importlib import import_module
from math import inf
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from quandary.errors import NativeError
from quandary.limits import Limits, current_budget
from quandary.player import Player
from quandary.puzzle import Slot

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from quandary._core import engine

NO_LIMIT = 2**63 - 1
LEARNED = "learned"
"""The rule of the core that stands for all that a player has learned."""
EntropyName: TypeAlias = Literal["muse", "remuse", "luck"]
"""The measures of the core that are in bits."""


class PurePythonWarning(UserWarning):
    """Warning that the compiled core is missing and the slower Python engines are used."""


@cache
def core() -> ModuleType | None:
    """Return the compiled module, or None if it was not built."""
    try:
        compiled = import_module("quandary._core")
        if getattr(compiled, "__file__", None) is None:  # this is only the folder of its stubs
            raise ImportError("it was not built")
        return compiled
    except ImportError as error:
        if os.environ.get("QUANDARY_REQUIRE_NATIVE") == "1":
            raise NativeError(
                f"QUANDARY_REQUIRE_NATIVE=1, but the compiled core cannot be loaded: {error}"
            ) from error
        warnings.warn(
            "quandary runs in pure Python, without its compiled core: same answers, but slower."
            " To build the core, reinstall quandary with a C++20 compiler available.",
            PurePythonWarning,
            stacklevel=2,
        )
        return None


class Twin(Protocol):
    """A puzzle in C++, with the methods that `quandary/bind.hpp` gives every domain.

    Moves and slots are numbers. Kinds may add their own methods, and a domain with slots has `deduce`.
    """

    @property
    def merges(self) -> bool:
        """Whether states with the same future are merged. Such a twin has a method `unmerged`."""

    def rules(self) -> list[str]:
        """Return the names of the rules it knows."""

    def explore(self, limits: "engine.Limits") -> "engine.Graph":
        """Return the graph of all reachable states."""

    def solutions(self, most: int, limits: "engine.Limits") -> "engine.Solutions":
        """Return the first solutions."""

    def count(self, most: int, limits: "engine.Limits") -> "engine.Count":
        """Count the solutions."""

    def count_states(self, limits: "engine.Limits") -> "engine.StateCount":
        """Count the reachable states."""

    def muse(
        self,
        rules: Sequence[str],
        families: Sequence[str] | None,
        lookahead: int,
        greedy: bool,
        limits: "engine.Limits",
    ) -> "engine.Entropy":
        """Measure MUSE for a player."""

    def remuse(
        self,
        rules: Sequence[str],
        families: Sequence[str] | None,
        lookahead: int,
        greedy: bool,
        limits: "engine.Limits",
    ) -> "engine.Entropy":
        """Measure ReMUSE for a player."""

    def luck(
        self,
        rules: Sequence[str],
        families: Sequence[str] | None,
        lookahead: int,
        greedy: bool,
        limits: "engine.Limits",
        leak: float = 0.0,
        weights: Sequence[float] = (),
    ) -> "engine.Entropy":
        """Measure luck for a player with habits."""

    def options(
        self, path: Sequence[int], rules: Sequence[str], families: Sequence[str] | None, lookahead: int
    ) -> "list[engine.Choice]":
        """Return the options of a player after some moves from the first start."""


@dataclass(frozen=True)
class Native:
    """A puzzle's twin in C++.

    `handle` has the methods that `quandary/bind.hpp` gives every domain. Moves and slots are passed as
    numbers: `moves[i]` and `slots[i]` are the Python values they stand for.
    """

    handle: Twin
    moves: Sequence[Any]
    slots: Sequence[Slot] = ()
    quick: bool = True
    """Whether solutions may come in the order of a solver made for its kind, if it has one."""

    @property
    def merges(self) -> bool:
        """Whether states with the same future are merged, so that fewer states are visited."""
        return bool(getattr(self.handle, "merges", False))

    @property
    def name(self) -> str:
        """The name of the engine in a score."""
        return "native, merged" if self.merges else "native"

    def unmerged(self) -> "Native":
        """Return the same twin without merging. It is slower and serves for comparison."""
        handle: Any = self.handle
        return replace(self, handle=handle.unmerged()) if self.merges else self

    @property
    def can_learn(self) -> bool:
        """Whether there is a twin of it that knows rules which were learned."""
        return self._learned is not None

    def knowing(self, player: Player) -> "Native":
        """Return the twin that knows what a player has learned, if anything. It must be there."""
        lore = tuple(rule.lore for rule in player.rules if rule.lore is not None)
        return replace(self, handle=self._learned(self.handle, lore[0].joined(lore))) if lore else self

    @property
    def _learned(self) -> Any:
        """The class of such twins, or None."""
        return getattr(type(self.handle), "Learned", None)


@dataclass(frozen=True)
class Columns:
    """The core's answers for many puzzles, in their order."""

    value: "npt.NDArray[np.float64]"
    """The values. Bits are infinite if there is no solution or the core stopped early; counts go as far as it got."""
    at_least: "npt.NDArray[np.float64]"
    """Lower bounds, for the puzzles where the core stopped early."""
    seconds: "npt.NDArray[np.float64]"
    states: "npt.NDArray[np.int64]"
    stop: "npt.NDArray[np.int8]"
    """Why the core stopped early, as an index into `quandary.limits.CODES`, or 0."""
    starts: "npt.NDArray[np.int32]"
    """How many starts each puzzle has."""


def measure_many(
    measure: EntropyName,
    twins: Sequence[Native],
    player: Player,
    *,
    greedy: bool = False,
    limits: Limits = Limits(),
    threads: int = 1,
) -> Columns:
    """Measure many puzzles in one call, each within the limits, on several threads.

    The twins must know the player's rules. The steps of solutions are not kept.
    """
    known = _known(player)
    most = native_limits(limits, shares=threads)

    def ask(domain: Any, handles: tuple[Twin, ...]) -> Any:
        return getattr(domain, f"{measure}_many")(handles, *known, greedy, most, threads)

    return _ask(twins, ask)


def count_many(
    twins: Sequence[Native], *, most: int | None = None, limits: Limits = Limits(), threads: int = 1
) -> Columns:
    """Count the solutions of many puzzles in one call, each within the limits, on several threads."""
    wanted, within = at_most(most), native_limits(limits, shares=threads)

    def ask(domain: Any, handles: tuple[Twin, ...]) -> Any:
        return domain.count_many(handles, wanted, within, threads)

    return _ask(twins, ask)


def native_limits(limits: Limits, *, shares: int = 1) -> "engine.Limits":
    """Return the limits as the core takes them. The core must be there.

    With `shares`, the memory is shared by this many pieces of work in the same process.
    """
    # The usual case without the rest, which calls for small puzzles would feel.
    if limits.memory is None and limits.meter is None and current_budget() is None:
        return _usual_limits(limits.seconds, limits.states)
    compiled = core()
    assert compiled is not None  # noqa: S101 - a twin needs the core
    budget = limits.start()
    rest, most = budget.rest(), budget.most_resident
    made: engine.Limits = compiled.engine.Limits(
        inf if rest.seconds is None else rest.seconds,
        at_most(None if rest.memory is None else rest.memory * 1e9),
        at_most(rest.states),
        rest.meter.numbers if rest.meter else None,
        at_most(None if most is None else most * shares * 1e9),
    )
    return made


@lru_cache(maxsize=64)
def _usual_limits(seconds: float | None, states: int | None) -> "engine.Limits":
    """Return limits that need no clock of the caller and are the same every time."""
    compiled = core()
    assert compiled is not None  # noqa: S101 - a twin needs the core
    made: engine.Limits = compiled.engine.Limits(
        inf if seconds is None else seconds, NO_LIMIT, at_most(states), None, NO_LIMIT
    )
    return made


def limits_of_caller() -> "engine.Limits":
    """Return the limits of the work that this thread is doing. The core asks for them."""
    return native_limits(Limits())


def at_most(number: float | None) -> int:
    """Return a limit as the core takes it, where none and more than it can count are the same.

    >>> at_most(5), at_most(1e300) == at_most(None) == NO_LIMIT
    (5, True)
    """
    return NO_LIMIT if number is None or number >= NO_LIMIT else int(number)


def known_rules(player: Player) -> list[str]:
    """Return the names of a player's rules as the core has them. All that were learned are one rule there.

    >>> known_rules(Player())
    []
    """
    return list(dict.fromkeys(rule.native_name if rule.lore is None else LEARNED for rule in player.rules))


def _known(player: Player) -> tuple[list[str], list[str] | None, int]:
    """Return a player as the core takes it: names of rules, families, lookahead."""
    families = None if player.families is None else sorted(player.families)
    return known_rules(player), families, player.lookahead


def _ask(twins: Sequence[Native], ask: Callable[[Any, tuple[Twin, ...]], Any]) -> Columns:
    """Ask about the twins of each class together, and return the answers in the order of the twins."""
    import numpy as np

    groups: dict[type, list[int]] = {}
    for number, twin in enumerate(twins):
        groups.setdefault(type(twin.handle), []).append(number)
    names = [each.name for each in fields(Columns)]
    told = {made: ask(made, _handles(twins, group)) for made, group in groups.items()}
    if len(told) == 1:
        [only] = told.values()
        return Columns(*(getattr(only, name) for name in names))
    order = np.argsort([number for group in groups.values() for number in group], kind="stable")
    empty = {"states": np.int64, "stop": np.int8, "starts": np.int32}

    def column(name: str) -> Any:
        parts = [getattr(each, name) for each in told.values()]
        return np.concatenate(parts)[order] if parts else np.empty(0, empty.get(name, np.float64))

    return Columns(*(column(name) for name in names))


def _handles(twins: Sequence[Native], numbers: Iterable[int]) -> tuple[Twin, ...]:
    return tuple(twins[number].handle for number in numbers)
