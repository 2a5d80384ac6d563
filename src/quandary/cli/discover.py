"""`quandary discover`: learn inference rules from puzzles, prove them, and rank them by their worth."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from quandary.cli.console import put, put_json, put_table, say, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    MORE,
    Force,
    Json,
    Memory,
    Resume,
    Seed,
    Size,
    Within,
)
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.discovering import Discovery
    from quandary.runs.ledger import Ledger
    from quandary.theory import Theory

MOST_PUZZLES = 100_000
FURTHEST = 4
"""The largest radius. What is further away is not seen at a glance."""
SHOWN = 10


_From: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="KIND|FILE",
        help="Kind to make puzzles of, file of puzzles, or FILE.py:CLASS of your own.",
    ),
]
_Wishes: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="NAME=CHOICE",
        help="Set an option of the kind's generator, as in `quandary generate`.",
    ),
]
_Count: TypeAlias = Annotated[
    int, typer.Option("--learn-from", metavar="N", min=1, max=MOST_PUZZLES, help="Learn from N puzzles.")
]
_Radius: TypeAlias = Annotated[
    int,
    typer.Option(
        "--radius",
        metavar="R",
        min=1,
        max=FURTHEST,
        help="Look at the board up to R cells from a move.",
        rich_help_panel=MORE,
    ),
]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write the rules to this .json file."),
]
_Report: TypeAlias = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Write a page with every rule to this .html file."),
]


def discover(
    source: _From,
    size: Size = "",
    wishes: _Wishes = None,
    count: _Count = 100,
    seed: Seed = 1,
    radius: _Radius = 2,
    within: Within = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    output: _Output = None,
    report: _Report = None,
    json: Json = False,
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Learn inference rules from puzzles, prove them, and rank them by the bits they save.

    A move that leads to no solution is explained by the few facts around it that refute it. Facts that the
    proof does not need are dropped. What remains is a rule, and it holds in puzzles of every size. Rules
    are ranked by the bits of MUSE that they save a player who knows those before them. Use them with --player
    rules=FILE, or rules=FILE:10 for the ten best, wherever a player is named. The exit code is 1 if no rule was found.

        quandary discover witness --size 3x3 --with elements=triangles --learn-from 120 -o rules.json
        quandary rate panels.jsonl -m muse --player rules=rules.json
        quandary discover sokoban --radius 3 -o rules.json --report rules.html
        quandary discover latin.py:Latin -o rules.json
    """
    from quandary.discovering import discover as learn
    from quandary.limits import Limits, Meter

    if resume and output is None:
        raise typer.BadParameter("--resume needs the -o of the interrupted run.")
    source_of = _Source(source, size, wishes or [], count, seed)
    _check(output, report, source, force=force)
    limits = Limits(within, memory, meter=(meter := Meter()))
    with (
        _kept(output, source_of.plan | {"radius": radius}, resume=resume) as ledger,
        counting("learning", meter, total=source_of.number) as tick,
    ):
        found = learn(
            source_of.puzzles(),
            source_of.theory,
            radius=radius,
            seed=seed,
            limits=limits,
            notation=source_of.notation,
            progress=tick,
            ranking=lambda: tick.turn_to("ranking the rules"),
            ledger=ledger,
        )
        file = found.file(source_of.kind, source_of.theory, source_of.asked | {"radius": radius})
        if output and found.rules:
            _write(output, file.to_json(), f": {_some(len(found.rules), 'rule')}")
        if ledger is not None:
            ledger.remove()
    if report and found.rules:
        from quandary.publishing.rulebook import rulebook_page

        _write(report, rulebook_page(file, source_of.theory, source_of.draw))
    _put(found, json=json)
    if not found.rules:
        raise typer.Exit(1)


def _write(path: Path, text: str, told: str = "") -> None:
    from quandary.parts.atomic import write_atomically

    write_atomically(path, text.encode())
    say(f"wrote {path}{told}")


class _Source:
    """The training puzzles, where they come from, and what is known about their kind."""

    def __init__(self, source: str, size: str, wishes: list[str], count: int, seed: int) -> None:
        from quandary.cli.generate import _wishes
        from quandary.generating.recipe import named_size
        from quandary.library import registry
        from quandary.library.own import is_own

        self.source, self.count, self.seed, self.wishes = source, count, seed, _wishes(wishes)
        self.asked: dict[str, Any] = {"source": source, "seed": seed, "count": count}
        self.kind, self.size = source, size
        self.number: int | None = count
        self._kind = None
        if is_own(source):
            self._take_own()
        elif source in registry.find_kinds():
            self._kind = registry.find_kind(source)
            self.size = named_size(self._kind, size)
            self.asked |= {"size": self.size, "with": sorted(wishes)}
        elif Path(source).suffix or source == "-" or ":" in source:
            self._take_file()
        else:
            registry.find_kind(source)  # says what there is
        if self.asked.get("size") is None and (size or wishes):
            raise typer.BadParameter("--size and --with are for a KIND, not for a file of puzzles.")
        if self._kind:
            self.theory: Theory = self._kind.theory()
            self.asked |= {"rules": self._kind.version, "theory": self.theory.version}

    def puzzles(self) -> Iterator[Any]:
        """Yield the training puzzles."""
        from quandary.generating.band import generated

        if self._given is not None:
            return iter(self._given)
        assert self._kind is not None  # noqa: S101 - there is one unless puzzles are given
        return islice(generated(self._kind, self.size, self.seed, wishes=self.wishes), self.count)

    _given: list[Any] | None = None

    @property
    def plan(self) -> dict[str, Any]:
        """What the rows of a run depend on: what was asked, and the puzzles of a file, which may change."""
        from quandary.runs.plan import digest

        return self.asked | {"puzzles": digest("\n".join(map(self.notation, self._given or ())))}

    def notation(self, puzzle: Any) -> str:
        """Return the notation of a training puzzle, "" if its kind has none."""
        return self._kind.format(puzzle) if self._kind and self._kind.notation.format else ""

    def draw(self, text: str) -> Any:
        """Draw a training puzzle from its notation, or return None if its kind cannot."""
        if not text or not self._kind or not self._kind.pictures.draw:
            return None
        return self._kind.draw(self._kind.parse(text))

    def _take_own(self) -> None:
        from quandary.kind import kind_of
        from quandary.library.own import read_own

        puzzle = read_own(self.source)
        self._given, self.number = [puzzle], 1
        self._kind = kind_of(puzzle)
        self.kind = self._kind.name if self._kind else type(puzzle).__name__
        if self._kind is None:
            from quandary.theory.slots import theory_of

            self.theory = theory_of(puzzle)

    def _take_file(self) -> None:
        from quandary.cli.reading import Reading
        from quandary.errors import FileError

        reading = Reading([self.source])
        entries = list(islice(reading, self.count))
        if not entries and reading.problems:
            raise typer.Exit(2)  # it has said why
        kinds = {entry.kind.name: entry.kind for entry in entries}
        if len(kinds) != 1:
            many = f"puzzles of {len(kinds)} kinds" if kinds else "no puzzles"
            raise FileError(f"{self.source} has {many}. Rules are learned from puzzles of one kind.")
        [(self.kind, self._kind)] = kinds.items()
        self._given = [entry.puzzle for entry in entries]
        self.number = len(self._given)


def _check(output: Path | None, report: Path | None, source: str, *, force: bool) -> None:
    from quandary.parts.atomic import check_target
    from quandary.publishing.rulebook import is_rulebook
    from quandary.theory.learned import is_rule_file

    if output and output.suffix != ".json":
        raise typer.BadParameter(f"{output} does not end in .json, as a file of rules must.")
    if output:
        check_target(output, inputs=[source], is_ours=is_rule_file, force=force)
    if report:
        check_target(report, inputs=[source], is_ours=is_rulebook, force=force, option="--report")


def _kept(
    output: Path | None, asked: dict[str, Any], *, resume: bool
) -> "AbstractContextManager[Ledger | None]":
    from quandary.runs.output import keeping
    from quandary.runs.plan import Plan

    if output is None or (output.exists() and not output.is_file()):
        return nullcontext()
    return keeping(output, Plan("discover", asked), resume=resume)


def _put(found: "Discovery", *, json: bool) -> None:
    if found.too_large:
        say(
            f"left out {found.too_large:,} puzzle{'s' * (found.too_large > 1)}, since they are too large or not solvable"
        )
    if found.is_cut:
        say("stopped at the time limit before everything was tried. Allow more with --within.")
    if json:
        for rule in found.rules:
            put_json(
                {
                    "name": rule.name,
                    "family": rule.family,
                    "says": rule.says,
                    "bits": rule.bits,
                    "hits": rule.hits,
                }
            )
        return
    put(_summary(found))
    if found.rules:
        view = table(">", "rule", ">hits", ">bits saved", ">muse left", "in words")
        for number, rule in enumerate(found.rules[:SHOWN], start=1):
            left = "" if rule.left is None else f"{rule.left:.2f}"
            view.add_row(str(number), rule.name, f"{rule.hits:,}", f"{rule.bits:.2f}", left, rule.says)
        put_table(view)
    if len(found.rules) > SHOWN:
        put(f"and {len(found.rules) - SHOWN:,} more")


def _some(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _summary(found: "Discovery") -> str:
    share = found.explained / found.dead_moves if found.dead_moves else 0
    return (
        f"{_some(found.puzzles, 'puzzle')}, {_some(found.dead_moves, 'dead move')}, {share:.0%} explained by"
        f" {_some(len(found.rules), 'rule')},"
        f" {found.worth:,} of which save more bits than they cost\n{_bits(found)} {found.seconds:.1f} s"
    )


def _bits(found: "Discovery") -> str:
    """Return what the rules leave of the MUSE, as far as there was time to work it out."""
    if found.none is None:
        return "the rules are not ranked, after" if found.rules else "no rule was found in"
    ranked = [rule.left for rule in found.rules if rule.left is not None]
    left = (
        f"{found.all:.2f} with all of them"
        if found.all is not None
        else f"{min(ranked, default=found.none):.2f} with those ranked"
    )
    return f"mean MUSE {found.none:.2f} without rules, {left}, in"
