"""Checks of the state: declared fields, clones, equality, saving, and export as a scene."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import attrs

from ..base.chance import Stream
from ..base.cloning import SHARED, hints
from ..base.errors import TilewrightError
from ..rules.meanings import Meaning
from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.zones import KEY, MEANS, PUBLIC, REFEREE, Kept, Zone
from ..scenes import scene
from ..text.strict import near
from .field_walk import changeable, differing, held, snapshot, values, variants
from .random_games import Broken, Moment, Subject, moments, play_on
from .value_checks import meant

SPECIAL = ("rules", "slices")
"""Fields of every state that are not changed as a whole."""


def fields(subject: Subject) -> None:
    """Every field is declared, in a slotted class, and holds what it means; zones hold pieces that exist."""
    rules = subject.rules
    kinds = [("", rules.game.state)]
    kinds += [(module.name, module.slice_type) for module in rules.modules if module.slice_type is not None]
    for holder, kind in kinds:
        if not attrs.has(kind):
            raise Broken(f"{kind.__name__} must be a class made by attrs.define")
        for field in attrs.fields(kind):
            _declared(holder, kind, field, rules.pieces)
            _known(rules, f"field {kind.__name__}.{field.name} means", field.metadata.get(MEANS))
    for reason in rules.reasons:
        _known(rules, f"the source of score reason {reason.key} means", reason.source)
    for slot, reader in rules.readers.items():
        _known(rules, f"the reader of slot {slot} reads", reader.of)
    for module in rules.modules:
        if (module.slice is None) != (module.slice_type is None):
            raise Broken(f"module {module.name} has only one of slice and slice_type; it needs both")
    for moment in moments(subject):
        state = moment.state
        moment.need(
            not hasattr(state, "__dict__"),
            f"{type(state).__name__} is not slotted; use @attrs.define(eq=False)",
        )
        meant(moment)
        for place in rules.places_of(state):
            known = range(len(rules.pieces[place.zone.family]))
            pieces = place.pieces(state)
            wrong = [piece for piece in pieces if piece not in known]
            moment.need(
                not wrong, f"{place.label(state.seats)} holds {wrong}, which is not a {place.zone.family}"
            )


def _known(rules: Rules, what: str, means: object) -> None:
    """Raise `Broken` for a family that a meaning names and that does not exist."""
    for family in families(means):
        if family not in rules.things:
            said = f"{what} things of family '{family}', which does not exist{near(family, rules.things)}"
            raise Broken(f"{said}; name it in the game's pieces or things")


def families(means: object) -> Iterator[str]:
    """Yield the families that a meaning names, also those of the meanings that it is made of."""
    kind = type(means)
    if isinstance(means, Meaning) and attrs.has(kind):
        for name in attrs.fields_dict(kind):
            value = getattr(means, name)
            if name == "family":
                yield value
            yield from families(value)


def _declared(holder: str, kind: type, field: attrs.Attribute[Any], pieces: Any) -> None:
    name = f"{kind.__name__}.{field.name}"
    if field.name == "rules" and not holder:
        return
    what = field.metadata.get(KEY)
    if what not in (PUBLIC, REFEREE) and not isinstance(what, (Kept, Zone)):
        raise Broken(
            f"field {name} is not declared; use public(), kept() or zone(), so that views know who may see it"
        )
    if what == REFEREE and field.name not in attrs.fields_dict(State):
        raise Broken(
            f"field {name} is the referee's: determinize cannot redraw it, so a bot could read it; "
            "use zone() for hidden pieces, or public()"
        )
    if isinstance(what, Kept) and holder:
        raise Broken(
            f"field {name} is kept(), which views do not show in a module's slice; use public() or zone()"
        )
    if isinstance(what, Zone) and what.family not in pieces:
        said = f"zone {name} holds pieces of family '{what.family}', which is not in the game's pieces"
        raise Broken(f"{said}{near(what.family, pieces)}")


def clones(subject: Subject) -> None:
    """A clone is equal and shares nothing that changes; clone, == and to_dict cover every field."""
    for moment in filter(Moment.costly, moments(subject)):
        state = moment.state
        before = snapshot(state)
        copy = _clone(moment, state)
        theirs = held(copy)
        shared = {f.name for f in attrs.fields(type(state)) if f.metadata.get(SHARED)}
        for identity, path in held(state).items():
            allowed = path.split(".")[0].split("[")[0] in shared
            moment.need(allowed or identity not in theirs, f"clone() shares {path} with its original")
        play_on(copy, Stream(moment.seed, "clone"), 20)
        moment.need(snapshot(state) == before, "playing on a clone changes the original")
        kept = _clone(moment, state)
        before = snapshot(kept)
        original = _clone(moment, state)
        play_on(original, Stream(moment.seed, "original"), 20)
        moment.need(snapshot(kept) == before, "playing on the original changes a clone")
        rarely = moment.action is None or moment.decision == 0 or moment.stream.below(4) == 0
        for holder, name in _parts(state) if rarely else ():
            _covered(moment, original, holder, name)


def _clone(moment: Moment, state: State) -> State:
    copy = state.clone()
    moment.need(type(copy) is type(state), f"clone() returns a {type(copy).__name__}")
    for holder, name in _parts(state):
        said = f"field {holder + '.' if holder else ''}{name}"
        moment.need(hasattr(_inside(copy, holder), name), f"clone() forgets {said}")
        same = snapshot(_value(copy, holder, name)) == snapshot(_value(state, holder, name))
        moment.need(same, f"clone() changes {said}")
    moment.need(copy == state, "a clone is not equal to its original")
    return copy


def _parts(state: State) -> list[tuple[str, str]]:
    """Return (module or "", field) for every field of the state and of the modules' slices."""
    own = [("", f.name) for f in attrs.fields(type(state)) if f.name not in SPECIAL]
    return own + [(module, f.name) for module, part in state.slices.items() for f in attrs.fields(type(part))]


def _inside(state: State, holder: str) -> Any:
    return state.slices[holder] if holder else state


def _value(state: State, holder: str, name: str) -> Any:
    return getattr(_inside(state, holder), name)


def _covered(moment: Moment, later: State, holder: str, name: str) -> None:
    """Check that small changes of the field make a different state and survive cloning and saving.

    The value that the field has later in the game is one of these changes.
    """
    state = moment.state
    kind = type(_inside(state, holder))
    said = f"{holder}.{name}" if holder else name
    value = _value(state, holder, name)
    hint = hints(kind)[name]
    if name == "ledger" and not holder and not value:
        changes = [("", [(0, 1, 0, -1, 0)])]
    else:
        changes = list(variants(value, hint))
    afterwards = _value(later, holder, name)
    if afterwards != value:
        changes.append(("", afterwards))
    for path, changed in changes:
        twin = state.clone()
        setattr(_inside(twin, holder), name, changed)
        moment.need(twin != state, f"== does not see a change of {said}{path}")
        again = twin.clone()
        kept = hasattr(_inside(again, holder), name) and _value(again, holder, name)
        moment.need(snapshot(kept) == snapshot(changed), f"clone() forgets {said}{path}")
        packed = twin.to_dict()
        moment.need(packed != state.to_dict(), f"to_dict() forgets {said}{path}")
        back = state.rules.restore(json.loads(json.dumps(packed)))
        restored = _value(back, holder, name) == changed
        moment.need(restored, f"restore() does not bring back {said}{path}")


def saving(subject: Subject) -> None:
    """A state saved as JSON comes back equal, streams included, and plays on in the same way."""
    for moment in filter(Moment.costly, moments(subject)):
        state = moment.state
        packed = state.to_dict()
        shared = held(state).keys() & changeable(packed, "", {}).keys()
        moment.need(not shared, "to_dict() returns lists or dicts of the state itself")
        try:
            text = json.dumps(packed, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise Broken(f"to_dict() is not plain data: {error} {moment.where()}") from error
        back = state.rules.restore(json.loads(text))
        moment.need(
            back == state and state == back, f"restore(to_dict()) differs in {_differing(back, state)}"
        )
        moment.need(back.digest() == state.digest(), "a restored state has a different digest")
        moment.need(back.to_act == state.to_act, "a restored state has other seats to act")
        for seat in state.to_act:
            same = list(back.legal(seat)) == list(state.legal(seat))
            moment.need(same, "a restored state lists other actions, or a different order")
        original = state.clone()
        count = play_on(original, Stream(moment.seed, "saved"), 6)
        moment.need(
            play_on(back, Stream(moment.seed, "saved"), 6) == count, "a restored state ends earlier or later"
        )
        moment.need(back == original, f"a restored state plays on differently: {_differing(back, original)}")


def _differing(one: State, other: State) -> str:
    mine, theirs = values(one), values(other)
    names = differing(mine, theirs)
    unordered = []
    for place in one.rules.places_of(one):
        name = f"{place.holder}.{place.name}" if place.holder else place.name
        if place.zone.order == "none" and name in names and _sorted(mine[name]) == _sorted(theirs[name]):
            unordered.append(name)
    said = ", ".join(names) or "no declared field"
    if unordered:
        said += f" (the order of {', '.join(dict.fromkeys(unordered))} means nothing: "
        said += "keep it sorted, or declare the zone a 'row')"
    return said


def _sorted(value: Any) -> Any:
    """A zone's pieces, or those of each seat, in order."""
    return [sorted(one) for one in value] if value and isinstance(value[0], list) else sorted(value)


def scenes(subject: Subject) -> None:
    """A position exported as a scene is read back as an equal state."""
    for moment in filter(Moment.costly, moments(subject)):
        state = moment.state
        text = scene.export(state)
        try:
            back = scene.begin(scene.read(text, "exported")[0], rules=state.rules)[1]
        except TilewrightError as error:
            raise Broken(f"an exported scene cannot be read: {error} {moment.where()}") from error
        moment.need(back == state, f"an exported scene gives a different state: {_differing(back, state)}")
