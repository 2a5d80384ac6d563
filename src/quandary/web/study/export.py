"""The data of a study as CSV: streamed, with a dictionary and checksums, and safe to open in a spreadsheet."""

import csv
import io
import json
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from quandary._version import __version__
from quandary.errors import FileError
from quandary.web.limits import limit
from quandary.web.study.folder import FormQuestion, Study
from quandary.web.study.models import Answer, Occurrence, Participant
from quandary.web.study.records import TABLES, names

FEWEST = 5
"""The fewest people that a band may have in an export."""
RISKY = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of a text that a spreadsheet might run."""
TAKEN_BACK = {"undo", "back", "erase", "restart"}


def safe(value: Any) -> Any:
    """Return a value as a cell: a text that a spreadsheet might run gets a ' in front, and numbers stay.

    >>> safe("=1+1"), safe(-3), safe(True), safe(None)
    ("'=1+1", -3, 1, '')
    """
    match value:
        case None:
            return ""
        case bool():
            return int(value)
        case str() if value.startswith((*RISKY, "'")):
            return f"'{value}"
    return value


def unsafe(cell: str) -> str:
    """Return the text that a cell stands for.

    >>> unsafe("'=1+1"), unsafe("up right")
    ('=1+1', 'up right')
    """
    return cell[1:] if cell.startswith("'") and cell[1:2] and cell[1] in (*RISKY, "'") else cell


def export(study: Study, target: Path, *, bots: bool = False) -> dict[str, int]:
    """Write the tables into a new folder and return how many rows each has."""
    if target.exists() and not target.is_dir():
        raise FileError(f"{target} is a file. Name a new folder.")
    if target.exists() and any(target.iterdir()):
        raise FileError(f"{target} is not empty. Name a new folder.")
    fresh = target.with_name(f".{target.name}.new-{secrets.token_hex(4)}")
    try:
        fresh.mkdir(parents=True)
        counts = {
            name: _write(fresh / f"{name}.csv", rows) for name, rows in tables(study, bots=bots).items()
        }
        _write(fresh / "dictionary.csv", lambda: dictionary(study))
        (fresh / "study.json").write_text(
            json.dumps(about(study, bots=bots), indent=1, ensure_ascii=False), "utf-8"
        )
        sums = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(fresh.iterdir())]
        (fresh / "SHA256SUMS").write_text("".join(sums), "utf-8")
        if target.exists():
            target.rmdir()
        fresh.rename(target)
    except OSError as error:
        raise FileError(f"Cannot write {target}: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return counts


Rows = Callable[[], Iterator[list[Any]]]


def tables(study: Study, *, bots: bool) -> dict[str, Rows]:
    """Return the rows of every table, the heading first."""
    return {
        "responses": lambda: _responses(bots),
        "events": lambda: _events(bots),
        "participants": lambda: _participants(study, bots),
        "puzzles": lambda: _puzzles(study),
    }


def stream(rows: Rows) -> Iterator[bytes]:
    """Yield the lines of a table as CSV."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    for row in rows():
        writer.writerow([safe(cell) for cell in row])
        yield buffer.getvalue().encode()
        buffer.seek(0)
        buffer.truncate()


def _write(path: Path, rows: Rows) -> int:
    count = -1
    with path.open("wb") as file:
        for line in stream(rows):
            file.write(line)
            count += 1
    return count


def _answers(bots: bool) -> Iterable[Answer]:
    found = Answer.objects.filter(participant__is_bot=bots).select_related("participant")
    return found.order_by("participant__number", "position").iterator(limit("export_rows"))


def _responses(bots: bool) -> Iterator[list[Any]]:
    yield names("responses")
    for each in _answers(bots):
        row = {
            "participant": each.participant.number,
            "seconds": round(each.ms / 1000, 3),
            "hidden_seconds": round(each.hidden_ms / 1000, 3),
            "undone": sum(verb in TAKEN_BACK for _, verb, _ in each.log),
        }
        yield [row[name] if name in row else getattr(each, name) for name in names("responses")]


def _events(bots: bool) -> Iterator[list[Any]]:
    yield names("events")
    for each in _answers(bots):
        for number, (at, verb, move) in enumerate(each.log, start=1):
            yield [each.participant.number, each.position, each.puzzle, number, at, verb, move]


def _participants(study: Study, bots: bool) -> Iterator[list[Any]]:
    people = Participant.objects.filter(is_bot=bots).order_by("number")
    merged = {
        each.id: bands(each, [who.questions.get(each.id, "") for who in people]) for each in study.questions
    }
    answered = Counter(Answer.objects.filter(participant__is_bot=bots).values_list("participant", flat=True))
    yield [*names("participants"), *merged]
    for who in people:
        row = [
            who.number,
            who.arm,
            who.page,
            len(who.order),
            answered[who.pk],
            who.finished is not None,
            who.is_bot,
        ]
        told = [merged[name].get(who.questions.get(name, ""), "") for name in merged]
        yield [*row, who.created.date().isoformat(), who.seed, *told]


def bands(question: FormQuestion, answers: Iterable[str]) -> dict[str, str]:
    """Return what each option is exported as: bands with fewer than five people join their neighbours.

    >>> ages = FormQuestion("age", "?", ["16", "21", "26", "31"], is_band=True)
    >>> bands(ages, ["16"] * 2 + ["21"] * 4 + ["31"] * 9)
    {'16': '16 / 21', '21': '16 / 21', '26': '31', '31': '31'}
    """
    if not question.is_band:
        return {option: option for option in question.options}
    counts = Counter(answers)
    groups: list[list[str]] = [[]]
    for option in question.options:
        groups[-1].append(option)
        if sum(counts[each] for each in groups[-1]) >= FEWEST:
            groups.append([])
    if len(groups) > 1:  # what is left over joins the last full group
        rest = groups.pop()
        groups[-1] += rest
    named = dict[str, str]()
    for group in groups:
        told = [each for each in group if counts[each]] or group
        enough = sum(counts[each] for each in group) >= FEWEST
        named |= dict.fromkeys(group, " / ".join(told) if enough else "")
    return named


def _puzzles(study: Study) -> Iterator[list[Any]]:
    yield names("puzzles")
    for role, listed in (
        ("study", study.puzzles.values()),
        ("practice", [study.practice] if study.practice else []),
    ):
        for each in listed:
            yield [
                each.id,
                each.kind.name if each.kind else "",
                each.notation or "",
                each.title,
                role,
                each.way,
            ]


def dictionary(study: Study) -> Iterator[list[Any]]:
    """Yield what every column of every table means."""
    yield ["table", "column", "type", "meaning"]
    for table, fields in TABLES.items():
        for field in fields:
            yield [f"{table}.csv", field.name, field.type.__name__, field.says]
    for question in study.questions:
        yield [
            "participants.csv",
            question.id,
            "str",
            f"{question.ask} Options: {' | '.join(question.options)}",
        ]


def about(study: Study, *, bots: bool) -> dict[str, Any]:
    """Return what an analysis needs to know of the study besides the tables."""
    settings = study.settings
    scale = {"least": settings.rating.least, "most": settings.rating.most, "skip": settings.rating.skip}
    return {
        "title": settings.title,
        "rating": scale,
        "order": settings.order,
        "per_person": settings.per_person,
        "bots": bots,
        "counts": {each.name: each.count for each in Occurrence.objects.order_by("name")},
        "questions": [{"id": each.id, "ask": each.ask, "options": each.options} for each in study.questions],
        "quandary": __version__,
    }
