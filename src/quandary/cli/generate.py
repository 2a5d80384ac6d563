"""`quandary generate`: make puzzles of a wanted size and difficulty."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import KW_ONLY, dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from quandary.cli.console import put_data, say
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    MORE,
    Force,
    Index,
    Memory,
    Resume,
    Seed,
    Size,
    Within,
    is_number,
)
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.kind import Kind
    from quandary.library.files import Entry
    from quandary.limits import Limits
    from quandary.models.levels import LearnedLevels
    from quandary.runs.ledger import Ledger
    from quandary.runs.plan import PlanValue
    from quandary.runs.progress import Ticker


_Kind: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="KIND", help="Kind of puzzle, as `quandary kinds` lists it, or FILE.py:CLASS."),
]
_Level: TypeAlias = Annotated[
    str,
    typer.Option("--level", metavar="L", help="Make puzzles of this level, for example easy or hard."),
]
_LevelModel: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--level-model",
        metavar="FILE",
        help="Grade levels with this model of `quandary learn`.",
        rich_help_panel=MORE,
    ),
]
_FileByLevel: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--file-by-level",
        help="Dig N full boards and sort all their puzzles by level.",
        rich_help_panel=MORE,
    ),
]
_Wishes: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="NAME=CHOICE",
        help="Set an option of the kind's generator, for example symmetry=half-turn.",
    ),
]
_Between: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--between", metavar="A B", help="Keep only puzzles that score from A to B. Repeatable."),
]
_By: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="M",
        help="Apply --between to this measure, in pairs [default: the kind's or level's].",
    ),
]
_Count: TypeAlias = Annotated[int, typer.Option("--count", metavar="N", min=1, help="Make N puzzles.")]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write them to this file, in any form of `convert`."),
]


_Like: TypeAlias = Annotated[
    str,
    typer.Option(
        "--like", metavar="PUZZLE", help="Make puzzles like this one (-n N of a file). No KIND then."
    ),
]
_EasierThan: TypeAlias = Annotated[bool, typer.Option("--easier", help="With --like, keep only easier ones.")]
_HarderThan: TypeAlias = Annotated[bool, typer.Option("--harder", help="With --like, keep only harder ones.")]


def generate(
    kind: _Kind = "",
    size: Size = "",
    like: _Like = "",
    easier: _EasierThan = False,
    harder: _HarderThan = False,
    index: Index = None,
    level: _Level = "",
    level_model: _LevelModel = None,
    file_by_level: _FileByLevel = False,
    wishes: _Wishes = None,
    between: _Between = None,
    by: _By = None,
    count: _Count = 10,
    seed: Seed = 1,
    within: Within = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    output: _Output = None,
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Generate distinct puzzles, optionally only those that score in a given range.

    Each puzzle carries its score as a fact. Without -o the puzzles are printed, one JSON object per line.
    If too few match, the command writes those it found, reports what scores it saw, and exits with 1.
    Continue an interrupted run with -o by adding --resume. The resulting file is the same.
    "quandary kinds NAME" lists the sizes, the levels and the further options (--with) of a kind. It also
    takes measures: --with solutions=1, --with dead_states=0..20. With --like, the command makes puzzles that are
    a few changes away from another one, with the changes as facts.

        quandary generate maze --size 5x5 --count 20 -o mazes.jsonl
        quandary generate sudoku --level hard --with symmetry=half-turn --count 3
        quandary generate witness --size 3x3 --between 4 6 --by muse --seed 7
        quandary generate witness --between 4 6 --by remuse --between 1 3 --by solutions --count 3
        quandary generate witness --with elements=squares+stars --with colours=2 --count 3
        quandary generate fillomino --size 4x4 --file-by-level --count 5 -o book.jsonl
        quandary generate sudoku --level-model levels.skops --level hard --count 3
        quandary generate --like mazes.jsonl -n 2 --easier --count 3
    """
    from quandary.library.given import kind_named
    from quandary.limits import Limits, Meter

    if like or easier or harder:
        if (
            not like
            or easier == harder
            or kind
            or level
            or wishes
            or between
            or size
            or file_by_level
            or resume
        ):
            raise typer.BadParameter("Write --like PUZZLE with --easier or --harder, and no KIND.")
        _generate_like(
            like,
            index,
            (by or [""])[0],
            count,
            seed,
            Limits(within, memory),
            output,
            easier=easier,
            force=force,
        )
        return
    if not kind:
        raise typer.BadParameter("Name a KIND, or a puzzle with --like.")
    if file_by_level and (level or between or by or wishes):
        raise typer.BadParameter("--file-by-level excludes --level, --between, --by and --with.")
    if resume and output is None:
        raise typer.BadParameter("--resume needs the -o of the interrupted run.")
    chosen, wanted = kind_named(kind), _wishes(wishes or [])
    ranges = _ranges(between or [], by or [])
    if not level:
        _refuse_wishes(chosen, by or [], between or [])
    if output:
        _check_output(output, chosen, force=force)
    limits = Limits(within, memory, meter=Meter())
    job = _Job(chosen, size, level, count, seed, limits, output, resume=resume)
    learned = None
    if level_model:
        if between or by or wishes:
            raise typer.BadParameter("--level-model excludes --between, --by and --with.")
        if not (level or file_by_level):
            raise typer.BadParameter("--level-model needs --level L or --file-by-level.")
        from quandary.models.levels import level_function

        learned = level_function(level_model, chosen)
        learned.check(level)
    if file_by_level:
        job.file_by_level(learned)
    elif learned:
        job.at_level(learned)
    else:
        job.in_band(*ranges, wanted)


def _generate_like(
    target: str,
    index: int | None,
    by: str,
    count: int,
    seed: int,
    limits: "Limits",
    output: Path | None,
    *,
    easier: bool,
    force: bool,
) -> None:
    """Make puzzles like another one, and write or print them."""
    from dataclasses import replace

    from quandary.cli.reading import pick
    from quandary.generating.like import like
    from quandary.generating.naming import name, size_of
    from quandary.library.files import Entry
    from quandary.limits import Meter

    entry = pick(target, index)
    kind, direction = entry.kind, "easier" if easier else "harder"
    if output:
        _check_output(output, kind, force=force)
    with counting("varying", meter := Meter()) as tick:
        found = like(
            kind,
            entry.puzzle,
            "easier" if easier else "harder",
            count,
            by,
            limits=replace(limits, meter=meter),
            tick=tick,
        )
    measure = found.score.measure
    entries = [
        Entry(
            kind,
            each.puzzle,
            name(kind, size_of(kind, each.puzzle), seed, number, f"{entry.id}-{direction}"),
            facts={
                "like": entry.id,
                "change": each.change,
                measure: each.score.value,
                "difference": round(each.difference, 10),
            },
        )
        for number, each in enumerate(found.found)
    ]
    _give(entries, output, None)
    if len(entries) < count:
        say(
            f"found {len(entries):,} of {count:,} puzzles that are {direction} than {entry.id} ({found.score})"
        )
        raise typer.Exit(1)


@dataclass(frozen=True)
class _Job:
    """Puzzles to be made, and where they go."""

    kind: "Kind"
    size: str
    level: str
    count: int
    seed: int
    limits: "Limits"
    output: Path | None
    _: KW_ONLY
    resume: bool

    @contextmanager
    def begun(
        self, name: str, doing: str, asked: "Mapping[str, PlanValue]"
    ) -> "Iterator[tuple[Ledger | None, Ticker]]":
        """Open the ledger and count what is done."""
        told: dict[str, PlanValue] = {"kind": self.kind.name, "rules": self.kind.version, "size": self.size}
        told |= {"seed": self.seed, "count": self.count, **asked}
        with (
            _kept(self.output, name, told, resume=self.resume) as ledger,
            counting(doing, self.limits.meter, total=self.count) as tick,
        ):
            yield ledger, tick

    def file_by_level(self, learned: "LearnedLevels | None") -> None:
        """Dig full boards and file every puzzle on the way by its level."""
        from quandary.generating.recipe import named_size

        size, asked = named_size(self.kind, self.size), self._asked(learned)
        with self.begun("generate --file-by-level", "digging", asked) as (ledger, tick):
            filed = _filed(self.kind, size, self.count, self.seed, self.limits, tick, ledger, learned)
            _give(filed, self.output, ledger)
        if tick.done < self.count:
            say(f"dug {tick.done:,} of {self.count:,} boards. Allow more with --within or --memory.")
            raise typer.Exit(1)

    def at_level(self, learned: "LearnedLevels") -> None:
        """Make puzzles that a learned model puts at the level."""
        from quandary.generating.recipe import named_size

        size, level = named_size(self.kind, self.size), self.level
        with self.begun("generate --level-model", "generating", self._asked(learned)) as (ledger, tick):
            found = learned.generate(
                size, level, self.count, self.seed, self.limits, progress=tick, ledger=ledger
            )
            _give(_at_level(self.kind, found, self.seed, level), self.output, ledger)
        if len(found) < self.count:
            say(f"found {len(found):,} of {self.count:,} puzzles of level {level!r}")
            raise typer.Exit(1)

    def _asked(self, learned: "LearnedLevels | None") -> "dict[str, PlanValue]":
        return {"level model": learned.digest, "level": self.level} if learned else {}

    def in_band(
        self,
        first: tuple[str, float, float],
        also: Mapping[str, tuple[float, float]],
        wishes: Mapping[str, str],
    ) -> None:
        """Make puzzles whose scores are in the ranges."""
        from quandary.generating.band import generate_band, measured_by
        from quandary.generating.naming import entries_of
        from quandary.measuring.table import measure

        by, low, high = first
        version = measure(measured_by(self.kind, by, self.level, wishes), self.kind).version
        asked: dict[str, PlanValue] = {"level": self.level, "between": [str(low), str(high)]}
        asked |= {
            "with": sorted(f"{name}={text}" for name, text in wishes.items()),
            "by": by,
            "version": version,
        }
        asked |= {"also": [f"{name} {least} {most}" for name, (least, most) in also.items()]} if also else {}
        with self.begun("generate", "generating", asked) as (ledger, tick):
            band = generate_band(
                self.kind,
                self.size,
                *first,
                level=self.level,
                wishes=wishes,
                count=self.count,
                seed=self.seed,
                limits=self.limits,
                progress=lambda _: tick(),
                ledger=ledger,
                also=also,
            )
            _give(entries_of(self.kind, band, self.seed), self.output, ledger)
        if not band.is_complete:
            say(str(band))
            raise typer.Exit(1)


def _check_output(output: Path, kind: "Kind", *, force: bool) -> None:
    from quandary.errors import FileError, UnknownNameError
    from quandary.generating.naming import is_generated
    from quandary.library.convert import LIST, form_for, forms_of
    from quandary.parts.atomic import check_target

    if kind.notation.parse is None:
        raise FileError(
            f"Puzzles of {kind.title} cannot be written to a file, since the class has no notation. Leave out -o,"
            " or begin a kind with: quandary new-kind"
        )
    form = form_for(output)
    if output.suffix.lower() not in LIST and not {form, form.removeprefix(".")} & {*forms_of(kind)}:
        raise UnknownNameError(f"form of {kind.name}", form, forms_of(kind))
    check_target(output, is_ours=is_generated, force=force)


def _kept(
    output: Path | None, name: str, asked: "dict[str, PlanValue]", *, resume: bool
) -> "AbstractContextManager[Ledger | None]":
    """Open the ledger of the file. There is none without a file, or beside a device or a pipe."""
    from quandary.runs.output import keeping
    from quandary.runs.plan import Plan

    if output is None or (output.exists() and not output.is_file()):
        return nullcontext()
    return keeping(output, Plan(name, asked), resume=resume)


def _give(entries: "list[Entry]", output: Path | None, ledger: "Ledger | None") -> None:
    """Write the puzzles to a file, in the form of its name, and remove its ledger, or print them."""
    from quandary.library.convert import form_for, write_form
    from quandary.library.files import format_line
    from quandary.parts.atomic import write_atomically

    if output and entries:
        write_atomically(output, write_form(entries, form_for(output)).encode())
        say(f"wrote {output}: {len(entries):,} puzzle{'s' * (len(entries) != 1)}")
    if ledger is not None:
        ledger.remove()
    if not output:
        for entry in entries:
            put_data(format_line(entry) if entry.kind.notation.parse else _shown(entry))


def _shown(entry: "Entry") -> str:
    """Return a puzzle of a class of one's own, which has no notation: its start as the class writes it."""
    from quandary.parts.plain import json_line
    from quandary.showing.picture import written

    puzzle = entry.puzzle
    write, start = entry.kind.pictures.write, next(iter(puzzle.starts()))
    text = write(puzzle, start) if write else written(puzzle, start)
    return json_line({"kind": entry.kind.name, "shown": text, "id": entry.id, "facts": dict(entry.facts)})


def _at_level(kind: "Kind", found: "dict[int, Any]", seed: int, level: str) -> "list[Entry]":
    from quandary.generating.naming import name, size_of
    from quandary.library.files import Entry

    return [
        Entry(kind, puzzle, name(kind, size_of(kind, puzzle), seed, number, level), facts={"level": level})
        for number, puzzle in found.items()
    ]


def _filed(
    kind: "Kind",
    size: str,
    boards: int,
    seed: int,
    limits: "Limits",
    tick: "Ticker",
    ledger: "Ledger | None",
    learned: "LearnedLevels | None" = None,
) -> "list[Entry]":
    from quandary.generating.dig import dig_by_level
    from quandary.generating.naming import name
    from quandary.library.files import Entry

    filed = dig_by_level(
        kind, size, boards=boards, seed=seed, limits=limits, progress=tick, ledger=ledger, level_of=learned
    )
    return [
        Entry(kind, puzzle, name(kind, size, seed, f"{level}-{number}"), facts={"level": str(level)})
        for level, puzzles in filed.items()
        for number, puzzle in enumerate(puzzles)
    ]


def _wishes(words: list[str]) -> dict[str, str]:
    """Return wishes by name, given as in ["symmetry=diagonal"]."""
    parts = [word.partition("=") for word in words]
    for name, equals, choice in parts:
        if not (name and equals and choice):
            raise typer.BadParameter(
                f"{name + equals + choice!r} is not an option of a kind. Write --with NAME=CHOICE."
            )
    return {name: choice for name, _, choice in parts}


def _refuse_wishes(kind: "Kind", by: Sequence[str], between: Sequence[str]) -> None:
    """Refuse to look for what the generator can make as asked, and name the option for it."""
    from quandary.generating.wishes import NUMBER, wishes_of

    offered = wishes_of(kind)
    for name, text in zip(by, between, strict=False):
        if NUMBER in offered.get(name, ()):
            least = text.partition("..")[0]
            raise typer.BadParameter(
                f"Ask for {name} directly, since puzzles are made with as many: --with {name}={least}."
            )


def _ranges(
    between: Sequence[str], by: Sequence[str]
) -> tuple[tuple[str, float, float], dict[str, tuple[float, float]]]:
    """Return the first measure with its range, and the further ones by name."""
    if len(by) > max(1, len(between)) or len(between) > max(1, len(by)):
        raise typer.BadParameter(
            f"There are {len(between)} --between and {len(by)} --by. Give them in pairs: --between A B --by M."
        )
    ranges = [_range(each) for each in between] or [(-inf, inf)]
    names = [*by] or [""]
    if len(set(names)) < len(names):
        raise typer.BadParameter("A measure is named twice by --by. Give each one range.")
    return (names[0], *ranges[0]), dict(zip(names[1:], ranges[1:], strict=True))


def _range(text: str) -> tuple[float, float]:
    low, dots, high = text.partition("..")
    if not (dots and is_number(low) and is_number(high)):
        raise typer.BadParameter(f"{text!r} is not a range. Write two numbers: --between A B.")
    return float(low), float(high)
