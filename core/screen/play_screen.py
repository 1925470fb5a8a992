"""The screen on which a match is played: boards, choices, previews, and everything else one key away.

A key is answered at once by moving frames and marks; what a move would bring, its ghost and what is known of a spot
follow when the keys rest for a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, TypeVar

import attrs
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import Input

from ..base.errors import TilewrightError, UsageError
from ..base.limits import TYPED
from ..draw.model import Show, Where
from ..play.recorded_game import Played
from ..rules.actions import Action, Illegal
from ..table import choice_keys, move_text
from ..table.chair import Chair
from ..table.changes import changed
from ..table.choice_cursor import ChoiceCursor
from ..table.news import News
from ..table.table import Table
from . import cursor, finder, fitted_lines, frame, input_line, questions, turns
from .board_widget import BoardWidget
from .bot_thread import Thinker, Thought
from .canvas import Kept
from .keys import KEPT, KEYS, footer
from .lines_widget import LinesWidget

if TYPE_CHECKING:
    from .app import TableApp

T = TypeVar("T")
REST = 0.05
"""Seconds without a key after which a preview is computed."""


class PlayScreen(Screen[None]):
    """One table, from the chair of the person at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "press('tab')", priority=True),
        Binding("shift+tab", "press('shift+tab')", priority=True),
    ]

    AUTO_FOCUS = ""
    app: TableApp
    kept: ClassVar[str] = KEPT
    """Letters that are keys and choose nothing in a list."""

    class Thought(Message):
        """A bot has found its move."""

        def __init__(self, thought: Thought) -> None:
            super().__init__()
            self.thought = thought

    def __init__(self, table: Table, *, seat: int | None = None) -> None:
        super().__init__(classes="trial" if table.trial else None)
        self.table, self.said = table, table.said
        self.thinker = Thinker(lambda thought: self.post_message(self.Thought(thought)))
        self.at: int | None = seat
        """The seat of the person at the keyboard."""
        self.chair: Chair = table.chair(seat if seat is not None else table.alone)
        self.choice: ChoiceCursor | None = None
        self.message = ""
        self.alarm = False
        self.notes: tuple[str, ...] = ()
        """Said before the news: who has won, what was taken back."""
        self.changed: frozenset[Where] = frozenset()
        self.arranged: tuple[object, ...] = ()
        """What the boards and everything around them were drawn for."""
        self.drawn_size: Size | None = None
        """The size for which everything was drawn last."""
        self.side_width = 0
        """The columns for which the list of choices was made."""
        self.drawings: Kept = {}
        """Boards as they were drawn last."""
        self.every = False
        """All boards are wanted, not only those of the decision."""
        self.walk: int | None = None
        """The decision of the log that the boards show."""
        self.paused = False
        self.curtained = False
        """True while the seats change: nothing is drawn until the next person confirms."""
        self.begins: Action | None = None
        """The move under the cursor when the screen opens; None for the first one."""
        self.named = False
        """That move was chosen whole, so that Enter plays it where moves are chosen part by part."""
        self.doing = ""
        """The move that is being played, for the report of a crash."""
        self.result = ""
        """Who has won."""
        self.hinted = 0.0
        """When a hint was shown last."""
        self._rest: Timer | None = None
        self.pause: Timer | None = None
        """What ends the time for which a bot's move is shown."""

    def compose(self) -> ComposeResult:
        yield LinesWidget(id="coach")
        yield LinesWidget(id="head")
        yield LinesWidget(id="news")
        with Container(id="middle"):
            yield BoardWidget(id="boards")
            yield LinesWidget(id="side")
        yield LinesWidget(id="preview")
        yield Input(id="typed", compact=True, max_length=TYPED)
        yield LinesWidget(id="foot")

    def on_mount(self) -> None:
        """Begin to play."""
        self.boards = self.query_one("#boards", BoardWidget)
        if self.table.trial:
            self.border_title = self.banner
            self.border_subtitle = self.way_out
        self.call_after_refresh(self.go)

    @property
    def pending(self) -> Action | None:
        """The move that waits for a second Enter."""
        return self.choice.pending if self.choice is not None else None

    def unasked(self) -> None:
        """Ask no longer whether a final move is meant."""
        if self.choice is not None:
            self.choice.pending = None

    # -- whose turn ----------------------------------------------------------------------------------------------

    def go(self) -> None:
        """Go on with the seat that decides now."""
        turns.go(self)

    def sit(self, seat: int | None) -> None:
        """Seat this person at the keyboard."""
        turns.sit(self, seat)

    def on_play_screen_thought(self, event: PlayScreen.Thought) -> None:
        """A bot has found its move."""
        turns.thought(self, event.thought)

    def play_routine(self) -> None:
        """Play what is routine, and ask about a final move that is left of it."""
        self.play(self.chair.choosing.routine[0], self.chair.play_routine())
        if self.choice is not None and self.choice.choosing.routine:
            cursor.enter(self)

    def play(self, action: Action, several: Iterator[Played] | None = None) -> None:
        """Play a move of the person at the keyboard, or several, of which it is the first."""
        self.unasked()
        self.doing = str(action)
        decisions = self.table.match.decisions
        try:
            for _ in several or map(self.chair.play, (action,)):
                pass
        except Illegal as error:
            self.say("; ".join(self.chair.reasons(error.refusal)), alarm=True)
            return
        except UsageError as error:  # the record cannot be written
            if self.table.match.decisions != decisions:
                self.done()
            self.say(str(error), alarm=True)
            questions.page(
                self,
                move_text.move(self.chair, action),
                fitted_lines.paragraphs([str(error)], questions.width(self)),
            )
            return
        self.doing = ""
        self.done()

    def done(self) -> None:
        """The person at the keyboard has played."""
        self.notes = ()
        self.go()

    @property
    def news(self) -> News:
        """What has happened since the person's last decision."""
        told = self.chair.news
        return attrs.evolve(told, first=(*self.notes, *told.first)) if self.notes else told

    @property
    def show(self) -> Show:
        """The position on the boards: the present one, or one of the log."""
        return self.chair.show if self.walk is None else self.chair.past(self.chair.log[self.walk][0])

    marks_mean: ClassVar[str] = "screen.marks.changed"
    """The key of what spots in round brackets are."""

    @property
    def marked(self) -> frozenset[Where]:
        """The spots that have changed: since the person's last move, or with the decision of the log."""
        if self.walk is None:
            return self.changed
        before = self.chair.log[self.walk - 1][0] if self.walk else 0
        return changed(self.chair.past(before), self.show)

    def draw(self) -> None:
        """Draw everything."""
        if self.curtained:
            return
        self.drawn_size = self.size
        self.draw_head()
        frame.arrange(self)
        self.echo()

    def draw_head(self) -> None:
        """Draw the decision at hand, the news and the keys."""
        frame.head(self)

    @property
    def banner(self) -> str:
        """The label of a copy, so that it is not taken for the match."""
        return self.said("screen.trial")

    @property
    def way_out(self) -> str:
        """The keys that lead from a copy back to the match."""
        return self.said("screen.trial.keys")

    @property
    def wanted(self) -> tuple[int, ...]:
        """The boards that come before those of the decision."""
        return ()

    @property
    def previews(self) -> bool:
        """True if there is room below the boards for what a move would bring."""
        return True

    @property
    def above(self) -> int:
        """The lines above the head: of the coach, a question, or a page."""
        return self.query_one("#coach", LinesWidget).rows

    @property
    def inner(self) -> int:
        """The columns for text: a copy has a frame around it."""
        return self.size.width - 2 * self.table.trial

    @property
    def typing(self) -> bool:
        """True while the line for moves and words is open."""
        return self.query_one("#typed", Input).has_class("open")

    def draw_foot(self) -> None:
        """Draw the keys that can be pressed now."""
        self.query_one("#foot", LinesWidget).write(self.footer())

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
        if self._rest is not None:
            self._rest.stop()
            self._rest = None
        if self.is_current:
            frame.foretell(self)

    @property
    def resting(self) -> bool:
        """True as long as something is still to be computed."""
        return self._rest is not None

    def on_resize(self) -> None:
        """Draw again for the new size."""
        self.call_after_refresh(self.resized)

    def resized(self) -> None:
        """Draw again if this has not been drawn for the size: Textual tells the first size three times."""
        if self.size != self.drawn_size:
            self.draw()

    def say(self, text: str, *, alarm: bool = False) -> None:
        """Show a sentence until the next key. What hides the question about a final move takes back its answer."""
        self.message, self.alarm = text, alarm
        self.chair.messages.append(text)
        self.unasked()
        frame.point(self)

    def on_key(self, event: events.Key) -> None:
        """Answer a key; one that comes before the screen has its parts is lost."""
        if not hasattr(self, "boards"):
            return
        if self.query_one("#typed", Input).has_focus:
            if event.key == "escape":
                event.stop()
                input_line.closed(self)
            return
        event.stop()
        event.prevent_default()
        if event.key == "enter" and event.time < self.hinted:  # pressed while the hint was being found
            return
        self.action_press(event.character if event.is_printable and event.character else event.key)

    def action_press(self, key: str) -> None:
        """Do what this key does. In the line for moves and words, Tab takes what is suggested behind the cursor."""
        field = self.query_one("#typed", Input)
        if field.has_focus:
            if key == "tab":
                field.action_cursor_right()
            return
        if self.message:
            self.message = ""
        if self.walk is not None and questions.walked(self, key):
            return
        if self.pause is not None and key in ("enter", " ", "space") and self.choice is None:
            turns.after_a_look(self)  # no need to wait for the next move
        elif key.removeprefix("shift+") in cursor.ARROWS:
            cursor.arrow(self, key)
        elif key in cursor.PAGES:
            cursor.scroll(self, key)
        elif key in KEYS:
            KEYS[key].do(self)
        else:
            cursor.press(self, key)

    def find(self, search: str = "") -> None:
        """List keys and moves, to be searched."""
        finder.find(self, search)

    def trying(self, act: Callable[[], T]) -> T | None:
        """Return what it gives; if it fails, show the error and return None."""
        try:
            return act()
        except TilewrightError as error:
            self.say(str(error))
            return None

    def on_board_widget_pointed(self, event: BoardWidget.Pointed) -> None:
        """A spot was clicked."""
        cursor.clicked(self, event)

    def action_line(self, number: int) -> None:
        """Take a line of the list."""
        if self.choice is not None:
            cursor.follow(self, choice_keys.line(self.choice, number))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Something was typed."""
        event.stop()
        input_line.typed(self, event.value)
