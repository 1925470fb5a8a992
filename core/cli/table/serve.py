"""`serve`: matches in a browser, for people on several machines; also what `--web` does in play and resume."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...base.errors import install
from ..shared import common
from ..shared.options import ENGLISH, HOST, PORT, HelpLevel, Lang
from ..shared.ruleset_words import USUAL, RulesetWords

if TYPE_CHECKING:
    from ...web.hosted_match import HostedMatch
    from ...web.joining.waiting_table import WaitingTable


def serve(
    what: str | None = None,
    player: list[str] | None = None,
    open_seats: int = 0,
    ruleset: RulesetWords = USUAL,
    seed: int | None = None,
    save: Path | None = None,
    lang: Lang = ENGLISH,
    help_level: HelpLevel = HelpLevel.full,
    undo: bool = True,
    host: str = HOST,
    port: int = PORT,
    name: list[str] | None = None,
    trust_proxy: list[str] | None = None,
    pace: float = 0.6,
    matches: int = 60,
    idle: int = 60,
    playtest: bool = False,
    log: bool = False,
) -> None:
    """Serve matches to browsers: one link for the whole table, then every player has a secret address.

    The lobby, at an address for you alone, lists all matches, begins new ones and goes on with saved games. Every move
    is saved, and the addresses stay the same after Ctrl-C or a crash: tilewright serve goes on. A match in a browser
    and resume at a terminal are the same record, one after the other. Only this machine reaches the server, unless
    --host opens it to others.

    Examples: tilewright serve GAME --open 3 --host 0.0.0.0; tilewright serve GAME -p anna -p bruno -p bot:greedy;
    tilewright serve; tilewright serve RECORD.jsonl
    """
    from ...table.face_texts import Texts

    needed("serve")
    from ...web.hosting.log import to_stderr
    from ...web.hosting.proxies import HERE, Proxies
    from ...web.server import base, hosts, listen
    from . import serving

    begins = player or open_seats or ruleset or save or seed is not None
    if what is None and begins:
        raise common.usage("name the game to begin: tilewright serve GAME ...")
    names = [serving.hostname(word) for word in name or ()]
    proxied = any("://" in word for word in name or ())
    try:
        proxies = Proxies.at(trust_proxy or (HERE if proxied else ()))
    except ValueError as error:
        raise common.usage(f"--trust-proxy {error}") from None
    sock, said = listen(host, port), Texts(lang.value)
    first = (name or [host])[0]
    to_stderr(log)
    registry = serving.registry(lang, undo, pace, matches, playtest, idle)
    entry: HostedMatch | WaitingTable | None = None
    if what is not None and open_seats:
        if save is not None:
            raise common.usage("--save names a record, which begins when people have come; leave it out")
        entry = serving.awaited(registry, what, player, open_seats, ruleset, seed, lang, help_level)
    elif what is not None:
        record, players = serving.record_of(what, player, ruleset, seed, save, lang, help_level, playtest)
        entry = registry.add(record, lang.value, players)
    again = said("web.serve.again", command=common.command("serve"))
    address = serving.outside(first) if "://" in first else base(sock, first)
    served = serving.Serving(registry, sock, hosts(sock, host, names), address, proxies)
    served.run(entry, again)


def needed(what: str) -> None:
    """Raise UsageError if the extra that a table in a browser needs is missing."""
    from importlib.util import find_spec

    if any(find_spec(one) is None for one in ("starlette", "uvicorn", "segno")):
        raise common.usage(f'{what} needs the extra "web":{install("web")}')
