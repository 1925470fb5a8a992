"""Assembles rulesets: plugins, options, data and hooks become one immutable `Rules`."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources.abc import Traversable
from inspect import ismodule
from pathlib import Path, PurePosixPath
from typing import Any, Literal, TypeAlias

import attrs

from ..base import files as disk
from ..base import plugin_errors
from ..base.errors import InvalidFile, PluginError, UsageError
from ..text.folder import MODULES, OVER, Folder, is_text, labelled
from ..text.messages import Words
from ..text.options import Made, Option, resolve, unknown
from ..text.options import declared as declared_options
from ..text.things import Thing, Things
from ..text.translations import translated
from ..text.unreadable import engine
from . import handicap, hooks, plugins, rule_texts, tile_sets
from .game import Game, Module
from .ruleset import Rules
from .state import check_field_names
from .weights import Weights
from .wiring import refuse_twice, wire

MOST_KEPT = 128
"""Largest number of rulesets that a process keeps; each takes about half a megabyte."""


def load(
    game: str | Any,
    modules: Sequence[str | Any] = (),
    options: Mapping[str, object] | None = None,
    edition: str | None = None,
    data: str | Path | None = None,
) -> Rules:
    """The ruleset of `game` with these modules, options and edition, assembled and checked.

    Names are looked up among installed plugins; a plugin object works as well. Options named `data:FILE.path`
    change one value of the data. `data` is a folder whose files replace the game's own of the same name. A process
    assembles the same ruleset only once: later calls return the same object.
    """
    what, plugin = game_of(game)
    parts = sorted((module_of(what, module) for module in modules), key=lambda part: part[0].name)
    folder = Path(data) if data is not None else None
    given = dict(options or {})
    key, objects = _identity([(what.name, plugin), *((m.name, p) for m, p in parts)], given, edition, folder)
    kept = _KEPT.get(key)
    if kept is None:
        rules = _loaded(what, plugin, parts, given, edition, folder)
        while len(_KEPT) >= MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        kept = _KEPT[key] = (rules, objects)
    return kept[0]


def game_of(game: str | Any) -> tuple[Game, Any]:
    """A game's declaration and its plugin, which is looked up if it is a name."""
    plugin = plugins.game(game) if isinstance(game, str) else game
    return declaration(_name(game), plugin, "game"), plugin


def module_of(game: Game, module: str | Any) -> tuple[Module, Any]:
    """A module's declaration and its plugin, which is looked up if it is a name."""
    plugin = tile_sets.module(game, module) if isinstance(module, str) else module
    return declaration(_name(module), plugin, "module"), plugin


def _name(plugin: Any) -> str:
    """A plugin as errors name it."""
    return plugin if isinstance(plugin, str) else getattr(plugin, "__name__", type(plugin).__name__)


def declaration(name: str, plugin: Any, kind: Literal["game", "module"]) -> Any:
    """Return the game or module that the plugin declares. PluginError names plugin and hook if it declares none or
    raises."""
    hook = f"tilewright_{kind}"
    with plugin_errors.running(f"plugin {name}, hook {hook}"):
        hooks.marked(name, plugin, [hook])
        function = getattr(plugin, hook, None)
        found = None if function is None else function()
    if found is None:
        raise PluginError(f"plugin {name} declares no {kind} (hook {hook})")
    return found


_KEPT: dict[tuple[object, ...], tuple[Rules, list[object]]] = {}
"""Cache of assembled rulesets by identity, each with the objects whose ids are part of it; not match state."""


def forget() -> None:
    """Forget all kept rulesets: `load` assembles each anew."""
    _KEPT.clear()


def _identity(
    named: Sequence[tuple[str, Any]], options: Mapping[str, object], edition: str | None, data: Path | None
) -> tuple[tuple[object, ...], list[object]]:
    """A key that identifies the ruleset, and the objects whose ids it holds: plugins and all their attributes."""
    objects: list[object] = []
    for _, plugin in named:
        inside = getattr(plugin, "__dict__", {}).items()
        # A package gets each submodule as an attribute when that is first imported; the plugin has not changed then.
        objects += [plugin, *(one for name, one in inside if name[:2] != "__" and not ismodule(one))]
    files: tuple[object, ...] = ()
    if data is not None and os.path.isdir(data):
        found = [
            (one.path, os.stat(one.path) if os.path.isfile(one.path) else None) for one in disk.walk(data)
        ]
        files = tuple(
            sorted((path, at.st_mtime_ns, at.st_size) if at else (path, 0, 0) for path, at in found)
        )
    key = (
        tuple(name for name, _ in named),
        tuple(sorted((name, type(value).__name__, str(value)) for name, value in options.items())),
        edition,
        None if data is None else data.absolute().as_posix(),
        files,
        tuple(map(id, objects)),
    )
    return key, objects


def _loaded(
    what: Game,
    game_plugin: Any,
    parts: Sequence[tuple[Module, Any]],
    given: dict[str, object],
    edition: str | None,
    data: Path | None,
) -> Rules:
    names = [m.name for m, _ in parts]
    if len(set(names)) < len(names):
        raise UsageError(f"a module is given twice: {', '.join(names)}")
    for module, _ in parts:
        if module.game != what.name:
            raise UsageError(f"module {module.name} belongs to {module.game}, not to {what.name}")
    everything = [hooks.Specs, *what.specs]
    whole = f"{'+'.join([what.name, *names])} cannot be assembled"
    with plugin_errors.running(whole):
        manager = hooks.manager(
            [(what.name, game_plugin), *((m.name, plugin) for m, plugin in parts)], everything
        )
        known = hooks.names(everything)
        hooks.marked(what.name, game_plugin, known, what)
        for module, plugin in parts:
            hooks.marked(module.name, plugin, known, module)
    overrides = {k.removeprefix("data:"): str(given.pop(k)) for k in list(given) if k.startswith("data:")}
    with plugin_errors.running(whole, describe=lambda error: plugin_errors.describe(error, manager)):
        return _assemble(what, parts, manager, given, overrides, edition, data)


def _assemble(
    game: Game,
    parts: Sequence[tuple[Module, Any]],
    manager: Any,
    given: Mapping[str, object],
    overrides: dict[str, str],
    edition: str | None,
    data: Path | None,
) -> Rules:
    root = game.folder()
    folder = Folder(
        root,
        labelled(root, f"data/{game.name}"),
        overlay=data,
        overrides=overrides,
        over=[*brought(game, [module for module, _ in parts], data).values()],
        sets=tile_sets.joining(game, [module.name for module, _ in parts]),
    )
    declared = declared_options(game.options)
    declared += handicap.options(given, {one.name for one in declared})
    for module, _ in parts:
        declared += declared_options(module.options, module.name) if module.options else []
    sets: dict[str, dict[str, object]] = {}
    if EDITIONS in folder.names():
        loaded = folder.load(EDITIONS, Editions)
        sets = {name: dict(e.options) for name, e in loaded.items()}
    values = resolve(declared, sets, edition, given)
    # A handicap of 0 is none.
    declared = [one for one in declared if one.module != handicap.OWNER or values[one.name]]
    values = {one.name: values[one.name] for one in declared}
    module_options: dict[str, Any] = {}
    for module, _ in parts:
        if module.options is not None:
            prefix = f"{module.name}."
            module_options[module.name] = module.options(
                **{o.name.removeprefix(prefix): values[o.name] for o in declared if o.module == module.name}
            )
    made = _made(declared, [module for module, _ in parts], module_options, values, given)
    values |= {name: one.value for name, one in made.items() if name not in given}
    own = game.options(**{o.name: values[o.name] for o in declared if not o.module})
    tables = game.load(folder, own)
    changed = data is not None or bool(overrides)
    before, ours = _as_shipped(game, folder.shipped, own) if changed else (tables, None)
    names = _named(game.names(tables))
    stated = {game.name: rule_texts.read(folder, declared)}
    messages: list[tuple[str, Mapping[str, Mapping[str, str]]]] = [
        ("core", engine()),
        (game.name, translated(game.name, folder.messages(names, ours), names, ours)),
        ("rules", rule_texts.messages(game.name, folder)),
    ]
    module_data: dict[str, Any] = {}
    folders = [folder]
    digest = sha256(folder.digest().encode())
    for module, _ in parts:
        place = None
        if module.folder is not None:
            place = _folder_of(game, module, data, module.folder(), tables)
            folders.append(place)
            module_data[module.name] = module.load(place, module_options.get(module.name))
            digest.update(place.digest().encode())
        own_names, ours = _named(module.names(module_data.get(module.name))), None
        said = own_names
        if place is not None:
            stated[module.name] = rule_texts.read(place, declared)
            if changed:
                ours_alone = attrs.evolve(place.shipped, game=before)
                known = before is not None or tables is None
                ours = _as_shipped(module, ours_alone, module_options.get(module.name))[1] if known else {}
            said = place.messages(own_names, ours)
            messages.append(("rules", rule_texts.messages(game.name, place)))
        messages.append((module.name, translated(game.name, said, own_names, ours)))
    pieces: dict[str, tuple[str, ...]] = {}
    things: dict[str, list[Thing]] = {}
    owners = [(game, tables), *((module, module_data.get(module.name)) for module, _ in parts)]
    for part, content in owners:
        for family, more in part.pieces(content).items():
            pieces[family] = (*pieces.get(family, ()), *more)
        for family, some in part.things(content).items():
            things.setdefault(family, []).extend(some)
    reasons = [(part.name, reason) for part, content in owners for reason in part.reasons(content)]
    handicaps = tuple(handicap.read(values))
    if any(one.more.name == handicap.POINTS for one in handicaps):
        reasons.append((handicap.OWNER, handicap.REASON))
    for owner, reason in reasons:
        if reason.scale and reason.scale not in values:
            no = unknown("option", reason.scale, values)
            raise PluginError(f"{owner}: score reason {reason.key}: {no}")
    words = Words.of(messages)
    words.lend(reason.key for _, reason in reasons)
    data_digest = digest.hexdigest()[:16]
    rules = Rules(
        game=game,
        modules=tuple(m for m, _ in parts),
        edition=edition,
        given=given,
        loader=load,
        option_values=values,
        options=own,
        module_options=module_options,
        made=made,
        handicaps=handicaps,
        overrides=overrides,
        data_folder=str(data) if data is not None else None,
        data=tables,
        module_data=module_data,
        data_digest=data_digest,
        option_hash=hash_of(
            game.name, game.version, {m.name: m.version for m, _ in parts}, values, data_digest
        ),
        pieces=pieces,
        things=_things(pieces, things),
        words=words,
        declared=declared,
        editions=sets,
        folder=folder,
        folders=tuple(folders),
        stated=stated,
        plugins=manager,
        weights=Weights.usual(game.weights, {m.name: m.weights for m, _ in parts if m.weights is not None}),
    )
    rules.weights.declared()  # a class of weights that is declared wrongly is refused here
    check_field_names(game.state)
    wire(rules, reasons)
    rules.fix()
    handicap.check(rules)
    return rules


def brought(game: Game, modules: Sequence[Module], data: Path | None = None) -> dict[str, Folder]:
    """Return the files that modules add to the game's folder, by module; PluginError if two add the same file."""
    found: dict[str, Folder] = {}
    for module in modules:
        inside = module.folder().iterdir() if module.folder is not None else ()
        for root in (item for item in inside if item.name == OVER and item.is_dir()):
            found[module.name] = _folder_of(game, module, data, root, None, OVER)
    for name, folder in found.items():
        for file in (one for one in folder.names() if one == EDITIONS or is_text(one)):
            raise PluginError(
                f"module {name}: {OVER}/{file} would take the place of the game's; it has no effect there"
            )
    refuse_twice(
        "modules bring the file",
        [(name, module) for module, folder in found.items() for name in folder.names()],
        "; play them apart",
    )
    return found


def _folder_of(
    game: Game, module: Module, data: Path | None, root: Traversable, tables: Any, *inside: str
) -> Folder:
    """The module's folder, or one inside it, with a user's files in place of its own."""
    place = PurePosixPath(MODULES, tile_sets.short(module.name), *inside)
    theirs = data / place if data is not None else None
    overlay = theirs if theirs is not None and os.path.isdir(theirs) else None
    return Folder(root, labelled(root, f"data/{game.name}/{place}"), overlay, tables)


def _made(
    declared: Sequence[Option],
    modules: Sequence[Module],
    module_options: Mapping[str, Any],
    values: Mapping[str, int | bool | str],
    given: Mapping[str, object],
) -> dict[str, Made]:
    """The changes that modules make to the game's options, by option; PluginError if a value is not allowed or two
    modules differ."""
    game = {option.name: option for option in declared if not option.module}
    made: dict[str, Made] = {}
    for module in modules:
        for name, value in module.changes(module_options.get(module.name)).items():
            try:
                if name not in game:
                    raise unknown("option of the game", name, game)
                one = Made(module.name, values[name], game[name].read(value))
            except UsageError as error:
                raise PluginError(f"module {module.name} changes options: {error}") from None
            if name in made and made[name].value != one.value and name not in given:
                raise PluginError(
                    f"modules {made[name].module} and {module.name} both change the option {name}, "
                    f"to {made[name].value} and {one.value}; play them apart, or set {name} yourself"
                )
            made[name] = one
    return made


def _things(
    pieces: Mapping[str, tuple[str, ...]], things: Mapping[str, Sequence[Thing]]
) -> dict[str, Things]:
    """Every family with its things; PluginError if things and kinds of piece have different codes."""
    found = {family: Things(family, [Thing(name) for name in names]) for family, names in pieces.items()}
    for family, some in things.items():
        listed = Things(family, some)
        if family in found and found[family].codes != listed.codes:
            raise PluginError(
                f"the things of the family '{family}' do not have the codes of its kinds of piece"
            )
        found[family] = listed
    return found


@attrs.frozen
class Edition:
    """A named set of option values from `editions.yaml`."""

    title: str
    """Its name for people."""
    options: dict[str, str] = attrs.field(factory=dict)
    """Options that it sets; all others keep their defaults."""
    source: str = ""
    """Where it is stated."""


EDITIONS = "editions.yaml"
Editions: TypeAlias = dict[str, Edition]
"""The content of that file: editions by name."""


def _as_shipped(owner: Game | Module, folder: Folder, options: Any) -> tuple[Any, dict[str, dict[str, str]]]:
    """Return the tables that the game or module reads from its shipped files, and the messages that name their items.

    Both are empty if the files do not fit the options: these may name something that only a user's files have.
    """
    try:
        tables = owner.load(folder, options)
        return tables, _named(owner.names(tables))
    except (InvalidFile, UsageError):
        return None, {}


def hash_of(
    game: str, version: str, modules: Mapping[str, str], options: Mapping[str, object], data_digest: str
) -> str:
    """Return the hash of a ruleset: of its game and modules (name to version), its options and its data."""
    hashed = [game, version, tile_sets.hashed(modules), dict(options), data_digest]
    return sha256(json.dumps(hashed, sort_keys=True).encode()).hexdigest()[:16]


def _named(names: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The messages that name things."""
    return {f"name.{word}": dict(texts) for word, texts in names.items()}
