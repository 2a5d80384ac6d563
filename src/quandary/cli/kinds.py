"""`quandary kinds`: list the kinds of puzzles."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quandary.cli.console import put, put_json, put_table, put_text, say, table
from quandary.cli.options import Json
from quandary.errors import QuandaryError

if TYPE_CHECKING:
    from quandary.kind import Kind


WIDTH = 80


def kinds(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="Show everything about this kind only.", show_default=False),
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
        _put_card(card(registry.find_kind(name)), json=json)
        return
    cards = []
    for name in registry.find_kinds():
        try:
            cards.append(card(registry.find_kind(name)))
        except QuandaryError as error:  # one broken plug-in must not hide the others
            say(str(error))
    if json:
        for each in cards:
            put_json(each)
        return
    view = table("kind", "title", "moves", "usual size", "levels")
    for each in cards:
        levels = ", ".join(each["levels"]) or "–"
        view.add_row(each["kind"], each["title"], each["species"], each["usual_size"] or "–", levels)
    put_table(view)
    put("quandary kinds NAME shows sizes, levels, players, rules, options and notations.")


def _put_card(told: dict[str, Any], *, json: bool) -> None:
    """Print everything about one kind, line by line."""
    if json:
        put_json(told)
        return
    put_text(f"{told['title']}: {told['summary']}")
    for name, heading in HEADINGS.items():
        value = told[name]
        _put_wrapped(
            f"  {heading}: ", value if isinstance(value, str) else ", ".join(_marked(told, name)) or "–"
        )
    for name, says in told["needs"].items():
        _put_wrapped(f"  level {name}: ", says)
    for name, choices in told["wishes"].items():
        _put_wrapped(f"  generate --with {name}=", "|".join(choices), separator="|")
    for name, space in told["spaces"].items():
        options = " ".join(f"{option}={value}" for option, value in space["options"].items())
        _put_wrapped(f"  exhaust {told['kind']} {name}: ", f"{space['summary']} ({options or 'no options'})")


HEADINGS = {
    "species": "moves",
    "sizes": "sizes",
    "levels": "levels",
    "players": "players",
    "rules": "rules",
    "headline": "headline",
    "forms": "forms",
    "offers": "offers",
}
"""What is printed about a kind, and under which heading."""


def _marked(told: dict[str, Any], name: str) -> list[str]:
    """Return the names of a list, with what is special about some of them."""
    notes = {
        "sizes": {told["usual_size"]: "usual"},
        "players": {told["default_player"]: "usual"},
        "rules": dict.fromkeys(told["rules_in_python"], "Python only"),
    }.get(name, {})
    return [f"{each} ({notes[each]})" if each in notes else each for each in told[name]]


def _put_wrapped(start: str, text: str, *, separator: str = " ") -> None:
    """Print a list on as many lines as it needs, indented below its name."""
    words, lines, line = text.split(separator), list[str](), start
    for number, word in enumerate(words):
        piece = word + (separator if number < len(words) - 1 else "")
        if len(line) + len(piece.rstrip()) > WIDTH and line.strip() != start.strip():
            lines.append(line.rstrip())
            line = " " * 6
        line += piece
    put("\n".join([*lines, line.rstrip()]))


def card(kind: "Kind") -> dict[str, Any]:
    """Return the properties of a kind as plain values."""
    from quandary.generating.wishes import wishes_of
    from quandary.library.convert import forms_of

    return {
        "kind": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "species": "fill" if hasattr(kind.puzzle, "slots") else "path",
        "sizes": list(kind.maker.sizes),
        "usual_size": kind.maker.usual_size or next(iter(kind.maker.sizes), ""),
        "players": list(kind.named_players()),
        "default_player": kind.people.default.name,
        "rules": [rule.name for rule in kind.people.rules],
        "rules_in_python": [
            rule.name for rule in kind.people.rules if kind.engines.native and not rule.native
        ],
        "headline": kind.people.headline,
        "wishes": {name: list(choices) for name, choices in wishes_of(kind).items()}
        if kind.maker.generate
        else {},
        "levels": list(kind.maker.levels),
        "needs": {name: level.needs for name, level in kind.maker.levels.items() if level.needs},
        "forms": forms_of(kind),
        "spaces": {
            name: {"summary": space.summary, "options": dict(space.options)}
            for name, space in kind.maker.spaces.items()
        },
        "offers": [name for name, there in kind.offers().items() if there],
    }
