"""Laws as clauses: what they refute, by a SAT solver, and why, in words."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple, TypeAlias

from quandary.parts.sat import ClauseSolver, can_hold, new_solver

Clause: TypeAlias = tuple[int, ...]
Look: TypeAlias = Callable[[frozenset[int]], Iterable[tuple[Clause, str]]]
"""True variables of a model → laws that it breaks, for laws that are too many to list beforehand."""

ROUNDS = 3
"""How often the laws that a proof needs are narrowed down."""
LONGEST_PROOF = 40
"""The most lines of a proof in words."""


class Laws:
    """Clauses over named variables. Facts are assumed, never added, so that one object serves for all questions.

    >>> laws = Laws()
    >>> rain, wet = laws.variable("rain"), laws.variable("wet")
    >>> laws.add("what rain falls on gets wet", -rain, wet)
    >>> sorted(laws.refuted([rain, -wet]))
    [-2, 1]
    >>> laws.refuted([wet]) is None
    True
    """

    def __init__(self, look: Look | None = None) -> None:
        self.number: dict[Hashable, int] = {}
        self.name: list[Any] = [None]
        self.clauses: list[Clause] = []
        self.why: list[str] = []
        self.calls = 0
        self._look = look
        self._solver: ClauseSolver | None = None

    def variable(self, name: Hashable) -> int:
        """Return the variable with a name, made on first use."""
        if name not in self.number:
            self.number[name] = len(self.name)
            self.name.append(name)
            if self._solver is not None:
                self._solver.prefer([-self.number[name]])
        return self.number[name]

    def add(self, why: str, *clause: int) -> None:
        """Add a law: at least one of these literals holds."""
        self.clauses.append(clause)
        self.why.append(why)
        if self._solver is not None:
            self._solver.add(clause)

    def at_most(self, why: str, number: int, literals: Sequence[int], given: Sequence[int] = ()) -> None:
        """Add the law that, given some literals, at most a number of others hold."""
        for group in combinations(literals, number + 1):
            self.add(why, *(-each for each in given), *(-each for each in group))

    def at_least(self, why: str, number: int, literals: Sequence[int], given: Sequence[int] = ()) -> None:
        """Add the law that, given some literals, at least a number of others hold."""
        for group in combinations(literals, len(literals) - number + 1):
            self.add(why, *(-each for each in given), *group)

    def refuted(self, literals: Sequence[int]) -> set[int] | None:
        """Return some of the literals that cannot hold together, or None if all can as far as the laws say."""
        solver = self._solver = self._solver or self._loaded()
        while True:
            self.calls += 1
            if not can_hold(solver, literals):
                return set(solver.core())
            if self._look is None:
                return None
            broken = list(self._look(frozenset(solver.model())))
            if not broken:
                return None
            for clause, why in broken:
                self.add(why, *clause)

    def _loaded(self) -> ClauseSolver:
        """Return a solver that knows the laws. What they do not force is false, so that nothing is seen that is not there."""
        solver = new_solver()
        solver.prefer([-each for each in range(1, len(self.name))])
        for clause in self.clauses:
            solver.add(clause)
        return solver

    def prove(self, literals: Sequence[int], said: Callable[[int], str]) -> list[str]:
        """Return why some literals cannot hold together, in words, most often without a case split."""
        needed = self._needed(literals)
        steps = list(islice(_Proof(self, needed, said).of(literals), LONGEST_PROOF + 1))
        if len(steps) <= LONGEST_PROOF:
            return steps
        laws = ", ".join(dict.fromkeys(self.why[each] for each in needed))
        return [f"A solver went through all ways of going on, and none is left. It used these laws: {laws}."]

    def _needed(self, literals: Sequence[int]) -> list[int]:
        """Return the numbers of some laws, few with the compiled core, that refute the literals."""
        needed = list(range(len(self.clauses)))
        first = len(self.name)
        for _ in range(ROUNDS):
            switches = {first + each: each for each in needed}
            solver = new_solver()
            for switch, each in switches.items():
                solver.add([-switch, *self.clauses[each]])
            for literal in literals:
                solver.add([literal])
            if can_hold(solver, list(switches)):
                return needed
            fewer = sorted(switches[each] for each in solver.core())
            if fewer == needed:
                break
            needed = fewer
        return needed


class _Step(NamedTuple):
    """A literal that follows, from which others, by which law."""

    literal: int
    because: tuple[int, ...]
    law: int


class _Proof:
    """A proof by unit propagation and, where that is not enough, by cases."""

    def __init__(self, laws: Laws, needed: Sequence[int], said: Callable[[int], str]) -> None:
        self.laws, self.needed, self.said = laws, needed, said
        self.having: dict[int, list[int]] = {}
        for number in needed:
            for literal in laws.clauses[number]:
                self.having.setdefault(-literal, []).append(number)

    def of(self, literals: Sequence[int]) -> Iterator[str]:
        yield from self._case(dict.fromkeys(literals, None), list(literals), "")

    def _case(self, known: "dict[int, _Step | None]", fresh: list[int], indent: str) -> Iterator[str]:
        clash = self._propagate(known, fresh)
        if clash is not None:
            steps = _needed(known, self.laws.clauses[clash])
            yield from (f"{indent}{self._sentence(step)}" for step in steps)
            yield f"{indent}That cannot be: {self.laws.why[clash]}."
            return
        split = self._split(known)
        if split is None:  # a law that is only looked up when a model breaks it
            yield f"{indent}No way of going on is left."
            return
        for literal in (split, -split):
            yield f"{indent}Suppose that {self.said(literal)}."
            inner: dict[int, _Step | None] = {**known, literal: None}
            yield from self._case(inner, [literal], f"{indent}  ")

    def _propagate(self, known: "dict[int, _Step | None]", fresh: list[int]) -> int | None:
        """Add what follows by unit propagation, and return the first law that breaks, if any."""
        for literal in fresh:  # grows during the loop
            for number in self.having.get(literal, ()):
                clause = self.laws.clauses[number]
                if any(each in known for each in clause):
                    continue
                left = [each for each in clause if -each not in known]
                if not left:
                    return number
                if len(left) == 1:
                    because = tuple(-each for each in clause if each != left[0])
                    known[left[0]] = _Step(left[0], because, number)
                    fresh.append(left[0])
        return None

    def _split(self, known: "dict[int, _Step | None]") -> int | None:
        """Return the literal whose two cases together lead furthest."""
        best, most = None, -1.0
        for clause in map(self.laws.clauses.__getitem__, self.needed):
            if any(each in known for each in clause):
                continue
            left = [each for each in clause if -each not in known]
            if left:
                reach = min(self._reach(known, left[0]), self._reach(known, -left[0]))
                if reach > most:
                    best, most = left[0], reach
        return best

    def _reach(self, known: "dict[int, _Step | None]", literal: int) -> float:
        trial: dict[int, _Step | None] = {**known, literal: None}
        return float("inf") if self._propagate(trial, [literal]) is not None else len(trial)

    def _sentence(self, step: _Step) -> str:
        return f"{self.said(step.literal)}: {self.laws.why[step.law]}.".capitalize()


def _needed(known: "dict[int, _Step | None]", clash: Clause) -> list[_Step]:
    """Return the steps that lead to a clash, in order."""
    wanted, todo = set[int](), [-each for each in clash]
    for literal in todo:  # grows during the loop
        step = known.get(literal)
        if step is not None and literal not in wanted:
            wanted.add(literal)
            todo += step.because
    return [step for step in known.values() if step is not None and step.literal in wanted]
