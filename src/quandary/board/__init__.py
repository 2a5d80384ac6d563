"""The board in the browser: plain ES modules that web pages and booklets serve as they are.

    board.js      a session of play as data: moves, undo, log         no document, no network, no clock
    gestures.js   pointer, keys and swipes become gestures
    view.js       the picture, the buttons, the list of moves, the live region
    judge.js      the verdict of the server, or of hashes on a page without one
    page.js booklet.js      pages without a server
    generic.js    how a puzzle without a play.js is touched
    pencil.js words.js      how a declared pencil puzzle is touched, and which rules its marks break
    shapes.js paths.js numbers.js laying.js      what the kinds' play.js files share

A kind's `play.js` says how that kind is touched. No list names it: it is served if it is there.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
"""The folder of the modules."""
