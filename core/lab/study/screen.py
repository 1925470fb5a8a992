"""What a screening looks for: one number over a range, a map of two, or every single change; and what is best."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import TypeAlias

import attrs
import numpy as np

from ...base import limits
from ...base.errors import TilewrightError, UsageError
from ...meters.metrics import LISTED, Metric
from ...text.strict import near
from ..games.factors import Factor, factor, with_value
from ..games.variants import Variant
from ..stats.block_table import BlockTable, Spec, mean_of
from .requests import ComparisonRequest

BEST = 3
"""Changes of `--each` that are confirmed."""
FEW = 3
"""With more changes than this, `--each` is a screening."""
MOST = 144
"""Most settings of a sweep."""
TOWARDS = {"seat_gap": "min", "margin": "min"}
"""What is wanted of a metric if nobody says."""
Swept: TypeAlias = "tuple[tuple[Factor, ...], Mapping[str, tuple[str, ...]]]"
"""What is swept, and the values by variant."""


@attrs.frozen(kw_only=True)
class Aim:
    """What the best value is best for."""

    metric: str
    towards: str
    """`min`, `max`, or a number that the mean should be near to, as it was written."""
    target: float | None = None

    def miss(self, mean: float) -> float:
        """Return how far from the best a mean is; less is better."""
        if self.target is not None:
            return abs(mean - self.target)
        return mean if self.towards == "min" else -mean


@attrs.frozen(kw_only=True)
class Screen:
    """The part of a plan that says what is screened."""

    factors: tuple[Factor, ...]
    """One or two numbers that are swept; none if every single change is tried."""
    values: Mapping[str, tuple[str, ...]]
    """Of a sweep, the values by variant; those of the base are the printed ones."""
    aim: Aim | None
    confirm: int
    """Fresh blocks for the best few; 0 for none."""

    def chosen(self, seen: BlockTable, spec: Spec) -> tuple[str, ...]:
        """Return the variants to confirm: of a sweep the best other than the base, else those that change most."""
        if not self.confirm:
            return ()
        if not self.factors:
            return tuple(ranked(seen, spec.primary[0])[:BEST])
        if self.aim is None:
            return ()
        means = {name: level_of(seen, name, self.aim.metric) for name in seen.variants[1:]}
        known = {name: self.aim.miss(mean) for name, mean in means.items() if math.isfinite(mean)}
        return (min(known, key=known.__getitem__),) if known else ()

    def fresh_share(self, variants: int) -> float:
        """Return how much of a block of all these variants a fresh block plays: the base and the best few."""
        return (1 + min(1 if self.factors else BEST, variants - 1)) / variants

    def judged_by(self, spec: Spec) -> tuple[str, ...]:
        """Return the metrics by which the best are chosen."""
        return spec.primary[:1] if self.aim is None else (self.aim.metric,)

    def stated(self) -> dict[str, object]:
        """Return what the plan says of it."""
        said: dict[str, object] = {"confirm": self.confirm}
        if self.factors:
            said["sweep"] = {one.name: list(one.values) for one in self.factors}
            said["aim"] = f"{self.aim.metric}={self.aim.towards}" if self.aim is not None else None
        return said


def swept(
    asked: Mapping[str, str], base: Variant
) -> tuple[tuple[Factor, ...], list[Variant], dict[str, tuple[str, ...]]]:
    """Return the factors of a sweep, its variants with the base first, and their values. UsageError names the flag."""
    if len(asked) > 2:
        raise UsageError(f"--sweep: a map has two numbers, not {len(asked)}")
    rules, factors = base.rules(), list[Factor]()
    for name, said in asked.items():
        try:
            factors.append(factor(name, said, base, rules))
        except UsageError as error:
            raise UsageError(f"--sweep {name}={said}: {error}") from error
    settings = [*product(*(one.values for one in factors))]
    if len(settings) > MOST:
        raise UsageError(f"--sweep: {len(settings)} settings are too many for one picture; at most {MOST}")
    usual = tuple(one.usual for one in factors)
    variants, values = [base], {base.name: usual}
    for setting in settings:
        if setting == usual:
            continue
        made = with_value(base, factors, setting)
        try:
            made.rules()
        except TilewrightError as error:
            raise UsageError(f"--sweep: {made.text}: {error}") from error
        variants.append(made)
        values[made.name] = setting
    return tuple(factors), variants, values


def aim_of(text: str | None, primary: Sequence[str], metrics: Mapping[str, Metric]) -> Aim | None:
    """Read `METRIC=min`, `max` or a number; without a text, what is wanted of the first primary metric that has a usual
    aim. None if there is none."""
    if text is None:
        name = next((name for name in primary if name in TOWARDS), None)
        return Aim(metric=name, towards=TOWARDS[name]) if name is not None else None
    name, sign, towards = (part.strip() for part in text.partition("="))
    if not sign:
        raise UsageError(f"--aim {text}: write it as METRIC=min, METRIC=max or METRIC=NUMBER")
    if name not in metrics:
        raise UsageError(f"--aim {text}: there is no metric '{name}'{near(name, metrics, LISTED)}")
    metric = metrics[name]
    if metric.by == "round" or metric.over_wins:
        raise UsageError(f"--aim {text}: {name} has no mean for each block")
    if towards in ("min", "max"):
        return Aim(metric=name, towards=towards)
    share = towards.endswith("%")
    try:
        target = float(towards.removesuffix("%")) / (100 if share else 1)
    except ValueError:
        raise UsageError(f"--aim {text}: expected min, max or a number, got '{towards}'") from None
    if metric.kind == "gap":
        raise UsageError(f"--aim {text}: a gap is wanted small: {name}=min")
    if metric.kind == "rate" and not 0 <= target <= 1:
        raise UsageError(f"--aim {text}: {name} is a share from 0 to 1; write per cent with %")
    if share and metric.kind != "rate":
        raise UsageError(f"--aim {text}: {name} is not a share, so it takes no %")
    return Aim(metric=name, towards=towards, target=target)


def asked(screen: Screen, title: str, metrics: Mapping[str, Metric]) -> str:
    """Return the question that a sweep answers."""
    names = " and ".join(one.name for one in screen.factors)
    if screen.aim is None:
        return f"What changes in {title} with other values of {names}?"
    which, make = ("Which values", "make") if len(screen.factors) > 1 else ("Which value", "makes")
    aim, metric = screen.aim, metrics[screen.aim.metric]
    how = {"min": "smallest", "max": "largest"}.get(aim.towards, f"nearest to {aim.towards}")
    return f"{which} of {names} in {title} {make} {metric.title} {how}?"


def screen_of(
    asked: ComparisonRequest,
    changes: int,
    found: Swept | None,
    usual: Sequence[str],
    metrics: Mapping[str, Metric],
    blocks: int,
    alone: bool,
) -> Screen | None:
    """Return what is screened, and how the best are confirmed; None for a comparison of a few. UsageError if a setting
    is for something else."""
    for flag, given in (("--aim", asked.aim), ("--confirm", asked.confirm)):
        if given is not None and not (asked.sweep or (asked.each and flag == "--confirm")):
            raise UsageError(f"{flag} is for --sweep{' and --each' if flag == '--confirm' else ''}")
    for flag, other in (("--adapt", asked.adapt or asked.adapt_budget), ("--sequential", asked.sequential)):
        if asked.sweep and other:
            raise UsageError(f"--sweep cannot be combined with {flag}")
    if found is None:
        many = bool(asked.each) and changes > FEW and not alone
        confirm = confirm_of(asked.confirm, blocks, many)
        return Screen(factors=(), values={}, aim=None, confirm=confirm) if many and confirm else None
    primary = [name for name in asked.primary or usual if name in metrics]
    aim = aim_of(asked.aim, primary, metrics)
    if aim is not None and asked.primary and aim.metric not in asked.primary:
        raise UsageError(f"--aim {asked.aim}: name {aim.metric} in --primary as well")
    confirm = confirm_of(asked.confirm, blocks, aim is not None)
    return Screen(factors=found[0], values=found[1], aim=aim, confirm=confirm if aim is not None else 0)


def confirm_of(asked: int | None, blocks: int, usual: bool) -> int:
    """Return the fresh blocks that were asked for; as many as there are blocks if nothing was and `usual` holds."""
    if asked is None:
        return blocks if usual else 0
    if asked:
        limits.within("--confirm", asked, limits.GAMES)
    if asked < 0 or asked == 1:
        raise UsageError(f"--confirm {asked}: expected 0, for none, or at least two blocks")
    return asked


def level_of(seen: BlockTable, variant: str, metric: str) -> float:
    """Return the mean over blocks; NaN if there is none."""
    return mean_of(seen.means.get((variant, metric, ""), np.zeros(0)))


def ranked(seen: BlockTable, metric: str) -> list[str]:
    """Return the variants by the size of their effect on the metric in SD of block differences, the largest first."""
    base = seen.means[seen.variants[0], metric, ""]
    sizes = {}
    for name in seen.variants[1:]:
        apart = seen.means[name, metric, ""] - base
        apart = apart[np.isfinite(apart)]
        mean, sd = (abs(apart.mean()), apart.std()) if apart.size else (0.0, 0.0)
        sizes[name] = mean / sd if sd > 1e-12 else math.inf if mean > 1e-12 else -1.0
    return sorted(sizes, key=lambda name: -sizes[name])
