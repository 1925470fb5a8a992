"""The lobby of a page: one ruleset, the matches of this device, and who sits down here."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from ..base.html import Html, inside, tag
from ..box import owner_data
from ..table.introduction import introduced
from ..table.saved_games import age
from ..web.html_frame import filled, whole
from ..web.lobby import Lobby, LobbyRequest
from ..web.match_form import fitted, form
from .site_plan import SitePlan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..table.match_setup import MatchSetup
    from ..table.record_index import IndexRow
    from ..table.saved_games import SavedGame
    from ..web.hosted_match import HostedMatch
    from ..web.lobby_list import LobbyView

USUAL = "easy"
"""The level of the others in a match that nobody has set up yet."""


@attrs.frozen
class SiteLobby(Lobby):
    """The lobby for one plan as the person at this device sees it."""

    plan: SitePlan = attrs.field(kw_only=True)
    without: ClassVar[str] = "browser.none"

    def done(self, asked: LobbyRequest) -> dict[str, Any]:
        asked = attrs.evolve(asked, plan=self.plan.kept(asked.plan))
        if asked.do == "close":
            record = self.registry.entry(asked.match).record
            self.registry.close(self.registry.entry(asked.match))
            record.unlink(missing_ok=True)
            return {"regions": self.news(asked.view).regions, "message": self.said("browser.deleted")}
        found = super().done(asked)
        if asked.do == "begin":  # nobody else waits for an address
            newest = self.registry.entries()[0]
            return {"go": f"/t/{next(iter(newest.people.values()), newest.kept.watching)}"}
        return found

    def page(self, view: LobbyView) -> str:
        said, rules, news = self.said, self.plan.setup.loaded(), self.news(view)
        title = " + ".join([rules.game.title, *self.plan.modules])
        main = filled(
            "site_lobby",
            said,
            title=inside(title),
            about=inside(introduced(owner_data.loaded(self.plan.game), said.lang)),
            matches=news.regions["matches"],
            over=news.regions["over"],
            since=news.digest,
            new=self.new(None, said.lang),
            kept=inside(said(f"browser.{'playtest' if self.plan.playtest else 'here_only'}")),
        )
        return whole(said.lang, title, main, styles=("lobby.css",), scripts=("channel.js", "lobby.js"))

    def saved(self, waiting: Sequence[IndexRow], view: LobbyView) -> Html:
        return Html("")  # every record of this device is a match above

    def match(self, entry: HostedMatch, save: SavedGame) -> Html:
        said, kept = self.said, entry.kept
        sits = [
            self.row("", f"/t/{token}", said("browser.sit", who=name)) for name, token in entry.people.items()
        ]
        rows = [] if save.over else sits
        rows.append(self.row("", f"/t/{kept.watching}/replay", said("web.lobby.replay")))
        rows.append(self.row("record", f"/t/{kept.watching}/record", said("browser.record")))
        return filled(
            "site_match",
            said,
            id=entry.id,
            played=self.played(entry, save),
            far=self.how_far(entry, save),
            problems=self.problems(entry, save),
            rows=inside(rows),
        )

    past = match

    def how_far(self, entry: HostedMatch, save: SavedGame) -> Html:
        return inside("; ".join([*self.far(entry, save), age(save.changed, time.time(), self.said)]))

    def row(self, key: str, path: str, label: str) -> Html:
        link = tag("a", label, href=path, download=key or None)
        copy = tag("button", self.said("browser.copy"), type="button", data_text=path) if key else None
        return tag("li", link, copy)

    def new(self, plan: MatchSetup | None, lang: str, open: Sequence[int] = ()) -> Html:
        asked = fitted(self.plan.kept(plan), [self.plan.game])
        if plan is None:
            players = [attrs.evolve(one, level=USUAL if n else "") for n, one in enumerate(asked.players)]
            asked = attrs.evolve(asked, players=tuple(players))
        return form(asked, [self.plan.game], lang, self.said, self.plan.allows)
