"""Make a study's folder: plain files that a researcher edits, complete enough to be served at once."""

import secrets
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from quandary.draw.palette import AUTO
from quandary.draw.shapes import Drawing
from quandary.draw.svg import to_svg
from quandary.errors import FileError, QuandaryError
from quandary.library import registry
from quandary.library.files import Entry, read, write
from quandary.library.own import is_own, own_name, read_all_own
from quandary.limits import Limits
from quandary.parts.atomic import write_atomically
from quandary.showing.playable import Playable
from quandary.solving.search import solutions
from quandary.web.limits import limit
from quandary.web.play.hint import answer
from quandary.web.play.judge import LogEntry as Event
from quandary.web.play.judge import states
from quandary.web.study.folder import decode, drawn, kind_name
from quandary.web.study.settings import Settings
from quandary.web.study.translate import default_words, goal_of, words_file

TEMPLATES = Path(__file__).parent / "like"
PLAIN = "plain"
PRIVATE = 0o600
OTHER = "other"
"""The picture of a second right answer."""
PER_PERSON = 20
"""How many puzzles a person gets, unless told otherwise."""


def templates() -> list[str]:
    """Return the names of the studies that a new one can be like.

    >>> templates()
    ['maze-report', 'plain']
    """
    return sorted(each.name for each in TEMPLATES.iterdir() if (each / "study.toml").is_file())


def create(
    folder: Path,
    *,
    puzzles: str = "",
    per_person: int | None = None,
    like: str = PLAIN,
    seed: int = 1,
    language: str = "en",
) -> None:
    """Make the folder of a study. Raises FileError if there is something already.

    By default each person gets 20 puzzles, and in a study like one that makes its own puzzles all of them.
    """
    if like not in templates():
        raise QuandaryError(f"There is no study template {like!r}. Templates: {', '.join(templates())}.")
    words_file(language)  # which refuses a language that does not ship
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileError(f"{folder} is not empty. Name a new folder.")
    if not puzzles and not _recipe(like):
        raise FileError("A study needs puzzles: --puzzles FILE.")
    fresh = folder.with_name(f".{folder.name}.new-{secrets.token_hex(4)}")
    try:
        fresh.mkdir(parents=True)
        _fill(fresh, puzzles, per_person, like, seed, language)
        if folder.exists():
            folder.rmdir()
        fresh.rename(folder)
    except OSError as error:
        raise FileError(f"Cannot make {folder}: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _fill(folder: Path, puzzles: str, per_person: int | None, like: str, seed: int, language: str) -> None:
    (folder / "data").mkdir(mode=0o700)
    (folder / "pictures").mkdir()
    for each in _template_files(like, language):
        write_atomically(folder / each.name, each.read_bytes())
    write_atomically(folder / "words.toml", words_file(language).read_bytes())
    for name, size in (("secret", 48), ("bots", 24)):
        (folder / "data" / name).touch(mode=PRIVATE)
        write_atomically(folder / "data" / name, secrets.token_urlsafe(size).encode())
    if puzzles and is_own(puzzles):
        own, named = Path(puzzles.rpartition(":")[0]), puzzles.rpartition(":")[2]
        shutil.copyfile(own, folder / own.name)
        listed = read_all_own(puzzles)
        (first, gate), many = listed[0], len(listed)
        gates = [Playable.own(gate, own_name(first))]
        file, practice = f"{own.name}:{named}", f"{own.name}:{first.rpartition(':')[2]}"
    else:
        entries = list(_read(puzzles) if puzzles else _made(_recipe(like), seed))
        if len(entries) > limit("puzzles"):
            raise FileError(
                f"{puzzles} has more than {limit('puzzles')} puzzles, the most that a study takes."
            )
        chosen = _gates(entries, seed, _shows_another(folder))
        write(folder / "puzzles.jsonl", entries)
        write(folder / "practice.jsonl", chosen)
        gates, file, practice = [Playable.of(each) for each in chosen], "puzzles.jsonl", "practice.jsonl"
        many = len(entries)
    settings = (folder / "study.toml").read_text("utf-8")
    settings = (
        settings.replace("@puzzles@", file)
        .replace("@practice@", practice)
        .replace("@per_person@", str(per_person or (many if _recipe(like) else PER_PERSON)))
        .replace("@language@", language)
    )
    for name, english in default_words("en")["new"].items():
        settings = settings.replace(f'"{english}"', f'"{default_words(language)["new"][name]}"')
    write_atomically(folder / "study.toml", _drawable(settings, gates[0]).encode())
    _explain(folder, gates, language)


def _template_files(like: str, language: str) -> list[Path]:
    """Return the files of a template, in a language where it has them: `consent.de.md` is the German consent.md."""
    files = {each.name: each for each in sorted((TEMPLATES / like).iterdir()) if each.name.count(".") == 1}
    translated = {name: TEMPLATES / PLAIN / language / name for name in files}
    return [translated[name] if translated[name].is_file() else file for name, file in files.items()]


def _gates(entries: list[Entry], seed: int, has_another: bool) -> list[Entry]:
    """Return a practice puzzle of each kind, new ones where the kind can make them."""
    first = {entry.kind.name: entry for entry in reversed(entries)}
    found = []
    for name in dict.fromkeys(entry.kind.name for entry in entries):
        own = [entry for entry in entries if entry.kind.name == name]
        can_make = first[name].kind.maker.generate
        gate = _practice(own, seed, has_another) if can_make else replace(first[name], id="practice")
        found.append(replace(gate, id=f"practice-{name}") if len(first) > 1 else gate)
    return found


def _explain(folder: Path, gates: list[Playable], language: str) -> None:
    """Write a tutorial with pictures for each kind: tutorial.md if there is one kind, else tutorial-KIND.md."""
    way = decode(folder / "study.toml", Settings).drawing
    template = (folder / "tutorial.md").read_text("utf-8")
    for gate in gates:
        has_way = gate.kind is not None and way in gate.kind.pictures.drawn_by
        name = kind_name(gate) if len(gates) > 1 else ""
        _draw_examples(folder, drawn(gate, way if has_way else ""), f"{name}-" if name else "")
        goal = goal_of(gate, language) or "Find a way to the goal, one move after the other."
        text = template.replace("@goal@", goal)
        if name:
            text = text.replace("/pictures/", f"/pictures/{name}-")
        write_atomically(folder / (f"tutorial-{name}.md" if name else "tutorial.md"), text.encode())
    if len(gates) > 1:
        (folder / "tutorial.md").write_text(template.replace("@goal@", ""), "utf-8")


def _drawable(settings: str, playable: Playable) -> str:
    """Return the settings, with the usual way of drawing if the puzzle's kind does not have that of the template."""
    way = str(tomllib.loads(settings).get("drawing", ""))
    has_way = not way or (playable.kind is not None and way in playable.kind.pictures.drawn_by)
    return settings if has_way else settings.replace(f'drawing = "{way}"', 'drawing = ""')


def _shows_another(folder: Path) -> bool:
    """Return whether the tutorial has a picture of a second right answer."""
    return f"/pictures/{OTHER}.svg" in (folder / "tutorial.md").read_text("utf-8")


def _recipe(like: str) -> dict[str, Any]:
    """Return the kind and the number of puzzles of each size that a template makes, empty if it makes none."""
    file = TEMPLATES / f"{like}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def _made(recipe: dict[str, Any], seed: int) -> Iterator[Entry]:
    """Make the puzzles of a template, all different."""
    kind, random, seen = registry.find_kind(recipe["kind"]), Random(seed), set[str]()
    for size, wanted in recipe["sizes"].items():
        made = 0
        while made < wanted:
            puzzle = kind.generate(random, size)
            if kind.canonical(puzzle) not in seen:
                seen.add(kind.canonical(puzzle))
                made += 1
                yield Entry(kind, puzzle, f"{kind.name}-{size}-{made}")


def _read(target: str) -> Iterator[Entry]:
    for entry in read(target):
        if isinstance(entry, QuandaryError):
            raise entry
        yield entry


def _practice(entries: list[Entry], seed: int, has_another: bool) -> Entry:
    """Make a small puzzle of the first one's kind that is not among them, if wanted with another solution."""
    kind, random = entries[0].kind, Random(seed + 1)
    taken = (
        {kind.canonical(each.puzzle) for each in entries if each.kind is kind}
        if kind.notation.format
        else set()
    )
    for _ in range(100):
        assert kind.maker.generate is not None  # noqa: S101 - the caller asked
        puzzle = kind.maker.generate(random, kind.maker.sizes[0])
        if kind.canonical(puzzle) not in taken and (not has_another or len(_answers(puzzle)) > 1):
            return Entry(kind, puzzle, "practice")
    return Entry(kind, entries[0].puzzle, "practice")


def _answers(puzzle: Any) -> list[Any]:
    """Return the end of up to two solutions."""
    found = solutions(puzzle, most=2, limits=Limits(seconds=limit("solve_seconds"))).found
    return [each.end(puzzle) for each in found]


def _draw_examples(folder: Path, playable: Playable, before: str = "") -> None:
    """Draw the puzzle, a right answer, another one if there is, and one that is not finished."""
    pictures = {"empty": playable.draw(None)}
    if found := answer(playable):
        log: list[Event] = [(0, "start", found["start"]), *((0, "move", move) for move in found["moves"])]
        way = states(playable, log)[1:]
        pictures |= {"right": playable.draw(way[-1]), "wrong": playable.draw(way[max(0, len(way) // 2 - 1)])}
        if _shows_another(folder) and (others := _answers(playable.puzzle)[1:]):
            pictures[OTHER] = playable.draw(others[0])
    pictures |= _wrong_answers(playable)
    for name, drawing in pictures.items():
        write_atomically(folder / "pictures" / f"{before}{name}.svg", to_svg(drawing, palette=AUTO).encode())


def _wrong_answers(playable: Playable) -> dict[str, Drawing]:
    """Return pictures of wrong answers by name, if the kind has a module `wrong` that draws some."""
    find = playable.said_by("wrong", "wrong_answers")
    return dict(find(playable.puzzle)) if find else {}
