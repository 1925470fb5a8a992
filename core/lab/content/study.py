"""A study of content, from what was asked to what was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import numpy as np

from ...base.errors import UsageError
from ...base.version import __version__
from ...meters.metrics import Metric
from ...rules.game import content, contents
from ...rules.ruleset import Rules
from ..games.tabulate import table
from ..stats.block_table import BlockTable, Floats
from ..study.audit import audit
from ..study.findings import FailedGame, Shown
from ..study.plan import ComparisonPlan
from ..study.planning import begun, made_of
from ..study.play import PlayedBlocks
from ..study.requests import ContentRequest
from ..study.run import deviations
from ..study.run import limits as untested
from ..study.stated import shared
from ..texts import text
from .draws import PERIOD, Dealt, arms_for, sets
from .effects import Fit, fit
from .holders import Holding, holdings
from .notable import watch

MOST_ARMS = 16
MOST_ITEMS = 60
"""With more, the pairs alone are more than anyone can read."""


@attrs.frozen(kw_only=True)
class ContentFindings:
    """Everything in the report of a study of content."""

    question: str
    game: str
    version: str
    kind: str
    title: str
    """One item in words."""
    items: Mapping[str, str]
    """Id to name."""
    size: int
    """Number of items in play."""
    arms: int
    """Number of sets in a block."""
    players: int
    panel: Sequence[tuple[str, ...]]
    primary: tuple[str, ...]
    alpha: float
    plan: Mapping[str, Any]
    plan_hash: str
    seed: int
    command: str
    tilewright: str
    seconds: float
    blocks: int
    games: int
    counts: tuple[int, int]
    """The fewest and the most sets that an item was in."""
    pair_counts: tuple[int, int]
    metrics: Mapping[str, Metric]
    fits: Sequence[Fit]
    """By metric, the primary ones first."""
    own: Mapping[str, float]
    """Item to the points that a seat scored by itself for it while it was in play, where points are told by item."""
    holdings: Sequence[Holding]
    """What each item is to the one who has it, or to the winner; empty if nobody has items and no points tell."""
    watch: Sequence[Shown]
    """Games worth watching."""
    failures: Sequence[FailedGame]
    deviations: Sequence[str]
    limits: Sequence[str]
    notes: Sequence[str]
    """On data that differ from the printed game."""


def planned(asked: ContentRequest, drawn: Callable[[], int]) -> ComparisonPlan:
    """Make the plan of a study; its seed is the one given, else that of the run in its folder, else `drawn`."""
    return begun(asked, lambda seed: plan_of(asked, seed), drawn)


def plan_of(asked: ContentRequest, seed: int) -> ComparisonPlan:
    """Make the plan of a study: sets in a block are variants with the same rules. Every name is checked."""
    if asked.game is None:
        raise UsageError("name the game whose content is to be studied")
    compared = asked.compared()
    kind = asked.kind or _only(shared(compared).rules())
    # Two are made like any comparison; the others are the same rules again.
    plan = made_of(attrs.evolve(compared, variants={"again": ""}), seed)
    rules = plan.rules[0]
    found = content(rules, kind)
    items, size = tuple(found.items(rules)), found.number(rules, plan.players)
    if len(items) > MOST_ITEMS:
        raise UsageError(
            f"{rules.game.title} has {len(items)} kinds of {found.title}; at most {MOST_ITEMS} can be studied"
        )
    if not 0 < size < len(items):
        raise UsageError(
            f"with {plan.players} players every {found.title} is in play, so there is nothing to compare"
        )
    for name in plan.spec.primary:
        if not known_by_game(plan.metrics[name]):
            raise UsageError(
                f"--primary: {name} is known only after all games, so no set of items has a value of it"
            )
    count = asked.sets if asked.sets is not None else arms_for(len(items), size)
    if not 2 <= count <= MOST_ARMS:
        raise UsageError(f"--sets {count}: a block has 2 to {MOST_ARMS} sets")
    named = tuple(attrs.evolve(plan.variants[0], name=f"set {n + 1}") for n in range(count))
    return attrs.evolve(
        plan,
        variants=named,
        rules=(rules,) * count,
        measured=(plan.measured[0],) * count,
        content=Dealt(kind=kind, items=items, drawn=sets(len(items), size, count, plan.blocks, seed)),
    )


def _only(rules: Rules) -> str:
    known = [*contents(rules)]
    if len(known) != 1:
        said = f"name the kind of content: {', '.join(known)}"
        raise UsageError(f"{rules.game.title}: {said if known else 'it has no content that chance deals'}")
    return known[0]


def study(
    plan: ComparisonPlan, played: PlayedBlocks, *, command: str, folder: Path | None = None
) -> tuple[ContentFindings, BlockTable]:
    """Return what was found, and the table of block means by set; records of games to watch go to the folder."""
    assert plan.content is not None
    dealt, rules = plan.content, plan.rules[0]
    what = content(rules, dealt.kind)
    seen = table(played.rows, plan.names, plan.metrics)
    inside = dealt.inside(seen.blocks)
    fits = fitted(seen, plan, inside)
    flat = inside.reshape(-1, len(dealt.items))
    met = flat.T @ flat
    apart = met[~np.eye(len(met), dtype=bool)]
    checked = audit(played.rows, plan.names)
    items = {item: rules.words.name(item) for item in dealt.items}
    usual = f"Which {what.title}s in {rules.game.title} are strongest, and which pairs?"
    found = ContentFindings(
        question=plan.question or usual,
        game=rules.game.name,
        version=rules.game.version,
        kind=dealt.kind,
        title=what.title,
        items=items,
        size=int(inside[0, 0].sum()),
        arms=dealt.arms,
        players=plan.players,
        panel=plan.casts,
        primary=plan.spec.primary,
        alpha=plan.spec.alpha,
        plan=plan.stated(),
        plan_hash=plan.hash,
        seed=plan.seed,
        command=command,
        tilewright=__version__,
        seconds=played.seconds,
        blocks=len(seen.blocks),
        games=sum(checked.games.values()),
        counts=(int(np.diag(met).min()), int(np.diag(met).max())),
        pair_counts=(int(apart.min()), int(apart.max())),
        metrics={one.metric: plan.metrics[one.metric] for one in fits},
        fits=fits,
        own=_own(seen, dealt, inside) if what.scored else {},
        holdings=holdings(played.rows, dealt.items, plan.spec.alpha, _dealt(plan, played)),
        watch=watch(plan, played.rows, seen, inside, fits[0], items, folder),
        failures=checked.failures,
        deviations=list(deviations(plan, checked, len(seen.blocks))),
        limits=[],
        notes=rules.provenance(),
    )
    return attrs.evolve(found, limits=list(_limits(plan, found))), seen


def _dealt(plan: ComparisonPlan, played: PlayedBlocks) -> dict[tuple[int, str], Sequence[str]]:
    """Return the items in play by block and arm."""
    assert plan.content is not None
    found: dict[tuple[int, str], Sequence[str]] = {}
    for arm, name in enumerate(plan.names):
        sets = plan.content.named(arm)
        found |= {(int(row["block"]), name): sets[int(row["block"]) % len(sets)] for row in played.rows}
    return found


def fitted(seen: BlockTable, plan: ComparisonPlan, inside: Floats) -> list[Fit]:
    """Return the effects on each metric that has one value in a game, or one by seat; primary metrics first.

    Single pairs of other metrics are left out: there are thousands, and no question is about them.
    """
    assert plan.content is not None
    found = []
    for name in dict.fromkeys((*plan.spec.primary, *plan.metrics)):
        if known_by_game(plan.metrics[name]) and all((arm, name, "") in seen.means for arm in plan.names):
            means = np.stack([seen.means[arm, name, ""] for arm in plan.names], axis=1)
            one = fit(name, means, inside, plan.content.items, plan.spec.alpha)
            found.append(one if name in plan.spec.primary else attrs.evolve(one, pairs=()))
    return found


def known_by_game(metric: Metric) -> bool:
    """True if each game has a value of the metric."""
    return metric.by != "round" and metric.kind in ("mean", "rate") and not metric.over_wins


def needed(items: int, size: int, arms: int) -> int | None:
    """Return the fewest blocks that separate pairs from their items; None if no number does."""
    if not 2 <= size <= items - 2:
        return None
    terms = items * (items - 1) // 2 - 1
    return -(-2 * terms // (arms - 1))


def _own(seen: BlockTable, dealt: Dealt, inside: Floats) -> dict[str, float]:
    """By item, the mean of the metric `source.ITEM` over the sets with it."""
    found = {}
    for n, item in enumerate(dealt.items):
        name = f"source.{item}"
        if (seen.variants[0], name, "") in seen.means:
            means = np.stack([seen.means[arm, name, ""] for arm in seen.variants], axis=1)
            there = means[(inside[:, :, n] > 0) & np.isfinite(means)]
            if there.size:
                found[item] = float(there.mean())
    return found


def _limits(plan: ComparisonPlan, found: ContentFindings) -> Sequence[str]:
    said = list(untested(plan))
    first = found.fits[0] if found.fits else None
    least = needed(len(found.items), found.size, found.arms)
    if first is not None and not first.items:
        fewest = max(2, -(-2 * (len(found.items) - 1) // (found.arms - 1)))
        said.append(text("content.few", blocks=fewest))
    elif least is None:
        said.append(text("content.alike"))
    elif first is not None and not first.pairs:
        said.append(text("content.alone", blocks=least))
    if plan.blocks > PERIOD:
        said.append(text("content.again", blocks=PERIOD))
    return [*said, text("content.own")] if found.own else said
