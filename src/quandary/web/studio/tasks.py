"""What the workers of the studio do: each task takes texts and yields plain values, within its limits.

A task is told to stop by its meter, which every engine reads.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from math import hypot
from typing import Any

from quandary.board.data import drawing_data
from quandary.draw.shapes import Point
from quandary.generating.edits import edits, own_edits, sizes
from quandary.kind import Kind
from quandary.kind.change import Change
from quandary.library import registry
from quandary.limits import Limits, Meter, OutOfBudget, check_limits
from quandary.score import Score, Status
from quandary.web.limits import limit
from quandary.web.studio.crew import Said, serve

FIRST_LOOK = 0.012
"""Seconds for each changed puzzle at first: what takes longer is asked again after all others."""
SECOND_LOOK = 0.5
MOST_CHANGES = 2_000
"""Most changes that are listed for a puzzle."""
NEAR = 0.2
"""What lies closer in a picture is one spot."""


def work(pipe: Any, life: Any) -> None:
    """Answer the questions of the studio in a worker process. `life` is open as long as the studio runs."""
    serve(pipe, life, prepare)


def prepare() -> Mapping[str, Callable[..., Iterator[Said]]]:
    """Load what the tasks need, and return them by name."""
    from quandary.limits import _load

    _load()
    import quandary.measuring.rate
    import quandary.measuring.verdicts
    import quandary.solving.choose  # noqa: F401

    return TASKS


def read(kind: str, text: str) -> tuple[Kind, Any]:
    """Return a kind and its puzzle. Raises QuandaryError."""
    found = registry.find_kind(kind)
    return found, found.parse(text)


def _limits(meter: Meter, seconds: float) -> Limits:
    return Limits(seconds=seconds, memory=limit("studio_gigabytes"), meter=meter)


# The verdict


def verdict(meter: Meter, kind: str, text: str) -> Iterator[Said]:
    """Yield the verdict on a puzzle, then what a novice, the usual player and an expert find."""
    from quandary.measuring.rate import rate
    from quandary.web.play.verdict import verdict_on

    found, puzzle = read(kind, text)
    limits = _limits(meter, limit("studio_seconds"))
    scores = rate(puzzle, limits=limits)
    yield {"verdict": verdict_on(found, puzzle, scores)}
    players = {"novice": "none", "usual": "", "expert": "expert"}
    told = dict[str, Said]()
    for name, who in players.items():
        score = rate(
            puzzle, ["remuse"], player=found.player(who), limits=limits.part(limit("studio_seconds") / 3)
        )
        told[name] = _scored(score["remuse"], found)
        if meter.stopped:
            return
    yield {"players": told}


def rating(meter: Meter, kind: str, text: str) -> Iterator[Said]:
    """Yield what the shelf shows of a puzzle: its verdict, its measures, and a text that equals that of its mirror images."""
    from quandary.measuring.rate import rate
    from quandary.web.play.verdict import verdict_on

    found, puzzle = read(kind, text)
    scores = rate(puzzle, limits=_limits(meter, limit("shelf_seconds")))
    values = {name: score.value for name, score in scores.items() if score.value is not None}
    size = found.maker.size(puzzle) if found.maker.size else ""
    yield {
        "verdict": verdict_on(found, puzzle, scores),
        "values": values,
        "size": size,
        "same": _same(found, puzzle, text),
    }


def _same(kind: Kind, puzzle: Any, text: str) -> str:
    from quandary.errors import QuandaryError

    try:
        return kind.canonical(puzzle)
    except QuandaryError:
        return text


def _scored(score: Score, kind: Kind | None = None) -> Said:
    """Return a score as plain values and in words."""
    from quandary.measuring.verdicts import with_unit

    return {
        "value": score.value,
        "status": str(score.status),
        "at_least": score.at_least,
        "said": with_unit(score, kind),
        "reason": score.reason,
    }


# Changes


def changes(meter: Meter, kind: str, text: str) -> Iterator[Said]:
    """Yield every change that can be made on the board, with its place, and the other sizes."""
    found, puzzle = read(kind, text)
    with _limits(meter, limit("studio_seconds")).start():
        listed = listed_changes(found, puzzle)
    yield {"changes": [_told(found, each) for each in listed]}
    yield {"sizes": {words: found.format(other) for words, other in sizes(found, puzzle).items()}}


def listed_changes(kind: Kind, puzzle: Any) -> list[Change]:
    """Return the changes, at most so many."""
    return list(islice(edits(kind, puzzle), MOST_CHANGES))


def _told(kind: Kind, change: Change) -> Said:
    return {
        "words": change.words,
        "verb": change.verb,
        "at": change.at,
        "to": change.to,
        "text": kind.format(change.puzzle),
    }


def what_if(meter: Meter, kind: str, text: str, at: Point | None = None) -> Iterator[Said]:
    """Yield what each change does, the nearest to a point first, and those that take long once more at the end.

    The changes that the kind lists come first, since they are there sooner. The text of the changed puzzle tells which it is.
    """
    found, puzzle = read(kind, text)
    limits = _limits(meter, limit("what_if_seconds"))
    with limits.start() as budget:
        seen, late = {found.format(puzzle)}, list[tuple[str, Any]]()
        for listed in (own_edits, edits):
            changes = [
                (found.format(each.puzzle), each)
                for each in islice(_all(listed, found, puzzle), MOST_CHANGES)
            ]
            for name, change in sorted(changes, key=lambda each: _distance(each[1], at)):
                if name in seen:
                    continue
                seen.add(name)
                told, is_known = _effect(found, change.puzzle, budget.rest().part(FIRST_LOOK))
                if not is_known:
                    late.append((name, change.puzzle))
                if meter.stopped:
                    return
                yield {"text": name, **told, "final": is_known}
        for name, changed in late:
            seconds = min(SECOND_LOOK, max(budget.seconds_left or 0, 0))
            told, _ = _effect(found, changed, budget.rest().part(seconds))
            if meter.stopped:
                return
            yield {"text": name, **told, "final": True}


def _all(listed: Callable[[Kind, Any], Iterator[Change]], kind: Kind, puzzle: Any) -> Iterator[Change]:
    """Yield changes as far as the limits at work allow."""
    with contextlib.suppress(OutOfBudget):
        for each in listed(kind, puzzle):
            check_limits()
            yield each


def _distance(change: Change, at: Point | None) -> float:
    if at is None or change.at is None:
        return 0.0 if at is None else float("inf")
    return hypot(change.at[0] - at[0], change.at[1] - at[1])


def _effect(kind: Kind, puzzle: Any, limits: Limits) -> tuple[Said, bool]:
    """Return the score and the number of solutions of a changed puzzle, and whether both are known."""
    from quandary.measuring.rate import rate
    from quandary.solving.choose import engine_for

    engine = engine_for(puzzle)
    counted = engine.count(2, limits)
    if counted.complete and counted.solutions == 0:
        return {"solutions": 0, "value": None, "said": "no solution"}, True
    score = rate(puzzle, [kind.people.headline], limits=limits, engine=engine)[kind.people.headline]
    solutions = min(counted.solutions, 2) if counted.solutions >= 2 or counted.complete else None
    if score.status is Status.UNSOLVABLE:
        solutions = 0
    told = {"solutions": solutions, **_scored(score, kind)}
    return told, (score.value is not None or score.status is Status.UNSOLVABLE) and solutions is not None


def paint(meter: Meter, kind: str, text: str, brush: str, spots: list[Point]) -> Iterator[Said]:
    """Yield the puzzle after the same change was made at each of some spots where that is possible."""
    found, puzzle = read(kind, text)
    made = 0
    with _limits(meter, limit("studio_seconds")).start():
        for spot in spots:
            for change in edits(found, puzzle):
                if (
                    change.at
                    and _distance(change, spot) < NEAR
                    and brush_of(change.words, change.verb) == brush
                ):
                    puzzle, made = change.puzzle, made + 1
                    break
    yield {"text": found.format(puzzle), "made": made}


def brush_of(words: str, verb: str) -> str:
    """Return what a change does wherever it is done.

    >>> brush_of("with a gap between points r1c1 and r1c2", "add")
    'add: with a gap between points and'
    """
    import re

    return f"{verb}: {' '.join(re.sub(r'r[0-9]+c[0-9]+', ' ', words).split())}"


# Where it is hard


def hard(meter: Meter, kind: str, text: str) -> Iterator[Said]:
    """Yield where the difficulty sits: the sentence, the picture with bits, each step as a position, the deepest trap."""
    from quandary.explaining import picture, words
    from quandary.explaining.explanation import explain

    found, puzzle = read(kind, text)
    told = explain(puzzle, limits=_limits(meter, limit("studio_seconds")))
    profile = told.profile
    drawn = picture.picture(told)
    steps = (
        [
            {
                "move": words.move(told, step.move),
                "bits": step.bits,
                "options": step.options,
                "drawing": drawing_data(found.draw(puzzle, state)) if found.pictures.draw else None,
            }
            for step, state in zip(profile.steps, profile.states, strict=False)
        ]
        if profile
        else []
    )
    yield {
        "says": words.where_it_sits(told),
        "hardest": profile.hardest[0] if profile and profile.hardest else None,
        "drawing": drawing_data(drawn) if drawn else None,
        "steps": steps[:MOST_CHANGES],
        "end": drawing_data(found.draw(puzzle, profile.states[-1]))
        if profile and found.pictures.draw
        else None,
        "advice": words.advice(told),
    }
    if not meter.stopped:
        trap = _trap(found, puzzle, _limits(meter, limit("studio_seconds") / 2))
        if trap:
            yield {"trap": trap}


def _trap(kind: Kind, puzzle: Any, limits: Limits) -> Said | None:
    """Return the dead position that a player may fall into from a live one and play on longest without noticing."""
    from quandary.errors import QuandaryError
    from quandary.explaining.state_map import state_map
    from quandary.puzzle import is_fill

    if is_fill(puzzle) or kind.pictures.draw is None:
        return None
    try:
        found = state_map(puzzle, most=limit("trap_states"), limits=limits)
    except QuandaryError:  # too many positions
        return None
    dead = {number for number in range(len(found)) if found.fate(number) == "dead"}
    after = dict[int, list[int]]()
    entered = dict[int, int]()
    for edge in found.edges:
        if edge.end in dead:
            if edge.start in dead:
                after.setdefault(edge.start, []).append(edge.end)
            else:
                entered.setdefault(edge.end, edge.start)
    if not entered:
        return None
    sizes_ = {number: len(_reached(number, after)) for number in entered}
    deepest = max(sizes_, key=lambda number: (sizes_[number], -number))
    many = sizes_[deepest]
    says = (
        "Nothing can be done from here."
        if many == 1
        else f"{many - 1:,} more positions can be visited from here, none of which can be solved."
    )
    return {"drawing": drawing_data(kind.draw(puzzle, found.states[deepest])), "says": says, "states": many}


def _reached(start: int, after: Mapping[int, list[int]]) -> set[int]:
    seen, front = {start}, [start]
    while front:
        for there in after.get(front.pop(), ()):
            if there not in seen:
                seen.add(there)
                front.append(there)
    return seen


# Ways


def ways(meter: Meter, kind: str, text: str, intended: str = "", forbid: list[str] = []) -> Iterator[Said]:  # noqa: B006
    """Yield the ways to solve a puzzle, beside the one that is meant if there is one."""
    from quandary.publishing.intended import intended as compare
    from quandary.solving.follow import solution_text
    from quandary.solving.ways.differ import difference
    from quandary.solving.ways.find import way_of
    from quandary.solving.ways.find import ways as find

    found, puzzle = read(kind, text)
    limits = _limits(meter, limit("studio_seconds"))

    def told(way: Any, than: Any, how: str) -> Said:
        done = way.solution
        return {
            "moves": solution_text(puzzle, done),
            "length": way.length,
            "how": how,
            "says": difference(puzzle, way, than) if than is not None else "",
            "drawing": drawing_data(found.draw(puzzle, done.end(puzzle))) if found.pictures.draw else None,
        }

    if not intended:
        listed = find(puzzle, limits=limits)
        first = listed.found[0] if listed.found else None
        yield {
            "ways": [
                told(way, first if number else None, "") for number, way in enumerate(listed.found[:12])
            ],
            "says": listed.in_words,
            "needless": [],
            "forbidden": [],
        }
        return
    meant = compare(puzzle, intended, limits=limits)
    own = way_of(puzzle, meant.solution)
    shorter, cheaper = set(map(id, meant.shorter)), set(map(id, meant.cheaper))
    others = [*meant.shorter, *(way for way in (*meant.cheaper, *meant.different) if id(way) not in shorter)]
    listed_ids, rows = set[int](), list[Said]()
    for way in others:
        if id(way) not in listed_ids and len(rows) < 12:
            listed_ids.add(id(way))
            how = "shorter" if id(way) in shorter else "cheaper" if id(way) in cheaper else "different"
            rows.append(told(way, own, how))
    yield {
        "ways": [{**told(own, None, "yours"), "moves": intended}, *rows],
        "says": meant.ways.in_words,
        "needless": list(meant.needless),
        "forbidden": meant.forbidden(forbid),
    }


# One like it


def like(meter: Meter, kind: str, text: str, how: str, seed: int = 1) -> Iterator[Said]:
    """Yield six puzzles like another one: easier, harder, with another look, or simply more of them."""
    found, puzzle = read(kind, text)
    limits = _limits(meter, limit("like_seconds"))
    if how in ("easier", "harder"):
        from quandary.generating.like import like as find

        alike = find(found, puzzle, how, 6, limits=limits)  # type: ignore[arg-type]
        for each in alike.found:
            yield _variant(found, each.puzzle, each.change, each.score, each.difference)
    elif how == "look":
        yield from _other_looks(found, puzzle, limits)
    else:
        yield from _more(found, puzzle, limits, seed)


def _variant(kind: Kind, puzzle: Any, words: str, score: Score, difference: float | None) -> Said:
    return {
        "text": kind.format(puzzle),
        "words": words,
        "difference": difference,
        **_scored(score, kind),
        "drawing": drawing_data(kind.draw(puzzle, None)) if kind.pictures.draw else None,
    }


def _other_looks(kind: Kind, puzzle: Any, limits: Limits) -> Iterator[Said]:
    """Yield puzzles that differ in one element, and least in their score."""
    from quandary.generating.vary import vary_once

    found = vary_once(kind, puzzle, limits=limits)
    seen, count = {kind.canonical(puzzle)}, 0
    for each in sorted(found.found, key=lambda variant: abs(variant.difference)):
        if (text := kind.canonical(each.puzzle)) not in seen and count < 6:
            seen.add(text)
            count += 1
            yield _variant(kind, each.puzzle, each.change, each.score, each.difference)


def _more(kind: Kind, puzzle: Any, limits: Limits, seed: int) -> Iterator[Said]:
    from quandary.errors import QuandaryError
    from quandary.generating.band import generate_band

    if kind.maker.size is None or kind.maker.generate is None:
        raise QuandaryError(f"The kind {kind.name!r} cannot generate puzzles.")
    band = generate_band(kind, kind.maker.size(puzzle), count=6, seed=seed, limits=limits)
    for made in band.found:
        yield _variant(kind, made.puzzle, "a new puzzle of this size", made.score, None)


def fill(meter: Meter, kind: str, size: str, low: float, high: float, seed: int = 1) -> Iterator[Said]:
    """Yield puzzles whose headline lies between two values, to fill a gap between two puzzles."""
    from quandary.errors import QuandaryError
    from quandary.generating.band import generate_band

    found = registry.find_kind(kind)
    if found.maker.generate is None:
        raise QuandaryError(f"The kind {found.name!r} cannot generate puzzles.")
    band = generate_band(
        found,
        size,
        found.people.headline,
        min(low, high),
        max(low, high),
        count=6,
        seed=seed,
        limits=_limits(meter, limit("like_seconds")),
    )
    for made in band.found:
        yield _variant(found, made.puzzle, "made for the gap", made.score, None)
    if not band.found:
        yield {"error": f"{str(band)[:1].upper()}{str(band)[1:]}."}


def generated(
    meter: Meter, kind: str, size: str = "", level: str = "", count: int = 6, seed: int = 1
) -> Iterator[Said]:
    """Yield new puzzles of a kind."""
    from quandary.generating.band import generate_band

    found = registry.find_kind(kind)
    band = generate_band(
        found,
        size,
        level=level,
        count=min(count, 24),
        seed=seed,
        limits=_limits(meter, limit("like_seconds")),
    )
    for made in band.found:
        yield _variant(found, made.puzzle, "", made.score, None)


def booklet(
    meter: Meter, told: Mapping[str, Any], options: Mapping[str, Any], folder: str, target: str
) -> Iterator[Said]:
    """Make the booklet of a course."""
    from quandary.web.studio.courses import print_booklet

    yield from print_booklet(told, options, folder, target, _limits(meter, limit("studio_seconds")))


def publish(meter: Meter, told: Mapping[str, Any], target: str) -> Iterator[Said]:
    """Make the page on which a course can be played offline."""
    from quandary.web.studio.courses import publish_page

    yield from publish_page(told, target)


TASKS: Mapping[str, Callable[..., Iterator[Said]]] = {
    each.__name__: each
    for each in (
        verdict,
        rating,
        changes,
        what_if,
        paint,
        hard,
        ways,
        like,
        fill,
        generated,
        booklet,
        publish,
    )
}
"""Everything that can be asked, by name."""
