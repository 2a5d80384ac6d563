"""Every kind keeps the contract, and the contract detects kinds that do not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count, cycle
from math import inf
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from quandary.draw.shapes import Circle, Drawing
from quandary.engine import Engine, Solver
from quandary.feature import Feature, Tally, Work
from quandary.kind import FACETS, DifficultyLevel, Kind, Notation, known
from quandary.kinds import _template
from quandary.kinds._template import KIND as TEMPLATE
from quandary.kinds._template.make import generate
from quandary.kinds._template.rules import Field, Move, State, Template
from quandary.library import registry
from quandary.limits import Budget, Limits
from quandary.parts.solvers import AllSolutions, FewSolutions, Tallying
from quandary.parts.wishes import granting
from quandary.pencil import Pencil
from quandary.player import Player
from quandary.puzzle import Slot
from quandary.rules import Finding, Rule
from quandary.solving.search import solutions
from quandary.testing import Check, NotRun, check_kind, checks
from quandary.testing import _promises as promises_of
from quandary.trace import Step, Trace

KINDS = [TEMPLATE, *(registry.find_kind(name) for name in registry.find_kinds())]


def generated(kind: Kind) -> int:
    """Return how many generated puzzles to try: few of declared pencil kinds, which share all code but declarations."""
    return 3 if issubclass(kind.puzzle, Pencil) else 8


@pytest.mark.parametrize(
    "check",
    [
        pytest.param(check, id=f"{kind.name}-{check.name}")
        for kind in KINDS
        for check in checks(kind, examples=generated(kind))
    ],
)
def test_every_kind_keeps_every_promise(check: Check) -> None:
    try:
        check.run()
    except NotRun as why:
        pytest.skip(str(why))


@pytest.mark.long
@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if not issubclass(kind.puzzle, Pencil)], ids=lambda kind: kind.name
)
def test_every_kind_keeps_its_promises_on_many_puzzles(kind: Kind) -> None:
    check_kind(kind, examples=20)


def test_there_are_kinds_to_check() -> None:
    assert len(KINDS) > 1


# A suite that cannot fail proves nothing: each of these kinds breaks one promise.


def verdict(kind: Kind, name: str) -> None:
    check = next(check for check in checks(kind, examples=5) if check.name == name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(known._registered, kind.puzzle, kind)
        check.run()


def with_puzzle(puzzle: type[Template]) -> Kind:
    """Return the template with another class of puzzle, read from the same notation."""

    def parse(text: str) -> Template:
        return puzzle(TEMPLATE.parse(text).rows)

    return TEMPLATE.but(puzzle=puzzle, parse=parse, generate=None)


def writing_moves(
    spell: Any = lambda puzzle, moves: " ".join(map(str, moves)), replay: Any = lambda puzzle, text: []
) -> Kind:
    """Return the template with a notation for moves."""
    return TEMPLATE.but(moves=SimpleNamespace(spell=spell, replay=replay))


class StartsNowhere(Template):
    def starts(self) -> list[State]:
        return []


class StartsAnywhere(Template):
    def starts(self) -> list[State]:
        return [Field(0, 0), Field(0, 1)]


class StartsNamelessly(StartsAnywhere):
    def start_name(self, start: State) -> str:
        return "here"


class TurnsItsMovesAround(Template):
    turns = cycle((1, -1))

    def moves(self, state: State) -> list[Move]:
        return super().moves(state)[:: next(self.turns)]


class RepeatsAMove(Template):
    def moves(self, state: State) -> list[Move]:
        return super().moves(state) * 2


class SpeaksAlike(Template):
    class Mumble(Field):
        def __str__(self) -> str:
            return "there"

    def moves(self, state: State) -> list[Move]:
        return [self.Mumble(*move) for move in super().moves(state)]


class AnswersVaguely(Template):
    def is_solved(self, state: State) -> bool:
        return int(super().is_solved(state))  # type: ignore[return-value]


class Pencilled(list[int]):
    """A mutable state that pretends to be immutable."""

    def __hash__(self) -> int:  # type: ignore[override]
        return len(self)


class WritesInPlace(Template):
    def starts(self) -> list[Any]:
        return [Pencilled(state) for state in super().starts()]

    def is_solved(self, state: Any) -> bool:
        return super().is_solved(Field(*state))

    def apply(self, state: Any, move: Move) -> Any:
        state[:] = move
        return state


@pytest.mark.parametrize(
    ("puzzle", "complaint"),
    [
        (StartsNowhere, r"starts\(\) is empty"),
        (TurnsItsMovesAround, "differ from call to call"),
        (RepeatsAMove, "lists a move twice"),
        (SpeaksAlike, "have the same text"),
        (AnswersVaguely, "not a bool"),
        (WritesInPlace, "changed the state"),
    ],
)
def test_a_puzzle_that_plays_badly_is_found_out(puzzle: type[Template], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        verdict(with_puzzle(puzzle), "play")


def in_yellow(puzzle: Template, state: State | None) -> Drawing:
    return Drawing(4, 4, (Circle((2, 2), radius=1, fill="yellow"),))


def in_colours(puzzle: Template, state: State | None) -> Drawing:
    """Draw a light that is red until something happens, and then a different red."""
    fill = "red" if state in (None, puzzle.starts()[0]) else "crimson"
    return Drawing(4, 4, (Circle((2, 2), radius=1, fill=fill, stroke="ink", width=0.1),))


def far_away(puzzle: Template, state: State | None) -> Drawing:
    return Drawing(4, 4, (Circle((3.5, 2), radius=1),))


def parse_carelessly(text: str) -> Template:
    return Template(tuple(str(int(row)) for row in text.split("/")))


def refuse_rudely(text: str) -> Template:
    from quandary.errors import NotationError

    try:
        return parse_carelessly(text)
    except ValueError:
        raise NotationError(f"What is this?\n{text}") from None


def generate_in_vain(random: Random, size: str) -> Template:
    return Template((f"1{random.randint(1, 9)}1", "111", "111"))


def too_hasty(puzzle: Template, state: State, moves: Iterable[Move]) -> Iterable[Finding]:
    yield Finding("anywhere", cannot=tuple(move for move in moves if move.column < state.column))


def distracted(puzzle: Template, state: State, moves: Iterable[Move]) -> Iterable[Finding]:
    dead = tuple(m for m in moves if not puzzle.is_solved(m) and not puzzle.moves(m))
    if len(dead) > 1:
        yield Finding("anywhere", cannot=dead)


def upside_down(puzzle: Template) -> Iterable[Template]:
    yield puzzle
    yield Template(puzzle.rows[::-1])


class InOneStep(Solver):
    def trace(self, asked: Engine) -> Trace:
        return Trace("solved", (Step("rule", "sight", Finding("anywhere"), 1, 0),), None)


class GivesUp(Solver):
    def trace(self, asked: Engine) -> Trace:
        return Trace("unsolvable", (), None)


TICKS = count()
FIRST = Template(("111", "121", "110"))
TWO_TRAPS = Template(("119", "199", "099"))
"""A puzzle in which two of three moves from the second field lead nowhere."""


def feature(name: str, read: Callable[..., float]) -> Feature:
    return Feature(name, "things", "something odd", read)


def listed(puzzle: Template, budget: Budget) -> Tally:
    """Compute the truth, the slow way."""
    lengths = [len(each.moves) for each in solutions(puzzle, engine="python").found]
    return Tally(len(lengths), sum(lengths), min(lengths), max(lengths))


def unsolved(puzzle: Template, work: Work) -> float:
    """Count the states that are not solved yet."""
    return int((~work.graph().solved).sum())


def solved_by(*solvers: Solver) -> Kind:
    return TEMPLATE.but(solvers=solvers)


class NoSteps(Solver):
    minimises = ("steps",)

    def fewest(self, asked: Engine, what: str, limits: Limits) -> None:
        return None


class Hopeless(Solver):
    def decide(self, asked: Engine) -> None:
        return None


class Sure(Solver):
    def unique(self, asked: Engine, limits: Limits) -> bool:
        return True


BROKEN: list[tuple[str, Kind, str]] = [
    ("card", TEMPLATE.but(folder=Path("nowhere")), "no README.md"),
    ("players", TEMPLATE.but(columns=("sparkle",)), "is not a measure"),
    (
        "players",
        TEMPLATE.but(players=(Player(rules=(Rule("odd", too_hasty),), name="odd"),)),
        "does not list",
    ),
    ("players", TEMPLATE.but(players=(Player(name="my friend"),)), "without quotes"),
    ("notation", TEMPLATE.but(format=lambda puzzle: "11/10"), "which parse reads as"),
    ("notation", TEMPLATE.but(format=None), "needs parse and format"),
    ("customary files", TEMPLATE.but(recognise=lambda text: [(0, "11/10")]), "counts lines from 0"),
    (
        "customary files",
        TEMPLATE.but(recognise=lambda text: [(1, text)], parse=parse_carelessly),
        "must raise",
    ),
    ("move texts", writing_moves(spell=lambda puzzle, moves: moves), "not a text"),
    ("move texts", with_puzzle(SpeaksAlike), "lead to"),
    ("move texts", with_puzzle(StartsNamelessly), "not told apart"),
    ("move texts", writing_moves(replay=lambda puzzle, text: [Field(0, 0)]), "gives 1 states"),
    ("move texts", writing_moves(replay=lambda puzzle, text: [Field(1, 1)]), "does not begin with"),
    ("garbage", TEMPLATE.but(parse=parse_carelessly), "must raise NotationError"),
    ("garbage", TEMPLATE.but(parse=refuse_rudely), "not one short line"),
    ("pictures", TEMPLATE.but(draw=far_away, anchor=None), "leaves the page"),
    ("pictures", TEMPLATE.but(anchor=lambda puzzle, state, move: (-1, 0)), "off the page"),
    (
        "readable",
        TEMPLATE.but(draw=in_yellow),
        r"'yellow' on 'paper'\) has a contrast of 1\.1 in the palette 'light'",
    ),
    ("readable", TEMPLATE.but(draw=in_colours), "differ in colour only"),
    ("drawn steps", solved_by(InOneStep()).but(draw_step=lambda *_: far_away(FIRST, None)), "of step 1"),
    ("deduction", solved_by(GivesUp()), "it has a solution"),
    ("sizes", TEMPLATE.but(usual_size="9x9"), "usual size '9x9'"),
    ("sizes", TEMPLATE.but(aims={"sparkle": lambda *_: None}), "which is no measure"),
    ("sizes", TEMPLATE.but(wishes={"colour": ()}), "there is no choice"),
    (
        "levels",
        TEMPLATE.but(
            levels={"easy": DifficultyLevel(0, 1)},
            level=lambda puzzle: "hard",
            generate=granting(generate, lambda random, size, wishes: generate(random, size)),
        ),
        "but is hard",
    ),
    ("estimate", TEMPLATE.but(estimate=lambda puzzle, state: 99), "is 99 moves, but"),
    ("fewest", solved_by(NoSteps()), "fewest steps is None"),
    ("generator", TEMPLATE.but(generate=lambda random, size: FIRST), "only 1 different"),
    ("generator", TEMPLATE.but(generate=generate_in_vain), "ended with 'none'"),
    ("reductions", TEMPLATE.but(reductions=lambda puzzle: [("nothing", puzzle)]), "the same puzzle"),
    ("symmetries", TEMPLATE.but(symmetries=upside_down, canonical=None), "symmetric twin"),
    ("symmetries", TEMPLATE.but(canonical=TEMPLATE.notation.format), "symmetric twin"),
    ("solvers", solved_by(Tallying(lambda puzzle, budget: Tally(99, 99, 1, 1))), "listing gives"),
    ("solvers", solved_by(AllSolutions(lambda puzzle, budget: iter(()))), "the all of its solutions is"),
    ("solvers", solved_by(Tallying(listed), FewSolutions(lambda *_: iter(["?"]))), "few gives lengths"),
    ("solvers", solved_by(Hopeless()), "against listing"),
    ("solvers", solved_by(Sure()), "says True to unique"),
    ("features", TEMPLATE.but(features=(feature("odd", lambda *_: next(TICKS)),)), "and then"),
    ("features", TEMPLATE.but(features=(feature("odd", lambda *_: inf),)), "its odd is inf"),
    ("features", TEMPLATE.but(features=(feature("muse", lambda *_: 1),)), "names of generic measures"),
    (
        "states",
        TEMPLATE.but(features=(feature("viable_states_count", unsolved),)),
        "listing the states gives",
    ),
    ("sound rules", TEMPLATE.but(rules=(Rule("hasty", too_hasty),)), "leads to a solution"),
    (
        "monotone rules",
        TEMPLATE.but(rules=(Rule("distracted", distracted),), generate=lambda random, size: TWO_TRAPS),
        "but not given only",
    ),
]


@pytest.mark.parametrize(
    ("name", "kind", "complaint"), [pytest.param(*case, id=f"{case[0]}: {case[2]}") for case in BROKEN]
)
def test_a_broken_promise_is_found_out(name: str, kind: Kind, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        verdict(kind, name)


@pytest.mark.parametrize(
    ("name", "line", "complaint"),
    [
        ("examples", "", "cannot be read"),
        ("examples", '{"kind": "template", "puzzle": "11/10", "facts": {"shortest": 6}}', "at least 3"),
        (
            "examples",
            '{"kind": "template", "puzzle": "0", "facts": {"shortest": 0}}',
            "single state",
        ),
        (
            "examples",
            '{"kind": "template", "puzzle": "11/11", "facts": {"shortest": 6}}',
            "ended with 'none'",
        ),
        ("examples", '{"kind": "template", "puzzle": "11/10"}', "carries no fact"),
        (
            "facts",
            '{"kind": "template", "puzzle": "11/10", "facts": {"shortest": 7}}',
            "but shortest says 2",
        ),
        (
            "facts",
            '{"kind": "template", "puzzle": "11/10", "facts": {"sparkle": 7}}',
            "no measure 'sparkle'",
        ),
    ],
)
def test_a_bad_example_is_found_out(tmp_path: Path, name: str, line: str, complaint: str) -> None:
    good = (TEMPLATE.folder / "examples.jsonl").read_text(encoding="utf-8")
    alone = complaint in ("cannot be read", "at least 3")
    (tmp_path / "examples.jsonl").write_text(line if alone else good + line, encoding="utf-8")
    with pytest.raises(AssertionError, match=complaint):
        verdict(TEMPLATE.but(folder=tmp_path), name)


# Each facet has its group of checks, which is run if the facet is there.


@pytest.mark.parametrize("facet", FACETS)
def test_a_kind_without_a_facet_is_not_asked_for_it(facet: str) -> None:
    without = TEMPLATE.but(**{facet: FACETS[facet]()})
    found = {check.facet for check in checks(without)}
    assert found == {"kind", "puzzle", *(each for each in FACETS if each not in (facet, "engines"))}


def test_every_facet_has_a_check_and_every_check_is_tried_on_some_kind() -> None:
    found = {(check.facet, check.name) for kind in KINDS for check in checks(kind)}
    assert {facet for facet, _ in found} == {"kind", "puzzle", *FACETS}
    every = {(facet, name) for facet, group in promises_of(TEMPLATE).items() for name in group}
    assert found == every


@pytest.mark.parametrize("facet", FACETS)
def test_a_kind_keeps_its_promises_without_any_one_facet(facet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_template, "KIND", TEMPLATE.but(**{facet: FACETS[facet]()}))
    check_kind(_template.KIND, examples=2)


def bare(puzzle: type[Template] = Template) -> Kind:
    """Return a kind that has only a name and a class."""
    card = {"name": "bare", "title": "Bare", "summary": "Solve the board.", "folder": TEMPLATE.folder}
    return Kind(puzzle=puzzle, **card)  # type: ignore[arg-type]


def test_a_kind_with_a_name_and_a_class_is_tried_on_puzzles_that_are_given() -> None:
    check_kind(bare(), puzzles=[FIRST])
    assert [check.name for check in checks(bare())] == ["card", "play", "states"]


def test_a_kind_with_a_name_and_a_class_is_found_out_too() -> None:
    with pytest.raises(AssertionError, match=r"bare .RepeatsAMove\(.*lists a move twice"):
        check_kind(bare(RepeatsAMove), puzzles=[RepeatsAMove(FIRST.rows)])


def test_a_kind_without_any_puzzle_to_try_says_what_to_give_it() -> None:
    with pytest.raises(AssertionError, match="give it a notation and examples, a generator, or puzzles="):
        check_kind(bare())


def test_the_whole_suite_stops_at_the_first_broken_promise() -> None:
    with pytest.raises(AssertionError, match="its title must be one line"):
        check_kind(TEMPLATE.but(title="", columns=("sparkle",)))


# Fill puzzles


class Sit(NamedTuple):
    guest: int
    seat: int

    def __str__(self) -> str:
        return f"guest {self.guest} on {self.seat}"


Seating = frozenset[Sit]


@dataclass(frozen=True)
class Seats:
    """A seating puzzle with as many guests as seats, each of which is a slot."""

    size: int

    def starts(self) -> list[Seating]:
        return [frozenset()]

    def moves(self, state: Seating) -> list[Sit]:
        return [
            Sit(guest, seat)
            for guest in range(self.size)
            for seat in range(self.size)
            if not any(guest == sit.guest or seat == sit.seat for sit in state)
        ]

    def apply(self, state: Seating, move: Sit) -> Seating:
        return state | {move}

    def is_solved(self, state: Seating) -> bool:
        return len(state) == self.size

    def slots(self, state: Seating) -> list[Slot]:
        guests, seats = {sit.guest for sit in state}, {sit.seat for sit in state}
        return [
            *(Slot("guest", guest) for guest in range(self.size) if guest not in guests),
            *(Slot("seat", seat) for seat in range(self.size) if seat not in seats),
        ]

    def fills(self, move: Sit) -> list[Slot]:
        return [Slot("guest", move.guest), Slot("seat", move.seat)]


class SeatsAreShared(Seats):
    """A guest may sit on a taken seat, so a filled slot is filled again."""

    def moves(self, state: Seating) -> list[Sit]:
        return [sit for sit in Seats(self.size).moves(frozenset()) if sit not in state]


class SeatsInOrder(Seats):
    """Only the guest whose turn it is may sit down."""

    def moves(self, state: Seating) -> list[Sit]:
        return [sit for sit in super().moves(state) if sit.guest == len(state)]


class SeatsAreFew(Seats):
    """Sitting down on the first seat sends the last guest away, though they could stay."""

    def moves(self, state: Seating) -> list[Sit]:
        first = any(sit.seat == 0 for sit in state)
        return [sit for sit in super().moves(state) if not first or sit.guest + sit.seat != self.size]


class SeatsRemember(Seats):
    """The last guest to sit down is part of the state."""

    def starts(self) -> list[Any]:
        return [()]

    def apply(self, state: Any, move: Sit) -> Any:
        return (*state, move)


def seating(puzzle: type[Seats], tmp_path: Path) -> Kind:
    lines = [
        f'{{"kind": "seats", "puzzle": "{size}", "facts": {{"longest": {size}}}}}\n' for size in (2, 3, 4)
    ]
    (tmp_path / "examples.jsonl").write_text("".join(lines), encoding="utf-8")
    return Kind(
        name="seats",
        title="seating",
        summary="Seat everybody.",
        puzzle=puzzle,
        folder=tmp_path,
        notation=Notation(parse=lambda text: puzzle(int(text)), format=lambda puzzle: str(puzzle.size)),
    )


def test_a_fill_puzzle_that_keeps_its_promises_passes(tmp_path: Path) -> None:
    verdict(seating(Seats, tmp_path), "filling")


@pytest.mark.parametrize(
    ("puzzle", "complaint"),
    [
        (SeatsAreShared, "fills no open slot"),
        (SeatsInOrder, "there are new moves"),
        (SeatsAreFew, "cannot follow|but a solution has both"),
        (SeatsRemember, "the order of"),
    ],
)
def test_a_fill_puzzle_that_breaks_its_promises_is_found_out(
    puzzle: type[Seats], complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        verdict(seating(puzzle, tmp_path), "filling")


def require_first_guest(on: Callable[[Seats], int]) -> Rule:
    def find(puzzle: Seats, state: Seating, moves: Iterable[Sit]) -> Iterable[Finding]:
        if not any(sit.guest == 0 for sit in state):
            yield Finding("guest 0", must=(Sit(0, on(puzzle)),))

    return Rule("first", find)


@pytest.mark.parametrize(
    ("rule", "complaint"),
    [
        (require_first_guest(on=lambda puzzle: 0), "which leads to a solution"),
        (require_first_guest(on=lambda puzzle: puzzle.size), "which leads to a solution|there is a solution"),
    ],
)
def test_a_rule_that_requires_what_need_not_be_is_found_out(
    rule: Rule, complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        verdict(seating(Seats, tmp_path).but(rules=(rule,)), "sound rules")
