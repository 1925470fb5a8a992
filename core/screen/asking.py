"""What a person can ask for at the play screen besides choosing: why, hints, rules, the log, undo, what if."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from ..draw.lines import BOLD, Line, line, wrap
from ..draw.text import draw_board, draw_notes
from ..errors import UsageError
from ..table import looking, rulebook, telling, wording
from . import frame, sides
from .pages import Entry, Finder, Page

if TYPE_CHECKING:
    from ..actions import Refusal
    from .play import PlayScreen


def width(screen: PlayScreen) -> int:
    """The columns of a page."""
    return max(20, screen.size.width * 9 // 10 - 6)


def page(screen: PlayScreen, title: str, lines: list[Line]) -> None:
    """Show lines on top of the table."""
    screen.app.push_screen(Page(title, lines, screen.said))


# -- why, hints, rules -----------------------------------------------------------------------------------------------


def why(screen: PlayScreen) -> None:
    """Why nothing can be done at the cursor; what the move there would do, if something can."""
    choice, chair = screen.choice, screen.chair
    if choice is None or choice.nowhere:
        screen.say(screen.said("screen.why_what"))
        return
    choice.judge()
    if choice.refused is None:
        known(screen)
        return
    refused: Refusal = choice.refused[1]
    room = width(screen)
    texts = chair.view.rules.rule_texts()
    lines = sides.paragraphs(chair.reasons(refused), room)
    for rule in dict.fromkeys(refused.rules):
        found = texts.get(rule)
        if found is not None:
            lines += [line(), line(rule, BOLD)]
            lines += [line(part) for part in wrap(found.text.strip(), room)]
    page(screen, wording.move(chair, refused.action), lines)


def known(screen: PlayScreen) -> None:
    """Everything that is known of the move and the spot under the cursor, on a page."""
    choice, chair = screen.choice, screen.chair
    assert choice is not None
    action, said = choice.action, screen.said
    if action is not None:
        title = wording.move(chair, action)
        texts = [said("screen.why_legal", move=title, brings=chair.said(action))]
        texts += [said("screen.why_final")] if chair.final(action) else []
    else:
        there = screen.boards.spot(choice.where) if choice.where is not None else None
        title, texts = (looking.thing(there) or there.called if there is not None else chair.name), []
    texts += frame.known(screen)
    if action is None:
        texts.append(said("screen.why_none"))
    page(screen, title, sides.paragraphs(texts, width(screen)))


def hint(screen: PlayScreen) -> None:
    """Put the cursor on the move that the game rates highest, and say what it is worth."""
    if screen.choice is None:
        return
    found: list[Any] = []
    if not screen.trying(lambda: found.extend(screen.chair.hints())):
        return
    best = found[0]
    screen.pending = None
    screen.choice.seek(best.action)
    rules, lang = screen.chair.view.rules, screen.table.lang
    lines = ", ".join(
        f"{telling.signed(round(n, 1), lang)} {telling.label(rules, key, lang)}" for key, n in best.lines
    )
    screen.echo()
    move, points = wording.move(screen.chair, best.action), telling.signed(round(best.worth, 1), lang)
    said = screen.said("screen.hint", move=move, points=points)
    screen.say(f"{said}: {lines}" if lines else said)


def rules(screen: PlayScreen) -> None:
    """The rules, to be searched by word or id."""
    texts = screen.chair.view.rules.rule_texts()
    if not texts:
        screen.say(screen.said("screen.no_rules"))
        return
    said = {name: f"{name}: {' '.join(rule.text.split())}" for name, rule in texts.items()}
    sources = {name: screen.said("table.source", source=rule.source) for name, rule in texts.items()}
    entries = {name: Entry(text, None, more=f"{text} {sources[name]}") for name, text in said.items()}

    def search(typed: str) -> list[Entry]:
        return [entries[name] for name in rulebook.searched(texts, typed)]

    screen.app.push_screen(Finder(screen.said("screen.rules"), [*entries.values()], screen.said, search))


# -- looking ---------------------------------------------------------------------------------------------------------


def panels(screen: PlayScreen) -> None:
    """All panels."""
    lines = sides.tables(screen.show, screen.show.panels, width(screen))
    page(screen, screen.show.title, lines)


def legend(screen: PlayScreen) -> None:
    """The meaning of letters and grounds."""
    show = attrs.evolve(screen.show, caption=())  # where the data comes from is said once for each game
    lines = draw_notes(sides.pen(show), show, width(screen))
    lines += [line(), *sides.paragraphs([screen.said("screen.marks")], width(screen))]
    page(screen, screen.said("screen.do.legend"), lines)


def score(screen: PlayScreen) -> None:
    """The score sheet, and where the points of the person came from."""
    chair, room = screen.chair, width(screen)
    view, lang = chair.view, screen.table.lang
    panel = sides.score(chair.standing(), screen.said("screen.score"), screen.said("screen.total"))
    lines = sides.tables(chair.show, [panel], room)
    for seat, name in enumerate(screen.table.seats):
        lines += [line(), line(f"{name}  {view.scores[seat]}", BOLD)]
        for reason, parts in telling.sources(view.rules, view.score_lines(), seat, lang):
            lines += [line("  " + part) for part in wrap(f"{reason}: {parts}", room - 2)]
    page(screen, screen.said("screen.score"), lines)


def boards(screen: PlayScreen) -> None:
    """All boards, or again only those of the decision."""
    screen.pending, screen.every = None, not screen.every
    screen.draw()


def part(screen: PlayScreen, title: str) -> None:
    """The boards and panels with these words in their titles."""
    show = screen.chair.show.only(title)
    if not (show.boards or show.panels):
        raise UsageError(screen.said("line.no_title", text=title))
    room, lines = width(screen), []
    for board in show.boards:
        lines += [line(board.title, BOLD), *draw_board(sides.pen(show), board, {}, room).lines, line()]
    page(screen, title, lines + sides.tables(show, show.panels, room))


def log(screen: PlayScreen) -> None:
    """Walk back and forth in the log, the boards following; the same key returns."""
    told = screen.history.told(screen.chair)
    if not told:
        screen.say(screen.said("screen.log.none"))
        return
    screen.walk = len(told) - 1
    screen.draw()


def walked(screen: PlayScreen, key: str) -> bool:
    """Walk in the log; False if the key does something else."""
    assert screen.walk is not None
    last = len(screen.history.told(screen.chair)) - 1
    steps = {
        "up": -1,
        "left": -1,
        "down": 1,
        "right": 1,
        "pageup": -10,
        "pagedown": 10,
        "home": -last,
        "end": last,
    }
    if key in steps:
        before = screen.walk
        screen.walk = max(0, min(before + steps[key], last))
        if before != screen.walk:
            screen.draw()
        return True
    if key in ("escape", "l", "enter"):
        screen.walk = None
        screen.draw()
        return True
    return key not in ("q", "o", "k", "s", "t")


# -- taking back, trying out, leaving --------------------------------------------------------------------------------


def undo(screen: PlayScreen) -> None:
    """Take the last move back."""
    seat = screen.chair.seat
    if seat is not None and screen.trying(lambda: screen.table.take_back(seat)):
        screen.thinker.drop()
        screen.chair = screen.table.chair(seat)
        screen.news = [screen.said("screen.undone")]
        screen.chair.looked()
        screen.go()


def redo(screen: PlayScreen) -> None:
    """Play again what was taken back."""
    found: list[Any] = []
    if screen.trying(lambda: found.append(screen.table.redo())):
        screen.done(found[0])


def what_if(screen: PlayScreen) -> None:
    """Open a copy to try moves in, or close it."""
    if screen.table.trial:
        screen.app.pop_screen()
        return
    if screen.chair.seat is None:
        screen.say(screen.said("screen.trial.none"))
        return
    screen.app.tries(screen)


def leave(screen: PlayScreen) -> None:
    """Leave the copy, or the match, which is saved."""
    if screen.table.trial:
        screen.app.pop_screen()
    else:
        screen.app.leave()
