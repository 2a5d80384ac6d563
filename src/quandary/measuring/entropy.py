"""MUSE and ReMUSE: the bits of choice that a player faces on the way to a solution.

One formula covers path and fill puzzles:

    E(s) = 0 if solved; ∞ if a slot the player looks at has no move;
           else the least, over slots, of [ bits of the slot + least E among its children ]

A path puzzle has a single slot, the next step. A slot with n moves costs log2 n bits for MUSE and
KL(softmin(children) ‖ prior) for ReMUSE. Source: Chen, White & Sturtevant, Entropy as a Measure of
Puzzle Difficulty, AIIDE 2023. docs/background.md explains our choice where the paper leaves a point open.
"""

from dataclasses import dataclass, replace
from math import log2

from quandary.engine import Engine, EngineName, Entropy
from quandary.kind import Policy, kind_of
from quandary.limits import DEFAULT, Budget, Limits
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.rules import Rule, remembered
from quandary.score import Score, Status
from quandary.solving.choose import engine_for

VERSIONS = {"muse": 2, "remuse": 1, "luck": 1}
"""Since version 2 of MUSE, a slot that must be filled k times costs log2 n/k instead of log2 n."""


def muse(
    puzzle: AnyPuzzle,
    player: Player | None = None,
    *,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    engine: Engine | EngineName = "auto",
) -> Score:
    """Compute Minimum Uniform Solution Entropy: the fewest bits of choice on any way to a solution.

    >>> from quandary.kinds.witness import KIND
    >>> muse(KIND.parse("+-E/|.|/S-+")).value     # right or up, and both lead home
    1.0

    `steps` holds the solution found and the bits of each step. The default player is the kind's own.
    """
    setting, budget = _setting(puzzle, player, policy), limits.start()
    found = _engine(puzzle, setting.player, engine, limits).muse(setting.player, setting.policy, limits)
    return _doubted(puzzle, setting.score("muse", found, budget), setting, limits)


def remuse(
    puzzle: AnyPuzzle,
    player: Player | None = None,
    *,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    engine: Engine | EngineName = "auto",
) -> Score:
    """Compute Relative MUSE, which does not count choices that do not matter.

    >>> from quandary.kinds.witness import KIND
    >>> remuse(KIND.parse("+-E/|.|/S-+")).value   # both ways are equally good
    0.0
    """
    setting, budget = _setting(puzzle, player, policy), limits.start()
    found = _engine(puzzle, setting.player, engine, limits).remuse(setting.player, setting.policy, limits)
    return _doubted(puzzle, setting.score("remuse", found, budget), setting, limits)


def luck(
    puzzle: AnyPuzzle,
    player: Player | None = None,
    *,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    engine: Engine | EngineName = "auto",
) -> Score:
    """Compute −log2 of the probability that random play among the moves a player considers succeeds.

    >>> from quandary.kinds.witness import KIND
    >>> found = luck(KIND.parse("+-+-E/|2|.|/S-+-+"))
    >>> found.value, odds(found.value)
    (1.0, 'random play succeeds 1 time in 2')

    Where play can go in circles it is the probability of success within three times the fewest moves. `steps`
    holds the luckiest solution: the bits of a step are how much its best move improves the chances.
    """
    setting, budget = _setting(puzzle, player, policy), limits.start()
    found = _engine(puzzle, setting.player, engine, limits).luck(setting.player, setting.policy, limits)
    return setting.score("luck", found, budget)


NEAR = 0.01
"""How far from the truth a chance in words may be."""


def odds(bits: float) -> str:
    """Return luck in words.

    >>> odds(0), odds(5.9), odds(20.3), odds(0.4)
    ('random play always succeeds', 'random play succeeds 1 time in 60', 'random play succeeds 1 time in 1.3 million', 'random play succeeds 3 times in 4')
    """
    if bits < 0.005:
        return "random play always succeeds"
    if bits < 1:
        chance = 2**-bits
        tries = next((n for n in range(2, 20) if abs(round(n * chance) / n - chance) <= NEAR), 20)
        wins = round(tries * chance)
        return f"random play succeeds {wins} time{'s' * (wins != 1)} in {tries}"
    return f"random play succeeds 1 time in {_rounded(bits)}"


def _rounded(bits: float) -> str:
    """Return 2 to the power of some bits, with about two digits."""
    for name, size in (("trillion", 1e12), ("billion", 1e9), ("million", 1e6)):
        if size <= 2 ** min(bits, 60) < 1000 * size:
            return f"{float(f'{2**bits / size:.2g}'):g} {name}"
    return f"{float(f'{2**bits:.2g}'):,.0f}" if bits < 60 else f"2^{bits:.0f}"


@dataclass(frozen=True)
class SavedBits:
    """The bits that knowing one rule saves. A side that could not be measured is None."""

    rule: str
    alone: float | None
    """How much easier the puzzle gets for a player who knows no other rule."""
    missed: float | None
    """How much harder the puzzle gets if the player forgets only this rule."""
    player: str
    policy: Policy


def differential(
    puzzle: AnyPuzzle,
    rule: Rule,
    player: Player | None = None,
    *,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    engine: Engine | EngineName = "auto",
    known: dict[frozenset[str], float | None] | None = None,
) -> SavedBits:
    """Compute differential entropy: the bits of MUSE that one rule saves.

    `alone` compares a player without rules with one who knows only this rule. `missed` compares
    `player` (the kind's default) without and with the rule. Puzzles for which it is large teach the rule.
    `known` has the bits by the names of the rules known; what is found is added, since many comparisons share it.
    """
    setting, budget, engine = _setting(puzzle, player, policy), limits.start(), engine_for(puzzle, engine)
    found = {} if known is None else known

    def bits(*rules: Rule) -> float | None:
        names = frozenset(each.name for each in rules)
        if names not in found:
            who = setting.player.knowing(*rules)
            found[names] = muse(puzzle, who, policy=setting.policy, limits=budget.rest(), engine=engine).value
        return found[names]

    def saved(*others: Rule) -> float | None:
        before = bits(*others)
        after = (
            bits(*others, rule) if before else before
        )  # if nothing is uncertain, a sound rule changes nothing
        return None if before is None or after is None else before - after

    others = (each for each in setting.player.rules if each.name != rule.name)
    return SavedBits(rule.name, saved(), saved(*others), str(setting.player), setting.policy)


def _doubted(puzzle: AnyPuzzle, score: Score, setting: "_Setting", limits: Limits) -> Score:
    """Return the score, with the rule that is likely wrong if only a player of one's own finds no solution."""
    rules = setting.player.rules
    if score.status is not Status.UNSOLVABLE or not rules or kind_of(puzzle) is not None:
        return score
    with limits.start() as budget:
        if engine_for(puzzle).solutions(1, budget.share(2)).status != "solved":
            return score
        alone = [
            rule.name
            for rule in rules
            if engine_for(puzzle)
            .muse(setting.player.knowing(rule), setting.policy, budget.share(len(rules) + 1))
            .bits
            is None
        ]
    blamed = f"the rule {alone[0]!r}" if alone else "a rule of the player, or several together,"
    return replace(
        score,
        reason=f"there are solutions, but {blamed} rules them all out, so it is probably not sound",
    )


@dataclass(frozen=True)
class _Setting:
    """The player and the policy, which a score states so that it can be compared."""

    player: Player
    policy: Policy
    start_bits: float

    def score(self, measure: str, found: Entropy, budget: Budget) -> Score:
        """Return an engine's answer as a score."""
        gave_up, solved = bool(found.stop), found.bits is not None
        return Score(
            measure,
            found.bits,
            Status.GAVE_UP if gave_up else Status.EXACT if solved else Status.UNSOLVABLE,
            VERSIONS[measure],
            player=str(self.player),
            policy=self.policy,
            engine=found.engine,
            slow=found.slow,
            states=found.states,
            seconds=budget.seconds,
            at_least=found.at_least,
            start_bits=self.start_bits,
            reason=found.stop.text,
            stop=found.stop.code,
            steps=found.steps,
        )


def _engine(puzzle: AnyPuzzle, player: Player, engine: Engine | EngineName, limits: Limits) -> Engine:
    """Return the engine for the puzzle as the player remembers it."""
    with limits.start():
        view = remembered(puzzle, player.rules)
    if view is puzzle:
        return engine_for(puzzle, engine)
    return engine_for(
        view, engine if isinstance(engine, str) else "python" if engine.name == "python" else "auto"
    )


def _setting(puzzle: AnyPuzzle, player: Player | None, policy: Policy | None) -> _Setting:
    kind = kind_of(puzzle)
    starts = max(1, len(list(puzzle.starts())))
    return _Setting(
        player or (kind.people.default if kind else Player(name="none")),
        policy or (kind.people.policy if kind else "best"),
        log2(starts),
    )
