"""What a pasted link is, and why it is not read if it is not."""

import re

from quandary.parts.addresses import ADDRESS

READ = "Links of puzz.link for kinds that quandary has, and of Windmill, are read."
SITES = {
    r"puzz\.link|pzv\.jp|pzprxs|pzplus": "puzz.link",
    r"windmill\.thefifthmatt\.com": "Windmill",
    r"penpa": "penpa-edit",
    r"kudamono": "Kudamono",
    r"f-puzzles|sudokupad|crackingthecryptic|ctc-": "a Sudoku app",
    r"sudokuwiki": "SudokuWiki",
    r"chiark\.greenend|tatham": "Simon Tatham's puzzles",
}
REMEDY = {
    "penpa-edit": "Its pictures have no fixed rules. Export the puzzle to puzz.link if the editor can.",
    "Simon Tatham's puzzles": "Copy the game id, such as 3x3:4a2_1..., from the menu instead.",
    "a Sudoku app": "Copy the 81 digits of the grid instead.",
    "SudokuWiki": "Copy the 81 digits of the grid instead.",
}


def is_link(text: str) -> bool:
    """Return whether a text is an address on the web.

    >>> is_link("https://puzz.link/p?slither/5/5/a"), is_link("sudoku:1..2")
    (True, False)
    """
    return re.match(r"\s*https?://\S+\s*$", text[:100_000]) is not None


def complaint(text: str) -> str:
    """Say what a link is and why it is not read.

    >>> complaint("https://puzz.link/p?ringring/5/5/abc")
    "This is a puzz.link address for the puzzle 'ringring', which quandary does not know. Links of puzz.link for kinds that quandary has, and of Windmill, are read."
    """
    link = text.strip()
    site = next(
        (name for pattern, name in SITES.items() if re.search(pattern, link[:200], re.IGNORECASE)), ""
    )
    address = ADDRESS.search(link)
    if site == "puzz.link" and address:
        return f"This is a puzz.link address for the puzzle {address['name'][:40]!r}, which quandary does not know. {READ}"
    if site in ("puzz.link", "Windmill"):
        return f"This link of {site} is damaged. Copy the whole link again."
    what = f"a link to {site}" if site else "a link to a page that quandary does not know"
    return f"This is {what}; it cannot be read. {REMEDY.get(site, READ)}"
