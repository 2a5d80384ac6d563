"""Access to the compiled core, `quandary._core`. No other module imports it.

If the core was not built (no compiler at installation), everything runs in Python, only slower, and a
warning is issued once. With QUANDARY_REQUIRE_NATIVE=1 a missing core is an error.
"""

import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from math import inf
from types import ModuleType
from typing import Any

from quandary.errors import NativeError
from quandary.limits import Limits
from quandary.puzzle import Slot

NO_LIMIT = 2**63 - 1


class PurePythonWarning(UserWarning):
    """Warning that the compiled core is missing and the slower Python engines are used."""


@cache
def core() -> ModuleType | None:
    """Return the compiled module, or None if it was not built."""
    try:
        return import_module("quandary._core")
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


@dataclass(frozen=True)
class Native:
    """A puzzle's twin in C++.

    `handle` has the methods that `quandary/bind.hpp` gives every domain. Moves and slots are passed as
    numbers: `moves[i]` and `slots[i]` are the Python values they stand for.
    """

    handle: Any
    moves: Sequence[Any]
    slots: Sequence[Slot] = ()

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
        return replace(self, handle=self.handle.unmerged()) if self.merges else self


def native_limits(limits: Limits) -> Any:
    """Return the limits as the core takes them. The core must be there."""
    compiled = core()
    assert compiled is not None  # noqa: S101 - a twin needs the core
    return compiled.engine.Limits(
        inf if limits.seconds is None else limits.seconds,
        NO_LIMIT if limits.memory is None else int(limits.memory * 1e9),
        NO_LIMIT if limits.states is None else limits.states,
        limits.meter.numbers if limits.meter else None,
    )
