"""Sudoku: every digit once in each row, column and box."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.sudoku import notation
from quandary.kinds.sudoku.draw import anchor, draw, write
from quandary.kinds.sudoku.explainer import draw_step, trace
from quandary.kinds.sudoku.features import FEATURES
from quandary.kinds.sudoku.generate import SIZES, generate, reductions, size
from quandary.kinds.sudoku.inference import CELLS, PENCIL, RULES, SCANNER
from quandary.kinds.sudoku.levels import MAKERS
from quandary.kinds.sudoku.native import native
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.symmetry import fingerprint, symmetries

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
    players=(CELLS, PENCIL),
    policy="greedy",
    headline="muse",
    features=FEATURES,
    draw=draw,
    anchor=anchor,
    write=write,
    sizes=SIZES,
    size=size,
    generate=generate,
    symmetries=symmetries,
    canonical=fingerprint,
    reductions=reductions,
    levels=MAKERS,
    trace=trace,
    draw_step=draw_step,
    recognise=notation.recognise,
    native=native,
)
