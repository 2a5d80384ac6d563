"""What a page may ask of the server at most, as one table that the docs print."""

from typing import NamedTuple

from quandary.showing.playable import MOST_SOLUTIONS, MOST_STATES, SOLVE_SECONDS


class Limit(NamedTuple):
    """A limit: its name, its value and what it limits."""

    name: str
    value: float
    says: str


LIMITS = {
    each.name: each
    for each in (
        Limit("body_bytes", 1_000_000, "Largest body of a request."),
        Limit("body_seconds", 30, "Longest time for a client to send a request."),
        Limit("connections", 2_000, "Most browsers that keep a connection open."),
        Limit("moves", 20_000, "Most moves in one answer."),
        Limit("log_entries", 20_000, "Most entries in the log of one answer."),
        Limit("text_characters", 2_000, "Longest text typed into one field."),
        Limit("posts_per_minute", 240, "Most requests that change something, per participant."),
        Limit("starts_per_minute", 1_200, "Most new participants per minute, all clients together."),
        Limit("starts_per_minute_and_client", 60, "Most new participants per minute from one address."),
        Limit(
            "withdrawals_per_minute", 1_200, "Most withdrawal codes tried per minute, all clients together."
        ),
        Limit(
            "withdrawals_per_minute_and_client",
            20,
            "Most withdrawal codes tried per minute from one address.",
        ),
        Limit(
            "logins_per_minute", 300, "Most failed logins of researchers per minute, all clients together."
        ),
        Limit(
            "logins_per_minute_and_client",
            10,
            "Most failed logins of researchers per minute from one address.",
        ),
        Limit(
            "states",
            MOST_STATES,
            "Most states that are sent to the browser with a puzzle that has no play.js.",
        ),
        Limit(
            "solve_seconds",
            SOLVE_SECONDS,
            "Longest search for solutions, hints and answers that a page can ask for.",
        ),
        Limit("solutions", MOST_SOLUTIONS, "Most solutions that a page carries as hashes."),
        Limit("puzzles", 2_000, "Most puzzles of a file or a study."),
        Limit("export_rows", 2_000, "Rows of an export in memory at a time."),
        Limit("streams", 24, "Most streams of answers that pages of the studio have open."),
        Limit("questions", 4_000, "Most questions that wait for a worker of the studio."),
        Limit("studio_seconds", 10, "Longest work of the studio on one puzzle."),
        Limit("shelf_seconds", 5, "Longest rating of a puzzle on the shelf of the studio."),
        Limit("what_if_seconds", 30, "Longest work of the studio on all changes of a puzzle."),
        Limit("like_seconds", 60, "Longest search of the studio for puzzles like another one."),
        Limit("studio_gigabytes", 2, "Most memory of a worker of the studio."),
        Limit("trap_states", 5_000, "Most positions among which the studio looks for the deepest trap."),
    )
}
"""Every limit, by name."""


def limit(name: str) -> int:
    """Return the value of a limit.

    >>> limit("moves")
    20000
    """
    return int(LIMITS[name].value)
