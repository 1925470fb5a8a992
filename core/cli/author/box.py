"""`box`: lists uncertain data of a game, and lets owners of the printed game replace it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from ..shared import common
from ..shared.options import ENGLISH, Json, Language
from ..table import serve
from . import box_files, box_list

HOST, PORT = "127.0.0.1", 8138
"""The page's address. It differs from that of `serve`, because a browser keeps photos by address."""


def box(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game; without it, a list of all.", show_default=False),
    ] = None,
    copy: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write the data files into a new folder, to correct them in an editor."
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Say what is wrong in a folder of data files, and what they change."
        ),
    ] = None,
    import_: Annotated[
        Path | None,
        typer.Option(
            "--import",
            metavar="PATH",
            help="Check a folder, or a file of another owner, and put it in place.",
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write what is in place as one file, to hand to another owner."),
    ] = None,
    fix: Annotated[
        bool,
        typer.Option("--fix", help="With --check: write each number that is counted as the data has it."),
    ] = False,
    shipped: Annotated[
        bool, typer.Option("--shipped", help="Use the shipped data again; your own is kept.")
    ] = False,
    json: Json = False,
    lang: Language = ENGLISH,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="Port of the page; 0 takes a free one.")
    ] = PORT,
) -> None:
    """Correct a game's data from the printed game that you own.

    Without GAME, lists what of each game is reconstructed or disputed, and what you have put in place of it. With it,
    opens a page in your browser where you compare each such thing with your copy, correct it by clicks and put it in
    place (needs the extra 'web'). Every command uses your own data then, unless it says --data none. Photos stay on
    this machine.

    The same in an editor: --copy DIR, correct the files, --check DIR until nothing is wrong, --import DIR. Exit code 3
    if data is wrong.

    Examples: tilewright box; tilewright box GAME; tilewright box GAME --copy DIR; tilewright box GAME --check DIR;
    tilewright box GAME --import DIR
    """
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
    from contextlib import suppress

    from ...table.face_texts import Texts

    serve.needed("box GAME")
    from ...box.draft import Draft
    from ...web.box.app import application
    from ...web.server import Server, base, hosts, listen

    draft = Draft.open(game)
    try:
        sock = listen(HOST, port)
        said, token = Texts(lang), secrets.token_urlsafe(16)
        address = f"{base(sock, HOST)}/t/{token}"
        common.say(address)
        common.note(said("box.serve.ends"))
        serve.opened(address)
        with suppress(KeyboardInterrupt):
            Server(application(draft, token, hosts=hosts(sock, HOST, []), lang=lang)).run(sockets=[sock])
        common.note("", said("box.serve.saved", command=common.command("box", game)))
    finally:
        draft.close()
    raise common.Stopped(130)
