"""Say what is weak about a course: gaps, spikes, rules that are never taught, pools that are too small."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from quandary.library import registry
from quandary.publishing.course import Chapter, Course, Weakness
from quandary.publishing.curriculum.words import amount, apart, scored

WIDE = 2.5
"""A rise is a gap if it is this many times as large as an even one."""


def review(course: Course, rules: Sequence[str] = ()) -> Iterator[Weakness]:
    """Yield what a teacher would want to change, chapter by chapter.

    `rules` are those that the course should teach. By default they are those of the players that the
    course is for, if the course teaches any.
    """
    for number, chapter in enumerate(course.chapters, start=1):
        where = f"chapter {number}"
        yield from _pool(chapter, where)
        yield from _steps(chapter, where, course.step)
        yield from _drops(chapter, where, course.step)
        yield from _unclear(chapter, where)
    yield from _jumps(course)
    yield from _untaught(course, rules)
    yield from _unintroduced(course)


def _pool(chapter: Chapter, where: str) -> Iterator[Weakness]:
    has = len(chapter.puzzles)
    if has < chapter.wanted:
        yield Weakness(
            "pool",
            where,
            f"only {has} of {chapter.wanted} puzzles: its pool has {chapter.pool.usable:,} usable ones",
        )
    for rule in chapter.teaches:
        if not any(puzzle.teaches == rule for puzzle in chapter.puzzles):
            yield Weakness("lesson", where, f"no puzzle in its pool teaches {rule}: {_remedy(chapter, rule)}")


def _remedy(chapter: Chapter, rule: str) -> str:
    """Return what to change so that a rule can be taught."""
    players = {registry.find_kind(each.kind).player(chapter.player) for each in chapter.puzzles}
    knows = next((player for player in players if any(known.name == rule for known in player.rules)), None)
    if knows is not None:
        return f'the player “{knows.name}” knows it already, so write player = "none" in the chapter'
    return "choose from more puzzles, or from others"


def _scores(chapter: Chapter) -> list[tuple[str, float]]:
    return [(each.id, each.score) for each in chapter.puzzles if each.score is not None and not each.teaches]


def _steps(chapter: Chapter, where: str, step: float | None) -> Iterator[Weakness]:
    scores = _scores(chapter)
    if len(scores) < 2:
        return
    values = [score for _, score in scores]
    even = (max(values) - min(values)) / (len(values) - 1)
    limit = step if step is not None else WIDE * even
    for place, ((_, one), (name, two)) in enumerate(pairwise(scores), start=2):
        if two - one > limit + 1e-9:
            yield Weakness(
                "gap",
                where,
                f"no puzzle between {amount(one)} and {scored(two, chapter.unit)}, before {name}",
            )
        after = values[place] if place < len(values) else None
        if after is not None and min(two - one, two - after) > limit + 1e-9:
            yield Weakness("spike", where, f"{name} is harder than both of its neighbours")
    is_lesson = any(each.teaches for each in chapter.puzzles)
    if max(values) == min(values) and len(values) > 2 and not is_lesson:
        yield Weakness("flat", where, f"all puzzles have {scored(values[0], chapter.unit)}")


def _drops(chapter: Chapter, where: str, step: float | None) -> Iterator[Weakness]:
    """Yield lessons after which the chapter is much easier again: they came too early."""
    scores = [each.score for each in chapter.puzzles if each.score is not None]
    even = (max(scores) - min(scores)) / (len(scores) - 1) if len(scores) > 1 else 0.0
    limit = step if step is not None else WIDE * even
    for one, two in pairwise(chapter.puzzles):
        if not one.teaches or two.teaches or one.score is None or two.score is None:
            continue
        if one.score - two.score > limit + 1e-9:
            fall = apart(one.score - two.score, chapter.unit)
            yield Weakness("drop", where, f"after the lesson {one.id}, {two.id} is {fall} easier")


def _unclear(chapter: Chapter, where: str) -> Iterator[Weakness]:
    many = [each.id for each in chapter.puzzles if each.unique is False]
    if many:
        more = f" and {len(many) - 1} more" if len(many) > 1 else ""
        yield Weakness("ambiguous", where, f"{many[0]}{more}: not exactly one solution")


def _jumps(course: Course) -> Iterator[Weakness]:
    for number, (before, after) in enumerate(pairwise(course.chapters), start=2):
        one, two = _scores(before), _scores(after)
        if course.step is None or not one or not two or before.by != after.by:
            continue
        if (rise := two[0][1] - one[-1][1]) > course.step:
            yield Weakness(
                "jump",
                f"chapter {number}",
                f"it starts {apart(rise, after.unit)} above the end of the previous chapter",
            )


def _untaught(course: Course, rules: Sequence[str]) -> Iterator[Weakness]:
    taught = {puzzle.teaches for puzzle in course.puzzles} - {""}
    wanted = list(rules) or (_known(course) if taught else [])
    for rule in wanted:
        if rule not in taught:
            yield Weakness("rule", "", f"the rule {rule} is never taught")


def _known(course: Course) -> list[str]:
    """Return the rules that the course's players know."""
    found: dict[str, None] = {}
    for chapter in course.chapters:
        kind = registry.find_kind(chapter.puzzles[0].kind)
        if chapter.teaches or any(puzzle.teaches for puzzle in chapter.puzzles):
            named = kind.named_players()
            player = named.get(chapter.player, kind.people.default)
            found.update(dict.fromkeys(rule.name for rule in player.rules))
    return list(found)


def _unintroduced(course: Course) -> Iterator[Weakness]:
    """Yield elements that are met in a chapter that introduces others, but not these."""
    if not any(chapter.introduces for chapter in course.chapters):
        return
    for number, chapter in enumerate(course.chapters, start=1):
        for puzzle in chapter.puzzles:
            for name in puzzle.meets:
                if chapter.introduces and name not in chapter.introduces:
                    yield Weakness(
                        "element",
                        f"chapter {number}",
                        f"{puzzle.id} has {name}, which no chapter introduces first",
                    )
