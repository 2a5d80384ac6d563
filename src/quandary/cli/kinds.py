"""`quandary kinds`: list the kinds of puzzles."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quandary.cli.console import put, put_json, put_table, say, table
from quandary.cli.options import Json
from quandary.errors import QuandaryError

if TYPE_CHECKING:
    from quandary.kind import Kind


def kinds(
    name: Annotated[
        str,
        typer.Argument(metavar="[NAME]", help="Show everything about this kind only.", show_default=False),
    ] = "",
    json: Json = False,
) -> None:
    """List the kinds of puzzles and what each of them offers.

    The moves of a path puzzle follow each other. Those of a fill puzzle can be made in any order. A player
    stands for what a person knows: choose one with "rate --player", or combine rules with
    "--player rules=A,B". The first player after "none" is the default. A rule marked "Python only" has no
    twin in C++, so rating for players who know it is slow.

        quandary kinds
        quandary kinds witness
        quandary kinds --json
    """
    from quandary.library import registry

    if name:
        _put_card(card(registry.kind(name)), json=json)
        return
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


def _put_card(told: dict[str, Any], *, json: bool) -> None:
    """Print everything about one kind, line by line."""
    if json:
        put_json(told)
        return
    put(f"{told['title']}: {told['summary']}")
    for name in ("species", "sizes", "players", "rules", "headline", "levels", "offers"):
        value = told[name]
        put(f"  {name}: {value if isinstance(value, str) else ', '.join(value) or '–'}")
    for name, choices in told["wishes"].items():
        put(f"  generate --with {name}={'|'.join(choices)}")
    for name, space in told["spaces"].items():
        options = " ".join(f"{option}={value}" for option, value in space["options"].items())
        put(f"  exhaust {told['kind']} {name}: {space['summary']} ({options or 'no options'})")


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
        "spaces": {
            name: {"summary": space.summary, "options": dict(space.options)}
            for name, space in kind.maker.spaces.items()
        },
        "offers": [name for name, there in kind.offers().items() if there],
    }
