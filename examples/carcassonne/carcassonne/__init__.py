"""Carcassonne (Klaus-Juergen Wrede), the base game with farmers, for 2 to 5 players.

A ruleset from outside: it uses the engine's public names and nothing of tilewright's own games.
"""

from __future__ import annotations

from importlib import resources

from tilewright.authoring import (
    CELL,
    SQUARE4,
    Game,
    Log,
    Message,
    Phase,
    Rules,
    ScoreReason,
    conclude,
    hook,
    once,
    ordered,
    roll,
)

from .actions import READERS
from .appraise import Weights, appraise, choices, features, totals, worths
from .land import Land
from .options import Options
from .printed import load
from .scenes import NOUNS
from .show import show, tiles_show
from .state import Carcassonne, conserved, draw_tile
from .steps import DrawStep, EndStep, MeepleStep, PlaceStep, ScoreStep, following


def set_up(state: Carcassonne, log: Log | None) -> None:
    """The start tile lies, all others are in the bag, everybody has meeples, a tile is drawn (CA-SETUP)."""
    printed, count = state.printed, len(state.seats)
    tiles = [
        (f"{tile.id}#{copy}", kind)
        for kind, tile in enumerate(printed.tiles)
        for copy in range(kind == printed.start, tile.count)
    ]
    state.bag = ordered(tiles, state.streams["bag"][0])
    state.land = Land.empty(count)
    state.land.place(0, printed.tiles[printed.start].lies[0])
    state.supply = [state.rules.options.meeples] * count
    state.start = roll(state, "start", state.seats, log)
    draw_tile(state, log)


def phases(rules: Rules) -> list[Phase]:
    """Turns until no tile is left, then the final scoring (CA-TURN, CA-END)."""
    turn = Phase("turn", following, [PlaceStep(), MeepleStep(), ScoreStep(), DrawStep()], turns=True)
    return [turn, Phase("final", once, [EndStep()])]


GAME = Game(
    name="carcassonne",
    title="Carcassonne",
    version="1",
    seats=(2, 5),
    state=Carcassonne,
    options=Options,
    folder=lambda: resources.files(__name__) / "data",
    load=load,
    phases=phases,
    pieces=lambda printed: {"tile": tuple(tile.id for tile in printed.tiles)},
    set_up=set_up,
    streams=("bag", "start"),
    reasons=(
        ScoreReason("city", "CA-CITY-1", CELL),
        ScoreReason("road", "CA-ROAD-1", CELL),
        ScoreReason("cloister", "CA-CLOISTER-1", CELL),
        ScoreReason("open_city", "CA-END-2", CELL),
        ScoreReason("open_road", "CA-END-3", CELL),
        ScoreReason("open_cloister", "CA-END-4", CELL),
        ScoreReason("field", "CA-FIELD-2", CELL),
        ScoreReason("fed_city", "CA-FIELD-3", CELL),
    ),
    readers=READERS,
    ended=lambda state: conclude(state, "final"),
    turn_rule="CA-TURN-1",
    turn_limit=1_000,
    choices=choices,
    appraise=appraise,
    weights=Weights,
    worths=worths,
    totals=totals,
    features=features,
    conserved=conserved,
    show=show,
    sheets={"tiles": tiles_show},
    nouns=NOUNS,
    grid=SQUARE4,
    provenance=lambda printed: [Message("provenance.tiles")],
)


@hook
def tilewright_game() -> Game:
    """Carcassonne, for the plugin manager."""
    return GAME
