"""The states that a player may reach who never makes a move that a known rule rules out."""

from quandary.limits import Budget, Limits, OutOfBudget
from quandary.measuring.subject import Subject
from quandary.player import Perception, Player
from quandary.puzzle import AnyPuzzle
from quandary.rules import remembered
from quandary.score import Score, Status


def states_of_player(puzzle: AnyPuzzle, player: Player, budget: Budget) -> int | None:
    """Count the states that the player may reach, or return None if none of them is solved.

    A state in which the player sees that it is lost is counted, but not gone on from, and so is a solved one.

    >>> from quandary.kinds.witness import KIND
    >>> panel = KIND.parse("+-+-E/|b|w|/+-+-+/|.|.|/S-+-+")
    >>> [states_of_player(panel, KIND.player(name), Budget()) for name in ("none", "expert")]
    [74, 24]
    """
    view = remembered(
        puzzle, player.rules
    )  # the states in which the player remembers what some rules look back at
    sees = Perception(view, player, budget)
    todo = list(dict.fromkeys(zip(puzzle.starts(), view.starts(), strict=True)))
    seen, solved = set(todo), False
    for state, memory in todo:  # grows during the walk
        budget.spend()
        if sees.sees_solution(memory):
            solved = True
            continue
        table = sees.options(memory)
        if not all(table.values()):
            continue
        for move in dict.fromkeys(move for moves in table.values() for move in moves):
            there = view.apply(memory, move)
            after = there if view is puzzle else puzzle.apply(state, move), there
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return len({state for state, _ in seen}) if solved else None


def read(subject: Subject, player: Player, limits: Limits) -> Score:
    """Return the number of states that a player may reach as a score."""
    with limits.start() as budget:
        try:
            value = states_of_player(subject.puzzle, player, budget)
        except OutOfBudget as out:
            return Score(
                "", None, Status.GAVE_UP, reason=out.stop.text, stop=out.stop.code, at_least=budget.states
            )
    return Score("", value, Status.UNSOLVABLE if value is None else Status.EXACT, states=budget.states)
