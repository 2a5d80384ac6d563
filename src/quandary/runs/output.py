"""A file that appears when it is complete; until then its rows are in a ledger beside it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quandary.errors import FileError, QuandaryError
from quandary.runs.ledger import Ledger, beside
from quandary.runs.notices import say
from quandary.runs.plan import Plan


@contextmanager
def keeping(path: Path, plan: Plan, *, resume: bool) -> Iterator[Ledger]:
    """Open the ledger of a file that is to be made, and say how to go on if something ends the work.

    The work removes the ledger once the file is written. If it does not, the rows stay for `--resume`.
    """
    if not path.parent.is_dir():
        raise FileError(f"Cannot write {path}: there is no folder {path.parent}; make it first.")
    ledger = Ledger(beside(path), plan, resume=resume)
    try:
        yield ledger
        ledger.close()
    except QuandaryError as error:
        if hint := _end(ledger):
            raise QuandaryError(f"{str(error).rstrip('.')}; {hint}.") from error
        raise
    except BaseException:
        if hint := _end(ledger):
            say(hint)
        raise


def _end(ledger: Ledger) -> str:
    """Close the ledger, and return how to go on if there are rows to go on from."""
    try:
        ledger.close()
    except FileError as error:
        say(str(error))
    return (
        f"what is done so far is in {ledger.path}; the same command with --resume goes on from there"
        if ledger.path.exists()
        else ""
    )
