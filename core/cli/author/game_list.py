"""What is installed, as `games` prints it: in short, all about one game, and for programs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...base.errors import TilewrightError
from ...base.plugin_errors import running, said
from ...bots import levels
from ...bots.levels import LEVELS
from ...bots.restrictions import known
from ...box import owner_data
from ...draw.cells import cell_len, ljust
from ...rules import assembly, lessons, plugins
from ...rules.assembly import EDITIONS
from ...rules.game import enumerated
from ...rules.plugins import OURS, Found
from ...rules.ruleset import Rules
from ...table.face_texts import Texts
from ...text.folder import SHIPPED, Folder
from ...text.messages import filled
from ...text.options import declared, typed, unknown
from ..shared import common
from ..shared.terminal import Terminal

OPTION = ("name", "type", "default", "values", "known", "ranged", "rule", "doc")
"""What is said of an option."""


def overview(found: Sequence[dict[str, Any]]) -> None:
    """Print a few lines for each game, the bots, and what to type next."""
    terminal = common.terminal()
    wide = max((cell_len(game["name"]) for game in found), default=0)
    for game in found:
        foreign = "" if game["source"] == OURS else f" [{game['source']}]"
        terminal.say(f"{ljust(game['name'], wide)}  {game['title']}, {_terms(game)}{foreign}", "bold")
        some = {what: ", ".join(one["name"] for one in game[what]) for what in ("modules", "editions")}
        for text in (game["about"], "; ".join(f"{what}: {names}" for what, names in some.items() if names)):
            if text:
                terminal.wrapped(text, " " * (wide + 2))
        if game["owner"]:
            terminal.say(f"{' ' * (wide + 2)}data: your own, {game['owner']['digest']}")
    others = ", ".join(one["bot"] for one in bots() if one["bot"] not in LEVELS)
    terminal.say()
    terminal.wrapped(f"levels of bots: {', '.join(LEVELS)}; other bots: {others}", "", "  ")
    terminal.say()
    for command, does in NEXT:
        terminal.say(f"{command.ljust(46)} {does}")


NEXT = (
    ("tilewright learn GAME", "learn it on a few pages"),
    ("tilewright play GAME", "play against a bot"),
    ("tilewright play GAME -p anna -p bot:hard", "choose names and levels"),
    ("tilewright play GAME --with MODULE1,MODULE2", "with modules"),
    ("tilewright games GAME", "all about one game"),
    ("tilewright resume", "go on with a saved game"),
)
"""Commands suggested after the list of games, with their descriptions."""


def print_game(game: dict[str, Any], lang: str) -> None:
    """Print all about one game: what to play with first, where its data comes from last."""
    terminal, levels = common.terminal(), Texts(lang)
    terminal.say(f"{game['name']}: {game['title']}, {_terms(game)} [{game['source']}]", "bold")
    if game["about"]:
        terminal.wrapped(game["about"], "  ")

    def head(text: str, typed: str = "") -> None:
        terminal.say()
        terminal.say(text + f"  ({typed})" * bool(typed), "bold")

    head("levels", f"tilewright play {game['name']} -p anna -p bot:hard")
    for level, bot in game["levels"].items():
        if game["measured"]:
            terminal.wrapped(levels(f"menu.about.{level}"), f"  {level:<8}", " " * 10)
        terminal.say(f"  {'' if game['measured'] else level:<8}{bot}")
    if game["editions"]:
        head("editions", "--edition NAME")
    for edition in game["editions"]:
        changes = ", ".join(f"{name}={value}" for name, value in edition["options"].items())
        said = f"{edition['name']}: {edition['title']} ({changes or 'no changes'})"
        terminal.wrapped(said, "  ", "      ")
    if game["modules"]:
        head("modules", f"--with {','.join(one['name'] for one in game['modules'][:2])}")
    for module in game["modules"]:
        other = [f"{name} {bot}" for name, bot in module["levels"].items() if bot != game["levels"][name]]
        changed = f"; levels: {', '.join(other)}" if other else ""
        terminal.wrapped(f"{module['name']}: {module['title']} [{module['source']}]{changed}", "  ", "      ")
    if game["sets"]:
        head("tiles of your own", "--with ./FOLDER")
        terminal.wrapped(
            f"a folder with {' and '.join(game['sets'])}: records like the game's own", "  ", "      "
        )
    head("options", "--set NAME=VALUE")
    _options(terminal, game["options"])
    terminal.wrapped(HANDICAP.format(game=game["name"]), "  ", "      ")
    for module in game["modules"]:
        if module["options"]:
            head(f"options of {module['name']}", f"--with {module['name']} --set NAME=VALUE")
            _options(terminal, module["options"])
    head("what bots can be forbidden", "-p 'bot:hard!no-contest'")
    for owner, of in ((game, ""), *((module, f" ({module['name']})") for module in game["modules"])):
        for one in owner["restrictions"]:
            terminal.wrapped(f"!{one['restriction']}  {one['doc']}{of}", "  ", "      ")
    if game["modules"]:
        head("hooks that the modules use")
    for module in game["modules"]:
        terminal.wrapped(f"{module['name']}: {', '.join(module['hooks'])}", "  ", "      ")
    told = [*game["provenance"], *(one for module in game["modules"] for one in module["provenance"])]
    if told or game["owner"]:
        head("where the data comes from", f"tilewright box {game['name']}")
    if game["owner"]:
        terminal.wrapped(f"your own data is in place: {game['owner']['folder']}", "  ", "    ")
    for sentence in told:
        terminal.wrapped(sentence, "  ! ", "    ")
    terminal.say()


HANDICAP = (
    "handicap.SEAT, handicap.SEAT.NAME = 0  (-999 to 999) what a seat begins with beyond the rules: points, or what "
    "tilewright games {game} --find handicap lists"
)


def _options(terminal: Terminal, options: Sequence[dict[str, Any]]) -> None:
    for option in options:
        values, known = option["values"], [value for value in option["known"] if value]
        allowed = " | ".join(map(typed, values)) or " | ".join([*known, "text" if not known else "..."])
        if option["ranged"]:
            allowed = f"{values[0]} to {values[-1]}"
        said = (
            f"{option['name']} = {typed(option['default'])}  ({allowed}) [{option['rule']}] {option['doc']}"
        )
        terminal.wrapped(said, "  ", "      ")


def _terms(game: dict[str, Any]) -> str:
    """Return players, minutes and weight of a game."""
    terms = f"{enumerated(game['player_counts'])} players"
    return f"{terms}, {game['minutes']} minutes, {WEIGHTS[game['weight'] - 1]}" if game["weight"] else terms


WEIGHTS = ("light", "medium", "demanding")


def listing(
    only: Sequence[str], lang: str = "en", short: bool = False
) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """Return every game that works, as `--json` prints it, and every plugin that does not, with its error.

    A `short` list has what `overview` prints. Our own games are not assembled for it, unless with data of the owner.
    """
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
            ours = short and plugin.source == OURS and owner_data.in_place(name) is None
            found.append(_declared(name, lang) if ours else _game(plugin, lang, broken))
            data = found[-1]["owner"]["folder"] if found[-1]["owner"] else SHIPPED
            for full, module in modules.items():
                if full.startswith(f"{name}."):
                    with _listed(module, broken):
                        own = full.removeprefix(f"{name}.")
                        quick = short and module.source == OURS
                        found[-1]["modules"].append(
                            {"name": own} if quick else _module(name, own, module, lang, data)
                        )
    for full, module in modules.items():
        if full.partition(".")[0] not in known:
            broken.append(
                {"plugin": f"module {full} ({module.source})", "error": "its game is not installed"}
            )
    if not only:
        for other in (*plugins.found("bot").values(), *plugins.found("metric").values()):
            if other.source != OURS:
                with _listed(other, broken):
                    other.load()
    return found, broken


@contextmanager
def _listed(plugin: Found, broken: list[dict[str, str]]) -> Iterator[None]:
    """Note in `broken` whatever the plugin raises inside."""
    name = f"{plugin.kind} {plugin.name} ({plugin.source})"
    try:
        with running(name, (Exception,)):
            yield
    except Exception as error:
        text = str(error) if isinstance(error, TilewrightError) else said(error)
        text = text.removeprefix(f"{name}: ")
        broken.append({"plugin": name, "error": text})


def bots() -> list[dict[str, str]]:
    """Return every bot with where it comes from."""
    return [{"bot": name, "source": one.source} for name, one in plugins.found("bot").items()]


def _declared(name: str, lang: str) -> dict[str, Any]:
    """Return what the overview says of one of our games."""
    game, _ = assembly.game_of(name)
    folder = Folder(game.folder(), f"data/{name}")
    values = {one.name: typed(one.default) for one in declared(game.options)}
    about = lessons.introduction(folder, values)
    return {
        "name": name,
        "title": game.title,
        "about": filled(about.text, lang, values) if about is not None else "",
        "minutes": about.minutes if about is not None else None,
        "weight": about.weight if about is not None else None,
        "players": list(game.seats),
        "player_counts": list(game.seat_counts),
        "modules": [],
        "editions": [
            {"name": name}
            for name in (folder.document(EDITIONS).content if EDITIONS in folder.names() else ())
        ],
        "owner": None,
        "source": OURS,
    }


def _game(plugin: Found, lang: str, broken: list[dict[str, str]]) -> dict[str, Any]:
    """Return one game. Owner's data that cannot be used is noted in `broken`, and the shipped data is listed."""
    try:
        rules = owner_data.loaded(plugin.name)
    except TilewrightError as error:
        rules = owner_data.loaded(plugin.name, data=SHIPPED)
        broken.append({"plugin": f"your data for {plugin.name}", "error": str(error)})
    folder, about = rules.data_folder, None
    try:
        about = lessons.about(rules)
    except TilewrightError as error:
        broken.append({"plugin": f"the lesson of {plugin.name}", "error": str(error)})
    return {
        "name": plugin.name,
        "title": rules.game.title,
        "about": lessons.said(rules, about.text, lang) if about is not None else "",
        "minutes": about.minutes if about is not None else None,
        "weight": about.weight if about is not None else None,
        "version": rules.game.version,
        "players": list(rules.game.seats),
        "player_counts": list(rules.game.seat_counts),
        "levels": levels.of(rules),
        "measured": levels.measured(rules),
        "modules": [],
        "sets": [*rules.game.sets],
        "editions": [
            {"name": name, "title": _title(rules, name), "options": values}
            for name, values in rules.editions.items()
        ],
        "options": [common.fields(option, *OPTION) for option in rules.declared],
        "restrictions": _restrictions(rules, []),
        "provenance": rules.provenance(lang),
        "owner": {"folder": folder, "digest": Path(folder).name} if folder is not None else None,
        "source": plugin.source,
    }


def _title(rules: Any, edition: str) -> str:
    found = rules.folder.document("editions.yaml").content.get(edition) or {}
    return str(found.get("title", edition))


def _module(game: str, name: str, plugin: Found, lang: str, data: str) -> dict[str, Any]:
    rules, alone = owner_data.loaded(game, [name], data=data), owner_data.loaded(game, data=data)
    module = rules.modules[0]
    own = rules.plugins.get_plugin(module.name)
    callers = rules.plugins.get_hookcallers(own) or []
    return {
        "name": name,
        "title": module.title,
        "version": module.version,
        "levels": levels.of(rules),
        "options": [
            common.fields(option, *OPTION) for option in rules.declared if option.module == module.name
        ],
        "hooks": sorted(caller.name for caller in callers),
        "restrictions": _restrictions(rules, known(alone)),
        # What the game says of files that the module brings is the module's.
        "provenance": [one for one in rules.provenance(lang) if one not in alone.provenance(lang)],
        "source": plugin.source,
    }


def _restrictions(rules: Rules, before: Collection[str]) -> list[dict[str, str]]:
    """Return the restrictions that bots can have, except those known before."""
    return [
        {"restriction": same[0].form, "doc": "; ".join(one.doc for one in same)}
        for name, same in known(rules).items()
        if name not in before
    ]
