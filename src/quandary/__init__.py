"""How hard is this puzzle, for people? Measure, explain, check and draw puzzles.

>>> import quandary
>>> panel = quandary.find_kind("witness").parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
>>> print(quandary.muse(panel), "bit of choice,", quandary.rate(panel, ["solutions"])["solutions"], "solutions")
1 bit of choice, 2 solutions

These are the names that most programs need. Each is imported from its module when it is first used, so
that `import quandary` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from quandary.draw.shapes import Drawing, to_svg
    from quandary.errors import QuandaryError
    from quandary.library.files import Entry, examples, read, write
    from quandary.graph import StateGraph
    from quandary.kind import Kind
    from quandary.limits import Limits
    from quandary.measuring.entropy import differential, muse, remuse
    from quandary.measuring.norms import standing
    from quandary.measuring.rate import rate
    from quandary.measuring.table import measures
    from quandary.player import Finding, Player, Rule
    from quandary.puzzle import FillPuzzle, Puzzle, Slot
    from quandary.library.registry import kind as find_kind
    from quandary.library.registry import kinds as find_kinds
    from quandary.draw.render import save
    from quandary.score import Score, Status
    from quandary.solving.deduce import deduce
    from quandary.solving.explore import explore
    from quandary.solving.search import solutions
    from quandary.trace import Trace

__all__ = [
    "Drawing",
    "Entry",
    "FillPuzzle",
    "Finding",
    "Kind",
    "Limits",
    "Player",
    "Puzzle",
    "QuandaryError",
    "Rule",
    "Score",
    "Slot",
    "StateGraph",
    "Status",
    "Trace",
    "deduce",
    "differential",
    "examples",
    "explore",
    "find_kind",
    "find_kinds",
    "measures",
    "muse",
    "rate",
    "read",
    "remuse",
    "save",
    "solutions",
    "standing",
    "to_svg",
    "write",
]

_HOME = {
    "Drawing": "drawing:Drawing",
    "Entry": "files:Entry",
    "FillPuzzle": "puzzle:FillPuzzle",
    "Finding": "player:Finding",
    "Kind": "kind:Kind",
    "Limits": "limits:Limits",
    "Player": "player:Player",
    "Puzzle": "puzzle:Puzzle",
    "QuandaryError": "errors:QuandaryError",
    "Rule": "player:Rule",
    "Score": "score:Score",
    "Slot": "puzzle:Slot",
    "StateGraph": "graph:StateGraph",
    "Status": "score:Status",
    "Trace": "trace:Trace",
    "deduce": "solve.deduce:deduce",
    "differential": "measure.entropy:differential",
    "examples": "files:examples",
    "explore": "solve.explore:explore",
    "find_kind": "registry:kind",
    "find_kinds": "registry:kinds",
    "measures": "measure.table:measures",
    "muse": "measure.entropy:muse",
    "rate": "measure.rate:rate",
    "read": "files:read",
    "remuse": "measure.entropy:remuse",
    "save": "render:save",
    "solutions": "solve.search:solutions",
    "standing": "measure.norms:standing",
    "to_svg": "drawing:to_svg",
    "write": "files:write",
}
"""Where each public name lives, as "module:name"; the imports above tell type checkers the same."""


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _HOME[name].partition(":")
    return getattr(import_module(f"{__name__}.{module}"), attribute)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
