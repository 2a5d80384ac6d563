"""Sudoku: every digit once in each row, column and box."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.sudoku import notation
from quandary.kinds.sudoku.draw import anchor, draw, write
from quandary.kinds.sudoku.explainer import draw_step, trace
from quandary.kinds.sudoku.features import FEATURES
from quandary.kinds.sudoku.generate import SIZES, full, generate, reductions, size
from quandary.kinds.sudoku.inference import PLAYERS, RULES, SCANNER
from quandary.kinds.sudoku.levels import MAKERS, WISHES, level_of, rated, wished
from quandary.kinds.sudoku.native import native
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.symmetry import fingerprint, symmetries
from quandary.kinds.sudoku.vary import neighbours

KIND = Kind(
    name="sudoku",
    title="Sudoku",
    summary="Fill the grid so that every row, column and box has each digit once.",
    puzzle=Sudoku,
    parse=notation.parse,
    format=notation.format,
    folder=Path(__file__).parent,
    rules=RULES,
    default=SCANNER,
    players=PLAYERS,
    policy="greedy",
    headline="muse",
    features=FEATURES,
    draw=draw,
    anchor=anchor,
    write=write,
    sizes=SIZES,
    usual_size="9x9",
    size=size,
    generate=generate,
    symmetries=symmetries,
    canonical=fingerprint,
    reductions=reductions,
    neighbours=neighbours,
    full=full,
    levels=MAKERS,
    level=level_of,
    aims={"se_rating": rated},
    levels_by="se_rating",
    wishes=WISHES,
    make=wished,
    trace=trace,
    draw_step=draw_step,
    recognise=notation.recognise,
    forms=notation.FORMS,
    native=native,
)
