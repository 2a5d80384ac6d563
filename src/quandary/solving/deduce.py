"""Solve as a person does: easiest rule first, one finding at a time; then a guess, taken back if wrong.

A solver's notes are what is put in and the moves not yet ruled out. The first finding of the easiest rule
that finds anything is taken, whole. Where no rule finds anything a guess is made, by a named policy; when
the notes contradict themselves the last guess is taken back with all that followed, and ruled out.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from quandary._native import Native, native_limits
from quandary.errors import UnknownNameError
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.player import Player
from quandary.puzzle import AnyFillPuzzle, Slot, by_slot
from quandary.rules import Finding, Rule, contradiction
from quandary.solving.chance import SplitMix64, seeds
from quandary.solving.engine import Engine, native_of
from quandary.trace import Ending, Run, Runs, Step, Trace

Options: TypeAlias = dict[Slot, list[Any]]
DEFAULT = Limits(states=100_000)
"""Steps, each of which looks at one state of the sheet."""
ENDINGS: tuple[Ending, ...] = ("solved", "unsolvable", "stuck", "gave up")
"""In the order of the numbers that the compiled core uses."""


class Notes(NamedTuple):
    """What is put in, and the moves not yet ruled out: pencil marks."""

    state: Any
    moves: tuple[Any, ...]
    made: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Guess:
    """A policy of guessing: which move to try, of the moves left by slot."""

    name: str
    pick: Callable[[Options, SplitMix64], Any]


def _fewest(options: Options, chance: SplitMix64) -> Any:
    return chance.choice(min(options.values(), key=len))


fewest = Guess("fewest", _fewest)
"""At random in the first slot with fewest moves."""

_ANYWHERE = "anywhere in "


def anywhere_in(family: str) -> Guess:
    """A guess in a random slot of `family` (of any, where that has none), then a random move of it.

    >>> anywhere_in("end").name
    'anywhere in end'
    """

    def pick(options: Options, chance: SplitMix64) -> Any:
        here = [moves for slot, moves in options.items() if slot.family == family]
        return chance.choice(chance.choice(here or list(options.values())))

    return Guess(_ANYWHERE + family, pick)


def guess_named(name: str) -> Guess:
    """The policy of that name: "fewest", or "anywhere in FAMILY".

    >>> guess_named("anywhere in end").name
    'anywhere in end'
    """
    if name == fewest.name:
        return fewest
    if name.startswith(_ANYWHERE):
        return anywhere_in(name.removeprefix(_ANYWHERE))
    raise UnknownNameError("way of guessing", name, [fewest.name, f"{_ANYWHERE}FAMILY"])


def deduce(
    sheet: AnyFillPuzzle,
    player: Player,
    *,
    guess: Guess | None = fewest,
    seed: int = 0,
    limits: Limits = DEFAULT,
) -> Trace:
    """The steps of a solver who knows what `player` knows; without `guess` it may end stuck.

    >>> from quandary.kinds.sudoku import KIND
    >>> trace = deduce(KIND.parse(".3....3....41..."), KIND.player("expert"))
    >>> trace.status, len(trace.steps), trace.count("guess")
    ('solved', 12, 0)

    The same seed gives the same guesses, here and in the compiled core.
    """
    return _Solver(sheet, player, guess, seed).solve(limits.start())


def deduce_often(
    sheet: AnyFillPuzzle,
    player: Player,
    *,
    guess: Guess = fewest,
    runs: int = 100,
    seed: int = 0,
    limits: Limits = DEFAULT,
    engine: Engine = "auto",
) -> Runs:
    """What the solver does in each of some runs, in numbers; run i is `deduce` with `seeds(seed, runs)[i]`.

    The steps of `limits` are for each run, its seconds for all of them together. A policy of one's own
    runs in Python.
    """
    budget = limits.start()
    rules = _in_order(player)
    twin = (
        native_of(sheet, engine, player)
        if guess.name == fewest.name or guess.name.startswith(_ANYWHERE)
        else None
    )
    if twin and hasattr(twin.handle, "deduce"):
        rows = _run_natively(twin, player, guess, seeds(seed, runs), budget)
    else:
        twin = None
        rows = [
            _numbers(sheet, rules, deduce(sheet, player, guess=guess, seed=each, limits=budget.rest()))
            for each in seeds(seed, runs)
        ]
    return Runs(
        tuple(rule.name for rule in rules), tuple(rows), seed, guess.name, "native" if twin else "python"
    )


class _Solver:
    """One run: the notes, the guesses that stand, and the steps so far."""

    def __init__(self, sheet: AnyFillPuzzle, player: Player, guess: Guess | None, seed: int) -> None:
        self.sheet, self.player, self.guess, self.seed = sheet, player, guess, seed
        self.rules = _in_order(player)
        self.chance = SplitMix64(seed)
        state = next(iter(sheet.starts()))
        self.notes = Notes(state, tuple(sheet.moves(state)))
        self.guesses: list[tuple[Notes, Any]] = []
        self.steps: list[Step] = []
        self.trouble: str | None = None
        """Why the notes cannot be right, if the last step showed it."""

    def solve(self, budget: Budget) -> Trace:
        """Step by step to the end."""
        ending: Ending | None = None
        while ending is None:
            try:
                budget.spend()
            except OutOfBudget:
                ending = "gave up"
            else:
                ending = self._step()
        made, guess = self.notes.made, self.guess.name if self.guess else ""
        return Trace(ending, tuple(self.steps), self.notes.state, made, guess, self.seed)

    def _step(self) -> Ending | None:
        if not self.trouble and self.sheet.is_solved(self.notes.state):
            return "solved"
        if trouble := self.trouble or _lost(self.sheet, self.notes, self.player):
            return self._revert(trouble)
        if found := _easiest(self.sheet, self.notes, self.rules):
            rule, findings = found
            self._take(Step("rule", rule.name, findings[0], rule.cost, len(self.guesses), len(findings)))
            return None
        return self._guess()

    def _revert(self, trouble: str) -> Ending | None:
        if not self.guesses:
            return "unsolvable"
        self.notes, move = self.guesses.pop()
        self._take(Step("revert", "", Finding(trouble, cannot=(move,)), 0, len(self.guesses) + 1))
        return None

    def _guess(self) -> Ending | None:
        if self.guess is None:
            return "stuck"
        options = by_slot(self.sheet, self.notes.state, self.notes.moves, self.player.families)
        if not options:
            return "stuck"
        move = self.guess.pick(options, self.chance)
        self.guesses.append((self.notes, move))
        self._take(Step("guess", "", Finding("a guess", must=(move,)), 0, len(self.guesses)))
        return None

    def _take(self, step: Step) -> None:
        self.steps.append(step)
        self.notes, self.trouble = _take(self.sheet, self.notes, step.finding)


def replay(sheet: AnyFillPuzzle, trace: Trace) -> Iterator[Notes]:
    """The notes after each step of a trace.

    >>> from quandary.kinds.sudoku import KIND
    >>> sudoku = KIND.parse(".3....3....41...")
    >>> *_, last = replay(sudoku, deduce(sudoku, KIND.player("expert")))
    >>> last.state
    '2341413232141423'
    """
    state = next(iter(sheet.starts()))
    notes, before = Notes(state, tuple(sheet.moves(state))), list[Notes]()
    for step in trace.steps:
        if step.action == "guess":
            before.append(notes)
        elif step.action == "revert":
            notes = before.pop()
        notes, _ = _take(sheet, notes, step.finding)
        yield notes


def _in_order(player: Player) -> list[Rule]:
    """The player's rules, easiest first."""
    return sorted(player.rules, key=lambda rule: rule.cost)


def _easiest(sheet: AnyFillPuzzle, notes: Notes, rules: Sequence[Rule]) -> tuple[Rule, list[Finding]] | None:
    """The first rule that finds anything, with all that it finds."""
    for rule in rules:
        if findings := list(rule.find(sheet, notes.state, notes.moves)):
            return rule, findings
    return None


def _take(sheet: AnyFillPuzzle, notes: Notes, finding: Finding) -> tuple[Notes, str | None]:
    """The notes after a finding, and why it could not be taken, if so."""
    state, moves, made = notes
    for move in finding.must:
        if move not in moves:
            return notes, f"{move} is required but ruled out"
        state = sheet.apply(state, move)
        still = set(sheet.moves(state))
        moves = tuple(m for m in moves if m in still)
    left = tuple(m for m in moves if m not in finding.cannot)
    return Notes(state, left, made + finding.must), None


def _lost(sheet: AnyFillPuzzle, notes: Notes, player: Player) -> str | None:
    """Why these notes have no solution, if the player sees it."""
    if reason := contradiction(sheet, notes.state, notes.moves):
        return reason
    for slot, moves in by_slot(sheet, notes.state, notes.moves, player.families).items():
        if not moves:
            return f"nothing fits {slot}"
    return None if notes.moves else "nothing is left to try"


def _numbers(sheet: AnyFillPuzzle, rules: Sequence[Rule], trace: Trace) -> Run:
    return Run(
        trace.status,
        tuple(trace.count(rule.name) for rule in rules),
        trace.count("guess"),
        trace.count("revert"),
        trace.deepest,
        trace.longest_refutation,
        sum(1 for move in trace.made if tuple(sheet.fills(move))),
    )


def _run_natively(
    twin: Native, player: Player, guess: Guess, run_seeds: Sequence[int], budget: Budget
) -> list[Run]:
    rules = _in_order(player)
    family = guess.name.removeprefix(_ANYWHERE) if guess.name.startswith(_ANYWHERE) else None
    rest = budget.rest()
    rows = twin.handle.deduce(
        [rule.name for rule in rules],
        [rule.cost > 0 for rule in rules],
        None if player.families is None else sorted(player.families),
        family,
        list(run_seeds),
        native_limits(rest if rest.states is not None else replace(rest, states=DEFAULT.states)),
    )
    return [
        Run(
            ENDINGS[row.ending],
            tuple(row.fired),
            row.guesses,
            row.reverts,
            row.deepest,
            row.refutation,
            row.length,
        )
        for row in rows
    ]
