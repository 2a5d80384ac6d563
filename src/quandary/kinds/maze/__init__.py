"""Logic mazes: a path from corner to corner, through every checkpoint and across no break."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.maze.draw import anchor, draw, draw_sheet
from quandary.kinds.maze.features import FEATURES
from quandary.kinds.maze.generate import SIZES, generate, size_of
from quandary.kinds.maze.inference import GUESS, MARKING, RULES, WALKER
from quandary.kinds.maze.merge import count
from quandary.kinds.maze.native import native
from quandary.kinds.maze.notation import format, parse, recognise, write  # noqa: A004
from quandary.kinds.maze.rules import Maze
from quandary.kinds.maze.search import search
from quandary.kinds.maze.sheet import Sheet
from quandary.kinds.maze.transform import canonical, estimate, reductions, symmetries
from quandary.kinds.maze.vary import neighbours

__all__ = ["KIND", "Maze", "Sheet"]

KIND = Kind(
    name="maze",
    title="logic maze",
    summary="Draw a path from corner to corner through every checkpoint.",
    puzzle=Maze,
    parse=parse,
    format=format,
    folder=Path(__file__).parent,
    rules=RULES,
    default=WALKER,
    headline="shortest",
    features=FEATURES,
    draw=draw,
    anchor=anchor,
    write=write,
    sizes=SIZES,
    size=size_of,
    generate=generate,
    symmetries=symmetries,
    canonical=canonical,
    reductions=reductions,
    neighbours=neighbours,
    recognise=recognise,
    native=native,
    tally=count,
    search=search,
    sheet=Sheet,
    marking=MARKING,
    draw_sheet=draw_sheet,
    guess=GUESS,
    estimate=estimate,
)
