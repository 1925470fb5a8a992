"""A match in lines of text: decisions, score sheets, drawings, the end."""

from __future__ import annotations

from collections.abc import Sequence

from ...draw.model import Show
from ...play.match import Match
from ...table import narration
from ...table.chair import Chair
from ...table.commands import log_place
from ...table.face_texts import Texts
from ...table.narration import DecisionText, ScoreSheet
from ...table.result_text import ResultText
from ..shared.output import Styled
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
    if len(shown) < len(lines) and not last:
        first, end, every = (decisions[n].number for n in (shown[0][0], shown[-1][0], -1))
        terminal.wrapped(said("line.log_part", first=first, last=end, all=every))


def words(prefix: str, lang: str) -> dict[str, str]:
    """The words that can be typed, in English and in this language, each with the end of its key: what it does."""
    found: dict[str, str] = {}
    for said in (Texts("en"), Texts(lang)):
        for key in said.known(prefix):
            found |= dict.fromkeys(said(key).split(), key.removeprefix(prefix))
    return found


def drawn(text: str, terminal: Terminal) -> None:
    """Print what was drawn, with its colours."""
    terminal.say(Styled(text.strip("\n")))


def drawing(show: Show, terminal: Terminal) -> None:
    """Print the whole drawing, with legend and captions."""
    terminal.say()
    terminal.drawn(show, notes=True)


def sheet(of: ScoreSheet, terminal: Terminal) -> None:
    """Print the points by reason and player, with their sums, and what the end would add now."""
    drawing(Show(title="", panels=[narration.panel(of, "")], lang=of.lang), terminal)


def points(chair: Chair, names: Sequence[str], terminal: Terminal) -> None:
    """Print for each player named where the points came from, and where more would come from at the end."""
    for name, figure, parts in chair.sources():
        if name in names:
            terminal.say()
            terminal.say(f"{name}  {figure}", "bold")
            for reason, part in parts:
                terminal.wrapped(f"{reason}: {part}", "  ", "      ")


def finish(chair: Chair, terminal: Terminal) -> None:
    """Print the final board as the chair sees it, where every point came from, and the ranking."""
    table = chair.table
    if chair.view.rules.game.show is not None:
        drawing(chair.show, terminal)
    sheet(chair.standing(), terminal)
    points(chair, table.seats, terminal)
    terminal.say()
    outcome(table.match, terminal, table.lang)


def outcome(match: Match, terminal: Terminal, lang: str) -> None:
    """Print the ranking of a finished match and who has won."""
    result = ResultText.of(match, lang)
    for line in result.places():
        terminal.say(line)
    terminal.say(result.sentence(), "bold")
