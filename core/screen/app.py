"""The program around the screens: it opens a table, and says afterwards how it was left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import attrs
from textual.screen import Screen

from ..draw.styled_lines import DIM, line, wrap
from ..table.result_text import ResultText
from ..table.table import Table
from . import fitted_lines
from .overlays import TextOverlay
from .play_screen import PlayScreen
from .shell import KeyApp


@attrs.frozen
class TableExit:
    """The way in which a table was left."""

    why: Literal["over", "left", "interrupted", "failed"]
    error: BaseException | None = None
    """What went wrong, if it failed."""
    move: str = ""
    """The move that was being played then."""


class TableApp(KeyApp[TableExit]):
    """The full screen."""

    def __init__(self, table: Table, *, pace: float | None = None, first: Sequence[str] = ()) -> None:
        super().__init__()
        self.table, self.first = table, first
        table.pace = table.pace if pace is None else pace
        self.left: TableExit | None = None
        self.deals = 0
        """The number of copies in which moves were tried."""

    def get_default_screen(self) -> Screen[Any]:
        """Return the table, unless something is to be read first."""
        return super().get_default_screen() if self.first else PlayScreen(self.table)

    def open(self) -> None:
        """Open what is to be read first, and then the table."""
        if self.first:
            self.push_screen(self.beforehand(), lambda _: self.push_screen(PlayScreen(self.table)))

    def beforehand(self) -> TextOverlay:
        """Return what is to be read before the first move, as one page that any key closes."""
        said = self.table.said
        width, rows = max(20, self.size.width * 9 // 10 - 6), max(3, self.size.height * 9 // 10 - 2)
        ends = [line(part, DIM) for part in wrap(said("screen.first"), width)]
        lines = fitted_lines.paragraphs(self.first, width)
        room = max(1, rows - len(ends) - 1)
        if len(lines) > room:
            lines = [*lines[: room - 1], line("...")]
        return TextOverlay(self.table.match.rules.game.title, [*lines, line(), *ends], said)

    def tries(self, screen: PlayScreen) -> None:
        """Open a copy of the match in which this screen's person tries moves."""
        self.deals += 1
        copy = screen.chair.what_if(self.deals)
        trial = PlayScreen(copy, seat=screen.chair.seat)
        choice = screen.choice
        if choice is not None:
            trial.begins, trial.named = choice.action, not choice.picks
        self.push_screen(trial)

    def over(self, screen: PlayScreen) -> None:
        """The match at this screen is over: say who has won."""
        result = ResultText.of(screen.table.match, screen.table.lang)
        screen.notes = (result.place_line(),)
        screen.result = result.sentence()
        screen.draw_head()
        screen.echo()
        if not screen.table.trial:
            self.left = TableExit("over")

    # -- leaving -------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Close the screen; the match is saved, or over."""
        self.exit(self.left or TableExit("left"))

    def action_stop(self) -> None:
        """Close the screen at once."""
        self.exit(self.left or TableExit("interrupted"))

    def fail(self, error: BaseException, move: str) -> None:
        """Close the screen, because a game or a bot has failed."""
        self.exit(TableExit("failed", error, move))

    def _handle_exception(self, error: Exception) -> None:
        """Report any failure as the line prompt does, with a sentence, instead of a traceback."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        self.fail(error, screen.doing if isinstance(screen, PlayScreen) else "")
