"""The analysis of a study that is served, made in the background, one at a time."""

import re
import tempfile
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock, Thread

from django.db import connection

from quandary.errors import QuandaryError
from quandary.web.study.folder import Study

SECONDS = 2.0
"""The longest time for a puzzle's measures."""


@dataclass
class ReportProgress:
    """A report that is being made, or is there."""

    state: str = "none"
    """none, working, done or failed"""
    says: str = ""
    html: str = ""


_lock = Lock()
_reports: dict[bool, ReportProgress] = {}


def report(bots: bool) -> ReportProgress:
    """Return the last report of people or of bots."""
    return _reports.get(bots, ReportProgress())


def start(study: Study, bots: bool) -> None:
    """Begin a report, unless one is being made."""
    with _lock:
        if report(bots).state == "working":
            return
        _reports[bots] = ReportProgress("working", "exporting")
    Thread(target=_make, args=(study, bots), name="report", daemon=True).start()


def _make(study: Study, bots: bool) -> None:
    from quandary.web.study.analysis.report import analyse, to_html
    from quandary.web.study.export import export

    mine = _reports[bots]
    try:
        with tempfile.TemporaryDirectory(prefix="quandary-report-") as scratch:
            export(study, Path(scratch) / "data", bots=bots)
            found = analyse(Path(scratch) / "data", seconds=SECONDS, progress=lambda told: _tell(mine, told))
            mine.html = to_html(found)
            mine.state, mine.says = "done", ""
    except QuandaryError as error:
        mine.state, mine.says = "failed", str(error).replace(scratch, "the export")
    finally:
        connection.close()


def _tell(mine: ReportProgress, told: str) -> None:
    mine.says = told


def policy(html: str) -> str:
    """Return a Content-Security-Policy under which a report is shown: only its own style sheets, by their hashes.

    >>> policy("<style>a{}</style>").count("sha256-")
    1
    """
    styles = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    hashes = " ".join(f"'sha256-{b64encode(sha256(each.encode()).digest()).decode()}'" for each in styles)
    return f"default-src 'none'; img-src 'self' data:; style-src {hashes or 'none'}; frame-ancestors 'none'"
