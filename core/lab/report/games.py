"""Games worth watching, and the value of strategies according to restricted bots."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Iterator, Sequence

from ...base.html import Child, Html, command, inside, row, table, tag
from ...base.sanitize import printable
from ...meters.metrics import Metric
from ..games.bans import BanValue
from ..study.findings import Findings, Shown
from ..study.moments import Moment, MomentSide
from ..texts import text
from .forest_plot import Ruler, difference, ruler
from .number_text import Scale, number
from .page_frame import folded
from .small_chart import capital

WINS = Metric(name="win_share", title="share of wins", group="balance", kind="rate")
LARGEST = 2_500_000
"""Most characters of pictures in one page; further games are shown without pictures."""


def watch(games: Sequence[Shown]) -> Html:
    """Return each game with its final position and the command that plays it again; the first one is open."""
    room = LARGEST
    drawn: list[Html] = []
    for shown in games:
        pair = [] if shown.moment is None else [image(one.picture, one.said) for one in sides(shown.moment)]
        if sum(len(one or "") for one in pair) > room:
            pair = [None, None]
        room -= sum(len(one or "") for one in pair)
        picture = final(shown)
        if picture is not None and len(picture) > room:
            picture = None
        room -= len(picture or "")
        game = figure(shown, picture, f"{shown.variant}, ", parts(shown.moment, pair))
        if shown is not games[0]:
            game = folded(f"{capital(shown.why)} ({shown.variant})", game, cls="more") or game
        drawn.append(game)
    return inside(drawn)


def sides(found: Moment) -> tuple[MomentSide, MomentSide]:
    """Return what happens under the base, and under the variant."""
    return found.base, found.variant


def parting(found: Moment) -> Iterator[str]:
    """Yield where a game parts from the base's, in sentences, and the command that shows it."""
    key = "moment.parts" if found.kind == "decision" else "moment.scores"
    yield text(key, decision=found.decision, turn=found.turn)
    for one in sides(found):
        yield one.said
    if found.variant.command:
        yield found.variant.command


def final(shown: Shown) -> Html | None:
    """Return the final position of a game."""
    return image(shown.picture, f"Final position of block {shown.block} under {shown.variant}")


def image(picture: str, title: str) -> Html | None:
    """Show the picture as a separate image, so that its ids, styles and scripts cannot reach the page."""
    if not picture:
        return None
    data = b64encode(printable(picture, "\n\t").encode()).decode()
    return tag("img", src=f"data:image/svg+xml;base64,{data}", alt=title, loading="lazy")


def parts(found: Moment | None, pictures: Sequence[Html | None]) -> Html | None:
    """Return the moment at which a game parts from the base's: both positions side by side, with the commands."""
    if found is None:
        return None
    lead, *_ = parting(found)
    alike = found.base.picture == found.variant.picture
    beside = [
        tag("div", tag("p", one.said), None if alike else picture)
        for one, picture in zip(sides(found), pictures, strict=True)
    ]
    marked = any(pictures) and not alike
    commands = [one.command for one in sides(found)] + [found.variant.review]
    return inside(
        tag("p", lead),
        tag("div", beside, cls="pair"),
        pictures[0] if alike else None,
        tag("p", text("moment.mark"), cls="note") if marked else None,
        [command(one) for one in commands if one],
    )


def figure(shown: Shown, picture: Html | None, ruleset: str = "", more: Html | None = None) -> Html:
    """Return one game with its picture and the command that plays it again, and with the ruleset if it is given."""
    scores = "; ".join(
        f"seat {n} {bot} {number(score, 0)}"
        for n, (bot, score) in enumerate(zip(shown.seats, shown.scores), 1)
    )
    caption = inside(
        tag("b", capital(shown.why)),
        f" \u2013 {ruleset}block {shown.block}, seed {shown.seed}. Final scores: {scores}.",
    )
    left = tag("p", "The picture was left out to keep this page small.", cls="note")
    drawn = picture or (left if shown.picture else None)
    return tag("figure", tag("figcaption", caption), more, drawn, command(shown.command), cls="game")


def restricted(findings: Findings) -> Html:
    """Return the value of what each restricted bot is forbidden, under each ruleset."""
    if not findings.restricted:
        return Html("")
    scale = Scale.of(WINS, [(one.high - one.low) / 2 for one in findings.restricted])
    ends = [end for one in findings.restricted for end in (one.low, one.high)]
    axis = ruler(ends, "worth", factor=scale.factor)
    gathered: dict[tuple[str, str], dict[str, BanValue]] = {}
    for one in findings.restricted:
        gathered.setdefault((one.bot, one.full), {})[one.variant] = one
    rows: list[Html] = []
    for (bot, full), each in gathered.items():
        rows.append(tag("tr", tag("th", f"{bot} against {full}", colspan="4", scope="rowgroup"), cls="group"))
        for n, arm in enumerate(findings.arms):
            if arm.name in each:
                rows.append(_worth(each[arm.name], scale, axis, "b" if n else "a"))
    head = ("Ruleset", axis.numbers(), "Value", "Change from the base")
    drawn = table("Value of what a bot is forbidden, in percentage points of wins", head, rows, cls="forest")
    return inside(axis.lines(), drawn, tag("p", text("restricted"), cls="note"))


def _worth(one: BanValue, scale: Scale, axis: Ruler, look: str) -> Html:
    value: Child = ""
    change: Child = ""
    drawn: Child = ""
    if math.isfinite(one.value):
        title = f"{one.variant}: {scale.change(one.value)}"
        drawn = axis.interval(title, one.value, one.low, one.high, look)
        value = difference(scale, one.value, one.low, one.high)
    if math.isfinite(one.change):
        change = difference(scale, one.change, one.change_low, one.change_high)
    return row(one.variant, drawn, value, change, labels=("", "", "change" if change else ""))
