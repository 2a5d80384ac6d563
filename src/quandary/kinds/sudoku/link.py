"""Sudokus as puzz.link addresses, as game ids of Simon Tatham's Solo, and as files of OpenSudoku and SadMan."""

import re
from collections.abc import Sequence
from html import escape, unescape

from quandary.errors import NotationError
from quandary.kind import FoundPuzzle, Told
from quandary.kinds.sudoku.board import DIGITS, EMPTY, SHAPES
from quandary.kinds.sudoku.rules import Sudoku
from quandary.parts.addresses import SITE, read_cells, read_game_id, write_cells, write_game_cells

LINK = re.compile(r"sudoku/(\d{1,4})/(\d{1,4})/([^/?#\s]*)")
_SIZES = tuple(rows * columns for rows, columns in SHAPES)
_GAME = re.compile(r"<game\b[^>]*?\b(?:data|cells)=\"([0-9.]+)\"[^>]*>")
_TAG = re.compile(r"<(name|author|source|level|description)>([^<]{1,400})</\1>")


def read_link(text: str) -> str | None:
    """Return the givens of a puzz.link address or a game id, or None if the text is neither.

    >>> read_link("https://puzz.link/p?sudoku/4/4/g3i3i4g1h"), read_link("2x2:_1a3_b")
    (None, None)
    >>> read_link("https://puzz.link/p?sudoku/4/4/g3j3j41i"), read_link("2x2:a3d3d4_1c")
    ('.3....3....41...', '.3....3....41...')
    """
    if match := LINK.search(text):
        size = int(match[1])
        if match[1] != match[2] or size not in _SIZES:
            raise NotationError(
                f"This address has a Sudoku of {match[1]}x{match[2]} cells; sizes are {_SIZES}."
            )
        cells = list(read_cells(match[3]))
    elif found := read_game_id(text):
        size, cells = found[0] * found[1], found[2]
        if found[:2] not in SHAPES:
            return None
    else:
        return None
    if len(cells) != size * size or max(cells) > size:
        return None
    return "".join(DIGITS[number - 1] if number else EMPTY for number in cells)


def link(sudoku: Sudoku) -> str:
    """Return the puzz.link address of a Sudoku.

    >>> link(Sudoku(".3....3....41...", 2, 2))
    'https://puzz.link/p?sudoku/4/4/g3j3j41i'
    """
    return f"{SITE}sudoku/{sudoku.size}/{sudoku.size}/{write_cells(_numbers(sudoku))}"


def game_id(sudoku: Sudoku) -> str:
    """Return the id of the puzzle in Solo.

    >>> game_id(Sudoku(".3....3....41...", 2, 2))
    '2x2:a3d3d4_1c'
    """
    return f"{sudoku.box_rows}x{sudoku.box_columns}:{write_game_cells(_numbers(sudoku), apart=True)}"


def _numbers(sudoku: Sudoku) -> list[int]:
    return [0 if symbol == EMPTY else DIGITS.index(symbol) + 1 for symbol in sudoku.givens]


def read_opensudoku(text: str) -> list[FoundPuzzle] | None:
    """Return the puzzles of a file of OpenSudoku, or None if it is none.

    >>> [found] = read_opensudoku('<opensudoku><name>First</name><game data="0300003000041000" /></opensudoku>')
    >>> found.notation, found.source
    ('0300003000041000', 'First')
    """
    if "<opensudoku" not in text[:2000]:
        return None
    said = {name: unescape(words).strip() for name, words in _TAG.findall(text)}
    source = ", ".join(filter(None, (said.get("name"), said.get("author") or said.get("source"))))
    facts = {"level": said["level"]} if said.get("level") else {}
    return [
        FoundPuzzle(text.count("\n", 0, game.start()) + 1, game[1], source=_one_line(source), facts=facts)
        for game in _GAME.finditer(text)
    ]


def write_opensudoku(told: Sequence[Told]) -> str:
    """Return a file of OpenSudoku with 9x9 puzzles. Raises NotationError for other sizes."""
    if any(each.puzzle.size != 9 for each in told):
        raise NotationError("OpenSudoku has 9x9 Sudokus only.")
    sources = {each.source for each in told}
    name = escape(sources.pop()) if len(sources) == 1 else ""
    games = "".join(f'  <game data="{each.puzzle.givens.replace(EMPTY, "0")}" />\n' for each in told)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n  <name>{name}</name>\n{games}</opensudoku>\n'
    )


def write_sdm(told: Sequence[Told]) -> str:
    r"""Return a file with one puzzle per line, and its rating or name behind it.

    >>> write_sdm([Told(Sudoku(".3....3....41...", 2, 2), "one", facts={"note": 1.2})])
    '.3....3....41... 1.2\n'
    """
    rows = [(each.puzzle.givens, str(each.facts.get("note", "")) or each.title) for each in told]
    return "".join(f"{givens} {note}".rstrip() + "\n" for givens, note in rows)


def write_sdk(told: Sequence[Told]) -> str:
    """Return a file of SadMan Software with one puzzle. Raises NotationError if there are several."""
    if len(told) != 1:
        raise NotationError(f"A .sdk file holds one Sudoku, not {len(told):,}; use .sdm for several.")
    [each] = told
    said = {"#D": each.title, "#S": each.source, "#L": str(each.facts.get("level", ""))}
    lines = [f"{mark}{words}" for mark, words in said.items() if words]
    givens, size = each.puzzle.givens, each.puzzle.size
    return "\n".join([*lines, "[Puzzle]", *(givens[at : at + size] for at in range(0, size**2, size)), ""])


def header(text: str) -> dict[str, str]:
    """Return what the first lines of a .sdk file say: description, author or source, and level."""
    said = {line[1]: line[2:].strip() for line in text.splitlines()[:20] if re.match(r"#[ADSL]\S?", line)}
    return {
        name: _one_line(said[mark])
        for mark, name in (("D", "title"), ("A", "author"), ("S", "source"), ("L", "level"))
        if said.get(mark)
    }


def _one_line(text: str) -> str:
    return " ".join(text.split())
