"""The rules once more, read from the characters and checked by trying everything, without the kind's code."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations, pairwise, product
from math import exp, inf, log2
from random import Random
from typing import Any, NamedTuple

import pytest

from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.lattice import Path, between
from quandary.solving.explore import explore
from quandary.solving.follow import follow, solution_text
from quandary.solving.search import solutions

Spot = tuple[int, int]
Trail = tuple[Spot, ...]
ARROWS = ((-1, 0), (0, 1), (1, 0), (0, -1))
LETTERS = "bwcmyrguo"
COLOURS = ("black", "white", "cyan", "magenta", "yellow", "red", "green", "blue", "orange")
NAMES = dict(zip(LETTERS, COLOURS, strict=True))


class Thing(NamedTuple):
    """Something that holds or fails: its type, its colour and its place."""

    what: str
    colour: str
    spot: Spot
    cells: tuple[Spot, ...] = ()
    rotates: bool = False


class BruteForce:
    """A panel as a table of characters: rows from the top, junctions at even rows and columns."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        self.rows = [line for line in lines if " " not in line and line != "pillar"]
        self.at = {(r, c): mark for r, row in enumerate(self.rows) for c, mark in enumerate(row)}
        self.legend = dict(line.split(" = ") for line in lines if " = " in line)
        self.symmetry = next((line.split()[1] for line in lines if line.startswith("symmetry")), "")
        self.around = len(self.rows[0]) if "pillar" in lines else 0
        self.crosses = not any(line.startswith("rules") and "-cross" in line for line in lines)
        self.things = [
            self.thing(spot, mark)
            for spot, mark in self.at.items()
            if spot[0] % 2 and spot[1] % 2 and mark != "."
        ]

    def thing(self, spot: Spot, mark: str) -> Thing:
        if mark in self.legend:
            return described(self.legend[mark], spot)
        if mark in "1234":
            return Thing(mark, "orange", spot)
        if mark == "e":
            return Thing("eliminator", "white", spot)
        return Thing("square" if mark.islower() else "star", NAMES[mark.lower()], spot)

    # Paths

    def spot(self, row: int, column: int) -> Spot:
        """Return a spot as the table has it: on a pillar, right of the last column is the first."""
        return row, column % self.around if self.around else column

    def image(self, spot: Spot) -> Spot:
        """Return where the second path is. On a pillar that is on the other side."""
        bottom, right = len(self.rows) - 1, self.around or len(self.rows[0]) - 1
        row = bottom - spot[0] if self.symmetry in ("vertical", "rotational") else spot[0]
        column = right - spot[1] if self.symmetry in ("horizontal", "rotational") else spot[1]
        return self.spot(row, column + self.around // 2)

    def other(self, trail: Trail) -> Trail:
        return tuple(map(self.image, trail)) if self.symmetry else ()

    def starts(self) -> list[Trail]:
        found = [spot for spot, mark in self.at.items() if mark in "Ss" and spot[0] % 2 == spot[1] % 2 == 0]
        coloured = any(mark in "uy" for spot, mark in self.at.items() if not (spot[0] % 2 and spot[1] % 2))
        if self.symmetry and not coloured:  # one of each pair is enough: the one further left, then lower
            found = [spot for spot in found if (spot[1], -spot[0]) < self.order(self.image(spot))]
        return [(spot,) for spot in found]

    @staticmethod
    def order(spot: Spot) -> Spot:
        return spot[1], -spot[0]

    def longer(self, trail: Trail) -> Iterator[Trail]:
        """Yield the trails with one more edge and junction. A trail lists both."""
        row, column = trail[-1]
        for down, right in ARROWS:
            edge = self.spot(row + down, column + right)
            end = self.spot(row + 2 * down, column + 2 * right)
            if self.at.get(edge, ".") not in ".x" and end not in trail and self.is_free(edge, end, trail):
                yield (*trail, edge, end)

    def is_free(self, edge: Spot, end: Spot, trail: Trail) -> bool:
        """Return whether a second path, if there is one, can follow and is not in the way."""
        if not self.symmetry:
            return True
        return (
            self.at[self.image(edge)] not in ".x" and end not in self.other(trail) and self.image(end) != end
        )

    def walk(self) -> Iterator[tuple[Trail, bool]]:
        """Yield every trail that play can reach, and whether it is solved."""
        todo = self.starts()
        while todo:
            trail = todo.pop()
            solved = self.is_solved(trail)
            yield trail, solved
            if not solved:
                todo += self.longer(trail)

    def as_places(self, trail: Trail) -> Trail:
        """Return the same trail in the coordinates of `lattice.py`."""
        return tuple((column, len(self.rows) - 1 - row) for row, column in trail)

    # What holds

    def is_solved(self, trail: Trail) -> bool:
        if self.at[trail[-1]] not in "Ee":
            return False
        other = self.other(trail)
        on_lines = {spot: mark for spot, mark in self.at.items() if not (spot[0] % 2 and spot[1] % 2)}
        if any(
            (mark == "u" and spot in other) or (mark == "y" and spot in trail)
            for spot, mark in on_lines.items()
        ):
            return False
        lines = {*trail, *other}
        loose = [spot for spot, mark in on_lines.items() if mark in "*seuy" and spot not in lines]
        return all(self.region_holds(region, lines, loose) for region in self.regions(lines))

    def regions(self, lines: set[Spot]) -> Iterator[set[Spot]]:
        """Yield the regions, each grown from a cell that is in none yet."""
        done: set[Spot] = set()
        for spot in self.at:
            if spot[0] % 2 and spot[1] % 2 and spot not in done:
                part, todo = {spot}, [spot]
                while todo:
                    row, column = todo.pop()
                    for down, right in ARROWS:
                        beyond = self.spot(row + 2 * down, column + 2 * right)
                        if (
                            beyond in self.at
                            and self.spot(row + down, column + right) not in lines
                            and beyond not in part
                        ):
                            part.add(beyond)
                            todo.append(beyond)
                done |= part
                yield part

    def region_holds(self, region: set[Spot], lines: set[Spot], loose: list[Spot]) -> bool:
        """Apply the definition, trying which eliminator removes which thing."""
        things = [thing for thing in self.things if thing.spot in region]
        things += [
            Thing("hexagon", "", (row, column))
            for row, column in loose
            if any(
                self.spot(row + down, column + right) in region
                for down, right in product((-1, 0, 1), repeat=2)
            )
        ]
        eliminators = [thing for thing in things if thing.what == "eliminator"]
        failing = [thing for thing in things if self.fails(thing, things, region, lines)]

        def left_holds(removed: tuple[Thing, ...]) -> bool:
            left = [thing for thing in things if thing not in removed]
            return not any(self.fails(thing, left, region, lines) for thing in left)

        for idle in range(len(eliminators) // 2 + 1):
            for out in combinations(eliminators, idle):
                for removed in combinations(failing, len(eliminators) - 2 * idle):
                    fewer = [some for n in range(len(removed)) for some in combinations(removed, n)]
                    if left_holds(out + removed) and not any(left_holds(out + some) for some in fewer):
                        return True
        return False

    def fails(self, thing: Thing, present: list[Thing], region: set[Spot], lines: set[Spot]) -> bool:
        if thing.what == "hexagon":
            return True
        if thing.what in "1234":
            row, column = thing.spot
            beside = [self.spot(row + down, column + right) for down, right in ARROWS]
            return int(thing.what) != sum(spot in lines for spot in beside)
        if thing.what == "square":
            return any(other.what == "square" and other.colour != thing.colour for other in present)
        if thing.what == "star":
            return [other.colour for other in present].count(thing.colour) != 2
        if thing.what in ("polyomino", "hollow polyomino"):
            shapes = sorted((other.what, other.cells, other.rotates) for other in present if other.cells)
            cells = frozenset((row // 2, column // 2) for row, column in region)
            free = None if self.crosses else frozenset(self.sides(region)) - lines
            return not can_cover(tuple(shapes), cells, self.around // 2, free)
        return False

    def sides(self, region: set[Spot]) -> Iterator[Spot]:
        for row, column in region:
            yield from (self.spot(row + down, column + right) for down, right in ARROWS)

    # The paper's player

    def sensible(self, trail: Trail) -> Iterator[Trail]:
        """Yield the longer trails that a player who knows the paper's rules still considers."""
        row, column = trail[-1]
        near = [self.spot(row + down, column + right) for down, right in ARROWS]
        required = {edge for edge in near if edge not in trail[-2:] and self.is_required(edge)}
        for longer in self.longer(trail):
            if required <= {longer[-2]} and self.can_end(longer):
                yield longer

    def is_required(self, edge: Spot) -> bool:
        if self.symmetry or any(thing.what == "eliminator" for thing in self.things):
            return False
        row, column = edge
        down, right = (1, 0) if column % 2 else (0, 1)
        beside = {(row + k * down, column + k * right) for k in (-1, 1)}
        colours = {thing.colour for thing in self.things if thing.what == "square" and thing.spot in beside}
        return self.at.get(edge) == "*" or len(colours) == 2

    def can_end(self, trail: Trail) -> bool:
        seen, todo = {*trail, *self.other(trail)}, [trail]
        while todo:
            if self.at[(here := todo.pop())[-1]] in "Ee":
                return True
            ahead = [here[-1:] + new[-2:] for new in self.longer(here) if new[-1] not in seen]
            seen.update(new[-1] for new in ahead)
            todo += ahead
        return False

    def bits(self, moves: Callable[[Trail], Iterator[Trail]], local: Callable[[list[float]], float]) -> float:
        """Run the paper's Algorithm 1, with a formula for the local entropy."""

        def value(trail: Trail) -> float:
            if self.is_solved(trail):
                return 0
            children = [value(longer) for longer in moves(trail)]
            return inf if min(children, default=inf) == inf else min(children) + local(children)

        return min(value(start) for start in self.starts())


def uniform(children: list[float]) -> float:
    return log2(len(children))


def divergence(children: list[float]) -> float:
    weights = [exp(min(children) - child) for child in children]
    shares = [weight / sum(weights) for weight in weights]
    return sum(p * log2(p * len(children)) for p in shares if p)


def described(words: str, spot: Spot) -> Thing:
    """Read a line below the grid."""
    colour = next((word for word in words.split() if word in NAMES.values()), "")
    if "eliminator" in words:
        return Thing("eliminator", colour or "white", spot)
    if "triangle" in words:
        return Thing(re.findall(r"\d", words)[0], colour or "orange", spot)
    rows = words.split()[-1].split(",")
    cells = tuple((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")
    usual = "blue" if "hollow" in words else "yellow"
    what = "hollow polyomino" if "hollow" in words else "polyomino"
    return Thing(what, colour or usual, spot, cells, "rotating" in words)


@cache
def can_cover(
    shapes: tuple[tuple[str, tuple[Spot, ...], bool], ...],
    region: frozenset[Spot],
    around: int,
    free: frozenset[Spot] | None = None,
) -> bool:
    """Return whether solid shapes can make up the region and the hollow shapes, wherever these lie.

    On a pillar of `around` columns, they lie round it. If only some edges are free, each of these may be inside one
    solid shape, and a hollow shape makes way for one more on all edges of its cells.
    """
    hollow = [shape for shape in shapes if "hollow" in shape[0]]
    solid = [shape for shape in shapes if shape not in hollow]
    area = sum(len(cells) for _, cells, _ in solid) - sum(len(cells) for _, cells, _ in hollow)
    if area not in (0, len(region)):
        return False
    reach = sum(max(map(max, cells)) + 1 for _, cells, _ in shapes)
    rows, columns = (
        range(min(s[k] for s in region) - reach, max(s[k] for s in region) + reach + 1) for k in (0, 1)
    )
    window = list(product(rows, range(around) if around else columns))
    wanted = Counter(region if area else ())
    choices = [[placed(cells, at, around) for cells in turns(shape) for at in window] for shape in hollow]
    if not area and hollow:  # they cancel out anywhere, so the first may as well lie here
        choices[0] = [placed(cells, window[len(window) // 2], around) for cells in turns(hollow[0])]
    return any(
        fill(
            wanted + Counter(spot for each in lie for spot in each),
            solid,
            around,
            None if free is None else sum((Counter(rims(each, around)) for each in lie), Counter(free)),
        )
        for lie in product(*choices)
    )


def fill(wanted: Counter[Spot], shapes: list[Any], around: int, free: Counter[Spot] | None) -> bool:
    if not shapes:
        return not wanted
    return any(
        fill(wanted - Counter(spots), shapes[1:], around, None if free is None else free - inside)
        for cells in turns(shapes[0])
        for at in wanted
        for to in [(at[0] - cells[0][0], at[1] - cells[0][1])]
        for spots, inside in [(placed(cells, to, around), joints(cells, to, around))]
        if Counter(spots) <= wanted and (free is None or inside <= free)
    )


def joints(cells: tuple[Spot, ...], at: Spot, around: int) -> Counter[Spot]:
    """Return the edges between neighbours in a shape that is laid down, as spots of the table."""
    pairs = [(a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    spots = ((a[0] + b[0] + 1 + 2 * at[0], a[1] + b[1] + 1 + 2 * at[1]) for a, b in pairs)
    return Counter((row, column % (2 * around) if around else column) for row, column in spots)


def rims(cells: tuple[Spot, ...], around: int) -> set[Spot]:
    """Return all edges of some cells, as spots of the table."""
    spots = ((2 * r + 1 + down, 2 * c + 1 + right) for r, c in cells for down, right in ARROWS)
    return {(row, column % (2 * around) if around else column) for row, column in spots}


def turns(shape: Any) -> list[tuple[Spot, ...]]:
    _, cells, rotates = shape
    found = [cells]
    for _ in range(3 if rotates else 0):
        found.append(tuple((column, -row) for row, column in found[-1]))
    return found


def placed(cells: tuple[Spot, ...], at: Spot, around: int) -> tuple[Spot, ...]:
    moved = ((row + at[0], column + at[1]) for row, column in cells)
    return tuple((row, column % around if around else column) for row, column in moved)


# Panels to compare on

CELLS = {
    "squares": "...bwr",
    "stars": "..bwBWR",
    "triangles": "...123",
    "polyominoes": "...AD",
    "hollow polyominoes": "..ADF",
    "eliminators": "..ebw1",
    "hexagons": ".",
    "symmetry": "..bwB1",
    "mixed": "......eeHbwBWO123ADF",
}
"""The contents of the cells of wild panels, by topic."""
SHAPES = ("#", "##", "#,#", "##,#.", "#.,##", ".#,##", "###", "#.#")


def wild_text(rng: Random, topic: str = "mixed") -> str:
    """Return a panel of random characters, solvable or not."""
    width, height = rng.choice(((1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (2, 3), (3, 2)))
    symmetry = rng.choice(("horizontal", "vertical", "rotational"))
    mirrored = topic == "symmetry" or (topic in ("mixed", "hexagons") and rng.random() < 0.3)
    hexagons = "*uy" if mirrored and rng.random() < 0.4 else "*"
    busy = topic in ("hexagons", "symmetry", "mixed")
    lines = {
        (0, 0): "++++++" + ("*" if busy else ""),
        (0, 1): "------x." + (hexagons if busy else ""),
        (1, 0): "||||||x." + (hexagons if busy else ""),
        (1, 1): CELLS[topic],
    }
    rows = [
        [rng.choice(lines[row % 2, column % 2]) for column in range(2 * width + 1)]
        for row in range(2 * height + 1)
    ]
    bottom, right = 2 * height, 2 * width
    for mark, spot in (("S", (bottom, 0)), ("E", (0, right)), ("E", (0, 0)), ("S", (bottom, right))):
        if spot in ((bottom, 0), (0, right)) or rng.random() < 0.15:
            rows[spot[0]][spot[1]] = mark
    if mirrored:
        pair_up(rows, symmetry)
    legend = {
        "A": f"{rng.choice(('', 'rotating '))}polyomino {rng.choice(SHAPES)}",
        "D": f"polyomino {rng.choice(SHAPES)}",
        "F": f"hollow polyomino {rng.choice(SHAPES[:4])}",
        "H": "black eliminator",
    }
    for row in rows[1::2]:  # trying everything takes long with one hollow shape, and forever with several
        row[3:] = ["." if mark == "F" else mark for mark in row[3:]]
    grid = ["".join(row) for row in rows]
    used = [
        f"{label} = {words}" for label, words in legend.items() if any(label in row for row in grid[1::2])
    ]
    return "\n".join([*grid, *used, *([f"symmetry {symmetry}"] if mirrored else [])])


def wild_pillar(rng: Random, width: int, height: int, symmetry: str = "", gaps: str = "x.") -> str:
    """Return a pillar of random characters, solvable or not, with or without gaps and missing lines."""
    cells = CELLS[rng.choice(sorted(CELLS))].replace("F", "D")
    lines = {(0, 0): "+++++*", (0, 1): "-----" + gaps + "*", (1, 0): "|||||" + gaps + "*", (1, 1): cells}
    rows = [
        [rng.choice(lines[row % 2, column % 2]) for column in range(2 * width)]
        for row in range(2 * height + 1)
    ]
    free = list(product(range(0, 2 * height + 1, 2), range(0, 2 * width, 2)))
    for mark in "SE":
        for row, column in on_the_other_side(free, rng, symmetry, 2 * height, 2 * width):
            rows[row][column] = mark
    grid = ["".join(row) for row in rows]
    legend = [
        f"{label} = {words}"
        for label, words in (
            ("A", "rotating polyomino ##,#."),
            ("D", "polyomino ##"),
            ("H", "black eliminator"),
        )
        if any(label in row for row in grid[1::2])
    ]
    return "\n".join([*grid, *legend, *([f"symmetry {symmetry}"] if symmetry else []), "pillar"])


def on_the_other_side(
    free: list[Spot], rng: Random, symmetry: str, bottom: int, around: int
) -> tuple[Spot, ...]:
    """Take a free spot, and with a symmetry its partner, from those that have one."""
    while True:
        row, column = rng.choice(free)
        over = bottom - row if symmetry in ("vertical", "rotational") else row
        across = around - column if symmetry in ("horizontal", "rotational") else column
        pair = {(row, column), (over, (across + around // 2) % around)} if symmetry else {(row, column)}
        if pair <= set(free) and len(pair) == (2 if symmetry else 1):
            free[:] = [spot for spot in free if spot not in pair]
            return tuple(pair)


def pair_up(rows: list[list[str]], symmetry: str) -> None:
    """Give starts and exits partners, none of them in the middle."""
    bottom, right = len(rows) - 1, len(rows[0]) - 1
    for row, column in product((0, bottom), (0, right)):
        rows[row][column] = "+"
    start, end = {
        "horizontal": ((bottom, 0), (0, 0)),
        "vertical": ((bottom, 0), (bottom, right)),
        "rotational": ((bottom, 0), (0, 0)),
    }[symmetry]
    for mark, (row, column) in (("S", start), ("E", end)):
        other_row = bottom - row if symmetry != "horizontal" else row
        other_column = right - column if symmetry != "vertical" else column
        rows[row][column] = rows[other_row][other_column] = mark


def wild_panel(seed: int, topic: str) -> Panel:
    panel = KIND.parse(wild_text(Random(f"{topic} {seed}"), topic))
    assert isinstance(panel, Panel)
    return panel


def check_agreement(panel: Panel) -> int:
    """Return the number of solutions, checking that brute force meets the same states and solutions."""
    brute = BruteForce(KIND.format(panel))
    expected = {brute.as_places(trail): solved for trail, solved in brute.walk()}
    graph = explore(panel, engine="python")
    found = {
        on_the_lines(panel, state): solved
        for state, solved in zip(graph.states or (), graph.solved.tolist(), strict=True)
    }
    assert found == expected, KIND.format(panel)
    return sum(expected.values())


def on_the_lines(panel: Panel, state: Path) -> Trail:
    """Return the places of a path, junctions and edges in turn."""
    steps = ((between(here, there), between(there, there)) for here, there in pairwise(state))
    places = [between(state[0], state[0]), *chain.from_iterable(steps)]
    return tuple(map(panel.wrapped_place, places))


@pytest.mark.parametrize("topic", CELLS)
def test_states_and_solutions_are_those_of_brute_force(topic: str) -> None:
    solvable = [check_agreement(wild_panel(seed, topic)) > 0 for seed in range(200)]
    assert 20 < sum(solvable) < 200


def test_generated_panels_agree_with_brute_force() -> None:
    assert KIND.maker.generate is not None
    for seed in range(60):
        size = ("1x1", "2x1", "2x2", "3x2")[seed % 4]
        assert check_agreement(KIND.generate(Random(seed), size)) > 0


@pytest.mark.parametrize("gaps", ["", "x", ".", "x."])
@pytest.mark.parametrize("symmetry", ["", "horizontal", "vertical", "rotational", "parallel"])
@pytest.mark.parametrize("width", [2, 3, 4, 5])
def test_states_and_solutions_of_pillars_are_those_of_brute_force(
    width: int, symmetry: str, gaps: str
) -> None:
    if symmetry and width % 2:
        return  # it has no other side
    for seed in range(12):
        rng = Random(f"pillar {width} {symmetry} {gaps} {seed}")
        height = rng.choice((1, 2)) if width < 4 else 1
        panel = KIND.parse(wild_pillar(rng, width, height, symmetry, gaps))
        check_agreement(panel)
        check_proofs(panel)


def tube(rng: Random, width: int, height: int) -> str:
    """Return a pillar with little but a polyomino, which may go all the way round."""
    grid = [
        [("+-", "|.")[row % 2][column % 2] for column in range(2 * width)] for row in range(2 * height + 1)
    ]
    ends = rng.sample(list(product(range(0, 2 * height + 1, 2), range(0, 2 * width, 2))), 2)
    cells = rng.sample(list(product(range(1, 2 * height, 2), range(1, 2 * width, 2))), width)
    labels = rng.choice(("A", "A", "AA", "ADF"))[:width]
    for label, (row, column) in zip("SE" + labels, ends + cells, strict=False):
        grid[row][column] = label
    shape = rng.choice((*SHAPES, "##,##", "#" * width, ",".join(["#" * width] * height)))
    turns = rng.choice(("", "rotating "))
    legend = {"A": f"{turns}polyomino {shape}", "D": "polyomino ##", "F": "hollow polyomino #"}
    used = [f"{label} = {legend[label]}" for label in sorted(set(labels))]
    return "\n".join([*map("".join, grid), *used, "pillar"])


@pytest.mark.parametrize(("width", "height"), [(2, 1), (2, 2), (3, 1), (3, 2), (4, 1)])
def test_no_path_runs_through_a_polyomino_round_a_pillar(width: int, height: int) -> None:
    solvable = fewer = 0
    for seed in range(60):
        text = tube(Random(f"no cross {width} {seed}"), width, height)
        panel = KIND.parse(f"{text}\nrules game -cross")
        number = check_agreement(panel)
        check_proofs(panel)
        solvable += number > 0
        fewer += number < len(solutions(KIND.parse(text), engine="python").found)
    assert solvable > 10 and (fewer > 3) is (height > 1)


def check_proofs(panel: Panel) -> None:
    """Check that every engine gives the solutions that Python's rules find, and that each can be replayed."""
    found = solutions(panel, engine="python")
    every = solutions(panel)
    assert every.complete and every.found == found.found, KIND.format(panel)
    for solution in every.found:
        text = solution_text(panel, solution)
        assert panel.is_solved(follow(panel, text).states[-1]), KIND.format(panel)
