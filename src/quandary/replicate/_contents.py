"""Every table and figure of the sources by its number, and where it is (contents.txt)."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("contents.txt")


class Content(NamedTuple):
    """A table or a figure of a source."""

    source: str
    number: str
    what: str
    where: str
    """Arguments of `quandary replicate`, another command after its name and a colon, or "not possible: " and the reason."""

    @property
    def table(self) -> tuple[str, str] | None:
        """The name of the replication and of its table, if it is one."""
        name, _, part = self.where.partition(" --table ")
        return None if ":" in self.where else (name, part)


def contents() -> Iterator[Content]:
    """Yield every table and figure, in the order of the sources.

    >>> next(contents()).number
    'Figures 1 to 3'
    """
    source = ""
    for line in FILE.read_text("utf-8").splitlines():
        if line.startswith("= "):
            source = line.removeprefix("= ")
        elif line and not line.startswith("#"):
            number, what, where = (part.strip() for part in line.split(" | "))
            yield Content(source, number, what, where)
