"""What simulated people saw, and whether every acknowledged answer is stored once."""

from dataclasses import dataclass, field


@dataclass
class Report:
    """What the bots saw, and what is stored."""

    people: int = 0
    finished: int = 0
    acknowledged: list[tuple[str, int]] = field(default_factory=list)
    """The key and position of every answer that the server said was saved."""
    refused: int = 0
    """Forged answers that were refused, as they must be."""
    accepted: int = 0
    """Forged answers that were not refused."""
    retries: int = 0
    kills: int = 0
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    """The time of every answer that was sent, in seconds."""
    stored: int = 0
    lost: int = 0
    doubled: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether every answer is stored once, forgeries were refused and everybody finished."""
        return (
            not (self.lost or self.doubled or self.accepted or self.problems) and self.finished == self.people
        )

    def quantile(self, part: float) -> float:
        """Return a quantile of the waiting times."""
        listed = sorted(self.waits)
        return listed[min(len(listed) - 1, int(part * len(listed)))] if listed else 0.0

    def text(self) -> str:
        """Return the report in a few lines."""
        lines = [
            f"{self.finished} of {self.people} bots finished in {self.seconds:.1f} s",
            f"answers: {len(self.acknowledged)} acknowledged, {self.stored} stored, {self.lost} lost, {self.doubled} doubled",
            f"forged answers: {self.refused} refused, {self.accepted} accepted; server killed {self.kills} times, {self.retries} retries",
            f"answers sent: {len(self.waits) / self.seconds if self.seconds else 0:.0f} a second, median {1000 * self.quantile(0.5):.0f} ms, 95 % within {1000 * self.quantile(0.95):.0f} ms",
        ]
        return "\n".join([*lines, *self.problems[:10]])
