"""The regions of a page: the decision at hand, the boards, the move under the cursor, further choices, panels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from ..base.html import Html, inside, tag
from ..draw import html_boards, html_parts
from ..table import choice_keys, cursor_info, move_text, narration, typed_choice
from ..table.changes import changed
from ..table.choosing import amounts_of, spot, unturned
from . import gains

if TYPE_CHECKING:
    from ..draw.model import Offer, Show, Where
    from ..table.choice_cursor import ChoiceCursor
    from .page_session import PageSession

YOURS = "\u25cf "
"""The sign before the title of a window in which a person has to decide."""


def regions(session: PageSession) -> dict[str, Any]:
    """Every region by name: HTML, and for `cursor`, `state` and `gains` plain values."""
    return {
        "state": state(session),
        "head": head(session),
        "coach": coach(session),
        "news": session.kept("news", None, lambda: news(session)),
        "layout": session.kept("layout", None, lambda: layout(session)),
        **{f"board{n}": drawn for n, drawn in enumerate(drawings(session))},
        "choice": choices(session),
        "move": move(session),
        "panels": session.kept("panels", None, lambda: panels(session)),
        "tools": tools(session),
        "cursor": cursor(session),
        "gains": gains.region(session),
    }


def state(session: PageSession) -> dict[str, Any]:
    """Return what the script must know beside the HTML."""
    return {
        "number": session.number,
        "title": (YOURS if session.choice is not None else "") + session.table.match.rules.game.title,
        "acts": session.choice is not None,
        "trial": session.trial is not None,
        "over": session.table.over,
        "asks": session.asks,
    }


# -- head and news ---------------------------------------------------------------------------------------------------


def head(session: PageSession) -> Html:
    """Return who must decide what, and what the person needs at every decision."""
    table, show, said = session.table, session.chair.show, session.said
    lines = [tag("h1", _asked(session), cls="asked")]
    if session.trial is not None:
        lines.append(tag("p", said("screen.trial"), cls="trial"))
    if table.over:
        result = narration.ranked(table.match.state.ranking(), session.chair.view.standing(), table.seats)
        lines.append(tag("p", result, cls="result"))
    if session.served.trouble:
        lines.append(tag("p", session.served.trouble, cls="alarm", role="alert"))
    if table.match.remark:
        lines.append(tag("p", table.match.remark, cls="trial"))
    title = tag("p", show.title, cls="title")
    return inside(lines, title, html_parts.status(show), wishes(session))


def _asked(session: PageSession) -> str:
    table, show, said, choice = session.table, session.chair.show, session.said, session.choice
    if table.over:
        return narration.victory(table.match.state.winners, table.seats, table.lang)
    if choice is not None:
        begun = typed_choice.picked(choice.choosing, session.chair)
        asks = f"{begun}: {typed_choice.asked(choice.choosing, said)}" if begun else ""
        return f"{session.chair.name}: {asks or show.asks or show.title.partition(': ')[2]}"
    if table.wish is not None:  # the bots wait for the answers as well
        return said("web.wish_waits")
    bot = table.next_bot()
    if bot is not None:
        return said("screen.thinks", who=table.called(bot))
    return said("web.waits", who=", ".join(table.seats[seat] for seat in table.to_act))


def coach(session: PageSession) -> Html:
    """Return what the coach says, with the key that silences him."""
    text = session.chair.coached
    quiet = tag("button", "\u2715", data_key="H", title=session.said("web.coach.off"))
    return inside(tag("p", session.said("table.coach", text=text)), quiet) if text else Html("")


def news(session: PageSession) -> Html:
    """Return what has happened since the person's last decision."""
    own = [move_text.move(session.chair, one) for one in session.chair.committed()]
    texts = session.chair.news.texts + ([session.said("web.committed", moves="; ".join(own))] if own else [])
    return inside([tag("p", text) for text in texts])


def wishes(session: PageSession) -> Html:
    """Return a request to take back more than the own turn, or its end, with the answers that this seat can give."""
    table, said, seat = session.served.table, session.said, session.seat
    told = session.served.table.chair(seat).wished()
    if not told or session.trial is not None:
        return Html("")
    answers = []
    if table.wish is not None and seat in table.wish.waiting:
        answers = [("agree", said("web.agree")), ("decline", said("web.decline"))]
    elif table.wish is not None and seat in (table.wish.seat, *table.wish.agreed):
        answers = [("decline", said("web.withdraw"))]
    made = table.wish.made if table.wish is not None else None
    buttons = [
        tag("button", text, data_wish=do, data_n=made, cls="main" if do == "agree" else None)
        for do, text in answers
    ]
    row = tag("p", buttons, cls="buttons") if buttons else None
    return tag("div", [tag("p", text) for text in told], row, cls="wish", role="alert")


# -- boards ----------------------------------------------------------------------------------------------------------


def decided(show: Show) -> list[int]:
    """The boards that the decision at hand is about."""
    lit = {board for board, _ in show.lit()}
    return [n for n, board in enumerate(show.boards) if (board.now and board.spots) or n in lit]


def layout(session: PageSession) -> Html:
    """A place for each board that is not empty: those of the decision first, small ones folded away."""
    show = session.chair.show
    first = decided(show)
    others = [n for n, board in enumerate(show.boards) if board.spots and n not in first]
    large = [n for n in others if not show.boards[n].small]
    rest = [n for n in others if show.boards[n].small]
    folded = [_board(show, n) for n in rest]
    more = (
        tag("details", tag("summary", session.said("web.more_boards", n=len(rest))), folded) if rest else None
    )
    return inside([_board(show, n) for n in (*first, *large)], more)


def _board(show: Show, n: int) -> Html:
    board = show.boards[n]
    title = tag("h2", board.title) if board.title else None
    return tag(
        "section",
        title,
        tag("div", data_region=f"board{n}", cls="drawing"),
        cls=f"board {board.grid}{' small' if board.small else ''}",
        data_board=n,
    )


def cursor(session: PageSession) -> dict[str, Any]:
    """Return where the cursor is, where it can go, and how the tile would lie."""
    choice, show = session.choice, session.chair.show
    if choice is None:
        return {"at": None, "line": None, "ghost": None, "alight": [], "held": False}
    found = cursor_info.ghost(choice)
    drawn = None
    if found is not None and found.spots:
        drawn = {
            "board": found.where[0],
            "html": html_boards.spot_svg(show, found.where[0], *found.spots, across=session.across),
            "refused": found.refused,
        }
    alight = cursor_info.alight(session.chair, choice.where) if choice.where is not None else frozenset()
    return {
        "at": _flat(choice.where) if choice.where is not None else None,
        "line": choice.line,
        "ghost": drawn,
        "alight": sorted(map(_flat, alight)),
        "held": session.held is not None,
    }


def drawings(session: PageSession) -> list[Html]:
    """Every board, with the spots lit that can be chosen now, and those marked that have changed."""
    chair, choice = session.chair, session.choice
    lit = choice.choosing.lit if choice is not None else ()
    before = session.chair.left
    now = changed(before, chair.show) if before is not None else frozenset()
    found = []
    for n in range(len(chair.show.boards)):
        here = frozenset(where for where in lit if where[0] == n)
        drawn = partial(
            html_boards.board_svg,
            chair.show,
            n,
            lit=here,
            changed=now,
            across=session.across,
            kept=session.served.spots,
        )
        found.append(session.kept(f"board{n}", (here, now, session.across), drawn))
    return found


def _flat(where: Where) -> list[int]:
    return [where[0], *where[1]]


# -- choices ---------------------------------------------------------------------------------------------------------


def choices(session: PageSession) -> Html:
    """Return what can be picked without a spot, each with its letter."""
    choice = session.choice
    if choice is None or not choice.listed:
        return Html("")
    buttons = []
    for n, (label, target) in enumerate(zip(choice.labels, choice.listed, strict=False)):
        at = spot(target.offers[0]) if len({*map(spot, target.offers)}) == 1 else None
        buttons.append(
            tag(
                "button",
                tag("kbd", label, aria_hidden="true"),
                " ",
                tag("span", move_text.target(session.chair, target)),
                cls="option" + (" here" if choice.line == n else ""),
                data_line=n,
                data_about=",".join(map(str, _flat(at))) if at is not None else None,
            )
        )
    return inside(buttons)


def move(session: PageSession) -> Html:
    """The move under the cursor, what it would bring, and what can be done with it."""
    choice, said = session.choice, session.said
    if choice is None:
        return tag("p", session.message, cls="words") if session.message else Html("")
    choice.judge()
    if session.message:
        first = tag("p", session.message, cls="words alarm" if session.alarm else "words", role="alert")
    elif choice.action is None:
        key = "web.rest" if choice.nowhere else "web.pick" if choice.picks else "web.nothing"
        told = cursor_info.without(choice) if choice.choosing.routine and choice.nowhere else said(key)
        first = tag("p", told, cls="words dim")
    else:
        first = tag(
            "p", cursor_info.brings(choice), cls="words refused" if choice.refused is not None else "words"
        )
    final = said("web.final" if session.table.alone is None else "web.final.solo")
    asks = tag("p", final, cls="final") if choice.pending is not None else None
    known = cursor_info.known(session.chair, choice.where) if choice.where is not None else []
    about = tag("p", "; ".join(text for text in known if text), cls="known") if any(known) else None
    return inside(
        first, asks, _forms(session, choice), tag("p", _buttons(session, choice), cls="buttons"), about
    )


def _forms(session: PageSession, choice: ChoiceCursor) -> Html | None:
    """The amounts that the move can have, and the other moves at this spot: of a tile that can be turned, one."""
    rows = []
    amounts = choice.amounts()
    if amounts:
        named = [(n, offer, str(amounts_of(offer.action)[-1])) for n, offer in enumerate(amounts)]
        rows.append(_row("amount", named, lambda offer: offer is choice.offer))
    kinds: dict[Any, tuple[int, Offer]] = {}
    for n, offer in enumerate(choice.forms):
        if offer is choice.offer:  # of its kind it is the one that would be played
            kinds[unturned(offer.action)] = n, offer
        kinds.setdefault(unturned(offer.action), (n, offer))
    if len(kinds) > 1 and not choice.picks and choice.line is None:
        under = unturned(choice.offer.action) if choice.offer is not None else None
        moves = move_text.moves(session.chair, (offer.action for _, offer in kinds.values()))
        named = [(n, offer, text) for (n, offer), text in zip(kinds.values(), moves, strict=True)]
        rows.append(_row("form", named, lambda offer: unturned(offer.action) == under))
    return inside(rows) if rows else None


def _row(name: str, offers: Iterable[tuple[int, Offer, str]], here: Callable[[Offer], bool]) -> Html:
    buttons = [
        tag("button", text, cls="here" if here(offer) else None, **{f"data_{name}": n})
        for n, offer, text in offers
    ]
    return tag("p", buttons, cls=f"buttons {name}s")


def _buttons(session: PageSession, choice: ChoiceCursor) -> list[Html]:
    """Buttons for the keys that mean something now."""
    said = session.said
    found = []
    if choice.pending is not None:
        found.append(_key("enter", said("table.do.confirm"), "main"))
        return [*found, _key("escape", said("table.do.back"))]
    if not choice.nowhere or choice.choosing.routine or choice.way_out:
        does = choice_keys.does(choice, "enter")
        found.append(
            _key("enter", said(f"table.do.{does}"), "" if does in ("why_not", "way_out") else "main")
        )
    if _turns(choice):
        found.append(_key("r", said("table.do.turn")))
    if choice.choosing.picked or choice.refused is not None:
        found.append(_key("escape", said("table.do.back")))
    return found


def _turns(choice: ChoiceCursor) -> bool:
    """True if the tile under the cursor lies here in several rotations."""
    if choice.offer is None or choice.line is not None:
        return choice.turns
    return sum(unturned(one.action) == unturned(choice.offer.action) for one in choice.forms) > 1


def _key(key: str, text: str, cls: str = "") -> Html:
    return tag("button", text, data_key=key, cls=cls or None)


# -- beside the boards -----------------------------------------------------------------------------------------------


def panels(session: PageSession) -> Html:
    """The panels, those that the decision is about first; the score at the end."""
    show, said = session.chair.show, session.said
    first = [one for one in show.panels if one.now]
    found = [html_parts.panel(show, one) for one in first]
    if session.table.over:
        sheet = narration.panel(session.chair.standing(), said("screen.score"))
        found.insert(0, html_parts.panel(show, sheet))
    found += [html_parts.panel(show, one) for one in show.panels if not one.now]
    legend = (
        tag("details", tag("summary", said("table.do.legend")), html_parts.legend(show))
        if show.legend
        else None
    )
    captions = tag("div", html_parts.captions(show), cls="captions")
    return inside(found, legend, captions)


def tools(session: PageSession) -> Html:
    """Buttons for what can be asked for at any time."""
    said, table, seat, trial = session.said, session.table, session.seat, session.trial is not None
    found = []
    if seat is not None:
        if table.can_take_back(seat):
            found.append(_key("u", said("table.do.undo")))
        elif not trial and table.can_ask_back(seat):
            found.append(tag("button", said("web.ask_back"), data_wish="ask"))
        if not (table.unhelped or table.over):
            found += [_key("h", said("table.do.hint"))] if session.choice is not None else []
            found.append(_key("i", said("web.trial_ends" if trial else "table.do.what_if")))
        if not table.over:
            found.append(_key("H", said(f"web.coach.{'off' if session.chair.coach else 'on'}")))
    found += [tag("button", said(text), data_ask=name) for name, text in ASKED]
    return inside(found, tag("a", said("web.replay"), href="#", data_go="replay", target="_blank"))


ASKED = (
    ("log", "table.do.log"),
    ("news", "table.do.news"),
    ("score", "table.do.score"),
    ("rules", "table.do.rules"),
    ("words", "web.in_words"),
    ("keys", "web.keys"),
)
"""What buttons ask for, and their texts."""
