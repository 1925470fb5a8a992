"""The displays in scenes, with the cubes and members on them and the cards of their owners."""

from __future__ import annotations

from typing import Any

from tilewright.authoring import (
    SQUARE8,
    Given,
    Noun,
    Position,
)

from ..files import RESOURCES
from ..state import (
    DISPLAYS,
    MOST,
    GlenMoreState,
    cards_of,
    give_card,
    held,
    total,
)
from .circuit import take


def put_displays(position: Position[GlenMoreState], displays: Any) -> None:
    """These tiles lie in the displays, with the start villages; the owner of a special place has its card."""
    state = position.state
    before = state.displays
    state.displays = DISPLAYS.read(state, displays, now=before)
    for seat, display in enumerate(state.displays):
        if display is before[seat]:
            continue
        name = state.seats[seat]
        for cell, kind in display.items():
            if (cell, kind) == (0, state.printed.start):
                continue
            if cell == 0:
                raise Given("another tile lies at 0,0", name, SQUARE8.text(cell))
            take(position, kind, name, SQUARE8.text(cell))
        state.displays[seat] = {0: state.printed.start, **display}
        state.cards[seat] = 0
        for kind in display.values():
            card = state.printed.kinds[kind].card
            if card is not None:
                give_card(state, seat, card)


def look_at_pieces(state: GlenMoreState) -> None:
    """Cubes and members lie on tiles that can hold them, and each card has one owner."""
    for seat, name in enumerate(state.seats):
        display = state.displays[seat]
        for word, cells in (("cubes", state.cubes[seat]), ("members", state.members[seat])):
            for cell in cells:
                if cell not in display:
                    said = f"{name} has no tile at {SQUARE8.text(cell)}"
                    raise Given(said, word, name, SQUARE8.text(cell))
        for cell, pile in state.cubes[seat].items():
            kind = state.printed.kinds[display[cell]]
            produces = kind.each.does == "produce"
            gets = kind.card is not None and kind.card.once.cubes
            path = ("cubes", name, SQUARE8.text(cell))
            if not produces and not gets and state.rules.options.lochy_cubes != "any_tile":
                raise Given(f"no cubes lie on {kind.id}", *path)
            most = state.rules.options.tile_capacity if produces else MOST
            if total(pile) > most:
                raise Given(f"{kind.id} holds {most} cubes", *path)
    for card in state.printed.cards:
        owners = [name for seat, name in enumerate(state.seats) if card in cards_of(state, seat)]
        if len(owners) > 1:
            raise Given(f"{' and '.join(owners)} cannot both have {card.id}", "cards")


def cubes_of(number: int) -> Noun:
    """`anna has 2 wood`: the cubes on her tiles."""
    return Noun(name=RESOURCES[number], count=lambda state, seat: held(state, seat)[number])
