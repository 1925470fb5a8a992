"""The command of a new run after a study: the words of its own, with other blocks, another seed and another folder."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping

LEFT = ("--anew", "--csv", "--json", "--yes", "--parts", "--shard")
"""What a new run does not take over: files of the first one, and how it was printed."""
SWITCHES = ("--anew", "--json", "--yes", "--each")
"""Flags without a value."""


def anew(command: str, change: Mapping[str, str | None]) -> str:
    """Return the command with these values of flags in place of its own; None leaves a flag out.

    A run with --out gets another folder. "" if the command starts no run by itself, or reads a plan file, whose
    settings other ones would contradict.
    """
    words = shlex.split(command) if command.startswith("tilewright ") else []
    if not words or words[2:3] == ["merge"]:
        return ""
    change, kept, place = {**dict.fromkeys(LEFT), **change}, list[str](), 0
    while place < len(words):
        flag, is_, value = words[place].partition("=")
        taken = 1 if is_ or flag in SWITCHES or not flag.startswith("--") else 2
        if flag == "--plan":
            return ""
        if flag == "--out":
            value = value if is_ else words[place + 1]
            change = {**change, "--out": following(value)}
        elif flag not in change:
            taken = 1
            kept.append(words[place])
        place += taken
    more = [word for flag, value in change.items() if value is not None for word in (flag, value)]
    return shlex.join([*kept, *more])


def following(folder: str) -> str:
    """Return a name for another folder: `castles-2` after `castles`, `castles-3` after that."""
    plain = folder.rstrip("/\\") or folder
    found = re.fullmatch(r"(.*\D)-(\d{1,3})", plain)
    return f"{found[1]}-{int(found[2]) + 1}" if found else f"{plain}-2"
