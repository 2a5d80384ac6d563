"""Rate the puzzles that have no row in a ledger yet."""

import json
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from quandary.library.files import Entry
from quandary.measuring.table import measure
from quandary.runs.batch import Rating, Setting, chosen, rate_all
from quandary.runs.ledger import Ledger
from quandary.runs.notices import say
from quandary.runs.partial import Partial
from quandary.runs.plan import Plan, differences, digest, plan_values
from quandary.runs.rows import Row, as_json
from quandary.runs.tables import write_table


def rating_plan(setting: Setting) -> Plan:
    """Return the plan of a run of `rate`: its setting, and the versions of its measures.

    >>> rating_plan(Setting(("muse",), player="none")).facts["player"]
    'none'
    """
    versions = {f"version of {name}": measure(name).version for name in setting.measures}
    return Plan("rate", {**plan_values(setting), **versions})


class Rated:
    """The ratings of a run that a ledger keeps, in the order of the puzzles."""

    def __init__(self, ledger: Ledger, setting: Setting, partial: Partial) -> None:
        self.ledger, self.setting, self.partial = ledger, setting, partial
        self.kept = self.changed = 0
        self._is_told = False
        self._keys: list[str] = []
        """The key of each puzzle, by position."""
        self._facts: list[dict[str, Any]] = []
        """The facts of each puzzle as they are now, which a row from an earlier run may lack."""
        self._waiting = deque[tuple[int, dict[str, Any]]]()
        """The position of each puzzle that is being rated, and what it is."""
        self._versions: dict[str, dict[str, int]] = {}

    def rate(
        self,
        entries: Iterable[Entry],
        *,
        jobs: int = 1,
        scheduler: str = "",
        skip: Callable[[], object] = tuple,
        finish: Callable[[Rating], Rating] | None = None,
    ) -> Generator[Rating, None, None]:
        """Rate the puzzles that have no row yet, and yield each rating when its row is in the ledger.

        `skip` is called for each puzzle that has one. A puzzle that replaces another one in its place is
        rated again, with a message, and the old row is kept beside the new one.
        """
        with closing(
            rate_all(
                self._unrated(entries, skip), self.setting, jobs=jobs, scheduler=scheduler, finish=finish
            )
        ) as ratings:
            for rating in ratings:
                position, about = self._waiting.popleft()
                if not rating.failure:
                    self.ledger.add(position, as_json(rating), self._keys[position], about)
                yield rating
        self._tell()

    def write(self, path: Path) -> None:
        """Write the table if there are rows, and remove the ledger if the table has all of them."""
        if next(self._rows(), None) is None:
            return
        self.ledger.commit()
        write_table(path, self._rows(), self.setting.measures or self._measures())
        self.partial.remove()
        read = set(self._keys)
        others = sum(key not in read for key in self.ledger.every_key())
        if others:
            say(
                f"{self.ledger.path} is kept: it has {_rows(others)} of puzzles that were not read this time."
                " Remove it if they are not needed."
            )
        else:
            self.ledger.remove()

    def _rows(self) -> Iterator[Row]:
        for position, (key, facts) in enumerate(zip(self._keys, self._facts, strict=True)):
            row = self.ledger.get(position, key)
            if row is not None:
                told = {"facts": facts} if facts else {}
                yield {"id": row["id"], "kind": row["kind"], **told, "scores": row["scores"]}

    def _unrated(self, entries: Iterable[Entry], skip: Callable[[], object]) -> Iterator[Entry]:
        for position, entry in enumerate(entries):
            about = self._about(entry)
            key = digest(json.dumps(about))
            self._keys.append(key)
            self._facts.append(dict(entry.facts))
            if self._keep(position, entry, key, about):
                self.kept += 1
                skip()
                continue
            self._tell()
            self._notice_change(position, about)
            self._waiting.append((position, about))
            yield entry

    def _measures(self) -> list[str]:
        """Return all measures of the rows, in the order in which they are met."""
        return list(dict.fromkeys(name for row in self._rows() for name in row["scores"]))

    def _keep(self, position: int, entry: Entry, key: str, about: dict[str, Any]) -> bool:
        """Return whether there is a row for a puzzle, after copying it here from another place."""
        old = self.partial.take(entry, self.setting)
        if self.ledger.get(position, key) is not None:
            return True
        row = self.ledger.find(key) or old
        if row is not None:
            self.ledger.add(position, row, key, about)
        return row is not None

    def _about(self, entry: Entry) -> dict[str, Any]:
        """Return everything that a row depends on besides the plan."""
        kind = entry.kind
        if kind.name not in self._versions:
            names = chosen(self.setting.measures, kind)
            self._versions[kind.name] = {f"version of {name}": measure(name, kind).version for name in names}
        puzzle = {"id": entry.id, "kind": kind.name, "puzzle": kind.format(entry.puzzle)}
        return {**puzzle, "rules": kind.version, **self._versions[kind.name]}

    def _notice_change(self, position: int, about: dict[str, Any]) -> None:
        before = self.ledger.about(position)
        if before is None:
            return
        self.changed += 1
        if self.changed == 1:
            say(
                f"row {position + 1:,} is rated again because its puzzle has changed: {differences(about, before)}"
            )

    def _tell(self) -> None:
        if self.kept and not self._is_told:
            say(f"{_rows(self.kept)} kept from {self.ledger.path}")
            self._is_told = True


def _rows(number: int) -> str:
    return f"{number:,} row{'s' * (number != 1)}"
