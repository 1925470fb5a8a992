"""What an item is to the one who has it: a table for the page, lines for the terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...base.html import Html, inside, row, table, tag
from ...base.sanitize import printable
from ...draw.cells import cell_len, ljust
from ...meters.metrics import Metric
from ..content.holders import Holding
from ..content.study import ContentFindings
from ..texts import text
from .forest_plot import difference, ruler
from .number_text import Scale, certainty, listed, number, share
from .small_chart import capital


def told(study: ContentFindings, up: bool) -> list[Holding]:
    """Return the items whose holders are surely further ahead than those of an average item, or behind, the furthest
    first; none if the test of all items does not show that they differ."""
    joint = next((one for one in study.fits if one.metric == "score"), study.fits[0])
    if not study.holdings or not joint.p_items < study.alpha:
        return []
    usual = sum(one.ahead for one in study.holdings) / len(study.holdings)
    found = [one for one in study.holdings if (one.low > usual if up else one.high < usual)]
    return found if up else found[::-1]


def answer(study: ContentFindings) -> str:
    """Return which items are too strong or too weak for the one who has them; "" unless items are held by seats."""
    if not held(study):
        return ""
    said = [
        text(key, title=study.title, names=listed(_worth(study, some)))
        for key, up in (("content.holder.strong", True), ("content.holder.weak", False))
        if (some := told(study, up))
    ]
    if not said:
        first, last = _worth(study, (study.holdings[0], study.holdings[-1]))
        said = [text("content.holder.level", title=study.title, first=first, last=last)]
    return " ".join(said)


def held(study: ContentFindings) -> bool:
    """True if each item is in the hands of a seat, so that it can be too strong."""
    return bool(study.holdings) and study.holdings[0].who == "holder"


def _worth(study: ContentFindings, found: Sequence[Holding]) -> list[str]:
    """Return items with what their holders have: `Loch Ness (+3.1 points, wins 59 %)`."""
    scale = scale_of(study)
    return [
        f"{printable(study.items[one.item])} ({scale.moved(one.ahead)}, wins {share(one.wins)})"
        for one in found
    ]


def scale_of(study: ContentFindings) -> Scale:
    widths = [(one.high - one.low) / 2 for one in study.holdings]
    metric = study.metrics.get("score") or Metric(name="score", title="score", group="sources", unit="points")
    return Scale.of(metric, widths, [one.ahead for one in study.holdings])


def heading(study: ContentFindings) -> str:
    if study.holdings[0].who == "winner":
        return f"What each {study.title} brings the winner"
    return f"What having a {study.title} comes to"


def note(study: ContentFindings) -> str:
    """Return what the table means; "" if nothing is known of it."""
    if not study.holdings:
        return ""
    key = "content.winner" if study.holdings[0].who == "winner" else "content.holder"
    return text(key, title=study.title, sure=certainty(study.alpha), even=share(1 / study.players))


def section(study: ContentFindings) -> Html:
    """Return the table of items by how far ahead those are who have them; "" if nothing is known of it."""
    found = study.holdings
    if not found:
        return Html("")
    scale, wins = scale_of(study), found[0].who == "holder"
    axis = ruler([end for one in found for end in (one.low, one.high)], "holders")
    sure = [*told(study, True), *told(study, False)]
    rows = []
    for one in found:
        title = scale.ranged(one.ahead, one.low, one.high)
        look = "b" if one in sure else "open"
        drawn = axis.interval(title, one.ahead, one.low, one.high, look) if math.isfinite(one.low) else ""
        seen = difference(scale, one.ahead, one.low, one.high)
        won = [share(one.wins)] if wins else []
        rows.append(row(printable(study.items[one.item]), drawn, seen, *won, number(one.games, 0)))
    head = (capital(study.title), axis.numbers(), "Ahead", *(["Wins"] if wins else []), "Games")
    caption = f"{heading(study)}{scale.step_note}"
    made = inside(axis.lines(), table(caption, head, rows, cls="forest"))
    return tag("section", tag("h2", heading(study)), made, tag("p", note(study), cls="note"))


def lines(study: ContentFindings) -> list[str]:
    """Return the same as lines of text."""
    if not study.holdings:
        return []
    scale, found = scale_of(study), study.holdings
    wide = max(cell_len(study.items[one.item]) for one in found)
    out = [f"{heading(study)}{scale.step_note}:"]
    for one in found:
        wins = f"  wins {share(one.wins)}" if math.isfinite(one.wins) else ""
        between = scale.ranged(one.ahead, one.low, one.high)
        out.append(f"  {ljust(printable(study.items[one.item]), wide)}  {between:<22}{wins}".rstrip())
    return out


def names(study: ContentFindings, found: Sequence[Holding]) -> list[str]:
    """Return items with the lead of those who have them: `Loch Ness (+3.1)`."""
    scale = scale_of(study)
    return [f"{printable(study.items[one.item])} ({scale.change(one.ahead)})" for one in found]
