"""What to do after a study of content, in sentences, and the command that plays fresh blocks for it."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator

from scipy.special import chdtri, chndtrinc, ndtri

from ..content.effects import Fit
from ..content.study import ContentFindings
from ..texts import text
from . import holdings
from .number_text import listed, number, p_is

NAMED = 2
"""Most items that a sentence names at either end."""
POWER = 0.8
"""The chance that the blocks which are advised show what they are advised for."""


def advice(study: ContentFindings) -> Iterator[str]:
    """Yield sentences on what to do with what was found; the last leads to the command of `fresh`, if there is one.

    An item is named only if it is shown to differ from the others, and then it has to be confirmed.
    """
    primary = _primary(study)
    if not primary:
        yield text("content.advice.more")
        return
    metrics = listed([study.metrics[fit.metric].title for fit in primary], len(primary))
    named = list(_named(study))
    yield from named
    if named:
        yield text("content.advice.confirm")
    elif not fresh(study):
        yield text("content.advice.same", metric=metrics)
    else:
        sure = [fit for fit in primary if fit.p_items < study.alpha]
        whole = f", although together they matter ({p_is(sure[0].p_items)})" if sure else ""
        blocks = number(_needed(study, primary) or 0, 0)
        yield text("content.advice.none", title=study.title, metric=metrics, whole=whole, blocks=blocks)


def fresh(study: ContentFindings) -> list[str]:
    """Return the command of the same study on blocks that it has not played; [] if no number of them would help.

    To confirm something it has as many blocks, to find something as many as that takes.
    """
    primary = _primary(study)
    if not primary:
        blocks: int | None = 2 * study.blocks
    elif any(_named(study)):
        blocks = study.blocks
    else:
        blocks = _needed(study, primary)
    return [_command(study, blocks)] if blocks is not None else []


def _primary(study: ContentFindings) -> list[Fit]:
    return [fit for fit in study.fits if fit.metric in study.primary and fit.items]


def _named(study: ContentFindings) -> Iterator[str]:
    """Yield sentences on items that differ from the others, on those who have them, and on pairs."""
    for fit in _primary(study):
        called = fit.called(study.alpha)
        up, down = ([one for one in called if (one.estimate > 0) == way] for way in (True, False))
        ends = [study.items[one.term[0]] for one in (*up[:NAMED], *down[::-1][:NAMED])]
        if ends:
            metric, n = study.metrics[fit.metric].title, len(ends)
            yield text("content.advice.ends", title=study.title, names=listed(ends), metric=metric, n=n)
    if holdings.held(study):
        if any(holdings.told(study, up) for up in (True, False)):
            yield holdings.answer(study)
    elif ahead := holdings.told(study, True)[:NAMED]:
        yield text("content.advice.winners", names=listed(holdings.names(study, ahead)), title=study.title)
    pairs = sum(len(fit.called_pairs(study.alpha)) for fit in _primary(study))
    if pairs:
        yield text("content.advice.pairs", n=pairs)


def _needed(study: ContentFindings, primary: list[Fit]) -> int | None:
    """Return the blocks that show the most certain effect, if it is as large as it looks: to two digits; None if
    nothing varies."""
    found = []
    for fit in primary:
        sure = min(one.p for one in fit.items)
        away = -float(ndtri(sure / 2)) if sure > 0 else math.inf
        if not 0 < away < math.inf or not math.isfinite(fit.p_items):
            continue
        items = len(fit.items)
        alone = float(ndtri(1 - study.alpha / 2 / items) + ndtri(POWER)) ** 2
        together = float(chndtrinc(chdtri(items - 1, study.alpha), items - 1, 1 - POWER))
        found.append(fit.blocks * max(alone, together) / away**2)
    if not found:
        return None
    blocks = max(min(found), study.blocks + 1)
    step = 10.0 ** max(math.floor(math.log10(blocks)) - 1, 0)
    return int(math.ceil(blocks / step) * step)


def _command(study: ContentFindings, blocks: int) -> str:
    """Return the command of the study with so many blocks, the seeds after its own, and a folder of its own."""
    seed = study.seed + study.blocks
    changed = {"--blocks": str(blocks), "--seed": str(seed)}
    words, said = shlex.split(study.command), list[str]()
    while words:
        flag, sign, value = words.pop(0).partition("=")
        if flag in (*changed, "--out", "--csv"):
            value = value if sign else words.pop(0)
            value = changed.pop(flag) if flag in changed else f"{value}-{seed}"
            said += [flag, value]
        else:
            said.append(f"{flag}{sign}{value}")
    return shlex.join([*said, *(word for pair in changed.items() for word in pair)])
