"""A hint: the easiest thing that a person could notice in a position, or the move that spoiled it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quandary.draw.shapes import Circle, Drawing
from quandary.kind import Kind, kind_of
from quandary.library.given import puzzle_in
from quandary.limits import Limits
from quandary.player import Player
from quandary.puzzle import AnyPuzzle, by_slot, is_fill
from quandary.rules import Finding, Rule, believe, sound
from quandary.showing.picture import anchor, draw
from quandary.solving.follow import follow, spell
from quandary.solving.onward import Rest, lost_since, made, played, rest_of, solve_on

MOST_TRIED = 2_000
"""The most legal moves in a position in which rules are tried."""
FEW = 6
"""The number of moves that a sentence names."""
MOST_RINGS = 12
"""The most places that are marked in a picture."""
PATIENCE = Limits(seconds=20)


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
    move: Any = None
    """A move to make now, if one is known."""
    wrong: Any = None
    """The move after which no solution is left, if there is one."""
    since: int | None = None
    """Its number, counted from 1. 0 if the puzzle never had a solution."""

    def __str__(self) -> str:
        return self.says

    @property
    def marks(self) -> tuple[Circle, ...]:
        """Rings around the places that the hint is about."""
        role = "struck" if self.wrong is not None or (self.cannot and not self.must) else "new"
        about = (self.wrong,) if self.wrong is not None else self.must or self.cannot or (self.move,)
        spots = [anchor(self.puzzle, self.state, move) for move in about if move is not None]
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
    ('hidden-single-box', 'r2c2=1')
    >>> print(hint(sudoku, "r2c2=1 r1c1=4 r1c4=1"))
    No solution is left since move 2, r1c1=4. Take it back.

    Works for every puzzle. Where no rule of the kind notices anything, or the kind has none, a solution from
    here gives the next move. Raises NotationError at a move that is not legal.
    """
    puzzle = puzzle_in(what)
    return hint_at(puzzle, follow(puzzle, after).states, player=player, limits=limits)


def hint_at(
    puzzle: AnyPuzzle, states: Sequence[Any], *, player: Player | None = None, limits: Limits = PATIENCE
) -> Hint:
    """Return a hint for the last of the states that a player went through, the start first.

    It uses all rules of the kind, or only those that a `player` knows.
    """
    state = states[-1]
    if puzzle.is_solved(state):
        return Hint(puzzle, state, "It is solved. Nothing is left to do.")
    with limits.start() as budget:
        since = lost_since(puzzle, states, budget.share(2))
        if since is not None:
            return _spoiled(puzzle, states, since)
        return _noticed(puzzle, state, player, budget.share(2)) or _way_on(puzzle, states, budget.rest())


def _spoiled(puzzle: AnyPuzzle, states: Sequence[Any], since: int) -> Hint:
    if since == 0:
        return Hint(puzzle, states[-1], "The puzzle has no solution, whatever you do.", since=0)
    steps = made(played(puzzle), states[: since + 1])
    wrong = steps[-1]
    said = f"No solution is left since move {since:,}, {wrong}."
    back = len(states) - 1 - since
    if is_fill(puzzle) or not back:
        said += " Take it back."
    else:
        said += f" Take back {back + 1:,} moves."
    return Hint(puzzle, states[-1] if is_fill(puzzle) else states[since - 1], said, wrong=wrong, since=since)


def _noticed(puzzle: AnyPuzzle, state: Any, player: Player | None, limits: Limits) -> Hint | None:
    """Return the first finding of the easiest rule that finds something."""
    kind = kind_of(puzzle)
    if kind is None or played(puzzle) is not puzzle:  # its rules are about other moves than people make
        return None
    moves = tuple(puzzle.moves(state))
    if len(moves) > MOST_TRIED:
        return None
    with limits.start():
        known = player.rules if player else kind.people.rules
        for rule in sorted(sound(known, unique=_is_unique(kind, puzzle)), key=lambda one: one.cost):
            for finding in rule.find(puzzle, state, moves):
                must = tuple(move for move in finding.must if move in moves)
                cannot = tuple(move for move in finding.cannot if move in moves)
                if must or cannot:
                    move = must[0] if must else _forced(kind, puzzle, state)
                    said = _sentence(rule, finding, must, cannot)
                    return Hint(
                        puzzle, state, said, rule.name, finding.where, finding.why, must, cannot, move
                    )
    return None


def _is_unique(kind: Kind, puzzle: AnyPuzzle) -> bool:
    return kind.engines.unique is not None and kind.engines.unique(puzzle)


def _sentence(rule: Rule, finding: Finding, must: Sequence[Any], cannot: Sequence[Any]) -> str:
    """Write a finding in words.

    >>> rule = Rule("single", print, says="A digit fits only one cell of a box.")
    >>> _sentence(rule, Finding("box 1"), ["r2c2=4"], [])
    'A digit fits only one cell of a box. Look at box 1: r2c2=4.'
    >>> _sentence(rule, Finding("single", why="two are left"), [], list("abcdefghi"))
    'A digit fits only one cell of a box. So it rules out 9 moves, for example a, b, c (two are left).'
    """
    if must or len(cannot) <= FEW:
        moves = ", ".join([*map(str, must), *(f"not {move}" for move in cannot)])
    else:
        moves = f"it rules out {len(cannot):,} moves, for example {', '.join(map(str, cannot[: FEW // 2]))}"
    place = "So " if finding.where in ("", rule.name) else f"Look at {finding.where}: "
    because = f" ({finding.why})" if finding.why else ""
    return f"{rule.says or rule.name} {place}{moves}{because}."


def _forced(kind: Kind, puzzle: AnyPuzzle, state: Any) -> Any:
    """Return a move that is the only one left for something, once every rule has been applied."""
    left, musts = believe(puzzle, state, kind.people.rules)
    legal = [move for move in musts if move in left]
    alone = [moves[0] for moves in by_slot(puzzle, state, left).values() if len(moves) == 1]
    return next(iter(legal or alone), None)


def _way_on(puzzle: AnyPuzzle, states: Sequence[Any], limits: Limits) -> Hint:
    """Return the next move of a solution from here."""
    state = states[-1]
    answer = solve_on(puzzle, states, limits=limits)
    if not answer.found:
        return Hint(puzzle, state, f"No hint was found in time ({answer.stop.text}).")
    solution = answer.found[0]
    left, next_move = len(solution.moves), solution.moves[0]
    said = f"Nothing can be ruled out at a glance. A solution goes on with {{}}; {left:,} moves are left."
    if left == 1:
        said = "One move is left: {}."
    rest = rest_of(puzzle, state)
    if played(puzzle) is puzzle or isinstance(rest, Rest):
        return Hint(puzzle, state, said.format(next_move), move=next_move)
    text = spell(rest, solution.start, [next_move])  # such as a walk and then a push
    steps = made(played(rest), follow(rest, text).states)
    return Hint(puzzle, state, said.format(steps[0] if len(steps) == 1 else text), move=steps[0])
