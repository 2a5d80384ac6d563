"""Solve as a person does: the easiest rule first, one finding at a time, and a guess if no rule helps.

A solver's notes are the moves made and the moves not yet ruled out. The solver applies the first finding of
the easiest rule that finds anything. If no rule finds anything, it guesses by a named policy. If the notes
contradict themselves, it takes back the last guess with everything that followed, and rules it out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from quandary.engine import Guess
from quandary.errors import UnknownNameError
from quandary.limits import Budget, Limits, OutOfBudget, check_limits
from quandary.player import Player
from quandary.puzzle import AnyFillPuzzle, Slot, by_slot
from quandary.rules import Finding, Rule, contradiction
from quandary.solving.chance import SplitMix64
from quandary.trace import Ending, Run, Step, Trace

Options: TypeAlias = dict[Slot, list[Any]]
DEFAULT = Limits(states=100_000)
"""The step limit. Each step looks at one state of the sheet."""
ENDINGS: tuple[Ending, ...] = ("solved", "unsolvable", "stuck", "gave up")
"""The endings in the order of the compiled core's numbers."""


class MoveNotes(NamedTuple):
    """The moves made and the moves not yet ruled out, like pencil marks."""

    state: Any
    moves: tuple[Any, ...]
    made: tuple[Any, ...] = ()


def _fewest(options: Options, chance: SplitMix64) -> Any:
    return chance.choice(min(options.values(), key=len))


fewest = Guess("fewest", _fewest, "")
"""A random move in the first slot with the fewest moves."""

_ANYWHERE, _ANY = "anywhere in ", "any in "


def anywhere_in(family: str) -> Guess:
    """Return the policy of guessing a random move in a random slot of `family`, or of any if it has none.

    >>> anywhere_in("end").name
    'anywhere in end'
    """

    def pick(options: Options, chance: SplitMix64) -> Any:
        here = [moves for slot, moves in options.items() if slot.family == family]
        return chance.choice(chance.choice(here or list(options.values())))

    return Guess(_ANYWHERE + family, pick, family)


def any_in(family: str) -> Guess:
    """Return the policy of guessing any remaining move that could fill a slot of `family`, open or not.

    >>> any_in("end").name
    'any in end'
    """
    return replace(anywhere_in(family), name=_ANY + family, anywhere=True)


def guess_named(name: str) -> Guess:
    """Return the guessing policy with a name: "fewest", "anywhere in FAMILY" or "any in FAMILY".

    >>> guess_named("anywhere in end").name
    'anywhere in end'
    """
    if name == fewest.name:
        return fewest
    if name.startswith(_ANYWHERE):
        return anywhere_in(name.removeprefix(_ANYWHERE))
    if name.startswith(_ANY):
        return any_in(name.removeprefix(_ANY))
    raise UnknownNameError("guessing policy", name, [fewest.name, f"{_ANYWHERE}FAMILY", f"{_ANY}FAMILY"])


def deduce(
    sheet: AnyFillPuzzle,
    player: Player,
    *,
    guess: Guess | None = fewest,
    seed: int = 0,
    guesses: int | None = None,
    limits: Limits = DEFAULT,
) -> Trace:
    """Solve a sheet with the rules of `player`. Without `guess` it may end stuck, after `guesses` it gives up.

    >>> from quandary.kinds.sudoku import KIND
    >>> trace = deduce(KIND.parse(".3....3....41..."), KIND.player("expert"))
    >>> trace.status, len(trace.steps), trace.count("guess")
    ('solved', 12, 0)

    The same seed gives the same guesses, here and in the compiled core.
    """
    with limits.start() as budget:
        return _Solver(sheet, player, guess, seed, guesses).solve(budget)


class _Solver:
    """One run: the notes, the guesses in force, and the steps so far."""

    def __init__(
        self, sheet: AnyFillPuzzle, player: Player, guess: Guess | None, seed: int, guesses: int | None
    ) -> None:
        self.sheet, self.player, self.guess, self.seed = sheet, player, guess, seed
        self.guesses_left = guesses
        self.rules = in_order(player)
        self.chance = SplitMix64(seed)
        state = next(iter(sheet.starts()))
        self.notes = MoveNotes(state, tuple(sheet.moves(state)))
        self.guesses: list[tuple[MoveNotes, Any]] = []
        self.steps: list[Step] = []
        self.trouble: str | None = None
        """Why the notes cannot be right, if the last step showed it."""

    def solve(self, budget: Budget) -> Trace:
        """Solve step by step to the end."""
        ending: Ending | None = None
        while ending is None:
            try:
                budget.spend()
                ending = self._step()
            except OutOfBudget:
                ending = "gave up"
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
        if self.guesses_left is not None:
            if not self.guesses_left:
                return "gave up"
            self.guesses_left -= 1
        if self.guess.anywhere and (everywhere := self._everywhere(self.guess.family)):
            options = everywhere
        move = self.guess.pick(options, self.chance)
        self.guesses.append((self.notes, move))
        self._take(Step("guess", "", Finding("a guess", must=(move,)), 0, len(self.guesses)))
        return None

    def _everywhere(self, family: str | None) -> Options:
        """Return the remaining moves that could fill a slot of a family, as one slot, or nothing."""
        moves = [
            move for move in self.notes.moves if any(slot.family == family for slot in self.sheet.fills(move))
        ]
        return {Slot(family or "", "any"): moves} if moves else {}

    def _take(self, step: Step) -> None:
        self.steps.append(step)
        self.notes, self.trouble = _take(self.sheet, self.notes, step.finding)


def replay(sheet: AnyFillPuzzle, trace: Trace) -> Iterator[MoveNotes]:
    """Yield the notes after each step of a trace.

    >>> from quandary.kinds.sudoku import KIND
    >>> sudoku = KIND.parse(".3....3....41...")
    >>> *_, last = replay(sudoku, deduce(sudoku, KIND.player("expert")))
    >>> last.state
    '2341413232141423'
    """
    state = next(iter(sheet.starts()))
    notes, before = MoveNotes(state, tuple(sheet.moves(state))), list[MoveNotes]()
    for step in trace.steps:
        if step.action == "guess":
            before.append(notes)
        elif step.action == "revert":
            notes = before.pop()
        notes, _ = _take(sheet, notes, step.finding)
        yield notes


def in_order(player: Player) -> list[Rule]:
    """Return the player's rules, easiest first."""
    return sorted(player.rules, key=lambda rule: rule.cost)


def _easiest(
    sheet: AnyFillPuzzle, notes: MoveNotes, rules: Sequence[Rule]
) -> tuple[Rule, list[Finding]] | None:
    """Return the first rule that finds anything, with all its findings."""
    for rule in rules:
        check_limits()
        if findings := list(rule.find(sheet, notes.state, notes.moves)):
            return rule, findings
    return None


def _take(sheet: AnyFillPuzzle, notes: MoveNotes, finding: Finding) -> tuple[MoveNotes, str | None]:
    """Return the notes after a finding, and the contradiction if it cannot be applied."""
    state, moves, made = notes
    for move in finding.must:
        if move not in moves:
            return notes, f"{move} is required but ruled out"
        state = sheet.apply(state, move)
        still = set(sheet.moves(state))
        moves = tuple(m for m in moves if m in still)
    left = tuple(m for m in moves if m not in finding.cannot)
    return MoveNotes(state, left, made + finding.must), None


def _lost(sheet: AnyFillPuzzle, notes: MoveNotes, player: Player) -> str | None:
    """Return why these notes have no solution, or None if the player does not see it."""
    if reason := contradiction(sheet, notes.state, notes.moves):
        return reason
    for slot, moves in by_slot(sheet, notes.state, notes.moves, player.families).items():
        if not moves:
            return f"nothing fits {slot}"
    return None if notes.moves else "nothing is left to try"


def in_numbers(sheet: AnyFillPuzzle, player: Player, trace: Trace) -> Run:
    """Return the key numbers of a run from its trace."""
    return Run(
        trace.status,
        tuple(trace.count(rule.name) for rule in in_order(player)),
        trace.count("guess"),
        trace.count("revert"),
        trace.deepest,
        trace.longest_refutation,
        sum(1 for move in trace.made if tuple(sheet.fills(move))),
    )
