"""Harvest: lay fields side by side, close them, and keep your goal to yourself. For two to four players.

A ruleset from outside: it uses the engine's public names and nothing of tilewright's own games.
"""

from __future__ import annotations

from importlib import resources

from tilewright.authoring import (
    CELL,
    SQUARE4,
    Board,
    Game,
    Log,
    Phase,
    Rules,
    Run,
    ScoreReason,
    clockwise,
    conclude,
    draw,
    hook,
    lying,
    once,
    ordered,
    roll,
)

from .appraise import Weights, choices
from .files import Box, load
from .hooks import Specs
from .options import Options
from .show import show
from .state import Harvest
from .steps import PlaceStep, final, refill


def set_up(state: Harvest, log: Log | None) -> None:
    """The start tile lies, tiles are on offer, and everybody has a goal (HV-OFFER-1, HV-GOAL-1)."""
    box: Box = state.rules.data
    tiles = [(f"{t.name}#{n}", kind) for kind, t in enumerate(box.tiles) for n in range(t.count)]
    goals = [(f"{g.name}#{n}", kind) for kind, g in enumerate(box.goals) for n in range(g.count)]
    state.bag = ordered(tiles, state.streams["bag"][0])
    state.deck = ordered(goals, state.streams["goals"][0])
    state.board = Board(SQUARE4)
    state.board.place(0, box.faces[box.start])
    for seat in range(len(state.seats)):
        state.goals.append([draw(state, "deck", log, seat)])
    for _ in range(state.rules.options.offer):
        state.offer.append(draw(state, "bag", log))
    state.start = roll(state, "start", state.seats, log)


def phases(rules: Rules) -> list[Phase]:
    """Turns clockwise while a tile is on offer, then the goals (HV-TURN-1, HV-END-1)."""
    who = clockwise(lambda state: state.start, rounds=True, until=lambda state: not state.offer)
    turn = Phase("turn", who, [PlaceStep(), Run("refill", refill)], turns=True)
    return [turn, Phase("end", once, [Run("final", final)])]


GAME = Game(
    name="harvest",
    title="Harvest",
    version="1",
    seats=(2, 4),
    state=Harvest,
    options=Options,
    folder=lambda: resources.files(__name__) / "data",
    load=load,
    phases=phases,
    pieces=lambda box: {
        "tile": tuple(tile.name for tile in box.tiles),
        "goal": tuple(goal.name for goal in box.goals),
    },
    set_up=set_up,
    streams=("bag", "goals", "start"),
    reasons=(
        ScoreReason("neighbours", "HV-PLACE-2", CELL, scale="neighbours"),
        ScoreReason("closed", "HV-CLOSE-1", CELL, scale="field"),
        ScoreReason("goal", "HV-GOAL-1", "goal"),
    ),
    ended=lambda state: conclude(state, "end"),
    turn_rule="HV-TURN-1",
    turn_limit=300,
    choices=choices,
    weights=Weights,
    show=show,
    conserved=lying,
    specs=(Specs,),
    grid=SQUARE4,
)


@hook
def tilewright_game() -> Game:
    """Harvest, for the plugin manager."""
    return GAME
