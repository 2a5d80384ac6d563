"""Cut sheets as SVG in millimetres and as DXF (R12), with a layer for each sort of line."""

from collections.abc import Iterator

from quandary.publishing.physical.sheet import CutPart, CutSheet

CUT = "CUT"
LAYERS = {CUT: ("red", 1), "FIRST": ("blue", 5), "SECOND": ("green", 3), "BUMPS": ("magenta", 6)}
"""The colour of each layer in SVG and its number in DXF: cut lines, holes of the two sides, bumps."""
HAIRLINE = 0.1
MARK = "Cut sheet made with quandary"
MILLIMETRES, METRIC = 4, 1
"""How a DXF file names its units."""


def cutting_svg(sheet: CutSheet) -> str:
    """Return a sheet as SVG with a group for each layer. One unit is a millimetre."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(sheet.width)}mm" height="{_n(sheet.height)}mm"'
        f' viewBox="0 0 {_n(sheet.width)} {_n(sheet.height)}">',
        f"<title>{MARK}</title>",
    ]
    for layer, (colour, _) in LAYERS.items():
        shapes = list(_svg_shapes(sheet, layer))
        if shapes:
            lines.append(f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="{HAIRLINE}">')
            lines += shapes
            lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _svg_shapes(sheet: CutSheet, layer: str) -> Iterator[str]:
    for part in sheet.parts:
        if layer == CUT:
            for loop in part.loops:
                points = " ".join(f"{_n(x)},{_n(sheet.height - y)}" for x, y in loop)
                yield f'<polygon points="{points}"/>'
        for ring in part.rings:
            if ring.layer == layer:
                x, y = ring.middle
                yield f'<circle cx="{_n(x)}" cy="{_n(sheet.height - y)}" r="{_n(ring.radius)}"/>'


def to_dxf(sheet: CutSheet) -> str:
    """Return a sheet in millimetres as DXF of version R12, which every cutter reads."""
    codes: list[tuple[int, object]] = [(999, MARK), (0, "SECTION"), (2, "HEADER")]
    codes += [(9, "$ACADVER"), (1, "AC1009")]
    # R12 has no units, so its readers take these as they are, and later ones as millimetres
    codes += [(9, "$INSUNITS"), (70, MILLIMETRES), (9, "$MEASUREMENT"), (70, METRIC), (0, "ENDSEC")]
    codes += [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(LAYERS))]
    for layer, (_, colour) in LAYERS.items():
        codes += [(0, "LAYER"), (2, layer), (70, 0), (62, colour), (6, "CONTINUOUS")]
    codes += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for part in sheet.parts:
        codes += _entities(part)
    codes += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:>3}\n{value}\n" for code, value in codes)


def _entities(part: CutPart) -> Iterator[tuple[int, object]]:
    for loop in part.loops:
        yield from ((0, "POLYLINE"), (8, CUT), (66, 1), (10, "0.0"), (20, "0.0"), (30, "0.0"), (70, 1))
        for x, y in loop:
            yield from ((0, "VERTEX"), (8, CUT), (10, _n(x)), (20, _n(y)), (30, "0.0"))
        yield from ((0, "SEQEND"), (8, CUT))
    for ring in part.rings:
        x, y = ring.middle
        yield from (
            (0, "CIRCLE"),
            (8, ring.layer),
            (10, _n(x)),
            (20, _n(y)),
            (30, "0.0"),
            (40, _n(ring.radius)),
        )


def _n(value: float) -> str:
    """Return a number with at most four decimals."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
