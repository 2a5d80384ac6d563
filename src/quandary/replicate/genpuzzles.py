"""Learned difficulty and running times of *Automatically Generating Puzzles of Different Complexity* (2014).

The paper sorts 206 Sudokus into four levels by a support vector machine on features that can be counted at a
glance, with 500 random splits into training and test puzzles. Its labels are not public. Here the same is
done on one of two sets of puzzles. With a file of `puzzle label` lines, where labels are Sudoku Explainer
ratings or words, features of a human-like solution are tried as well. Without a file, puzzles are generated
and labelled by their own rating. Since the features of a solution would know that rating, only the paper's
features are tried.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from quandary.draw.shapes import Drawing
from quandary.errors import FileError, NotationError, QuandaryError
from quandary.kinds.sudoku.explainer import profile
from quandary.kinds.sudoku.features import steps, surface
from quandary.kinds.sudoku.generate import candidates
from quandary.kinds.sudoku.levels import many_at_level
from quandary.kinds.sudoku.notation import parse
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.techniques import LEVELS, level
from quandary.replicate._fillomino import draw_fillomino_times, fillomino_times
from quandary.replicate._graph import graph, stacked
from quandary.replicate._table import Table, TableRow
from quandary.score import NotComputed

if TYPE_CHECKING:
    import numpy as np

PUZZLES, SPLITS = 206, 500
QUICK_SPLITS = 50
"""The number of splits if the labels are our own."""
SHARES = (0.2, 0.4, 0.6, 0.8)
PUBLISHED = {0.8: 0.80}
"""The share of test puzzles put into the right level, by training share. The rest of the curve is only drawn."""
EMPTIES = {
    "9x9": (10, 20, 30, 40, 45, 50, 55, 60, 65),
    "16x16": (40, 80, 120, 130, 140, 150, 160),
    "25x25": (100, 200, 250, 300, 330),
}
"""Beyond what can be emptied the time stays the same, because every cell has been tried."""
PUBLISHED_SECONDS = {("25x25", 330): 500.0}
SEED = 1
RATING_NOTE = "labels are levels of our own rating"


def rows() -> Iterator[TableRow]:
    """Yield the learning curve of the paper's features on generated puzzles, and the running times."""
    made = [
        (sudoku, name)
        for name in LEVELS
        for _, sudoku in zip(
            range(PUZZLES // 4), many_at_level(name, Random(f"{name}/{SEED}"), "9x9"), strict=False
        )
    ]
    yield from learning_curve(
        "surface", [(surface(sudoku), name) for sudoku, name in made], QUICK_SPLITS, RATING_NOTE
    )
    yield from running_times()
    yield from fillomino_times(SEED)


def with_data(path: Path) -> Table:
    """Return the same on a file of labelled puzzles.

    It covers the paper's features and those of a solution.
    """

    def on_file() -> Iterator[TableRow]:
        chosen = sample(read_labelled(path), PUZZLES, SEED)
        yield from learning_curve("surface", [(surface(sudoku), label) for sudoku, label in chosen], SPLITS)
        yield from learning_curve("steps", [(_steps(sudoku), label) for sudoku, label in chosen], SPLITS)
        yield from running_times()
        yield from fillomino_times(SEED)

    return replace(TABLE, title=f"{TABLE.title}, on {path.name}", rows=on_file)


def read_labelled(path: Path) -> list[tuple[Sudoku, str]]:
    """Read the puzzles of a file with their levels. A rating stands for the level it belongs to."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"Cannot read {path}: {error}") from error
    found = []
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 2:
            raise FileError(f"line {number} of {path.name}: give a puzzle, a blank and its label")
        try:
            found.append((parse(words[0]), _label(words[1])))
        except NotationError as error:
            raise FileError(f"line {number} of {path.name}: {error}") from error
    return found


def _label(word: str) -> str:
    try:
        return level(float(word))
    except ValueError:
        return word.lower()


def _steps(sudoku: Sudoku) -> dict[str, float]:
    found = profile(sudoku)
    if found is None:
        raise NotComputed("it has no solution")
    return steps(found)


def sample(labelled: Sequence[tuple[Sudoku, str]], size: int, seed: int) -> list[tuple[Sudoku, str]]:
    """Draw `size` labelled puzzles, with all labels equally often as far as there are enough."""
    by_label: dict[str, list[tuple[Sudoku, str]]] = {}
    for each in labelled:
        by_label.setdefault(each[1], []).append(each)
    if len(by_label) < 2:
        raise QuandaryError(
            "Give puzzles with at least two different labels: there is nothing to tell apart."
        )
    rng = Random(seed)
    queues = [rng.sample(group, len(group)) for _, group in sorted(by_label.items())]
    chosen: list[tuple[Sudoku, str]] = []
    while len(chosen) < size and any(queues):
        chosen += [queue.pop() for queue in queues if queue][: size - len(chosen)]
    return chosen


def learning_curve(
    name: str, examples: Sequence[tuple[Mapping[str, float], str]], splits: int, note: str = ""
) -> Iterator[TableRow]:
    """Yield the accuracy on test puzzles for each share of puzzles used for training."""
    for share in SHARES:
        found = accuracy(examples, share, splits=splits, seed=SEED)
        published = PUBLISHED.get(share) if name == "surface" else None
        yield TableRow(
            f"{name}_{share:.0%}", published, found, note=note or f"{len(examples)} puzzles of the file"
        )


def accuracy(
    examples: Sequence[tuple[Mapping[str, float], str]], share: float, *, splits: int, seed: int
) -> float:
    """Compute the mean share of test puzzles that a support vector machine labels correctly."""
    try:
        import numpy as np
        from sklearn.model_selection import StratifiedShuffleSplit
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.svm import SVC
    except ImportError as error:
        raise QuandaryError('Learning needs scikit-learn: pip install "quandary[learn]"') from error
    names = sorted({name for features, _ in examples for name in features})
    vectors = np.array([[features.get(name, 0.0) for name in names] for features, _ in examples])
    labels = np.array([label for _, label in examples])
    shuffle = StratifiedShuffleSplit(splits, train_size=share, random_state=seed)
    return float(
        np.mean(
            [
                _score(make_pipeline(StandardScaler(), SVC(C=10.0)), vectors, labels, train, test)
                for train, test in shuffle.split(vectors, labels)
            ]
        )
    )


def _score(model: Any, vectors: "np.ndarray", labels: "np.ndarray", train: Any, test: Any) -> float:
    model.fit(vectors[train], labels[train])
    return float(model.score(vectors[test], labels[test]))


def running_times() -> Iterator[TableRow]:
    """Measure the seconds to fill a grid and empty a number of cells.

    They depend on the machine.
    """
    for size, targets in EMPTIES.items():
        for target in targets:
            begin = perf_counter()
            sudoku = next(candidates(Random(SEED), size, empties=target))
            seconds = perf_counter() - begin
            note = f"seconds here; {sudoku.givens.count('.')} cells emptied"
            yield TableRow(
                f"{size}_{target}", PUBLISHED_SECONDS.get((size, target)), round(seconds, 4), note=note
            )


def draw(rows: Sequence[TableRow]) -> Drawing:
    """Draw the running times of Sudokus and Fillominos as graphs."""
    times = [row for row in rows if row.name.partition("_")[0] in EMPTIES]
    sudokus = graph(times, "Time to fill and empty Sudokus", "cells emptied", "seconds, Sudoku")
    return stacked([sudokus, draw_fillomino_times(rows)], "Time to fill and empty boards")


TABLE = Table(
    "genpuzzles",
    "Sorting Sudokus into levels by a support vector machine, and the time it takes to make Sudokus and Fillominos",
    "Automatically Generating Puzzles of Different Complexity (draft, 2014)",
    rows,
    with_data=with_data,
    graph=draw,
)
