"""Small puzzles of no kind, whose measures can be worked out by hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from quandary.kind import Kind
from quandary.puzzle import Slot


@dataclass(frozen=True)
class Walk:
    """A puzzle that is a graph: the moves 0, 1, ... of each place lead to the places listed."""

    ways: dict[Any, list[Any]]
    goals: frozenset[Any]
    entrances: tuple[Any, ...] = ("a",)

    def starts(self) -> tuple[Any, ...]:
        return self.entrances

    def moves(self, state: Any) -> range:
        return range(len(self.ways.get(state, [])))

    def apply(self, state: Any, move: int) -> Any:
        return self.ways[state][move]

    def is_solved(self, state: Any) -> bool:
        return state in self.goals


@dataclass(frozen=True)
class Jugs:
    """Pour water between jugs until one of them holds `wanted`."""

    sizes: tuple[int, ...]
    wanted: int

    def starts(self) -> list[tuple[int, ...]]:
        return [(0,) * len(self.sizes)]

    def moves(self, state: tuple[int, ...]) -> list[tuple[str, int, int]]:
        jugs = range(len(self.sizes))
        fills = [("fill", j, j) for j in jugs if state[j] < self.sizes[j]]
        empties = [("empty", j, j) for j in jugs if state[j]]
        pours = [
            ("pour", i, j) for i in jugs for j in jugs if i != j and state[i] and state[j] < self.sizes[j]
        ]
        return fills + empties + pours

    def apply(self, state: tuple[int, ...], move: tuple[str, int, int]) -> tuple[int, ...]:
        what, i, j = move
        after = list(state)
        amount = min(state[i], self.sizes[j] - state[j]) if what == "pour" else 0
        after[i] = {"fill": self.sizes[i], "empty": 0, "pour": state[i] - amount}[what]
        if what == "pour":
            after[j] += amount
        return tuple(after)

    def is_solved(self, state: tuple[int, ...]) -> bool:
        return self.wanted in state


@dataclass(frozen=True)
class Row:
    """A fill puzzle: put each of the digits 1 to `size` into one cell of a row, except `banned` ones."""

    size: int
    banned: frozenset[tuple[int, int]] = frozenset()

    def starts(self) -> list[frozenset[tuple[int, int]]]:
        return [frozenset()]

    def moves(self, state: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
        cells, digits = {cell for cell, _ in state}, {digit for _, digit in state}
        return [
            (cell, digit)
            for cell in range(self.size)
            for digit in range(1, self.size + 1)
            if cell not in cells and digit not in digits and (cell, digit) not in self.banned
        ]

    def apply(self, state: frozenset[tuple[int, int]], move: tuple[int, int]) -> frozenset[tuple[int, int]]:
        return state | {move}

    def is_solved(self, state: frozenset[tuple[int, int]]) -> bool:
        return len(state) == self.size

    def slots(self, state: frozenset[tuple[int, int]]) -> Iterator[Slot]:
        filled = {cell for cell, _ in state}
        return (Slot("cell", cell) for cell in range(self.size) if cell not in filled)

    def fills(self, move: tuple[int, int]) -> list[Slot]:
        return [Slot("cell", move[0])]


def row_kind(folder: Path, **options: Any) -> Kind:
    """Make a kind of small rows, whose `generate` bans one digit from up to two cells."""

    def generate(rng: Random, size: str) -> Row:
        return Row(int(size), frozenset({(0, rng.randint(1, 2)), (1, rng.randint(2, 3))}))

    bare = Kind(name="row", title="row", summary="", puzzle=Row, folder=folder)
    settings: dict[str, Any] = {
        "parse": int,
        "format": repr,
        "columns": ("muse",),
        "sizes": ("3", "4"),
        "size": lambda row: str(row.size),
        "generate": generate,
    }
    return bare.but(**(settings | options))


@dataclass(frozen=True)
class Endless:
    """An infinite puzzle with moves from n to 2n and 2n + 1, solved at `goal`."""

    goal: int = 0

    def starts(self) -> list[int]:
        return [1]

    def moves(self, state: int) -> list[int]:
        return [0, 1]

    def apply(self, state: int, move: int) -> int:
        return 2 * state + move

    def is_solved(self, state: int) -> bool:
        return state == self.goal
