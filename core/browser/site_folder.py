"""Writes the folder of a page: the runtime, the packages, the plan, and the files that bring them together."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from importlib.resources import files as resources
from pathlib import Path

from ..base import files
from ..base.errors import UsageError
from ..base.html import Html, inside, tag
from ..table.face_texts import Texts
from ..text.languages import languages
from .site_plan import SitePlan

OFFLINE = "offline.js"
"""The script that keeps all files in the browser; it names them."""
PAGE = "index.html"
MARK = "site.json"
"""The file by which a folder is known to be a page."""
WORDS = ("python", "rules", "failed", "elsewhere", "lost", "back")


def content(plan: SitePlan, title: str, packages: bytes, runtime: Mapping[str, bytes]) -> dict[str, bytes]:
    """Every file of the page by its path in the folder. The same arguments give the same bytes."""
    said = {lang: {key: Texts(lang)(f"browser.{key}", why="{why}") for key in WORDS} for lang in languages()}
    site = {"title": title, "game": plan.game, "plan": plan.written(), "words": said}
    found = {one.name: one.read_bytes() for one in (resources("tilewright.data") / "browser").iterdir()}
    found = {name: data for name, data in found.items() if not name.startswith("__")}
    shown = {"@TITLE@": inside(title, plain=True), "@UNSERVED@": _unserved()}
    found[PAGE] = re.sub("@[A-Z]+@", lambda one: shown[one[0]], found[PAGE].decode()).encode()
    found[MARK] = (json.dumps(site, ensure_ascii=False, indent=1) + "\n").encode()
    found["packages.zip"] = packages
    found |= {f"runtime/{name}": data for name, data in runtime.items()}
    digest = hashlib.sha256()
    for name in sorted(found):
        digest.update(f"{name} {hashlib.sha256(found[name]).hexdigest()}\n".encode())
    listed = json.dumps(["./", *sorted(found.keys() - {OFFLINE})])
    script = found[OFFLINE].decode()
    script = script.replace("@VERSION@", f"{plan.game}|{digest.hexdigest()[:12]}").replace("@FILES@", listed)
    return found | {OFFLINE: script.encode()}


def _unserved() -> Html:
    """What the page says for as long as its script does not run: that must not depend on a script."""
    return inside([tag("p", Texts(lang)("browser.file"), lang=lang) for lang in languages()])


def _page(folder: Path) -> bool:
    """True if an earlier page lies there; a `site.json` of others does not make one."""
    try:
        return {"game", "plan", "words"} <= dict(json.loads((folder / MARK).read_bytes())).keys()
    except (OSError, ValueError, TypeError):
        return False


def fits(folder: Path) -> None:
    """Raise UsageError if the folder holds anything but an earlier page."""
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not _page(folder))):
        raise UsageError(f"--out {folder}: expected a new folder, or one with an earlier page")


def write(folder: Path, content: Mapping[str, bytes]) -> None:
    """Write these files there. UsageError if that fails."""
    try:
        for name, data in content.items():
            # For others to read, unlike our own folders.
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            files.replace(folder / name, data)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {files.reason(error)}") from error
