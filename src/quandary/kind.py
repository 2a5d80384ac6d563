"""A kind: a family of puzzles, described by a name and six facets.

    Notation   notation.py   from text to puzzle and back
    Pictures   draw.py       how a puzzle and its states look
    People     people.py     what people know of it, and how they go about it
    Maker      make.py       how more of them are made
    Sameness   same.py       which of them are the same puzzle
    Engines    engine.py     quicker ways to solve and count

Only the name, the title, the summary, the class and the folder are required. Every facet, and every field
of one, is optional and recognised by being there: a kind that can draw is shown, one that can generate gets
norms, and so on.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from quandary._native import Native
from quandary.draw.shapes import Drawing, Point
from quandary.errors import QuandaryError, UnknownNameError
from quandary.feature import Feature, Tally
from quandary.limits import Budget, Limits
from quandary.player import Player
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle
from quandary.rules import Rule
from quandary.trace import Trace

Policy: TypeAlias = Literal["best", "greedy"]
NOBODY = Player(name="none")


@dataclass(frozen=True, kw_only=True)
class Notation:
    """How puzzles of a kind are written down."""

    parse: Callable[[str], Any] | None = None
    """From notation to puzzle; raises NotationError. What it lets pass never crashes later."""
    format: Callable[[Any], str] | None = None
    """From puzzle to notation: `parse(format(p)) == p`."""
    recognise: Callable[[str], Sequence[tuple[int, str]] | None] | None = None
    """The puzzles of a customary file as (line, notation), or None if the text is not one."""
    forms: Mapping[str, Callable[[Any], str]] = field(default_factory=dict, hash=False)
    """Other notations by name, from puzzle to text; `parse` reads them too."""
    start: Callable[[Any, Any], str] | None = None
    """(puzzle, one of its starts) → a short name, without a colon, that no other start of the puzzle has; by
    default starts have numbers."""
    spell: Callable[[Any, Sequence[Any]], str] | None = None
    """(puzzle, moves from its start) → the moves as players write them down; for puzzles with one start."""
    replay: Callable[[Any, str], Sequence[Any]] | None = None
    """(puzzle, such a text) → every state on the way, the start first, as `draw` takes them; raises NotationError."""


@dataclass(frozen=True, kw_only=True)
class Pictures:
    """How puzzles of a kind look."""

    draw: Callable[[Any, Any], Drawing] | None = None
    """(puzzle, state or None) → picture; None draws the puzzle as it is set."""
    anchor: Callable[[Any, Any, Any], Point] | None = None
    """(puzzle, state, move) → where in the drawing that move is made."""
    write: Callable[[Any, Any], str] | None = None
    """(puzzle, state) → the state in words or characters, as a solver would note it."""
    draw_step: Callable[[Any, Trace, int], Drawing] | None = None
    """(puzzle, its trace, number of a step from 0) → the puzzle at that moment, and what is seen in it."""
    draw_sheet: Callable[[Any, Any, Sequence[Any]], Drawing] | None = None
    """(puzzle, state of the sheet, moves left) → picture of a solver's notes."""


@dataclass(frozen=True, kw_only=True)
class People:
    """What people know of a kind, and how they go about it."""

    rules: tuple[Rule, ...] = ()
    default: Player = NOBODY
    """The frozen player that scores are for unless another one is named."""
    players: tuple[Player, ...] = ()
    """Further players of interest, by name."""
    policy: Policy = "best"
    """Which slot a player fills next: the one that costs least in the end, or the smallest."""
    headline: str = "remuse"
    """The measure that says it in one number."""
    sheet: Callable[[Any], AnyFillPuzzle] | None = None
    """The sheet a solver writes on, when a path puzzle is solved by marking."""
    marking: tuple[Rule, ...] = ()
    """The rules of those who mark the sheet; without a sheet it is `rules` that solvers deduce by."""
    guess: str = "fewest"
    """How such a solver guesses: "fewest" (in a slot with fewest moves) or "anywhere in FAMILY"."""
    trace: Callable[[Any], Trace] | None = None
    """How a person would solve it, step by step; raises NotComputed where that makes no sense."""


@dataclass(frozen=True, kw_only=True)
class Maker:
    """How more puzzles of a kind are made."""

    sizes: tuple[str, ...] = ()
    """Names of the sizes that `generate` takes, smallest first."""
    any_size: Callable[[str], bool] | None = None
    """Whether `generate` takes a size that is not among them as well."""
    usual_size: str = ""
    """The size that is made unless another is asked for; by default the smallest."""
    size: Callable[[Any], str] | None = None
    """The size of a puzzle, in the same words."""
    generate: Callable[[Random, str], Any] | None = None
    """(random, size) → a solvable puzzle."""
    full: Callable[[Random, str], Any] | None = None
    """(random, size) → a puzzle with everything given, for digging."""
    levels: Mapping[str, Callable[[Random, str], Any]] = field(default_factory=dict, hash=False)
    """Makers of puzzles of a difficulty, by its name, easiest first: (random, size) → a puzzle."""
    level: Callable[[Any], str] | None = None
    """Which of these levels a puzzle is of."""
    levels_by: str = ""
    """The measure that levels are bands of; by default the headline."""
    wishes: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    """What else can be wished of a puzzle that is made, by name: the choices."""
    make: Callable[[Random, str, Mapping[str, str]], Any] | None = None
    """(random, size, wishes, a level perhaps among them) → such a puzzle; raises NoneFoundError."""
    aims: Mapping[str, Callable[[Random, str, float, float], Any | None]] = field(
        default_factory=dict, hash=False
    )
    """Makers by measure: (random, size, least, most) → a puzzle that scores in between, or None if none was found."""
    neighbours: Callable[[Any], Iterable[tuple[str, Any]]] | None = None
    """Every change of one element (in words), and the puzzle with it."""
    reductions: Callable[[Any], Iterable[tuple[str, Any]]] | None = None
    """What can be left out (in words), and the puzzle without it."""


@dataclass(frozen=True, kw_only=True)
class Sameness:
    """Which puzzles of a kind are one puzzle, turned, mirrored or relabelled."""

    symmetries: Callable[[Any], Iterable[Any]] | None = None
    """Every puzzle that is the same one turned, mirrored or relabelled; itself included."""
    canonical: Callable[[Any], str] | None = None
    """A text that is the same for exactly those puzzles that are the same up to symmetry; by default the least
    notation of all symmetries."""


@dataclass(frozen=True, kw_only=True)
class Engines:
    """Quicker ways to solve and count puzzles of a kind than going through every state in Python."""

    native: Callable[[Any], Native | None] | None = None
    """The puzzle's twin in C++, or None where it is too large for it."""
    tally: Callable[[Any, Budget], Tally] | None = None
    """Counts the solutions without listing them; raises OutOfBudget. `native.handle.tally` may do the same."""
    search: Callable[[Any, Budget], Iterator[Sequence[Any]]] | None = None
    """The moves of each solution, shortest first, found without going through all states; raises OutOfBudget.

    A kind that has no `tally` is asked for the first one only.
    """
    complete: Callable[[Any, Budget], Iterator[Sequence[Any]]] | None = None
    """The moves of every solution of a fill puzzle, by a solver in Python that is made for the kind; raises
    OutOfBudget. It is asked where there is no native engine."""
    shortest: Mapping[str, Callable[[Any, Limits], str | None]] = field(default_factory=dict, hash=False)
    """By what else than moves can be counted: the solution with fewest of it as players write it, or None where
    there is none; raises OutOfBudget."""
    estimate: Callable[[Any, Any], float] | None = None
    """(puzzle, state) → moves that are certainly still needed, for A*."""


FACETS: Mapping[str, type[Any]] = {
    "notation": Notation,
    "pictures": Pictures,
    "people": People,
    "maker": Maker,
    "sameness": Sameness,
    "engines": Engines,
}
"""The facets of a kind, by the field that holds each."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What quandary knows about one family of puzzles.

    >>> Kind(name="dots", draw=print)
    Traceback (most recent call last):
    ...
    quandary.errors.QuandaryError: The kind 'dots' has no field 'draw': it belongs to a facet, pictures=Pictures(draw=...).
    """

    name: str
    title: str
    """What one of them is called in a sentence: "Witness panel"."""
    summary: str
    """The goal in one line."""
    puzzle: type[Any]
    """The class of its puzzles, by which a puzzle's kind is found."""
    folder: Path
    """Where the kind's README.md, examples.jsonl and norms.json are."""
    version: int = 1
    """Raised when the same notation comes to mean another puzzle."""
    features: tuple[Feature, ...] = ()
    """Measures of its own."""
    notation: Notation = Notation()
    pictures: Pictures = Pictures()
    people: People = People()
    maker: Maker = Maker()
    sameness: Sameness = Sameness()
    engines: Engines = Engines()

    def __new__(cls, **given: Any) -> "Kind":
        """Refuse what belongs to a facet with one line that says to which."""
        for facet, its in FACETS.items():
            for name in {each.name for each in fields(its)} & given.keys() - cls.__annotations__.keys():
                raise QuandaryError(
                    f"The kind {given.get('name', '')!r} has no field {name!r}: it belongs to a facet,"
                    f" {facet}={its.__name__}({name}=...)."
                )
        return super().__new__(cls)

    def but(self, **changes: Any) -> "Kind":
        """Return the same kind with other fields, whichever facets they belong to.

        >>> from quandary.kinds.tilt import KIND
        >>> KIND.but(headline="muse").people.headline
        'muse'
        """
        own = {name: value for name, value in changes.items() if name in type(self).__annotations__}
        for facet, its in FACETS.items():
            if inside := {each.name for each in fields(its)} & changes.keys() - own.keys():
                own[facet] = replace(getattr(self, facet), **{name: changes[name] for name in inside})
        if unknown := changes.keys() - own.keys() - {n.name for its in FACETS.values() for n in fields(its)}:
            raise UnknownNameError("field of a kind", min(unknown), type(self).__annotations__)
        return replace(self, **own)

    def parse(self, text: str) -> Any:
        """Read a puzzle from its notation; raises NotationError."""
        return self._able(self.notation.parse, "notation")(text)

    def format(self, puzzle: Any) -> str:
        """Write a puzzle in its notation: `parse(format(p)) == p`."""
        text: str = self._able(self.notation.format, "notation")(puzzle)
        return text

    def draw(self, puzzle: Any, state: Any = None) -> Drawing:
        """Draw a state of a puzzle; without one, the puzzle as it is set."""
        drawing: Drawing = self._able(self.pictures.draw, "picture")(puzzle, state)
        return drawing

    def generate(self, random: Random, size: str) -> Any:
        """Make a solvable puzzle of a size."""
        return self._able(self.maker.generate, "generator")(random, size)

    def reductions(self, puzzle: Any) -> Iterable[tuple[str, Any]]:
        """Yield what can be left out (in words), and the puzzle without it."""
        left: Iterable[tuple[str, Any]] = self._able(self.maker.reductions, "list of what can be left out")(
            puzzle
        )
        return left

    def canonical(self, puzzle: Any) -> str:
        """Return a text that is the same for puzzles which the kind's symmetries turn into each other."""
        if self.sameness.canonical:
            return self.sameness.canonical(puzzle)
        twins = self.sameness.symmetries(puzzle) if self.sameness.symmetries else (puzzle,)
        return min(self.format(each) for each in twins)

    def rule(self, name: str) -> Rule:
        """Return the rule of that name."""
        for rule in self.people.rules:
            if rule.name == name:
                return rule
        raise UnknownNameError(f"rule of {self.name}", name, [rule.name for rule in self.people.rules])

    def form(self, name: str) -> Callable[[Any], str]:
        """Return the notation of that name."""
        if name not in self.notation.forms:
            raise UnknownNameError(f"other notation of {self.name}", name, self.notation.forms)
        return self.notation.forms[name]

    def player(self, name: str = "", lookahead: int = 0) -> Player:
        """Return the player of that name: `none`, the kind's own, `expert` (all rules), or `rules=a,b`.

        An empty name is the kind's default player.
        """
        default = self.people.default
        if name.startswith("rules="):
            names = [part.strip() for part in name.removeprefix("rules=").split(",") if part.strip()]
            found = default.knowing(*(self.rule(each) for each in names))
        else:
            named = self.named_players()
            if (name or default.name) not in named:
                raise UnknownNameError(f"player of {self.name}", name, [*named, "rules=..."])
            found = named[name or default.name]
        return replace(found, lookahead=lookahead)

    def named_players(self) -> dict[str, Player]:
        """Return every player that has a name, easiest to describe first."""
        default = self.people.default
        nobody = replace(default, rules=(), name="none")
        expert = replace(default, rules=self.people.rules, name="expert")
        return {p.name: p for p in (nobody, default, *self.people.players, expert)}

    def offers(self) -> dict[str, bool]:
        """Say what this kind can do beyond being measured."""
        return {
            "rules": bool(self.people.rules),
            "picture": self.pictures.draw is not None,
            "generator": self.maker.generate is not None,
            "levels": bool(self.maker.levels),
            "symmetries": self.sameness.symmetries is not None,
            "variants": self.maker.neighbours is not None,
            "native": self.engines.native is not None,
            "norms": (self.folder / "norms.json").exists(),
        }

    def _able(self, able: Callable[..., Any] | None, what: str) -> Callable[..., Any]:
        if able is None:
            raise QuandaryError(f"The kind {self.name!r} has no {what}.")
        return able


_registered: dict[type[Any], Kind] = {}
_found: dict[type[Any], tuple[Mapping[str, Any], str]] = {}
"""Where the kind of a class was found: the names of a module, and the kind's name there."""


def register(kind: Kind) -> Kind:
    """Have `kind_of` know a kind by the class of its puzzles; the last one registered for a class counts.

    Kinds of quandary's own and plug-ins are registered when they are found. A kind that stands in the module
    of its class, or in a package above it, needs no registration.
    """
    _registered[kind.puzzle] = kind
    return kind


def kind_of(puzzle: AnyPuzzle) -> Kind | None:
    """Return the kind a puzzle belongs to: the one made for its class, or else for a class it extends.

    A class of your own that no kind is made for belongs to none, and is measured all the same.
    """
    return kind_for(type(puzzle))


def kind_for(puzzle: type[Any]) -> Kind | None:
    """Return the kind that puzzles of a class belong to."""
    if puzzle in _registered:
        return _registered[puzzle]
    for each in puzzle.__mro__[:-1]:
        if each in _registered:
            return _registered[each]
        if kind := _beside(each):
            return kind
    return None


def _beside(puzzle: type[Any]) -> Kind | None:
    """Return the kind of a class that stands in the class's module, or in a package above it."""
    if place := _found.get(puzzle):
        names, name = place
        kind = names.get(name)
        if isinstance(kind, Kind) and kind.puzzle is puzzle:  # it may have been made anew since
            return kind
    module = puzzle.__module__
    while module:
        names = vars(sys.modules[module]) if module in sys.modules else {}
        for name, kind in list(names.items()):
            if isinstance(kind, Kind) and kind.puzzle is puzzle:
                _found[puzzle] = names, name
                return kind
        module = module.rpartition(".")[0]
    return None
