"""The moves that are about a spot, allowed or not: why they are refused says why the spot cannot be used now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import ROTATIONS, About, Action, At, Cell, Reason

from ..actions import Build, Buy, Drop, Price
from ..buy_phase import cheapest
from .boards import in_hand

if TYPE_CHECKING:
    from .boards import Lying
    from .sight import Sight


def on_land(sight: Sight, seat: int, at: At) -> About:
    """A tile is built on a cell of the viewer's territory; nobody builds in another's (IS-BUILD-1)."""
    viewer = sight.view.seat
    if viewer is None or (viewer == seat and sight.building):
        return About()  # any move that is possible now can be tried there
    if viewer != seat:
        return About(barred=(Reason("not_your_territory", "IS-BUILD-1", {"seat": seat}),))
    tiles = [*sight.view.waiting[seat], *sight.view.offers[seat], 0]
    return About(tries=(Build(seat, sight.tile(tiles[0]).id, Cell(*at), ROTATIONS[0]),))


def in_row(sight: Sight, at: At) -> About:
    """A tile that the viewer is to build fits nowhere, at least not as it is turned here (IS-BUILD-3, IS-BUILD-5)."""
    hand = in_hand(sight)
    if not 0 <= at[0] < len(hand):
        return About()
    tile, rotation = hand[at[0]]
    board = sight.view.territories[sight.turn]
    fits = any(sight.tile(tile).face.fits[wanted] for wanted in board.frontier.values())
    said = {"tile": sight.tile(tile).id, "rotation": str(ROTATIONS[rotation]), "n": len(board.frontier)}
    nowhere = Reason("fits_nowhere", "IS-BUILD-5", said)
    return About(barred=(Reason("not_so_turned", "IS-BUILD-3", said) if fits else nowhere,))


def at_market(sight: Sight, tiles: Sequence[Lying], at: At) -> About:
    """A tile before a screen is priced, or bought; one that waits is built by its owner."""
    viewer = sight.view.seat
    if viewer is None or not 0 <= at[0] < len(tiles):
        return About()
    there = tiles[at[0]]
    barred = tuple(_barred(sight, viewer, there))
    tile, pricing = sight.tile(there.tile).id, sight.pricing
    tries: list[Action] = [Buy(viewer, tile)]
    if pricing is not None:
        tries = [Drop(viewer, tile)] * pricing.drops + [Price(viewer, tile, pricing.lowest)]
    return About(tries=tries, barred=barred)


def _barred(sight: Sight, viewer: int, there: Lying) -> Iterator[Reason]:
    """Yields what keeps the viewer from this tile, whatever is tried."""
    said = {"tile": sight.tile(there.tile).id, "seat": there.seat}
    if sight.step == "price" and there.seat != viewer:
        yield Reason("offered_by_other", "IS-PRICE-1", said)
    elif there.slot < 0 and sight.step == "buy":
        yield Reason("bought_tile", "IS-BUY-4", said)
    elif there.seat != viewer and sight.step not in ("price", "buy"):
        yield Reason("built_by_other", "IS-BUILD-1", said)
    elif there.slot < 0 and sight.step != "build":
        yield Reason("own_to_build", "IS-BUILD-1", said)
    elif there.seat != viewer and sight.step == "buy":
        least = cheapest(sight.view, viewer, there.tile)
        if least is not None and (least.seller, least.slot) != (there.seat, there.slot):
            yield Reason("cheaper_elsewhere", "IS-BUY-2", said)
