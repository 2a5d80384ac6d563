"""From explanations to rules that can be ranked: runs folded, families named."""

import re
from collections import Counter

from quandary.theory import Facts, Theory
from quandary.theory.learned import Learned
from quandary.theory.runs import folded, proof_of_runs

FOR_A_RULE = 2.0
"""The bits to say that another rule follows."""


def candidates(theory: Theory, hits: "Counter[Facts]") -> list[Learned]:
    """Return a rule for each explanation, or one for all runs that differ only in length, most hits first."""
    merged: Counter[tuple[Facts, bool]] = Counter()
    for facts, number in hits.items():
        run = folded(theory, facts)
        merged[facts if run is None else run, run is not None] += number
    rules = [_draft(theory, facts, run, number) for (facts, run), number in merged.items()]
    return sorted(rules, key=lambda rule: (-rule.hits, sorted(map(repr, rule.facts))))


def _draft(theory: Theory, facts: Facts, run: bool, hits: int) -> Learned:
    return Learned(
        name="",
        facts=facts,
        says=theory.say(facts) + (" This holds for every length." if run else ""),
        family=theory.shape(facts),
        hits=hits,
        price=round(FOR_A_RULE + sum(map(theory.price, facts)), 2),
        run=run,
    )


def proof_of(theory: Theory, rule: Learned) -> tuple[str, ...]:
    """Return the proof of a rule in words, by induction if it is about runs."""
    proof = theory.prove(rule.facts)
    return tuple(proof_of_runs(proof) if rule.run else proof)


def slug(words: str) -> str:
    """Return words as a name that can be typed.

    >>> slug("dead end")
    'dead-end'
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "rule"
