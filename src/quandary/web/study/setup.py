"""Set a study up for serving: Django, the database, the account for researchers."""

import os
import secrets
from dataclasses import replace
from pathlib import Path

from quandary.errors import FileError
from quandary.parts.atomic import write_atomically
from quandary.web.project.boot import boot
from quandary.web.project.serving import Serving

ACCOUNT = "researcher"


def set_up(serving: Serving) -> None:
    """Set Django up for a study's folder with its secret, and bring the database up to date."""
    assert serving.folder is not None  # noqa: S101 - a study has a folder
    boot(replace(serving, secret=_secret(serving.folder)))
    from django.core.management import call_command
    from django.db.utils import DatabaseError

    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:  # a full disk, or a server that does not answer
        raise FileError(f"Cannot use the database of {serving.folder}: {error}.") from error


def database_url() -> str:
    """Return the database that the environment names, or ""."""
    return os.environ.get("DATABASE_URL", "")


def new_password() -> str:
    """Give the researchers' account a new password and return it."""
    from django.contrib.auth import get_user_model

    password = secrets.token_urlsafe(15)
    user, _ = get_user_model().objects.get_or_create(username=ACCOUNT)
    user.set_password(password)
    user.save()
    return password


def _secret(folder: Path) -> str:
    file = folder / "data" / "secret"
    if not file.is_file():
        file.parent.mkdir(mode=0o700, exist_ok=True)
        file.touch(mode=0o600)
        write_atomically(file, secrets.token_urlsafe(48).encode())
    return file.read_text("utf-8").strip()
