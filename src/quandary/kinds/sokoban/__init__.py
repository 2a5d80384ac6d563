"""Sokoban: push every box onto a target."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.sokoban.draw import anchor, draw
from quandary.kinds.sokoban.features import DECLARED, shortest_solution
from quandary.kinds.sokoban.fewest import search
from quandary.kinds.sokoban.generate import AIMS, SIZES, generate, neighbours, size_of
from quandary.kinds.sokoban.inference import BEGINNER, CAREFUL, RULES
from quandary.kinds.sokoban.lurd import replay, spell
from quandary.kinds.sokoban.native import native
from quandary.kinds.sokoban.notation import format, parse, recognise  # noqa: A004
from quandary.kinds.sokoban.rules import Board, Level, Steps
from quandary.kinds.sokoban.transform import canonical, estimate, symmetries
from quandary.kinds.sokoban.ways import BEYOND

__all__ = ["KIND", "Level", "Steps"]

KIND = Kind(
    name="sokoban",
    title="Sokoban level",
    summary="Push every box onto a target.",
    puzzle=Board,
    parse=parse,
    format=format,
    folder=Path(__file__).parent,
    rules=RULES,
    default=CAREFUL,
    players=(BEGINNER,),
    features=DECLARED + BEYOND,
    draw=draw,
    anchor=anchor,
    spell=spell,
    replay=replay,
    sizes=SIZES,
    size=size_of,
    generate=generate,
    aims=AIMS,
    symmetries=symmetries,
    canonical=canonical,
    neighbours=neighbours,
    recognise=recognise,
    native=native,
    search=search,
    shortest={"steps": shortest_solution},
    estimate=estimate,
)
