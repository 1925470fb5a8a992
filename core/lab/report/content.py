"""The report of a study of content: lines for the terminal, a page, JSON for programs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.html import Child, Html, command, inside, row, table, tag
from ...base.sanitize import printable
from ...draw.cells import cell_len, ljust, wrapped
from ..content.effects import Fit
from ..content.study import ContentFindings
from ..stats.block_table import Effect
from ..stats.multiple_testing import benjamini_hochberg
from ..texts import text
from . import content_advice, holdings, reconstructed
from .forest_plot import effects as effects_table
from .forest_plot import marks
from .games import watch
from .json import plain
from .number_text import Scale, count, duration, explained, listed, number, p_is, probability, share
from .page_frame import definitions, facts, footer, framed
from .provenance import panel
from .small_chart import capital

SCHEMA = 1
PAIRS = 12
"""Most pairs listed for a metric; report.json has all."""
MOST = 5
"""Most exploratory metrics named at the top."""
GAMES = 3
"""Games to watch in the terminal; the page has more."""
OTHERS = 10
"""Most exploratory metrics listed in the terminal."""


def as_json(study: ContentFindings) -> dict[str, Any]:
    """Return the study as plain JSON types, with every metric and item but no pictures; the design is in its plan."""
    return {"schema": SCHEMA, **plain(study)}


def terminal(study: ContentFindings, width: int = 100) -> str:
    """Return lines no wider than `width`."""
    held = [*holdings.lines(study), *_wrapped(holdings.note(study), width, "  ")]
    seats_hold = holdings.held(study)
    advised = _wrapped(f"What to do: {' '.join(content_advice.advice(study))}", width)
    watched = [shown for shown in study.watch if shown.command][:GAMES]
    parts = [
        [printable(study.question)],
        _wrapped(_setting(study), width),
        _wrapped(reconstructed.sentence(study.notes), width),
        _wrapped(holdings.answer(study), width),
        held if seats_hold else [],
        *(_metric(study, fit, width) for fit in study.fits if fit.metric in study.primary),
        [*advised, *(f"  {printable(one)}" for one in content_advice.fresh(study))],
        [] if seats_hold else held,
        _moved_lines(study, width),
        [printable(line) for one in watched for line in (f"{capital(one.why)}:", f"  {one.command}")],
        [line for said in (*study.deviations, *study.limits) for line in _wrapped(f"- {said}", width)],
    ]
    return explained("\n\n".join("\n".join(map(str.rstrip, part)) for part in parts if part))


def _moved_lines(study: ContentFindings, width: int) -> list[str]:
    others = _moved(study)
    if not others:
        return []
    out = ["Other metrics that depend on the items (exploratory, corrected by Benjamini-Hochberg):"]
    for fit in others[:OTHERS]:
        scale = scale_of(study, fit, fit.items)
        most, least = (f"{_name(study, one)} ({scale.change(one.estimate)})" for one in _ends(fit))
        said = f"{scale.metric.title}{scale.step_note}: most with {most}, least with {least}"
        out += _wrapped(said, width, "  ")
    more = len(others) - OTHERS
    return [*out, f"  ... and {more} more in the report"] if more > 0 else out


def page(study: ContentFindings, state: str = "") -> str:
    """Return one self-contained HTML file, which says of what state of the folder it was made."""
    known: list[tuple[str, Child]] = [
        (
            "Played",
            f"{count(study.blocks, 'block')}, {count(study.games, 'game')}, {duration(study.seconds)}",
        ),
        ("In play", f"{study.size} of {len(study.items)} {study.title}s, {study.arms} sets in a block"),
        ("Balance", _balance(study)),
        ("Players", number(study.players, 0)),
        ("Bots", panel(study.panel)),
        ("Seed", str(study.seed)),
        ("Plan", tag("code", study.plan_hash)),
        ("tilewright", study.tilewright),
    ]
    primary = [fit for fit in study.fits if fit.metric in study.primary]
    sections = [_section(study, fit, f"c{n}") for n, fit in enumerate(primary)]
    sections.insert(0 if holdings.held(study) else len(sections), holdings.section(study))
    others = _moved(study)
    if others:
        sections.append(
            tag("section", tag("h2", "Other metrics that depend on the items"), _others(study, others))
        )
    if study.watch:
        sections.append(tag("section", tag("h2", "Games to watch"), watch(study.watch)))
    limits = tag("ul", [tag("li", one) for one in (*study.deviations, *study.limits)])
    return framed(
        study.question,
        study.tilewright,
        definitions(marks()),
        tag(
            "header",
            tag("p", "Study of content", cls="kind"),
            tag("h1", study.question),
            [tag("p", line, cls="answer") for line in answers(study)[:1]],
            [tag("p", line) for line in answers(study)[1:]],
            tag("p", said, cls="note") if (said := reconstructed.sentence(study.notes)) else None,
            tag("p", _elsewhere(study, others)) if others else None,
            tag("p", tag("b", "What to do: "), " ".join(content_advice.advice(study)), cls="advice"),
            [command(one) for one in content_advice.fresh(study)],
            tag("p", _played(study), cls="note"),
        ),
        tag(
            "main",
            sections,
            tag("section", tag("h2", "Limits"), limits),
            tag(
                "section",
                tag("h2", "The run"),
                facts(known),
                tag("p", "To repeat this run:", cls="repeat"),
                command(study.command),
            ),
        ),
        footer(study.tilewright, study.plan_hash, study.seed, state),
    )


def _played(study: ContentFindings) -> str:
    return (
        f"{capital(count(study.games, 'game'))} of {count(study.players, 'player')} in "
        f"{count(study.blocks, 'block')} with the same luck for {study.arms} sets of {study.title}s, "
        f"{duration(study.seconds)}, played by bots ({panel(study.panel)}). People may play differently."
    )


def _elsewhere(study: ContentFindings, others: Sequence[Fit]) -> str:
    """Name the exploratory metrics for which the items matter."""
    titles = listed([study.metrics[fit.metric].title for fit in others], MOST)
    return f"The {study.title}s also matter for {titles} (exploratory)."


def answers(study: ContentFindings) -> list[str]:
    """Return what holding an item is worth, where seats hold them, and for each primary metric a sentence on items and
    one on pairs."""
    found = [_answer(study, fit) for fit in study.fits if fit.metric in study.primary]
    return [holdings.answer(study), *found] if holdings.held(study) else found


def _answer(study: ContentFindings, fit: Fit) -> str:
    title = _title(study, fit)
    if not fit.items:
        return f"{title}: too few blocks to tell the items apart."
    scale = scale_of(study, fit, fit.items)
    sure = fit.called(study.alpha)
    more, less = ([one for one in sure if (one.estimate > 0) == up] for up in (True, False))
    said = [
        f"{word} with {', '.join(f'{_name(study, one)} ({scale.change(one.estimate)})' for one in some)}"
        for word, some in (("more", more), ("less", less[::-1]))
        if some
    ]
    found = f"{title}{scale.step_note}: {'; '.join(said)}" if said else f"{title}: {_none(study, fit)}"
    return f"{found}. {_pairs_said(study, fit)}".rstrip()


def _title(study: ContentFindings, fit: Fit) -> str:
    """Return the title of a metric; where seats hold the items, that everybody's value is meant."""
    title = capital(study.metrics[fit.metric].title)
    return f"{title} of everybody, with it in play" if holdings.held(study) else title


def _none(study: ContentFindings, fit: Fit) -> str:
    """Return what is known although no single item stands out."""
    scale = scale_of(study, fit, fit.items)
    most = f"{scale.value(_most(fit.items))}{f' {scale.step}' if scale.step else ''}"
    whole = f", although together they matter ({p_is(fit.p_items)})" if fit.p_items < study.alpha else ""
    if not _varies(fit):
        return text("content.same", value=scale.value(fit.mean), unit=scale.unit)
    within = f"their intervals lie within \u00b1{most}"
    return f"no single {study.title} is shown to matter{whole}; {within}"


def _pairs_said(study: ContentFindings, fit: Fit) -> str:
    if not fit.pairs:
        return ""
    found = fit.called_pairs(study.alpha)
    if found:
        does = "does more or less than its items" if len(found) == 1 else "do more or less than their items"
        return f"{len(found)} of {len(fit.pairs)} pairs {does}."
    scale = scale_of(study, fit, fit.pairs)
    step = f" {scale.step}" if scale.step else ""
    together = "although pairs matter as a whole" if fit.p_pairs < study.alpha else "nor do all together"
    half = float(np.median([(one.high - one.low) / 2 for one in fit.pairs]))
    within = f"; the interval of a pair is \u00b1{scale.value(half)}{step}" if half > 0 else ""
    pairs, p = len(fit.pairs), p_is(fit.p_pairs)
    return text("content.pairs", pairs=pairs, together=together, p=p, within=within)


def _metric(study: ContentFindings, fit: Fit, width: int) -> list[str]:
    scale = scale_of(study, fit, fit.items)
    out = _wrapped(f"{_title(study, fit)}: {_whole(study, fit)}", width)
    if not fit.items:
        return out
    if not fit.p_items < study.alpha:
        return [*out, *_wrapped(f"{capital(_none(study, fit))}.", width, "  ")]
    wide = max([cell_len(_name(study, one)) for one in fit.items] + [4])
    own = bool(study.own) and fit.metric == "score"
    head = f"instead of an average one{scale.step_note}"
    sure = fit.called(study.alpha)
    out.append(f"  {'':<{wide}}{'  itself' if own else ''}  {head:<36}  adjusted p")
    for one in ordered(fit.items):
        between = scale.ranged(one.estimate, one.low, one.high)
        itself = f"  {number(study.own.get(one.term[0]), 1):>6}" if own else ""
        star = " *" if one in sure else ""
        out.append(
            f"  {ljust(_name(study, one), wide)}{itself}  {between:<36}  {probability(one.adjusted)}{star}"
        )
    if fit.pairs:
        out += _wrapped(_pairs_said(study, fit), width, "  ")
        scale = scale_of(study, fit, fit.pairs)
        for one in _listed(study, fit):
            between = scale.ranged(one.estimate, one.low, one.high)
            out.append(f"    {_name(study, one)}  {between}  {probability(one.adjusted)}")
    return out


def _whole(study: ContentFindings, fit: Fit) -> str:
    scale = (
        scale_of(study, fit, fit.items) if fit.items else Scale.of(study.metrics[fit.metric], [fit.mean / 20])
    )
    mean = f"{scale.value(fit.mean)}{f' {scale.unit}' if scale.unit else ''} on average"
    if not fit.items:
        return f"{mean}; too few blocks to tell the {study.title}s apart"
    said = (
        f"{mean}; the {study.title}s explain {share(fit.share_items)} of the variance inside blocks "
        f"({p_is(fit.p_items)})"
    )
    if fit.pairs:
        said += f", their pairs {share(fit.share_pairs)} more ({p_is(fit.p_pairs)})"
    return said


def _section(study: ContentFindings, fit: Fit, grid: str) -> Html:
    own = bool(study.own) and fit.metric == "score"
    parts: list[Child] = [tag("p", capital(_whole(study, fit)), ".")]
    if _varies(fit):
        parts.append(_table(study, fit, ordered(fit.items), f"Each {study.title}", grid, own))
    elif fit.items:
        parts.append(tag("p", capital(_none(study, fit)), "."))
    if fit.pairs:
        parts.append(tag("p", _pairs_said(study, fit)))
        listed = _listed(study, fit)
        if listed:
            parts.append(_table(study, fit, listed, "Pairs, beyond their items", f"{grid}p", False))
    first = fit.metric == study.primary[0]
    note = tag("p", text("content.effects", title=study.title), cls="note") if first else None
    return tag("section", tag("h2", _title(study, fit)), parts, note)


def _table(
    study: ContentFindings, fit: Fit, effects: Sequence[Effect], title: str, grid: str, own: bool
) -> Html:
    rows, sure = [], [*fit.called(study.alpha), *fit.called_pairs(study.alpha)]
    for one in effects:
        itself = f" ({number(study.own[one.term[0]], 1)} itself)" if own and one.term[0] in study.own else ""
        rows.append((f"{_name(study, one)}{itself}", one, one not in sure))
    scale = scale_of(study, fit, effects)
    return effects_table(title, capital(study.title), scale, rows, study.alpha, grid)


def _others(study: ContentFindings, others: Sequence[Fit]) -> Html:
    rows = []
    for fit in others:
        scale = scale_of(study, fit, fit.items)
        most, least = (f"{_name(study, one)} {scale.change(one.estimate)}" for one in _ends(fit))
        rows.append(row(capital(scale.metric.title) + scale.step_note, most, least, share(fit.share_items)))
    head = ("Metric", "Most with", "Least with", "Explained")
    return inside(table("By metric", head, rows), tag("p", text("content.others"), cls="note"))


def _moved(study: ContentFindings) -> list[Fit]:
    """Return the exploratory metrics that depend on the items, the most dependent first; points by source aside."""
    tested = [
        fit
        for fit in study.fits
        if fit.items and fit.metric not in study.primary and study.metrics[fit.metric].group != "sources"
    ]
    known = [fit for fit in tested if math.isfinite(fit.p_items)]
    corrected = benjamini_hochberg(np.array([fit.p_items for fit in known]))
    found = [fit for fit, p in zip(known, corrected, strict=True) if p < study.alpha]
    return sorted(found, key=lambda fit: -fit.share_items)


def _listed(study: ContentFindings, fit: Fit) -> list[Effect]:
    return sorted(fit.called_pairs(study.alpha), key=lambda one: one.p)[:PAIRS]


def ordered(effects: Sequence[Effect]) -> list[Effect]:
    return sorted(effects, key=lambda one: -one.estimate)


def _ends(fit: Fit) -> tuple[Effect, Effect]:
    falling = ordered(fit.items)
    return falling[0], falling[-1]


def _varies(fit: Fit) -> bool:
    """True if any item has an interval: without one there is nothing to draw."""
    return any(math.isfinite(one.low) for one in fit.items)


def _most(effects: Sequence[Effect]) -> float:
    return max(max(abs(one.low), abs(one.high)) for one in effects)


def scale_of(study: ContentFindings, fit: Fit, effects: Sequence[Effect]) -> Scale:
    return Scale.estimated(study.metrics[fit.metric], *effects)


def _name(study: ContentFindings, one: Effect) -> str:
    return " \u00d7 ".join(printable(study.items[item]) for item in one.term)


def _balance(study: ContentFindings) -> str:
    ends = (study.counts, study.pair_counts)
    single, pairs = (" to ".join(map(str, dict.fromkeys(pair))) for pair in ends)
    return f"each {study.title} in {single} sets, each pair in {pairs}"


def _setting(study: ContentFindings) -> str:
    return (
        f"{study.game}: {study.size} of {len(study.items)} {study.title}s in play, {study.arms} sets with the same "
        f"luck in each of {study.blocks} blocks ({study.games} games, {duration(study.seconds)}); "
        f"{panel(study.panel)}, {study.players} players, seed {study.seed}; {_balance(study)}."
    )


def _wrapped(said: str, width: int, indent: str = "") -> list[str]:
    return wrapped(printable(said), max(40, width), indent, f"{indent}  ")
