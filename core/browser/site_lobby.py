"""The lobby of a page: one ruleset, the matches of this device, and who sits down here."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from ..base.html import Html, inside, tag
from ..box import owner_data
from ..table.lesson import introduced
from ..table.saved_games import age
from ..table.setup_choices import played
from ..web.html_frame import filled, whole
from ..web.lobby import Lobby, LobbyRequest
from ..web.match_form import fitted, form
from .site_plan import SitePlan

if TYPE_CHECKING:
    from ..table.match_setup import MatchSetup
    from ..web.hosted_match import HostedMatch

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
            return {"regions": self.news(), "message": self.said("browser.deleted")}
        found = super().done(asked)
        if asked.do == "begin":  # nobody else waits for an address
            newest = self.registry.entries()[0]
            return {"go": f"/t/{next(iter(newest.people.values()), newest.kept.watching)}"}
        return found

    def page(self) -> str:
        said, rules = self.said, self.plan.setup.loaded()
        title = " + ".join([rules.game.title, *self.plan.modules])
        main = filled(
            "site_lobby",
            said,
            title=inside(title),
            about=inside(introduced(owner_data.loaded(self.plan.game), said.lang)),
            matches=self.matches(),
            new=self.new(None, said.lang),
            kept=inside(said(f"browser.{'playtest' if self.plan.playtest else 'here_only'}")),
        )
        return whole(said.lang, title, main, styles=("lobby.css",), scripts=("channel.js", "lobby.js"))

    def saved(self) -> Html:
        return Html("")  # every record of this device is a match above

    def match(self, entry: HostedMatch) -> Html:
        said, save = self.said, entry.look()
        rows = [self.row("", token, said("browser.sit", who=name)) for name, token in entry.people.items()]
        rows = [] if save.over else rows
        rows.append(self.row("", f"{entry.kept.watching}/replay", said("web.lobby.replay")))
        rows.append(self.row("record", f"{entry.kept.watching}/record", said("browser.record")))
        why = entry.broken or save.problem
        return filled(
            "site_match",
            said,
            id=entry.id,
            played=inside(played(save) if save.head is not None else ", ".join(entry.kept.seats)),
            far=inside("; ".join([*self.far(entry, save), age(save.changed, time.time(), said)])),
            problems=tag("p", said("web.lobby.broken", why=why), cls="bad") if why else Html(""),
            rows=inside(rows),
        )

    def row(self, key: str, path: str, label: str) -> Html:
        link = tag("a", label, href=f"/t/{path}", download=key or None)
        copy = (
            tag("button", self.said("browser.copy"), type="button", data_text=f"/t/{path}") if key else None
        )
        return tag("li", link, copy)

    def new(self, plan: MatchSetup | None, lang: str) -> Html:
        asked = fitted(self.plan.kept(plan), [self.plan.game])
        if plan is None:
            players = [attrs.evolve(one, level=USUAL if n else "") for n, one in enumerate(asked.players)]
            asked = attrs.evolve(asked, players=tuple(players))
        return form(asked, [self.plan.game], lang, self.said, self.plan.allows)
