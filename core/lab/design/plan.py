"""The plan of a search: everything that decides its numbers, checked and written down before a game is played."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import PurePath
from typing import Any, TypeVar

import attrs

from ... import bots as made
from ...base import limits
from ...base.errors import InvalidFile, TilewrightError, UsageError
from ...base.version import __version__
from ...bots import levels
from ...meters.metrics import Metric
from ...meters.registry import metrics_of
from ...rules.ruleset import Rules
from ...text.document import Document
from ...text.strict import near
from ..games.block import BlockSide, BlockWork, orders
from ..games.code_digests import of_bots
from ..games.factors import factor
from ..games.kept_plan import VERSION
from ..games.store import Stated, ruleset
from ..study.planning import casts_of, seeded
from ..study.requests import DesignRequest
from ..study.stated import shared
from .candidates import Candidate, SearchSpace
from .targets import Quantity, SearchGoal, SearchTarget, goal, target

BUDGET = 2_000
"""Blocks of the search."""
RUNGS = (12, 36, 108)
"""Blocks after which a round of candidates is thinned out; the last number is how many the best of it play."""
WIDTH = 9
"""Candidates of a round."""
FINALISTS = 3
CONFIRM = 1_000
"""Fresh blocks for each finalist."""
ALPHA = 0.05
SHARE_MARGIN = 0.03
"""The difference of a share that matters, unless the plan states a margin."""
EFFECT_MARGIN = 0.2
"""The difference of other quantities that matters, in SD of a block, unless the plan states a margin."""
MOST_FINALISTS = 10
PANEL = "panel"
"""Arms with this name and a number are games of the casts of `bots`; those of duels have the names of their skills."""

Path = tuple[str | int, ...]
W = TypeVar("W", SearchTarget, SearchGoal)
Fault = Callable[[Path, str], TilewrightError]
"""Makes the error for a place in the plan and what is wrong there."""


@attrs.frozen(kw_only=True)
class SearchPlan(Stated):
    """A search, ready to run. Equal plans give equal rows, asks and reports."""

    space: SearchSpace
    rules: Rules
    """Those of the base."""
    targets: tuple[SearchTarget, ...]
    goals: tuple[SearchGoal, ...]
    casts: tuple[tuple[str, ...], ...]
    """The casts whose games decide metrics and the gap between seats."""
    duels: Mapping[str, tuple[str, ...]]
    """By skill, the cast that plays for it."""
    players: int
    budget: int
    rungs: tuple[int, ...]
    width: int
    finalists: int
    confirm: int
    alpha: float
    margins: Mapping[str, float]
    baseline: bool
    seed: int
    question: str = ""
    """The user's own words; not part of the hash, since no number depends on them."""
    version: str = __version__
    """The version of tilewright that began the run."""

    @property
    def wanted(self) -> tuple[SearchTarget | SearchGoal, ...]:
        """The targets, then the goals."""
        return (*self.targets, *self.goals)

    @property
    def quantities(self) -> dict[str, Quantity]:
        """Everything that is estimated, by name: what the targets name, then the goals."""
        return {one.quantity.name: one.quantity for one in self.wanted}

    @property
    def arms(self) -> dict[str, tuple[str, ...]]:
        """The casts that play each block, by the name of their games in its row."""
        return {f"{PANEL} {n}": cast for n, cast in enumerate(self.casts, 1)} | dict(self.duels)

    @property
    def games_in_block(self) -> int:
        """Games of one setting in one block."""
        return sum(len(orders(cast)) for cast in self.arms.values())

    def kept(self, width: int) -> tuple[int, ...]:
        """Return how many candidates of a round of this width reach each rung: about as many games on every rung."""
        return tuple(max(1, math.ceil(width * self.rungs[0] / rung)) for rung in self.rungs)

    def cost(self, width: int) -> int:
        """Return the number of blocks of a round of this width."""
        before = (0, *self.rungs)
        return sum(n * (rung - last) for n, rung, last in zip(self.kept(width), self.rungs, before))

    @property
    def fresh(self) -> range:
        """The blocks of the confirmation, of which the search plays none."""
        return range(self.rungs[-1], self.rungs[-1] + self.confirm)

    def work(self, candidate: Candidate, failed: str) -> BlockWork:
        """Return what a process needs to play blocks of this setting: every cast plays every block."""
        names = tuple(one.name for one in self.quantities.values() if one.kind == "metric")
        sides = tuple(
            BlockSide(
                variant=attrs.evolve(candidate.variant, name=arm),
                metrics=() if arm in self.duels else names,
                casts=(cast,),
            )
            for arm, cast in self.arms.items()
        )
        folder = str(PurePath(failed, candidate.key))
        return BlockWork(sides=sides, casts=self.casts[:1], seed=self.seed, failed=folder)

    def stated(self) -> dict[str, Any]:
        return {
            VERSION: self.version,
            "optuna": version("optuna"),
            "base": ruleset(self.rules),
            "factors": {one.name: list(one.values) for one in self.space.factors},
            "targets": [one.text for one in self.targets],
            "goals": [one.text for one in self.goals],
            "players": self.players,
            "casts": {arm: list(cast) for arm, cast in self.arms.items()},
            "budget": self.budget,
            "rungs": list(self.rungs),
            "width": self.width,
            "finalists": self.finalists,
            "confirm": self.confirm,
            "alpha": self.alpha,
            "margins": dict(sorted(self.margins.items())),
            "baseline": self.baseline,
            "seed": self.seed,
            **of_bots(dict.fromkeys(bot for cast in self.arms.values() for bot in cast)),
        }

    def wrong(self, row: Mapping[str, Any], number: int, kept: Mapping[str, Any]) -> str:
        """Return why this row is not a block of the search; "" if it is one."""
        try:
            block, arms = row["block"], row["arms"]
            if row["seed"] != self.seed + block or not isinstance(row["setting"], str):
                return "this block does not belong to the plan"
            if {name: sorted(cast) for name, cast in self.arms.items()} != {
                name: sorted(games[0]["bots"]) for name, games in arms.items()
            }:
                return f"block {block} was not played by the bots of the plan"
        except (KeyError, TypeError, AttributeError, IndexError):
            return "expected a block: block, seed, setting, arms"
        return ""

    @property
    def option_values(self) -> dict[str, dict[str, Any]]:
        return {"base": dict(self.rules.option_values)}


def plainly(path: Path, message: str) -> TilewrightError:
    """Return the error for a plan that has no file."""
    return UsageError(": ".join(filter(None, (".".join(map(str, path)), message))))


def planned(asked: DesignRequest, document: Document | None, drawn: Callable[[], int]) -> SearchPlan:
    """Make the plan; its seed is the one given, else that of the run in the folder, else drawn. Errors name the line
    of the document, if the plan has one."""

    def fault(path: Path, message: str) -> TilewrightError:
        if document is None or (path and path[0] not in document.content):
            return plainly(path, message)
        return InvalidFile([document.problem(path, message)])

    return seeded(asked, lambda seed: made_of(asked, seed, fault), drawn)


def made_of(asked: DesignRequest, seed: int, fault: Fault = plainly) -> SearchPlan:
    """Make the plan and check everything in it, before a game is played; `fault` makes the errors."""
    if asked.game is None:
        raise fault((), "name the game: game")
    base = shared(asked, "base")
    rules = base.rules()
    if not asked.factors:
        raise fault((), "say what may change: factors, such as 'NAME: 1 to 9'")
    factors = []
    for name, said in asked.factors.items():
        try:
            factors.append(factor(name, said, base, rules))
        except UsageError as error:
            raise fault(("factors", name), str(error)) from error
    if not asked.targets and not asked.goals:
        raise fault((), "say what is wanted: targets, such as 'seat_gap under 5 %', or goals")
    targets = _read("targets", asked.targets, target, rules, fault)
    goals = _read("goals", asked.goals, goal, rules, fault)
    casts = _casts(asked, rules, fault)
    players = len(casts[0])
    wanted: list[tuple[Path, Quantity]] = [(("targets", n), one.quantity) for n, one in enumerate(targets)]
    wanted += [(("goals", n), one.quantity) for n, one in enumerate(goals)]
    duels = {of.name: (of.duel * players)[:players] for _, of in wanted if of.duel is not None}
    named = [(path, bot) for path, of in wanted for bot in of.duel or ()]
    named += [(("bots",), bot) for bot in dict.fromkeys(bot for cast in casts for bot in cast)]
    for path, bot in named:
        try:
            made.tried(bot, rules, players)
        except UsageError as error:
            raise fault(path, str(error)) from error
    space = SearchSpace(base=base, factors=tuple(factors), players=players)
    plan = SearchPlan(
        space=space,
        rules=rules,
        targets=targets,
        goals=goals,
        casts=casts,
        duels=duels,
        players=players,
        seed=limits.narrow(seed),
        baseline=asked.baseline is not False,
        question=asked.question or "",
        margins=dict(asked.margins or {}),
        **_sizes(asked, fault),
    )
    for name, margin in plan.margins.items():
        if name not in plan.quantities:
            raise fault(("margins", name), f"no target and no goal names it{near(name, plan.quantities)}")
        if not margin > 0:
            raise fault(("margins", name), f"expected a number above 0, got {margin:g}")
        if plan.quantities[name].share and margin > 1:
            said = f"it is a share from 0 to 1; {margin / 100:g} are {margin:g} points of percentage"
            raise fault(("margins", name), f"{said}, got {margin:g}")
    if plan.budget < (least := plan.cost(min(plan.width, space.size))):
        said = f"{plan.width} candidates up to {plan.rungs[-1]} blocks are {least} blocks"
        raise fault(("budget",), f"{plan.budget} blocks are less than one round: {said}")
    if asked.workers is not None:
        limits.within("workers", asked.workers, limits.WORKERS, 1)
    return plan


def _read(
    key: str,
    texts: Sequence[str] | None,
    read: Callable[[str, Mapping[str, Metric]], W],
    rules: Rules,
    fault: Fault,
) -> tuple[W, ...]:
    """Return the targets or goals that these sentences say; none of their quantities is named twice."""
    metrics = metrics_of(rules)
    found: dict[str, W] = {}
    for n, text in enumerate(texts or ()):
        try:
            one = _settled(read(text, metrics), rules)
        except ValueError as error:
            raise fault((key, n), str(error)) from error
        if one.quantity.name in found:
            raise fault((key, n), f"{one.quantity.name} is named twice; write one line with both bounds")
        found[one.quantity.name] = one
    return tuple(found.values())


def _settled(wanted: W, rules: Rules) -> W:
    """Return the same with the bots that play the levels it names."""
    of = wanted.quantity
    if of.duel is None:
        return wanted
    first, second = (levels.settled(text, rules) for text in of.duel)
    return attrs.evolve(wanted, quantity=attrs.evolve(of, duel=(first, second)))


def _casts(asked: DesignRequest, rules: Rules, fault: Fault) -> tuple[tuple[str, ...], ...]:
    usual = "random" if rules.game.choices is None else "greedy"
    if asked.players is not None:
        limits.within("players", asked.players, limits.PLAYERS, 1)
    found = casts_of(asked.bots or usual, rules, asked.players, lambda said: fault(("bots",), said))
    count = len(found[0])
    try:
        rules.blank(count)
    except UsageError as error:
        raise fault(("players",), str(error)) from error
    if count < 2:
        raise fault(("players",), "a search needs games of at least two players")
    return found


def _sizes(asked: DesignRequest, fault: Fault) -> dict[str, Any]:
    rungs = tuple(asked.rungs or RUNGS)
    found: dict[str, Any] = {"rungs": rungs}
    if any(b <= a for a, b in zip((1, *rungs), rungs)):
        raise fault(("rungs",), f"expected numbers of blocks that rise, from 2 on, got {list(rungs)}")
    for name, usual, least, most in (
        ("budget", BUDGET, 1, limits.GAMES),
        ("width", WIDTH, 2, limits.FILES),
        ("finalists", FINALISTS, 1, MOST_FINALISTS),
        ("confirm", CONFIRM, 2, limits.GAMES),
    ):
        value = getattr(asked, name)
        found[name] = usual if value is None else value
        if not least <= found[name] <= most:
            raise fault((name,), f"expected a number from {least} to {most}, got {value}")
    limits.within("rungs", rungs[-1], limits.GAMES)
    alpha = ALPHA if asked.alpha is None else asked.alpha
    if not 0 < alpha <= 0.5:
        raise fault(("alpha",), f"expected a share of errors above 0 and up to 0.5, got {alpha:g}")
    return found | {"alpha": alpha}
