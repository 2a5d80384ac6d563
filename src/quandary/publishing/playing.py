"""Pages that carry a board: each `<article id="puzzle-N">` with a picture gets a button that turns it into one."""

from collections.abc import Mapping

from quandary.board import FOLDER
from quandary.board.page import import_map, script_json
from quandary.library.files import Entry
from quandary.publishing.html import Scripts
from quandary.showing.playable import Playable, play_files


def scripts_for(entries: Mapping[int, Entry]) -> Scripts | None:
    """Return what makes the puzzles of a page playable by number, or None if none is."""
    items = {number: Playable.of(entry) for number, entry in entries.items()}
    data = {number: each.page_data for number, each in items.items() if each.page_data is not None}
    if not data:
        return None
    plays = play_files(each for number, each in items.items() if number in data)
    return Scripts(import_map("booklet.js", plays), "booklet.js", script_json(data))


BOARD_STYLE = """
:root { --area: var(--faint); --line: var(--faint); --focus: var(--accent-2); --done: var(--accent-1); }
button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .4rem; padding: .4rem .8rem; cursor: pointer; }
.play { margin-top: .5rem; } .verdict { min-height: 1.5em; font-weight: 600; }
@media print { button, .verdict { display: none; } }
""" + (FOLDER / "board.css").read_text("utf-8")
