"""How a booklet looks: paper, margins, what is on a page, where the answers are."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast, get_args

from quandary.errors import QuandaryError, UnknownNameError

Answers: TypeAlias = Literal["back", "separate", "below", "none"]
Binding: TypeAlias = Literal["none", "left", "right"]
ANSWERS: tuple[str, ...] = get_args(Answers)
BINDINGS: tuple[str, ...] = get_args(Binding)
PAPERS = {"A4": (210.0, 297.0), "A5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Width and height of each paper in millimetres."""
MOST_PER_PAGE = 48


@dataclass(frozen=True)
class Style:
    """The look of a booklet."""

    paper: str = "A4"
    per_page: int | None = None
    """The number of puzzles on a page. None fits as many as stay readable."""
    answers: Answers = "back"
    binding: Binding = "none"
    """The side with the wider margin on right-hand pages."""
    large_print: bool = False
    ink_light: bool = False
    hints: bool = False
    worksheet: bool = False
    pieces: bool = False
    """Whether to add sheets with pieces to cut out."""
    cards: bool = False
    """Whether to print cards with answers on their backs instead of pages."""
    cover: bool = True
    palette: str = "auto"

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise UnknownNameError("paper", self.paper, PAPERS)
        if self.answers not in ANSWERS:
            raise UnknownNameError("place for answers", self.answers, ANSWERS)
        if self.binding not in BINDINGS:
            raise UnknownNameError("binding", self.binding, BINDINGS)
        if self.per_page is not None and not 1 <= self.per_page <= MOST_PER_PAGE:
            raise QuandaryError(f"A page holds from 1 to {MOST_PER_PAGE} puzzles, not {self.per_page}.")

    @classmethod
    def named(cls, answers: str, binding: str, **others: Any) -> "Style":
        """Return a style from words that may be wrong. Raises UnknownNameError."""
        return cls(answers=cast(Answers, answers), binding=cast(Binding, binding), **others)

    @property
    def points(self) -> float:
        """The size of the text."""
        return 17.0 if self.large_print else 10.5 if self.paper != "A5" else 9.0

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the text on a page, in millimetres, after margins."""
        width, height = PAPERS[self.paper]
        inner = self.margin + (self.extra if self.binding != "none" else 0)
        return width - self.margin - inner, height - 2 * self.margin

    @property
    def margin(self) -> float:
        """The margin in millimetres."""
        return 14.0 if self.paper == "A5" else 18.0

    @property
    def extra(self) -> float:
        """What binding adds to the inner margin."""
        return 8.0


def grid_for(count: int, width: float, height: float, aspect: float) -> tuple[int, int]:
    """Return the columns and rows of a page on which `count` pictures become largest.

    >>> grid_for(6, 170, 260, 1.0), grid_for(2, 170, 260, 1.0)
    ((2, 3), (1, 2))
    """

    def side(columns: int) -> float:
        rows = -(-count // columns)
        return min(width / columns, height / rows * aspect)

    best = max(range(1, count + 1), key=lambda columns: (round(side(columns), 6), -columns))
    return best, -(-count // best)
