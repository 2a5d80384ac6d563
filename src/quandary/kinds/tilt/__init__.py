"""Tilt mazes: tip the board so that the ball rolls over every checkpoint."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.tilt.draw import anchor, draw
from quandary.kinds.tilt.features import DECLARED
from quandary.kinds.tilt.generate import AIMS, SIZES, generate, neighbours, size_of
from quandary.kinds.tilt.inference import CAREFUL, RULES
from quandary.kinds.tilt.native import native
from quandary.kinds.tilt.notation import format, parse, recognise  # noqa: A004
from quandary.kinds.tilt.rules import Maze
from quandary.kinds.tilt.transform import canonical, estimate, reductions, symmetries

__all__ = ["KIND", "Maze"]

KIND = Kind(
    name="tilt",
    title="tilt maze",
    summary="Tip the board so that the ball rolls over every checkpoint.",
    puzzle=Maze,
    parse=parse,
    format=format,
    folder=Path(__file__).parent,
    rules=RULES,
    default=CAREFUL,
    features=DECLARED,
    draw=draw,
    anchor=anchor,
    sizes=SIZES,
    size=size_of,
    generate=generate,
    aims=AIMS,
    symmetries=symmetries,
    canonical=canonical,
    reductions=reductions,
    neighbours=neighbours,
    recognise=recognise,
    native=native,
    estimate=estimate,
)
