"""A family of puzzles and everything that can be done with it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from weakref import ref

from quandary.draw.shapes import Drawing
from quandary.errors import QuandaryError, UnknownNameError
from quandary.feature import Feature
from quandary.kind.facets import FACETS, Engines, Maker, Notation, People, Pictures, Sameness
from quandary.player import Player
from quandary.rules import Rule

if TYPE_CHECKING:
    from quandary.theory import Theory


MADE = list["ref[Kind]"]()
"""Every kind that was made in this process, from which its rules are found again."""


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
    features: tuple[Feature | str, ...] = ()
    """The kind's own measures, and the names of general ones that are among its features, such as "remuse@expert"."""
    notation: Notation = field(default_factory=Notation)
    pictures: Pictures = field(default_factory=Pictures)
    people: People = field(default_factory=People)
    maker: Maker = field(default_factory=Maker)
    sameness: Sameness = field(default_factory=Sameness)
    engines: Engines = field(default_factory=Engines)

    def __new__(cls, **given: Any) -> "Kind":
        """Reject fields that belong to a facet, naming the facet."""
        for facet, its in FACETS.items():
            for name in {each.name for each in fields(its)} & given.keys() - cls.__annotations__.keys():
                raise QuandaryError(
                    f"The kind {given.get('name', '')!r} has no field {name!r}: it belongs to a facet,"
                    f" {facet}={its.__name__}({name}=...)."
                )
        made = super().__new__(cls)
        MADE.append(ref(made, MADE.remove))
        return made

    def __repr__(self) -> str:
        return f"<Kind {self.name}: {self.title}>"

    def but(self, **changes: Any) -> "Kind":
        """Return a copy of the kind with some fields changed, in whichever facet they are.

        >>> from quandary.kinds.tilt import KIND
        >>> KIND.but(columns=("muse",)).people.headline
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
        return getattr(puzzle, "rule_set", "")

    def under(self, puzzle: Any, rules: str) -> Any:
        """Return the same puzzle under another rule set. Raises UnknownNameError."""
        if not hasattr(puzzle, "under"):
            raise QuandaryError(f"Puzzles of the kind {self.name!r} have only one rule set.")
        return puzzle.under(rules)

    @property
    def usual_rule_set(self) -> str:
        """The name of the rule set that puzzles are judged by unless they say otherwise, empty if there is only one."""
        return next(iter(getattr(self.puzzle, "rule_sets", ())), "")

    @property
    def is_program(self) -> bool:
        """Whether the text of a puzzle is a program above a board, as the class of its puzzles says."""
        return getattr(self.puzzle, "is_program", False)

    @cached_property
    def own_features(self) -> tuple[Feature, ...]:
        """The kind's own measures."""
        return tuple(each for each in self.features if isinstance(each, Feature))

    @cached_property
    def features_by_name(self) -> dict[str, Feature]:
        """The kind's own measures by name, and by alias if they have one. The first of a name counts."""
        named = [(name, each) for each in self.own_features for name in (each.name, each.alias) if name]
        return dict(reversed(named))

    @property
    def file_forms(self) -> tuple[str, ...]:
        """The ends of the names of files in customary formats."""
        return tuple(name for name in self.notation.forms if name.startswith("."))

    @property
    def text_forms(self) -> dict[str, Callable[[Any], str]]:
        """The other notations of one puzzle, by name."""
        return {name: write for name, write in self.notation.forms.items() if not name.startswith(".")}

    def draw(self, puzzle: Any, state: Any = None) -> Drawing:
        """Draw a state of a puzzle, or the puzzle as it is set."""
        drawing: Drawing = self._able(self.pictures.draw, "picture")(puzzle, state)
        return drawing

    def generate(self, random: Random, size: str, wishes: Mapping[str, str] = MappingProxyType({})) -> Any:
        """Generate a solvable puzzle of a size that fulfils the wishes, with the level among them."""
        generate = self._able(self.maker.generate, "generator")
        return generate(random, size, wishes) if wishes else generate(random, size)

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
        if name not in self.text_forms:
            raise UnknownNameError(f"other notation of {self.name}", name, self.text_forms)
        return self.text_forms[name]

    def level_at(self, headline: float) -> str:
        """Return the name of the level that a value of the headline belongs to, empty if there is none.

        >>> from quandary.kinds.sudoku import KIND
        >>> KIND.level_at(7.1)
        'evil'
        """
        return next((name for name, level in self.maker.levels.items() if level.holds(headline)), "")

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
