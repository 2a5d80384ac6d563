"""Boards one step away: a car or a wall more or less, a longer or shorter car, a car elsewhere in its lane."""

from collections.abc import Iterator
from dataclasses import replace
from string import ascii_uppercase

from quandary.kinds.rushhour.rules import SHORTEST, Board, Car, Cell
from quandary.parts.spots import column_and_row

LENGTHS = (2, 3)
"""The cells of a car and of a truck."""


def reductions(board: Board) -> Iterator[tuple[str, Board]]:
    """Yield each car and wall that can be left out, in words, with the board without it."""
    for car in board.cars[1:]:
        yield f"car {car.letter}", without(board, car)
    for wall in sorted(board.walls):
        yield f"the wall at {column_and_row(wall)}", replace(board, walls=board.walls - {wall})


def neighbours(board: Board) -> Iterator[tuple[str, Board]]:
    """Yield each change of one car or wall, in words, with the changed board."""
    for what, less in reductions(board):
        yield f"remove {what}", less
    for car in board.cars:
        yield from _shifted(board, car)
        yield from _stretched(board, car)
    yield from _added(board)


def without(board: Board, car: Car) -> Board:
    """Return the board without a car."""
    return replace(board, cars=tuple(each for each in board.cars if each != car))


def free_cells(board: Board) -> set[Cell]:
    """Return the cells that are empty at the start."""
    taken = {cell for car in board.cars for cell in car.cells(car.at)} | board.walls
    return {(x, y) for y in range(board.height) for x in range(board.width)} - taken


def fits(board: Board, car: Car) -> bool:
    """Return whether a car has room on the board where it shall stand."""
    return free_cells(board).issuperset(car.cells(car.at))


def place(board: Board, car: Car) -> Board:
    """Return the board with one more car, or with another one of the same letter."""
    others = (each for each in board.cars if each.letter != car.letter)
    return replace(board, cars=tuple(sorted((*others, car))))


def new_letter(board: Board) -> str | None:
    """Return the first letter that no car has."""
    return next(iter(sorted(set(ascii_uppercase) - {car.letter for car in board.cars})), None)


def _shifted(board: Board, car: Car) -> Iterator[tuple[str, Board]]:
    (start,) = board.starts()
    for slide in board.moves(start):
        if slide.letter == car.letter:
            way = ("down" if car.upright else "right") if slide.by > 0 else ("up" if car.upright else "left")
            yield (
                f"move car {car.letter} {way} by {abs(slide.by)}",
                place(board, car._replace(at=car.at + slide.by)),
            )


def _stretched(board: Board, car: Car) -> Iterator[tuple[str, Board]]:
    if car.length > SHORTEST:
        yield f"make car {car.letter} shorter", place(board, car._replace(length=car.length - 1))
    longer = car._replace(length=car.length + 1)
    inside = longer.at + longer.length <= board.lane_length(car)
    if longer.length <= max(LENGTHS) and inside and fits(without(board, car), longer):
        yield f"make car {car.letter} longer", place(board, longer)


def _added(board: Board) -> Iterator[tuple[str, Board]]:
    free = free_cells(board)
    for cell in sorted(free, key=lambda each: each[::-1]):
        yield f"add a wall at {column_and_row(cell)}", replace(board, walls=board.walls | {cell})
    if (letter := new_letter(board)) is None:
        return
    for x, y in sorted(free, key=lambda each: each[::-1]):
        for length in LENGTHS:
            for upright in (False, True):
                car = Car(letter, x if upright else y, y if upright else x, length, upright)
                if free.issuperset(car.cells(car.at)):
                    what = "upright " * upright + ("car" if length == SHORTEST else "truck")
                    yield (
                        f"add {'an' if upright else 'a'} {what} at {column_and_row((x, y))}",
                        place(board, car),
                    )
