"""Measure how hard a puzzle is for people, and explain, check and draw it.

>>> import quandary
>>> panel = quandary.find_kind("witness").parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
>>> print(quandary.muse(panel), "bit of choice,", quandary.rate(panel, ["solutions"])["solutions"], "solutions")
1 bit of choice, 2 solutions

The names below are the ones that most programs need. Each is imported from its module on first use, so
`import quandary` is quick.
"""

import sys
from importlib import import_module

if [*getattr(sys, "argv", ()), ""][0].rpartition("/")[2] in ("-m", "quandary"):
    # This is the command. Until it can say so itself, Ctrl-C ends it without a word.
    _signal = import_module("_signal")  # `signal` loads much else
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

from quandary._moved import answer
from quandary._version import __version__ as __version__

TYPE_CHECKING = (
    False  # type checkers assume True, and importing `typing` takes longer than everything else here
)

if TYPE_CHECKING:
    from typing import Any

    from quandary.draw.render import save
    from quandary.draw.shapes import Drawing
    from quandary.draw.svg import to_svg
    from quandary.errors import QuandaryError
    from quandary.explaining.explanation import explain
    from quandary.explaining.state_map import state_map
    from quandary.generating.exhaust import exhaust
    from quandary.generating.request import generate, improve, vary
    from quandary.graph import StateGraph
    from quandary.kind import Kind
    from quandary.library.convert import convert
    from quandary.library.files import Entry, examples, read, write
    from quandary.library.registry import kind as find_kind
    from quandary.library.registry import kinds as find_kinds
    from quandary.limits import Limits
    from quandary.measuring.entropy import differential, luck, muse, remuse
    from quandary.measuring.norms import standing
    from quandary.measuring.table import measures
    from quandary.player import Player
    from quandary.publishing.check import check
    from quandary.puzzle import FillPuzzle, Puzzle, Slot
    from quandary.rules import Finding, Rule
    from quandary.runs.rating import Ratings, rate
    from quandary.score import Score, Status
    from quandary.showing.hint import hint
    from quandary.showing.show import show
    from quandary.solving.deduce import deduce
    from quandary.solving.explore import explore
    from quandary.solving.search import solutions, solve
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
    "Ratings",
    "Rule",
    "Score",
    "Slot",
    "StateGraph",
    "Status",
    "Trace",
    "check",
    "convert",
    "deduce",
    "differential",
    "examples",
    "exhaust",
    "explain",
    "explore",
    "find_kind",
    "find_kinds",
    "generate",
    "hint",
    "improve",
    "luck",
    "measures",
    "muse",
    "rate",
    "read",
    "remuse",
    "save",
    "show",
    "solutions",
    "solve",
    "standing",
    "state_map",
    "to_svg",
    "vary",
    "write",
]

_HOME = {
    "Drawing": "draw.shapes:Drawing",
    "Entry": "library.files:Entry",
    "FillPuzzle": "puzzle:FillPuzzle",
    "Finding": "rules:Finding",
    "Kind": "kind:Kind",
    "Limits": "limits:Limits",
    "Player": "player:Player",
    "Puzzle": "puzzle:Puzzle",
    "QuandaryError": "errors:QuandaryError",
    "Ratings": "runs.rating:Ratings",
    "Rule": "rules:Rule",
    "Score": "score:Score",
    "Slot": "puzzle:Slot",
    "StateGraph": "graph:StateGraph",
    "Status": "score:Status",
    "Trace": "trace:Trace",
    "check": "publishing.check:check",
    "convert": "library.convert:convert",
    "deduce": "solving.deduce:deduce",
    "differential": "measuring.entropy:differential",
    "examples": "library.files:examples",
    "exhaust": "generating.exhaust:exhaust",
    "explain": "explaining.explanation:explain",
    "explore": "solving.explore:explore",
    "find_kind": "library.registry:kind",
    "find_kinds": "library.registry:kinds",
    "generate": "generating.request:generate",
    "hint": "showing.hint:hint",
    "improve": "generating.request:improve",
    "luck": "measuring.entropy:luck",
    "measures": "measuring.table:measures",
    "muse": "measuring.entropy:muse",
    "rate": "runs.rating:rate",
    "read": "library.files:read",
    "remuse": "measuring.entropy:remuse",
    "save": "draw.render:save",
    "show": "showing.show:show",
    "solutions": "solving.search:solutions",
    "solve": "solving.search:solve",
    "standing": "measuring.norms:standing",
    "state_map": "explaining.state_map:state_map",
    "to_svg": "draw.svg:to_svg",
    "vary": "generating.request:vary",
    "write": "library.files:write",
}
"""The home of each public name as "module:name". The imports above repeat it for type checkers."""


def __getattr__(name: str) -> "Any":
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _HOME[name].partition(":")
    return getattr(import_module(f"{__name__}.{module}"), attribute)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


answer(__name__)
