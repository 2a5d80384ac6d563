"""Make a kind from a declaration, with notation, pictures, ladder, players, levels, symmetries and solver."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from quandary.draw.shapes import Point
from quandary.errors import NotationError
from quandary.kind import Engines, FoundPuzzle, Kind, Maker, Notation, People, Pictures, Sameness
from quandary.kind.change import Change
from quandary.parts.square import orders
from quandary.parts.wishes import granting
from quandary.pencil import draw
from quandary.pencil.archive import ArchiveRow, row_in
from quandary.pencil.board import board_data
from quandary.pencil.climb import Climber
from quandary.pencil.clues import BoardSize, Cages, Clue, Givens
from quandary.pencil.grid import OPEN
from quandary.pencil.ladder import PLAYERS, RULES
from quandary.pencil.link import pattern, read_link, write_link
from quandary.pencil.make import at_level, full, generate, is_size
from quandary.pencil.notation import FEWEST, MOST
from quandary.pencil.played import OnPaper
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.rating import FEATURES, LEVELS, bands_of, level_of, spoken
from quandary.pencil.search import PencilSolver

PART = ";"
"""What stands between the clues of a puzzle."""


def pencil_kind(
    puzzle: type[Pencil],
    *,
    name: str,
    title: str,
    folder: Path,
    sizes: tuple[str, ...] = ("4x4", "6x6"),
    levels: tuple[str, ...] = LEVELS,
    link: str = "",
    also: str = "",
    **more: Any,
) -> Kind:
    """Make the kind of the puzzles that are declared by `puzzle`, whose first line says what to do.

    `sizes` are the sizes to generate, rows by columns, smallest first. `levels` are those that there are puzzles of:
    a kind without a rule about the whole board has no medium ones. `link` is its name in addresses of puzz.link, with
    other names that are read after it, and `also` are other names in rows of archives. `more` are other fields of Kind, or whole facets.
    """
    summary = (puzzle.__doc__ or title).strip().splitlines()[0]
    parts: dict[str, Any] = {
        "notation": Notation(
            parse=partial(parse, puzzle, title, link),
            format=format_,
            recognise=partial(recognise, puzzle, f"{name} {link} {also}", link),
            forms={"puzz.link": partial(write_link, link)} if link else {},
        ),
        "pictures": Pictures(
            draw=partial(_draw, title),
            draw_step=partial(_draw_step, title),
            anchor=draw.anchor,
            write=draw.write,
            board=board_data,
            drawn_by={"": OnPaper},
        ),
        "people": People(
            rules=RULES,
            players=PLAYERS,
            policy="greedy",
            columns=("grade", "level", "effort", "muse"),
            said=(spoken, "are easier by level and effort"),
            one_solution=True,
        ),
        "maker": Maker(
            sizes=sizes,
            any_size=is_size,
            size=_size,
            generate=granting(partial(generate, puzzle), partial(at_level, puzzle)),
            full=partial(full, puzzle),
            levels=bands_of(levels),
            level=level_of,
            reductions=reductions if any(map(_can_be_left_out, puzzle.clues)) else None,
            neighbours=neighbours,
        ),
        "sameness": Sameness(symmetries=symmetries),
        "engines": Engines(solvers=("native", PencilSolver(), Climber()), onward=onward),
        "features": FEATURES,
    }
    return Kind(name=name, title=title, summary=summary, puzzle=puzzle, folder=folder, **{**parts, **more})


def parse(puzzle: type[Pencil], title: str, link: str, text: str) -> Pencil:
    """Read a puzzle from its address, or from its clues in their order with semicolons between. Raises NotationError."""
    linked = read_link(link, puzzle, text) if link else None
    size, given = linked or _read(puzzle, title, text)
    if not all(FEWEST <= side <= MOST for side in size):
        raise NotationError(
            f"This {title} has {size.rows} rows and {size.columns} columns, but the limits are {FEWEST} and {MOST}."
        )
    found = puzzle(*size, given)
    if linked and _read(puzzle, title, format_(found)) != linked:
        raise NotationError(f"This address tells clues that a {title} cannot have.")
    _check(found, title)
    return found


def recognise(
    puzzle: type[Pencil], names: str, link: str, text: str
) -> list[tuple[int, str]] | list[FoundPuzzle] | None:
    """Return the lines of a file of addresses, or the puzzle of a row of an archive, or None for something else."""
    with suppress(NotationError, ValueError, TypeError, LookupError):
        if (row := row_in(text)) is not None:
            return [FoundPuzzle(1, of_row(puzzle, row))] if row.name in names.split() else None
    if not link:
        return None
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    wanted = pattern(link)
    return lines if lines and all(wanted.search(line) for _, line in lines) else None


def of_row(puzzle: type[Pencil], row: ArchiveRow) -> str:
    """Return the notation of a puzzle from a row of an archive. Numbers of cages are no digits that are given."""
    sorts = {type(clue) for clue in puzzle.clues}
    row.givens = Givens in sorts and Cages not in sorts
    return PART.join(clue.of_row(row) for clue in puzzle.clues)


def _read(puzzle: type[Pencil], title: str, text: str) -> tuple[BoardSize, tuple[Any, ...]]:
    """Read the size and the clues from the notation."""
    clues = puzzle.clues
    parts = text.split(PART)
    if len(parts) > len(clues):
        raise NotationError(
            f"A {title} has {len(clues)} part{'s' * (len(clues) > 1)}, but this one has {len(parts)}."
        )
    size, values = None, list[Any]()
    for clue, part in zip(clues, [*parts, *[""] * (len(clues) - len(parts))], strict=True):
        value, told = clue.read(part, title, size) if part.strip() or not size else (clue.blank(size), size)
        if size and told and told != size:
            raise NotationError(f"The parts of this {title} differ in size: {size} and {told}.")
        size = size or told
        values.append(value)
    if size is None:
        raise NotationError(f"This {title} does not tell its size.")
    return size, tuple(values)


def _check(puzzle: Pencil, title: str) -> None:
    """Raise NotationError if the clues make no sense on this board."""
    for spot, value in puzzle.misfits.items():
        place, domain = puzzle.grid.places[spot].name, puzzle.grid.domains[spot]
        if domain >> value & 1:
            raise NotationError(f"Two clues of this {title} contradict each other at {place}; keep one.")
        raise NotationError(f"The {value} at {place} is not a value of this {title}.")
    if OPEN not in puzzle.start:
        raise NotationError(
            f"Everything is given in this {title}, and nothing is left to solve; leave something out."
        )
    try:
        broken = puzzle.broken(puzzle.start)
    except (ValueError, IndexError, KeyError, ZeroDivisionError) as error:
        raise NotationError(
            f"There is no {title} with {puzzle.rows} rows and {puzzle.columns} columns."
        ) from error
    if broken:
        said = broken[0].word.says(puzzle.names)
        raise NotationError(f"The clues of this {title} contradict each other: it cannot be that {said}.")


def format_(puzzle: Pencil) -> str:
    """Write the clues of a puzzle with semicolons between, without those that are as usual at the end."""
    size = BoardSize(puzzle.rows, puzzle.columns)
    parts = [
        "" if at and value == clue.blank(size) else clue.write(value, size)
        for at, (clue, value) in enumerate(zip(puzzle.clues, puzzle.given, strict=True))
    ]
    while parts and not parts[-1]:
        parts.pop()
    return PART.join(parts)


def onward(puzzle: Pencil, state: State) -> Pencil:
    """Return the puzzle with what is written on it."""
    return replace(puzzle, written=state)


def symmetries(puzzle: Pencil) -> Iterator[Pencil]:
    """Yield the puzzle turned and mirrored in every way, itself first."""
    seen = set[Pencil]()
    for turn, order in orders(puzzle.rows, puzzle.columns).items():
        given = tuple(
            clue.turned(value, puzzle.grid, order, swapped=turn.swapped)
            for clue, value in zip(puzzle.clues, puzzle.given, strict=True)
        )
        columns, rows = turn.size(puzzle.columns, puzzle.rows)
        turned = replace(puzzle, rows=rows, columns=columns, given=given)
        if turned not in seen:
            seen.add(turned)
            yield turned


def reductions(puzzle: Pencil) -> Iterator[Change]:
    """Yield everything that can be left out, in words, with the puzzle without it."""
    for at, clue in enumerate(puzzle.clues):
        for words, value in clue.reductions(puzzle.given[at], puzzle.grid):
            yield Change(words, _with(puzzle, at, value), "remove", draw.spot_named(puzzle, words))


def neighbours(puzzle: Pencil) -> Iterator[Change]:
    """Yield each change of one clue, in words, with the changed puzzle, if it does not contradict itself at once."""
    taken = set[Point | None]()
    for less in reductions(puzzle):
        taken.add(less.at)
        yield less.but(f"without {less.words}")
    for at, clue in enumerate(puzzle.clues):
        for words, value in clue.changes(puzzle.given[at], puzzle.grid):
            other = _with(puzzle, at, value)
            if OPEN in other.start and not other.misfits and not other.broken(other.start, known=puzzle):
                spot = draw.spot_named(puzzle, words)
                yield Change(f"with {words}", other, "replace" if spot in taken else "add", spot)


def _can_be_left_out(clue: Clue) -> bool:
    """Return whether parts of a clue can be left out. Regions cannot: without them it is another puzzle."""
    return type(clue).reductions is not Clue.reductions and not getattr(clue, "whole", False)


def _with(puzzle: Pencil, at: int, value: Any) -> Pencil:
    return replace(puzzle, given=(*puzzle.given[:at], value, *puzzle.given[at + 1 :]))


def _size(puzzle: Pencil) -> str:
    return str(BoardSize(puzzle.rows, puzzle.columns))


def _draw(title: str, puzzle: Pencil, state: State | None = None) -> Any:
    return draw.draw(puzzle, state, title=f"{_size(puzzle)} {title}")


def _draw_step(title: str, puzzle: Pencil, trace: Any, number: int) -> Any:
    return draw.draw_step(puzzle, trace, number, title=f"{_size(puzzle)} {title}")
