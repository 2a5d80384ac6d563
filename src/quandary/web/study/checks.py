"""What `quandary study doctor` checks, as Django system checks with ids and hints that are commands."""

import re
import shutil
import stat
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core import checks
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from quandary.errors import QuandaryError
from quandary.limits import Limits
from quandary.solving.search import solutions
from quandary.web.project.serving import Serving
from quandary.web.study.folder import TEXTS, Study, kind_name
from quandary.web.study.translate import translated_goal

TAG, SOLVING = "quandary", "solving"
"""The names of the quick checks, which `serve` runs too, and of the check that solves every puzzle."""
PLACEHOLDER = re.compile(r"\b(NAME|ADDRESS)\b")
LEAST_DISK = 200_000_000


def register() -> None:
    """Make the checks known to Django."""
    checks.register(check_study, TAG)
    checks.register(check_puzzles, SOLVING)


def check_study(app_configs: Any = None, **_: Any) -> list[checks.CheckMessage]:
    """Check the study that is served: its folder, its database, its accounts, and those who have begun."""
    serving: Serving = settings.QUANDARY_SERVING
    if serving.app != "study" or serving.folder is None:
        return []
    return list(_problems(serving))


def check_puzzles(app_configs: Any = None, **_: Any) -> list[checks.CheckMessage]:
    """Check that every puzzle of the study has a solution."""
    serving: Serving = settings.QUANDARY_SERVING
    return list(_unsolvable()) if serving.app == "study" and serving.folder else []


def _unsolvable() -> Iterator[checks.CheckMessage]:
    from quandary.web.study.current import current_study

    try:
        found = current_study()
    except QuandaryError:  # which the other check tells
        return
    for each in [*found.puzzles.values(), *(each.practice for each in found.lessons if each.practice)]:
        answer = solutions(each.puzzle, most=1, limits=Limits(seconds=2))
        if answer.status == "none":
            yield checks.Error(
                f"The puzzle {each.id} has no solution.",
                hint="quandary check puzzles.jsonl",
                id="quandary.study.E002",
            )
        elif answer.status == "gave up":
            yield checks.Warning(
                f"No solution of {each.id} was found in 2 s.",
                hint="quandary solve puzzles.jsonl",
                id="quandary.study.W002",
            )


def _problems(serving: Serving) -> Iterator[checks.CheckMessage]:
    from quandary.web.study.current import current_study

    try:
        found = current_study()
    except QuandaryError as error:
        yield checks.Error(str(error), hint="Edit the file that is named.", id="quandary.study.E001")
        return
    secret = found.data / "secret"
    if not secret.is_file() or len(secret.read_text("utf-8").strip()) < 50:
        yield checks.Error(
            f"{secret} is missing or short.",
            hint="Run: quandary study serve, which makes one.",
            id="quandary.study.E003",
        )
    elif stat.S_IMODE(secret.stat().st_mode) & 0o077:
        yield checks.Error(
            f"{secret} can be read by others.", hint=f"chmod 600 {secret}", id="quandary.study.E004"
        )
    if shutil.disk_usage(found.path).free < LEAST_DISK:
        yield checks.Error("Less than 200 MB is free on the disk.", hint="df -h", id="quandary.study.E005")
    yield from _database()
    yield from _people(found)
    yield from _texts(serving, found)
    yield from _lessons(found)
    if connection.vendor == "postgresql":
        yield checks.Info(
            "PostgreSQL keeps deleted rows until VACUUM, and its log until that is recycled.",
            hint="Say so in consent.md, or run VACUUM after a withdrawal.",
            id="quandary.study.I001",
        )


def _texts(serving: Serving, found: Study) -> Iterator[checks.CheckMessage]:
    """Check that placeholders of the template are gone, and that the words are those of the language."""
    if serving.preview:
        return
    blanks = [name for name in TEXTS if PLACEHOLDER.search(found.text(name))]
    if blanks:
        level = checks.Error if serving.is_public else checks.Warning
        yield level(
            f"{blanks[0]} still has a placeholder: NAME or ADDRESS.",
            hint=f"Edit {found.path / blanks[0]}.",
            id="quandary.study.E009" if serving.is_public else "quandary.study.W009",
        )
    language = found.settings.language
    open_goals = sorted(
        {kind_name(each) for each in found.puzzles.values() if translated_goal(each, language) is None}
        - {*found.words.get("goals", {})}
    )
    if open_goals:
        yield checks.Warning(
            f"The goal of {', '.join(open_goals)} is in English, but the study is in {language!r}.",
            hint=f"Write it into {found.path / 'words.toml'}, table [goals].",
            id="quandary.study.W013",
        )


def _lessons(found: Study) -> Iterator[checks.CheckMessage]:
    """Check that every kind is explained and practised, and that people are told what to do."""
    for each in found.lessons:
        name = each.kind or each.title
        if each.file is None:
            yield checks.Error(
                f"Nothing explains {name}: people see only its goal.",
                hint=f"Write {found.path / f'tutorial-{each.kind}.md'}.",
                id="quandary.study.E011",
            )
        if found.settings.practice and each.practice is None:
            yield checks.Error(
                f"There is no practice puzzle of {name}.",
                hint=f"Add one to {found.path / found.settings.practice}.",
                id="quandary.study.E012",
            )
    if no_goal := [each.id for each in found.puzzles.values() if not found.goal(each)]:
        yield checks.Error(
            f"Nothing says what to do in {no_goal[0]}.",
            hint="Give its class a docstring: its first paragraph is the goal.",
            id="quandary.study.E013",
        )


def _people(found: Study) -> Iterator[checks.CheckMessage]:
    """Check that those who have begun can go on."""
    from quandary.web.study.models import Participant

    if Participant._meta.db_table not in connection.introspection.table_names():
        return
    begun = Participant.objects.filter(finished=None).values_list("order", flat=True)
    missing = sorted({name for order in begun for name, _ in order} - found.puzzles.keys())
    if missing:
        yield checks.Error(
            f"People who have not finished still get puzzles that {found.settings.puzzles} lacks: {', '.join(missing[:5])}.",
            hint="Put them back, or start a new study for the new puzzles.",
            id="quandary.study.E010",
        )


def _database() -> Iterator[checks.CheckMessage]:
    from django.contrib.auth import get_user_model

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield checks.Error(
            "The database has an older format.",
            hint="Run: quandary study serve, which updates it.",
            id="quandary.study.E006",
        )
        return
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode")
            mode = cursor.fetchone()[0]
            cursor.execute("PRAGMA synchronous")
            synchronous = cursor.fetchone()[0]
        if (mode, synchronous) != ("wal", 2):
            yield checks.Error(
                f"The database does not write safely (journal {mode}, synchronous {synchronous}).",
                hint="Put the study on a local disk.",
                id="quandary.study.E007",
            )
    if not get_user_model().objects.exists():
        yield checks.Error(
            "There is no account for researchers.",
            hint="quandary study serve DIR --new-password",
            id="quandary.study.E008",
        )
