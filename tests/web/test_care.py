"""Care for people's data: what deletes deletes no more than it should, and what is secret stays so."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse
from django.shortcuts import render
from django.test import Client, override_settings
from django.utils import timezone
from tests.web.people import Visitor, solution

from quandary.errors import FileError, QuandaryError
from quandary.web.project.serving import Serving
from quandary.web.study import backup as backups
from quandary.web.study import export, new, people
from quandary.web.study.folder import Study, read_study
from quandary.web.study.models import Answer, Occurrence, Participant
from quandary.web.study.questions import FormQuestion
from quandary.web.study.setup import _secret
from quandary.web.study.write import _given, delete, sweep


def seen(visitor: Visitor, **ago: float) -> None:
    """Say when somebody was last here."""
    Participant.objects.filter(pk=visitor.row.pk).update(seen=timezone.now() - timedelta(**ago))


# What deletes


@pytest.mark.parametrize("days", [1, 30, 365])
def test_data_are_kept_for_as_many_days_as_the_study_says_and_not_less(
    ada: Visitor, ben: Visitor, study: Study, days: int
) -> None:
    kept = replace(study, settings=msgspec.structs.replace(study.settings, keep_days=days))
    seen(ben, days=days, hours=-1)
    assert sweep(kept) == 0 and Participant.objects.count() == 2
    seen(ben, days=days, hours=1)
    assert sweep(kept) == 1 and Participant.objects.get() == ada.row
    assert Answer.objects.count() == 1 and Occurrence.objects.get().name == "expired"


def test_deleting_somebody_deletes_nothing_of_others(ada: Visitor, ben: Visitor, study: Study) -> None:
    answers = list(Answer.objects.filter(participant=ben.row).order_by("pk").values())
    delete(ada.row)
    assert list(Answer.objects.order_by("pk").values()) == answers and len(answers) == 30
    assert {each.name: each.count for each in Occurrence.objects.all()} == {"withdrawn": 1}
    delete(ben.row)
    assert not Answer.objects.exists() and Occurrence.objects.get().count == 2


def test_deleting_a_bot_or_nobody_is_not_counted(ada: Visitor, study: Study) -> None:
    row = ada.row
    Participant.objects.filter(pk=row.pk).update(is_bot=True)
    row.refresh_from_db()
    delete(row)
    assert not Participant.objects.exists() and not Occurrence.objects.exists()
    row.pk, row.is_bot = 99, False
    delete(row)  # who has gone already
    assert not Occurrence.objects.exists()


# What is secret


def test_a_backup_is_readable_by_its_owner_only_from_its_first_byte_on(
    study_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = read_study(study_folder)
    study.data.mkdir(exist_ok=True)
    database = study.data / "study.sqlite3"
    database.unlink(missing_ok=True)
    source = sqlite3.connect(database)
    source.execute("CREATE TABLE kept (number INTEGER)")
    source.commit()
    modes = list[int]()

    class Watched(backups._opened):
        def __exit__(self, *rest: object) -> None:
            modes.extend(path.stat().st_mode & 0o777 for path in tmp_path.glob(".*.new"))
            super().__exit__(*rest)

    monkeypatch.setattr(backups, "_opened", Watched)
    before = os.umask(0)
    try:
        copy = backups.backup(study, tmp_path / "copy.sqlite3")
        usual = backups.backup(study)
    finally:
        os.umask(before)
        source.close()
    assert copy.stat().st_mode & 0o777 == usual.stat().st_mode & 0o777 == 0o600
    assert modes and set(modes) == {0o600}
    assert [each.name for each in tmp_path.iterdir()] == ["copy.sqlite3"]
    database.unlink()


def test_a_backup_that_is_damaged_is_not_kept(
    study_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = read_study(study_folder)
    study.data.mkdir(exist_ok=True)
    sqlite3.connect(study.data / "study.sqlite3").close()
    (study.data / "study.sqlite3").touch()

    class Checked:
        def backup(self, _: Any) -> None: ...

        def execute(self, asked: str) -> "Checked":
            assert asked == "PRAGMA integrity_check"
            return self

        def fetchone(self) -> list[str]:
            return ["row 3 missing from index"]

    @contextmanager
    def opened(_: Path) -> Iterator[Checked]:
        yield Checked()

    monkeypatch.setattr(backups, "_opened", opened)
    with pytest.raises(QuandaryError, match=r"is damaged: row 3 missing from index\. Check the disk"):
        backups.backup(study, tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []
    (study.data / "study.sqlite3").unlink()


def test_what_a_study_keeps_for_itself_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        new.create(tmp_path / "study", like="maze-report", seed=1)
    finally:
        os.umask(before)
    assert (tmp_path / "study" / "data").stat().st_mode & 0o777 == 0o700
    secrets = [path for path in (tmp_path / "study").rglob("*secret*") if path.is_file()]
    assert secrets and all(path.stat().st_mode & 0o777 == 0o600 for path in secrets)


def test_a_secret_that_is_made_later_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        secret = _secret(tmp_path)
    finally:
        os.umask(before)
    file = tmp_path / "data" / "secret"
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert _secret(tmp_path) == secret == file.read_text() and len(secret) >= 48


def test_pictures_come_from_the_folder_of_pictures_and_from_nowhere_else(
    study_folder: Path, visitor: Visitor
) -> None:
    folder = study_folder / "pictures"
    folder.mkdir(exist_ok=True)
    (folder / "own.png").write_bytes(b"\x89PNG")
    (study_folder / "private.png").write_bytes(b"private")
    (folder / "link.png").symlink_to(study_folder / "private.png")
    (folder / "notes.txt").write_text("private")
    (folder / "inner.png").mkdir()
    try:
        assert visitor.get("/pictures/own.png").content == b"\x89PNG"
        for name in (
            "link.png",
            "notes.txt",
            "inner.png",
            "none.png",
            "../private.png",
            "%2e%2e/private.png",
        ):
            assert visitor.get(f"/pictures/{name}").status_code == 404, name
    finally:
        (folder / "inner.png").rmdir()
        for name in ("own.png", "link.png", "notes.txt"):
            (folder / name).unlink()
        (study_folder / "private.png").unlink()


# What is stored, and who counts


def test_an_answer_that_does_not_solve_the_puzzle_has_no_length(ada: Visitor) -> None:
    solved = ada.answer(2, rating=3)
    first, second, *rest = solution(ada.puzzle(3)).split()
    assert solved.status_code == 200 and rest
    skipped = ada.answer(3, moves=f"{first} {second}", skipped=True, rating=None)
    stored = {each.position: each for each in ada.stored}
    assert stored[2].solved and stored[2].length > 0
    assert skipped.status_code == 200 and not stored[3].solved and stored[3].length == 0


def test_who_has_finished_counts_with_their_answers_and_not_as_being_there(
    ben: Visitor, study: Study
) -> None:
    """Ben has just finished, but his last answers are gone, so that the two ways of counting differ."""
    some = replace(study, settings=msgspec.structs.replace(study.settings, per_person=10))
    Answer.objects.filter(participant=ben.row, position__gt=10).delete()
    assert ben.row.finished is not None
    answered = {name for name, _ in ben.row.order[:10]}
    assert _given(some, is_bot=False) == dict.fromkeys(answered, 1)
    assert not _given(some, is_bot=True)


def test_the_page_of_progress_counts_who_has_finished_and_where_others_stand(
    ada: Visitor, ben: Visitor, researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = list[dict[str, Any]]()

    def noting(request: Any, template: str, context: dict[str, Any], **more: Any) -> Any:
        rendered.append(context)
        return render(request, template, context, **more)

    monkeypatch.setattr("quandary.web.study.research.render", noting)
    for address in ("/research/", "/research/?bots=1"):
        assert researcher.get(address).status_code == 200
    told, bots = rendered
    assert [(each.people, each.lost) for each in told["funnel"]] == [(2, 0), (2, 0), (2, 0), (1, 1), (1, 0)]
    assert (told["stops"], told["at_work"]) == ([("puzzle 2", 1)], 1)
    assert sum(row["count"] for row in told["rows"]) == 31
    assert all(each.people == 0 for each in bots["funnel"])
    assert (bots["stops"], bots["at_work"], bots["rows"]) == ([], 0, [])


# What researchers delete


def test_to_delete_all_bots_deletes_no_people(ada: Visitor, ben: Visitor, researcher: Client) -> None:
    Participant.objects.filter(pk=ben.row.pk).update(is_bot=True)
    assert researcher.post("/research/delete", {"bots": "all"}).status_code == 302
    assert Participant.objects.get() == ada.row and Answer.objects.count() == 1
    assert not Occurrence.objects.exists()


@pytest.mark.parametrize("gauge", [people._withdrawals, people._withdrawals_by_client])
def test_codes_cannot_be_guessed_at_will(
    ada: Visitor, monkeypatch: pytest.MonkeyPatch, gauge: people.Gauge
) -> None:
    monkeypatch.setattr(gauge, "most", 3)
    ada.get("/withdraw")
    replies = [ada.form("/withdraw", code=f"guess {number}").status_code for number in range(5)]
    assert replies == [200] * 3 + [429] * 2
    assert ada.row.pk  # it is still there


@pytest.mark.parametrize("gauge", [people._starts, people._starts_by_client])
def test_only_so_many_people_begin_in_a_minute(
    study: Study, monkeypatch: pytest.MonkeyPatch, gauge: people.Gauge
) -> None:
    monkeypatch.setattr(gauge, "most", 2)
    replies = list[int]()
    for visitor in (Visitor(study) for _ in range(3)):
        visitor.get("/")
        replies.append(visitor.form("/consent", agree="yes").status_code)
    assert replies == [302, 302, 429] and Participant.objects.count() == 2


# What is written down


def test_what_is_served_shows_none_of_its_secrets() -> None:
    served = Serving(secret="s3cret", token="t0ken", database_url="postgresql://ada:passw0rd@host:5432/study")
    assert not [hidden for hidden in ("s3cret", "t0ken", "passw0rd") if hidden in f"{served!r}{served}"]


def test_an_export_that_fails_leaves_nothing_and_one_into_a_full_folder_changes_nothing(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "notes.txt").write_text("mine")
    with pytest.raises(FileError, match="is not empty"):
        export.export(study, full)

    def no_room(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(export, "_write", no_room)
    with pytest.raises(FileError, match=r"Cannot write .*: No space left on device\."):
        export.export(study, tmp_path / "data")
    assert [each.name for each in tmp_path.iterdir()] == ["full"]
    assert [each.name for each in full.iterdir()] == ["notes.txt"]


def test_five_people_are_enough_for_a_band_of_their_own() -> None:
    ages = FormQuestion("age", "?", ["16", "21", "26"], is_band=True)
    assert export.bands(ages, ["16"] * 5 + ["21"] * 5) == {"16": "16", "21": "21", "26": "21"}
    assert set(export.bands(ages, ["16"] * 4).values()) == {export.SUPPRESSED}


# What browsers keep


@pytest.mark.parametrize("public", [False, True])
def test_the_cookie_of_a_person_is_hidden_from_scripts_and_ends_when_they_may_no_longer_come_back(
    study: Study, public: bool
) -> None:
    with override_settings(QUANDARY_SERVING=SimpleNamespace(is_public=public)):
        kept = people.remember(HttpResponse(), "token").cookies[people.COOKIE]
    assert (kept.value, bool(kept["httponly"]), kept["samesite"]) == ("token", True, "Lax")
    assert bool(kept["secure"]) == public
    assert kept["max-age"] == study.settings.resume_hours * 60 * 60


def test_who_leaves_has_no_cookie_any_more(ada: Visitor) -> None:
    ada.form("/leave")
    assert not ada.client.cookies[people.COOKIE].value and not Participant.objects.exists()
