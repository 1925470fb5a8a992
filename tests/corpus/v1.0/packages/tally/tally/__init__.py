"""Tally: say in a sentence what it is."""

from __future__ import annotations

from importlib import resources

import attrs
from tilewright.authoring import (
    SQUARE4,
    Action,
    Captions,
    Decision,
    Game,
    Legal,
    Log,
    Phase,
    Reason,
    Run,
    Show,
    State,
    View,
    clockwise,
    hook,
    listed,
    notation,
    offers,
    once,
    option,
)


# 1. Every number of a rule is an option, and cites the rule in data/rules.yaml.
@attrs.frozen(kw_only=True)
class Options:
    rounds: int = option(3, rule="TA-END-1", doc="rounds in a game", low=1, high=50)


# 2. A position. Each field says who may know it and what its numbers stand for:
#    tilewright docs authoring_reference#what-is-written-already
@attrs.define(eq=False)
class GameState(State):
    pass


def set_up(state: GameState, log: Log | None) -> None:
    """Fill the fields of a new game here: tilewright docs authoring_reference#chance"""


# 3. What a player can do. Replace this action by your own; a step may have several.
@attrs.frozen(cache_hash=True)
class Pass(Action):
    """Do nothing."""

    parts = notation("pass")


# 4. What is legal, why something else is not, and what it does. PlacingStep is a whole step for tiles:
#    tilewright docs authoring_reference#placing-tiles
class TurnStep(Decision[GameState]):
    name = "act"
    actions = (Pass,)
    rules = ("TA-TURN",)

    def legal(self, state: GameState, seat: int) -> Legal:
        return listed([Pass(seat)])

    def explain(self, state: GameState, action: Action) -> list[Reason]:
        return []  # a Reason, with its rule, for each action that `legal` does not list

    def play(self, state: GameState, action: Action, log: Log | None) -> bool:
        return False  # True if the seat decides once more


def finish(state: GameState, seat: int, log: Log | None) -> None:
    """The game is over. Points at its end are scored before."""
    state.over = True


# 5. How a position is drawn, for every face: tilewright docs drawing
def show(view: View, lang: str = "en") -> Show:
    captions = Captions(view.rules, lang, view.seats)
    return Show(
        title=view.rules.game.title,
        boards=[],
        panels=[captions.players({"points": view.scores})],
        offers=offers(view),
        asks=captions.say("asks_act") if view.seat in view.to_act else "",
        lang=lang,
    )


# 6. The declaration: `pieces`, `streams`, `reasons` for points, `choices` and `appraise` for bots come here.
#    tilewright docs api#Game
GAME = Game(
    name="tally",
    title="Tally",
    version="1",
    seats=(2, 4),
    state=GameState,
    options=Options,
    folder=lambda: resources.files(__name__) / "data",
    load=lambda folder, options: None,
    set_up=set_up,
    phases=lambda rules: [
        Phase(
            "turn",
            clockwise(
                rounds=True,
                until=lambda state: state.turns >= state.rules.options.rounds * len(state.seats),
            ),
            [TurnStep()],
            turns=True,
        ),
        Phase("end", once, [Run("finish", finish)]),
    ],
    turn_rule="TA-TURN-1",
    show=show,
    grid=SQUARE4,
)


@hook
def tilewright_game() -> Game:
    """The game, for the plugin manager."""
    return GAME
