"""The sentence for each word of the studio, as the glossary has it."""

WORDS = {
    "bits": "The unit of uncertainty: one bit is the doubt between two equal options.",
    "solutions": "Paths from a start to a solved state. Those that end in the same solved state count as one.",
    "shortest": "The number of moves of a shortest solution.",
    "novice": "A player who knows no rule beyond what is allowed.",
    "usual": "The kind's own player, for whom scores are unless another one is named.",
    "expert": "A player who knows every rule of the kind.",
    "way": "Solutions that do the same things, perhaps in another order.",
    "what if": "Every change of one element, with what it does to the difficulty.",
    "notation": "The text format of a kind's puzzles. Writing a puzzle and reading it again gives the same puzzle.",
    "place": "How many generated puzzles of the same size are easier, in per cent.",
    "trap": "A position from which no solution can be reached, and in which much can still be tried.",
    "course": "Chapters of puzzles in playing order.",
}
