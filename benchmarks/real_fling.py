"""Check Fling! on tables of all boards, on the best boards, and on boards of the game.

It reads FOLDER/fling/boards.csv, best.txt and levels_half.csv. Missing files are skipped.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import process_time

from verdict import pace, verdict

from quandary.kinds.fling import Board
from quandary.kinds.fling.census import Row, best, census
from quandary.kinds.fling.features import survey

WIDTH, HEIGHT = 7, 8
"""The size of the game's boards."""
SECONDS = 300
"""The time that all tables may take together."""
COLUMNS = {
    "boards": "boards",
    "solvable": "solvable",
    "unique_by_positions": "unique",
    "unique_by_moves": "unique_by_moves",
    "solving_sequences": "sequences",
    "most_sequences": "most_sequences",
    "legal_moves": "legal_moves",
    "boards_without_move": "without_move",
    "mirror_classes": "mirror_classes",
    "mirror_solvable": "mirror_solvable",
    "mirror_unique_by_positions": "mirror_unique",
    "mirror_shift_classes": "classes",
    "mirror_shift_solvable": "solvable_classes",
    "mirror_shift_unique_by_positions": "unique_classes",
}
"""The columns of boards.csv and ours."""
BEST = re.compile(
    r"(\d+)x(\d+) k (\d+) unique classes (\d+) best ratio \S+ = (\d+)/(\d+) board (\d+) \((\d+) classes tie\)"
)


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each check."""
    folder = data / "fling"
    if (boards := folder / "boards.csv").exists():
        yield from check_boards(boards)
    if (ratios := folder / "best.txt").exists():
        yield from check_best(ratios)
    if (levels := folder / "levels_half.csv").exists():
        yield from check_levels(levels)


def check_boards(path: Path) -> Iterator[str]:
    """Compare the counts of all boards of each size, and the rule islands with the truth."""
    wanted = _rows(path)
    begin, ours = process_time(), dict[tuple[int, int], list[Row]]()
    for size in dict.fromkeys((row["width"], row["height"]) for row in wanted):
        most = max(row["balls"] for row in wanted if (row["width"], row["height"]) == size)
        ours[size] = census(*size, most, sequences="solving_sequences" in wanted[0])
    seconds = process_time() - begin
    for row in wanted:
        found = ours[row["width"], row["height"]][row["balls"] - 2]
        wrong = [name for name, own in COLUMNS.items() if name in row and row[name] != getattr(found, own)]
        what = f"{row['width']}x{row['height']} with {row['balls']} balls: {row['boards']:,} boards"
        yield verdict(not wrong, f"{what}, {row['solvable']:,} solvable, equal but for {wrong or 'nothing'}")
    apart = sum(row.apart for rows in ours.values() for row in rows)
    saved = sum(row.apart_solvable for rows in ours.values() for row in rows)
    yield verdict(saved == 0, f"islands calls {apart:,} boards dead and is wrong on {saved}")
    if (WIDTH, HEIGHT) in ours:
        few = [row for row in ours[WIDTH, HEIGHT] if row.balls <= 6]
        dead = sum(row.boards - row.solvable for row in few)
        yield f"islands sees {sum(row.apart for row in few):,} of {dead:,} dead boards with up to 6 balls"
    boards = sum(row.boards for rows in ours.values() for row in rows)
    yield pace(seconds <= SECONDS, f"all {boards:,} boards in {seconds:.0f} s of CPU")


def check_best(path: Path) -> Iterator[str]:
    """Compare the best boards by tree_ratio."""
    for line in path.read_text("utf-8").splitlines():
        match = BEST.match(line)
        if match is None:
            yield verdict(False, f"cannot read {line!r}")
            continue
        width, height, balls, classes, full, expert, board, ties = map(int, match.groups())
        begin, found = process_time(), best(width, height, balls)
        ours = found.classes, found.full_tree, found.expert_tree, len(found.boards)
        same = ours == (classes, full, expert, ties) and found.boards[0] == board
        yield verdict(
            same,
            f"{width}x{height} with {balls} balls: best {found.full_tree}/{found.expert_tree}, board {found.boards[0]},"
            f" {len(found.boards)} of {ours[0]:,} classes, in {process_time() - begin:.0f} s of CPU",
        )


def check_levels(path: Path) -> Iterator[str]:
    """Compare the counts of single boards."""
    begin, wrong, rows = process_time(), list[str](), _rows(path)
    for row in rows:
        ours = _counts(Board(WIDTH, HEIGHT, row["board"]))
        wrong += [f"{row['board']}: {name}" for name in ours if ours[name] != row[name]]
    took = process_time() - begin
    yield verdict(
        not wrong,
        f"{len(rows)} boards of the game in {took:.1f} s of CPU, equal but for {wrong or 'nothing'}",
    )
    single = sum(row["position_sequences"] == 1 for row in rows)
    by_moves = sum(row["solving_sequences"] == 2 for row in rows)
    yield f"{single} of {len(rows)} have one solution by positions, {by_moves} by moves"


def _counts(board: Board) -> Mapping[str, int]:
    seen, islands = survey(board), survey(board, sees_islands=True)
    return {
        "balls": board.balls.bit_count(),
        "legal_moves": len(board.moves(board.balls)),
        "solving_sequences": 2 * seen.solutions_by_moves,  # the last move can be made either way
        "position_sequences": seen.solutions,
        "full_states": seen.full_states,
        "expert_states": seen.expert_states,
        "expert_islands_states": islands.expert_states,
        "full_tree": seen.full_tree,
        "expert_tree": seen.expert_tree,
        "expert_islands_tree": islands.expert_tree,
    }


def _rows(path: Path) -> list[dict[str, int]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: int(value) for name, value in row.items()} for row in csv.DictReader(file)]
