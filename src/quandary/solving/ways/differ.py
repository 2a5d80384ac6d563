"""What is different between ways, in words, and which of many to show."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from quandary.kind import kind_of
from quandary.puzzle import AnyPuzzle, is_fill
from quandary.solving.ways.find import Way

NAMED = 2
"""The number of deeds or facts that are named. The rest are counted."""


class Shown(NamedTuple):
    """A way to be shown: what is different from the first, and how many others are like it."""

    way: Way
    words: str
    alike: int = 0


def shown(puzzle: AnyPuzzle, found: Sequence[Way], most: int) -> list[Shown]:
    """Return up to `most` ways with what is different, shortest first. Of more, the most different first.

    >>> from quandary.deed import Deed
    >>> from quandary.engine import Solution
    >>> one, other = (Way(Solution(None, moves), tuple(map(Deed, moves))) for moves in ("ab", "ba"))
    >>> shown(None, [one, other], 5)[1].words
    'b before a'
    """
    if not found:
        return []
    chosen, alike = _chosen(found, most)
    told = dict[str, int]()
    made = [Shown(chosen[0], "", alike[0])]
    for number, (each, others) in enumerate(zip(chosen[1:], alike[1:], strict=True), start=2):
        words = difference(puzzle, each, chosen[0])
        if (like := told.setdefault(words, number)) != number:
            words = f"like {like}, but {difference(puzzle, each, chosen[like - 1], facts=False)}"
        made.append(Shown(each, words, others))
    return made


def difference(puzzle: AnyPuzzle, way: Way, other: Way, *, facts: bool = True) -> str:
    """Return what sets a way apart from another one, in words: facts about it, or else what it does."""
    if facts and (new := [fact for fact in way.facts if fact not in other.facts]):
        return _named(new)
    mine, theirs = _names(puzzle, way), _names(puzzle, other)
    more, less = Counter(mine) - Counter(theirs), Counter(theirs) - Counter(mine)
    if more or less:
        added, left_out = [name for name in mine if name in more], [name for name in theirs if name in less]
        if not added:
            return f"without: {_named(left_out)}"
        return _named(added) + (f", instead of: {_named(left_out)}" if left_out else "")
    pair = next(((one, two) for one, two in zip(mine, theirs, strict=True) if one != two), None)
    return f"{pair[0]} before {pair[1]}" if pair else "another start"


def _names(puzzle: AnyPuzzle, way: Way) -> list[str]:
    """Return the deeds of a way, or for a line or a filling its moves, as people say them."""
    if way.deeds:
        return [deed.name for deed in way.deeds]
    kind = kind_of(puzzle)
    tell = kind.pictures.tell if kind else None
    moves = [tell(puzzle, move) if tell else str(move) for move in way.solution.moves]
    if is_fill(puzzle):
        return sorted(moves)
    return [f"{move} at move {number}" for number, move in enumerate(moves, start=1)]


def _named(names: Sequence[str]) -> str:
    """Return a few of some names, once each, and how many more there are.

    >>> _named(["a", "b", "b", "c", "d"])
    'a, b and 2 more'
    """
    once = list(dict.fromkeys(names))
    if len(once) <= NAMED + 1:
        return " and ".join(filter(None, (", ".join(once[:-1]), once[-1])))
    return f"{', '.join(once[:NAMED])} and {len(once) - NAMED} more"


def _chosen(found: Sequence[Way], most: int) -> tuple[list[Way], list[int]]:
    """Return the ways to show, and how many of the others are nearest to each."""
    if len(found) <= most:
        return list(found), [0] * len(found)
    bags = [_bag(way) for way in found]
    chosen, near, nearest = [0], [_apart(bag, bags[0]) for bag in bags], [0] * len(found)
    while len(chosen) < most:
        best = max(range(len(found)), key=lambda at: (near[at], -at))
        if near[best] == 0:
            break
        for at, bag in enumerate(bags):
            if (apart := _apart(bag, bags[best])) < near[at]:
                near[at], nearest[at] = apart, len(chosen)
        chosen.append(best)
    others = Counter(nearest)
    return [found[at] for at in chosen], [others[number] - 1 for number in range(len(chosen))]


def _bag(way: Way) -> tuple[Counter[Any], tuple[Any, ...]]:
    names = tuple(deed.name for deed in way.deeds) or way.solution.moves
    return Counter([*names, *way.facts]), names


def _apart(one: tuple[Counter[Any], tuple[Any, ...]], other: tuple[Counter[Any], tuple[Any, ...]]) -> int:
    """Return how different two ways are: by what they do, and a little by the order."""
    between = ((one[0] - other[0]) + (other[0] - one[0])).total()
    return 2 * between + (one[1] != other[1])
