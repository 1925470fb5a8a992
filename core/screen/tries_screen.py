"""A table below a text, where tries are judged instead of played: the screen of a question or of a lesson's page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult

from ..table.table import Table
from .lines_widget import LinesWidget
from .play_screen import PlayScreen


class TriesScreen(PlayScreen):
    """When it closes, it gives its answer to `then`."""

    def __init__(self, table: Table, seat: int | None, then: Callable[[Any], None]) -> None:
        super().__init__(table, seat=seat)
        self.then = then

    def compose(self) -> ComposeResult:
        yield LinesWidget(id="told")
        yield from super().compose()

    @property
    def above(self) -> int:
        return self.query_one("#told", LinesWidget).rows

    def finish(self, answer: Any) -> None:
        """Close the screen, once, even if two keys come at once."""
        if self.is_active:
            self.dismiss(None)
            self.then(answer)

    def play_routine(self) -> None:
        """Go to the first move that is routine: a try is one move."""
        assert self.choice is not None
        self.choice.seek(self.choice.choosing.routine[0])
        self.echo()
