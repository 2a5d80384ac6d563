"""The facets of a kind: what it can tell about its puzzles. All of their fields are optional."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from quandary._native import Native
from quandary.deed import Deeds
from quandary.draw.shapes import Drawing, Point
from quandary.engine import Solver
from quandary.player import Player, Policy
from quandary.puzzle import AnyFillPuzzle
from quandary.rules import Rule
from quandary.solid import Tangram
from quandary.trace import Trace

if TYPE_CHECKING:
    from quandary.theory import Theory

NOBODY = Player(name="none")
HEADLINE = "remuse"
"""The headline of kinds that name none."""


@dataclass(frozen=True)
class FoundPuzzle:
    """A puzzle in a file of a customary format, with what the file says about it.

    >>> FoundPuzzle(3, "1.3.", title="First").title
    'First'
    """

    line: int
    """The line it starts on."""
    notation: str
    """The puzzle as text."""
    id: str = ""
    title: str = ""
    source: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0
    """Its number among the puzzles of the file, if that is what people call it by."""
    intended: str = ""
    """The moves of the solution that its designer means, if the file says so."""


class Told(NamedTuple):
    """A puzzle to be written into a file, with what is to be said about it."""

    puzzle: Any
    id: str
    title: str = ""
    source: str = ""
    facts: Mapping[str, Any] = MappingProxyType({})


class MoveNotation(Protocol):
    """A notation for moves that players of a kind write down and read again."""

    def spell(self, puzzle: Any, moves: Sequence[Any], /) -> str:
        """Return moves from the start of a puzzle as players write them."""

    def replay(self, puzzle: Any, text: str, /) -> Sequence[Any]:
        """Return every state on the way of moves as text, start first, for `draw`. Raises NotationError."""


@dataclass(frozen=True, kw_only=True)
class Notation:
    """The text formats of a kind's puzzles."""

    parse: Callable[[str], Any] | None = None
    """Text → puzzle. Raises NotationError. A puzzle that it accepts never crashes later."""
    format: Callable[[Any], str] | None = None
    """Puzzle → text, such that `parse(format(p)) == p`."""
    recognise: Callable[[str], Sequence[tuple[int, str] | FoundPuzzle] | None] | None = None
    """Text of a file in a customary format → its puzzles, each a pair of line and notation or a `FoundPuzzle`, or None if it is not in that format. A level in JSON is
    offered on its own."""
    forms: Mapping[str, Callable[[Any], str]] = field(default_factory=dict, hash=False)
    """Other notations by name: puzzle → text. `parse` reads them too. A name that begins with a point is the end of
    the name of a file in a customary format: puzzles (`Told`) → the text of the whole file."""
    moves: MoveNotation | None = None
    """How players write moves, for puzzles with one start. A module with the two functions will do."""

    def found_in(self, text: str) -> list[FoundPuzzle] | None:
        """Return the puzzles of a file in a customary format, or None if it is not in one."""
        found = self.recognise(text) if self.recognise else None
        if found is None:
            return None
        return [each if isinstance(each, FoundPuzzle) else FoundPuzzle(*each) for each in found]


@dataclass(frozen=True, kw_only=True)
class Pictures:
    """The pictures of a kind's puzzles."""

    draw: Callable[[Any, Any], Drawing] | None = None
    """(puzzle, state or None) → picture. None draws the puzzle as it is set."""
    anchor: Callable[[Any, Any, Any], Point] | None = None
    """(puzzle, state, move) → the point in the drawing where the move is made."""
    moved: Callable[[Any, Any, Any], tuple[Point, Point] | None] | None = None
    """(puzzle, state, move) → where in the drawing the thing that a move moves begins and ends, None if nothing
    moves, for arrows in the picture of a solution. A piece that is laid begins and ends where its number stands.
    Takes the states and moves of the puzzle in steps, if it has any."""
    write: Callable[[Any, Any], str] | None = None
    """(puzzle, state) → the state in words or characters, as a solver would write it."""
    tell: Callable[[Any, Any], str] | None = None
    """(puzzle, move) → the move as people would say it. By default its text."""
    draw_step: Callable[[Any, Trace, int], Drawing] | None = None
    """(puzzle, its trace, index of a step) → the puzzle at that step, with what the step found."""
    symbols: Callable[[Sequence[Any]], Iterable[tuple[Drawing, str]]] | None = None
    """Puzzles → each symbol in their pictures that needs a word of explanation, with that explanation."""
    tangram: Callable[[Sequence[Any]], Tangram] | None = None
    """Puzzles → their pieces and their board as things to be made."""
    drawn_by: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict, hash=False)
    """Other ways to draw an answer, by name: puzzle → the puzzle in those steps, whose `spelled` turns a solved state into
    them. `play-NAME.js` is its board. A study chooses one. An entry without a name is the usual way, for puzzles that
    are played with their own moves, but where people may also write what is wrong and leave out what is understood."""
    board: Callable[[Any], Mapping[str, Any]] | None = None
    """Puzzle → what `play.js` is told about it, as JSON-compatible values. By default its fields. Where `play.js` does not
    judge, "solved" is a function: solved state → the text that `play.js` hashes to recognise a solution. Without a
    `play.js`, "module" names the module of the board that is told."""


class MarkedSheet(NamedTuple):
    """A path puzzle as solvers mark it: the sheet, what they know, and how they guess."""

    sheet: AnyFillPuzzle
    rules: tuple[Rule, ...]
    guess: str = "fewest"
    """"fewest" (in a slot with the fewest moves), "anywhere in FAMILY" (at an open slot) or "any in FAMILY"."""
    draw: Callable[[Any, Sequence[Any]], Drawing] | None = None
    """(state of the sheet, remaining moves) → picture of the notes."""


@dataclass(frozen=True, kw_only=True)
class People:
    """What people know about a kind and how they solve it."""

    rules: tuple[Rule, ...] = ()
    players: tuple[Player, ...] = ()
    """Players by name. Scores are for the first one unless another one is named."""
    policy: Policy = "best"
    """How to pick the next slot: cheapest overall or fewest moves."""
    columns: tuple[str, ...] = ()
    """The measures that `rate` shows by default. The first is the headline: it sums up the difficulty in one number,
    in every command, level and norm. If there are no others, general ones are shown."""
    said: tuple[Callable[[float], str], str] | None = None
    """How people say a value of the headline, "rating 7.1", and that puzzles have a lower one: "have a lower rating".
    By default by its unit."""
    one_solution: bool = False
    """Whether a proper puzzle has exactly one solution, so that `rate` warns of others."""
    sheet: Callable[[Any], MarkedSheet] | None = None
    """Puzzle → the sheet that solvers write on, for path puzzles that are solved by marking."""
    deeds: Deeds | Literal["line"] | None = None
    """What moves do besides moving the player, by which ways to solve a puzzle are told apart. "line" if every
    solution is a way of its own. By default every move is a deed."""
    theory: Callable[[], "Theory"] | None = None
    """Return the laws that rules are learned from. Without one, a fill puzzle has that of its slots."""

    @property
    def default(self) -> Player:
        """The player that scores are for unless another one is named."""
        return self.players[0] if self.players else NOBODY

    @property
    def headline(self) -> str:
        """The measure that sums up the difficulty in one number."""
        return self.columns[0] if self.columns else HEADLINE


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


@dataclass(frozen=True)
class DifficultyLevel:
    """A level of difficulty: a range of the headline, and what a puzzle of it asks of people.

    >>> easy = DifficultyLevel(1.0, 1.5, "the only place for a digit")
    >>> easy.holds(1.2), easy.holds(1.5)
    (True, False)
    """

    low: float
    high: float
    """The first value above the level."""
    needs: str = ""
    """What its puzzles need that those of easier levels do not, in words."""

    def holds(self, headline: float) -> bool:
        """Return whether a value of the headline belongs to the level."""
        return self.low <= headline < self.high


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
    generate: Callable[..., Any] | None = None
    """(random, size) → a solvable puzzle and, in a kind with levels or wishes, (random, size, wishes) → a matching
    one, with the level among the wishes. Raises NoneFoundError. `parts.wishes` makes it from two functions."""
    full: Callable[[Random, str], Any] | None = None
    """(random, size) → a puzzle with everything given, for digging."""
    levels: Mapping[str, DifficultyLevel] = field(default_factory=dict, hash=False)
    """The levels by name, easiest first."""
    level: Callable[[Any], str] | None = None
    """Puzzle → its level, without measuring it."""
    wishes: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    """Further options for generated puzzles: name → choices."""
    aims: Mapping[str, Callable[[Random, str, float, float], Any | None]] = field(
        default_factory=dict, hash=False
    )
    """Generators by measure: (random, size, least, most) → a puzzle that scores in that range, or None."""
    neighbours: Callable[[Any], Iterable[tuple[str, Any]]] | None = None
    """Puzzle → every change of one element: a `quandary.kind.change.Change`, the words and the changed puzzle with a verb and
    a place in the drawing. A bare pair will do, but has no place."""
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
    solvers: tuple[Solver | Literal["native"], ...] = ("native",)
    """The solvers of the kind and its twin, in the order in which they are asked. Plain Python comes last."""
    onward: Callable[[Any, Any], Any | None] | None = None
    """(puzzle, state) → the puzzle of the kind that begins in this state, or None if there is none."""
    estimate: Callable[[Any, Any], float] | None = None
    """(puzzle, state) → a lower bound on the moves still needed, for A*."""

    @property
    def own(self) -> tuple[Solver, ...]:
        """The solvers that were made for the kind."""
        return tuple(each for each in self.solvers if isinstance(each, Solver))

    @property
    def counts(self) -> bool:
        """Whether solutions are counted without visiting each."""
        return any(solver.counts for solver in self.own)

    @property
    def by_way(self) -> bool:
        """Whether solutions are told apart by how they go, not only by where they end."""
        return any(solver.by_way for solver in self.own)

    @property
    def minimised(self) -> tuple[str, ...]:
        """What solutions with the fewest of can be found, other than moves."""
        return tuple(what for solver in self.own for what in solver.minimises)


FACETS: Mapping[str, type[Any]] = {
    "notation": Notation,
    "pictures": Pictures,
    "people": People,
    "maker": Maker,
    "sameness": Sameness,
    "engines": Engines,
}
"""The facets of a kind, by field name."""
