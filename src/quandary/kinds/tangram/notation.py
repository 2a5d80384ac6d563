"""Puzzles as text: a set or a lattice, the board, the pieces, and the constraints, on one line.

pentominoes 6x10
square ..A/..A/... A=xx,2 B=x,red -B bumps=odd red-red:no-edge
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quandary.errors import NotationError
from quandary.kind import Notation
from quandary.kinds.tangram.declare import BOTH, FIRST, NEITHER, SECOND, Piece, PieceLayout
from quandary.kinds.tangram.lattice import LATTICES, Cell
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.sets import (
    FREE,
    NO_CELL,
    SETS,
    NamedSet,
    board_from,
    cells_in,
    piece_from,
    rectangle,
)
from quandary.kinds.tangram.written import declarations, is_written, to_line
from quandary.parts.laying import Place
from quandary.parts.masks import bits, mask_of
from quandary.parts.touch import COLOURS, Relation, Touch, ordered, parse_relation

LONGEST = 6000
MOST_CELLS, MOST_PIECES, LARGEST_PIECE, WIDEST = 128, 32, 24, 64
BUMP = "o"
ONE_SIDED = "one-sided"
SIZE = re.compile(r"([1-9]\d?)x([1-9]\d?)", re.ASCII)
LETTER = re.compile(r"[A-Z]")
NAME = re.compile(r"[A-Z][A-Za-z-]{1,19}")
COUNT = re.compile(r"[1-9]\d?", re.ASCII)
LIKELY = re.compile(r" (\S*=|-[A-Z]|[._A-Za-z/]*/|\d+x\d+)")
"""What follows the name of a set or a lattice in a puzzle, but hardly in prose."""
PARITIES = ("all", "even", "odd")


def parse(text: str) -> Tangram:
    """Read a puzzle from one line, or from the lines of a declaration.

    >>> parse("pentominoes 6x10") == parse("pentominoes")
    True
    >>> parse("square 2x3 A=xx,2")
    Traceback (most recent call last):
    ...
    quandary.errors.NotationError: The pieces have 4 cells together, the board 6; add or leave out pieces.
    """
    if len(text) > LONGEST:
        raise NotationError(f"This tangram has {len(text):,} characters, but the limit is {LONGEST:,}.")
    line = to_line(text) if is_written(text) else text
    words = re.sub(r" */ *", "/", line).split()
    if not words or words[0] not in {*SETS, *LATTICES}:
        first = f", not {words[0][:20]!a}" if words else ""
        raise NotationError(f"A tangram begins with one of {', '.join((*SETS, *LATTICES))}{first}.")
    base = SETS.get(words[0])
    lattice = base.lattice if base else words[0]
    rest = words[1:]
    shown = base.board if base else ""
    if rest and not _is_option(rest[0]):
        shown = _board(rest.pop(0))
    if not shown:
        raise NotationError(
            "Say what the board is: rows and columns such as 6x10, or its rows such as .../_.."
        )
    puzzle = _Words(lattice, base.pieces if base else (), rest).puzzle(_checked_board(lattice, shown))
    _check(puzzle)
    return puzzle


def format(puzzle: Tangram) -> str:  # noqa: A001 - the counterpart of parse
    """Return the text of a puzzle on one line.

    >>> format(parse("square ../.. A=xx,2"))
    'square 2x2 A=xx,2'
    """
    base, changed = _base(puzzle)
    words = [base.name if base else puzzle.lattice]
    if shown := _shown_board(puzzle, base):
        words.append(shown)
    words += [format_piece(puzzle.lattice, piece) for piece in changed]
    if puzzle.left_out:
        words.append(f"-{''.join(puzzle.left_out)}")
    if puzzle.bumps:
        words.append(f"bumps={format_bumps(puzzle)}")
    words += map(str, puzzle.relations)
    return " ".join([*words, *(f"+{place}" for place in _further(puzzle))])


def rows(lattice: str, marked: dict[Cell, str]) -> str:
    """Return cells with a character each as rows of text, without anything after the last cell of a row."""
    lines: dict[int, dict[int, str]] = {}
    for cell, character in marked.items():
        line, at = LATTICES[lattice].place(cell)
        lines.setdefault(line, {})[at] = character
    return "/".join(
        "".join(lines[line].get(at, NO_CELL) for at in range(max(lines[line]) + 1)) if line in lines else ""
        for line in range(max(lines) + 1)
    )


def marks(puzzle: Tangram, made: Sequence[Place]) -> dict[Cell, str]:
    """Return the character of each cell: a letter, small for the second of its kind, or a free cell."""
    marked = dict.fromkeys(puzzle.board, FREE)
    met = Counter[str]()
    for place in made:
        met[place.piece] += 1
        letter = place.piece if met[place.piece] == 1 else place.piece.lower()
        marked |= dict.fromkeys((puzzle.board[cell] for cell in bits(place.mask)), letter)
    return marked


def format_piece(lattice: str, piece: Piece) -> str:
    """Return the word for a piece."""
    shape = dict(zip(piece.cells, piece.holes or BOTH * len(piece.cells), strict=True))
    return ",".join([f"{piece.letter}={rows(lattice, shape)}", *attributes(piece)])


def attributes(piece: Piece) -> Iterator[str]:
    """Yield what a declaration says about a piece besides its letter and its cells."""
    if piece.copies > 1:
        yield str(piece.copies)
    if not piece.two_sided:
        yield ONE_SIDED
    yield from filter(None, (piece.colour, piece.name))


def format_bumps(puzzle: Tangram) -> str:
    """Return a word for the cells with bumps: all, even, odd or rows."""
    for word in PARITIES:
        if puzzle.bumps == _bumps_by_parity(puzzle.board, word):
            return word
    return rows(puzzle.lattice, {cell: BUMP if cell in puzzle.bumps else FREE for cell in puzzle.board})


def _shown(puzzle: Tangram) -> tuple[list[Place], list[Place]]:
    """Return the pieces that the rows of the board can show, at most two of each, and the others."""
    met, shown, others = Counter[str](), list[Place](), list[Place]()
    for place in puzzle.placed:
        met[place.piece] += 1
        (shown if met[place.piece] <= 2 else others).append(place)
    return shown, others


def _further(puzzle: Tangram) -> list[Place]:
    return _shown(puzzle)[1]


def _shown_board(puzzle: Tangram, base: NamedSet | None) -> str:
    """Return the word for the board, empty for the usual board of a set."""
    text = rows(puzzle.lattice, marks(puzzle, _shown(puzzle)[0]))
    if puzzle.placed:
        return text
    if base and puzzle.board == board_from(base.lattice, base.board):
        return base.size
    lines = text.split("/")
    full = rectangle(len(lines), len(lines[0]))
    return f"{len(lines)}x{len(lines[0])}" if text == full else text


def _base(puzzle: Tangram) -> tuple[NamedSet | None, list[Piece]]:
    """Return the set that most pieces come from, if any, and the pieces that do not."""
    best: tuple[NamedSet | None, list[Piece]] = None, list(puzzle.pieces)
    for each in SETS.values():
        letters = [piece.letter for piece in puzzle.pieces[: len(each.pieces)]]
        if each.lattice == puzzle.lattice and letters == [piece.letter for piece in each.pieces]:
            changed = [piece for piece in puzzle.pieces if piece not in each.pieces]
            if len(changed) < len(best[1]):
                best = each, changed
    return best


def _is_option(word: str) -> bool:
    return word[0] in "-+" or "=" in word or parse_relation(word) is not None


def _board(word: str) -> str:
    if size := SIZE.fullmatch(word):
        height, width = int(size[1]), int(size[2])
        if height * width > MOST_CELLS:
            raise NotationError(
                f"A board of {word} has {height * width:,} cells, but the limit is {MOST_CELLS}."
            )
        return rectangle(height, width)
    return word


def _checked_board(lattice: str, shown: str) -> dict[Cell, str]:
    """Return the characters of the cells of the board, slid to the top left."""
    lines = shown.split("/")
    if max(len(lines), *map(len, lines)) > WIDEST:
        raise NotationError(
            f"The board {shown[:20]!a}... is too large; the limit is {WIDEST} rows and columns."
        )
    found = cells_in(lattice, shown)
    for cell, character in found.items():
        if character != FREE and not LETTER.fullmatch(character.upper()):
            raise NotationError(
                f"A board cannot contain {character!a} (row {cell[0] + 1}): use {FREE!r} for a cell,"
                f" {NO_CELL!r} for none, or the letter of a piece."
            )
    if not 2 <= len(found) <= MOST_CELLS:
        raise NotationError(f"The board has {len(found)} cells; a board has 2 to {MOST_CELLS}.")
    down, right = LATTICES[lattice].home(list(found))
    return {(row + down, column + right): found[row, column] for row, column in sorted(found)}


class _Words:
    """The words after the board."""

    def __init__(self, lattice: str, pieces: Sequence[Piece], words: Sequence[str]) -> None:
        self.lattice = lattice
        self.pieces = {piece.letter: piece for piece in pieces}
        self.left_out, self.bumps = "", ""
        self.relations, self.further = list[Relation](), list[str]()
        declared = set[str]()
        for word in words:
            if word.startswith("+"):
                self.further.append(word[1:])
            elif word.startswith("-"):
                self.left_out = _once(self.left_out, word[1:], "the pieces left out")
            elif word.startswith("bumps="):
                self.bumps = _once(self.bumps, word.removeprefix("bumps="), "bumps")
            elif relation := parse_relation(word):
                self.relations.append(relation)
            else:
                piece = _piece(lattice, word)
                if piece.letter in declared:
                    raise NotationError(f"The piece {piece.letter} is declared twice; use another letter.")
                declared.add(piece.letter)
                self.pieces[piece.letter] = piece

    def puzzle(self, board: dict[Cell, str]) -> Tangram:
        """Return the puzzle on a board whose cells are marked."""
        for letter in (*self.left_out, *(mark.upper() for mark in board.values() if mark != FREE)):
            if letter not in self.pieces:
                raise NotationError(
                    f"No piece has the letter {letter[:5]!a}; the pieces are {' '.join(self.pieces) or 'missing'}."
                )
        empty = Tangram(
            self.lattice,
            tuple(board),
            tuple(self.pieces.values()),
            self._bumps(tuple(board)),
            ordered(self.relations),
            tuple(letter for letter in self.pieces if letter in self.left_out),
        )
        _check_size(empty)
        places = [*_placed(empty, board), *(_further_place(empty.layout, word) for word in self.further)]
        return replace(empty, placed=_checked(empty, places))

    def _bumps(self, board: tuple[Cell, ...]) -> tuple[Cell, ...]:
        if not self.bumps or self.bumps in PARITIES:
            return _bumps_by_parity(board, self.bumps) if self.bumps else ()
        shown = cells_in(self.lattice, self.bumps) if len(self.bumps) < LONGEST else {}
        down, right = LATTICES[self.lattice].home(list(shown)) if shown else (0, 0)
        moved = {(row + down, column + right): mark for (row, column), mark in shown.items()}
        if tuple(sorted(moved)) != board or not set(moved.values()) <= {FREE, BUMP}:
            raise NotationError(
                f"Cannot read the bumps {self.bumps[:20]!a}; write one of {', '.join(PARITIES)}, or the rows of"
                f" the board with {BUMP!r} for each bump."
            )
        return tuple(cell for cell in board if moved[cell] == BUMP)


def _once(before: str, now: str, what: str) -> str:
    if before:
        raise NotationError(f"A tangram names {what} only once; write one word for them.")
    if not now:
        raise NotationError(f"Say what {what} are, such as -FX or bumps=odd.")
    return now


def _bumps_by_parity(board: tuple[Cell, ...], word: str) -> tuple[Cell, ...]:
    """Return the cells whose row and column have an even or an odd sum, or all."""
    return tuple(cell for cell in board if word == "all" or sum(cell) % 2 == (word == "odd"))


def _piece(lattice: str, word: str) -> Piece:
    letter, equals, text = word.partition("=")
    if not equals or not LETTER.fullmatch(letter):
        raise NotationError(
            f"Cannot read {word[:30]!a}; write a piece such as F=_xx/xx/_x, -F to leave it out, bumps=odd, or"
            f" a relation: two of {', '.join(COLOURS)} and one of {', '.join(Touch)}, such as red-blue:edge."
        )
    shape, *extras = text.split(",")
    if (
        not shape
        or len(shape) > WIDEST * LARGEST_PIECE
        or not set(shape) <= {*"/_", BOTH, FIRST, SECOND, NEITHER}
    ):
        raise NotationError(
            f"Cannot read the cells of {letter}: write rows such as _xx/xx/_x, with x for a cell (f, s or n if"
            " it has a hole only in its first side, only in its second, or none)."
        )
    if not 1 <= sum(mark not in "/_" for mark in shape) <= LARGEST_PIECE:
        raise NotationError(f"The piece {letter} must have 1 to {LARGEST_PIECE} cells.")
    piece = _described(piece_from(lattice, letter, shape), extras)
    if not _is_connected(lattice, piece.cells):
        hint = "; mind which triangles point up" if lattice == "triangle" else ""
        raise NotationError(f"The cells of {letter} are not connected edge to edge{hint}.")
    return piece


def _described(piece: Piece, extras: Sequence[str]) -> Piece:
    """Return the piece with what is said about it after its cells."""
    for word in extras:
        if COUNT.fullmatch(word):
            piece = replace(piece, copies=int(word))
        elif word == ONE_SIDED:
            piece = replace(piece, two_sided=False)
        elif word in COLOURS:
            piece = replace(piece, colour=word)
        elif NAME.fullmatch(word):
            piece = replace(piece, name=word)
        else:
            raise NotationError(
                f"Cannot read {word[:20]!a} after the piece {piece.letter}; write how many there are, {ONE_SIDED},"
                f" one of {', '.join(COLOURS)}, or a name that begins with a capital."
            )
    return piece


def _is_connected(lattice: str, cells: Sequence[Cell]) -> bool:
    left = set(cells[1:])
    edge = [cells[0]]
    while edge:
        near = left.intersection(LATTICES[lattice].near(edge.pop()))
        left -= near
        edge += near
    return not left


def _check_size(puzzle: Tangram) -> None:
    """Raise NotationError unless the pieces have as many cells as the board."""
    if sum(piece.copies for piece in puzzle.used) > MOST_PIECES:
        raise NotationError(f"There are more than {MOST_PIECES} pieces to lay; declare fewer or larger ones.")
    covered = sum(len(piece.cells) * piece.copies for piece in puzzle.used)
    if covered != len(puzzle.board):
        raise NotationError(
            f"The pieces have {covered} cells together, the board {len(puzzle.board)}; add or leave out pieces."
        )


def _placed(puzzle: Tangram, board: dict[Cell, str]) -> Iterator[Place]:
    marked: dict[str, list[int]] = {}
    for number, mark in enumerate(board.values()):
        if mark != FREE:
            marked.setdefault(mark, []).append(number)
    for mark, cells in marked.items():
        place = Place(mark.upper(), mask_of(cells))
        if place not in puzzle.layout.at:
            called = puzzle.layout.piece[place.piece].called
            raise NotationError(
                f"The {len(cells)} cells marked {mark} are not the piece {called}; give all its cells, in one place."
            )
        yield place


def _further_place(layout: PieceLayout, word: str) -> Place:
    letter, _, cells = word.partition("@")
    numbers = [int(cell) for cell in cells.split("-") if cell.isascii() and cell.isdigit() and len(cell) < 4]
    place = Place(letter, mask_of(number for number in numbers if number < len(layout.board)))
    if place not in layout.at or str(place) != word:
        raise NotationError(
            f"Cannot read +{word[:30]!a}; write a piece and its cells in order, such as +F@0-1-2."
        )
    return place


def _checked(puzzle: Tangram, places: Sequence[Place]) -> tuple[Place, ...]:
    """Return places in order, or raise NotationError if they cannot all be taken."""
    left, covered = Counter(puzzle.starts()[0].left), 0
    for place in places:
        left[place.piece] -= 1
        if left[place.piece] < 0 or place.mask & covered:
            called = puzzle.layout.piece[place.piece].called
            raise NotationError(
                f"The piece {called} cannot lie on the board like this; it is left out, used up or in the way."
            )
        covered |= place.mask
    if covered == puzzle.layout.full:
        raise NotationError(
            f"The board is full and nothing is left to do; leave some cells free with {FREE!r}."
        )
    at = puzzle.layout.at
    return tuple(sorted(places, key=lambda place: at[place].number))


def _check(puzzle: Tangram) -> None:
    for relation in puzzle.relations:
        if not replace(puzzle, relations=(relation,)).bonds:
            raise NotationError(f"{relation} asks nothing: it needs two pieces of these colours; remove it.")


def recognise(text: str) -> list[tuple[int, str]] | None:
    r"""Return the puzzles of a file, in lines or one per line, or None if it does not begin like one.

    >>> recognise("square 2x2 A=xx,2\ntetrahexes\n")
    [(1, 'square 2x2 A=xx,2'), (2, 'tetrahexes')]
    """
    if is_written(text):
        return declarations(text)
    found = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    begins = found and found[0][1].split()[0] in {*SETS, *LATTICES}
    return found if (begins and LIKELY.search(found[0][1])) or (found and found[0][1] in SETS) else None


def lines(puzzle: Tangram) -> str:
    """Return a puzzle as a declaration in lines, as a file has it."""
    base, changed = _base(puzzle)
    shown = _shown_board(puzzle, base)
    parts = [f"tangram: {base.name if base else puzzle.lattice}"]
    if shown:
        parts.append(_below("board:", shown))
    for piece in changed:
        word = format_piece(puzzle.lattice, piece).partition("=")[2].split(",")[0]
        parts.append(_below(f"piece {', '.join([piece.letter, *attributes(piece)])}:", word))
    if puzzle.left_out:
        parts.append(f"leave out: {''.join(puzzle.left_out)}")
    if puzzle.bumps:
        parts.append(_below("bumps:", format_bumps(puzzle)))
    if puzzle.relations:
        parts.append(f"colours: {' '.join(map(str, puzzle.relations))}")
    if further := _further(puzzle):
        parts.append(f"placed: {' '.join(map(str, further))}")
    return "\n".join([*parts, ""])


def _below(head: str, text: str) -> str:
    """Return rows indented below their head, or a single row beside it."""
    return (
        f"{head} {text}"
        if "/" not in text
        else "\n  ".join([head, *(row or NO_CELL for row in text.split("/"))])
    )


NOTATION = Notation(parse=parse, format=format, recognise=recognise, forms={"lines": lines})
