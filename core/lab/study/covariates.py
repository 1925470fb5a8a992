"""More from the same luck: values adjusted for what was dealt before the first decision.

A covariate is a number that the set-up decides, such as how often a scoring tile will score. Its mean over all deals is
known as exactly as one likes, since a deal takes no time, so what a block's own deal adds to its values can be taken
off. In a paired difference only that part counts which the deal adds under one rule and not under the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

import attrs
import numpy as np

from ...base.chance import Stream
from ...base.errors import UsageError
from ...play.match import names_of
from ...rules.game import dealt
from ...rules.ruleset import Rules
from ...text.strict import near
from ..stats.block_table import BlockTable, Floats
from ..texts import text

FOLDS = 10
"""Parts of the blocks; what the deal of one adds is learned from the nine others."""
DEALS = 50
"""Deals beside that of each block, from whose mean its covariates are measured."""
SEAT = "first.seat"
"""Covariates of every game: 1 if this seat decides first."""


@attrs.frozen(kw_only=True)
class Gain:
    """The variance that adjusting one metric for the deal has saved."""

    variant: str
    metric: str
    gain: float
    """The variance of the block differences divided by that after adjustment; below 1, adjustment does harm."""
    used: bool
    """True if the metric was adjusted, under all variants: if the gains of all together are above 1."""


def measured(rules: Rules, players: int, seed: int) -> dict[str, float]:
    """Return the covariates of one deal by name."""
    state = rules.new(names_of(players), seed)
    found = {f"{SEAT}{n + 1}": float(state.to_act[:1] == (n,)) for n in range(players - 1)}
    return found | {name: float(value) for name, value in dealt(state).items()}


def chosen(rules: Rules, players: int, asked: Sequence[str]) -> tuple[str, ...]:
    """Return the covariates that were asked for by name or pattern (`scoring.*`); UsageError for unknown ones."""
    known = list(measured(rules, players, 0))
    found: dict[str, None] = {}
    for word in asked:
        fitting = [name for name in known if fnmatchcase(name, word)]
        if not fitting:
            raise UsageError(f"--covariates: nothing that is dealt is called '{word}'{near(word, known)}")
        found |= dict.fromkeys(fitting)
    return tuple(found)


def deals(rules: Rules, players: int, names: Sequence[str], seeds: Iterable[int]) -> Floats:
    """Return the covariates of the deals under these seeds, shape (deals, covariates)."""
    rows = [measured(rules, players, seed) for seed in seeds]
    return np.array([[row[name] for name in names] for row in rows], float).reshape(len(rows), len(names))


def adjusted(
    table: BlockTable, rules: Rules, players: int, names: Sequence[str], seed: int
) -> tuple[BlockTable, list[Gain]]:
    """Return the table adjusted for these covariates, and the gains; block N was dealt with the seed + N."""
    seeds = [seed + block for block in table.blocks]
    own = deals(rules, players, names, seeds)
    # Each block is measured from deals of its own: so that their means are estimates is part of what varies by block.
    lots = [Stream(one, "deals") for one in seeds]
    others = np.stack([deals(rules, players, names, [lot.bits() for _ in range(DEALS)]) for lot in lots])
    spread = others.std(axis=(0, 1))
    varied = spread > 0
    return cleaned(table, (own - others.mean(axis=1))[:, varied] / spread[varied])


def cleaned(table: BlockTable, x: Floats) -> tuple[BlockTable, list[Gain]]:
    """Return the table without what `x` adds, shape (blocks, covariates), and the gains.

    Each column of `x` has mean 0 and a variance of about 1 over all deals. Whole metrics that are means by game or
    seat are adjusted where that helps; rates, parts and curves stay as they are. If nothing differs between two
    variants in any block, nothing does afterwards.
    """
    means, gains = dict(table.means), list[Gain]()
    for name, metric in table.metrics.items():
        gain_lines = metric.by != "round" and metric.kind == "mean" and not metric.over_wins
        if not gain_lines or any((variant, name, "") not in table.means for variant in table.variants):
            continue
        arms = {variant: table.means[variant, name, ""] for variant in table.variants}
        less = {variant: values - added(values, x) for variant, values in arms.items()}
        found = _gains(name, arms, less, table.variants)
        gains += found
        if found and found[0].used:
            means |= {(variant, name, ""): values for variant, values in less.items()}
    return attrs.evolve(table, means=means), gains


def added(values: Floats, x: Floats) -> Floats:
    """Return what each block's deal adds to its value, learned from blocks of other folds; 0 where there is none.

    Ridge regression on covariates that are measured from their means in their standard deviations; the penalty is worth
    one block for each covariate.
    """
    there = np.isfinite(values)
    fold = np.arange(len(values)) % FOLDS
    found = np.zeros(len(values))
    for n in range(FOLDS):
        rest = there & (fold != n)
        if rest.sum() > 1:
            centre = x[rest].mean(axis=0)
            around = x[rest] - centre
            square = around.T @ around + x.shape[1] * np.eye(x.shape[1])
            slope = np.linalg.solve(square, around.T @ (values[rest] - values[rest].mean()))
            found[fold == n] = x[fold == n] @ slope
    return found


def _gains(
    name: str, before: Mapping[str, Floats], after: Mapping[str, Floats], variants: Sequence[str]
) -> list[Gain]:
    ratios = {}
    for variant in variants[1:]:
        plain, less = before[variant] - before[variants[0]], after[variant] - after[variants[0]]
        plain, less = plain[np.isfinite(plain)], less[np.isfinite(less)]
        if len(plain) > FOLDS and plain.std() > 1e-12 and less.std() > 1e-12:
            ratios[variant] = float(plain.var() / less.var())
    used = bool(ratios) and float(np.mean(np.log(list(ratios.values())))) > 0
    return [Gain(variant=one, metric=name, gain=ratio, used=used) for one, ratio in ratios.items()]


def gain_lines(names: Sequence[str], gains: Sequence[Gain], primary: Sequence[str]) -> list[str]:
    """Return the gains of the primary metrics as sentences."""
    if not names:
        return []
    listed = ", ".join(
        f"{gain.metric} of {gain.variant} {gain.gain:.2f}{'' if gain.used else ' (not used)'}"
        for gain in gains
        if gain.metric in primary
    )
    return [text("adjusted", n=len(names), gains=listed or "no primary metric is a mean")]
