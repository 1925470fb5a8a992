"""Bots at the play screen: thinking, stopping, failing; records that cannot be written; and the end."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from time import monotonic
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from tilewright.core.play.match import Match
from tilewright.core.rules.assembly import load
from tilewright.core.screen.app import TableExit
from tilewright.core.screen.overlays import TextOverlay
from tilewright.core.table.table import Table

from .playing import app, at, everything, pressed, rested, said, screen, settled, table
from .steady import driven


@attrs.define
class Slow:
    """A bot that thinks until it is told to stop, and then takes the first move."""

    awake: threading.Event = attrs.field(factory=threading.Event)

    def choose(self, view: Any, stream: Any) -> Any:
        self.awake.wait(30)
        return view.legal()[0]


def slow_table() -> tuple[Table, Slow]:
    rules, bot = load("rebirth"), Slow()
    return Table(
        Match(rules, ["anna", "bruno"], seed=1, bots={"bruno": bot}, bot_names={"bruno": "slow"})
    ), bot


def test_a_bot_that_thinks_can_be_stopped_and_a_copy_tried_meanwhile() -> None:
    made, bot = slow_table()

    async def test(pilot: Pilot[TableExit]) -> None:
        now = screen(pilot)
        while made.next_bot() is None:
            await pilot.press("enter")
            if now.pending is not None:
                await pilot.press("enter")
        await pilot.pause(0.05)
        assert made.said("screen.thinks", who="bruno (slow)") in said(pilot, "head")
        decisions = made.match.decisions
        await pilot.press("i")
        await settled(pilot)
        assert screen(pilot).table.trial
        await pilot.press("i")
        await pilot.press("escape")
        assert now.paused and made.said("screen.paused", who="bruno (slow)") in said(pilot, "head")
        bot.awake.set()
        await pilot.pause(0.1)
        assert made.match.decisions == decisions, "a result that nobody waits for was played"
        await pilot.press("enter")
        await settled(pilot)
        assert made.match.decisions == decisions + 1

    at(made, test)


def test_leaving_does_not_wait_for_a_bot() -> None:
    made, bot = slow_table()

    async def test(pilot: Pilot[TableExit]) -> None:
        now = screen(pilot)
        while made.next_bot() is None:
            await pilot.press("enter")
            if now.pending is not None:
                await pilot.press("enter")
        await pilot.press("q")

    begun = monotonic()
    opened = at(made, test)
    assert opened.return_value == TableExit("left") and monotonic() - begun < 20
    bot.awake.set()


def test_moves_of_bots_are_shown_for_a_while_and_marked() -> None:
    made = table("rebirth", 2, steps=8)

    async def test(pilot: Any) -> None:
        now = screen(pilot)
        decisions = made.match.decisions
        await pilot.press("enter")
        if now.pending is not None:
            await pilot.press("enter")
        await pilot.until(lambda: made.match.decisions > decisions + 1)
        assert now.choice is None and now.changed and "bruno" in said(pilot, "news")
        assert now.boards._changed == now.changed
        await pilot.press("enter")  # no need to wait
        await settled(pilot)
        assert now.choice is not None and now.changed

    at(made, test, pace=30)


class Broken:
    """A bot with a mistake."""

    def choose(self, view: Any, stream: Any) -> Any:
        raise ZeroDivisionError("a mistake")


def test_a_bot_that_fails_closes_the_screen_with_its_error() -> None:
    rules = load("rebirth")
    made = Table(Match(rules, ["anna", "bruno"], seed=1, bots={"anna": Broken(), "bruno": Broken()}))
    opened = app(made)

    async def run() -> None:
        async with driven(opened, (80, 24)) as pilot:
            await pilot.until(lambda: opened.return_value is not None)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(run())
    assert opened.return_value is not None and opened.return_value.why == "failed"
    assert isinstance(opened.return_value.error, ZeroDivisionError)


def test_a_record_that_cannot_be_written_costs_no_move(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    made = table("rebirth", 2, record=path)

    async def test(pilot: Pilot[TableExit]) -> None:
        path.write_text("something else\n")
        now = await rested(pilot)
        await pilot.press("enter")
        if now.pending is not None:
            await pilot.press("enter")
        assert isinstance(pilot.app.screen, TextOverlay) and "save FILE" in said(pilot, "text").replace(
            "\n", " "
        )
        await pilot.press("enter")
        assert path.name in said(pilot, "preview").replace("\n", "") and made.match.decisions == 0
        assert now.choice is not None
        await pilot.press("colon", *"save ", *pressed(str(tmp_path / "other.jsonl")), "enter")
        assert isinstance(pilot.app.screen, TextOverlay), everything(pilot)
        await pilot.press("enter", "enter", "enter")
        await settled(pilot)
        assert made.match.decisions > 0

    at(made, test)
    assert (tmp_path / "other.jsonl").read_bytes().count(b'"move"') == made.match.decisions


def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "game.jsonl"
    made = table("rebirth", 2, record=path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def test(pilot: Pilot[TableExit]) -> None:
        await rested(pilot)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 10, hard))
        try:
            await pilot.press("enter", "enter")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert made.match.decisions == 0 and "cannot be written" in everything(pilot)
        await pilot.press("escape", "enter", "enter")
        await settled(pilot)
        assert made.match.decisions > 0

    at(made, test)
    assert path.read_bytes().count(b'"move"') == made.match.decisions


def test_escape_stops_while_a_bots_move_is_shown_until_enter() -> None:
    made = table("glenmore", 3, seed=5)

    async def test(pilot: Any) -> None:
        now = screen(pilot)
        while now.choice is not None:  # until a bot has moved
            await pilot.press(*["enter"] * (1 + (now.pending is not None)))
        await pilot.until(lambda: now.pause is not None)
        decisions = made.match.decisions
        await pilot.press("escape")
        for key in ("escape", "left"):
            assert now.paused and made.said("screen.paused.keys") in said(pilot, "preview")
            assert made.said("table.do.go_on") in said(pilot, "foot")
            await pilot.pause(0.2)
            assert made.match.decisions == decisions, "Esc was pressed, and the bots went on"
            await pilot.press(key)
        await pilot.press("enter")
        await pilot.until(lambda: now.choice is not None or made.match.decisions > decisions)

    at(made, test, pace=0.05)


@pytest.mark.parametrize(("key", "lang"), [("enter", "en"), ("escape", "de"), ("q", "pl")])
def test_the_end_names_the_winner_and_the_way_on(key: str, lang: str) -> None:
    made = table("glenmore", 2, steps=1000, lang=lang)
    state = made.match.state

    async def test(pilot: Pilot[TableExit]) -> None:
        first = said(pilot, "foot").strip()
        assert first.startswith(made.said("table.key.enter")) and made.said("table.do.after") in first
        assert any(state.seats[seat] in said(pilot, "preview") for seat in state.winners)
        best, second = sorted(zip(state.scores, state.seats, strict=True), reverse=True)
        assert f"1. {best[1]} {best[0]}, 2. {second[1]} {second[0]}" in said(pilot, "news")
        await pilot.press("l", "escape")  # the log is left first
        assert pilot.app.return_value is None
        await pilot.press(key)

    assert at(made, test).return_value == TableExit("over")
