"""Skill and difficulty from who solved what, on simulated people with known values and on published examples."""

import numpy as np
import pytest

from quandary.errors import QuandaryError
from quandary.models.skill import Glicko, Match, elo, expected_score, glicko2, glicko_update, graded, rasch

PEOPLE, PUZZLES = 200, 30


def simulate(seed: int, grades: int = 2) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return skills, difficulties and answers of simulated people."""
    rng = np.random.default_rng(seed)
    skill, difficulty = rng.normal(size=PEOPLE) * 1.2, rng.normal(size=PUZZLES)
    steps = difficulty[:, None] + (np.arange(grades - 1) - (grades - 2) / 2) * 0.9
    reached = 1 / (1 + np.exp(-(skill[:, None, None] - steps)))
    return skill, difficulty, (rng.random((PEOPLE, PUZZLES, 1)) < reached).sum(axis=2).astype(float)


@pytest.mark.parametrize("grades", [2, 4])
def test_simulated_people_and_puzzles_come_back(grades: int) -> None:
    skill, difficulty, answers = simulate(grades, grades)
    found = rasch(answers) if grades == 2 else graded(answers)
    puzzles, people = np.array(found.puzzles), np.array(found.people)
    assert np.corrcoef(puzzles[:, 0], difficulty)[0, 1] >= 0.95
    assert np.corrcoef(people[:, 0], skill)[0, 1] >= 0.85
    assert np.mean((puzzles[:, 2] <= difficulty) & (difficulty <= puzzles[:, 3])) >= 0.8
    assert 0.9 <= np.mean((people[:, 2] <= skill) & (skill <= people[:, 3])) <= 0.995
    assert found.spread == pytest.approx(1.2, abs=0.25)


def test_answers_that_are_missing_at_random_do_no_harm() -> None:
    _, difficulty, answers = simulate(3)
    answers[np.random.default_rng(4).random(answers.shape) < 0.5] = np.nan
    assert np.corrcoef([each.value for each in rasch(answers).puzzles], difficulty)[0, 1] >= 0.93


def test_ratings_of_difficulty_turn_the_scale_round() -> None:
    _, difficulty, answers = simulate(5, 4)
    found = graded(3 - answers, high="hard")
    assert np.corrcoef([each.value for each in found.puzzles], difficulty)[0, 1] >= 0.95


def test_a_puzzle_that_everybody_solved_is_the_easiest_with_a_bounded_estimate() -> None:
    _, _, answers = simulate(6)
    answers[:, 0] = 1
    easy, others = rasch(answers).puzzles[0], rasch(answers).puzzles[1:]
    assert np.isfinite(easy).all() and easy.low < easy.value < easy.high
    assert easy.value < min(each.value for each in others)
    assert np.isfinite(rasch(answers).puzzles[1].value)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ([[1, 2], [0, 1]], "1 for solved"),
        ([[0.5, 1], [0, 1]], "whole numbers"),
        ([[1, np.nan], [0, np.nan]], "puzzle with number 2"),
        ([1, 0], "at least two people"),
    ],
)
def test_impossible_answers_are_refused_in_words(table: list[object], says: str) -> None:
    with pytest.raises(QuandaryError, match=says):
        rasch(np.array(table, dtype=float))


def test_elo_gives_the_published_example() -> None:
    """A player of 1613 meets five opponents and scores 2.5: the rating falls to 1601 with k = 32."""
    others, scores = [1609, 1477, 1388, 1586, 1720], [0, 0.5, 1, 1, 0]
    change = sum(score - expected_score(1613, other) for other, score in zip(others, scores, strict=True))
    assert round(1613 + 32 * change) == 1601


def test_glicko_gives_the_published_example() -> None:
    games = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]
    found = glicko_update(Glicko(1500, 200, 0.06), games)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


@pytest.mark.parametrize("system", ["elo", "glicko"])
def test_ratings_of_simulated_puzzles_follow_their_difficulty(system: str) -> None:
    _, difficulty, answers = simulate(7)
    rng = np.random.default_rng(8)
    tries = [Match(f"p{i}", j, float(answers[i, j])) for i in range(PEOPLE) for j in range(PUZZLES)]
    order = [tries[at] for at in rng.permutation(len(tries))]
    if system == "elo":
        found = elo(order, resamples=5)
    else:
        found = glicko2([order[at : at + 600] for at in range(0, len(order), 600)])
    values = [found.puzzles[j].value for j in range(PUZZLES)]
    assert np.corrcoef(values, difficulty)[0, 1] >= 0.9
    assert all(each.low < each.value < each.high for each in found.puzzles.values())


def test_a_score_outside_its_range_is_refused() -> None:
    with pytest.raises(QuandaryError, match="not from 0 to 1"):
        elo([Match("ada", "p1", 2)])


def test_answers_that_determine_no_model_are_told_in_one_line() -> None:
    table = np.full((4, 4), np.nan)
    np.fill_diagonal(table, [0, 1, 0, 1])  # nobody shares a puzzle with anybody
    try:
        found = rasch(table)
    except QuandaryError as error:
        assert "too few" in str(error)
    else:
        assert np.isfinite([each.value for each in found.puzzles]).all()
