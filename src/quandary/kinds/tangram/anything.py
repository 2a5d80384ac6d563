"""Draw small boards and pieces by lot, with everything that the notation allows, solvable or not."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from quandary.kinds.tangram.declare import FIRST, NEITHER, SECOND
from quandary.kinds.tangram.lattice import LATTICES
from quandary.kinds.tangram.notation import PARITIES, format_bumps, rows
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.sets import FREE, NO_CELL, SETS
from quandary.parts.touch import COLOURS, Touch
from quandary.parts.traits import parities, parity

SHAPES = {
    "square": ("x", "xx", "xxx", "xx/x", "x/xx", "xx/xx"),
    "triangle": ("x", "xx", "xxx", "xx/x", "xx/xx"),
    "hexagon": ("x", "xx", "xxx", "xx/x", "xx/_x"),
}
HOLES = {FIRST: "hole in the first side", SECOND: "hole in the second side", NEITHER: "no hole"}
NAMES = ("Kite", "Dart", "Long-boat")
ELEMENTS = (
    "hole in the board",
    "several copies",
    "piece on the board",
    "second of its kind on the board",
    "third of its kind on the board",
    "piece left out",
    "one-sided piece",
    "named piece",
    *HOLES.values(),
    *(f"{colour} piece" for colour in COLOURS),
    *Touch,
)
ALONE = (
    *SETS,
    "changed piece of a set",
    "two relations",
    *(f"bumps {word}" for word in (*PARITIES, "by cells")),
)
CHOICES = {
    "lattice": tuple(LATTICES),
    **parities("height", "width"),
    "bumps": ("bumps", "no bumps"),
}
APART: frozenset[frozenset[str]] = frozenset()


def drawn(random: Random) -> str:
    """Return a board of a few cells and pieces with as many cells together. Some of them are refused."""
    return _of_a_set(random) if random.random() < 0.05 else _declared(random)


def _of_a_set(random: Random) -> str:
    """Return a board that one piece of a set fills, or one that replaces it, without the others."""
    chosen = random.choice(list(SETS.values()))
    piece = random.choice([each for each in chosen.pieces if each.copies == 1])
    others = "".join(each.letter for each in chosen.pieces if each is not piece)
    board = rows(chosen.lattice, dict.fromkeys(piece.cells, FREE))
    words = [chosen.name, board, f"-{others}"]
    if random.random() < 0.5:
        words.append(f"{piece.letter}={rows(chosen.lattice, dict.fromkeys(piece.cells, 'x'))},red")
    return " ".join(words)


def _declared(random: Random) -> str:
    lattice = random.choice(list(SHAPES))
    width, height = random.choice(((2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 1), (2, 4)))
    cells = [random.choices((FREE, NO_CELL), (6, 1))[0] for _ in range(width * height)]
    board = [cells[at : at + width] for at in range(0, len(cells), width)]
    pieces = _pieces(random, lattice, cells.count(FREE))
    words = [f"{letter}={shape}" for letter, shape in pieces.items()]
    further = _lay(random, board, pieces) if random.random() < 0.5 else []
    if random.random() < 0.2:
        words.append(f"F={random.choice(SHAPES[lattice])},{random.choice(COLOURS)}")
        words.append("-F")
    bumps = [
        *PARITIES,
        "/".join("".join(random.choice((FREE, "o")) if c != NO_CELL else c for c in row) for row in board),
    ]
    words += [f"bumps={random.choice(bumps)}"] * (random.random() < 0.3)
    coloured = [colour for word in words for colour in COLOURS if colour in word and word[0] != "F"]
    for _ in range(random.choice((0, 1, 1, 2)) if coloured else 0):
        one, other = random.choice(coloured), random.choice(coloured)
        words.append(f"{one}-{other}:{random.choice(list(Touch))}")
    return " ".join([lattice, "/".join(map("".join, board)), *dict.fromkeys(words), *further])


def _pieces(random: Random, lattice: str, left: int) -> dict[str, str]:
    """Return pieces that have so many cells together, by their letters, with what is said about them."""
    found: dict[str, str] = {}
    few = random.sample(COLOURS, 2)
    for letter in "ABCD":
        shape = random.choice(SHAPES[lattice])
        copies = random.choice((1, 1, 2, 3))
        if 0 < shape.count("x") * copies <= left:
            left -= shape.count("x") * copies
            found[letter] = _described(random, shape, copies, few)
    if left:
        found["E"] = _described(random, "x", left, few)
    return found


def _described(random: Random, shape: str, copies: int, colours: list[str]) -> str:
    shape = "".join(
        random.choice("xxxfsn") if mark == "x" and random.random() < 0.3 else mark for mark in shape
    )
    words = [shape, *([str(copies)] if copies > 1 else [])]
    words += ["one-sided"] * (random.random() < 0.2) + [random.choice(colours)] * (random.random() < 0.6)
    return ",".join(words + [random.choice(NAMES)] * (random.random() < 0.2))


def _lay(random: Random, board: list[list[str]], pieces: dict[str, str]) -> list[str]:
    """Lay copies of a piece of one row where there is room, and return words for those that rows cannot show."""
    flat = [letter for letter, words in pieces.items() if "/" not in words.split(",")[0]]
    if not flat:
        return []
    letter = random.choice(flat)
    shape, *more = pieces[letter].split(",")
    copies = int(more[0]) if more and more[0].isdigit() else 1
    laid = list[str]()
    for number in range(random.randint(1, min(copies, 3))):
        mark = (letter, letter.lower(), "")[number]
        spots = [
            (row, at)
            for row, line in enumerate(board)
            for at in range(len(line) - len(shape) + 1)
            if line[at : at + len(shape)] == [FREE] * len(shape)
        ]
        if spots and mark:
            row, at = random.choice(spots)
            board[row][at : at + len(shape)] = [mark] * len(shape)
        elif spots:
            row, at = random.choice(spots)
            before = sum(cell != NO_CELL for line in board[:row] for cell in line)
            before += sum(cell != NO_CELL for cell in board[row][:at])
            laid.append(f"+{letter}@{'-'.join(str(before + n) for n in range(len(shape)))}")
    return laid


def traits(puzzle: Tangram) -> Iterator[str]:
    """Yield what is on a board, and what its pieces are like."""
    lattice = LATTICES[puzzle.lattice]
    lines = [lattice.place(cell) for cell in puzzle.board]
    yield puzzle.lattice
    yield from parity(height=1 + max(row for row, _ in lines), width=1 + max(at for _, at in lines))
    laid = Counter(place.piece for place in puzzle.placed)
    box = (1 + max(row for row, _ in lines)) * (1 + max(at for _, at in lines))
    seen = {
        "hole in the board": len(lines) < box,
        "several copies": any(piece.copies > 1 for piece in puzzle.used),
        "piece on the board": laid,
        "second of its kind on the board": any(number > 1 for number in laid.values()),
        "third of its kind on the board": any(number > 2 for number in laid.values()),
        "piece left out": puzzle.left_out,
        "one-sided piece": any(not piece.two_sided for piece in puzzle.used),
        "named piece": any(piece.name for piece in puzzle.used),
        "two relations": len(puzzle.relations) > 1,
        "bumps": puzzle.bumps,
        "no bumps": not puzzle.bumps,
    }
    yield from (name for name, is_there in seen.items() if is_there)
    for piece in puzzle.used:
        yield from (f"{colour} piece" for colour in filter(None, [piece.colour]))
        yield from (HOLES[mark] for mark in set(piece.holes) & set(HOLES))
    yield from (relation.touch for relation in puzzle.relations)
    if puzzle.bumps:
        word = format_bumps(puzzle)
        yield f"bumps {word if word in PARITIES else 'by cells'}"
    for each in SETS.values():
        letters = [piece.letter for piece in puzzle.pieces[: len(each.pieces)]]
        if each.lattice == puzzle.lattice and letters == [piece.letter for piece in each.pieces]:
            yield each.name
            yield from ["changed piece of a set"] * any(piece not in each.pieces for piece in puzzle.pieces)
