"""Saved games on the disk: where new ones go, those that can go on as a list, and files named without their folder."""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from string import ascii_lowercase

from ...base import files
from ...base.files import nameable
from ...base.limits import number
from ...bots.levels import spoken
from ...record.writer import Writer
from ...table import commands, result_text
from ...table.face_texts import Texts
from ...table.narration import players
from ...table.record_index import RecordIndex
from ...table.saved_games import SavedGame, age
from ...text.seat_names import alike
from ..shared import common
from ..shared.terminal import Terminal
from ..shared.text_tables import table

SHOWN = 14
"""Games offered at a terminal: a to n, so that the list fits one screen and q can leave."""
BROKEN = 3
"""Broken files that are named; a folder full of them must not drive the list off the screen."""
LEAVE = "q"


def named(file: Path) -> Path:
    """Return the file that is meant: as it is written, or one among the saved games, also without its ending.

    Systems spell a name in normal forms of their own, so the only saved game of the same name is meant, too.
    """
    if os.path.exists(file) or len(file.parts) > 1:
        return file
    folder = common.home()
    for one in (folder / file, folder / f"{file}.jsonl"):
        if os.path.exists(one):
            return one
    wanted = alike(f"{file}".removesuffix(".jsonl"))
    saved = os.listdir(folder) if os.path.isdir(folder) else []
    same = [one for one in saved if alike(one.removesuffix(".jsonl")) == wanted]
    return folder / same[0] if len(same) == 1 else file


def called(path: Path) -> str:
    """Return the shortest text by which `named` finds this file: its name among the saved games, or its whole path."""
    whole, short = os.path.realpath(path), path.stem
    again = named(Path(short))
    return short if not short.startswith("-") and os.path.realpath(again) == whole else whole


def writable(save: Path) -> None:
    """Raise UsageError if the record cannot be written there, as far as can be seen before `Match` tries."""
    nameable(save)
    if os.path.isdir(save):
        raise common.usage(f"--save {save}: that is a folder; name a file")
    if os.path.exists(save) and not os.path.isfile(save):
        raise common.usage(f"--save {save}: no game can be read back from there; name a file")
    if os.path.lexists(save):
        again = common.command("resume", save)
        raise common.usage(f"--save {save}: the file exists; choose another name, or continue it: {again}")
    folder = next(parent for parent in Path(os.path.realpath(save)).parents if os.path.exists(parent))
    if not os.path.isdir(folder):
        raise common.usage(f"--save {save} cannot be written: {folder} is not a folder")
    if not os.access(folder, os.W_OK):
        raise common.usage(f"--save {save} cannot be written: no permission for {folder}")


def fresh(game: str) -> Writer:
    """Return the writer of a new file among the saved games, or among the temporary files if those cannot be written.

    The seed is not part of its name, since a name is seen by people to whom the seed would tell everything.
    """
    folder = common.home()
    try:
        files.folder(folder)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        common.note(f"{folder} cannot be written; choose where to save with --save FILE")
        folder = Path(tempfile.gettempdir()) / f"tilewright-{getattr(os, 'getuid', int)()}"
    return Writer.fresh(folder / f"{game}-{datetime.now():%Y%m%d-%H%M%S}.jsonl")


def picked(terminal: Terminal, lang: str) -> Path:
    """Return the unfinished game that the person chooses. In a pipe, print the list and raise UsageError."""
    folder, say = common.home(), Texts(lang)
    found = RecordIndex(folder).saves()
    complain(found, terminal, say)
    sound = [save for save in found if not save.problem and not save.over]
    finished = sum(save.over for save in found)
    shown = sound[:SHOWN] if terminal.asks else sound
    if sound:
        terminal.say(say("saves.title"), "bold")
    letters = list(ascii_lowercase[: len(shown)]) if terminal.asks else []
    for row in listed(shown, say, terminal.width if terminal.asks else 0, letters):
        terminal.say(row)
    if len(shown) < len(sound):
        terminal.place(say("saves.more", n=len(sound) - len(shown)), folder, note=True)
    if finished:
        terminal.advise(say("saves.finished", n=finished))
    if not sound:
        raise common.usage(f"there is no game to continue in {folder}; begin one: tilewright play GAME")
    if not terminal.asks:
        raise common.usage("name the game to continue: tilewright resume FILE")
    return _chosen(shown, terminal, say)


def _chosen(shown: Sequence[SavedGame], terminal: Terminal, say: Texts) -> Path:
    letters = ascii_lowercase[: len(shown)]
    while True:
        try:
            typed = terminal.ask(say("saves.ask")).strip()
        except EOFError:
            terminal.note()
            raise common.Stopped(130) from None
        if typed.lower() == LEAVE or commands.words(say.lang).get(typed.lower()) == "quit":
            raise common.Stopped(0)
        count = number(typed)
        at = (
            0 if not typed else count - 1 if count else letters.find(typed.lower()) if len(typed) == 1 else -1
        )
        at = at if at < len(shown) else -1
        path = shown[at].path if at >= 0 else named(Path(typed))
        if os.path.exists(path):
            terminal.note(say("saves.continued", file=path.name))
            return path
        terminal.note(say("saves.unknown", typed=typed))


def complain(found: Sequence[SavedGame], terminal: Terminal, say: Texts) -> None:
    """Name the files that cannot be read, and why."""
    broken = [save for save in found if save.problem]
    for save in broken[:BROKEN]:
        terminal.advise(say("saves.broken", file=save.path.name, why=save.problem))
    if len(broken) > BROKEN:
        terminal.note(say("saves.others", n=len(broken) - BROKEN))


def listed(shown: Sequence[SavedGame], say: Texts, width: int, letters: Sequence[str] = ()) -> list[str]:
    """Return a line for each saved game: letter or file, game, players, how far it went, age; 0 is any width.

    Games that would look the same have their files behind them.
    """
    now = time.time()
    rows = []
    for n, save in enumerate(shown):
        head = save.head
        assert head is not None
        who = players(head.seats, {name: spoken(text) for name, text in head.bots.items()})
        # All modules of a game would leave no room for the players.
        game = head.game + (
            f"+{len(head.modules)}" if len(head.modules) > 1 else "".join(f"+{m}" for m in head.modules)
        )
        first = letters[n] if letters else save.path.stem
        rows.append((first, game, who, _far(save, say), age(save.changed, now, say)))
    looks = Counter(row[1:] for row in rows)
    stems = [
        save.path.stem if letters and looks[row[1:]] > 1 else ""
        for save, row in zip(shown, rows, strict=True)
    ]
    return table([(*row, stem) for row, stem in zip(rows, stems, strict=True)], width, narrow=2)


def _far(save: SavedGame, say: Texts) -> str:
    if not save.over:
        return say("saves.move", n=save.decisions) if save.decisions else say("saves.begun")
    assert save.head is not None
    return result_text.over(save.result, save.head.seats, say.lang)
