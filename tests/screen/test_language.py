"""The full screen speaks the chosen language as a whole: moves, what they bring, keys, pages, what is typed."""

from __future__ import annotations

import asyncio

import pytest

from ..strange import LANG, leaks, proper, speaking
from .playing import Keys, app, everything, left, screen, settled, table
from .steady import driven

SKYE = ("bonus", "druids", "outskirts", "tunnel")
GAMES = {"rebirth": ("ireland",), "glenmore": (), "isleofskye": SKYE}
PAGES = ("?", "w", "h", "o", "k", "s", "l")


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.soak) if game == "rebirth" else game for game in GAMES]
)
def test_nothing_on_the_screen_goes_past_the_messages(game: str) -> None:
    """Some decisions in a language of our own, with every page opened now and then."""
    made = table(game, modules=GAMES[game], lang=LANG, bots="greedy", seed=3)
    rules, seen = made.match.rules, list[str]()
    opened = app(made)

    async def played() -> None:
        async with driven(opened, (160, 50)) as pilot:
            person = Keys(pilot)
            for n in range(8):
                await settled(pilot)
                if made.over:
                    return
                seen.append(everything(pilot))
                if n % 4 == 0:
                    for key in PAGES:
                        await pilot.press(key)
                        seen.append(everything(pilot))
                        await pilot.press("escape")
                        if not hasattr(pilot.app.screen, "choice"):
                            await pilot.press("escape")
                    screen(pilot).message = ""
                await person.move()

    with speaking(rules):
        asyncio.run(played())
    left(opened)
    assert len(seen) > 20
    known = proper(rules, *made.seats, "Enter", "Esc", "Tab", "Shift", "Home", "End")
    found = [leak for text in seen for leak in leaks(text, rules, known)]
    assert not found, "\n".join(dict.fromkeys(found))
