"""Words that the module adds to scenes, and what follows from tiles that a scene lays.

Unless a scene names `ireland.touched`, a round tower is touched by every seat with a tile next to it; unless it names
`ireland.fulfilled`, a card is fulfilled by every seat whose tiles meet its condition. "card food_5 is met by anna" says
whose tiles meet it now.
"""

from __future__ import annotations

from typing import Any

from tilewright.authoring import NOBODY, Given, Noun, Phase, Position, by, mapping, named, thing

from ...state import RebirthState
from .cards import conditions_of
from .state import NAME, part, printed, set_apart


def tell_card(state: RebirthState, key: str) -> str:
    """Answers `card food_5 is met by anna and bruno`."""
    card = state.rules.things["card"].find(key)
    names = [state.seats[seat] for seat in conditions_of(state.rules).holding(state, card)] or [NOBODY]
    return f"met by {' and '.join(', '.join(names).rsplit(', ', 1))}"


def put_bonuses(position: Position[RebirthState], wanted: Any) -> None:
    """These bonuses lie on these towers; each changes places with one that no tower here asks for."""
    state = position.state
    lying = part(state).bonuses
    towers, bonuses = state.rules.things["tower"].numbers, state.rules.things["bonus"].numbers
    said = "a mapping from tower to bonus: {Ta: second_tile}"
    asked = {
        named("tower", towers, tower, tower): (named("bonus", bonuses, bonus, tower), tower)
        for tower, bonus in mapping(wanted, said).items()
    }
    for tower, (bonus, text) in asked.items():
        if lying[tower] == bonus:
            continue
        free = [n for n, there in enumerate(lying) if there == bonus and asked.get(n, (-1, ""))[0] != bonus]
        if not free:
            raise Given(f"there is no {state.rules.things['bonus'].codes[bonus]} left", text)
        lying[free[0]], lying[tower] = lying[tower], bonus


def write_bonuses(state: RebirthState) -> dict[str, str]:
    codes = state.rules.things["bonus"].codes
    towers = state.rules.things["tower"].codes
    return {tower: codes[bonus] for tower, bonus in zip(towers, part(state).bonuses, strict=True)}


def tell_bonus(state: RebirthState, key: str) -> str:
    """Answers `tower Ta is second_tile`."""
    return write_bonuses(state)[state.rules.things["tower"].codes[state.rules.things["tower"].find(key)]]


def follow(position: Position[RebirthState], nothing: Any) -> None:
    """Touched towers, fulfilled cards and memories are as tiles have them, and several tiles are chosen from."""
    state = position.state
    here, data = part(state), printed(state.rules)
    if "modules" not in position.words:
        if f"{NAME}.touched" not in position.words:
            for tower, cells in enumerate(data.tower_cells):
                owners = {state.tiles[cell] >> 3 for cell in cells}
                here.touched[tower] = sum(1 << seat for seat in range(len(state.seats)) if seat in owners)
        if f"{NAME}.fulfilled" not in position.words:
            for card in range(len(data.cards)):
                holding = conditions_of(state.rules).holding(state, card)
                here.fulfilled[card] = sum(1 << seat for seat in holding)
    for seat, tiles in enumerate(state.aside):
        if tiles:
            raise Given(f"in Ireland they are set aside in {NAME}.apart", "aside", state.seats[seat])
    if "seen" not in position.words:
        for seat, tiles in enumerate(here.apart):
            set_apart(state, seat, tiles)
    if len(here.bonuses) != len(data.towers):
        raise Given(f"there are {len(data.towers)} round towers, each with a bonus", f"{NAME}.bonuses")
    _choose(state)


def _choose(state: RebirthState) -> None:
    """A seat that is to place and holds several tiles chooses one of them first."""
    rules = state.rules
    if state.over or len(state.stack) != 2 or state.stack[1][0] != rules.by_name["place"].index:
        return
    phase, seat, at = state.stack[0]
    if len(state.hand[seat]) > 1:
        node = rules.nodes[phase]
        assert isinstance(node, Phase)
        state.stack[:] = [(phase, seat, at - 1), (rules.by_name["choose"].index, seat)]


NOUNS: tuple[Noun, ...] = (
    Noun(
        name="towers",
        put=put_bonuses,
        write=write_bonuses,
        tell=tell_bonus,
        fields=(f"{NAME}.bonuses",),
        means=by("tower", thing("bonus")),
    ),
    Noun(name="card", tell=tell_card),
    Noun(name="", put=follow),
)
