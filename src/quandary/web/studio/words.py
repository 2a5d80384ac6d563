"""The sentence for each word of the studio, as the glossary has it."""

_PLAYERS = (
    "The player who knows no rule, the default player of the kind, and the one who knows all its rules."
)
WORDS = {
    "bits": "The information in one answer to a yes-or-no question.",
    "course": "Chapters of puzzles in playing order, in one file.",
    "expert": _PLAYERS,
    "notation": "The text format of a kind's puzzles. Writing a puzzle and reading it again gives the same puzzle.",
    "novice": _PLAYERS,
    "shortest": "The number of moves of a shortest solution.",
    "solutions": "A path from a start to a solved state. Solutions that end in the same solved state count as one.",
    "trap": "A position from which no solution can be reached. The deepest is the one in which most can still be tried.",
    "usual": _PLAYERS,
    "way": "Solutions that do the same things.",
    "what if": "Every change of one element, with what it does to the difficulty and to the number of solutions.",
}
"""What pages say when somebody points at a word."""
