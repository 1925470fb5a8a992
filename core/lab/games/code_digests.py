"""Digests of the Python code that plays: ours, and that of other people's games and modules."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from ... import bots
from ...base import files as disk
from ...base.limits import RECORD
from ...bots import learned_file, levels
from ...bots.human_error import warmth
from ...outside.program_name import PREFIX, ProgramName
from ...rules.plugins import BEGAN, found
from ...rules.ruleset import Rules

CODE = "code"
"""The entry of a plan with the digests of its bots' files."""


@cache
def ours() -> str:
    """Return a digest of our own Python files: a checkout may change while its version stays."""
    return _digest(_ours())


def _ours() -> list[tuple[Path, Path]]:
    tops = [Path(str(files("tilewright").joinpath(room))) for room in ("core", "games")]
    return [(top, path) for top in tops for path in sorted(top.rglob("*.py"))]


@cache
def shipped() -> str:
    """Return a digest of all data that comes with us: of games, learned bots, and the pace of people."""
    top = Path(str(files("tilewright").joinpath("data")))
    return _digest((top, path) for path in _files(top))


@cache
def installed() -> str:
    """Return a digest of what is installed, with its versions: bots and plugins may calculate with it."""
    every = sorted(
        {f"{one['Name']} {one['Version']}" for one in (known.metadata for known in distributions())}
    )
    return _sum("\n".join(every).encode())


def others(rules: Rules) -> str:
    """Return a digest of the packages of others from which the game, modules and metrics come; "" if none do."""
    return "".join(_digest(_package(top)) for top in _tops(rules))


def _tops(rules: Rules) -> list[str]:
    kinds = [
        ("game", rules.game.name),
        *(("module", f"{rules.game.name}.{one.name}") for one in rules.modules),
        *(("metric", name) for name in found("metric")),
    ]
    return sorted({top for kind, name in kinds if (top := _top(kind, name))})


def changed(rules: Rules | None = None, texts: Iterable[str] = ()) -> bool:
    """True if our code is newer than this process, which may have loaded it as it was before; or the packages of others
    from which these rules and bots come."""
    tops = [] if rules is None else _tops(rules)
    tops += [_top("bot", warmth(bots.parted(one)[0])[0].split(":")[0]) for one in texts]
    known = _ours() if rules is None else [one for top in filter(None, tops) for one in _package(top)]
    return any(path.stat().st_mtime > BEGAN for _, path in known)


def _top(kind: str, name: str) -> str:
    """Return the package in which a plugin comes; "" if there is none, or it is ours."""
    plugin = found(kind).get(name)
    return "" if plugin is None or plugin.source == "tilewright" else plugin.point.module.partition(".")[0]


def of_rules(rules: Rules) -> dict[str, str]:
    """Return by name what decides how a ruleset is played, besides our code."""
    said = {
        "the game": f"{rules.game.name} {rules.game.version}",
        "the data": rules.data_digest,
        "the rules": rules.option_hash,
    }
    return said | ({"the code of plugins": code} if (code := others(rules)) else {})


def of_bot(text: str, every: Iterable[Rules]) -> str:
    """Return what decides how a bot plays under these rulesets: where it comes from, or digests of its files."""
    name, _ = warmth(bots.parted(text)[0])
    if name.startswith(PREFIX):
        sums = [_sum(file.read_bytes()) for file in ProgramName.read(name).files()]
        return " ".join(sums) or "not there"
    if own := of_bots([text]):
        return own[CODE][text]
    if "learned" in name.split(":"):
        texts = [one.text for rules in every for one in learned_file.shipped(rules, anyway=True)]
        return _sum("".join(texts).encode())
    kind = name.split(":")[0]
    plugin = found("bot").get(kind)
    if plugin is None:
        return "not there"
    top = _top("bot", kind)
    return f"{plugin.source} {_digest(_package(top))}" if top else plugin.source


def _sum(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


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


def _package(name: str) -> list[tuple[Path, Path]]:
    """Return the files of a package, each with the folder that it lies in."""
    spec = find_spec(name)
    if spec is None:
        return []
    folders = [Path(folder) for folder in spec.submodule_search_locations or ()]
    if folders or not spec.origin:
        return [(folder, path) for folder in folders for path in _files(folder)]
    return [(Path(spec.origin).parent, Path(spec.origin))]


def _files(folder: Path) -> list[Path]:
    """Return everything in a folder but what Python has compiled: data of a package decides how it plays, too."""
    return [one for one in sorted(folder.rglob("*")) if one.is_file() and one.suffix != ".pyc"]


def _digest(paths: Iterable[tuple[Path, Path]]) -> str:
    digest = sha256()
    for top, path in paths:
        digest.update(path.relative_to(top).as_posix().encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]
