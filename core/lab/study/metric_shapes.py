"""One metric under several rulesets: another game may measure it by seat, in another unit, or as a rate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ...meters.metrics import Metric


def united(
    variants: Sequence[str], known: Sequence[Mapping[str, Metric]]
) -> tuple[dict[str, Metric], dict[str, str]]:
    """Return every metric in one shape, and a sentence on each that has several; `known` is by variant.

    A metric that some variants measure by seat and others by game becomes one by game, the mean over the seats. One
    whose shape differs in any other way is not returned: a difference of its values would say nothing.
    """
    found: dict[str, dict[str, Metric]] = {}
    for variant, mine in zip(variants, known, strict=True):
        for name, metric in mine.items():
            found.setdefault(name, {})[variant] = metric
    metrics: dict[str, Metric] = {}
    unlike: dict[str, str] = {}
    for name, measured in found.items():
        first = next(iter(measured.values()))
        shapes = {variant: _shape(metric) for variant, metric in measured.items()}
        if len({*shapes.values()}) == 1:
            metrics[name] = first
            continue
        differing = {n for n in range(3) if len({shape[n] for shape in shapes.values()}) > 1}
        ways = {metric.by for metric in measured.values()}
        alike = (
            differing == {0}
            and "round" not in ways
            and len({one.over_wins for one in measured.values()}) == 1
        )
        if alike:
            metrics[name] = attrs.evolve(first, by="game")
        verdict = "is compared by its mean over the seats of a game" if alike else "is left out"
        words = {
            ", ".join(shape[n] for n in sorted(differing)): variant
            for variant, shape in reversed(shapes.items())
        }
        said = " and ".join(f"{how} under {variant}" for how, variant in reversed(words.items()))
        unlike[name] = f"{name} {verdict}: it is measured {said}."
    return metrics, unlike


def _shape(metric: Metric) -> tuple[str, str, str]:
    unit = f"in {metric.unit}" if metric.unit else "as a plain number"
    return f"by {metric.by}", unit, f"as a {metric.kind}"
