"""The worth of a move or a position of Glen More to a seat, in points, judged by what all players can see.

Everything is rated in numbers, one for each label; `choices` and `appraise` put the labels to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.authoring import Action, Cell, Choice, Legal, View, pack

from . import placing_rules, position_worth
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
from .deals import in_hand
from .files import RESOURCES
from .position_worth import Prospects
from .state import cards_of, contents, counted, figure, total
from .tile_rates import DEAL, FIXED, PRODUCE, rates
from .warehouse import price, worth

if TYPE_CHECKING:
    from .printed import Deal
    from .tile_rates import Rates
    from .weights import Weights

NUMBER: dict[str, int] = {name: number for number, name in enumerate(RESOURCES)}
"""Resource to its number."""


def worths(view: View, legal: Legal) -> Sequence[float]:
    """The worth of each of these actions of the view's seat."""
    rate = _Rating(view)
    return [sum(_RATE.get(type(action), _other)(rate, action)) for action in legal]


def choices(view: View) -> Sequence[Choice]:
    """Every legal action of the view's seat with its worth, and how it comes about."""
    rate = _Rating(view)
    found = []
    for action in view.legal():
        kind = type(action)
        parts = _RATE.get(kind, _other)(rate, action)
        lines = zip(_LABELS.get(kind, ("end",)), parts, strict=True)
        found.append(Choice(action, sum(parts), tuple((label, value) for label, value in lines if value)))
    return found


class _Rating:
    """Rates the actions of one seat in one position: for each a number by label."""

    def __init__(self, view: View) -> None:
        seat = view.seat
        assert seat is not None
        self.view, self.seat = view, seat
        self.weights: Weights = view.weights
        self.rates: Rates = rates(view.rules.assembled, self.weights)
        self.display: dict[int, int] = view.displays[seat]
        self.members: dict[int, int] = view.members[seat]
        self.piles: dict[int, int] = view.cubes[seat]
        self.own = counted(self.piles)
        self.capacity: int = view.options.tile_capacity
        self.known: dict[int, float] = {}
        """By cell, what activating its tile brings."""
        self.deals: dict[int, float] = {}
        """By kind of tile, what its best deal brings."""
        self.best: dict[tuple[bool, bool, float], float] = {}
        """By river, road and worth of its own activation, what the best place for a tile brings."""
        self.sold: dict[str, tuple[float]] = {}
        """By resource, the worth of selling a cube."""
        self.lack: list[float] = []
        self.places: dict[tuple[bool, bool], list[int]] | None = None
        self.around_cell: dict[int, list[float]] = {}
        self.at = -1
        """The place of the own figure in the chain, once it is known."""
        self.age = -1.0
        self.hand: tuple[Sequence[Deal], float, tuple[int, ...]] | None = None
        self.handed: dict[tuple[type[Action], str], Sequence[float]] = {}
        """By kind of action and resource, the worth of handing in a cube."""
        self.frees: dict[int, int] = {}
        """By cell, the number of free cells around it."""

    # -- what the parts need, each worked out once ------------------------------------------------------------------

    def young(self) -> float:
        """1 while the game is young, 0 when no tile is left."""
        if self.age < 0:
            count = self.view.count
            left = count("stack0") + count("stack1") + count("stack2") + count("stack3")
            self.age = min(1.0, left / self.weights.horizon)
        return self.age

    def lacking(self) -> list[float]:
        """By resource, the cost of one cube that is lacking for a deal."""
        if not self.lack:
            w, view = self.weights, self.view
            for n in range(5):
                cost = price(view, n)
                self.lack.append((cost - w.bargain) * w.coin if cost else w.beyond)
        return self.lack

    def activation(self, kind: int, at: int) -> float:
        """Returns what activating a tile of this kind on the cell brings."""
        does = self.rates.does[kind]
        if does == FIXED:
            return self.rates.fixed[kind]
        if does == DEAL:
            value = self.deals.get(kind)
            if value is None:
                value = self.deals[kind] = self.rates.deal(kind, self.own, self.lacking())
            return value
        pile = self.piles.get(at)
        return self.weights.cube if pile is None or total(pile) < self.capacity else 0.0

    def nearby(self, at: int) -> list[float]:
        """Returns what activating each neighbour of the cell brings, and at last what the members there are worth."""
        found = self.around_cell.get(at)
        if found is None:
            found = self.around_cell[at] = []
            display, members, known = self.display, self.members, self.known
            beside = 0
            for off in placing_rules.AROUND:
                cell = at + off
                kind = display.get(cell)
                if kind is not None:
                    value = known.get(cell)
                    if value is None:
                        value = known[cell] = self.activation(kind, cell)
                    found.append(value)
                    beside += cell in members
            # Room for the next tiles: staying near the members.
            found.append(self.weights.near * beside)
        return found

    def best_place(self, number: int) -> float:
        """Returns what the best place for a tile of this kind brings at once; 0 if there is none."""
        kind = self.view.rules.assembled.kinds[number]
        own = self.weights.cube if self.rates.does[number] == PRODUCE else self.activation(number, 0)
        asked = kind.river, kind.road, own
        best = self.best.get(asked)
        if best is None:
            if self.places is None:
                self.places = placing_rules.places(self.view, self.seat)
            found = []
            for at in self.places[kind.river, kind.road]:
                value = own
                for more in self.nearby(at):
                    value += more
                found.append(value)
            best = self.best[asked] = max(found, default=0.0)
        return best

    # -- the kinds of action ----------------------------------------------------------------------------------------

    def taking(self, action: Take) -> Sequence[float]:
        view, w, own, r, space = self.view, self.weights, self.own, self.rates, action.space
        if self.at < 0:
            self.chain: list[int] = view.chain
            self.at = self.chain.index(figure(self.seat))
        number = self.chain[self.at + space]
        missing = 0
        for n, need in r.needs[number]:
            if need > own[n]:
                missing += need - own[n]
        cubes, barrels, members = r.cost[number]
        usual = (
            self.best_place(number),
            r.once[number],
            r.later[number] * self.young(),
            cubes - missing * w.missing - barrels - members,
            -w.step * space,
            -w.tile,
        )
        return (*usual, *self.trained(number, space)) if r.trained else (*usual, *_UNTRAINED)

    def trained(self, number: int, space: int) -> tuple[float, ...]:
        """Returns what only trained weights say of taking this tile: by stage, leads, cards for the end, others."""
        view, w, seat = self.view, self.weights, self.seat
        printed, young = view.rules.assembled, self.young()
        kind = printed.kinds[number]
        card = kind.card
        coming = 3 - view.scorings
        stage = (
            w.bloom * young - w.penalty * view.options.tile_penalty * (1.0 - young) - w.hurry * space * young
        )
        jumped = sum(1 for item in self.chain[self.at + 1 : self.at + space] if item < 0)
        barrels = kind.once.whisky + (card.once.whisky if card is not None else 0)
        leads = (w.barrel_lead * barrels + (w.card_lead if card is not None else 0.0)) * coming
        final = denied = 0.0
        if w.matching:
            owned = [other.final for other in cards_of(view, seat)]
            final += sum(scoring.points for scoring in owned if scoring is not None and scoring.counts(kind))
            if card is not None and card.final is not None:
                here = sum(card.final.counts(printed.kinds[k]) for k in self.display.values())
                final += card.final.points * here
        if w.denial:
            for other in range(len(view.seats)):
                if other != seat:
                    denied = max(denied, self.wanted(number, other))
        return stage, w.passing * jumped, leads, w.matching * final, w.denial * denied

    def wanted(self, number: int, seat: int) -> float:
        """Returns what the tile would bring another seat at once, wherever it lay."""
        r = self.rates
        does, value = r.does[number], r.once[number]
        if does == FIXED:
            return value + r.fixed[number]
        return value + (
            r.deal(number, counted(self.view.cubes[seat]), self.lacking())
            if does == DEAL
            else self.weights.cube
        )

    def placing(self, action: PlaceTile) -> Sequence[float]:
        at = _key(action.cell)
        value = self.activation(self.view.tile, at)
        for more in self.nearby(at):
            value += more
        return (value,)

    def activating(self, action: Activate | LochNess) -> Sequence[float]:
        at, w = _key(action.cell), self.weights
        value = self.activation(self.display[at], at)
        cube = w.scarce * (w.enough - self.own[NUMBER[action.cube]]) if action.cube else 0.0
        idle = type(action) is LochNess and value < w.ness_least
        return (value + cube - (w.ness_idle if idle else 0.0),)

    def handing_in(self, action: Pay | Buy) -> Sequence[float]:
        key = type(action), action.kind
        found = self.handed.get(key)
        if found is None:
            w, resource = self.weights, NUMBER[action.kind]
            if type(action) is Buy:
                spent = price(self.view, resource) * w.coin
            else:
                spent = w.cube * w.paid - w.plenty * self.own[resource]
            found = self.handed[key] = self.dealing(resource), -spent
        return found

    def dealing(self, resource: int) -> float:
        """Returns what handing in a cube is worth; in a deal it is worth going on only if it pays."""
        w, own = self.weights, self.own
        if self.hand is None:
            self.hand = (), 0.0, ()
            if len(self.view.stack[-1]) > 3:
                at, given = in_hand(self.view)
                self.hand = *self.rates.begun(self.display[at], given), contents(given)
        deals, now, have = self.hand
        if not have:
            return w.any_deal
        after = -w.beyond
        handed = sum(have)
        for deal in deals:
            give = deal.give
            if give[resource] > have[resource]:
                lack = 0
                for n in range(5):
                    short = give[n] - have[n] - own[n]
                    if short > 0 and n != resource:
                        lack += short
                value = (deal.vp + deal.whisky * w.barrel) / max(1, sum(give) - handed) - w.beyond * (
                    lack > 1
                )
                if value > after:
                    after = value
        return after - now

    def selling(self, action: Sell) -> Sequence[float]:
        found = self.sold.get(action.kind)
        if found is None:
            w, kind = self.weights, NUMBER[action.kind]
            spare = self.own[kind] > w.few_cubes or self.young() < w.clearance
            coins = worth(self.view, kind)
            value = coins * w.coin - w.cube - (0.0 if spare else w.reserve)
            if w.old_coin:
                value += w.old_coin * coins * (1.0 - self.young())
            found = self.sold[action.kind] = (value,)
        return found

    def promoting(self, action: Promote) -> Sequence[float]:
        w = self.weights
        few = sum(self.members.values()) < w.few_members
        value = w.chieftain - w.member * (w.settler * self.young() if few else w.villager)
        if w.chieftain_lead:
            value += w.chieftain_lead * (3 - self.view.scorings)
        return (value,)

    def moving(self, action: MoveMember) -> Sequence[float]:
        """Members do best where free cells are around them, apart from each other."""
        w, start, to = self.weights, _key(action.start), _key(action.cell)
        free = self.free(to) - self.free(start)
        return (w.frontier * free - (w.crowd if to in self.members else 0.0) - w.march,)

    def free(self, at: int) -> int:
        """Number of free cells around a cell."""
        found = self.frees.get(at)
        if found is None:
            display = self.display
            found = self.frees[at] = sum([at + off not in display for off in placing_rules.AROUND])
        return found

    def getting(self, action: TakeCube | FillTiles) -> Sequence[float]:
        w, name = self.weights, action.kind if isinstance(action, TakeCube) else action.abbey
        return (w.gift + (w.rare / (1 + self.own[NUMBER[name]]) if name else 0.0),)


def _key(cell: Cell) -> int:
    """The key of a cell that is known to be on the board."""
    return pack(cell.x, cell.y)


def _other(rate: _Rating, action: Action) -> Sequence[float]:
    """A turn without a tile, and anything that has no rating of its own."""
    return (-rate.weights.waste,)


_UNTRAINED = (0.0,) * 5
_RATE: dict[type, Callable[[_Rating, Any], Sequence[float]]] = {
    Take: _Rating.taking,
    PlaceTile: _Rating.placing,
    Activate: _Rating.activating,
    LochNess: _Rating.activating,
    Pay: _Rating.handing_in,
    Buy: _Rating.handing_in,
    Sell: _Rating.selling,
    Promote: _Rating.promoting,
    MoveMember: _Rating.moving,
    TakeCube: _Rating.getting,
    FillTiles: _Rating.getting,
    PayMember: lambda rate, action: (-rate.weights.member,),
    Decline: lambda rate, action: (-rate.weights.member,),
    PayChieftain: lambda rate, action: (-rate.weights.chieftain * rate.weights.ransom,),
    Done: lambda rate, action: (rate.weights.done,),
    End: lambda rate, action: (0.0,),
}
_LABELS: dict[type, tuple[str, ...]] = {
    Take: ("activations", "benefit", "later", "cost", "distance", "tile",
           "stage", "passing", "scorings", "special_place", "denial"),
    PlaceTile: ("activations",),
    Activate: ("activation",),
    LochNess: ("activation",),
    Pay: ("deal", "spent"),
    Buy: ("deal", "spent"),
    Sell: ("sale",),
    Promote: ("chieftain",),
    MoveMember: ("members",),
    TakeCube: ("cubes",),
    FillTiles: ("cubes",),
    PayMember: ("members",),
    Decline: ("members",),
    PayChieftain: ("chieftain",),
    Done: ("done",),
}  # fmt: skip


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """The worth of the position to the seat: its points, and what it can expect from scorings to come."""
    return list(zip(position_worth.LABELS, Prospects(view).parts(seat, view.weights), strict=False))


def totals(views: Sequence[View]) -> Sequence[float]:
    """For each seat the sum of what `appraise` says from its own view."""
    promised = Prospects(views[0])  # all that counts is open
    return [sum(promised.parts(seat, view.weights)) for seat, view in enumerate(views)]
