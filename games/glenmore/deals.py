"""Deals at brown tiles and distilleries: cubes are handed in one by one (GM-BRN, GM-DIST)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Action, Log, Reason, Rules

from .actions import Buy, Done, Pay, Sell
from .cube_payment import hand_in, may_buy, own_only, payment, why_no_cube
from .debt import BARRELS, NO_CUBES, coverable, pay_barrels
from .files import RESOURCES
from .options import forced
from .state import ONE, contents, own_cubes, tile_at
from .trade import TurnStep
from .warehouse import Purse, payable, purse

if TYPE_CHECKING:
    from typing import TypeAlias

    from .printed import Kind
    from .state import GlenMoreState, Readable

    Ending: TypeAlias = tuple[Sequence[int], int]
    """Cubes by resource, and barrels."""

RULES = {"fair": "GM-BRN-4", "grocer": "GM-BRN-7", "bridge": "GM-BRN-8", "distillery": "GM-DIST-2"}
BUTCHERS = {RESOURCES.index("sheep"): "GM-BRN-1", RESOURCES.index("cattle"): "GM-BRN-2"}
"""By what they take; the one that takes both is GM-BRN-3."""


def in_hand(state: Readable) -> tuple[int, int]:
    """Of the deal in progress, the tile's cell and the cubes handed in so far, packed as on tiles."""
    _, _, at, given = state.stack[-1]
    return at, given


def stopping(endings: Iterable[Ending]) -> list[Ending]:
    """The endings for which nothing is missing."""
    return [ending for ending in endings if not any(ending[0])]


class DealStep(TurnStep):
    """Cubes are handed in at a brown tile or a distillery, one by one, until the deal is closed."""

    name = "deal"
    actions = (Pay, Buy, Done, Sell)
    rules = (
        "GM-BRN",
        "GM-DIST-2",
        "GM-DIST-3",
        "GM-TILE-3",
        "GM-TILE-5",
        "GM-AMB-16",
        "GM-AMB-24",
        "GM-AMB-25",
    )

    def bind(self, rules: Rules) -> None:
        super().bind(rules)
        self.reason = {sort: rules.reason[sort] for sort in ("butcher", "fair", "grocer", "bridge")}
        self.forced = forced(self.options)
        self.early = self.options.ness_time == "any_time"
        self._endings: dict[tuple[int, int], list[Ending]] = {}
        """By kind of tile and cubes given."""

    def kind(self, state: GlenMoreState, seat: int) -> Kind:
        return tile_at(state, seat, in_hand(state)[0])

    def rule(self, state: GlenMoreState, seat: int) -> str:
        """The rule that says what the tile takes."""
        kind = self.kind(state, seat)
        if kind.kind == "butcher":
            return BUTCHERS.get(kind.each.cube, "GM-BRN-3")
        return RULES.get(kind.kind, "GM-TILE-5")

    def needed_for(self, state: GlenMoreState, seat: int) -> str:
        return self.rule(state, seat) if in_hand(state)[1] else super().needed_for(state, seat)

    def debts(self, state: GlenMoreState, seat: int) -> list[list[int]] | None:
        """Costs that must stay payable as well, if Loch Ness is used before the cost is paid (GM-AMB-5)."""
        if not self.early:
            return None
        below = state.rules.nodes[state.stack[-2][0]]
        return below.debts(state, seat) if isinstance(below, TurnStep) else None

    def endings(self, state: GlenMoreState, seat: int, given: int) -> Sequence[Ending]:
        """For each deal that `given` can become: what is still to be handed in, and the barrels it brings.

        If nothing has been given, that may be all.
        """
        key = state.displays[seat][in_hand(state)[0]], given
        found = self._endings.get(key)
        if found is None:
            found, done = [], contents(given)
            if not given:
                found.append((NO_CUBES, 0))
            for deal in state.rules.assembled.kinds[key[0]].each.deals:
                rest = [want - have for want, have in zip(deal.give, done, strict=True)]
                if min(rest) >= 0:
                    found.append((rest, deal.whisky))
            self._endings[key] = found
        return found

    def affords(
        self, state: GlenMoreState, seat: int, left: Purse, endings: Iterable[Ending], own: bool
    ) -> bool:
        """True if one of these can be reached with what is left, and what the turn owes paid as well."""
        debts = self.debts(state, seat)
        for rest, whisky in endings:
            if own and any(have < need for have, need in zip(left.own, rest, strict=True)):
                continue
            if debts is None:
                if payable(left, rest):
                    return True
            else:
                barrels = state.barrels[seat] + whisky
                if any(barrels >= owed[BARRELS] and coverable(left, owed, rest) for owed in debts):
                    return True
        return False

    def reachable(self, state: GlenMoreState, seat: int, given: int, left: Purse) -> bool:
        """True if a deal with these cubes given can still be finished with what is left."""
        own = own_only(state, self.kind(state, seat))
        return self.affords(state, seat, left, self.endings(state, seat, given), own)

    def closable(
        self, state: GlenMoreState, seat: int, given: int, mine: Purse, endings: Iterable[Ending]
    ) -> bool:
        """True if the deal may end here; not for nothing if own cubes must be handed in (GM-AMB-16)."""
        if not self.affords(state, seat, mine, stopping(endings), False):
            return False
        if given or not self.forced:
            return True
        return not self.affords(state, seat, mine, [ending for ending in endings if any(ending[0])], True)

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        given = in_hand(state)[1]
        mine = purse(state, seat)
        own = own_only(state, self.kind(state, seat))
        buys = [resource for resource in range(5) if not own and may_buy(state, mine, resource)]
        asked = {*buys, *(resource for resource in range(5) if mine.own[resource])}
        endings = self.endings(state, seat, given)
        open_ = self.leading(state, seat, endings, mine, own, asked)
        found: list[Action] = [
            payment(seat, resource, at) for resource, at in own_cubes(state, seat) if resource in open_
        ]
        found += [Buy(seat, RESOURCES[resource]) for resource in buys if resource in open_]
        if self.closable(state, seat, given, mine, endings):
            found.append(Done(seat))
        return found

    def leading(
        self,
        state: GlenMoreState,
        seat: int,
        endings: Iterable[Ending],
        mine: Purse,
        own: bool,
        asked: set[int],
    ) -> set[int]:
        """Of the resources asked for, those of which a cube, own or bought, leads on to an end of the deal.

        Handing in a cube that an ending takes, or buying and handing it in, leaves that ending as easy to reach as it
        was: what is missing, and what all is worth, change alike. So each ending is looked at once for all cubes.
        """
        left, found = set(asked), set()
        for rest, whisky in endings:
            here = {resource for resource in left if rest[resource]}
            if here and self.affords(state, seat, mine, ((rest, whisky),), own):
                found |= here
                left -= here
            if not left:
                break
        return found

    def bears(self, state: GlenMoreState, seat: int, resource: int) -> bool:
        mine, given = purse(state, seat), in_hand(state)[1]
        if not own_only(state, self.kind(state, seat)):
            # A cube that is sold can be bought back at the same price, so nothing that could be paid is lost.
            return self.reachable(state, seat, given, mine)
        return self.reachable(state, seat, given, mine.sold(resource))

    def carry_out(self, state: GlenMoreState, action: Pay | Buy | Done, log: Log | None) -> bool:
        seat = action.seat
        at, given = in_hand(state)
        if not isinstance(action, Done):
            resource = RESOURCES.index(action.kind)
            hand_in(state, action, resource, log)
            given += ONE[resource]
            state.stack[-1] = (*state.stack[-1][:2], at, given)
            # As long as a deal takes more, the seat says itself when it is done.
            if any(any(rest) for rest, _ in self.endings(state, seat, given)):
                return True
        self.close(state, seat, at, given, log)
        return False

    def close(self, state: GlenMoreState, seat: int, at: int, given: int, log: Log | None) -> None:
        """The deal brings a barrel at a distillery, points elsewhere, and nothing if it is empty (GM-AMB-25)."""
        if not given:
            if self.options.empty_activation == "free":
                state.activated.remove(at)
            return
        if at in state.active:  # chosen with Loch Ness
            state.active.remove(at)
        kind = self.kind(state, seat)
        deal = next(deal for deal in kind.each.deals if deal.give == contents(given))
        if deal.whisky:
            state.barrels[seat] += deal.whisky
            if log is not None:
                log.add("distilled", seat=seat)
            pay_barrels(state, seat)
        if deal.vp:
            state.gain(seat, deal.vp, self.reason[kind.kind], state.displays[seat][at])

    def why_not(self, state: GlenMoreState, action: Pay | Buy | Done) -> list[Reason]:
        seat = action.seat
        given, rule = in_hand(state)[1], self.rule(state, seat)
        if isinstance(action, Done):
            done = stopping(self.endings(state, seat, given))
            if not done:
                return [Reason("deal_unfinished", rule, {})]
            if not self.affords(state, seat, purse(state, seat), done, False):
                return [Reason("rest_unpaid", "GM-TILE-3", {})]
            return [Reason("exchange_is_forced", "GM-AMB-16", {})]
        resource = RESOURCES.index(action.kind)
        args: dict[str, object] = {"kind": action.kind}
        if not any(self.endings(state, seat, given + ONE[resource])):
            return [Reason("not_taken_here", rule, args)]
        if isinstance(action, Buy) and own_only(state, self.kind(state, seat)):
            return [Reason("own_cubes_only", "GM-AMB-24", args)]
        return why_no_cube(state, action, resource, "GM-DIST-3" if rule == "GM-DIST-2" else rule) or [
            Reason("deal_unfinishable", rule, args)
        ]
