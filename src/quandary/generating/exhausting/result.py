"""The result of a run through a space."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from quandary.generating.evaluator import Evaluator
from quandary.generating.exhausting.values import Values
from quandary.generating.found import Found, Kept, plain
from quandary.kind import Kind
from quandary.parts.plain import json_line


@dataclass(frozen=True)
class Exhausted:
    """The result of a run through a space."""

    space: str
    """The name of the space, with its size and the options that are not the usual ones."""
    options: Mapping[str, str]
    """All options of the space."""
    size: int
    """The number of puzzles in the whole space."""
    asked: int
    """The number of puzzles that the run was to see."""
    evaluator: Evaluator
    found: Found = field(repr=False)
    values: Values = field(repr=False)
    """The values of the solvable puzzles. If there is a ledger, they are in it until they are asked for."""
    kind: Kind | None = field(repr=False)
    unrank: Callable[[int], Any] = field(repr=False)

    @property
    def seen(self) -> int:
        """The number of puzzles that were scored."""
        return self.found.seen

    @property
    def digest(self) -> str:
        """A digest of the numbers and values of all puzzles seen, the same however the run was done."""
        return self.found.digest

    @property
    def histogram(self) -> list[tuple[float, int]]:
        """Each value of the solvable puzzles with their number, in increasing order."""
        return [each for batch in self.values.batches() for each in batch]

    @property
    def best(self) -> list[tuple[Kept, Any]]:
        """The puzzles that were kept, best first, with their numbers and scores."""
        return [(kept, self.unrank(kept.number)) for kept in self.found.kept]

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {**self._told(), "histogram": [[plain(value), count] for value, count in self.histogram]}

    def to_json(self) -> str:
        """Write everything as one line of JSON, as quickly as the millions of values need that may be in it."""
        from msgspec import json

        batches = (json.encode(batch)[1:-1] for batch in self.values.batches())
        values = b",".join(filter(None, batches)).replace(b".0,", b",")  # whole values as whole numbers
        return f'{json_line(self._told())[:-1]}, "histogram": [{values.decode()}]}}'

    def _told(self) -> dict[str, Any]:
        return {
            "space": self.space,
            "options": dict(self.options),
            "size": self.size,
            "seen": self.seen,
            "share": self.seen / self.size if self.size else 0.0,
            "digest": self.digest,
            "by": self.evaluator.by,
            **({"then": self.evaluator.then} if self.evaluator.then else {}),
            **({"where": self.evaluator.where} if self.evaluator.where else {}),
            "unsolvable": self.found.unsolvable,
            "unknown": self.found.unknown,
            "invalid": self.found.invalid,
            **({"filtered": self.found.filtered} if self.evaluator.where else {}),
            "best": [self._row(place, *each) for place, each in enumerate(self.best, start=1)],
        }

    def _row(self, place: int, kept: Kept, puzzle: Any) -> dict[str, Any]:
        values = dict(zip(self.evaluator.expressions, kept.values, strict=True))
        exact = {
            name: {"value": value, "status": "exact"}
            for name, value in values.items()
            if name not in kept.scores
        }
        told = {"place": place, "number": kept.number, "puzzle": self.text(puzzle)}
        return {**told, "scores": {**exact, **kept.scores}}

    def text(self, puzzle: Any) -> str:
        """Return the notation of a puzzle, or what it prints as if its kind has none."""
        return self.kind.format(puzzle) if self.kind and self.kind.notation.format else str(puzzle)

    def __str__(self) -> str:
        share = f"{100 * self.seen / self.size:.3g} %" if self.size else "all"
        found = self.found
        others = [
            (found.unsolvable, "cannot be solved"),
            (found.unknown, "has no value" if found.unknown == 1 else "have no value"),
            (found.filtered, f"do not have {self.evaluator.where}"),
            (found.invalid, "is not a puzzle" if found.invalid == 1 else "are not puzzles"),
        ]
        told = "".join(f", {number:,} {what}" for number, what in others if number)
        return f"{self.space}: saw {self.seen:,} of {self.size:,} ({share}){told}; digest {self.digest}"
