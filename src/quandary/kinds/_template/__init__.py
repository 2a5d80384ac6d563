"""Water jugs: pour until one of them holds the wanted amount."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds._template.draw import anchor, draw, write
from quandary.kinds._template.generate import SIZES, canonical, generate, size, symmetries
from quandary.kinds._template.inference import CAREFUL, RULES
from quandary.kinds._template.notation import format, parse  # noqa: A004
from quandary.kinds._template.rules import Jugs

KIND = Kind(
    # Required: what it is, its class, its notation, and where this folder is.
    name="template",
    title="Jug puzzle",
    summary="Pour from jug to jug until one of them holds the wanted amount.",
    puzzle=Jugs,
    parse=parse,
    format=format,
    folder=Path(__file__).parent,
    # Optional, each by itself: delete what you do not offer.
    rules=RULES,
    default=CAREFUL,
    draw=draw,
    anchor=anchor,
    write=write,
    sizes=SIZES,
    size=size,
    generate=generate,
    symmetries=symmetries,
    canonical=canonical,
)
