"""The page of the person who serves: all matches with their addresses, a form for a new one, saved games to go on with.

Only the lobby knows all addresses. Requests come as JSON, and the answer holds the parts of the page that may have
changed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import attrs

from ..base.errors import TilewrightError
from ..base.html import Html, inside, tag
from ..box import owner_data
from ..record.writer import InUse, unlocked
from ..rules.plugins import found as installed
from ..table import result_text
from ..table.face_texts import Texts
from ..table.lesson import introduced
from ..table.match_setup import MatchSetup
from ..table.saved_games import SavedGame, age, saves
from ..table.setup_choices import played
from ..text.messages import Language
from . import threads
from .html_frame import filled, whole
from .http_errors import HttpError, UnknownAddress, language, response, structured
from .match_form import fitted, form

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from .hosted_match import HostedMatch
    from .matches import MatchRegistry

SAVES = 40
"""Saved games that are offered, the newest ones."""


@attrs.frozen(kw_only=True)
class LobbyRequest:
    """A request to the lobby."""

    do: Literal["begin", "form", "continue", "close", "learn"]
    plan: MatchSetup | None = None
    """What is to begin, or what the form holds."""
    lang: Language = "en"
    """The language of that match."""
    match: str = ""
    """The id of the match to close."""
    save: str = ""
    """The name of the saved game to go on with."""


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
            return {"regions": {"new": self.new(asked.plan, asked.lang)}}
        if asked.do == "learn":
            return {"go": f"/t/{self.learn(asked.plan, asked.lang)}"}
        if asked.do == "begin":
            if asked.plan is None:
                raise HttpError("web.error.request")
            message = "web.lobby.begun"
            self.registry.begin(asked.plan, asked.lang)
        elif asked.do == "continue":
            # Only a name among those that are offered: a page cannot choose a path.
            save = next((one for one in self.waiting() if one.path.name == asked.save), None)
            if save is None:
                raise HttpError("web.lobby.gone", status=404)
            message = "web.lobby.continued"
            self.registry.add(save.path, asked.lang)
        else:
            message = "web.lobby.closed"
            self.registry.close(self.registry.entry(asked.match))
        return {"regions": {**self.news(), "saved": self.saved()}, "message": self.said(message)}

    def learn(self, plan: MatchSetup | None, lang: str) -> str:
        """The token of the lesson of the plan's game and modules."""
        if plan is None:
            raise HttpError("web.error.request")
        bare = MatchSetup(game=plan.game, modules=plan.modules)
        bare.loaded()
        return self.registry.learn("lobby", fitted(bare, [plan.game]), lang)

    def news(self) -> dict[str, str]:
        """The part of the page that changes by itself."""
        return {"matches": self.matches()}

    # -- the page ------------------------------------------------------------------------------------------------

    def page(self) -> str:
        """The whole page."""
        said, parts = self.said, {"matches": self.matches(), "games": self.games(), "saved": self.saved()}
        begun = any(one.decisions for one in saves(self.registry.folder))
        main = filled("lobby", said, new=self.new(None, said.lang), first="" if begun else "first", **parts)
        title = f"{said('web.lobby.title')} - tilewright"
        return whole(
            said.lang, title, main, styles=("lobby.css",), scripts=("channel.js", "lobby.js", "selftest.js")
        )

    def matches(self) -> Html:
        """Every match that is not closed."""
        entries = self.registry.entries()
        if not entries:
            return tag("p", self.said(self.without))
        return inside(self.match(one) for one in entries)

    def games(self) -> Html:
        """Every game in a sentence, with its lesson."""
        rows, lang = [], self.said.lang
        for name in installed("game"):
            with suppress(TilewrightError):  # the form for a new match says what is wrong with it
                rules = owner_data.loaded(name)
                title, about = rules.game.title, introduced(rules, lang)
                rows.append(filled("lobby_game", self.said, name=name, lang=lang, title=title, about=about))
        return tag("ul", rows, cls="saves games")

    def match(self, entry: HostedMatch) -> Html:
        """One match: what it is, how far it has come, its addresses."""
        said, kept, save = self.said, entry.kept, entry.look()
        rows = [self.row(name, token, name) for name, token in entry.people.items()]
        lost = [said("web.lobby.bot", who=name) for name in kept.people if name in kept.bots]
        rows.append(self.row("watching", kept.watching, said("web.lobby.watching")))
        rows.append(self.row("replay", f"{kept.watching}/replay", said("web.lobby.replay")))
        state = said(f"web.lobby.{_here(entry)}")
        why, failed = entry.broken or save.problem, entry.opened.why if entry.opened is not None else ""
        problems = [said("web.lobby.broken", why=why)] * bool(why)
        problems += [said("web.lobby.failed", why=failed)] * bool(failed)
        return filled(
            "lobby_match",
            said,
            id=entry.id,
            played=inside(played(save) if save.head is not None else ", ".join(kept.seats)),
            far=inside("; ".join([*self.far(entry, save), age(save.changed, time.time(), said), state])),
            problems=inside(tag("p", text, cls="bad") for text in problems),
            rows=inside(rows),
            lost=inside(tag("p", text) for text in lost),
        )

    def row(self, key: str, path: str, label: str) -> Html:
        """An address that can be copied."""
        name, parts = self.said("web.lobby.address", who=label), {"path": f"/t/{path}", "key": key}
        url = f"{self.base}/t/{path}"
        return filled("lobby_address", self.said, label=inside(label), url=url, name=name, **parts)

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

    def waiting(self) -> list[SavedGame]:
        """The saved games that can go on and are not served yet, the newest first."""
        served = {one.kept.record for one in self.registry.entries()}
        sound = [one for one in saves(self.registry.folder) if not one.problem and not one.over]
        return [one for one in sound if os.path.realpath(one.path) not in served][:SAVES]

    def saved(self) -> Html:
        """The saved games that can go on."""
        said, waiting = self.said, self.waiting()
        if not waiting:
            return tag("p", said("web.lobby.nothing"))
        rows = []
        for one in waiting:
            far = inside("; ".join([*self.far(None, one), age(one.changed, time.time(), said)]))
            parts = {"played": inside(played(one)), "far": far, "name": one.path.name, "lang": said.lang}
            rows.append(filled("lobby_save", said, **parts))
        return tag("ul", rows, cls="saves")

    # -- a new match ---------------------------------------------------------------------------------------------

    def new(self, plan: MatchSetup | None, lang: str) -> Html:
        """The form for a new match, filled in with this plan as far as it fits the game."""
        games = [*installed("game")]
        if not games:
            return inside()
        return form(fitted(plan, games), games, lang, self.said)


LobbyOf = Callable[["MatchRegistry", Texts, str], Lobby]
"""Makes the lobby of a registry, in these words, with what stands before an address."""


def lobby_routes(registry: MatchRegistry, lobby_of: LobbyOf = Lobby) -> list[Route]:
    """The routes of the lobby, which is made for each request."""
    from starlette.responses import HTMLResponse, JSONResponse
    from starlette.routing import Route

    async def answered(request: Request) -> Response:
        token = request.path_params["token"]
        lang = language(request.headers.raw, registry.lang)
        try:
            if await threads.run(partial(registry.kind, token)) != "lobby":
                raise UnknownAddress
            lobby = lobby_of(registry, Texts(lang), f"{request.url.scheme}://{request.headers['host']}")
            what = request.path_params.get("what", "")
            if request.method == "POST":
                return JSONResponse(await threads.run(partial(lobby.do, await request.body())))
            if what == "list":
                return JSONResponse({"regions": await threads.run(lobby.news)})
            return HTMLResponse(await threads.run(lobby.page))
        except HttpError as error:
            return response(error, request, lang)

    return [
        Route("/h/{token}", answered),
        Route("/h/{token}/{what:str}", answered, methods=["GET"]),
        Route("/h/{token}/do", answered, methods=["POST"]),
    ]


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
