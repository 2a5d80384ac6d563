"""Laws as clauses: what they refute, by a SAT solver, and why, in words."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple, TypeAlias

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
        self._solver: Any = None

    def variable(self, name: Hashable) -> int:
        """Return the variable with a name, made on first use."""
        if name not in self.number:
            self.number[name] = len(self.name)
            self.name.append(name)
        return self.number[name]

    def add(self, why: str, *clause: int) -> None:
        """Add a law: at least one of these literals holds."""
        self.clauses.append(clause)
        self.why.append(why)
        if self._solver is not None:
            self._solver.add_clause(list(clause))

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
        solver = self._solver = self._solver or _solver(self.clauses)
        while True:
            self.calls += 1
            if not _solve(solver, literals):
                return set(solver.get_core() or ())
            if self._look is None:
                return None
            broken = list(self._look(frozenset(each for each in solver.get_model() if each > 0)))
            if not broken:
                return None
            for clause, why in broken:
                self.add(why, *clause)

    def prove(self, literals: Sequence[int], said: Callable[[int], str]) -> list[str]:
        """Return why some literals cannot hold together, in words, most often without a case split."""
        needed = self._needed(literals)
        steps = list(islice(_Proof(self, needed, said).of(literals), LONGEST_PROOF + 1))
        if len(steps) <= LONGEST_PROOF:
            return steps
        laws = ", ".join(dict.fromkeys(self.why[each] for each in needed))
        return [f"A solver went through all ways of going on, and none is left. It used these laws: {laws}."]

    def _needed(self, literals: Sequence[int]) -> list[int]:
        """Return the numbers of some laws, few if python-sat is there, that refute the literals."""
        needed = list(range(len(self.clauses)))
        try:
            from pysat.solvers import Minisat22
        except ImportError:
            return needed
        first = len(self.name)
        for _ in range(ROUNDS):
            switches = {first + each: each for each in needed}
            clauses = [[-switch, *self.clauses[each]] for switch, each in switches.items()]
            with Minisat22(bootstrap_with=[*clauses, *([each] for each in literals)]) as solver:
                if _solve(solver, list(switches)):
                    return needed
                needed = sorted(switches[each] for each in solver.get_core() or ())
        return needed


def _solver(clauses: Sequence[Clause]) -> Any:
    try:
        from pysat.solvers import Minisat22
    except ImportError:
        return _Plain(clauses)
    return Minisat22(bootstrap_with=[list(each) for each in clauses])


def _solve(solver: Any, assumptions: Sequence[int]) -> bool:
    """Return whether assumptions can hold. A Ctrl-C is left to Python: the solver would make an error of its own of it."""
    return bool(solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True))


class _Plain:
    """A plain solver with the same methods, for when python-sat is not installed. Slow, and enough to check rules.

    >>> plain = _Plain([(1, 2), (-1, 2)])
    >>> plain.solve_limited([-2]), plain.get_core(), plain.solve_limited([1]), plain.get_model()
    (False, [-2], True, [1, 2])
    """

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.clauses = list(clauses)
        self._core: list[int] = []
        self._model: list[int] = []

    def add_clause(self, clause: Sequence[int]) -> None:
        self.clauses.append(tuple(clause))

    def solve_limited(self, assumptions: Sequence[int], *, expect_interrupt: bool = True) -> bool:
        found = self._search(set(assumptions))
        self._core, self._model = list(assumptions), sorted(found or (), key=abs)
        return found is not None

    def get_core(self) -> list[int]:
        return self._core

    def get_model(self) -> list[int]:
        return self._model

    def _search(self, true: set[int]) -> set[int] | None:
        true = set(true)
        changed = True
        while changed:
            changed, open_one = False, None
            for clause in self.clauses:
                if any(each in true for each in clause):
                    continue
                left = [each for each in clause if -each not in true]
                if not left:
                    return None
                if len(left) == 1:
                    true.add(left[0])
                    changed = True
                elif open_one is None or len(left) < len(open_one):
                    open_one = left
        if any(-each in true for each in true):
            return None
        if open_one is None:
            return true
        for each in open_one:
            found = self._search(true | {each})
            if found is not None:
                return found
            true = true | {-each}
        return None


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
