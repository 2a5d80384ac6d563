"""A study in a temporary folder, a database in memory, and people in all stages of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client, override_settings

from quandary.web.project.boot import ensure
from quandary.web.project.serving import Serving, settings_for

ensure()

from tests.web.people import Visitor  # noqa: E402

from quandary.web.study import current, new  # noqa: E402
from quandary.web.study.folder import Study  # noqa: E402


@pytest.fixture(scope="session")
def tables() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)


@pytest.fixture(scope="session")
def study_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("studies") / "mazes"
    new.create(folder, like="maze-report", seed=7)
    return folder


@pytest.fixture
def serving(study_folder: Path) -> Serving:
    return Serving(app="study", folder=study_folder, secret="for-tests-" * 6)


@pytest.fixture
def study(tables: None, serving: Serving) -> Iterator[Study]:
    """Serve the study in this process, and forget everything afterwards."""
    wanted = {
        name: value
        for name, value in settings_for(serving).items()
        if name not in ("DATABASES", "LOGGING", "LOGGING_CONFIG")
    }
    current.current_study.cache_clear()
    from quandary.web.study import people as limits

    for gauge in limits.GAUGES:
        gauge.times.clear()
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(**wanted, PASSWORD_HASHERS=quick):
        yield current.current_study()
    current.current_study.cache_clear()
    from django.contrib.auth import get_user_model
    from django.contrib.sessions.models import Session

    from quandary.web.study.models import Occurrence, Participant

    for table in (Participant, Occurrence, get_user_model(), Session):
        table.objects.all().delete()


@pytest.fixture
def visitor(study: Study) -> Visitor:
    """A browser that has not seen the study yet."""
    return Visitor(study)


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """Somebody in the middle of the puzzles."""
    visitor.reach_puzzles()
    visitor.answer(1, rating=3)
    return visitor


@pytest.fixture
def ben(study: Study) -> Visitor:
    """Somebody who has finished."""
    made = Visitor(study)
    made.reach_puzzles()
    for position in range(1, 31):
        made.answer(position, rating=1 + position % 10)
    return made


@pytest.fixture
def researcher(study: Study) -> Client:
    """A researcher who is logged in."""
    from django.contrib.auth import get_user_model

    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(get_user_model().objects.create_user("researcher", password="a long password"))  # type: ignore[attr-defined]
    return client
