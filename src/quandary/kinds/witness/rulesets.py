"""Rule sets: the points in which the game and two editors judge the same path differently.

A panel carries its rule set, so a verdict never depends on who asks. `game` is the default. Panels from an
editor's links or files have that editor's rules, under which people solved them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from quandary.errors import UnknownNameError


@dataclass(frozen=True)
class RuleSet:
    """How a panel is judged. The defaults are those of the game."""

    name: str
    suppress: bool = False
    """Eliminators silence errors, counted type by type, instead of removing elements."""
    lose_colour: bool = False
    """Stars no longer count an eliminator that was used."""
    needless: bool = False
    """Eliminators may remove more than is needed, as long as what they remove failed before."""
    cancel: bool = True
    """An eliminator may remove another one."""
    cut_outside: bool = False
    """Cells that missing lines join to the outside of the panel are in no region, and nothing in them counts."""
    stay_on_panel: bool = False
    """Polyominoes are laid on the panel only, hollow ones included."""
    cross: bool = True
    """A path may run through a polyomino that is laid down."""
    by_area: bool = False
    """Solid and hollow polyominoes of the same area cancel out whatever their shapes."""
    wide_starts: bool = False
    """A path that starts in the middle of an edge divides the cells beside it."""

    def __str__(self) -> str:
        """Name the set, and the points in which it differs from the one of that name."""
        usual = RULE_SETS[self.name]
        return " ".join(
            [
                self.name,
                *(f"{'+-'[usual.has(each)]}{each}" for each in SWITCHES if self.has(each) != usual.has(each)),
            ]
        )

    def has(self, switch: str) -> bool:
        """Return the value of a switch by its name in texts."""
        return bool(getattr(self, switch.replace("-", "_")))


SWITCHES = tuple(each.name.replace("_", "-") for each in fields(RuleSet) if each.name != "name")
"""The names of the points in which rule sets differ, as texts write them."""

GAME = RuleSet("game")
WINDMILL = RuleSet("windmill", suppress=True, by_area=True)
JBZDARKID = RuleSet(
    "jbzdarkid", lose_colour=True, needless=True, cut_outside=True, stay_on_panel=True, cross=False
)
RULE_SETS: Mapping[str, RuleSet] = {each.name: each for each in (GAME, WINDMILL, JBZDARKID)}


def rule_set(words: str) -> RuleSet:
    """Find a rule set by its name, possibly with switches turned on or off.

    >>> rule_set("windmill") is WINDMILL
    True
    >>> rule_set("jbzdarkid +by-area -cancel").by_area, str(rule_set("jbzdarkid +by-area -cancel"))
    (True, 'jbzdarkid -cancel +by-area')
    """
    name, *changes = words.split() or [""]
    if name not in RULE_SETS:
        raise UnknownNameError("rule set", name, RULE_SETS)
    for change in changes:
        if change[0] not in "+-" or change[1:] not in SWITCHES:
            raise UnknownNameError("point of a rule set", change, [f"+{each}" for each in SWITCHES])
    return with_switches(RULE_SETS[name], {change[1:]: change[0] == "+" for change in changes})


def with_switches(rules: RuleSet, switches: Mapping[str, bool]) -> RuleSet:
    """Return a rule set with some points changed, by their names in texts."""
    changed: dict[str, Any] = {name.replace("-", "_"): value for name, value in switches.items()}
    return replace(rules, **changed) if changed else rules
