"""The screen on which a match is played: boards, choices, previews, and everything else one key away.

A key is answered at once by moving frames and marks; what a move would bring, its ghost and what is known of a spot
follow when the keys rest for a moment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import Input

from ..actions import Illegal
from ..draw.model import Show, Where
from ..errors import TilewrightError, UsageError
from ..table.telling import Teller
from . import asking, frame
from .board import Board
from .canvas import Kept
from .choice import Choice
from .history import History
from .keys import KEPT, KEYS, footer
from .pages import Curtain
from .sheet import Sheet
from .thinking import Thinker, Thought

if TYPE_CHECKING:
    from ..actions import Action
    from ..match import Played
    from ..table.table import Chair, Table
    from .app import TableApp

REST = 0.05
"""Seconds without a key after which a preview is computed."""
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class PlayScreen(Screen[None]):
    """One table, from the chair of whoever sits at the keyboard."""

    DEFAULT_CSS = """
    PlayScreen { layout: vertical; overflow: hidden; }
    PlayScreen.trial { border: heavy $secondary; border-title-align: center; }
    #middle { height: 1fr; layout: horizontal; }
    #middle.below { layout: vertical; }
    #side { padding: 0 0 0 1; height: 100%; }
    .below #side { padding: 0; width: 100%; }
    #typed { display: none; height: 1; border: none; padding: 0; }
    #typed.open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "press('tab')", priority=True),
        Binding("shift+tab", "press('shift+tab')", priority=True),
    ]

    AUTO_FOCUS = ""
    app: TableApp

    class Thought(Message):
        """A bot has found its move."""

        def __init__(self, thought: Thought) -> None:
            super().__init__()
            self.thought = thought

    def __init__(
        self, table: Table, *, pace: float = 0.6, confirm: bool = True, seat: int | None = None
    ) -> None:
        super().__init__(classes="trial" if table.trial else None)
        self.table, self.pace, self.confirm, self.said = table, pace, confirm, table.said
        self.history = History(table)
        self.thinker = Thinker(lambda thought: self.post_message(self.Thought(thought)))
        self.at: int | None = seat
        """The seat of the person at the keyboard."""
        self.chair: Chair = table.chair(seat if seat is not None else table.alone)
        self.choice: Choice | None = None
        self.pending: Action | None = None
        """The move that waits for a second Enter."""
        self.message = ""
        self.alarm = False
        self.news: list[str] = []
        self.changed: frozenset[Where] = frozenset()
        self.arranged: tuple[object, ...] = ()
        """What the boards and everything around them were drawn for."""
        self.kept: Kept = {}
        """Boards as they were drawn last."""
        self.every = False
        """All boards are wanted, not only those of the decision."""
        self.walk: int | None = None
        """The decision of the log that the boards show."""
        self.paused = False
        self.begins: Action | None = None
        """The move under the cursor when the screen opens; None for the first one."""
        self.doing = ""
        """The move that is being played, for the report of a crash."""
        self.result = ""
        """Who has won."""
        self._rest: Timer | None = None
        self._pause: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Sheet(id="head")
        yield Sheet(id="news")
        with Container(id="middle"):
            yield Board(id="boards")
            yield Sheet(id="side")
        yield Sheet(id="preview")
        yield Input(id="typed", compact=True)
        yield Sheet(id="foot")

    def on_mount(self) -> None:
        """Begin to play."""
        self.boards = self.query_one("#boards", Board)
        if self.table.trial:
            self.border_title = self.banner
            self.border_subtitle = self.said("screen.trial.keys")
        self.call_after_refresh(self.go)

    # -- whose turn ----------------------------------------------------------------------------------------------

    def go(self) -> None:
        """Go on with whoever decides now: a bot, a person at the keyboard, or nobody any more."""
        self.pending, self.walk, self.paused = None, None, False
        if self.table.over or self.table.next_bot() is None:
            seat = None if self.table.over else self.table.next_person()
            if seat is None or seat == self.at:
                self.sit(self.at)
            elif self.at is None and (len(self.table.people) == 1 or not self.table.secrets):
                self.sit(seat)
            elif self.table.secrets:
                self.curtain(seat)
            else:
                self.sit(seat)
            return
        self.choice = None
        self.thinker.begin(self.table.think)
        if self.pace or not self.news:
            self.draw()
        else:
            self.draw_head()

    def sit(self, seat: int | None) -> None:
        """Seat this person at the keyboard, and show what has happened meanwhile."""
        self.at = seat
        self.chair = self.table.chair(seat)
        self.choice = Choice(self.chair, KEPT) if self.chair.acts else None
        begins = self.begins
        if self.choice is not None and begins is not None and begins in self.chair.view.legal():
            self.choice.seek(begins)
        self.begins = None
        if seat is not None:
            missed = self.chair.missed()
            if missed:
                self.news = Teller(self.table.match, seat, self.table.lang).turns(missed)
            before = self.table.left.get(seat)
            self.changed = frame.changed(before, self.chair.show) if before is not None else frozenset()
        self.draw()
        if self.table.over:
            self.app.over(self)

    def curtain(self, seat: int) -> None:
        """Hide everything until this person sits at the keyboard."""
        before = self.at if self.table.sealed else None
        takes_back = (
            self.table.seats[before] if before is not None and self.table.can_take_back(before) else ""
        )
        self.forget()

        def drawn(key: str | None) -> None:
            if key == "q":
                self.app.leave()
            elif key == "u" and before is not None:
                self.table.take_back(before)
                self.sit(before)
            else:
                self.sit(seat)

        self.app.push_screen(Curtain(self.table.seats[seat], self.said, takes_back), drawn)

    def forget(self) -> None:
        """Leave nothing on the screen that one person alone may see."""
        self.choice, self.news, self.message, self.changed = None, [], "", frozenset()
        self.arranged, self.kept = (), {}
        self.boards.clear()
        for sheet in self.query(Sheet):
            sheet.write([])
        self.query_one("#typed", Input).value = ""

    # -- bots ----------------------------------------------------------------------------------------------------

    def on_play_screen_thought(self, event: PlayScreen.Thought) -> None:
        """Play what the bot has found, unless somebody has stopped it."""
        if not self.thinker.wanted(event.thought):
            return
        if event.thought.error is not None:
            self.app.fail(event.thought.error, "")
            return
        assert event.thought.action is not None
        before = self.chair.show if self.pace else None
        played = self.table.play(event.thought.action)
        self.history.note(played)
        teller = Teller(self.table.match, self.chair.seat, self.table.lang)
        recent = (
            self.chair.missed()
            if self.chair.seat is not None
            else teller.visible(self.table.match.played)[-4:]
        )
        self.news = teller.turns(recent) + self.app.notes(played)
        if before is not None:
            self.changed = frame.changed(before, self.chair.show)
            self.draw()
            self._pause = self.set_timer(self.pace, self.go)
        else:
            self.call_later(self.go)

    def interrupt(self) -> None:
        """Stop waiting for the bot."""
        self.thinker.drop()
        self.paused = True
        self.draw_head()
        self.echo()

    # -- drawing -------------------------------------------------------------------------------------------------

    @property
    def show(self) -> Show:
        """What the boards show: the position now, or one of the log."""
        return (self.past(self.walk) if self.walk is not None else None) or self.chair.show

    def past(self, number: int) -> Show | None:
        """The position after a decision of the log; None if it is not kept."""
        told = self.history.told(self.chair)
        return self.history.show(self.chair, told[number][0]) if 0 <= number < len(told) else None

    @property
    def marked(self) -> frozenset[Where]:
        """The spots that have changed: since the person's last move, or with the decision of the log."""
        if self.walk is None:
            return self.changed
        before, after = self.past(self.walk - 1), self.past(self.walk)
        return frame.changed(before, after) if before is not None and after is not None else frozenset()

    def draw(self) -> None:
        """Draw everything."""
        self.draw_head()
        frame.arrange(self)
        self.echo()

    def draw_head(self) -> None:
        """Draw who is asked what, the news and the keys."""
        frame.head(self)

    @property
    def banner(self) -> str:
        """What a copy is called, so that nobody takes it for the match."""
        return self.said("screen.trial")

    @property
    def inner(self) -> int:
        """The columns for text: a copy has a frame around it."""
        return self.size.width - 2 * self.table.trial

    def footer(self) -> list[Strip]:
        """The keys that can be pressed now."""
        return footer(self)

    def echo(self) -> None:
        """Show what a key has changed, and compute the rest when the keys rest."""
        frame.point(self)
        if self._rest is not None:
            self._rest.stop()
        self._rest = self.set_timer(REST, self.rest)

    def rest(self) -> None:
        """Show what needs some computing: the ghost, the points, what is known of the spot."""
        self._rest = None
        if self.is_current:
            frame.foretell(self)

    @property
    def resting(self) -> bool:
        """True as long as something is still to be computed."""
        return self._rest is not None

    def on_resize(self) -> None:
        """There is more room, or less."""
        self.call_after_refresh(self.draw)

    def say(self, text: str, *, alarm: bool = False) -> None:
        """Show a sentence until the next key."""
        self.message, self.alarm = text, alarm
        frame.point(self)

    # -- keys ----------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Answer a key."""
        if self.query_one("#typed", Input).has_focus:
            if event.key == "escape":
                event.stop()
                asking.closed(self)
            return
        event.stop()
        event.prevent_default()
        self.action_press(event.character if event.is_printable and event.character else event.key)

    def action_press(self, key: str) -> None:
        """Do what this key does."""
        if self.query_one("#typed", Input).has_focus:
            return
        if self.message:
            self.message = ""
        if self.walk is not None and asking.walked(self, key):
            return
        if self._pause is not None and key in ("enter", " ", "space") and self.choice is None:
            self._pause.stop()  # no need to wait for the next move
            self._pause = None
            if not self.thinker.busy:
                self.go()
            return
        if key in ARROWS or key.removeprefix("shift+") in ARROWS:
            self.arrow(key)
        elif key in ("pageup", "pagedown"):
            self.boards.page(1 if key == "pagedown" else -1)
        elif key in KEYS:
            KEYS[key].do(self)
        elif self.choice is not None and self.pending is None and key.isdigit():
            self.changed_choice(self.choice.digit(key), "screen.no_amount", key)
        elif self.choice is not None and self.pending is None and len(key) == 1 and key.isalpha():
            self.changed_choice(self.choice.letter(key), "screen.no_key", key)
        else:
            self.echo()

    def changed_choice(self, done: bool, why_not: str, key: str) -> None:
        """Show the choice after a key, or that the key means nothing."""
        if not done:
            self.say(self.said(why_not, typed=key))
        else:
            self.echo()

    def arrow(self, key: str) -> None:
        """Move the cursor: among the choices, with shift among all spots."""
        dx, dy = ARROWS[key.removeprefix("shift+")]
        choice = self.choice
        if choice is None:
            self.boards.scroll_relative(4 * dx, 2 * dy, animate=False)
            return
        self.pending = None
        if choice.line is not None and not key.startswith("shift"):
            choice.choose((choice.line + dx + dy) % len(choice.listed))
        else:
            among = self.boards.drawn if key.startswith("shift") else choice.choosing.spots
            where = self.boards.step(dx, dy, among)
            if where is not None:
                choice.point(where)
            elif dy and not choice.more(-dy) and len(choice.groups) > 1:
                choice.tab(dy)
        self.echo()

    def enter(self) -> None:
        """Take what the cursor is on; a move that is final is asked for twice."""
        choice = self.choice
        if self.paused:
            self.go()
        if choice is None:
            return
        if self.pending is not None:
            self.play(self.pending)
            return
        if choice.refused is not None:
            self.say("; ".join(self.chair.reasons(choice.refused[1])))
            return
        before = choice.choosing
        action = choice.enter()
        if action is None:
            if choice.choosing is before:
                self.why()
            else:
                self.draw()
            return
        if self.confirm and self.chair.final(action):
            self.pending = action
            self.echo()
        else:
            self.play(action)

    def play(self, action: Action) -> None:
        """Play a move of the person at the keyboard."""
        self.pending, self.doing = None, str(action)
        try:
            played = self.chair.play(action)
        except Illegal as error:
            self.say("; ".join(self.chair.reasons(error.refusal)), alarm=True)
            return
        except UsageError as error:  # the record cannot be written
            self.say(str(error), alarm=True)
            return
        self.doing = ""
        self.done(played)

    def done(self, played: Played) -> None:
        """A move of the person at the keyboard has been played."""
        self.history.note(played)
        teller = Teller(self.table.match, self.chair.seat, self.table.lang)
        self.news = teller.turns([played]) + self.app.notes(played)
        self.chair.looked()
        self.go()

    def back(self) -> None:
        """Give up the last part of a choice; stop a bot; leave a trial."""
        if self.pending is not None:
            self.pending = None
        elif self.thinker.busy:
            self.interrupt()
            return
        elif self.choice is not None:
            narrowed = self.choice.choosing
            done = self.choice.back()
            if self.choice.choosing is not narrowed:
                self.draw()
                return
            if not done and self.table.trial:
                asking.leave(self)
                return
        self.echo()

    def why(self) -> None:
        """Say why nothing can be done at the cursor."""
        asking.why(self)

    def trying(self, act: Callable[[], object]) -> bool:
        """Do it; what it refuses is said, and False returned."""
        try:
            act()
        except TilewrightError as error:
            self.say(str(error))
            return False
        return True

    # -- the mouse -----------------------------------------------------------------------------------------------

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """A click points; a click on what is pointed at takes it, as does one on a spot with a single choice."""
        choice = self.choice
        if choice is None or self.walk is not None:
            return
        if event.turn:
            choice.turn(1)
            self.echo()
            return
        again = choice.where == event.where and choice.line is None
        choice.point(event.where)
        self.echo()
        if choice.here and (again or len(choice.here) == 1):
            self.enter()

    def action_line(self, number: int) -> None:
        """Take a line of the list."""
        if self.choice is not None and number < len(self.choice.listed):
            self.pending = None
            self.choice.choose(number)
            self.enter()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A move was typed in the notation."""
        event.stop()
        asking.typed(self, event.value)
