"""A player: the rules a person knows, where they look, and how far ahead."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, fsum
from typing import Any, Literal, TypeAlias

from quandary.errors import PlayerError
from quandary.limits import Budget
from quandary.puzzle import AnyPuzzle, Slot, by_slot, is_fill
from quandary.rules import Moves, Rule, believe, contradiction

Policy: TypeAlias = Literal["best", "greedy"]
"""How to pick the next slot: the cheapest overall, or one with the fewest moves."""

Prior: TypeAlias = Callable[[AnyPuzzle, Any, Moves], Sequence[float]]
"""(puzzle, state, moves) → how likely the player is to try each move."""


Cues: TypeAlias = Callable[[Any, Any], Mapping[str, float]]
"""(puzzle, move) → local features of the move by name, whatever the state."""


def by_text(puzzle: Any, move: Any) -> Mapping[str, float]:
    """Return the only cue of kinds that have none of their own: which move it is."""
    return {str(move): 1.0}


def cues_of(puzzle: type[Any]) -> Cues:
    """Return the cues of a class of puzzles: its method `cues(move)`, if it has one."""
    cues: Cues = getattr(puzzle, "cues", by_text)
    return cues


@dataclass(frozen=True)
class MoveWeights:
    """A prior that weighs moves by their cues: the weight of a move is exp(Σ weight · cue).

    >>> habit = MoveWeights("rightward", {"right": 0.7})
    >>> [round(share, 3) for share in habit(None, None, ["left", "right"])]
    [0.332, 0.668]
    """

    name: str
    weights: Mapping[str, float] = field(hash=False)
    cues: Cues = field(default=by_text, compare=False)

    def weigh(self, puzzle: Any, moves: Sequence[Any]) -> list[float]:
        """Return the weight of each move."""
        return [
            exp(sum(self.weights.get(n, 0.0) * x for n, x in self.cues(puzzle, m).items())) for m in moves
        ]

    def __call__(self, puzzle: Any, state: Any, moves: Moves) -> list[float]:
        """Return the share of each move."""
        weights = self.weigh(puzzle, moves)
        total = fsum(weights)
        return [weight / total for weight in weights]


@dataclass(frozen=True)
class Player:
    """The rules a person knows, the slot families they look at (None: all), and their lookahead."""

    rules: tuple[Rule, ...] = ()
    families: frozenset[str] | None = None
    lookahead: int = 0
    name: str = ""
    prior: Prior | None = None
    leak: float = 0.0
    """The weight of a move that a rule rules out, compared with one that the player considers: a person who
    overlooks the rule now and then. 0 for a player who never does."""

    def __post_init__(self) -> None:
        if not 0 <= self.leak <= 1:
            raise PlayerError(
                f"The leak of player {self.name!r} is {self.leak:g}, but it must be from 0 to 1."
            )

    def __str__(self) -> str:
        name = self.name or ",".join(rule.name for rule in self.rules) or "none"
        ahead = f", looking {self.lookahead} ahead" if self.lookahead else ""
        habit = f", with the prior {of}" if (of := getattr(self.prior, "name", "")) else ""
        return name + ahead + habit + (f", overlooking rules with weight {self.leak:g}" if self.leak else "")

    @property
    def is_even(self) -> bool:
        """Whether the player tries all moves that they consider equally, and no others."""
        return self.prior is None and not self.leak

    def knowing(self, *rules: Rule) -> "Player":
        """Return the same player with exactly these rules."""
        return replace(
            self, rules=rules, name="rules=" + ",".join(r.name for r in rules) if rules else "none"
        )

    def options(self, puzzle: AnyPuzzle, state: Any) -> dict[Slot, list[Any]]:
        """Return L(s), the moves that the player still thinks possible, by slot.

        A slot without moves means that the player sees that the state is lost.

        A slot without moves means: this player sees that the state is lost.
        """
        return Perception(puzzle, self).options(state)

    def sees_solution(self, puzzle: AnyPuzzle, state: Any) -> bool:
        """Return whether a solved state lies within the lookahead."""
        return Perception(puzzle, self).sees_solution(state)

    def probabilities(self, puzzle: AnyPuzzle, state: Any, moves: Moves) -> Sequence[float]:
        """Return how likely the player is to try each move: the prior, or all the same.

        Raises PlayerError unless the prior gives each move a positive share of 1.
        """
        if self.prior is None:
            return [1 / len(moves)] * len(moves)
        shares = [float(p) for p in self.prior(puzzle, state, moves)]
        if len(shares) != len(moves) or not all(p > 0 for p in shares) or abs(fsum(shares) - 1) > 1e-9:
            raise PlayerError(
                f"The prior of player {str(self)!r} gave {shares} for {len(moves)} moves,"
                " but each move needs a positive share, and the shares must sum to 1."
            )
        return shares


class Perception:
    """A puzzle as one player sees it, state by state, within a budget."""

    def __init__(self, puzzle: AnyPuzzle, player: Player, budget: Budget | None = None) -> None:
        self.puzzle = puzzle
        self.player = player
        self.budget = budget or Budget()
        # Lookahead meets the same states again and again. Without it, each is seen once.
        self._believed: dict[Any, tuple[list[Any], list[Any]]] | None = {} if player.lookahead else None

    def options(self, state: Any) -> dict[Slot, list[Any]]:
        """Return L(s) by slot. An empty slot means that the player sees that the state is lost."""
        return self._options(state, self.player.lookahead)

    def sees_solution(self, state: Any) -> bool:
        """Return whether a solved state lies within the lookahead."""
        return self._sees_solution(state, self.player.lookahead)

    def ruled_out(self, state: Any, slot: Slot, moves: Moves) -> list[Any]:
        """Return the legal moves of a slot that are not among those considered.

        A required move is a slot of its own and has no others.
        """
        legal = list(self.puzzle.moves(state))
        if is_fill(self.puzzle):
            legal = by_slot(self.puzzle, state, legal, self.player.families).get(slot, [])
        return [move for move in legal if move not in moves]

    def _options(self, state: Any, depth: int) -> dict[Slot, list[Any]]:
        self.budget.check()
        puzzle = self.puzzle
        moves, musts = self._believe(state)
        if depth:
            moves = [move for move in moves if self._survives(puzzle.apply(state, move), depth - 1)]
        table: dict[Slot, list[Any]] = {}
        if is_fill(puzzle):  # a required move is its own slot with one move, so it costs nothing
            table.update({Slot("must", move): [move] if move in moves else [] for move in musts})
        if why := contradiction(puzzle, state, moves):
            table[Slot("lost", why)] = []
        return table | by_slot(puzzle, state, moves, self.player.families)

    def _believe(self, state: Any) -> tuple[list[Any], list[Any]]:
        """Return the remaining and the required moves after applying the rules until nothing changes."""
        if self._believed is None:
            return believe(self.puzzle, state, self.player.rules)
        if state not in self._believed:
            self._believed[state] = believe(self.puzzle, state, self.player.rules)
        return self._believed[state]

    def _survives(self, state: Any, depth: int) -> bool:
        return self.puzzle.is_solved(state) or all(self._options(state, depth).values())

    def _sees_solution(self, state: Any, depth: int) -> bool:
        if self.puzzle.is_solved(state):
            return True
        if depth == 0:
            return False
        table = self._options(state, 0)
        if not all(table.values()):
            return False
        tries = dict.fromkeys(move for moves in table.values() for move in moves)
        return any(self._sees_solution(self.puzzle.apply(state, move), depth - 1) for move in tries)
