"""The regions of a page: the decision at hand, the boards, the move under the cursor, further choices, panels."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from ..base.html import Html, inside, tag
from ..draw import goal_cards, html_boards, html_parts
from ..table import cursor_info, move_text, narration, typed_choice
from ..table.choosing import spot
from ..table.initial_cursor import ordered
from ..table.news import moves_in
from ..table.result_text import ResultText
from ..text.grammar import grammar
from ..text.languages import languages
from . import author_form, decision_card, end_card, gains, leaving
from .joining import presence
from .page_words import words_of

if TYPE_CHECKING:
    from ..draw.model import Panel, Where
    from ..table.news import Told
    from .page_session import PageSession

YOURS = "\u25cf "
"""The sign before the title of a window in which a person has to decide."""


def regions(session: PageSession) -> dict[str, Any]:
    """Every region by name: HTML, and for `cursor`, `state` and `gains` plain values."""
    put: Places = session.kept("places", session.choice is None, lambda: places(session))
    return {
        "state": state(session),
        "head": head(session),
        "notes": notes(session),
        "here": presence.here(session),
        "coach": coach(session),
        "news": session.kept("news", None, lambda: news(session)),
        "last": session.kept("last", None, lambda: last(session)),
        "layout": session.kept("layout", session.choice is None, lambda: layout(session, put.stage)),
        "held": session.kept("held", session.choice is None, lambda: layout(session, put.held)),
        "others": session.kept("others", session.choice is None, lambda: layout(session, put.others)),
        **{f"board{n}": drawn for n, drawn in enumerate(drawings(session))},
        "choice": decision_card.choices(session),
        "move": decision_card.move(session),
        "now": session.kept("now", None, lambda: panels(session, now=True)),
        "panels": session.kept("panels", None, lambda: panels(session, now=False)),
        "folds": session.kept("folds", None, lambda: folds(session)),
        "tools": tools(session),
        "cursor": cursor(session),
        "gains": gains.region(session),
        "end": session.kept(
            "end", (author_form.answered(session), session.served.rematch), lambda: end_card.card(session)
        ),
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
        "hints": session.hints,
        "lang": session.chair.lang,
    }


# -- head and news ---------------------------------------------------------------------------------------------------


def head(session: PageSession) -> Html:
    """Return who must decide what, the steps of the turn, how far the game is, and what is needed at every decision."""
    show, seat = session.chair.show, session.seat
    own = [board.seat for board in show.boards if board.spots]
    acts = session.choice is not None and seat is not None
    steps = [tag("li", one.word, aria_current="step" if one.role == "strong" else None) for one in show.steps]
    return inside(
        html_parts.seat_chip(show, seat) if acts else None,
        tag("h1", _asked(session), cls="asked"),
        tag("ol", steps, cls="steps") if steps else None,
        tag("p", show.progress or show.title.partition(": ")[0], cls="title"),
        html_parts.status(show) if seat is None or seat not in own else None,
    )


def notes(session: PageSession) -> Html:
    """Return what is said above everything: that moves are tried, the result, what fails, a request to take back."""
    table, said, lines = session.table, session.said, []
    if session.trial is not None:
        lines.append(tag("p", said("screen.trial"), cls="trial"))
    if table.over:
        result = ResultText.of(table.match, session.chair.lang).place_line()
        lines.append(tag("p", result, cls="result"))
    if session.served.trouble is not None:
        failed = said("web.bot_failed", who=table.seats[session.served.trouble])
        lines.append(tag("p", failed, cls="alarm", role="alert"))
    if table.match.remark:
        lines.append(tag("p", table.match.remark, cls="trial"))
    return inside(lines, leaving.notes(session))


def _asked(session: PageSession) -> str | Html:
    table, show, said, choice = session.table, session.chair.show, session.said, session.choice
    words = words_of(session)
    if table.over:
        return ResultText.of(table.match, session.chair.lang).sentence()
    if choice is not None:
        begun = words(typed_choice.picked(choice.choosing, session.chair), session.seat).removesuffix(" ...")
        asks = f"{begun}: {typed_choice.asked(choice.choosing, said)}" if begun else ""
        asks = asks or words(show.asks or show.title.partition(": ")[2])
        return inside(tag("span", said("web.your_turn", asks=""), cls="yours"), tag("span", asks))
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
    """Return what has happened since the person's last decision, in a line for each player."""
    told = session.chair.news
    words, moves = words_of(session), move_text.moves(session.chair, session.chair.committed())
    own = [words(one, session.seat, move=True, laid=True) for one in moves]
    secret = tag("li", session.said("web.committed", moves="; ".join(own))) if own else None
    return inside(rows(session, told.first, told.players), secret)


def rows(session: PageSession, first: Iterable[str], turns: Iterable[Told]) -> list[Html]:
    """Return these sentences, and what players have done with the spots that it has changed, as items of a list."""
    chair, words = session.chair, words_of(session)
    totals = {text: text.partition(" (")[0] for text in map(words, first)}
    found = [tag("li", text, cls="scored", data_brief=brief) for text, brief in totals.items()]
    for one in turns:
        chip = tag("span", html_parts.seat_chip(chair.show, one.seat), aria_hidden="true")
        moves = moves_in(chair.teller, one)
        told = [deed for deed in one.deeds if deed not in words.bare or moves.get(deed)]
        deeds = [words(deed, one.seat, move=True) if deed in moves else deed for deed in told]
        if not (deeds or one.points):
            continue
        line = attrs.evolve(one, deeds=tuple(deeds)).line
        text, points = (words(part, one.seat) for part in line)
        brief = _brief([words(deed, one.seat, brief=True) for deed in deeds])
        said = tag("span", text, tag("small", points) if points else None)
        more = {"data_gained": one.gained or None, "data_brief": brief, **about(session, one.numbers)}
        found.append(tag("li", chip, said, **more))
    return found


def _brief(deeds: Iterable[str]) -> str:
    """Return deeds in one clause for each verb."""
    found: dict[str, dict[str, None]] = {}
    for verb, _, rest in (deed.partition(" ") for deed in deeds):
        found.setdefault(verb, {})[rest] = None
    return "; ".join(f"{verb} {', '.join(rest)}".rstrip() for verb, rest in found.items())


def about(session: PageSession, numbers: tuple[int, ...]) -> dict[str, object]:
    """Return as attributes the spots that these decisions have changed, and those where something lies since."""
    moved = {",".join(map(str, _flat(at))): laid for at, (_, laid) in session.chair.moved(numbers).items()}
    return {
        "data_spots": " ".join(moved) or None,
        "data_laid": " ".join(at for at in moved if moved[at]) or None,
    }


def last(session: PageSession) -> dict[int, list[list[int]]]:
    """Return by seat the spots that have changed since the person's last decision."""
    moved = session.chair.moved().items()
    return {
        n: [_flat(at) for at, (seat, _) in moved if seat == n] for n in sorted({s for _, (s, _) in moved})
    }


# -- boards ----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Places:
    """The places of boards on the page, by their numbers."""

    stage: list[int]
    """The one that the decision is about, which is as large as the window allows; below a row, what it is for."""
    held: list[int]
    """What one holds, what is on offer, and other boards of this decision and of one's own."""
    others: list[int]


def places(session: PageSession) -> Places:
    """Return where each board that is not empty stands. The one decided on last stays while others move."""
    boards, seat = session.chair.show.boards, session.seat
    known = [n for n, board in enumerate(boards) if board.spots]
    offers = ordered(session.chair).left if session.choice is not None else ()
    about = [*map(spot, offers), *(one.piece for one in offers)]
    lit = [*dict.fromkeys(n for n, _ in filter(None, about))]
    before = [n for n in known if boards[n].title == session.staged]
    large = [n for n in known if not boards[n].small and boards[n].kind != "hand"]
    # A small hand stays beside the board for which one chooses from it.
    broad = [n for n in lit if not (boards[n].small and boards[n].kind == "hand")]
    stage = (broad or before or large or lit or known)[:1]
    session.staged = boards[stage[0]].title if stage else ""
    if stage and boards[stage[0]].in_line and not boards[stage[0]].cycle:
        own = [n for n in known if boards[n].seat == seat is not None]
        stage += [n for n in (*own, *lit, *large) if not boards[n].in_line][:1]
    near = [n for n in known if n in lit or n in large or boards[n].now or boards[n].kind]
    held = [n for n in near if n not in stage and (n in lit or boards[n].seat in (None, seat))]
    if len(stage) == 1:  # on one's land what others are offered does not matter
        mine = [n for n in held if boards[n].grid != "row" or boards[n].kind == "hand" or boards[n].now]
        held = [n for n in held if n in lit or n in mine]
    return Places(stage, held, [n for n in known if n not in (*stage, *held)])


def layout(session: PageSession, numbers: Iterable[int]) -> Html:
    """A place for each of these boards."""
    return inside([_board(session, n) for n in numbers])


def _board(session: PageSession, n: int) -> Html:
    show = session.chair.show
    board = show.boards[n]
    of = board.seat
    chip = html_parts.seat_chip(show, of)
    own = html_parts.status(show) if of is not None and of == session.seat else None
    title = tag("h2", chip, tag("span", board.title), own) if board.title or chip else None
    edge = f" edge seat-{of}" if of is not None else ""
    cls = f"board {board.grid}{' small' * board.small} {board.kind}{edge}"
    return tag("section", title, tag("div", data_region=f"board{n}", cls="drawing"), cls=cls, data_board=n)


def cursor(session: PageSession) -> dict[str, Any]:
    """Return where the cursor is, where it can go, and how the tile would lie."""
    choice, show = session.choice, session.chair.show
    if choice is None:
        return {"at": None, "line": None, "ghost": None, "alight": [], "held": False}
    found = cursor_info.ghost(choice)
    drawn = None
    if found is not None and found.spots:
        n, across = found.where[0], _across(session, found.where[0])
        ghost = html_boards.spot_svg(show, n, *found.spots, vacated=found.vacated, across=across)
        gone = [_flat((n, one.at)) for one in found.vacated]
        drawn = {"board": n, "html": ghost, "refused": found.refused, "vacated": gone}
    legal = choice.offer is not None and choice.refused is None
    offer = choice.offer if legal else None
    alight = cursor_info.alight(session.chair, choice.where, offer)
    return {
        "at": _flat(choice.where) if choice.where is not None else None,
        "line": choice.line,
        "ghost": drawn,
        "alight": sorted(map(_flat, alight)),
        "held": session.held is not None,
        "goals": cursor_info.goals_after(session.chair, offer),
    }


def drawings(session: PageSession) -> list[Html]:
    """Every board, with the spots lit that can be chosen now."""
    chair, choice = session.chair, session.choice
    lit = choice.choosing.lit if choice is not None else ()
    found = []
    for n in range(len(chair.show.boards)):
        here, across = frozenset(where for where in lit if where[0] == n), _across(session, n)
        drawn = partial(
            html_boards.board_svg, chair.show, n, lit=here, across=across, kept=session.served.spots
        )
        found.append(session.kept(f"board{n}", (here, across), drawn))
    return found


def _across(session: PageSession, n: int) -> int:
    """How many spots of a chain stand in a line: more where they are small, beside what the decision is about."""
    put: Places = session.kept("places", session.choice is None, lambda: places(session))
    return session.across if n in put.stage else session.across * 4 // 3


def _flat(where: Where) -> list[int]:
    return [where[0], *where[1]]


# -- beside the boards -----------------------------------------------------------------------------------------------


def panels(session: PageSession, *, now: bool) -> Html:
    """The panels of the decision, or the others that stay open: of the players and of what is scored."""
    first, seen, _ = _sorted(session)
    found = [panel(session, one) for one in (first if now else seen)]
    if session.table.over and not now:
        sheet = narration.panel(session.chair.standing(), session.said("screen.score"))
        found.insert(0, html_parts.panel(session.chair.show, sheet, seat=session.seat))
    return inside(found)


def folds(session: PageSession) -> Html:
    """All that can be unfolded: the rest of the panels, the legend, where the figures are from."""
    show, said = session.chair.show, session.said
    rest = [(one.title, panel(session, one)) for one in _sorted(session)[2]]
    rest += [(said("table.do.legend"), html_parts.legend(show))] if show.legend else []
    rest += [(said("web.about"), html_parts.captions(show))] if show.caption else []
    return inside([tag("details", tag("summary", title), body) for title, body in rest])


def _sorted(session: PageSession) -> tuple[list[Panel], list[Panel], list[Panel]]:
    """The panels of the decision, those that stay open beside it, and those that are folded."""
    every = [one for one in session.chair.show.panels if not one.written]
    first, others = [one for one in every if one.now], [one for one in every if not one.now]
    seen = [one for one in others if one.players] + [one for one in others if one.goals][:1]
    if not any(one.players for one in every):
        seen += [one for one in others if one not in seen][:1]
    return first, seen, [one for one in others if one not in seen]


def panel(session: PageSession, one: Panel) -> Html:
    """Return a panel as the page has it: goals as cards, everything else as a table."""
    show, words = session.chair.show, words_of(session)
    rows = [tuple(words.ink(mark, session.seat) for mark in row) for row in one.rows]
    one = attrs.evolve(one, rows=rows)
    return goal_cards.cards(show, one) if one.goals else html_parts.panel(show, one, seat=session.seat)


def tools(session: PageSession) -> Html:
    """Symbols of what can be asked for at any time, with their words; what is rarely needed behind one of them."""
    said, table, seat, trial = session.said, session.table, session.seat, session.trial is not None
    found, rest = [], []
    if seat is not None:
        if table.can_take_back(seat):
            found.append(_tool("u-undo", said("table.do.undo"), cls="tool undo", data_key="u"))
        elif not trial and table.can_ask_back(seat):
            found.append(_tool("u-undo", said("web.ask_back"), data_wish="ask"))
        if not (session.chair.unhelped or table.over):
            if session.choice is not None:
                found.append(_tool("u-hint", said("table.do.hint"), data_key="h"))
            what_if = said("web.trial_ends" if trial else "table.do.what_if")
            found.append(_tool("u-if", what_if, data_key="i"))
            rest.append(tag("button", what_if, data_key="i", cls="narrow"))
        if not table.over:
            coach = said(f"web.coach.{'off' if session.chair.coach else 'on'}")
            rest.append(tag("button", coach, data_key="H"))
    found += [_tool(sign, said(text), data_ask=name) for name, (text, sign) in ASKED.items() if sign]
    if table.over and not trial:
        found.append(_tool("u-trophy", said("web.end.show"), data_end=""))
    for name, (text, sign) in ASKED.items():  # narrow: where the bar has no room for it
        rest.append(tag("button", said(text), data_ask=name, cls="narrow" if sign else None))
    if not table.over and author_form.asks(session):
        rest.append(tag("button", said("ask.title"), data_ask="questions"))
    rest += leaving.tools(session)
    if seat is not None:
        rest.append(tag("button", said("web.signals"), data_open="signals", cls="narrow"))
        if session.served.watching:
            rest.append(tag("button", said("web.end.share"), data_share=True))
        rest.append(tag("button", said("web.lobby.learn.it"), data_offer="yes"))
    rest.append(tag("a", said("web.replay"), href="#", data_go=end_card.replay(session), target="_blank"))
    if session.served.seats:
        rest.append(tag("a", said("browser.record"), href="#", data_go="record", download="record"))
        rest.append(tag("a", said("web.lobby.title"), href="/"))
    rest.append(tag("button", said("web.theme"), data_theme_switch=""))
    others = [one for one in languages() if one != said.lang] if seat is not None else []
    rest += [tag("button", grammar(one).name, data_speak=one, lang=one) for one in others]
    rest += leaving.ends(session)
    more = tag("summary", html_parts.symbol("u-more"), tag("span", said("web.more"), cls="word"), cls="tool")
    return inside(found, tag("details", more, tag("div", rest, cls="menu"), cls="more"))


def _tool(name: str, text: str, cls: str = "tool", **data: str) -> Html:
    return tag("button", html_parts.symbol(name), tag("span", text, cls="word"), cls=cls, **data)


ASKED = {
    "log": ("table.do.log", "u-log"),
    "score": ("table.do.score", "u-score"),
    "rules": ("table.do.rules", "u-rules"),
    "news": ("table.do.news", ""),
    "words": ("web.in_words", ""),
    "keys": ("web.keys", ""),
}
"""What can be asked for: its text, and its symbol, if it stands in the bar."""
