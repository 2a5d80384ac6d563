"""Planning by simulation: more people find more, nothing is found where nothing is, and the plan reaches its aim."""

import pytest

from quandary.errors import QuandaryError
from quandary.models.power import Design, people_needed, power


def test_more_people_narrow_the_interval_and_rank_better() -> None:
    few, many = (power(Design(n, 20, 10, 0.5), samples=200) for n in (6, 60))
    assert many.ranking > few.ranking + 0.1 and many.found > few.found
    assert many.ranking_low > few.ranking_low


def test_without_a_correlation_one_study_in_twenty_finds_one() -> None:
    assert 0.02 <= power(Design(30, 20, 20, 0.0), samples=400).power <= 0.09


def test_the_fewest_people_that_reach_an_aim_are_found() -> None:
    wanted = Design(10, 30, 20, 0.6)
    found = people_needed(wanted, ranking=0.85, samples=60)
    assert found and found.ranking_low >= 0.85
    fewer = power(Design(found.design.people // 2, 30, 20, 0.6), samples=60)
    assert fewer.ranking_low < 0.85
    assert people_needed(Design(10, 6, 2, 0.0), power_aim=0.9, samples=20) is None


@pytest.mark.parametrize("wrong", [(1, 20, 10, 0.5), (10, 3, 2, 0.5), (10, 20, 10, 1.0)])
def test_a_plan_that_makes_no_sense_is_refused(wrong: tuple[int, int, int, float]) -> None:
    with pytest.raises(QuandaryError):
        Design(*wrong)
