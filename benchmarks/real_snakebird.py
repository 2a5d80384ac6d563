"""Check Snakebird on levels whose shortest solutions other programs found, and on whole spaces of tiny levels.

It reads FOLDER/snakebird/own.jsonl, original_half.jsonl and tiny.txt. Missing files are skipped.
"""

import json
import re
from ast import literal_eval
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from verdict import verdict

from quandary.kinds.snakebird import KIND, Level, hog2, snakefall
from quandary.kinds.snakebird.engine import search
from quandary.kinds.snakebird.features import survey
from quandary.kinds.snakebird.generate import generate
from quandary.kinds.snakebird.people import is_enclosed, is_out_of_reach
from quandary.kinds.snakebird.spaces import Tilings, template_of
from quandary.kinds.snakebird.vary import neighbours
from quandary.limits import Limits, OutOfBudget

MOST_STATES = 12_000_000
"""The states that a search for a shortest solution may visit."""
RANDOM_LEVELS = 60
COUNTED = re.compile(
    r"space (\d+) at rest (\d+) solvable (\d+) sum of states (\d+) lengths (\{[^}]*\})", re.ASCII
)


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each check."""
    folder = data / "snakebird"
    if (own := folder / "own.jsonl").exists():
        yield from check_own(_rows(own))
    if (original := folder / "original_half.jsonl").exists():
        yield check_original(_rows(original))
    if (tiny := folder / "tiny.txt").exists():
        yield from check_tiny(tiny.read_text("utf-8"))
    yield check_random()


def _rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def check_own(rows: list[dict[str, object]]) -> Iterator[str]:
    """Compare lengths, states and codes with those that three programs agree on."""
    wrong, codes = list[object](), list[object]()
    hovering = 0
    for row in rows:
        level = KIND.parse(str(row["level"]))
        seen = survey(level)
        hovering += level.hovering
        if (seen.shortest, seen.states) != (row["shortest_path"], row["reachable_states"]):
            wrong.append(row["id"])
        if hog2.write(level) != row["hog2"] or KIND.parse(snakefall.write(level)).birds != level.birds:
            codes.append(row["id"])
    yield verdict(
        not wrong,
        f"snakebird: {len(rows) - len(wrong)} of {len(rows)} levels have the shortest solution and the states that"
        f" other programs count ({hovering} begin with something that hovers); others: {wrong or 'none'}",
    )
    yield verdict(
        not codes,
        f"snakebird: {len(rows) - len(codes)} of {len(rows)} codes are equal; others: {codes or 'none'}",
    )


def check_original(rows: list[dict[str, object]]) -> str:
    """Compare the shortest solutions of larger levels with published ones, where the search fits."""
    equal, wrong, large, missed = 0, list[str](), list[str](), list[str]()
    for row in rows:
        name, level = str(row["id"]), KIND.parse(str(row["level"]))
        try:
            moves = next(search(level, Limits(states=MOST_STATES).start()), None)
        except OutOfBudget:
            (missed if row["by_own_solver"] else large).append(name)
            continue
        if moves is None or len(moves) != row["shortest_path"]:
            wrong.append(name)
        else:
            equal += 1
    return verdict(
        not wrong and not missed,
        f"snakebird: {equal} of {len(rows)} shortest solutions are equal to published ones; different:"
        f" {wrong or 'none'}; more than {MOST_STATES:,} states: {[*large, *missed] or 'none'}",
    )


def check_tiny(text: str) -> Iterator[str]:
    """Go through whole spaces, and compare the numbers of levels by length."""
    sizes = re.findall(r"^(\d+x\d+):", text, re.MULTILINE)
    for size, counted in zip(sizes, COUNTED.findall(text), strict=True):
        space = Tilings.of(template_of(size), ".#|")
        resting = states = wrong = 0
        lengths: Counter[int] = Counter()
        for number in range(space.size):
            level = space.unrank(number)
            if level.unrest:
                continue
            seen = survey(level)
            resting += 1
            states += seen.states
            lengths[-1 if seen.shortest is None else seen.shortest] += 1
            wrong += seen.shortest is not None and _misjudged(level)
        solvable = resting - lengths[-1]
        told = (*map(int, counted[:4]), literal_eval(counted[4]))
        ours = (space.size, resting, solvable, states, dict(lengths))
        yield verdict(
            told == ours and not wrong,
            f"snakebird {size}: {space.size:,} levels, {resting:,} at rest, {solvable:,} solvable, {states:,} states,"
            f" lengths {dict(sorted(lengths.items()))}; rules wrong {wrong} times",
        )


def _misjudged(level: Level) -> bool:
    """Return whether a rule rules out a state that leads to a solution."""
    parents: dict[object, list[object]] = {state: [] for state in level.starts()}
    todo = level.starts()
    for state in todo:  # grows while we walk it
        for move in [] if level.is_solved(state) else level.moves(state):
            child = level.apply(state, move)
            if child not in parents:
                parents[child] = []
                todo.append(child)
            parents[child].append(state)
    viable = [state for state in todo if level.is_solved(state)]
    seen = set(viable)
    for state in viable:  # grows while we walk it
        for before in parents[state]:
            if before not in seen:
                seen.add(before)  # type: ignore[arg-type]
                viable.append(before)  # type: ignore[arg-type]
    return any(is_enclosed(level, state) or is_out_of_reach(level, state) for state in viable)


def check_random() -> str:
    """Compare both languages on generated levels, and on levels that differ from them in one thing."""
    rng, different = Random("snakebird"), list[str]()
    for number in range(RANDOM_LEVELS):
        level = generate(rng, KIND.maker.sizes[number % len(KIND.maker.sizes)])
        if number % 2:
            level = rng.choice([changed for _, changed in neighbours(level)])
        if replace(survey(level), engine="python") != survey(level, engine="python"):
            different.append(KIND.format(level))
    return verdict(
        not different,
        f"snakebird: {RANDOM_LEVELS} generated levels are the same in both languages; others: {different or 'none'}",
    )
