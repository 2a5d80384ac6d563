"""Witness panels: draw a line from a start to an exit that satisfies everything on its way."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.witness.draw import anchor, draw
from quandary.kinds.witness.generate import SIZES, generate, size_of
from quandary.kinds.witness.inference import PAPER, RULES
from quandary.kinds.witness.native import native
from quandary.kinds.witness.notation import format, parse, recognise, write  # noqa: A004
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.transform import estimate, reductions, symmetries
from quandary.kinds.witness.vary import neighbours
from quandary.kinds.witness.windmill import encode

__all__ = ["KIND", "Panel"]

KIND = Kind(
    name="witness",
    title="Witness panel",
    summary="Draw a line from a start to an exit that satisfies every element of the panel.",
    puzzle=Panel,
    parse=parse,
    format=format,
    folder=Path(__file__).parent,
    rules=RULES,
    default=PAPER,
    draw=draw,
    anchor=anchor,
    write=write,
    sizes=SIZES,
    size=size_of,
    generate=generate,
    symmetries=symmetries,
    reductions=reductions,
    neighbours=neighbours,
    recognise=recognise,
    forms={"windmill": encode},
    native=native,
    estimate=estimate,
)
