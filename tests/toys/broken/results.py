"""Faults of scores, pieces, endings and words."""

from __future__ import annotations

import json
from typing import Any

import tilewright as tw
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import conclude
from tilewright.core.rules.state import by_score
from tilewright.core.rules.zones import roll
from tilewright.core.text.inline_files import in_memory
from tilewright.core.text.messages import Message

from .. import auction, brink, meadow, nim
from ..paper import folder
from .plant import auction_steps, fault, meadow_steps, meadow_with, nim_taking


def _resting(state: brink.Brink, log: Log | None) -> None:
    """The first seat begins without its rest."""
    brink.set_up(state, log)
    state.rested[0] = True


@fault("scores", "points but lines for")
def points_without_a_line() -> Rules:
    class Generous(meadow.LayStep):
        def play(self, state: meadow.Meadow, action: Any, log: Log | None) -> bool:
            state.scores[action.seat] += 1
            return super().play(state, action, log)

    return meadow_steps(laying=Generous)


@fault("scores", "not a whole number for each seat")
def a_standing_of_the_first_seat_alone() -> Rules:
    return tw.load(brink.bent(standing=lambda state: state.lives[:1]))


@fault("scores", "not a whole number for each seat")
def a_standing_of_halves() -> Rules:
    return tw.load(brink.bent(standing=lambda state: [lives / 2 for lives in state.lives]))


@fault("scores", "standing tells everyone of hidden things", games=3)
def a_standing_that_reads_the_bag() -> Rules:
    def standing(state: meadow.Meadow) -> list[int]:
        return [points + sum(state.bag[-2:]) for points in state.scores]

    return meadow_with(standing=standing)


@fault("scores", "standing changes the state")
def a_standing_that_changes_the_state() -> Rules:
    def standing(state: brink.Brink) -> list[int]:
        state.rested.sort()
        return state.lives

    return tw.load(brink.bent(standing=standing, set_up=_resting))


@fault("scores", "standing says something else when it is asked again")
def a_standing_that_counts_how_often_it_is_asked() -> Rules:
    asked: list[int] = []

    def standing(state: brink.Brink) -> list[int]:
        asked.append(1)
        return [lives + len(asked) for lives in state.lives]

    return tw.load(brink.bent(standing=standing))


@fault("words", "there is no message 'name.standing'")
def a_standing_without_a_name() -> Rules:
    return meadow_with(standing=lambda state: state.scores)


class Losing(nim.TakeStep):
    def play(self, state: nim.Nim, action: Any, log: Log | None) -> bool:
        stays = super().play(state, action, log)
        state.log[-1] = 1
        return stays


def pieces(state: nim.Nim) -> int:
    return state.heap + sum(state.log)


@fault("pieces", "pieces are lost or added", conserved=pieces)
def a_piece_that_is_lost() -> Rules:
    return nim_taking(Losing)


@fault("pieces", "pieces are lost or added: 7 at the start")
def a_piece_that_the_game_itself_counts() -> Rules:
    return nim_taking(Losing, conserved=pieces)


@fault("ending", "no end after 50 decisions, the game's turn limit")
def a_game_without_end() -> Rules:
    class Endless(nim.TakeStep):
        def play(self, state: nim.Nim, action: Any, log: Log | None) -> bool:
            state.heap = 9
            return super().play(state, action, log)

    return nim_taking(Endless)


@fault("ending", "RuntimeError: 100000 steps without a decision or an end")
def a_schedule_that_goes_in_circles() -> Rules:
    class Idle(nim.TakeStep):
        def needed(self, state: nim.Nim, seat: int) -> bool:
            return state.heap > 3

    return nim_taking(Idle)


@fault("ending", "does not place every seat once")
def a_ranking_that_loses_a_seat() -> Rules:
    return meadow_with(ranking=lambda state: by_score(state.scores)[:1])


@fault("ending", "the refusal after the end cites no rule")
def a_turn_without_a_rule() -> Rules:
    return tw.load(nim.bent(turn_rule="", folder=lambda: folder({"last": "won", "taken": "{count}"}, {})))


def last_turns(left: int) -> Rules:
    """The meadow, in which a turn is told to be the last while so many tiles more than there are seats are left."""
    return meadow_with(last_turn=lambda view: view.count("bag") < len(view.seats) + left)


@fault("ending", "that it was the last turn, but player")
def a_last_turn_that_is_told_a_turn_too_early() -> Rules:
    return last_turns(1)


@fault("ending", "that it was the last turn, but player", seats=[2])
def a_last_turn_of_those_who_have_swapped() -> Rules:
    """What is told in the middle of a turn counts as well."""
    return meadow_with(last_turn=lambda view: view.swapped[view.seat or 0])


@fault("ending", "last_turn tells player", seats=[4], games=6)
def a_last_turn_that_reads_the_bag() -> Rules:
    """It is never told too early: only the seat cannot know it."""

    def last_turn(view: Any) -> bool:
        return bool(view.count("bag") < len(view.seats) and view._state.bag[-1:] == [0])

    return meadow_with(last_turn=last_turn)


@fault("words", "event taken cannot be put into words")
def an_event_without_its_words() -> Rules:
    return tw.load(nim.bent(folder=lambda: folder({"last": "won"}, {})))


@fault("words", "event taken cannot be put into words: PluginError")
def a_message_that_asks_for_too_much() -> Rules:
    return tw.load(nim.bent(folder=lambda: folder({"last": "won", "taken": "{player} takes {count}"}, {})))


@fault("words", "where the data comes from cannot be put into words: there is no message 'provenance.none'")
def a_provenance_without_its_words() -> Rules:
    said = {"last": "won", "taken": "{count}"}
    unsaid = Message("provenance.none")
    return tw.load(nim.bent(folder=lambda: folder(said, {}), provenance=lambda data: [unsaid]))


@fault("words", "'move.take' has a text in de, but there is no word to type: write 'verb.take'")
def a_move_without_a_word_in_a_language() -> Rules:
    lines = ("last: {en: won}", "taken: {en: '{count}'}", "move.take: {en: Take some., de: Nimm welche.}")
    return tw.load(nim.bent(folder=lambda: in_memory({"messages.yaml": "\n".join(lines)})))


@fault("words", "score reason last cites NM-END-1, which is not in rules.yaml")
def a_score_reason_with_an_unknown_rule() -> Rules:
    said = {"last": "won", "taken": "{count}"}
    return tw.load(nim.bent(folder=lambda: folder(said, {"NM-TURN-1": "Clockwise."})))


@fault("scores", "there is no 'phase final'; did you mean 'phase turn'?")
def an_end_that_plays_an_unknown_phase() -> Rules:
    return meadow_with(ended=lambda state: conclude(state, "final"))


@fault("scores", "ended takes something from a stream")
def an_end_that_draws() -> Rules:
    def ended(state: meadow.Meadow) -> None:
        state.gain(0, roll(state, "sky", ("none", "one")), state.rules.reason["swap"])

    return meadow_with(ended=ended)


@fault("scores", "but the lines say")
def an_end_that_gives_points_without_a_line() -> Rules:
    def ended(state: meadow.Meadow) -> None:
        state.scores[0] += 3

    return meadow_with(ended=ended)


@fault("scores", "ended gives other points when it is asked again")
def an_end_that_counts_how_often_it_is_asked() -> Rules:
    asked: list[int] = []

    def ended(state: meadow.Meadow) -> None:
        asked.append(1)
        state.gain(0, len(asked), state.rules.reason["swap"])

    return meadow_with(ended=ended)


@fault("scores", "but ScoreReason(source=...) does not say what that is")
def points_with_a_source_that_their_reason_does_not_have() -> Rules:
    """The source would never be shown: the points were meant for another reason."""

    class Mistaken(meadow.LayStep):
        def bind(self, rules: Rules) -> None:
            super().bind(rules)
            self.neighbour = self.swap

    return meadow_steps(laying=Mistaken)


@fault("scores", "its source is 9, which is no value of a card")
def points_from_a_card_that_does_not_exist() -> Rules:
    class Elsewhere(auction.FillStep):
        def run(self, state: auction.Auction, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            state.gain(seat, 1, state.rules.reason["won"], 9)

    return auction_steps(fill=Elsewhere)


@fault("scores", "cites NM-END-1, which does not hold here")
def points_for_a_rule_that_does_not_hold() -> Rules:
    turn = "NM-TURN-1: {text: Clockwise., source: toy}"
    last = "NM-END-1: {text: The last., source: toy, options: [heap], when: {heap: '8'}}"
    said = json.dumps({"last": {"en": "won"}, "taken": {"en": "{count}"}})
    return tw.load(
        nim.bent(folder=lambda: in_memory({"messages.yaml": said, "rules.yaml": f"{turn}\n{last}"}))
    )
