"""Every --help: commands by the work they are for, one meaning and one default per option, old spellings answered."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from tests.commands import Run

from quandary.cli.help import SECTIONS
from quandary.cli.main import GROUPS, VERBS, command_line
from quandary.cli.options import MORE
from quandary.cli.renamed import COMMANDS, OPTIONS

MOST_NAMES, MOST_LINES, WIDEST = 26, 40, 80
"""The limits of the first screen. One more name, `studio`, has room."""
MEANINGS = {
    "--all": r"^(Find|Recompute) all \w+",
    "--as": r"(notation|form)\b",
    "--between": r"^(Keep|Accept) (only|every) puzzles? that scores? from A to B",
    "--by": r"this measure",
    "--easier": r"[Kk]eep only .*(easier|lower)",
    "--harder": r"[Kk]eep only .*(harder|raise)",
    "--json": r"^Print (JSON|one JSON object) instead",
    "--level": r"puzzles of this level",
    "--list": r"^List .* and exit\.$",
    "--moves": r"by weights of `learn moves`\.$",
    "--output": r"([Ww]rite|draw)\b",
    "--people": r"\bN people\b",
    "--player": r"^Use this player",
    "--puzzles": r"from this file|of this file",
    "--report": r"to this \.html file\.$",
    "--then": r"^(Rank|Order) puzzles with equal (values|scores) by this",
    "--with": r"option of the kind's generator|option of the space",
}
"""What every help of an option says that is not the same in all commands."""


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    inner = dict(getattr(command, "commands", {}))
    if not inner:
        yield " ".join(path), command
    for name, each in inner.items():
        yield from commands(each, (*path, name))


ALL = dict(commands(command_line()))


def table() -> dict[str, list[tuple[str, Any]]]:
    """Return where each option occurs, by its long name and by its short one."""
    found = defaultdict(list)
    for path, command in ALL.items():
        for each in command.params:
            if each.param_type_name == "option":
                for name in each.opts:
                    found[name].append((path, each))
    return found


TABLE = table()


def test_the_first_screen_names_every_command_once_and_fits(run: Run) -> None:
    shown = run("--help").out.splitlines()
    named = [name for names in SECTIONS.values() for name in names]
    assert sorted(named) == sorted({*VERBS, *GROUPS}) and len(named) <= MOST_NAMES
    assert len(shown) < MOST_LINES and max(map(len, shown)) <= WIDEST
    for name in named:
        assert sum(re.match(rf"(\w[\w ]+)?\s+{name}  ", line) is not None for line in shown) == 1


@pytest.mark.parametrize("name", sorted(TABLE))
def test_an_option_has_one_meaning_and_one_default_in_all_commands(name: str) -> None:
    places = TABLE[name]
    long = max(places[0][1].opts, key=len)
    assert {max(each.opts, key=len) for _, each in places} == {long}, "a short name of two options"
    helps = {each.help.removesuffix(" Repeatable.") for _, each in places}
    if len(helps) > 1:
        assert all(re.search(MEANINGS[long], text) for text in helps), helps
    assert len({each.default or None for _, each in places if not each.required}) <= 1, places
    kinds = {each.metavar for _, each in places}
    assert len(kinds) == 1 or (long == "--output" and kinds == {"FILE", "DIR"})


@pytest.mark.parametrize("path", sorted(ALL))
def test_a_help_has_headings_and_two_examples(path: str, run: Run) -> None:
    shown = run(*path.split(), "--help").out
    headings = re.findall(r"^(\S.*):$", shown, re.MULTILINE)
    expected = ["Arguments", "Options", MORE, "Examples"]
    assert headings == [each for each in expected if each in headings]
    assert {"Options", "Examples"} <= {*headings}
    examples = shown.partition("\nExamples:\n")[2].splitlines()
    assert any(f"quandary {path}" in line for line in examples)
    assert sum("quandary " in line for line in examples) >= 2 or path == "demo"


@pytest.mark.parametrize("path", sorted(ALL))
def test_a_help_calls_arguments_by_their_names_and_not_by_types_of_python(path: str, run: Run) -> None:
    shown = run(*path.split(), "--help").out
    assert not re.search(r"<\w|\[\[|\{[A-Z]", shown.partition("\nExamples:\n")[0])


@pytest.mark.parametrize("old", sorted(COMMANDS))
def test_an_old_command_is_answered_with_the_new_one(old: str, run: Run) -> None:
    code, out, err = run(old, "sudoku:.3....3....41...")
    assert code == 2 and not out
    assert err == f"quandary: `quandary {old}` is now: {COMMANDS[old]}\n"


@pytest.mark.parametrize(("path", "old"), [(path, old) for path, each in OPTIONS.items() for old in each])
def test_an_old_option_is_answered_with_the_new_one(path: str, old: str, run: Run) -> None:
    new = OPTIONS[path][old]
    code, out, err = run(*path.split(), "sudoku:.3....3....41...", old, "1")
    assert code == 2 and not out
    assert err == f"quandary: In `quandary {path}`, {old} is now {new}.\n"
    known = {option for each in ALL[path].params for option in each.opts}
    assert (new.startswith("`quandary ") or new.split()[0] in known) and old not in known
