"""Faults of what a game says of itself: levels, contents, rounds, units of points, worths, events."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan
from typing import Any, cast

import attrs

import tilewright as tw
from tilewright.core.rules.actions import Action, Legal, listed, notation
from tilewright.core.rules.events import Log
from tilewright.core.rules.game import Choice, Content, ScoreReason
from tilewright.core.rules.meanings import CELL
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import by_score
from tilewright.core.rules.zones import roll

from .. import auction, meadow, nim
from ..paper import plugin
from .plant import auction_steps, fault, meadow_steps, meadow_with, nim_taking
from .secrets import Peeking


@fault("judgements", "the level easy cannot be played by gredy: there is no bot 'gredy'")
def a_level_that_no_bot_plays() -> Rules:
    return meadow_with(levels=lambda rules: {"easy": "gredy"})


def dealing(**changes: Any) -> Rules:
    """The meadow, in which chance deals one of two kinds of weather to begin with."""
    usual = Content(
        name="sky",
        title="weather",
        items=lambda rules: meadow.WEATHER,
        number=lambda rules, players: 1,
        deal=lambda state, items: setattr(state, "weather", meadow.WEATHER.index(items[0])),
    )
    return meadow_with(contents=(attrs.evolve(usual, **changes),))


@fault("set_up", "content sky: deal puts the same into play, whatever it is given")
def a_content_that_is_not_dealt() -> Rules:
    return dealing(deal=lambda state, items: None)


@fault("set_up", "content sky: 3 of 2 items are in play")
def a_content_of_more_items_than_there_are() -> Rules:
    return dealing(number=lambda rules, players: players + 1)


@fault("set_up", "tuple.index(x): x not in tuple")
def a_content_that_fails_when_it_is_dealt() -> Rules:
    return dealing(deal=lambda state, items: setattr(state, "weather", meadow.KINDS.index(items[0])))


@fault("ending", "round_of is -1 after round 0")
def rounds_that_are_counted_down() -> Rules:
    return meadow_with(round_of=lambda state: -state.turns)


@fault("ending", "the ranking places player")
def a_ranking_in_which_the_fewest_points_win() -> Rules:
    """What is ahead at every face loses."""
    return meadow_with(ranking=lambda state: by_score([-points for points in state.scores]))


@fault("ending", "turn 3 is followed by turn 2")
def a_turn_that_is_taken_back() -> Rules:
    class Back(meadow.LayStep):
        def play(self, state: meadow.Meadow, action: Any, log: Log | None) -> bool:
            state.turns -= 2 * (state.turns == 3)
            return super().play(state, action, log)

    return meadow_steps(laying=Back)


@fault("scores", "is no multiple of neighbour=2, as ScoreReason(scale=...) says")
def points_that_do_not_follow_their_scale() -> Rules:
    class Generous(meadow.LayStep):
        def worth(self, state: Any, cell: int) -> int:
            found = super().worth(state, cell)
            return found + 1 if found else 0

    rules = meadow_steps(laying=Generous)
    reasons = (ScoreReason("neighbour", "MD-LAY-2", CELL, "neighbour"), ScoreReason("swap", "MD-SWAP-2"))
    return tw.load(plugin(attrs.evolve(rules.game, reasons=reasons)), options={"neighbour": 2})


@fault("scores", "a score line gives 0.5 points, not a whole number")
def half_a_point() -> Rules:
    class Halving(meadow.LayStep):
        def worth(self, state: Any, cell: int) -> Any:
            return super().worth(state, cell) / 2

    return meadow_steps(laying=Halving)


@fault("scores", "an earlier score line has changed or is gone")
def a_line_that_is_rewritten() -> Rules:
    """The sum stays right; score sheets and news tell another story than before."""

    class Rewriting(meadow.LayStep):
        def play(self, state: meadow.Meadow, action: Any, log: Log | None) -> bool:
            stays = super().play(state, action, log)
            state.ledger.sort()
            return stays

    return meadow_steps(laying=Rewriting)


@fault("words", "score reason swap: the icon 'swp' is unknown")
def a_score_reason_with_an_unknown_symbol() -> Rules:
    reasons = (
        ScoreReason("neighbour", "MD-LAY-2", CELL),
        ScoreReason("swap", "MD-SWAP-2", icon="swp"),
    )
    return meadow_with(reasons=reasons)


@fault("words", "event tile_laid holds cells, a dict that may change later")
def an_event_that_holds_a_part_of_the_state() -> Rules:
    class Sharing(meadow.LayStep):
        def play(self, state: meadow.Meadow, action: Any, log: Log | None) -> bool:
            stays = super().play(state, action, log)
            if log is not None and isinstance(action, meadow.LayTile):
                log.add("tile_laid", seat=action.seat, tile=action.tile, cell="", cells=state.cells)
            return stays

    return meadow_steps(laying=Sharing)


@fault("views", "choices says that lay ")
def a_move_that_is_worth_nothing_that_can_be_compared() -> Rules:
    return meadow_with(choices=lambda view: [attrs.evolve(one, worth=nan) for one in meadow.choices(view)])


@fault("views", "has the line ('hope', inf)")
def a_position_of_infinite_worth() -> Rules:
    return meadow_with(appraise=lambda view, seat: [("hope", inf)])


@attrs.frozen(cache_hash=True)
class Wait(Action):
    parts = notation("wait")


@fault("purity", "the move changes nothing, so that it could be played for ever")
def a_move_that_changes_nothing() -> Rules:
    class Waiting(nim.TakeStep):
        actions = (nim.Take, Wait)  # type: ignore[assignment]

        def legal(self, state: nim.Nim, seat: int) -> Legal:
            return super().legal(state, seat) + listed([Wait(seat)])

        def play(self, state: nim.Nim, action: Any, log: Log | None) -> bool:
            return isinstance(action, Wait) or super().play(state, action, log)

    return nim_taking(Waiting)


@fault("legality", "in the sealed step bid it matters who decides first")
def a_sealed_step_in_which_the_quick_ones_are_noted() -> Rules:
    class Noting(auction.BidStep):
        def play(self, state: auction.Auction, action: Any, log: Log | None) -> bool:
            here = cast(Peeking, state)
            here.peek = [*here.peek[-1:], action.seat]
            return super().play(state, action, log)

    return auction_steps(state=Peeking, bid=Noting)


@attrs.frozen(cache_hash=True)
class OpenSlip(auction.Slip):
    """Everyone hears which card goes into the deck."""

    secret = frozenset()


@fault("telling", "where it is hidden: name the slot card in `secret`, or remember the piece", games=3)
def a_notation_that_tells_what_is_hidden() -> Rules:
    class Open(auction.SlipStep):
        actions = (OpenSlip, auction.Keep)

        def legal(self, state: auction.Auction, seat: int) -> Legal:
            hand = sorted(set(state.hand[seat]))
            return listed([*(OpenSlip(seat, auction.KINDS[card]) for card in hand), auction.Keep(seat)])

    return auction_steps(slip=Open)


@fault("purity", "the game's choices changes the state")
def choices_that_draw_in_the_position_itself() -> Rules:
    def choices(view: Any) -> Sequence[Choice]:
        roll(view._state, "sky", meadow.WEATHER)
        return meadow.choices(view)

    return meadow_with(choices=choices)
