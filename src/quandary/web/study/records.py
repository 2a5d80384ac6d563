"""What is recorded, one row per field: its type and its sentence.

The exports, the data dictionary and the docs read this. No column without its sentence.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Field(NamedTuple):
    """One recorded thing."""

    name: str
    type: type
    says: str


ANSWER = (
    Field("participant", int, "Number of the participant, drawn at random. It leads to no person."),
    Field("position", int, "Place of the puzzle in this person's order, from 1."),
    Field("puzzle", str, "Id of the puzzle in puzzles.csv."),
    Field("solved", bool, "Whether the moves solve the puzzle, judged on the server."),
    Field("skipped", bool, "Whether the person skipped the puzzle."),
    Field("timed_out", bool, "Whether the time limit of the puzzle ended it."),
    Field(
        "rating", int, "Difficulty on the study's scale. A skipped puzzle has the scale's value for skips."
    ),
    Field("seconds", float, "Time from first view to the last move, without time in other tabs."),
    Field("hidden_seconds", float, "Time in other tabs while the puzzle was open."),
    Field("clicks", int, "Taps, clicks and keys on the board, drags counted by step."),
    Field("length", int, "Moves in the solution found, 0 if none was."),
    Field("undone", int, "Moves taken back: undo, back, erase, restart."),
    Field("refused", int, "How often the board refused something that was tried."),
    Field("device", str, "What was used: mouse, touch or keyboard, empty if nothing was."),
    Field(
        "flags",
        str,
        "What is odd, separated by spaces: no-log (solved without a record of the moves), too-fast (less than 0.1 s a move).",
    ),
    Field("phase", str, "Which part of the study the puzzle belongs to: pre, main or post."),
    Field("moves", str, "The moves of the answer, as `quandary show --after` reads them."),
)
EVENT = (
    Field("participant", int, "Number of the participant."),
    Field("position", int, "Place of the puzzle in this person's order."),
    Field("puzzle", str, "Id of the puzzle."),
    Field("number", int, "Number of the event within the puzzle, from 1."),
    Field("ms", int, "Milliseconds since the puzzle was first seen."),
    Field("verb", str, "What was done: start, move, back, erase, undo, redo, restart or refused."),
    Field("move", str, "The move, for verbs that have one."),
)
PARTICIPANT = (
    Field("participant", int, "Number of the participant, drawn at random."),
    Field("arm", str, "Whom, if the study has any."),
    Field(
        "page",
        str,
        "Where the person is: questions, tutorial, practice, puzzles, return, closing, debrief or ended.",
    ),
    Field("outcome", str, "How it ended: done, screened_out or over_quota, empty for those who did not end."),
    Field("panel", str, "The recruitment panel's id: a keyed hash, or as given if the study says so."),
    Field("session", int, "Which session the person is in, from 1."),
    Field("assigned", int, "Puzzles in this person's order."),
    Field("answered", int, "Puzzles answered, skips included."),
    Field("finished", bool, "Whether the person reached the end."),
    Field("bot", bool, "Whether this is a simulated person."),
    Field("day", str, "Day of the start, without the hour."),
    Field("seed", int, "Seed of the order, from which it can be drawn again."),
    Field("seconds_questions", float, "Time on the pages with the first questions."),
    Field("seconds_tutorial", float, "Time on the tutorials."),
    Field("seconds_practice", float, "Time with the practice puzzles."),
    Field("seconds_puzzles", float, "Time with the puzzles, breaks included."),
    Field("seconds_closing", float, "Time on the page with the last questions."),
    Field("checks_wrong", int, "Attention checks that were answered wrong."),
)
PRACTICE = (
    Field("participant", int, "Number of the participant."),
    Field("puzzle", str, "Id of the practice puzzle in puzzles.csv."),
    Field("attempt", int, "Number of the try at this puzzle, from 1."),
    Field("solved", bool, "Whether the moves solve the puzzle."),
    Field("seconds", float, "Time since the page was shown."),
    Field("events", int, "Entries in the record of the moves."),
    Field("undone", int, "Moves taken back."),
    Field("moves", str, "The moves of the try."),
)
REPLY = (
    Field("participant", int, "Number of the participant."),
    Field("position", int, "Place of the puzzle after which it was asked."),
    Field("question", str, "Id of the question, with the number of the row for a grid."),
    Field("answer", str, "What was answered."),
    Field("right", str, "1 or 0 for an attention check, else empty."),
)
BASIS = (
    Field("participant", int, "Number of the participant."),
    Field("puzzle", str, "Id of the puzzle."),
    Field(
        "difficulty",
        float,
        "How hard the puzzle was thought to be when the person began, on the scale of skill.",
    ),
    Field("error", float, "The standard error of that."),
)
PUZZLE = (
    Field("puzzle", str, "Id of the puzzle."),
    Field("kind", str, "Kind of puzzle."),
    Field("notation", str, "The puzzle in its kind's notation."),
    Field("title", str, "Title, if it has one."),
    Field("role", str, "practice or study."),
    Field("drawing", str, "How answers are drawn, if not in the kind's usual way."),
)
TABLES: Mapping[str, tuple[Field, ...]] = {
    "responses": ANSWER,
    "events": EVENT,
    "participants": PARTICIPANT,
    "puzzles": PUZZLE,
    "practice": PRACTICE,
    "replies": REPLY,
    "basis": BASIS,
}
"""The fields of every exported table. participants.csv also has one column per question."""


def names(table: str) -> list[str]:
    """Return the columns of a table.

    >>> names("events")[:3]
    ['participant', 'position', 'puzzle']
    """
    return [field.name for field in TABLES[table]]
