"""The HEX tangram: fill a hexagon of triangles with all pieces but one."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.hex import notation
from quandary.kinds.hex.draw import anchor, draw, write
from quandary.kinds.hex.generate import SIZES, generate, reductions, size, symmetries
from quandary.kinds.hex.inference import RULES, SCANNER, THESIS, TILER
from quandary.kinds.hex.native import native
from quandary.kinds.hex.rules import Hex
from quandary.kinds.hex.vary import neighbours

KIND = Kind(
    name="hex",
    title="HEX tangram",
    summary="Fill the hexagon with all pieces but one, and keep to what bumps and colours ask.",
    puzzle=Hex,
    parse=notation.parse,
    format=notation.format,
    folder=Path(__file__).parent,
    rules=RULES,
    default=TILER,
    players=(THESIS, SCANNER),
    policy="best",
    headline="muse",
    draw=draw,
    anchor=anchor,
    write=write,
    sizes=SIZES,
    size=size,
    generate=generate,
    symmetries=symmetries,
    reductions=reductions,
    neighbours=neighbours,
    native=native,
)
