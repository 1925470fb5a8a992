"""A ruleset assembled: one game, its modules, options, data and hooks, immutable and shared by all its matches."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs

from . import hooks, plugins
from .actions import Action, Reader, Refusal, read_action, verbs
from .chance import key_of
from .data import Folder, Rule
from .errors import PluginError, Unreadable, UsageError
from .events import Event, Log
from .game import Game, Module, ScoreReason
from .options import Option, resolve
from .options import declared as declared_options
from .pack import pack, unpack
from .schedule import Decision, Extra, Insert, Node, Phase, advance, name_of, program
from .state import ScoreLine, State
from .words import Words
from .zones import Place, places


@attrs.define(eq=False)
class Rules:
    """Made by `load`; never changed afterwards, save for its memo of places per number of seats."""

    game: Game
    modules: tuple[Module, ...]
    edition: str | None
    option_values: dict[str, int | bool | str]
    options: Any
    """The game's options class, filled."""
    module_options: dict[str, Any]
    overrides: dict[str, str]
    data_folder: str | None
    data: Any
    module_data: dict[str, Any]
    data_digest: str
    option_hash: str
    pieces: dict[str, tuple[str, ...]]
    words: Words
    declared: list[Option]
    editions: dict[str, dict[str, object]]
    folder: Folder
    """The game's data files."""
    folders: tuple[Folder, ...]
    """The game's data files, then those of the modules."""
    plugins: Any = None
    nodes: list[Node] = attrs.field(factory=list)
    by_name: dict[str, Node] = attrs.field(factory=dict)
    phases: list[Phase] = attrs.field(factory=list)
    reasons: list[ScoreReason] = attrs.field(factory=list)
    reason: dict[str, int] = attrs.field(factory=dict)
    """Score reason key to its number in ledgers."""
    kinds: list[type[Action]] = attrs.field(factory=list)
    readers: dict[str, Reader] = attrs.field(factory=dict)
    streams: tuple[str, ...] = ()
    places: dict[int, list[Place]] = attrs.field(factory=dict)
    """Number of seats to every place for pieces that there is with so many."""

    def __repr__(self) -> str:
        names = "+".join([self.game.name, *(m.name for m in self.modules)])
        return f"<rules of {names}, options {self.option_hash}>"

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    # -- matches -------------------------------------------------------------------------------------------------

    def new(self, seats: Sequence[str] | int, seed: int = 0, log: Log | None = None) -> State:
        """A fresh match set up under this seed. `seats` are the players' names, or how many there are."""
        state = self.blank(seats, seed)
        self.game.set_up(state, log)
        for function in self.calls("set_up"):
            function(state, log)
        self.start(state, log)
        return state

    def blank(self, seats: Sequence[str] | int, seed: int = 0) -> State:
        """A state before set-up: seats, streams and the modules' slices are there, nothing else."""
        if isinstance(seats, int):
            seats = [f"player{n + 1}" for n in range(seats)]
        low, high = self.game.seats
        if not low <= len(seats) <= high:
            raise UsageError(f"{self.game.title} is for {low} to {high} players, not {len(seats)}")
        if len({name.lower() for name in seats}) < len(seats):
            raise UsageError(f"two players have the same name: {', '.join(seats)}")
        for name in seats:
            if not name or not name.replace("-", "").replace("_", "").isalnum():
                raise UsageError(f"'{name}' cannot be a player's name; use letters, digits, - and _")
        state = self.game.state(self, tuple(seats))
        state.scores = [0] * len(seats)
        state.sealed = [()] * len(seats)
        state.streams = {name: (key_of(seed, name), 0) for name in self.streams}
        for module in self.modules:
            if module.slice is not None:
                state.slices[module.name] = module.slice(state)
        return state

    def start(self, state: State, log: Log | None = None) -> None:
        """The first phase begins and goes on to the first decision."""
        first = self.phases[0]
        state.stack[:] = [(first.index, -1, 0)]
        first.pass_on(state, -1)
        advance(state, log)

    def restore(self, packed: Mapping[str, Any]) -> State:
        """The state that `to_dict` gave."""
        return unpack(self, packed)

    @property
    def schema(self) -> str:
        """8 hex digits that change when the fields of the state do, so that hashes are compared only where they can."""
        kinds = [self.game.state, *(m.slice_type for m in self.modules if m.slice_type is not None)]
        fields = [(kind.__name__, field.name, str(field.type)) for kind in kinds for field in attrs.fields(kind)]
        return sha256(json.dumps(fields).encode()).hexdigest()[:8]

    def pack(self, state: State) -> dict[str, Any]:
        return pack(self, state)

    def places_of(self, state: State) -> list[Place]:
        """The places for pieces that exist with this state's number of seats."""
        return self.places[len(state.seats)]

    # -- notation ------------------------------------------------------------------------------------------------

    def read(self, text: str, state: State, seat: int) -> Action:
        """The action that `text` stands for, legal or not; raises Unreadable, naming what may follow."""
        actions = self.read_line(text, state, seat)
        if len(actions) > 1:
            raise Unreadable(f"'{text}' holds {len(actions)} moves where one was expected")
        return actions[0]

    def read_line(self, text: str, state: State, seat: int) -> list[Action]:
        """One or more actions, separated by `;` or `,` after a space, or told apart by their verbs."""
        tokens = text.replace(";", " ").replace("=", " ").split()
        kinds = self.kinds_now(state)
        found: list[Action] = []
        while tokens or not found:
            action, used = read_action(kinds, self.readers, tokens, state, seat)
            found.append(action)
            verb, tokens = tokens[0], tokens[used:]
            if tokens and tokens[0].lower() not in verbs(self.kinds):
                tokens = [verb, *tokens]  # `price L07=4 L31=2`: the verb is said once
                if used <= 1:
                    raise Unreadable(f"'{tokens[1]}' begins no move", verbs(kinds))
        return found

    def kinds_now(self, state: State) -> list[type[Action]]:
        """The kinds of action, those of the step that waits first."""
        step = state.step
        own: list[type[Action]] = []
        if step is not None:
            own = [*step.actions, *(a for extra in step.extras for a in extra.actions)]
        return [*own, *(k for k in self.kinds if k not in own)]

    # -- words ---------------------------------------------------------------------------------------------------

    def say(self, key: str, args: Mapping[str, object], seats: Sequence[str] = (), lang: str = "en") -> str:
        return self.words.say(key, args, seats, lang)

    def say_refusal(self, refusal: Refusal, seats: Sequence[str], lang: str = "en") -> str:
        """One line: every reason with its rule id."""
        said = "; ".join(
            self.say(r.key, r.args, seats, lang) + (f" ({r.rule})" if r.rule else "") for r in refusal.reasons
        )
        return f"{refusal.action}: {said}"

    def say_event(self, event: Event, seats: Sequence[str], seat: int | None, lang: str = "en") -> str:
        """The event as this seat may read it."""
        key, args = event.told_to(seat)
        return self.say(key, args, seats, lang)

    def score_line(self, line: tuple[int, int, int, int, int], state: State) -> ScoreLine:
        seat, amount, number, source, turn = line
        reason = self.reasons[number]
        named = reason.source(self, source) if source >= 0 else ""
        return ScoreLine(seat, amount, reason.key, named, reason.rule, turn)

    def rule_texts(self) -> dict[str, Rule]:
        """Rule id to what the game and its modules say of it in `rules.yaml`; empty where there is no such file."""
        found: dict[str, Rule] = {}
        for folder in self.folders:
            if "rules.yaml" in folder.names():
                found |= folder.load("rules.yaml", dict[str, Rule])
        return found

    # -- hooks ---------------------------------------------------------------------------------------------------

    def calls(self, name: str) -> tuple[Callable[..., Any], ...]:
        """The modules' functions behind a hook, sorted; call them with positional arguments."""
        return hooks.calls(self.plugins, name)


CARRIED_OVER = ScoreReason("carried_over", "")


def load(
    game: str | Any,
    modules: Sequence[str | Any] = (),
    options: Mapping[str, object] | None = None,
    edition: str | None = None,
    data: str | Path | None = None,
) -> Rules:
    """The ruleset of `game` with these modules, options and edition, assembled and checked.

    Names are looked up among installed plugins; a plugin object works as well. Options named `data:FILE.path`
    change one value of the data. `data` is a folder whose files replace the game's own of the same name.
    """
    game_plugin = plugins.game(game) if isinstance(game, str) else game
    game_name = game if isinstance(game, str) else getattr(game, "__name__", type(game).__name__)
    probe = hooks.manager([(game_name, game_plugin)], [hooks.Specs, *_specs(game_plugin)])
    what: Game = probe.hook.tilewright_game()
    if what is None:
        raise PluginError(f"plugin {game_name} declares no game (hook tilewright_game)")
    chosen: list[tuple[str, Any]] = []
    for module in modules:
        chosen.append(
            (module, plugins.module(what.name, module))
            if isinstance(module, str)
            else (getattr(module, "__name__", type(module).__name__), module)
        )
    parts: list[tuple[Module, Any]] = []
    for name, plugin in chosen:
        described = getattr(plugin, "tilewright_module", None)
        if described is None:
            raise PluginError(f"plugin {name} declares no module (hook tilewright_module)")
        parts.append((described(), plugin))
    parts.sort(key=lambda part: part[0].name)
    names = [m.name for m, _ in parts]
    if len(set(names)) < len(names):
        raise UsageError(f"a module is named twice: {', '.join(names)}")
    for module, _ in parts:
        if module.game != what.name:
            raise UsageError(f"module {module.name} belongs to {module.game}, not to {what.name}")
    manager = hooks.manager(
        [(what.name, game_plugin), *((m.name, plugin) for m, plugin in parts)], [hooks.Specs, *what.specs]
    )
    given = dict(options or {})
    overrides = {k.removeprefix("data:"): str(given.pop(k)) for k in list(given) if k.startswith("data:")}
    return _assemble(what, parts, manager, given, overrides, edition, Path(data) if data is not None else None)


def _specs(plugin: Any) -> Sequence[type]:
    described = getattr(plugin, "tilewright_game", None)
    found: Sequence[type] = described().specs if described is not None else ()
    return found


def _assemble(
    game: Game,
    parts: Sequence[tuple[Module, Any]],
    manager: Any,
    given: Mapping[str, object],
    overrides: dict[str, str],
    edition: str | None,
    data: Path | None,
) -> Rules:
    leave = tuple(module.name for module, _ in parts)
    folder = Folder(game.folder(), f"data/{game.name}", overlay=data, leave=leave, overrides=overrides)
    declared = declared_options(game.options)
    for module, _ in parts:
        declared += declared_options(module.options, module.name) if module.options else []
    sets: dict[str, dict[str, object]] = {}
    if "editions.yaml" in folder.names():
        loaded = folder.load("editions.yaml", dict[str, Edition])
        sets = {name: dict(e.options) for name, e in loaded.items()}
    values = resolve(declared, sets, edition, given)
    own = game.options(**{o.name: values[o.name] for o in declared if not o.module})
    tables = game.load(folder, own)
    messages = [_core_messages(), folder.load("messages.yaml", dict[str, dict[str, str]])]
    messages.append({f"name.{word}": dict(texts) for word, texts in game.names(tables).items()})
    pieces = dict(game.pieces(tables))
    module_options: dict[str, Any] = {}
    module_data: dict[str, Any] = {}
    folders = [folder]
    digest = sha256(folder.digest().encode())
    for module, _ in parts:
        if module.options is not None:
            prefix = f"{module.name}."
            module_options[module.name] = module.options(
                **{o.name.removeprefix(prefix): values[o.name] for o in declared if o.module == module.name}
            )
        if module.folder is not None:
            theirs = data / module.name if data is not None and (data / module.name).is_dir() else None
            place = Folder(module.folder(), f"data/{game.name}/{module.name}", overlay=theirs)
            folders.append(place)
            module_data[module.name] = module.load(place, module_options.get(module.name))
            digest.update(place.digest().encode())
            if "messages.yaml" in place.names():
                messages.append(place.load("messages.yaml", dict[str, dict[str, str]]))
        for family, names in module.pieces(module_data.get(module.name)).items():
            pieces[family] = (*pieces.get(family, ()), *names)
    data_digest = digest.hexdigest()[:16]
    hashed = [game.name, game.version, [(m.name, m.version) for m, _ in parts], values, data_digest]
    rules = Rules(
        game=game,
        modules=tuple(m for m, _ in parts),
        edition=edition,
        option_values=values,
        options=own,
        module_options=module_options,
        overrides=overrides,
        data_folder=str(data) if data is not None else None,
        data=tables,
        module_data=module_data,
        data_digest=data_digest,
        option_hash=sha256(json.dumps(hashed, sort_keys=True).encode()).hexdigest()[:16],
        pieces=pieces,
        words=Words(*messages),
        declared=declared,
        editions=sets,
        folder=folder,
        folders=tuple(folders),
        plugins=manager,
    )
    _wire(rules)
    return rules


def _wire(rules: Rules) -> None:
    game = rules.game
    rules.streams = tuple(sorted({*game.streams, *(s for m in rules.modules for s in m.streams)}))
    rules.reasons = [CARRIED_OVER, *game.reasons, *(r for m in rules.modules for r in m.reasons)]
    rules.reason = {reason.key: n for n, reason in enumerate(rules.reasons)}
    if len(rules.reason) < len(rules.reasons):
        raise PluginError("two score reasons have the same key")
    rules.readers = {**game.readers}
    for part in rules.modules:
        rules.readers.update(part.readers)
    for seats in range(game.seats[0], game.seats[1] + 1):
        rules.places[seats] = places(game.state, "", seats)
        for part in rules.modules:
            if part.slice_type is not None:
                rules.places[seats] += places(part.slice_type, part.name, seats)
    inserts: list[tuple[str, Insert]] = []
    extras: list[tuple[str, Extra]] = []
    for module, function in hooks.named_calls(rules.plugins, "insert_steps"):
        inserts += [(module, insert) for insert in function(rules)]
    for module, function in hooks.named_calls(rules.plugins, "add_actions"):
        extras += [(module, extra) for extra in function(rules)]
    rules.phases, rules.nodes = program(game.phases(rules), inserts, list(game.pushed(rules)))
    rules.by_name = {name_of(node): node for node in rules.nodes}
    for module, extra in sorted(extras, key=lambda e: e[0]):
        step = rules.by_name.get(extra.step)
        if not isinstance(step, Decision):
            raise PluginError(f"module {module}: no step '{extra.step}' takes actions")
        step.extras = (*step.extras, extra)
    for node in rules.nodes:
        if isinstance(node, Decision):
            rules.kinds += [k for k in node.actions if k not in rules.kinds]
            rules.kinds += [k for e in node.extras for k in e.actions if k not in rules.kinds]
    for node in rules.nodes:
        node.bind(rules)
        if isinstance(node, Decision):
            for extra in node.extras:
                extra.bind(rules)


@attrs.frozen
class Edition:
    """A named set of option values, as it stands in `editions.yaml`."""

    title: str
    options: dict[str, str] = attrs.field(factory=dict)
    source: str = ""


def _core_messages() -> dict[str, dict[str, str]]:
    from importlib.resources import files

    return Folder(files("tilewright.data") / "core", "data/core").load("messages.yaml", dict[str, dict[str, str]])
