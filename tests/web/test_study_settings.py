"""What study.toml and questions.toml can ask for: sessions, checks, adaptive orders, dates, time limits, languages."""

import tomllib
from datetime import timedelta
from pathlib import Path

from django.utils import timezone
from tests.web.people import Visitor
from tests.web.test_laboratory import changed

from quandary.web.study import new
from quandary.web.study.folder import Study, read_study
from quandary.web.study.models import Participant
from quandary.web.study.next import chooser_for
from quandary.web.study.questions import FormQuestion
from quandary.web.study.settings import Session
from quandary.web.study.translate import WORDS, default_words


def asking(study: Study, *questions: FormQuestion) -> Study:
    """Return the study with more questions."""
    return Study(
        study.path, study.settings, (*study.questions, *questions), study.words, study.puzzles, study.lessons
    )


def test_a_second_session_begins_on_its_day_and_with_a_code_in_another_browser(study: Study) -> None:
    with changed(study, sessions=[Session(2), Session(2, days=7)], per_person=4) as served:
        ada = Visitor(served)
        ada.reach_puzzles()
        ada.answer(1)
        ada.answer(2)
        assert ada.where["page"] == "return" and ada.form("/return").status_code == 403
        code = ada.get("/return").content.decode().partition('id="code">')[2].partition("<")[0]
        Participant.objects.update(returns=timezone.now() - timedelta(hours=1))
        phone = Visitor(served)
        phone.get("/again")
        assert phone.form("/again", code="AAAA-AAAA-AAAA-AAAA").status_code == 404
        assert phone.form("/again", code=code).headers["Location"] == "/return"
        phone.form("/return")
        assert phone.where["page"] == "puzzles" and phone.row.session == 2
        phone.answer(3)
        phone.answer(4)
        assert phone.where["page"] == "debrief" and phone.row.outcome == "done"


def test_questions_come_between_and_after_and_attention_checks_screen_out(study: Study) -> None:
    mood = FormQuestion("mood", "Mood?", ["good", "bad"], at="between", puzzles=[1], required=True)
    check = FormQuestion("check", "Choose blue.", ["red", "blue"], at="between", right="blue")
    grid = FormQuestion("fun", "Was it", ["no", "yes"], kind="grid", rows=["fun", "long"], at="after")
    with changed(asking(study, mood, check, grid), most_wrong=1, per_person=3) as served:
        ada, ben = Visitor(served), Visitor(served)
        for visitor in (ada, ben):
            visitor.reach_puzzles()
        Participant.objects.update(planned=3)
        assert ada.answer(1, replies={"check": "blue"}).json()["error"] == "missing"
        for position in (1, 2, 3):
            assert ada.answer(position, replies={"check": "blue", "mood": "good"}).status_code == 200
        assert [row.replies.get("mood") for row in ada.stored] == ["good", None, None]
        assert ada.where["page"] == "closing"
        ada.form("/closing", fun_1="yes", fun_2="no")
        assert ada.row.outcome == "done" and ada.row.questions["fun_2"] == "no"
        ben.answer(1, replies={"check": "red", "mood": "bad"})
        ben.answer(2, replies={"check": "red"})
        assert ben.row.outcome == "screened_out" and ben.get("/ended").status_code == 200


def test_an_adaptive_order_grows_by_the_answers_and_can_be_drawn_again(study: Study) -> None:
    with changed(study, order="adaptive", per_person=6) as served:
        ada = Visitor(served)
        ada.reach_puzzles()
        assert ada.row.planned == 6 and len(ada.row.order) == 1
        for position in range(1, 7):
            assert ada.answer(position, skipped=position % 2 == 0).status_code == 200
        row = ada.row
        assert row.page == "debrief" and len({name for name, _ in row.order}) == 6
        from quandary.models.adaptive import Tried

        tried, left = list[Tried](), [*served.puzzles]
        for name, _ in row.order:
            assert chooser_for(served, row).next(tried, left) == name
            left.remove(name)
            tried.append(Tried(name, ada.stored[len(tried)].solved))


def test_people_begin_between_the_dates_and_stop_when_the_time_is_over(study: Study) -> None:
    now = timezone.now()
    for settings, status in (
        ({"opens": now + timedelta(hours=1)}, 403),
        ({"closes": now - timedelta(hours=1)}, 403),
        ({"opens": now - timedelta(hours=1), "closes": now + timedelta(hours=1)}, 200),
    ):
        with changed(study, **settings) as served:
            assert Visitor(served).get("/").status_code == status
    with changed(study, minutes=10) as served:
        ada = Visitor(served)
        ada.reach_puzzles()
        assert ada.get("/puzzle").status_code == 200
        Participant.objects.update(entered=now - timedelta(minutes=11))
        ada.get("/puzzle")
        assert ada.where["page"] == "debrief"


def test_every_word_has_a_translation_and_a_german_study_speaks_german(tmp_path: Path) -> None:
    english, german = default_words("en"), default_words("de")
    assert english.keys() == german.keys() and {*tomllib.loads((WORDS / "de.toml").read_text("utf-8"))} == {
        *german
    }
    for table in ("messages", "board", "new"):
        assert english[table].keys() == german[table].keys()
    new.create(tmp_path / "study", like="maze-report", language="de", per_person=2)
    study = read_study(tmp_path / "study")
    assert study.words["agree"] == german["agree"] and study.settings.rating.ask == german["new"]["ask"]
    assert "Kreuz" in study.goal(next(iter(study.puzzles.values()))) and "Rätsel" in study.text("consent.md")
