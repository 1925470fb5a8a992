"""The panels of the turn in hand: what is owed, what activating would bring, what placing would activate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.core.draw.model import Ink, Panel
from tilewright.core.grid import SQUARE8

from .. import land
from ..printed import ANY
from ..state import amount, has, total
from ..warehouse import payable, purse
from .tiles import count, cube, each, label, text

if TYPE_CHECKING:
    from ..printed import Deal, Kind
    from .sight import Sight


def turn_panels(sight: Sight) -> Iterator[Panel]:
    """The turn, and the tiles that it may activate; nothing once the game is over."""
    if sight.turn < 0:
        return
    rows = [(Ink(line),) for line in _lines(sight)]
    if rows:
        yield Panel(title=sight.say("turn", seat=sight.turn), rows=rows)
    if sight.step in ("activate", "deal") and sight.view.active:
        yield Panel(title=sight.say("activating"), rows=[_preview(sight, at) for at in sight.view.active])
    if sight.step == "place":
        yield Panel(title=sight.say("placing"), rows=list(_placing(sight)))


def _lines(sight: Sight) -> Iterator[str]:
    """What is owed, held, to be had and to be spent in the turn in hand."""
    view, seat = sight.view, sight.turn
    if view.tile >= 0:
        yield sight.say("in_hand", what=sight.tell.name(sight.printed.kinds[view.tile]))
    if view.owed:
        owed = [sight.tell.cubes(view.owed[:5])]
        owed += [sight.say("different", count=view.owed[5])] * bool(view.owed[5])
        owed += [count("payer", view.owed[7], sight.lang)] * bool(view.owed[7])
        owed += [count("barrel", view.owed[8], sight.lang)] * bool(view.owed[8])
        yield sight.say("owed", what=", ".join(filter(None, owed)))
    if view.benefit > 0:
        yield sight.say("to_take", what=count("cube", view.benefit, sight.lang))
    elif view.benefit < 0:
        yield sight.say("once_restock")
    if sight.step == "deal":
        cell, pile = view.stack[-1][2:4]
        kind, given = sight.kind(seat, cell), tuple(amount(pile, resource) for resource in range(5))
        yield sight.tell.each(kind)
        yield sight.say("given", what=sight.tell.cubes(given) or sight.say("nothing"))
        made = [deal for deal in kind.each.deals if deal.give == given]
        yield sight.say("worth", what=_gain(made[0], sight.lang) if made else sight.say("nothing"))
    early = view.options.ness_time == "any_time" and sight.step not in ("move", "trade")
    if (early or sight.step in ("activate", "deal")) and not view.ness and has(view, seat, "loch_ness"):
        yield sight.say("ness")
    if view.points or sight.step in ("activate", "move"):
        yield sight.say("movement", count=view.points)


def _gain(deal: Deal, lang: str) -> str:
    return count("point", deal.vp, lang) if deal.vp else count("barrel", deal.whisky, lang)


def _preview(sight: Sight, at: int) -> tuple[Ink, ...]:
    """What activating the tile would bring now."""
    kind = sight.kind(sight.turn, at)
    return Ink(SQUARE8.text(at)), Ink(label(kind, sight.lang), kind.frame), Ink(_outcome(sight, kind, at))


def _outcome(sight: Sight, kind: Kind, at: int) -> str:
    view, seat = sight.view, sight.turn
    if kind.each.does == "produce" and not _has_room(sight, kind, at):
        return sight.say("full")
    if kind.each.does == "move" and not (at or view.options.start_village_counts):
        return sight.say("nothing")
    if not kind.each.deals:
        return sight.tell.each(kind)
    mine, prices = purse(view, seat), sight.printed.prices
    only_own = view.options.own_only and kind.kind in ("grocer", "bridge")
    best: tuple[int, int, str] | None = None
    for deal in kind.each.deals:
        missing = [max(0, wanted - have) for wanted, have in zip(deal.give, mine.own, strict=True)]
        if (only_own and any(missing)) or not payable(mine, deal.give):
            continue
        paid = sum(sum(prices[view.warehouse[k] :][:n]) for k, n in enumerate(missing))
        said = sight.tell.deal(deal)
        if paid:
            bought = text([cube(k, n) for k, n in enumerate(missing) if n])
            said = sight.say("bought", deal=said, what=bought, coins=paid)
        if best is None or (deal.vp, -paid) > best[:2]:
            best = (deal.vp, -paid, said)
    return best[2] if best else sight.say("no_deal")


def _has_room(sight: Sight, kind: Kind, at: int) -> bool:
    view = sight.view
    spent = kind.each.cube == ANY and view.options.iona_production == "once" and bool(view.iona)
    return not spent and total(view.cubes[sight.turn].get(at, 0)) < int(view.options.tile_capacity)


def _placing(sight: Sight) -> Iterator[tuple[Ink, ...]]:
    """For each spot, in symbols, what could be activated there."""
    view, seat = sight.view, sight.turn
    kind = sight.printed.kinds[view.tile]
    display = view.displays[seat]
    for at in view.spots or land.spots(view, seat, kind):
        near = [at + off for off in land.AROUND if at + off in display]
        if sight.printed.activates_all(view.tile):
            near = list(display)
        near = [cell for cell in near if cell not in view.activated]
        around = [(kind, at), *((sight.kind(seat, cell), cell) for cell in sorted(near))]
        found = [
            text(each(tile))
            for tile, cell in around
            if tile.each.does != "produce" or _has_room(sight, tile, cell)
        ]
        said = ", ".join(filter(None, found))
        yield Ink(SQUARE8.text(at)), Ink(said or sight.say("nothing"))
