"""Every measure: its name, unit and version, and how to compute it. Kinds add their own features.

No measure claims that more of it means harder. Which measures match what people find hard is a question
for data, kind by kind. Every count is exact or marked as inexact.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from quandary.engine import StateSums
from quandary.errors import QuandaryError, UnknownNameError
from quandary.feature import Feature
from quandary.kind import Kind
from quandary.library import registry
from quandary.limits import NOT_STOPPED, Budget, Limits, OutOfBudget, Stop
from quandary.measuring import counting, ways
from quandary.measuring.entropy import VERSIONS, differential, luck, muse, remuse
from quandary.measuring.feature import read_feature
from quandary.measuring.subject import Subject
from quandary.score import NotComputed, Score, Status

if TYPE_CHECKING:
    from quandary.measuring.shape import GraphShape

Read: TypeAlias = Callable[[Subject, Limits], Score]
PLAYED = "@"
"""Stands between a measure and the player it is for: "remuse@expert"."""
WORTH = "worth:"
"""Begins the measure of what a rule is worth: "worth:squares"."""
NO_RULES = "none"
"""The player of every kind who knows no rules."""
BY_PLAYER = ("muse", "remuse", "luck")
"""The measures that depend on the player."""
NO_SCALE = "there is no scale: make one with quandary calibrate"
"""The reason why there are no minutes if nobody gave a scale."""
NO_MOVES = "there are no weights of moves: learn them with quandary learn moves"
"""The reason why there is no hesitation if nobody gave weights."""
TOO_MANY = Stop("range", 64)
"""The reason why a number of states has no value."""
REACHED = "states"
"""The measure that depends on a player only if one is named: "states@expert"."""
SEARCHED = ("dfs", "iddfs")
"""The efforts of searches that follow only what a player sees if one is named: "iddfs@expert"."""


@dataclass(frozen=True)
class Measure:
    """A number that can be computed for a puzzle.

    >>> print(measure("dead_states"))
    dead_states (states): states that cannot be solved
    """

    name: str
    """Its key in tables."""
    unit: str
    says: str
    read: Read
    work: str
    """The work it needs. Measures with the same work share it."""
    version: int = 1
    """Increased when the same puzzle gets a different number."""

    def __str__(self) -> str:
        return f"{self.name} ({self.unit}): {self.says}"

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle the name of a generic measure, since its reader may be a closure."""
        is_generic = _generic().get(self.name) is self
        return (measure, (self.name,)) if is_generic else super().__reduce_ex__(protocol)

    def take(self, subject: Subject, limits: Limits) -> Score:
        """Return the score of the subject's puzzle."""
        with limits.start() as budget:
            try:
                score = self.read(subject, limits)
            except OutOfBudget as out:
                score = _gave_up(out.stop)
        return score.but({"measure": self.name, "version": self.version, "seconds": budget.seconds})


def _gave_up(stop: Stop) -> Score:
    return Score("", None, Status.GAVE_UP, reason=stop.text, stop=stop.code)


def measure(name: str, kind: Kind | None = None) -> Measure:
    """Return the measure with a name: a generic one, or a feature of the kind.

    A feature of another kind is a measure too. For puzzles of other kinds its status is "not computed".
    """
    if kind and (own := kind.features_by_name.get(name)):
        return _feature(own, name)
    if name in _generic():
        return _generic()[name]
    if name.startswith(WORTH):
        return _worth(name, kind)
    if PLAYED in name:
        plain, _, player = name.partition(PLAYED)
        return _for_player(plain, player, kind)
    others = dict[str, Feature]()
    for each in _registered():
        others |= each.features_by_name
        if name in others:
            return _feature(others[name], name)
    raise UnknownNameError("measure", name, {**measures(kind), **others})


def _worth(name: str, kind: Kind | None) -> Measure:
    """Return the measure of what a rule saves a player: "worth:squares", or "worth:squares@expert"."""
    rule, _, player = name.removeprefix(WORTH).partition(PLAYED)
    owners = [kind] if kind and any(each.name == rule for each in kind.people.rules) else [*_registered()]
    if not any(each.name == rule for one in owners for each in one.people.rules):
        raise UnknownNameError("rule", rule, [each.name for one in owners for each in one.people.rules])

    def read(subject: Subject, limits: Limits) -> Score:
        who = subject.kind.player(player) if player and subject.kind else subject.player
        if subject.kind is None or all(each.name != rule for each in subject.kind.people.rules):
            title = subject.kind.title if subject.kind else type(subject.puzzle).__name__
            return Score("", None, Status.NOT_COMPUTED, reason=f"{rule} is not a rule of a {title}")
        found = differential(
            subject.puzzle,
            subject.kind.rule(rule),
            who,
            policy=subject.policy,
            limits=limits,
            engine=subject.engine,
        )
        if found.missed is None:
            reason = "a player without or with the rule could not be measured within the limits"
            return Score("", None, Status.GAVE_UP, player=found.player, policy=found.policy, reason=reason)
        return Score("", found.missed, Status.EXACT, player=found.player, policy=found.policy)

    return Measure(name, "bits", f"bits of MUSE that knowing {rule} saves the player", read, name)


def _for_player(name: str, player: str, kind: Kind | None) -> Measure:
    """Return a measure for a player whom its name says: "remuse@expert"."""
    plain = measure(name, kind)
    if name == REACHED:
        return _reached(plain, player, kind)
    if name in SEARCHED:
        return _searched(plain, player, kind)
    if name not in BY_PLAYER:
        raise QuandaryError(
            f"The measure {name!r} does not depend on a player. Leave out {PLAYED + player!r}."
        )
    if kind:
        kind.player(player)  # raises if it has none of that name

    def read(subject: Subject, limits: Limits) -> Score:
        who = subject.known_as(player)
        other = Subject(subject.puzzle, who, subject.policy, subject.sampling, subject.fast, subject.engine)
        return plain.read(other, limits)

    full = f"{name}{PLAYED}{player}"
    return replace(plain, name=full, read=_once(full, read), work=f"{plain.work}{PLAYED}{player}")


def _reached(plain: Measure, player: str, kind: Kind | None) -> Measure:
    """Return the measure of the states that a player may reach who never makes a move that a rule rules out."""
    if kind:
        kind.player(player)  # raises if it has none of that name

    def read(subject: Subject, limits: Limits) -> Score:
        from quandary.measuring.reach import read as read_reach

        who = subject.known_as(player)
        return read_reach(subject, who, limits)

    name = f"{plain.name}{PLAYED}{player}"
    return replace(
        plain, name=name, says="states that this player may reach", read=read, work=name, version=1
    )


def _searched(plain: Measure, player: str, kind: Kind | None) -> Measure:
    """Return the effort of a search that never makes a move that a rule of a player rules out."""
    if kind:
        kind.player(player)  # raises if it has none of that name

    def read(subject: Subject, limits: Limits) -> Score:
        from quandary.measuring.reach import Walk

        who = subject.known_as(player)
        with limits.start() as budget:
            seen = Subject(Walk(subject.puzzle, who, budget))
            if (graph := subject.engine.explore_seen(who, budget.rest())) is not None:
                seen.know(graph)
            score = plain.read(seen, budget.rest())
        return replace(score, player=str(who))

    name = f"{plain.name}{PLAYED}{player}"
    says = f"{plain.says}, along what this player sees"
    return replace(plain, name=name, says=says, read=read, work=name, version=1)


def measures(kind: Kind | None = None) -> Mapping[str, Measure]:
    """Return the generic measures by name, usually quick ones first, then the features of a kind.

    >>> measures()["muse"].unit
    'bits'
    """
    if kind is None or not kind.own_features:
        return _generic()
    return {**_generic(), **{feature.name: _feature(feature) for feature in kind.own_features}}


GENERAL_FEATURES = ("muse", "remuse", "luck", "shortest", "solutions", "average_length", "longest")
"""Features of puzzles whose kind declares none."""


def feature_names(kind: Kind) -> list[str]:
    """Return the names of the features of a kind: its own, or general ones, and those by its estimate."""
    own = [each if isinstance(each, str) else each.name for each in kind.features] or GENERAL_FEATURES
    chosen = len(kind.own_features) < len(kind.features)
    tempting = TEMPTING if kind.engines.estimate and not chosen and not is_filled(kind) else ()
    return list(dict.fromkeys([*own, *tempting]))


def is_filled(kind: Kind) -> bool:
    """Return whether the puzzles of a kind are filled in rather than walked through."""
    return hasattr(kind.puzzle, "slots") and hasattr(kind.puzzle, "fills")


def _registered() -> Iterator[Kind]:
    """Yield every kind, those that are in use first, since importing the others takes time."""
    for name in sorted(registry.find_kinds(), key=lambda name: not registry.is_imported(name)):
        with suppress(QuandaryError):  # one broken plug-in must not hide the others
            yield registry.find_kind(name)


def _feature(feature: Feature, called: str = "") -> Measure:
    """Return a feature as a measure of puzzles whose kind has it, by its name or its alias."""
    asked = called or feature.name

    def read(subject: Subject, limits: Limits) -> Score:
        if subject.kind is None or subject.kind.features_by_name.get(feature.name) != feature:
            name = subject.kind.title if subject.kind else type(subject.puzzle).__name__
            return Score("", None, Status.NOT_COMPUTED, reason=f"{asked} does not apply to a {name}")
        return read_feature(feature, subject, limits)

    return Measure(asked, feature.unit, feature.says, read, feature.work, feature.version)


@cache
def _generic() -> Mapping[str, Measure]:
    table = (*_of_solutions(), *_of_states(), *_of_people(), *_tempting())
    return MappingProxyType({each.name: each for each in table})


def _of_solutions() -> tuple[Measure, ...]:
    return (
        Measure(
            "muse",
            "bits",
            "fewest bits of choice on a path to a solution",
            _muse,
            "muse",
            VERSIONS["muse"],
        ),
        Measure("shortest", "moves", "length of the shortest solution", counting.shortest, "first solution"),
        Measure("solutions", "solutions", "reachable solved states", counting.solutions, "solutions"),
        Measure("ways", "ways", "ways among the shortest solutions", ways.among_shortest, "ways"),
        Measure("ways_near", "ways", "ways of up to two moves more", ways.near, "ways_near"),
        Measure("average_length", "moves", "mean length of solutions", counting.average_length, "solutions"),
        Measure("longest", "moves", "length of the longest solution", counting.longest, "solutions"),
        Measure("remuse", "bits", "muse without irrelevant choices", _remuse, "remuse", VERSIONS["remuse"]),
        Measure(
            "luck",
            "bits",
            "−log2 of the share of random plays that succeed",
            _luck,
            "luck",
            VERSIONS["luck"],
        ),
        Measure("solution_steps", "steps", "steps of the remuse solution", _profile(len), "remuse"),
        Measure("choices", "steps", "steps of it above .05 bit", _profile(_choices), "remuse"),
        Measure("largest_choice", "bits", "bits of its hardest step", _profile(max), "remuse"),
        Measure("first_third", "bits", "bits in its first third", _profile(_first_third), "remuse"),
        Measure("two_way_choices", "steps", "steps of it with two options", _two_ways, "remuse"),
        Measure("remuse_states", "states", "states that remuse looks at", _remuse_states, "remuse"),
        Measure("does_not_matter", "bits", "muse minus remuse", _does_not_matter, "remuse"),
        Measure("rules_save", "bits", "remuse without rules minus remuse", _rules_save, "remuse"),
        Measure("start_bits", "bits", "bits to choose among the starts", _start_bits, "starts"),
    )


def _of_states() -> tuple[Measure, ...]:
    return (
        Measure("astar", "expansions", "effort of A* with the kind's estimate, if any", _astar, "astar"),
        Measure("states", "states", "states that play can reach", _states, "states"),
        Measure(
            "viable_states",
            "states",
            "states that can be solved",
            _summed(lambda sums: sums.viable, _plain("shape:viable_states")),
            "states",
        ),
        Measure(
            "dead_states",
            "states",
            "states that cannot be solved",
            _summed(_dead, _plain("shape:dead_states")),
            "states",
        ),
        Measure(
            "scc",
            "components",
            "strongly connected components of the states",
            _plain("shape:scc"),
            "states",
        ),
        Measure(
            "scc_largest",
            "states",
            "states of the largest such component",
            _plain("shape:scc_largest"),
            "states",
        ),
        Measure(
            "scc_crossed",
            "moves",
            "fewest irreversible moves in a solution",
            _plain("shape:scc_crossed"),
            "states",
        ),
        Measure("branching", "moves", "mean number of moves in unsolved states", _branching, "states", 2),
        Measure(
            "dfs",
            "expansions",
            "effort of depth-first search with memory",
            _summed(lambda sums: sums.expansions, _plain("effort:dfs")),
            "states",
        ),
        Measure(
            "iddfs",
            "expansions",
            "effort of iterative deepening without memory",
            _timed("effort:iddfs"),
            "states",
        ),
    )


def _of_people() -> tuple[Measure, ...]:
    return (
        Measure("time", "seconds", "time people need, by a scale (rate --scale)", _no_scale, "time"),
        Measure("solve_rate", "share", "people who solve it, by a scale (rate --scale)", _no_scale, "time"),
        Measure(
            "hesitation", "bits", "expected surprise of experienced solvers (rate --moves)", _no_moves, "walk"
        ),
        Measure("hesitation_mean", "bits", "the same per step (rate --moves)", _no_moves, "walk"),
        Measure(
            "random_loss",
            "probability",
            "random play reaches a dead end",
            _summed(lambda sums: sums.loss, _timed("shape:random_loss")),
            "states",
        ),
    )


TEMPTING = (
    "greedy_luck",
    "surprise",
    "surprise_mean",
    "toil",
    "fatal_share",
    "tempting_fatal",
    "trap_ratio",
    "estimate_error",
    "estimate_correlation",
)
"""The measures of move puzzles whose kind has an estimate of the moves still needed."""


def _tempting() -> Iterator[Measure]:
    says = {
        "greedy_luck": ("bits", "luck of a player who prefers moves that look closer to the goal"),
        "surprise": ("bits", "surprise of that player at the shortest solutions"),
        "surprise_mean": ("bits", "the same per move"),
        "toil": ("bits", "log2 of that player's moves if mistakes are undone"),
        "fatal_share": ("share", "share of moves that unnoticeably make it unsolvable"),
        "tempting_fatal": ("share", "the same among moves that look closer"),
        "trap_ratio": ("ratio", "dead states that no rule detects, per viable state"),
        "estimate_error": ("ratio", "moves needed, divided by the estimate"),
        "estimate_correlation": ("correlation", "of the estimate with the moves needed"),
    }
    return (Measure(name, *says[name], _seen(name), "seen", 2 if name == "toil" else 1) for name in TEMPTING)


def _seen(name: str) -> Read:
    """Return a reader of a value of the graph that an expert sees."""

    def read(subject: Subject, limits: Limits) -> Score:
        from quandary.measuring import tempting

        budget = limits.start()
        try:
            value = tempting.value(name, subject, budget)
        except OutOfBudget as out:
            return Score("", None, Status.GAVE_UP, reason=out.stop.text, stop=out.stop.code)
        except NotComputed as why:
            return Score("", None, Status.NOT_COMPUTED, reason=str(why))
        return Score("", value, Status.UNSOLVABLE if value is None else Status.EXACT)

    return read


REAL_CHOICE = 0.05
"""The bits above which a step counts as a choice."""


def _once(name: str, read: Read) -> Read:
    """Return a reader that computes a score once for all measures that need it."""

    def take(subject: Subject, limits: Limits) -> Score:
        if name not in subject.found:
            subject.found[name] = read(subject, limits)
        found: Score = subject.found[name]
        return found

    return take


def _bits(entropy: Callable[..., Score]) -> Read:
    """Return a reader of an entropy for the subject's player, computed once for all measures that need it."""
    name = entropy.__name__

    def read(subject: Subject, limits: Limits) -> Score:
        if name not in subject.found:
            subject.found[name] = entropy(
                subject.puzzle, subject.player, policy=subject.policy, limits=limits, engine=subject.engine
            )
        found: Score = subject.found[name]
        return found

    return read


_muse, _remuse, _luck = _bits(muse), _bits(remuse), _bits(luck)


def _profile(read: Callable[[list[float]], float]) -> Read:
    """Return a reader of the bits of each step of the ReMUSE solution."""

    def take(subject: Subject, limits: Limits) -> Score:
        score = _remuse(subject, limits)
        bits = [step.bits for step in score.steps] or [0.0]
        return score if score.value is None else replace(score, value=read(bits), start_bits=0.0)

    return take


def _choices(bits: list[float]) -> float:
    return sum(each > REAL_CHOICE for each in bits)


def _first_third(bits: list[float]) -> float:
    return sum(bits[: -(-len(bits) // 3)])


def _two_ways(subject: Subject, limits: Limits) -> Score:
    score = _remuse(subject, limits)
    ways = sum(step.options == 2 for step in score.steps)
    return score if score.value is None else replace(score, value=ways, start_bits=0.0)


def _remuse_states(subject: Subject, limits: Limits) -> Score:
    score = _remuse(subject, limits)
    return score if score.value is None else replace(score, value=score.states, start_bits=0.0)


def _does_not_matter(subject: Subject, limits: Limits) -> Score:
    return _less(_muse(subject, limits), _remuse(subject, limits))


def _rules_save(subject: Subject, limits: Limits) -> Score:
    without = _for_player("remuse", NO_RULES, subject.kind)
    return _less(without.read(subject, limits), _remuse(subject, limits))


def _less(one: Score, other: Score) -> Score:
    """Return the difference of two scores, or the one that has no value."""
    if one.value is None or other.value is None:
        return replace(one if one.value is None else other, at_least=None)
    return replace(one, value=one.value - other.value, start_bits=0.0, steps=())


def _start_bits(subject: Subject, limits: Limits) -> Score:
    from math import log2

    return Score("", log2(max(1, len(list(subject.puzzle.starts())))), Status.EXACT)


def _no_moves(subject: Subject, limits: Limits) -> Score:
    return Score("", None, Status.NOT_COMPUTED, reason=NO_MOVES)


def _no_scale(subject: Subject, limits: Limits) -> Score:
    return Score("", None, Status.NOT_COMPUTED, reason=NO_SCALE)


def _plain(function: str) -> Read:
    """Return a reader of a value of the complete state graph of a solvable puzzle.

    Graph functions are named as "module:function" and imported when the first graph is read, since
    numpy takes longer to load than most puzzles take to rate.
    """
    return _off_graph(lambda shape, _: _named(function)(shape))


def _timed(function: str) -> Read:
    """Return a reader like `_plain` for a slow function, which also gets the budget."""
    return _off_graph(lambda shape, budget: _named(function)(shape, budget))


def _named(function: str) -> Callable[..., float]:
    from quandary.measuring import effort, shape

    module, _, name = function.partition(":")
    found: Callable[..., float] = getattr({"effort": effort, "shape": shape}[module], name)
    return found


def _off_graph(value: Callable[["GraphShape", Budget], float]) -> Read:
    def read(subject: Subject, limits: Limits) -> Score:
        budget, shape = limits.start(), subject.shape(limits)
        if not shape.graph.complete:
            reason = f"exploration stopped after {len(shape.graph):,} states"
            return _explored(shape, Status.GAVE_UP, reason=reason, stop=shape.graph.stop)
        if not shape.graph.solved.any():
            return _explored(shape, Status.UNSOLVABLE)
        try:
            return _explored(shape, Status.EXACT, value=value(shape, budget))
        except OutOfBudget as out:
            return _explored(shape, Status.GAVE_UP, reason=str(out), stop=out.stop)
        except NotComputed as why:
            return _explored(shape, Status.NOT_COMPUTED, reason=str(why))

    return read


def _summed(value: Callable[[StateSums], float | None], otherwise: Read) -> Read:
    """Return a reader of a value of the sums over all states, or of the graph where there are no sums.

    Sums need every future once, however many states have it.
    """

    def read(subject: Subject, limits: Limits) -> Score:
        sums = subject.sums(limits)
        if sums is None:
            return otherwise(subject, limits)
        seen = Score("", None, Status.UNSOLVABLE, engine=sums.engine, states=sums.states)
        if not sums.complete:
            reason = f"exploration stopped after {sums.states:,} states"
            return replace(seen, status=Status.GAVE_UP, reason=reason, stop=sums.stop.code)
        if sums.solved == 0:
            return seen
        if (told := value(sums)) is None:
            return replace(seen, status=Status.GAVE_UP, reason=TOO_MANY.text, stop=TOO_MANY.code)
        return replace(seen, value=told, status=Status.EXACT)

    return read


def _states(subject: Subject, limits: Limits) -> Score:
    score = _summed(lambda sums: sums.represented, _plain("shape:states"))(subject, limits)
    if score.status is not Status.GAVE_UP:
        return score
    sums = subject.sums(limits)
    return replace(score, at_least=score.states if sums is None else sums.represented)


def _dead(sums: StateSums) -> int | None:
    return None if sums.represented is None or sums.viable is None else sums.represented - sums.viable


def _branching(subject: Subject, limits: Limits) -> Score:
    of_paths = getattr(subject.puzzle, "states_are_paths", False)
    graph = _plain("shape:branching_of_paths" if of_paths else "shape:branching")
    sums = subject.sums(limits)
    if sums is not None and sums.represented == sums.starts:  # no move can be made, and the graph says why
        return graph(subject, limits)

    def mean(sums: StateSums) -> float | None:
        if sums.represented is None or sums.moving is None or sums.solved is None:
            return None
        over = sums.moving if of_paths else sums.represented - sums.solved
        return (sums.represented - sums.starts) / over

    return _summed(mean, graph)(subject, limits)


def _astar(subject: Subject, limits: Limits) -> Score:
    from quandary.measuring.effort import astar, no_estimate

    kind, budget = subject.kind, limits.start()
    estimate = kind.engines.estimate if kind and kind.engines.estimate else no_estimate
    try:
        expansions = astar(subject.puzzle, estimate, budget)
    except OutOfBudget as out:
        seen = budget.states
        return replace(_gave_up(out.stop), states=seen, at_least=seen)
    status = Status.UNSOLVABLE if expansions is None else Status.EXACT
    return Score("", expansions, status, states=budget.states)


def _explored(
    shape: "GraphShape",
    status: Status,
    *,
    value: float | None = None,
    reason: str = "",
    stop: Stop = NOT_STOPPED,
) -> Score:
    graph = shape.graph
    return Score("", value, status, engine=graph.engine, states=len(graph), reason=reason, stop=stop.code)
