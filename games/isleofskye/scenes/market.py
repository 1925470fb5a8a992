"""The market: stakes at the tiles on offer; and the gold that is left in the bank."""

from __future__ import annotations

from typing import Any

from tilewright.authoring import (
    EMPTY,
    Families,
    Given,
    Meaning,
    Noun,
    Position,
    Schema,
    by,
    by_seat,
    listing,
    mapping,
    whole_number,
)
from tilewright.authoring import schema as schemas

from ..state import MARKED, MOST_GOLD, IsleOfSkyeState, bank, tile_named
from .reading import by_player, each

MARK = "marked"


class _Stake(Meaning):
    """The gold or marker on the offers of a tile, as editors know it, or a list of these."""

    def schema(self, things: Families) -> Schema:
        one = schemas.either({"const": MARK}, schemas.whole(0, MOST_GOLD))
        return schemas.either(one, schemas.listed(one))


def put_stakes(position: Position[IsleOfSkyeState], stakes: Any) -> None:
    """Puts gold or the discard marker at each offer of the players named; {}: nothing at any."""
    state = position.state
    names = state.rules.pieces["tile"]
    example = "{L07: 4, L31: marked}"
    for seat, player, said in by_player(state, stakes, example):
        # By id, in the order of the offers: several copies of a tile may lie there.
        laid: dict[str, list[int]] = {}
        for tile, amounts in mapping(said, f"a mapping from tile: {example}", player).items():
            if tile not in names or tile_named(state, tile) not in state.offers[seat]:
                raise Given(f"{player} does not offer {tile}", player, tile)
            several = listing(amounts, "amounts", player, tile) if isinstance(amounts, list) else [amounts]
            laid[tile] = [
                MARKED if amount == MARK else whole_number(amount, player, tile, least=0, most=MOST_GOLD)
                for amount in several
            ]
        state.stakes[seat] = []
        for offer in state.offers[seat] if laid else ():
            if not laid.get(names[offer]):
                raise Given(f"nothing lies on {names[offer]} (IS-PRICE-3)", player)
            state.stakes[seat].append(laid[names[offer]].pop(0))
        for tile, left in laid.items():
            if left:
                raise Given(f"{player} does not offer that many {tile}", player, tile)
        if state.stakes[seat].count(MARKED) > 1:
            raise Given(f"{player} marks one tile only (IS-PRICE-2)", player)


def write_stakes(state: IsleOfSkyeState, seat: int) -> dict[str, Any]:
    laid: dict[str, list[int | str]] = {}
    # Until prices are revealed there are offers without stakes.
    for tile, stake in zip(state.offers[seat], state.stakes[seat], strict=False):
        laid.setdefault(state.rules.pieces["tile"][tile], []).append(MARK if stake == MARKED else stake)
    return {id: stakes[0] if len(stakes) == 1 else stakes for id, stakes in laid.items()}


def tell_stake(state: IsleOfSkyeState, text: str) -> str:
    """Answers `anna's stake L07 is 4`, or marked, or empty."""
    player, _, tile = text.partition(" ")
    laid = write_stakes(state, state.seat(player)).get(tile, EMPTY)
    return ", ".join(map(str, laid)) if isinstance(laid, list) else str(laid)


def tell_bank(state: IsleOfSkyeState, what: str) -> str:
    """Answers `bank gold is 293`: the gold in the box that no player has (IS-SETUP-3)."""
    if what != "gold":
        raise ValueError("the bank holds gold: say 'bank gold is 293'")
    return str(bank(state))


STAKES = Noun(
    name="stakes",
    put=put_stakes,
    write=each(write_stakes),
    tell=tell_stake,
    fields=("stakes",),
    means=by_seat(by("tile", _Stake())),
)
BANK = Noun(name="bank", tell=tell_bank)
