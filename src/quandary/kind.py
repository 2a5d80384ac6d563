"""A kind: a family of puzzles, described by a name and six facets.

    Notation   notation.py   read and write puzzles as text
    Pictures   draw.py       draw a puzzle and its states
    People     people.py     what people know about the kind and how they solve it
    Maker      make.py       generate puzzles
    Sameness   same.py       recognise puzzles that are the same up to symmetry
    Engines    engine.py     solve and count faster

Only the name, the title, the summary, the class and the folder are required. Every facet, and every field
of a facet, is optional: a kind that has `draw` can be shown, one that has `generate` gets norms, and so on.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from quandary._native import Native
from quandary.draw.shapes import Drawing, Point
from quandary.errors import QuandaryError, UnknownNameError
from quandary.feature import Feature, Tally
from quandary.limits import Budget, Limits
from quandary.player import Cues, Player, by_text
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle
from quandary.rules import Rule
from quandary.solid import Tangram
from quandary.trace import Trace

if TYPE_CHECKING:
    from quandary.graph import SeenGraph
    from quandary.theory import Theory

Policy: TypeAlias = Literal["best", "greedy"]
NOBODY = Player(name="none")


class FoundPuzzle(tuple[int, str]):
    """A puzzle in a file of a customary format: a pair of line and notation, with what the file says about it.

    >>> line, notation = found = FoundPuzzle(3, "1.3.", title="First")
    >>> (line, notation) == found, found.title
    (True, 'First')
    """

    id: str
    title: str
    source: str
    facts: Mapping[str, Any]
    number: int
    """Its number among the puzzles of the file, if that is what people call it by."""

    def __new__(
        cls,
        line: int,
        notation: str,
        *,
        id: str = "",  # noqa: A002 - as files call it
        title: str = "",
        source: str = "",
        facts: Mapping[str, Any] = MappingProxyType({}),
        number: int = 0,
    ) -> "FoundPuzzle":
        """Make a pair with its metadata."""
        made = super().__new__(cls, (line, notation))
        made.id, made.title, made.source, made.facts, made.number = id, title, source, facts, number
        return made

    @property
    def line(self) -> int:
        """The line it starts on."""
        return self[0]

    @property
    def notation(self) -> str:
        """The puzzle as text."""
        return self[1]


class Told(NamedTuple):
    """A puzzle to be written into a file, with what is to be said about it."""

    puzzle: Any
    id: str
    title: str = ""
    source: str = ""
    facts: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Notation:
    """The text formats of a kind's puzzles."""

    parse: Callable[[str], Any] | None = None
    """Text → puzzle. Raises NotationError. A puzzle that it accepts never crashes later."""
    format: Callable[[Any], str] | None = None
    """Puzzle → text, such that `parse(format(p)) == p`."""
    recognise: Callable[[str], Sequence[tuple[int, str]] | None] | None = None
    """Text of a file in a customary format → (line, notation) pairs, best as `FoundPuzzle`, or None if it is not in that
    format. A level in JSON is offered on its own."""
    files: Mapping[str, Callable[[Sequence[Told]], str]] = field(default_factory=dict, hash=False)
    """Writers of whole files in customary formats, by the end of the file's name: puzzles → text."""
    forms: Mapping[str, Callable[[Any], str]] = field(default_factory=dict, hash=False)
    """Other notations by name: puzzle → text. `parse` reads them too."""
    start: Callable[[Any, Any], str] | None = None
    """(puzzle, one of its starts) → a short name for the start, unique in the puzzle and without a colon. By
    default starts are numbered."""
    spell: Callable[[Any, Sequence[Any]], str] | None = None
    """(puzzle, moves from its start) → the moves as players write them, for puzzles with one start."""
    rule_sets: tuple[str, ...] = ()
    """The names of the rule sets that a puzzle may be judged by, the usual one first, if there are several."""
    rule_set: Callable[[Any], str] | None = None
    """Puzzle → the name of its rule set."""
    under: Callable[[Any, str], Any] | None = None
    """(puzzle, name of a rule set) → the same puzzle under these rules. Raises UnknownNameError."""
    replay: Callable[[Any, str], Sequence[Any]] | None = None
    """(puzzle, moves as text) → every state on the way, start first, for `draw`. Raises NotationError."""


@dataclass(frozen=True, kw_only=True)
class Pictures:
    """The pictures of a kind's puzzles."""

    draw: Callable[[Any, Any], Drawing] | None = None
    """(puzzle, state or None) → picture. None draws the puzzle as it is set."""
    anchor: Callable[[Any, Any, Any], Point] | None = None
    """(puzzle, state, move) → the point in the drawing where the move is made."""
    moved: Callable[[Any, Any, Any], tuple[Point, Point] | None] | None = None
    """(puzzle, state, move) → where in the drawing the thing that a move moves begins and ends, None if nothing
    moves, for arrows in the picture of a solution. Takes the states and moves of `steps`, if there are any."""
    numbered: Callable[[Any, Any], Point] | None = None
    """(puzzle, move) → where its number stands in the picture of a solution, for pieces of several cells. By
    default beside the anchor."""
    write: Callable[[Any, Any], str] | None = None
    """(puzzle, state) → the state in words or characters, as a solver would write it."""
    tell: Callable[[Any, Any], str] | None = None
    """(puzzle, move) → the move as people would say it. By default its text."""
    draw_step: Callable[[Any, Trace, int], Drawing] | None = None
    """(puzzle, its trace, index of a step) → the puzzle at that step, with what the step found."""
    draw_sheet: Callable[[Any, Any, Sequence[Any]], Drawing] | None = None
    """(puzzle, state of the sheet, remaining moves) → picture of a solver's notes."""
    symbols: Callable[[Sequence[Any]], Iterable[tuple[Drawing, str]]] | None = None
    """Puzzles → each symbol in their pictures that needs a word of explanation, with that explanation."""
    tangram: Callable[[Sequence[Any]], Tangram] | None = None
    """Puzzles → their pieces and their board as things to be made."""
    steps: Callable[[Any], AnyPuzzle] | None = None
    """Puzzle → the same puzzle in the small steps in which people play it, for kinds whose moves are larger.
    `draw` and `anchor` take its states and moves."""
    board: Callable[[Any], Mapping[str, Any]] | None = None
    """Puzzle → what `play.js` is told about it, as JSON-compatible values. By default its fields."""
    key: Callable[[Any, Any], str] | None = None
    """(puzzle, solved state) → the text that `play.js` hashes to recognise a solution, for kinds whose
    `play.js` does not judge."""


@dataclass(frozen=True, kw_only=True)
class People:
    """What people know about a kind and how they solve it."""

    rules: tuple[Rule, ...] = ()
    default: Player = NOBODY
    """The player that scores are for unless another one is named."""
    players: tuple[Player, ...] = ()
    """Further players, by name."""
    policy: Policy = "best"
    """How to pick the next slot: cheapest overall or fewest moves."""
    headline: str = "remuse"
    """The measure that sums up the difficulty in one number, in every command, level and norm."""
    spoken: Callable[[float], str] | None = None
    """Value of the headline → the same in words: "rating 7.1". By default the number with its unit."""
    lower: str = ""
    """How people say that puzzles have a lower headline: "have a lower rating". By default by its unit."""
    columns: tuple[str, ...] = ()
    """The measures that `rate` shows by default, headline first. If empty, general ones."""
    one_solution: bool = False
    """Whether a proper puzzle has exactly one solution, so that `rate` warns of others."""
    sheet: Callable[[Any], AnyFillPuzzle] | None = None
    """The sheet that solvers write on, for path puzzles that are solved by marking."""
    marking: tuple[Rule, ...] = ()
    """The rules of solvers who mark the sheet. Without a sheet, solvers deduce with `rules`."""
    guess: str = "fewest"
    """How such a solver guesses: "fewest" (in a slot with the fewest moves) or "anywhere in FAMILY"."""
    cues: Cues = by_text
    """(puzzle, move) → local features of the move by name, for a player's prior."""
    trace: Callable[[Any], Trace] | None = None
    """Puzzle → how a person would solve it, step by step. Raises NotComputed if that makes no sense."""
    elements: Callable[[Any], Iterable[str]] | None = None
    """Puzzle → the names of the elements in it that a player must be told about, in teaching order."""
    theory: Callable[[], "Theory"] | None = None
    """Return the laws that rules are learned from. Without one, a fill puzzle has that of its slots."""


@dataclass(frozen=True)
class NamedSpace:
    """A space of numbered puzzles that a kind publishes under a name, with options.

    >>> boards = NamedSpace("boards with some balls", {"balls": "3"}, lambda options: range(int(options["balls"])))
    >>> boards.build({**boards.options, "balls": "5"})
    range(0, 5)
    """

    summary: str
    """What the puzzles are, in a few words."""
    options: Mapping[str, str]
    """Every option with its default, as typed on the command line."""
    build: Callable[[Mapping[str, str]], Any]
    """All options → the space (`parts.space.Space`). Raises SpaceError that names the option and the remedy."""


@dataclass(frozen=True, kw_only=True)
class Maker:
    """How puzzles of a kind are generated."""

    sizes: tuple[str, ...] = ()
    """Names of the sizes that `generate` takes, smallest first."""
    any_size: Callable[[str], bool] | None = None
    """Whether `generate` also takes a size that is not in `sizes`."""
    usual_size: str = ""
    """The default size. If empty, the smallest."""
    size: Callable[[Any], str] | None = None
    """Puzzle → its size, as named in `sizes`."""
    generate: Callable[[Random, str], Any] | None = None
    """(random, size) → a solvable puzzle."""
    full: Callable[[Random, str], Any] | None = None
    """(random, size) → a puzzle with everything given, for digging."""
    levels: Mapping[str, Callable[[Random, str], Any]] = field(default_factory=dict, hash=False)
    """Generators by level, easiest first: (random, size) → a puzzle."""
    level: Callable[[Any], str] | None = None
    """Puzzle → its level."""
    levels_by: str = ""
    """The measure whose ranges define the levels. If empty, the headline measure."""
    bands: Mapping[str, tuple[float, float]] = field(default_factory=dict, hash=False)
    """The levels as ranges of the headline: name → from the first value to below the second."""
    wishes: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    """Further options for generated puzzles: name → choices."""
    make: Callable[[Random, str, Mapping[str, str]], Any] | None = None
    """(random, size, wishes, possibly with a level) → a matching puzzle. Raises NoneFoundError."""
    aims: Mapping[str, Callable[[Random, str, float, float], Any | None]] = field(
        default_factory=dict, hash=False
    )
    """Generators by measure: (random, size, least, most) → a puzzle that scores in that range, or None."""
    neighbours: Callable[[Any], Iterable[tuple[str, Any]]] | None = None
    """Puzzle → every change of one element (in words) with the changed puzzle."""
    reductions: Callable[[Any], Iterable[tuple[str, Any]]] | None = None
    """Puzzle → everything that can be left out (in words) with the puzzle without it."""
    given: Callable[[Any, Any], Any] | None = None
    """(puzzle, move from its start) → the puzzle that starts with this move made, which makes it easier."""
    spaces: Mapping[str, NamedSpace] = field(default_factory=dict, hash=False)
    """Spaces of numbered puzzles by name, for going through all of them."""


@dataclass(frozen=True, kw_only=True)
class Sameness:
    """Which puzzles of a kind are the same, turned, mirrored or relabelled."""

    symmetries: Callable[[Any], Iterable[Any]] | None = None
    """Puzzle → every puzzle that is the same turned, mirrored or relabelled, including itself."""
    canonical: Callable[[Any], str] | None = None
    """Puzzle → a text that is equal for exactly those puzzles that are the same up to symmetry. By default it
    is the least notation of all symmetries."""


@dataclass(frozen=True, kw_only=True)
class Engines:
    """Faster ways to solve and count puzzles of a kind than visiting every state in Python."""

    native: Callable[[Any], Native | None] | None = None
    """Puzzle → its twin in C++, or None if the puzzle is too large for it."""
    tally: Callable[[Any, Budget], Tally] | None = None
    """Count the solutions without listing them. Raises OutOfBudget. `native.handle.tally` may do the same."""
    search: Callable[[Any, Budget], Iterator[Sequence[Any]]] | None = None
    """Find the moves of each solution, shortest first, without visiting all states. Raises OutOfBudget.

    A kind without `tally` is only asked for the first one.
    """
    by_way: bool = False
    """Whether solutions are told apart by how they go, not only by where they end. Then `tally` counts and `search`
    lists every one of them."""
    complete: Callable[[Any, Budget], Iterator[Sequence[Any]]] | None = None
    """Find the moves of every solution of a fill puzzle with a Python solver made for the kind. Raises
    OutOfBudget. It is used if there is no native engine."""
    shortest: Mapping[str, Callable[[Any, Limits], str | None]] = field(default_factory=dict, hash=False)
    """Solvers that minimise something other than moves, by its name: the best solution as players write it,
    or None if there is none. Raises OutOfBudget."""
    unique: Callable[[Any], bool] | None = None
    """Prove whether there is exactly one solution, faster than by listing solutions."""
    onward: Callable[[Any, Any], Any | None] | None = None
    """(puzzle, state) → the puzzle of the kind that begins in this state, or None if there is none."""
    estimate: Callable[[Any, Any], float] | None = None
    """(puzzle, state) → a lower bound on the moves still needed, for A*."""
    decide: Callable[[Any], Sequence[Any] | None] | None = None
    """Decide in no time and without a search: the moves of some solution, or None if there is none.

    It is asked where a search gives up.
    """
    seen: Callable[[Any, Limits], "SeenGraph | None"] | None = None
    """The graph that a player with all rules sees, with estimates, or None if it must be built in Python. Raises
    OutOfBudget."""


FACETS: Mapping[str, type[Any]] = {
    "notation": Notation,
    "pictures": Pictures,
    "people": People,
    "maker": Maker,
    "sameness": Sameness,
    "engines": Engines,
}
"""The facets of a kind, by field name."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Kind:
    """One family of puzzles and everything that quandary can do with it.

    >>> Kind(name="dots", draw=print)
    Traceback (most recent call last):
    ...
    quandary.errors.QuandaryError: The kind 'dots' has no field 'draw': it belongs to a facet, pictures=Pictures(draw=...).
    """

    name: str
    title: str
    """The name of one puzzle in a sentence: "Witness panel"."""
    summary: str
    """The goal in one line."""
    puzzle: type[Any]
    """The class of its puzzles, which identifies the kind of a puzzle."""
    folder: Path
    """The folder of the kind's README.md, examples.jsonl and norms.json."""
    version: int = 1
    """Increased when the same notation starts to mean a different puzzle."""
    features: tuple[Feature, ...] = ()
    """The kind's own measures."""
    also: tuple[str, ...] = ()
    """General measures that are among its features as well, for example "remuse@expert"."""
    notation: Notation = Notation()
    pictures: Pictures = Pictures()
    people: People = People()
    maker: Maker = Maker()
    sameness: Sameness = Sameness()
    engines: Engines = Engines()

    def __new__(cls, **given: Any) -> "Kind":
        """Reject fields that belong to a facet, naming the facet."""
        for facet, its in FACETS.items():
            for name in {each.name for each in fields(its)} & given.keys() - cls.__annotations__.keys():
                raise QuandaryError(
                    f"The kind {given.get('name', '')!r} has no field {name!r}: it belongs to a facet,"
                    f" {facet}={its.__name__}({name}=...)."
                )
        return super().__new__(cls)

    def __repr__(self) -> str:
        return f"<Kind {self.name}: {self.title}>"

    def but(self, **changes: Any) -> "Kind":
        """Return a copy of the kind with some fields changed, in whichever facet they are.

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
        """Read a puzzle from its notation. Raises NotationError."""
        return self._able(self.notation.parse, "notation")(text)

    def format(self, puzzle: Any) -> str:
        """Return the notation of a puzzle: `parse(format(p)) == p`."""
        text: str = self._able(self.notation.format, "notation")(puzzle)
        return text

    def rule_set(self, puzzle: Any) -> str:
        """Return the name of the rule set that a puzzle is judged by, empty if its kind has only one."""
        return self.notation.rule_set(puzzle) if self.notation.rule_set else ""

    def under(self, puzzle: Any, rules: str) -> Any:
        """Return the same puzzle under another rule set. Raises UnknownNameError."""
        if self.notation.under is None:
            raise QuandaryError(f"Puzzles of the kind {self.name!r} have only one rule set.")
        return self.notation.under(puzzle, rules)

    def draw(self, puzzle: Any, state: Any = None) -> Drawing:
        """Draw a state of a puzzle, or the puzzle as it is set."""
        drawing: Drawing = self._able(self.pictures.draw, "picture")(puzzle, state)
        return drawing

    def generate(self, random: Random, size: str) -> Any:
        """Generate a solvable puzzle of a size."""
        return self._able(self.maker.generate, "generator")(random, size)

    def reductions(self, puzzle: Any) -> Iterable[tuple[str, Any]]:
        """Yield everything that can be left out (in words) with the puzzle without it."""
        left: Iterable[tuple[str, Any]] = self._able(self.maker.reductions, "list of what can be left out")(
            puzzle
        )
        return left

    def canonical(self, puzzle: Any) -> str:
        """Return a text that is equal for puzzles that are the same up to the kind's symmetries."""
        if self.sameness.canonical:
            return self.sameness.canonical(puzzle)
        twins = self.sameness.symmetries(puzzle) if self.sameness.symmetries else (puzzle,)
        return min(self.format(each) for each in twins)

    def rule(self, name: str) -> Rule:
        """Return the rule with a name, or one that was learned: "rules.json#corner-1"."""
        path, mark, learned = name.rpartition("#")
        if mark and path.endswith(".json"):
            known = {rule.name: rule for rule in self._named_rules(path)}
            if learned not in known:
                raise UnknownNameError(f"rule in {path}", learned, known)
            return known[learned]
        for rule in self.people.rules:
            if rule.name == name:
                return rule
        raise UnknownNameError(f"rule of {self.name}", name, [rule.name for rule in self.people.rules])

    def form(self, name: str) -> Callable[[Any], str]:
        """Return the notation with a name."""
        if name not in self.notation.forms:
            raise UnknownNameError(f"other notation of {self.name}", name, self.notation.forms)
        return self.notation.forms[name]

    def level_at(self, headline: float) -> str:
        """Return the name of the level that a value of the headline belongs to, empty if there is none.

        >>> from quandary.kinds.sudoku import KIND
        >>> KIND.level_at(7.1)
        'evil'
        """
        bands = self.maker.bands.items()
        return next((name for name, (low, high) in bands if low <= headline < high), "")

    def player(self, name: str = "", lookahead: int = 0) -> Player:
        """Return the player with a name: `none`, the kind's own, `expert` (all rules), or `rules=a,b`.

        An empty name is the kind's default player. After `rules=`, a file of `quandary discover` stands for the
        rules in it, and `rules.json:10` for the first ten of them.
        """
        default = self.people.default
        if name.startswith("rules="):
            names = [part.strip() for part in name.removeprefix("rules=").split(",") if part.strip()]
            rules = tuple(rule for each in names for rule in self._named_rules(each))
            found = replace(default, rules=rules, name=name) if ".json" in name else default.knowing(*rules)
        else:
            named = self.named_players()
            if (name or default.name) not in named:
                raise UnknownNameError(f"player of {self.name}", name, [*named, "rules=..."])
            found = named[name or default.name]
        return replace(found, lookahead=lookahead)

    def _named_rules(self, name: str) -> tuple[Rule, ...]:
        """Return the rule with a name, or the rules in a file, possibly only the first few."""
        if ".json" not in name or "#" in name:
            return (self.rule(name),)
        from quandary.theory.learned import rules_from, split_name

        path, most = split_name(name)
        return rules_from(path, self.name, self.theory(), most)

    def theory(self) -> "Theory":
        """Return the laws that rules are learned from: the kind's own, or those of the slots of a fill puzzle."""
        if self.people.theory:
            return self.people.theory()
        if hasattr(self.puzzle, "slots") and hasattr(self.puzzle, "fills"):
            from quandary.theory.slots import THEORY

            return THEORY
        raise QuandaryError(
            f"The kind {self.name!r} has no theory to learn rules from. docs/discover.md says how to write one."
        )

    def named_players(self) -> dict[str, Player]:
        """Return every player that has a name, simplest first."""
        default = self.people.default
        nobody = replace(default, rules=(), name="none")
        expert = replace(default, rules=self.people.rules, name="expert")
        return {p.name: p for p in (nobody, default, *self.people.players, expert)}

    def offers(self) -> dict[str, bool]:
        """Return what the kind offers beyond being measured."""
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
"""Where the kind of a class was found: a module's namespace and the kind's name in it."""


def register(kind: Kind) -> Kind:
    """Register a kind for the class of its puzzles. The last kind registered for a class counts.

    Built-in kinds and plug-ins are registered when they are found. A kind that is defined in the module of
    its class, or in a package above it, needs no registration.
    """
    _registered[kind.puzzle] = kind
    return kind


def kind_of(puzzle: AnyPuzzle) -> Kind | None:
    """Return the kind of a puzzle: the one made for its class, or else for a base class.

    A custom class without a kind returns None. Its puzzles can be measured all the same.
    """
    return kind_for(type(puzzle))


def kind_for(puzzle: type[Any]) -> Kind | None:
    """Return the kind of the puzzles of a class."""
    if puzzle in _registered:
        return _registered[puzzle]
    for each in puzzle.__mro__[:-1]:
        if each in _registered:
            return _registered[each]
        if kind := _beside(each):
            return kind
    return None


def _beside(puzzle: type[Any]) -> Kind | None:
    """Return the kind that is defined in the module of a class, or in a package above it."""
    if place := _found.get(puzzle):
        names, name = place
        kind = names.get(name)
        if isinstance(kind, Kind) and kind.puzzle is puzzle:  # it may have been redefined since
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
