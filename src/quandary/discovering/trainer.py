"""How each training puzzle is used."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Any

from quandary.discovering.rank import Worth
from quandary.limits import Budget
from quandary.theory import Facts
from quandary.theory.learned import Learned


class Trainer(ABC):
    """Learns from one puzzle after another. There is one for path puzzles and one for fill puzzles."""

    dead_moves = 0
    """The dead moves that were looked at."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        """What the ranking needs of each puzzle that is of use."""

    def cut(self, number: int) -> None:
        """Keep only the first few puzzles, since time ran out in the middle of the next one."""
        del self.kept[number:]

    @abstractmethod
    def learn(self, puzzle: Any, number: int, budget: Budget) -> "Counter[Facts] | None":
        """Return the explanations of a puzzle's dead moves with their hits, or None if it cannot be used."""

    @abstractmethod
    def keep(self, puzzle: Any, budget: Budget) -> bool:
        """Prepare a puzzle for the ranking without explaining it again. Return whether it can be used."""

    def adopt(self, found: "Counter[Facts]") -> "Counter[Facts]":
        """Return explanations of an earlier run in the form that this run has for them."""
        return found

    @abstractmethod
    def worth(self, rules: Sequence[Learned]) -> Worth:
        """Return what the rules are worth on the puzzles so far."""
