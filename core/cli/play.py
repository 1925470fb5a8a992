"""`play` and `resume`: play a match at the terminal, or watch bots play."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import common
from .common import Data, Edition, Lang, Language, Modules, Plain, Seed, Settings, Start

if TYPE_CHECKING:
    from ..match import Bot, Match
    from ..rules import Rules


class Confirm(StrEnum):
    """When moves that cannot be taken back are confirmed."""

    auto = "auto"
    never = "never"


class Undo(StrEnum):
    """How far moves can be taken back."""

    turn = "turn"
    off = "off"


Confirming = Annotated[
    Confirm,
    typer.Option("--confirm", help="Preview a move that cannot be taken back and wait for Enter; or never."),
]
Undoing = Annotated[
    Undo, typer.Option("--undo", help="Moves can be taken back within the turn, or not at all.")
]


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; see the games command.")],
    player: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--player",
            metavar="NAME[:BOT]",
            help="A player (anna), or a bot (anna:greedy); repeatable.",
        ),
    ] = None,
    modules: Modules = None,
    edition: Edition = None,
    settings: Settings = None,
    data: Data = None,
    seed: Seed = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The record's file (by default a new one in your folder of saved games)."
        ),
    ] = None,
    plain: Plain = False,
    lang: Language = Lang.en,
    confirm: Confirming = Confirm.auto,
    start: Start = None,
    undo: Undoing = Undo.turn,
) -> None:
    """Play a game, or watch bots play.

    Play alone against bots, or with others at one terminal; without -p you play against greedy. Moves are read from
    the terminal or, one per line, from a pipe. Every move is saved.

    Examples: tilewright play GAME -p anna -p bruno:greedy; tilewright play GAME -p a:greedy -p b:random --seed 7
    """
    from ..match import Match
    from .position import begin

    if start is None:
        rules, state, script = common.assemble(game, modules, edition, settings, data), None, None
        names, texts = _players(player, rules)
    else:
        found = begin(start, game, modules, edition, settings, data)
        rules, state, script = found.rules, found.state, found.script
        names, texts = _seated(player, state.seats, state.to_act, found.bots, rules)
    bots = _bots(texts, rules)
    rules.blank(names)
    if save is not None:
        _writable(save)
    drawn = common.seeded(seed)
    path = save if save is not None else _place(rules.game.name)
    match = Match(
        rules, names, seed=drawn, bots=bots, bot_names=texts, record=path, script=script, start=state
    )
    _sit(match, texts, plain, lang, confirm, undo)


def resume(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a saved game.")],
    plain: Plain = False,
    lang: Language = Lang.en,
    confirm: Confirming = Confirm.auto,
    undo: Undoing = Undo.turn,
) -> None:
    """Continue a saved game.

    This works even if the record breaks off in the middle of a move: no decision that was acknowledged is lost.
    """
    from .. import bots
    from ..replay import resume as go_on

    match, record = go_on(file, bots.make)
    if record.unfinished:
        common.note(f"{file}:{record.unfinished}: the last line was not finished and has been removed")
    texts = {str(name): str(text) for name, text in (record.header.get("bots") or {}).items()}
    common.note(f"{common.counted(match.decisions, 'decision')} so far")
    _sit(match, texts, plain, lang, confirm, undo)


def _sit(
    match: Match, texts: Mapping[str, str], plain: bool, lang: Lang, confirm: Confirm, undo: Undo
) -> None:
    from .narration import players
    from .session import Session

    terminal = common.terminal(plain)
    session = Session(match, terminal, lang.value, confirm is Confirm.auto, undo is Undo.turn)
    terminal.say(f"{match.rules.game.title}: {players(match.state.seats, texts)}", "bold")
    if match.path is not None:
        terminal.note(f"saved after every move to {match.path}")
    if session.people and terminal.asks and not match.over:
        terminal.note("type a number, a coordinate or a move; ? lists what else you can type")
    session.run()


def _players(words: list[str] | None, rules: Rules) -> tuple[list[str], dict[str, str]]:
    """Return the names and bots of the `-p` words; a person against bots if there are none."""
    if not words:
        bot = "greedy" if rules.game.choices is not None else "random"
        others = max(1, rules.game.seats[0] - 1) if rules.game.seats[1] > 1 else 0
        names = [f"{bot}{n + 1}" if others > 1 else bot for n in range(others)]
        return ["player", *names], dict.fromkeys(names, bot)
    found: dict[str, str] = {}
    order = []
    for word in words:
        name, colon, bot = word.partition(":")
        order.append(name)
        if colon:
            if not bot:
                raise common.usage(
                    f"-p {word} names no bot after the colon; write NAME:BOT, or NAME for a person"
                )
            found[name] = common.bot_text(bot)
    return order, found


def _seated(
    words: list[str] | None,
    seats: tuple[str, ...],
    to_act: tuple[int, ...],
    before: Mapping[str, str],
    rules: Rules,
) -> tuple[list[str], dict[str, str]]:
    """Return the names and bots for a match from a position: as in the record, or as `-p` says."""
    if not words:
        if before:
            return list(seats), dict(before)
        bot = "greedy" if rules.game.choices is not None else "random"
        me = to_act[0] if to_act else 0
        return list(seats), {name: bot for n, name in enumerate(seats) if n != me}
    named, texts = _players(words, rules)
    if sorted(named) != sorted(seats):
        every = "both" if len(seats) == 2 else "all"
        raise common.usage(f"this position is for {', '.join(seats)}: give {every} with -p, or leave -p out")
    return list(seats), texts


def _bots(texts: Mapping[str, str], rules: Rules) -> dict[str, Bot]:
    from .. import bots

    return {name: bots.make(text, rules) for name, text in texts.items()}


def _writable(save: Path) -> None:
    """Raise UsageError if the record cannot be written there, as far as can be seen before `Match` tries."""
    if save.is_dir():
        raise common.usage(f"--save {save}: that is a folder; name a file")
    if save.exists():
        again = common.command("resume", save)
        raise common.usage(f"--save {save}: the file exists; choose another name, or continue it: {again}")
    folder = next(parent for parent in save.resolve().parents if parent.exists())
    if not folder.is_dir():
        raise common.usage(f"--save {save} cannot be written: {folder} is not a folder")
    if not os.access(folder, os.W_OK):
        raise common.usage(f"--save {save} cannot be written: no permission for {folder}")


def _place(game: str) -> Path:
    """Return a new file among the saved games, or among the temporary files if those cannot be written.

    The seed is not part of its name, since a name is seen by people to whom the seed would tell everything.
    """
    folder = common.home()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        common.note(f"{folder} cannot be written; choose where to save with --save FILE")
        folder = Path(tempfile.gettempdir()) / "tilewright"
    stem, n = f"{game}-{datetime.now():%Y%m%d-%H%M%S}", 1
    while (path := folder / (f"{stem}.jsonl" if n == 1 else f"{stem}-{n}.jsonl")).exists():
        n += 1
    return path
