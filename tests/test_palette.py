"""Pictures are legible in every palette, and follow the page they are on."""

import re
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quandary
from quandary.draw.colour import NAMES, contrast, luminance, parse_colour
from quandary.draw.palette import (
    AUTO,
    COLOUR_BLIND,
    DARK,
    DECORATION,
    GROUNDS,
    LIGHT,
    PALETTES,
    PRINT,
    ROLES,
    Palette,
    painted,
    paints,
)
from quandary.draw.raster import rasterise
from quandary.draw.render import to_png, to_terminal
from quandary.draw.shapes import Circle, Drawing, Line, Text, rectangle
from quandary.draw.svg import stylesheet, to_svg
from quandary.explaining.explanation import explain
from quandary.explaining.picture import picture
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.witness import KIND as WITNESS
from quandary.kinds.witness.elements import Colour, Eliminator, Polyomino, Square, Star, Triangles
from quandary.kinds.witness.symbols import symbol
from quandary.testing.readable import complaints, look_alike

FIXED = (LIGHT, DARK, PRINT, COLOUR_BLIND)
IN_PALETTE = pytest.mark.parametrize("palette", FIXED, ids=[palette.name for palette in FIXED])
SCENE = Drawing(3, 2, (rectangle(0, 0, 1, 1, fill="wall"), Line(((1.5, 0), (1.5, 2))), Text((2, 1), "8")))


# The table of roles


@IN_PALETTE
def test_a_palette_has_a_colour_for_every_role(palette: Palette) -> None:
    assert palette.colours.keys() == ROLES.keys()
    assert all(parse_colour(css) for css in palette.colours.values())


def test_every_role_says_what_it_is_for_and_is_no_colour_itself() -> None:
    assert all(re.fullmatch(r"[A-Z].+\.", says) for says in ROLES.values())
    assert not ROLES.keys() & NAMES.keys()
    assert ROLES.keys() >= GROUNDS | DECORATION


def test_a_role_is_see_through_in_every_palette_or_in_none() -> None:
    for role in ROLES:
        assert len({parse_colour(palette[role]).cover < 1 for palette in FIXED}) == 1, role


@IN_PALETTE
def test_text_can_be_read_on_paper_and_on_every_role(palette: Palette) -> None:
    words = ("ink", "soft", "given", "written", "new", "struck")
    assert min(contrast(palette[role], palette["paper"]) for role in words) >= 4.5
    assert min(contrast(palette[f"on-{role}"], palette[role]) for role in ROLES) >= 4.5
    assert min(contrast(palette[f"accent-{n}"], palette["paper"]) for n in range(1, 8)) >= 3


@IN_PALETTE
def test_paths_stand_out_from_tracks_and_tracks_from_panels(palette: Palette) -> None:
    pairs = [("track", "panel"), ("trace", "track"), ("first", "track"), ("on-second", "track")]
    pairs += [
        ("second", "on-second"),
        ("dot", "track"),
        ("path", "paper"),
        ("path", "end"),
        ("solved", "end"),
    ]
    assert {pair: contrast(*map(palette.__getitem__, pair)) >= 3 for pair in pairs} == dict.fromkeys(
        pairs, True
    )


def test_dark_is_dark_and_the_others_are_light() -> None:
    dark = {palette.name for palette in FIXED if luminance(parse_colour(palette["paper"])) < 0.1}
    assert dark == {"dark"}


def test_print_has_no_hue_and_leaves_the_paper_white() -> None:
    colours = {role: parse_colour(PRINT[role]) for role in ROLES}
    assert all(len({colour.red, colour.green, colour.blue}) == 1 for colour in colours.values())
    assert {colours[role][:3] for role in GROUNDS} == {(255, 255, 255)}


# How the cones that are missing mix colours, after Machado, Oliveira and Fernandes (2009).
BLINDNESS = {
    "protanopia": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deuteranopia": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
}


def seen(css: str, blindness: Any) -> tuple[float, float, float]:
    """Return a colour in CIELAB as a colour-blind person sees it."""
    shares = np.array(parse_colour(css)[:3]) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(blindness) @ linear, 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(to_xyz @ linear / np.array([0.9505, 1, 1.089]))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("blindness", BLINDNESS.values(), ids=BLINDNESS)
@pytest.mark.parametrize("family", ["full-", "pale-"])
def test_the_colour_blind_see_every_colour_of_a_family_differently(family: str, blindness: Any) -> None:
    roles = [role for role in ROLES if role.startswith(family)]
    distances = {
        pair: dist(*(seen(COLOUR_BLIND[role], blindness) for role in pair)) for pair in combinations(roles, 2)
    }
    assert {pair: round(each) for pair, each in distances.items() if each < 10} == {}


# Surfaces


@IN_PALETTE
def test_every_surface_shows_the_colours_of_the_palette(palette: Palette) -> None:
    plain = painted(SCENE, palette)
    assert not set(paints(plain)) & ROLES.keys()
    assert to_svg(SCENE, palette=palette) == to_svg(plain)
    assert to_png(SCENE, palette=palette, width=90) == to_png(plain, width=90)
    assert to_terminal(SCENE, palette=palette) == to_terminal(plain)
    assert (rasterise(SCENE, 4, palette=palette) == rasterise(plain, 4)).all()


def test_a_picture_of_roles_follows_the_page_and_is_light_without_style_sheets() -> None:
    svg = to_svg(SCENE)
    assert svg.count("<style>") == 1 and "style=" not in svg
    assert DARK["wall"] in svg and "@media (prefers-color-scheme: dark)" in svg
    without = re.sub(r' class="[^"]*"', "", re.sub(r"<style>.*?</style>\n", "", svg, flags=re.DOTALL))
    assert without == to_svg(SCENE, palette=LIGHT)


def test_a_page_may_style_its_pictures_itself() -> None:
    svg = to_svg(SCENE, styled=False)
    assert "<style" not in svg
    classes = {name for found in re.findall(r'class="([^"]*)"', svg) for name in found.split()}
    assert classes == {"fill-paper", "fill-wall", "stroke-ink", "fill-ink"}
    for query, other in AUTO.media:
        (rules,) = re.findall(rf"@media {re.escape(query)} {{\n(.*?)\n}}", stylesheet(), re.DOTALL)
        assert all(f".{name} {{" in rules for name in classes) and other["wall"] in rules


def test_colours_that_are_no_roles_are_the_same_in_every_palette_and_keep_a_picture_light() -> None:
    drawing = SCENE.over([Circle((1, 1), 0.3, fill="#7fb2e5")])
    assert to_svg(drawing) == to_svg(drawing, palette=LIGHT)
    assert all('fill="#7fb2e5"' in to_svg(drawing, palette=palette) for palette in PALETTES.values())


# Readable


def test_what_cannot_be_read_is_named_with_its_palette() -> None:
    pale = Drawing(2, 2, (Text((1, 1), "8", size=1, fill="lightgrey"),))
    found = list(complaints(pale))
    assert len(found) == 3 and all("'lightgrey' on 'paper'" in each for each in found)  # but not in the dark
    assert list(complaints(SCENE)) == []
    outlined = rectangle(0.5, 0.5, 1, 1, fill="floor", stroke="ink", width=0.05)
    assert list(complaints(Drawing(2, 2, (outlined,)))) == []


def test_colours_alone_are_not_a_difference() -> None:
    red, blue, ring = (
        Drawing(1, 1, (Circle((0.5, 0.5), 0.3, fill=fill, stroke="ink", width=0.05),))
        for fill in ("brown", "slateblue", None)
    )
    assert look_alike(red, blue, LIGHT) and not look_alike(red, ring, LIGHT)


@IN_PALETTE
def test_the_colours_of_an_element_differ_in_grey(palette: Palette) -> None:
    ell = frozenset({(0, 0), (1, 0), (0, 1)})
    for make in (
        Square,
        Star,
        lambda colour: Triangles(2, colour),
        Eliminator,
        lambda colour: Polyomino(ell, colour=colour),
        lambda colour: Polyomino(ell, hollow=True, colour=colour),
    ):
        drawn = {
            colour: Drawing(1, 1, tuple(symbol(make(colour), (0.5, 0.5))), background="panel")
            for colour in Colour
        }
        alike = [(a, b) for a, b in combinations(Colour, 2) if look_alike(drawn[a], drawn[b], palette)]
        assert alike == []
        assert [list(complaints(each)) for each in drawn.values()] == [[]] * len(Colour)


def test_explanations_can_be_read() -> None:
    told = explain(WITNESS.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"), WITNESS.player("none"))
    drawn = picture(told)
    assert drawn and list(complaints(drawn)) == []


def test_steps_of_solvers_can_be_read() -> None:
    told = explain(SUDOKU.parse("..3.4......143...........12..5.5.2.."))
    assert told.trace and SUDOKU.pictures.draw_step
    drawn = [SUDOKU.pictures.draw_step(told.puzzle, told.trace, number) for number in (0, 1)]
    assert [list(complaints(each)) for each in drawn] == [[], []]


# The house


def test_colours_are_written_down_in_the_palette_only() -> None:
    root = Path(quandary.__file__).parent
    files = [path for path in root.rglob("*.py") if "palette" not in path.name]
    named = {path.name for path in files if re.search('"#[0-9a-fA-F]{3,8}"', path.read_text("utf-8"))}
    assert named == set()
