"""`games`: list what can be played, with every module, edition and option, and which data is not the printed game's."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import common
from .common import Json, Lang, Language

if TYPE_CHECKING:
    from ..options import Option
    from ..plugins import Found
    from ..rules import Rules


def games(
    only: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Only these games.")] = None,
    json: Json = False,
    lang: Language = Lang.en,
) -> None:
    """List the games with all their settings.

    Prints players, modules, editions, options with their rules, and which data does not come from the printed game.
    """
    found, broken = listing(only or [])
    if json:
        common.emit({"schema": 1, "games": found, "broken": broken})
        return
    terminal = common.terminal()
    for game in found:
        terminal.say(
            f"{game['name']}: {game['title']}, {_range(game['players'])} players [{game['source']}]", "bold"
        )
        for edition in game["editions"]:
            changes = ", ".join(f"{name}={value}" for name, value in edition["options"].items())
            terminal.wrapped(
                f"edition {edition['name']}: {edition['title']} ({changes or 'no changes'})", "  ", "    "
            )
        for one in game["restrictions"]:
            terminal.wrapped(f"bots: !{one['restriction']}  {one['doc']}", "  ", "      ")
        for module in game["modules"]:
            terminal.say(f"  module {module['name']}: {module['title']} [{module['source']}]")
            terminal.wrapped(f"hooks: {', '.join(module['hooks'])}", "    ", "      ")
            for one in module["restrictions"]:
                terminal.wrapped(f"bots: !{one['restriction']}  {one['doc']}", "    ", "        ")
            _options(terminal, module["options"], "    ")
            for sentence in module["provenance"]:
                terminal.wrapped(sentence, "    ! ", "      ")
        _options(terminal, game["options"], "  ")
        for sentence in game["provenance"]:
            terminal.wrapped(sentence, "  ! ", "    ")
        terminal.say()
    for one in broken:
        terminal.note(f"broken: {one['plugin']}: {one['error']}", "bad")


def _options(terminal: Any, options: Sequence[dict[str, Any]], indent: str) -> None:
    for option in options:
        values, known = option["values"], [value for value in option["known"] if value]
        allowed = " | ".join(map(_text, values)) or " | ".join([*known, "text" if not known else "..."])
        if option["ranged"]:
            allowed = f"{values[0]} to {values[-1]}"
        said = (
            f"{option['name']} = {_text(option['default'])}  ({allowed}) [{option['rule']}] {option['doc']}"
        )
        terminal.wrapped(said, indent, indent + "    ")


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(players: Sequence[int]) -> str:
    low, high = players
    return str(low) if low == high else f"{low} to {high}"


def listing(only: Sequence[str]) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """Return every game that works, as `--json` prints it, and every plugin that does not, with its error."""
    from .. import plugins
    from ..options import unknown

    known = plugins.found("game")
    for name in only:
        if name not in known:
            raise unknown("game", name, known)
    modules = plugins.found("module")
    found: list[dict[str, Any]] = []
    broken = [
        {"plugin": name, "error": why} for kind in plugins.GROUPS for name, why in plugins.clashes(kind)
    ]
    for name, plugin in known.items():
        if only and name not in only:
            continue
        with _listed(plugin, broken):
            found.append(_game(plugin))
            for full, module in modules.items():
                if full.startswith(f"{name}."):
                    with _listed(module, broken):
                        found[-1]["modules"].append(_module(name, full.removeprefix(f"{name}."), module))
    for full, module in modules.items():
        if full.partition(".")[0] not in known:
            broken.append(
                {"plugin": f"module {full} ({module.source})", "error": "its game is not installed"}
            )
    if not only:
        for other in (*plugins.found("bot").values(), *plugins.found("metric").values()):
            with _listed(other, broken):
                other.load()
    return found, broken


@contextmanager
def _listed(plugin: Found, broken: list[dict[str, str]]) -> Iterator[None]:
    """Note in `broken` whatever the plugin raises inside."""
    from ..blame import said
    from ..errors import TilewrightError
    from ..foreign import running

    name = f"{plugin.kind} {plugin.name} ({plugin.source})"
    try:
        with running(name, (Exception,)):
            yield
    except Exception as error:
        text = str(error) if isinstance(error, TilewrightError) else said(error)
        broken.append({"plugin": name, "error": text})


def _game(plugin: Found) -> dict[str, Any]:
    from ..assembly import load

    rules = load(plugin.name)
    return {
        "name": plugin.name,
        "title": rules.game.title,
        "version": rules.game.version,
        "players": list(rules.game.seats),
        "modules": [],
        "editions": [
            {"name": name, "title": _title(rules, name), "options": values}
            for name, values in rules.editions.items()
        ],
        "options": [_option(option) for option in rules.declared],
        "restrictions": _restrictions(rules, []),
        "provenance": rules.provenance(),
        "source": plugin.source,
    }


def _title(rules: Any, edition: str) -> str:
    found = rules.folder.document("editions.yaml").content.get(edition) or {}
    return str(found.get("title", edition))


def _module(game: str, name: str, plugin: Found) -> dict[str, Any]:
    from ..assembly import load
    from ..restrictions import known

    rules = load(game, [name])
    module = rules.modules[0]
    own = rules.plugins.get_plugin(module.name)
    callers = rules.plugins.get_hookcallers(own) or []
    return {
        "name": name,
        "title": module.title,
        "version": module.version,
        "options": [_option(option) for option in rules.declared if option.module == module.name],
        "hooks": sorted(caller.name for caller in callers),
        "restrictions": _restrictions(rules, known(load(game))),
        "provenance": list(module.provenance(rules.module_data.get(module.name))),
        "source": plugin.source,
    }


def _restrictions(rules: Rules, before: Collection[str]) -> list[dict[str, str]]:
    """Return the restrictions that bots can have, except those known before."""
    from ..restrictions import known

    return [
        {"restriction": same[0].form, "doc": "; ".join(one.doc for one in same)}
        for name, same in known(rules).items()
        if name not in before
    ]


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "type": option.type,
        "default": option.default,
        "values": list(option.values),
        "known": list(option.known),
        "ranged": option.ranged,
        "rule": option.rule,
        "doc": option.doc,
    }
