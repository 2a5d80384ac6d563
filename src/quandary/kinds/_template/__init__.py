"""Template puzzles: describe them here in one line."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds._template.draw import PICTURES
from quandary.kinds._template.make import MAKER
from quandary.kinds._template.notation import NOTATION
from quandary.kinds._template.people import PEOPLE
from quandary.kinds._template.rules import Template
from quandary.kinds._template.same import SAMENESS

KIND = Kind(
    name="template",
    title="Template puzzle",
    summary="Solve the board.",
    puzzle=Template,
    folder=Path(__file__).parent,
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
)
