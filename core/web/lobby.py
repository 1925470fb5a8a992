"""The page of the person who serves: all matches with their addresses, a form for a new one, saved games to go on with.

Only the lobby knows all addresses. Requests come as JSON, and the answer holds the parts of the page that may have
changed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import attrs

from ..base.errors import TilewrightError
from ..base.html import Html, inside, tag
from ..box import owner_data
from ..record.writer import InUse, unlocked
from ..rules.plugins import found as installed
from ..table import result_text
from ..table.face_texts import Texts
from ..table.introduction import introduced
from ..table.match_setup import MatchSetup
from ..table.saved_games import SavedGame, age, date
from ..table.setup_choices import played
from ..text.messages import Language
from . import leaving, rematches
from .html_frame import filled, whole
from .http_errors import HttpError, structured
from .joining import lobby_part, seating
from .joining.presence import Present
from .lobby_list import LONGEST, LobbyNews, LobbyView, listed
from .match_form import fitted, form

if TYPE_CHECKING:
    from ..table.record_index import IndexRow
    from .hosted_match import HostedMatch
    from .matches import MatchRegistry

SAVES = 10
"""Saved games that are offered, the newest ones; a search finds the others."""


@attrs.frozen(kw_only=True)
class LobbyRequest:
    """A request to the lobby."""

    do: Literal[
        "begin", "form", "continue", "close", "learn", "share", "withdraw", "bot", "rematch", "start", "link",
        "unlink", "renew"
    ]  # fmt: skip
    plan: MatchSetup | None = None
    """What is to begin, or what the form holds."""
    lang: Language = "en"
    """The language of that match."""
    match: str = ""
    """The id of the match to close, to play again, or whose replay everybody may see, or no longer."""
    who: str = ""
    """The person for whom a bot plays on in the match, or whose seat gets a new address."""
    open: tuple[int, ...] = ()
    """The seats of the plan for whoever comes."""
    save: str = ""
    """The name of the saved game to go on with."""
    view: LobbyView = LobbyView()
    """The matches that the page shows."""


@attrs.frozen
class Lobby:
    """The lobby of a registry as one person sees it."""

    registry: MatchRegistry
    said: Texts
    base: str
    """What stands before the path of an address: `http://127.0.0.1:8137`."""
    without: ClassVar[str] = "web.lobby.none"
    """The text where no match is."""

    # -- requests ------------------------------------------------------------------------------------------------

    def do(self, raw: bytes) -> dict[str, Any]:
        """Carry out the request; return the changed parts of the page, and a sentence. HttpError if it fails."""
        asked = structured(raw, LobbyRequest)
        try:
            return self.done(asked)
        except HttpError:
            raise
        except TilewrightError as error:
            raise HttpError("web.error.plan", status=409, why=str(error)) from error

    def done(self, asked: LobbyRequest) -> dict[str, Any]:
        """Carry out this request, and return what `do` returns. TilewrightError if it fails."""
        if asked.do == "form":
            return {"regions": {"new": self.new(asked.plan, asked.lang, asked.open)}}
        if asked.do == "learn":
            return {"go": f"/t/{self.learn(asked.plan, asked.lang)}"}
        if asked.do == "begin":
            if asked.plan is None:
                raise HttpError("web.error.request")
            if asked.open and not self.registry.one_device:
                return self.told(asked, "web.join.waiting", lobby_part.wait(self.registry, asked))
            message = "web.lobby.begun"
            entry = self.registry.begin(asked.plan, asked.lang)
        elif asked.do == "continue":
            # Only a name among those that are offered: a page cannot choose a path.
            saved = listed(self.registry).waiting
            save = next((one for one in saved if one.path.name == asked.save), None)
            if save is None:
                raise HttpError("web.lobby.gone", status=404)
            message = "web.lobby.continued"
            entry = self.registry.add(save.path, asked.lang)
        elif asked.do == "bot":
            message = "web.lobby.handed"
            leaving.handed_over(entry := self.registry.entry(asked.match), asked.who)
        elif asked.do == "rematch":
            message = "web.lobby.begun"
            entry = rematches.begun(self.registry, self.registry.entry(asked.match))
        elif asked.do in lobby_part.ACTS:
            lobby_part.act(self.registry, asked)
            return self.told(asked, f"web.join.{asked.do}.done", asked.match)
        elif asked.do == "close" and seating.drop(self.registry, asked.match):
            return self.told(asked, "web.lobby.close.done")
        else:
            entry = self.registry.entry(asked.match)
            getattr(self.registry, asked.do)(entry)
            message = f"web.lobby.{asked.do}.done"
        return self.told(asked, message, "" if entry.kept.closed else entry.id)

    def told(self, asked: LobbyRequest, message: str, at: str = "") -> dict[str, Any]:
        """What the page shows now, with a sentence; `at` is the match that it leads to."""
        found = {"regions": self.news(asked.view).regions, "message": self.said(message)}
        return found | ({"at": f"match-{at}"} if at else {})

    def learn(self, plan: MatchSetup | None, lang: str) -> str:
        """The token of the lesson of the plan's game and modules."""
        if plan is None:
            raise HttpError("web.error.request")
        bare = MatchSetup(game=plan.game, modules=plan.modules)
        bare.loaded()
        return self.registry.learn("lobby", fitted(bare, [plan.game]), lang)

    def news(self, view: LobbyView) -> LobbyNews:
        """The parts of the page that change by themselves."""
        found = listed(self.registry, view.find)
        going, over = (
            [(self.registry.entry(id), row.save) for id, row in view.part(what, some)]
            for what, some in (("going", found.going), ("over", found.over))
        )
        far = {f"far-{entry.id}": self.how_far(entry, save) for entry, save in going}
        none = tag("p", self.said("web.lobby.found.none" if view.find else self.without))
        past = tag("p", self.said("web.lobby.found.none" if view.find else "web.lobby.over.none"))
        waiting = [] if view.going else lobby_part.every(self)
        regions = {
            "matches": inside(
                waiting,
                [self.match(*one) for one in going] or (none if not waiting else None),
                view.pager("going", found.going, self.said),
            ),
            "over": inside(
                [self.past(*one) for one in over] or past, view.pager("over", found.over, self.said)
            ),
            "saved": self.saved(found.waiting, view),
        }
        # What only a match's own line says is sent without the list, if the list is the same without it.
        frame = regions["matches"]
        for text in far.values():
            frame = Html(frame.replace(text, "", 1))
        return LobbyNews(regions, far, frame, found.begun)

    # -- the page ------------------------------------------------------------------------------------------------

    def page(self, view: LobbyView) -> str:
        """The whole page."""
        said, news = self.said, self.news(view)
        find = {"aria_label": said("web.lobby.find"), "placeholder": said("web.lobby.find")}
        main = filled(
            "lobby",
            said,
            new=self.new(None, said.lang),
            first="" if news.begun else "first",
            games=self.games(),
            find=tag("input", type="search", name_="find", value=view.find, maxlength=LONGEST, **find),
            since=news.digest,
            **news.regions,
        )
        title = f"{said('web.lobby.title')} - tilewright"
        return whole(
            said.lang, title, main, styles=("lobby.css",), scripts=("channel.js", "lobby.js", "selftest.js")
        )

    def games(self) -> Html:
        """Every game in a sentence, with its lesson."""
        rows, lang = [], self.said.lang
        for name in installed("game"):
            with suppress(TilewrightError):  # the form for a new match says what is wrong with it
                rules = owner_data.loaded(name)
                title, about = rules.game.title, introduced(rules, lang)
                rows.append(filled("lobby_game", self.said, name=name, lang=lang, title=title, about=about))
        return tag("ul", rows, cls="saves games")

    def match(self, entry: HostedMatch, save: SavedGame) -> Html:
        """One match that goes on: what it is, how far it has come, its addresses."""
        said, kept = self.said, entry.kept
        rows = lobby_part.link(self, kept.join)
        rows += [self.row(name, f"/t/{token}", name) for name, token in entry.people.items()]
        lost = [said("web.lobby.bot", who=name) for name in kept.people if name in kept.bots]
        rows.append(self.row("watching", f"/t/{kept.watching}", said("web.lobby.watching")))
        rows.append(self.row("replay", f"/t/{kept.watching}/replay", said("web.lobby.replay")))
        return filled(
            "lobby_match",
            said,
            id=entry.id,
            played=self.played(entry, save),
            far=self.how_far(entry, save),
            problems=self.problems(entry, save),
            rows=inside(rows),
            lost=inside([*(tag("p", text) for text in lost), self.hand_over(entry)]),
            link=lobby_part.tools(self, entry.id, kept.join, [*entry.people]),
        )

    def hand_over(self, entry: HostedMatch) -> Html:
        """A button for each person, for whom a bot plays on then."""
        sure, ways = self.said("web.lobby.hand_over.sure"), []
        for who in entry.people:
            more = {"data_do": "bot", "data_match": entry.id, "data_who": who, "data_ask": sure}
            ways.append(tag("button", self.said("web.left.absent", who=who), type="button", **more))
        return tag("p", ways, cls="ways")

    def past(self, entry: HostedMatch, save: SavedGame) -> Html:
        """One match that is over, or cannot go on: its replay, and the address at which everybody may see it."""
        kept = entry.kept
        ways = [tag("a", self.said("web.lobby.replay"), href=f"/t/{kept.watching}/replay", rel="noreferrer")]
        if kept.public:
            ways.append(self.button(entry, "withdraw"))
        elif save.over:
            ways.append(self.button(entry, "share"))
        ways += [self.button(entry, "rematch")] if save.over else []
        ways.append(self.button(entry, "close"))
        public: Html | None = None
        if kept.public:
            row = self.row("public", f"/p/{kept.public}", self.said("web.lobby.public"))
            public = tag("ul", row, cls="addresses")
        title, far = tag("h3", self.played(entry, save)), [*self.far(entry, save), date(save.changed)]
        parts = (
            title,
            tag("p", "; ".join(far)),
            self.problems(entry, save),
            public,
            tag("p", ways, cls="ways"),
        )
        return tag("article", parts, id=f"match-{entry.id}", cls="past")

    def button(self, entry: HostedMatch, do: str) -> Html:
        """A button that does this with the match; what cannot be undone is asked first."""
        asks = self.said(f"web.lobby.{do}.sure") if do not in ("share", "rematch") else None
        more = {"data_do": do, "data_match": entry.id, "data_ask": asks}
        return tag("button", self.said(f"web.lobby.{do}"), type="button", **more)

    def played(self, entry: HostedMatch, save: SavedGame) -> Html:
        """What is played, and by whom."""
        return inside(played(save) if save.head is not None else ", ".join(entry.kept.seats))

    def problems(self, entry: HostedMatch, save: SavedGame) -> Html:
        """Why the match cannot be opened, and what has failed in it, for the person who serves."""
        why, failed = entry.broken or save.problem, entry.opened.why if entry.opened is not None else ""
        texts = [self.said("web.lobby.broken", why=why)] * bool(why)
        texts += [self.said("web.lobby.failed", why=failed)] * bool(failed)
        return inside(tag("p", text, cls="bad") for text in texts)

    def row(self, key: str, path: str, label: str) -> Html:
        """An address that can be copied."""
        name, url = self.said("web.lobby.address", who=label), f"{self.base}{path}"
        parts = {"label": inside(label), "url": url, "name": name, "path": path, "key": key}
        return filled("lobby_address", self.said, **parts)

    def how_far(self, entry: HostedMatch, save: SavedGame) -> Html:
        """How far a match has come, when something happened there last, and whether anybody is there."""
        state = self.said(f"web.lobby.{_here(entry)}")
        if entry.opened is not None and (there := entry.opened.present) != Present():
            who = [entry.kept.seats[seat] for seat in sorted(there.seats)]
            who += [self.said("web.here.watching", n=there.watching)] if there.watching else []
            state = self.said("web.lobby.here", who=", ".join(who))
        return inside("; ".join([*self.far(entry, save), age(save.changed, time.time(), self.said), state]))

    def far(self, entry: HostedMatch | None, save: SavedGame) -> list[str]:
        """Return how far a match has come, and who plays now, as far as that is known without opening it."""
        said = self.said
        if save.over and save.head is not None:
            return [result_text.over(save.result, save.head.seats, said.lang)]
        found = [said("saves.move", n=save.decisions) if save.decisions else said("saves.begun")]
        if entry is not None and (course := entry.course()) is not None:
            number, acting = course
            found.append(said("web.lobby.round", n=number))
            found += [said("web.lobby.turn", who=", ".join(acting))] if acting else []
        return found

    # -- saved games ---------------------------------------------------------------------------------------------

    def saved(self, waiting: Sequence[IndexRow], view: LobbyView) -> Html:
        """The saved games that can go on."""
        said = self.said
        if not waiting:
            return tag("p", said("web.lobby.found.none" if view.find else "web.lobby.nothing"))
        rows = []
        for one in (row.save for row in waiting[:SAVES]):
            far = inside("; ".join([*self.far(None, one), age(one.changed, time.time(), said)]))
            parts = {"played": inside(played(one)), "far": far, "name": one.path.name, "lang": said.lang}
            rows.append(filled("lobby_save", said, **parts))
        more = len(waiting) - len(rows)
        return inside(
            tag("ul", rows, cls="saves"), tag("p", said("web.lobby.more", n=more)) if more else None
        )

    # -- a new match ---------------------------------------------------------------------------------------------

    def new(self, plan: MatchSetup | None, lang: str, open: Sequence[int] = ()) -> Html:
        """The form for a new match, filled in with this plan as far as it fits the game; `open` for whoever comes."""
        games = [*installed("game")]
        if not games:
            return inside()
        return form(fitted(plan, games), games, lang, self.said, open=open)


def _here(entry: HostedMatch) -> str:
    """The word for whether anybody has the match open."""
    if entry.opened is not None:
        return "open"
    try:
        unlocked(entry.record)
    except InUse:
        return "elsewhere"
    except TilewrightError:  # the record is gone; the lobby shows that
        pass
    return "rests"
