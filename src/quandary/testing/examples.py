"""Examples: puzzles worth showing, with independently known facts that hold."""

from quandary.library.files import DEMO, Entry
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.table import measures
from quandary.solving.explore import explore
from quandary.solving.search import solutions
from quandary.testing.samples import Samples, require

FEWEST = 3
FACT_TOLERANCE = 5e-5
ENOUGH = Limits(states=1_000_000)


def check_examples(samples: Samples) -> None:
    """Check that there are a few examples, each with a name and a fact, solvable and not yet solved."""
    kind, entries = samples.kind, samples.entries
    require(
        len(entries) >= FEWEST,
        f"{kind.name}: examples.jsonl has {len(entries)} puzzles; give at least {FEWEST}",
    )
    names = [entry.id for entry in entries]
    require(all(names) and len(set(names)) == len(names), f"{kind.name}: example ids must differ: {names}")
    for entry in entries:
        puzzle, where = entry.puzzle, f"{kind.name} example {entry.id}"
        require(
            entry.facts.keys() - {DEMO},
            f"{where} carries no fact; add one that is known independently of quandary",
        )
        states = len(explore(puzzle, limits=Limits(states=2), engine="python"))
        require(states > 1, f"{where} has a single state: nothing can be done in it")
        status = solutions(puzzle, most=1, limits=ENOUGH).status
        require(status == "solved", f"{where}: looking for a solution ended with {status!r}")


def check_facts(samples: Samples) -> None:
    """Compare every fact of every example with the score of the measure of that name.

    A fact is for the default player, or for the one after an @: "muse@expert". What the demo shows is no measure.
    """
    for entry in samples.entries:
        for fact, expected in entry.facts.items():
            if fact != DEMO:
                _check_fact(samples, entry, fact, expected)


def _check_fact(samples: Samples, entry: Entry, fact: str, expected: object) -> None:
    where = f"{samples.kind.name} example {entry.id}, fact {fact!r}"
    name, _, player = fact.partition("@")
    known = measures(samples.kind)
    require(name in known, f"{where}: there is no measure {name!r}; there are {', '.join(known)}")
    is_number = isinstance(expected, int | float) and not isinstance(expected, bool)
    require(is_number, f"{where} is {expected!r}, not a number")
    score = rate(entry.puzzle, [name], player=samples.kind.player(player), limits=ENOUGH)[name]
    agrees = score.value is not None and abs(score.value - float(str(expected))) <= FACT_TOLERANCE
    require(agrees, f"{where} is {expected}, but {name} says {score}")
