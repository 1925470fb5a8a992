"""The JSON schema of scenes and lessons: of any game, or of one with the words of its positions and its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..rules.nouns import EMPTY, Noun
from ..rules.rule_texts import written
from ..rules.ruleset import Rules
from ..rules.schedule import Decision
from ..rules.zones import Place
from ..scenes.scene import SceneFields, StageFields
from ..text import schema as schemas
from ..text.schema import Families, Schema
from . import docstrings
from .option_schema import options
from .ruleset_schema import Known

_MAYBE_LIST = schemas.either(schemas.listed({}), schemas.nothing())
CORE: Mapping[str, tuple[str, Schema]] = {
    "points": ("By player, the points so far.", schemas.sparse(schemas.keyed(schemas.whole()))),
    "to act": ("The player whose turn it is.", schemas.text()),
    "step": ("The next step of a phase.", schemas.text()),
    "stack": ("The schedule as it is saved: the phase, then its steps.", _MAYBE_LIST),
    "lines": ("Every score line, in place of points.", _MAYBE_LIST),
    "streams": ("By stream of chance, KEY+COUNT.", schemas.sparse(schemas.keyed(schemas.text()))),
    "sealed": ("By player, the numbers of secret decisions.", schemas.sparse(schemas.keyed(_MAYBE_LIST))),
    "seen": ("What seats have seen of hidden places.", _MAYBE_LIST),
    "turns": ("Number of turns that are over.", schemas.whole()),
    "over": ("`true` if the game is over.", schemas.anything()),
    "fields": ("Fields of the state as they are saved.", schemas.sparse(schemas.keyed({}))),
    "modules": ("Parts of modules as they are saved.", schemas.sparse(schemas.keyed({}))),
}
"""Words of every game under `given`."""
TEXTS = schemas.listed(schemas.text())


def scenes(known: Known | None = None) -> Schema:
    """The whole schema of files with one scene or a list of them, of this game if one is known."""
    scene = schemas.record(_fields(known), ["game", "players"])
    definitions = {
        "scene": schemas.told(scene, "A position, moves, and what must be true then.", "scene"),
        "stage": schemas.told(_stage(known), "What happens next, and what must be true then.", "stage"),
        "options": schemas.told(_options(known), title="options"),
        **(schemas.things(known.things) if known is not None else {}),
    }
    one = {"$ref": "#/definitions/scene"}
    title = f"scenes of {known.game.title}" if known is not None else "scenes"
    return schemas.document(
        {"if": {"type": "array"}, "then": {"items": one}, "else": one}, title, definitions
    )


def _fields(known: Known | None) -> dict[str, Schema]:
    settings: Schema = {"$ref": "#/definitions/options"}
    found: dict[str, Schema] = {
        "scene": schemas.text(),
        "rules": schemas.listed(schemas.proposed(rule_ids(known))),
        "game": {"const": known.game.name} if known is not None else schemas.text(),
        "players": {**TEXTS, "minItems": 1},
        "modules": schemas.listed(schemas.choice(known.modules)) if known is not None else TEXTS,
        "edition": schemas.choice(known.editions) if known is not None else schemas.text(),
        "options": settings,
        "variants": schemas.keyed(settings),
        "given": _given(known) if known is not None else schemas.keyed({}),
        **_stage(known)["properties"],
        "then": schemas.listed({"$ref": "#/definitions/stage"}),
        "note": schemas.anything(),
        "source": schemas.anything(),
    }
    return {name: schemas.told(found[name], said) for name, said in docstrings.of_fields(SceneFields).items()}


def _stage(known: Known | None) -> Schema:
    move = schemas.either(
        schemas.text(), {**schemas.keyed(schemas.text()), "minProperties": 1, "maxProperties": 1}
    )
    editions = known.editions if known is not None else ()
    found: dict[str, Schema] = {
        "draws": schemas.keyed({}) | {"properties": dict(_draws(known))},
        "moves": schemas.listed(move),
        "expect": schemas.either(
            TEXTS, schemas.keyed(TEXTS) | {"properties": dict.fromkeys(editions, TEXTS)}
        ),
        "note": schemas.anything(),
    }
    return schemas.record(
        {name: schemas.told(found[name], said) for name, said in docstrings.of_fields(StageFields).items()}
    )


def _options(known: Known | None) -> Schema:
    return options(known.options) if known is not None else schemas.keyed(schemas.text())


def position(known: Known) -> dict[str, Schema]:
    """What leads to a position: `given`, `draws` and `moves`."""
    stage = _stage(known)["properties"]
    return {"given": _given(known), "draws": stage["draws"], "moves": stage["moves"]}


def rule_ids(known: Known | None) -> list[str]:
    """The ids of all rules."""
    rulesets = known.rulesets if known is not None else ()
    return [*dict.fromkeys(id for rules in rulesets for id in written(rules))]


def lessons(schema: Schema, known: Known) -> Schema:
    """Return the schema of any such file with what this game proposes for it, and the words of its positions."""
    nodes = [node for rules in known.rulesets for node in rules.nodes]
    reasons = [reason.key for rules in known.rulesets for reason in rules.reasons]
    keys = {
        "steps": [node.name for node in nodes if isinstance(node, Decision)],
        "scores": reasons,
        "costs": reasons,
    }
    fields = {"rules": schemas.listed(schemas.proposed(rule_ids(known))), **position(known)}

    def named(name: str, field: Any) -> Any:
        if name in keys:
            return field | {"properties": dict.fromkeys(keys[name], field["additionalProperties"])}
        return schemas.told(fields[name], field.get("description", "")) if name in fields else field

    own = {
        name: part | {"properties": {key: named(key, one) for key, one in part["properties"].items()}}
        for name, part in schema["definitions"].items()
    }
    return schema | {"definitions": own | schemas.things(known.things)}


# -- the words of a game -------------------------------------------------------------------------------------------


def _given(known: Known) -> Schema:
    """The words under `given`: those of every game, of nouns and of zones, with and without modules."""
    things, words = known.things, dict[str, Schema]()
    for rules in known.rulesets:
        for noun in rules.nouns:
            if noun.name and noun.put is not None:
                found = noun.means.schema(things) if noun.means is not None else schemas.anything()
                _add(words, noun.name, schemas.told(found, _about(noun, rules)))
        for name, place in _zones(rules):
            found = schemas.told(
                _zone(place, things), _field(rules, place.holder, place.name) or _what(place)
            )
            _add(words, name, found)
    steps = [step.name for rules in known.rulesets for phase in rules.phases for step in phase.steps]
    core = {name: schemas.told(found, said) for name, (said, found) in CORE.items()}
    core["step"] = schemas.told(schemas.proposed(dict.fromkeys(steps)), CORE["step"][0])
    return schemas.record({**words, **core})


def _add(words: dict[str, Schema], name: str, schema: Schema) -> None:
    """Add a word; where rulesets or a zone of the same name have it in different ways, all are accepted."""
    before = words.get(name, schema)
    words[name] = schema if before == schema else schemas.either(before, schema)


def _about(noun: Noun, rules: Rules) -> str:
    """Return the documentation of a word, from its field or function."""
    for name in noun.fields:
        holder, _, field = name.rpartition(".")
        if said := _field(rules, holder, field):
            return said
    said = docstrings.first(noun.put.__doc__ or "") if noun.put is not None else ""
    return said or (noun.means.what if noun.means is not None else "")


def _field(rules: Rules, holder: str, name: str) -> str:
    """Return the string below a field of the state, or of the part of a module."""
    slices = {module.name: module.slice_type for module in rules.modules}
    kind = slices.get(holder) if holder else rules.game.state
    return docstrings.first(docstrings.of_fields(kind).get(name, "")) if kind is not None else ""


def _zones(rules: Rules) -> Iterator[tuple[str, Place]]:
    """Every zone once, by its name in scenes."""
    seen = set()
    for places in rules.places.values():
        for place in places:
            name = f"{place.holder}.{place.name}" if place.holder else place.name
            if name not in seen:
                seen.add(name)
                yield name, place


def _piece(place: Place, things: Families) -> Schema:
    return schemas.thing(place.zone.family) if place.zone.family in things else schemas.text()


def _zone(place: Place, things: Families) -> Schema:
    one = _piece(place, things)
    pieces = schemas.either({"const": EMPTY}, one, schemas.listed(one), schemas.nothing())
    return pieces if place.owner < 0 else schemas.sparse(schemas.keyed(pieces), EMPTY)


def _what(place: Place) -> str:
    order = {"pile": ", in the order in which they are drawn", "row": ", in their order"}
    return f"pieces of the family {place.zone.family}{order.get(place.zone.order, '')}"


def _draws(known: Known | None) -> Iterator[tuple[str, Schema]]:
    """Return the schema of outcomes of chance, by the zones that players share and by streams."""
    things = known.things if known is not None else {}
    for rules in known.rulesets if known is not None else ():
        for name, place in _zones(rules):
            if place.owner < 0:
                one = _piece(place, things)
                yield name, schemas.either(one, schemas.listed(one))
        yield from ((stream, schemas.words(schemas.text())) for stream in rules.streams)
