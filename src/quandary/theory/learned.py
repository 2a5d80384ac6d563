"""Rules that were learned: read from a file, proved again, and used like any other rule."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from quandary.errors import FileError
from quandary.limits import check_limits
from quandary.rules import Finding, Moves, Rule
from quandary.theory import Fact, Facts, Matcher, Theory
from quandary.theory.lore import PatternLore
from quandary.theory.runs import holds_for_runs, schema_of

FORMAT = "quandary rules"
VERSION = 1
LARGEST = 20_000_000
"""The most bytes of a file of rules."""
MOST_RULES, MOST_FACTS = 2_000, 400
FURTHEST = 8
"""The furthest that a rule in a file may look. A window grows with the square of it."""
FAR, LONGEST = 100, 20
"""The largest number, and the most numbers, that say where a fact is."""


@dataclass(frozen=True)
class Learned:
    """A rule that was learned: its facts, why it holds, and what it is worth."""

    name: str
    facts: Facts
    says: str = ""
    family: str = ""
    """The rules that are about the same thing share a family."""
    proof: tuple[str, ...] = ()
    hits: int = 0
    """The number of dead moves in training that it explains."""
    bits: float = 0.0
    """The bits of MUSE that it saves per training puzzle, given the rules before it."""
    price: float = 0.0
    """The bits that it takes to write it down."""
    left: float | None = None
    """The mean MUSE of the training puzzles for a player who knows it and all rules before it."""
    teaches: str = ""
    """The notation of the training puzzle that teaches it best: its differential entropy is the highest there."""
    lesson: float = 0.0
    """The bits that it saves on that puzzle."""
    run: bool = False
    """Whether the columns at x = −1 and x = 1 stand for runs of any length (`theory.runs`)."""

    @property
    def patterns(self) -> list[Facts]:
        """The patterns to look for: its facts, or those of all runs."""
        return list(schema_of(self.facts).instances()) if self.run else [self.facts]


@dataclass(frozen=True)
class RuleFile:
    """Learned rules of a kind, the most useful first, and how they were found."""

    kind: str
    rules: tuple[Learned, ...]
    theory: int = 1
    """The version of the theory that proved them."""
    training: Mapping[str, Any] | None = None

    def to_json(self) -> str:
        """Write the rules as JSON text, one rule per line."""
        head = {"format": FORMAT, "version": VERSION, "kind": self.kind, "theory": self.theory}
        head["training"] = dict(self.training or {})
        body = ",\n".join(json.dumps(_record(each), ensure_ascii=False) for each in self.rules)
        return json.dumps(head, ensure_ascii=False)[:-1] + f', "rules": [\n{body}\n]}}\n'


def is_rule_file(path: Path) -> bool:
    """Return whether a file was written by `quandary discover`."""
    with path.open("rb") as file:
        return f'{{"format": "{FORMAT}"'.encode() == file.read(len(FORMAT) + 13)


def read_rule_file(path: str | Path) -> RuleFile:
    """Read a file of rules. Raises FileError. `prove_again` checks that they hold."""
    try:
        if Path(path).stat().st_size > LARGEST:
            raise FileError(f"{path} is too large for a file of rules (more than {LARGEST:,} bytes).")
        told = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        why = "no such file" if isinstance(error, FileNotFoundError) else str(error).splitlines()[0]
        raise FileError(
            f"Cannot read the rules in {path}: {why}. Make them with: quandary discover"
        ) from error
    if not isinstance(told, dict) or told.get("format") != FORMAT or told.get("version") != VERSION:
        raise FileError(
            f"{path} has no rules of this version. Make them with: quandary discover KIND -o {path}"
        )
    try:
        rules = tuple(map(_learned, told["rules"]))
        read = RuleFile(str(told["kind"]), rules, int(told["theory"]), told.get("training"))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FileError(f"{path} is damaged: a rule has the wrong form ({error}).") from error
    if len(rules) > MOST_RULES or any(len(each.facts) > MOST_FACTS for each in rules):
        raise FileError(
            f"{path} has more than {MOST_RULES:,} rules, or a rule of more than {MOST_FACTS} facts."
        )
    return read


def split_name(name: str) -> tuple[str, int | None]:
    """Return the path of a file of rules, and how many of them are wanted.

    >>> split_name("rules.json"), split_name("rules.json:10")
    (('rules.json', None), ('rules.json', 10))
    """
    path, _, most = name.rpartition(":")
    if not path.endswith(".json"):
        return name, None
    if not (most.isascii() and most.isdecimal()):
        raise FileError(
            f"{name} does not say how many rules. Write {path}:10 for the ten best, or only {path}."
        )
    return path, int(most[:9])


def rules_named(name: str) -> list[str]:
    """Return the names of the rules that a file stands for, such as "rules.json:10", or the name itself."""
    if ".json" not in name or "#" in name:
        return [name]
    path, most = split_name(name)
    return [f"{path}#{rule.name}" for rule in read_rule_file(path).rules[:most]]


def check_files(names: str) -> None:
    """Raise FileError unless every file of rules among some names can be read."""
    for name in names.split(","):
        if ".json" in name:
            read_rule_file(split_name(name.strip().partition("#")[0])[0])


def _record(rule: Learned) -> dict[str, Any]:
    facts: list[list[Any]] = [[fact.sort, list(fact.at), fact.value] for fact in sorted(rule.facts, key=repr)]
    return {**rule.__dict__, "facts": facts, "proof": list(rule.proof)}


def _learned(told: Mapping[str, Any]) -> Learned:
    known = {name: told[name] for name in Learned.__dataclass_fields__ if name in told}
    for name, form in FORMS.items():
        if name in known and not (isinstance(known[name], form) and -inf < _number(known[name]) < inf):
            raise TypeError(f"{name} is {str(known[name])[:20]}")
    return Learned(
        **{**known, "facts": facts_of(told["facts"]), "proof": tuple(map(str, told.get("proof", ())))}
    )


FORMS: Mapping[str, Any] = {
    **dict.fromkeys(("name", "says", "family", "teaches"), str),
    **dict.fromkeys(("hits", "bits", "price", "lesson"), int | float),
    "left": int | float | None,
    "run": bool,
}
"""What each part of a rule in a file must be."""


def _number(value: Any) -> float:
    return value if isinstance(value, int | float) else 0


def facts_of(told: Iterable[Any]) -> Facts:
    """Return facts that were written as lists."""
    return frozenset(Fact(str(sort), _place(at), _plain(value)) for sort, at, value in told)


def _place(at: Iterable[Any]) -> tuple[int, ...]:
    place = tuple(map(int, at))
    if len(place) > LONGEST or any(abs(each) > FAR for each in place):
        raise ValueError(f"a fact at {str(place)[:20]}")
    return place


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_plain, value))
    if not isinstance(value, str | int | float | bool | None):
        raise TypeError(f"a fact with the value {str(value)[:20]}")
    return value


def prove_again(rules: Iterable[Learned], theory: Theory, source: str) -> None:
    """Raise FileError unless the theory refutes the facts of every rule, so that no file can bring in a wrong one."""
    for rule in rules:
        check_limits()
        try:
            if theory.radius([rule.facts]) > FURTHEST:
                holds = False
            elif rule.run:
                holds = holds_for_runs(theory, schema_of(rule.facts))
            else:
                holds = theory.refutes(rule.facts) is not None
        except (KeyError, ValueError, TypeError, IndexError):
            holds = False
        if not holds:
            raise FileError(f"The rule {rule.name!r} in {source} cannot be proved, so it is not used.")


@lru_cache(maxsize=16)
def _proved(path: str, stamp: tuple[int, int], kind: str, theory: Any) -> RuleFile:
    read = read_rule_file(path)
    if read.kind != kind:
        raise FileError(f"{path} has rules of {read.kind!r}, not of {kind!r}.")
    if read.theory != theory.version:
        raise FileError(f"{path} was made by another version of quandary. Run quandary discover again.")
    prove_again(read.rules, theory, path)
    return read


@lru_cache(maxsize=16)
def _in_use(path: str, stamp: tuple[int, int], kind: str, theory: Any, most: int | None) -> tuple[Rule, ...]:
    return as_rules(_proved(path, stamp, kind, theory).rules[:most], theory)


def rules_from(path: str, kind: str, theory: Theory, most: int | None = None) -> tuple[Rule, ...]:
    """Return the rules in a file, or the first `most` of them, for puzzles of a kind. Each is proved again, once."""
    try:
        stat = Path(path).stat()
        stamp = stat.st_mtime_ns, stat.st_size
    except OSError:
        stamp = (0, 0)
    shared: Any = theory
    return _in_use(path, stamp, kind, shared, most)


def as_rules(learned: Sequence[Learned], theory: Theory) -> tuple[Rule, ...]:
    """Return learned rules as rules that every player can know. They share the work of looking."""
    looking = _Looking(match_rules(theory, learned), by_marks=theory.by_marks)
    return tuple(
        Rule(
            each.name,
            looking.finder(number, each),
            1 + number / len(learned),
            each.says,
            native=False,
            lore=PatternLore(theory, each.patterns),
        )
        for number, each in enumerate(learned)
    )


def match_rules(theory: Theory, learned: Sequence[Learned]) -> Matcher:
    """Return a function that finds which of these rules refute which moves."""
    patterns = [(number, pattern) for number, each in enumerate(learned) for pattern in each.patterns]
    match = theory.match([pattern for _, pattern in patterns])
    if len(patterns) == len(learned):
        return match

    def find(puzzle: Any, state: Any, moves: Sequence[Any]) -> list[int]:
        return [_owners(mask) for mask in match(puzzle, state, moves)]

    def _owners(mask: int) -> int:
        owners = 0
        while mask:
            low = mask & -mask
            owners |= 1 << patterns[low.bit_length() - 1][0]
            mask ^= low
        return owners

    return find


class _View(NamedTuple):
    """What was seen in a state: the rules that rule out each of the moves, and which rule asked last."""

    puzzle: Any
    state: Any
    moves: frozenset[Any]
    masks: dict[Any, int]
    latest: int


class _Looking:
    """What all rules of a file see in the state that was looked at last."""

    def __init__(self, match: Matcher, *, by_marks: bool) -> None:
        self._match = match
        self._depends = by_marks
        self._view = _View(None, None, frozenset(), {}, -1)
        """Replaced as a whole, since another thread may be looking at another puzzle."""

    def finder(self, number: int, rule: Learned) -> Callable[[Any, Any, Moves], Iterable[Finding]]:
        """Return the function that finds what one rule rules out."""
        bit = 1 << number

        def find(puzzle: Any, state: Any, moves: Moves) -> Iterator[Finding]:
            masks = self._look(number, puzzle, state, moves)
            out = tuple(move for move in moves if masks.get(move, 0) & bit)
            if out:
                yield Finding(rule.family or rule.name, cannot=out, why=rule.says)

        return find

    def _look(self, number: int, puzzle: Any, state: Any, moves: Moves) -> dict[Any, int]:
        """Return the rules that rule out each move.

        Rules are asked in turn, and each strikes a few moves. What was seen before that is still true, so it is
        looked at again only when the next turn begins.
        """
        check_limits()
        view = self._view
        same = view.puzzle is puzzle and view.state == state
        if same and self._depends:
            left = frozenset(moves)
            same = left == view.moves or (left <= view.moves and number > view.latest)
        elif same:
            same = all(move in view.masks for move in moves)
        if not same:
            masks = dict(zip(moves, self._match(puzzle, state, moves), strict=True))
            view = _View(puzzle, state, frozenset(moves), masks, number)
        self._view = view._replace(latest=number)
        return view.masks
