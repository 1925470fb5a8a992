"""Faults of moves: the list, the reasons, the notation, queries that change things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

import tilewright as tw
from tilewright.core.land.grid import HEX, SQUARE4
from tilewright.core.rules.actions import Action, Legal, Reason, listed, notation
from tilewright.core.rules.events import Log
from tilewright.core.rules.game import Choice
from tilewright.core.rules.placing import Allows
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Phase, Run, clockwise
from tilewright.core.rules.state import State

from .. import auction, meadow, mosaic, nim
from ..paper import plugin
from .plant import auction_steps, fault, meadow_steps, meadow_with, nim_taking


@fault("refusals", "is listed, but explain gives ['MD-LAY-1']")
def an_illegal_move_in_the_list() -> Rules:
    class Anywhere(meadow.LayStep):
        def legal(self, state: meadow.Meadow, seat: int) -> Legal:
            taken = state.cells
            tile = meadow.KINDS[state.drawn[0]]
            wrong = [meadow.LayTile(seat, tile, HEX.at(cell)) for cell in list(taken)[:1]]
            return super().legal(state, seat) + listed(wrong)

    return meadow_steps(laying=Anywhere)


@fault("refusals", "refuses lay grass 1,0 without a reason", conceivable=lambda state, seat: [LAID(seat)])
def a_refusal_without_a_reason() -> Rules:
    class Mute(meadow.LayStep):
        def explain(self, state: meadow.Meadow, action: Any) -> list[Reason]:
            return [] if action == LAID(action.seat) else super().explain(state, action)

    return meadow_steps(laying=Mute)


def LAID(seat: int) -> meadow.LayTile:
    return meadow.LayTile(seat, "grass", HEX.at(HEX.read("1,0")))


@attrs.frozen(cache_hash=True)
class Burn(Action):
    """A move that is hardly ever legal, so that random games do not meet it."""

    parts = notation("burn")


@fault("refusals", "'Burn' object has no attribute 'tile'")
def a_kind_of_action_that_its_step_does_not_expect() -> Rules:
    class Careless(meadow.LayStep):
        actions = (*meadow.LayStep.actions, Burn)  # type: ignore[assignment]

    return meadow_steps(laying=Careless)


@fault("refusals", "is refused for swapped_before without a rule id")
def a_reason_without_a_rule() -> Rules:
    class Vague(meadow.LayStep):
        def explain(self, state: meadow.Meadow, action: Any) -> list[Reason]:
            return [
                attrs.evolve(r, rule="") if "swap" in r.key else r for r in super().explain(state, action)
            ]

    return meadow_steps(laying=Vague)


@fault("refusals", "bag_empty cites MD-SWAP-9, which is not in rules.yaml")
def a_reason_with_an_unknown_rule() -> Rules:
    class Wrong(meadow.LayStep):
        def explain(self, state: meadow.Meadow, action: Any) -> list[Reason]:
            found = super().explain(state, action)
            return [attrs.evolve(r, rule="MD-SWAP-9") if r.key == "bag_empty" else r for r in found]

    return meadow_steps(laying=Wrong)


@fault("refusals", "swapped_before cites MD-SWAP-2, which is not among the rules of step lay")
def a_step_that_does_not_name_a_rule_of_its_refusals() -> Rules:
    class Silent(meadow.LayStep):
        rules = ("MD-LAY",)

    return meadow_steps(laying=Silent)


@fault("words", "step lay cites MD-LEY, which is not in rules.yaml")
def a_step_that_names_no_rule() -> Rules:
    class Misspelt(meadow.LayStep):
        rules = ("MD-LEY",)

    return meadow_steps(laying=Misspelt)


@fault("legality", "is listed, but `in` does not find it")
def a_list_that_does_not_find_its_actions() -> Rules:
    class Strict(meadow.LayStep):
        def legal(self, state: meadow.Meadow, seat: int) -> Legal:
            found = super().legal(state, seat)
            actions = list(found)
            return Legal(range(len(actions)), actions.__getitem__, lambda action: None)

    return meadow_steps(laying=Strict)


@fault("legality", "the legal list differs when asked for again")
def a_list_in_a_different_order_each_time() -> Rules:
    class Restless(meadow.LayStep):
        asked = 0

        def legal(self, state: meadow.Meadow, seat: int) -> Legal:
            self.asked += 1
            actions = list(super().legal(state, seat))
            return listed(actions[::-1] if self.asked % 2 else actions)

    return meadow_steps(laying=Restless)


@fault("legality", "the legal list holds an action twice")
def a_list_that_repeats_itself() -> Rules:
    class Twice(nim.TakeStep):
        def legal(self, state: nim.Nim, seat: int) -> Legal:
            return super().legal(state, seat) + super().legal(state, seat)

    return nim_taking(Twice)


@fault("legality", "player1 must decide but has no legal actions; give the step one, such as passing")
def nothing_to_choose_from() -> Rules:
    class Stuck(nim.TakeStep):
        def legal(self, state: nim.Nim, seat: int) -> Legal:
            return listed([])

    return nim_taking(Stuck)


@fault("legality", "step lay: allows says True to meadow on ")
def a_predicate_that_allows_what_the_reasons_forbid() -> Rules:
    class Generous(mosaic.Laying):
        def allows(self, state: Any, seat: int) -> Allows:
            return lambda piece, key, rotation: SQUARE4.distance(0, key) <= self.reach + (piece == 1)

    phases = [Phase("turn", clockwise(rounds=True), [Run("draw", mosaic.drawing), Generous()], turns=True)]
    return tw.load(plugin(attrs.evolve(mosaic.GAME, phases=lambda rules: phases)))


@fault("notation", "is read as")
def a_notation_that_is_read_as_something_else() -> Rules:
    readers = {"count": lambda state, seat, text: int(text) % 3}
    return tw.load(nim.bent(readers=readers))


@fault("notation", "(de) is read as")
def a_word_that_a_language_has_for_two_things() -> Rules:
    return meadow_with(names=lambda data: {kind: {"en": kind, "de": "Land"} for kind in meadow.KINDS})


@fault("notation", "cannot be read back")
def a_notation_that_depends_on_the_case() -> Rules:
    def tile(state: State, seat: int, text: str) -> str:
        if text not in meadow.KINDS:
            raise ValueError(f"'{text}' is no tile")
        return text

    return meadow_with(readers={**meadow.GAME.readers, "tile": tile})


@fault("notation", "its rotation is of type int, not Rotation")
def a_rotation_that_is_a_plain_number() -> Rules:
    class Numbered(mosaic.Laying):
        def legal(self, state: Any, seat: int) -> Legal:
            every: Any = super().legal(state, seat)
            return listed([attrs.evolve(one, rotation=int(one.rotation)) for one in every])

    phases = [Phase("turn", clockwise(rounds=True), [Run("draw", mosaic.drawing), Numbered()], turns=True)]
    return tw.load(plugin(attrs.evolve(mosaic.GAME, phases=lambda rules: phases)))


@fault("notation", "raised KeyError")
def a_reader_that_raises_something_else() -> Rules:
    return tw.load(nim.bent(readers={"count": lambda state, seat, text: {"1": 1, "2": 2, "3": 3}[text]}))


@fault("notation", "two legal actions have the text 'lay")
def a_notation_that_leaves_something_out() -> Rules:
    @attrs.frozen(cache_hash=True)
    class Lay(meadow.LayTile):
        def __str__(self) -> str:
            return f"lay {self.tile} 0,0"

    class Short(meadow.LayStep):
        actions = (Lay,)  # type: ignore[assignment]

        def legal(self, state: meadow.Meadow, seat: int) -> Legal:
            laid = [a for a in super().legal(state, seat) if isinstance(a, meadow.LayTile)]
            return listed([Lay(a.seat, a.tile, a.cell) for a in laid])

    return meadow_steps(laying=Short)


@fault("purity", "legal changes the state")
def a_question_that_changes_the_state() -> Rules:
    class Touching(meadow.LayStep):
        def legal(self, state: meadow.Meadow, seat: int) -> Legal:
            state.weather = 1
            return super().legal(state, seat)

    return meadow_steps(laying=Touching)


@fault("purity", "the game's choices changes the state")
def choices_that_change_the_state() -> Rules:
    def choices(view: Any) -> Sequence[Choice]:
        view.swapped.append(True)
        return meadow.choices(view)

    return meadow_with(choices=choices)


@fault("purity", "the game's appraise changes the state")
def an_appraisal_that_changes_the_state() -> Rules:
    def appraise(view: Any, seat: int) -> Sequence[tuple[str, float]]:
        view.swapped.append(True)
        return [("points", float(view.scores[seat]))]

    return meadow_with(appraise=appraise)


@fault("purity", "the move has another result if a log is given")
def a_move_that_depends_on_the_log() -> Rules:
    class Watched(meadow.LayStep):
        def play(self, state: meadow.Meadow, action: Any, log: Log | None) -> bool:
            stays = super().play(state, action, log)
            if log is not None and log.events:
                state.swapped[action.seat] = True
            return stays

    return meadow_steps(laying=Watched)


class Stuck(nim.TakeStep):
    """A move that never returns."""

    def play(self, state: nim.Nim, action: Any, log: Log | None) -> bool:
        while action.count == 3:
            state.log[-1:] = state.log[-1:]
        return super().play(state, action, log)


@fault("ending", "apply of take 3 has not returned after 0.4 seconds (moves.py:", seconds=0.4)
def a_move_that_never_returns() -> Rules:
    return nim_taking(Stuck)


@fault("ending", "legal has not returned after 0.4 seconds", seconds=0.4)
def a_list_of_moves_that_never_returns() -> Rules:
    class Searching(nim.TakeStep):
        def legal(self, state: nim.Nim, seat: int) -> Legal:
            while state.heap < 3:
                pass
            return super().legal(state, seat)

    return nim_taking(Searching)


@fault("views", "choices has not returned after 0.4 seconds (moves.py:", seconds=0.4)
def choices_that_never_return() -> Rules:
    def choices(view: Any) -> Sequence[Choice]:
        while view.cells:
            pass
        return meadow.choices(view)

    return meadow_with(choices=choices)


@fault("legality", "step bid seals 0 for 'offer 0' and for 'offer 1'")
def a_sealed_step_with_one_number_for_two_actions() -> Rules:
    class Coarse(auction.BidStep):
        def code(self, state: auction.Auction, action: Any) -> int:
            found = super().code(state, action)
            return found // 2 if isinstance(action, auction.Offer) else found

    return auction_steps(bid=Coarse)
