"""The curtain between two people: nothing of the one before is left on the screen, whatever was open when it fell."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.screen.overlays import Curtain
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.table.table import Table

from .playing import at, everything, screen, settled, table


def between(monkeypatch: pytest.MonkeyPatch) -> tuple[Table, threading.Event]:
    """A table with secrets at which a bot sits between two people, and thinks until the event."""
    made, done, think = table("rebirth", 3, people=2, steps=0), threading.Event(), Table.think

    def slowly(own: Table) -> Any:
        if own is made:
            assert done.wait(60)
        return think(own)

    monkeypatch.setattr(Table, "think", slowly)
    return made, done


async def to_the_bot(pilot: Any, made: Table) -> PlayScreen:
    """Play until the bot thinks, and whoever has played last is still at the keyboard."""
    for _ in range(20):
        if isinstance(pilot.app.screen, Curtain):
            await pilot.press("enter")
        if made.next_bot() is not None:
            now = screen(pilot)
            assert now.thinker.busy and now.at is not None
            return now
        await settled(pilot)
        now = screen(pilot)
        now.play(now.chair.view.legal()[0])
        await pilot.pause()
    raise AssertionError("no bot plays")


@pytest.mark.parametrize("keys", [("?",), (":", "l"), ("i", "o")])
def test_what_one_has_opened_while_a_bot_thinks_is_closed_before_the_next_person(
    monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    made, done = between(monkeypatch)

    async def test(pilot: Any) -> None:
        now = await to_the_bot(pilot, made)
        before = now.at
        await pilot.press(*keys)
        done.set()
        await pilot.until(lambda: isinstance(pilot.app.screen, Curtain))
        assert made.seats[before or 0] not in everything(pilot)
        await pilot.press("enter")
        assert screen(pilot) is now and now.at != before and not now.typing
        await settled(pilot)

    at(made, test)


def test_a_window_that_changes_behind_the_curtain_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made, done = between(monkeypatch)

    async def test(pilot: Any) -> None:
        now = await to_the_bot(pilot, made)
        done.set()
        await pilot.until(lambda: isinstance(pilot.app.screen, Curtain))
        now.on_resize()
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert not "".join(sheet.text for sheet in now.query(LinesWidget)).strip()
        await pilot.press("enter")
        await settled(pilot)
        assert screen(pilot).query_one("#head", LinesWidget).text

    at(made, test)
