"""How people see a level: no rules are known that hold for all games."""

from quandary.kind import People
from quandary.kinds.puzzlescript.deeds import DEEDS

PEOPLE = People(columns=("remuse", "shortest", "luck", "solutions"), deeds=DEEDS)
