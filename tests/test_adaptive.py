"""The adaptive order: it aims where it says, it can be drawn again, and it tells more of a person than a random one."""

from collections.abc import Sequence

import numpy as np
import pytest

from quandary.models.adaptive import Chooser, Predicted, Tried, predicted, refined

POOL, EACH, WIDE, ERROR = 100, 20, 3.5, 0.5


def simulate(people: int, by_lot: float, seed: int = 1) -> tuple[float, float]:
    """Let people solve puzzles whose difficulty is predicted with an error and corrected by those before.

    Returns the share solved of the puzzles that were chosen, and the root mean square error of the skills.
    """
    rng = np.random.default_rng(seed)
    hard = rng.uniform(-WIDE, WIDE, POOL)
    prior = {str(n): Predicted(float(b + rng.normal(0, ERROR)), ERROR) for n, b in enumerate(hard)}
    known, past, again = prior, list[Sequence[Tried]](), 20
    solved, wrong = list[bool](), list[float]()
    for who in range(people):
        if who == again:
            known, again = refined(prior, past[-1000:]), 2 * again
        skill, chooser = rng.normal(), Chooser(known, by_lot=by_lot, seed=who)
        tried, left = list[Tried](), [*prior]
        for place in range(EACH):
            name = chooser.next(tried, left)
            left.remove(name)
            tried.append(Tried(name, bool(rng.random() < 1 / (1 + np.exp(hard[int(name)] - skill)))))
            if not chooser.is_by_lot(place):
                solved.append(tried[-1].is_solved)
        past.append(tried)
        wrong.append(chooser.skill(tried).value - skill)
    return float(np.mean(solved)) if solved else 0.0, float(np.sqrt(np.mean(np.square(wrong))))


def test_people_solve_as_much_as_is_aimed_at_and_their_skill_is_known_better() -> None:
    share, error = simulate(250, by_lot=0.2)
    _, at_random = simulate(250, by_lot=1.0)
    assert share == pytest.approx(0.7, abs=0.03)
    assert error < 0.97 * at_random


@pytest.mark.long
def test_ten_thousand_people() -> None:
    share, error = simulate(10_000, by_lot=0.2)
    _, at_random = simulate(10_000, by_lot=1.0)
    assert share == pytest.approx(0.7, abs=0.02)
    assert error <= 0.92 * at_random


def test_an_order_can_be_drawn_again_from_its_seed_and_the_answers() -> None:
    known = predicted({str(n): float(n % 17) for n in range(40)})

    def drawn(seed: int) -> list[str]:
        chooser, tried, left = Chooser(known, seed=seed), list[Tried](), [*known]
        for place in range(15):
            name = chooser.next(tried, left)
            left.remove(name)
            tried.append(Tried(name, place % 3 > 0))
        return [each.puzzle for each in tried]

    assert drawn(5) == drawn(5) != drawn(6)


def test_a_share_of_the_puzzles_is_drawn_by_lot() -> None:
    lots = [Chooser({}, by_lot=0.2, seed=seed).is_by_lot(place) for seed in range(200) for place in range(20)]
    assert 0.17 < np.mean(lots) < 0.23


def test_answers_correct_a_wrong_prediction() -> None:
    prior = {"easy": Predicted(1.5, 1.0), "hard": Predicted(-1.5, 1.0), "new": Predicted(0.3, 0.7)}
    found = refined(prior, [[Tried("easy", True), Tried("hard", False)]] * 50)
    assert found["easy"].value < 0 < found["hard"].value
    assert found["new"] == prior["new"] and found["easy"].error < 1
