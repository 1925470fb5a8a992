"""The panels for the decision at hand: the market as a table, secret prices, where waiting tiles fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.core.draw.model import GLUE, Ink, Panel

from ..actions import Build
from ..effects import effects
from ..state import catalogue, tile_named
from ..territory import territory
from .boards import lying, price, price_said

if TYPE_CHECKING:
    from .boards import Lying
    from .sight import Sight


def market_table(sight: Sight) -> Iterator[Panel]:
    """Makes the panel of offers in words."""
    if sight.step in ("price", "buy"):
        seats = [Ink(sight.signs[seat], "dim", said=sight.say("places", seat=seat)) for seat in sight.seats]
        rows = [_row(sight, there) for there in lying(sight)]
        yield Panel(
            title=sight.say("market_table"),
            head=(*sight.head("", "", "price"), *seats, *sight.head("shows")),
            rows=[*rows, (Ink(sight.say("places_note"), "dim"),)],
        )


def decision(sight: Sight) -> Iterator[Panel]:
    """Makes the panels of what can be done now, beyond what numbers on boards say."""
    if sight.pricing is not None:
        rows = [(Ink(line),) for line in _pricing(sight)]
        yield Panel(title=sight.say("pricing", seat=sight.view.seat), rows=rows)
    if sight.building:
        notes = (Ink(sight.say("placing_note"), "dim"),)
        yield Panel(title=sight.say("placing"), rows=[*_placings(sight), notes])


def _pricing(sight: Sight) -> Iterator[str]:
    """Yields what to type, and how much gold there is."""
    now = sight.pricing
    assert now is not None
    if not now.waiting:
        yield sight.say("all_decided")
        return
    names = [sight.tile(now.tiles[slot]).id for slot in now.waiting]
    moves = []
    if now.drops:
        moves.append(f"drop{GLUE}{names.pop()}")
    if names:
        moves.insert(0, GLUE.join(["price", *(f"{name}={now.lowest or 1}" for name in names)]))
    yield sight.say("how_to_price", example=GLUE.join(moves))
    if names:
        yield sight.say("left_to_stake", free=now.free, most=now.highest)


def _row(sight: Sight, there: Lying) -> tuple[Ink, ...]:
    """Returns owner, tile, price, the number of places that each seat has for it, and what it shows."""
    tile = sight.tile(there.tile)
    places = []
    for seat in sight.seats:
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
        Ink(sight.wording.shows(tile, tile.face)),
    )


def _placings(sight: Sight) -> Iterator[tuple[Ink, ...]]:
    """Yields for each waiting tile its cells, with the numbers of the moves there and their effects."""
    view, seat = sight.view, sight.turn
    found: dict[str, dict[str, list[str]]] = {sight.tile(tile).id: {} for tile in view.waiting[seat]}
    before = territory(view, seat)
    for number, action in enumerate(view.legal(), 1):
        if isinstance(action, Build):
            board, cell = before.board.clone(), action.key
            face = sight.tile(tile_named(view, action.tile)).face
            catalogue(view).lay(board, cell, face, action.rotation)
            made = effects(before, territory(view, seat, board), cell)
            signs = "*" * bool(made.closed) + "=" * (made.connected > 0) + "o" * (made.barrels > 0)
            said = f"{number}{GLUE}{action.rotation}{signs}"
            found[action.tile].setdefault(str(action.cell), []).append(said)
    for tile, cells in found.items():
        texts = [f"{cell}:{GLUE}{f',{GLUE}'.join(rotations)}" for cell, rotations in cells.items()]
        yield Ink(tile), Ink("; ".join(texts) or sight.say("nowhere"))
