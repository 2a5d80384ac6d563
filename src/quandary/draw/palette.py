"""The colours of pictures: shapes name roles, and a palette gives each role its colour.

>>> LIGHT["ink"], DARK["ink"]
('#14181a', '#e8e8ec')

Any other name is a CSS colour, the same in every palette: "#7fb2e5", "gold". "on-ROLE" is black or white,
whichever is easier to read on that role:

>>> LIGHT["gold"], LIGHT["on-pale-yellow"], DARK["on-panel"]
('gold', '#000000', '#ffffff')
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from quandary.draw.colour import contrast, parse_colour
from quandary.draw.shapes import Circle, Drawing, Line, Polygon, Shape, Text
from quandary.errors import UnknownNameError

_ROLES = """
paper        #ffffff   #17181c   #ffffff   #ffffff   What a picture is drawn on.
ink          #14181a   #e8e8ec   #000000   #000000   Text and lines that matter most.
soft         #5c6370   #a5abb8   #444444   #555555   Text and lines of less weight: axes, pencil marks.
line         #808080   #7d828c   #808080   #808080   Thin lines between cells.
faint        #dcdfe4   #3a3d45   #cccccc   #d9d9d9   Lines for the eye only: nothing is lost without them.
given        #000000   #ffffff   #000000   #000000   What a puzzle gives.
written      #1f5fbf   #7db0ff   #404040   #005b94   What a solver writes in.
new          #1e7a44   #5fd08a   #000000   #00694d   What a step of a solver writes in.
new-area     #1e844930 #5fd08a30 #00000014 #009e7330 The cell that it is written in.
struck       #b83227   #ff9184   #000000   #a84300   What a step of a solver rules out.
struck-area  #c0392b30 #ff918430 #00000014 #d55e0030 The cell that it is ruled out in.
end          #c9cdd3   #474b54   #dddddd   #cccccc   Where a path begins and ends.
path         #2b5fab   #7db0ff   #000000   #0072b2   A path that is being drawn.
solved       #b35309   #ffb35c   #000000   #a84300   A path that solves its puzzle.
floor        #f4efe6   #26282e   #ffffff   #f4efe6   Where things stand and move.
wall         #2b3a42   #b4c0c7   #000000   #2b3a42   Thin walls.
brick        #7f6552   #8b8078   #8a8a8a   #6f6f6f   Walls as thick as a cell.
joint        #94786a   #7a7069   #969696   #7d7d7d   The joints of thick walls, for the eye only.
item         #d9a441   #8a5f14   #b8b8b8   #e69f00   What is pushed or collected.
item-edge    #5e3b10   #f7dda6   #000000   #3d2a00   The edge of an item, and marks on it.
item-done    #a5cc82   #3f6b2f   #ffffff   #8fd0f0   An item that is where it should be.
target       #b83227   #ff9184   #000000   #a84300   Where items should be.
player       #2f5fa8   #3f78d6   #404040   #0072b2   Who or what is moved.
panel        #66808c   #10171b   #ffffff   #66808c   A board with tracks on it.
track        #e3ebef   #62727b   #909090   #e3ebef   Lines that a path may follow.
trace        #c22f18   #ffd23f   #000000   #9c3f00   A path on a track.
first        #0b54a0   #a8dcff   #000000   #004f80   The first of two paths on tracks.
second       #ffe14d   #ffe14d   #ffffff   #f0e442   The core of the second of two paths on tracks.
dot          #14181a   #05090b   #000000   #14181a   A dot that a path on a track must pass.
hole         #14181a   #05090b   #000000   #14181a   A hole in a piece.
hatch        #14181ac0 #e8e8ecd0 #000000b0 #000000c0 Strokes that tell pieces apart without colour.
edge         #14181a   #10171b   #000000   #14181a   The outline of a thing on a panel.
full-black   #14181a   #6a7a83   #000000   #14181a   A thing that is black, or next to it on a dark board.
full-white   #ffffff   #ffffff   #ffffff   #ffffff   A thing that is white.
full-cyan    #4fd5e0   #4fd5e0   #ffffff   #56b4e9   A thing that is cyan.
full-magenta #d052b8   #d052b8   #ffffff   #cc79a7   A thing that is magenta.
full-yellow  #f6dd3c   #f6dd3c   #ffffff   #f0e442   A thing that is yellow.
full-red     #c62f2f   #d8433f   #ffffff   #c04a00   A thing that is red.
full-green   #3f9d4f   #3f9d4f   #ffffff   #009e73   A thing that is green.
full-blue    #3d62d8   #5f80f0   #ffffff   #0072b2   A thing that is blue.
full-orange  #ee8624   #ee8624   #ffffff   #e69f00   A thing that is orange.
pale-red     #e4716a   #a4504a   #ffffff   #e58a4e   A large piece that is red.
pale-yellow  #f3d768   #8d6f14   #ffffff   #f5ec7d   A large piece that is yellow.
pale-green   #8cc98a   #3f7a45   #ffffff   #5fc3a4   A large piece that is green.
pale-blue    #86aee0   #40699f   #ffffff   #8fc6ea   A large piece that is blue.
pale-purple  #b796d6   #7c5aa0   #ffffff   #dca0c2   A large piece that is purple.
doubt        #5636c2   #b7a6ff   #000000   #5636c2   Bits of doubt: the hardest step, discs on a picture.
doubt-soft   #aaa3e6   #5b5486   #a0a0a0   #aaa3e6   Bits of doubt in the other steps.
accent-1     #2b5fab   #7aa7e8   #000000   #0072b2   The first series of a chart.
accent-2     #c0392b   #ff9184   #5c5c5c   #c04a00   The second series of a chart.
accent-3     #2a7f50   #6fcf97   #303030   #007d5a   The third series of a chart.
accent-4     #94690a   #e3b341   #787878   #8a6000   The fourth series of a chart.
accent-5     #7d3c98   #c79be0   #1c1c1c   #a3437a   The fifth series of a chart.
accent-6     #007a86   #4dd0d8   #6a6a6a   #2f7fb0   The sixth series of a chart.
accent-7     #5c6370   #a5abb8   #444444   #555555   The seventh series of a chart.
"""
"""Each role, its colour in the light, dark, print and colour-blind palettes, and its purpose."""

_SHADES = """
#fff0bd #fec65f #f58a3c #cf3f36 #7d1240 #3d0a34
#33261c #6b3a1e #b8512a #f08a3c #fec65f #fff0bd
#ffffff #dddddd #b5b5b5 #8a8a8a #555555 #222222
#fff0bd #fec65f #f58a3c #cf3f36 #7d1240 #3d0a34
"""
"""The colours from few to many bits in each palette, ever further from its paper."""

NAMES = ("light", "dark", "print", "colour-blind")
SHADES = 9
"""The number of shades for bits: "bits-0" to "bits-8"."""
_BRIGHT, _DIM = "#ffffff", "#000000"

ROLES: dict[str, str] = {row.split()[0]: row.split(maxsplit=5)[5] for row in _ROLES.strip().splitlines()} | {
    f"bits-{shade}": f"Shade {shade} of {SHADES - 1} for bits of difficulty." for shade in range(SHADES)
}
"""The roles that a shape may name instead of a colour, and their purposes."""


GROUNDS = frozenset({"paper", "floor", "panel"})
"""The roles of backgrounds, which need not stand out themselves."""
DECORATION = frozenset({"faint", "joint", "new-area", "struck-area"})
"""The roles that carry no information of their own."""


@dataclass(frozen=True, eq=False)
class Palette:
    """A colour for each role, and the palettes that replace it in other media (CSS media queries)."""

    name: str
    colours: Mapping[str, str]
    media: tuple[tuple[str, "Palette"], ...] = ()

    def __getitem__(self, paint: str) -> str:
        """Return the colour of a role, and return any other colour unchanged.

        >>> PRINT["paper"], PRINT["#7fb2e5"]
        ('#ffffff', '#7fb2e5')
        """
        if paint in self.colours:
            return self.colours[paint]
        ground = paint.removeprefix("on-")
        if ground == paint or ground not in self.colours:
            return paint
        return max((_DIM, _BRIGHT), key=lambda ink: contrast(ink, self.colours[ground]))

    def __contains__(self, paint: str) -> bool:
        """Return whether a name is a role."""
        return paint.removeprefix("on-") in self.colours


def palette(name: str) -> Palette:
    """Return the palette with a name.

    >>> palette("print") is PRINT
    True
    >>> palette("sepia")
    Traceback (most recent call last):
    ...
    quandary.errors.UnknownNameError: No palette 'sepia'. There are: auto, colour-blind, dark, light, print.
    """
    if name not in PALETTES:
        raise UnknownNameError("palette", name, PALETTES)
    return PALETTES[name]


def paints(drawing: Drawing) -> Iterator[str]:
    """Yield the roles and colours that a picture uses, the background first.

    >>> list(paints(Drawing(1, 1, (Line(((0, 0), (1, 1))),))))
    ['paper', 'ink']
    """
    yield drawing.background
    for shape in drawing.shapes:
        pair = (
            shape.fill if not isinstance(shape, Line) else None,
            None if isinstance(shape, Text) else shape.stroke,
        )
        yield from (paint for paint in pair if paint is not None)


def painted(drawing: Drawing, palette: Palette) -> Drawing:
    """Return the picture with colours instead of roles.

    >>> painted(Drawing(1, 1, (Circle((0.5, 0.5), 0.4, fill="wall"),)), DARK).shapes[0].fill
    '#b4c0c7'
    """
    shapes = tuple(_painted(shape, palette) for shape in drawing.shapes)
    return replace(drawing, shapes=shapes, background=palette[drawing.background])


def _painted(shape: Shape, palette: Palette) -> Shape:
    match shape:
        case Line():
            return replace(shape, stroke=palette[shape.stroke])
        case Text():
            return replace(shape, fill=palette[shape.fill])
        case Polygon() | Circle():
            fill, stroke = (paint and palette[paint] for paint in (shape.fill, shape.stroke))
            return replace(shape, fill=fill, stroke=stroke)


def _shades(stops: list[str]) -> Iterator[str]:
    """Yield the shades of bits, spaced evenly between the given stops."""
    pairs = list(pairwise(parse_colour(stop)[:3] for stop in stops))
    for shade in range(SHADES):
        at = shade / (SHADES - 1) * len(pairs)
        low, high = pairs[min(int(at), len(pairs) - 1)]
        part = at - min(int(at), len(pairs) - 1)
        yield "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(low, high, strict=True))


def _column(number: int) -> Palette:
    colours = {row.split()[0]: row.split()[1 + number] for row in _ROLES.strip().splitlines()}
    stops = _SHADES.strip().splitlines()[number].split()
    return Palette(NAMES[number], colours | {f"bits-{n}": shade for n, shade in enumerate(_shades(stops))})


LIGHT, DARK, PRINT, COLOUR_BLIND = map(_column, range(len(NAMES)))
AUTO = replace(LIGHT, name="auto", media=(("(prefers-color-scheme: dark)", DARK), ("print", PRINT)))
"""Light, except that an SVG follows its page: dark on dark pages, with little ink when printed."""
PALETTES = {each.name: each for each in (AUTO, LIGHT, DARK, PRINT, COLOUR_BLIND)}
