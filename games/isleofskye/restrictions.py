"""Restrictions of bots in Isle of Skye, which measure what the forbidden thing is worth.

A restriction on tiles holds for every action that names a tile, the actions of modules included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Action, Keep, Restriction, Rules, View, forbidding, number, unknown

from .actions import Build, Buy, Drop, Price
from .appraise.territory_outlook import Outlooks, layout
from .state import tile_named
from .tiles import MARKS

if TYPE_CHECKING:
    from .catalogue import Catalogue


def _no_auction(rules: Rules, argument: str) -> Keep:
    def keep(view: View, actions: Sequence[Action]) -> Sequence[Action]:
        prices = [action.gold for action in actions if isinstance(action, Price)]
        lowest = min(prices, default=0)
        return [
            action
            for action in actions
            if not isinstance(action, Buy) and (not isinstance(action, Price) or action.gold == lowest)
        ]

    return keep


def _price(rules: Rules, argument: str) -> Keep:
    highest = number("price<=N", argument)
    return forbidding(lambda view, action: isinstance(action, Price) and action.gold > highest)


def _no_contest(rules: Rules, argument: str) -> Keep:
    def keep(view: View, actions: Sequence[Action]) -> Sequence[Action]:
        if not any(isinstance(action, Build) for action in actions):
            return actions
        outlooks = Outlooks(view)
        compared = [n for n, tile in enumerate(outlooks.memo.scorings) if tile.kind == "majority"]
        if not compared:
            return actions
        assert view.seat is not None
        board = view.territories[view.seat]
        key = layout(board)
        now = outlooks.of(board, key).totals
        left = []
        for action in actions:
            if isinstance(action, Build):
                tile = tile_named(view, action.tile)
                after = outlooks.after(board, key, tile, action.place).totals
                if any(after[n] > now[n] for n in compared):
                    continue
            left.append(action)
        return left

    return keep


def _no_tile(rules: Rules, argument: str) -> Keep:
    found: Catalogue = rules.assembled
    ids = [tile.id for tile in found.tiles]
    if argument in MARKS:
        at = MARKS.index(argument)
        names = {tile.id for tile in found.tiles if tile.marks[at]}
    elif argument in found.scrolls or argument == "scroll":
        names = {
            tile.id
            for tile in found.tiles
            if any(argument in ("scroll", scroll) for scroll, _ in tile.scrolls)
        }
    elif argument in ids:
        names = {argument}
    else:
        raise unknown("kind of tile", argument, [*MARKS, "scroll", *found.scrolls, *ids])

    return forbidding(
        lambda view, action: not isinstance(action, Drop) and getattr(action, "tile", None) in names
    )


RESTRICTIONS = (
    Restriction("no-auction", "sets the lowest prices and never buys", _no_auction),
    Restriction("price<=N", "sets no price above N", _price),
    Restriction(
        "no-contest", "builds nothing that adds to what a scoring tile compares with others", _no_contest
    ),
    Restriction(
        "no-tile=KIND",
        f"neither prices, buys nor builds a tile of this kind: a mark ({', '.join(MARKS)}, scroll), a scroll's kind "
        "or the id of a tile",
        _no_tile,
    ),
)
