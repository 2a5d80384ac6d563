"""Rush Hour boards with people's times: shortest solutions, a scale from ten anchors, and what makes people hesitate."""

import csv
import json
import lzma
from collections import defaultdict
from collections.abc import Iterator
from math import log, log1p, log2
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from verdict import FAILED

from quandary.kinds.rushhour import KIND
from quandary.measuring.rate import rate
from quandary.models.scale import Anchor, calibrate

FloatArray: TypeAlias = NDArray[np.float64]
SIDE, ANCHORS, SETS, RESAMPLES = 6, 10, 400, 1000
LEAST_COVER, MOST_COVER, FEW = 0.76, 0.84, 0.6
MOST_UNLUCKY = 0.1
"""The largest share of sets of anchors whose intervals may cover less than 60 %."""


class Rated(NamedTuple):
    """A board with what people did."""

    cells: str
    board: Any
    facts: dict[str, float]


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each check."""
    path = data / "rushhour" / "boards_half.jsonl"
    if not path.is_file():
        return
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    boards = {row["id"]: Rated(row["puzzle"], KIND.parse(row["puzzle"]), row["facts"]) for row in rows}
    yield from shortest(boards)
    yield from minutes(list(boards.values()))
    yield from hesitation(boards, data / "rushhour" / "moves_half.csv.xz")


def shortest(boards: dict[str, Rated]) -> Iterator[str]:
    """Compare the fewest slides with the published ones, and the time with that of a plain search."""
    begin = process_time()
    found = {name: rate(each.board, ["shortest"])["shortest"].value for name, each in boards.items()}
    native = process_time() - begin
    wrong = [name for name, each in boards.items() if found[name] != each.facts["optimal"] - 1]
    begin = process_time()
    plain = {
        name: min(left_of(each.board)[0].get(s, 0) for s in each.board.starts())
        for name, each in boards.items()
    }
    slow = process_time() - begin
    wrong += [name for name in boards if plain[name] != found[name]]
    mark = f"{FAILED}: " if wrong else ""
    yield (
        f"{mark}rushhour: shortest, and the drive out as one more, is the published number on"
        f" {len(boards) - len(wrong)} of {len(boards)} boards; {native:.2f} s of processor time,"
        f" all states in plain Python {slow:.1f} s"
    )


def left_of(board: Any) -> tuple[dict[Any, int], dict[Any, int]]:
    """Return the fewest slides left from each state, and the number of slides there."""
    order, children, parents = list(board.starts()), dict[Any, list[Any]](), defaultdict(list)
    seen = set(order)
    for state in order:  # grows during the loop
        moves = [] if board.is_solved(state) else board.moves(state)
        children[state] = [board.apply(state, move) for move in moves]
        for child in children[state]:
            parents[child].append(state)
            if child not in seen:
                seen.add(child)
                order.append(child)
    left = {state: 0 for state in order if board.is_solved(state)}
    ring = list(left)
    while ring:
        above = [parent for state in ring for parent in parents[state]]
        steps = left[ring[0]] + 1
        ring = [state for state in dict.fromkeys(above) if state not in left]
        left |= dict.fromkeys(ring, steps)
    return left, {state: len(some) for state, some in children.items()}


def minutes(boards: list[Rated]) -> Iterator[str]:
    """Check the scale from random sets of ten anchors on the other boards."""
    known = []
    for each in boards:
        scores = rate(each.board, ["luck", "shortest"])
        facts = each.facts
        bits, moves = float(scores["luck"].value or 0), float(scores["shortest"].value or 0)
        known.append(Anchor(bits, moves, facts["median_seconds"], facts["solved"] / facts["tried"]))
    rng, off, cover = np.random.default_rng(1), list[float](), list[float]()
    for _ in range(SETS):
        order = rng.permutation(len(known))
        scale = calibrate("rushhour", [known[at] for at in order[:ANCHORS]])
        told = [(known[at], scale.estimate(known[at].bits, known[at].shortest)) for at in order[ANCHORS:]]
        off += [abs(log2(found.seconds / (true.seconds or 1))) for true, found in told]
        cover.append(float(np.mean([found.low <= (true.seconds or 0) <= found.high for true, found in told])))
    unlucky = float(np.mean(np.array(cover) < FEW))
    is_honest = LEAST_COVER <= np.mean(cover) <= MOST_COVER and unlucky <= MOST_UNLUCKY
    yield (
        f"{'' if is_honest else f'{FAILED}: '}rushhour: from {ANCHORS} anchors, times are typically off by a factor of"
        f" {2 ** float(np.median(off)):.2f} (aim 1.45); 80 % intervals hold {np.mean(cover):.1%}, less than"
        f" {FEW:.0%} in {unlucky:.1%} of {SETS} sets of anchors"
    )


class Slide(NamedTuple):
    """A slide that somebody made, and what may have made it slow."""

    person: str
    board: str
    log_time: float
    is_first: float
    causes: tuple[float, ...]


def hesitation(boards: dict[str, Rated], path: Path) -> Iterator[str]:
    """Report how much of the time of a slide its position explains, beyond the person and the first slide."""
    tries = defaultdict(list)
    with lzma.open(path, "rt") as file:
        for row in csv.DictReader(file):
            tries[row["person"], row["board"], row["try"]].append(row)
    ways = {name: left_of(each.board) for name, each in boards.items()}
    slides = [
        slide
        for (person, name, _), rows in tries.items()
        for slide in replayed(person, name, rows, boards[name], ways[name])
    ]
    explained, low, high = beyond_person(slides)
    yield (
        f"rushhour: number of slides, distance, detours and the car before explain R² {explained:.3f} [{low:.3f}, {high:.3f}] of"
        f" log time per slide beyond person and first slide, on boards left out ({len(slides):,} slides; aim .10)"
    )


def replayed(
    person: str,
    name: str,
    rows: list[dict[str, str]],
    rated: Rated,
    ways: tuple[dict[Any, int], dict[Any, int]],
) -> Iterator[Slide]:
    """Yield the slides of a try as far as they can be followed: the drive out of the exit is none."""
    (left, options), board = ways, rated.board
    state, before, was_back = board.starts()[0], "", False
    letters = sorted(set(rated.cells) - {"o", "x", "."})
    for number, row in enumerate(rows):
        cells = [at for at, letter in enumerate(rated.cells) if letter == row["car"]]
        if row["event"] == "win" or not cells or not row["to"].isdecimal():
            return
        at, to = letters.index(row["car"]), int(row["to"])
        wanted = to % SIDE if cells[1] == cells[0] + 1 else to // SIDE
        if state[at] == wanted:  # picked up and put back
            continue
        after = next(
            (each for move in board.moves(state) if (each := board.apply(state, move))[at] == wanted), None
        )
        if after is None:
            return
        change = left[after] - left[state]
        causes = (
            log2(max(1, options[state])),
            left[state],
            change < 0,
            change > 0,
            row["car"] == before,
            log1p(number),
            was_back,
        )
        if float(row["milliseconds"]) > 0:
            time = log(float(row["milliseconds"]))
            yield Slide(person, name, time, float(number == 0), tuple(map(float, causes)))
        state, before, was_back = after, row["car"], change > 0


def beyond_person(slides: list[Slide]) -> tuple[float, float, float]:
    """Return R² beyond person and first slide, each board predicted from the others, with its interval over boards."""
    people = {name: at for at, name in enumerate(sorted({each.person for each in slides}))}
    target = np.array([each.log_time for each in slides])
    board = np.array([each.board for each in slides])
    first = np.array([each.is_first for each in slides])
    own = np.zeros((len(slides), len(people)))
    own[np.arange(len(slides)), [people[each.person] for each in slides]] = 1
    plain = np.column_stack([own, first])
    whole = np.column_stack([plain, [each.causes for each in slides]])
    names = sorted(set(board.tolist()))
    lost = np.array([[_lost(x, target, board == name) for x in (plain, whole)] for name in names])
    rng = np.random.default_rng(1)
    sums = [lost[rng.integers(0, len(names), len(names))].sum(axis=0) for _ in range(RESAMPLES)]
    shares = [1 - float(full) / float(base) for base, full in sums]
    base, full = lost.sum(axis=0)
    low, high = np.quantile(shares, [0.025, 0.975])
    return 1 - float(full / base), float(low), float(high)


def _lost(x: FloatArray, y: FloatArray, held_out: NDArray[np.bool_]) -> float:
    """Return the squared errors on the rows held out of a line through the others."""
    known, truth = x[~held_out], y[~held_out]
    weights = np.linalg.solve(known.T @ known + 1e-3 * np.eye(x.shape[1]), known.T @ truth)
    return float(np.sum((y[held_out] - x[held_out] @ weights) ** 2))
