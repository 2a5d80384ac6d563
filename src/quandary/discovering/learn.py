"""From puzzles to a ranked list of proved rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING, Any

from quandary.discovering.candidates import candidates, proof_of, slug
from quandary.discovering.explain import Explainer, rings
from quandary.discovering.live import live_part, live_part_of_solutions
from quandary.discovering.rank import BOOK, PathWorth, Ranked, rank
from quandary.discovering.trainer import Trainer
from quandary.limits import DEFAULT, Budget, Limits, OutOfBudget
from quandary.puzzle import is_fill
from quandary.theory import Facts, Theory
from quandary.theory.learned import MOST_RULES, Learned, RuleFile, match_rules
from quandary.theory.slots import SlotTheory

if TYPE_CHECKING:
    from quandary.runs.ledger import Ledger

RADIUS = 2
"""How far around a move to look, unless told otherwise."""
SAMPLED = 60
"""The most dead moves of one puzzle that are explained."""
STATES = 60_000
"""The most states of a training puzzle. Larger ones are left out."""
SEEN_TWICE = 2
"""The hits that a rule needs, if there are enough puzzles to learn from."""
ENOUGH = 20


@dataclass
class Discovery:
    """The rules found, the most useful first, and what they were learned from."""

    rules: list[Learned] = field(default_factory=list)
    puzzles: int = 0
    too_large: int = 0
    """The puzzles that were left out because they have too many states, or no solution."""
    dead_moves: int = 0
    """The dead moves that were looked at."""
    explained: int = 0
    none: float | None = None
    """The mean MUSE of the training puzzles for a player without rules, or None if the time was over before."""
    all: float | None = None
    """The same for a player who knows every rule found."""
    worth: int = 0
    """The number of rules that save more than it takes to write them down."""
    seconds: float = 0.0
    is_cut: bool = False
    """Whether the time was over before everything was done."""

    def file(self, kind: str, theory: Theory, asked: Mapping[str, Any]) -> RuleFile:
        """Return the rules as a file, with a summary of the training, the same each time that it is done."""
        training = {name: value for name, value in self.__dict__.items() if name not in ("rules", "seconds")}
        return RuleFile(kind, tuple(self.rules), theory.version, {**asked, **training})


def discover(
    puzzles: Iterable[Any],
    theory: Theory,
    *,
    radius: int = RADIUS,
    seed: int = 1,
    limits: Limits = DEFAULT,
    notation: Callable[[Any], str] = str,
    progress: Callable[[], None] | None = None,
    ranking: Callable[[], None] | None = None,
    ledger: "Ledger | None" = None,
) -> Discovery:
    """Learn rules from puzzles: explain dead moves by the theory, and rank the explanations by the bits they save.

    `progress` is called for each puzzle, and `ranking` once, when all are looked at.

    >>> from quandary.kinds.witness import KIND
    >>> panel = KIND.parse("+-+-E/|3|.|/S-+-+")
    >>> [rule.says for rule in discover([panel], KIND.theory()).rules][:1]
    ['Do not go ahead: the cell behind on the left has 3 triangles and no way along its left side. It would end up with fewer lines than triangles.']
    """
    with limits.start() as budget:
        first, puzzles = _peeked(puzzles)
        trainer = _trainer(first, theory, radius, seed)
        return _Training(trainer, theory, budget, notation, progress, ranking, ledger).run(puzzles)


def _peeked(puzzles: Iterable[Any]) -> tuple[Any, Iterable[Any]]:
    """Return the first puzzle, or None, and all of them."""
    rest = iter(puzzles)
    some = list(islice(rest, 1))
    return (some[0] if some else None), chain(some, rest)


def _trainer(puzzle: Any, theory: Theory, radius: int, seed: int) -> Trainer:
    """Return the trainer for the species of a puzzle and its theory."""
    if isinstance(theory, SlotTheory):
        from quandary.discovering.marks import Marking

        return Marking(radius, seed)
    if puzzle is not None and is_fill(puzzle):
        from quandary.discovering.filling import Filling

        return Filling(theory, radius, seed)
    return Walking(theory, radius, seed)


class Walking(Trainer):
    """Learns from path puzzles whose states can all be visited."""

    def __init__(self, theory: Theory, radius: int, seed: int) -> None:
        super().__init__()
        self.theory, self.radii, self.seed = theory, range(1, radius + 1), seed
        self.explainer = Explainer(theory, seed)

    def keep(self, puzzle: Any, budget: Budget) -> bool:
        """Find the live part of a puzzle."""
        if self.theory.has_history:
            part = live_part_of_solutions(puzzle, budget.rest())
        else:
            part = live_part(puzzle, Limits(states=STATES, meter=budget.limits.meter))
        budget.check()
        if part is None:
            return False
        self.kept.append(part)
        return True

    def learn(self, puzzle: Any, number: int, budget: Budget) -> "Counter[Facts] | None":
        """Explain the dead moves of a puzzle, or a sample of them."""
        if not self.keep(puzzle, budget):
            return None
        dead = self.kept[-1].dead_moves
        if len(dead) > SAMPLED:
            dead = Random(f"discover/{self.seed}/{number}").sample(dead, SAMPLED)
        self.dead_moves += len(dead)
        found: Counter[Facts] = Counter()
        for state, move in dead:
            why = self.explainer.explain(rings(self.theory, puzzle, state, move, self.radii))
            if why is not None:
                found[why] += 1
        return found

    def worth(self, rules: Sequence[Learned]) -> PathWorth:
        """Match the rules in every live state."""
        return PathWorth(self.kept, match_rules(self.theory, rules))


class _Training:
    """One run: learn puzzle by puzzle, then rank."""

    def __init__(
        self,
        trainer: Trainer,
        theory: Theory,
        budget: Budget,
        notation: Callable[[Any], str],
        progress: Callable[[], None] | None,
        ranking: Callable[[], None] | None,
        ledger: "Ledger | None",
    ) -> None:
        self.trainer, self.theory, self.budget = trainer, theory, budget
        self.notation, self.progress, self.ranking, self.ledger = notation, progress, ranking, ledger
        self.done = Discovery()
        self.hits: Counter[Facts] = Counter()
        self.used: list[Any] = []

    def run(self, puzzles: Iterable[Any]) -> Discovery:
        """Learn for at most two thirds of the time, and rank in the rest."""
        with self.budget.share(1.5).start() as most:
            try:
                for number, puzzle in enumerate(puzzles):
                    most.check()
                    self._learn(number, puzzle, most)
                    if self.progress:
                        self.progress()
            except OutOfBudget as out:
                if out.stop.code == "stopped":
                    raise
                self.done.is_cut = True
                self.trainer.cut(len(self.used))
        if self.ranking:
            self.ranking()
        self._rank()
        self.done.puzzles = len(self.used)
        self.done.seconds = round(self.budget.seconds, 3)
        return self.done

    def _learn(self, number: int, puzzle: Any, budget: Budget) -> None:
        row = self.ledger.get(number) if self.ledger is not None else None
        if row is None:
            before = self.trainer.dead_moves
            found = self.trainer.learn(puzzle, number, budget)
            looked = self.trainer.dead_moves - before
            if self.ledger is not None:
                self.ledger.add(number, _row(found, looked))
        else:
            found, looked = _found(row)
            if found is not None:
                found = self.trainer.adopt(found) if self.trainer.keep(puzzle, budget) else None
        if found is None:
            self.done.too_large += 1
            return
        self.used.append(puzzle)
        self.hits += found
        self.done.dead_moves += looked
        self.done.explained += found.total()

    def _rank(self) -> None:
        least = SEEN_TWICE if len(self.used) >= ENOUGH else 1
        rules = [each for each in candidates(self.theory, self.hits) if each.hits >= least][:MOST_RULES]
        if not self.used or not rules:
            return
        ranked = list[Ranked]()
        try:
            worth = self.trainer.worth(rules)
            self.done.none = _mean(worth.bits(each, 0) for each in range(worth.puzzles))
            levels = [self.theory.level(each.facts) for each in rules]
            for each in rank(worth, [each.price for each in rules], levels):
                ranked.append(each)
            everything = (1 << len(rules)) - 1
            self.done.all = _mean(worth.bits(each, everything) for each in range(worth.puzzles))
        except OutOfBudget:
            self.done.is_cut = True
        self.done.worth = sum(BOOK * each.bits > rules[each.number].price for each in ranked)
        self.done.rules = list(self._named(rules, ranked))

    def _named(self, rules: Sequence[Learned], ranked: Sequence[Ranked]) -> Iterator[Learned]:
        """Yield the rules in order: those that save something, then the others by their hits."""
        places = {each.number: each for each in ranked}
        used: Counter[str] = Counter()
        for number in [*places, *(number for number in range(len(rules)) if number not in places)]:
            rule, place = rules[number], places.get(number)
            used[rule.family] += 1
            rule = replace(rule, name=f"{slug(rule.family)}-{used[rule.family]}")
            if place:
                rule = replace(
                    rule,
                    proof=proof_of(self.theory, rule),
                    bits=round(place.bits, 6),
                    left=round(place.left, 6),
                    teaches=self.notation(self.used[place.best]),
                    lesson=round(place.most, 6),
                )
            yield rule


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return round(sum(listed) / max(1, len(listed)), 6)


def _row(found: "Counter[Facts] | None", looked: int) -> dict[str, Any]:
    rows = None
    if found is not None:
        rows = [[[list(fact) for fact in sorted(facts, key=repr)], hits] for facts, hits in found.items()]
    return {"found": rows, "looked": looked}


def _found(row: dict[str, Any]) -> "tuple[Counter[Facts] | None, int]":
    from quandary.theory.learned import facts_of

    if row["found"] is None:
        return None, row["looked"]
    return Counter({facts_of(facts): hits for facts, hits in row["found"]}), row["looked"]
