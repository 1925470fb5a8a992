"""What to do after a study of content, in sentences: the most useful first."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..content.effects import Fit
from ..content.study import ContentFindings
from ..texts import text
from . import holdings
from .number_text import Scale, listed

NAMED = 2
"""Most items that a sentence names at either end."""


def advice(study: ContentFindings) -> Iterator[str]:
    """Yield sentences on what to do with what was found, and on what a next run must be to find more."""
    first = study.fits[0] if study.fits else None
    unused = study.seed + study.blocks
    if first is None or not first.items:
        yield text("content.advice.more", blocks=2 * study.blocks, seed=unused)
        return
    scale = _scale(study, first)
    sure = sorted((one for one in first.items if one.adjusted < study.alpha), key=lambda one: one.estimate)
    down, up = ([one for one in sure if (one.estimate > 0) == way] for way in (False, True))
    ends = [study.items[one.term[0]] for one in (*up[::-1][:NAMED], *down[:NAMED])]
    metric = study.metrics[first.metric].title
    if ends:
        yield text("content.advice.ends", title=study.title, names=listed(ends), metric=metric)
    ahead, behind = (holdings.told(study, way)[:NAMED] for way in (True, False))
    if study.holdings and study.holdings[0].who == "holder" and (ahead or behind):
        yield text("content.advice.holders", names=listed(holdings.names(study, [*ahead, *behind])))
    elif ahead:
        yield text("content.advice.winners", names=listed(holdings.names(study, ahead)), title=study.title)
    pairs = [one for one in first.pairs if one.adjusted < study.alpha]
    if pairs:
        yield text("content.advice.pairs", n=len(pairs), seed=unused)
    if not ends:
        half = max((one.high - one.low) / 2 for one in first.items)
        if math.isfinite(half) and half > 0:
            said = f"\u00b1{scale.value(half)}{f' {scale.step}' if scale.step else ''}"
            yield text(
                "content.advice.none", within=said, blocks=4 * study.blocks, seed=unused, metric=metric
            )
        else:
            yield text("content.advice.same", metric=metric)


def _scale(study: ContentFindings, fit: Fit) -> Scale:
    widths = [(one.high - one.low) / 2 for one in fit.items]
    return Scale.of(study.metrics[fit.metric], widths, [one.estimate for one in fit.items])
