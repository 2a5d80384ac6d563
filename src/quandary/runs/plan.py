"""The plan of a run: what it is asked to do, in a form that can be stored and compared."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from hashlib import blake2b
from typing import Any, TypeAlias

PlanValue: TypeAlias = int | float | str | bool | list[str] | None

MOST_DIFFERENCES = 3
"""The number of differences that a message names. The others are counted."""
LONGEST_FACT = 40


@dataclass(frozen=True)
class Plan:
    """The name of a run, and every setting and version that its rows depend on.

    >>> mine = Plan("rate", {"player": "none", "version of muse": 1})
    >>> mine.difference(Plan("rate", {"player": "paper", "version of muse": 1}))
    "player is 'none', not 'paper'"
    """

    name: str
    facts: Mapping[str, PlanValue] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """A digest that only equal plans share. The order of the facts does not matter."""
        return digest(self.to_json())

    def to_json(self) -> str:
        """Write the plan as one line of JSON."""
        return json.dumps({"name": self.name, "facts": dict(sorted(self.facts.items()))}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Plan":
        """Read a plan that `to_json` wrote.

        >>> plan = Plan("rate", {"measures": ["muse"]})
        >>> Plan.from_json(plan.to_json()) == plan
        True
        """
        read = json.loads(text)
        return cls(read["name"], read["facts"])

    def difference(self, other: "Plan") -> str:
        """Return in words how this plan differs from another, or "" if they are equal."""
        mine, others = ({"run": plan.name, **plan.facts} for plan in (self, other))
        return differences(mine, others)


def differences(these: Mapping[str, Any], those: Mapping[str, Any]) -> str:
    """Return the facts that differ in words, with both values.

    >>> differences({"seconds": 9.0, "seed": 1}, {"seconds": 60.0, "seed": 1})
    'seconds is 9.0, not 60.0'
    """
    names = [name for name in dict.fromkeys([*these, *those]) if these.get(name) != those.get(name)]
    told = [f"{name} is {_short(these.get(name))}, not {_short(those.get(name))}" for name in names]
    rest = len(told) - MOST_DIFFERENCES
    return "; ".join(told[:MOST_DIFFERENCES] + ([f"and {rest} more"] if rest > 0 else []))


def plan_values(settings: Any) -> dict[str, PlanValue]:
    """Return the fields of a dataclass or named tuple by name, nested ones included.

    >>> from quandary.limits import Limits
    >>> plan_values(Limits(seconds=2.0))
    {'seconds': 2.0, 'memory': None, 'states': None}
    """
    facts: dict[str, PlanValue] = {}
    for name in _names(settings):
        value = getattr(settings, name)
        if _names(value):
            facts |= plan_values(value)
        else:
            facts[name] = [str(item) for item in value] if isinstance(value, tuple) else value
    return facts


def _names(value: Any) -> list[str]:
    if is_dataclass(value):  # a meter, which does not make settings unequal, does not make plans unequal
        return [each.name for each in fields(value) if each.compare]
    return list(getattr(value, "_fields", ()))


def digest(text: str) -> str:
    """Return a digest of a text in 32 characters.

    >>> digest("quandary")
    '8f7977b4904812ce050c5df0e29a329c'
    """
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_FACT else f"{text[: LONGEST_FACT - 1]}…"
