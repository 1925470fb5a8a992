"""Full screen: a key lets a bot play on, a word takes the seat back, and one who is asked twice resigns."""

from __future__ import annotations

from typing import Any

from tilewright.core.screen.overlays import Curtain
from tilewright.core.table.table import Table

from .playing import at_table, everything, screen, settled


@at_table("glenmore", 2, people=2)
async def test_a_bot_plays_on_until_the_person_is_back(pilot: Any, made: Table) -> None:
    first = screen(pilot).at
    assert first is not None
    await pilot.press("B")
    await pilot.until(lambda: made.bots == (first,) and made.next_bot() is None)
    await pilot.until(lambda: isinstance(pilot.app.screen, Curtain) or screen(pilot).choice is not None)
    if isinstance(pilot.app.screen, Curtain):
        await pilot.press("enter")
    await settled(pilot)
    assert any(one.seat == first for one in made.match.played)
    await pilot.press(":", *"bot", "space", *made.seats[first], "enter")
    await pilot.until(lambda: len(made.people) == 2)


@at_table("rebirth", 2, people=1)
async def test_resigning_takes_two_presses(pilot: Any, made: Table) -> None:
    await pilot.press("X")
    await pilot.until(lambda: "If you resign" in everything(pilot))
    assert not made.over
    await pilot.press("X")
    await pilot.until(lambda: made.over)
    await pilot.until(lambda: "anna has resigned" in everything(pilot))
