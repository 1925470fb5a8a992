"""The commands of `box` that need no browser: copy, check, put in place, export."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...base import files as disk
from ...base.errors import InvalidFile, Problem, UsageError
from ...box import owner_data
from ...box.claims import claims, stamped
from ...box.differences import differences
from ...box.export import copied, exported
from ...box.plain_values import GONE
from ...box.shipped_files import ShippedFiles
from ...box.take_over import BroughtFiles
from ...rules import plugins
from ...text.options import unknown
from ..shared import common, output
from .box_pictures import changed


def known(game: str) -> None:
    """Raise UsageError, as everywhere, if no such game is known."""
    games = plugins.found("game")
    if game not in games:
        raise unknown("game", game, games)


# -- files -----------------------------------------------------------------------------------------------------------


def copy(game: str, folder: Path, json: bool) -> None:
    """Write the data files into the folder, and say what to do with them."""
    written = copied(ShippedFiles.of(game), folder)
    if json:
        common.emit({"schema": 1, "game": game, "folder": str(folder), "files": written})
        return
    for name, own in written.items():
        common.say(f"{folder / name}{'  (yours)' if own else ''}")
    common.note(
        "correct some of them (those that stay as they are can be deleted), then: "
        f"{common.command('box', game, '--check', folder)}"
    )


def check(game: str, folder: Path, json: bool, lang: str, fix: bool = False) -> None:
    """Print what the folder changes, with pictures; then raise InvalidFile if something in it is wrong."""
    _there(folder, os.path.isdir(folder), "folder")
    stock = ShippedFiles.of(game)
    files, kept, problems = dict(stock.shipped), list[str](), list[Problem]()
    try:
        brought = BroughtFiles.of(game, folder)
        if fix:
            brought = _fixed(brought, game, folder)
        files, kept = dict(brought.files), [*brought.kept]
        problems = [one.problem for one in brought.check().problems]
    except InvalidFile as error:
        problems = error.problems
    if json:
        common.emit(_checked(stock, folder, files, problems))
        if problems:
            raise common.Stopped(3)
        return

    some = [name for name in files if files[name] != stock.shipped[name] and name not in kept]
    for name in some:
        changed(stock, name, files, lang)
    _stays(game, kept)
    if problems:
        common.say()
        common.note(f"{common.counted(len(problems), 'thing')} to put right:")
        raise InvalidFile(problems)
    if not some:
        common.say(f"{folder} differs in nothing from the shipped data")
        return
    common.say()
    _unsure(stock, {name: files[name] for name in some})
    common.say(f"everything fits; to put it in place: {common.command('box', game, '--import', folder)}")


def _checked(stock: ShippedFiles, folder: Path, files: dict[str, Any], problems: list[Any]) -> dict[str, Any]:
    return {
        "schema": 1,
        "game": stock.game,
        "folder": str(folder),
        "ok": not problems,
        "problems": [
            common.fields(one, "file", "line", "column", "where", "message", "right") for one in problems
        ],
        "changed": [
            {
                "file": name,
                "path": list(one.path),
                "said": one.said,
                **{
                    key: value
                    for key, value in common.fields(one, "before", "after").items()
                    if value is not GONE
                },
            }
            for name, content in files.items()
            for one in differences(stock.shipped[name], content)
        ],
    }


def _fixed(brought: BroughtFiles, game: str, folder: Path) -> BroughtFiles:
    """Write what is counted into the files of the folder, and return what they hold then."""
    for _ in range(5):  # a total that is right can show the next that is not
        made = brought.mended()
        if not made:
            break
        for name, text in made.items():
            disk.replace(folder / name, text)
            common.note(f"{folder / name}: written as counted")
        brought = BroughtFiles.of(game, folder)
    return brought


def _stays(game: str, kept: Sequence[str]) -> None:
    """Print which files of the owner's stay as they are in place."""
    if kept:
        common.note(
            f"yours, in place, and not in this folder or file, so they stay: {', '.join(kept)} "
            f"(to begin with the shipped ones: {common.command('box', game, '--shipped')})"
        )


def _unsure(stock: ShippedFiles, files: Mapping[str, Any]) -> None:
    """Print which records of these files would still count as reconstructed, and how an owner vouches for them."""
    for name, content in files.items():
        made = stamped(stock.kinds[name], content, stock.shipped[name])
        unsure = [
            one.label or "the file itself" for one in claims(name, stock.kinds[name], made) if not one.sure
        ]
        if unsure:
            more = f" and {len(unsure) - 8} more" if len(unsure) > 8 else ""
            common.note(f"{name}: not all of these is yours yet: {', '.join(unsure[:8])}{more}")
            common.note(
                "  (write `provenance: owner`, or the key that says reconstructed, where ours is right)"
            )


def take(game: str, source: Path, json: bool) -> None:
    """Put a folder or another owner's file in place, if all of it is right."""
    _there(source, os.path.exists(source), "file or folder")
    brought = BroughtFiles.of(game, source)
    if not json:
        _stays(game, brought.kept)
    folder = brought.put_in_place()
    if json:
        common.emit({"schema": 1, "game": game, "owner": {"folder": str(folder), "digest": folder.name}})
        return
    common.say(f"in place: {folder}")
    common.note(
        f"every command plays {game} with it from now on; --data none uses the shipped data once, and "
        f"{common.command('box', game, '--shipped')} for good"
    )


def export(game: str, file: Path) -> None:
    """Write what is in place as one file, which is not there yet."""
    output.put(file, exported(game), fresh=True)
    common.note(f"another owner takes it over with: {common.command('box', game, '--import', file.name)}")


def shipped(game: str) -> None:
    """Use the shipped data again, and say where the owner's stays."""
    try:
        folder = owner_data.in_place(game)
    except UsageError:  # what is named is not there
        folder = None
    was = owner_data.take_away(game)
    common.say(f"{game} is played with the shipped data{'' if was else ' already'}")
    folder = folder or next(iter(owner_data.kept(game)), None)
    if folder is not None:
        common.note(f"your own stays; to have it back: {common.command('box', game, '--import', folder)}")


def _there(path: Path, there: bool, what: str) -> None:
    if not there:
        raise common.usage(f"there is no {what} {path}")
