"""The worth of a move or a position of Glen More to a seat, in points, judged by what all players can see.

Judgements in points stand at the top; they were chosen by playing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.game import Choice

from . import land
from .actions import (
    Activate,
    Buy,
    Decline,
    Done,
    End,
    FillTiles,
    LochNess,
    MoveMember,
    Pay,
    PayChieftain,
    PayMember,
    PlaceTile,
    Promote,
    Sell,
    Take,
    TakeCube,
)
from .dealing import in_hand
from .files import RESOURCES
from .gaining import has_room
from .scoring import categories
from .state import contents, figure, held, tile_at
from .trade import key
from .warehouse import price, worth

if TYPE_CHECKING:
    from tilewright.core.actions import Action
    from tilewright.core.views import View

    from .printed import Kind

CUBE = 1.1
"""A cube on a tile."""
BARREL = 2.2
CHIEFTAIN = 2.4
MEMBER = 1.0
CARD = 2.0
COIN = 0.9
STEP = 0.32
"""A space of the circuit that is jumped over."""
TILE = 1.4
"""One tile more, which is penalised at the end if the others have fewer."""
LATER = {"production": 1.6, "distillery": 2.6, "abbey": 3.0, "village": 1.6, "castle": 2.2, "loch": 0.6,
         "butcher": 1.6, "fair": 2.2, "grocer": 2.4, "bridge": 2.2, "tavern": 3.0}  # fmt: skip
"""Worth of later activations of a kind of tile while the game is young."""


def choices(view: View) -> Sequence[Choice]:
    """Every legal action of the view's seat with its worth."""
    seat = view.seat
    assert seat is not None
    rate = _Rating(view, seat)
    found = []
    for action in view.legal():
        lines = [line for line in rate.lines(action) if line[1]]
        found.append(Choice(action, sum(value for _, value in lines), tuple(lines)))
    return found


class _Rating:
    """Rates the actions of one seat in one position."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.kinds: Sequence[Kind] = view.rules.data.kinds
        self.own = held(view, seat)
        left = sum(view.count(f"stack{n}") for n in range(4))
        self.young = min(1.0, left / 45)

    def lines(self, action: Action) -> list[tuple[str, float]]:
        if isinstance(action, Take):
            return self.taking(action.space)
        if isinstance(action, PlaceTile):
            return [("activations", self.around(key(action.cell), self.view.tile))]
        if isinstance(action, (Activate, LochNess)):
            at = key(action.cell)
            value = self.activation(tile_at(self.view, self.seat, at), at)
            wanted = 0.1 * (2 - self.own[RESOURCES.index(action.cube)]) if action.cube else 0.0
            return [
                ("activation", value + wanted + (-0.5 if isinstance(action, LochNess) and value < 1 else 0.0))
            ]
        if isinstance(action, (Pay, Buy)):
            return self.handing_in(action)
        if isinstance(action, Sell):
            kind = RESOURCES.index(action.kind)
            spare = self.own[kind] > 2 or self.young < 0.15
            return [("sale", worth(self.view, kind) * COIN - CUBE - (0.6 if not spare else 0.0))]
        if isinstance(action, Promote):
            members = sum(self.view.members[self.seat].values())
            return [("chieftain", CHIEFTAIN - MEMBER * (1.8 * self.young if members < 3 else 0.6))]
        if isinstance(action, MoveMember):
            return [("members", self.stepping(key(action.start), key(action.cell)))]
        if isinstance(action, (TakeCube, FillTiles)):
            name = action.kind if isinstance(action, TakeCube) else action.abbey
            return [("cubes", 0.5 + (0.3 / (1 + self.own[RESOURCES.index(name)]) if name else 0.0))]
        if isinstance(action, (PayMember, Decline)):
            return [("members", -MEMBER)]
        if isinstance(action, PayChieftain):
            return [("chieftain", -CHIEFTAIN * 0.8)]
        if isinstance(action, Done):
            return [("done", 0.05)]
        return [("end", 0.0 if isinstance(action, End) else -1.0)]

    def taking(self, space: int) -> list[tuple[str, float]]:
        number = self.view.chain[self.view.chain.index(figure(self.seat)) + space]
        kind = self.kinds[number]
        spots = land.spots(self.view, self.seat, kind)
        best = max((self.around(at, number) for at in spots), default=0.0)
        cost = sum(kind.cost.cubes) + kind.cost.different
        missing = sum(max(0, kind.cost.cubes[n] - self.own[n]) for n in range(5))
        once = kind.once.member * MEMBER * 1.5 + kind.once.whisky * BARREL
        if kind.card is not None:
            card = kind.card
            once += CARD + 0.8 * card.bonnets + card.once.whisky * BARREL + card.once.coins * COIN
            once += card.once.cubes * CUBE + card.once.member * MEMBER
            if card.final is not None:
                once += 4.0
        return [
            ("activations", best),
            ("benefit", once),
            ("later", LATER[kind.kind] * self.young),
            ("cost", -cost * CUBE - missing * 0.9 - kind.cost.whisky * BARREL - kind.cost.member * MEMBER),
            ("distance", -STEP * space),
            ("tile", -TILE),
        ]

    def around(self, at: int, number: int) -> float:
        """The worth of activating the tile and its neighbours."""
        display = self.view.displays[self.seat]
        value = self.activation(self.kinds[number], at)
        for off in land.AROUND:
            if at + off in display:
                value += self.activation(self.kinds[display[at + off]], at + off)
        # Room for the next tiles: staying near the members.
        return value + 0.05 * sum(1 for off in land.AROUND if at + off in self.view.members[self.seat])

    def activation(self, kind: Kind, at: int) -> float:
        each = kind.each
        if each.does == "produce":
            return CUBE if has_room(self.view, self.seat, at) else 0.0
        if each.does == "move":
            return 0.8 * each.movement
        if each.does == "score":
            return float(each.vp)
        best = 0.05
        for deal in each.deals:
            value = deal.vp + deal.whisky * BARREL - sum(deal.give) * CUBE * 0.6
            for n in range(5):
                lack = deal.give[n] - self.own[n]
                if lack > 0:
                    value -= (
                        9.0 if lack > 1 or not price(self.view, n) else (price(self.view, n) - 0.4) * COIN
                    )
            best = max(best, value)
        return best

    def handing_in(self, action: Pay | Buy) -> list[tuple[str, float]]:
        resource = RESOURCES.index(action.kind)
        deal_value = 1.0
        if len(self.view.stack[-1]) > 3:  # a deal: worth going on only if it pays
            at, given = in_hand(self.view)
            tile, have = tile_at(self.view, self.seat, at), contents(given)
            now, after = 0.0, -9.0
            for deal in tile.each.deals:
                if deal.give == have:
                    now = max(now, deal.vp + deal.whisky * BARREL)
                if deal.give[resource] > have[resource] and all(
                    g >= h for g, h in zip(deal.give, have, strict=True)
                ):
                    more = sum(deal.give) - sum(have)
                    lack = sum(
                        max(0, deal.give[n] - have[n] - self.own[n]) for n in range(5) if n != resource
                    )
                    after = max(after, (deal.vp + deal.whisky * BARREL) / max(1, more) - 9.0 * (lack > 1))
            deal_value = after - now / max(1, sum(have) + 1)
        spent = (
            price(self.view, resource) * COIN
            if isinstance(action, Buy)
            else CUBE * 0.7 - 0.1 * self.own[resource]
        )
        return [("deal", deal_value), ("spent", -spent)]

    def stepping(self, start: int, to: int) -> float:
        """Members do best where free cells are around them, apart from each other."""
        display, members = self.view.displays[self.seat], self.view.members[self.seat]
        here = sum(1 for off in land.AROUND if start + off not in display)
        there = sum(1 for off in land.AROUND if to + off not in display)
        return 0.06 * (there - here) - (0.2 if to in members else 0.0) - 0.02


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """The worth of the position to the seat: its points, and what it can expect from scorings to come."""
    lines = [("points", float(view.scores[seat]))]
    if view.over:
        return lines
    coming = 3 - view.scorings
    for reason, amounts in categories(view).items():
        lead = min(amounts[seat] - min(amounts), 5)
        lines.append((reason, float(view.rules.data.points(lead)) * coming * 0.8))
    lines.append(("coins", COIN * view.coins[seat]))
    lines.append(("cubes", CUBE * sum(held(view, seat))))
    counts = [len(display) for display in view.displays]
    lines.append(("tile_penalty", -float(view.options.tile_penalty * (counts[seat] - min(counts)))))
    lines.append(
        (
            "later",
            sum(LATER[view.rules.data.kinds[k].kind] for k in view.displays[seat].values()) * coming / 3,
        )
    )
    return lines
