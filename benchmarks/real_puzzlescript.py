"""Check PuzzleScript against recorded sessions and messages of the original, and time it on their games.

It reads FOLDER/puzzlescript/sessions*.jsonl.xz and errors*.jsonl.xz, or the same in FOLDER itself. A session has a
source, inputs, the number of a level, a seed and the last board as the original prints it; an error case has a source
and the number of errors. Without the files there is nothing to check.
"""

import json
import lzma
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from verdict import pace, verdict

from quandary.errors import QuandaryError
from quandary.kinds.puzzlescript import KIND, Level
from quandary.kinds.puzzlescript.compile import compile_text
from quandary.kinds.puzzlescript.session import Session, printed
from quandary.kinds.puzzlescript.twin import played, twin
from quandary.limits import Limits
from quandary.solving.search import solutions

NO_SEED = "0"
"""The seed of sessions that record none, whose end does not depend on it."""
SAME_VERDICT = 0.95
AGREEING, LONGEST = 100_000, 40
"""The random inputs that C++ and Python are compared on, and the most of them in a row."""
BASIC, BASIC_PACE, MEDIAN_PACE = "sokoban no win condition", 300_000, 50_000
SEARCHED, SECONDS, SOLVED = 60, 10, 0.6
"""How many levels are solved, drawn by lot, and within how many seconds."""


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each check."""
    folder = data / "puzzlescript" if (data / "puzzlescript").is_dir() else data
    sessions, errors = _rows(folder, "sessions"), _rows(folder, "errors")
    if sessions:
        yield from check_sessions(sessions)
    if errors:
        yield check_errors(errors)
    levels = [(name, level) for name, level in _levels(sessions)]
    if levels:
        yield check_agreement(levels)
        yield from check_pace(levels)
        yield from check_searches(levels)


def _rows(folder: Path, name: str) -> list[dict[str, Any]]:
    found = list[dict[str, Any]]()
    for path in sorted(folder.glob(f"{name}*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            found += [json.loads(line) for line in file]
    return found


def check_sessions(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Play every session, and compare its last board with the original's."""
    count, different = Counter[str](), list[str]()
    for row in rows:
        chance = re.search(r"\brandom|realtime_interval", row["source"], re.IGNORECASE)
        kind = "of chance or in real time" if chance else "of rules only"
        if _board(row) == row["board"]:
            count[kind] += 1
        else:
            different.append(f"{row['name']} ({kind})")
    total = ", ".join(f"{number} {kind}" for kind, number in count.items())
    yield verdict(not different, f"sessions: {sum(count.values())} of {len(rows)} equal: {total}")
    yield from (f"  different: {name}" for name in different)


def _board(row: dict[str, Any]) -> str:
    game, source = compile_text(row["source"])
    if game is None:
        return f"no game: {source.errors[0]}"
    session = Session(game, int(row["level"] or 0), row["seed"] or NO_SEED)
    for key in row["inputs"]:
        session.press(key)
    return printed(game, session.level, session.cells)


def check_errors(rows: Sequence[dict[str, Any]]) -> str:
    """Compare whether sources are refused with whether the original counts errors."""
    wrong = [row["name"] for row in rows if bool(compile_text(row["source"])[1].errors) != bool(row["count"])]
    share = 1 - len(wrong) / len(rows)
    return verdict(
        share >= SAME_VERDICT, f"errors: the same verdict on {share:.1%} of {len(rows)}, not on {wrong}"
    )


def _levels(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[str, Level]]:
    """Yield the levels of the sessions' games that can be computed."""
    for source, name in {row["source"]: row["name"] for row in reversed(rows)}.items():
        for found in KIND.notation.found_in(source) or ():
            try:
                yield name, KIND.parse(found.notation)
            except QuandaryError:
                break


def check_agreement(levels: Sequence[tuple[str, Level]]) -> str:
    """Compare C++ and Python on random inputs."""
    random, made, wrong = Random(1), 0, list[str]()
    while made < AGREEING:
        name, level = random.choice(levels)
        handle = twin(level)
        moves = random.choices(level.inputs, k=random.randint(1, LONGEST))
        state, done = level.starts()[0], list[str]()
        for move in moves:
            if state.end:
                break
            state = level.apply(state, move)
            done.append(move)
        made += len(done) + 1
        if handle and played(handle, done)[:2] != state[:2]:
            wrong.append(name)
    return verdict(not wrong, f"C++ and Python: {made:,} random inputs, different on {sorted(set(wrong))}")


def check_pace(levels: Sequence[tuple[str, Level]]) -> Iterator[str]:
    """Count the turns of a second of CPU time in C++, on the first level of each game."""
    random, paces = Random(1), dict[str, float]()
    for name, level in levels:
        if name not in paces and (handle := twin(level)):
            moves = [random.choices(range(len(level.inputs)), k=LONGEST) for _ in range(20)]
            turns, begin = 0, process_time()
            while process_time() - begin < 0.1:
                turns += sum(handle.played(each).turns for each in moves)
            paces[name] = turns / (process_time() - begin)
    if BASIC in paces:
        yield pace(paces[BASIC] >= BASIC_PACE, f"turns a second: {paces[BASIC]:,.0f} on {BASIC}")
    middle = median(paces.values())
    yield pace(middle >= MEDIAN_PACE, f"turns a second: median {middle:,.0f} over {len(paces)} games")
    slowest = sorted(paces.items(), key=lambda each: each[1])[:5]
    yield f"  slowest: {', '.join(f'{name} {each:,.0f}' for name, each in slowest)}"


def check_searches(levels: Sequence[tuple[str, Level]]) -> Iterator[str]:
    """Solve some levels, and say why the others were given up."""
    chosen = Random(1).sample(list(levels), min(SEARCHED, len(levels)))
    ends = Counter[str]()
    for _, level in chosen:
        answer = solutions(level, most=1, limits=Limits(seconds=SECONDS, memory=2))
        length = " of any length" if answer.any_length else ""
        ends[
            f"solved{length}" if answer.found else "no solution" if answer.complete else answer.stop.text
        ] += 1
    decided = sum(number for end, number in ends.items() if end.startswith(("solved", "no solution")))
    told = ", ".join(f"{number} {end}" for end, number in ends.most_common())
    yield pace(
        decided >= SOLVED * len(chosen), f"levels: {decided} of {len(chosen)} decided in {SECONDS} s: {told}"
    )
