"""Anything: what a kind draws by lot has everything that its notation allows."""

from quandary.testing.lots import MOST_DRAWN, Coverage, drawn, lot_of
from quandary.testing.samples import Samples, require

BATCH = 1000
"""Puzzles between two looks at what is missing."""
NAMED = 5


def check_anything(samples: Samples) -> None:
    """Check that drawn puzzles have every trait and every pair, and that each has one trait of every choice."""
    kind, lot = samples.kind, lot_of(samples.kind)
    if lot is None:
        return
    table = Coverage(lot)
    for seed in range(MOST_DRAWN):
        if (puzzle := drawn(kind, seed)) is not None:
            _check_traits(table, table.add(puzzle), f"{kind.name} {kind.format(puzzle)!r}")
        if seed % BATCH == BATCH - 1 and not table.missing():
            break
    for what, found in (("does not draw", table.missing()), ("says that nothing has", table.impossible())):
        require(not found, f"{kind.name}: anything.py {what} {len(found)}: {'; '.join(found[:NAMED])}")


def _check_traits(table: Coverage, found: set[str], where: str) -> None:
    unknown = sorted(found - table.known)
    require(not unknown, f"{where}: anything.py does not list the trait {unknown[:1]}")
    for name, group in table.lot.CHOICES.items():
        both = found.intersection(group)
        require(len(both) == 1, f"{where}: of the {name}s in anything.py it has {sorted(both) or 'none'}")
