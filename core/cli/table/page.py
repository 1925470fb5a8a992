"""`page`: a folder of static files in which a ruleset plays in the reader's browser, without a server."""

from __future__ import annotations

from pathlib import Path

from ..shared import common
from .serve import needed


def page(
    game: str,
    packages: list[str] | None = None,
    modules: str | None = None,
    edition: str | None = None,
    settings: list[str] | None = None,
    allow: str | None = None,
    playtest: bool = False,
    out: Path | None = None,
    runtime: Path | None = None,
) -> None:
    """Write a folder in which a game plays in the reader's browser.

    Any host of static files serves it, and no program runs there: rules and bots run in the browser, also without a
    network after the first visit. Whoever has the link plays, alone or with others at one device, and can send the
    record back. The modules and options given here are what is played; --allow names those that readers may change.
    docs/prototype.md has more.

    Examples: tilewright page GAME --allow all; tilewright page GAME --set NAME=VALUE --out FOLDER; then:
    python -m http.server --directory FOLDER
    """
    needed("page")
    from platformdirs import user_cache_path

    from ...browser import compiling, site_folder
    from ...browser import packages as taking
    from ...browser import runtime as python
    from ...browser.site_plan import SitePlan
    from ...rules import tile_sets

    if any(map(tile_sets.is_set, common.names(modules))):
        raise common.usage("a page takes no sets of tiles: what is not installed is not in it")
    plan = SitePlan(
        game=game,
        modules=tuple(common.names(modules)),
        edition=edition,
        options={name: str(value) for name, value in common.settings(settings).items()},
        allow=tuple(common.names(allow)),
        playtest=playtest,
    )
    plan.check()
    folder = out or Path(f"{game}-page")
    site_folder.fits(folder)
    bundle = taking.bundle(plan, packages or ())
    files = python.runtime(runtime, user_cache_path("tilewright", appauthor=False) / "runtime")
    rules = plan.setup.loaded()
    compiled = compiling.compiled(plan, bundle.packed(), files)
    if not compiled:
        common.note("Without node nothing is compiled beforehand, so readers wait a second longer.")
    bundle.replace(compiled)
    content = site_folder.content(plan, rules.game.title, bundle.packed(), files)
    site_folder.write(folder, content)
    common.say(f"{len(content)} files, {sum(map(len, content.values())) / 1e6:.1f} MB in {folder}:")
    common.say(f"  {', '.join(bundle.names)}")
    common.say("Put the folder where a web server finds it, or look at it here:")
    common.say(f"  python -m http.server --directory {folder}")
