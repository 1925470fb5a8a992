"""Begins the table behind a page, in the browser: the matches that are kept there, and the channel to them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ..web.app import pages
from ..web.live_match import LiveMatch
from ..web.matches import MatchRegistry
from . import records, site_plan
from .bridge import Bridge, Send
from .site_lobby import SiteLobby

REGISTER = "web.json"
PACE = 0.6
"""Seconds for which each move of a bot is seen before the next one."""


def begin(plan: str, home: str, lang: str, send: Send) -> Bridge:
    """The table for this plan (`SitePlan.written`), with what it keeps in the folder `home`."""
    asked, folder = site_plan.read(plan), Path(home)
    registry = MatchRegistry(
        folder / REGISTER,
        folder / "games",
        lambda table: LiveMatch(table, pace=PACE),
        lang=lang,
        playtest=asked.playtest,
        one_device=True,
    )
    app = pages(registry, lang, partial(SiteLobby, plan=asked), records.routes(registry))
    return Bridge(app, send, f"/h/{registry.lobby}")
