"""A prior learnt from people's moves: which of the moves they consider they try first.

The weight of a move is exp(Σ weight · cue), where cues are local features that a kind gives each move (by default
which move it is). Weights are fitted by conditional logit: each step of a person's play is a choice among the legal
moves. A file of plays has one JSON object per line, {"kind": ..., "puzzle": ..., "moves": ["up", "right", ...]}.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from quandary.errors import FileError, QuandaryError
from quandary.kind import Kind
from quandary.library import registry
from quandary.models.logit import Stacked, bits, fit_weights, stack
from quandary.parts.atomic import write_atomically
from quandary.player import Player, cues_of

FORMAT, VERSION = "quandary prior", 1
LARGEST_FILE = 5_000_000
LONGEST_LINE = 1_000_000
MOST_CUES = 5_000
HELD_OUT = 5
"""The puzzles are dealt into so many parts, each held out in turn."""
MoveChoice: TypeAlias = tuple[list[Mapping[str, float]], int]
"""The cues of each legal move, and the number of the one that was chosen."""


@dataclass(frozen=True)
class Play:
    """A person's moves on a puzzle, and whether they ended in a solution."""

    kind: Kind
    text: str
    """The puzzle as the file has it: plays of the same one are never held out and learnt from together."""
    puzzle: Any
    moves: tuple[Any, ...]
    solved: bool


@dataclass(frozen=True)
class FittedPrior:
    """Weights by cue, with the choices they were learnt from and how much better than even they predict."""

    name: str
    kind: str
    weights: Mapping[str, float]
    choices: int
    bits_saved: float | None
    """Bits per choice that the weights save against an even prior, on puzzles that were held out.

    None if all plays are of one puzzle.
    """

    def __str__(self) -> str:
        top = sorted(self.weights.items(), key=lambda pair: -abs(pair[1]))[:5]
        told = ", ".join(f"{name} {weight:+.2f}" for name, weight in top)
        saved = "only one puzzle, so none was held out"
        if self.bits_saved is not None:
            saved = f"{self.bits_saved:.3f} bits saved per choice on held-out puzzles"
        return f"{self.choices:,} choices; {saved}; {told}"

    def to_json(self) -> str:
        """Return it as JSON text."""
        body = {"format": FORMAT, "version": VERSION, **vars(self), "weights": dict(self.weights)}
        return json.dumps(body, allow_nan=False)


def read_plays(path: Path) -> list[Play]:
    """Read people's plays. A line that does not fit its puzzle is refused with its number."""
    try:
        if path.stat().st_size > 50 * LARGEST_FILE:
            raise FileError(f"{path} is too large. Split it.")
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise FileError(f"There is no file {path}.") from error
    plays = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                plays.append(_play(json.loads(line[:LONGEST_LINE])))
            except (ValueError, KeyError, TypeError, AttributeError, QuandaryError) as error:
                raise FileError(f"line {number} of {path.name} is not a play: {error}") from error
    if not plays:
        raise FileError(f"{path} holds no plays.")
    return plays


def _play(row: Mapping[str, Any]) -> Play:
    kind = registry.find_kind(str(row["kind"]))
    puzzle = kind.parse(str(row["puzzle"]))
    [state, *_] = puzzle.starts()
    moves = list[Any]()
    for text in row["moves"]:
        known = {str(move): move for move in puzzle.moves(state)}
        if str(text) not in known:
            raise QuandaryError(f"{text!r} is not a legal move after {len(moves)} moves")
        moves.append(known[str(text)])
        state = puzzle.apply(state, moves[-1])
    return Play(kind, str(row["puzzle"]), puzzle, tuple(moves), puzzle.is_solved(state))


def _choices(plays: Iterable[Play]) -> Iterator[MoveChoice]:
    for play in plays:
        [state, *_] = play.puzzle.starts()
        for move in play.moves:
            options = list(play.puzzle.moves(state))
            if len(options) > 1:
                yield [cues_of(play.kind.puzzle)(play.puzzle, each) for each in options], options.index(move)
            state = play.puzzle.apply(state, move)


def fit_prior(plays: Sequence[Play], *, name: str = "people") -> FittedPrior:
    """Fit the weights of cues to people's choices, and test them on puzzles that are held out in turn."""
    kinds = {play.kind.name for play in plays}
    if len(kinds) != 1:
        raise QuandaryError(f"The plays are of {len(kinds)} kinds. Learn a prior for one kind at a time.")
    choices = list(_choices(plays))
    return FittedPrior(name, kinds.pop(), _fit(choices), len(choices), _held_out(plays))


def _held_out(plays: Sequence[Play]) -> float | None:
    """Return the bits saved per choice on held-out puzzles, or None if there is only one puzzle."""
    number = {text: at for at, text in enumerate(dict.fromkeys(play.text for play in plays))}
    saved, count = 0.0, 0
    for fold in range(HELD_OUT):
        held = list(_choices(play for play in plays if number[play.text] % HELD_OUT == fold))
        others = list(_choices(play for play in plays if number[play.text] % HELD_OUT != fold))
        if held and others:
            saved += len(held) * _saved(_fit(others), held)
            count += len(held)
    return saved / count if count else None


def _fit(choices: Sequence[MoveChoice]) -> dict[str, float]:
    names = list(dict.fromkeys(name for options, _ in choices for cues in options for name in cues))
    if not choices or not names:
        raise QuandaryError("There is no choice between moves in these plays.")
    if len(names) > MOST_CUES:
        raise QuandaryError(f"The moves have {len(names):,} cues, but the limit is {MOST_CUES:,}.")
    return dict(zip(names, fit_weights(_stacked(choices, names)).tolist(), strict=True))


def _stacked(choices: Iterable[MoveChoice], names: Sequence[str]) -> Stacked:
    """Put choices into a table with a column for each name. Other cues are left out."""
    return stack(
        (np.array([[cues.get(name, 0.0) for name in names] for cues in options]), chosen)
        for options, chosen in choices
    )


def _saved(weights: Mapping[str, float], choices: Sequence[MoveChoice]) -> float:
    """Return the bits per choice that weights save against an even prior."""
    surprise = bits(_stacked(choices, list(weights)), np.array(list(weights.values())))
    return float(np.mean([np.log2(len(options)) for options, _ in choices] - surprise))


@dataclass(frozen=True)
class Stuck:
    """How often, and where, people who know only a player's rules and never guess would have stopped."""

    player: str
    plays: int
    moves: tuple[int, ...]
    """The number of moves made where the rules ended, by play in which they did."""

    def __str__(self) -> str:
        told = f"the rules of the player {self.player!r} end in {len(self.moves):,} of {self.plays:,} plays"
        if not self.moves:
            return told
        first, middle, last = (int(each) for each in np.quantile(self.moves, [0, 0.5, 1], method="lower"))
        where = f"after {first}" if first == last else f"after {first} to {last}, in the middle {middle},"
        return f"{told}, {where} move{'s' * (last != 1)}"


def where_rules_end(plays: Sequence[Play], player: Player) -> Stuck:
    """Tell where a player's rules leave more than one move open for the first time, in people's plays."""
    ends = (_rules_end(play, player) for play in plays)
    return Stuck(str(player), len(plays), tuple(number for number in ends if number is not None))


def _rules_end(play: Play, player: Player) -> int | None:
    """Return the number of moves before the first that is a guess, or None if there is none."""
    [state, *_] = play.puzzle.starts()
    for number, move in enumerate(play.moves):
        table = player.options(play.puzzle, state)
        if table and min(len(moves) for moves in table.values()) > 1:
            return number
        state = play.puzzle.apply(state, move)
    return None


def save_prior(prior: FittedPrior, path: Path) -> None:
    """Write a prior to a .json file."""
    if path.suffix.lower() != ".json":
        raise FileError(f"Cannot write a prior to {path}. End its name in .json.")
    write_atomically(path, prior.to_json().encode() + b"\n")


def load_prior(path: Path) -> FittedPrior:
    """Read a prior. A file that is not one is refused with one line."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError("it is too large")
        body = json.loads(path.read_bytes())
        if not isinstance(body, dict) or body.get("format") != FORMAT or body.get("version") != VERSION:
            raise ValueError("it is not marked as one")
        weights = {str(name): float(weight) for name, weight in body["weights"].items()}
        if len(weights) > MOST_CUES or not all(
            isfinite(each) and abs(each) < 50 for each in weights.values()
        ):
            raise ValueError("its weights are not usable")
        saved = None if body["bits_saved"] is None else float(body["bits_saved"])
        return FittedPrior(str(body["name"]), str(body["kind"]), weights, int(body["choices"]), saved)
    except FileNotFoundError as error:
        raise FileError(
            f"There is no prior {path}. Make one with: quandary learn moves walks.jsonl -o {path}"
        ) from error
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise FileError(f"{path} is not a quandary prior, or is damaged: {str(error)[:200]}") from error


def is_prior(path: Path) -> bool:
    """Return whether a file is a prior."""
    try:
        load_prior(path)
    except QuandaryError:
        return False
    return True
