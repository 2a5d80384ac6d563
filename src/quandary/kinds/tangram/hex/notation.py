"""Puzzles as text: the board as six rows of letters, the piece left out, and the constraints.

LLLLLL./.../..... -H bumps=Kne,Mne blue=MT red-red:edge
"""

import re
from collections.abc import Iterator
from typing import TypeVar

from quandary.errors import NotationError
from quandary.kind import Notation
from quandary.kinds.tangram.hex.constraints import (
    ASYMMETRIC,
    BLUE,
    COLOURS,
    EVERYWHERE,
    Hole,
    Holes,
    Pattern,
    Relation,
    Touch,
    groups,
    ordered,
    parse_relation,
    pattern,
)
from quandary.kinds.tangram.hex.pieces import AT, CELLS, COPIES, LETTERS, PIECES, ROWS, TRAPEZOID, location
from quandary.kinds.tangram.hex.rules import Hex
from quandary.parts.laying import Place
from quandary.parts.masks import bits

EMPTY = "."
SECOND = "z"
"""The letter of the second trapezoid, if there are two on the board."""
LONGEST = 600
BOARD = re.compile(" */ *".join(rf"[.\w]{{{length}}}" for _, length in ROWS) + r"\s+-\w")
"""Matches the beginning of a puzzle."""
PIECE_OF = {letter: piece for piece, letter in LETTERS.items()}
SYMBOLS = {**PIECE_OF, SECOND: TRAPEZOID}
Value = TypeVar("Value")
ALL_LETTERS = " ".join(LETTERS.values())


def parse(text: str) -> Hex:
    """Read a puzzle from text.

    >>> puzzle = parse("....... / ......... / ........... / ........... / ......... / SSS.... -H red-green:edge")
    Traceback (most recent call last):
    ...
    quandary.errors.NotationError: The 3 cells marked S are not a Snake; give all its cells, in one place.
    >>> parse("......./........./KK........./KKKK......./........./....... -H").placed[0].piece
    'Hook'
    """
    if len(text) > LONGEST:
        raise NotationError(f"This HEX puzzle has {len(text):,} characters, but the limit is {LONGEST:,}.")
    words = text.replace(" /", "/").replace("/ ", "/").split()
    if not words:
        raise NotationError("This HEX puzzle is empty; write six rows, then the piece left out: ./.../... -H")
    placed = _placed(_cells(words[0]))
    given = _Words(words[1:])
    puzzle = Hex(given.forbidden, placed, given.pattern, given.relations, given.blue)
    _check(puzzle)
    return puzzle


def format(puzzle: Hex) -> str:  # noqa: A001 - the counterpart of parse
    """Return the text of a puzzle, on one line.

    >>> format(Hex("Line"))
    '......./........./.........../.........../........./....... -L'
    """
    words = ["/".join(rows(puzzle.placed)), f"-{LETTERS[puzzle.forbidden]}"]
    if puzzle.pattern is not None:
        named = ",".join(f"{LETTERS[piece]}{holes}" for piece, holes in puzzle.pattern.named)
        words.append(f"bumps={named}" if named else "bumps")
    if puzzle.blue != BLUE:
        words.append(f"blue={''.join(LETTERS[piece] for piece in puzzle.blue)}")
    return " ".join([*words, *map(str, puzzle.relations)])


def recognise(text: str) -> list[tuple[int, str]] | None:
    r"""Return the puzzles of a file, one per line, or None if the first line is no board.

    >>> recognise("......./........./.........../.........../........./....... -L\n")
    [(1, '......./........./.........../.........../........./....... -L')]
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    return lines if lines and BOARD.match(lines[0][1]) else None


def rows(placed: tuple[Place, ...]) -> list[str]:
    """Return the rows of the board, with a letter for each covered cell."""
    symbols = [EMPTY] * len(CELLS)
    trapezoids = iter(f"{LETTERS[TRAPEZOID]}{SECOND}")
    for place in placed:
        letter = next(trapezoids) if place.piece == TRAPEZOID else LETTERS[place.piece]
        for cell in bits(place.mask):
            symbols[cell] = letter
    text = iter("".join(symbols))
    return ["".join(next(text) for _ in range(length)) for _, length in ROWS]


def _cells(board: str) -> dict[str, int]:
    """Return the cells marked with each symbol, as sets."""
    lines = board.split("/")
    if [len(line) for line in lines] != [length for _, length in ROWS]:
        lengths = ", ".join(str(len(line)) for line in lines[:8])
        raise NotationError(
            f"The rows of the board have {lengths} cells; write rows of 7, 9, 11, 11, 9 and 7."
        )
    found: dict[str, int] = {}
    for cell, symbol in enumerate("".join(lines)):
        if symbol == EMPTY:
            continue
        if symbol not in SYMBOLS:
            raise NotationError(
                f"A HEX board cannot contain {symbol!a} (cell {cell}): use '.' or one of {ALL_LETTERS} {SECOND}."
            )
        found[symbol] = found.get(symbol, 0) | 1 << cell
    return found


def _placed(marked: dict[str, int]) -> tuple[Place, ...]:
    places = []
    for symbol, mask in marked.items():
        piece = SYMBOLS[symbol]
        if (piece, mask) not in AT:
            raise NotationError(
                f"The {mask.bit_count()} cells marked {symbol} are not a {piece}; give all its cells, in one place."
            )
        places.append(Place(piece, mask))
    return tuple(sorted(places, key=lambda place: location(place).number))


class _Words:
    """The words after the board."""

    def __init__(self, words: list[str]) -> None:
        self.pattern: Pattern | None = None
        forbidden, blue, relations = "", None, list[Relation]()
        for word in words:
            if word.startswith("-"):
                forbidden = _once(forbidden, _piece(word[1:]), "the piece left out")
            elif word == "bumps" or word.startswith("bumps="):
                self.pattern = _once(self.pattern, _pattern(word.partition("=")[2]), "bumps")
            elif word.startswith("blue="):
                blue = _once(blue, _blue(word.removeprefix("blue=")), "blue")
            else:
                relations.append(_relation(word))
        if not forbidden:
            raise NotationError(f"Say which piece is left out: - and one of {ALL_LETTERS}, such as -H.")
        self.forbidden = forbidden
        self.blue = blue or BLUE
        self.relations = ordered(relations)


def _once(before: Value | None, now: Value, what: str) -> Value:
    if before:
        raise NotationError(f"A HEX puzzle names {what} only once; remove one of them.")
    return now


def _piece(letter: str) -> str:
    if letter not in PIECE_OF:
        raise NotationError(f"No piece has the letter {letter[:20]!a}; use one of {ALL_LETTERS}.")
    return PIECE_OF[letter]


def _pattern(text: str) -> Pattern:
    holes = dict.fromkeys(PIECES, EVERYWHERE)
    for word in text.split(",") if text else ():
        sides = "".join(Hole)
        if len(word) != 3 or not set(word[1:]) <= set(sides):
            raise NotationError(
                f"Cannot read the holes {word[:20]!a}; write a piece and one of {' '.join(sides)} for"
                " each of its sides, such as Kne."
            )
        piece = _piece(word[0])
        if holes[piece] != EVERYWHERE:
            raise NotationError(f"The holes of the {piece} are given twice; remove one of them.")
        holes[piece] = Holes(Hole(word[1]), Hole(word[2]))
    return pattern(holes)


def _blue(text: str) -> tuple[str, str]:
    pieces = sorted({_piece(letter) for letter in text}, key=PIECES.index)
    if len(text) != 2 or len(pieces) != 2 or not set(pieces) <= set(ASYMMETRIC):
        letters = " ".join(LETTERS[piece] for piece in ASYMMETRIC)
        raise NotationError(f"The blue pieces must be two of {letters}, not {text[:20]!a}.")
    return pieces[0], pieces[1]


def _relation(word: str) -> Relation:
    if relation := parse_relation(word):
        return relation
    raise NotationError(
        f"Cannot read {word[:30]!a}; write two of {', '.join(COLOURS)} and one of"
        f" {', '.join(Touch)}, such as red-blue:no-edge."
    )


def _check(puzzle: Hex) -> None:
    pieces = [place.piece for place in puzzle.placed]
    if puzzle.forbidden in pieces:
        raise NotationError(
            f"The {puzzle.forbidden} is left out but lies on the board; remove it or leave out another."
        )
    if not puzzle.starts()[0].vacant:
        raise NotationError("The board is full and nothing is left to do; leave some cells empty with '.'.")
    for relation in puzzle.relations:
        if relation.one == relation.other and len(list(_present(puzzle, relation.one))) < 2:
            raise NotationError(
                f"{relation} asks nothing: without the {puzzle.forbidden} only one piece is {relation.one};"
                " remove it or leave out another piece."
            )


def _present(puzzle: Hex, colour: str) -> Iterator[str]:
    for piece in groups(puzzle.blue)[colour]:
        if piece != puzzle.forbidden:
            yield from [piece] * COPIES[piece]


NOTATION = Notation(parse=parse, format=format, recognise=recognise)
