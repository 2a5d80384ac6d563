"""Learning from fill puzzles: strike what a small group of slots refutes, smallest groups first."""

from collections import Counter
from collections.abc import Sequence
from math import log2
from random import Random
from typing import Any

from quandary.discovering.explain import UnsoundTheoryError
from quandary.discovering.rank import PlayedWorth
from quandary.discovering.trainer import Trainer
from quandary.engine import Solution
from quandary.limits import Budget, check_limits
from quandary.parts.masks import bits
from quandary.solving.choose import engine_for
from quandary.theory import Facts
from quandary.theory.learned import Learned
from quandary.theory.notes import NARROW, Notes, NotesBoard, Signature
from quandary.theory.slots import Known, crowd, signature

SOLVING = 10.0
"""The most seconds to solve a training puzzle."""
OFTEN = 2
"""The times that a group must be met before simpler ones are preferred."""


class Solved:
    """A training puzzle with its board and the moves of one solution."""

    def __init__(self, board: NotesBoard, solution: Solution) -> None:
        self.board = board
        self.right = 0
        for move in solution.moves:
            self.right |= 1 << board.number[move]
        self.all_slots = set(range(len(board.slot)))
        self._bits: dict[int, float] = {}

    def struck(self, alive: int, out: int) -> int:
        """Return the moves left without some others, none of which may be right."""
        if out & self.right:
            raise UnsoundTheoryError(
                f"A rule rules out a move of {self.board.puzzle!r} that is part of a solution."
            )
        return alive & ~out

    def choose(self, alive: int) -> tuple[int, int] | None:
        """Return the number of moves of the narrowest slot with a choice, and its right move, or None at the end."""
        best: tuple[int, int] | None = None
        for into in self.board.into:
            left = into & alive
            if left.bit_count() > 1 and left & self.right and (best is None or left.bit_count() < best[0]):
                best = left.bit_count(), left & self.right & -(left & self.right)
        return best

    def made(self, alive: int, move: int) -> int:
        """Return the moves left after a right move, which excludes those that clash with it or fill its slots."""
        number = move.bit_length() - 1
        out = self.board.clash[number]
        for slot in self.board.slots_of[number]:
            if self.board.once[slot]:
                out |= self.board.into[slot] & ~move
        return self.struck(alive, out & alive)


class Marking(Trainer):
    """Learns from fill puzzles that can be solved in a short time."""

    def __init__(self, radius: int, seed: int = 1) -> None:
        super().__init__()
        self.radius, self.seed = radius, seed
        self.example: dict[Signature, Facts] = {}
        self.chosen: Counter[Signature] = Counter()

    def keep(self, puzzle: Any, budget: Budget) -> bool:
        """Solve a puzzle and number its slots and moves."""
        limits = budget.rest()
        if limits.seconds is None or limits.seconds > SOLVING:
            limits = type(limits)(SOLVING, limits.memory, meter=limits.meter)
        answer = engine_for(puzzle).solutions(1, limits)
        budget.check()
        if not answer.found:
            return False
        self.kept.append(Solved(NotesBoard(puzzle), answer.found[0]))
        return True

    def learn(self, puzzle: Any, number: int, budget: Budget) -> "Counter[Facts] | None":
        """Strike all moves that can be refuted, and count by which groups of slots."""
        if not self.keep(puzzle, budget):
            return None
        case, found = self.kept[-1], Counter[Facts]()
        random = Random(f"marks/{self.seed}/{number}")
        alive = (1 << len(case.board.moves)) - 1
        while True:
            fewer = self._strike(case, alive, found, random)
            if fewer == alive:
                choice = case.choose(alive)
                if choice is None:
                    break
                self.dead_moves += (choice[0] - 1) if choice[0] > 1 else 0
                fewer = case.made(alive, choice[1])
            alive = fewer
        self.dead_moves += found.total()
        return found

    def adopt(self, found: "Counter[Facts]") -> "Counter[Facts]":
        """Return explanations of an earlier run, with one example for each signature."""
        merged = Counter[Facts]()
        for facts, hits in found.items():
            merged[self.example.setdefault(signature(facts), facts)] += hits
            self.chosen[signature(facts)] += hits
        return merged

    def _strike(self, case: Solved, alive: int, found: "Counter[Facts]", random: Random) -> int:
        """Return what is left after striking every move that the smallest groups refute."""
        notes = Notes(case.board, alive, case.all_slots)
        for size in range(1, self.radius + 1):
            out = 0
            for move in bits(alive):
                why = self._explanation(notes, move, size, random)
                if why is not None:
                    found[why] += 1
                    out |= 1 << move
            if out:
                return case.struck(alive, out)
        return alive

    def _explanation(self, notes: Notes, move: int, size: int, random: Random) -> Facts | None:
        """Return a group that refutes a move, picked at random: one that was hardly ever met, or else one with the fewest moves.

        So a rule is not overlooked because there is always a simpler one. A crowd of three or more stands for all of them.
        """
        met: dict[Signature, Facts] = {}
        if size > NARROW:
            for group in notes.crowds(move, size):
                whole = crowd(notes.board.family[group[0]])
                met[signature(whole)] = whole
        for group in notes.refuting(move, size) if not met else ():
            met.setdefault(notes.signature(move, group), notes.facts(move, group))
        if not met:
            return None
        fewest = min(map(_moves_in, met))
        rare = sorted(each for each in met if self.chosen[each] < OFTEN)
        chosen = random.choice(rare or sorted(each for each in met if _moves_in(each) == fewest))
        self.chosen[chosen] += 1
        return self.example.setdefault(chosen, met[chosen])

    def worth(self, rules: Sequence[Learned]) -> "FillWorth":
        """Play the puzzles as a player would who always fills the narrowest slot."""
        return FillWorth(self.kept, [signature(each.facts) for each in rules])


def _moves_in(slots: Signature) -> int:
    return sum(moves for _, moves, _ in slots)


class FillWorth(PlayedWorth):
    """The bits of a greedy player, who strikes what their rules refute and then fills the narrowest slot."""

    def __init__(self, solved: Sequence[Solved], signatures: Sequence[Signature]) -> None:
        super().__init__(len(solved))
        self.solved, self.known = solved, Known(signatures)
        self._struck: dict[tuple[int, int, int], list[tuple[int, int]]] = {}

    def _play(self, puzzle: int, known: int) -> float:
        case, total = self.solved[puzzle], 0.0
        alive = (1 << len(case.board.moves)) - 1
        while True:
            alive = self._fixed(puzzle, known, alive)
            choice = case.choose(alive)
            if choice is None:
                return total
            total += log2(choice[0])
            alive = case.made(alive, choice[1])

    def _fixed(self, puzzle: int, known: int, alive: int) -> int:
        """Return what is left once the rules strike nothing more. A slot with one move left is filled.

        What is struck in the end does not depend on the order, so larger groups wait until small ones strike nothing.
        """
        sizes = iter(self.known.sizes(known))
        while size := next(sizes, 0):
            check_limits()
            out = sum(move for move, rules in self._by_groups(puzzle, alive, size) if rules & known)
            if out:
                alive = self.solved[puzzle].struck(alive, out)
                sizes = iter(self.known.sizes(known))
        return alive

    def _by_groups(self, puzzle: int, alive: int, size: int) -> list[tuple[int, int]]:
        """Return each move that groups of a size refute, as a bit, with all rules that know such a group."""
        key = puzzle, alive, size
        if key not in self._struck:
            case = self.solved[puzzle]
            notes = Notes(case.board, alive, case.all_slots)
            masks = ((move, self.known.refuting(notes, move, (size,))) for move in bits(alive))
            self._struck[key] = [(1 << move, rules) for move, rules in masks if rules]
        return self._struck[key]
