"""What people see in a level: corners, dead squares and boxes that can never move again."""

from quandary.kind import People
from quandary.kinds.sokoban.deeds import DEEDS
from quandary.kinds.sokoban.rules import Board, Cell, Level, Situation, step
from quandary.player import Player
from quandary.rules import dead_end
from quandary.theory import Theory

AXES = (("left", "right"), ("up", "down"))


def in_corner(level: Level, state: Situation) -> bool:
    """Return whether a box that is not on a target stands in a corner."""
    return any(
        all(any(step(box, way) not in level.floor for way in axis) for axis in AXES)
        for box in (state.boxes & level.floor) - level.targets
    )


def on_dead_square(level: Level, state: Situation) -> bool:
    """Return whether a box stands where no number of pushes would bring it to a target."""
    return not level.dead_squares.isdisjoint(state.boxes)


def is_frozen(level: Level, state: Situation) -> bool:
    """Return whether some boxes block each other for ever, and not all of them are on targets."""
    return not frozen(level, state.boxes & level.floor) <= level.targets


def frozen(board: Board, boxes: frozenset[Cell]) -> frozenset[Cell]:
    """Return the largest set of boxes none of which can move first without being lost.

    A box cannot move along an axis if a wall or a frozen box is next to it, or if both cells next to it are
    dead squares.
    """
    while movable := {box for box in boxes if not all(_is_blocked(board, boxes, box, axis) for axis in AXES)}:
        boxes -= movable
    return boxes


def _is_blocked(board: Board, boxes: frozenset[Cell], box: Cell, axis: tuple[str, str]) -> bool:
    beside = [step(box, way) for way in axis]
    return any(there not in board.floor or there in boxes for there in beside) or all(
        there in board.dead_squares for there in beside
    )


CORNERS = dead_end("corners", in_corner, says="A box in a corner that is not a target stays there for ever.")
DEAD_SQUARES = dead_end(
    "dead-squares", on_dead_square, cost=2, says="From some squares no box can be brought to any target."
)
FROZEN = dead_end(
    "frozen", is_frozen, cost=3, says="Boxes can block each other so that none of them ever moves again."
)

RULES = (CORNERS, DEAD_SQUARES, FROZEN)
CAREFUL = Player(rules=(CORNERS, DEAD_SQUARES), name="careful")
BEGINNER = Player(rules=(CORNERS,), name="beginner")


def theory() -> Theory:
    """Return the laws that rules are learned from."""
    from quandary.kinds.sokoban.theory import THEORY

    return THEORY


PEOPLE = People(
    deeds=DEEDS,
    rules=RULES,
    players=(CAREFUL, BEGINNER),
    columns=("remuse", "muse", "shortest", "solutions"),
    theory=theory,
)
