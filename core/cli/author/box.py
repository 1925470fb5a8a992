"""`box`: lists uncertain data of a game, and lets owners of the printed game replace it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from ..shared import common
from ..shared.options import ENGLISH, HOST, Lang
from ..table.serve import needed

PORT = 8138
"""The page's address differs from that of `serve`, because a browser keeps photos by address."""


def box(
    game: str | None = None,
    copy: Path | None = None,
    check: Path | None = None,
    import_: Path | None = None,
    export: Path | None = None,
    fix: bool = False,
    shipped: bool = False,
    json: bool = False,
    lang: Lang = ENGLISH,
    port: int = PORT,
) -> None:
    """Correct a game's data from the printed game that you own."""
    from . import box_files, box_list

    given = [
        flag
        for flag, one in (
            ("--copy", copy),
            ("--check", check),
            ("--import", import_),
            ("--export", export),
            ("--shipped", shipped or None),
        )
        if one is not None
    ]
    if len(given) > 1:
        raise common.usage(f"{common.both(given)} are different things to do; leave one of them out")
    if fix and check is None:
        raise common.usage("--fix goes with --check DIR")
    if game is None:
        if given:
            raise common.usage(f"name the game: tilewright box GAME {given[0]} ...")
        box_list.overview(json)
        return
    box_files.known(game)
    if copy is not None:
        box_files.copy(game, copy, json)
    elif check is not None:
        box_files.check(game, check, json, lang.value, fix)
    elif import_ is not None:
        box_files.take(game, import_, json)
    elif export is not None:
        box_files.export(game, export)
    elif shipped:
        box_files.shipped(game)
    elif json:
        box_list.overview(json, game)
    else:
        _page(game, lang.value, port)


def _page(game: str, lang: str, port: int) -> NoReturn:
    """Serve the page of the game's draft to this machine alone until Ctrl-C, and open it in the browser."""
    import secrets

    from ...table.face_texts import Texts

    needed("box GAME")
    from ...box.draft import Draft
    from ...web.box.app import application
    from ...web.server import Server, base, hosts, listen
    from ..table.serving import opened

    draft = Draft.open(game)
    try:
        sock = listen(HOST, port)
        said, token = Texts(lang), secrets.token_urlsafe(16)
        address = f"{base(sock, HOST)}/t/{token}"
        common.say(address)
        common.note(said("box.serve.ends"))
        opened(address)
        with suppress(KeyboardInterrupt):
            Server(application(draft, token, hosts=hosts(sock, HOST, []), lang=lang)).run(sockets=[sock])
        common.note("", said("box.serve.saved", command=common.command("box", game)))
    finally:
        draft.close()
    raise common.Stopped(130)
