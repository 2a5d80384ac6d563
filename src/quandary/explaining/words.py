"""The sentences of an explanation, shared by the terminal and the page."""

import re
from collections import Counter
from typing import Any, Protocol

from quandary.draw.svg import printable
from quandary.explaining.explained import Explanation, RuleWorth
from quandary.explaining.profile import Profile, Stretch
from quandary.kind import Kind
from quandary.measuring.entropy import odds
from quandary.measuring.table import BY_PLAYER, measure
from quandary.measuring.verdicts import with_unit
from quandary.parts.english import listed, spoken_size
from quandary.rules import called
from quandary.score import Decision, Score, Status
from quandary.showing.picture import NUMBERED, tell
from quandary.solving.expert import marking_of
from quandary.solving.follow import start_name
from quandary.trace import Step, Trace

NAMES = {"muse": "MUSE", "remuse": "ReMUSE", "luck": "luck", "shortest": "the shortest solution"}
_BITS = ("remuse", "muse")
MOST_NAMED = 12
"""The number of moves named one by one. Further moves are only counted."""
MOST_KNOWN = 4
"""The number of rules that a player knows that are named one by one."""
MOST_IDLE = 6
"""The number of rules without worth that are named one by one."""
_RULES_NOTE = (
    "To this player: how much harder the puzzle gets if only this rule is forgotten, or how much easier"
    " if it is learnt. Alone: how much easier the puzzle gets for a player who knows no other rule. Below"
    " zero, the rule leads to places with more options."
)


class Named(Protocol):
    """A puzzle and its kind, which knows the names of moves."""

    @property
    def kind(self) -> Kind | None:
        """The kind of the puzzle, if it has one."""

    @property
    def puzzle(self) -> Any:
        """The puzzle."""


def amount(value: float) -> str:
    """Return a number of bits with up to two decimals.

    >>> amount(1.5849625), amount(2.0), amount(-1.0), amount(0.0014), amount(0.0)
    ('1.58', '2', '−1', '<0.01', '0')
    """
    if 0 < abs(value) < 0.005:
        return "<0.01" if value > 0 else "−<0.01"
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-", "−")


def bits(value: float) -> str:
    """Return a number of bits with its unit.

    >>> bits(1), bits(1.585)
    ('1 bit', '1.58 bits')
    """
    return f"{amount(value)} {'bit' if amount(value) == '1' else 'bits'}"


def count(number: int, thing: str) -> str:
    """Return a number with a noun in the singular or plural.

    >>> count(1, "guess"), count(2, "guess"), count(1200, "step")
    ('1 guess', '2 guesses', '1,200 steps')
    """
    ending = "" if number == 1 else "es" if thing.endswith("s") else "s"
    return f"{number:,} {thing}{ending}"


def title(told: Explanation) -> str:
    """Return the heading: the puzzle's own title, or its kind and size."""
    return printable(told.title) or what(told)


def what(told: Explanation) -> str:
    """Return the puzzle's kind and size: "Witness panel, 4×4"."""
    if told.kind is None:
        return type(told.puzzle).__name__
    name = capital(told.kind.title)
    sized = f"{name}, {spoken_size(told.kind.maker.size(told.puzzle))}" if told.kind.maker.size else name
    usual = told.kind.usual_rule_set == rule_set(told)
    return sized if usual or not rule_set(told) else f"{sized}, rule set {rule_set(told)}"


def verdict(told: Explanation) -> str:
    """Return the first words: the difficulty for people, then the number, then the player."""
    compared = f": {context(told)}" if context(told) else "."
    first = headline(told) if headline(told).endswith(".") else headline(told) + compared
    return " ".join(filter(None, (first, number(told))))


def headline(told: Explanation) -> str:
    """Return the difficulty in a few words, or else the headline's number, or why there is none."""
    if told.is_unsolvable and told.headline.reason:  # not the puzzle is to blame, but a rule of the player
        return f"{capital(told.headline.reason)}."
    if told.is_unsolvable:
        by = f" with rule set {name}" if (name := rule_set(told)) else ""
        return f"This puzzle has no solution{by}."
    return capital(told.verdict.short) if told.verdict.word else _measured_for(told)


def context(told: Explanation) -> str:
    """Return how the headline compares, or what is wrong with the puzzle."""
    said = told.verdict.compared if told.verdict.word or told.verdict.place else ""
    return f"{said}." if said and not told.is_unsolvable else ""


def number(told: Explanation) -> str:
    """Return the headline's number with its unit and the player it holds for, unless it was said before."""
    if told.is_unsolvable:
        return ""
    ranked = told.verdict.word and not (told.warning and told.headline.value is None)
    return " ".join(filter(None, (f"{capital(_measured_for(told))}." if ranked else "", _start(told))))


def _measured_for(told: Explanation) -> str:
    """Return the headline's number, and whom it holds for if it depends on the player."""
    score, kind = told.headline, told.kind
    known = score.value is not None or score.at_least is not None
    said = with_unit(score, kind) if kind and kind.people.said and known else measured(score)
    return said if _is_for_anybody(told) else f"{said} for {whom(told)}"


def _start(told: Explanation) -> str:
    """Return a sentence about the bits of choosing a start, which no score counts."""
    extra = next((score.start_bits for score in told.scores.values() if score.start_bits), 0.0)
    starts = len(list(told.puzzle.starts())) if extra else 0
    return f"Choosing among {count(starts, 'start')} takes {bits(extra)} more." if extra else ""


def capital(text: str) -> str:
    """Return a text with its first letter in upper case.

    >>> capital("hard for its kind")
    'Hard for its kind'
    """
    return text[:1].upper() + text[1:]


def rule_set(told: Explanation) -> str:
    """Return the name of the rule set that the puzzle is judged by, if its kind has several."""
    return told.kind.rule_set(told.puzzle) if told.kind else ""


def _is_for_anybody(told: Explanation) -> bool:
    """Return whether the headline is about the puzzle alone, regardless of the player."""
    return told.headline.measure not in BY_PLAYER


def facts(told: Explanation) -> list[tuple[str, str]]:
    """Return the numbers that a verdict rests on, each with what it counts."""
    found = list[tuple[str, str]]()
    for name in _BITS:
        if (score := told.scores.get(name)) and score.value is not None:
            found.append((f"bits of {NAMES[name]}", f"{score.value:.1f}"))
    if told.profile is not None:
        decisions = count(len(told.profile.decisions), "decision")
        found.append((f"steps, {decisions}", f"{len(told.profile.steps):,}"))
    number, luck = told.scores.get("solutions"), told.scores.get("luck")
    if number is not None and number.value is not None:
        found.append(("solution" if number.value == 1 else "solutions", f"{number.value:,.0f}"))
    if luck is not None and luck.value is not None:
        rare = odds(luck.value).partition("succeeds ")[2]
        found.append(("random play succeeds", rare or "always"))
    return found


def not_in_facts(told: Explanation) -> str:
    """Return the scores that are no facts, and what is to be said about those that are."""
    known = {*_BITS, "solutions", "luck", told.headline.measure}
    rest = [score for name, score in told.scores.items() if not (name in known and score.value is not None)]
    player = f"Bits are those of {whom(told)}." if _is_for_anybody(told) else ""
    return " ".join(filter(None, (player, *(f"{capital(measured(each))}." for each in rest), _chances(told))))


def hardest_step(told: Explanation) -> str:
    """Return a sentence about the hardest step of how people solve it, if the kind tells how."""
    trace = told.trace
    if not tells_steps(told) or trace is None or not trace.steps:
        return ""
    number = hardest_number(trace)
    made = trace.steps[number]
    return f"The hardest step{_so_far(trace)} is {number + 1} of {len(trace.steps):,}, cost {made.cost:g}: {step(told, made)}."


def rules_end(told: Explanation) -> str:
    """Return a sentence for the picture of the position in which every rule has been used up, if it comes to that."""
    if told.trace is None or told.trace.status != "stuck":
        return ""
    return f"No rule helps after step {len(told.trace.steps):,}. The rest must be tried out from here:"


def hardest_number(trace: Trace) -> int:
    """Return the index of the first step that costs most."""
    return max(range(len(trace.steps)), key=lambda at: trace.steps[at].cost)


def tells_steps(told: Explanation) -> bool:
    """Return whether the headline is about the steps of a solver rather than about bits."""
    return told.trace is not None and told.kind is not None and bool(told.kind.maker.levels)


def others(told: Explanation) -> str:
    """Return the scores other than the headline."""
    rest = [score for name, score in told.scores.items() if name != told.headline.measure]
    player = f"For {whom(told)}: " if _is_for_anybody(told) else ""
    return " ".join(filter(None, (f"{player}{'; '.join(map(measured, rest))}.", _chances(told))))


def _chances(told: Explanation) -> str:
    """Return why random play succeeds more often than the bits suggest, if it does."""
    luck, bits = told.scores.get("luck"), told.scores.get("remuse")
    if (
        luck is None
        or bits is None
        or luck.value is None
        or bits.value is None
        or bits.value - luck.value < 1
    ):
        return ""
    return "Random play may take any way to a solution. The bits are those of one way, the easiest to tell."


def whom(told: Explanation) -> str:
    """Return the player with what they know: the player “careful”, who knows dead squares."""
    names = [shown(called(rule.name)) for rule in told.player.rules]
    kind = told.kind
    if not names:
        known = "no rules"
    elif kind and len(names) > MOST_KNOWN and len(names) == len(kind.people.rules):
        known = f"all {len(names)} rules"
    else:
        known = listed(names) if len(names) <= MOST_KNOWN else f"{len(names)} rules"
    name = shown(told.player)
    return f"the player “{name}”" + (
        f", who knows {known}" if not told.player.name.startswith("rules=") else ""
    )


def measured(score: Score) -> str:
    """Return a score in words with its unit, or why there is no value.

    >>> measured(Score("muse", 1.585, Status.EXACT)), measured(Score("solutions", 1, Status.EXACT))
    ('1.58 bits of MUSE', '1 solution')
    >>> measured(Score("muse", None, Status.GAVE_UP, reason="stopped at the 2 s limit", at_least=3))
    'MUSE: gave up (stopped at the 2 s limit); at least 3 bits'
    """
    name, unit = NAMES.get(score.measure, score.measure), measure(score.measure).unit
    if score.value is None:
        why = f" ({score.reason})" if score.reason else ""
        least = "" if score.at_least is None else f"; at least {_many(score.at_least, unit)}"
        return f"{name}: {score.status}{why}{least}"
    if score.measure == "luck":
        return odds(score.value)
    of = "" if name == unit else f" of {name}"
    sign = "at least " if score.status is Status.LOWER_BOUND else ""
    return f"{sign}{_many(score.value, unit)}{of}"


def _many(value: float, unit: str) -> str:
    """Return a number with a unit, whose name is a plural."""
    number = amount(value) if unit == "bits" else f"{value:,.10g}"
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"


def profile_heading(told: Explanation) -> str:
    """Return the heading of the bits step by step, which are not the difficulty if the headline is not in bits."""
    player = shown(told.player)
    return (
        "Where the difficulty sits" if told.is_in_bits else f"Where the player “{player}” is unsure, in bits"
    )


def where_it_sits(told: Explanation) -> str:
    """Return sentences about the steps: where they start, which is the hardest, how they end."""
    return " ".join(filter(None, (beginning(told), hardest(told), ending(told))))


def hardest(told: Explanation) -> str:
    """Return a sentence about the hardest moment."""
    profile = told.profile
    if profile is None and has_solutions(told):
        return "There is a solution, but the easiest one is not known, so there are no steps to show."
    if profile is None:
        return "No solution is known, so there are no steps to show."
    if profile.hardest is None and profile.decisions:
        return f"The only choice is the winning move, which anybody sees.{looking_ahead(told)}"
    if profile.hardest is None:
        return "No step leaves anything uncertain."
    number, step = profile.hardest
    return f"The hardest moment: step {number}, {_choice(told, profile, step)}{looking_ahead(told)}"


def hardest_choice(told: Explanation) -> str:
    """Return a sentence about what is to be chosen in the hardest moment, if there is one."""
    profile = told.profile
    if profile is None or profile.hardest is None:
        return ""
    return capital(_choice(told, profile, profile.hardest[1])) + looking_ahead(told)


def _choice(told: Explanation, profile: Profile, step: Decision) -> str:
    """Return the move of the hardest moment among its options."""
    ties = sum(amount(other.bits) == amount(step.bits) for _, other in profile.unseen) - 1
    as_hard = "" if not ties else "; one other is as hard" if ties == 1 else f"; {ties} others are as hard"
    where = f"at {shown(step.slot)}, " if profile.names_slots and is_news(step) else ""
    return (
        f"{where}{move(told, step.move)} among {count(step.options, 'option')}, {bits(step.bits)}{as_hard}."
    )


def is_news(step: Decision) -> bool:
    """Return whether the place of a step says more than its move does.

    >>> is_news(Decision("piece Hook", "Hook@1-2", 2, 1.0)), is_news(Decision("row 4", "Hook@1-2", 2, 1.0))
    (False, True)

    The number of a cell is none, since no picture shows it.
    """
    if re.fullmatch(NUMBERED, str(step.slot)):
        return False
    return not set(re.split(r"\W+", str(step.slot))) & set(re.split(r"\W+", str(step.move)))


def has_solutions(told: Explanation) -> bool:
    """Return whether some solution was found, even if not all were counted."""
    number = told.scores.get("solutions")
    return number is not None and ((number.value or 0) > 0 or (number.at_least or 0) > 0)


def beginning(told: Explanation) -> str:
    """Return a sentence about the start of the solution, if there are several starts."""
    if told.profile is None:
        return ""
    name = start_name(told.puzzle, told.profile.states[0])
    return f"The solution starts from {shown(name)}." if name else ""


def ending(told: Explanation) -> str:
    """Return what happens after the last step, unless the puzzle is then solved."""
    if told.profile is None or told.profile.is_solved:
        return ""
    return "After the last step the player sees how it ends."


def free(stretch: Stretch) -> str:
    """Return a stretch of free steps in words."""
    if stretch.is_forced:
        return count(len(stretch.steps), "forced step")
    return f"{count(len(stretch.steps), 'step')} where no choice matters"


def numbers(stretch: Stretch) -> str:
    """Return the step numbers of a stretch: "4" or "4–9"."""
    last = stretch.first + len(stretch.steps) - 1
    return f"{stretch.first}" if last == stretch.first else f"{stretch.first}–{last}"


def shown(thing: object) -> str:
    """Return a slot or a place as it is written, safe to show."""
    return printable(str(thing))


def move(told: Named, made: object) -> str:
    """Return a move as people would say it, safe to show."""
    return shown(tell(told.puzzle, made))


def moves(told: Named, made: tuple[object, ...]) -> str:
    """Return some moves, the first of them by name."""
    named = ", ".join(move(told, each) for each in made[:MOST_NAMED])
    return named if len(made) <= MOST_NAMED else f"{named} and {len(made) - MOST_NAMED:,} more"


def advice(told: Explanation) -> list[str]:
    """Return which rule to learn, and which one not to forget."""
    said = []
    known, others = ([each for each in told.rules if each.known is is_known] for is_known in (True, False))
    if new := told.best_new_rule:
        said.append(_new_rules(told, new, others))
    elif others:
        said.append(_no_help(others))
    if best := told.best_known_rule:
        said.append(
            f"Of the rules that the player knows{_as_measured(known)}, {best.rule.name} is worth most:"
            f" without it there would be {bits(best.saves or 0)} more."
        )
    return said


def _new_rules(told: Explanation, most: RuleWorth, others: list[RuleWorth]) -> str:
    """Return the easiest rule that would help, and the one that would help most if it is another."""
    easiest = told.easiest_new_rule or most
    among = f"Of the rules that the player does not know{_as_measured(others)}"
    if easiest.rule.cost >= most.rule.cost:
        return f"{among}, {most.rule.name} would help most: {_saved(told, most)}. {most.rule.says}".rstrip()
    return (
        f"{among}, {easiest.rule.name} is the easiest that would help: {_saved(told, easiest)}."
        f" {easiest.rule.says} The harder {most.rule.name} would help most: {_saved(told, most)}."
    )


def _no_help(others: list[RuleWorth]) -> str:
    """Return a sentence about rules that the player does not know, of which none was found to help."""
    late = sum(each.saves is None for each in others)
    if not late:
        return "None of the rules that the player does not know would help here on its own."
    could = f"{late} of {len(others)} rules could not" if late < len(others) else "no rule could"
    return f"Whether another rule would help is not known: {could} be measured within the limits."


def _as_measured(rules: list[RuleWorth]) -> str:
    """Return words that limit a comparison to the rules that were measured, if some were not."""
    return " and that could be measured" if any(each.saves is None for each in rules) else ""


def looking_ahead(told: Explanation) -> str:
    """Return a sentence about a player who looks one step ahead, if that makes a difference."""
    if told.ahead is None or told.ahead.value is None:
        return ""
    before = bits(told.scores["remuse"].value or 0)
    return (
        f" A player who looks one step ahead has {bits(told.ahead.value)} instead of {before} of ReMUSE:"
        " what is hard here is seen by trying a move."
    )


def _saved(told: Explanation, each: RuleWorth) -> str:
    whole = told.scores["muse"].value or 0
    saves = each.saves or 0
    return (
        f"it saves all {bits(whole)}"
        if amount(saves) == amount(whole)
        else f"{amount(saves)} of {bits(whole)}"
    )


def idle(told: Explanation) -> str:
    """Return a sentence about the rules that are worth nothing here, which are only counted if there are many."""
    names = [each.rule.name for each in told.rules if each.is_idle]
    if len(names) > MOST_IDLE:
        other = "other " if told.rules_that_matter else ""
        return f"{len(names)} {other}rules are worth nothing on this puzzle."
    return f"Worth nothing on this puzzle: {', '.join(names)}." if names else ""


def rules_note(told: Explanation) -> str:
    """Return an explanation of the columns of the table of rules, if there is one."""
    return _RULES_NOTE if told.rules_that_matter else ""


def worth(value: float | None) -> str:
    """Return the worth of a rule, or a mark that it could not be measured."""
    return "?" if value is None else amount(value)


def solving(told: Explanation) -> str:
    """Return a sentence about how an expert fares."""
    if (trace := told.trace) is None:
        return ""
    fares = {
        "solved": "solves it",
        "unsolvable": "finds that it has no solution",
        "stuck": "gets stuck",
        "gave up": "runs out of time",
    }[trace.status]
    so_far = _so_far(trace)
    guesses = (count(trace.count("guess"), "guess") if trace.count("guess") else "no guess") + so_far
    hardest = next((step.rule for step in trace.steps if step.cost == trace.hardest and step.rule), "")
    most = (
        f"; the hardest rule needed{so_far} is {called(hardest)} (cost {trace.hardest:g})" if hardest else ""
    )
    knows = "every rule" + " that does not rely on a single solution" * _leaves_rules_out(told, trace)
    return f"A solver who knows {knows} {fares}: {count(len(trace.steps), 'step')}, {guesses}{most}."


def _so_far(trace: Trace) -> str:
    return " so far" if trace.status == "gave up" else ""


def _leaves_rules_out(told: Explanation, trace: Trace) -> bool:
    """Return whether the solver did without some rules, since it was not proved in time that they hold."""
    if told.kind is None or told.scores["solutions"].status is Status.EXACT:
        return False
    marking = marking_of(told.puzzle, told.kind)
    rules = (*told.kind.people.rules, *(marking.rules if marking else ()))
    unproved = {rule.name for rule in rules if rule.needs_unique}
    return bool(unproved) and unproved.isdisjoint(step.rule for step in trace.steps)


def used(told: Explanation) -> list[tuple[str, int]]:
    """Return how often the expert used each rule, easiest first, then the guesses."""
    if told.trace is None or told.kind is None:
        return []
    costs: dict[str, float] = {}
    for made in told.trace.steps:
        if made.action == "rule":
            costs[made.rule] = min(made.cost, costs.get(made.rule, made.cost))
    times = Counter(step.rule or step.action for step in told.trace.steps)
    names = sorted(times, key=lambda name: (name not in costs, costs.get(name, 0)))
    return [({"revert": "guess taken back"}.get(name, called(name)), times[name]) for name in names]


def step(told: Named, made: Step) -> str:
    """Return one step of the expert in words."""
    found = made.finding
    if made.action == "guess":
        return f"guess {moves(told, found.must)}"
    where = shown(found.where)
    if made.action == "revert":
        return f"wrong, since {where}: take back {moves(told, found.cannot)}"
    puts = moves(told, found.must)
    strikes = f"rule out {moves(told, found.cannot)}" if found.cannot else ""
    news = "; ".join(filter(None, (puts, strikes)))
    if found.why:
        return f"{called(made.rule)} at {where}: {shown(found.why)}, so {news}"
    place = "" if found.where == made.rule or re.fullmatch(NUMBERED, found.where) else f" ({where})"
    return f"{called(made.rule)}{place}: {news}"
