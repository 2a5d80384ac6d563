"""The rules that people use in a Fillomino, from the easiest to the hardest, and the players who know them.

Two facts need no rule, because the moves they forbid are not legal: a finished region takes no more cells,
and two regions must not join to one that is too large. A rule reports a hopeless region by requiring the
number that the region already has, which is impossible.

Costs are on the scale of this kind alone. 1 is a glance at one region, and a rule costs more the more cells
and numbers the player must keep in mind.
"""

from collections.abc import Iterator

from quandary.kind import People
from quandary.kinds.fillomino.board import EMPTY, Board, BoardNumbers, Cells, first, members
from quandary.kinds.fillomino.grade import spoken
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.sight import Sight, look
from quandary.player import Player
from quandary.rules import Finding, Moves, Rule, only_option
from quandary.theory import Theory

LARGEST_POCKET = 4
"""The most cells of a pocket that people fill in their heads."""


def _hopeless(board: Board, region: Cells, number: int) -> Finding:
    cell = first(region)
    return Finding(f"the {number} at {board.name(cell)}", must=(board.put(cell, number),))


def _one_way_out(puzzle: Fillomino, state: BoardNumbers, moves: Moves) -> Iterator[Finding]:
    board, sight = puzzle.board, look(puzzle.board, state, moves)
    for number in sorted(sight.holds):
        for region in sight.unfinished(number):
            ways = board.around(region) & sight.may.get(number, 0)
            if ways == 0:
                yield _hopeless(board, region, number)
            elif ways & (ways - 1) == 0:
                where = f"the {number} at {board.name(first(region))}"
                yield Finding(where, must=(board.put(first(ways), number),))


def _bottleneck(puzzle: Fillomino, state: BoardNumbers, moves: Moves) -> Iterator[Finding]:
    board, sight = puzzle.board, look(puzzle.board, state, moves)
    for number in sorted(sight.holds):
        for region in sight.unfinished(number):
            if sight.area(region, number).bit_count() < number:
                yield _hopeless(board, region, number)
                continue
            for cell in sight.bottlenecks(region, number):
                where = f"the {number} at {board.name(first(region))}"
                yield Finding(where, must=(board.put(cell, number),))


def _no_room(puzzle: Fillomino, state: BoardNumbers, moves: Moves) -> Iterator[Finding]:
    board, sight = puzzle.board, look(puzzle.board, state, moves)
    out = {number: sight.roomless(number) for number in sight.may}
    cannot = tuple(move for move in moves if out[move.number] >> move.row * board.columns + move.column & 1)
    if cannot:
        yield Finding("the empty cells", cannot=cannot)


def _pocket(puzzle: Fillomino, state: BoardNumbers, moves: Moves) -> Iterator[Finding]:
    board, sight = puzzle.board, look(puzzle.board, state, moves)
    empty = sum(1 << cell for cell, number in enumerate(state) if number == EMPTY)
    for pocket in board.parts(empty):
        if pocket.bit_count() > LARGEST_POCKET:
            continue
        used = {
            (cell, filling[cell]) for filling in _fillings(sight, state, pocket) for cell in members(pocket)
        }
        cannot = tuple(
            move
            for move in moves
            if pocket >> (cell := move.row * board.columns + move.column) & 1
            and (cell, move.number) not in used
        )
        if cannot:
            yield Finding(f"the pocket at {board.name(first(pocket))}", cannot=cannot)


def _fillings(sight: Sight, state: BoardNumbers, pocket: Cells) -> Iterator[list[int]]:
    """Yield the ways to fill a pocket so that no region is too large and no closed region too small."""
    board, cells, numbers = sight.board, list(members(pocket)), list(state)
    edge = {state[cell] for cell in members(board.around(pocket))}
    choices = [
        [
            number
            for number in sorted(sight.may)
            if sight.may[number] >> cell & 1 and (number <= len(cells) or number in edge)
        ]
        for cell in cells
    ]

    def fill(at: int) -> Iterator[list[int]]:
        if at == len(cells):
            if all(_may_stand(board, numbers, cell) for cell in members(pocket | board.around(pocket))):
                yield list(numbers)
            return
        for number in choices[at]:
            numbers[cells[at]] = number
            yield from fill(at + 1)
        numbers[cells[at]] = EMPTY

    return fill(0)


def _may_stand(board: Board, numbers: list[int], cell: int) -> bool:
    """Return whether the region of a cell has its size, or is smaller with an empty cell beside it."""
    number, queue = numbers[cell], [cell]
    can_grow = False
    for here in queue:  # grows during the loop
        for near in board.beside[here]:
            can_grow = can_grow or numbers[near] == EMPTY
            if numbers[near] == number and near not in queue:
                queue.append(near)
        if len(queue) > number:
            return False
    return can_grow or len(queue) == number


def _starving(puzzle: Fillomino, state: BoardNumbers, moves: Moves) -> Iterator[Finding]:
    board, sight = puzzle.board, look(puzzle.board, state, moves)
    out = {number: _starving_cells(sight, number) for number in sight.holds if number in sight.may}
    cannot = tuple(
        move for move in moves if out.get(move.number, 0) >> move.row * board.columns + move.column & 1
    )
    if cannot:
        yield Finding("regions of the same number", cannot=cannot)


def _starving_cells(sight: Sight, number: int) -> Cells:
    """Return the empty cells in which a number would leave itself or a region of its kind without room."""
    out = 0
    for cell in members(sight.may[number]):
        after = Sight(
            sight.board,
            {number: sight.holds[number] | 1 << cell},
            {number: sight.may[number] & ~(1 << cell)},
        )
        after.may[number] &= ~after.oversized(number)
        if any(after.area(region, number).bit_count() < number for region in after.unfinished(number)):
            out |= 1 << cell
    return out


ONE_WAY_OUT = Rule(
    "one-way-out",
    _one_way_out,
    1.0,
    "A region that is too small has only one cell to grow into, so it takes that cell.",
)
LAST_NUMBER = only_option("last-number", "cell", cost=1.5, says="Only one number is left for a cell.")
NO_ROOM = Rule(
    "no-room",
    _no_room,
    1.2,
    "A number cannot go where fewer cells than it needs can be reached.",
)
BOTTLENECK = Rule(
    "bottleneck",
    _bottleneck,
    2.0,
    "A region can become large enough only through one cell, so it takes that cell.",
)
POCKET = Rule(
    "pocket",
    _pocket,
    3.0,
    f"No way to fill a pocket of at most {LARGEST_POCKET} cells uses these numbers.",
)
STARVING = Rule(
    "starving",
    _starving,
    4.0,
    "A number cannot go where it would leave itself, or another region of its number, without room.",
)
RULES = (ONE_WAY_OUT, NO_ROOM, LAST_NUMBER, BOTTLENECK, POCKET, STARVING)

NOVICE = Player((ONE_WAY_OUT, NO_ROOM), name="novice")
"""Grows regions that have one way to go, and fills cells for which one number is left."""
SOLVER = Player((ONE_WAY_OUT, NO_ROOM, BOTTLENECK), name="solver")
"""Is a novice who also sees which cells a region must pass through."""


def theory() -> Theory:
    """Return the laws that rules are learned from."""
    from quandary.kinds.fillomino.theory import THEORY

    return THEORY


PEOPLE = People(
    rules=RULES,
    players=(SOLVER, NOVICE),
    policy="greedy",
    said=(spoken, "are easier by level and effort"),
    columns=("grade", "level", "muse", "empties"),
    one_solution=True,
    theory=theory,
)
