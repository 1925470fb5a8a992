"""Toy: all seats bid in secret with a card and coins; then each may slip a card back into the deck, face down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from tilewright.core.base.chance import ordered
from tilewright.core.rules.actions import Action, Legal, Reason, listed, notation
from tilewright.core.rules.events import Event
from tilewright.core.rules.game import Choice, Game, ScoreReason
from tilewright.core.rules.meanings import reader, whole
from tilewright.core.rules.schedule import Automatic, Decision, Phase, Sealed, clockwise
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import draw, lying, public, put_back, remember, zone
from tilewright.core.text.options import option

from .paper import folder, plugin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.rules.events import Log
    from tilewright.core.rules.ruleset import Rules
    from tilewright.core.rules.views import View

KINDS = ("hare", "fox", "owl", "stag")


@attrs.frozen(kw_only=True)
class Options:
    rounds: int = option(4, rule="AU-END-1", doc="how many rounds are played", low=1, high=6)
    coins: int = option(3, rule="AU-BID-2", doc="the highest bid", low=0, high=5)
    handicap: bool = option(False, rule="AU-START-1", doc="whether the last seat begins with a point")


@attrs.define(eq=False)
class Auction(State):
    hand: list[list[int]] = zone("card", "owner", mixed=True, shown=True, factory=list)
    deck: list[int] = zone("card", "none", "pile", per_seat=False, factory=list)
    played: list[int] = zone("card", "all", "row", per_seat=False, factory=list)
    round: int = public(means=whole(0), default=0)


@attrs.frozen(cache_hash=True)
class Pick(Action):
    parts = notation("pick {card}")
    card: str


@attrs.frozen(cache_hash=True)
class Offer(Action):
    parts = notation("offer {coins}")
    coins: int


@attrs.frozen(cache_hash=True)
class Slip(Action):
    """The card goes into the deck, and only its owner knows which it is."""

    parts = notation("slip {card}")
    secret = frozenset({"card"})
    card: str


@attrs.frozen(cache_hash=True)
class Keep(Action):
    parts = notation("keep")


class Handicap(Automatic[Auction]):
    name = "handicap"

    def bind(self, rules: Rules) -> None:
        self.reason = rules.reason["handicap"]

    def run(self, state: Auction, seat: int, log: Log | None) -> None:
        state.gain(len(state.seats) - 1, 1, self.reason)


class BidStep(Sealed[Auction]):
    """A card, then an offer, both in secret (AU-BID-1, AU-BID-2)."""

    name = "bid"
    actions = (Pick, Offer)

    def bind(self, rules: Rules) -> None:
        self.coins: int = rules.options.coins
        self.win, self.pay = rules.reason["won"], rules.reason["paid"]

    def complete(self, state: Auction, seat: int) -> bool:
        return len(state.sealed[seat]) == 2 or not state.hand[seat]

    def legal(self, state: Auction, seat: int) -> Legal:
        if not state.sealed[seat]:
            hand = state.hand[seat]
            return listed([Pick(seat, KINDS[card]) for card in sorted(set(hand))])
        return listed([Offer(seat, coins) for coins in range(self.coins + 1)])

    def code(self, state: Auction, action: Any) -> int:
        code: int = KINDS.index(action.card) if isinstance(action, Pick) else action.coins
        return code

    def reveal(self, state: Auction, log: Log | None) -> None:
        bids = []
        for seat, bid in enumerate(state.sealed):
            if not bid:
                continue  # an empty hand has nothing to bid
            card, coins = bid
            state.hand[seat].remove(card)
            state.played.append(card)
            bids.append((coins, card))
            if log is not None:
                log.add("bid_shown", seat=seat, card=KINDS[card], coins=coins)
        for seat, bid in enumerate(bids):
            if bids.count(bid) == 1 and bid == max(bids):
                state.gain(seat, 3 + bid[1], self.win, bid[1])
            if bid[0]:
                state.gain(seat, -bid[0], self.pay)
        state.round += 1

    def explain(self, state: Auction, action: Any) -> list[Reason]:
        started = bool(state.sealed[action.seat])
        if isinstance(action, Pick):
            if started:
                return [Reason("picked_before", "AU-BID-1")]
            held = KINDS.index(action.card) in state.hand[action.seat]
            return [] if held else [Reason("not_in_hand", "AU-BID-1", {"card": action.card})]
        reasons = [] if started else [Reason("pick_first", "AU-BID-1")]
        if not 0 <= action.coins <= self.coins:
            reasons.append(Reason("too_much", "AU-BID-2", {"most": self.coins}))
        return reasons


class SlipStep(Decision[Auction]):
    name = "slip"
    actions = (Slip, Keep)

    def legal(self, state: Auction, seat: int) -> Legal:
        hand = state.hand[seat]
        return listed([*(Slip(seat, KINDS[card]) for card in sorted(set(hand))), Keep(seat)])

    def play(self, state: Auction, action: Any, log: Log | None) -> bool:
        if isinstance(action, Keep):
            return False
        seat, card = action.seat, KINDS.index(action.card)
        state.hand[seat].remove(card)
        place = state.rules.place(state, "deck")
        put_back(state, place, card, "slips")
        remember(state, place, card, 1 << seat)
        if log is not None:
            log.events.append(
                Event("card_slipped", {"seat": seat}, seat, "own_card_slipped", {"card": action.card})
            )
        return False

    def explain(self, state: Auction, action: Any) -> list[Reason]:
        if isinstance(action, Keep) or KINDS.index(action.card) in state.hand[action.seat]:
            return []
        return [Reason("not_in_hand", "AU-SLIP-1", {"card": action.card})]


class FillStep(Automatic[Auction]):
    name = "fill"

    def run(self, state: Auction, seat: int, log: Log | None) -> None:
        while len(state.hand[seat]) < 3 and state.deck:
            card = draw(state, state.rules.place(state, "deck"), log, seat)
            state.hand[seat].append(card)
            if log is not None:
                event = Event("card_drawn", {"seat": seat}, seat, "own_card_drawn", {"card": KINDS[card]})
                log.events.append(event)
        state.hand[seat].sort()


class Final(Automatic[Auction]):
    name = "final"

    def run(self, state: Auction, seat: int, log: Log | None) -> None:
        state.over = True


def set_up(state: Auction, log: Log | None) -> None:
    named = [(f"{kind}#{n}", k) for k, kind in enumerate(KINDS) for n in range(8 - 2 * k)]
    state.deck = ordered(named, state.streams["deck"][0])
    deck = state.rules.place(state, "deck")
    for seat in range(len(state.seats)):
        state.hand.append(sorted(draw(state, deck, log, seat) for _ in range(3)))


def phases(rules: Rules) -> list[Phase]:
    options: Options = rules.options

    def playing(state: Auction) -> bool:
        return state.round < options.rounds

    def handicap(state: Auction, seat: int) -> int:
        return 0 if options.handicap and not state.ledger and not state.round else -1

    def bidders(state: Auction, seat: int) -> int:
        return 0 if seat < 0 and playing(state) else -1

    def enders(state: Auction, seat: int) -> int:
        return 0 if seat < 0 and not playing(state) else -1

    return [
        Phase("start", handicap, [Handicap()]),
        Phase("bidding", bidders, [BidStep()]),
        Phase("slipping", clockwise(), [SlipStep(), FillStep()], turns=True),
        Phase("end", enders, [Final()]),
    ]


def choices(view: View) -> Sequence[Choice]:
    """High cards win; a coin is worth what it says."""
    found = []
    for action in view.legal():
        if isinstance(action, Pick | Slip):
            worth = float(KINDS.index(action.card)) * (1 if isinstance(action, Pick) else -1)
        else:
            worth = -abs(action.coins - 1.0) if isinstance(action, Offer) else -0.5
        found.append(Choice(action, worth))
    return found


GAME = Game(
    name="auction",
    title="Auction",
    version="1",
    seats=(2, 4),
    state=Auction,
    options=Options,
    folder=lambda: folder(
        {
            "bid_shown": "{seat} plays {card} and offers {coins}",
            "card_slipped": "{seat} slips a card into the deck",
            "own_card_slipped": "{seat} slips {card} into the deck",
            "card_drawn": "{seat} draws a card",
            "own_card_drawn": "{seat} draws {card}",
            "handicap": "sat last",
            "won": "won with a card",
            "paid": "paid",
            "picked_before": "a card is picked already",
            "pick_first": "pick a card first",
            "not_in_hand": "there is no {card} in the hand",
            "too_much": "at most {most} coins",
        },
        {
            "AU-START-1": "The last seat may begin with a point.",
            "AU-TURN-1": "All at once, then clockwise.",
            "AU-BID-1": "Each seat picks a card from the hand.",
            "AU-BID-2": "Each seat offers coins; the highest bid that is alone wins.",
            "AU-SLIP-1": "A card of the hand may go into the deck.",
            "AU-END-1": "So many rounds.",
        },
    ),
    load=lambda data, options: None,
    phases=phases,
    pieces=lambda data: {"card": KINDS},
    set_up=set_up,
    streams=("deck", "slips"),
    reasons=(
        ScoreReason("handicap", "AU-START-1"),
        ScoreReason("won", "AU-BID-2", "card"),
        ScoreReason("paid", "AU-BID-2"),
    ),
    readers={"card": reader("card"), "coins": reader(whole(0))},
    turn_rule="AU-TURN-1",
    turn_limit=200,
    conserved=lying,
    choices=choices,
)

PLUGIN = plugin(GAME)
