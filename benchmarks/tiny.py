"""Draw tiny puzzles of every kind by lot, as texts: so small that plain Python explores one in well under a millisecond.

Half of the texts have mistakes in them, so that puzzles with no, one and many solutions come up. Some of them cannot
be read. The number of different texts is far above a million for every kind.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from quandary.errors import NotationError
from quandary.kind import Kind
from quandary.kinds.hex.pieces import LETTERS
from quandary.library import registry
from quandary.parts.touch import COLOURS, Touch
from quandary.solving.search import solutions

Draw = Callable[[Random], str]


def drawn(kind: Kind, random: Random) -> str:
    """Return the text of a tiny puzzle of a kind.

    >>> drawn(registry.kind("fling"), Random(3))
    '....o/...o./...../...oo/.....'
    """
    draw = DRAWS.get(kind.name)
    return draw(random) if draw else kind.format(kind.generate(random, kind.maker.sizes[0]))


def spoilt(text: str, random: Random) -> str:
    """Return a text with one of its characters in another place."""
    here, there = random.randrange(len(text)), random.randrange(len(text))
    if random.random() < 0.5:  # two characters change places
        cells = list(text)
        cells[here], cells[there] = cells[there], cells[here]
        return "".join(cells)
    return text[:here] + text[there] + text[here + 1 :]


def _rows(cells: list[str], width: int) -> str:
    return "/".join("".join(cells[at : at + width]) for at in range(0, len(cells), width))


def _fillomino(random: Random) -> str:
    """Return a solved board, of up to nine cells, without some of its numbers, and perhaps with a wrong one."""
    height, width = random.choice(((2, 2), (2, 3), (3, 2), (2, 4), (3, 3)))
    cells = list(random.choice(_filled(height, width)))
    for _ in range(random.choice((0, 0, 1))):
        cells[random.randrange(len(cells))] = str(random.randint(1, len(cells)))
    for cell in random.sample(
        range(len(cells)), random.choice((1, 2, 3) if len(cells) < 6 else (1, 1, 1, 2))
    ):
        cells[cell] = "."
    return _rows(cells, width)


@cache
def _filled(height: int, width: int) -> list[str]:
    kind, random, made = registry.kind("fillomino"), Random(1), list[str]()
    for _ in range(40):
        text = _rows(["."] * height * width, width) if not made else _rows([*random.choice(made)], width)
        cells = [each if random.random() < 0.2 and each != "/" else "." for each in text.replace("/", "")]
        cells[random.randrange(len(cells))] = str(random.randint(1, len(cells)))
        with suppress(NotationError):  # the new number may stand beside its like
            puzzle = kind.parse(_rows(cells, width))
            made += ["".join(map(str, each.end(puzzle))) for each in solutions(puzzle, most=200).found]
    return sorted(set(made))


def _fling(random: Random) -> str:
    height, width = random.choice(((4, 4), (5, 5), (4, 6), (7, 8)))
    cells = ["."] * height * width
    cells[random.randrange(len(cells))] = "o"
    for _ in range(random.choice((1, 2, 3, 3, 4))):  # more of them in line with others than by lot alone
        here = random.choice([at for at, cell in enumerate(cells) if cell == "o"])
        row, column = divmod(here, width)
        to = (
            row * width + random.randrange(width)
            if random.random() < 0.5
            else random.randrange(height) * width + column
        )
        cells[to] = "o"
    return _rows(cells, width)


def _maze(random: Random) -> str:
    size, breaks = random.choice(((3, 6), (3, 8), (3, 10), (3, 12), (4, 60)))
    wide = 2 * size - 1
    rows = [["o-"[x % 2] if y % 2 == 0 else "|."[x % 2] for x in range(wide)] for y in range(wide)]
    for _ in range(breaks):
        y, x = random.randrange(wide), random.randrange(wide)
        if not (x % 2 and y % 2):
            rows[y][x] = random.choice("x.") if x % 2 or y % 2 else "x"
    rows[0][-1] = rows[-1][0] = "@"
    return "/".join(map("".join, rows))


def _snakebird(random: Random) -> str:
    width, height = random.choice(((3, 3), (4, 3), (4, 4), (5, 3), (5, 4)))
    cells = [random.choices(".#@|", (5, 4, 1, 1))[0] for _ in range(width * height)]
    cells[-width:] = [random.choices("#.|", (6, 1, 1))[0] for _ in range(width)]
    for letter in random.choice(("R", "R", "R", "RG")):
        at = random.randrange(width * (height - 1) - 1)
        if at % width + 1 < width:
            cells[at : at + 2] = [">", letter]
    cells[random.randrange(width * (height - 1))] = "X"
    return _rows(cells, width)


def _sokoban(random: Random) -> str:
    width, height = random.choice(((3, 2), (3, 3), (4, 2), (4, 3), (5, 2), (4, 4)))
    inside = [random.choices(" #", (9, 1))[0] for _ in range(width * height)]
    boxes = random.choice((1, 1, 1, 2))
    for at, what in zip(random.sample(range(width * height), 2 * boxes + 1), "@" + "$." * boxes, strict=True):
        inside[at] = what
    if random.random() < 0.1:
        inside[random.randrange(len(inside))] = random.choice("*+")
    rows = ["#" * (width + 2)]
    rows += [f"#{''.join(inside[at : at + width])}#" for at in range(0, len(inside), width)]
    return "|".join([*rows, rows[0]])


def _sudoku(random: Random) -> str:
    """Return a 4x4 grid with a few empty cells, and perhaps a wrong digit, with none of its own in sight."""
    bands = [[0, 1], [2, 3]]
    orders = []
    for _ in range(2):
        random.shuffle(bands)
        orders.append([line for band in bands for line in random.sample(band, 2)])
    digits = random.sample("1234", 4)
    cells = [digits[(2 * row + row // 2 + column) % 4] for row in orders[0] for column in orders[1]]
    for cell in random.sample(range(16), random.choice((2, 2, 3, 4))):
        cells[cell] = "."
    for cell in random.sample(range(16), random.choice((0, 0, 1))):
        wrong = random.choice("1234")
        cells = ["." if each == wrong and _see(cell, at) else each for at, each in enumerate(cells)]
        cells[cell] = wrong
    return "".join(cells)


def _see(one: int, other: int) -> bool:
    """Return whether two cells of a 4x4 grid lie in a row, column or box."""
    boxes = [(cell // 8, cell % 4 // 2) for cell in (one, other)]
    return one // 4 == other // 4 or one % 4 == other % 4 or boxes[0] == boxes[1]


def _tilt(random: Random) -> str:
    height, width = random.choice(((2, 2), (2, 3), (3, 2), (3, 3), (3, 4)))
    rows = [[" "] * (2 * width + 1) for _ in range(2 * height + 1)]
    for y, row in enumerate(rows):
        for x in range(len(row)):
            if x % 2 and y % 2:
                row[x] = "."
            elif not x % 2 and not y % 2:
                row[x] = "+"
            elif x in (0, 2 * width) or y in (0, 2 * height) or random.random() < 0.25:
                row[x] = "-|"[y % 2]
    for what in "*" * random.choice((1, 1, 2)) + "o":
        rows[2 * random.randrange(height) + 1][2 * random.randrange(width) + 1] = what
    return "/".join(map("".join, rows))


SHAPES = ("#", "##", "#,#", "##,#.", "###", "#.,##", "##,##")


def _witness(random: Random) -> str:
    height, width = random.choice(((1, 1), (1, 2), (1, 2), (2, 1), (2, 1), (2, 2)))
    tall, wide = 2 * height + 1, 2 * width + 1
    elements = random.choice(
        ("bw.", "BWbw", "bcm.", "123.", "BBb.", "e1b.", "ewb.", "A.", "AD.", "AH.", "Ae1.")
    )
    rows = [["+-"[x % 2] if y % 2 == 0 else "|."[x % 2] for x in range(wide)] for y in range(tall)]
    for y in range(tall):
        for x in range(wide):
            if x % 2 and y % 2:
                rows[y][x] = random.choice(elements)
            elif (x % 2 or y % 2) and random.random() < (0.45 if height * width > 2 else 0.2):
                rows[y][x] = random.choice("x.x*")
            elif not x % 2 and not y % 2 and random.random() < 0.05:
                rows[y][x] = "*"
    rows[0][-1], rows[-1][0] = "E", "S"
    if random.random() < 0.2:
        rows[random.choice((0, -1))][random.choice((0, -1))] = random.choice("SE")
    used = {letter for row in rows[1::2] for letter in row[1::2]} & set("ADH")
    words = {"A": "", "D": "rotating ", "H": "hollow "}
    legend = [f"{letter} = {words[letter]}polyomino {random.choice(SHAPES)}" for letter in sorted(used)]
    legend += (
        [f"symmetry {random.choice(('horizontal', 'vertical', 'rotational'))}"]
        if random.random() < 0.1
        else []
    )
    legend += ["rules windmill"] if random.random() < 0.2 else []
    return "\n".join([*map("".join, rows), *legend])


PIECES = {
    "square": ("x", "xx", "xxx", "xx/x", "x/xx", "xx/xx"),
    "triangle": ("x", "xx", "xxx", "xx/x", "xx/xx"),
    "hexagon": ("x", "xx", "xxx", "xx/x", "xx/_x"),
}


def _tangram(random: Random) -> str:
    """Return a board of a few cells and pieces with as many cells together, some in colours, some with bumps."""
    lattice = random.choice(list(PIECES))
    width, height = random.choice(((2, 2), (3, 2), (2, 3), (4, 2)))
    cells = [random.choices("._", (5, 1))[0] for _ in range(width * height)]
    left, words = cells.count("."), list[str]()
    for letter in "ABCD":
        shape = random.choice(PIECES[lattice])
        if shape.count("x") <= left:
            left -= shape.count("x")
            more = random.choices(("", ",red", ",blue", ",one-sided"), (5, 2, 2, 1))[0]
            words.append(f"{letter}={shape}{more}")
    if left:
        words.append(f"E=x,{left}" if left > 1 else "E=x")
    words += [f"bumps={random.choice(('even', 'odd', 'all'))}"] if random.random() < 0.2 else []
    words += [_relation(random)] if random.random() < 0.4 else []
    return " ".join([lattice, _rows(cells, width), *words])


def _relation(random: Random) -> str:
    return f"{random.choice(COLOURS)}-{random.choice(COLOURS)}:{random.choice(list(Touch))}"


def _hex(random: Random) -> str:
    """Return a filled board without two or three of its pieces, and perhaps with a constraint."""
    board, out = random.choice(_full_boards())
    there = sorted(set(board) - {"/"})
    gone = set(random.sample(there, random.choice((2, 2, 3))))
    words = ["".join("." if cell in gone else cell for cell in board), f"-{out}"]
    if random.random() < 0.2:
        holes = [f"{random.choice(list(LETTERS.values()))}{random.choice('neo')}{random.choice('neo')}"]
        words.append(f"bumps={','.join(holes)}")
    words += [_relation(random)] if random.random() < 0.4 else []
    return " ".join(words)


@cache
def _full_boards() -> list[tuple[str, str]]:
    """Return boards of HEX that are full, with the piece left out."""
    kind, random, made = registry.kind("hex"), Random(1), list[tuple[str, str]]()
    while len(made) < 60:
        puzzle = kind.generate(random, "3-piece")
        for each in solutions(puzzle, most=3).found:
            made.append((kind.format(_placed(puzzle, each)).split()[0], LETTERS[puzzle.forbidden]))
    return made


def _placed(puzzle: Any, solution: Any) -> Any:
    return type(puzzle)(puzzle.forbidden, (*puzzle.placed, *solution.moves))


DRAWS: dict[str, Draw] = {
    "fillomino": _fillomino,
    "fling": _fling,
    "hex": _hex,
    "maze": _maze,
    "snakebird": _snakebird,
    "sokoban": _sokoban,
    "sudoku": _sudoku,
    "tangram": _tangram,
    "tilt": _tilt,
    "witness": _witness,
}
