"""The panels for the decision at hand: the market as a table, secret prices, where waiting tiles fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.authoring import GLUE, Ink, Panel

from ..actions import Build
from ..placement_effects import effects
from ..state import catalogue, tile_named
from ..territory import territory
from .boards import lying, price, price_said

if TYPE_CHECKING:
    from .boards import Lying
    from .sight import Sight


def market_table(sight: Sight) -> Iterator[Panel]:
    """Makes the panel of offers in words."""
    if sight.step in ("price", "buy"):
        seats = [
            Ink(sight.signs[seat], "dim", said=sight.say("places", seat=seat)) for seat in sight.all_seats
        ]
        rows = [_row(sight, there) for there in lying(sight)]
        yield Panel(
            title=sight.say("market_table"),
            head=(*sight.head("", "", "price"), *seats, *sight.head("shows")),
            rows=[*rows, (Ink(sight.say("places_note"), "dim"),)],
        )


def decision(sight: Sight) -> Iterator[Panel]:
    """Makes the panels of what can be done now, beyond what boards say."""
    if sight.pricing is not None:
        yield _pricing(sight)
    if sight.step == "buy" and sight.acts:
        yield Panel(title=sight.say("buying"), rows=list(_buying(sight)), now=True, written=True)
    if sight.building:
        notes = (Ink(sight.say("placing_note"), "dim"),)
        rows = [*_placings(sight), notes]
        yield Panel(title=sight.say("placing"), rows=rows, now=True, written=True)


def _pricing(sight: Sight) -> Panel:
    """Makes the panel of the viewer's offers: prices, the places that each seat has for them, the gold that is left."""
    now = sight.pricing
    assert now is not None
    own = [_row(sight, there)[1:-1] for there in lying(sight) if there.seat == sight.view.seat]
    seats = [Ink(sight.signs[seat], "dim", said=sight.say("places", seat=seat)) for seat in sight.all_seats]
    rows: list[tuple[Ink, ...]] = [*own]
    if not now.waiting:
        rows.append((Ink(sight.say("all_decided")),))
    elif len(now.waiting) > now.drops:
        rows.append((Ink(sight.say("left_to_stake", free=now.free, most=now.highest)),))
    head = (*sight.head("", "price"), *seats)
    title = sight.say("pricing", seat=sight.view.seat)
    return Panel(title=title, head=head, rows=rows, now=True, written=True)


def _buying(sight: Sight) -> Iterator[tuple[Ink, ...]]:
    """Yields for each other seat its offers, with the number of places that the viewer has for them."""
    frontier = sight.view.territories[sight.turn].frontier
    for seat in sight.order[1:]:
        said = []
        for there in lying(sight):
            if there.seat == seat and there.slot >= 0:
                tile = sight.tile(there.tile)
                places = sum(1 for wanted in frontier.values() if tile.face.fits[wanted])
                said.append(sight.say("with_places", tile=tile.id, n=places).replace(" ", GLUE))
        if said:
            yield sight.who(seat), Ink(", ".join(said))


def _row(sight: Sight, there: Lying) -> tuple[Ink, ...]:
    """Returns owner, tile, price, the number of places that each seat has for it, and what it shows."""
    tile = sight.tile(there.tile)
    places = []
    for seat in sight.all_seats:
        frontier = sight.view.territories[seat].frontier
        places.append(Ink(str(sum(1 for wanted in frontier.values() if tile.face.fits[wanted]) or "-")))
    gold = price(sight, there)
    revealed = bool(sight.view.stakes[there.seat]) and there.slot >= 0
    secret = gold is None and there.slot >= 0 and there.seat != sight.view.seat
    asked = str(gold) if revealed else "?" if secret else price_said(sight, there)
    return (
        sight.who(there.seat),
        Ink(tile.id),
        Ink(asked),
        *places,
        Ink(sight.shows(tile, tile.face)),
    )


def _placings(sight: Sight) -> Iterator[tuple[Ink, ...]]:
    """Yields for each waiting tile the number of its places, and the best of those where it has an effect."""
    view, seat = sight.view, sight.turn
    found: dict[str, list[tuple[int, str]]] = {sight.tile(tile).id: [] for tile in view.waiting[seat]}
    places: dict[str, set[int]] = {tile: set() for tile in found}
    before = territory(view, seat)
    for action in view.legal():
        if isinstance(action, Build):
            board, cell = before.board.clone(), action.key
            face = sight.tile(tile_named(view, action.tile)).face
            catalogue(view).lay(board, cell, face, action.rotation)
            made = effects(before, territory(view, seat, board), cell)
            signs = "*" * len(made.closed) + "=" * (made.connected > 0) + "o" * (made.barrels > 0)
            places[action.tile].add(cell)
            if signs:
                found[action.tile].append((-len(signs), f"{action.cell}{GLUE}{action.rotation}{signs}"))
    for tile, listed in found.items():
        best = [said for _, said in sorted(listed, key=lambda one: one[0])]
        if len(best) > PLACES:
            best[PLACES:] = ["..."]
        said = sight.say("with_places", tile="", n=len(places[tile])).strip()
        yield Ink(tile), Ink("; ".join([said, *best]) if places[tile] else sight.say("nowhere"))


PLACES = 6
"""Number of places of a tile that are named."""
