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
from quandary.web.study.folder import Study
from quandary.web.study.models import PAGES, Answer, Attempt, Occurrence, Participant
from quandary.web.study.planning import read_plan
from quandary.web.study.questions import FormQuestion, columns, wrong_checks
from quandary.web.study.records import TABLES, names

FEWEST = 5
"""The fewest people that a band may have in an export."""
SUPPRESSED = "(fewer than five people)"
"""What an answer is exported as if too few people gave it. Who gave none has an empty cell."""
FASTEST = 100
"""The fewest milliseconds for a move that somebody thought about."""
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
        "practice": lambda: _attempts(bots),
        "replies": lambda: _replies(study, bots),
        "basis": lambda: _basis(bots),
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
            "refused": sum(verb == "refused" for _, verb, _ in each.log),
            "flags": " ".join(flags(each)),
        }
        yield [row[name] if name in row else getattr(each, name) for name in names("responses")]


def flags(answer: Answer) -> list[str]:
    """Return what is odd about an answer."""
    if not answer.solved:
        return []
    moves = sum(verb == "move" for _, verb, _ in answer.log)
    is_fast = answer.ms < FASTEST * max(1, answer.length)
    return [*(["no-log"] if not moves and answer.length else []), *(["too-fast"] if is_fast else [])]


def _events(bots: bool) -> Iterator[list[Any]]:
    yield names("events")
    for each in _answers(bots):
        for number, (at, verb, move) in enumerate(each.log, start=1):
            yield [each.participant.number, each.position, each.puzzle, number, at, verb, move]


def _participants(study: Study, bots: bool) -> Iterator[list[Any]]:
    people = Participant.objects.filter(is_bot=bots).order_by("number")
    asked = columns(study.questions, len(study.settings.sessions))
    merged = {
        name: bands(each, [who.questions.get(name, "") for who in people])
        for name, each in asked
        if each.is_band
    }
    answers = Answer.objects.filter(participant__is_bot=bots)
    answered = Counter(answers.values_list("participant", flat=True))
    wrong = Counter[int]()
    for who, replies in answers.exclude(replies={}).values_list("participant", "replies"):
        wrong[who] += wrong_checks(study.questions, replies)
    yield [*names("participants"), *(name for name, _ in asked)]
    for each in people:
        row = {
            "participant": each.number,
            "assigned": each.planned,
            "answered": answered[each.pk],
            "finished": each.finished is not None and each.outcome == "done",
            "bot": each.is_bot,
            "panel": each.panel or each.panel_hash,
            "day": each.created.date().isoformat(),
            "checks_wrong": wrong[each.pk],
        }
        row |= {f"seconds_{page}": each.spent.get(page) for page in PAGES}
        told = [_told(merged.get(name), each.questions.get(name, "")) for name, _ in asked]
        yield [*(row[name] if name in row else getattr(each, name) for name in names("participants")), *told]


def _told(merged: dict[str, str] | None, answer: str) -> str:
    """Return an answer as it is exported: nothing if there is none, and its band if it belongs to one."""
    return answer if merged is None or not answer else merged.get(answer, SUPPRESSED)


def _attempts(bots: bool) -> Iterator[list[Any]]:
    yield names("practice")
    tries = Counter[tuple[int, str]]()
    found = Attempt.objects.filter(participant__is_bot=bots).select_related("participant").order_by("pk")
    for each in found.iterator(limit("export_rows")):
        who = each.participant.number
        tries[who, each.puzzle] += 1
        undone = sum(verb in TAKEN_BACK for _, verb, _ in each.log)
        row = [who, each.puzzle, tries[who, each.puzzle], each.solved, round(each.ms / 1000, 3)]
        yield [*row, len(each.log), undone, each.moves]


def _replies(study: Study, bots: bool) -> Iterator[list[Any]]:
    yield names("replies")
    right = {each.id: each.right for each in study.questions if each.right}
    for each in _answers(bots):
        for name, told in each.replies.items():
            judged = int(told == right[name]) if name in right else None
            yield [each.participant.number, each.position, name, told, judged]


def _basis(bots: bool) -> Iterator[list[Any]]:
    yield names("basis")
    for who in Participant.objects.filter(is_bot=bots).exclude(basis={}).order_by("number"):
        for name, (value, error) in who.basis.items():
            yield [who.number, name, value, error]


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
        named |= dict.fromkeys(group, " / ".join(told) if enough else SUPPRESSED)
    return named


def _puzzles(study: Study) -> Iterator[list[Any]]:
    yield names("puzzles")
    for role, listed in (
        ("study", study.puzzles.values()),
        ("practice", [each.practice for each in study.lessons if each.practice]),
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
    for name, question in columns(study.questions, len(study.settings.sessions)):
        options = f" Options: {' | '.join(question.options)}" if question.options else ""
        row = (
            f" Row: {question.rows[question.fields.index(name)]}"
            if name in question.fields and question.rows
            else ""
        )
        yield ["participants.csv", name, "str", f"{question.ask}{row}{options}"]


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
        "feedback": settings.feedback,
        "arms": [each.name for each in settings.arms],
        "questions": [
            {"id": name, "ask": each.ask, "options": each.options}
            for name, each in columns(study.questions, len(settings.sessions))
            if each.kind != "text"
        ],
        "plan": read_plan(study.path),
        "quandary": __version__,
    }
