"""How much skill decides: how often the better of two bots ends before the other one, under each ruleset.

`--skill A,B,C` names bots from the weakest to the strongest. Each pair of them is a cast, in which they sit in turn, so
a block measures one pair.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import attrs
import numpy as np

from ...bots import levels
from ..games.duels import METRIC, SKILL
from ..stats.analysis import analyse
from ..stats.block_table import BlockTable, Floats, Spec, Verdict, mean_of
from ..stats.intervals import gaffke, spacings

MOST = 6
"""Most bots, which make 15 pairs."""


@attrs.frozen(kw_only=True)
class SkillPair:
    """Two bots under one ruleset: how often the better one is ahead."""

    variant: str
    weak: str
    strong: str
    """As people say them: `easy`, `hard`."""
    blocks: int
    share: float
    low: float
    high: float
    """The 95 % interval of the share."""
    difference: float | None = None
    """From the base, in the same blocks; None for the base."""
    difference_low: float | None = None
    difference_high: float | None = None
    adjusted: float | None = None
    """p after Holm's correction over all pairs and variants."""
    verdict: Verdict | None = None


def casts(bots: Sequence[str], players: int) -> tuple[tuple[str, ...], ...]:
    """Return a cast for each pair of bots, the weaker one first, in turn in all seats."""
    return tuple((pair * players)[:players] for pair in itertools.combinations(bots, 2))


def pairs(seen: BlockTable, panel: Sequence[Sequence[str]], spec: Spec) -> list[SkillPair]:
    """Return each pair under each ruleset, with its difference from the base."""
    if SKILL not in seen.metrics:
        return []
    apart = {f"{SKILL} {n}": _of_cast(seen, n) for n in range(len(panel))}
    alone = attrs.evolve(
        seen,
        metrics={name: attrs.evolve(METRIC, name=name) for name in apart},
        means={(variant, name, ""): own[variant] for name, own in apart.items() for variant in seen.variants},
        games={},
        curves={},
        casts=(),
    )
    margins = dict.fromkeys(apart, spec.margins[SKILL]) if SKILL in spec.margins else {}
    own = attrs.evolve(spec, primary=tuple(apart), margins=margins, smallest={})
    results = {(one.variant, one.metric): one for one in analyse(alone, own).results}
    found = []
    for name, cast in zip(apart, panel, strict=True):
        for variant in seen.variants:
            values = apart[name][variant]
            known = values[np.isfinite(values)]
            low, high = _interval(known, spec)
            pair = SkillPair(
                variant=variant,
                weak=levels.spoken(cast[0]),
                strong=levels.spoken(cast[1]),
                blocks=len(known),
                share=mean_of(known),
                low=low,
                high=high,
            )
            if (result := results.get((variant, name))) is not None:
                pair = attrs.evolve(
                    pair,
                    difference=result.difference,
                    difference_low=result.low,
                    difference_high=result.high,
                    adjusted=result.adjusted,
                    verdict=result.verdict,
                )
            found.append(pair)
    return found


def _of_cast(seen: BlockTable, number: int) -> dict[str, Floats]:
    """Return by variant the share in the blocks of this cast; NaN in those of others."""
    mine = np.array(seen.casts or [0] * len(seen.blocks)) == number
    return {variant: np.where(mine, seen.means[variant, SKILL, ""], np.nan) for variant in seen.variants}


def _interval(shares: Floats, spec: Spec) -> tuple[float, float]:
    """Return Gaffke's interval of the mean share, which holds for any shares from 0 to 1."""
    if not len(shares):
        return float("nan"), float("nan")
    drawn = spacings(len(shares), spec.resamples, spec.seed)
    [(low, high)], _ = gaffke(shares[:, None] - 0.5, np.array([0.5]), drawn, (1 - spec.alpha,))
    return float(low[0]) + 0.5, float(high[0]) + 0.5
