"""Write generated puzzles in the formats that real.py reads:  python benchmarks/samples.py FOLDER.

They show the checks at work without the real files. What is published with real puzzles is computed here
with the plain Python engines if there are any, so that a check can still fail.
"""

import argparse
import csv
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from quandary.kind import Kind
from quandary.kinds.fillomino import KIND as FILLOMINO
from quandary.kinds.fling import KIND as FLING
from quandary.kinds.fling import Board
from quandary.kinds.fling.census import census
from quandary.kinds.fling.features import survey
from quandary.kinds.sokoban import KIND as SOKOBAN
from quandary.kinds.sokoban.features import features
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.tilt import KIND as TILT
from quandary.kinds.tilt import Maze
from quandary.kinds.tilt.rules import border
from quandary.kinds.witness import KIND as WITNESS
from quandary.kinds.witness.elements import Colour, Square
from quandary.kinds.witness.space import PanelSpace
from quandary.kinds.witness.windmill import encode
from quandary.measuring.entropy import remuse
from quandary.replicate._first_wall import FirstWall
from quandary.solving.search import count, solutions

SIDES = ("up", "right", "down", "left")


def generated(kind: Kind, size: str, number: int) -> Iterator[Any]:
    """Generate some puzzles, the same every time."""
    if kind.maker.generate is None:
        raise LookupError(f"{kind.name} cannot be generated")
    return (kind.generate(Random(f"sample-{i}"), size) for i in range(number))


def witness(folder: Path) -> None:
    """Write links, and panels with votes and scores."""
    links = [
        {"id": f"link-{i}", "contents": encode(panel), "solves": i}
        for i, panel in enumerate(generated(WITNESS, "3x3", 60))
        if not panel.blue | panel.yellow
    ]
    (folder / "links.jsonl").write_text("\n".join(map(json.dumps, links)), "utf-8")
    space = PanelSpace(3, 3, counts={Square(Colour.BLACK): 2, Square(Colour.WHITE): 2})
    rated = []
    for i in range(30):
        panel = space.unrank(i * space.size // 30)
        counted = count(panel, engine="python")
        paper = {
            "n_solutions": counted.solutions,
            "avg_len": counted.total_length / counted.solutions,
            "remuse_n0": FirstWall(panel).bits(0).remuse,
        }
        votes = round(remuse(panel).value or 0) + i % 3
        rated.append(
            {"id": f"rated-{i}", "contents": encode(panel), "upvotes": votes, "createUtc": i, "paper": paper}
        )
    (folder / "rated.json").write_text(json.dumps(rated), "utf-8")


def sokoban(folder: Path) -> None:
    """Write a collection with fewest pushes, and levels with players' best solutions."""
    levels = [level for size in ("5x5-1", "6x6-1", "6x6-2") for level in generated(SOKOBAN, size, 3)]
    (folder / "microban1.xsb").write_text("\n\n".join(map(SOKOBAN.format, levels)) + "\n", "utf-8")
    solved = [features(level, view="python") for level in levels]
    with (folder / "microban1_push_optimal.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("level", "pushes"))
        rows.writerows(
            (number, int(scores["shortest_boxes_path"].value or 0)) for number, scores in enumerate(solved, 1)
        )
    online = [
        {
            "id": f"level-{i}",
            "puzzle": SOKOBAN.format(level),
            "shortest_solution": str(int(scores["shortest_path"].value or 0)),
        }
        for i, (level, scores) in enumerate(zip(levels, solved, strict=True))
    ]
    (folder / "online.jsonl").write_text("\n".join(map(json.dumps, online)), "utf-8")


def tilt(folder: Path) -> None:
    """Write mazes whose cells list their own walls."""
    mazes = [maze for size in ("4x4", "6x6", "8x8") for maze in generated(TILT, size, 3)]
    (folder / "mazes.json").write_text(json.dumps({"levels": list(map(_record, mazes))}), "utf-8")


def _record(maze: Maze) -> dict[str, object]:
    inside = [[(x, y) for x in range(maze.width)] for y in range(maze.height)]
    return {
        "name": TILT.format(maze),
        "walls": [
            [sum(_is_wall(maze, cell, side) << i for i, side in enumerate(SIDES)) for cell in row]
            for row in inside
        ],
        "goals": [[int(cell in maze.checkpoints) for cell in row] for row in inside],
        "ball": maze.ball,
    }


def _is_wall(maze: Maze, cell: tuple[int, int], side: str) -> bool:
    a, b = border(cell, side)
    return (a, b) in maze.walls or not (0 < a < 2 * maze.width and 0 < b < 2 * maze.height)


def sudoku(folder: Path) -> None:
    """Write puzzles with one solution, and large ones with theirs."""
    puzzles = [SUDOKU.format(puzzle) for puzzle in generated(SUDOKU, "9x9", 50)]
    (folder / "top.txt").write_text("\n".join(puzzles), "utf-8")
    large = {
        f"large-{i}": {"problem": _table(puzzle.givens), "solution": _table(_end(puzzle))}
        for i, puzzle in enumerate(generated(SUDOKU, "16x16", 2))
    }
    (folder / "sixteen.json").write_text(json.dumps(large), "utf-8")


def _end(puzzle: Any) -> Any:
    [solution] = solutions(puzzle, most=1).found
    return solution.end(puzzle)


def _table(cells: str) -> str:
    """Return a board as numbers in rows, below a line with its size."""
    side = round(len(cells) ** 0.5)
    words = ["-" if cell == "." else str(int(cell, 36)) for cell in cells]
    rows = (" ".join(words[at : at + side]) for at in range(0, len(words), side))
    return "\n".join((f"{side} {side}", *rows))


def fillomino(folder: Path) -> None:
    """Write puzzles with their solutions."""
    entries = {
        f"{size}-{i}": {
            "problem": _rows(puzzle.rows, puzzle.columns, puzzle.givens),
            "solution": _rows(puzzle.rows, puzzle.columns, _end(puzzle)),
        }
        for size in ("5x5", "8x8")
        for i, puzzle in enumerate(generated(FILLOMINO, size, 5))
    }
    (folder / "generated.json").write_text(json.dumps(entries), "utf-8")


def _rows(rows: int, columns: int, numbers: tuple[int, ...]) -> str:
    words = [str(number or "-") for number in numbers]
    lines = (" ".join(words[row * columns : (row + 1) * columns]) for row in range(rows))
    return "\n".join((f"{rows} {columns}", *lines))


def fling(folder: Path) -> None:
    """Write counts of all small boards, their best ones, and boards with their counts, all by Python."""
    names = {
        "unique_by_positions": "unique",
        "boards_without_move": "without_move",
        "mirror_unique_by_positions": "mirror_unique",
        "mirror_shift_classes": "classes",
        "mirror_shift_solvable": "solvable_classes",
        "mirror_shift_unique_by_positions": "unique_classes",
    }
    plain = (
        "balls",
        "boards",
        "solvable",
        "unique_by_moves",
        "legal_moves",
        "mirror_classes",
        "mirror_solvable",
    )
    rows = [
        {"width": width, "height": height}
        | {name: getattr(row, name) for name in plain}
        | {name: getattr(row, ours) for name, ours in names.items()}
        for width, height, most in ((3, 3, 9), (4, 4, 3))
        for row in census(width, height, most, engine="python")
    ]
    _write_rows(folder / "boards.csv", rows)
    levels = [_level(number, board) for number, board in enumerate(generated(FLING, "7x8-5", 8), 1)]
    _write_rows(folder / "levels_half.csv", levels)
    (folder / "best.txt").write_text(
        "4x4 k 2 unique classes 2 best ratio 1.0000 = 3/3 board 5 (2 classes tie)\n", "utf-8"
    )


def _level(number: int, board: Board) -> dict[str, int]:
    seen = survey(board, engine="python")
    islands = survey(board, engine="python", sees_islands=True)
    return {
        "level": number,
        "number": 1,
        "board": board.balls,
        "balls": board.balls.bit_count(),
        "legal_moves": len(board.moves(board.balls)),
        "solving_sequences": 2 * seen.solutions_by_moves,
        "position_sequences": seen.solutions,
        "full_states": seen.full_states,
        "expert_states": seen.expert_states,
        "expert_islands_states": islands.expert_states,
        "full_tree": seen.full_tree,
        "expert_tree": seen.expert_tree,
        "expert_islands_tree": islands.expert_tree,
    }


def _write_rows(path: Path, rows: list[dict[str, int]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)


def main() -> None:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="write them to this folder")
    folder = parser.parse_args().folder
    for write in (witness, sokoban, tilt, sudoku, fillomino, fling):
        (folder / write.__name__).mkdir(parents=True, exist_ok=True)
        write(folder / write.__name__)


if __name__ == "__main__":
    main()
