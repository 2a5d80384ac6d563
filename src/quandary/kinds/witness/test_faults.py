"""Where a finished line breaks a rule: marks on what fails, and none where everything holds."""

from random import Random

from quandary.kinds.witness import KIND
from quandary.kinds.witness.slips import faults


def test_a_finished_line_is_marked_exactly_if_it_does_not_solve_the_panel() -> None:
    for seed in range(40):
        panel = KIND.generate(Random(seed), "3x3")
        paths, seen = [*panel.starts()], 0
        while paths and seen < 400:
            path = paths.pop()
            seen += 1
            if panel.wrapped(path[-1]) in panel.ends:
                assert bool(faults(panel, path)) != panel.is_solved(path), (seed, path)
            if not panel.is_solved(path):
                paths += [panel.apply(path, move) for move in panel.moves(path)]
