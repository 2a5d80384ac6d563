"""How a booklet looks: paper, margins, what is on a page, where the answers are."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast, get_args

from quandary.errors import QuandaryError, UnknownNameError
from quandary.publishing.booklet.paper import SMALL, margins_of, paper_size

Answers: TypeAlias = Literal["back", "separate", "below", "none"]
Binding: TypeAlias = Literal["none", "left", "right"]
ANSWERS: tuple[str, ...] = get_args(Answers)
BINDINGS: tuple[str, ...] = get_args(Binding)
MOST_PER_PAGE = 48
WORKSHEET = 4
"""The puzzles on a page of a worksheet, if not told otherwise."""
HEAD, FOOT = 8.0, 8.0
"""The height of the running head and of the page number with their distance from the text, in millimetres."""
MOST_INSIDE = 60.0


@dataclass(frozen=True)
class Style:
    """The look of a booklet."""

    paper: str = "A4"
    """The name of a paper, or its width and height, such as 6x9in."""
    per_page: int | None = None
    """The number of puzzles on a page. None fits as many as stay readable."""
    answers: Answers = "back"
    binding: Binding = "left"
    """The side of right-hand pages that is bound. Its margin is wider, on left-hand pages the other one."""
    inside: float | None = None
    """The margin at the binding in millimetres. None takes the usual one."""
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
        paper_size(self.paper)
        if self.answers not in ANSWERS:
            raise UnknownNameError("place for answers", self.answers, ANSWERS)
        if self.binding not in BINDINGS:
            raise UnknownNameError("binding", self.binding, BINDINGS)
        if self.per_page is not None and not 1 <= self.per_page <= MOST_PER_PAGE:
            raise QuandaryError(f"A page holds from 1 to {MOST_PER_PAGE} puzzles, not {self.per_page}.")
        if self.inside is not None and not 0 <= self.inside <= MOST_INSIDE:
            raise QuandaryError(
                f"A margin at the binding has from 0 to {MOST_INSIDE:g} mm, not {self.inside:g}."
            )

    @classmethod
    def named(cls, answers: str, binding: str, **others: Any) -> "Style":
        """Return a style from words that may be wrong. Raises UnknownNameError."""
        return cls(answers=cast(Answers, answers), binding=cast(Binding, binding), **others)

    @property
    def points(self) -> float:
        """The size of the text."""
        if self.large_print:
            return 18.0
        return 9.5 if paper_size(self.paper)[0] <= SMALL else 10.5

    @property
    def is_bound(self) -> bool:
        """Whether the inner margin differs from the outer one. Single sheets are not bound."""
        return self.binding != "none" and not self.worksheet and not self.cards

    @property
    def margins(self) -> tuple[float, float, float, float]:
        """The margins inside, outside, above and below the text in millimetres."""
        usual = margins_of(paper_size(self.paper)[0], large_print=self.large_print)
        chosen = usual.inside if self.inside is None else self.inside
        head = 0.0 if self.worksheet or self.cards else HEAD
        return (
            chosen if self.is_bound else usual.outside,
            usual.outside,
            usual.top + head,
            usual.top + FOOT,
        )

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the text on a page, in millimetres, after margins."""
        width, height = paper_size(self.paper)
        inside, outside, top, bottom = self.margins
        return width - inside - outside, height - top - bottom
