"""The board: what `play.js` is told can be sent, steps can be drawn, and solved positions are told apart."""

import json
from itertools import islice
from pathlib import Path
from random import Random

from quandary.board.data import puzzle_data
from quandary.puzzle import AnyPuzzle
from quandary.solving.onward import played
from quandary.solving.search import solutions
from quandary.testing.samples import SMALL, Samples, play, require

VERDICTS = ("solved", "refused", "not-a-solution")
DEVICES = {"mouse", "keyboard", "touch"}
FEW = 8
"""How many positions and solutions are looked at."""


def check_board(samples: Samples) -> None:
    """Check what a kind's `play.js` or the module that plays it is told, and the plays that it lists."""
    kind = samples.kind
    pictures = kind.pictures
    if (kind.folder / "play.js").is_file():
        _check_plays(kind.folder)

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        data = dict(pictures.board(puzzle)) if pictures.board else puzzle_data(puzzle)
        key = data.pop("solved", None)
        try:
            json.dumps(data, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise AssertionError(f"what play.js is told is no JSON: {error}") from error
        for moment in islice(play(played(puzzle), random), FEW):
            if pictures.draw:
                pictures.draw(puzzle, moment.state)
            for move in moment.moves if pictures.anchor else ():
                pictures.anchor(puzzle, moment.state, move)  # type: ignore[misc]
        if key:
            found = solutions(puzzle, most=FEW, limits=SMALL).found
            keys = [key(each.end(puzzle)) for each in found]
            require(len(set(keys)) == len(keys), "two solved positions have the same key")

    samples.try_on_examples(promise)
    samples.try_on_drawn(promise)


def _check_plays(folder: Path) -> None:
    """Check that a play for every device is listed, and one of every verdict."""
    plays = folder / "plays.jsonl"
    require(plays.is_file(), "there is a play.js but no plays.jsonl")
    lines = [json.loads(line) for line in plays.read_text("utf-8").splitlines()]
    for line in lines:
        require(
            set(line) == {"puzzle", "by", "gestures", "moves", "verdict"}, f"plays.jsonl has {sorted(line)}"
        )
    solved = {line["by"] for line in lines if line["verdict"] == "solved"}
    require(solved == DEVICES, f"plays.jsonl solves its puzzle by {sorted(solved)} only")
    missing = [each for each in VERDICTS if each not in {line["verdict"] for line in lines}]
    require(not missing, f"plays.jsonl shows no play that is {', '.join(missing)}")
