"""The kind's card: names that can be typed, a page about it, players who know its own rules."""

import re
from collections.abc import Iterable

from quandary.kind import Kind
from quandary.measuring.table import measures
from quandary.testing.samples import Samples, require

WORD = r"[a-z][a-z0-9]*([_-][a-z0-9]+)*"
"""What can be typed at a command line without quotes."""


def check_card(samples: Samples) -> None:
    """The kind has names for everything, and a README with a title."""
    kind = samples.kind
    _check_texts(kind)
    _check_names(kind, "rule", (rule.name for rule in kind.people.rules))
    _check_names(kind, "player", _player_names(kind))
    _check_names(kind, "size", kind.maker.sizes, pattern=r"\S+")
    for player in (kind.people.default, *kind.people.players):
        unknown = [rule.name for rule in player.rules if rule not in kind.people.rules]
        require(
            not unknown,
            f"{kind.name}: player {player.name!r} knows rules that the kind does not list: {unknown}",
        )
    _check_names(
        kind, "feature", (feature.name for feature in kind.features), pattern=r"[A-Za-z][A-Za-z0-9_]*"
    )
    clash = [feature.name for feature in kind.features if feature.name in measures()]
    require(not clash, f"{kind.name}: its features have names of generic measures: {clash}")
    require(
        kind.people.headline in measures(kind),
        f"{kind.name}: its headline {kind.people.headline!r} is not a measure",
    )


def _check_texts(kind: Kind) -> None:
    require(re.fullmatch(r"[a-z][a-z0-9_]*", kind.name), f"kind name {kind.name!r}: use a-z, 0-9 and _")
    for what, text in (("title", kind.title), ("summary", kind.summary)):
        require(
            text.strip() and text.isprintable(), f"{kind.name}: its {what} must be one line, not {text!r}"
        )
    readme = kind.folder / "README.md"
    require(readme.is_file(), f"{kind.name}: there is no README.md in its folder")
    first = readme.read_text(encoding="utf-8").partition("\n")[0]
    require(
        re.fullmatch(r"# \S.*", first),
        f"{kind.name}: README.md must begin with a title, '# ...', not {first!r}",
    )


def _player_names(kind: Kind) -> list[str]:
    """The names of players; those that `named_players` makes up are taken, but may be spelled out."""
    own = [player.name for player in (kind.people.default, *kind.people.players)]
    return [name for name in own if name not in ("none", "expert")]


def _check_names(kind: Kind, what: str, names: Iterable[str], pattern: str = WORD) -> None:
    names = list(names)
    require(len(set(names)) == len(names), f"{kind.name}: two of its {what}s have the same name: {names}")
    for name in names:
        require(
            re.fullmatch(pattern, name),
            f"{kind.name}: the {what} name {name!r} cannot be typed without quotes",
        )
