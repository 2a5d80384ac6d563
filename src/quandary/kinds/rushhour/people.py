"""How people see a Rush Hour board: every slide can be taken back, so no move is ever a dead end."""

from quandary.kind import People
from quandary.player import Player

DRIVER = Player(name="driver")

PEOPLE = People(
    players=(DRIVER,),
    said=(lambda slides: f"fewest slides: {slides:,.0f}", "need fewer slides"),
    columns=("shortest", "remuse", "muse", "states"),
)
