"""Parts of a page beside its boards, as HTML: inks, panels, legend, status, captions, and the boards in words."""

from __future__ import annotations

from collections.abc import Sequence, Set

from ..base.html import Html, inside, tag
from .css import classes
from .model import GLUE, Ink, Panel, Show, Where
from .plates import sign
from .show_sentences import spot_said
from .svg_page import SvgPage
from .symbols import symbol_id
from .text_panels import numeric

NOTHING: Set[Where] = frozenset()
BREAKS_NOT = Html("&#160;")


def symbol(name: str) -> Html:
    """Return a symbol of the page; the words beside it say what it means."""
    drawn = tag("use", href=f"#{symbol_id(name)}")
    return tag("svg", drawn, cls="sign", viewBox="0 0 24 24", aria_hidden="true")


def words(text: str) -> Html:
    """Return a text in which no line breaks at GLUE."""
    first, *more = text.split(GLUE)
    return inside(first, [inside(BREAKS_NOT, part) for part in more])


def ink(show: Show, one: Ink) -> Html:
    """Return a text as a chip with the tint of its role, or the icon of its role; a sign is read as its word."""
    page = SvgPage(show)
    symbol = page.symbol_of(one.role)
    role = one.role if page.tint(one.role) else one.on
    look = show.looks.get(one.role)
    plain = one.role if one.role in ("dim", "strong") else ""
    if one.inks:
        plate = f"signs plate {one.role}" if one.role in ("pay", "get") else "signs"
        signs = tag("span", [ink(show, part) for part in one.inks], cls=plate, aria_hidden="true")
        return tag("span", signs, tag("span", one.word, cls="aloud"), cls="ink", title=one.word)
    if symbol:
        drawn = Html(sign(page, one, 26.0)[0])
        bare = " bare" * ("<text" in drawn)  # a coin or a star with its number stands for itself
        drawn = tag("svg", drawn, cls=f"icon{bare}", viewBox="-14 -14 28 28", aria_hidden="true")
        shown = inside(drawn, tag("span", one.said or one.text, cls="aloud"))
    elif one.said and one.said != one.text:
        shown = inside(tag("span", words(one.text), aria_hidden="true"), tag("span", one.said, cls="aloud"))
    else:
        shown = words(one.text)
    if one.more:
        shown = inside(shown, f" {one.more}")
    tinted = "" if symbol else classes(show, role)
    strong = bool(tinted) and (look is None or look.strong) and role == one.role
    named = ["ink", plain, "chip" * bool(tinted), tinted, "strong" * (strong and plain != "strong")]
    spots = " ".join(f"{board},{x},{y}" for board, (x, y) in one.where)
    return tag(
        "span", shown, cls=" ".join(filter(None, named)), title=one.said or None, data_spots=spots or None
    )


def panel(show: Show, one: Panel, *, seat: int | None = None) -> Html:
    """Return a panel as a table with headings of rows and numbers at the right; without columns, as paragraphs.

    A row of this seat is marked, if it is a panel of players.
    """
    tables = [row for row in one.rows if len(row) > 1]
    named = "panel" + " now" * one.now + " players" * one.players
    if not tables:
        lines = [tag("p", ink(show, row[0])) for row in one.rows if row]
        return tag("section", tag("h3", one.title) if one.title else None, lines, cls=named)
    wide = max(len(row) for row in [one.head, *tables])
    number = [numeric([row[n].text for row in tables if len(row) > n]) for n in range(wide)]
    heading = _heading(one)

    def cell(n: int, mark: Ink) -> Html:
        kind = "number" if number[n] else None
        if n == heading and mark.text:
            return tag("th", ink(show, mark), scope="row", cls=kind)
        return tag("td", ink(show, mark), cls=kind)

    rows = []
    for row in one.rows:
        cells = [cell(n, mark) for n, mark in enumerate(row)]
        if len(row) == 1:
            cells = [tag("td", ink(show, row[0]), colspan=wide, cls="line")]
        own = one.players and seat is not None and any(mark.role == f"seat {seat}" for mark in row)
        rows.append(tag("tr", cells, cls="me" if own else None))
    drawn = tag(
        "table",
        tag("caption", one.title) if one.title else None,
        tag("thead", tag("tr", _head(show, one, number))) if one.head else None,
        tag("tbody", rows),
    )
    return tag("section", drawn, cls=named)


def _heading(one: Panel) -> int:
    """Return the column that names the rows: the last of the first ones that have no head, in a sequence.

    Without any head it is `named_by`, or the first one in which anything is written.
    """
    if not one.head:
        wide = range(max(map(len, one.rows)))
        written = [n for n in wide if any(row[n].text for row in one.rows if len(row) > n)]
        return one.named_by if one.named_by in written else min(written, default=0)
    blank = 0
    while blank < len(one.head) and not one.head[blank].text:
        blank += 1
    return max(blank - 1, 0)


def _head(show: Show, one: Panel, number: Sequence[bool]) -> list[Html]:
    """Return the names of the columns; an empty cell over the columns that name the row.

    A symbol, or what is said longer than it is written, has its words as a title and can have the focus of the keys.
    """
    page, found = SvgPage(show), []
    for n, name in enumerate(one.head):
        short = page.symbol_of(name.role) or name.word != name.text
        more = {"title": name.said or name.text, "tabindex": 0} if short else {}
        cls = "number" if number[n] else None
        found.append(tag("th", ink(show, name), scope="col", cls=cls, **more) if name.text else tag("td"))
    return found


def seat_chip(show: Show, seat: int | None) -> Html | None:
    """Return the chip of a seat: its letter as in all drawings of the match; None if the show has none."""
    role, rows = f"seat {seat}", [row for one in show.panels for row in one.rows]
    named = [*show.players, *(mark for row in rows for mark in row if len(mark.text) == 1)]
    return next((ink(show, mark) for mark in named if mark.role == role), None)


def legend(show: Show) -> Html:
    """Return the meaning of letters and grounds as a list, of which readers hear the meanings alone."""
    entries = [
        tag("li", tag("span", ink(show, mark), aria_hidden="true"), " ", words(meaning))
        for mark, meaning in show.legend
    ]
    return tag("ul", entries, cls="legend") if entries else Html("")


def status(show: Show) -> Html:
    """Return what the viewer needs at every decision as a list; nothing if there is none."""
    entries = [tag("li", ink(show, one)) for one in show.status if one.text]
    return tag("ul", entries, cls="status") if entries else Html("")


def captions(show: Show) -> Html:
    """Return the sentences below everything else, one paragraph each."""
    return inside([tag("p", words(sentence), cls="caption") for sentence in show.caption])


def described(show: Show, lit: Set[Where] = NOTHING) -> Html:
    """Return the boards in words, spot by spot; what is only ground is left out unless it is lit."""
    found = []
    for n, board in enumerate(show.boards):
        spots = [spot for spot in board.spots if not spot.blank or (n, spot.at) in lit]
        said = [tag("li", spot_said(spot) if spot.said else spot.called) for spot in spots]
        found.append(
            tag(
                "section",
                tag("h3", board.title or show.title),
                tag("ul", said) if said else None,
                cls="described",
                data_board=n,
            )
        )
    return inside(found)
