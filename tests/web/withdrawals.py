"""Withdraw in five ways from a study whose database is on disk, while others stay, and search the bytes of its files.

python withdrawals.py STUDY FOLDER prints what was found before and after, as JSON.
"""

import json
import shutil
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

from quandary.web.project.serving import Serving
from quandary.web.study.setup import set_up


def main(study: Path, folder: Path) -> None:
    """Set the study up in the folder, withdraw, and print what was found."""
    copy = folder / "study"
    shutil.copytree(study, copy)
    set_up(Serving(folder=copy, secret="for-tests-" * 6))
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.utils import timezone
    from tests.web.people import Visitor

    from quandary.web.study.current import current_study
    from quandary.web.study.models import Participant
    from quandary.web.study.people import COOKIE
    from quandary.web.study.write import code_for, sweep

    served = current_study()
    ways = ["leave", "code", "number", "researcher's code", "expired"]
    people = {way: Visitor(served) for way in [*ways, "stays"]}
    for number, visitor in enumerate(people.values()):
        visitor.reach_puzzles()
        visitor.answer(1, key=f"secret-of-number-{number}", rating=3)
    keys = {way: f"secret-of-number-{number}".encode() for number, way in enumerate(people)}

    def searched() -> dict[str, bool]:
        held = b"".join(file.read_bytes() for file in sorted((copy / "data").rglob("*")) if file.is_file())
        return {way: key in held for way, key in keys.items()}

    before = searched()
    researcher = Client(SERVER_NAME="127.0.0.1")
    users: Any = get_user_model().objects
    researcher.force_login(users.create_user("somebody", password="a long password"))
    codes = {way: code_for(each.client.cookies[COOKIE].value) for way, each in people.items()}
    number = people["number"].row.number
    old = people["expired"].row.pk
    people["leave"].form("/leave")
    people["code"].form("/withdraw", code=codes["code"])
    researcher.post("/research/delete", {"who": str(number)})
    researcher.post("/research/delete", {"who": codes["researcher's code"]})
    Participant.objects.filter(pk=old).update(seen=timezone.now() - timedelta(days=9999))
    sweep(served)
    after = searched()
    kept = before.pop("stays") and after.pop("stays")
    sys.stdout.write(json.dumps({"before": before, "after": after, "kept": kept}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
