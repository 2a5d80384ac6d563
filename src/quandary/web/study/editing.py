"""Change the files of a study in the browser: checked as a whole before anything is written."""

import shutil
import tempfile
from pathlib import Path

from quandary.errors import FileError, QuandaryError
from quandary.parts.atomic import write_atomically
from quandary.web.limits import limit
from quandary.web.study import current
from quandary.web.study.folder import FILES, Study, read_study
from quandary.web.study.models import Participant


def files_of(study: Study) -> list[str]:
    """Return the files that can be edited: settings, texts, questions, words and puzzles."""
    tutorials = sorted(each.name for each in study.path.glob("tutorial-*.md"))
    puzzles = [name for name in (study.settings.puzzles, study.settings.practice) if name.endswith(".jsonl")]
    return [*FILES, *tutorials, *puzzles]


def save(study: Study, name: str, text: str) -> None:
    """Write a file of a study, if the study can be read with it and nobody loses a puzzle. Raises QuandaryError."""
    if name not in files_of(study):
        raise FileError(f"{name[:60]} is not a file of this study that can be edited here.")
    if len(text) > limit("body_bytes"):
        raise FileError(f"{name} is too large.")
    text = text.replace("\r\n", "\n")
    with tempfile.TemporaryDirectory(prefix="quandary-edit-") as scratch:
        trial = Path(scratch) / "study"
        shutil.copytree(study.path, trial, ignore=shutil.ignore_patterns("data", "pictures"))
        (trial / name).write_text(text, "utf-8")
        try:
            _refuse_lost_puzzles(read_study(trial))
        except QuandaryError as error:
            raise QuandaryError(str(error).replace(f"{trial}/", "")) from error
    write_atomically(study.path / name, text.encode())
    current.current_study.cache_clear()


def _refuse_lost_puzzles(changed: Study) -> None:
    """Refuse a change that takes puzzles away from people who have not finished."""
    begun = Participant.objects.filter(outcome="").values_list("order", flat=True)
    missing = sorted({name for order in begun for name, _ in order} - changed.puzzles.keys())
    if missing:
        raise QuandaryError(f"People who have not finished still get: {', '.join(missing[:5])}. Keep them.")
