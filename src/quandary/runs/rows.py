"""Turn a rating into a row: JSON, flat columns, or cells for people to read."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from quandary.measuring.table import NO_SCALE
from quandary.score import Score, Status
from quandary.verdict import Verdict

if TYPE_CHECKING:
    from quandary.library.files import Entry
    from quandary.runs.batch import Rating

MACHINE = "machine_seconds"
"""The column of the time that the computer took. People's times are facts, under their own names."""
LAST = (MACHINE, "reason")
"""The columns with which a flat table ends."""
Row: TypeAlias = dict[str, Any]
"""The findings of a run about one puzzle, as JSON."""


def as_json(rating: "Rating") -> Row:
    """Return the row of a rating: the verdict on the puzzle and all scores."""
    entry = rating.entry
    scores: dict[str, Any] = {name: dict(score.as_json()) for name, score in rating.scores.items()}
    facts: Row = {"facts": dict(entry.facts)} if entry.facts else {}
    warning = {"warning": rating.warning} if rating.warning else {}
    verdict = rating.verdict.as_json()
    judged: Row = {"verdict": verdict} if verdict else {}
    about = {"id": entry.id, "kind": entry.kind.name, **ruleset_of(entry)}
    return {**about, **facts, **warning, **judged, "scores": scores}


def ruleset_of(entry: "Entry") -> dict[str, str]:
    """Return the name of the rule set as a part of a row, if the kind has several."""
    name = entry.kind.rule_set(entry.puzzle)
    return {"ruleset": name} if name else {}


def by_rules(entry: "Entry") -> str:
    """Return which rules a verdict is by, to follow it in a sentence, if the kind has several rule sets."""
    name = entry.kind.rule_set(entry.puzzle)
    return f" with rule set {name}" if name else ""


def unusual_rules(entry: "Entry") -> bool:
    """Return whether a puzzle is judged by another rule set than most of its kind."""
    return entry.kind.usual_rule_set != entry.kind.rule_set(entry.puzzle)


def columns(
    measures: Iterable[str], facts: Iterable[str] = (), uncertain: Iterable[str] | None = None
) -> list[str]:
    """Return the columns of a flat table: a value for each measure, its status if it may be uncertain, then the facts.

    >>> columns(["muse"], ["votes", "muse"])[4:-2], columns(["muse"], uncertain=[])[4:-2]
    (['muse', 'muse_status', 'votes', 'fact_muse'], ['muse'])
    """
    measures = list(measures)
    told = set(measures if uncertain is None else uncertain)
    pairs = [
        name
        for measure in measures
        for name in ((measure, f"{measure}_status") if measure in told else (measure,))
    ]
    own = ["id", "kind", "player", "policy", *pairs]
    named = [fact_column(name, {*own, *LAST}) for name in facts]
    return [*own, *dict.fromkeys(named), *LAST]


def uncertain_in(rows: Iterable[Row], measures: Iterable[str]) -> list[str]:
    """Return the measures that are not exact in all rows that have them. Only these need a column for the status."""
    found = {name for row in rows for name, score in row["scores"].items() if score["status"] != Status.EXACT}
    return [name for name in measures if name in found]


def fact_column(fact: str, taken: Container[str]) -> str:
    """Return the column of a fact, which must not hide a measure.

    >>> fact_column("muse", ["muse"]), fact_column("seconds", ["muse"])
    ('fact_muse', 'seconds')
    """
    return f"fact_{fact}" if fact in taken else fact


def facts_in(rows: Iterable[Row]) -> list[str]:
    """Return the names of all facts of some rows, in the order in which they are met."""
    return list(dict.fromkeys(name for row in rows for name in row.get("facts", {})))


def flat(
    row: Row, measures: Iterable[str], facts: Iterable[str] = (), uncertain: Iterable[str] | None = None
) -> Row:
    """Return a row by column, with None where there is no value."""
    scores: Mapping[str, Any] = row["scores"]
    measures, facts = list(measures), list(facts)
    names = columns(measures, facts, uncertain)
    made: Row = dict.fromkeys(names)
    told, taken = row.get("facts", {}), set(columns(measures, (), uncertain))
    made |= {fact_column(name, taken): told.get(name) for name in facts}
    made |= {"id": row["id"], "kind": row["kind"]}
    for name, score in scores.items():
        if name in measures:  # the kind's headline may be a further score
            made[name] = score["value"]
            if f"{name}_status" in made:
                made[f"{name}_status"] = score["status"]
        for key in ("player", "policy"):  # the same for every measure that depends on them
            made[key] = made[key] or score.get(key)
    made[MACHINE] = round(sum(score["seconds"] for score in scores.values()), 6)
    reasons = dict.fromkeys(score["reason"] for score in scores.values() if "reason" in score)
    made["reason"] = "; ".join(reasons) or None
    return made


def in_words(rating: "Rating") -> str:
    """Write the difficulty in a few words: a predicted time, the verdict's words, and the rule set if it is not the usual one."""
    time = rating.scores.get("time")
    if time is not None and time.reason not in ("", NO_SCALE):
        return f"{time.status}: {time.reason}" if time.value is None else time.reason
    if rating.verdict.is_faulty or rating.headline is None:
        return rating.verdict.short
    entry = rating.entry
    told = unusual_rules(entry) or rating.headline.value is None
    return rating.verdict.short + (by_rules(entry) if told else "")


def cells(rating: "Rating", verdict: Verdict, measures: Sequence[str], *, alone: bool) -> list[str]:
    """Return a rating as people read it: the puzzle, the difficulty, its place in the file, the scores, a remark.

    The remark on a puzzle that is `alone` is what its word rests on. Among others, only what is wrong is remarked.
    """
    known = verdict.headline is not None and verdict.headline.value is not None and not verdict.is_faulty
    remark = "" if known and not alone else verdict.compared
    said = in_words(rating) if alone else _briefly(rating, verdict)
    here = verdict.rank.split()[0] if verdict.rank else ""
    scores = [rounded(rating.scores[name]) for name in measures]
    return [rating.entry.id, rating.entry.kind.name, said, here, *scores, remark]


def _briefly(rating: "Rating", verdict: Verdict) -> str:
    """Return the word or the number alone, marked if it comes from puzzles of another size, or a predicted time."""
    if in_words(rating).startswith(verdict.short):
        return verdict.word + "*" * verdict.is_beside if verdict.word else verdict.said
    return in_words(rating)


def rounded(score: Score) -> str:
    """Return a score with at most two decimals, as tables for people show it.

    >>> from quandary.score import Status
    >>> rounded(Score("muse", 10.7549, Status.EXACT)), rounded(Score("muse", 3.0, Status.EXACT))
    ('10.75', '3')
    """
    if score.value is None or score.spread is not None or score.value == int(score.value):
        return str(score)
    return str(score).replace(f"{score.value:.4f}", f"{score.value:.2f}")
