"""The nouns of scenes under one ruleset: those of the game and its modules, and those that follow from their fields.

A field that declares its meaning has a noun of its own name (`laid aside` for `laid_aside`); a field of a module has
one with the module's name in front (`storm.omens`). If the game declares a noun of that name, its parts win, and the
field supplies those that it lacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from .containers import By
from .meanings import Meaning
from .nouns import Given, Noun
from .zones import MEANS

if TYPE_CHECKING:
    from ..scenes.position import Position
    from .ruleset import Rules
    from .state import State


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
