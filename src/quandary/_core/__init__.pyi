from quandary._core import (
    engine as engine,
    exact_cover as exact_cover,
    fillomino as fillomino,
    fling as fling,
    hex as hex,
    maze as maze,
    replicate_hex as replicate_hex,
    sokoban as sokoban,
    sudoku as sudoku,
    tangram as tangram,
    tilt as tilt,
    witness as witness
)
