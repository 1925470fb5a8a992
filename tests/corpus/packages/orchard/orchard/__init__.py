"""Orchard: lay tiles beside their like, and keep your wish to yourself. For two to four players."""

from __future__ import annotations

from importlib import resources

from tilewright.authoring import (
    CELL,
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

from .actions import GRID
from .appraise import Weights, appraise, choices, features
from .files import PLAYERS, load
from .hooks import Specs
from .options import Options
from .show import show
from .state import GameState, openings
from .steps import LayStep, draw_tile, final


def set_up(state: GameState, log: Log | None) -> None:
    """The bag is filled, everybody has a wish, and chance names who begins (OR-BAG-1, OR-WISH-1, OR-TURN-1).

    Piles are ordered by a key drawn for each piece from its own name, so that a piece that a module adds leaves the
    order of the others alone.
    """
    tiles: list[tuple[str, int]] = []
    wishes: list[tuple[str, int]] = []
    for kind, tile in enumerate(state.rules.data):
        tiles += [(f"{tile.name}#{n}", kind) for n in range(tile.count)]
        wishes += [(f"{tile.name}#{n}", kind) for n in range(tile.wishes)]
    state.bag = ordered(tiles, state.streams["bag"][0])
    state.deck = ordered(wishes, state.streams["wishes"][0])
    for seat in range(len(state.seats)):
        state.wishes.append([draw(state, "deck", log, seat)])
    state.start = roll(state, "start", state.seats, log)


def phases(rules: Rules) -> list[Phase]:
    """Turns clockwise while there is a tile and room for it, then the wishes (OR-TURN-1, OR-END-1)."""
    who = clockwise(
        lambda state: state.start, rounds=True, until=lambda state: not state.bag or not openings(state)
    )
    turn = Phase("turn", who, [Run("draw", draw_tile), LayStep()], turns=True)
    return [turn, Phase("end", once, [Run("final", final)])]


GAME = Game(
    name="orchard",
    title="Orchard",
    version="1",
    seats=PLAYERS,
    state=GameState,
    options=Options,
    folder=lambda: resources.files(__name__) / "data",
    load=load,
    phases=phases,
    pieces=lambda tiles: {
        "tile": tuple(tile.name for tile in tiles),
        "wish": tuple(tile.name for tile in tiles),
    },
    set_up=set_up,
    streams=("bag", "wishes", "start"),
    reasons=(
        ScoreReason("same", "OR-LAY-3", CELL),
        ScoreReason("wish", "OR-WISH-2", "wish"),
    ),
    ended=lambda state: conclude(state, "end"),
    turn_rule="OR-TURN-1",
    turn_limit=200,
    choices=choices,
    appraise=appraise,
    weights=Weights,
    features=features,
    show=show,
    conserved=lying,
    specs=(Specs,),
    grid=GRID,
)


@hook
def tilewright_game() -> Game:
    """The game, for the plugin manager."""
    return GAME
