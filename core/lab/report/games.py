"""Games worth watching, and the value of strategies according to restricted bots."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from ...base.html import Child, Html, command, inside, row, short, table, tag
from ...base.sanitize import printable
from ...meters.metrics import Metric
from ..study.findings import Findings, Shown
from .forest_plot import Ruler, ruler
from .number_text import Scale, finite, number
from .small_chart import capital
from .sprite import Part, Unsuitable, address, smaller, sprite

WINS = Metric(name="win_share", title="share of wins", group="balance", kind="rate")
LARGEST = 500_000
"""Most characters of pictures in one page; further games are shown without pictures."""


def watch(games: Sequence[Shown]) -> Html:
    """Return each game with its final position and the command that plays it again; the first one is open."""
    shared = [shown for shown in games if _shareable(shown)]
    boards = sprite([printable(shown.picture, "\n\t") for shown in shared])
    link = address(boards.svg)
    if not shared or len(link) > LARGEST:
        shared, link = [], ""
    room = LARGEST - len(link)
    drawn: list[Html] = []
    if link:
        # Assembled here, since the address contains nothing that needs escaping.
        size = f'width="{short(boards.width)}" height="{short(boards.height)}"'
        image = Html(f'<image id="boards" {size} href="{link}"/>')
        drawn.append(tag("svg", tag("defs", image), width="0", height="0", cls="defs", aria_hidden="true"))
    for shown in games:
        if shown in shared:
            picture: Html | None = _part(shown, boards.parts[shared.index(shown)])
        else:
            picture = _picture(shown)
            if picture is not None and len(picture) > room:
                picture = None
            room -= len(picture or "")
        game = _game(shown, picture)
        if shown is not games[0]:
            game = tag("details", tag("summary", f"{capital(shown.why)} ({shown.variant})"), game, cls="more")
        drawn.append(game)
    return inside(drawn)


def _shareable(shown: Shown) -> bool:
    try:
        return bool(shown.picture) and bool(sprite([printable(shown.picture, "\n\t")]).parts)
    except Unsuitable:
        return False


def _part(shown: Shown, part: Part) -> Html:
    """Show one part of the sprite."""
    return tag(
        "svg",
        tag("title", _title(shown)),
        tag("use", href="#boards"),
        viewBox=f"0 {short(part.top)} {short(part.width)} {short(part.height)}",
        style=f"max-width:{short(part.width)}px",
        role="img",
        cls="board",
    )


def _title(shown: Shown) -> str:
    return f"Final position of block {shown.block} under {shown.variant}"


def _picture(shown: Shown) -> Html | None:
    """Show the picture as a separate image, so that its ids, styles and scripts cannot reach the page."""
    if not shown.picture:
        return None
    data = b64encode(smaller(printable(shown.picture, "\n\t")).encode()).decode()
    return tag("img", src=f"data:image/svg+xml;base64,{data}", alt=_title(shown), loading="lazy")


def _game(shown: Shown, picture: Html | None) -> Html:
    scores = "; ".join(
        f"seat {n} {bot} {number(score, 0)}"
        for n, (bot, score) in enumerate(zip(shown.seats, shown.scores), 1)
    )
    caption = inside(
        tag("b", capital(shown.why)),
        f" \u2013 {shown.variant}, block {shown.block}, seed {shown.seed}. Final scores: {scores}.",
    )
    missing = (
        tag("p", "The picture was left out to keep this page small.", cls="note")
        if shown.picture and not picture
        else None
    )
    return tag("figure", tag("figcaption", caption), picture, missing, command(shown.command), cls="game")


def restricted(findings: Findings) -> Html:
    """Return the value of what each restricted bot is forbidden, under each ruleset."""
    if not findings.restricted:
        return Html("")
    known = [one for one in findings.restricted if finite(one.get("low")) and finite(one.get("high"))]
    scale = Scale.of(WINS, [(one["high"] - one["low"]) / 2 for one in known])
    axis = ruler([one[end] * scale.factor for one in known for end in ("low", "high")], "worth")
    gathered: dict[tuple[str, str], dict[str, Mapping[str, Any]]] = {}
    for one in findings.restricted:
        gathered.setdefault((str(one["bot"]), str(one["full"])), {})[str(one["variant"])] = one
    rows: list[Html] = []
    for (bot, full), each in gathered.items():
        rows.append(tag("tr", tag("th", f"{bot} against {full}", colspan="4", scope="rowgroup"), cls="group"))
        for n, arm in enumerate(findings.arms):
            if arm.name in each:
                rows.append(_worth(each[arm.name], scale, axis, "b" if n else "a"))
    note = (
        "The value of a strategy is the share of wins of the unrestricted bot minus that of the restricted one, per "
        "seat in the same games. If the value changes between rulesets, the rule strengthens or weakens that strategy. "
        "These intervals are not corrected for multiple comparisons."
    )
    head = ("Ruleset", axis.numbers(), "Value", "Change from the base")
    drawn = table("Value of what a bot is forbidden, in percentage points of wins", head, rows, cls="forest")
    return inside(axis.lines(), drawn, tag("p", note, cls="note"))


def _worth(one: Mapping[str, Any], scale: Scale, axis: Ruler, look: str) -> Html:
    value = _written(scale, one.get("value"), one.get("low"), one.get("high"))
    drawn: Child = ""
    if finite(one.get("value")):
        middle, low, high = (_number(one.get(end)) * scale.factor for end in ("value", "low", "high"))
        drawn = axis.interval(f"{one['variant']}: {scale.change(one['value'])}", middle, low, high, look)
    change = _written(scale, one.get("change"), one.get("change_low"), one.get("change_high"))
    return row(str(one["variant"]), drawn, value, change, labels=("", "", "change" if change else ""))


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


def _written(scale: Scale, value: float | None, low: float | None, high: float | None) -> Child:
    """Write a difference with its interval; "" if there is none."""
    if not finite(value):
        return ""
    between = scale.between(_number(low), _number(high))
    return inside(tag("b", scale.change(value)), " ", tag("i", between))
