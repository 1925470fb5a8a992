"""`serve`: matches in a browser, for people on several machines; also what `--web` does in play and resume."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

import attrs

from ...draw.cells import cell_len, ljust
from ..shared import common
from ..shared.options import (
    ENGLISH,
    HelpLevel,
    Lang,
)

if TYPE_CHECKING:
    import socket

    from ...table.face_texts import Texts
    from ...web.hosted_match import HostedMatch
    from ...web.live_match import LiveMatch
    from ...web.matches import MatchRegistry
    from ...web.middleware import Hosts

HOST, PORT = "127.0.0.1", 8137
TEXT = ("www-browser", "links", "elinks", "lynx", "w3m")
"""Browsers that run in the terminal and would take it away from the server."""
REGISTER = "web.json"
"""The file beside the saved games that keeps the addresses."""


def serve(
    what: str | None = None,
    player: list[str] | None = None,
    modules: str | None = None,
    edition: str | None = None,
    settings: list[str] | None = None,
    data: Path | None = None,
    seed: int | None = None,
    save: Path | None = None,
    lang: Lang = ENGLISH,
    help_level: HelpLevel = HelpLevel.full,
    undo: bool = True,
    host: str = HOST,
    port: int = PORT,
    name: list[str] | None = None,
    pace: float = 0.6,
    matches: int = 200,
) -> None:
    """Serve matches to browsers: every player gets a secret address, spectators get another.

    The lobby, at an address for you alone, lists all matches, begins new ones and goes on with saved games. Every move
    is saved, and the addresses stay the same after Ctrl-C or a crash: tilewright serve goes on. A match in a browser
    and resume at a terminal are the same record, one after the other. Only this machine reaches the server, unless
    --host opens it to others.

    Examples: tilewright serve GAME -p anna -p bruno -p bot:greedy; tilewright serve; tilewright serve RECORD.jsonl
    --host 0.0.0.0
    """
    from ...table.face_texts import Texts

    needed("serve")
    from ...web.server import base, hosts

    if what is None and (player or modules or edition or settings or data or save or seed is not None):
        raise common.usage("name the game to begin: tilewright serve GAME ...")
    names = [_hostname(word) for word in name or ()]
    sock, said = _listening(host, port), Texts(lang.value)
    first = (name or [host])[0]
    registry = _registry(lang, undo, pace, matches)
    entry = None
    if what is not None:
        record, players = _record(
            what, player, modules, edition, settings, data, seed, save, lang, help_level
        )
        entry = registry.add(record, lang.value, players)
    again = said("web.serve.again", command=common.command("serve"))
    served = Serving(registry, sock, hosts(sock, host, names), first if "://" in first else base(sock, first))
    served.run(entry, again)


def web(record: Path, players: Mapping[str, str] | None, lang: Lang, undo: bool, pace: float) -> NoReturn:
    """Serve the match of this record to this machine alone, and open its first person's page in the browser."""
    from ...table.face_texts import Texts

    served = _here(lang, undo, pace)
    entry = served.registry.add(record, lang.value, players)
    command = common.command("resume", os.path.realpath(record), "--web")
    opened(f"{served.base}/t/{next(iter(entry.people.values()), entry.kept.watching)}")
    served.run(entry, Texts(lang.value)("web.serve.again", command=command))


def lesson(game: str, modules: Sequence[str], lang: Lang) -> NoReturn:
    """Serve the lesson of a game to this machine alone, and open it in the browser. UsageError if there is none."""
    from ...table.face_texts import Texts
    from ...table.match_setup import MatchSetup
    from ...web.match_form import fitted

    needed("learn --web")
    plan = MatchSetup(game=game, modules=tuple(modules))
    plan.loaded()
    served, said = _here(lang, True, 0.6), Texts(lang.value)
    address = f"{served.base}/t/{served.registry.learn('lobby', fitted(plan, [game]), lang.value)}"
    common.say(f"{said('web.learn')}  {address}")
    opened(address)
    words = [game, *(["--with", ",".join(modules)] if modules else []), "--web", "--lang", lang.value]
    served.run(None, said("web.learn.later", command=common.command("learn", *words)))


def _here(lang: Lang, undo: bool, pace: float) -> Serving:
    """A server for this machine alone, at the usual port if it is free."""
    from ...base.errors import UsageError
    from ...web.server import base, hosts

    try:
        sock = _listening(HOST, PORT)
    except UsageError:
        sock = _listening(HOST, 0)
    return Serving(_registry(lang, undo, pace), sock, hosts(sock, HOST, []), base(sock, HOST))


def needed(what: str) -> None:
    """Raise UsageError if the extra that a table in a browser needs is missing."""
    from importlib.util import find_spec

    from ...base.errors import install

    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise common.usage(f'{what} needs the extra "web": {install("web")}')


def _hostname(word: str) -> str:
    """The name in a word of `--name`. UsageError if there is none."""
    try:
        parts = urlsplit(word if "://" in word else f"//{word}")
        name = parts.hostname if parts.port is None or parts.scheme else None
    except ValueError:
        name = None
    if not name or parts.path not in ("", "/") or parts.scheme not in ("", "http", "https"):
        raise common.usage(f"--name {word}: write a name (games.example.org) or an address (https://NAME)")
    return name


def _listening(host: str, port: int) -> socket.socket:
    from ...web.server import listen

    return listen(host, port)


def _registry(lang: Lang, undo: bool, pace: float, most: int = 200) -> MatchRegistry[LiveMatch]:
    from ...web.live_match import LiveMatch
    from ...web.matches import MatchRegistry

    folder = common.home()
    return MatchRegistry(
        folder.parent / REGISTER,
        folder,
        lambda table, entry: LiveMatch(table, pace=pace),
        lang=lang.value,
        undo=undo,
        most=most,
    )


def _record(
    what: str,
    player: Sequence[str] | None,
    modules: str | None,
    edition: str | None,
    settings: Sequence[str] | None,
    data: Path | None,
    seed: int | None,
    save: Path | None,
    lang: Lang,
    help_level: HelpLevel,
) -> tuple[Path, Mapping[str, str] | None]:
    """The record of a new match, or the one that is named, with the bots that play in it if they were named."""
    from ...record.format import read
    from ...rules import plugins
    from ..shared import seats
    from . import saved_games
    from .new_match import begun

    file = saved_games.named(Path(what))
    path = Path(what)
    if what in plugins.found("game") or not (
        os.path.exists(file) or len(path.parts) > 1 or path.suffix == ".jsonl"
    ):
        match, texts = begun(
            what, player, modules, edition, settings, data, None, seed, save, lang, help_level
        )
        assert match.path is not None
        path = match.path
        match.close()
        return path, texts
    if modules or edition or settings or data or save or seed is not None or help_level is not HelpLevel.full:
        raise common.usage(f"{what} is a saved game: it goes on as it was begun; only -p can be given")
    head = read(file).head
    if not player:
        seats.of_record((), head.seats, head.bots, file, ["serve", what])
        return file, None
    words = [word for one in player for word in ("-p", one)]
    return file, seats.of_record(player, head.seats, head.bots, file, ["serve", what, *words])


@attrs.frozen
class Serving:
    """A server that is about to run."""

    registry: MatchRegistry[LiveMatch]
    sock: socket.socket
    hosts: Hosts
    base: str
    """What stands before the path of an address."""

    def run(self, entry: HostedMatch[LiveMatch] | None, again: str) -> NoReturn:
        """Print the addresses of the match and serve until Ctrl-C; then say how to go on. Raises Stopped."""
        from ...table.face_texts import Texts
        from ...web.app import application
        from ...web.server import Server, local

        said = Texts(self.registry.lang)
        guard = application(self.registry, hosts=self.hosts, lang=self.registry.lang)
        self.addresses(entry, said)
        if not local(self.sock):
            common.note(said("web.serve.open", host=self.sock.getsockname()[0]))
        common.note(said("web.serve.ends"))
        try:
            Server(guard, proxied=self.base.startswith("https://")).run(sockets=[self.sock])
        except KeyboardInterrupt:
            pass
        finally:
            self.registry.rest()
        common.note("", again)
        raise common.Stopped(130)

    def addresses(self, entry: HostedMatch[LiveMatch] | None, said: Texts) -> None:
        """Print every address of the match, and that of the lobby; before them, which bots play."""
        if entry is not None and entry.kept.bots:
            from ...bots.levels import spoken

            playing = ", ".join(f"{name} ({spoken(text)})" for name, text in entry.kept.bots.items())
            common.note(said("web.serve.bots", n=len(entry.kept.bots), bots=playing))
        rows = [(name, f"t/{token}") for name, token in (entry.people if entry is not None else {}).items()]
        rows += [(said("web.lobby.watching"), f"t/{entry.kept.watching}")] if entry is not None else []
        rows.append((said("web.serve.lobby"), f"h/{self.registry.lobby}"))
        wide = max(cell_len(name) for name, _ in rows)
        for name, path in rows:
            common.say(f"{ljust(name, wide)}  {self.base}/{path}")


def opened(address: str) -> None:
    """Open an address in the browser, where there is one with a window."""
    import threading
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if os.path.basename(getattr(browser, "name", "")) not in TEXT:
        # With some browsers this call returns only when they end.
        threading.Thread(target=browser.open, args=(address,), daemon=True).start()
