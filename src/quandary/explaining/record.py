"""An explanation as plain data, for other programs."""

from typing import Any

from quandary.explaining.explained import Explanation
from quandary.solving.follow import spell, start_name


def explanation_as_json(told: Explanation) -> dict[str, Any]:
    """Return the explanation as JSON-compatible values, without missing parts.

    >>> from quandary.explaining.explanation import explain
    >>> from quandary.kinds.witness import KIND
    >>> explanation_as_json(explain(KIND.parse("+-E/|.|/S-+"), KIND.player("none")))["profile"]["steps"][0]
    {'slot': 'next step', 'move': 'up', 'options': 2, 'bits': 0.0}
    """
    parts = {
        "kind": told.kind.name if told.kind else None,
        "ruleset": told.kind.rule_set(told.puzzle) if told.kind else None,
        "title": told.title,
        "headline": told.headline.measure,
        "verdict": told.verdict.as_json(),
        "scores": {name: score.as_json() for name, score in told.scores.items()},
        "profile": _profile(told),
        "rules": [
            {
                "rule": each.rule.name,
                "known": each.known,
                "saves": each.saves,
                "alone": each.worth.alone,
            }
            for each in told.rules
        ],
        "deduction": _deduction(told),
    }
    return {name: part for name, part in parts.items() if part}


def _profile(told: Explanation) -> dict[str, Any] | None:
    if told.profile is None:
        return None
    steps = [
        {"slot": str(step.slot), "move": str(step.move), "options": step.options, "bits": step.bits}
        for step in told.profile.steps
    ]
    start, moves = told.profile.states[0], [step.move for step in told.profile.steps]
    name = start_name(told.puzzle, start)
    return {
        "measure": told.profile.measure,
        **({"start": name} if name else {}),
        "text": spell(told.puzzle, start, moves),
        "steps": steps,
    }


def _deduction(told: Explanation) -> dict[str, Any] | None:
    if told.trace is None:
        return None
    return {"status": told.trace.status, "steps": [str(step) for step in told.trace.steps]}
