"""The next puzzle of an adaptive order, by what a person did so far and by what puzzles are known to be like."""

from functools import lru_cache
from typing import Any

from quandary.models.adaptive import Chooser, Predicted, Tried, predicted, refined
from quandary.web.study.folder import Study
from quandary.web.study.models import Answer, Participant
from quandary.web.study.order import main_pool
from quandary.web.study.settings import Arm
from quandary.web.study.simulate import difficulties

LEARN_FROM = 2_000
"""The most people whose answers correct the predicted difficulties."""


def arm_of(study: Study, name: str) -> Arm:
    """Return an arm by its name, or all puzzles if the study has none."""
    return next((arm for arm in study.settings.arms if arm.name == name), Arm("", order=study.settings.order))


def difficulty_now(study: Study, *, is_bot: bool) -> dict[str, list[float]]:
    """Return how hard each puzzle is thought to be: as predicted, corrected by those who finished.

    It is corrected when 10, 20, 40, ... people have finished, not with each of them.
    """
    finished = Participant.objects.filter(is_bot=is_bot, outcome="done").count()
    steps = max(0, finished // 10).bit_length()
    return {
        name: [round(each, 3) for each in found] for name, found in _known(study.path, steps, is_bot).items()
    }


@lru_cache(maxsize=4)
def _known(path: Any, steps: int, is_bot: bool) -> dict[str, Predicted]:
    from quandary.web.study.current import current_study

    prior = predicted(dict(difficulties(current_study().puzzles)))
    if not steps:
        return prior
    done = Participant.objects.filter(is_bot=is_bot, outcome="done").order_by("-finished")[:LEARN_FROM]
    found: dict[int, list[Tried]] = {}
    answers = Answer.objects.filter(participant__in=[each.pk for each in done]).order_by("position")
    for who, puzzle, solved in answers.values_list("participant", "puzzle", "solved"):
        found.setdefault(who, []).append(Tried(puzzle, solved))
    return refined(prior, list(found.values()))


def chooser_for(study: Study, participant: Participant) -> Chooser:
    """Return how this person's puzzles are chosen, which can be done again from what is stored."""
    settings = study.settings.adaptive
    basis = {name: Predicted(*each) for name, each in participant.basis.items()}
    return Chooser(basis, aim=settings.success, by_lot=settings.random, seed=participant.seed)


def grown(study: Study, participant: Participant, tried: list[Tried]) -> list[list[str]]:
    """Return the order of a person with the next puzzle, or with the last ones if the others are over."""
    order = [list(each) for each in participant.order]
    settings, main = study.settings, sum(phase == "main" for _, phase in order)
    wanted = participant.planned - len(settings.pre) - len(settings.post)
    if len(tried) < len(order) or any(phase == "post" for _, phase in order):
        return order
    if main >= wanted:
        return [*order, *([each, "post"] for each in settings.post)]
    pool = main_pool(settings, [*study.puzzles], arm_of(study, participant.arm))
    left = [each for each in pool if each not in {name for name, _ in order} and each in participant.basis]
    return [*order, [chooser_for(study, participant).next(tried, left), "main"]]
