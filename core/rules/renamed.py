"""Old names that outside code may still import, and their new names.

An old name cannot be imported any more. A plugin that imports one fails to load, and is listed with the sentence from
here.
The engine's names are in data/core/renamed.yaml; each game lists its own in a `renamed.py` with a table `RENAMED`.
"""

from __future__ import annotations

import ast
import linecache
import re
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from ..text import yaml

CORE, AUTHORING = "tilewright.core", "tilewright.authoring"
_MISSING = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_NOTHING = object()
_HOME = re.compile(r"(tilewright\.(?:core|games\.\w+))\.(.+)")


@cache
def renamed() -> dict[str, str]:
    """Return every old name of the engine, as seen from `tilewright.core`, with its new one or what to do instead."""
    text = (files("tilewright.data") / "core" / "renamed.yaml").read_text("utf-8")
    found: Any = yaml.parse(text, "data/core/renamed.yaml").content
    return {**found["files"], **found["names"]}


def hint(error: ImportError) -> str:
    """Return sentences with the new names of what could not be imported; "" if none of it was renamed."""
    missing = _MISSING.match(error.msg or "")
    if missing:
        wanted = [f"{missing[2]}.{missing[1]}"]
    else:
        wanted = _imported(error) or [error.name or ""]
    return "".join(dict.fromkeys(f"; {found}" for name in wanted if (found := _sentence(name))))


def _imported(error: ImportError) -> list[str]:
    """Return the full names in the import statement that failed, from the source of the plugin."""
    frame, places = error.__traceback__, []
    while frame is not None:
        places.append((frame.tb_frame.f_code.co_filename, frame.tb_lineno))
        frame = frame.tb_next
    for file, line in reversed(places):
        try:
            tree = ast.parse("".join(linecache.getlines(file)))
        except SyntaxError:  # not Python's own text, such as a frame of a debugger
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.lineno == line:
                return [f"{node.module}.{alias.name}" for alias in node.names]
            if isinstance(node, ast.Import) and node.lineno == line:
                return [alias.name for alias in node.names]
    return []


def _sentence(wanted: str) -> str:
    """Return `OLD is now NEW` for a full name, with the name for authors where it has one; "" for other names."""
    if wanted.startswith(f"{AUTHORING}."):
        name = wanted.rpartition(".")[2]
        gone = [
            new for old, new in renamed().items() if old.endswith(f".{name}") and new.startswith("gone: ")
        ]
        return f"{name} is now {gone[0]}" if gone else ""
    found = _HOME.fullmatch(wanted)
    if found is None or (new := _new(found[1], found[2])) is None:
        return ""
    old = found[2] if found[1] == CORE else f"{found[1].rpartition('.')[2]}.{found[2]}"
    if new.startswith("gone: "):
        return f"{old} is now {new}"
    holder, _, last = f"{found[1]}.{new.split()[0]}".rpartition(".")
    thing = _found(holder, last)
    if thing is _NOTHING:  # the file has moved, but never held this
        file = wanted.rpartition(".")[0]
        return _sentence(file) if _found(*file.rpartition(".")[::2]) is _NOTHING else ""
    if _found(AUTHORING, last) is thing:
        return f"{old} is now {last} in {AUTHORING}"
    return f"{old} is now {found[1]}.{new}"


def _found(holder: str, name: str) -> object:
    """Return the object of this name in a module, or the module of this name; _NOTHING if neither exists."""
    try:
        module = import_module(holder)
        return getattr(module, name) if hasattr(module, name) else import_module(f"{holder}.{name}")
    except ModuleNotFoundError:
        return _NOTHING


def _new(home: str, name: str) -> str | None:
    """Return the new name, as seen from a home, or the sentence in its place; None if the name is not an old one."""
    table: dict[str, str] = {}
    if find_spec(f"{home}.renamed") is not None:
        table = import_module(f"{home}.renamed").RENAMED
    elif home == CORE:
        table = renamed()
    whole, rest = name, ""
    while whole:
        if whole in table:
            new = table[whole]
            return f"{new}.{rest}" if rest and " " not in new else new
        whole, _, last = whole.rpartition(".")
        rest = f"{last}.{rest}".rstrip(".")
    return None
