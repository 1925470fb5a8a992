"""Draws what the module adds: the dolmen with its prices, tiles drawn from the bag, tablets, 50/100 tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import attrs

from tilewright.authoring import (
    About,
    At,
    Captions,
    Diagram,
    Ink,
    Look,
    Offer,
    Panel,
    Picture,
    Plate,
    Reason,
    Rules,
    Show,
    Spot,
    View,
    hook,
)

from ...show.boards import prospects, stalls
from ...show.sight import Sight
from ...show.tiles import sign
from ...state import tile_named
from .actions import BuyOwn, Keep, Rescore, Take
from .printed import TABLET
from .state import bag_drawn, bag_price, markers, seen, spaces, tablets_on

LOOKS = {
    TABLET: Look("grey", "checks", strong=True, icon="tablet"),
    "scroll_tablet": Look(icon="scroll"),
    "own_tile_tablet": Look(icon="tile"),
    "bag_tablet": Look(icon="bag"),
    "discount_1": Look(icon="coin"),
    "discount_2": Look(icon="coin"),
    "closed_pastures": Look(icon="meadow"),
    "closed_mountains": Look(icon="mountain"),
    "closed_waters": Look(icon="loch"),
    "building_sets": Look(icon="buildings"),
    "road_tiles": Look(icon="road"),
    "harbours": Look(icon="anchor"),
    "animal_pairs": Look(icon="herd"),
    "nothing": Look(icon="vp"),
    "rows": Look(icon="row"),
    "columns": Look(icon="column"),
}
"""Tablets by what they are, and what scrolls count."""


@hook
def tile_looks(rules: Rules) -> Mapping[str, Look]:
    """Tablets and what scrolls count are symbols."""
    return LOOKS


@hook
def extend_show(show: Show, view: View, lang: str) -> Show:
    """Returns the drawing with what the module adds."""
    sight = Sight(view, lang)
    show = attrs.evolve(
        show,
        panels=[*show.panels, *([] if view.over else [_prices(sight)]), *_belongings(sight)],
        legend=[*show.legend, *notes(sight)],
    )
    if view.over:
        return show
    boards = [_dolmen(sight), *([_drawn(sight)] if seen(view, "drawn") else [])]
    first = len(show.boards)

    now = "strong" if sight.step in ("dolmen", "keep") else "dim"
    *before, build = show.steps
    return attrs.evolve(
        show,
        steps=[*before, Ink(sight.name("step.dolmen"), now), build],
        about=partial(_about, show, sight, first),
        boards=[*show.boards, *boards],
        offers=[_placed(sight, offer, first) for offer in show.offers],
    )


def _about(show: Show, sight: Sight, first: int, board: int, at: At) -> About:
    """What is known of a spot; the tiles of the dolmen, board `first`, and those drawn after it may be tried."""
    if board < first:
        return show.about(board, at) if show.about is not None else About()
    view = sight.view
    tiles: Sequence[int] = {first: seen(view, "dolmen"), first + 1: seen(view, "drawn")}.get(board, ())
    kind = Take if board == first else Keep
    if view.seat is None or not 0 <= at[0] < len(tiles):
        return About()
    if sight.step == "buy":
        return About(barred=(Reason("second_pass", "IS-DR-5"),))
    return About(tries=(kind(view.seat, sight.tile(tiles[at[0]]).id),))


def notes(captions: Captions) -> list[tuple[Ink, str]]:
    """Returns what else tiles show, for the legend."""
    return [(Ink(sign(TABLET), on=TABLET), captions.say("druids.a_tablet"))]


def _placed(sight: Sight, offer: Offer, first: int) -> Offer:
    """Returns the choice on the spot of its tile, if it is a choice of the module; the dolmen is board `first`."""
    action, view = offer.action, sight.view
    if isinstance(action, Take):
        tiles: Sequence[int] = seen(view, "dolmen")
        return attrs.evolve(offer, board=first, at=(tiles.index(tile_named(view, action.tile)), 0))
    if isinstance(action, Keep):
        tiles = seen(view, "drawn")
        return attrs.evolve(offer, board=first + 1, at=(tiles.index(tile_named(view, action.tile)), 0))
    if isinstance(action, Rescore):
        return attrs.evolve(offer, board=0, at=(action.cell.x, action.cell.y))
    if isinstance(action, BuyOwn):
        tile, before = tile_named(view, action.tile), first - len(stalls(sight))
        for board, group in enumerate(stalls(sight), before):
            for number, there in enumerate(group):
                if (there.seat, there.tile) == (action.seat, tile) and there.slot >= 0:
                    return attrs.evolve(offer, board=board, at=(number, 0))
    return offer


def _spot(sight: Sight, tile: int, at: int, name: str, said: str, *plates: Plate) -> Spot:
    known = sight.tile(tile)
    return Spot(
        picture=Picture(plates=(*plates, *prospects(sight, tile, sight.step in ("dolmen", "keep")))),
        at=(at, 0),
        areas=sight.areas(known, known.face),
        ways=sight.roads(known, known.face),
        name=name,
        said=said,
    )


def _dolmen(sight: Sight) -> Diagram:
    """Draws the tiles on the dolmen with what they cost."""
    spots = []
    for number, space in enumerate(spaces(sight.view)):
        tile = sight.tile(space.tile)
        said = {"tile": tile.id, "printed": space.printed, "surcharge": space.surcharge}
        text = sight.say("druids.on_dolmen", **said, shows=sight.shows(tile, tile.face))
        costs = Plate(pay=(Ink(str(space.cost), "gold"),), said=sight.say("price_of", gold=space.cost))
        spots.append(_spot(sight, space.tile, number, f"{tile.id} {space.cost}", text, costs))
    now = sight.acts and sight.step == "dolmen"
    return Diagram(title=sight.say("druids.dolmen"), grid="row", spots=spots, kind="market" if now else "")


def _drawn(sight: Sight) -> Diagram:
    """Draws the tiles of which one is to be kept."""
    spots = []
    for number, drawn in enumerate(seen(sight.view, "drawn")):
        tile = sight.tile(drawn)
        text = sight.say("druids.is_drawn", tile=tile.id, shows=sight.shows(tile, tile.face))
        spots.append(_spot(sight, drawn, number, tile.id, text))
    return Diagram(title=sight.say("druids.drawn"), grid="row", spots=spots, kind="market")


def _prices(sight: Sight) -> Panel:
    """Makes the panel of the second pass in words; the price from the bag is the viewer's.

    While tiles are taken from the dolmen, its board beside the panel shows the rest.
    """
    view = sight.view
    now = sight.step in ("dolmen", "keep")
    rows: list[tuple[Ink, ...]] = []
    for space in () if now else spaces(view):
        tile = sight.tile(space.tile)
        price = f"{space.printed}+{space.surcharge}={space.cost}"
        rows.append((Ink(tile.id), Ink(price), Ink(sight.shows(tile, tile.face))))
    seat = sight.order[0]
    bag = sight.say("druids.from_bag", gold=bag_price(view, seat), tiles=bag_drawn(view, seat))
    stacks = sight.say("druids.stacks", count=len(seen(view, "pile")))
    return Panel(title=sight.say("druids.prices"), rows=[*rows, (Ink(bag),), (Ink(stacks, "dim"),)], now=now)


def _belongings(sight: Sight) -> Iterator[Panel]:
    """Makes the panels of all players' tablets and 50/100 tiles, if there are any (IS-DR-4)."""
    view = sight.view
    rows = []
    for seat in sight.order:
        for tile, number in seen(view, "tablets")[seat]:
            late = number >= view.round and not view.over
            for tablet in tablets_on(view, tile):
                rows.append(
                    (
                        sight.who(seat),
                        Ink(sight.tile(tile).id),
                        Ink(sight.name(tablet.id), "dim" if late else ""),
                        Ink(sight.say("druids.later" if late else "druids.usable"), "dim" if late else ""),
                        Ink(sight.text(tablet.id, **tablet.numbers)),
                    )
                )
    if rows:
        yield Panel(title=sight.say("druids.tablets"), rows=rows)
    passed = [(sight.who(seat), Ink(str(markers(view.scores[seat])))) for seat in sight.all_seats]
    rows_passed = [row for row in passed if row[1].text != "0"]
    if rows_passed:
        yield Panel(title=sight.say("druids.markers"), rows=rows_passed)
