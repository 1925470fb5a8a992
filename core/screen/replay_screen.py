"""The screen on which one walks through a record: the board of each position, the log beside it, and the points.

It asks the walk for everything, so it shows no more than the chosen player, spectator or referee may see.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import ClassVar, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.geometry import Size

from ..draw.cells import cell_len
from ..draw.colours import Paint
from ..draw.signs import signs
from ..draw.styled_lines import BOLD, DIM, PLAIN, Pen, StyledLine, line, wrap
from ..draw.text import draw_notes
from ..draw.text_charts import round_lines
from ..table import lookup, narration
from ..table.narration import one_line
from ..table.news import fitted
from ..table.replay_walk import Walk
from . import fitted_lines, shell, side_panels
from .board_widget import BoardWidget
from .canvas import Boards, Canvas, Kept, measured
from .frame import even
from .lines_widget import LinesWidget
from .overlays import TextOverlay, reading
from .shell import KeyScreen
from .window_layout import filled

Next = Literal["play", "what if", "left"]
"""What follows: to play on from the position, to try moves there, or nothing."""
SIDE, WIDE = 17, 56
"""The fewest and the most columns of the log beside the boards."""
NARROW = 40
"""Columns of a log below which a decision gets two lines of it."""
LEAST = 3
"""Lines of the log below boards that have to be scrolled."""
DIGITS = 9
"""The most digits of a number."""
ROUNDS = 6
"""Lines of a chart besides those of the points."""
CHART = 12
"""Lines of the chart beside the boards."""
ROOMY = 34
"""Lines of a window in which there is room for the chart."""


class ReplayScreen(KeyScreen[Next]):
    """A walk, with keys to go back and forth."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "press('v')", priority=True),
        Binding("shift+tab", "press('V')", priority=True),
    ]

    def __init__(self, walk: Walk) -> None:
        super().__init__()
        self.walk, self.said = walk, walk.said
        self.message = ""
        self.typed = ""
        """The digits of a number, as far as they are typed."""
        self.numbers: list[int] = []
        """For each line of the log the number of its decision."""
        self.kept: Kept = {}
        """Boards as they were drawn last."""
        self.every = False
        """All boards are wanted, not only those that the last decision has changed."""

    def compose(self) -> ComposeResult:
        yield LinesWidget(id="head")
        yield LinesWidget(id="news")
        with Container(id="middle"):
            yield BoardWidget(id="boards")
            with Container(id="side"):
                yield LinesWidget(id="log")
                yield LinesWidget(id="chart")
        yield LinesWidget(id="next")
        yield LinesWidget(id="foot")

    def on_mount(self) -> None:
        """Show where the walk is."""
        self.boards = self.query_one("#boards", BoardWidget)
        self.call_after_refresh(self.draw)

    # -- drawing -------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the position and everything around it."""
        walk, width, tall = self.walk, self.size.width, self.size.height
        show = walk.show
        title, points = [(walk.headline(), BOLD)], self.points()
        head = fitted_lines.across(title, points, width)
        both = fitted_lines.across(title, [*points, *side_panels.status(show)], width)
        if tall >= ROOMY or len(both) == len(head):
            head = both
        self.query_one("#head", LinesWidget).write(head)
        rows = 2 if tall < ROOMY else 3
        self.query_one("#news", LinesWidget).write(
            even([line(part) for part in fitted(walk.event() or show.title, "", "", width, rows)], rows)
        )
        self.draw_next()
        self.lay_out(tall - len(head) - rows - self.query_one("#next", LinesWidget).rows - 1)
        self.query_one("#foot", LinesWidget).write(fitted_lines.keys(self.keys(), width))

    def draw_next(self) -> None:
        """Draw the line that says who decides, or answers a key."""
        small = self.said("screen.small") if fitted_lines.small(self.size) else ""
        text = self.message or small or self.walk.next_up()
        look = fitted_lines.ALARM if self.message else DIM
        self.query_one("#next", LinesWidget).write(
            [line(part, look) for part in wrap(text, self.size.width)[:2]]
        )

    def points(self) -> list[tuple[str, Paint]]:
        """The points of each player at this position."""
        found: list[tuple[str, Paint]] = []
        pen = Pen(self.walk.show)
        for seat, (name, points) in enumerate(zip(self.walk.seats, self.walk.scores(), strict=True)):
            found += [("  ", PLAIN), (f"{name} {points}", pen.paint(f"seat {seat}"))]
        return found

    def lay_out(self, height: int) -> None:
        """Draw the boards in so many rows, and the log beside or below them, wherever there is more room."""
        walk, middle = self.walk, self.query_one("#middle", Container)
        show, changed, width = walk.show, walk.changed(), self.size.width
        if width <= 0 or height <= 0:
            return
        every = [*range(len(show.boards))]
        first = every if self.every else walk.boards()
        drawn = Boards(show, kept=self.kept)
        least = measured(drawn, first, width)
        under = width - least.width < SIDE
        side = self.query_one("#side", Container)
        middle.set_class(under, "below")
        chart = self.query_one("#chart", LinesWidget)
        if under:
            rows = min(8, height - least.height) if height > least.height else LEAST * (height > 3 * LEAST)
            side.styles.width, side.styles.height = "100%", rows
            room, wide, chart_rows = Size(width, height - rows), width, 0
        else:
            wide = min(width - least.width, WIDE, max(SIDE, width // 2))
            side.styles.width, side.styles.height = wide, "100%"
            room, rows = Size(width - wide, height), height
            chart_rows = CHART if height >= ROOMY - 6 and walk.chart() else 0
        chart.set_class(chart_rows > 0, "open")
        if chart_rows:
            points = self.chart(wide - 1, chart_rows)
            chart.write(points)
            rows -= len(points)
        self.query_one("#log", LinesWidget).write(self.told(wide - 1, rows))
        self.boards.present(Canvas(drawn, filled(drawn, first, room), *room), changed=changed)
        if changed:
            self.boards.centre(min(changed))
        else:
            self.boards.scroll_to(0, 0, animate=False)

    def told(self, width: int, rows: int) -> list[StyledLine]:
        """The last decisions that are known, without the one of this position: it stands above the boards."""
        found: list[StyledLine] = []
        self.numbers = []
        for entry in reversed(self.walk.log()):
            if entry.index == self.walk.at:
                continue
            text = f"{entry.told.number} {one_line(entry.told)}"
            told = [line(part) for part in fitted(text, "", "", width, 1 + (width < NARROW))]
            if len(found) + len(told) > rows:
                break
            found[:0] = told
            self.numbers[:0] = [entry.told.number] * len(told)
        rest = [line(fitted_lines.cut(text, width), DIM) for text in self.walk.following[: rows // 2]]
        if rest:
            found = [*found[max(0, len(found) + len(rest) - rows) :], *rest]
            self.numbers = self.numbers[-(len(found) - len(rest)) :] if len(found) > len(rest) else []
        return found

    def chart(self, width: int, rows: int) -> list[StyledLine]:
        """Return the points of each player round by round, so far; nothing if there is no chart of them yet."""
        chart = self.walk.chart()
        if chart is None:
            return []
        title, numbers, points = chart
        rows = min(rows, ROUNDS + max(map(max, points)) - min(0, *map(min, points)))
        walk = self.walk
        return round_lines(
            title, walk.seats, numbers, points, signs=signs(walk.show), width=width, height=rows
        )

    def keys(self) -> list[tuple[str, str, str]]:
        """The keys that the last line names."""
        return [(key, self.said(f"walk.key.{name}"), self.said(f"walk.do.{name}")) for key, name in FOOTER]

    # -- keys ----------------------------------------------------------------------------------------------------

    def action_press(self, key: str) -> None:
        """Do what this key does."""
        typed, self.typed, self.message = self.typed, "", ""
        if key.isdecimal():
            self.typing((typed + key)[-DIGITS:])
        elif typed and key == "backspace":
            self.typing(typed[:-1])
        elif typed and key == "enter":
            self.walk.to(int(typed))
            self.draw()
        elif typed and key == "escape":
            self.draw_next()
        elif key in KEYS:
            KEYS[key](self)
        else:
            self.say(self.said("walk.no_key", name=key))

    def typing(self, digits: str) -> None:
        """Show the number of a decision as it is typed."""
        self.typed = digits
        self.message = self.said("walk.to", n=digits) if digits else ""
        self.draw_next()

    def say(self, text: str) -> None:
        """Show a sentence until the next key."""
        self.message = text
        self.draw()

    def move(self, name: str) -> None:
        """Walk one of MOVES, or say that this is the end."""
        self.message = self.walk.move(name)
        if self.walk.at == self.walk.last and self.walk.trouble:
            self.message = ""  # the line says why it ends
        self.draw()

    def eyes(self, by: int) -> None:
        """Look with the next eyes."""
        self.walk.look_on(by)
        self.draw()

    def boards_all(self) -> None:
        """Show all boards, or only those that change."""
        self.every = not self.every
        self.draw()

    def scroll(self, dx: int, dy: int) -> None:
        """Scroll the boards."""
        self.boards.scroll_relative(4 * dx, 2 * dy, animate=False)

    def page(self, title: str, lines: list[StyledLine]) -> None:
        """Show lines to read."""
        self.app.push_screen(TextOverlay(title, lines, self.said))

    @property
    def reading(self) -> int:
        """The columns of a page to read."""
        return reading(self.size)

    def score(self) -> None:
        """Show the points so far by source, and round by round."""
        panel = narration.panel(self.walk.standing(), "")
        self.page(self.said("walk.score"), side_panels.tables(self.walk.show, [panel], self.reading))

    def rounds(self) -> None:
        """Show the chart in full size."""
        chart = self.chart(self.reading, self.size.height * 9 // 10 - 2)
        if chart:
            self.page(self.said("walk.rounds"), chart)
        else:
            self.say(self.said("walk.early"))

    def panels(self) -> None:
        """Show everything that lies beside the boards."""
        show = self.walk.show
        self.page(show.title, side_panels.tables(show, show.panels, self.reading))

    def legend(self) -> None:
        """Show what the letters mean."""
        show = self.walk.show
        lines = draw_notes(Pen(show), show, self.reading)
        places = lookup.places_said(show, self.said)
        self.page(
            self.said("table.do.legend"), [*lines, line(), *fitted_lines.paragraphs(places, self.reading)]
        )

    def help(self) -> None:
        """List all keys."""
        keys = [one.removeprefix("walk.keys.") for one in self.said.known("walk.keys.")]
        names = [(self.said(f"walk.key.{key}"), self.said(f"walk.keys.{key}")) for key in keys]
        wide = max(cell_len(name) for name, _ in names) + 2
        room = max(20, self.reading - wide)
        lines: list[StyledLine] = []
        for name, does in names:
            for n, part in enumerate(wrap(does, room)):
                lines.append(line("" if n else name, BOLD).to(wide).add(part))
        self.page(self.said("walk.keys"), lines)

    def leave(self, then: Next, why_not: str = "") -> None:
        """Leave, unless there is a reason why not."""
        if why_not:
            self.say(why_not)
        else:
            self.dismiss(then)

    def on_click(self, event: events.Click) -> None:
        """Walk to the decision of the log that was clicked."""
        log = self.query_one("#log", LinesWidget)
        offset = event.get_content_offset(log)
        if offset is None:
            return
        if offset.y < len(self.numbers):
            self.walk.to(self.numbers[offset.y])
            self.draw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.move("next")

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.move("back")


def _moves(name: str) -> Do:
    return lambda screen: screen.move(name)


Do = Callable[[ReplayScreen], None]
KEYS: dict[str, Do] = {
    **dict.fromkeys(("n", "right", "down", " ", "enter"), _moves("next")),
    **dict.fromkeys(("p", "left", "up", "backspace"), _moves("back")),
    "t": _moves("turn"),
    "T": _moves("turn_back"),
    "r": _moves("round"),
    "R": _moves("round_back"),
    "home": _moves("first"),
    "end": _moves("last"),
    "v": lambda screen: screen.eyes(1),
    "V": lambda screen: screen.eyes(-1),
    "m": ReplayScreen.boards_all,
    "s": ReplayScreen.score,
    "c": ReplayScreen.rounds,
    "o": ReplayScreen.panels,
    "k": ReplayScreen.legend,
    "g": lambda screen: screen.leave("play", screen.walk.no_play()),
    "i": lambda screen: screen.leave("what if", screen.walk.no_what_if()),
    "?": ReplayScreen.help,
    "shift+left": lambda screen: screen.scroll(-1, 0),
    "shift+right": lambda screen: screen.scroll(1, 0),
    "shift+up": lambda screen: screen.scroll(0, -1),
    "shift+down": lambda screen: screen.scroll(0, 1),
    "pageup": lambda screen: screen.boards.page(-1),
    "pagedown": lambda screen: screen.boards.page(1),
    **dict.fromkeys(("q", "escape"), lambda screen: screen.leave("left")),
}
FOOTER = (
    ("n", "next"), ("p", "back"), ("t", "turn"), ("r", "round"), ("v", "eyes"), ("?", "help"), ("q", "quit"),
    ("g", "play"), ("i", "what_if"), ("m", "boards"), ("s", "score"), ("c", "chart"), ("o", "panels"),
)  # fmt: skip


def step(walk: Walk) -> bool:
    """Walk until the reader leaves. True if the match is to be played on from the position reached."""
    from .app import TableApp

    gc.freeze()  # the record and the program stay; looking through them for garbage costs more than a step
    deal = 0
    while True:
        answer = shell.ask(ReplayScreen(walk))
        chair = walk.chair() if answer == "what if" else None
        if chair is None:
            return answer == "play"
        deal += 1
        TableApp(chair.what_if(deal)).run()
