"""Carcassonne (Klaus-Juergen Wrede), the base game with farmers, for 2 to 5 players.

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
    Message,
    Phase,
    Regions,
    Rules,
    Run,
    ScoreReason,
    clockwise,
    conclude,
    hook,
    lying,
    once,
    ordered,
    reader,
    roll,
    words,
)

from .appraise import Weights, appraise, choices, features
from .options import Options
from .scoring import score_completed, score_rest
from .show import show, tiles_show
from .state import NOUNS, Carcassonne
from .steps import MeepleStep, PlaceStep, draw_tile
from .tiles import PORTS, WHERE, Printed, load


def set_up(state: Carcassonne, log: Log | None) -> None:
    """The start tile lies, all others are in the bag, everybody has meeples, a tile is drawn (CA-SETUP)."""
    printed: Printed = state.rules.data
    tiles = [
        (f"{tile.id}#{copy}", kind)
        for kind, tile in enumerate(printed.tiles)
        for copy in range(kind == printed.start, tile.count)
    ]
    state.bag = ordered(tiles, state.streams["bag"][0])
    state.tiles = Board(SQUARE4, Regions(mark_kinds=1, seat_count=len(state.seats)), ports=PORTS)
    state.tiles.place(0, printed.tiles[printed.start].face)
    state.start = roll(state, "start", state.seats, log)
    draw_tile(state, state.start, log)


def phases(rules: Rules) -> list[Phase]:
    """Turns until no tile is left, then the final scoring (CA-TURN, CA-END)."""
    who = clockwise(lambda state: state.start, rounds=True, until=lambda state: not state.drawn)
    steps = [PlaceStep(), MeepleStep(), Run("score", score_completed), Run("draw", draw_tile)]
    return [Phase("turn", who, steps, turns=True), Phase("final", once, [Run("end", score_rest)])]


GAME = Game(
    name="carcassonne",
    title="Carcassonne",
    version="1",
    seats=(2, 5),
    state=Carcassonne,
    options=Options,
    folder=lambda: resources.files(__name__) / "data",
    load=load,
    sets={"tiles.yaml": "tiles"},
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
    readers={"where": reader(words(*WHERE))},
    ended=lambda state: conclude(state, "final"),
    turn_rule="CA-TURN-1",
    turn_limit=1_000,
    choices=choices,
    appraise=appraise,
    weights=Weights,
    features=features,
    conserved=lying,
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
