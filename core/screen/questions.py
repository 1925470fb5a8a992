"""Questions at the play screen: why, hints, rules, the log, undo, what if."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs
from textual.message import Message

from ..base.errors import UsageError
from ..base.limits import PACES
from ..draw.styled_lines import BOLD, Pen, StyledLine, line, wrap
from ..draw.text import draw_board, draw_notes
from ..table import commands, cursor_info, lookup, narration, rule_pages, rule_search, switches
from . import fitted_lines, side_panels
from .frame import preview_rows
from .overlays import ChapterOverlay, Finder, FinderEntry, LineWriter, TextOverlay, reading

if TYPE_CHECKING:
    from .play_screen import PlayScreen


def width(screen: PlayScreen) -> int:
    """The columns of a page."""
    return reading(screen.size)


def page(screen: PlayScreen, title: str, lines: list[StyledLine]) -> None:
    """Show lines on top of the table."""
    screen.app.push_screen(TextOverlay(title, lines, screen.said))


# -- why, hints, rules -----------------------------------------------------------------------------------------------


def why(screen: PlayScreen) -> None:
    """Return why nothing can be done at the cursor; what the move there would do, if something can."""
    choice, room = screen.choice, width(screen)
    if choice is None:
        screen.say(screen.said("table.why_what"))
    elif (answer := screen.trying(lambda: cursor_info.why(choice))) is not None:
        lines = fitted_lines.paragraphs(answer.texts, room)
        for rule, text in answer.rules:
            lines += [line(), line(rule, BOLD), *(line(part) for part in wrap(text, room))]
        page(screen, answer.title, lines)


def hint(screen: PlayScreen) -> None:
    """Put the cursor on the move that looks best, and say why: below the boards, or on a page if it is longer."""
    choice = screen.choice
    if choice is None:
        screen.say(screen.said("table.no_turn"))
    elif (found := screen.trying(lambda: cursor_info.hint(screen.chair))) is not None:
        action, text = found[0], str(found[1])
        choice.pending = None
        choice.seek(action)
        screen.echo()
        screen.hinted = Message().time
        if len(wrap(text, screen.inner)) < preview_rows(screen):
            screen.say(text)
        else:
            lines = fitted_lines.paragraphs([text], width(screen))
            title = screen.said("table.do.hint")
            screen.app.push_screen(
                TextOverlay(title, lines, screen.said, lambda: screen.boards.row(choice.where))
            )


def rules(screen: PlayScreen) -> None:
    """The rules in chapters, those of the decision at hand first; `/` finds a chapter, or a rule by word or id."""
    chair, said = screen.chair, screen.said
    pages, known, lang = rule_search.pages(chair), chair.view.rules, chair.table.lang
    if not pages:
        screen.say(said("screen.no_rules"))
        return

    def lines(at: int, sources: bool) -> list[StyledLine]:
        paper = LineWriter(width(screen))
        rule_pages.write_rules(paper, known, lang, pages[at].rules, sources)
        return paper.lines

    def entries(typed: str) -> list[FinderEntry]:
        try:
            found = rule_search.asked(known, lang, typed)
        except UsageError as error:
            return [FinderEntry(str(error), None, more=str(error))]
        if found.title:
            return [FinderEntry(found.title, pages.index(found))]
        texts = {rule: f"{' '.join(chair.rule_texts[rule].text.split())} ({rule})" for rule in found.rules}
        return [FinderEntry(text, rule, more=text) for rule, text in texts.items()]

    def search(go: Callable[[int], None]) -> None:
        def shown(found: int | str | None) -> None:
            if isinstance(found, int):
                go(found)
            elif found is not None:
                paper = LineWriter(width(screen))
                rule_pages.write(paper, known, lang, found)
                page(screen, found, paper.lines)

        listed = [FinderEntry(one.title, n) for n, one in enumerate(pages)]
        screen.app.push_screen(Finder(said("screen.rules"), listed, said, entries), shown)

    screen.app.push_screen(ChapterOverlay([one.title for one in pages], lines, said, search))


# -- looking ---------------------------------------------------------------------------------------------------------


def panels(screen: PlayScreen) -> None:
    """All panels."""
    lines = side_panels.tables(screen.show, screen.show.panels, width(screen))
    page(screen, screen.show.title, lines)


def legend(screen: PlayScreen) -> None:
    """The meaning of letters and grounds, of marks, of coordinates, and of letters that stand for names."""
    show = attrs.evolve(screen.show, caption=())  # where the data comes from is said once for each game
    lines = draw_notes(Pen(show), show, width(screen))
    marks = screen.said("screen.marks", marked=screen.said(screen.marks_mean))
    texts = [marks, *lookup.places_said(show, screen.said)]
    lines += [line(), *fitted_lines.paragraphs(texts, width(screen))]
    page(screen, screen.said("table.do.legend"), lines)


def score(screen: PlayScreen) -> None:
    """The score sheet, and where the points of the person came from."""
    chair, room = screen.chair, width(screen)
    panel = narration.panel(chair.standing(), screen.said("screen.score"))
    lines = side_panels.tables(chair.show, [panel], room)
    for name, points, parts in chair.sources():
        lines += [line(), line(f"{name}  {points}", BOLD)]
        for reason, part in parts:
            lines += [line("  " + one) for one in wrap(f"{reason}: {part}", room - 2)]
    page(screen, screen.said("screen.score"), lines)


def boards(screen: PlayScreen) -> None:
    """All boards, or again only those of the decision."""
    screen.unasked()
    screen.every = not screen.every
    screen.draw()


def part(screen: PlayScreen, title: str) -> None:
    """The boards and panels with these words in their titles."""
    show = screen.chair.show.only(title)
    if not (show.boards or show.panels):
        raise UsageError(screen.said("line.no_title", text=title))
    room, lines = width(screen), []
    for board in show.boards:
        lines += [line(board.title, BOLD), *draw_board(Pen(show), board, {}, room).lines, line()]
    page(screen, title, lines + side_panels.tables(show, show.panels, room))


def log(screen: PlayScreen, rest: str = "") -> None:
    """Walk back and forth in the log from its end, or from decision N, the boards following; the same key returns."""
    told = [one for _, one in screen.chair.log]
    if told:
        screen.walk = commands.log_place(told, rest, screen.said)
        screen.draw()
    else:
        screen.say(screen.said("line.nothing_yet"))


def whole_log(screen: PlayScreen) -> None:
    """The whole log as a list to scroll and to search; Enter walks to the decision that is marked."""
    texts = [f"{one.number} {narration.one_line(one, 99)}" for _, one in screen.chair.log]
    entries = [FinderEntry(text, n, more=text) for n, text in enumerate(texts)]

    def go(found: int | None) -> None:
        screen.walk = screen.walk if found is None else found
        screen.draw()

    screen.app.push_screen(Finder(screen.said("screen.log"), entries, screen.said, at=screen.walk or 0), go)


def walked(screen: PlayScreen, key: str) -> bool:
    """Walk in the log; False if the key does something else."""
    assert screen.walk is not None
    last = len(screen.chair.log) - 1
    steps = {
        "up": -1, "left": -1, "down": 1, "right": 1, "pageup": -10, "pagedown": 10, "home": -last, "end": last,
    }  # fmt: skip
    if key in steps:
        before = screen.walk
        screen.walk = max(0, min(before + steps[key], last))
        if before != screen.walk:
            screen.draw()
        return True
    if key == "enter":
        whole_log(screen)
        return True
    if key in ("escape", "l", "?"):  # `?` lists all keys of the table, so that one is there again
        screen.walk = None
        screen.draw()
    return key not in ("q", "o", "k", "s", "t", "?")


# -- taking back, trying out, leaving --------------------------------------------------------------------------------


def undo(screen: PlayScreen) -> None:
    """Take the last move back."""
    seat = screen.chair.seat
    if seat is not None and (note := screen.trying(lambda: screen.table.take_back(seat))) is not None:
        screen.thinker.drop()
        screen.notes = (note,)
        screen.go()


def redo(screen: PlayScreen) -> None:
    """Play again what was taken back."""
    if screen.trying(lambda: screen.table.redo(screen.chair.seat or 0)) is not None:
        screen.done()


def leave_seat(screen: PlayScreen, name: str, rest: str = "") -> None:
    """Let a bot play on, come back or resign. Resigning is done when it is asked for once more."""
    before = screen.table.revision
    asker = commands.Pointing(screen.chair, screen.choice, LineWriter(0))
    said = screen.trying(lambda: commands.leave(asker, name, rest))
    if said is None or screen.table.revision == before:
        return screen.say(said) if said is not None else None
    screen.thinker.drop()
    screen.notes = (said,)
    screen.go()


def asks(screen: PlayScreen) -> None:
    """Ask about final moves from now on, or no longer."""
    screen.table.confirm = not screen.table.confirm
    screen.say(switches.settings(screen.chair)[0])


def coach(screen: PlayScreen) -> None:
    """Let the coach speak from now on, or no longer."""
    screen.chair.coach = not screen.chair.coach
    screen.draw()
    screen.say(switches.settings(screen.chair)[3])


def pace(screen: PlayScreen) -> None:
    """Show moves of bots for another time."""
    screen.table.pace = next((one for one in PACES if one > screen.table.pace), PACES[0])
    screen.say(switches.settings(screen.chair)[1])


def what_if(screen: PlayScreen) -> None:
    """Open a copy to try moves in, or close it."""
    if screen.table.trial:
        screen.app.pop_screen()
        return
    if screen.chair.seat is None:
        screen.say(screen.said("screen.trial.none"))
        return
    screen.trying(lambda: screen.app.tries(screen))


def leave(screen: PlayScreen) -> None:
    """Leave the copy, or the match, which is saved."""
    if screen.table.trial:
        screen.app.pop_screen()
    else:
        screen.app.leave()
