"""A match in lines of text: decisions, score sheets, drawings, the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from ...draw.cells import cell_len, ljust, rjust
from ...draw.model import GLUE
from ...table import narration
from ...table.commands import log_place
from ...table.face_texts import Texts
from ..shared.output import Styled

if TYPE_CHECKING:
    from ...draw.model import Show
    from ...play.match import Match
    from ...table.chair import Chair
    from ...table.narration import DecisionText, ScoreSheet
    from ..shared.terminal import Terminal


def decision(told: DecisionText, terminal: Terminal, mark: str = "") -> None:
    """Print `12. bruno: place energy 3,4  +3 energy group`, and below it what else happened."""
    for text in _lines(told, terminal, mark):
        terminal.say(text)


def _lines(told: DecisionText, terminal: Terminal, mark: str = "") -> list[Styled]:
    number = f"{mark}{told.number}".rjust(3) + ". "
    head = f"{told.who}: {told.move}"
    found = [terminal.fill(f"{head}  {told.gained}" if told.gained else head, number, " " * 9)]
    if len(told.events) <= narration.MANY:
        return found + [terminal.fill("; ".join(told.events), " " * 5, " " * 5)] * bool(told.events)
    return found + [terminal.fill(event, " " * 5, " " * 7) for event in told.events]


def log(decisions: Sequence[DecisionText], rest: str, terminal: Terminal, said: Texts) -> None:
    """Print as much as the window holds: the last decisions, or those around N; of `-N`, the last N.

    Where there is no window, `N` prints a few lines. UsageError if the rest of the line says something else.
    """
    at, last = log_place(decisions, rest, said), rest.startswith("-")
    if not decisions:
        terminal.say(said("line.nothing_yet"))
        return
    lines = [
        (n, Styled(line))
        for n, one in enumerate(decisions)
        for text in _lines(one, terminal, ">" * (n == at and rest.isdecimal()))
        for line in text.split("\n")
    ]
    room = len(lines) if last else terminal.height - 4 if terminal.height else 20 if rest else len(lines)
    here = next(row for row, (n, _) in enumerate(lines) if n == at)
    start = here if last else max(0, min(here - room // 2, len(lines) - room))
    shown = lines[start : start + room]
    for _, line in shown:
        terminal.say(line)
    if len(shown) < len(lines):
        first, end, every = (decisions[n].number for n in (shown[0][0], shown[-1][0], -1))
        terminal.wrapped(said("line.log_part", first=first, last=end, all=every))


def drawn(text: str, terminal: Terminal) -> None:
    """Print what was drawn, with its colours."""
    terminal.say(Styled(text.rstrip("\n")))


def drawing(show: Show, terminal: Terminal, *, notes: bool = True) -> None:
    """Print the whole drawing; `notes` adds legend and captions."""
    from ...draw.text import draw_text

    text = draw_text(show, width=terminal.width, colour=terminal.depth, notes=notes)
    terminal.say()
    terminal.say(Styled(text.rstrip("\n")))


def sheet(of: ScoreSheet, terminal: Terminal, lang: str) -> None:
    """Print the points by reason and player, with their sums."""
    sums = of.sums(Texts(lang)("line.total"))
    wide = max(cell_len(name) for name, _ in [*of.rows, *sums])
    names = [f"{name} {more}".rstrip() for name, more in zip_longest(of.seats, of.more, fillvalue="")]
    if wide + sum(cell_len(name) + 2 for name in names) > terminal.width:
        names = list(of.seats)
    across = [max(cell_len(name), 4) for name in names]
    head = " " * (wide + 2) + "  ".join(rjust(name, w) for name, w in zip(names, across, strict=True))
    terminal.say(head)
    for name, amounts in of.rows:
        values = (
            (narration.figure(n) if n != 0 else "-").rjust(w) for n, w in zip(amounts, across, strict=True)
        )
        terminal.say(f"{ljust(name, wide)}  {'  '.join(values)}")
    terminal.say("-" * cell_len(head))
    for name, amounts in sums:
        values = (narration.figure(n).rjust(w) for n, w in zip(amounts, across, strict=True))
        terminal.say(f"{ljust(name, wide)}  {'  '.join(values)}")
    if of.note:
        terminal.wrapped(of.note, "", "   ")


def points(chair: Chair, names: Sequence[str], terminal: Terminal) -> None:
    """Print for each player named where the points came from."""
    view, lang = chair.view, chair.table.lang
    lines = chair.lines()
    for seat in chair.scorers:
        name = chair.table.seats[seat]
        if name not in names:
            continue
        terminal.say()
        terminal.say(f"{name}  {narration.figure(chair.scores[seat])}", "bold")
        for reason, parts in narration.sources(view.rules, lines, seat, lang):
            terminal.wrapped(f"{reason}: {parts}", "  ", "      ")


def ended(chair: Chair, names: Sequence[str], terminal: Terminal) -> None:
    """Print what the end of the game would add now; for each player named, with its reasons."""
    view, table = chair.view, chair.table
    if view.over or view.rules.game.ended is None:
        return
    lines = chair.ended()
    more = [sum(line.amount for line in lines if line.seat == seat) for seat in range(len(table.seats))]
    sums = [
        f"{name}{GLUE}{narration.figure(points if points is None else points + more[seat])}"
        f"{GLUE}({narration.signed(more[seat])})"
        for seat, (name, points) in enumerate(zip(table.seats, chair.scores, strict=True))
    ]
    terminal.say()
    terminal.wrapped(table.said("line.ended", points=", ".join(sums)), "", "  ")
    for name in names:
        for reason, parts in narration.sources(view.rules, lines, table.seats.index(name), table.lang):
            terminal.wrapped(f"{reason}: {parts}", "  ", "      ")


def finish(chair: Chair, terminal: Terminal) -> None:
    """Print the final board as the chair sees it, where every point came from, and the ranking."""
    table = chair.table
    if chair.view.rules.game.show is not None:
        drawing(chair.show, terminal)
    terminal.say()
    sheet(chair.standing(), terminal, table.lang)
    points(chair, table.seats, terminal)
    terminal.say()
    outcome(table.match, terminal, table.lang)


def outcome(match: Match, terminal: Terminal, lang: str) -> None:
    """Print the ranking of a finished match and who has won."""
    state = match.state
    for line in narration.ranking(state.ranking(), state.standing(), state.seats):
        terminal.say(line)
    terminal.say(narration.victory(state.winners, state.seats, lang), "bold")
