"""The rules that people use in logic mazes, for walking and for marking a sheet.

The marking rules come from the report's human-inspired solver (sections 3.5.1 and 3.5.2). They scan the
vertices column by column, each from the bottom up, and report the first place where they apply.
"""

from collections.abc import Iterable
from functools import partial

from quandary.kind import MarkedSheet, People
from quandary.kinds.maze.draw import draw_sheet
from quandary.kinds.maze.rules import STEPS, Maze, Part, Path, Vertex, covered_by, edge
from quandary.kinds.maze.sheet import MarkedParts, MazeSheet
from quandary.parts.spots import named
from quandary.player import Player
from quandary.rules import Finding, Moves, Rule, dead_end
from quandary.theory import Theory

# Walking


def _take_the_checkpoint(maze: Maze, state: Path, moves: Moves) -> Iterable[Finding]:
    """Find the edges with a checkpoint at the head, which are taken now or never."""
    head = state[-1]
    came_from = state[-2] if len(state) > 1 else None
    for move, (dx, dy) in STEPS.items():
        there = (head[0] + dx, head[1] + dy)
        if there != came_from and edge(head, there) in maze.checkpoints:
            yield Finding(f"the edge from point {named(head, maze.size - 1)} {move}", must=(move,))


def is_cut_off(maze: Maze, state: Path) -> bool:
    """Return whether the end or a checkpoint still to be passed is out of reach."""
    reached = within_reach(maze, state)
    missing = maze.checkpoints - covered_by(state)
    return maze.ends[1] not in reached or not all(reached.issuperset(each.ends) for each in missing)


def within_reach(maze: Maze, state: Path) -> set[Vertex]:
    """Return the head and the vertices it can reach without crossing the path or passing the end."""
    reached, seen, todo = {state[-1]}, set(state), [state[-1]]
    for here in todo:  # grows during the loop
        if here == maze.ends[1]:
            continue
        fresh = [there for there in maze.ways[here].values() if there not in seen]
        seen.update(fresh)
        todo += fresh
        reached.update(fresh)
    return reached


CHECKPOINT_EDGE = Rule(
    "checkpoint-edge",
    _take_the_checkpoint,
    cost=1,
    says="An edge with a checkpoint must be taken when the path reaches one of its ends.",
)
NOT_CUT_OFF = dead_end(
    "not-cut-off",
    is_cut_off,
    cost=2,
    says="The path must not cut itself off from the end or from a checkpoint that is still to be passed.",
)

RULES = (CHECKPOINT_EDGE, NOT_CUT_OFF)
WALKER = Player(rules=RULES, name="walker")
"""Frozen: scores and norms are for this player, so another set of rules needs another name."""

# MarkedSheet


def _clues(sheet: MazeSheet, state: MarkedParts, moves: Moves) -> Iterable[Finding]:
    wanted = sheet.maze.checkpoints | sheet.wanted
    must = tuple(each for each in moves if each in wanted)
    cannot = tuple(each for each in moves if each in sheet.maze.breaks)
    if must or cannot:
        yield Finding("the clues", must, cannot, why="they are given")


def _two_edges(sheet: MazeSheet, state: MarkedParts, moves: Moves) -> Iterable[Finding]:
    left = set(moves)
    for vertex in sheet.maze.vertices:
        unknown = tuple(each for each in sheet.edges_at[vertex] if each in left)
        included = sheet.degree(state, vertex)
        where = f"({vertex[0]},{vertex[1]})"  # as in the report, whose names the marks have
        if included >= 2 and unknown:
            yield Finding(where, cannot=unknown, why=f"{_enough(sheet, vertex)} already")
        elif included + len(unknown) == 2 and unknown and sheet.is_included(state, vertex):
            yield Finding(where, must=unknown, why=_only(sheet, vertex))
        elif included + len(unknown) < 2 and Part(*vertex) in left:
            yield Finding(where, cannot=(Part(*vertex), *unknown), why="it cannot be passed through")


def _enough(sheet: MazeSheet, vertex: Vertex) -> str:
    return "this endpoint has its one edge" if vertex in sheet.maze.ends else "it has its two edges"


def _only(sheet: MazeSheet, vertex: Vertex) -> str:
    return "only one edge is left" if vertex in sheet.maze.ends else "only two edges are left"


def _no_loop(sheet: MazeSheet, state: MarkedParts, moves: Moves) -> Iterable[Finding]:
    left = set(moves)
    for vertex in sheet.maze.vertices:
        if sum(each in state for each in sheet.edges_at[vertex]) != 1:
            continue
        far = sheet.chain(state, vertex)[-1]
        for each in sheet.edges_at[vertex]:
            if each in left and far in each.ends and vertex < far:
                yield Finding(str(each), cannot=(each,), why="it would close a loop")


RULE_0 = Rule(
    "rule-0",
    _clues,
    cost=0,
    says="The solution includes all checkpoints and endpoints and excludes all breaks.",
)
RULE_1 = Rule(
    "rule-1",
    _two_edges,
    cost=1,
    says="An included vertex has exactly two included edges, an endpoint one. Other vertices are excluded.",
)
RULE_2 = Rule("rule-2", _no_loop, cost=2, says="There can be no loop of included edges.")
MARKING = (RULE_0, RULE_1, RULE_2)
GUESS = "anywhere in end"
"""A random end, then a random unknown edge at it (the second way of section 3.5.4)."""


def theory() -> Theory:
    """Return the laws that rules for walking are learned from."""
    from quandary.kinds.maze.theory import THEORY

    return THEORY


def marking(maze: Maze) -> MarkedSheet:
    """Return the sheet of a maze, and how people mark it."""
    return MarkedSheet(MazeSheet(maze), MARKING, GUESS, partial(draw_sheet, maze))


PEOPLE = People(
    deeds="line",
    rules=RULES,
    players=(WALKER,),
    said=(lambda moves: f"shortest solution: {moves:,.0f} moves", "have a shorter solution"),
    columns=("shortest", "solutions", "average_length", "remuse"),
    sheet=marking,
    theory=theory,
)
