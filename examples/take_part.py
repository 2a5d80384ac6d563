"""Take part in a study as a script of anybody's: from the pages alone, with the standard library.

python take_part.py http://127.0.0.1:8000/
"""

import json
import subprocess
import sys
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, build_opener


class Page(HTMLParser):
    """What a script needs of a page: its first form and the data of its board."""

    def __init__(self, address: str, html: str) -> None:
        super().__init__()
        self.address, self.action = address, ""
        self.forms = 0
        self.fields: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.board: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, a field or the board."""
        given = {name: value or "" for name, value in attrs}
        if given.get("id") == "board":
            self.board = given
        if tag == "form":
            self.forms += 1
            self.action = given.get("action", "") if self.forms == 1 else self.action
        if tag == "input" and self.forms == 1:
            if given["type"] == "radio":
                self.choices.setdefault(given["name"], []).append(given["value"])
            else:
                self.fields[given["name"]] = given.get("value", "")


def solve(board: dict[str, str]) -> str:
    """Return the moves that solve the puzzle on a board."""
    puzzle = f"{board['data-kind']}:{board['data-notation']}"
    told = subprocess.run(  # noqa: S603 - our own command, without a shell
        [sys.executable, "-m", "quandary", "solve", puzzle, "--json"], capture_output=True, check=True
    )
    return str(json.loads(told.stdout)["solutions"][0]["text"])


def take_part(address: str) -> Page:
    """Go from consent to debrief, and return the last page."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))

    def visit(address: str, fields: dict[str, str] | None = None) -> Page:
        with browser.open(address, urlencode(fields).encode() if fields else None) as reply:
            return Page(reply.geturl(), reply.read().decode())

    page = visit(address)
    while not page.address.endswith("/debrief"):
        if page.action == "/consent":
            chosen = {"agree": "yes"}
        elif page.board:
            chosen = {"moves": solve(page.board), "rating": "5"}
        else:
            chosen = {name: options[0] for name, options in page.choices.items()}
        page = visit(urljoin(page.address, page.action), page.fields | chosen)
        print(page.address, page.board.get("data-puzzle", ""))
    return page


if __name__ == "__main__":
    take_part(sys.argv[1])
