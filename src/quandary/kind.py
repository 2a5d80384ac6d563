"""A kind: a family of puzzles, and whatever extras it offers.

Only the name, the class and its notation are required. Everything else is optional and recognised by
being there: a kind that can draw is shown, one that can generate gets norms, and so on.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from quandary._native import Native
from quandary.draw.shapes import Drawing, Point
from quandary.errors import UnknownNameError
from quandary.feature import Feature, Tally
from quandary.limits import Budget, Limits
from quandary.player import Player, Rule
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle
from quandary.trace import Trace

Policy: TypeAlias = Literal["best", "greedy"]
NOBODY = Player(name="none")


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What quandary knows about one family of puzzles."""

    name: str
    title: str
    """What one of them is called in a sentence: "Witness panel"."""
    summary: str
    """The goal in one line."""
    puzzle: type[Any]
    parse: Callable[[str], Any]
    """From notation to puzzle; raises NotationError. What it lets pass never crashes later."""
    format: Callable[[Any], str]
    """From puzzle to notation: `parse(format(p)) == p`."""
    folder: Path
    """Where the kind's README.md, examples.jsonl and norms.json are."""
    version: int = 1
    """Raised when the same notation comes to mean another puzzle."""

    # What people see
    rules: tuple[Rule, ...] = ()
    default: Player = NOBODY
    """The frozen player that scores are for unless another one is named."""
    players: tuple[Player, ...] = ()
    """Further players of interest, by name."""
    policy: Policy = "best"
    """Which slot a player fills next: the one that costs least in the end, or the smallest."""
    headline: str = "remuse"
    """The measure that says it in one number."""
    features: tuple[Feature, ...] = ()
    """Measures of its own."""

    # Pictures
    draw: Callable[[Any, Any], Drawing] | None = None
    """(puzzle, state or None) → picture; None draws the puzzle as it is set."""
    anchor: Callable[[Any, Any, Any], Point] | None = None
    """(puzzle, state, move) → where in the drawing that move is made."""
    write: Callable[[Any, Any], str] | None = None
    """(puzzle, state) → the state in words or characters, as a solver would note it."""
    spell: Callable[[Any, Sequence[Any]], str] | None = None
    """(puzzle, moves from its start) → the moves as players write them down."""
    replay: Callable[[Any, str], Sequence[Any]] | None = None
    """(puzzle, such a text) → every state on the way, the start first, as `draw` takes them; raises NotationError."""

    # Making more of them
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
    aims: Mapping[str, Callable[[Random, str, float, float], Any | None]] = field(
        default_factory=dict, hash=False
    )
    """Makers by measure: (random, size, least, most) → a puzzle that scores in between, or None if none was found."""
    levels_by: str = ""
    """The measure that levels are bands of; by default the headline."""
    wishes: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    """What else can be wished of a puzzle that is made, by name: the choices."""
    make: Callable[[Random, str, Mapping[str, str]], Any] | None = None
    """(random, size, wishes, a level perhaps among them) → such a puzzle; raises NoneFoundError."""
    trace: Callable[[Any], Trace] | None = None
    """How a person would solve it, step by step; raises NotComputed where that makes no sense."""
    draw_step: Callable[[Any, Trace, int], Drawing] | None = None
    """(puzzle, its trace, number of a step from 0) → the puzzle at that moment, and what is seen in it."""
    symmetries: Callable[[Any], Iterable[Any]] | None = None
    """Every puzzle that is the same one turned, mirrored or relabelled; itself included."""
    canonical: Callable[[Any], str] | None = None
    """A text that is the same for exactly those puzzles that are the same up to symmetry."""
    reductions: Callable[[Any], Iterable[tuple[str, Any]]] | None = None
    """What can be left out (in words), and the puzzle without it."""
    neighbours: Callable[[Any], Iterable[tuple[str, Any]]] | None = None
    """Every change of one element (in words), and the puzzle with it."""

    # Ways in, ways to go faster, another view
    recognise: Callable[[str], Sequence[tuple[int, str]] | None] | None = None
    """The puzzles of a customary file as (line, notation), or None if the text is not one."""
    forms: Mapping[str, Callable[[Any], str]] = field(default_factory=dict, hash=False)
    """Other notations by name, from puzzle to text; `parse` reads them too."""
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
    sheet: Callable[[Any], AnyFillPuzzle] | None = None
    """The sheet a solver writes on, when a path puzzle is solved by marking."""
    marking: tuple[Rule, ...] = ()
    """The rules of those who mark the sheet; without a sheet it is `rules` that solvers deduce by."""
    draw_sheet: Callable[[Any, Any, Sequence[Any]], Drawing] | None = None
    """(puzzle, state of the sheet, moves left) → picture of a solver's notes."""
    guess: str = "fewest"
    """How such a solver guesses: "fewest" (in a slot with fewest moves) or "anywhere in FAMILY"."""
    estimate: Callable[[Any, Any], float] | None = None
    """(puzzle, state) → moves that are certainly still needed, for A*."""

    def rule(self, name: str) -> Rule:
        """The rule of that name."""
        for rule in self.rules:
            if rule.name == name:
                return rule
        raise UnknownNameError(f"rule of {self.name}", name, [rule.name for rule in self.rules])

    def form(self, name: str) -> Callable[[Any], str]:
        """The notation of that name."""
        if name not in self.forms:
            raise UnknownNameError(f"other notation of {self.name}", name, self.forms)
        return self.forms[name]

    def player(self, name: str = "", lookahead: int = 0) -> Player:
        """The player of that name: `none`, the kind's own, `expert` (all rules), or `rules=a,b`.

        An empty name is the kind's default player.
        """
        if name.startswith("rules="):
            names = [part.strip() for part in name.removeprefix("rules=").split(",") if part.strip()]
            found = self.default.knowing(*(self.rule(each) for each in names))
        else:
            named = self.named_players()
            if (name or self.default.name) not in named:
                raise UnknownNameError(f"player of {self.name}", name, [*named, "rules=..."])
            found = named[name or self.default.name]
        return replace(found, lookahead=lookahead)

    def named_players(self) -> dict[str, Player]:
        """Every player that has a name, easiest to describe first."""
        nobody = replace(self.default, rules=(), name="none")
        expert = replace(self.default, rules=self.rules, name="expert")
        return {p.name: p for p in (nobody, self.default, *self.players, expert)}

    def offers(self) -> dict[str, bool]:
        """What this kind can do beyond being measured."""
        return {
            "rules": bool(self.rules),
            "picture": self.draw is not None,
            "generator": self.generate is not None,
            "levels": bool(self.levels),
            "symmetries": self.symmetries is not None,
            "variants": self.neighbours is not None,
            "native": self.native is not None,
            "norms": (self.folder / "norms.json").exists(),
        }


def kind_of(puzzle: AnyPuzzle) -> Kind | None:
    """The kind a puzzle belongs to: the KIND of its class's module, or of a package above it.

    A class of your own, without a KIND beside it, belongs to none and is measured all the same.
    """
    name = type(puzzle).__module__
    while name:
        kind = getattr(sys.modules.get(name), "KIND", None)
        if isinstance(kind, Kind) and isinstance(puzzle, kind.puzzle):
            return kind
        name = name.rpartition(".")[0]
    return None
