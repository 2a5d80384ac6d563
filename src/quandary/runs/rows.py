"""Turn a rating into a row: JSON, flat columns, or cells for people to read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from quandary.measuring.norms import rank, with_unit
from quandary.measuring.table import NO_SCALE

if TYPE_CHECKING:
    from quandary.library.files import Entry
    from quandary.runs.batch import Rating

Row: TypeAlias = dict[str, Any]
"""The findings of a run about one puzzle, as JSON."""


def as_json(rating: "Rating") -> Row:
    """Return the row of a rating, with how its headline compares with other puzzles."""
    entry, standing = rating.entry, rating.standing
    scores: dict[str, Any] = {name: dict(score.as_json()) for name, score in rating.scores.items()}
    if standing:
        scores[entry.kind.people.headline]["standing"] = {
            "difficulty": standing.word,
            "lower": standing.lower,
            "equal": standing.equal,
            "count": standing.count,
            "size": standing.size,
            "text": str(standing),
        }
    facts: Row = {"facts": dict(entry.facts)} if entry.facts else {}
    warning = {"warning": rating.warning} if rating.warning else {}
    about = {"id": entry.id, "kind": entry.kind.name, **ruleset_of(entry)}
    return {**about, **facts, **warning, "scores": scores}


def ruleset_of(entry: "Entry") -> dict[str, str]:
    """Return the name of the rule set as a part of a row, if the kind has several."""
    name = entry.kind.rule_set(entry.puzzle)
    return {"ruleset": name} if name else {}


def by_rules(entry: "Entry") -> str:
    """Return whose rules a verdict is by, to follow it in a sentence, if the kind has several rule sets."""
    name = entry.kind.rule_set(entry.puzzle)
    return f" by the rules of {name}" if name else ""


def columns(measures: Iterable[str], facts: Iterable[str] = ()) -> list[str]:
    """Return the columns of a flat table: a value and a status for each measure, then the facts.

    >>> columns(["muse"], ["votes", "muse"])[4:-2]
    ['muse', 'muse_status', 'votes', 'fact_muse']
    """
    pairs = [name for measure in measures for name in (measure, f"{measure}_status")]
    own = ["id", "kind", "player", "policy", *pairs]
    told = [_free(name, {*own, "seconds", "reason"}) for name in facts]
    return [*own, *dict.fromkeys(told), "seconds", "reason"]


def _free(fact: str, taken: set[str]) -> str:
    """Return the column of a fact, which must not hide a measure."""
    return f"fact_{fact}" if fact in taken else fact


def facts_in(rows: Iterable[Row]) -> list[str]:
    """Return the names of all facts of some rows, in the order in which they are met."""
    return list(dict.fromkeys(name for row in rows for name in row.get("facts", {})))


def flat(row: Row, measures: Iterable[str], facts: Iterable[str] = ()) -> Row:
    """Return a row by column, with None where there is no value."""
    scores: Mapping[str, Any] = row["scores"]
    measures, facts = list(measures), list(facts)
    made: Row = dict.fromkeys(columns(measures, facts))
    told, taken = row.get("facts", {}), set(columns(measures))
    made |= {_free(name, taken): told.get(name) for name in facts}
    made |= {"id": row["id"], "kind": row["kind"]}
    for name, score in scores.items():
        if name in measures:  # the kind's headline may be a further score
            made |= {name: score["value"], f"{name}_status": score["status"]}
        for key in ("player", "policy"):  # the same for every measure that depends on them
            made[key] = made[key] or score.get(key)
    made["seconds"] = round(sum(score["seconds"] for score in scores.values()), 6)
    reasons = dict.fromkeys(score["reason"] for score in scores.values() if "reason" in score)
    made["reason"] = "; ".join(reasons) or None
    return made


def cells(rating: "Rating", measures: Sequence[str]) -> list[str]:
    """Return a rating as people read it: the difficulty in words, the scores, and how it compares."""
    scores = [str(rating.scores[name]) for name in measures]
    return [rating.entry.id, rating.entry.kind.name, in_words(rating), *scores, compared(rating)]


def in_words(rating: "Rating") -> str:
    """Write the difficulty in a few words: the level or the rank, or else the headline with its unit."""
    time = rating.scores.get("time")
    if time is not None and time.reason not in ("", NO_SCALE):
        return f"{time.status}: {time.reason}" if time.value is None else time.reason
    if rating.warning:
        return "improper"
    if rating.headline is None:
        return ""
    entry, headline = rating.entry, rating.headline
    usual = entry.kind.usual_rule_set == entry.kind.rule_set(entry.puzzle)
    by = "" if usual and headline.value is not None else by_rules(entry)
    return (rank(entry.kind, headline, rating.standing) or with_unit(headline, entry.kind)) + by


def compared(rating: "Rating") -> str:
    """Write how the headline compares, or what is wrong with the puzzle."""
    if rating.warning:
        return f"warning: {rating.warning}"
    if rating.headline is not None and rating.headline.value is None:
        return rating.headline.reason
    return rating.standing.compared if rating.standing else ""
