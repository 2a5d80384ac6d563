"""Read the ledgers of earlier versions, JSON Lines in FILE.partial, into a ledger of today."""

import json
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from quandary.errors import FileError
from quandary.measuring.table import measure
from quandary.runs.rows import Row

if TYPE_CHECKING:
    from quandary.library.files import Entry
    from quandary.runs.batch import Setting


class Partial:
    """The rows that an earlier version left, by a digest of puzzle and setting.

    The file stays unchanged until all its rows have been taken over and the table is written.
    """

    def __init__(self, table: Path, *, resume: bool) -> None:
        self.path = table.with_name(f"{table.name}.partial")
        self.rows = dict[str, Row]()
        self._taken = set[str]()
        if not self.path.exists():
            return
        if not resume:
            raise FileError(
                f"{self.path} is left over from an earlier run. Add --resume to continue it, or remove it to start again."
            )
        self._read()

    def _read(self) -> None:
        *lines, torn = self.path.read_bytes().split(b"\n")  # the last line may be cut in the middle
        try:
            self.rows = {line["of"]: line["row"] for line in map(json.loads, lines)}
        except (ValueError, LookupError, TypeError) as error:
            raise FileError(
                f"{self.path} is not from a quandary run. Move it away, or choose another -o."
            ) from error
        if torn and not self.rows:
            raise FileError(f"{self.path} has no complete row. Move it away to start again.")

    def take(self, entry: "Entry", setting: "Setting") -> Row | None:
        """Return the row of a puzzle under the same setting, or None. Rows of another run raise FileError."""
        if not self.rows:
            return None
        name = old_digest(entry, setting)
        if name not in self.rows and not self._taken:
            raise FileError(
                f"{self.path} has rows with other settings or puzzles. Use those of the run that left it,"
                " choose another -o, or move it away to start again."
            )
        self._taken.add(name)
        return self.rows.get(name)

    def remove(self) -> None:
        """Delete the file if all its rows were taken over."""
        if self.rows and not self.rows.keys() - self._taken:
            self.path.unlink(missing_ok=True)


def old_digest(entry: "Entry", setting: "Setting") -> str:
    """Return the digest under which a `.partial` file has the row of a puzzle."""
    kind, limits, sampling = entry.kind, setting.limits, setting.sampling
    puzzle = (entry.id, kind.name, kind.version, kind.format(entry.puzzle))
    versions = [measure(name).version for name in setting.measures]
    # As the setting printed itself then, whatever it has come to hold since.
    asked = (
        f"Setting(measures={setting.measures!r}, player={setting.player!r}, lookahead={setting.lookahead!r},"
        f" policy={setting.policy!r}, limits=Limits(seconds={limits.seconds!r}, memory={limits.memory!r},"
        f" states={limits.states!r}), sampling=Sampling(runs={sampling.runs!r}, seed={sampling.seed!r}),"
        f" fast={setting.fast!r})"
    )
    text = f"({puzzle!r}, {asked}, {versions!r})"
    return blake2b(text.encode(), digest_size=16).hexdigest()
