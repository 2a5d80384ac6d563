"""`quandary kinds`: list the kinds of puzzles."""

from typing import TYPE_CHECKING, Any

from quandary.cli.console import put_json, put_table, say, table
from quandary.cli.options import Json
from quandary.errors import QuandaryError

if TYPE_CHECKING:
    from quandary.kind import Kind


def kinds(json: Json = False) -> None:
    """List the kinds of puzzles and what each of them offers.

    The moves of a path puzzle follow each other. Those of a fill puzzle can be made in any order. A player
    stands for what a person knows: choose one with "rate --player", or combine rules with
    "--player rules=A,B". The first player after "none" is the default. A rule marked "Python only" has no
    twin in C++, so rating for players who know it is slow.

        quandary kinds
        quandary kinds --json
    """
    from quandary.library import registry

    cards = []
    for name in registry.kinds():
        try:
            cards.append(card(registry.kind(name)))
        except QuandaryError as error:  # one broken plug-in must not hide the others
            say(str(error))
    if json:
        for each in cards:
            put_json(each)
        return
    view = table("kind", "title", "species", "sizes", "players", "rules", "offers")
    for each in cards:
        in_python = [f"{name} (Python only)" for name in each["rules_in_python"]]
        rules = [name for name in each["rules"] if name not in each["rules_in_python"]] + in_python
        lists = (", ".join(names) or "–" for names in (each["sizes"], each["players"], rules, each["offers"]))
        view.add_row(each["kind"], each["title"], each["species"], *lists)
    put_table(view)


def card(kind: "Kind") -> dict[str, Any]:
    """Return the properties of a kind as plain values."""
    return {
        "kind": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "species": "fill" if hasattr(kind.puzzle, "slots") else "path",
        "sizes": list(kind.maker.sizes),
        "players": list(kind.named_players()),
        "default_player": kind.people.default.name,
        "rules": [rule.name for rule in kind.people.rules],
        "rules_in_python": [
            rule.name for rule in kind.people.rules if kind.engines.native and not rule.native
        ],
        "headline": kind.people.headline,
        "wishes": {name: list(choices) for name, choices in kind.maker.wishes.items()},
        "levels": list(kind.maker.levels),
        "offers": [name for name, there in kind.offers().items() if there],
    }
