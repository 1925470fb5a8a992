"""Digests of the Python code that plays: ours, and that of other people's games and modules."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from ... import bots
from ...base import files as disk
from ...base.limits import RECORD
from ...bots import levels
from ...outside.program_name import PREFIX, ProgramName
from ...rules.plugins import found
from ...rules.ruleset import Rules

CODE = "code"
"""The entry of a plan with the digests of its bots' files."""


@cache
def ours() -> str:
    """Return a digest of our own Python files: a checkout may change while its version stays."""
    tops = [Path(str(files("tilewright").joinpath(room))) for room in ("core", "games")]
    return _digest((top, path) for top in tops for path in sorted(top.rglob("*.py")))


def others(rules: Rules) -> str:
    """Return a digest of the Python files of the game and the modules that come from other packages; "" if none do."""
    kinds = [
        ("game", rules.game.name),
        *(("module", f"{rules.game.name}.{one.name}") for one in rules.modules),
    ]
    tops = set()
    for kind, name in kinds:
        plugin = found(kind).get(name)
        if plugin is not None and plugin.source != "tilewright":
            tops.add(plugin.point.module.partition(".")[0])
    return "".join(_package(top) for top in sorted(tops))


def of_bots(texts: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return, as an entry of a plan, digests of the files that decide how these bots play; {} if none has a file."""
    digests = {}
    for text in texts:
        whole = bots.parted(levels.bot(text))[0]
        if whole.startswith(PREFIX):
            paths = [word for word in ProgramName.read(whole).command if os.path.isfile(word)]
        else:
            paths = [whole.rpartition(":")[0] if ".py:" in whole else bots.learned_from(text)]
        content = [disk.content(path, most=RECORD) for path in paths if path]
        if content:
            digests[text] = sha256(b"\n".join(content)).hexdigest()[:16]
    return {CODE: digests} if digests else {}


def _package(name: str) -> str:
    spec = find_spec(name)
    if spec is None:
        return ""
    folders = [Path(folder) for folder in spec.submodule_search_locations or ()]
    if folders:
        return _digest((folder, path) for folder in folders for path in sorted(folder.rglob("*.py")))
    return _digest([(Path(spec.origin).parent, Path(spec.origin))]) if spec.origin else ""


def _digest(paths: Iterable[tuple[Path, Path]]) -> str:
    digest = sha256()
    for top, path in paths:
        digest.update(path.relative_to(top).as_posix().encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]
