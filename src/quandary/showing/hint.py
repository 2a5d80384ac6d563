"""A hint: the easiest thing that a person could notice in a position, or the move that spoiled it."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quandary.draw.shapes import Circle, Drawing, Point
from quandary.kind import kind_of
from quandary.library.given import puzzle_in
from quandary.limits import Limits, OutOfBudget, check_limits
from quandary.parts.spots import whereabouts
from quandary.player import Player
from quandary.puzzle import AnyPuzzle, by_slot, is_fill
from quandary.rules import Finding, Rule, believe, called, sound
from quandary.showing.picture import NUMBERED, anchor, draw, tell
from quandary.solving.choose import NoEngineError, QuickestEngine
from quandary.solving.follow import follow, spell
from quandary.solving.onward import Rest, lost_since, made, outlook, played, rest_of, solve_on

MOST_TRIED = 5_000
"""The most legal moves in a position in which rules are tried."""
FEW = 6
"""The number of moves that a sentence names."""
MOST_RINGS = 12
"""The most places that are marked in a picture."""
PATIENCE = Limits(seconds=20)
A_LOOK = Limits(seconds=0.25)
"""The time to see whether one move is a dead end."""
MOST_LOOKED_AT = 8
"""The number of moves that are tried as dead ends."""
NOTHING_SEEN = "Nothing can be ruled out at a glance."


@dataclass(frozen=True)
class Hint:
    """What to do in a position, in words and with its place."""

    puzzle: Any
    state: Any
    says: str
    """The hint in a sentence or two."""
    rule: str = ""
    """The name of the rule that noticed it, if one did."""
    where: str = ""
    why: str = ""
    must: tuple[Any, ...] = ()
    """Moves that must be made."""
    cannot: tuple[Any, ...] = ()
    """Moves that cannot be right."""
    options: tuple[Any, ...] = ()
    """The moves that are left where fewest are, if too many are ruled out to be named."""
    move: Any = None
    """A move to make now, if one is known."""
    spot: Point | None = None
    """The place in the picture to look at, if it is not where the move is made."""
    wrong: Any = None
    """The move after which no solution is left, if there is one."""
    since: int | None = None
    """Its number, counted from 1. 0 if the puzzle never had a solution."""
    before: tuple[str, ...] = ()
    """What may be said before the hint: what kind of step it is, or where to look, without telling the move."""

    def __str__(self) -> str:
        return self.says

    @property
    def degrees(self) -> tuple[str, ...]:
        """The hint in degrees: what kind of step, where, and the move. A mistake is told at once.

        >>> from quandary.kinds.sudoku import KIND
        >>> for each in hint(KIND.parse(".3....3....41...")).degrees[:2]:
        ...     print(each)
        Naked single: only one digit is left for a cell.
        Look at r3c2.
        """
        return *self.before, self.says

    def at(self, degree: int) -> str:
        """Return the hint in a degree, 0 for the first. The last one is the most."""
        return self.degrees[min(degree, len(self.degrees) - 1)]

    @property
    def marks(self) -> tuple[Circle, ...]:
        """Rings around the places that the hint is about."""
        strikes = self.cannot and not self.must and not self.options
        role = "struck" if self.wrong is not None or strikes else "new"
        about = self.must or self.options or self.cannot or (self.move,)
        if self.wrong is not None:
            about = (self.wrong,)
        spots = [anchor(self.puzzle, self.state, move) for move in about if move is not None]
        if self.spot is not None:
            spots = [self.spot]
        places = [spot for spot in dict.fromkeys(spots) if spot is not None]
        if len(places) > MOST_RINGS:  # rings around everything mark nothing: only what the words name
            places = [spot for spot in dict.fromkeys(spots[: FEW // 2]) if spot is not None]
        return tuple(Circle(spot, 0.45, stroke=role, width=0.07) for spot in places)

    @property
    def drawing(self) -> Drawing:
        """The position with the marks."""
        return draw(self.puzzle, self.state).over(self.marks)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": self.says, "image/svg+xml": self.drawing._repr_svg_()}


def hint(what: Any, after: str = "", *, player: Player | None = None, limits: Limits = PATIENCE) -> Hint:
    """Return the easiest thing to see in a puzzle after some moves, written as `solve` writes them.

    >>> from quandary.kinds.sudoku import KIND
    >>> sudoku = KIND.parse(".3....3....41...")
    >>> found = hint(sudoku)
    >>> found.rule, str(found.move)
    ('naked-single', 'r3c2=2')
    >>> print(hint(sudoku, "r2c2=1 r1c1=4 r1c4=1"))
    No solution is left since move 2, r1c1=4. Take it back.

    Works for every puzzle. Where no rule of the kind notices anything, or the kind has none, a solution from
    here gives the next move. Raises NotationError at a move that is not legal.
    """
    puzzle = puzzle_in(what)
    return hint_at(puzzle, follow(puzzle, after).states, player=player, limits=limits)


def hint_at(
    puzzle: AnyPuzzle,
    states: Sequence[Any],
    *,
    player: Player | None = None,
    steps: AnyPuzzle | None = None,
    limits: Limits = PATIENCE,
) -> Hint:
    """Return a hint for the last of the states that a player went through, the start first.

    It uses all rules of the kind, or only those that a `player` knows. `steps` is the puzzle as it was played, if not as usual.
    """
    state = states[-1]
    if puzzle.is_solved(state):
        return Hint(puzzle, state, "It is solved. Nothing is left to do.")
    with limits.start() as budget:
        since = lost_since(puzzle, states, budget.share(2))
        if since is not None:
            return _spoiled(puzzle, states, since, steps or played(puzzle))
        try:
            noticed, seen = _noticed(puzzle, state, player, budget.share(2)), NOTHING_SEEN
        except OutOfBudget as out:
            noticed, seen = None, f"Not all rules were tried: {limits.named(out.stop).text}."
        return noticed or _way_on(puzzle, states, budget.rest(), seen)


def _spoiled(puzzle: AnyPuzzle, states: Sequence[Any], since: int, steps: AnyPuzzle) -> Hint:
    if since == 0:
        return Hint(puzzle, states[-1], "The puzzle has no solution, whatever you do.", since=0)
    [wrong] = made(steps, states[since - 1 : since + 1])
    said = f"No solution is left since move {since:,}, {tell(puzzle, wrong)}."
    back = len(states) - 1 - since
    if is_fill(puzzle) or not back:
        said += " Take it back."
    else:
        said += f" Take back {back + 1:,} moves."
    return Hint(puzzle, states[-1] if is_fill(puzzle) else states[since - 1], said, wrong=wrong, since=since)


def _noticed(puzzle: AnyPuzzle, state: Any, player: Player | None, limits: Limits) -> Hint | None:
    """Return the easiest finding that names a move or rules out a few, or else one that rules out many.

    Raises OutOfBudget if not every rule could be tried.
    """
    kind = kind_of(puzzle)
    if kind is None or played(puzzle) is not puzzle:  # its rules are about other moves than people make
        return None
    moves = tuple(puzzle.moves(state))
    if len(moves) > MOST_TRIED:
        raise OutOfBudget(f"there are more than {MOST_TRIED:,} moves")
    with limits.start():
        known = player.rules if player else kind.people.rules
        rules = sorted(sound(known, unique=_is_unique(puzzle, known)), key=lambda one: one.turn)
        broad: tuple[Rule, Finding, tuple[Any, ...]] | None = None
        legal = set(moves)
        for rule in rules:
            check_limits()
            for finding in rule.find(puzzle, state, moves):
                must = tuple(move for move in finding.must if move in legal)
                cannot = tuple(move for move in finding.cannot if move in legal)
                if must or 0 < len(cannot) <= FEW:
                    move = must[0] if must else _forced(puzzle, state, rules)
                    said = _sentence(puzzle, rule, finding, must, cannot)
                    about = (must or cannot)[0]
                    before = _step_of(rule), _look_at(puzzle, state, rule, finding, about)
                    return Hint(
                        puzzle,
                        state,
                        said,
                        rule.name,
                        finding.where,
                        finding.why,
                        must,
                        cannot,
                        move=move,
                        before=before,
                    )
                if cannot and broad is None:
                    broad = rule, finding, cannot
        return _narrowed(puzzle, state, rules, *broad) if broad else None


def _is_unique(puzzle: AnyPuzzle, rules: Sequence[Rule]) -> bool:
    """Return whether the kind has a proof that there is one solution, if any rule wants to know."""
    if not any(rule.needs_unique for rule in rules):
        return False
    try:
        return bool(QuickestEngine(puzzle).ask_kind("unique", Limits()).answer)
    except NoEngineError:
        return False


def _sentence(
    puzzle: AnyPuzzle, rule: Rule, finding: Finding, must: Sequence[Any], cannot: Sequence[Any]
) -> str:
    """Write a finding in words.

    >>> rule = Rule("single", print, says="A digit fits only one cell of a box.")
    >>> _sentence(Rest, rule, Finding("box 1"), ["r2c2=4"], [])
    'A digit fits only one cell of a box. Look at box 1: r2c2=4.'
    >>> _sentence(Rest, rule, Finding("single", why="two are left"), [], ["a", "b"])
    'A digit fits only one cell of a box. So not a, not b (two are left).'
    """
    moves = ", ".join(
        [*(tell(puzzle, move) for move in must), *(f"not {tell(puzzle, move)}" for move in cannot)]
    )
    place = "So " if _is_unsaid(rule, finding) else f"Look at {finding.where}: "
    because = f" ({finding.why})" if finding.why else ""
    return f"{rule.says or rule.name} {place}{moves}{because}."


def _is_unsaid(rule: Rule, finding: Finding) -> bool:
    """Return whether a finding has no place, or one that only numbers a cell."""
    return finding.where in ("", rule.name) or re.fullmatch(NUMBERED, finding.where) is not None


def _step_of(rule: Rule) -> str:
    """Return what kind of step a rule makes: its name as people say it, and the rule."""
    name = called(rule.name)
    says = rule.says and f": {rule.says[0].lower()}{rule.says[1:]}"
    return f"{name[0].upper()}{name[1:]}{says or '.'}"


def _look_at(puzzle: AnyPuzzle, state: Any, rule: Rule, finding: Finding, move: Any) -> str:
    """Return where a finding is, without the move."""
    if not _is_unsaid(rule, finding):
        return f"Look at {finding.where}."
    return _look_near(puzzle, state, anchor(puzzle, state, move))


def _look_near(puzzle: AnyPuzzle, state: Any, spot: Point | None) -> str:
    """Return which part of the board a point is in."""
    if spot is None:
        return "Look at what you can do now."
    drawing = draw(puzzle, state)
    middle = drawing.width / 2, drawing.height / 2
    return f"Look {whereabouts(spot, middle, min(middle) / 3)}."


def _narrowed(
    puzzle: AnyPuzzle,
    state: Any,
    rules: Sequence[Rule],
    rule: Rule,
    finding: Finding,
    cannot: tuple[Any, ...],
) -> Hint:
    """Return a hint about a rule that rules out many moves: where fewest are left once all rules have been applied."""
    left, _ = believe(puzzle, state, rules)
    slots = {slot: moves for slot, moves in by_slot(puzzle, state, left).items() if moves}
    slot, options = min(slots.items(), key=lambda item: len(item[1]), default=("", ()))
    said = f"{rule.says or rule.name} That rules out {len(cannot):,} moves."
    if options:
        place = "one cell" if re.fullmatch(NUMBERED, str(slot)) else str(slot)
        names = {tell(puzzle, move) for move in options}
        these = f": {', '.join(sorted(names))}" if len(names) == len(options) <= FEW else ""
        said += f" Look where fewest options are left, {len(options):,} for {place}{these}."
    move = options[0] if len(options) == 1 else None
    return Hint(
        puzzle,
        state,
        said,
        rule.name,
        finding.where,
        finding.why,
        cannot=cannot,
        options=tuple(options),
        move=move,
        before=(_step_of(rule),),
    )


def _forced(puzzle: AnyPuzzle, state: Any, rules: Sequence[Rule]) -> Any:
    """Return a move that is the only one left for something, once every rule has been applied."""
    left, musts = believe(puzzle, state, rules)
    legal = [move for move in musts if move in left]
    alone = [moves[0] for moves in by_slot(puzzle, state, left).values() if len(moves) == 1]
    return next(iter(legal or alone), None)


def _way_on(puzzle: AnyPuzzle, states: Sequence[Any], limits: Limits, seen: str) -> Hint:
    """Return the next move of a solution from here. `seen` says why no rule gives a better hint."""
    state = states[-1]
    answer = solve_on(puzzle, states, limits=limits)
    if not answer.found:
        lost = "No solution is left from here. Which move went wrong was not found within the limits."
        return Hint(
            puzzle, state, lost if answer.complete else f"No hint was found in time ({answer.stop.text})."
        )
    solution = answer.found[0]
    left, next_move = len(solution.moves), solution.moves[0]
    said = f"{seen} A solution continues: {{}}; {left:,} moves are left."
    if left == 1:
        said = "One move is left: {}."
    rest = rest_of(puzzle, state)
    is_plain = played(puzzle) is puzzle or isinstance(rest, Rest)
    spot = anchor(puzzle if is_plain else rest, state if is_plain else solution.start, next_move)
    dead = _dead_end(puzzle, states, next_move, left) if left > 1 else ""
    before = _look_near(puzzle, state, spot), *filter(None, (dead,))
    if is_plain:
        return Hint(puzzle, state, said.format(tell(puzzle, next_move)), move=next_move, before=before)
    text = spell(rest, solution.start, [next_move])  # such as a walk and then a push
    walked = follow(rest, text).states
    steps = made(played(rest), walked)
    told = tell(puzzle, next_move) if len(steps) == 1 else f"{tell(puzzle, next_move)} ({text})"
    from_here = _moved_from(puzzle, walked[-2], steps[-1])
    return Hint(puzzle, state, said.format(told), move=steps[0], spot=from_here, before=before)


def _dead_end(puzzle: AnyPuzzle, states: Sequence[Any], good: Any, left: int) -> str:
    """Return a move to avoid, after which no solution is left, or how many moves there are to go."""
    rest = rest_of(puzzle, states[-1])
    if isinstance(rest, Rest):
        whole, before = puzzle, list(states)
    else:
        whole, before = rest, [next(iter(rest.starts()))]
    others = [each for each in whole.moves(before[-1]) if each != good]
    found = Counter[str]()
    for move in others[:MOST_LOOKED_AT]:
        found[view := outlook(whole, [*before, whole.apply(before[-1], move)], A_LOOK)] += 1
        if view == "lost":
            return f"Avoid this dead end: {tell(puzzle, move)}. {left:,} moves are left."
    if not others:
        return f"There is only one thing to do. {left:,} moves are left."
    if found["live"] == len(others):
        return f"No move is a mistake yet, but some are detours. {left:,} moves are left."
    return f"{left:,} moves are left."


def _moved_from(puzzle: AnyPuzzle, state: Any, move: Any) -> Point | None:
    """Return where the thing is that a move moves, for kinds that say so."""
    kind = kind_of(puzzle)
    way = kind.pictures.moved(puzzle, state, move) if kind and kind.pictures.moved else None
    return way[0] if way else None
