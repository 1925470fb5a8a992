"""Content that can be left out: special places. All of them are in the box, so a study plays with half of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Content, Rules

from .state import cards_of

if TYPE_CHECKING:
    from .printed import Printed
    from .state import GlenMoreState


def places(rules: Rules) -> list[str]:
    """The special places: kinds of tile that come with a card."""
    printed: Printed = rules.assembled
    return [kind.id for kind in printed.kinds if kind.card is not None]


def deal_places(state: GlenMoreState, named: Sequence[str]) -> None:
    """Takes the special places that are not named out of the stacks; on the circuit, the next tile replaces them."""
    kinds = state.printed.kinds
    absent = {state.printed.kind_number[name] for name in places(state.rules)} - {
        state.printed.kind_number[name] for name in named
    }
    for stack in state.stacks():
        stack[:] = [kind for kind in stack if kind not in absent]
    for at, item in enumerate(state.chain):
        if item in absent:
            state.chain[at] = state.stacks()[kinds[item].stack].pop()


def held_places(state: GlenMoreState) -> list[list[str]]:
    """By seat the special places whose cards it owns."""
    kinds = state.printed.kinds
    of_card = {kind.card.id: kind.id for kind in kinds if kind.card is not None}
    return [[of_card[card.id] for card in cards_of(state, seat)] for seat in range(len(state.seats))]


CONTENTS = (
    Content(
        name="places",
        title="special place",
        items=places,
        number=lambda rules, players: len(places(rules)) // 2,
        deal=deal_places,
        held=held_places,
    ),
)


def dealt(state: GlenMoreState) -> Mapping[str, float]:
    """By sort of tile, how early it comes in the stacks 1 to 3: the mean place, from 0 (the bottom) to 1."""
    kinds = state.printed.kinds
    places: dict[str, list[float]] = {}
    for stack in state.stacks()[1:]:
        for at, kind in enumerate(stack):
            places.setdefault(kinds[kind].kind, []).append(at / max(len(stack) - 1, 1))
    return {f"early.{sort}": sum(found) / len(found) for sort, found in sorted(places.items())}
