"""A server that runs: matches from the words of a command line, the addresses that are printed, the browser."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

import attrs

from ...base.errors import UsageError
from ...bots import uninstalled
from ...bots.levels import spoken
from ...draw.cells import cell_len, ljust
from ...record.format import read
from ...rules import plugins
from ...table.face_texts import Texts
from ...table.match_setup import MatchSetup
from ...web.app import application
from ...web.hosted_match import HostedMatch
from ...web.hosting.proxies import Proxies
from ...web.hosting.self_test import SelfTest
from ...web.joining import qr, seating
from ...web.joining.waiting_table import WaitingSeat, WaitingTable
from ...web.live_match import LiveMatch
from ...web.lobby import Lobby
from ...web.lobby_list import LobbyView
from ...web.match_form import fitted
from ...web.matches import MatchRegistry
from ...web.middleware import Hosts
from ...web.server import Server, base, hosts, listen, local
from ..shared import common, output, seats
from ..shared.options import HOST, PORT, HelpLevel, Lang
from ..shared.output import Styled
from ..shared.ruleset_words import RulesetWords
from . import saved_games
from .new_match import begun

TEXT = ("www-browser", "links", "elinks", "lynx", "w3m")
"""Browsers that run in the terminal and would take it away from the server."""


SOON = 2.0
"""Seconds after which the lobby is made ready: those who came with the start come first."""
REGISTER = "web.json"
"""The file beside the saved games in which older versions kept the addresses; now one of the same name does."""


def web(record: Path, players: Mapping[str, str] | None, lang: Lang, undo: bool, pace: float) -> NoReturn:
    """Serve the match of this record to this machine alone, and open its first person's page in the browser."""
    served = _here(lang, undo, pace)
    entry = served.registry.add(record, lang.value, players)
    command = common.command("resume", saved_games.called(record), "--web")
    opened(f"{served.base}/t/{next(iter(entry.people.values()), entry.kept.watching)}")
    served.run(entry, Texts(lang.value)("web.serve.again", command=command))


def lesson(game: str, modules: Sequence[str], lang: Lang, page: int | None = None) -> NoReturn:
    """Serve the lesson of a game to this machine alone, and open it in the browser, at this page or where it was left.

    UsageError if there is no such lesson or page.
    """
    plan = MatchSetup(game=game, modules=tuple(modules))
    plan.loaded()
    served, said = _here(lang, True, 0.6), Texts(lang.value)
    token = served.registry.learn("lobby", fitted(plan, [game]), lang.value)
    begun = served.registry.lessons.found(token)
    if begun is not None and page is not None:
        begun.turn_to(begun.lesson.number(page))
    address = f"{served.base}/t/{token}"
    common.say(f"{said('web.learn')}  {address}")
    opened(address)
    words = [game, *(["--with", ",".join(modules)] if modules else []), "--web", "--lang", lang.value]
    served.run(None, said("web.learn.later", command=common.command("learn", *words)))


def _here(lang: Lang, undo: bool, pace: float) -> Serving:
    """A server for this machine alone, at the usual port if it is free."""
    try:
        sock = listen(HOST, PORT)
    except UsageError:
        sock = listen(HOST, 0)
    return Serving(registry(lang, undo, pace), sock, hosts(sock, HOST, []), base(sock, HOST))


def hostname(word: str) -> str:
    """The name in a word of `--name`. UsageError if there is none."""
    try:
        parts = urlsplit(word if "://" in word else f"//{word}")
        name = parts.hostname if parts.port is None or parts.scheme else None
    except ValueError:
        name = None
    if not name or parts.path not in ("", "/") or parts.scheme not in ("", "http", "https"):
        raise common.usage(f"--name {word}: write a name (games.example.org) or an address (https://NAME)")
    return name


def outside(address: str) -> str:
    """The beginning of an address as browsers write it: `https://games.example.org`, without the usual port."""
    found = address.rstrip("/").lower()
    return found.removesuffix(":443" if found.startswith("https:") else ":80")


def registry(
    lang: Lang, undo: bool, pace: float, most: int = 60, playtest: bool = False, idle: int = 0
) -> MatchRegistry:
    folder = common.home()
    return MatchRegistry(
        folder.parent / REGISTER,
        folder,
        lambda table: LiveMatch(table, pace=pace),
        lang=lang.value,
        undo=undo,
        most_open=most,
        playtest=playtest,
        idle=idle,
    )


def record_of(
    what: str,
    player: Sequence[str] | None,
    ruleset: RulesetWords,
    seed: int | None,
    save: Path | None,
    lang: Lang,
    help_level: HelpLevel,
    playtest: bool = False,
) -> tuple[Path, Mapping[str, str] | None]:
    """The record of a new match, or the one that is named, with the bots that play in it if they were named."""
    file = saved_games.named(Path(what))
    path = Path(what)
    if what in plugins.found("game") or not (
        os.path.exists(file) or len(path.parts) > 1 or path.suffix == ".jsonl"
    ):
        match, texts = begun(what, player, ruleset, None, seed, save, lang, help_level, playtest)
        assert match.path is not None
        path = match.path
        match.close()
        return path, texts
    if ruleset or save or seed is not None or help_level is not HelpLevel.full:
        raise common.usage(f"{what} is a saved game: it goes on as it was begun; only -p can be given")
    head = read(file).head
    if not player:
        seats.of_record((), head.seats, head.bots, file, ["serve", what])
        return file, None
    words = [word for one in player for word in ("-p", one)]
    return file, seats.of_record(player, head.seats, head.bots, file, ["serve", what, *words])


def awaited(
    registry: MatchRegistry,
    game: str,
    player: Sequence[str] | None,
    free: int,
    ruleset: RulesetWords,
    seed: int | None,
    lang: Lang,
    help_level: HelpLevel,
) -> WaitingTable:
    """A table with these players and so many free seats, for which people are awaited from now on."""
    if game not in plugins.found("game"):
        raise common.usage(f"--open: people sit down at a new match; {game} is no game that is installed")
    rules = ruleset.rules(game)
    names, texts = seats.players(player, rules) if player else ([], {})
    if strange := [text for text in texts.values() if uninstalled(text)]:
        raise common.usage(
            f"--open: the match begins when people have come, and {strange[0]} is not installed"
        )
    places = [WaitingSeat(name=name, bot=texts.get(name, "")) for name in names]
    table = seating.fresh(
        game,
        modules=tuple(ruleset.names),
        edition=ruleset.edition,
        options={name: str(value) for name, value in ruleset.options.items()},
        data=ruleset.folder,
        help=help_level.value,
        seed=seed,
        lang=lang.value,
        seats=(*places, *[WaitingSeat()] * free),
    )
    return seating.wait(registry, table)


@attrs.frozen
class Serving:
    """A server that is about to run."""

    registry: MatchRegistry
    sock: socket.socket
    hosts: Hosts
    base: str
    """What stands before the path of an address."""
    proxies: Proxies = Proxies()

    def run(self, entry: HostedMatch | WaitingTable | None, again: str) -> NoReturn:
        """Print the addresses of the match and serve until Ctrl-C; then say how to go on. Raises Stopped."""
        said = Texts(self.registry.lang)
        lang, test = self.registry.lang, SelfTest()
        guard = application(self.registry, hosts=self.hosts, lang=lang, proxies=self.proxies, test=test)
        self.addresses(entry, said)
        if not local(self.sock):
            common.note(said("web.serve.open", host=self.sock.getsockname()[0]))
        common.note(said("web.serve.ends"))
        if not self._here:  # somebody else listens there
            threading.Thread(target=test.ask, args=(self.base, said, common.note), daemon=True).start()
        ready = threading.Timer(SOON, self._ready, (said,))
        ready.daemon = True
        ready.start()
        try:
            Server(guard).run(sockets=[self.sock])
        except KeyboardInterrupt:
            pass
        finally:
            self.registry.rest()
        common.note("", again)
        raise common.Stopped(130)

    def _ready(self, said: Texts) -> None:
        """Load what the lobby needs, so that it is quick the first time as well; say if its index was made anew."""
        with suppress(Exception):  # of a game or plugin: the lobby says what is wrong
            Lobby(self.registry, said, self.base).page(LobbyView())
        if self.registry.index.anew:
            common.note(said(f"saves.index.{self.registry.index.anew}"))

    @property
    def _here(self) -> bool:
        """True if no proxy stands in front."""
        return self.base.endswith(f":{self.sock.getsockname()[1]}")

    def addresses(self, entry: HostedMatch | WaitingTable | None, said: Texts) -> None:
        """Print every address of the match, and that of the lobby; before them, which bots play, and a QR code.

        The code is for terminals, and where another machine can come.
        """
        kept = entry.kept if isinstance(entry, HostedMatch) else entry
        people, bots = (kept.people, kept.bots) if kept is not None else ({}, {})
        join = kept.join if kept is not None else ""
        if bots:
            playing = ", ".join(f"{name} ({spoken(text)})" for name, text in bots.items())
            common.note(said("web.serve.bots", n=len(bots), bots=playing))
        shown = output.err().isatty() and not (local(self.sock) and self._here)
        if join and shown:
            # White on black whatever the terminal's colours are: not every camera reads dark for light.
            before, after = ("", "") if os.environ.get("NO_COLOR") else ("\x1b[97;40m", "\x1b[0m")
            lines = (Styled(f"{before}{one}{after}") for one in qr.blocks(f"{self.base}/j/{join}"))
            common.note("", *lines, "")
        rows = [(said("web.join.everybody"), f"j/{join}")] if join else []
        rows += [(name, f"t/{token}") for name, token in people.items() if name not in bots]
        rows += [(said("web.lobby.watching"), f"t/{kept.watching}")] if kept is not None else []
        rows.append((said("web.serve.lobby"), f"h/{self.registry.lobby}"))
        wide = max(cell_len(name) for name, _ in rows)
        for name, path in rows:
            common.say(f"{ljust(name, wide)}  {self.base}/{path}")


def opened(address: str) -> None:
    """Open an address in the browser, where there is one with a window."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if os.path.basename(getattr(browser, "name", "")) not in TEXT:
        # With some browsers this call returns only when they end.
        threading.Thread(target=browser.open, args=(address,), daemon=True).start()
