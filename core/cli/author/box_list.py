"""The list of `box`: reconstructed, disputed and inferred data of each game, and what its owner has put in place."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...base.errors import TilewrightError
from ...box import owner_data
from ...box.claims import Claim, claims
from ...box.shipped_files import ShippedFiles
from ...draw.cells import cell_len, ljust
from ...rules import plugins
from ..shared import common

KINDS = ("reconstructed", "disputed", "unsure", "owner")
"""The counts of a file's records: reconstructed, disputed by sources, inferred, seen by the owner."""


def overview(json: bool, only: str | None = None) -> None:
    """Print what is not sure, of each game or with every record of one, and what is in place."""
    found: list[dict[str, Any]] = []
    broken: list[dict[str, str]] = []
    for name in [only] if only is not None else plugins.found("game"):
        try:
            found.append(_listed(name, broken, whole=only is not None))
        except TilewrightError as error:
            if only is not None:
                raise
            broken.append({"game": name, "error": str(error)})
    if json:
        common.emit({"schema": 1, "games": found, "broken": broken})
        return
    for one in found:
        _said(one)
    common.say()
    for typed, does in NEXT:
        common.say(f"{typed.ljust(36)} {does}")
    for each in broken:
        common.note(f"{each['game']}:")
        common.told(each["error"])


NEXT = (
    ("tilewright box GAME", "correct it in your browser"),
    ("tilewright box GAME --copy DIR", "correct it in an editor"),
    ("tilewright box GAME --import PATH", "take over what another owner has made"),
)


def _listed(name: str, broken: list[dict[str, str]], *, whole: bool) -> dict[str, Any]:
    """Return one game. What is in place and cannot be read is noted in `broken`; the shipped data is counted then."""
    stock, folder = ShippedFiles.of(name), None
    files = dict(stock.shipped)
    try:
        folder = owner_data.in_place(name)
        if folder is not None:
            files = stock.read(folder)
            owner_data.loaded(name)
    except TilewrightError as error:
        broken.append({"game": name, "error": str(error)})
    rows = []
    for file, content in files.items():
        stated = [*claims(file, stock.kinds[file], content)]
        if not stated:
            continue
        row: dict[str, Any] = {
            "file": file,
            "records": len(stated),
            **{kind: sum(_kind(one) == kind for one in stated) for kind in KINDS},
            "certainty": dict(Counter(one.certainty for one in stated if not one.sure and one.certainty)),
            "changed": content != stock.shipped[file],
        }
        if whole:
            row["claims"] = [_claim(one) for one in stated if not one.sure or one.owner]
        rows.append(row)
    return {
        "game": name,
        "title": stock.known.game.title,
        "owner": {"folder": str(folder), "digest": folder.name} if folder is not None else None,
        "files": rows,
    }


def _kind(claim: Claim) -> str:
    if claim.sure:
        return "owner" if claim.owner else ""
    if "reconstructed" in claim.origins.values():
        return "reconstructed"
    return "disputed" if claim.disputed else "unsure"


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "path": list(claim.path),
        "label": claim.label,
        "origins": dict(claim.origins),
        "certainty": claim.certainty or None,
        "disputed": claim.disputed,
        "kind": _kind(claim),
    }


def _said(game: dict[str, Any]) -> None:
    terminal = common.terminal()
    terminal.say(f"{game['game']}: {game['title']}", "bold")
    rows = [row for row in game["files"] if any(row[kind] for kind in KINDS)]
    wide = max((cell_len(row["file"]) for row in rows), default=0)
    for row in rows:
        parts = [f"{row[kind]} {WORDS[kind]}" for kind in KINDS if row[kind]]
        sure = ", ".join(f"{row['certainty'][one]} {one}" for one in row["certainty"])
        more = f" (certainty: {sure})" if sure else ""
        terminal.wrapped(
            f"{ljust(row['file'], wide)}  of {row['records']}: {', '.join(parts)}{more}", "  ", " " * 6
        )
        for claim in row.get("claims", ()):
            terminal.wrapped(_told(claim), "      ", "        ")
    if not rows:
        terminal.say("  nothing is reconstructed or disputed")
    if game["owner"] is not None:
        terminal.wrapped(f"in place: your own data, {game['owner']['folder']}", "  ", "    ")


WORDS = {"reconstructed": "reconstructed", "disputed": "disputed", "unsure": "inferred", "owner": "yours"}


def _told(claim: dict[str, Any]) -> str:
    origins = ", ".join(f"{of or 'all else'} {origin}" for of, origin in claim["origins"].items())
    more = ["sources differ"] * claim["disputed"]
    more += [f"{claim['certainty']} certainty"] if claim["certainty"] else []
    return f"{claim['label'] or 'the file'}: {'; '.join([origins, *more])}"
