"""The full screen speaks the chosen language as a whole: moves, what they bring, keys, pages, what is typed."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tilewright.core.screen.app import TableExit

from ..strange import LANG, leaks, proper, speaking
from .playing import Keys, at, everything, screen, settled, table

SKYE = ("bonus", "druids", "outskirts", "tunnel")
GAMES = {"rebirth": ("ireland",), "glenmore": (), "isleofskye": SKYE}
PAGES = ("?", "w", "h", "o", "k", "s", "l")


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.soak) if game == "rebirth" else game for game in GAMES]
)
def test_nothing_on_the_screen_goes_past_the_messages(game: str) -> None:
    """Some decisions in a language of our own, and every page opened at one of them."""
    made = table(game, modules=GAMES[game], lang=LANG, bots="greedy", seed=3)
    rules, seen = made.match.rules, list[str]()

    async def test(pilot: Pilot[TableExit]) -> None:
        person = Keys(pilot)
        for n in range(5):
            await settled(pilot)
            seen.append(everything(pilot))
            if n == 1:
                for key in PAGES:
                    await pilot.press(key)
                    seen.append(everything(pilot))
                    await pilot.press("escape")
                    if not hasattr(pilot.app.screen, "choice"):
                        await pilot.press("escape")
                screen(pilot).message = ""
            await person.move()

    with speaking(rules):
        at(made, test, (160, 50))
    assert len(seen) > 10
    known = proper(rules, *made.seats, "Enter", "Esc", "Tab", "Shift", "Home", "End")
    found = [leak for text in seen for leak in leaks(text, rules, known)]
    assert not found, "\n".join(dict.fromkeys(found))
