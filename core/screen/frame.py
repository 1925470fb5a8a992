"""Draws the parts of the play screen: the room that each gets, the head, the cursor's line, what a move would bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.containers import Container
from textual.strip import Strip

from ..draw.cells import cell_len
from ..draw.colours import Paint
from ..draw.model import Panel, Show
from ..draw.styled_lines import BOLD, DIM, StyledLine, line, wrap
from ..table import cursor_info, narration, typed_choice
from ..table.news import News
from . import fitted_lines, side_panels
from .canvas import Boards, decided, measured
from .lines_widget import LinesWidget
from .window_layout import PART, SCROLLS, SIDE, Sharing, SidePanel

if TYPE_CHECKING:
    from ..table.choice_cursor import ChoiceCursor
    from .play_screen import PlayScreen

LIT = "\u25c7"
"""The mark of a spot with a choice."""


# -- room ------------------------------------------------------------------------------------------------------------


def arrange(screen: PlayScreen, at: int | None = None) -> None:
    """Draw boards and side, beside or below each other, wherever there is more room; the cursor is on board `at`."""
    show, middle, width = screen.show, screen.query_one("#middle", Container), screen.inner
    least, told = news_rows(screen), len(news(screen, 99))
    height = screen.size.height - 2 * screen.table.trial - screen.query_one("#head", LinesWidget).rows
    height -= least + preview_rows(screen) + 1 + screen.above
    if width <= 0 or height <= 0 or not anew(screen, show, at, width, height):
        return
    lit = screen.choice.choosing.spots if screen.choice is not None and screen.walk is None else {}
    drawn = Boards(show, dict.fromkeys(lit, LIT), screen.drawings)
    walking = screen.walk is not None
    # Beside the log, what one holds is shown only if there is room.
    every = [n for n, board in enumerate(show.boards) if not (walking and board.kind == "hand")]
    first = [*dict.fromkeys([*screen.wanted, *decided(show)])] or every[: 1 - bool(needed(show))]
    whole = walking or screen.every
    if whole:
        first = [*first, *(n for n in every if n not in first)]
    beside = width - measured(drawn, first, width).width >= SIDE
    around = log(screen, height if beside else max(PART, height // 3)) if walking else side(screen, show)
    more = max(0, min(told, LONG) - least) if not screen.every else 0
    bare = Sharing(drawn, first, around, width, height, whole, at).best()
    tries = (
        (rows, Sharing(drawn, first, around, width, height - rows, whole, at).best())
        for rows in range(more, 0, -1)
    )
    # The news is shown in full, unless the boards need the lines more.
    more, room = next((one for one in tries if one[1].lack <= bare.lack < SCROLLS), (0, bare))
    write_news(screen, least + more)
    middle.set_class(room.below, "below")
    sheet = screen.query_one("#side", LinesWidget)
    sheet.display = bool(room.side)
    sheet.styles.width, sheet.styles.height = ("100%", room.side) if room.below else (room.side, "100%")
    screen.side_width = width if room.below else room.side - 1
    sheet.write(room.lines)
    screen.boards.present(room.canvas, changed=screen.marked)
    if screen.marked and (screen.choice is None or walking):
        screen.boards.look_at(min(screen.marked))


def anew(screen: PlayScreen, show: Show, at: int | None, width: int, height: int) -> bool:
    """True if anything has changed since the boards were drawn."""
    choosing = screen.choice.choosing if screen.choice is not None else None
    now = (screen.walk, screen.every, screen.table.over, screen.news, screen.marked, at, width, height)
    before, screen.arranged = screen.arranged, (show, choosing, *now)
    return not before or before[0] is not show or before[1] is not choosing or before[2:] != now


def news_rows(screen: PlayScreen) -> int:
    """The fewest rows for what has happened meanwhile."""
    return 1 if screen.size.height < 32 else 2


LEAST = 5
"""The fewest rows for the boards while a final move awaits confirmation."""
LONG = 4
"""The most rows for what has happened meanwhile."""


def news(screen: PlayScreen, rows: int) -> list[StyledLine]:
    """Return what has happened meanwhile in at most so many rows."""
    told = News((screen.said("screen.small"),)) if fitted_lines.small(screen.size) else screen.news
    return [line(row, DIM) for row in told.rows(rows, screen.inner, screen.said, "L")]


def write_news(screen: PlayScreen, rows: int) -> None:
    """Draw what has happened meanwhile."""
    lines = news(screen, rows)
    screen.query_one("#news", LinesWidget).write([*lines, *[line()] * (rows - len(lines))])


def preview_rows(screen: PlayScreen) -> int:
    """The rows below the boards that say what a move would bring."""
    height = screen.size.height
    if not screen.previews:
        return 0
    return 2 if height < 16 else 3 if height < 32 else 5


def fresh(screen: PlayScreen) -> bool:
    """True until the person at the keyboard has decided for the first time."""
    return all(one.seat != screen.chair.seat for one in screen.table.match.played)


def explained(screen: PlayScreen) -> bool:
    """True if it says on the screen what letters and grounds mean."""
    legend, text = screen.show.legend, screen.query_one("#side", LinesWidget).text
    return all(meaning in text for _, meaning in legend[:3])


def needed(show: Show) -> list[Panel]:
    """The panels that the decision at hand is about."""
    return [panel for panel in show.panels if panel.now]


def side(screen: PlayScreen, show: Show) -> SidePanel:
    """The list of choices, the panels, and what the letters mean."""
    choice = screen.choice
    first, more = needed(show), [panel for panel in show.panels if not panel.now]
    if screen.table.over:
        first = [narration.panel(screen.chair.standing(), screen.said("screen.score"))]
        more = [*show.panels]
    blocks = side_panels.blocks(show, more)

    def listed(width: int) -> list[Strip]:
        return (
            side_panels.choices(screen.chair, choice.listed, choice.labels, choice.line, width)
            if choice
            else []
        )

    if screen.every:  # boards are wanted; panels are a key away
        return SidePanel(listed)
    return SidePanel(
        listed, side_panels.blocks(show, first), [*blocks[:1], partial(side_panels.legend, show), *blocks[1:]]
    )


def log(screen: PlayScreen, rows: int) -> SidePanel:
    """The log, while one walks in it: all of it beside the boards, so many rows of it below them."""
    told, at = [one for _, one in screen.chair.log], screen.walk or 0
    return SidePanel(lambda width: [], [lambda width: side_panels.log(told, at, width, rows)])


# -- head ------------------------------------------------------------------------------------------------------------


def head(screen: PlayScreen) -> None:
    """Draw what the coach says, the decision at hand, and the news."""
    text = screen.chair.coached
    coached = wrap(screen.said("table.coach", text=text), screen.inner) if text else []
    screen.query_one("#coach", LinesWidget).write([line(part, BOLD) for part in coached])
    show, said, table = screen.chair.show, screen.said, screen.table
    width = screen.inner
    title = show.title.split(":")[0]
    bot = table.next_bot() if screen.choice is None else None
    parts: list[tuple[str, Paint]] = []
    if screen.walk is not None:
        parts = [(said("screen.log"), fitted_lines.TRIAL)]
    elif table.over:
        parts = [(said("screen.over"), BOLD)]
    elif screen.paused and bot is not None:
        parts = [(said("screen.paused", who=table.called(bot)), fitted_lines.ALARM)]
    elif bot is not None:
        parts = [(said("screen.thinks", who=table.called(bot)), BOLD)]
    elif screen.choice is not None:
        asked = show.asks or show.title.partition(": ")[2]
        begun = typed_choice.picked(screen.choice.choosing, screen.chair)
        if begun:
            asked = f"{begun}: {typed_choice.asked(screen.choice.choosing, said)}"
        parts = [(f"{screen.chair.name}: {asked}", BOLD)]
    parts.append((f"  {title}", DIM))
    room = width - sum(cell_len(text) + 1 for text, _ in side_panels.status(show))
    if sum(cell_len(text) for text, _ in parts) > room:
        parts.pop()  # the title can be missed
    screen.query_one("#head", LinesWidget).write(fitted_lines.across(parts, side_panels.status(show), width))
    write_news(screen, max(news_rows(screen), screen.query_one("#news", LinesWidget).rows))


# -- cursor ----------------------------------------------------------------------------------------------------------


def point(screen: PlayScreen) -> None:
    """Draw the cursor, the move under it and the spot in words: everything that a key changes at once."""
    screen.query_one("#foot", LinesWidget).write(screen.footer())
    choice, boards, width = screen.choice, screen.boards, screen.inner
    if screen.walk is not None or choice is None:
        boards.cursor = None
        text = screen.message or idle(screen)
        below(screen, [line(part) for part in wrap(text, width)], [])
        return
    if choice.where is not None and choice.where not in boards.drawn:
        arrange(screen, choice.where[0])  # a piece on a board that had no room, such as a tile in hand
    boards.cursor = choice.where
    if choice.nowhere and choice.choosing.spots:
        boards.look_at(next(iter(choice.choosing.spots)))
    if choice.where is None or boards.ghost_at != choice.where:
        boards.put(None)
        boards.alight = frozenset()
    side = screen.query_one("#side", LinesWidget)
    if choice.listed and side.display:
        listed = side_panels.choices(
            screen.chair, choice.listed, choice.labels, choice.line, screen.side_width
        )
        side.replace(listed)
        if choice.line is not None:
            side.reveal(choice.line * len(listed) // max(1, len(choice.listed)))
    below(screen, before_look(screen, choice), cursor_info.there(screen.chair, choice.where))


def idle(screen: PlayScreen) -> str:
    """Return what can be done while no decision is open."""
    if screen.walk is not None:
        return screen.said("screen.log.keys")
    if screen.table.over:
        return screen.result
    if screen.paused:
        return screen.said("screen.paused.keys")
    if screen.table.next_bot() is None:
        return ""
    return screen.said("screen.wait.stops" if screen.chair.unhelped else "screen.wait.keys")


def before_look(screen: PlayScreen, choice: ChoiceCursor) -> list[StyledLine]:
    """The line of the move under the cursor, before anything about it has been computed."""
    width = screen.inner
    if screen.message:
        return [
            line(part, fitted_lines.ALARM if screen.alarm else BOLD) for part in wrap(screen.message, width)
        ]
    if choice.action is None:
        return [line(part, DIM) for part in wrap(cursor_info.without(choice), width)]
    return [line(fitted_lines.cut(f"{cursor_info.move_words(choice)}: ...", width), BOLD)]


def foretell(screen: PlayScreen) -> None:
    """Draw what takes a moment: the ghost, the points, what is known of the spot."""
    choice, boards, width = screen.choice, screen.boards, screen.inner
    if choice is None or screen.walk is not None:
        return
    choice.judge()
    ghost = cursor_info.ghost(choice)
    if ghost is None:
        boards.put(None)
    else:
        boards.put(ghost.where, *ghost.spots, *ghost.vacated, refused=ghost.refused)
    if choice.action is None or screen.message:
        lines = before_look(screen, choice)
    else:
        paint = fitted_lines.ALARM if choice.refused is not None else BOLD
        lines = [line(part, paint) for part in wrap(cursor_info.brings(choice), width)]
    boards.alight = cursor_info.alight(screen.chair, choice.where)
    if choice.pending is not None and not screen.message:
        confirm(screen, lines)
    else:
        below(screen, lines, cursor_info.known(screen.chair, choice.where))


def confirm(screen: PlayScreen, lines: list[StyledLine]) -> None:
    """Ask whether a final move is meant, below all that it does; the boards give the lines for that."""
    taken = sum(screen.query_one(name, LinesWidget).rows for name in ("#head", "#news", "#foot"))
    rows = max(preview_rows(screen), screen.size.height - 2 * screen.table.trial - taken - LEAST)
    asks = line(screen.said("table.confirm"), fitted_lines.TRIAL)
    told = [*even(lines, min(len(lines), rows - 1)), asks]
    screen.query_one("#preview", LinesWidget).write(even(told, max(len(told), preview_rows(screen))))


def below(screen: PlayScreen, lines: list[StyledLine], known: Sequence[str]) -> None:
    """Write the lines about a move below the boards, and what is known of the spot at the cursor into the rest."""
    rows, text = preview_rows(screen), "; ".join(known)
    about = [line(part, DIM) for part in wrap(text, screen.inner)] if text else []
    first = lines if not about else even(lines, min(len(lines), rows - 1))
    sheet = screen.query_one("#preview", LinesWidget)
    sheet.write([*even(first, min(len(first), rows)), *even(about, rows - min(len(first), rows))])


def even(lines: list[StyledLine], rows: int) -> list[StyledLine]:
    """Exactly so many lines, lest boards jump: with dots for those left out, with blank ones if there are fewer."""
    if len(lines) > rows > 0:
        text, paint = lines[rows - 1].parts[-1]
        lines = [*lines[: rows - 1], line(fitted_lines.cut(f"{text} ...", cell_len(text)), paint)]
    return lines[:rows] + [line()] * (rows - len(lines))
