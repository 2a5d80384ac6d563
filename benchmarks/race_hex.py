"""Race on HEX: patterns of holes counted by bits and one by one, and initial states of all solutions."""

from harness import Contender, Race, Work

from quandary.kinds.tangram.hex.pieces import PIECES, SYMMETRIES
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.kinds.tangram.hex.spaces import PATTERNS
from quandary.kinds.tangram.hex.starts import HexStarts, starts
from quandary.replicate.hex import search


def patterns() -> Race:
    """Count all patterns of holes with all constraints, and some of them one solution at a time."""
    some = range(0, PATTERNS.size, PATTERNS.size // 12)

    def all_by_bits() -> Work:
        found = search.counts()
        return Work([int(found[rank, 0]) for rank in some], PATTERNS.size)

    def by_bits() -> Work:
        return Work([int(search.counts(rank, rank + 1)[0, 0]) for rank in some], len(some))

    def one_by_one() -> Work:
        images = [[each.image(symmetry) for symmetry in range(len(SYMMETRIES))] for each in all_solutions()]
        counts = []
        for rank in some:
            _, holes = PATTERNS.unrank(rank)
            counts.append(sum(any(map(holes.fit, every)) for every in images))
        return Work(counts, len(some))

    return Race(
        "HEX patterns of holes",
        (
            Contender("bits, all of them", all_by_bits),
            Contender(f"bits, {len(some)} of them", by_bits),
            Contender(f"one by one, {len(some)} of them", one_by_one),
        ),
    )


def initial_states() -> Race:
    """Find the initial states of all solutions. States are solutions."""

    def by_bits() -> Work:
        found = [starts(each.forbidden).find(each.numbers) for each in all_solutions()]
        return Work(sum(map(len, found)), len(found))

    def from_nothing() -> Work:
        families = {piece: HexStarts(piece) for piece in PIECES}
        found = [families[each.forbidden].find(each.numbers) for each in all_solutions()]
        return Work(sum(map(len, found)), len(found))

    return Race(
        "HEX initial states of all 2508 solutions",
        (Contender("sets known", by_bits), Contender("sets made first", from_nothing)),
    )


def races() -> list[Race]:
    """Return all races, quickest first."""
    return [initial_states(), patterns()]
