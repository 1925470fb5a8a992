"""Pages of matches with bots and games that fail, copies, and help levels."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tilewright.core.base.errors import TilewrightError
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.rules.actions import Action
from tilewright.core.rules.assembly import load
from tilewright.core.table.choosing import spot
from tilewright.core.table.table import Table
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.threads import ThreadLimits

from ..toys import nim
from .sessions import ANNA, choice_of, do, mine, play, served, shown


class Moody:
    """A bot that fails as long as it is told to."""

    def __init__(self, fails: BaseException) -> None:
        self.fails: BaseException | None = fails
        self.asked = 0

    def choose(self, view: Any, stream: Any) -> Action:
        self.asked += 1
        if self.fails is not None:
            raise self.fails
        found: Action = view.legal()[0]
        return found


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.002)


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("by zero"), TilewrightError("no idea"), SystemExit(3)], ids=repr
)
def test_a_bot_that_fails_is_told_and_the_match_goes_on(error: BaseException) -> None:
    bot = Moody(error)
    here = LiveMatch(Table(Match(load(nim.PLUGIN), ["anna", "bot"], seed=1, bots={"bot": bot})), pace=0)
    anna = here.session(ANNA, "p")

    async def run() -> None:
        here.begin(ThreadLimits())
        heard = asyncio.Event()
        here.listeners[heard] = anna
        play(anna, "take 1")
        here.happened()
        await until(lambda: here.trouble is not None)
        await until(heard.is_set)
        notes = shown(anna)["notes"]
        assert 'role="alert"' in notes and "bot cannot go on" in notes
        said = str(error) if isinstance(error, Exception) else "SystemExit"
        assert said in here.why and said not in str(shown(anna)), "what a bot says may be a secret"
        assert here.table.match.decisions == 1
        for _ in range(3):  # people who look or ask do not make it worse
            do(anna, "ask", key="score")
            here.happened()
            await asyncio.sleep(0.01)
        bot.fails = None
        here.happened()
        await until(lambda: here.table.match.decisions == 2)
        await until(lambda: here.trouble is None)
        assert 'role="alert"' not in shown(anna)["notes"]
        play(anna, "take 1")
        assert here.table.match.decisions == 3
        here.stop()

    asyncio.run(run())


def test_a_copy_comes_back_to_the_match_untouched() -> None:
    here = served("glenmore", people=1)
    anna = here.session(ANNA, "p")
    match, before = here.table.match, shown(anna)
    do(anna, "key", key="i")
    assert shown(anna)["state"]["trial"] and anna.table.trial
    for _ in range(4):
        if anna.choice is None:
            break
        play(anna, str(anna.choice.choosing.offers[0].action))
    assert here.table.match is match and match.decisions == 0
    do(anna, "key", key="i")
    after = shown(anna)
    for one in (before, after):
        del one["state"]["number"]
    assert after == before


def test_nothing_is_offered_that_the_help_level_forbids() -> None:
    made = Match(load("glenmore"), ["anna", "bruno"], seed=4, help_level="previews")
    here = LiveMatch(Table(made, one_keyboard=False), pace=0)
    anna = mine(here)
    tools = shown(anna)["tools"]
    assert 'data-key="h"' not in tools and 'data-key="i"' not in tools
    for what, more in (
        ("key", {"key": "h"}),
        ("key", {"key": "i"}),
        ("typed", {"text": "hint"}),
        ("typed", {"text": "what-if"}),
    ):
        assert do(anna, what, **more) is None
        assert anna.message == anna.chair.unhelped and anna.trial is None


@pytest.mark.parametrize("level", ["full", "previews", "none"])
def test_what_a_move_brings_is_told_as_the_help_level_has_it(level: Any) -> None:
    made = Match(load("rebirth"), ["anna", "bruno"], seed=4, help_level=level)
    anna = mine(LiveMatch(Table(made, one_keyboard=False), pace=0))
    choice = choice_of(anna)
    best = max(choice.choosing.offers, key=lambda one: len(anna.chair.foresee(one.action).lines))
    where = spot(best)
    assert where is not None
    do(anna, "point", at=(where[0], *where[1]))
    words = shown(anna)["move"]
    assert ("+" in words.split("</p>")[0]) == (level != "none"), words


def test_every_random_decision_leaves_pages_that_can_be_drawn() -> None:
    """Moves of all seats in turn, with the pages of others and of spectators open."""
    here = served("isleofskye+", people=3)
    pages = [here.session(seat, "p") for seat in (0, 1, 2, None)]
    anybody = make("random", here.table.match.rules)
    for _ in range(14):
        here.table.play(here.table.match.choose(here.table.to_act[0], anybody))
        acting = {page.seat for page in pages if shown(page)["state"]["acts"]}
        assert acting == {*here.table.to_act}
