"""Check addresses of puzz.link and its own judgement of boards: FOLDER/pencil/links.jsonl.

Every address is read and written back by its codes, and by its kind if there is one. Every board of a kind is judged: wrong
where its checker names a mistake, and solved where it does not. Boards of variants are left out.
Run alone:  python benchmarks/real_pencil_links.py --data FOLDER
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pencil_boards import BOARDS
from pencil_codes import GENRES
from real_pencil import kind_named
from verdict import report, verdict

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.parts.addresses import SITE
from quandary.pencil.codes import BoardSize
from quandary.pencil.played import OnPaper

PLAIN, VERSION = 4, "pzprv3"
"""The parts of a file before its rows, and what it begins with."""


def checks(data: Path) -> Iterator[str]:
    """Yield what came of all addresses, of those of kinds, and of boards."""
    folder = data / "pencil" if (data / "pencil").is_dir() else data
    if not (folder / "links.jsonl").is_file():
        return
    rows = [json.loads(line) for line in (folder / "links.jsonl").read_text("utf-8").splitlines()]
    wrong = [row["url"] for row in rows if row["pzpr"] not in GENRES or rewritten(row) != row["url"]]
    yield verdict(not wrong, f"addresses: {len(rows)} read, {len(rows) - len(wrong)} written back")
    yield from (f"  not written back: {url}" for url in wrong)
    yield from check_kinds(rows)


def rewritten(row: dict[str, Any]) -> str:
    """Return an address that is read and written again."""
    columns, rows, rest = row["url"].split("/", 2)
    size, values, codes = BoardSize(int(rows), int(columns)), list[Any](), GENRES[row["pzpr"]]
    for code in codes:
        value, rest = code.read(rest, size)
        values.append(value)
    return f"{columns}/{rows}/" + "".join(
        code.write(value, size) for code, value in zip(codes, values, strict=True)
    )


def check_kinds(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each kind."""
    for row in rows:
        kind = kind_named(row["kind"])
        if kind is None:
            continue
        written = _by_kind(kind, row)
        ends = (
            Counter(judged(kind, *board) for board in row["boards"]) if row["kind"] in BOARDS else Counter()
        )
        told = ", ".join(f"{number} boards {end}" for end, number in ends.items())
        good = written == f"{SITE}{row['pzpr']}/{row['url']}" and not ends.keys() - {"as told", "of variants"}
        yield verdict(good, f"{kind.name}: {written.removeprefix(SITE)}; {told or 'no boards'}")


def _by_kind(kind: Kind, row: dict[str, Any]) -> str:
    form = kind.notation.forms.get("puzz.link")
    try:
        puzzle = kind.parse(f"{SITE}{row['pzpr']}/{row['url']}")
        return form(puzzle) if form else "no addresses"
    except QuandaryError as error:
        return str(error)


def judged(kind: Kind, code: str | None, board: str) -> str:
    """Return whether a board is judged as its checker does."""
    parts = board.split("/")
    if parts[0] != VERSION or parts[1] not in GENRES:
        return "of variants"
    size = int(parts[2])
    rows = [part.split() for part in parts[PLAIN:] if part.strip()]
    if rows and len(rows[0]) == 1 and not rows[0][0].isdigit():
        return "of variants"
    try:
        clues, marks = BOARDS[kind.name](size, rows)
        puzzle = kind.parse(clues)
        written = marks(puzzle.grid)
    except QuandaryError:
        return "as told" if code else "refused"
    except (IndexError, KeyError):
        return "of variants" if code else "unread"
    state = tuple(written.get(spot, value) if value < 0 else value for spot, value in enumerate(puzzle.start))
    solved = OnPaper(puzzle).is_solved(state)
    return "as told" if solved == (code is None) else f"wrong ({code})"


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder with the data files")
    return report(checks(parser.parse_args().data))


if __name__ == "__main__":
    sys.exit(main())
