"""What a page takes along: tilewright, a ruleset's package, and what these need, as one archive of Python sources."""

from __future__ import annotations

import importlib
import importlib.util
import io
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import attrs

from ..base.errors import UsageError
from ..rules import plugins
from .site_plan import SitePlan

OWN = "tilewright"
NEEDED = ("attrs", "cattrs", "pluggy", "pyyaml", "rich", "starlette", "anyio", "platformdirs")
"""What tilewright's table in a browser imports."""
OPTIONAL = ("pyyaml",)
"""Distributions whose compiled parts only make them faster."""
ALONE = (OWN, "rich")
"""Distributions of which so little is imported that what they require is not."""
AT_HOME = ("adapters", "cli", "lab", "notebook", "screen", "skeleton", "testing", "training")
"""Folders of core that no page uses."""
LEFT_OUT = ("/sboms/",)
"""Parts of paths that are read by no program."""
COMPILED = (".so", ".pyd", ".dylib")
TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive, so that equal sources give an equal archive."""


@attrs.define
class Bundle:
    """The archive while it is filled."""

    files: dict[str, bytes] = attrs.field(factory=dict)
    """Path in the archive to content."""
    names: list[str] = attrs.field(factory=list)
    """The distributions in it, with their versions."""

    def add(self, name: str, why: str) -> None:
        """Take this distribution, which `why` needs, with what it requires. UsageError if it cannot be taken."""
        try:
            found = distribution(name)
        except PackageNotFoundError:
            raise UsageError(
                f"{name}, which {why} needs, is not installed here, so it cannot be taken along; install it first"
            ) from None
        known = _spelled(found.name)
        if any(_spelled(one.partition(" ")[0]) == known for one in self.names):
            return
        self.names.append(f"{found.name} {found.version}")
        content = dict(_content(found))
        compiled = [path for path in content if path.endswith(COMPILED)]
        if compiled and known not in OPTIONAL:
            raise UsageError(
                f"{found.name}, which {why} needs, has compiled parts ({compiled[0]}); in a browser only Python "
                f"itself runs, so leave it out or import it where the page does not come"
            )
        self.files |= {path: data for path, data in content.items() if path not in compiled}
        for required in () if known in ALONE else _requires(found):
            self.add(required, found.name)

    def replace(self, compiled: Mapping[str, bytes]) -> None:
        """Put compiled modules in, where they stand beside their sources (`one/other.pyc`) in place of these."""
        for path in compiled:
            self.files.pop(path.removesuffix("c"), None)
        self.files |= compiled

    def packed(self) -> bytes:
        """The archive."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
            for path in sorted(self.files):
                entry = zipfile.ZipInfo(path, TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                file.writestr(entry, self.files[path])
        return out.getvalue()


def bundle(plan: SitePlan, packages: Sequence[str] = ()) -> Bundle:
    """What this ruleset needs: tilewright, the packages of its game and modules, and these, with all that they need."""
    found = Bundle()
    found.add(OWN, "this page")
    for name in NEEDED:
        found.add(name, OWN)
    games, parts = plugins.found("game"), [plugins.found("game")[plan.game]]
    for full, module in plugins.found("module").items():
        game, _, name = full.partition(".")
        if game == plan.game and (name in plan.modules or plan.allows(name)):
            parts.append(module)
    for one in parts:
        if one.source != OWN and one.point.dist is not None:
            found.add(one.point.dist.name, "this page")
    for package in packages:
        found.add(package, "this page")
    left = [f"{OWN}/docs/", *(f"{OWN}/core/{name}/" for name in AT_HOME)]
    others = [name for name, one in games.items() if one.source == OWN and name != plan.game]
    left += [f"{OWN}/{kind}/{name}/" for kind in ("games", "data") for name in others]
    found.files = {path: data for path, data in found.files.items() if not path.startswith(tuple(left))}
    return found


def _spelled(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def _requires(found: Distribution) -> Iterator[str]:
    """The names of the distributions that this one needs in a browser."""
    from packaging.requirements import InvalidRequirement, Requirement

    browser = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "extra": ""}
    for text in found.requires or ():
        try:
            asked = Requirement(text)
        except InvalidRequirement:
            raise UsageError(f"{found.name} requires '{text}', which is not a valid requirement") from None
        if asked.marker is None or asked.marker.evaluate(browser):
            yield asked.name


def _content(found: Distribution) -> Iterator[tuple[str, bytes]]:
    """Every file of the distribution by its path, also where it is installed from its sources (`pip install -e`)."""
    roots = [*_edited(found)]
    for path in found.files or ():
        whole = Path(str(found.locate_file(path)))
        if ".." in path.parts or path.suffix in (".pyc", ".pth") or not whole.is_file():
            continue
        if any(part in path.as_posix() for part in LEFT_OUT):
            continue
        if not roots or ".dist-info" in path.parts[0]:
            yield path.as_posix(), whole.read_bytes()
    for name, folder in roots:
        yield from _folder(folder, name)


def _edited(found: Distribution) -> Iterator[tuple[str, Path]]:
    """The packages, with their folders, of a distribution that is installed from its sources."""
    if '"editable"' not in (found.read_text("direct_url.json") or ""):
        return
    tops = {point.module.partition(".")[0] for point in found.entry_points}
    for top in sorted(tops or {_spelled(found.name).replace("-", "_")}):
        if importlib.util.find_spec(top) is None:
            raise UsageError(f"{found.name}: its package {top} cannot be imported here")
        file = importlib.import_module(top).__file__
        if file is None:
            raise UsageError(f"{found.name}: {top} is not a package with an __init__.py")
        home = Path(file).parent
        if Path(file).name != "__init__.py":
            yield Path(file).name, Path(file)
            continue
        yield top, home
        if top == OWN:  # in a checkout its parts lie elsewhere
            for part in ("core", "games", "data"):
                yield f"{top}/{part}", Path(str(importlib.util.find_spec(f"{top}.{part}").origin)).parent  # type: ignore[union-attr]


def _folder(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    if folder.is_file():
        yield name, folder.read_bytes()
        return
    for place, inner, files in os.walk(folder):
        inner[:] = [one for one in inner if one != "__pycache__" and not one.startswith(".")]
        at = Path(place).relative_to(folder).as_posix()
        for one in files:
            if not one.endswith(".pyc"):
                yield f"{name}/{one}" if at == "." else f"{name}/{at}/{one}", (Path(place) / one).read_bytes()
