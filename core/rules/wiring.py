"""Connects the parts of a ruleset: steps and those that modules insert, actions, readers, places and nouns.

Nouns of scenes are those of the game and its modules, and those that follow from their fields. A field that declares
its meaning has a noun of its own name (`laid aside` for `laid_aside`); a field of a module has one with the module's
name in front (`storm.omens`). If the game declares a noun of that name, its parts win, and the field supplies those
that it lacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..base.errors import PluginError
from ..text.strict import near
from . import hooks
from .actions import Action, Reader, Slot
from .containers import By
from .frozen import FrozenDict
from .game import Game, Module, ScoreReason
from .meanings import CELL, Meaning, reader
from .nouns import Given, Noun
from .placed import turned_over
from .placing import rotations
from .ruleset import CARRIED_OVER, Rules
from .schedule import Decision, Extra, Insert, name_of, program
from .state import State
from .zones import MEANS, places

if TYPE_CHECKING:
    from .position import Position


def wire(rules: Rules, reasons: Sequence[tuple[str, ScoreReason]]) -> None:
    """Connect the parts of a ruleset: streams, score reasons, places, steps, actions, readers and nouns.

    `reasons` are those of the game and its modules, each with its owner. PluginError if parts do not go together.
    """
    game = rules.game
    parts: list[Game | Module] = [game, *rules.modules]
    streams = [(name, part.name) for part in parts for name in part.streams]
    refuse_twice("streams are called", streams, "; a module's is named module:NAME")
    rules.streams = tuple(sorted(name for name, _ in streams))
    keys = [(reason.key, owner) for owner, reason in reasons]
    refuse_twice("score reasons have the key", [(CARRIED_OVER.key, "core"), *keys])
    rules.reasons = [CARRIED_OVER, *(reason for _, reason in reasons)]
    rules.pieces, rules.things = FrozenDict(rules.pieces), FrozenDict(rules.things)
    rules.reason = FrozenDict({reason.key: n for n, reason in enumerate(rules.reasons)})
    for seats in game.seat_counts:
        rules.places[seats] = tuple(places(game.state, "", seats))
        for part in rules.modules:
            if part.slice_type is not None:
                rules.places[seats] += tuple(places(part.slice_type, part.name, seats))
    for seats, found in rules.places.items():
        rules.spots.update(((seats, one.name, one.owner, one.holder), one) for one in found)
    rules.assembled = game.assemble(rules)
    inserts: list[tuple[str, Insert]] = []
    extras: list[tuple[str, Extra[Any]]] = []
    for module, function in hooks.named_calls(rules.plugins, "insert_steps"):
        inserts += [(module, insert) for insert in function(rules)]
    for module, function in hooks.named_calls(rules.plugins, "add_actions"):
        extras += [(module, extra) for extra in function(rules)]
    pushed = [node for part in parts for node in part.pushed(rules)]
    rules.phases, rules.nodes = program(game.phases(rules), inserts, pushed)
    rules.by_name = FrozenDict({name_of(node): node for node in rules.nodes})
    for part in rules.modules:
        for name in part.step_rules.keys() - rules.by_name.keys():
            raise PluginError(f"module {part.name}: step_rules: the game has no step '{name}'")
    for module, extra in sorted(extras, key=lambda e: e[0]):
        step = rules.by_name.get(extra.step)
        if not isinstance(step, Decision):
            raise PluginError(f"module {module}: no step '{extra.step}' takes actions")
        step.extras = (*step.extras, extra)
    deciding = [node for node in rules.nodes if isinstance(node, Decision)]
    rules.kinds = list(dict.fromkeys(kind for node in deciding for kind in node.all_actions))
    rules.readers = _readers(rules, [kind for node in deciding for kind in node.actions])
    _slots_read(rules)
    rules.nouns = vocabulary(rules)
    for node in rules.nodes:
        node.bind(rules)
        if isinstance(node, Decision):
            for extra in node.extras:
                extra.bind(rules)


def _readers(rules: Rules, own: Sequence[type[Action]]) -> dict[str, Reader]:
    """The readers of all slots: usual ones, those of the game, whose actions are `own`, and those of modules.

    PluginError if a module gives another reader to a slot of the game or of another module.
    """
    usual: dict[str, Reader] = {family: reader(family) for family in rules.things}
    usual |= {"cell": reader(CELL), "rotation": rotations(rules.game.grid, turned_over(rules))}
    slots = {part.name for kind in own for part in kind.parts if isinstance(part, Slot)}
    found = {name: one for name, one in usual.items() if name in slots}
    found.update(rules.game.readers)
    for part in rules.modules:
        taken = sorted(name for name, one in part.readers.items() if found.get(name, one) is not one)
        if taken:
            raise PluginError(f"module {part.name}: {', '.join(taken)} already has a reader in this ruleset")
        found.update(part.readers)
    return usual | found


def _slots_read(rules: Rules) -> None:
    """Raise PluginError for a slot of a notation that has no reader, or for which its action has no field."""
    for kind in rules.kinds:
        for slot in [part.name for part in kind.parts if isinstance(part, Slot)]:
            said = f"the notation of {kind.__name__} has a slot {{{slot}}}, "
            if slot not in rules.readers:
                family = next(iter(rules.things), "FAMILY")
                raise PluginError(
                    f"{said}which has no reader; give it in the game, such as "
                    f'readers={{"{slot}": tw.reader("{family}")}}{near(slot, rules.readers)}'
                )
            if slot not in (fields := attrs.fields_dict(kind)):
                raise PluginError(f"{said}but the action has no such field{near(slot, fields)}")


def refuse_twice(what: str, named: Sequence[tuple[str, str]], hint: str = "") -> None:
    """Raise PluginError if two parts use the same name."""
    count = Counter(name for name, _ in named)
    for name in (name for name, times in count.items() if times > 1):
        owners = " and ".join(dict.fromkeys(owner for found, owner in named if found == name))
        raise PluginError(f"two {what} {name}, in {owners}{hint}")


def vocabulary(rules: Rules) -> list[Noun]:
    """All nouns, in the order in which a position is set up: declared ones, then those of fields."""
    own = [*rules.game.nouns, *(noun for module in rules.modules for noun in module.nouns)]
    from_fields = {noun.name: noun for noun in _derived(rules)}
    found = [_completed(noun, from_fields.pop(noun.name, None)) for noun in own]
    return [*found, *from_fields.values()]


def _completed(noun: Noun, field: Noun | None) -> Noun:
    if field is None:
        return noun
    return attrs.evolve(
        noun,
        put=noun.put or field.put,
        write=noun.write or field.write,
        count=noun.count or field.count,
        tell=noun.tell or field.tell,
        fields=(*field.fields, *(name for name in noun.fields if name not in field.fields)),
        means=noun.means or (field.means if noun.put is None else None),
    )


def _derived(rules: Rules) -> Iterator[Noun]:
    kinds: list[tuple[str, type]] = [("", rules.game.state)]
    kinds += [(module.name, module.slice_type) for module in rules.modules if module.slice_type is not None]
    for holder, kind in kinds:
        for field in attrs.fields(kind):
            means = field.metadata.get(MEANS)
            if means is not None:
                yield _noun(holder, field.name, means)


def _noun(holder: str, field: str, means: Meaning) -> Noun:
    """The noun of a field: of the state, or of the part of the module `holder`."""

    def part(state: State) -> Any:
        return state.slices[holder] if holder else state

    def put(position: Position[Any], value: Any) -> None:
        state, where = position.state, part(position.state)
        now = getattr(where, field)
        found = means.read(state, value, now=now)
        for piece, _ in means.pieces(state, now):
            position.put_back(means.holds, piece, holder=holder)
        for piece, path in means.pieces(state, found):
            if not position.take(means.holds, piece) and not position.trusted(means.holds):
                raise Given(f"there is no {state.rules.things[means.holds].codes[piece]} left", *path)
        setattr(where, field, found)

    def write(state: State) -> Any:
        return means.write(state, getattr(part(state), field))

    def count(state: State, seat: int) -> int:
        assert isinstance(means, By)
        return means.count(getattr(part(state), field), seat)

    def tell(state: State, key: str) -> str:
        return means.tell(state, getattr(part(state), field), key)

    spoken = field.replace("_", " ")
    return Noun(
        name=f"{holder}.{spoken}" if holder else spoken,
        put=put,
        write=write,
        count=count if isinstance(means, By) and means.countable else None,
        tell=tell if means.parts else None,
        fields=(f"{holder}.{field}" if holder else field,),
        means=means,
    )
