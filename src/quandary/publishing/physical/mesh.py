"""Closed meshes of triangles: plates with pockets and pegs, boards with a rim, and STL files.

Neighbouring triangles share their corners exactly, also after rounding to the single precision of STL.
"""

import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, cos, pi, sin
from typing import TypeAlias

from quandary.publishing.physical.outline import Outline, centre
from quandary.solid import Corner

Point3: TypeAlias = tuple[float, float, float]
Triangle: TypeAlias = tuple[Point3, Point3, Point3]
ROUND = 24
"""The number of corners of a round hole or bump. Three and four divide it, so triangles and squares have equal parts."""
HEADER = b"quandary"


@dataclass(frozen=True)
class Round:
    """A round pocket in a side of a plate, or a peg on it if the depth is negative."""

    radius: float
    depth: float


@dataclass
class Mesh:
    """Triangles whose corners run counter-clockwise, seen from outside."""

    triangles: list[Triangle] = field(default_factory=list)

    @property
    def volume(self) -> float:
        """The volume inside, if the mesh is closed."""
        return sum(_signed(*each) for each in self.triangles) / 6

    def open_edges(self) -> int:
        """Count the edges that do not join exactly two triangles. A watertight mesh has none."""
        count: Counter[tuple[Point3, Point3]] = Counter()
        for triangle in self.rounded():
            for at in range(3):
                count[triangle[at], triangle[(at + 1) % 3]] += 1
        return sum(number != 1 or count.get((b, a)) != 1 for (a, b), number in list(count.items()))

    def rounded(self) -> list[Triangle]:
        """Return the triangles as an STL file has them."""
        return [tuple(_single(point) for point in each) for each in self.triangles]  # type: ignore[misc]

    def to_stl(self) -> bytes:
        """Return the mesh as a binary STL file, with millimetres as units."""
        parts = [HEADER.ljust(80, b" "), struct.pack("<I", len(self.triangles))]
        for a, b, c in self.rounded():
            parts.append(struct.pack("<12fH", *_normal(a, b, c), *a, *b, *c, 0))
        return b"".join(parts)

    def side(self, outline: Outline, z: float, rounds: Sequence[Round | None], *, up: bool) -> None:
        """Add all cells of one side at a height, with pockets or pegs in some of them."""
        for corners, dent in zip(outline.moved, rounds, strict=True):
            if dent is None:
                self._fan(corners, z, up=up)
            else:
                self._dented(corners, z, dent, up=up)

    def wall(self, edges: Iterable[tuple[Corner, Corner]], low: float, high: float) -> None:
        """Add walls along edges that have the inside on their left, seen from above."""
        for (ax, ay), (bx, by) in edges:
            self._quad((ax, ay, low), (bx, by, low), (bx, by, high), (ax, ay, high))

    def band(
        self,
        inner: Sequence[tuple[Corner, Corner]],
        outer: Sequence[tuple[Corner, Corner]],
        z: float,
        *,
        up: bool,
    ) -> None:
        """Add the flat ring between two lines whose edges correspond."""
        for (a, b), (c, d) in zip(inner, outer, strict=True):
            corners = [(*a, z), (*c, z), (*d, z), (*b, z)]
            self._quad(*(corners if up else corners[::-1]))

    def _quad(self, *corners: Point3) -> None:
        a, b, c, d = corners
        self.triangles += [(a, b, c), (a, c, d)]

    def _fan(self, corners: Sequence[Corner], z: float, *, up: bool) -> None:
        points = [(x, y, z) for x, y in (corners if up else corners[::-1])]
        self.triangles += [(points[0], points[at], points[at + 1]) for at in range(1, len(points) - 1)]

    def _dented(self, corners: Sequence[Corner], z: float, dent: Round, *, up: bool) -> None:
        """Add a cell with a round pocket or peg in its middle."""
        middle = centre(corners)
        ring = _ring(middle, dent.radius, corners[0])
        share = ROUND // len(corners)
        floor = z - dent.depth if up else z + dent.depth
        flat: list[Triangle] = []
        for at, corner in enumerate(corners):
            following = corners[(at + 1) % len(corners)]
            arc = [ring[(at * share + step) % ROUND] for step in range(share + 1)]
            flat += [((*corner, z), (*b, z), (*a, z)) for a, b in pairwise(arc)]
            flat.append(((*corner, z), (*following, z), (*arc[-1], z)))
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            flat += [((*a, z), (*b, z), (*b, floor)), ((*a, z), (*b, floor), (*a, floor))]
            flat.append(((*middle, floor), (*a, floor), (*b, floor)))
        self.triangles += flat if up else [(a, c, b) for a, b, c in flat]


def _ring(middle: Corner, radius: float, towards: Corner) -> list[Corner]:
    """Return the corners of a round hole counter-clockwise, the first one towards a point."""
    begin = atan2(towards[1] - middle[1], towards[0] - middle[0])
    angles = [begin + 2 * pi * step / ROUND for step in range(ROUND)]
    return [(middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in angles]


def round_area(radius: float) -> float:
    """Return the area of a round hole as it is made, with its corners."""
    return ROUND / 2 * radius**2 * sin(2 * pi / ROUND)


def _single(point: Point3) -> Point3:
    x, y, z = struct.unpack("<3f", struct.pack("<3f", *(round(value, 5) + 0.0 for value in point)))
    return x, y, z


def _signed(a: Point3, b: Point3, c: Point3) -> float:
    """Return six times the volume of the tetrahedron with the origin."""
    x, y, z = _cross(b, c)
    return a[0] * x + a[1] * y + a[2] * z


def _cross(a: Point3, b: Point3) -> Point3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _normal(a: Point3, b: Point3, c: Point3) -> Point3:
    one = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    two = (c[0] - a[0], c[1] - a[1], c[2] - a[2])
    x, y, z = _cross(one, two)
    length = (x * x + y * y + z * z) ** 0.5 or 1.0
    return x / length, y / length, z / length
