"""Your own puzzle in 30 lines: rate, explain and draw it.

    python examples/my_puzzle.py                    print everything
    python examples/my_puzzle.py crossing.svg       also save the picture (.svg; .png and .pdf with typst)

A farmer has to get a wolf, a goat and a cabbage across a river, one at a time. Left alone, the wolf
eats the goat and the goat eats the cabbage.
"""

import sys

from quandary.draw.render import to_terminal
from quandary.draw.shapes import Circle, Drawing, Text, rectangle
from quandary.errors import QuandaryError
from quandary.explaining.explanation import explain
from quandary.explaining.text import to_text
from quandary.measuring.entropy import differential, muse, remuse
from quandary.player import Player
from quandary.rules import dead_end
from quandary.showing.saving import save

ALL = frozenset({"farmer", "wolf", "goat", "cabbage"})


class Crossing:
    """The river crossing. A state is the set of those who are still on this side."""

    def starts(self) -> list[frozenset[str]]:
        """Return the one start, with everyone on this side."""
        return [ALL]

    def moves(self, here: frozenset[str]) -> list[str]:
        """Return the passengers that the farmer may take along, or none if something has been eaten."""
        if is_eaten(self, here):
            return []
        side = here if "farmer" in here else ALL - here
        return ["nobody", *sorted(side - {"farmer"})]

    def apply(self, here: frozenset[str], move: str) -> frozenset[str]:
        """Return the state after the farmer and the passenger change sides."""
        return here ^ ({"farmer", move} & ALL)

    def is_solved(self, here: frozenset[str]) -> bool:
        """Return whether everyone is across."""
        return not here


def is_eaten(_: Crossing, here: frozenset[str]) -> bool:
    """Return whether one of them is left alone with its food."""
    alone = ALL - here if "farmer" in here else here
    return {"wolf", "goat"} <= alone or {"goat", "cabbage"} <= alone


# That is all a puzzle needs. A rule is something that a player may know about it.
WATCH = dead_end("watch", is_eaten, says="Never leave an animal alone with its food.")
HASTY = Player(name="hasty")
CAREFUL = Player(rules=(WATCH,), name="careful")


def draw(here: frozenset[str]) -> Drawing:
    """Draw the river and who is on which side."""
    river = rectangle(2, 0, 2, 4, fill="pale-blue")
    places = [(1 if who in here else 5, 0.5 + row, who) for row, who in enumerate(sorted(ALL))]
    discs = [Circle((x, y), 0.4, stroke="ink", width=0.05) for x, y, _ in places]
    letters = [Text((x, y), who[0].upper(), size=0.5) for x, y, who in places]
    return Drawing(6, 4, (river, *discs, *letters), title="The crossing")


def main() -> None:
    """Print how hard the puzzle is for two players, where the difficulty sits, and what the rule is worth."""
    puzzle = Crossing()
    print(to_terminal(draw(ALL), columns=40, colour=sys.stdout.isatty()))
    for player in (HASTY, CAREFUL):
        print(
            f"A {player} farmer: {muse(puzzle, player)} bits, {remuse(puzzle, player)} of them on choices that matter"
        )
    print(f"Worth {differential(puzzle, WATCH).alone:.2f} bits to know: {WATCH.says}\n")
    print(to_text(explain(puzzle, CAREFUL)))
    for file in sys.argv[1:]:
        save(draw(ALL), file)


if __name__ == "__main__":
    try:
        main()
    except QuandaryError as error:
        sys.exit(str(error))
