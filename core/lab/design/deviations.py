"""One step away from a setting: is anything near it better? Measured on the blocks of the confirmation, in pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import attrs

from ...base.errors import TilewrightError, UsageError
from ..games.block import Span
from .block_cache import Blocks
from .candidates import Candidate
from .estimates import QuantityEstimate, Row, difference, estimate
from .folder import SearchFolder
from .plan import EFFECT_MARGIN, SHARE_MARGIN, SearchPlan

Word: TypeAlias = Literal["better", "no better", "not resolved", "no direction"]


@attrs.frozen(kw_only=True)
class NeighbourStep:
    """One factor one step away from the setting."""

    factor: str
    before: str
    after: str
    candidate: Candidate
    changes: Mapping[str, QuantityEstimate]
    """By quantity, the difference from the setting."""
    words: Mapping[str, Word]
    """By quantity: `no better` by more than its margin for certain, `better` for certain, or `not resolved`; `no
    direction` if the plan wants neither less nor more of it."""
    breaks: tuple[str, ...]
    """The targets that it misses for certain."""

    @property
    def improves(self) -> bool:
        """True if something is better for certain, and no target is missed for it."""
        return "better" in self.words.values() and not self.breaks


@attrs.frozen(kw_only=True)
class NeighbourSteps:
    """All steps from one setting."""

    steps: tuple[NeighbourStep, ...]
    margins: Mapping[str, float]
    """By quantity, the difference that matters."""
    alpha: float
    """The error of one interval; over all steps and quantities together it is that of the plan."""
    refused: tuple[str, ...]
    """Steps that cannot be played."""

    @property
    def resolved(self) -> bool:
        """True if every step is known to improve nothing by more than the margins, or to miss a target."""
        return all(
            step.breaks or all(word in ("no better", "no direction") for word in step.words.values())
            for step in self.steps
        )


def around(plan: SearchPlan, candidate: Candidate) -> tuple[list[tuple[str, str, Candidate]], list[str]]:
    """Return the steps (factor, new value, setting), and those that cannot be played.

    A factor whose value is not among those of the search gets no steps.
    """
    found, refused, seen = [], [], {candidate.key}
    for n, factor in enumerate(plan.space.factors):
        if candidate.values[n] not in factor.values:
            continue
        for value in factor.steps(candidate.values[n]):
            values = (*candidate.values[:n], value, *candidate.values[n + 1 :])
            try:
                made = plan.space.candidate(values)
            except TilewrightError as error:
                refused.append(f"{factor.name}={value}: {error}")
                continue
            if made.key not in seen:
                seen.add(made.key)
                found.append((factor.name, value, made))
    return found, refused


def spans_of(plan: SearchPlan, store: SearchFolder, rows: Sequence[Row], failed: str) -> list[Span]:
    """Return how the blocks of these rows are played again. UsageError if no setting of the search is theirs."""
    asked = [plan.space.candidate(values) for values in (plan.space.usual(), *store.settings.values())]
    known = {one.key: one for one in asked}
    missing = {row["setting"] for row in rows} - {*known}
    for one in asked if missing else ():
        known |= {made.key: made for *_, made in around(plan, one)[0] if made.key in missing}
    if unknown := sorted(missing - {*known}):
        raise UsageError(f"the setting {unknown[0]} of some blocks is none of this search")
    return [(row["setting"], plan.work(known[row["setting"]], failed), row["block"], 1) for row in rows]


def deviations(plan: SearchPlan, blocks: Blocks, candidate: Candidate) -> NeighbourSteps:
    """Play every setting one step away on the fresh blocks and compare it with the setting."""
    ways, refused = around(plan, candidate)
    blocks.play([made for *_, made in ways], plan.fresh)
    base = blocks.rows(candidate, plan.fresh)
    better = directions(plan)
    margins = {}
    for name, of in plan.quantities.items():
        usual = SHARE_MARGIN if of.share else EFFECT_MARGIN * estimate(of, base, plan.alpha).sd
        margins[name] = plan.margins.get(name, usual)
    error = plan.alpha / max(1, len(ways) * len(plan.quantities))
    names = [factor.name for factor in plan.space.factors]
    steps = []
    for name, value, made in ways:
        rows = blocks.rows(made, plan.fresh)
        changes = {one: difference(of, base, rows, error) for one, of in plan.quantities.items()}
        seen = {one: estimate(of, rows, error) for one, of in plan.quantities.items()}
        steps.append(
            NeighbourStep(
                factor=name,
                before=candidate.values[names.index(name)],
                after=value,
                candidate=made,
                changes=changes,
                words={one: word(changes[one], better[one], margins[one]) for one in changes},
                breaks=tuple(
                    one.text
                    for one in plan.targets
                    if seen[one.quantity.name].low > one.high or seen[one.quantity.name].high < one.low
                ),
            )
        )
    return NeighbourSteps(steps=tuple(steps), margins=margins, alpha=error, refused=tuple(refused))


def directions(plan: SearchPlan) -> dict[str, int]:
    """Return by quantity -1 if less is better, 1 if more is, 0 if neither; with goals, they alone have a direction."""
    found = {one.quantity.name: 0 if plan.goals else one.better for one in plan.targets}
    return found | {one.quantity.name: one.better for one in plan.goals}


def word(change: QuantityEstimate, better: int, margin: float) -> Word:
    """Return the verdict on a difference where less (-1) or more (1) is better; 0 has no direction."""
    if not better:
        return "no direction"
    low, high = sorted((better * change.low, better * change.high))
    if high <= margin:
        return "no better"
    return "better" if low > 0 else "not resolved"
