"""Solve as a person does: easiest rule first, one finding at a time; then a guess, taken back if wrong."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from quandary.limits import Limits, OutOfBudget
from quandary.player import Finding, Player, Rule, contradiction
from quandary.puzzle import AnyFillPuzzle, Slot, by_slot
from quandary.trace import Ending, Step, Trace

Guess: TypeAlias = Callable[[dict[Slot, list[Any]], Random], Any]
"""Picks a move from the open options by slot."""


class Notes(NamedTuple):
    """What is put in, and the moves not yet ruled out: pencil marks."""

    state: Any
    moves: tuple[Any, ...]


def fewest(options: dict[Slot, list[Any]], rng: Random) -> Any:
    """Guess at random in the first slot with fewest moves."""
    return rng.choice(min(options.values(), key=len))


def anywhere_in(family: str) -> Guess:
    """A guess in a random slot of `family`, then a random move of it."""

    def guess(options: dict[Slot, list[Any]], rng: Random) -> Any:
        return rng.choice(rng.choice([moves for slot, moves in options.items() if slot.family == family]))

    return guess


def deduce(
    sheet: AnyFillPuzzle,
    player: Player,
    *,
    guess: Guess | None = fewest,
    seed: int = 0,
    limits: Limits = Limits(states=100_000),
) -> Trace:
    """The steps of a solver who knows what `player` knows; without `guess` it may end stuck."""
    rng, budget, steps = Random(seed), limits.start(), list[Step]()
    rules = sorted(player.rules, key=lambda rule: rule.cost)
    state = next(iter(sheet.starts()))
    notes, stack = Notes(state, tuple(sheet.moves(state))), list[tuple[Notes, Any]]()
    reason: str | None = None

    def end(status: Ending) -> Trace:
        return Trace(status, tuple(steps), notes.state)

    while True:
        try:
            budget.spend()
        except OutOfBudget:
            return end("gave up")
        if not reason and sheet.is_solved(notes.state):
            return end("solved")
        if reason := reason or _lost(sheet, notes, player):
            if not stack:
                return end("unsolvable")
            notes, move = stack.pop()
            finding = Finding(reason, cannot=(move,))
            steps.append(Step("revert", "", finding, 0, len(stack) + 1))
        elif found := _easiest(sheet, notes, rules):
            rule, findings = found
            finding = findings[0]
            steps.append(Step("rule", rule.name, finding, rule.cost, len(stack), len(findings)))
        elif guess:
            move = guess(by_slot(sheet, notes.state, notes.moves, player.families), rng)
            stack.append((notes, move))
            finding = Finding("a guess", must=(move,))
            steps.append(Step("guess", "", finding, 0, len(stack)))
        else:
            return end("stuck")
        notes, reason = _take(sheet, notes, finding)


def _easiest(sheet: AnyFillPuzzle, notes: Notes, rules: Sequence[Rule]) -> tuple[Rule, list[Finding]] | None:
    """The first rule that finds anything, with all that it finds."""
    for rule in rules:
        if findings := list(rule.find(sheet, notes.state, notes.moves)):
            return rule, findings
    return None


def _take(sheet: AnyFillPuzzle, notes: Notes, finding: Finding) -> tuple[Notes, str | None]:
    """The notes after a finding, and why it could not be taken, if so."""
    state, moves = notes
    for move in finding.must:
        if move not in moves:
            return notes, f"{move} is required but ruled out"
        state = sheet.apply(state, move)
        still = set(sheet.moves(state))
        moves = tuple(m for m in moves if m in still)
    return Notes(state, tuple(m for m in moves if m not in finding.cannot)), None


def _lost(sheet: AnyFillPuzzle, notes: Notes, player: Player) -> str | None:
    """Why these notes have no solution, if the player sees it."""
    for slot, moves in by_slot(sheet, notes.state, notes.moves, player.families).items():
        if not moves:
            return f"nothing fits {slot}"
    if not notes.moves:
        return "nothing is left to try"
    return contradiction(sheet, notes.state, notes.moves)
