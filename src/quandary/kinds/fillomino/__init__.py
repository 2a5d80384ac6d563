"""Fillomino: every number says how large its region is."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.fillomino import notation
from quandary.kinds.fillomino.complete import complete
from quandary.kinds.fillomino.draw import anchor, draw, draw_step, write
from quandary.kinds.fillomino.features import FEATURES
from quandary.kinds.fillomino.generate import SIZES, full, generate, is_size, reductions, size
from quandary.kinds.fillomino.inference import NOVICE, RULES, SOLVER
from quandary.kinds.fillomino.levels import MAKERS, level_of
from quandary.kinds.fillomino.link import link
from quandary.kinds.fillomino.native import native
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.symmetry import canonical, symmetries
from quandary.kinds.fillomino.vary import neighbours

KIND = Kind(
    name="fillomino",
    title="Fillomino",
    summary="Fill the board so that equal numbers that touch are exactly so many.",
    puzzle=Fillomino,
    parse=notation.parse,
    format=notation.format,
    folder=Path(__file__).parent,
    rules=RULES,
    default=SOLVER,
    players=(NOVICE,),
    policy="greedy",
    headline="muse",
    features=FEATURES,
    draw=draw,
    anchor=anchor,
    write=write,
    draw_step=draw_step,
    sizes=SIZES,
    usual_size="8x8",
    any_size=is_size,
    size=size,
    generate=generate,
    full=full,
    levels=MAKERS,
    levels_by="level",
    level=level_of,
    symmetries=symmetries,
    canonical=canonical,
    reductions=reductions,
    neighbours=neighbours,
    recognise=notation.recognise,
    forms={"puzz.link": link},
    native=native,
    complete=complete,
)
