"""Boards one step away: a car or a wall more or less, a longer or shorter car, a car elsewhere in its lane."""

from collections.abc import Iterator
from dataclasses import replace
from string import ascii_uppercase

from quandary.kind.change import Change
from quandary.kinds.rushhour.draw import centre, middle
from quandary.kinds.rushhour.rules import SHORTEST, Board, Car, Cell
from quandary.parts.spots import named

LENGTHS = (2, 3)
"""The cells of a car and of a truck."""


def reductions(board: Board) -> Iterator[Change]:
    """Yield each car and wall that can be left out, in words, with the board without it."""
    for car in board.cars[1:]:
        yield Change(f"car {car.letter}", without(board, car), "remove", centre(car, car.at))
    for wall in sorted(board.walls):
        less = replace(board, walls=board.walls - {wall})
        yield Change(f"the wall at {named(wall)}", less, "remove", middle(wall))


def neighbours(board: Board) -> Iterator[Change]:
    """Yield each change of one car or wall, in words, with the changed board."""
    for less in reductions(board):
        yield less.but(f"remove {less.words}")
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


def _shifted(board: Board, car: Car) -> Iterator[Change]:
    (start,) = board.starts()
    for slide in board.moves(start):
        if slide.letter == car.letter:
            way = ("down" if car.upright else "right") if slide.by > 0 else ("up" if car.upright else "left")
            moved = car._replace(at=car.at + slide.by)
            words, here, there = f"move car {car.letter} {way} by {abs(slide.by)}", car.at, moved.at
            yield Change(words, place(board, moved), "move", centre(car, here), centre(moved, there))


def _stretched(board: Board, car: Car) -> Iterator[Change]:
    if car.length > SHORTEST:
        shorter = place(board, car._replace(length=car.length - 1))
        yield Change(f"make car {car.letter} shorter", shorter, "replace", centre(car, car.at))
    longer = car._replace(length=car.length + 1)
    inside = longer.at + longer.length <= board.lane_length(car)
    if longer.length <= max(LENGTHS) and inside and fits(without(board, car), longer):
        yield Change(f"make car {car.letter} longer", place(board, longer), "replace", centre(car, car.at))


def _added(board: Board) -> Iterator[Change]:
    free = free_cells(board)
    for cell in sorted(free, key=lambda each: each[::-1]):
        more = replace(board, walls=board.walls | {cell})
        yield Change(f"add a wall at {named(cell)}", more, "add", middle(cell))
    if (letter := new_letter(board)) is None:
        return
    for x, y in sorted(free, key=lambda each: each[::-1]):
        for length in LENGTHS:
            for upright in (False, True):
                car = Car(letter, x if upright else y, y if upright else x, length, upright)
                if free.issuperset(car.cells(car.at)):
                    what = "upright " * upright + ("car" if length == SHORTEST else "truck")
                    words = f"add {'an' if upright else 'a'} {what} at {named((x, y))}"
                    yield Change(words, place(board, car), "add", centre(car, car.at))
