"""Faults of views, events and memories: a seat learns what it must not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

import attrs

import tilewright as tw
from tilewright.core.rules.actions import Legal, Reason, listed
from tilewright.core.rules.events import Event, Log
from tilewright.core.rules.game import Choice
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.zones import draw, kept, public

from .. import auction, meadow
from ..paper import plugin
from .plant import auction_steps, fault, meadow_steps, meadow_with


@attrs.define(eq=False)
class Peeking(auction.Auction):
    """A public field that shows what is hidden: the top of the deck, or what was sealed."""

    peek: list[int] = public(factory=list)

    def clone(self) -> Peeking:
        copy = super().clone()
        copy.peek = self.peek.copy()
        return copy


@fault("telling", "reveals hidden things: peek[0] is ", games=3)
def a_public_field_that_shows_the_deck() -> Rules:
    class Filling(auction.FillStep):
        def run(self, state: auction.Auction, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            here = cast(Peeking, state)
            here.peek = here.deck[-1:]

    return auction_steps(state=Peeking, fill=Filling)


@fault("telling", "reveals hidden things: peek", games=3)
def a_public_field_that_shows_what_is_sealed() -> Rules:
    class Bidding(auction.BidStep):
        def play(self, state: auction.Auction, action: Any, log: Log | None) -> bool:
            cast(Peeking, state).peek.append(self.code(state, action))
            return super().play(state, action, log)

    return auction_steps(state=Peeking, bid=Bidding)


@attrs.define(eq=False)
class Counting(auction.Auction):
    """A public count of all cards that are not played: each seat knows the numbers, but not where the cards are."""

    left: dict[int, int] = public(factory=dict)


@fault("telling", "reveals hidden things: the order of left: ", games=3)
def a_public_count_in_the_order_of_the_deck() -> Rules:
    class Filling(auction.FillStep):
        def run(self, state: auction.Auction, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            cast(Counting, state).left = dict(
                Counter([*state.deck, *(c for hand in state.hand for c in hand)])
            )

    return auction_steps(state=Counting, fill=Filling)


@fault("telling", "an event reveals hidden things to player", games=3)
def an_event_that_tells_everyone_what_one_drew() -> Rules:
    class Loud(auction.FillStep):
        def run(self, state: auction.Auction, seat: int, log: Log | None) -> None:
            own = Log() if log is not None else None
            super().run(state, seat, own)
            if own is not None and log is not None:
                log.outcomes += own.outcomes
                log.barrier = True
                log.events += [Event(e.secret_key, {**e.args, **e.secret}) for e in own.events]

    return auction_steps(fill=Loud)


@fault("telling", "an event reveals hidden things", games=3)
def an_event_that_reveals_a_sealed_step() -> Rules:
    class Loud(auction.BidStep):
        def play(self, state: auction.Auction, action: Any, log: Log | None) -> bool:
            if log is not None and isinstance(action, auction.Pick):
                log.add("bid_shown", seat=action.seat, card=action.card, coins=0)
            return super().play(state, action, log)

    return auction_steps(bid=Loud)


@fault("telling", "everyone sees", games=3)
def a_draw_for_one_seat_that_does_not_say_so() -> Rules:
    """The record that players are given would contain it."""

    class Careless(auction.FillStep):
        def run(self, state: auction.Auction, seat: int, log: Log | None) -> None:
            while len(state.hand[seat]) < 3 and state.deck:
                state.hand[seat].append(draw(state, state.rules.place(state, "deck"), log))
            state.hand[seat].sort()

    return auction_steps(fill=Careless)


@fault("views", "the legal actions of player", games=3)
def a_legal_list_that_depends_on_the_bag() -> Rules:
    class Sly(meadow.LayStep):
        def legal(self, state: meadow.Meadow, seat: int) -> Legal:
            found = list(super().legal(state, seat))
            return listed([a for a in found if not isinstance(a, meadow.Swap) or state.bag[-1] == 0])

    return meadow_steps(laying=Sly)


@fault("views", "the legal actions of player", games=3)
def a_legal_list_that_depends_on_what_others_sealed() -> Rules:
    class Sly(auction.BidStep):
        def legal(self, state: auction.Auction, seat: int) -> Legal:
            found = list(super().legal(state, seat))
            offers = [codes[1] for codes in state.sealed if len(codes) == 2]
            return listed([a for a in found if not isinstance(a, auction.Offer) or a.coins not in offers])

    return auction_steps(bid=Sly)


@fault("views", "choices rates the moves of player", games=3)
def choices_that_read_the_bag() -> Rules:
    def choices(view: Any) -> Sequence[Choice]:
        top = view._state.bag[-1:]
        return [attrs.evolve(c, worth=c.worth + n * sum(top)) for n, c in enumerate(meadow.choices(view))]

    return meadow_with(choices=choices)


@fault("views", "choices does not rate each legal action once, in order")
def choices_that_leave_some_out() -> Rules:
    return meadow_with(choices=lambda view: meadow.choices(view)[:2])


@fault("views", "choices rates the moves of player", games=3)
def choices_that_rate_all_alike_by_the_bag() -> Rules:
    """All moves are better or worse by the same amount: the best one stays, but a hint would reveal something."""

    def choices(view: Any) -> Sequence[Choice]:
        top = sum(view._state.bag[-1:])
        return [attrs.evolve(choice, worth=choice.worth + top) for choice in meadow.choices(view)]

    return meadow_with(choices=choices)


@fault("views", "appraise for player", games=3)
def an_appraisal_that_reads_the_bag() -> Rules:
    def appraise(view: Any, seat: int) -> Sequence[tuple[str, float]]:
        return [("points", float(view.scores[seat])), ("luck", float(sum(view._state.bag[-1:])))]

    return meadow_with(appraise=appraise)


@fault("telling", "reveals hidden things: zones.deck", games=8)
def memories_that_depend_on_the_hidden_card() -> Rules:
    """A seat that slipped a card would learn from its own memory that the card has been drawn."""

    class Remembering(auction.FillStep):
        def run(self, state: auction.Auction, seat: int, log: Log | None) -> None:
            place = state.rules.place(state, "deck")
            while len(state.hand[seat]) < 3 and state.deck:
                kept = state.seen.copy()
                card = draw(state, place, log, seat)
                state.hand[seat].append(card)
                state.seen[:] = kept
                for entry in kept:
                    if entry[1] == card:
                        state.seen.remove(entry)
                        break
            state.hand[seat].sort()

    return auction_steps(fill=Remembering)


# Values that are kept behind screens although all their changes are public.


@attrs.define(eq=False)
class Screened(auction.Auction):
    """The auction with a purse for each seat, from which bids are paid."""

    purse: list[int] = kept(factory=list)

    def clone(self) -> Screened:
        copy = super().clone()
        copy.purse = self.purse.copy()
        return copy


class Paying(auction.BidStep):
    """No seat offers more than its own purse holds."""

    def legal(self, state: auction.Auction, seat: int) -> Legal:
        purse = cast(Screened, state).purse[seat]
        found = super().legal(state, seat)
        return listed([a for a in found if not isinstance(a, auction.Offer) or a.coins <= purse])

    def reveal(self, state: auction.Auction, log: Log | None) -> None:
        for seat, bid in enumerate(state.sealed):
            cast(Screened, state).purse[seat] -= bid[1] if bid else 0
        super().reveal(state, log)


def screened(
    bid: type[auction.BidStep] = Paying, state: type[auction.Auction] = Screened, **changes: Any
) -> Rules:
    """The auction with purses; nothing is wrong with it."""

    def set_up(state: Any, log: Log | None) -> None:
        auction.set_up(state, log)
        state.purse = [3] * len(state.seats)

    rules = auction_steps(bid=bid)
    return tw.load(plugin(attrs.evolve(rules.game, state=state, set_up=set_up, **changes)))


@fault("views", "depend on what others keep hidden")
def a_legal_list_that_depends_on_what_others_keep() -> Rules:
    class Sly(Paying):
        def legal(self, state: auction.Auction, seat: int) -> Legal:
            purses = cast(Screened, state).purse
            most = max(coins for other, coins in enumerate(purses) if other != seat)
            found = super().legal(state, seat)
            return listed([a for a in found if not isinstance(a, auction.Offer) or a.coins <= most])

    return screened(bid=Sly)


@fault("ending", "last_turn tells player", seats=[2])
def a_last_turn_that_depends_on_what_others_keep() -> Rules:
    def last_turn(view: Any) -> bool:
        return bool(view.round + 1 == view.rules.options.rounds and sum(view._state.purse) % 2 == 0)

    return screened(last_turn=last_turn)


@fault("views", "reveals what others keep hidden: round is ")
def a_public_value_that_adds_up_what_is_kept() -> Rules:
    @attrs.define(eq=False)
    class Adding(Screened):
        def to_dict(self) -> dict[str, Any]:
            return super().to_dict() | {"round": sum(self.purse)}

    return screened(state=Adding)


@fault("refusals", "reveals hidden things: [(", games=3)
def a_reason_that_tells_what_others_sealed() -> Rules:
    class Telling(auction.BidStep):
        def explain(self, state: auction.Auction, action: Any) -> list[Reason]:
            found = super().explain(state, action)
            bids = sorted(card for one in state.sealed for card in one[:1])
            return [attrs.evolve(r, args={"most": bids}) if r.key == "too_much" else r for r in found]

    return auction_steps(bid=Telling)


@fault("refusals", "reveals hidden things: [(", games=3)
def a_reason_that_tells_of_another_hand() -> Rules:
    class Telling(auction.SlipStep):
        def explain(self, state: auction.Auction, action: Any) -> list[Reason]:
            found = super().explain(state, action)
            other = state.hand[(action.seat + 1) % len(state.seats)]
            held = found and auction.KINDS.index(action.card) in other
            return [Reason("picked_before", "AU-BID-1")] if held else found

    return auction_steps(slip=Telling)
