"""Make a file that appears when it is complete. Until then its rows are in a ledger beside it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quandary.errors import FileError, QuandaryError
from quandary.runs.ledger import Ledger, beside
from quandary.runs.notices import say
from quandary.runs.plan import Plan


@contextmanager
def keeping(path: Path, plan: Plan, *, resume: bool) -> Iterator[Ledger]:
    """Open the ledger of a file to be made, and tell how to continue if something ends the work.

    The caller removes the ledger once the file is written. Otherwise the rows stay for `--resume`.
    """
    if not path.parent.is_dir():
        raise FileError(f"Cannot write {path}: there is no folder {path.parent}. Create it first.")
    ledger = Ledger(beside(path), plan, resume=resume)
    try:
        yield ledger
        ledger.close()
    except QuandaryError as error:
        if hint := _end(ledger):
            raise QuandaryError(f"{str(error).rstrip('.')}. {hint}") from error
        raise
    except BaseException:
        if hint := _end(ledger):
            say(hint)
        raise


def _end(ledger: Ledger) -> str:
    """Close the ledger, and return how to continue if it has rows."""
    try:
        ledger.close()
    except FileError as error:
        say(str(error))
    return (
        f"The rows so far are in {ledger.path}. Run the same command with --resume to continue."
        if ledger.path.exists()
        else ""
    )
