"""Compare ways with brute force on small puzzles drawn by lot:  python benchmarks/ways.py [--cases N] [--kind NAME].

Brute force lists every walk to a solution one by one, keeps every sequence of deeds in a table, unites those that the
definition calls one (quandary/solving/ways/__init__.py), and looks at every walk for returns. It uses nothing but the
puzzle's four methods and its deeds. Both the Python classes and the native ones are compared with it: the number of
ways, and the moves and deeds of each.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from quandary.deed import EVERY_MOVE, Deed, Deeds
from quandary.kind import Kind
from quandary.library.registry import find_kind, find_kinds
from quandary.limits import Limits, OutOfBudget
from quandary.puzzle import AnyPuzzle, is_fill
from quandary.solving.ways.find import deeds_of, ways
from quandary.testing.lots import drawn

STATES, WALKS = 400, 3_000
"""The most states and walks of a puzzle. Larger ones are left out."""
LONGER = (0, 1, 2, 3)
"""The moves that a way may have more than a shortest solution, each asked about."""
Word: TypeAlias = tuple[str, ...]
Told: TypeAlias = tuple[int, tuple[str, ...]]
"""The fewest moves of a way, and its deeds in alphabetical order."""


class TooLargeError(Exception):
    """The puzzle is too large for brute force."""


class Step(NamedTuple):
    """A move from a node, a state with what is remembered, to another."""

    deed: Deed | None
    end: Any


class Force:
    """All walks to solutions of a puzzle with at most some number of moves more than a shortest."""

    def __init__(self, puzzle: AnyPuzzle, deeds: Deeds, longer: int) -> None:
        self.puzzle, self.deeds = puzzle, deeds
        self.is_line = deeds_of(puzzle) is None  # where to begin a line is a choice, too
        self.steps: dict[Any, list[Step]] = {}
        self.starts = [(state, deeds.begin(puzzle)) for state in dict.fromkeys(puzzle.starts())]
        for node in self.starts:
            self._explore(node)
        self.left = self._left()
        shortest = min((self.left[node] for node in self.starts if node in self.left), default=None)
        self.most = -1 if shortest is None else shortest + longer
        self.parent: dict[Word, Word] = {}
        self.fewest: dict[Word, int] = {}
        self.fewest_returned: dict[Word, int] = {}
        self.walks = 0

    def _explore(self, start: Any) -> None:
        todo = [start]
        for node in todo:  # grows during the walk
            if node in self.steps:
                continue
            if len(self.steps) >= STATES:
                raise TooLargeError
            state, kept = node
            self.steps[node] = []
            for move in () if self.puzzle.is_solved(state) else self.puzzle.moves(state):
                deed, after = self.deeds.of(self.puzzle, state, move, kept)
                self.steps[node].append(Step(deed, (self.puzzle.apply(state, move), after)))
            todo += [step.end for step in self.steps[node]]

    def _left(self) -> dict[Any, int]:
        left = {node: 0 for node in self.steps if self.puzzle.is_solved(node[0])}
        changed = True
        while changed:
            changed = False
            for node, steps in self.steps.items():
                best = min((left[step.end] + 1 for step in steps if step.end in left), default=None)
                if best is not None and best < left.get(node, best + 1):
                    left[node], changed = best, True
        return left

    def told(self) -> list[Told]:
        """Return every way: its fewest moves and its deeds."""
        for start in self.starts:
            self._walk([(start, 0)], (str(start[0]),) if self.is_line else (), [])
        self._close()
        fewest, returned = dict[Word, int](), dict[Word, int]()
        for table, into in ((self.fewest, fewest), (self.fewest_returned, returned)):
            for word, moves in table.items():
                root = self._root(word)
                into[root] = min(moves, into.get(root, moves))
        return sorted(
            (moves, tuple(sorted(word)))
            for word, moves in fewest.items()
            if returned.get(word, moves + 1) > moves
        )

    def _walk(self, visited: list[tuple[Any, int]], word: Word, steps: list[Step]) -> None:
        """Go on from the end of a walk, whose nodes are listed with the number of deeds before them."""
        node = visited[-1][0]
        if self.left.get(node, self.most + 1) + len(steps) > self.most:
            return
        self.parent.setdefault(word, word)
        self._exchange(visited, word, steps)
        if self.left[node] == 0:
            self.walks += 1
            if self.walks > WALKS:
                raise TooLargeError
            self.fewest[word] = min(len(steps), self.fewest.get(word, len(steps)))
            first = dict[Any, int]()
            if any(first.setdefault(each, deeds) < deeds for each, deeds in visited):
                self.fewest_returned[word] = min(len(steps), self.fewest_returned.get(word, len(steps)))
        for step in self.steps[node]:
            after = (*word, step.deed.name) if step.deed else word
            self._walk([*visited, (step.end, len(after))], after, [*steps, step])

    def _exchange(self, visited: list[tuple[Any, int]], word: Word, steps: list[Step]) -> None:
        """Unite a word with those in which the last two runs of its walk are exchanged."""
        for size in range(2, len(steps) + 1):
            tail = steps[-size:]
            for cut in range(1, size):
                one, other = _run(tail[:cut]), _run(tail[cut:])
                if one and other and one[0] != other[0]:
                    ends = self._read([visited[-size - 1][0]], (*other, *one))
                    if visited[-1][0] in ends:
                        exchanged = (*word[:-size], *other, *one)
                        self.parent.setdefault(exchanged, exchanged)
                        self._unite(word, exchanged)

    def _read(self, nodes: Iterable[Any], names: Word) -> set[Any]:
        here = set(nodes)
        for name in names:
            here = {s.end for node in here for s in self.steps[node] if s.deed and s.deed.name == name}
        return here

    def _close(self) -> None:
        """Unite what goes on from words that are one, until nothing changes."""
        changed = True
        while changed:
            changed, after = False, defaultdict[Word, list[Word]](list)
            for word in self.parent:
                if word and word[:-1] in self.parent:
                    after[self._root(word[:-1]), word[-1]].append(word)  # type: ignore[index]
            for words in after.values():
                for word in words[1:]:
                    changed |= self._unite(words[0], word)

    def _root(self, word: Word) -> Word:
        while self.parent[word] != word:
            word = self.parent[word]
        return word

    def _unite(self, one: Word, other: Word) -> bool:
        one, other = self._root(one), self._root(other)
        self.parent[max(one, other)] = min(one, other)
        return one != other


def _run(steps: list[Step]) -> Word:
    """Return the names of deeds that go on with each other, or nothing if they do not."""
    for before, step in zip([None, *steps], steps, strict=False):
        if step.deed is None or (before and (before.deed is None or step.deed.follows != before.deed.name)):
            return ()
    return tuple(step.deed.name for step in steps if step.deed)


def told_by(puzzle: AnyPuzzle, engine: Any, longer: int) -> list[Told] | None:
    """Return every way as the library tells it, or None if it gave up."""
    found = ways(puzzle, longer=longer, engine=engine, limits=Limits(states=10 * STATES))
    if not found.complete:
        return None
    if deeds_of(puzzle) is None:  # a line: every move is a deed
        lines = [each.solution for each in found.found]
        return sorted((len(s.moves), tuple(sorted(map(str, (s.start, *s.moves))))) for s in lines)
    return sorted((each.length, tuple(sorted(deed.name for deed in each.deeds))) for each in found.found)


def compare(
    kind: Kind, seeds: Iterable[int], longer: Iterable[int] = (0, 1, 2, 3)
) -> Iterator[tuple[str, str]]:
    """Yield what became of each puzzle, and the difference, if there is one."""
    for seed in seeds:
        puzzle = drawn(kind, seed)
        if puzzle is None or not list(puzzle.starts()):
            continue
        for more in longer:
            try:
                force = Force(puzzle, deeds_of(puzzle) or EVERY_MOVE, more)
                expected = force.told()
            except (TooLargeError, OutOfBudget, RecursionError):
                yield "too large", ""
                break
            for engine in ("python", "auto"):
                found = told_by(puzzle, engine, more)
                if found is not None and found != expected:
                    text = kind.format(puzzle).replace("\n", "/")
                    yield (
                        "different",
                        f"{kind.name}:{text} up to {more} longer, {engine}: {found} for {expected}",
                    )
            fate = "none" if not expected else "one way" if len(expected) == 1 else "several ways"
            yield f"{fate}{' of several walks' * (force.walks > len(expected))}", ""


def main() -> int:
    """Compare, and return 1 if something is different."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--cases", type=int, default=2000, help="puzzles of each kind with a solution")
    parser.add_argument("--kind", action="append", help="one kind only; may be repeated")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    different = 0
    for name in options.kind or find_kinds():
        kind, fates = find_kind(name), Counter[str]()
        if is_fill(kind.puzzle):  # type: ignore[arg-type]
            continue
        for fate, difference in compare(kind, count(options.first)):
            fates[fate] += 1
            if difference:
                print(f"FAILED {difference}", flush=True)
            if sum(number for each, number in fates.items() if "way" in each) >= options.cases * len(LONGER):
                break
        different += fates["different"]
        print(
            f"{name}: " + ", ".join(f"{number:,} {fate}" for fate, number in sorted(fates.items())),
            flush=True,
        )
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
