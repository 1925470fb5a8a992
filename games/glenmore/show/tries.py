"""The moves that are about a spot, allowed or not: why they are refused says why the spot cannot be used now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import SQUARE8, Action, At, Cell, pack

from ..actions import Activate, MoveMember, Pay, PayMember, PlaceTile, Promote, Sell, Take, TakeCube
from ..deals import in_hand
from ..debt import wanted
from ..files import RESOURCES
from ..state import amount, figure, tile_at

if TYPE_CHECKING:
    from .sight import Sight


def on_circuit(sight: Sight, seat: int, at: At) -> list[Action]:
    """The seat's figure moves to this space."""
    return [Take(seat, at[0] - sight.view.chain.index(figure(seat)))]


def on_display(sight: Sight, seat: int, at: At) -> Iterator[Action]:
    """What the seat does with a cell of its own display, in the order of a turn."""
    view, cell, key = sight.view, Cell(*at), pack(*at)
    laid, members = key in view.displays[seat], view.members[seat]
    pile = view.cubes[seat].get(key, 0)
    lying = [name for number, name in enumerate(RESOURCES) if amount(pile, number)]
    if laid:
        yield Activate(seat, cell, "")
    yield PlaceTile(seat, cell)
    if not laid:
        yield Activate(seat, cell, "")
    if key in members:
        yield Promote(seat, cell)
    starts = sorted(one for one in members if one != key)
    near = [one for one in starts if one - key in SQUARE8.offsets]
    yield from [MoveMember(seat, SQUARE8.at(start), cell) for start in (near or starts)[:1]]
    for name in lying or _asked(sight, seat):
        yield Pay(seat, name, cell)
    if key in members:
        yield PayMember(seat, cell)
    if view.benefit > 0:
        yield TakeCube(seat, RESOURCES[0], cell)
    for name in lying or RESOURCES[: sight.step == "trade"]:
        yield Sell(seat, name, cell)


def _asked(sight: Sight, seat: int) -> Sequence[str]:
    """A resource that the seat's cost or deal at hand asks for, if it asks for any."""
    view = sight.view
    if sight.turn != seat:
        return ()
    if sight.step == "pay":
        return [name for number, name in enumerate(RESOURCES) if wanted(view.owed, number)][:1]
    deals = tile_at(view, seat, in_hand(view)[0]).each.deals if sight.step == "deal" else ()
    return [name for number, name in enumerate(RESOURCES) if any(deal.give[number] for deal in deals)][:1]
