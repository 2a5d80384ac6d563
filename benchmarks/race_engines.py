"""Races of native engines against plain Python (and networkx), on generated panels and Sudokus."""

from random import Random

import networkx as nx
from harness import Contender, Race, Work

from quandary.engine import EngineName
from quandary.kind import Kind
from quandary.library.registry import find_kind
from quandary.measuring.entropy import muse, remuse
from quandary.puzzle import AnyPuzzle
from quandary.solving.explore import explore
from quandary.solving.search import count


def corner_to_corner(size: int) -> AnyPuzzle:
    """Make an empty square panel, from the bottom left to the top right."""
    row, cells = "+" + "-+" * size, "|" + ".|" * size
    rows = [row] + [cells, row] * size
    rows[0], rows[-1] = rows[0][:-1] + "E", "S" + rows[-1][1:]
    panel: AnyPuzzle = find_kind("witness").parse("\n".join(rows))
    return panel


def exploration(size: int) -> Race:
    """Explore all states of an empty panel."""
    panel = corner_to_corner(size)

    def by(engine: EngineName) -> Work:
        graph = explore(panel, engine=engine)
        return Work((len(graph), len(graph.target)), len(graph))

    def by_networkx() -> Work:
        graph, todo = nx.DiGraph(), list(panel.starts())
        for state in todo:
            graph.add_node(state)
            for move in [] if panel.is_solved(state) else panel.moves(state):
                child = panel.apply(state, move)
                graph.add_edge(state, child)
                todo.append(child)
        return Work((len(graph), graph.number_of_edges()), len(graph))

    return Race(
        f"explore the empty {size}x{size} panel",
        (
            Contender("native", lambda: by("native")),
            Contender("python", lambda: by("python")),
            Contender("networkx, plain loop", by_networkx),
        ),
    )


def counting(size: int) -> Race:
    """Count all paths from corner to corner."""
    panel = corner_to_corner(size)

    def by(engine: EngineName) -> Work:
        counted = count(panel, engine=engine)
        return Work(counted.solutions, counted.states)

    return Race(
        f"count the solutions of the empty {size}x{size} panel",
        (Contender("native", lambda: by("native")), Contender("python", lambda: by("python"))),
    )


def entropy(of: Kind, size: str, player: str, puzzles: int) -> Race:
    """Compute MUSE and ReMUSE of some generated puzzles."""
    chosen = of.player(player)
    some = [of.generate(Random(f"benchmark-{i}"), size) for i in range(puzzles)]

    def by(engine: EngineName) -> Work:
        scores = [m(puzzle, chosen, engine=engine) for puzzle in some for m in (muse, remuse)]
        values = [None if score.value is None else round(score.value, 9) for score in scores]
        return Work(values, sum(score.states for score in scores))

    return Race(
        f"muse and remuse of {puzzles} {size} {of.title}s for player {player}",
        (Contender("native", lambda: by("native")), Contender("python", lambda: by("python"))),
    )


def races() -> list[Race]:
    """Return all races, quickest first."""
    witness, sudoku = find_kind("witness"), find_kind("sudoku")
    return [
        exploration(3),
        exploration(4),
        counting(4),
        entropy(witness, "3x3", "none", 10),
        entropy(witness, "3x3", "paper", 10),
        entropy(witness, "4x4", "paper", 3),
        entropy(sudoku, "4x4", "expert", 10),
        entropy(sudoku, "9x9", "scanner", 3),
    ]
